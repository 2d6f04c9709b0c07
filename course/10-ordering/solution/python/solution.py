"""Task 10: three orders of moves, one value, fewer and fewer nodes."""

import sys

SIZE = 4
WIN = 1000
INFINITY = 10**9
NATURAL, CENTRE = (0, 1, 2, 3), (1, 2, 0, 3)
STEPS = [(0, 1), (1, 0), (1, 1), (1, -1)]
LINES = [
    [(row + i * down) * SIZE + column + i * right for i in range(3)]
    for row in range(SIZE)
    for column in range(SIZE)
    for down, right in STEPS
    if 0 <= column + 2 * right < SIZE and row + 2 * down < SIZE
]


class Board:
    """Cells from the bottom row up, left to right: 1 for the first player, -1 for the second, 0 for none."""

    def __init__(self):
        self.cells = [0] * (SIZE * SIZE)
        self.heights = [0] * SIZE
        self.player = 1
        self.stones = 0

    def drop(self, column):
        """The player to move drops a stone."""
        self.cells[self.heights[column] * SIZE + column] = self.player
        self.heights[column] += 1
        self.stones += 1
        self.player = -self.player

    def undrop(self, column):
        """Take the stone back."""
        self.player = -self.player
        self.stones -= 1
        self.heights[column] -= 1
        self.cells[self.heights[column] * SIZE + column] = 0

    def lost(self):
        """Whether the player who has just moved has three in a row."""
        return any(all(self.cells[cell] == -self.player for cell in line) for line in LINES)

    def evaluate(self):
        """Open twos of the player to move minus those of the other: two stones in a line and its third cell empty."""
        twos = 0
        for line in LINES:
            stones = [self.cells[cell] for cell in line]
            if stones.count(0) == 1 and sum(stones) in (2, -2):
                twos += self.player * (sum(stones) // 2)
        return twos

    def key(self):
        """The cells; they also determine the side to move."""
        return tuple(self.cells)


class Search:
    """Negamax that tries the columns in `order`, but first the one that was best here the last time, if it keeps those."""

    def __init__(self, board, order, keeps_best):
        self.board = board
        self.order = order
        self.keeps_best = keeps_best
        self.best = {}
        self.nodes = 0

    def negamax(self, depth, alpha, beta):
        """The score for the player to move, from a search of `depth` plies."""
        # > # TODO: Count this node; leaves are as in task 7. Otherwise try the columns that are not full in the order of
        # > # self.order, but first of all the one that self.best holds for this position, if any. If self.keeps_best,
        # > # remember the best column there. Alpha-beta with a window as before; no table of scores.
        # > return 0
        board = self.board
        self.nodes += 1
        if board.lost():
            return -(WIN - board.stones)
        if depth == 0 or board.stones == SIZE * SIZE:
            return board.evaluate()
        best, best_column = -INFINITY, None
        first = self.best.get(board.key())
        for column in sorted(self.order, key=lambda column: column != first):
            if board.heights[column] == SIZE:
                continue
            board.drop(column)
            score = -self.negamax(depth - 1, -beta, -alpha)
            board.undrop(column)
            if score > best:
                best, best_column = score, column
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        if self.keeps_best:
            self.best[board.key()] = best_column
        return best
        # <


def deepen(board, depth):
    """The nodes of a search to this depth, after searches to all smaller ones have found the best columns."""
    # > # TODO: With one Search in the CENTRE order that keeps the best columns, search to each depth from 1 to `depth`. The
    # > # nodes of the last of these searches are the answer: set them to 0 before each.
    # > return 0
    search = Search(board, CENTRE, keeps_best=True)
    for limit in range(1, depth + 1):
        search.nodes = 0
        search.negamax(limit, -INFINITY, INFINITY)
    return search.nodes
    # <


for line in sys.stdin:
    depth, *moves = (int(word) for word in line.split())
    board = Board()
    for column in moves:
        board.drop(column)
    natural, centre = Search(board, NATURAL, keeps_best=False), Search(board, CENTRE, keeps_best=False)
    score = natural.negamax(depth, -INFINITY, INFINITY)
    centre.negamax(depth, -INFINITY, INFINITY)
    print(score, natural.nodes, centre.nodes, deepen(board, depth))
