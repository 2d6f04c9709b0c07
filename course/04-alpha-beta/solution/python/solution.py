"""Task 4: the same value with fewer nodes."""

import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    """1 if X has a line, -1 if O has one, 0 if nobody has."""
    for a, b, c in LINES:
        if board[a] != 0 and board[a] == board[b] == board[c]:
            return board[a]
    return 0


class Search:
    """Searches that try the cells in `order` and count the positions they visit."""

    def __init__(self, board, order):
        self.board = board
        self.order = order
        self.nodes = 0

    def minimax(self, player):
        """What X gets, by searching every move."""
        # > # TODO: Count this node. Then as in task 2, but try the cells in the order of self.order.
        # > return 0
        self.nodes += 1
        won = winner(self.board)
        if won != 0:
            return won
        if 0 not in self.board:
            return 0
        values = []
        for cell in self.order:
            if self.board[cell] == 0:
                self.board[cell] = player
                values.append(self.minimax(-player))
                self.board[cell] = 0
        return max(values) if player == 1 else min(values)
        # <

    def alphabeta(self, player, alpha, beta):
        """What X gets if that lies between alpha and beta; else a value on the same side of them."""
        # > # TODO: As minimax, and count each node too. X raises alpha to the best value it has found, O lowers beta; as
        # > # soon as they meet, leave out the remaining cells.
        # > return 0
        self.nodes += 1
        won = winner(self.board)
        if won != 0:
            return won
        if 0 not in self.board:
            return 0
        best = -2 * player
        for cell in self.order:
            if self.board[cell] == 0:
                self.board[cell] = player
                value = self.alphabeta(-player, alpha, beta)
                self.board[cell] = 0
                if player == 1:
                    best = max(best, value)
                    alpha = max(alpha, best)
                else:
                    best = min(best, value)
                    beta = min(beta, best)
                if alpha >= beta:
                    break
        return best
        # <


for line in sys.stdin:
    numbers = [int(word) for word in line.split()]
    board, player, order = numbers[:9], numbers[9], numbers[10:]
    plain, pruned = Search(board, order), Search(board, order)
    value = plain.minimax(player)
    pruned.alphabeta(player, -2, 2)
    print(value, plain.nodes, pruned.nodes)
