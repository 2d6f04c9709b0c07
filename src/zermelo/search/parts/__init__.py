"""What the algorithms work with: the search, its table, the order of moves, scores, counters."""
