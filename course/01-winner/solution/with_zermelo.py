"""Task 1 with zermelo. Prints: who has won (column 1)."""

import sys

import zermelo.games

GAME = zermelo.games.mnk(3, 3, 3)


def has_line(board, player):
    """Whether the stones of a player make a line."""
    return GAME.has_line(zermelo.Bits.of(GAME.width, *(GAME.cell(i) for i in range(9) if board[i] == player)))


for line in sys.stdin:
    board = [int(word) for word in line.split()]
    print(has_line(board, 1) - has_line(board, -1))
