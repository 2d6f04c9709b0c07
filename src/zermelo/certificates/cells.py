"""Converts between the states of line games and the cells of their rules module, because lemmas name cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from zermelo.core.bits import Bits
from zermelo.games.rules import BUILT_IN

MOST_CELLS: Final = 254
"""A cell is one byte of the stream, and 255 is taken."""


class Cells:
    """Converts between the cells of the rules module and the bits of the game's states."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.bits = [game.cell(action) for action in range(game.cell_count)]

    def of_bits(self, bits: Iterable[int]) -> list[int]:
        """The cells with these bits."""
        return [self.game.action_at(bit) for bit in bits]

    def state(self, rules_state: tuple[int, ...], rules: Mapping[str, Any]) -> Any:
        """The game's state that corresponds to a state of the rules module."""
        boards = [
            Bits.of(self.game.width, *(bit for cell, bit in enumerate(self.bits) if stones >> cell & 1))
            for stones in rules["stones"](rules_state)
        ]
        mover = rules["to_move"](rules_state)
        return type(self.game.initial())(boards[mover], boards[1 - mover])


def cells_of(game: Any) -> Cells | None:
    """The conversion for this game; None if the lemmas do not apply to it."""
    from zermelo.games.in_a_row.linegame import LineGame

    built_in = type(game).__module__.startswith(BUILT_IN)  # a user's subclass may have other rules
    if not built_in or not isinstance(game, LineGame) or game.misere or game.falls or game.cell_count > MOST_CELLS:
        return None
    return Cells(game)
