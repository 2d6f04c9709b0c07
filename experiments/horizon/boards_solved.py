"""All positions of n in a row on n x n, solved at once with arrays instead of a search.

A position is two masks, the stones of the player to move and those of the other; bit r * n + c is row r, column c. Its
code, 0 to 3^(n * n) - 1, has a digit for each cell. Scores are for the player to move. The sooner a win comes, the more it
scores:

    WON - d    a win in d plies        0    a draw        d - WON    a loss in d plies
"""

from __future__ import annotations

import functools
from typing import Any, Final, NamedTuple

import numpy as np

SIDES: Final = (3, 4)
"""The sides of the boards."""

WON: Final = 100
"""More than the plies to any win; a move that wins at once scores WON - 1."""

ILLEGAL: Final = -128
"""The score of a move to an occupied cell."""

Array = np.ndarray[Any, np.dtype[Any]]


class Layer(NamedTuple):
    """Positions without a line after the same number of plies."""

    me: Array
    """The stones of the player to move."""
    you: Array


class Solved:
    """The scores of all positions that play can reach."""

    def __init__(self, side: int) -> None:
        """Solve all positions, the fullest boards first."""
        self.side = side
        self.cells = side * side
        self.masks = np.arange(1 << self.cells)
        self.has_line = self._lined()
        self._digits = _digits(self.cells)
        self.layers = [self._layer(ply) for ply in range(self.cells + 1)]
        self.scores = np.zeros(3**self.cells, np.int8)
        """The scores by code. Positions in which the game is over score 0 here: they are draws, or have a line."""
        self.worst = [np.zeros(len(layer.me), np.int8) for layer in self.layers]
        """The score of the worst move in each position, in the order of the layer."""
        for ply in reversed(range(self.cells)):
            layer = self.layers[ply]
            moves = self.moves(layer)
            self.scores[self.code(layer)] = moves.max(axis=0)
            self.worst[ply] = np.where(moves == ILLEGAL, WON, moves).min(axis=0)

    def _lined(self) -> Array:
        """Whether each mask has a line."""
        cells = np.arange(self.cells).reshape(self.side, self.side)
        lines = [*cells, *cells.T, cells.diagonal(), np.fliplr(cells).diagonal()]
        masks = [int(sum(1 << int(cell) for cell in line)) for line in lines]
        return functools.reduce(np.logical_or, [self.masks & mask == mask for mask in masks])

    def _layer(self, ply: int) -> Layer:
        """The positions with `ply` stones and no line; the player to move has half of the stones, rounded down."""
        open_masks = self.masks[~self.has_line].astype(np.uint16)
        count = np.bitwise_count(open_masks)
        mine, yours = open_masks[count == ply // 2], open_masks[count == (ply + 1) // 2]
        me, you = np.nonzero((mine[:, None] & yours[None, :]) == 0)
        return Layer(mine[me], yours[you])

    def code(self, layer: Layer) -> Array:
        """The code of each position."""
        return self._digits[layer.me] + 2 * self._digits[layer.you]

    def free(self, layer: Layer, cell: int) -> Array:
        """Whether a cell is empty in each position."""
        return (layer.me | layer.you) >> cell & 1 == 0

    def moves(self, layer: Layer) -> Array:
        """The score of each move to the player who makes it: a row for each cell, a column for each position."""
        moves = np.full((self.cells, len(layer.me)), ILLEGAL, np.int8)
        for cell in range(self.cells):
            free = np.nonzero(self.free(layer, cell))[0]
            mine = layer.me[free] | np.uint16(1 << cell)
            after = self.scores[self.code(Layer(layer.you[free], mine))]
            moves[cell, free] = np.where(self.has_line[mine], WON - 1, np.sign(after) - after)
        return moves


def _digits(cells: int) -> Array:
    """The code of each mask: its bits as digits in base 3."""
    digits = np.zeros(1, np.int64)
    for cell in range(cells):
        digits = np.concatenate([digits, digits + 3**cell])
    return digits


@functools.cache
def solved(side: int) -> Solved:
    """The solved positions of a board, computed once."""
    return Solved(side)


def seen(scores: Array, depth: int, *, scaled: bool) -> Array:
    """The values that a search of `depth` plies finds for these scores, if it values positions that are not over as 0.

    It finds a forced win or loss exactly if that comes within its depth. Unless `scaled`, all wins have the same value.
    """
    sight = np.where(WON - np.abs(scores.astype(np.int16)) <= depth, scores, 0)
    return sight if scaled else np.sign(sight)
