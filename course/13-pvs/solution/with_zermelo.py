"""Task 13 with zermelo. Prints: the score (column 1)."""

import sys
from functools import reduce

import zermelo.games

WIN = 1000
GAME = zermelo.games.connect(4, 4, 3, twos=1)

for line in sys.stdin:
    depth, *moves = (int(word) for word in line.split())
    state = reduce(GAME.apply, moves, GAME.initial())
    result = zermelo.solve(
        GAME,
        state,
        depth=depth,
        deepening=True,
        algorithm="pvs",
        objective="distance",
        without="forced,relevance,bounds",
    )
    score = result.value
    if result.kind == "exact":
        score *= WIN - len(moves) - (result.distance or 0)
    print(score)
