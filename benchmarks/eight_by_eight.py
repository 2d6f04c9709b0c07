"""What can be proved in an hour about five in a row on 8x8: who wins the weak game after each first move of Maker.

    python benchmarks/eight_by_eight.py [--side 8] [--length 5] [--minutes 60] [--megabytes 4096] [--json FILE]

If Breaker, who only has to keep Maker from a line, wins after every first move, the board is a draw: the second player of
the strong game can keep the first from a line in the same way, and cannot win. Of first moves that are images of each other
only one is tried; those at the edge come first, as they help Maker least. Each is solved by df-pn with one thread, until the
time is up.
"""

from __future__ import annotations

import time
from typing import Any

from common import arguments, conclude, first_moves, print_table

from zermelo import Solver
from zermelo.games import lines


def main() -> None:
    """Print a row for each first move."""
    asked = arguments(
        __doc__,
        side="8: side of the board",
        length="5: stones in a row",
        minutes="60: time limit in all",
        megabytes="4096: size of the table",
    )
    game: Any = lines((asked.side, asked.side), asked.length, weak=1)
    options: dict[str, Any] = {"algorithm": "dfpn", "deepening": False, "threads": 1, "memory": asked.megabytes << 20}
    solver: Solver[Any] = Solver(game, line=False, **options)
    solver.machine()
    deadline = time.monotonic() + 60 * asked.minutes
    rows: list[dict[str, Any]] = []
    for action in sorted(first_moves(game), key=lambda action: game.through[game.cell(action)].count()):
        row: dict[str, Any] = {"Maker's first move": game.action_name(action)}
        left = deadline - time.monotonic()
        if left <= 0:
            rows.append(row | {"who wins": "not tried", "positions": "", "seconds": ""})
            continue
        found = solver.solve(game.apply(game.initial(), action), seconds=left)
        winner = ("Maker", "?", "Breaker")[1 + found.value] if found.kind == "exact" else "not decided"
        row |= {"who wins": winner, "positions": found.counters["nodes"], "seconds": found.seconds}
        rows.append(row)
        print(*row.values(), flush=True)
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    conclude([], rows, asked.json)


if __name__ == "__main__":
    main()
