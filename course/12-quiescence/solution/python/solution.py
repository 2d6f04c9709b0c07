"""Task 12: search on while there is something to capture."""

import sys

INFINITY = 100
MINE, YOURS, EMPTY = "x", "o", "."


class Row:
    """A row of cells as the player to move sees it: its own pieces x go right. It is turned after each move."""

    def __init__(self, text):
        self.cells = list(text)

    def moves(self):
        """Steps to the right and captures to either side: from, to."""
        for start, piece in enumerate(self.cells):
            if piece == MINE:
                for target in (start + 1, start - 1):
                    if 0 <= target < len(self.cells):
                        if self.cells[target] == YOURS or (self.cells[target] == EMPTY and target > start):
                            yield start, target

    def captures(self):
        """The moves that take a piece."""
        # > # TODO: Those of self.moves() whose target is one of YOURS.
        # > return []
        return [move for move in self.moves() if self.cells[move[1]] == YOURS]
        # <

    def turn(self):
        """See it from the other side."""
        self.cells = [{MINE: YOURS, YOURS: MINE, EMPTY: EMPTY}[piece] for piece in reversed(self.cells)]

    def make(self, move):
        """Play a move and turn the row; what stood on the target."""
        start, target = move
        taken = self.cells[target]
        self.cells[start], self.cells[target] = EMPTY, MINE
        self.turn()
        return taken

    def unmake(self, move, taken):
        """Turn it back and undo the move."""
        start, target = move
        self.turn()
        self.cells[start], self.cells[target] = MINE, taken

    def evaluate(self):
        """The lead in pieces of the player to move."""
        return self.cells.count(MINE) - self.cells.count(YOURS)


def quiescence(row, alpha, beta):
    """The value of the row when only captures are left to play; declining them all is always possible."""
    # > # TODO: The player may stand pat: begin with the present lead, and return it if it reaches beta. Then try
    # > # the captures, each followed by quiescence from the other side, and keep the best.
    # > return 0
    best = row.evaluate()
    if best >= beta:
        return best
    for move in row.captures():
        taken = row.make(move)
        value = -quiescence(row, -beta, -max(alpha, best))
        row.unmake(move, taken)
        best = max(best, value)
        if best >= beta:
            break
    return best
    # <


def negamax(row, depth, alpha, beta, at_the_limit):
    """The value for the player to move; at the depth limit `at_the_limit` gives the value."""
    # > # TODO: Without a move the value is the lead in pieces; at depth 0 it is what at_the_limit(row, alpha, beta) says.
    # > # Otherwise try all moves with make and unmake, one ply less deep, and stop at beta.
    # > return 0
    moves = list(row.moves())
    if not moves:
        return row.evaluate()
    if depth == 0:
        return at_the_limit(row, alpha, beta)
    best = -INFINITY
    for move in moves:
        taken = row.make(move)
        value = -negamax(row, depth - 1, -beta, -max(alpha, best), at_the_limit)
        row.unmake(move, taken)
        best = max(best, value)
        if best >= beta:
            break
    return best
    # <


def plain(row, alpha, beta):
    """The lead, without a search."""
    return row.evaluate()


for line in sys.stdin:
    depth, text = line.split()
    row = Row(text)
    print(*(negamax(row, int(depth), -INFINITY, INFINITY, judge) for judge in (plain, quiescence)))
