"""One claim's proof, layer by layer: positions in the order of the format, a move or a lemma for each, and what follows.

    layer (a run) --> Strategist: choices --> stream
                  '-> FlatBoard: own stones, all answers, reduced --> runs --> merged --> the next layer

Nothing but one layer's blocks and the search's table is in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.certificates.boards import Bridge, Masks, in_order
from zermelo.certificates.files import Claim, NotProved
from zermelo.certificates.strategy import LEMMA, Strategist
from zermelo.positions.runs import Run, firsts, merged, written

BLOCK: Final = 1 << 16
"""Positions that are gone on with at a time."""

LEMMA_BYTE: Final = 255
COLUMNS: Final = 2


class Proved(NamedTuple):
    """How much a proof took."""

    positions: int
    layers: int


class Proof:
    """The proof of a claim about a flat board, on its way to a stream."""

    def __init__(
        self, bridge: Bridge, claim: Claim, strategist: Strategist, folder: Path, look: Callable[[str], None]
    ) -> None:
        self.bridge = bridge
        self.board = bridge.board
        self.claim = claim
        self.strategist = strategist
        self.folder = folder
        self.look = look
        self.positions = 0
        self.layers = 0

    def write(self, start: tuple[int, int], to_move: int, stream: BinaryIO) -> Proved:
        """Write the stream; `start` holds the stones of player 0 and of player 1. Raises NotProved."""
        first = np.array([start if self.claim.player == 0 else start[::-1]], np.int64)
        layer = self._layer(iter([self.board.reduced(first)] if to_move == self.claim.player else self._after(first)))
        while layer.rows:
            self.layers += 1
            following = self._layer(self._following(layer, stream))
            layer.path.unlink()
            layer = following
        layer.path.unlink()
        return Proved(self.positions, self.layers)

    def _layer(self, blocks: Iterator[Masks]) -> Run:
        """The positions of all blocks, each block in order, merged into one run."""
        runs = [
            written(self.folder, f"part-{number}", COLUMNS, [block], lasting=False)
            for number, block in enumerate(blocks)
        ]
        rows = (rows[firsts(rows, COLUMNS)] for rows in merged(runs, COLUMNS)) if runs else iter(())
        layer = written(self.folder, f"layer-{self.layers}", COLUMNS, rows, lasting=False)
        for run in runs:
            run.path.unlink()
        return layer

    def _following(self, layer: Run, stream: BinaryIO) -> Iterator[Masks]:
        """What follows from each block of a layer, once its choices are in the stream."""
        for positions in layer.blocks(size=BLOCK):
            choices = self.strategist.choices(self.bridge.states(positions), self.claim.at_least)
            is_move = choices.actions != LEMMA
            cells = np.full(len(positions), LEMMA_BYTE, np.int64)
            cells[is_move] = self._cells(positions[is_move], choices.actions[is_move])
            stream.write(self._bytes(cells, choices))
            self.positions += len(positions)
            self.look(f"{self.claim}: layer {self.layers}, {self.positions:,} positions")
            moved = positions[is_move]
            moved[:, 0] |= 1 << cells[is_move]
            yield from self._after(self._going(moved, 0))

    def _cells(self, positions: Masks, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where the stones of these actions go."""
        return self.board.landing(positions, actions) if self.board.gravity else actions

    def _bytes(self, cells: NDArray[np.int64], choices: Any) -> bytes:
        """What the stream says of these positions."""
        lemmas = np.flatnonzero(cells == LEMMA_BYTE)
        if len(lemmas) == 0:
            return cells.astype(np.uint8).tobytes()
        told, last = bytearray(), 0
        plain = cells.astype(np.uint8).tobytes()
        for row in lemmas.tolist():
            paired = self.bridge.cells[choices.pairing.cells[row, : choices.pairing.counts[row]]]
            told += plain[last : row + 1] + bytes([len(paired) // 2, *paired.tolist()])
            last = row + 1
        return bytes(told + plain[last:])

    def _after(self, positions: Masks) -> Iterator[Masks]:
        """All positions after the other player's answers in which play goes on, reduced, in order."""
        if len(positions):
            answers = [self._going(after, 1) for after in self.board.answers(positions)]
            yield self.board.reduced(in_order(np.concatenate(answers)))

    def _going(self, positions: Masks, side: int) -> Masks:
        """Those in which play goes on after a stone of that side; the others must have ended well. Raises NotProved."""
        won = self.board.has_line(positions[:, side])
        full = self.board.is_full(positions)
        if (side == 1 and won.any()) or (self.claim.at_least > 0 and (full & ~won).any()):
            raise NotProved(f"The search gave a strategy by which {self.claim}, and it fails.")
        return positions[~(won | full)]
