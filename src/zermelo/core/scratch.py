"""Scratch arrays for a game's methods: rows of numbers that live for one call, on the stack in compiled code."""

from __future__ import annotations

from zermelo.core.bits import Bits


def tally(board: Bits) -> list[int]:
    """A row of zeros, one for each cell of a board. It must not outlive the method that made it."""
    return [0] * board.width


def pair_tally(board: Bits) -> list[int]:
    """A row of zeros, one for each ordered pair of cells (a, b) of a board, at a * width + b.

    It must not outlive the method that made it.
    """
    return [0] * board.width**2
