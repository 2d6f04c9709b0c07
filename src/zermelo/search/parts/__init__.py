"""The parts that the algorithms share: the search, the transposition table, move ordering, scores and counters."""
