"""Rows of numbers for the time of a call, which a game's methods may fill: compiled, they lie on the stack."""

from __future__ import annotations

from zermelo.core.bits import Bits


def tally(board: Bits) -> list[int]:
    """A zero for each cell of a board. It must not outlive the method that made it."""
    return [0] * board.width


def pair_tally(board: Bits) -> list[int]:
    """A zero for each ordered pair of cells (a, b) of a board, at a * width + b. It must not outlive its method."""
    return [0] * board.width**2
