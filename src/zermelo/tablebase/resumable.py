"""Shared by `census` and `tabulate`: checks, the first state, and states as rows of words, encoded if necessary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from zermelo.core.encoded import Encoded, ShapeMismatch, words_needed
from zermelo.core.errors import NotCompilable
from zermelo.core.game import Game
from zermelo.core.positions import state_of
from zermelo.core.shape import is_alike, why_not_packed
from zermelo.preflight.facets import check_facets
from zermelo.tablebase.limits import Limits
from zermelo.work.checkpoint import CheckpointFile, other_work
from zermelo.work.checkpoint_format import Checkpoint

T = TypeVar("T")


def start(game: Game[Any], position: Any, *, seconds: float | None) -> Any:
    """The state from which to start. `seconds`: the time budget of the work. Raises BadGame, BadPosition."""
    check_facets(game, seconds=seconds)
    return state_of(game, position)


def in_rows(
    game: Game[Any],
    state: Any,
    place: Path,
    file: CheckpointFile | None,
    limits: Limits,
    work: Callable[[Game[Any], Any, Limits], T],
) -> T:
    """The result of `work(game, state, limits)`, which requires states to be rows of a fixed number of words.

    If the game's states are not, `work` gets a game whose states are encoded. Each time a state turns out to be too long,
    the work starts again with longer rows. A checkpoint records the length.

    Raises BadCheckpoint, NotCompilable, NotSupported.
    """
    words, kinds = _recorded_rows(place, file)
    while True:
        try:
            if words:
                encoded = Encoded(game, words, kinds)
                return work(encoded, encoded.outside(state), replace(limits, compiled=False))
            _check_fits(game, state, limits.compiled)
            return work(game, state, limits)
        except ShapeMismatch as mismatch:
            words, kinds = max(mismatch.words, 2 * words), ()
            _start_again(place, file, words)


def _check_fits(game: Game[Any], state: Any, compiled: bool | None) -> None:
    """Raises ShapeMismatch if the first states must be encoded, or NotCompilable if `compiled` is True. Also raises
    NotSupported.
    """
    why_not = why_not_packed("state", game.initial())
    if compiled and why_not:
        raise NotCompilable(f"{game} cannot be compiled: {why_not}.")
    if why_not or not is_alike(state, game.initial()):
        raise ShapeMismatch(max(words_needed(game, game.initial()), words_needed(game, state)))


def _recorded_rows(place: Path, file: CheckpointFile | None) -> tuple[int, Any]:
    """The length in words of the encoded states in a checkpoint, 0 if there are none, and the data of their encoding."""
    fact = None if file is None or file.kept is None else file.kept.facts.get("encoded")
    if fact is None:
        return 0, ()
    try:
        words, kinds = fact
        return int(words), kinds
    except (TypeError, ValueError):
        raise other_work(place) from None


def _start_again(place: Path, file: CheckpointFile | None, words: int) -> None:
    """Delete the layers with rows that are too short, and record the new length in a checkpoint. Raises OSError."""
    if file is not None:
        file.kept = Checkpoint({"encoded": [words, []]}, {})
        file.save(*file.kept)
    for path in place.glob("layer-*"):
        path.unlink()
