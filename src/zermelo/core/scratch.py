"""Scratch arrays for a game's methods: rows of numbers that live for one call, on the stack in compiled code."""

from __future__ import annotations

from zermelo.core.bits import Bits


def tally(places: Bits | tuple[int, ...]) -> list[int]:
    """A row of zeros, one for each cell of a board or item of a tuple. It must not outlive the method that made it."""
    return [0] * (places.width if isinstance(places, Bits) else len(places))
