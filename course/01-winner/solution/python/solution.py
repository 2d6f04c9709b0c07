"""Task 1: who has three in a row?"""

import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    """1 if X has a line, -1 if O has one, 0 if nobody has."""
    # > # TODO: Look at each of LINES: if its three cells hold the same stone, that player has won.
    for a, b, c in LINES:
        if board[a] != 0 and board[a] == board[b] == board[c]:
            return board[a]
    # <
    return 0


for line in sys.stdin:
    print(winner([int(word) for word in line.split()]))
