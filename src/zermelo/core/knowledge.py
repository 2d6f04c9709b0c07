"""The facets of games that are true or false, and the pieces of knowledge that games may have, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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


def known_pieces(pieces: tuple[str, ...]) -> list[str]:
    """`pieces` with "all" spelled out, those that are not a game's left aside."""
    return list(KNOWLEDGE) if "all" in pieces else [piece for piece in pieces if piece in KNOWLEDGE]
