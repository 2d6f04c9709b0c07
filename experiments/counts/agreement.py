"""Whether two ways of counting give the same numbers."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.counts.board_rows import board_of, of_board
from experiments.study import Row, matching


class Agreement:
    """The checks of the counts in the rows of one study."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.sweeps = {row["n"]: row for row in matching(rows, by="sweep")}
        self.counted = [row for row in rows if row["by"] in ("formula", "transfer")]
        self.censuses = matching(rows, by="census")

    def disagreements(self) -> list[str]:
        """The cases that contradict another one."""
        wrong = [row["case"] for row in self.sweeps.values() if row["different"]]
        return wrong + [row["case"] for row in self.counted if self.is_confirmed(row) is False]

    def is_confirmed(self, row: Row) -> bool | None:
        """Whether the census of the same board gives the same counts for all plies that it visited; None without census."""
        census = self.census_of(row)
        if census is None:
            return None
        plies = len(census["positions"])
        same = all(census[field] == row[field][:plies] for field in ("positions", "nodes", "won"))
        return same and (not census["complete"] or census["drawn"] == row["drawn"])

    def census_of(self, row: Row) -> Row | None:
        """The census of the board of a row, if there is one."""
        return next(iter(matching(self.censuses, **of_board(board_of(row)))), None)

    def checked_by(self, row: Row) -> str:
        """The checks of a row, for a cell of a table; one that disagrees is in bold."""
        checks: list[str] = []
        census, sweep = self.census_of(row), self.sweeps.get(row.get("n", 0))
        if census is not None:
            name = "census" if census["complete"] else f"census to ply {len(census['positions']) - 1}"
            checks.append(name if self.is_confirmed(row) else f"**{name} differs**")
        if sweep is not None:
            checks.append(f"sweep, {sweep['method']}" if not sweep["different"] else "**sweep differs**")
        return ", ".join(checks) or "none"
