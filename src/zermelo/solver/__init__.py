"""`solve` and `Solver`: options, the plan of a search, budgets, deepening, threads, checkpoints and results."""
