"""Task 6: one branch for both players."""

import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
WIN = 10
INFINITY = 100


def winner(board):
    """1 if X has a line, -1 if O has one, 0 if nobody has."""
    for a, b, c in LINES:
        if board[a] != 0 and board[a] == board[b] == board[c]:
            return board[a]
    return 0


class Search:
    """Negamax on one board, counting the positions it visits."""

    def __init__(self, board):
        self.board = board
        self.nodes = 0

    def negamax(self, player, ply, alpha, beta):
        """The score of the position for `player`, who is to move."""
        # > # TODO: Count this node. If the game is over, return the score for `player`: WIN - ply for a win, the negative
        # > # for a loss, 0 for a draw. Otherwise the score of a move is the negative of what the other player gets after
        # > # it, from a search with the window negated and its ends exchanged. Keep the best, raise alpha to it, stop at
        # > # beta.
        # > return 0
        self.nodes += 1
        won = winner(self.board)
        if won != 0:
            return won * player * (WIN - ply)
        if 0 not in self.board:
            return 0
        best = -INFINITY
        for cell in range(9):
            if self.board[cell] == 0:
                self.board[cell] = player
                score = -self.negamax(-player, ply + 1, -beta, -alpha)
                self.board[cell] = 0
                best = max(best, score)
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        return best
        # <


for line in sys.stdin:
    *board, player = (int(word) for word in line.split())
    search = Search(board)
    score = search.negamax(player, 0, -INFINITY, INFINITY)
    print(score, search.nodes)
