from zermelo import Game

WINS = {(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)}


class VanishingTicTacToe(Game):
    """Tic-tac-toe with three stones each. Once you have placed a fourth one, your oldest stone disappears."""

    cyclic = True
    action_count = 9
    max_length = 100

    def initial(self):
        return (), ()

    def legal(self, state, action):
        mine, yours = state
        return action not in mine and action not in yours

    def apply(self, state, action):
        mine, yours = state
        return yours, (*mine, action)[-3:]

    def terminal(self, state):
        _, yours = state
        return tuple(sorted(yours)) in WINS

    def reward(self, state):
        return -1
