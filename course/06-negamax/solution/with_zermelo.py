"""Task 6 with zermelo. Prints: the score and the nodes (columns 1 and 2)."""

import sys

import zermelo.games
from zermelo.games.in_a_row.linegame import Board

WIN = 10
GAME = zermelo.games.mnk(3, 3, 3)
SOLVER = zermelo.Solver(GAME, algorithm="negamax", objective="distance", table=False, without="all", line=False)


def stones(board, player):
    """The cells that a player holds."""
    return zermelo.Bits.of(GAME.width, *(GAME.cell(i) for i in range(9) if board[i] == player))


for line in sys.stdin:
    *board, player = (int(word) for word in line.split())
    state = Board(stones(board, player), stones(board, -player))
    won = GAME.has_line(state.me) - GAME.has_line(state.you)
    if won != 0 or 0 not in board:
        print(WIN * won, 1)
        continue
    result = SOLVER.solve(state)
    print(result.value * (WIN - (result.distance or 0)), result.counters["nodes"])
