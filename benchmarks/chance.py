"""What Star1 and Star2 save against plain expectiminimax.

    python benchmarks/chance.py [--json FILE]

EinStein würfelt nicht! from the start, with and without a table: positions visited, seconds, and the value, the same
fraction in every row.
"""

from __future__ import annotations

from typing import Any, Final

from common import Bound, Verdict, arguments, conclude, print_table

from zermelo import einstein, solve

BOUND: Final = Bound("nodes of plain expectiminimax for each of Star1's, einstein(3,2) without a table", 10, 30)

SEARCHES: Final = (((3, 2), False), ((3, 2), True), ((4, 2), True))
ALGORITHMS: Final = ("expectiminimax", "star1", "star2")


def main() -> None:
    """Print a row for each search, and whether the bound is kept."""
    asked = arguments(__doc__)
    rows: list[dict[str, Any]] = []
    for (size, stones), table in SEARCHES:
        for algorithm in ALGORITHMS:
            found = solve(einstein(size, stones), algorithm=algorithm, table=table, line=False)
            nodes = found.counters["nodes"]
            rows.append(
                {
                    "game": found.game,
                    "table": table,
                    "algorithm": algorithm,
                    "value": str(found.value),
                    "nodes": nodes,
                    "seconds": found.seconds,
                }
            )
        same = {row["value"] for row in rows if row["game"] == rows[-1]["game"]}
        assert len(same) == 1, "the algorithms disagree"
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    saved = rows[0]["nodes"] / rows[1]["nodes"]
    conclude([Verdict(BOUND, saved)], rows, asked.json)


if __name__ == "__main__":
    main()
