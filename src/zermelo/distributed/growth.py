"""How a proof grows: a file beside its log, which other programs may read meanwhile, as `zermelo serve --proof` does."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.work.files import put

NAME: Final = "growth.json"

EVERY: Final = 1.0
"""Seconds between two writes."""

MOST_POINTS: Final = 400
"""The longest history. When it is full, every other point is left out, and later ones are taken half as often."""

LARGEST: Final = 1 << 24
"""The most bytes of a file that is read."""


NOTHING: Final[Mapping[str, Any]] = {
    **dict.fromkeys(("claim", "jobs", "running", "workers", "nodes", "wasted", "lost", "positions"), 0),
    **dict.fromkeys(("share", "seconds", "per_minute"), 0.0),
    **dict.fromkeys(("moves", "busy", "history"), ()),
}
"""What the file says before anything has been done."""


class Point(NamedTuple):
    """How far a proof was at some time."""

    seconds: float
    """Seconds of work, those before it was resumed included."""
    claim: int
    """The question: whether the player to move gets at least this reward."""
    share: float
    """The estimated share of the answer that was there, from 0 to 1."""
    jobs: int
    positions: int


class RootMove(NamedTuple):
    """What is known of a move at the root, with regard to the question."""

    move: str
    state: str
    """"yes" if the move gets the reward, "no" if it does not, "open" if that is not known."""
    proof: int
    """The proof number of "yes"."""
    disproof: int


class Busy(NamedTuple):
    """What a worker is doing."""

    worker: str
    line: str
    """The moves to the position that it is searching."""


class Growth:
    """The file, while the proof grows."""

    def __init__(self, folder: str | os.PathLike[str] | None, facts: Mapping[str, Any]) -> None:
        """`facts`: what does not change. Without a folder, nothing is written."""
        self._path = None if folder is None else Path(folder) / NAME
        self._facts = {**NOTHING, **facts}
        self._history: list[Point] = []
        self._between = EVERY
        """Seconds between two points."""
        self._before = 0.0
        """Seconds of work before it was resumed."""
        self._written = 0.0
        if folder is not None:
            with contextlib.suppress(OSError, ValueError, TypeError, KeyError, ArithmeticError):
                self._resume(read(folder))

    def _resume(self, facts: dict[str, Any]) -> None:
        """Go on from an earlier file. Raises ValueError, TypeError, KeyError or ArithmeticError if it is damaged."""
        history = [
            Point(float(seconds), int(claim), float(share), int(jobs), int(positions))
            for seconds, claim, share, jobs, positions in facts["history"]
        ]
        before = float(facts["seconds"])
        if len(history) > 1:
            self._between = max((history[-1].seconds - history[0].seconds) / (len(history) - 1), EVERY)
        self._history, self._before = history, before

    def is_due(self) -> bool:
        """Whether the file is to be written again."""
        return self._path is not None and time.monotonic() - self._written >= EVERY

    def write(self, progress: dict[str, Any], moves: Sequence[RootMove], busy: Sequence[Busy]) -> None:
        """Write the file. `progress`: the fields of a ProofProgress."""
        seconds = round(self._before + progress["seconds"], 1)
        shown = progress["claim"], round(progress["share"], 4), progress["jobs"], progress["positions"]
        if not self._history or seconds - self._history[-1].seconds >= self._between:
            self._history.append(Point(seconds, *shown))
        if len(self._history) > MOST_POINTS:
            self._history, self._between = self._history[::2], 2 * self._between
        self._facts |= progress | {
            "seconds": seconds,
            "per_minute": round(progress["jobs"] / max(progress["seconds"], 1e-9) * 60, 1),
            "moves": [move._asdict() for move in moves],
            "busy": [each._asdict() for each in busy],
            "history": self._history,
        }
        self._put("")

    def end(self, lower: int, upper: int, stopped: str) -> None:
        """The proof has ended with these bounds. `stopped` says why."""
        self._facts |= {"lower": lower, "upper": upper, "busy": [], "running": 0}
        self._put(stopped)

    def _put(self, stopped: str) -> None:
        if self._path is not None:
            with contextlib.suppress(OSError):  # the log is what counts
                put(self._path, json.dumps({**self._facts, "stopped": stopped, "updated": time.time()}))
        self._written = time.monotonic()


def read(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """What the file says. Raises OSError, and ValueError if it is not such a file."""
    with (Path(folder) / NAME).open("rb") as file:
        text = file.read(LARGEST + 1)
    try:
        facts = json.loads(text) if len(text) <= LARGEST else None
    except RecursionError:
        raise ValueError from None
    if not isinstance(facts, dict) or "history" not in facts:
        raise ValueError
    return facts  # pyright: ignore[reportUnknownVariableType]
