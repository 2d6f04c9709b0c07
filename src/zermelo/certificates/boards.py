"""Flat boards as certificates see them: many positions at once, each a pair of bit masks, bit y * w + x being cell (x, y).

A position is (stones of the player whose strategy it is, stones of the other), in an array of shape (n, 2). This is the
walk of the format, by which a proof is put in order; it knows nothing of searches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zermelo.certificates.files import LEMMA_BYTE
from zermelo.certificates.proof import ProofPlay
from zermelo.certificates.strategy import LEMMA, Choices
from zermelo.games.rules import OURS

Masks = NDArray[np.int64]

MOST_CELLS: Final = 63
"""A mask is a signed word."""

FLAT: Final = 2
"""Axes of a flat board."""

EIGHT: Final = 8


@dataclass(frozen=True)
class FlatBoard:
    """W columns, h rows, k in a row; with gravity y = 0 is the lowest row."""

    w: int
    h: int
    k: int
    gravity: bool

    @property
    def cells(self) -> int:
        """How many there are."""
        return self.w * self.h

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The mask of each line."""
        found: set[int] = set()
        for cell in range(self.cells):
            for across, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                x, y = cell % self.w + (self.k - 1) * across, cell // self.w + (self.k - 1) * up
                if 0 <= x < self.w and 0 <= y < self.h:
                    found.add(sum(1 << cell + step * (across + up * self.w) for step in range(self.k)))
        return tuple(sorted(found))

    @cached_property
    def symmetries(self) -> tuple[Scattering, ...]:
        """All but the identity."""
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
        """Each position's smallest image, in order, each once."""
        least = positions.copy()
        for symmetry in self.symmetries:
            image = np.stack((symmetry(positions[:, 0]), symmetry(positions[:, 1])), axis=1)
            less = (image[:, 0] < least[:, 0]) | ((image[:, 0] == least[:, 0]) & (image[:, 1] < least[:, 1]))
            least[less] = image[less]
        return in_order(least)

    def has_line(self, stones: Masks) -> NDArray[np.bool_]:
        """Whether each of the masks holds a line."""
        found = np.zeros(len(stones), bool)
        for line in self.lines:
            found |= stones & line == line
        return found

    def is_full(self, positions: Masks) -> NDArray[np.bool_]:
        """Whether no cell is left."""
        return positions[:, 0] | positions[:, 1] == (1 << self.cells) - 1

    def may_take(self, positions: Masks, cell: int) -> NDArray[np.bool_]:
        """Whether a stone may go on the cell."""
        taken = positions[:, 0] | positions[:, 1]
        legal = taken >> cell & 1 == 0
        if self.gravity and cell >= self.w:
            legal &= taken >> (cell - self.w) & 1 == 1
        return legal

    def landing(self, positions: Masks, columns: NDArray[np.int64]) -> NDArray[np.int64]:
        """With gravity, the cell on which a stone lands in the column of each position."""
        taken = positions[:, 0] | positions[:, 1]
        cells = columns.copy()
        for _ in range(self.h - 1):
            cells += self.w * (taken >> cells & 1)
        return cells


class Scattering:
    """Moves the bits of many masks at once: bit i of a mask becomes the word `images[i]`."""

    def __init__(self, images: Sequence[int]) -> None:
        self._tables = [
            np.array([_sum_of(images[low : low + EIGHT], byte) for byte in range(1 << EIGHT)], np.uint64).view(np.int64)
            for low in range(0, len(images), EIGHT)
        ]

    def __call__(self, masks: Masks) -> Masks:
        """The words, each the sum of the images of a mask's bits."""
        words = np.zeros(len(masks), np.int64)
        for place, table in enumerate(self._tables):
            words |= table[masks >> (EIGHT * place) & 0xFF]
        return words


def _sum_of(images: Iterable[int], byte: int) -> int:
    return sum(image for place, image in enumerate(images) if byte >> place & 1)


def in_order(positions: Masks) -> Masks:
    """The rows in ascending order, each once."""
    ordered = positions[np.lexsort((positions[:, 1], positions[:, 0]))]
    new = np.ones(len(ordered), bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    return ordered[new]


@dataclass(frozen=True)
class Bridge:
    """Between a flat board and the game whose search is asked: cells to bits of its states, and back."""

    board: FlatBoard
    bits: tuple[int, ...]
    """Of each cell, the bit in the game's boards."""
    width: int
    """Bits of such a board."""

    @cached_property
    def _words(self) -> list[Scattering]:
        """One for each word of a board in the game's states."""
        return [
            Scattering([(1 << bit >> low) & ((1 << 64) - 1) for bit in self.bits]) for low in range(0, self.width, 64)
        ]

    def states(self, positions: Masks) -> NDArray[np.int64]:
        """The words of the game's states in which the first of each pair is to move."""
        columns = [scatter(positions[:, side]) for side in (0, 1) for scatter in self._words]
        return np.ascontiguousarray(np.stack(columns, axis=1))

    @cached_property
    def cells(self) -> NDArray[np.int64]:
        """The cell of each bit; 0 where there is none."""
        cells = np.zeros(self.width, np.int64)
        cells[list(self.bits)] = range(len(self.bits))
        return cells


def bridge_to(game: Any) -> Bridge | None:
    """How to ask this game about flat boards; None if it is none of theirs."""
    from zermelo.games.in_a_row.linegame import LineGame

    ours = type(game).__module__.startswith(OURS)  # a subclass may have rules of its own
    if not ours or not isinstance(game, LineGame) or len(game.sides) != FLAT or game.misere:
        return None
    across, up = game.sides[::-1] if game.falls else game.sides
    board = FlatBoard(across, up, game.length, gravity=game.falls)
    if board.cells > MOST_CELLS:
        return None
    # with gravity, an action is a column, and the cells of a column lie one after another
    bits = [game.cell(c % across) + c // across if game.falls else game.cell(c) for c in range(board.cells)]
    return Bridge(board, tuple(bits), game.width)


class FlatWalk:
    """The walk of a proof over a flat board; a row is (stones of the player whose proof it is, stones of the other)."""

    key = columns = 2

    def __init__(self, bridge: Bridge, player: int, first: tuple[int, int]) -> None:
        """`first`: the stones of player 0 and those of player 1 where the proof begins."""
        self.bridge = bridge
        self.board = bridge.board
        self.player = player
        self.first = first if player == 0 else first[::-1]

    def start(self) -> Masks:
        """The first position alone."""
        return self.board.reduced(np.array([self.first], np.int64))

    def reduced(self, rows: Masks) -> Masks:
        """The smallest images."""
        return self.board.reduced(in_order(rows))

    def own(self, rows: Masks) -> NDArray[np.bool_]:
        """Where the player is to move: in all positions of a layer, or in none."""
        stones = int(rows[0, 0] | rows[0, 1]).bit_count() if len(rows) else 0
        return np.full(len(rows), stones % 2 == self.player)

    def states(self, rows: Masks) -> NDArray[np.int64]:
        """What the search is to choose in."""
        return self.bridge.states(rows)

    def told(self, rows: Masks, choices: Choices) -> bytes:
        """What the stream says of these rows."""
        cells = self._cells(rows, choices)
        lemmas = np.flatnonzero(cells == LEMMA_BYTE)
        plain = cells.astype(np.uint8).tobytes()
        told, last = bytearray(), 0
        for row in lemmas.tolist():
            paired = self.bridge.cells[choices.lemma.cells[row, : choices.lemma.counts[row]]]
            told += plain[last : row + 1] + bytes([len(paired) // 2, *paired.tolist()])
            last = row + 1
        return bytes(told + plain[last:])

    def moved(self, rows: Masks, choices: Choices) -> Iterator[ProofPlay]:
        """The positions after the moves that were chosen."""
        cells = self._cells(rows, choices)
        after, cells = rows[cells != LEMMA_BYTE], cells[cells != LEMMA_BYTE]
        after[:, 0] |= 1 << cells
        yield self._played(after, 0)

    def answered(self, rows: Masks) -> Iterator[ProofPlay]:
        """The positions after each legal move of the other player."""
        for cell in range(self.board.cells):
            after = rows[self.board.may_take(rows, cell)]
            after[:, 1] |= 1 << cell
            if len(after):
                yield self._played(after, 1)

    def _cells(self, rows: Masks, choices: Choices) -> NDArray[np.int64]:
        """Where the stones that were chosen go."""
        cells = np.full(len(rows), LEMMA_BYTE, np.int64)
        is_move = choices.actions != LEMMA
        moves = choices.actions[is_move]
        cells[is_move] = self.board.landing(rows[is_move], moves) if self.board.gravity else moves
        return cells

    def _played(self, rows: Masks, side: int) -> ProofPlay:
        """These positions after a stone of that side: those in which play goes on, and how the others have ended."""
        won = self.board.has_line(rows[:, side])
        full = self.board.is_full(rows) & ~won
        ends = ({1 - 2 * side} if won.any() else set[int]()) | ({0} if full.any() else set[int]())
        return ProofPlay(rows[~(won | full)], ends)
