"""The rules of k in a row on flat boards, applied to many positions at once, for writing proofs.

An array of shape (n, 2) holds n positions. Each is a pair of bit masks: the stones of the player who proves the claim, and
those of the opponent. Bit y * w + x is cell (x, y).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zermelo.certificates.files import LEMMA_BYTE
from zermelo.certificates.strategy import LEMMA, Chosen, ProofPlay
from zermelo.games.rules import BUILT_IN

Masks = NDArray[np.int64]

MOST_CELLS: Final = 63
"""A mask is a signed 64-bit integer."""


@dataclass(frozen=True)
class FlatBoard:
    """A board of w columns and h rows on which k in a row win. With gravity, y = 0 is the lowest row."""

    w: int
    h: int
    k: int
    gravity: bool

    @property
    def cells(self) -> int:
        return self.w * self.h

    @cached_property
    def lines(self) -> tuple[int, ...]:
        found: set[int] = set()
        for cell in range(self.cells):
            for across, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                x, y = cell % self.w + (self.k - 1) * across, cell // self.w + (self.k - 1) * up
                if 0 <= x < self.w and 0 <= y < self.h:
                    found.add(sum(1 << cell + step * (across + up * self.w) for step in range(self.k)))
        return tuple(sorted(found))

    @cached_property
    def symmetries(self) -> tuple[Scattering, ...]:
        """All symmetries of the board except the identity."""
        columns, rows = range(self.w), range(self.h)
        maps = [[y * self.w + self.w - 1 - x for y in rows for x in columns]]
        if not self.gravity:
            upright = [list(range(self.cells)), *maps]
            maps += [[(self.h - 1 - cell // self.w) * self.w + cell % self.w for cell in image] for image in upright]
            if self.w == self.h:
                maps += [
                    [cell % self.w * self.w + cell // self.w for cell in image]
                    for image in [list(range(self.cells)), *maps]
                ]
        return tuple(Scattering([1 << cell for cell in image]) for image in maps)

    def reduced(self, positions: Masks) -> Masks:
        """The least image of each position, in ascending order, each once."""
        least = positions.copy()
        for symmetry in self.symmetries:
            image = np.stack((symmetry(positions[:, 0]), symmetry(positions[:, 1])), axis=1)
            less = (image[:, 0] < least[:, 0]) | ((image[:, 0] == least[:, 0]) & (image[:, 1] < least[:, 1]))
            least[less] = image[less]
        return in_order(least)

    def has_line(self, stones: Masks) -> NDArray[np.bool_]:
        found = np.zeros(len(stones), bool)
        for line in self.lines:
            found |= stones & line == line
        return found

    def is_full(self, positions: Masks) -> NDArray[np.bool_]:
        return positions[:, 0] | positions[:, 1] == (1 << self.cells) - 1

    def may_take(self, positions: Masks, cell: int) -> NDArray[np.bool_]:
        taken = positions[:, 0] | positions[:, 1]
        legal = taken >> cell & 1 == 0
        if self.gravity and cell >= self.w:
            legal &= taken >> (cell - self.w) & 1 == 1
        return legal

    def landing(self, positions: Masks, columns: NDArray[np.int64]) -> NDArray[np.int64]:
        """With gravity: for each position, the cell on which a stone in the given column lands."""
        taken = positions[:, 0] | positions[:, 1]
        cells = columns.copy()
        for _ in range(self.h - 1):
            cells += self.w * (taken >> cells & 1)
        return cells


class Scattering:
    """A mapping of bits, applied to many masks at once: bit i of a mask becomes the word `images[i]`."""

    def __init__(self, images: Sequence[int]) -> None:
        self._tables = [
            np.array([_sum_of(images[low : low + 8], byte) for byte in range(1 << 8)], np.uint64).view(np.int64)
            for low in range(0, len(images), 8)
        ]

    def __call__(self, masks: Masks) -> Masks:
        """For each mask, the sum of the images of its bits."""
        words = np.zeros(len(masks), np.int64)
        for place, table in enumerate(self._tables):
            words |= table[masks >> (8 * place) & 0xFF]
        return words


def _sum_of(images: Iterable[int], byte: int) -> int:
    return sum(image for place, image in enumerate(images) if byte >> place & 1)


def in_order(positions: Masks) -> Masks:
    ordered = positions[np.lexsort((positions[:, 1], positions[:, 0]))]
    new = np.ones(len(ordered), bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    return ordered[new]


@dataclass(frozen=True)
class Bridge:
    """Converts between the cells of a flat board and the bits of the states of a game that is searched."""

    board: FlatBoard
    bits: tuple[int, ...]
    """For each cell, its bit in the game's states."""
    width: int
    """The width in bits of one player's stones in the game's states."""

    @cached_property
    def _words(self) -> list[Scattering]:
        """For each word of one player's stones in the game's states, the mapping from cells to its bits."""
        return [
            Scattering([(1 << bit >> low) & ((1 << 64) - 1) for bit in self.bits]) for low in range(0, self.width, 64)
        ]

    def states(self, positions: Masks) -> NDArray[np.int64]:
        """The game's states, in words, in which the owner of the first mask of each pair is the player to move."""
        columns = [scatter(positions[:, side]) for side in (0, 1) for scatter in self._words]
        return np.ascontiguousarray(np.stack(columns, axis=1))

    @cached_property
    def cells(self) -> NDArray[np.int64]:
        """The cell of each bit; 0 for bits that are not cells."""
        cells = np.zeros(self.width, np.int64)
        cells[list(self.bits)] = range(len(self.bits))
        return cells


def bridge_to(game: Any) -> Bridge | None:
    """The conversion for this game; None if it is not k in a row on a flat board of at most MOST_CELLS cells."""
    from zermelo.games.in_a_row.grid import Grid
    from zermelo.games.in_a_row.linegame import LineGame

    built_in = type(game).__module__.startswith(BUILT_IN)  # a user's subclass may have other rules
    if not (built_in and isinstance(game, LineGame) and isinstance(game, Grid)) or game.misere or len(game.sides) != 2:
        return None
    across, up = game.sides[::-1] if game.falls else game.sides
    board = FlatBoard(across, up, game.length, gravity=game.falls)
    if board.cells > MOST_CELLS:
        return None
    # with gravity, an action is a column, and the cells of a column lie one after another
    bits = [game.cell(c % across) + c // across if game.falls else game.cell(c) for c in range(board.cells)]
    return Bridge(board, tuple(bits), game.width)


class FlatWalk:
    """The walk of a proof over a flat board. A row is (stones of the player of the claim, stones of the opponent)."""

    key = columns = 2

    def __init__(self, bridge: Bridge, player: int, first: tuple[int, int]) -> None:
        """`first`: the stones of player 0 and of player 1 at the start."""
        self.bridge = bridge
        self.board = bridge.board
        self.player = player
        self.first = first if player == 0 else first[::-1]

    def start(self) -> Masks:
        return self.board.reduced(np.array([self.first], np.int64))

    def reduced(self, rows: Masks) -> Masks:
        return self.board.reduced(in_order(rows))

    def own(self, rows: Masks) -> NDArray[np.bool_]:
        """Whether the player who proves the claim is to move: the same for all positions of a layer."""
        stones = int(rows[0, 0] | rows[0, 1]).bit_count() if len(rows) else 0
        return np.full(len(rows), stones % 2 == self.player)

    def states(self, rows: Masks) -> NDArray[np.int64]:
        return self.bridge.states(rows)

    def encoded(self, rows: Masks, choices: Chosen) -> bytes:
        cells = self._cells(rows, choices)
        lemmas = np.flatnonzero(cells == LEMMA_BYTE)
        plain = cells.astype(np.uint8).tobytes()
        stream, last = bytearray(), 0
        for row in lemmas.tolist():
            paired = self.bridge.cells[choices.lemma.cells[row, : choices.lemma.counts[row]]]
            stream += plain[last : row + 1] + bytes([len(paired) // 2, *paired.tolist()])
            last = row + 1
        return bytes(stream + plain[last:])

    def moved(self, rows: Masks, choices: Chosen) -> Iterator[ProofPlay]:
        cells = self._cells(rows, choices)
        after, cells = rows[cells != LEMMA_BYTE], cells[cells != LEMMA_BYTE]
        after[:, 0] |= 1 << cells
        yield self._played(after, 0)

    def answered(self, rows: Masks) -> Iterator[ProofPlay]:
        for cell in range(self.board.cells):
            after = rows[self.board.may_take(rows, cell)]
            after[:, 1] |= 1 << cell
            if len(after):
                yield self._played(after, 1)

    def _cells(self, rows: Masks, choices: Chosen) -> NDArray[np.int64]:
        """For each position, the cell of the chosen move, or LEMMA_BYTE."""
        cells = np.full(len(rows), LEMMA_BYTE, np.int64)
        is_move = choices.actions != LEMMA
        moves = choices.actions[is_move]
        cells[is_move] = self.board.landing(rows[is_move], moves) if self.board.gravity else moves
        return cells

    def _played(self, rows: Masks, side: int) -> ProofPlay:
        won = self.board.has_line(rows[:, side])
        full = self.board.is_full(rows) & ~won
        ends = ({1 - 2 * side} if won.any() else set[int]()) | ({0} if full.any() else set[int]())
        return ProofPlay(rows[~(won | full)], ends)
