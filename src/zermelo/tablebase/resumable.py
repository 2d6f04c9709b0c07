"""Shared by `census` and `tabulate`: checks, the first state, states as rows of words, and progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from zermelo.core.encoded import Encoded, ShapeMismatch, words_needed
from zermelo.core.errors import LongState, MixedStates
from zermelo.core.fingerprint import is_own
from zermelo.core.game import Game
from zermelo.core.positions import state_of
from zermelo.core.shape import is_alike, unpackable
from zermelo.core.supervision import Supervised
from zermelo.native.state_form import states_of_plays
from zermelo.preflight.facets import check_facets
from zermelo.tablebase.limits import Limits
from zermelo.work.checkpoint import CheckpointFile, other_work
from zermelo.work.checkpoint_format import Checkpoint

T = TypeVar("T")


class Workplace(NamedTuple):
    """Where work is done, and within which limits."""

    folder: Path
    file: CheckpointFile | None
    """The checkpoint in the folder; None if the folder is temporary."""
    limits: Limits

    @property
    def kept(self) -> Checkpoint | None:
        """The checkpoint from which work is resumed."""
        return self.file and self.file.kept

    def recorded_rows(self) -> tuple[int, Any]:
        """The length in words of the encoded states in the checkpoint, 0 if there are none, and the data of their encoding.
        Raises BadCheckpoint.
        """
        fact = self.kept.facts.get("encoded") if self.kept else None
        if fact is None:
            return 0, ()
        try:
            words, kinds = fact
            return int(words), kinds
        except (TypeError, ValueError):
            raise other_work(self.folder) from None

    def start_again(self, words: int) -> None:
        """Delete the layers with rows that are too short, and record the new length in a checkpoint. Raises OSError."""
        if self.file is not None:
            self.file.kept = Checkpoint({"encoded": [words, []]}, {})
            self.file.save(*self.file.kept)
        for path in self.folder.glob("layer-*"):
            path.unlink()


def start(game: Game[Any], position: Any, *, seconds: float | None) -> Any:
    """The state from which to start. `seconds`: the time budget of the work. Raises BadGame, BadPosition."""
    check_facets(game, seconds=seconds)
    return state_of(game, position)


def in_rows(game: Game[Any], state: Any, where: Workplace, work: Callable[[Game[Any], Any, Workplace], T]) -> T:
    """The result of `work(game, state, where)`, which requires states to be rows of a fixed number of words.

    If the game's states are not, `work` gets a game whose states are encoded. Each time a state turns out to be too long,
    the work starts again with longer rows. A checkpoint records the length.

    Raises BadCheckpoint, NotSupported.
    """
    words, kinds = where.recorded_rows()
    while True:
        try:
            if words:
                encoded = Encoded(game, words, kinds)
                for other in states_of_plays(game):  # so that it knows their classes
                    encoded.outside(other)
                return work(encoded, encoded.outside(state), where)
            _check_fits(game, state)
            return work(game, state, where)
        except LongState:
            words, kinds = 2 * words, ()
            where.start_again(words)
        except MixedStates:  # in compiled code; interpreted code finds out how long they are
            words, kinds = words or words_needed(game, state), ()
            where = where._replace(limits=replace(where.limits, compiled=False))
            where.start_again(words)
        except ShapeMismatch as mismatch:
            words, kinds = max(mismatch.words, 2 * words), ()
            where.start_again(words)


def _check_fits(game: Game[Any], state: Any) -> None:
    """Raises ShapeMismatch if the first states must be encoded. Also raises NotSupported."""
    initial = game.initial()
    states = [initial, state] if is_own(game) else [initial, state, *states_of_plays(game)]
    if unpackable(initial) or not all(is_alike(each, initial) for each in states):
        raise ShapeMismatch(max(words_needed(game, each) for each in states))


def watched(
    work: Callable[[], bool],
    halt: Callable[[], None],
    seconds: float | None,
    progress: Callable[[str], None] | None,
    described: Callable[[], str],
) -> str:
    """Work until it is done or stopped: "complete" if `work` returns True, otherwise "seconds", "interrupted" or "".

    `progress` is called with what `described` returns. Raises whatever the work raises.
    """

    def on_tick() -> None:
        if progress:
            progress(described())

    supervised = Supervised(work, halt, seconds=seconds, on_tick=on_tick)
    return "complete" if supervised.run() else supervised.stopped
