"""The canonical image of a state under the symmetries of its game: of all images, the one with the least words."""

from __future__ import annotations

from typing import Any, TypeVar

from zermelo.core.game import Game
from zermelo.core.words import pack

State = TypeVar("State")


def least_image(game: Game[State], state: State) -> Any:
    """The words of the state's least image; in a game without symmetries, of the state itself."""
    least = pack(state)
    for symmetry in range(1, game.symmetry_count):
        image = pack(game.symmetric(state, symmetry))
        if image < least:
            least = image
    return least
