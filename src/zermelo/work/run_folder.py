"""The runs of long work in a folder, and the checkpoint that names those from which the work is resumed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from zermelo.work.checkpoint import CheckpointFile
from zermelo.work.checkpoint_format import Arrays
from zermelo.work.runs import Rows, Run, written


class RunFolder:
    """A run is deleted as soon as neither the work nor the last checkpoint needs it."""

    def __init__(self, folder: Path, file: CheckpointFile | None) -> None:
        """`file`: the checkpoint; None: the work is never resumed."""
        self.folder = folder
        self.file = file
        self._unsynced: list[Run] = []
        """Runs since the last checkpoint, which does not name them. They may not be on disk yet."""
        self._spent: list[Run] = []
        """Runs that only the last checkpoint needs."""
        self._saved = time.monotonic()

    @property
    def age(self) -> float:
        """Seconds since the last checkpoint."""
        return time.monotonic() - self._saved

    def written(self, name: str, columns: int, blocks: Iterable[Rows]) -> Run:
        """A run of these blocks of rows. Raises OSError."""
        run = written(self.folder, name, columns, blocks, lasting=self.file is not None)
        self._unsynced.append(run)
        return run

    def spend(self, runs: Iterable[Run]) -> None:
        """The work does not need these runs any more."""
        for run in runs:
            if run in self._unsynced:
                self._unsynced.remove(run)
                run.remove()
            else:
                self._spent.append(run)

    def save(self, contents: Callable[[], tuple[dict[str, Any], Arrays]]) -> None:
        """Write a checkpoint with these facts and arrays, if there is a file for it. Raises OSError."""
        if self.file is not None:
            for run in self._unsynced:
                run.sync()
            self.file.save(*contents())
        for run in self._spent:
            run.remove()
        self._spent, self._unsynced, self._saved = [], [], time.monotonic()

    def resume(self, runs: Sequence[Run]) -> None:
        """Delete the layers that the checkpoint does not name, left by a process that ended before it wrote one. Raises
        BadCheckpoint, before that, unless the runs that it names are as they were written.
        """
        for run in runs:
            run.check()
        for path in {*self.folder.glob("layer-*")} - {run.path for run in runs}:
            path.unlink()
