"""`solve` and `Solver`: options, plan, budgets, deepening, threads, checkpoints, and the result."""
