from itertools import combinations

from zermelo import Game

POINTS = "ABCDE"
EDGES = ["".join(pair) for pair in combinations(POINTS, 2)]
TRIANGLES = [[a + b, a + c, b + c] for a, b, c in combinations(POINTS, 3)]


class Sim(Game):
    """Join two of five points with a line of your colour. Whoever makes a triangle of one colour loses."""

    action_count = len(EDGES)
    max_length = len(EDGES)

    def initial(self):
        return (), ()

    def legal(self, state, action):
        red, blue = state
        return EDGES[action] not in red + blue

    def apply(self, state, action):
        red, blue = state
        edge = EDGES[action]
        if len(red) == len(blue):
            return tuple(sorted([*red, edge])), blue
        return red, tuple(sorted([*blue, edge]))

    def triangle(self, edges):
        return any(all(edge in edges for edge in triangle) for triangle in TRIANGLES)

    def terminal(self, state):
        red, blue = state
        return len(red) + len(blue) == len(EDGES) or self.triangle(red) or self.triangle(blue)

    def reward(self, state):
        red, blue = state
        last = blue if len(red) == len(blue) else red
        return 1 if self.triangle(last) else 0
