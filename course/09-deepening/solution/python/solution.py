"""Task 9: one depth after the other, until the nodes are spent."""

import sys

SIZE = 4
WIN = 1000
INFINITY = 10**9
EXACT, LOWER, UPPER = "exact", "lower", "upper"
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


class BudgetSpent(Exception):
    """No more positions may be visited."""


class Search:
    """Negamax with a table that is kept from depth to depth."""

    def __init__(self, board, budget):
        self.board = board
        self.budget = budget
        self.table = {}
        self.nodes = self.probes = self.hits = 0

    def negamax(self, depth, alpha, beta):
        """The score for the player to move; its best column is left in the table."""
        # > # TODO: If self.budget nodes have been visited, raise BudgetSpent; otherwise count this node. Leaves are as in
        # > # task 7. Then look into the table: count a probe, and a hit if the position is known, and use its score as in
        # > # task 8. If it cannot be used, its best column is still the one to try first; the others follow from left to
        # > # right. Take each stone back even if BudgetSpent passes through (try ... finally). Store kind, score, depth and
        # > # column.
        # > return 0
        board = self.board
        if self.nodes == self.budget:
            raise BudgetSpent
        self.nodes += 1
        if board.lost():
            return -(WIN - board.stones)
        if depth == 0 or board.stones == SIZE * SIZE:
            return board.evaluate()
        first = None
        self.probes += 1
        if board.key() in self.table:
            self.hits += 1
            kind, score, searched, first = self.table[board.key()]
            if searched >= depth:
                if kind == EXACT or (kind == LOWER and score >= beta) or (kind == UPPER and score <= alpha):
                    return score
        best, best_column, low = -INFINITY, None, alpha
        for column in sorted(board.columns(), key=lambda column: column != first):
            board.drop(column)
            try:
                score = -self.negamax(depth - 1, -beta, -low)
            finally:
                board.undrop(column)
            if score > best:
                best, best_column = score, column
            low = max(low, best)
            if low >= beta:
                break
        kind = UPPER if best <= alpha else LOWER if best >= beta else EXACT
        self.table[board.key()] = kind, best, depth, best_column
        return best
        # <

    def deepen(self):
        """The answer of the deepest search that was completed: column, score, depth, and each depth's probes and hits."""
        # > # TODO: Search to depth 1, 2, 3, ... up to the number of empty cells, with the same table, and keep column,
        # > # score and depth of the last search that was completed; BudgetSpent ends it. Set probes and hits to 0 before
        # > # each depth, and append both for each depth that was completed.
        # > return None, 0, 0
        answer, work = (), []
        try:
            for depth in range(1, SIZE * SIZE - self.board.stones + 1):
                self.probes = self.hits = 0
                score = self.negamax(depth, -INFINITY, INFINITY)
                work += [self.probes, self.hits]
                answer = (self.table[self.board.key()][3], score, depth)
        except BudgetSpent:
            pass
        return *answer, *work
        # <


for line in sys.stdin:
    budget, *moves = (int(word) for word in line.split())
    board = Board()
    for column in moves:
        board.drop(column)
    print(*Search(board, budget).deepen())
