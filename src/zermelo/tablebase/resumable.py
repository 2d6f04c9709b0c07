"""What long work on all positions of a game has in common: what is refused, from where it starts, and rows of words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from zermelo.core.encoded import Encoded, Misfit, words_needed
from zermelo.core.errors import BadCheckpoint, NotCompilable, NotSupported
from zermelo.core.game import Game
from zermelo.core.positions import state_of
from zermelo.core.shape import is_alike, unpackable
from zermelo.preflight.facets import check_facets
from zermelo.tablebase.limits import Limits
from zermelo.work.checkpoint import CheckpointFile
from zermelo.work.checkpoint_format import Checkpoint

T = TypeVar("T")


def start(game: Game[Any], position: Any, *, seconds: float | None, ends: bool = True, cure: str = "") -> Any:
    """The state from which positions are met. Raises BadGame, BadPosition; and NotSupported, with the `cure`, where plays
    need not end though the work `ends` with them alone. `seconds`: the budget of the work.
    """
    check_facets(game, seconds=seconds)
    if game.cyclic and ends:
        raise NotSupported(f"Plays of {game} may come back to a position, so that they need not end{cure}.")
    return state_of(game, position)


def in_rows(
    game: Game[Any],
    state: Any,
    place: Path,
    file: CheckpointFile | None,
    limits: Limits,
    work: Callable[[Game[Any], Any, Limits], T],
) -> T:
    """What `work(game, state, limits)` returns, whose positions are to be rows of words.

    Where states are not made of such words, it is given a game of encoded ones, again from the beginning with longer rows
    for every state that is too long. A checkpoint tells how long they were.

    Raises BadCheckpoint, NotCompilable, NotSupported.
    """
    words, kinds = _rows_kept(place, file)
    while True:
        try:
            if words:
                encoded = Encoded(game, words, kinds)
                return work(encoded, encoded.outside(state), replace(limits, compiled=False))
            _check_fits(game, state, limits.compiled)
            return work(game, state, limits)
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
    fact = None if file is None or file.kept is None else file.kept.facts.get("encoded")
    if fact is None:
        return 0, ()
    try:
        words, kinds = fact
        return int(words), kinds
    except (TypeError, ValueError):
        raise BadCheckpoint(f"The checkpoint in {str(place)!r} does not hold this work.") from None


def _begin_anew(place: Path, file: CheckpointFile | None, words: int) -> None:
    """Delete what has been done with rows that are too short; a checkpoint tells how long they will be. Raises OSError."""
    if file is not None:
        file.kept = Checkpoint({"encoded": [words, []]}, {})
        file.save(*file.kept)
    for path in place.glob("layer-*"):
        path.unlink()
