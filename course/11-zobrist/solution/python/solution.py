"""Task 11: a hash that follows the moves."""

import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
INFINITY = 100
EXACT, LOWER, UPPER = "exact", "lower", "upper"
MASK = 2**64 - 1


def splitmix64(seed, count):
    """The first `count` outputs of SplitMix64."""
    outputs = []
    for _ in range(count):
        seed = (seed + 0x9E3779B97F4A7C15) & MASK
        mixed = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        outputs.append(mixed ^ (mixed >> 31))
    return outputs


class Board:
    """A board that keeps its hash: the XOR of a key for each stone, and one more when O is to move."""

    def __init__(self, seed):
        self.cells = [0] * 9
        self.player = 1
        self.hash = 0
        keys = splitmix64(seed, 19)
        self.keys = {1: keys[0:18:2], -1: keys[1:18:2]}
        self.side_key = keys[18]

    def make(self, cell):
        """The player to move plays."""
        # > # TODO: Put the stone of self.player on the cell, bring self.hash up to date with the keys of stone and side,
        # > # and let the other player move.
        self.cells[cell] = self.player
        self.hash ^= self.keys[self.player][cell] ^ self.side_key
        self.player = -self.player
        # <

    def unmake(self, cell):
        """Take the move back: XOR undoes XOR."""
        # > # TODO: Undo all that make does, in reverse order.
        self.player = -self.player
        self.hash ^= self.keys[self.player][cell] ^ self.side_key
        self.cells[cell] = 0
        # <

    def winner(self):
        """1 if X has a line, -1 if O has one, 0 if nobody has."""
        for a, b, c in LINES:
            if self.cells[a] != 0 and self.cells[a] == self.cells[b] == self.cells[c]:
                return self.cells[a]
        return 0


class Search:
    """Negamax with a table of hashes, counting the positions it visits."""

    def __init__(self, board):
        self.board = board
        self.table = {}
        self.nodes = 0

    def negamax(self, alpha, beta):
        """The score for the player to move."""
        # > # TODO: Count this node and return 1, 0 or -1 for the player to move if the game is over. Then look up
        # > # board.hash in the table and use what it says as in task 8; all searches go to the end, so no depth is needed.
        # > # Otherwise try the cells in order with make and unmake, and store kind and score under the hash.
        # > return 0
        board = self.board
        self.nodes += 1
        won = board.winner()
        if won != 0:
            return won * board.player
        if 0 not in board.cells:
            return 0
        if board.hash in self.table:
            kind, score = self.table[board.hash]
            if kind == EXACT or (kind == LOWER and score >= beta) or (kind == UPPER and score <= alpha):
                return score
        best, low = -INFINITY, alpha
        for cell in range(9):
            if board.cells[cell] == 0:
                board.make(cell)
                score = -self.negamax(-beta, -low)
                board.unmake(cell)
                best = max(best, score)
                low = max(low, best)
                if low >= beta:
                    break
        self.table[board.hash] = UPPER if best <= alpha else LOWER if best >= beta else EXACT, best
        return best
        # <


for line in sys.stdin:
    seed, *moves = (int(word) for word in line.split())
    board = Board(seed)
    for cell in moves:
        board.make(cell)
    made = board.hash
    search = Search(board)
    score = search.negamax(-INFINITY, INFINITY)
    for cell in reversed(moves):
        board.unmake(cell)
    print(f"{made:016x} {board.hash:016x} {score} {search.nodes}")
