"""Task 13: principal variation search: one move with the full window, the others with a null window."""

import sys

SIZE = 4
WIN = 1000
INFINITY = 10**9
CENTRE = (1, 2, 0, 3)
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
    """Searches that try the column first that was best here the last time, then from the centre outward."""

    def __init__(self, board):
        self.board = board
        self.best = {}
        self.nodes = self.researches = 0

    def alphabeta(self, depth, alpha, beta):
        """The score for the player to move: each move with the full window."""
        return self.search(depth, alpha, beta, self.alphabeta_move)

    def pvs(self, depth, alpha, beta):
        """The score for the player to move: the first move with the full window, then null windows."""
        return self.search(depth, alpha, beta, self.pvs_move)

    def alphabeta_move(self, depth, alpha, beta, is_first):
        """The score of the move just made, for the player who made it."""
        return -self.alphabeta(depth, -beta, -alpha)

    def pvs_move(self, depth, alpha, beta, is_first):
        """The same, but first tests only whether the move beats alpha, unless it is the first move."""
        # > # TODO: Search the first move with the window (alpha, beta), the negative of it for the other player. Of any
        # > # other move ask only whether it beats alpha, with the window (alpha, alpha + 1). If it does and stays below
        # > # beta, count a re-search and search it again with the full window.
        # > return 0
        if is_first:
            return -self.pvs(depth, -beta, -alpha)
        score = -self.pvs(depth, -alpha - 1, -alpha)
        if alpha < score < beta:
            self.researches += 1
            score = -self.pvs(depth, -beta, -alpha)
        return score
        # <

    def search(self, depth, alpha, beta, search_move):
        """Negamax over the moves, each searched by `search_move`."""
        # > # TODO: Count this node; leaves are as in task 7. Try the column that self.best holds for this position first,
        # > # then those of CENTRE that are not full; search_move(depth - 1, alpha, beta, is_first) gives the score of the
        # > # move just made. Raise alpha, stop at beta, and remember the best column of the position in self.best.
        # > return 0
        board = self.board
        self.nodes += 1
        if board.lost():
            return -(WIN - board.stones)
        if depth == 0 or board.stones == SIZE * SIZE:
            return board.evaluate()
        best, best_column = -INFINITY, None
        remembered = self.best.get(board.key())
        for column in sorted(CENTRE, key=lambda column: column != remembered):
            if board.heights[column] == SIZE:
                continue
            board.drop(column)
            score = search_move(depth - 1, alpha, beta, best_column is None)
            board.undrop(column)
            if score > best:
                best, best_column = score, column
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        self.best[board.key()] = best_column
        return best
        # <


def deepen(search, method, depth):
    """The score of the search to this depth, after searches to all smaller ones; the counters are those of the last."""
    score = 0
    for limit in range(1, depth + 1):
        search.nodes = search.researches = 0
        score = method(limit, -INFINITY, INFINITY)
    return score


for line in sys.stdin:
    depth, *moves = (int(word) for word in line.split())
    board = Board()
    for column in moves:
        board.drop(column)
    alphabeta, pvs = Search(board), Search(board)
    deepen(alphabeta, alphabeta.alphabeta, depth)
    score = deepen(pvs, pvs.pvs, depth)
    print(score, alphabeta.nodes, pvs.nodes, pvs.researches)
