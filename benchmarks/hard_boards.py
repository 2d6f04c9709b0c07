"""Boards of k in a row that were out of reach or took hours, solved for who wins with the default options of `solve`.

    python benchmarks/hard_boards.py [--games N] [--megabytes 2048] [--json FILE]

The first N boards of the list are solved, by default all but the last: 4x4x4 takes a quarter of an hour. Seconds are real
time. The bounds, and the values that have been published, were recorded before the first run.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from common import Bound, Verdict, arguments, conclude, example, print_table

from zermelo import solve


class Board(NamedTuple):
    """A board, its published value for the first player (None: no confirmed publication), and a bound in seconds."""

    name: str
    value: int | None
    bound: float
    reach: float


BOARDS: Final = (
    Board("mnk(6,6,5)", 0, 2, 0.2),
    Board("mnk(8,4,4)", 0, 1, 0.5),
    Board("mnk(7,7,5)", 0, 3, 1),
    Board("mnk(9,4,4)", None, 5, 2),
    Board("mnk(10,4,4)", None, 8, 4),
    Board("lines(4x4x4,4)", 1, 300, 100),
)


def main() -> None:
    """Solve, print, and report whether the bounds are met."""
    asked = arguments(
        __doc__, games=f"{len(BOARDS) - 1}: how many of the {len(BOARDS)}", megabytes="2048: size of the table"
    )
    rows: list[dict[str, Any]] = []
    verdicts: list[Verdict] = []
    for board in BOARDS[: asked.games]:
        found = solve(example(board.name), line=False, memory=asked.megabytes << 20)
        assert found.kind == "exact", board
        assert board.value is None or found.value == board.value, board
        rows.append(
            {
                "board": board.name,
                "value": ("loss", "draw", "win")[1 + int(found.value or 0)],
                "by": found.algorithm,
                "positions": found.counters["nodes"],
                "seconds": found.seconds,
            }
        )
        print(*rows[-1].values(), flush=True)
        bound = Bound(f"{board.name}, seconds", board.bound, board.reach, lower=True)
        verdicts.append(Verdict(bound, found.seconds))
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    conclude(verdicts, rows, asked.json)


if __name__ == "__main__":
    main()
