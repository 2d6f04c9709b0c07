"""What follows from the facets of a game."""

from __future__ import annotations

from typing import Any

from zermelo.core.game import Game


def has_distances(game: Game[Any]) -> bool:
    """Whether it can be asked how soon a game is won or lost: two players, no chance."""
    return game.players == 2 and not game.has_chance


def most_chances(game: Game[Any]) -> int:
    """A bound on the chance nodes of any play."""
    return game.max_length if game.max_chances is None else game.max_chances
