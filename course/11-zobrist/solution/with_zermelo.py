"""Task 11 with zermelo. Prints: the score (column 3)."""

import sys
from functools import reduce

import zermelo.games

GAME = zermelo.games.mnk(3, 3, 3)
SOLVER = zermelo.Solver(GAME, line=False)

for line in sys.stdin:
    _, *moves = (int(word) for word in line.split())
    state = reduce(GAME.apply, moves, GAME.initial())
    won = GAME.has_line(state.me) - GAME.has_line(state.you)
    print(won if won != 0 or len(moves) == 9 else SOLVER.solve(state).value)
