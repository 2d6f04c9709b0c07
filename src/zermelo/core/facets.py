"""What kinds of games there are: flags, what follows from facets, and the pieces of knowledge that games may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from zermelo.core.game import Game

FLAGS: Final = ("has_chance", "cyclic", "impartial", "forcing", "hidden_information", "simultaneous")
"""Facets that are true or false."""

KNOWLEDGE: Final[Mapping[str, tuple[str, ...]]] = {
    "key": ("key", "symmetric_key"),
    "symmetry": ("symmetry_count", "symmetric", "symmetric_action", "canonical_symmetry"),
    "evaluation": ("evaluate",),
    "quiescence": ("noisy",),
    "priority": ("priority",),
    "forced": ("forced",),
    "relevance": ("relevant", "deciding"),
    "bounds": ("bounds", "plies"),
}
"""The pieces of knowledge a game may have, and the members that hold each."""


def has_distances(game: Game[Any]) -> bool:
    """Whether it can be asked how soon a game is won or lost: two players, no chance."""
    return game.players == 2 and not game.has_chance


def most_chances(game: Game[Any]) -> int:
    """A bound on the chance nodes of any play."""
    return game.max_length if game.max_chances is None else game.max_chances


def known_pieces(pieces: tuple[str, ...]) -> list[str]:
    """`pieces` with "all" spelled out, those that are not a game's left aside."""
    return list(KNOWLEDGE) if "all" in pieces else [piece for piece in pieces if piece in KNOWLEDGE]
