"""The rows of the study: checks, and their fields as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from experiments.chain.settings import titled
from experiments.markdown import number
from experiments.study import TIMED, Row, matching


def check_values(rows: Sequence[Row]) -> None:
    """Raises ValueError if two searches prove bounds on the value of a board that exclude each other."""
    for board in boards_of(rows):
        proved = matching(rows, board=board, complete=True)
        if proved and max(row["lower"] for row in proved) > min(row["upper"] for row in proved):
            raise ValueError(f"{board}: two searches proved values that exclude each other.")


def boards_of(rows: Iterable[Row]) -> list[str]:
    """The keys of the boards, from the smallest to the largest."""
    return sorted({row["board"] for row in rows})


def board_title(key: str) -> str:
    """A board for people: `4x4, k = 3` for the key 4x4k3."""
    return re.sub(r"k(\d+)$", r", k = \1", key)


def options_of(row: Row) -> dict[str, Any]:
    """The algorithm and its settings, as options of a row of the benchmark."""
    return {name: row[name] for name in ("algorithm", "table", "deepening", "objective")}


def title(row: Row) -> str:
    """The algorithm and its settings, for people."""
    scaled = ", scaled rewards" if row["objective"] == "distance" else ""
    return titled(row["algorithm"], (row["table"], row["deepening"])) + scaled


def states_text(row: Row) -> str:
    """All positions visited in the game; `>` those visited before it was cut short."""
    return f"{row['states']:,}" if row["complete"] else f"> {row[TIMED]['states']:,}"


def seconds_text(row: Row) -> str:
    """The seconds of searching in the game; `>` those before it was cut short."""
    taken = number(row[TIMED]["seconds"])
    if not row["complete"]:
        return f"> {taken}"
    return taken if row["compiled"] else f"{taken} (interpreted)"
