"""Checkpoints of a search: what they contain, to which search they belong, and when they are written.

A search can be stopped at any node and started again from the root: the table remembers what was found, so the search is
soon back where it was. A checkpoint therefore contains the table, what move ordering has learnt, the counters, and the
results at the root. All of these are arrays, which do not change while the search is stopped.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from zermelo.core.arrays import as_numpy, of, over
from zermelo.core.errors import BadCheckpoint, BadOption
from zermelo.core.fingerprint import digest
from zermelo.core.reward_scale import whole
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import USED, WRITTEN, TranspositionTable
from zermelo.solver.findings import Findings
from zermelo.solver.plan import Plan
from zermelo.work.checkpoint import CheckpointFile
from zermelo.work.checkpoint_format import Arrays, Checkpoint
from zermelo.work.identity import subject_of, versions_of

SHARE: Final = 0.05
"""The largest share of the time that writing may take. If it takes more, the interval is increased."""

REWARDS: Final = ("lower", "upper", "secured")
"""The findings that are rewards."""


def identity_of(plan: Plan[Any], search: Search, state: Any) -> dict[str, str]:
    """The identity of a search, for its checkpoints: everything that the scores in its table depend on.

    It includes digests of the game's code, of all the game's data, and of the code of the search.
    """
    game, options = plan.searched_game, plan.options
    return {
        **subject_of(game, state),
        "algorithm": plan.algorithm.name,
        **options.identity(),
        "depth": str(plan.full_depth),
        "deepening": "on" if plan.deepens else "off",
        "knowledge": ", ".join(plan.knowledge_used) or "none",
        **versions_of(game),
        "code of the search": digest(plan.algorithm.search_root, search),
    }


class CheckpointWriter:
    """Writes the checkpoints of one search, and restores the search from one."""

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
        """What went wrong with the file; empty if nothing did."""
        return " ".join(filter(None, (self.file.note, self._trouble)))

    def is_due(self) -> bool:
        return time.monotonic() - self._began >= self.every

    def since_written(self) -> float | None:
        """Seconds since the last checkpoint was written; None if none was."""
        return None if self._written is None else time.monotonic() - self._written

    def write(self, findings: Findings, seconds: float) -> None:
        """Write a checkpoint of the search, which must be stopped. If that fails, `note` says so, and no error is raised."""
        started = time.monotonic()
        try:
            self.file.save(_facts(findings, seconds), arrays_of(self.search))
            self._trouble = ""
            self._written = time.monotonic()
        except OSError as error:
            self._trouble = f"The last checkpoint could not be written to {str(self.file.path)!r}: {error.strerror}."
        self._began = time.monotonic()
        while self._began - started > SHARE * self.every:
            self.every *= 2

    def resumed(self, kept: Checkpoint) -> tuple[Findings, float]:
        """Restore the search. Returns the findings, and the seconds that it had taken by then. Raises BadCheckpoint, and
        BadOption if the arrays do not fit in memory.
        """
        try:
            put_back(self.search, kept.arrays)
            return _findings(kept.facts), float(kept.facts["seconds"])
        except (KeyError, ValueError, IndexError, TypeError):
            raise BadCheckpoint(f"{str(self.file.path)!r} does not hold this search; name another file.") from None


# --- the findings -------------------------------------------------------------------------------------------------------
def _facts(findings: Findings, seconds: float) -> dict[str, Any]:
    """The findings for the header of a checkpoint. Rewards are strings, since means are fractions."""
    facts = findings._asdict()
    rewards = {name: None if facts[name] is None else str(facts[name]) for name in REWARDS}
    return {**facts, **rewards, "seconds": seconds}


def _findings(facts: Mapping[str, Any]) -> Findings:
    """The inverse of `_facts`. Raises KeyError, ValueError or TypeError for facts of something else."""
    fields = {name: facts[name] for name in Findings._fields}
    fields |= {name: None if fields[name] is None else whole(Fraction(fields[name])) for name in REWARDS}
    fields["rewards"] = None if fields["rewards"] is None else tuple(fields["rewards"])
    return Findings(**fields)


# --- the search itself --------------------------------------------------------------------------------------------------
def arrays_of(search: Search) -> Arrays:
    """The arrays of a search that a checkpoint contains."""
    learnt = {name: getattr(search.order, name) for name in ("killers", "history") if hasattr(search.order, name)}
    table: Any = search.table
    fill = of([table.fill[USED], table.fill[WRITTEN]])
    arrays = {"table": table.rows, "fill": fill, "counters": search.counters, "root": search.root, **learnt}
    return {name: as_numpy(array) for name, array in arrays.items()}


def put_back(search: Search, arrays: Arrays) -> None:
    """Restore a search from the arrays of a checkpoint. Raises KeyError, ValueError or IndexError for those of another
    search, and BadOption if they do not fit in memory.
    """
    search.table = _table(search.table, arrays["table"], arrays["fill"])
    targets = arrays_of(search)
    for name, array in arrays.items():
        if name not in ("table", "fill"):
            targets[name][:] = array


def _table(empty: Any, rows: Any, fill: Any) -> TranspositionTable:
    """The stored table, in place of an empty one. Raises BadOption, and ValueError if it has another form.

    It must fit in memory. If there is no room for a larger copy, it does not grow any more.
    """
    is_power_of_two = len(rows) > 1 and len(rows) & (len(rows) - 1) == 0
    if not is_power_of_two or rows.dtype != "int64" or rows.shape[1:] != empty.rows.shape[1:]:
        raise ValueError
    memory = int(empty.memory[0])
    if rows.nbytes > memory:
        raise BadOption(
            f"memory: {memory} bytes is too little for the table; the one in the checkpoint has {rows.nbytes} bytes."
        )
    table = TranspositionTable(empty.width, memory, len(rows), wide=empty.wide)
    table.rows = over(rows, rows.shape)
    table.fill[USED], table.fill[WRITTEN] = map(int, fill)
    return table
