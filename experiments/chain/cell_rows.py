"""The rows of cells: what they are of, and how they are told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from experiments.chain.settings import titled
from experiments.markdown import number
from experiments.study import TIMED, Row, matching


def check_values(rows: Sequence[Row]) -> None:
    """All that is proved of one board agrees, or there is a defect. Raises ValueError."""
    for board in boards_of(rows):
        proved = matching(rows, board=board, complete=True)
        if proved and max(row["lower"] for row in proved) > min(row["upper"] for row in proved):
            raise ValueError(f"{board}: two searches proved values that exclude each other.")


def boards_of(rows: Iterable[Row]) -> list[str]:
    """The boards, from the smallest on."""
    return sorted({row["board"] for row in rows})


def options_of(row: Row) -> dict[str, Any]:
    """The algorithm and what it is set to, as a row of the benchmark has them."""
    return {name: row[name] for name in ("algorithm", "table", "deepening", "objective")}


def title(row: Row) -> str:
    """The algorithm and its setting, for people."""
    scaled = ", scaled rewards" if row["objective"] == "distance" else ""
    return titled(row["algorithm"], (row["table"], row["deepening"])) + scaled


def states_text(row: Row) -> str:
    """All states of the game, or those before it was cut short."""
    return f"{row['states']:,}" if row["complete"] else f"> {row[TIMED]['states']:,}"


def seconds_text(row: Row) -> str:
    """All seconds of the game, or those after which it was cut short."""
    taken = number(row[TIMED]["seconds"])
    if not row["complete"]:
        return f"> {taken}"
    return taken if row["compiled"] else f"{taken} (interpreted)"
