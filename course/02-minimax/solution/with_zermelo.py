"""Task 2 with zermelo. Prints: the value (column 1)."""

import sys

import zermelo.games
from zermelo.games.in_a_row.linegame import Board

GAME = zermelo.games.mnk(3, 3, 3)
SOLVER = zermelo.Solver(GAME, line=False)


def stones(board, player):
    """The cells that a player holds."""
    return zermelo.Bits.of(GAME.width, *(GAME.cell(i) for i in range(9) if board[i] == player))


for line in sys.stdin:
    *board, player = (int(word) for word in line.split())
    state = Board(stones(board, player), stones(board, -player))
    won = GAME.has_line(state.me) - GAME.has_line(state.you)
    print(player * (won if won != 0 or 0 not in board else SOLVER.solve(state).value))
