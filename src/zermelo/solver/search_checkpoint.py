"""Checkpoints of a search: what its state is, whose it is, and when it is written.

A search can be stopped at any node, and begun again from the root: with the table full of what it had found, it is soon
where it was. So what is kept is the table, what the order of moves has learnt, the counters, and what was proved at the
root: all of it arrays that nobody writes to while the search is stopped.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from zermelo.core.errors import BadCheckpoint, BadOption
from zermelo.core.fingerprint import digest
from zermelo.core.stakes import whole
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import USED, TranspositionTable
from zermelo.solver.findings import Findings
from zermelo.solver.plan import Plan
from zermelo.work.checkpoint import CheckpointFile
from zermelo.work.checkpoint_format import Arrays
from zermelo.work.identity import makings_of, subject_of

SHARE: Final = 0.05
"""Writing takes no larger share of the time: else the next checkpoint is put off."""

REWARDS: Final = ("lower", "upper", "secured")
"""Which findings are rewards."""

LEARNT: Final = ("killers", "history")
"""What an order of moves has learnt, if it is one that learns."""


def identity_of(plan: Plan[Any], search: Search, state: Any) -> dict[str, str]:
    """What a search is, for its checkpoints: all that the scores in its table depend on.

    The code of the searched game and all that it holds are compared.
    """
    game, options = plan.searched_game, plan.options
    return {
        **subject_of(game, state),
        "algorithm": plan.algorithm.name,
        "objective": options.objective,
        "depth": str(plan.full_depth),
        "deepening": "on" if plan.deepens else "off",
        "etc": "on" if options.etc else "off",
        "knowledge": ", ".join(plan.knowledge_used) or "none",
        **makings_of(game),
        "code of the search": digest(plan.algorithm.search_root, search),
    }


class CheckpointWriter:
    """Writes the checkpoints of one search, and puts back what one held."""

    def __init__(self, file: CheckpointFile, search: Search, every: float) -> None:
        """`every`: seconds between two checkpoints."""
        self.file = file
        self.search = search
        self.every = every
        self._written: float | None = None
        """When the last checkpoint was written."""
        self._began = time.monotonic()
        self._trouble = ""

    @property
    def note(self) -> str:
        """What went wrong with the file, if anything did."""
        return " ".join(filter(None, (self.file.note, self._trouble)))

    def is_due(self) -> bool:
        """Whether it is time to stop the search for a checkpoint."""
        return time.monotonic() - self._began >= self.every

    def since_written(self) -> float | None:
        """Seconds since the last checkpoint was written; None if none was."""
        return None if self._written is None else time.monotonic() - self._written

    def write(self, found: Findings, seconds: float) -> None:
        """Write a checkpoint of the search, which is stopped. Where that fails the search goes on all the same."""
        started = time.monotonic()
        try:
            self.file.save(facts_of(found, seconds), arrays_of(self.search))
            self._trouble = ""
            self._written = time.monotonic()
        except OSError as error:
            self._trouble = f"The last checkpoint could not be written to {str(self.file.path)!r}: {error.strerror}."
        self._began = time.monotonic()
        while self._began - started > SHARE * self.every:
            self.every *= 2

    def restore(self, arrays: Arrays) -> None:
        """Give the search the arrays of a checkpoint. Raises BadCheckpoint, and BadOption if there is no room for them."""
        try:
            put_back(self.search, arrays)
        except (KeyError, ValueError, IndexError):
            raise self._of_another_search() from None

    def read(self, facts: Mapping[str, Any]) -> tuple[Findings, float]:
        """What had been found by a checkpoint, and after how many seconds. Raises BadCheckpoint."""
        try:
            return found_from(facts), float(facts["seconds"])
        except (KeyError, ValueError, TypeError):
            raise self._of_another_search() from None

    def _of_another_search(self) -> BadCheckpoint:
        return BadCheckpoint(f"{str(self.file.path)!r} does not hold this search; name another file.")


# --- what has been found ------------------------------------------------------------------------------------------------
def facts_of(found: Findings, seconds: float) -> dict[str, Any]:
    """For the header of a checkpoint; rewards as text, since means are fractions."""
    facts = dataclasses.asdict(found)
    rewards = {name: None if facts[name] is None else str(facts[name]) for name in REWARDS}
    return {**facts, **rewards, "seconds": seconds}


def found_from(facts: Mapping[str, Any]) -> Findings:
    """The inverse of `facts_of`. Raises KeyError, ValueError and TypeError for facts of something else."""
    kept = {field.name: facts[field.name] for field in dataclasses.fields(Findings)}
    kept |= {name: None if kept[name] is None else whole(Fraction(kept[name])) for name in REWARDS}
    kept["rewards"] = None if kept["rewards"] is None else tuple(kept["rewards"])
    return Findings(**kept)


# --- the search itself --------------------------------------------------------------------------------------------------
def arrays_of(search: Search) -> Arrays:
    """What there is to keep of a search."""
    learnt = {name: getattr(search.order, name) for name in LEARNT if hasattr(search.order, name)}
    table: Any = search.table
    return {"table": table.rows, "fill": table.fill[:1], "counters": search.counters, "root": search.root, **learnt}


def put_back(search: Search, arrays: Arrays) -> None:
    """Give a search the arrays that were kept; KeyError, ValueError and IndexError tell that they are of another one.

    Raises BadOption if there is no room for them.
    """
    search.table = _table(search.table, arrays["table"], arrays["fill"])
    targets = arrays_of(search)
    for name, array in arrays.items():
        if name not in ("table", "fill"):
            targets[name][:] = array


def _table(empty: Any, rows: Any, fill: Any) -> TranspositionTable:
    """The table that was kept, in place of an empty one. Raises BadOption, and ValueError if it is of another kind.

    It needs room for itself; where there is none for it and a larger one it grows no more.
    """
    is_power_of_two = len(rows) > 1 and len(rows) & (len(rows) - 1) == 0
    if not is_power_of_two or rows.dtype != empty.rows.dtype or rows.shape[1:] != empty.rows.shape[1:]:
        raise ValueError
    memory = int(empty.memory[0])
    if rows.nbytes > memory:
        raise BadOption(
            f"memory: {memory} bytes for the table are too few; the one in the checkpoint has {rows.nbytes}."
        )
    table = TranspositionTable(empty.width, memory, len(rows), wide=empty.wide)
    table.rows = rows
    table.fill[USED] = fill[USED]
    return table
