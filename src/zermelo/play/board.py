"""A position of a game as a picture, for notebooks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.core.game import Game
from zermelo.core.positions import state_of
from zermelo.display.markup import as_printed
from zermelo.display.svg import state_as_html, to_board
from zermelo.games.catalogue import as_game


@dataclass(frozen=True)
class Board:
    """A position. In a notebook it is drawn; if the game has no picture, it is a table of the fields or a text."""

    game: Game[Any]
    state: Any

    def __str__(self) -> str:
        return self.game.render(self.state)

    _repr_pretty_ = as_printed

    def svg(self) -> str | None:
        """The picture; None if the game has none."""
        return to_board(self.game, self.state)

    def _repr_svg_(self) -> str | None:
        return self.svg()

    def _repr_html_(self) -> str | None:
        return None if self.svg() else state_as_html(self.game, self.state)


def board(game: Game[Any] | str, position: Any = None) -> Board:
    """The board of a position, given as for `solve`; that of the initial position if it is None.

    Raises BadGame, BadPosition.
    """
    game = as_game(game)
    return Board(game, state_of(game, position))
