from zermelo import Game

WIDTH, HEIGHT = 3, 3
FIELDS = [(x, y) for x in range(WIDTH) for y in range(HEIGHT)]
WORTH = {(0, 0): 5, (0, 1): 1, (0, 2): 3, (1, 0): 2, (1, 1): 8, (1, 2): 1, (2, 0): 4, (2, 1): 2, (2, 2): 7}


def beside(a, b):
    (x1, y1), (x2, y2) = a, b
    return abs(x1 - x2) + abs(y1 - y2) == 1


class ThreeFarmers(Game):
    """Three farmers take fields in turn. A field counts its worth, and two more for each of your own fields beside it."""

    players = 3
    action_count = max_length = len(FIELDS)
    reward_range = (0, 100)

    def initial(self):
        return frozenset(), frozenset(), frozenset()

    def to_move(self, farms):
        return sum(map(len, farms)) % 3

    def legal(self, farms, action):
        return not any(FIELDS[action] in farm for farm in farms)

    def apply(self, farms, action):
        farms = list(farms)
        farms[self.to_move(farms)] |= {FIELDS[action]}
        return tuple(farms)

    def terminal(self, farms):
        return sum(len(farm) for farm in farms) == len(FIELDS)

    def rewards(self, farms):
        points = []
        for farm in farms:
            points.append(sum(WORTH[f] for f in farm) + 2 * sum(beside(f, g) for f in farm for g in farm if f < g))
        return tuple(points)
