import math

from zermelo import Game


class TakeASquare(Game):
    """Two piles. Take 1, 4, 9 or 16 stones from one of them. Whoever takes the last stone wins."""

    def __init__(self, left=17, right=22):
        self.start = (left, right)
        self.squares = [i * i for i in range(1, math.isqrt(max(left, right)) + 1)]
        self.action_count = 2 * len(self.squares)
        self.max_length = left + right

    def initial(self):
        return self.start

    def legal(self, piles, action):
        i, pile = divmod(action, 2)
        return self.squares[i] <= piles[pile]

    def apply(self, piles, action):
        i, pile = divmod(action, 2)
        left, right = piles
        if pile == 0:
            left -= self.squares[i]
        else:
            right -= self.squares[i]
        return left, right

    def terminal(self, piles):
        return piles == (0, 0)

    def reward(self, piles):
        return -1
