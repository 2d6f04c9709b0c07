"""`tabulate`: the value and distance of every position of a game, as a table on disk."""

from __future__ import annotations

import contextlib
import os
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Unpack

from zermelo.core.errors import NotSupported
from zermelo.core.game import Game
from zermelo.core.options import made
from zermelo.core.paths import check_folder
from zermelo.core.positions import AsState
from zermelo.core.stable_text import SCHEMA
from zermelo.core.supervision import Allowance, not_counted
from zermelo.games.catalogue import as_game
from zermelo.preflight.faults import failures_of, unchanged
from zermelo.tablebase.cyclic_builder import CyclicTableBuilder
from zermelo.tablebase.in_memory import LONGEST, MOST_POSITIONS, MemoryTable
from zermelo.tablebase.layers import Halted
from zermelo.tablebase.limits import LimitOptions, Limits
from zermelo.tablebase.links import remove_links
from zermelo.tablebase.manifest import CODES, MANIFEST, Start
from zermelo.tablebase.resumable import Workplace, in_rows, start, watched
from zermelo.tablebase.table import Entry, Table, open_table
from zermelo.tablebase.table_builder import TableBuilder
from zermelo.work.checkpoint import CheckpointFile
from zermelo.work.folder import identity_of, kept_in, writing_to

SECONDS: Final = 20.0
"""Of processor time, for a table in memory of a game that is not compiled: this work cannot be resumed."""
POSITION: Final = 1024
"""The bytes of a position there, at most."""
PART: Final = 4
"""At most this part of the time given, 1 / PART, goes to a table in memory: the rest is for work that can be resumed."""


@dataclass(frozen=True)
class Tabulation:
    """The result of `tabulate`: the table, or why the work stopped."""

    game: str
    position: str
    table: Table | None
    """None if the work was stopped; the same call resumes it."""
    entry: Entry | None
    stopped: str
    """"complete", "seconds" or "interrupted"."""
    seconds: float
    compiled: bool

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of the schema."""
        table = self.table
        return {
            "schema": SCHEMA,
            "game": self.game,
            "position": self.position,
            "value": None if self.entry is None else self.entry.value,
            "distance": None if self.entry is None else self.entry.distance,
            "folder": None if table is None else str(table.folder),
            "positions": None if table is None else len(table),
            "bytes": None if table is None else table.bytes,
            "stopped": self.stopped,
            "seconds": self.seconds,
            "compiled": self.compiled,
        }


def tabulate(
    game: Game[Any] | str,
    position: Any = None,
    *,
    folder: str | os.PathLike[str] | None = None,
    progress: Callable[[str], None] | None = None,
    **limits: Unpack[LimitOptions],
) -> Tabulation:
    """Make a table of the value and distance of all positions that can be reached from `position`, in `folder`.

    - `folder`: by default it is named after the game. The same call resumes the work there, whatever ended it.
    - `memory`: the sets of positions and the scores take at most this many bytes.
    - `progress`: called with a line of text a few times a second.

    The values are computed, not certified: they are right if the game's code and zermelo's are. `verify_table` compares
    each with those of its successors.

    Raises BadCheckpoint, BadOption, BadPosition, BadGame, BadTable, NotSupported, NotCompilable, GameFailed.
    """
    game, given = as_game(game), made(Limits, limits)
    if folder is not None:
        check_folder(folder)
    with failures_of(game):
        state = start(game, position, seconds=given.seconds)
        return tabulated(game, state, Path(named_after(game) if folder is None else folder), given, progress)


def tabulated(
    game: Game[Any], state: Any, place: Path, limits: Limits, progress: Callable[[str], None] | None
) -> Tabulation:
    """As `tabulate`, for a game that has been checked and one of its states, in the folder `place`."""
    began, text = time.perf_counter(), game.position_text(state)
    check_can_be_tabulated(game)
    with kept_in(place, identity_of(game, state, "table")) as file, writing_to(place):
        allowance, most = Allowance(limits.seconds), limits.memory // POSITION
        small, large = MemoryTable(game, min(MOST_POSITIONS, most)), MemoryTable(game, min(LONGEST, most), SECONDS)

        def work_on(seen: Game[Any], row: Any, where: Workplace) -> tuple[str, bool]:
            def begun(*, compiled: bool | None) -> TableBuilder:
                with not_counted():  # the time to compile does not count
                    within = where._replace(limits=replace(where.limits, compiled=compiled))
                    return (CyclicTableBuilder if game.cyclic else TableBuilder)(seen, Start(row, text), within)

            def by_memory(work: TableBuilder, memory: MemoryTable) -> str:
                return _by_memory(work, memory, state, allowance.share(PART), progress)

            is_new, stopped = file.kept is None or "layer" not in file.kept.facts, ""
            if is_new and where.limits.compiled is None:
                stopped = by_memory(begun(compiled=False), small)
            if stopped:
                return stopped, False
            work = begun(compiled=where.limits.compiled)
            if is_new and not work.machine.compiled:
                stopped = by_memory(work, large)
            return stopped or _worked(work, allowance.share(1), progress), work.machine.compiled

        stopped, was_compiled = "complete", False
        if not (place / MANIFEST).exists():
            stopped, was_compiled = in_rows(game, state, Workplace(place, file, limits), work_on)
        table = _tidied(place, game, state, file) if stopped == "complete" else None
    entry = None if table is None else table.probe(AsState(state))
    return Tabulation(str(game), text, table, entry, stopped, time.perf_counter() - began, was_compiled)


def named_after(game: Game[Any]) -> str:
    """The name of the default folder for the table of a game: "mnk-3-3-3.table" for mnk(3,3,3)."""
    return re.sub(r"[^A-Za-z0-9]+", "-", str(game)).strip("-") + ".table"


def check_can_be_tabulated(game: Game[Any]) -> None:
    """Raise NotSupported for a game of which no table can be made."""
    if game.players != 2:
        raise NotSupported(f"Tables are for games of two players; {game} has {game.players}.")
    if game.has_chance:
        raise NotSupported(f"Tables are for games without chance; {game} has chance nodes.")


def _by_memory(
    work: TableBuilder, memory: MemoryTable, state: Any, seconds: float | None, progress: Callable[[str], None] | None
) -> str:
    stop = threading.Event()

    def run() -> bool:
        with unchanged(memory.game):
            return memory.add(state, stop.is_set) and work.take(memory, stop.is_set)

    stopped = watched(run, stop.set, seconds, progress, lambda: "in memory: all positions are visited")
    return "" if stopped == "seconds" else stopped


def _worked(work: TableBuilder, seconds: float | None, progress: Callable[[str], None] | None) -> str:
    """Work until done or stopped; returns "complete" or why it was stopped. Raises ShapeMismatch."""

    def run() -> bool:
        with contextlib.suppress(Halted):
            work.work()
            return True
        return False

    return watched(run, work.halt, seconds, progress, work.described)


def _tidied(place: Path, game: Game[Any], state: Any, file: CheckpointFile) -> Table:
    """The finished table; files that are no longer needed are deleted. Raises BadTable, OSError."""
    table = open_table(place, game)
    table.check_is_from(state)
    for path in place.glob("layer-*"):
        path.unlink()
    remove_links(place)
    if table.manifest.dense:
        (place / CODES).unlink(missing_ok=True)
    file.discard()
    return table
