from typing import NamedTuple

from zermelo import Game

MILLS = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]
NEIGHBOURS = {
    0: {1, 3, 4}, 1: {0, 2, 4}, 2: {1, 4, 5},
    3: {0, 4, 6}, 4: {0, 1, 2, 3, 5, 6, 7, 8}, 5: {2, 4, 8},
    6: {3, 4, 7}, 7: {4, 6, 8}, 8: {4, 5, 7},
}


class Board(NamedTuple):
    mine: frozenset[int]
    theirs: frozenset[int]

    @property
    def taken(self):
        return self.mine | self.theirs

    @property
    def placing(self):
        return len(self.taken) < 6


class ThreeMensMorris(Game):
    """Place three men each, then move them to neighbouring points. Three in a row wins; no move loses."""

    cyclic = True
    action_count = 81
    max_length = 100

    def initial(self):
        return Board(frozenset(), frozenset())

    def legal(self, board, action):
        start, end = divmod(action, 9)
        if end in board.taken:
            return False
        if board.placing:
            return start == end
        return start in board.mine and end in NEIGHBOURS[start]

    def apply(self, board, action):
        start, end = divmod(action, 9)
        return Board(board.theirs, board.mine - {start} | {end})

    def terminal(self, board):
        if any(mill <= board.theirs for mill in MILLS):
            return True
        return not any(self.legal(board, action) for action in range(81))

    def reward(self, board):
        return -1
