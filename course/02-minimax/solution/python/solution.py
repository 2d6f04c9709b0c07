"""Task 2: the minimax value of a position of tic-tac-toe, for X."""

import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    """1 if X has a line, -1 if O has one, 0 if nobody has."""
    for a, b, c in LINES:
        if board[a] != 0 and board[a] == board[b] == board[c]:
            return board[a]
    return 0


def minimax(board, player):
    """What X gets when both play as well as they can and `player` is to move: 1, 0 or -1."""
    # > # TODO: Somebody has won, or the board is full: the value is known. Otherwise play each empty cell in turn, ask
    # > # minimax for the value with the other player to move, take the stone back, and keep the best value for `player`: X
    # > # wants the largest, O the smallest.
    # > return 0
    won = winner(board)
    if won != 0:
        return won
    if 0 not in board:
        return 0
    best = -player
    for cell in range(9):
        if board[cell] == 0:
            board[cell] = player
            value = minimax(board, -player)
            board[cell] = 0
            best = max(best, value) if player == 1 else min(best, value)
    return best
    # <


for line in sys.stdin:
    *board, player = (int(word) for word in line.split())
    print(minimax(board, player))
