"""`verify_table`: compare every entry of a table with the rules and with the entries of its successors.

That is enough. If every play ends, only one value and one distance for each position can agree with those of all successors.
If positions may recur, so that a play may never end, distances that fall with each ply lead to an end, and in a position
without a distance neither player can force an end that is better than endless play.
The check does not depend on how the table was made: it uses neither layers nor the arithmetic of scores.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from zermelo.core.component import Component
from zermelo.core.encoded import GameView
from zermelo.core.errors import BadTable
from zermelo.core.game import Game
from zermelo.core.supervision import Supervised
from zermelo.core.words import least_image, state_at
from zermelo.games.catalogue import FAMILIES, as_game, game_named
from zermelo.native.machine import Machine
from zermelo.preflight.faults import failures_of
from zermelo.search.parts.scoring import sign_of
from zermelo.tablebase.endless import stored
from zermelo.tablebase.entries import Entries
from zermelo.tablebase.manifest import Manifest, read_manifest
from zermelo.tablebase.table import Table, open_table
from zermelo.work.files import digest_of

State = TypeVar("State")

RIGHT: Final = 0
MISPLACED: Final = 1
MISSING: Final = 2
WRONG: Final = 3
FAULTS: Final = {
    MISPLACED: "{} is in the wrong place in the table, or is not the least of its images",
    MISSING: "{} has a successor that is not in the table",
    WRONG: "{} has {}, which does not agree with the rules or with its successors",
}


class TableVerdict(NamedTuple):
    """The result of verifying a table."""

    consistent: bool
    text: str
    seconds: float


class Audit(Component):
    """The data of the kernel `audit`: the entries, and what it finds."""

    def __init__(self, entries: Entries, unit: int) -> None:
        """A score is `unit` times the value, moved towards 0 by one for each ply of the distance."""
        self.entries = entries
        self.unit = unit
        self.count = np.zeros(1, np.int64)
        self.fault = np.zeros(1, np.int64)
        """RIGHT, or the fault of the entry at which the kernel stopped."""
        self.until = np.array([len(entries.scores)])
        """The place of the entry after the last one to examine."""
        self.stop = np.zeros(1, np.int64)

    def decoded(self, score: int) -> tuple[int, int]:
        """The value and the distance that a score encodes; for a value of 0 the distance is 0."""
        value = (abs(score) + self.unit - 1) // self.unit
        distance = value * self.unit - abs(score)
        return (value if score > 0 else -value), distance


def audit(game: Game[State], work: Audit, initial: State, start: int) -> int:
    """The place of the first wrong entry from `start` on, or of the end of those to examine if all are right."""
    entries, until = work.entries, int(work.until[0])
    for place in range(start, until):
        if work.stop[0] != 0:
            return place
        if entries.scores[place] == entries.absent:
            continue
        entries.read(place)
        work.fault[0] = fault_of(game, work, state_at(initial, entries.coding.words, 0), place)
        if work.fault[0] != RIGHT:
            return place
        work.count[0] += 1
    return until


def fault_of(game: Game[State], work: Audit, state: State, place: int) -> int:
    """The fault of the entry at `place`, which is that of `state`; RIGHT if it has none."""
    entries = work.entries
    if entries.place(least_image(game, state)) != place:
        return MISPLACED
    value, distance = work.decoded(int(entries.scores[place]))
    if game.terminal(state):
        return RIGHT if value == stored(game, state, game.reward(state)) and distance == 0 else WRONG
    best, soonest, tried = 0, 0, 0
    for action in game.actions(state):
        child = game.apply(state, action)
        score = entries.score(least_image(game, child))
        if score == entries.absent:
            return MISSING
        reward, plies = work.decoded(score)
        reward, plies = sign_of(game, state, child) * reward, plies + 1
        sooner = plies < soonest if reward > 0 else plies > soonest
        if tried == 0 or reward > best or (reward == best and sooner):
            best, soonest = reward, plies
        tried += 1
    return RIGHT if tried > 0 and best == value and (value == 0 or soonest == distance) else WRONG


def verify_table(
    folder: str | os.PathLike[str],
    game: Game[Any] | str | None = None,
    *,
    compiled: bool | None = None,
    progress: Callable[[str], None] | None = None,
) -> TableVerdict:
    """Compare every entry of the table in a folder with the rules and with the entries of its successors.

    `game` may be left out if the game of the table comes with zermelo.

    Raises BadTable if the folder holds no table, or one that is damaged or was made with other code of the game; BadGame,
    NotCompilable, GameFailed, KeyboardInterrupt.
    """
    began = time.perf_counter()
    manifest = read_manifest(Path(folder))
    game = game_of(manifest) if game is None else as_game(game)
    with failures_of(game):
        table = open_table(folder, game)
        check_files(table)
        auditor = Auditor(table, compiled)
        fault = auditor.fault(0, table.manifest.entries, progress)
        consistent, text = concluded(table, fault, auditor.count)
    return TableVerdict(consistent, text, time.perf_counter() - began)


def game_of(manifest: Manifest) -> Game[Any]:
    """The game of a table if it comes with zermelo; other games that a manifest names are not imported.

    Raises BadTable, BadGame.
    """
    if manifest.game.partition("(")[0] not in FAMILIES:
        raise BadTable(
            f"The table is of {manifest.game!r}, which does not come with zermelo; give the game: --game FILE.py."
        )
    return game_named(manifest.game)


def check_files(table: Table) -> None:
    """Raise BadTable if a file does not match its digest in the manifest."""
    for name, digest in table.manifest.digests.items():
        path = table.folder / name
        if digest_of(path) != digest:
            raise BadTable(f"{str(path)!r} is damaged: its contents do not match its digest in the manifest.")


class Auditor:
    """Examines the entries of a table, some at a time."""

    def __init__(self, table: Table, compiled: bool | None) -> None:
        """Raises NotCompilable."""
        self.table = table
        self._work = Audit(table.entries, table.scoring.unit)
        self.machine = Machine(audit, table.seen, self._work, compiled=compiled)
        self._initial = table.seen.initial()

    @property
    def count(self) -> int:
        return int(self._work.count[0])

    def fault(self, first: int, until: int, progress: Callable[[str], None] | None) -> str:
        """What is wrong with the first wrong entry from `first` on, before `until`; "" if all are right. Raises
        KeyboardInterrupt.
        """
        work, table = self._work, self.table
        work.until[0], work.fault[0] = until, RIGHT

        def halt() -> None:
            work.stop[0] = 1

        def on_tick() -> None:
            if progress:
                progress(f"{self.count:,} of {table.manifest.positions:,} positions")

        supervised = Supervised(lambda: self.machine.run(self._initial, first), halt, seconds=None, on_tick=on_tick)
        place = supervised.run()
        if supervised.stopped:
            raise KeyboardInterrupt
        if work.fault[0] == RIGHT:
            return ""
        table.entries.read(place)
        state = state_at(self._initial, table.entries.coding.words, 0)
        own = table.seen.inside(state) if isinstance(table.seen, GameView) else state
        known = _described(table, own, int(table.entries.scores[place]))
        return FAULTS[int(work.fault[0])].format(repr(table.seen.position_text(state)), known)


def concluded(table: Table, fault: str, count: int) -> tuple[bool, str]:
    """Whether a table is right, and that in one line: from what is wrong with an entry, or from how many are right."""
    manifest = table.manifest
    if not fault and count != manifest.positions:
        fault = f"the table has {count:,} positions, but its manifest says {manifest.positions:,}"
    if not fault and table.entries.interpreted().score(manifest.root) == table.entries.absent:
        fault = f"{manifest.position!r} is not in the table"
    if fault:
        return False, f"WRONG: {table.game}: {fault}."
    right = f"all {manifest.positions:,} positions agree with the rules and their successors"
    return True, f"CONSISTENT: {table.game}: {right}."


def _described(table: Table, state: Any, score: int) -> str:
    value, distance = table.value_and_distance(state, score)
    return f"value {value}" + ("" if distance is None else f" in {distance} plies")
