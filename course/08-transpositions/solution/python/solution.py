"""Task 8: a position reached twice is searched once."""

import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
INFINITY = 100
EXACT, LOWER, UPPER = "exact", "lower", "upper"


def winner(board):
    """1 if X has a line, -1 if O has one, 0 if nobody has."""
    for a, b, c in LINES:
        if board[a] != 0 and board[a] == board[b] == board[c]:
            return board[a]
    return 0


class Search:
    """Negamax with a table, or without one (None), counting the positions it visits."""

    def __init__(self, board, table):
        self.board = board
        self.table = table
        self.nodes = 0

    def key(self, player):
        """The cells as digits in base 3, then a digit for the side to move."""
        # > # TODO: Pack the position into one number: the nine cells as digits in base 3, then the side to move. Different
        # > # positions must have different keys.
        # > return 0
        packed = 0
        for cell in self.board:
            packed = 3 * packed + cell % 3
        return 2 * packed + (player == 1)
        # <

    def negamax(self, player, depth, alpha, beta):
        """The score of the position for `player`, who is to move, from a search of `depth` plies."""
        # > # TODO: Count this node and return the score if the game is over or the depth used up: 1, 0 or -1 for `player`.
        # > # If there is a table and it knows the position from a search at least as deep, use its score if it is EXACT, or
        # > # LOWER and at least beta, or UPPER and at most alpha. Otherwise search the moves as in task 6. At the end store
        # > # the kind of the best score, the score and the depth: what is the kind, given the window at the beginning?
        # > return 0
        self.nodes += 1
        won = winner(self.board)
        if won != 0:
            return won * player
        if depth == 0 or 0 not in self.board:
            return 0
        if self.table is not None and self.key(player) in self.table:
            kind, score, searched = self.table[self.key(player)]
            if searched >= depth:
                if kind == EXACT or (kind == LOWER and score >= beta) or (kind == UPPER and score <= alpha):
                    return score
        best, low = -INFINITY, alpha
        for cell in range(9):
            if self.board[cell] == 0:
                self.board[cell] = player
                score = -self.negamax(-player, depth - 1, -beta, -low)
                self.board[cell] = 0
                best = max(best, score)
                low = max(low, best)
                if low >= beta:
                    break
        if self.table is not None:
            kind = UPPER if best <= alpha else LOWER if best >= beta else EXACT
            self.table[self.key(player)] = kind, best, depth
        return best
        # <


for line in sys.stdin:
    numbers = [int(word) for word in line.split()]
    board, player, depths = numbers[:9], numbers[9], numbers[10:]
    table, answers = {}, []
    for depth in depths:
        without, known = Search(board, None), Search(board, table)
        without.negamax(player, depth, -INFINITY, INFINITY)
        score = known.negamax(player, depth, -INFINITY, INFINITY)
        answers += [score, without.nodes, known.nodes]
    print(*answers)
