"""The family `chomp`: Chomp (Schuh 1952, Gale 1974), the game of biting pieces off a bar of chocolate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from zermelo.core.bits import Bits
from zermelo.core.board import Cell
from zermelo.core.errors import BadMove
from zermelo.games.arguments import check_numbers, flag
from zermelo.games.impartial.impartial_game import ImpartialGame
from zermelo.games.titles import by, several, square_in, square_name

MAX_SIDE: Final = 26
SIZE: Final = 5
"""How many bits hold the length of a row."""


@dataclass(frozen=True)
class chomp(ImpartialGame[Bits]):  # noqa: N801  (the name of the family)
    """Chomp: bite pieces off a bar of chocolate whose corner square a1 is poisoned.

    A move names a square by column letter and row number, "c2", and takes it with all squares to its right and below. The
    player who is left with the poisoned square loses (misère: wins).

    A state holds how many squares are left of each row, the first row first, in fields of a `Bits`. In terms of the theory
    of impartial games, nobody can take the poisoned square, and a player who cannot move loses.
    """

    rows: int
    columns: int
    misere: bool | int = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "misere", flag("chomp", "misere", self.misere))
        check_numbers("chomp", 1, MAX_SIDE, rows=self.rows, columns=self.columns)

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.rows * self.columns

    @property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """All squares but the poisoned one, taken one at a time."""
        return max(self.rows * self.columns - 1, 1)

    def row(self, state: Bits, number: int) -> int:
        return state.field(number * SIZE, SIZE)

    def initial(self) -> Bits:
        state = Bits(self.rows * SIZE)
        for number in range(self.rows):
            state = state.put(number * SIZE, SIZE, self.columns)
        return state

    def legal(self, state: Bits, action: int) -> bool:
        return action > 0 and action % self.columns < self.row(state, action // self.columns)

    def apply(self, state: Bits, action: int) -> Bits:
        column = action % self.columns
        for number in range(action // self.columns, self.rows):
            state = state.put(number * SIZE, SIZE, min(self.row(state, number), column))
        return state

    def terminal(self, state: Bits) -> bool:
        return self.row(state, 0) == 1 and (self.rows == 1 or self.row(state, 1) == 0)

    def title(self) -> str:
        return self.titled(f"Chomp, {by(self.rows, self.columns)}")

    def rules(self) -> str:
        return (
            f"The board is a bar of chocolate, with {several(self.rows, 'row')} of {several(self.columns, 'square')}. The "
            "square in the top left corner is poisoned, and nobody may take it. On your turn, choose any other square and "
            "bite off the whole rectangle from there to the bottom right corner. The player who is left with only the "
            f"poisoned square {'wins' if self.misere else 'loses'}."
        )

    def action_name(self, action: int) -> str:
        return square_name(*divmod(action, self.columns))

    def parse_action(self, text: str) -> int:
        if square := square_in(text, self.rows, self.columns):
            return square[0] * self.columns + square[1]
        raise BadMove(
            f"{text!r} is not a square of {self}: squares are a1 to {self.action_name(self.action_count - 1)}."
        )

    def render(self, state: Bits) -> str:
        rows = ["#" * self.row(state, number) for number in range(self.rows)]
        return "\n".join(["!" + rows[0][1:], *(row for row in rows[1:] if row)])

    def picture(self, state: Bits, mover: int) -> list[Cell]:
        return [
            Cell(
                row,
                column,
                "#" if row or column else "!",
                actions=(row * self.columns + column,),
                look="chocolate" if row or column else "poison",
            )
            for row in range(self.rows)
            for column in range(self.row(state, row))
        ]

    def __str__(self) -> str:
        return f"chomp({self.rows},{self.columns}{',misere=1' if self.misere else ''})"
