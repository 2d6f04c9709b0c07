"""What a worker does when positions are counted or tabulated: one step for one shard, in files of a shared folder."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zermelo.core.encoded import ShapeMismatch, own
from zermelo.core.errors import BadCheckpoint, BadOption
from zermelo.distributed.packing import Unfit, game_in
from zermelo.distributed.shard_messages import plain, read, types_in
from zermelo.preflight.faults import failures_of, unchanged
from zermelo.tablebase.limits import Limits
from zermelo.tablebase.manifest import MANIFEST, read_manifest
from zermelo.tablebase.shard_values import ShardValues
from zermelo.tablebase.shards import WORD, Shards, not_a_row
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
        self.compiled = self._shards.machine.compiled
        self._values: ShardValues | None = None

    def do(self, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to a job."""
        game = self._shards.game
        with failures_of(game), writing_to(self._folder), unchanged(own(game)):
            try:
                return {"is": "answer", "found": plain(self._found(message))}
            except ShapeMismatch:
                raise not_a_row(game) from None
            except MemoryError:
                raise BadOption(f"A worker had too little memory for a shard of {game}; use more shards.") from None

    def _found(self, message: dict[str, Any]) -> Any:
        if hasattr(self._shards, message["do"]):
            step = getattr(self._shards, message["do"])
        else:
            self._values = self._values or ShardValues(self._shards, message["low"], message["high"])
            step = getattr(self._values, message["do"])
        types = types_in(step.__func__)
        return step(**{name: read(types[name], value, self._run) for name, value in message["given"].items()})

    def _run(self, fact: Sequence[Any]) -> Run:
        """A file. Raises BadCheckpoint if it is not as long as it was."""
        run = Run(self._folder, *fact)
        if run.path.stat().st_size != WORD * run.rows * run.columns:
            raise BadCheckpoint(f"{str(run.path)!r} is damaged; delete the folder, or name another.")
        return run


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
        self.compiled = self._auditor.machine.compiled

    def do(self, message: dict[str, Any]) -> dict[str, Any]:
        """How many of some entries are right, and what is wrong with the first wrong one."""
        before = self._auditor.count
        with failures_of(self._auditor.table.game), unchanged(self._auditor.table.game):
            fault = self._auditor.fault(message["first"], message["until"], None)
        return {"is": "answer", "found": [self._auditor.count - before, fault]}
