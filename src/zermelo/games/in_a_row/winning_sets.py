"""Games of winning sets of any shape, on any cells: two players take cells in turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from zermelo.core.bits import Bits
from zermelo.core.errors import BadMove, BadPosition
from zermelo.core.wording import joined, shown
from zermelo.games.in_a_row.drawing import Drawing, Turns, mark_at
from zermelo.games.in_a_row.linegame import Board, Placement
from zermelo.games.in_a_row.symmetries import Structure, Symmetric
from zermelo.games.in_a_row.weak import MAKER, Claims, Weak

MOST_LISTED: Final = 12
"""The most cells, or sets, that a sentence lists."""


class Places(NamedTuple):
    """The cells of a game: their names, and where they are drawn."""

    names: tuple[str, ...]
    at: tuple[tuple[int, int], ...]
    """The row and the column of each cell."""


class Wording(NamedTuple):
    """The name of a game, and what people are told about it."""

    name: str
    title: str
    goal: str
    """What a winning set is: "all cells of a row"."""


@dataclass(frozen=True)
class WinningSets(Symmetric, Drawing):
    """Cells and winning sets, and their names."""

    wording: Wording
    places: Places
    winning: tuple[tuple[int, ...], ...]
    """The numbers of the cells of each winning set. None contains another."""
    misere: bool = False
    first: tuple[int, ...] = ()
    """The cells of the player who moves first, before the first move."""
    second: tuple[int, ...] = ()
    turns: Turns = Turns()  # noqa: RUF009  (it cannot be changed)

    what = "winning set"

    @property
    def cell_count(self) -> int:
        return len(self.places.names)

    @property
    def length(self) -> int:
        return max(map(len, self.winning), default=1)

    @cached_property
    def lines(self) -> tuple[Bits, ...]:
        return tuple(Bits.of(self.cell_count, *cells) for cells in self.winning) or (Bits(self.cell_count),)

    @property
    def line_count(self) -> int:
        return len(self.winning)

    @property
    def placed(self) -> tuple[int, int]:
        return len(self.first), len(self.second)

    @cached_property
    def set_beforehand(self) -> tuple[Bits, Bits]:
        return Bits.of(self.cell_count, *self.first), Bits.of(self.cell_count, *self.second)

    def _read_rows(self, text: str, players: int) -> list[Bits]:
        """As in `Drawing`; the stones that are set beforehand must be there."""
        stones = super()._read_rows(text, players)
        if any(before & ~own for own, before in zip(stones, self.set_beforehand, strict=True)):
            raise BadPosition(
                f"{text!r} is not a position of {self}: a stone that is set before the first move is missing."
            )
        return stones

    # --- symmetries -----------------------------------------------------------------------------------------------------
    def structure(self) -> Structure:
        """The sets, and who has a stone on each cell before the first move."""
        owners = [1 if cell in self.first else 2 if cell in self.second else 0 for cell in range(self.cell_count)]
        return Structure(frozenset(map(frozenset, self.winning)), (-1,) * self.cell_count, tuple(owners))

    # --- text -----------------------------------------------------------------------------------------------------------
    def __str__(self) -> str:
        return self.wording.name

    def title(self) -> str:
        return self.wording.title

    def goal(self) -> str:
        return f"stones on {self.wording.goal}"

    def action_name(self, action: int) -> str:
        return self.places.names[action]

    def parse_action(self, text: str) -> int:
        for action, name in enumerate(self.places.names):
            if name.lower() == text.strip().lower():
                return action
        names = self.places.names
        cells = joined(names) if len(names) <= MOST_LISTED else f"{names[0]} to {names[-1]}"
        raise BadMove(f"{shown(text)} is not a cell of {self}: the cells are {cells}.")

    def drawn_cells(self) -> list[list[int]]:
        """The cells in rows; in a single row if they are not drawn as full rows of equal length, in order."""
        width = max(column for _, column in self.places.at) + 1
        if self.cell_count % width or any(divmod(cell, width) != at for cell, at in enumerate(self.places.at)):
            width = self.cell_count
        return [list(range(start, start + width)) for start in range(0, self.cell_count, width)]

    def drawn_at(self) -> Iterable[tuple[int, str, int, int]]:
        return ((cell, "", *at) for cell, at in enumerate(self.places.at))

    def render(self, state: Any) -> str:
        stones = self.in_order(state)
        pad = max(map(len, self.places.names))
        rows: dict[int, dict[int, str]] = {}
        for cell, (row, column) in enumerate(self.places.at):
            rows.setdefault(row, {})[column] = f"{self.places.names[cell]:>{pad}} {mark_at(cell, stones)}"
        blank = " " * (pad + 2)
        return "\n".join(
            "  ".join(row.get(column, blank) for column in range(max(row) + 1)).rstrip()
            for _, row in sorted(rows.items())
        )


@dataclass(frozen=True)
class StrongSets(WinningSets, Placement):  # pyright: ignore[reportIncompatibleVariableOverride]  (symmetry_count is computed)
    """The first player who holds a winning set wins; misère, loses."""

    def initial(self) -> Board:
        return Board(*self.set_beforehand)


@dataclass(frozen=True)
class WeakSets(WinningSets, Weak):  # pyright: ignore[reportIncompatibleVariableOverride]  (symmetry_count is computed)
    """Maker, who moves first, wins by holding a winning set, and Breaker by preventing that."""

    def initial(self) -> Claims:
        return Claims(*self.set_beforehand, MAKER)
