"""A game with some of its class's attributes or methods replaced."""

from __future__ import annotations

import copy
from typing import Any

from zermelo import Game


def altered(game: Game[Any], name: str, **members: Any) -> Any:
    """The same game, of a class with this name that is like the game's own except for these members."""
    twin = copy.copy(game)
    object.__setattr__(twin, "__class__", type(name, (type(game),), {"__module__": __name__, **members}))
    return twin
