from zermelo import Game

WIDTH, HEIGHT = 4, 4
DIRECTIONS = (1, -1, 1j, -1j)
GRID = {complex(x, y) for x in range(WIDTH) for y in range(HEIGHT)}


class Tron(Game):
    """Two light cycles leave walls behind them. Whoever cannot move loses."""

    action_count = 4
    max_length = WIDTH * HEIGHT

    def initial(self):
        a, b = complex(0, 0), complex(WIDTH - 1, HEIGHT - 1)
        return a, b, frozenset({a, b})

    def legal(self, state, action):
        me, other, walls = state
        return me + DIRECTIONS[action] in GRID - walls

    def apply(self, state, action):
        me, other, walls = state
        me += DIRECTIONS[action]
        return other, me, walls | {me}

    def terminal(self, state):
        me, _, walls = state
        return not any(me + d in GRID and me + d not in walls for d in DIRECTIONS)

    def reward(self, state):
        return -1
