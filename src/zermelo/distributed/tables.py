"""Counting positions, making tables and verifying them by the workers of a cluster: from arguments to results."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.core.errors import BadCheckpoint, BadOption
from zermelo.core.game import Game
from zermelo.core.integers import check_count
from zermelo.core.options import among, check_names, names_of
from zermelo.core.paths import check_folder
from zermelo.core.positions import AsState
from zermelo.distributed.log import NAME, Log
from zermelo.distributed.packing import packed_game
from zermelo.distributed.sharding import SHOWN, Files, Forward, ShardedValues, ShardSteps, shown_to_all
from zermelo.distributed.steps import StepsStopped, StepTask, steps_of
from zermelo.distributed.worker_pool import WorkerPool
from zermelo.games.catalogue import as_game
from zermelo.preflight.faults import failures_of
from zermelo.tablebase.census import Census, check_counting
from zermelo.tablebase.limits import Limits, WorkLimits
from zermelo.tablebase.manifest import MANIFEST, check_is_free, read_manifest
from zermelo.tablebase.resumable import start
from zermelo.tablebase.shards import Shards
from zermelo.tablebase.table import Table, open_table
from zermelo.tablebase.tabulate import Tabulation, check_can_be_tabulated, named_after
from zermelo.tablebase.verify import TableVerdict, check_files, concluded, game_of
from zermelo.work.files import digest_of
from zermelo.work.folder import PROGRESS, folder_for, identity_of, made, writing_to

SHARDS: Final = 4
"""The shards for each worker, by default: then none waits long for the last one."""

MOST_SHARDS: Final = 256
"""The number of files that are open at once when the shards are joined."""

RANGES: Final = 16
"""The ranges of entries for each worker when a table is verified."""

Hire = Callable[[dict[str, Any], float | None], WorkerPool]
"""Gets all workers ready for some work, with a time limit in seconds."""

Report = Callable[[str], None] | None


class ShardOptions(WorkLimits, total=False):
    """The keyword arguments of `Cluster.census` and `Cluster.tabulate`."""

    folder: str | os.PathLike[str] | None
    shards: int | None
    progress: Report


class Given(NamedTuple):
    """What is given to `census` and `tabulate`, checked."""

    game: Game[Any] | str
    position: Any
    workers: int
    limits: Limits
    folder: str | os.PathLike[str] | None
    shards: int | None
    progress: Report


def given(game: Game[Any] | str, position: Any, workers: int, options: ShardOptions) -> Given:
    """Raises BadOption."""
    check_names(options, tuple(ShardOptions.__annotations__))
    limits: Any = among(options, names_of(Limits))
    folder, shards = options.get("folder"), options.get("shards")
    found = Given(game, position, workers, Limits(**limits), folder, shards, options.get("progress"))
    if folder is not None:
        check_folder(folder)
    if shards is not None:
        check_count("shards", shards, 1)
        if shards > MOST_SHARDS:
            raise BadOption(f"shards = {shards} is more than {MOST_SHARDS}.")
    return found


def count(hire: Hire, given: Given, *, symmetry: bool, plies: int | None) -> Census:
    """As `Cluster.census`."""
    game = as_game(given.game)
    check_counting(symmetry, plies)
    with failures_of(game):
        began, state = time.perf_counter(), start(game, given.position, seconds=given.limits.seconds)
        once = game.cyclic and plies is None
        work = f"census by a cluster{' up to symmetry' if symmetry else ''}{', each position once' if once else ''}"
        with (
            folder_for(given.folder) as place,
            contextlib.closing(Log(place, identity_of(game, state, work), cuttable=False)) as log,
            writing_to(place),
        ):
            shards = _shards(log, given, game, place, symmetric=symmetry)
            with _steps(hire, given, place, log, shards) as (work, pool):
                forward, stopped = Forward(work, state, once=once), "plies"
                try:
                    while (plies is None or len(forward.plies) <= plies) and forward.advance():
                        pass
                except StepsStopped as why:
                    stopped = str(why)
                complete = not forward.layer
                if complete:
                    _tidy(work.files)
    return Census(
        str(game),
        game.position_text(state),
        shards.symmetric,
        tuple(forward.plies),
        complete,
        "complete" if complete else stopped,
        time.perf_counter() - began,
        pool.compiled,
    )


def tabulate(hire: Hire, given: Given) -> Tabulation:
    """As `Cluster.tabulate`."""
    game = as_game(given.game)
    with failures_of(game):
        began, state = time.perf_counter(), start(game, given.position, seconds=given.limits.seconds)
        check_can_be_tabulated(game)
        text, place = game.position_text(state), made(named_after(game) if given.folder is None else given.folder)
        stopped, compiled, table = "complete", False, None
        log = Log(place, identity_of(game, state, "table by a cluster"), cuttable=False)
        with contextlib.closing(log), writing_to(place):
            if not (place / MANIFEST).exists():
                if not any("shards" in entry for entry in log.entries):
                    check_is_free(place, PROGRESS)
                shards = _shards(log, given, game, place, symmetric=True)
                with _steps(hire, given, place, log, shards) as (work, pool):
                    try:
                        forward = Forward(work, state, once=True)
                        while forward.advance():
                            pass
                        ShardedValues(work, forward).make_table(state)
                    except StepsStopped as why:
                        stopped = str(why)
                compiled = pool.compiled
            if stopped == "complete":
                table = open_table(place, game)
                table.check_is_from(state)
                _tidy(Files(place))
                (place / NAME).unlink(missing_ok=True)
    entry = None if table is None else table.probe(AsState(state))
    return Tabulation(str(game), text, table, entry, stopped, time.perf_counter() - began, compiled)


def verify(
    hire: Hire, folder: str | os.PathLike[str], game: Game[Any] | str | None, compiled: bool | None, report: Report
) -> TableVerdict:
    """As `Cluster.verify_table`. Raises KeyboardInterrupt."""
    began, place = time.perf_counter(), Path(folder).resolve()
    manifest = read_manifest(place)
    played = game_of(manifest) if game is None else as_game(game)
    with failures_of(played):
        table = open_table(place, played)
        check_files(table)
        facts = {"folder": str(place), "manifest": digest_of(place / MANIFEST), "compiled": compiled}
        packed = packed_game(manifest.game if game is None else game)
        pool = hire({"work": "table", "game": packed._asdict(), **facts}, None)
        fault, right = _verified(pool, table, report)
    consistent, text = concluded(table, fault, right)
    return TableVerdict(consistent, text, time.perf_counter() - began)


def _verified(pool: WorkerPool, table: Table, report: Report) -> tuple[str, int]:
    """What is wrong with the first wrong entry, and how many are right before it in its range, and in the others."""
    entries = table.manifest.entries
    size = -(-entries // (RANGES * len(pool.workers)))
    tasks = [
        StepTask("audit", f"from {first}", {"first": first, "until": min(first + size, entries)}, tuple)
        for first in range(0, entries, size)
    ]
    with steps_of(Log(None, {}), pool, report) as steps:
        steps.said = str(table.game)
        try:
            found = steps.done(tasks)
        except StepsStopped:
            raise KeyboardInterrupt from None
    return next((fault for _, fault in found if fault), ""), sum(right for right, _ in found)


def _shards(log: Log, given: Given, game: Game[Any], place: Path, *, symmetric: bool) -> Shards:
    """The positions in as many shards as the log says, if it does. Raises BadCheckpoint, NotSupported, BadOption."""
    kept: Any = next((entry["shards"] for entry in log.entries if "shards" in entry), None)
    if kept is not None and given.shards not in (None, kept):
        raise BadCheckpoint(f"The work in the folder has {kept} shards, not {given.shards}; leave out shards.")
    count = kept or given.shards or min(1 << (SHARDS * given.workers - 1).bit_length(), MOST_SHARDS)
    limits = Limits(memory=given.limits.memory, compiled=False)  # this process expands no positions
    shards = Shards(game, place, count, limits, symmetric=symmetric)
    if kept is None:
        log.add({"shards": count})
    return shards


@contextlib.contextmanager
def _steps(hire: Hire, given: Given, place: Path, log: Log, shards: Shards) -> Generator[tuple[ShardSteps, WorkerPool]]:
    """The workers, ready for work on shards."""
    with shown_to_all(place) as mark:
        facts = {"folder": str(place.resolve()), "mark": mark, "shards": shards.count, "symmetric": shards.symmetric}
        limits = {"memory": given.limits.memory, "compiled": given.limits.compiled}
        packed = packed_game(given.game)
        pool = hire({"work": "shards", "game": packed._asdict(), **facts, **limits}, given.limits.seconds)
        files = Files(place)
        with steps_of(log, pool, given.progress, files.check) as steps:
            yield ShardSteps(steps, files, shards), pool


def _tidy(files: Files) -> None:
    """Delete all files that belong to the work alone, but for the log."""
    for path in (*files.all(), *files.folder.glob(f"{SHOWN}*")):
        path.unlink(missing_ok=True)
