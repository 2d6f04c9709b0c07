"""Task 7 with zermelo. Prints: the column, the score, the nodes without and with pruning (columns 1 to 4)."""

import sys
from functools import reduce

import zermelo.games

WIN = 1000
GAME = zermelo.games.connect(4, 4, 3, twos=1)
PLAIN = {"table": False, "without": "priority,forced,relevance,bounds,killers,history", "line": False}

for line in sys.stdin:
    depth, *moves = (int(word) for word in line.split())
    state = reduce(GAME.apply, moves, GAME.initial())
    plain, pruned = (
        zermelo.solve(GAME, state, depth=depth, algorithm=name, objective="distance", **PLAIN)
        for name in ("minimax", "negamax")
    )
    score = pruned.value
    if pruned.kind == "exact":
        score *= WIN - len(moves) - (pruned.distance or 0)
    print(GAME.parse_action(pruned.best[0]), score, plain.counters["nodes"], pruned.counters["nodes"])
