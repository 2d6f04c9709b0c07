"""k in a row on a board of m rows and n columns; tic-tac-toe is mnk(3, 3, 3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from zermelo.bits import Bits
from zermelo.errors import BadMove
from zermelo.game import NONE, UNBOUNDED
from zermelo.games.lines import Board, LineGame, check_sides

COLUMNS = "abcdefghijklmnopqrs"


@dataclass(frozen=True)
class mnk(LineGame):  # noqa: N801  (the name of the family)
    """The first to have k stones in a row, a column or a diagonal wins; a full board is a draw.

    Action a is the cell in row a // n, column a % n. Moves are named by column letter and row number: a1 is action 0.
    Positions are rows of X, O and dots with slashes between ("X.O/.X./..O"), X having moved first, or lists of moves.
    """

    m: int
    n: int
    k: int

    def __post_init__(self) -> None:
        check_sides("mnk", {"m": self.m, "n": self.n}, self.k)

    @property
    def lanes(self) -> int:
        """The rows."""
        return self.m

    @property
    def span(self) -> int:
        """The columns."""
        return self.n

    @property
    def length(self) -> int:
        """K."""
        return self.k

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """One action for each cell."""
        return self.m * self.n

    def cell(self, action: int) -> int:
        """The bit of an action's cell."""
        return action + action // self.n

    def action_at(self, cell: int) -> int:
        """The action whose cell has this bit."""
        return cell - cell // self.stride

    # --- START ----------------------------------------------------------------------------------------------------------
    def legal(self, state: Board, action: int) -> bool:
        """The cell is empty."""
        return self.cell(action) not in state.me | state.you

    def apply(self, state: Board, action: int) -> Board:
        """A stone on the cell; the other player is now "me"."""
        return Board(state.you, state.me.add(self.cell(action)))

    # --- knowledge --------------------------------------------------------------------------------------------------------
    @property
    def symmetry_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Those of the square, or of the rectangle."""
        return 8 if self.m == self.n else 4

    def symmetric(self, state: Board, symmetry: int) -> Board:
        """Bit 0 of the symmetry's number turns rows upside down, bit 1 columns, bit 2 exchanges both (last)."""
        return Board(self._image(state.me, symmetry), self._image(state.you, symmetry))

    def _image(self, stones: Bits, symmetry: int) -> Bits:
        # turned by half a turn, the padding comes first: shift it out again
        if symmetry & 2:
            stones = stones.reverse() >> 1
        if (symmetry & 1) ^ (symmetry >> 1 & 1):
            flipped = stones ^ stones
            for row in range(self.m):
                lane = (stones >> (row * self.stride)) & self._lane
                flipped = flipped | (lane << ((self.m - 1 - row) * self.stride))
            stones = flipped
        if symmetry & 4:
            turned = stones & self._diagonal
            for distance in range(1, self.n):
                move = distance * (self.stride - 1)
                turned = turned | ((stones & self._diagonals[distance]) << move)
                turned = turned | ((stones >> move) & self._diagonals[distance])
            stones = turned
        return stones

    @cached_property
    def _lane(self) -> Bits:
        return Bits.of(self.width, *range(self.n))

    @cached_property
    def _diagonal(self) -> Bits:
        return self.board & Bits.of(self.width, *range(0, self.width, self.stride + 1))

    @cached_property
    def _diagonals(self) -> tuple[Bits, ...]:
        """The cells of row r and column r + distance, for each distance from the main diagonal."""
        return tuple(
            Bits.of(self.width, *(row * self.stride + row + distance for row in range(min(self.m, self.n - distance))))
            for distance in range(self.n)
        )

    def symmetric_action(self, action: int, symmetry: int) -> int:
        """The cell of an action, seen through a symmetry."""
        row, column = action // self.n, action % self.n
        if symmetry & 1:
            row = self.m - 1 - row
        if symmetry & 2:
            column = self.n - 1 - column
        return column * self.n + row if symmetry & 4 else row * self.n + column

    def forced(self, state: Board) -> int:
        """Complete a line; else stop the other side from completing its only one."""
        cells = self.completions(state.me, state.you)
        if not cells:
            cells = self.completions(state.you, state.me)
            if cells.count() > 1:
                return NONE
        return self.action_at(cells.lowest()) if cells else NONE

    def priority(self, state: Board, action: int) -> int:
        """The weight of the lines through the cell."""
        return self.line_weight(state, self.cell(action))

    def bounds(self, state: Board, alpha: int, beta: int) -> tuple[int, int]:
        """Two threats cannot both be met. Nobody wins without a free line, nor against a pairing strategy."""
        low, high = -UNBOUNDED, UNBOUNDED
        if self.completions(state.you, state.me).count() > 1 and not self.completions(state.me, state.you):
            return low, -1
        if alpha >= 0 and self.blocked(state.me, state.you):
            high = 0
        if beta <= 0 and self.blocked(state.you, state.me):
            low = 0
        return low, high

    def blocked(self, attacker: Bits, defender: Bits) -> bool:
        """Whether `defender` has a pairing strategy: two empty cells of its own in every line still free of its stones.

        It answers each stone in a pair with the other cell, so that it gets a stone into every such line (Hales and
        Jewett 1963). It need not be on move; having the move as well does no harm. The pairs are chosen greedily, from
        the lines with fewest empty cells on: a True is a proof, a False says nothing. No line left is the trivial case.
        """
        used = attacker ^ attacker
        for empties in range(1, self.k + 1):
            for direction in range(4):
                ray = self.rays[direction]
                for start in self.starts[direction]:
                    line = ray << start
                    if line & defender:
                        continue
                    empty = line & ~attacker
                    if empty.count() != empties:
                        continue
                    free = empty & ~used
                    if free.count() < 2:
                        return False
                    first = free.lowest()
                    used = used.add(first)
                    used = used.add(free.remove(first).lowest())
        return True

    # --- text -------------------------------------------------------------------------------------------------------------
    def action_name(self, action: int) -> str:
        """Column letter and row number."""
        return f"{COLUMNS[action % self.n]}{action // self.n + 1}"

    def parse_action(self, text: str) -> int:
        """The action named like b2. Raises BadMove."""
        found = re.fullmatch(r"([a-s])([1-9][0-9]?)", text.strip().lower())
        if found:
            column, row = COLUMNS.index(found[1]), int(found[2]) - 1
            if column < self.n and row < self.m:
                return row * self.n + column
        raise BadMove(f"{text!r} is not a cell of {self}: cells are a1 to {self.action_name(self.action_count - 1)}.")

    def drawn_cells(self) -> list[list[int]]:
        """The rows, as they are drawn."""
        return [[self.cell(row * self.n + column) for column in range(self.n)] for row in range(self.m)]

    def render(self, state: Board) -> str:
        """The rows with their numbers, the columns with their letters."""
        rows = self.position_text(state).split("/")
        lines = [f"{number:2} {' '.join(row)}" for number, row in enumerate(rows, start=1)]
        return "\n".join([*lines, "   " + " ".join(COLUMNS[: self.n])])

    def __str__(self) -> str:
        return f"mnk({self.m},{self.n},{self.k})"
