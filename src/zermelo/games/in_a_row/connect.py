"""The family `connect`: k in a row with gravity. Connect Four is connect(7, 6, 4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from zermelo.core.bits import Bits
from zermelo.core.wording import names_in
from zermelo.games.arguments import check_numbers, flag
from zermelo.games.in_a_row.drawing import MARKS, is_drawn
from zermelo.games.in_a_row.drop import Drop
from zermelo.games.in_a_row.linegame import MAX_SIDE, Board
from zermelo.games.titles import by, capitalised, in_words


@dataclass(frozen=True)
class connect(Drop):  # noqa: N801  (the name of the family)
    """Connect Four of any size: k in a row, where stones fall to the lowest free cell of a column.

    The first player to have k stones in a row, a column or a diagonal wins; a full board is a draw. Columns come first, as
    in "seven by six": connect(columns, rows, k). Connect Four itself is connect(7, 6, 4).

    Action a drops a stone into column a; the move is named by the number of the column, counted from 1. A position is
    written as a string of moves, in the notation of Pons: "444" is three stones in the middle of seven columns (with more
    than 9 columns, the numbers are separated by spaces). It may also be written as rows of X, O and dots, from the top,
    separated by slashes; X moved first. The bits of the board go column by column, from the lowest cell.
    """

    columns: int
    rows: int
    k: int
    twos: bool | int = False
    """Whether `evaluate` counts open twos only: lines with two stones of one side and none of the other."""

    def __post_init__(self) -> None:
        check_numbers("connect", 1, MAX_SIDE, columns=self.columns, rows=self.rows, k=self.k)
        flag("connect", "twos", self.twos)

    @property
    def worth(self) -> tuple[int, int, int, int]:
        return (0, 0, 1, 0) if self.twos else (0, 1, 10, 100)

    gravity = 1

    @property
    def shape(self) -> tuple[int, int]:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.columns, self.rows

    def cell(self, action: int) -> int:
        return action * self.stride

    def action_at(self, cell: int) -> int:
        return cell // self.stride

    # --- knowledge --------------------------------------------------------------------------------------------------------
    symmetry_count = 2

    def image(self, stones: Bits, symmetry: int) -> Bits:
        """The stones, moved by a symmetry; symmetry 1 exchanges left and right."""
        if symmetry == 0:
            return stones
        mirrored = stones & self.middle
        for column in range(self.columns // 2):
            left, apart = self.lane << (column * self.stride), (self.columns - 1 - 2 * column) * self.stride
            mirrored = mirrored | ((stones & left) << apart) | ((stones >> apart) & left)
        return mirrored

    @cached_property
    def middle(self) -> Bits:
        """The cells of the column in the middle; none if there is an even number of columns."""
        return Bits(self.width) if self.columns % 2 == 0 else self.lane << (self.columns // 2 * self.stride)

    def symmetric_action(self, action: int, symmetry: int) -> int:
        return self.columns - 1 - action if symmetry else action

    # --- text -------------------------------------------------------------------------------------------------------------
    def title(self) -> str:
        name = f"Connect {capitalised(in_words(self.k))}"
        return name if (self.columns, self.rows, self.k) == (7, 6, 4) else f"{name}, {by(self.columns, self.rows)}"

    def parse_position(self, text: str) -> Board:
        """The position given by rows, or by moves; up to 9 columns, their numbers need no spaces. Raises BadPosition."""
        if self.columns <= 9 and not is_drawn(text, MARKS[:2]):
            text = " ".join("".join(names_in(text)))
        return super().parse_position(text)

    def __str__(self) -> str:
        return f"connect({self.columns},{self.rows},{self.k}{',twos=1' if self.twos else ''})"
