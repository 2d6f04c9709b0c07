"""What long work on all positions of a game has in common: what is refused, what work it is, and the folder it lies in."""

from __future__ import annotations

import contextlib
import os
import platform
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

from zermelo import __version__
from zermelo.checkpoint import CheckpointFile
from zermelo.checks import check_facets
from zermelo.errors import BadCheckpoint, NotSupported
from zermelo.game import Game, state_of
from zermelo.options import Options
from zermelo.resume import code_of
from zermelo.shape import unpackable

PROGRESS: Final = "progress"
"""The name of the checkpoint in the folder."""


def check_limits(**limits: Any) -> None:
    """The limits are those that `solve` has. Raises BadOption."""
    Options(**limits)


def start(game: Game[Any], position: Any) -> Any:
    """The state from which all positions are met. Raises BadGame, BadPosition, NotSupported."""
    check_facets(game)
    if game.cyclic:
        raise NotSupported(f"Plays of {game} may come back to a position, so that they have no end to count to.")
    state = state_of(game, position)
    why_not = unpackable(state)
    if why_not:
        raise NotSupported(f"The positions of {game} cannot be counted: {why_not}.")
    return state


def identity_of(game: Game[Any], state: Any, work: str) -> dict[str, str]:
    """What the work is, for its checkpoints."""
    return {
        "version": f"zermelo {__version__}, Python {platform.python_version()}",
        "work": work,
        "game": str(game),
        "state": repr(state),
        "code of the game": code_of(game),
    }


@contextlib.contextmanager
def writing_to(folder: Path) -> Generator[None]:
    """Turns what the system refuses, as on a full disk, into BadCheckpoint: it is no fault of the game."""
    try:
        yield
    except OSError as error:
        raise BadCheckpoint(
            f"{str(folder)!r} cannot be written or read: {error.strerror}; once it can, the same call goes on."
        ) from error


@contextlib.contextmanager
def opened(
    folder: str | os.PathLike[str] | None, identity: dict[str, str]
) -> Generator[tuple[Path, CheckpointFile | None]]:
    """A folder of our own: a temporary one, or one with a checkpoint. Raises BadCheckpoint."""
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="zermelo-") as name:
            yield Path(name), None
        return
    with kept_in(folder, identity) as file:
        yield file.path.parent, file


def kept_in(folder: str | os.PathLike[str], identity: dict[str, str]) -> CheckpointFile:
    """The checkpoint in a folder, which is made if need be. Raises BadCheckpoint."""
    place = Path(folder)
    try:
        place.mkdir(exist_ok=True)
    except OSError as error:
        raise BadCheckpoint(f"{str(place)!r} cannot be made a folder: {error.strerror}; name another.") from None
    return CheckpointFile(place / PROGRESS, identity)
