from zermelo import Game


class CoinRow(Game):
    """Take the first or the last coin of the row. Who gets more money?"""

    coins = (8, 15, 3, 7, 20, 1, 6, 12, 9, 4, 11, 2)
    action_count = 2
    max_length = len(coins)
    reward_range = (-sum(coins), sum(coins))

    def initial(self):
        return self.coins, 0, 0

    def legal(self, state, action):
        return True

    def apply(self, state, action):
        coins, mine, yours = state
        if action == 0:
            coin, *rest = coins
        else:
            *rest, coin = coins
        return tuple(rest), yours, mine + coin

    def terminal(self, state):
        return not state[0]

    def reward(self, state):
        _, mine, yours = state
        return mine - yours
