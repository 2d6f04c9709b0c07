"""Who wins Connect Four on boards of other sizes, from 4 columns and 4 rows, compared with the published values.

    python benchmarks/drop_boards.py [--least 8] [--most 11] [--seconds 600] [--megabytes 1024] [--json FILE]

All boards whose columns and rows add up to at least `--least` and at most `--most`, of which 14 is the largest here. Each is
solved for who wins by the default search, in at most `--seconds`. If it is not finished, the proved bounds of its value are
shown. The bound is that no value differs from those of Tromp and Steininger.
"""

from __future__ import annotations

from typing import Any, Final

from common import OUTCOMES, Bound, Verdict, arguments, conclude, print_table, solved

from zermelo.games import connect

LEAST: Final = 4
PUBLISHED: Final = {4: "==-=---", 5: "====++", 6: "==-+-", 7: "==+=", 8: "==-", 9: "==", 10: "="}
"""For each number of rows, the values for the first player, for 4 and more columns, up to a sum of 14."""
DIFFER: Final = Bound("values that differ from published ones", 0, lower=True)


def published(columns: int, rows: int) -> str:
    """The published value for the first player."""
    return OUTCOMES["-=+".index(PUBLISHED[rows][columns - LEAST]) - 1]


def main() -> None:
    """Print a row for each board, the smallest first."""
    asked = arguments(
        __doc__,
        least=f"{2 * LEAST}: the smallest sum of columns and rows",
        most="11: the largest sum of columns and rows",
        seconds="600: time limit for each board",
        megabytes="1024: size of the table",
    )
    sides = range(LEAST, asked.most - LEAST + 1)
    boards = sorted(((c, r) for c in sides for r in sides if asked.least <= c + r <= asked.most), key=sum)
    rows: list[dict[str, Any]] = []
    for board in boards:
        row = solved(connect(*board, 4), objective="outcome", seconds=asked.seconds, memory=asked.megabytes << 20)
        rows.append({**row, "published": published(*board)})
        print(*rows[-1].values(), flush=True)
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    differ = sum(" to " not in row["value"] and row["value"] != row["published"] for row in rows)
    conclude([Verdict(DIFFER, differ)], rows, asked.json)


if __name__ == "__main__":
    main()
