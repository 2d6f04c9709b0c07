"""Work folders: a folder for the files of long work, with the checkpoint that it is resumed from."""

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
from zermelo.core.interrupts import holding_on
from zermelo.work.checkpoint import CheckpointFile
from zermelo.work.identity import subject_of, versions_of

PROGRESS: Final = "progress"
"""The name of the checkpoint in the folder."""

LOG: Final = "log.jsonl"
"""The name of the log of a cluster in its folder."""


def identity_of(game: Game[Any], state: Any, work: str) -> dict[str, str]:
    """The identity of the work, for its checkpoints."""
    return {**subject_of(game, state), "work": work, **versions_of(game)}


@contextlib.contextmanager
def writing_to(folder: Path) -> Generator[None]:
    """A context that turns errors of the system, such as a full disk, into BadCheckpoint: the game is not at fault."""
    try:
        yield
    except OSError as error:
        raise BadCheckpoint(
            f"{str(folder)!r} cannot be written or read: {error.strerror}; repeat the call to resume the work."
        ) from error


@contextlib.contextmanager
def opened(
    folder: str | os.PathLike[str] | None, identity: dict[str, str]
) -> Generator[tuple[Path, CheckpointFile | None]]:
    """A context with a folder to work in: a temporary one, or the named one with its checkpoint. Raises BadCheckpoint."""
    if folder is None:
        with folder_for(None) as place:
            yield place, None
        return
    with kept_in(folder, identity) as file:
        yield file.path.parent, file


@contextlib.contextmanager
def folder_for(folder: str | os.PathLike[str] | None) -> Generator[Path]:
    """A context with the named folder, which is created if it does not exist, or a temporary one. Raises BadCheckpoint."""
    if folder is not None:
        yield made(folder)
        return
    own = tempfile.mkdtemp(prefix="zermelo-")
    try:
        yield Path(own)
    finally:
        with holding_on():
            shutil.rmtree(own, ignore_errors=True)


@contextlib.contextmanager
def kept_in(folder: str | os.PathLike[str], identity: dict[str, str]) -> Generator[CheckpointFile]:
    """A context with the checkpoint in a folder. A new folder is removed again if it stays empty. Raises BadCheckpoint."""
    is_new, place = not Path(folder).exists(), made(folder)
    try:
        with CheckpointFile(place / PROGRESS, identity) as file:
            yield file
    finally:
        with contextlib.suppress(OSError):  # it is not empty
            if is_new:
                place.rmdir()


def made(folder: str | os.PathLike[str]) -> Path:
    """The folder, which is created if it does not exist. Raises BadCheckpoint."""
    place = Path(folder)
    try:
        place.mkdir(exist_ok=True)
    except OSError as error:
        raise BadCheckpoint(f"The folder {str(place)!r} cannot be made: {error.strerror}; name another.") from None
    return place
