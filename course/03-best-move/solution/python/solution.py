"""Task 3: a best move, the quickest win or the slowest loss."""

import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
WIN = 10


def winner(board):
    """1 if X has a line, -1 if O has one, 0 if nobody has."""
    for a, b, c in LINES:
        if board[a] != 0 and board[a] == board[b] == board[c]:
            return board[a]
    return 0


def minimax(board, player, ply):
    """What X gets, with `ply` moves played since the given position: the later a win comes, the less it counts."""
    # > # TODO: As in task 2, but a win for X with `ply` moves played is worth WIN - ply, a win for O the negative of that.
    # > # The moves that follow are one ply further on.
    # > return 0
    won = winner(board)
    if won != 0:
        return won * (WIN - ply)
    if 0 not in board:
        return 0
    values = []
    for cell in range(9):
        if board[cell] == 0:
            board[cell] = player
            values.append(minimax(board, -player, ply + 1))
            board[cell] = 0
    return max(values) if player == 1 else min(values)
    # <


def best_move(board, player):
    """The first of the cells with the best value for `player`."""
    # > # TODO: Try each empty cell in order, with minimax at ply 1, and remember the first one with the best value for
    # > # `player`.
    # > return -1
    best, best_value = -1, 0
    for cell in range(9):
        if board[cell] == 0:
            board[cell] = player
            value = minimax(board, -player, 1)
            board[cell] = 0
            if best < 0 or player * value > player * best_value:
                best, best_value = cell, value
    return best
    # <


for line in sys.stdin:
    *board, player = (int(word) for word in line.split())
    print(best_move(board, player))
