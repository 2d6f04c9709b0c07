"""`census`: how many positions a game has, ply by ply, and how many ways lead to them."""

from __future__ import annotations

import contextlib
import os
import platform
import tempfile
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from zermelo import __version__
from zermelo.checkpoint import CheckpointFile
from zermelo.checks import check_facets, check_is_game
from zermelo.errors import BadCheckpoint, BadOption, NotSupported
from zermelo.fingerprint import digest
from zermelo.game import Game, state_of
from zermelo.integers import is_within
from zermelo.options import DEFAULT_INTERVAL, DEFAULT_MEMORY, Options
from zermelo.positions.layers import Halted, Layers, Ply
from zermelo.resume import contents_of
from zermelo.shape import unpackable
from zermelo.solver import failures_of
from zermelo.watch import Watched

SCHEMA: Final = 1
"""The version of `Census.to_dict`'s fields."""

PROGRESS: Final = "progress"
"""The name of the checkpoint in the folder."""


@dataclass(frozen=True)
class Census:
    """The positions of a game, by the number of plies to them. A position that plays of different lengths come to counts
    once for each length. Up to symmetry, images of one another count once, and so do plays through the same images.
    """

    game: str
    position: str
    symmetric: bool
    plies: tuple[Ply, ...]
    complete: bool
    """Whether no play goes on after the last of the plies."""
    stopped: str
    """"complete", "plies", "seconds" or "interrupted"."""
    seconds: float
    compiled: bool

    @property
    def positions(self) -> int:
        """Of all plies together."""
        return sum(ply.positions for ply in self.plies)

    @property
    def nodes(self) -> int:
        """Of the game tree: plays of each length."""
        return sum(ply.plays for ply in self.plies)

    @property
    def games(self) -> int:
        """Complete plays."""
        return sum(sum(ply.games) for ply in self.plies)

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of their meaning; large integers stay integers."""
        return {
            "schema": SCHEMA,
            "game": self.game,
            "position": self.position,
            "symmetric": self.symmetric,
            "positions": self.positions,
            "nodes": self.nodes,
            "games": self.games,
            "plies": [ply._asdict() for ply in self.plies],
            "complete": self.complete,
            "stopped": self.stopped,
            "seconds": self.seconds,
            "compiled": self.compiled,
        }


def census(
    game: Game[Any],
    position: Any = None,
    *,
    symmetry: bool = False,
    plies: int | None = None,
    seconds: float | None = None,
    memory: int = DEFAULT_MEMORY,
    folder: str | os.PathLike[str] | None = None,
    checkpoint_every: float = DEFAULT_INTERVAL,
    compiled: bool | None = None,
    progress: Callable[[str], None] | None = None,
) -> Census:
    """Count the positions that play from `position` on can come to, all of them or those of the first `plies`.

    `symmetry`: positions that are images of one another count once. Sets of positions take `memory` bytes at most, and
    lie in files of a temporary folder in between, or of `folder`: then the same call goes on from there after whatever
    ended it. `progress` is told how far the work is a few times a second.

    Raises BadCheckpoint, BadOption, BadPosition, BadGame, NotSupported, NotCompilable, GameFailed.
    """
    check_is_game(game)
    _check(symmetry, plies)
    Options(
        seconds=seconds, memory=memory, checkpoint_every=checkpoint_every, compiled=compiled
    )  # the same as of `solve`
    with failures_of(game):
        check_facets(game)
        if game.cyclic:
            raise NotSupported(f"Plays of {game} may come back to a position, so that they have no end to count to.")
        state = state_of(game, position)
        why_not = unpackable(state)
        if why_not:
            raise NotSupported(f"The positions of {game} cannot be counted: {why_not}.")
        identity = {
            "version": f"zermelo {__version__}, Python {platform.python_version()}",
            "work": "census up to symmetry" if symmetry else "census",
            "game": str(game),
            "state": repr(state),
            "code of the game": digest(game, *contents_of(game), deep=True),
        }
        with _opened(folder, identity) as (place, file):
            layers = Layers(
                game,
                state,
                place,
                symmetric=symmetry,
                memory=memory,
                compiled=compiled,
                file=file,
                every=checkpoint_every,
            )
            began = time.perf_counter()
            stopped = _counted(layers, plies, seconds, progress)
            return Census(
                str(game),
                game.position_text(state),
                layers.symmetric,
                tuple(layers.plies),
                layers.layer.rows == 0,
                stopped,
                time.perf_counter() - began,
                layers.machine.compiled,
            )


def _counted(layers: Layers, plies: int | None, seconds: float | None, progress: Callable[[str], None] | None) -> str:
    """Count, and say why that ended."""
    began = time.monotonic()

    def work() -> None:
        with contextlib.suppress(Halted):
            while (plies is None or layers.ply <= plies) and layers.advance():
                pass

    def look() -> None:
        if progress:
            done, share = layers.positions + layers.row, layers.row / max(layers.layer.rows, 1)
            rate = done / max(time.monotonic() - began, 1e-9)
            progress(f"ply {layers.ply}, {share:.0%}; {done:,} positions, {rate / 1e6:.2f} million/s")

    watched = Watched(work, layers.halt, seconds=seconds, look=look)
    watched.run()
    if layers.layer.rows == 0:
        return "complete"
    return watched.stopped or "plies"


def _check(symmetry: Any, plies: Any) -> None:
    """Raises BadOption."""
    if not isinstance(symmetry, bool):
        raise BadOption(f"symmetry = {symmetry!r} is neither True nor False.")
    if plies is not None and not is_within(plies, 0):
        raise BadOption(f"plies = {plies!r} is not an integer from 0 on.")


@contextlib.contextmanager
def _opened(
    folder: str | os.PathLike[str] | None, identity: dict[str, str]
) -> Generator[tuple[Path, CheckpointFile | None]]:
    """A folder of our own: a temporary one, or one with a checkpoint. Raises BadCheckpoint."""
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="zermelo-") as name:
            yield Path(name), None
        return
    place = Path(folder)
    try:
        place.mkdir(exist_ok=True)
    except OSError as error:
        raise BadCheckpoint(f"{str(place)!r} cannot be made a folder: {error.strerror}; name another.") from None
    with CheckpointFile(place / PROGRESS, identity) as file:
        yield place, file
