from functools import reduce
from operator import or_

from zermelo import Game

SIZE = 3
bit = lambda cell: 1 << cell
row, column = lambda cell: cell // SIZE, lambda cell: cell % SIZE
adjacent = lambda a, b: abs(row(a) - row(b)) + abs(column(a) - column(b)) == 1
AROUND = tuple(
    reduce(or_, map(bit, filter(lambda b: adjacent(a, b), range(SIZE * SIZE))), 0) for a in range(SIZE * SIZE)
)


class Snort(Game):
    """Put your cattle on a field that does not touch a field of the neighbour's cattle. Whoever cannot loses."""

    action_count = max_length = SIZE * SIZE

    def initial(self):
        return (0, 0)

    def legal(self, state, action):
        mine, yours = state
        return not (mine | yours) & bit(action) and not yours & AROUND[action]

    def apply(self, state, action):
        return state[1], state[0] | bit(action)

    def terminal(self, state):
        return not list(filter(lambda action: self.legal(state, action), range(self.action_count)))

    def reward(self, state):
        return -1
