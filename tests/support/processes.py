"""Processes, and work in this one, that are ended in the middle."""

from __future__ import annotations

import contextlib
import random
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from zermelo.work.checkpoint import CheckpointFile

LONGEST: Final = 120
"""Seconds for work that nothing disturbs, and until it is under way."""

SHORTEST: Final = 0.001
"""Seconds: work that is done in less time cannot be killed."""

Done = subprocess.CompletedProcess[str]


def signalled(
    command: Sequence[str],
    number: int,
    is_under_way: Callable[[], object],
    *,
    after: float = 0,
    within: float = 60,
    env: Mapping[str, str] | None = None,
) -> Done:
    """What comes of a process that is sent a signal `after` seconds of work under way, and ends `within` others."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process:
        try:
            deadline = time.monotonic() + LONGEST
            while not is_under_way():
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < deadline
                time.sleep(0.01)
            time.sleep(after)
            process.send_signal(number)
            output, errors = process.communicate(timeout=within)
        finally:
            process.kill()
    return Done(command, process.returncode, output, errors)


def done_after_kills(command: Sequence[str], folder: Path, kills: int, longest: float) -> tuple[Done, int]:
    """What comes of a process that is killed again and again, at random, up to `longest` seconds after its first change to
    `folder`, until it is done; and how often it was killed, at least once. Work that is done before the first kill is begun
    anew, with half the time: a fast machine may need less than `longest`.
    """
    rng = random.Random("kills")
    while longest > SHORTEST:
        for killed in range(kills + 1):
            done = _killed(command, folder, rng.uniform(0, longest) if killed < kills else LONGEST)
            if done and killed:
                return done, killed
            if done:
                break
        assert done, f"not done within {LONGEST} seconds"
        shutil.rmtree(folder)
        longest /= 2
    raise AssertionError("always done before it could be killed")


def _killed(command: Sequence[str], folder: Path, seconds: float) -> Done | None:
    """What comes of a process that is killed so many seconds after its first change to a folder; None if it was killed."""
    before = _written(folder)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            deadline = time.monotonic() + LONGEST
            while process.poll() is None and _written(folder) == before:
                assert time.monotonic() < deadline
                time.sleep(0.01)
            output, errors = process.communicate(timeout=seconds)
            return Done(command, process.returncode, output, errors)
        except subprocess.TimeoutExpired:
            return None
        finally:
            process.kill()


def _written(folder: Path) -> set[tuple[Path, int]]:
    """All that is in a folder, and when each file was written last."""
    found = set[tuple[Path, int]]()
    for path in folder.rglob("*"):
        with contextlib.suppress(FileNotFoundError):  # it was there for a moment
            found.add((path, path.stat().st_mtime_ns))
    return found


class Killed(BaseException):
    """Nobody has a chance to do anything about it."""


@contextlib.contextmanager
def dying(number: int, *, after: bool) -> Iterator[None]:
    """A context in which work may write so many checkpoints, and dies before or after it has written another one."""
    save, left = CheckpointFile.save, [number]

    def saving(self: CheckpointFile, *given: Any) -> None:
        left[0] -= 1
        if left[0] < 0 and not after:
            raise Killed
        save(self, *given)
        if left[0] < 0:
            raise Killed

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(CheckpointFile, "save", saving)
        yield


def deaths(work: Callable[[], object], *, after: bool) -> int:
    """How often work dies that may write a checkpoint or two each time, until it is done."""
    for count in range(1000):
        try:
            with dying(1 + count % 2, after=after):
                work()
        except Killed:
            continue
        return count
    raise AssertionError("not done")
