"""Task 16 with zermelo. Prints: the value, leaves by order of moves, the least and the most leaves (columns 1 to 6)."""

import sys

import zermelo.games

for line in sys.stdin:
    branching, depth, seed = (int(word) for word in line.split())
    results = [
        zermelo.solve(
            zermelo.games.tree(branching, depth, seed, order),
            algorithm="alpha-beta",
            table=False,
            without="all",
            line=False,
        )
        for order in ("worst", "random", "best")
    ]
    minimal = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    print(results[0].value, *(result.counters["leaves"] for result in results), minimal, branching**depth)
