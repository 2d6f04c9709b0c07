"""Who wins Connect Four on boards of other sizes: columns and rows from 4 on, against the published values.

    python benchmarks/drop_boards.py [--most 11] [--seconds 600] [--megabytes 1024] [--json FILE]

All boards with at most `--most` columns and rows together (13 are the most that are published here), each by the default
search for who wins, in `--seconds` at most. A board that is not finished shows between which values its own is proved to
lie. The bound is that no value differs from those of Tromp and Steininger.
"""

from __future__ import annotations

from typing import Any, Final

from common import OUTCOMES, Bound, Verdict, arguments, conclude, print_table, solved

from zermelo.games import connect

LEAST: Final = 4
PUBLISHED: Final = {4: "==-=--", 5: "====+", 6: "==-+", 7: "==+", 8: "==", 9: "="}
"""For each number of rows, the values for who begins, from 4 columns on, as far as columns and rows make 13."""
DIFFER: Final = Bound("values that differ from published ones", 0, lower=True)


def published(columns: int, rows: int) -> str:
    """The value for who begins."""
    return OUTCOMES["-=+".index(PUBLISHED[rows][columns - LEAST]) - 1]


def main() -> None:
    """Print a row for each board, the smallest first."""
    asked = arguments(
        __doc__,
        most="11: columns and rows together",
        seconds="600: for each board",
        megabytes="1024: for the table",
    )
    sides = range(LEAST, asked.most - LEAST + 1)
    boards = sorted(((c, r) for c in sides for r in sides if c + r <= asked.most), key=sum)
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
