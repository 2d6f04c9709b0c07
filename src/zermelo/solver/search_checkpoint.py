"""Checkpoints of a search: what its state is, whose it is, and when it is written.

A search can be stopped at any node, and begun again from the root: with the table full of what it had found, it is soon
where it was. So what is kept is the table, what the order of moves has learnt, the counters, and what was proved at the
root: all of it arrays that nobody writes to while the search is stopped.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from zermelo.core.errors import BadCheckpoint, BadOption
from zermelo.core.fingerprint import digest
from zermelo.core.game import Game
from zermelo.core.stakes import Reward, whole
from zermelo.search import Algorithm
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import USED, TranspositionTable
from zermelo.solver.options import Options
from zermelo.solver.setup import deepens, full_depth, knowledge_used
from zermelo.work.checkpoint import Arrays, CheckpointFile, Kept
from zermelo.work.identity import makings_of, subject_of

SHARE: Final = 0.05
"""Writing takes no larger share of the time: else the next checkpoint is put off."""

LEARNT: Final = ("killers", "history")
"""What an order of moves has learnt, if it is one that learns."""


def identity_of(game: Game[Any], algorithm: Algorithm, options: Options, search: Search, state: Any) -> dict[str, str]:
    """What a search is, for its checkpoints: all that the scores in its table depend on.

    `game` is without what the options leave out. Its code and all that it holds are compared.
    """
    return {
        **subject_of(game, state),
        "algorithm": algorithm.name,
        "objective": options.objective,
        "depth": str(full_depth(game, options)),
        "deepening": "on" if deepens(game, options) else "off",
        "etc": "on" if options.etc else "off",
        "knowledge": ", ".join(knowledge_used(game, algorithm, options)) or "none",
        **makings_of(game),
        "code of the search": digest(algorithm.search_root, search),
    }


class Keeper:
    """Writes the checkpoints of one search, and puts its arrays back where they were."""

    def __init__(self, file: CheckpointFile, search: Search, every: float) -> None:
        """`every`: seconds between two checkpoints."""
        self.file = file
        self.search = search
        self.every = every
        self.written: float | None = None
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

    def save(self, facts: Mapping[str, Any]) -> None:
        """Write a checkpoint of the search, which is stopped. Where that fails the search goes on all the same."""
        started = time.monotonic()
        try:
            self.file.save(facts, arrays_of(self.search))
            self._trouble = ""
            self.written = time.monotonic()
        except OSError as error:
            self._trouble = f"The last checkpoint could not be written to {str(self.file.path)!r}: {error.strerror}."
        self._began = time.monotonic()
        while self._began - started > SHARE * self.every:
            self.every *= 2

    def restore(self, kept: Kept) -> None:
        """Give the search the arrays that were kept. Raises BadCheckpoint, and BadOption if there is no room for them."""
        try:
            put_back(self.search, kept.arrays)
        except (KeyError, ValueError, IndexError):
            raise BadCheckpoint(f"{str(self.file.path)!r} does not hold this search; name another file.") from None


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
    table.fill[USED] = fill[0]
    return table


def to_text(reward: Reward | None) -> str | None:
    """A reward for the facts of a checkpoint."""
    return None if reward is None else str(reward)


def to_reward(text: str | None) -> Reward | None:
    """The inverse of `to_text`."""
    return None if text is None else whole(Fraction(text))
