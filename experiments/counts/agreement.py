"""Which rows of two ways of counting agree."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.counts.board_rows import board_of, of_board
from experiments.study import Row, matching


class Agreement:
    """That of the rows of one study."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.sweeps = {row["n"]: row for row in matching(rows, by="sweep")}
        self.counted = [row for row in rows if row["by"] in ("formula", "transfer")]
        self.censuses = matching(rows, by="census")

    def disagreements(self) -> list[str]:
        """The cases that contradict another."""
        wrong = [row["case"] for row in self.sweeps.values() if row["different"]]
        return wrong + [row["case"] for row in self.counted if self.by_census(row) is False]

    def by_census(self, row: Row) -> bool | None:
        """Whether the census of its board says the same, of all plies that it saw; None where there was none."""
        walked = self.census_of(row)
        if walked is None:
            return None
        plies = len(walked["positions"])
        same = all(walked[what] == row[what][:plies] for what in ("positions", "nodes", "won"))
        return same and (not walked["complete"] or walked["drawn"] == row["drawn"])

    def census_of(self, row: Row) -> Row | None:
        """That of its board."""
        return next(iter(matching(self.censuses, **of_board(board_of(row)))), None)

    def words(self, row: Row) -> str:
        """What checks a row, in a cell of a table."""
        found: list[str] = []
        walked, sweep = self.census_of(row), self.sweeps.get(row.get("n", 0))
        if walked is not None:
            reach = "census" if walked["complete"] else f"census to ply {len(walked['positions']) - 1}"
            found.append(reach if self.by_census(row) else f"**not the {reach}**")
        if sweep is not None:
            found.append(f"sweep, {sweep['method']}" if not sweep["different"] else "**not the sweep**")
        return ", ".join(found) or "none"
