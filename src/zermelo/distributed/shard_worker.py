"""What a worker does when positions are counted or tabulated: one step for one shard, in files of a shared folder."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from zermelo.core.encoded import ShapeMismatch, own
from zermelo.core.errors import BadCheckpoint, BadOption
from zermelo.distributed.packing import Unfit, game_in
from zermelo.preflight.faults import failures_of, unchanged
from zermelo.tablebase.limits import Limits
from zermelo.tablebase.manifest import MANIFEST, read_manifest
from zermelo.tablebase.shard_values import ShardValues, Turned
from zermelo.tablebase.shards import WORD, Grouped, Part, Shards, not_a_row
from zermelo.tablebase.table import Table
from zermelo.tablebase.verify import Auditor
from zermelo.work.files import digest_of
from zermelo.work.folder import writing_to
from zermelo.work.identity import code_of
from zermelo.work.runs import Run


def shared(message: dict[str, Any], *, is_seen: bool) -> Path:
    """The shared folder. Raises Unfit if it is not the folder of the cluster."""
    if not is_seen:
        raise Unfit(
            f"It does not see the files of the cluster in {message['folder']!r}; the folder must be on a disk that all "
            f"machines share, under the same name."
        )
    return Path(message["folder"])


class Sharding:
    """Work on shards."""

    lanes = 1

    def __init__(self, message: dict[str, Any]) -> None:
        """Raises Unfit, BadOption, NotCompilable, NotSupported."""
        game, mark = game_in(message), Path(message["folder"]) / message["mark"]
        self._folder = shared(message, is_seen=mark.exists())
        limits = Limits(memory=message["memory"], compiled=message["compiled"])
        self._shards = Shards(game, self._folder, message["shards"], limits, symmetric=message["symmetric"])
        self._values: ShardValues | None = None
        steps = self._expand, self._gather, self._order, self._link, self._turn, self._settle, self._join
        self._steps: dict[str, Callable[[dict[str, Any]], Any]] = {step.__name__[1:]: step for step in steps}

    @property
    def compiled(self) -> bool:
        """Whether native code does it."""
        return self._shards.machine.compiled

    def do(self, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to a job."""
        game = self._shards.game
        with failures_of(game), writing_to(self._folder), unchanged(own(game)):
            try:
                return {"is": "answer", "found": self._steps[message["do"]](message)}
            except ShapeMismatch:
                raise not_a_row(game) from None
            except MemoryError:
                raise BadOption(f"A worker had too little memory for a shard of {game}; use more shards.") from None

    # --- steps --------------------------------------------------------------------------------------------------------
    def _expand(self, given: dict[str, Any]) -> Any:
        plays = None if given["plays"] is None else int(given["plays"], 16)
        found = self._shards.expand(self._run(given["run"]), given["ply"], given["shard"], plays)
        ended = [(positions, hex(games)) for positions, games in found.ended]
        return {"files": list(map(_grouped, found.files)), "ended": ended}

    def _gather(self, given: dict[str, Any]) -> Any:
        found = self._shards.gather(
            list(map(self._part, given["parts"])),
            list(map(self._run, given["earlier"])),
            given["ply"],
            given["shard"],
            plays=given["plays"],
        )
        return {**found._asdict(), "run": found.run.fact(), "plays": hex(found.plays)}

    def _order(self, given: dict[str, Any]) -> Any:
        return self._valued(given).order(list(map(self._run, given["layers"])), given["shard"]).fact()

    def _link(self, given: dict[str, Any]) -> Any:
        found = self._valued(given).link(self._run(given["codes"]), given["shard"])
        return {**found._asdict(), "known": found.known.fact(), "files": list(map(_grouped, found.files))}

    def _turn(self, given: dict[str, Any]) -> Any:
        parts = [(self._part(part), source) for part, source in given["parts"]]
        found = self._valued(given).turn(self._run(given["codes"]), parts, given["shard"])
        return [run.fact() for run in found]

    def _settle(self, given: dict[str, Any]) -> Any:
        found = self._valued(given).settle(
            self._run(given["kept"]),
            Turned(*map(self._run, given["turned"])),
            list(map(self._part, given["parts"])),
            *(given[name] for name in ("shard", "turn", "reward", "distance")),
        )
        return {**found._asdict(), "known": found.known.fact(), "files": list(map(_grouped, found.files))}

    def _join(self, given: dict[str, Any]) -> Any:
        shards = [(self._run(codes), self._run(kept)) for codes, kept in given["shards"]]
        return {name: run.fact() for name, run in self._valued(given).join(shards, given["longest"]).items()}

    # --- files --------------------------------------------------------------------------------------------------------
    def _valued(self, given: dict[str, Any]) -> ShardValues:
        if self._values is None:
            self._values = ShardValues(self._shards, given["low"], given["high"])
        return self._values

    def _run(self, fact: Sequence[Any]) -> Run:
        """A file. Raises BadCheckpoint if it is not as long as it was."""
        run = Run(self._folder, *fact)
        if run.path.stat().st_size != WORD * run.rows * run.columns:
            raise BadCheckpoint(f"{str(run.path)!r} is damaged; delete the folder, or name another.")
        return run

    def _part(self, fact: Sequence[Any]) -> Part:
        run, start, end = fact
        return Part(self._run(run), start, end)


def _grouped(file: Grouped) -> list[Any]:
    return [file.run.fact(), file.ends]


class Verifying:
    """Work on a table that is to be verified."""

    lanes = 1

    def __init__(self, message: dict[str, Any]) -> None:
        """Raises Unfit, BadTable, NotCompilable."""
        game, is_seen = game_in(message), False
        with contextlib.suppress(OSError):
            is_seen = digest_of(Path(message["folder"]) / MANIFEST) == message["manifest"]
        folder = shared(message, is_seen=is_seen)
        # the digest of the same code is another one here, where its module has another name
        manifest = dataclasses.replace(read_manifest(folder), code=code_of(game))
        self._auditor = Auditor(Table(folder, game, manifest), message["compiled"])

    @property
    def compiled(self) -> bool:
        """Whether native code does it."""
        return self._auditor.machine.compiled

    def do(self, message: dict[str, Any]) -> dict[str, Any]:
        """How many of some entries are right, and what is wrong with the first wrong one."""
        before = self._auditor.count
        with failures_of(self._auditor.table.game), unchanged(self._auditor.table.game):
            fault = self._auditor.fault(message["first"], message["until"], None)
        return {"is": "answer", "found": [self._auditor.count - before, fault]}
