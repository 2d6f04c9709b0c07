"""Task 8 with zermelo. Prints: of each depth the score and the nodes without a table (columns 1, 2, 4, 5, ...)."""

import sys
from itertools import accumulate

import zermelo.games
from zermelo.games.in_a_row.linegame import Board

GAME = zermelo.games.mnk(3, 3, 3)


def stones(board, player):
    """The cells that a player holds."""
    return zermelo.Bits.of(GAME.width, *(GAME.cell(i) for i in range(9) if board[i] == player))


def searched(state, depth):
    """What a search to this depth finds."""
    return zermelo.solve(GAME, state, depth=depth, algorithm="negamax", table=False, without="all", line=False)


for line in sys.stdin:
    numbers = [int(word) for word in line.split()]
    board, player, depths = numbers[:9], numbers[9], numbers[10:]
    state = Board(stones(board, player), stones(board, -player))
    won = GAME.has_line(state.me) - GAME.has_line(state.you)
    answers = []
    for depth, deepest in zip(depths, accumulate(depths, max), strict=True):  # what a table knows from deeper, it tells
        if won != 0 or 0 not in board:
            answers += [won, 1]
        else:
            answers += [searched(state, deepest).value, searched(state, depth).counters["nodes"]]
    print(*answers)
