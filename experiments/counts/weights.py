"""The weights that a sweep over the cells of a board adds up.

Each cell stays empty or gets a stone of S or of T. Boards that agree in everything that matters to later cells are of one
kind, and their weights are added up (a transfer matrix). This counts boards without inclusion and exclusion, and without a
search.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, Protocol

import numpy as np

EMPTY: Final = 0
S: Final = 1
T: Final = 2
"""The marks of a cell."""

PRIME: Final = 2**31 - 1
"""The modulus of some weights."""

Array = np.ndarray[Any, np.dtype[np.int64]]
Cell = tuple[int, int]
"""Row and column."""


class Weights(Protocol):
    """The weights of boards of one kind: the last axes of all arrays."""

    axes: int

    def empty_board(self) -> Array:
        """The weights of the board without stones."""
        ...

    def placed(self, boards: Array, mark: int) -> Array:
        """The weights of the boards with one more mark."""
        ...


class ByStones:
    """The numbers of boards with a stones of S and b of T, 0 <= a, b <= most; exact for up to 39 cells (3^39 < 2^63)."""

    axes = 2

    def __init__(self, most: int) -> None:
        self.most = most

    def empty_board(self) -> Array:
        """One board without stones."""
        weights = np.zeros((self.most + 1, self.most + 1), np.int64)
        weights[0, 0] = 1
        return weights

    def placed(self, boards: Array, mark: int) -> Array:
        """One more stone of S or of T; boards with too many stones are dropped."""
        if mark == EMPTY:
            return boards
        more = np.zeros_like(boards)
        if mark == S:
            more[..., 1:, :] = boards[..., :-1, :]
        else:
            more[..., 1:] = boards[..., :-1]
        return more


class AtPoints:
    """The sums of x^a y^b over the boards, at some points (x, y), modulo a prime below 2^31."""

    axes = 1

    def __init__(self, points: Collection[tuple[int, int]], prime: int) -> None:
        self.values = np.array([(1, x, y) for x, y in points], np.int64).T
        self.prime = prime

    def empty_board(self) -> Array:
        """1 at all points."""
        return self.values[EMPTY]

    def placed(self, boards: Array, mark: int) -> Array:
        """The weights times x or y. Sums of a few of them do not reach 2^63."""
        return boards % self.prime * self.values[mark] % self.prime
