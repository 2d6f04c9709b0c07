"""Task 9 with zermelo, whose table may lead to another depth with as many nodes.

Prints: the column and the score (columns 1 and 2).
"""

import sys
from functools import reduce

import zermelo.games

WIN = 1000
GAME = zermelo.games.connect(4, 4, 3, twos=1)
PLAIN = {"without": "key,symmetry,priority,forced,relevance,bounds,killers,history", "line": False, "deepening": True}

for line in sys.stdin:
    budget, *moves = (int(word) for word in line.split())
    state = reduce(GAME.apply, moves, GAME.initial())
    result = zermelo.solve(GAME, state, nodes=budget, algorithm="negamax", objective="distance", **PLAIN)
    score = result.value
    if result.kind == "exact":
        score *= WIN - len(moves) - (result.distance or 0)
    print(GAME.parse_action(result.best[0]), score)
