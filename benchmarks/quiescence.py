"""How many positions of a small board a depth-limited search evaluates wrongly, with and without quiescence.

    python benchmarks/quiescence.py [--json FILE]

All positions of a line of 7 cells with up to 2 pieces of each side. The true value is that of a search to the end.
"""

from __future__ import annotations

import itertools
from typing import Any

from common import arguments, conclude, print_table

from zermelo import Solver
from zermelo.games import capture

CELLS, PIECES, DEPTHS = 7, 2, (1, 2, 3, 4)


def positions(game: capture) -> list[str]:
    lines = ("".join(marks) for marks in itertools.product("x.o", repeat=CELLS))
    few = (line for line in lines if 1 <= line.count("x") <= PIECES and 1 <= line.count("o") <= PIECES)
    return [line for line in few if not game.terminal(game.parse_position(line))]


def main() -> None:
    options = arguments(__doc__)
    game = capture(CELLS, PIECES)
    lines = positions(game)
    truth = Solver(game, line=False)
    values = [truth.solve(line).value for line in lines]
    rows: list[dict[str, Any]] = []
    for depth in DEPTHS:
        row: dict[str, Any] = {"depth": depth, "positions": len(lines)}
        for name, without in (("plain", "quiescence"), ("quiescence", "")):
            solver = Solver(game, depth=depth, line=False, without=without)
            found = [solver.solve(line) for line in lines]
            pairs = list(zip(found, values, strict=True))
            row[f"{name}: wrong"] = sum(result.value != value for result, value in pairs)
            row[f"{name}: sum of errors"] = sum(abs(result.value - value) for result, value in pairs)
            row[f"{name}: nodes"] = sum(result.counters["nodes"] for result in found)
        rows.append(row)
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    conclude([], rows, options.json)


if __name__ == "__main__":
    main()
