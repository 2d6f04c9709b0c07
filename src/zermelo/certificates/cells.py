"""Converts between the states of line games and the cells of their rules module, because lemmas name cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from zermelo.certificates.files import Claim
from zermelo.certificates.lemmas import LemmaKind
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
        return self.game.with_stones(*boards, rules["to_move"](rules_state))

    def lemma(self, claim: Claim) -> LemmaKind | None:
        """The kind of lemma that proves a win, or at least a draw; in the weak game, a win of Maker, or of Breaker."""
        if self.game.both_complete:
            return "threats" if claim.at_least == 1 else "pairs" if claim.at_least == 0 else None
        return None if claim.at_least != 1 else "threats" if claim.player == 0 else "pairs"


def cells_of(game: Any) -> Cells | None:
    """The conversion for this game; None if the lemmas do not apply to it."""
    from zermelo.games.in_a_row.linegame import LineGame
    from zermelo.games.in_a_row.weak import Weak

    built_in = type(game).__module__.startswith(BUILT_IN)  # a user's subclass may have other rules
    lemmas = isinstance(game, Weak) or (isinstance(game, LineGame) and not game.misere and not game.falls)
    return Cells(game) if built_in and lemmas and game.cell_count <= MOST_CELLS else None
