"""The names of a game's true-or-false facets, and of the pieces of knowledge that it may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FLAGS: Final = (
    "has_chance",
    "cyclic",
    "impartial",
    "forcing",
    "hidden_information",
    "simultaneous",
    "depends_on_history",
)
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
"""The pieces of knowledge that a game may have, and the methods and attributes of each."""


def known_pieces(pieces: tuple[str, ...]) -> list[str]:
    """The pieces of a game's knowledge named in `pieces`, where "all" means all of them. Other names are dropped."""
    return list(KNOWLEDGE) if "all" in pieces else [piece for piece in pieces if piece in KNOWLEDGE]
