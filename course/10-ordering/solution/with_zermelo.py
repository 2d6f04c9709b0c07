"""Task 10 with zermelo. Prints: the score, the nodes in natural order and from the centre (columns 1 to 3)."""

import sys
from functools import reduce

import zermelo.games

WIN = 1000
PLAIN = {"table": False, "without": "priority,forced,relevance,bounds,killers,history", "line": False}


class FromTheCentre(zermelo.games.connect):
    """The same game, the columns in the middle first."""

    def actions(self, state):
        """The columns that are not full."""
        for column in (1, 2, 0, 3):
            if self.legal(state, column):
                yield column


GAMES = zermelo.games.connect(4, 4, 3, twos=1), FromTheCentre(4, 4, 3, twos=1)

for line in sys.stdin:
    depth, *moves = (int(word) for word in line.split())
    state = reduce(GAMES[0].apply, moves, GAMES[0].initial())
    natural, centre = (
        zermelo.solve(game, state, depth=depth, algorithm="negamax", objective="distance", **PLAIN) for game in GAMES
    )
    score = natural.value
    if natural.kind == "exact":
        score *= WIN - len(moves) - (natural.distance or 0)
    print(score, natural.counters["nodes"], centre.counters["nodes"])
