"""The words that all images of a state through the symmetries of its game have in common: those of the least."""

from __future__ import annotations

from typing import Any, TypeVar

from zermelo.core.game import Game
from zermelo.core.words import pack

State = TypeVar("State")


def least_image(game: Game[State], state: State) -> Any:
    """The words of the least of the state's images; of a game without symmetries, those of the state."""
    least = pack(state)
    for symmetry in range(1, game.symmetry_count):
        image = pack(game.symmetric(state, symmetry))
        if image < least:
            least = image
    return least
