"""Positions of games of lines, as the rules module of them tells them: for lemmas, which are about cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from zermelo.core.bits import Bits
from zermelo.games.rules import OURS

MOST_CELLS: Final = 254
"""A cell is one byte of the stream."""


class Cells:
    """Between the cells of the module and the bits of the game's boards."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.bits = [game.cell(action) for action in range(game.cell_count)]

    def named(self, bits: Iterable[int]) -> list[int]:
        """The cells with these bits."""
        return [self.game.action_at(bit) for bit in bits]

    def state(self, ruled: tuple[int, ...], rules: Mapping[str, Any]) -> Any:
        """The game's state in the position of the module's state."""
        boards = [
            Bits.of(self.game.width, *(bit for cell, bit in enumerate(self.bits) if stones >> cell & 1))
            for stones in rules["stones"](ruled)
        ]
        mover = rules["to_move"](ruled)
        return type(self.game.initial())(boards[mover], boards[1 - mover])


def cells_of(game: Any) -> Cells | None:
    """None for games to which the lemmas do not apply."""
    from zermelo.games.in_a_row.linegame import LineGame

    ours = type(game).__module__.startswith(OURS)  # a subclass may have rules of its own
    if not ours or not isinstance(game, LineGame) or game.misere or game.falls or game.cell_count > MOST_CELLS:
        return None
    return Cells(game)
