from zermelo import Game

W, H = 3, 5
CELLS = [(x, y) for y in range(H) for x in range(W)]


def flip(pieces):
    return frozenset((W - 1 - x, H - 1 - y) for x, y in pieces)


class Breakthrough(Game):
    """One row of pieces each. They move forward, straight or diagonally, and capture diagonally. The far row wins."""

    action_count = 3 * len(CELLS)
    max_length = 2 * W * H

    def initial(self):
        own = frozenset((x, 0) for x in range(W))
        other = frozenset((x, H - 1) for x in range(W))
        return own, other

    def legal(self, state, action):
        own, other = state
        (x, y), dx = CELLS[action // 3], action % 3 - 1
        if (x, y) not in own:
            return False
        to = (x + dx, y + 1)
        if to not in CELLS or to in own:
            return False
        return dx != 0 or to not in other

    def apply(self, state, action):
        own, other = state
        (x, y), dx = CELLS[action // 3], action % 3 - 1
        to = (x + dx, y + 1)
        return flip(other - {to}), flip(own - {(x, y)} | {to})

    def terminal(self, state):
        own, other = state
        return not own or any(y == 0 for _, y in other)

    def reward(self, state):
        return -1
