"""Discovering the positions of a game in which positions may recur, layer by layer, each position once.

    rows of a layer --> discover --> a set of the positions so far, the new ones last

The set stays in memory from one layer to the next. When it is full, the new positions are written to a run, and it is
emptied: from then on, positions that it has forgotten are recognised by the layers on disk.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from zermelo.core.component import Component
from zermelo.core.errors import BadOption, BrokenContract
from zermelo.core.game import Game
from zermelo.core.symmetry import least_image
from zermelo.core.words import hash_words, holds, pack, put, state_at
from zermelo.tablebase.expansion import outcome
from zermelo.tablebase.layers import LEAST_SLOTS, Layers
from zermelo.tablebase.limits import Limits
from zermelo.work.checkpoint import CheckpointFile, other_work
from zermelo.work.runs import BLOCK, Rows, Run, firsts, in_one_order, merged, order, without, written

State = TypeVar("State")


MOST_SLOTS: Final = 1 << 32
"""The number of a slot has 32 bits."""

SHARE: Final = 2
"""The set takes this fraction of the memory, 1 / SHARE; the rest is for copies of new positions while they are sorted."""


class Discovery(Component):
    """The data of the kernel `discover`."""

    limbs = 0
    """Plays are not counted."""

    def __init__(self, words: int, capacity: int, *, symmetric: bool) -> None:
        """`capacity` is the number of slots, a power of two."""
        self.symmetric = symmetric
        self.rows = np.zeros((0, words), np.int64)
        """The states to expand."""
        self.slots = np.zeros((capacity, words), np.int64)
        self.used = np.zeros(capacity, np.int8)
        """1 for each slot in use."""
        self.listed = np.zeros(capacity, np.uint32)
        """The slots in use, in the order in which they were filled."""
        self.fill = np.zeros(1, np.int64)
        """The number of slots in use."""
        self.ended = np.zeros((3, 1), np.int64)
        """For each result, the number of positions in which play ended with it."""
        self.links = np.zeros(1, np.int64)
        """The number of actions in all positions that have been expanded."""
        self.ply = np.zeros(1, np.int64)
        """The ply of the rows."""
        self.stop = np.zeros(1, np.int64)
        """If not 0, the kernel stops before the next row."""

    def is_full(self, actions: int) -> bool:
        """Whether the set would be more than three quarters full if all `actions` of one more row led to new states."""
        return self.fill[0] + actions > len(self.slots) * 3 // 4

    def add(self, words: Any) -> None:
        """Add the state with these words, unless it is there."""
        slot = hash_words(words) & (len(self.slots) - 1)
        while self.used[slot] != 0:
            if holds(self.slots, slot, words):
                return
            slot = (slot + 1) & (len(self.slots) - 1)
        put(self.slots, slot, words)
        self.used[slot] = 1
        self.listed[self.fill[0]] = slot
        self.fill[0] += 1


def discover(game: Game[State], work: Discovery, initial: State, start: int, alpha: int, beta: int, guess: int) -> int:
    """Add the children of the rows from `start` on until the set is full; returns how many rows are expanded.

    The last three arguments are not used.
    """
    for row in range(start, len(work.rows)):
        if work.stop[0] != 0 or work.is_full(game.action_count):
            return row
        state = state_at(initial, work.rows, row)
        if game.terminal(state):
            work.ended[outcome(game, state, int(work.ply[0])), 0] += 1
            continue
        moves = 0
        for action in game.actions(state):
            child = game.apply(state, action)
            work.add(least_image(game, child) if work.symmetric else pack(child))
            moves += 1
        if moves == 0:
            raise BrokenContract("a position that is not terminal has no legal action")
        work.links[0] += moves
    return len(work.rows)


class Discoveries(Layers):
    """Layers in which each position is only in the first layer that reaches it. They are kept, merged into a few runs."""

    kernel = staticmethod(discover)

    def __init__(
        self,
        game: Game[Any],
        state: Any,
        folder: Path,
        file: CheckpointFile | None,
        limits: Limits,
        *,
        symmetric: bool,
    ) -> None:
        """As for `Layers`."""
        self.since = 0
        """How many positions the set had when the layer began."""
        self.forgotten = False
        """Whether there are positions that are not in the set."""
        self.expansion: Any = None
        super().__init__(game, state, folder, file, limits, symmetric=symmetric, keep=True)
        self.forgotten = bool(self.plies) or self.row > 0
        if not self.forgotten:
            self.expansion.add(tuple(next(self.layer.blocks())[0].tolist()))
            self.since = 1

    @property
    def links(self) -> int:
        """The number of actions in all positions that have been expanded."""
        return int(self.expansion.links[0])

    def facts(self) -> dict[str, Any]:
        """The facts in a checkpoint."""
        return super().facts() | {"links": self.links}

    def _resume(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        super()._resume(facts, arrays)
        try:
            self.expansion.links[0] = facts["links"]
        except (KeyError, TypeError, ValueError):
            raise other_work(self.folder) from None

    def _plays(self) -> None:
        """Plays may go on for ever, so they are not counted."""

    def _expansion(self, limbs: int, slots: int) -> Any:
        """The set, which stays the same from layer to layer."""
        if self.expansion is None:
            self.expansion = Discovery(self.words, self._slots(limbs), symmetric=self.symmetric)
        self.expansion.ended[:] = 0
        return self.expansion

    def _slots(self, limbs: int) -> int:
        slot = 8 * self.words + 5
        most = min(self.limits.memory // SHARE // slot, MOST_SLOTS)
        if most < LEAST_SLOTS or most < 2 * self.game.action_count:
            least = slot * SHARE * max(LEAST_SLOTS, 2 * self.game.action_count)
            raise BadOption(
                f"memory = {self.limits.memory} bytes is too little for {self.game}; at least {least} are needed."
            )
        return 1 << (most.bit_length() - 1)

    def _give(self, rows: Rows, limbs: int) -> None:
        self.expansion.rows = np.ascontiguousarray(rows[:, : self.words])
        self.expansion.ply[0] = self.ply

    def _empty(self) -> None:
        expansion = self.expansion
        expansion.used[:] = 0
        expansion.fill[0] = 0
        self.since, self.forgotten = 0, True

    def _contents(self) -> Iterator[Rows]:
        """The new rows in the set, in order."""
        expansion = self.expansion
        used = expansion.listed[self.since : int(expansion.fill[0])]
        used = used[order(expansion.slots[used])]
        for start in range(0, len(used), BLOCK):
            yield expansion.slots[used[start : start + BLOCK]]

    def _gathered(self) -> Run:
        name, forgotten = f"layer-{self.ply + 1}", self.forgotten
        if self.runs:
            self._spill()
            reached = (rows[firsts(rows, self.words)] for rows in merged(self.runs, self.words))
        else:
            reached = self._contents()
        if forgotten or self.runs:
            reached = without(reached, [*self.kept, self.layer], self.words, self.words)
        following = self._written(name, reached)
        self.since = int(self.expansion.fill[0])
        return following

    def _merged_away(self) -> list[Run]:
        """Merge the last kept runs while they are of similar sizes: so there are few, and each row is seldom rewritten."""
        spent: list[Run] = []
        while len(self.kept) > 1 and self.kept[-2].rows < 2 * self.kept[-1].rows:
            pair, self.kept = self.kept[-2:], self.kept[:-2]
            name = f"layer-{self.ply}-kept-{len(spent)}"
            rows = in_one_order([run.blocks() for run in pair], self.words)
            self.kept.append(written(self.folder, name, self.words, rows, lasting=self.file is not None))
            spent += pair
        return spent
