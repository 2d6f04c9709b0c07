"""Properties that follow from the facets of a game."""

from __future__ import annotations

from typing import Any

from zermelo.core.game import Game


def has_distances(game: Game[Any]) -> bool:
    """Whether the distance to a win or loss is defined: two players, no chance."""
    return game.players == 2 and not game.has_chance


def most_chances(game: Game[Any]) -> int:
    """An upper bound on the number of chance nodes in a play."""
    return game.max_length if game.max_chances is None else game.max_chances
