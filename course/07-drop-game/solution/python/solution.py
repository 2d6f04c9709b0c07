"""Task 7: three in a row where stones fall, looking a few moves ahead."""

import sys

SIZE = 4
WIN = 1000
INFINITY = 10**9
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

    def columns(self):
        """The columns that are not full."""
        return [column for column in range(SIZE) if self.heights[column] < SIZE]

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
        # > # TODO: Is there one of LINES with all its cells held by -self.player, who has just moved?
        # > return False
        return any(all(self.cells[cell] == -self.player for cell in line) for line in LINES)
        # <

    def evaluate(self):
        """Open twos of the player to move minus those of the other: two stones in a line and its third cell empty."""
        # > # TODO: Count the LINES with one empty cell and two stones of the same player: +1 for those of self.player, -1
        # > # for those of the other.
        # > return 0
        twos = 0
        for line in LINES:
            stones = [self.cells[cell] for cell in line]
            if stones.count(0) == 1 and sum(stones) in (2, -2):
                twos += self.player * (sum(stones) // 2)
        return twos
        # <


class Search:
    """Negamax with or without pruning, counting the positions it visits."""

    def __init__(self, board, prunes):
        self.board = board
        self.prunes = prunes
        self.nodes = 0

    def negamax(self, depth, alpha, beta):
        """The best column and the score, for the player to move."""
        # > # TODO: Count this node. If the game is lost, the score is -(WIN - board.stones); if the depth is used up or the
        # > # board is full, it is what evaluate says; there is no column then: None. Otherwise search each column one ply
        # > # less deep, keep the first one with the best score, and stop at beta if self.prunes.
        # > return None, 0
        board = self.board
        self.nodes += 1
        if board.lost():
            return None, -(WIN - board.stones)
        if depth == 0 or board.stones == SIZE * SIZE:
            return None, board.evaluate()
        best, best_column = -INFINITY, None
        for column in board.columns():
            board.drop(column)
            score = -self.negamax(depth - 1, -beta, -alpha)[1]
            board.undrop(column)
            if score > best:
                best, best_column = score, column
            alpha = max(alpha, best)
            if self.prunes and alpha >= beta:
                break
        return best_column, best
        # <


for line in sys.stdin:
    depth, *moves = (int(word) for word in line.split())
    board = Board()
    for column in moves:
        board.drop(column)
    plain, pruned = Search(board, prunes=False), Search(board, prunes=True)
    plain.negamax(depth, -INFINITY, INFINITY)
    column, score = pruned.negamax(depth, -INFINITY, INFINITY)
    print(column, score, plain.nodes, pruned.nodes)
