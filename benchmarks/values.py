"""Who wins k in a row: every board up to 6x6, and small boxes of three dimensions.

    python benchmarks/values.py [--seconds 60] [--json FILE]

Each board is solved by the default search, in at most `--seconds`. If it is not finished, the proved bounds of its value are
shown. Published values are compared; the bound is that none differs.
"""

from __future__ import annotations

from typing import Any, Final

from common import Bound, Verdict, arguments, conclude, print_table, solved

from zermelo.games import lines, mnk

SIDES: Final = range(3, 7)
BOXES: Final = ("2x2x2", "3x2x2", "3x3x2", "3x3x3", "4x2x2", "4x3x2", "4x3x3", "4x4x2", "4x4x3")
BOX_VALUES: Final = {("3x3x3", 3): "win"}
DIFFER: Final = Bound("values that differ from published ones", 0, lower=True)


def published(m: int, n: int, k: int) -> str:
    """The published value for m rows and n columns, m >= n >= 3, k >= 3; "" if there is none."""
    if k > n:
        return "draw"  # by a pairing strategy
    if k == 3:
        return "win" if m > 3 else "draw"
    if k == 4:
        return "win" if n >= 5 and m >= 6 else "draw"
    return "draw" if m == n == k == 5 else ""  # Hales and Jewett 1963


def main() -> None:
    """Print a row for each board."""
    asked = arguments(__doc__, seconds="60: time limit for each board")
    boards = [(m, n, k) for m in SIDES for n in range(3, m + 1) for k in range(3, m + 1)]
    boxes = [(shape, k) for shape in BOXES for k in range(2, max(map(int, shape.split("x"))) + 1)]
    games = [(mnk(*board), published(*board)) for board in boards]
    games += [(lines(*box), BOX_VALUES.get(box, "")) for box in boxes]
    rows: list[dict[str, Any]] = []
    for game, known in games:
        rows.append({**solved(game, seconds=asked.seconds), "published": known})
        print(*rows[-1].values(), flush=True)
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    finished = [row for row in rows if " to " not in row["value"]]
    print(
        f"{len(finished)} of {len(rows)} boards were solved; "
        f"{sum(bool(row['published']) for row in finished)} of their values are published.\n"
    )
    differ = sum(row["published"] not in ("", row["value"]) for row in finished)
    conclude([Verdict(DIFFER, differ)], rows, asked.json)


if __name__ == "__main__":
    main()
