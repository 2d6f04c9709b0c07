"""A folder that long work lies in, with the checkpoint that it is resumed from."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

from zermelo.core.errors import BadCheckpoint
from zermelo.core.game import Game
from zermelo.core.supervision import holding_on
from zermelo.work.checkpoint import CheckpointFile
from zermelo.work.identity import makings_of, subject_of

PROGRESS: Final = "progress"
"""The name of the checkpoint in the folder."""


def identity_of(game: Game[Any], state: Any, work: str) -> dict[str, str]:
    """What the work is, for its checkpoints."""
    return {**subject_of(game, state), "work": work, **makings_of(game)}


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
        own = tempfile.mkdtemp(prefix="zermelo-")
        try:
            yield Path(own), None
        finally:
            with holding_on():
                shutil.rmtree(own, ignore_errors=True)
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
