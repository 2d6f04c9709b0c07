"""What long work on all positions of a game has in common: what is refused, what work it is, and the folder it lies in."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, Final, TypeVar

from zermelo.checkpoint import CheckpointFile, Kept
from zermelo.checks import check_facets
from zermelo.encoded import Encoded, Misfit, words_needed
from zermelo.errors import BadCheckpoint, NotCompilable, NotSupported
from zermelo.game import Game, state_of
from zermelo.options import Options
from zermelo.resume import makings_of, subject_of
from zermelo.shape import is_alike, unpackable
from zermelo.watch import holding_on

T = TypeVar("T")

PROGRESS: Final = "progress"
"""The name of the checkpoint in the folder."""


def check_limits(**limits: Any) -> None:
    """The limits are those that `solve` has. Raises BadOption."""
    Options(**limits)


def start(game: Game[Any], position: Any, *, seconds: float | None, ends: bool = True, cure: str = "") -> Any:
    """The state from which positions are met. Raises BadGame, BadPosition; and NotSupported, with the `cure`, where plays
    need not end though the work `ends` with them alone. `seconds`: the budget of the work.
    """
    check_facets(game, seconds=seconds)
    if game.cyclic and ends:
        raise NotSupported(f"Plays of {game} may come back to a position, so that they need not end{cure}.")
    return state_of(game, position)


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


def in_rows(
    game: Game[Any],
    state: Any,
    place: Path,
    file: CheckpointFile | None,
    compiled: bool | None,
    work: Callable[[Game[Any], Any, bool | None], T],
) -> T:
    """What `work(game, state, compiled)` returns, whose positions are to be rows of words.

    Where states are not made of such words, it is given a game of encoded ones, again from the beginning with longer rows
    for every state that is too long. A checkpoint tells how long they were.

    Raises BadCheckpoint, NotCompilable, NotSupported.
    """
    words, kinds = _rows_kept(place, file)
    while True:
        try:
            if words:
                encoded = Encoded(game, words, kinds)
                return work(encoded, encoded.outside(state), False)
            _check_fits(game, state, compiled)
            return work(game, state, compiled)
        except Misfit as misfit:
            words, kinds = max(misfit.words, 2 * words), ()
            _begin_anew(place, file, words)


def _check_fits(game: Game[Any], state: Any, compiled: bool | None) -> None:
    """That states need not be encoded, as far as the first ones tell. Raises Misfit, NotCompilable, NotSupported."""
    why_not = unpackable(game.initial())
    if compiled and why_not:
        raise NotCompilable(f"{game} cannot be compiled: in its state, {why_not}.")
    if why_not or not is_alike(state, game.initial()):
        raise Misfit(max(words_needed(game, game.initial()), words_needed(game, state)))


def _rows_kept(place: Path, file: CheckpointFile | None) -> tuple[int, Any]:
    """How many words the states in a checkpoint take, encoded, and what their encoding has learnt; 0 if they are not."""
    told = None if file is None or file.kept is None else file.kept.facts.get("encoded")
    if told is None:
        return 0, ()
    try:
        words, kinds = told
        return int(words), kinds
    except (TypeError, ValueError):
        raise BadCheckpoint(f"The checkpoint in {str(place)!r} does not hold this work.") from None


def _begin_anew(place: Path, file: CheckpointFile | None, words: int) -> None:
    """Delete what has been done with rows that are too short; a checkpoint tells how long they will be. Raises OSError."""
    if file is not None:
        file.kept = Kept({"encoded": [words, []]}, {})
        file.save(*file.kept)
    for path in place.glob("layer-*"):
        path.unlink()
