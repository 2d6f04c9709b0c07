"""The fields of a state that hold pieces: `Bits`, tuples or strings with an item for each cell, integers as sets of bits.

What is on a cell is a *kind*: the name of a field, or an item of a tuple or string.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Final, NamedTuple, cast

from zermelo.core.bits import Bits
from zermelo.core.derived.exploration import Explorable, Move, Position, moves_from

Kind = Hashable

EMPTY: Final = (None, 0, "", " ", ".", "_", "-")
"""Items of a tuple or string that mean an empty cell. If all cells begin alike, they begin empty."""

FEWEST_CELLS: Final = 5
"""The fewest cells of a tuple or string that is a board."""

FEWEST_ROWS: Final = 3
"""The fewest rows of a tuple of rows. A tuple of two is taken for the fields of two players."""

FEWEST_MOVES: Final = 3
"""The fewest first moves that show that an integer is a set of bits, and not a number."""


class NoBoard(Exception):
    """No board is recognised in the states of this game."""


class Field(NamedTuple):
    """A part of the state that holds pieces."""

    name: str
    read: Callable[[Any], Iterable[tuple[int, Kind]]]
    """The pieces in a state: the cell and kind of each."""
    cells: int = 0
    """The number of cells; 0 if the field does not say."""
    columns: int = 0
    """The number of columns; 0 if the field does not say."""


class Part(NamedTuple):
    """A part of the state."""

    name: str
    value: Any
    """Its value in the initial state."""
    get: Callable[[Any], Any]
    """Returns it for any state."""


def fields_of(game: Explorable, start: Position) -> tuple[Field, ...]:
    """The fields that hold the pieces on one board: of the first of these kinds that there is. Raises NoBoard."""
    parts = _parts(start.state)
    return _bits(parts) or _items(parts) or _sets_of_bits(game, start, parts)


def _whole(state: Any) -> Any:
    return state


def _parts(value: Any, name: str = "", get: Callable[[Any], Any] = _whole) -> list[Part]:
    """The fields of a state, and those of tuples inside it; the state itself if it is no tuple."""
    if not isinstance(value, tuple) or _rows(cast("Any", value)):
        return [Part(name, value, get)]
    items = cast("tuple[Any, ...]", value)
    names: tuple[str, ...] = getattr(items, "_fields", tuple(f"{name} {place}" for place in range(len(items))))
    return [
        part
        for place, item in enumerate(items)
        for part in _parts(item, names[place], lambda state, place=place: get(state)[place])
    ]


def _bits(parts: list[Part]) -> tuple[Field, ...]:
    """The fields of `Bits` that are as wide as the first one."""
    sets = [part for part in parts if isinstance(part.value, Bits)]
    return tuple(_set_field(part, part.value.width) for part in sets if part.value.width == sets[0].value.width)


def _items(parts: list[Part]) -> tuple[Field, ...]:
    """The fields with an item for each cell that are as long as the first one."""
    boards = [(part, rows) for part, rows in ((part, _rows(part.value)) for part in parts) if rows]
    fields = [_items_field(part.name if len(boards) > 1 else "", part.get, rows) for part, rows in boards]
    return tuple(field for field in fields if field.cells == fields[0].cells)


def _rows(value: Any) -> list[list[Any]]:
    """The rows of a tuple or string that has an item for each cell, or of a tuple of those; empty for anything else."""
    whole = cast("tuple[Any, ...] | str", value)
    if not isinstance(value, str | tuple) or hasattr(whole, "_fields"):
        return []
    if all(map(_is_item, whole)):
        return [list(whole)] if len(whole) >= FEWEST_CELLS else []
    rows = [list(cast("Any", row)) for row in whole if isinstance(row, str | tuple)]
    is_grid = len(rows) == len(whole) >= FEWEST_ROWS and all(len(row) == len(rows[0]) > 1 for row in rows)
    return rows if is_grid and all(_is_item(item) for row in rows for item in row) else []


def _is_item(item: Any) -> bool:
    return item is None or isinstance(item, int) or (isinstance(item, str) and len(item) <= 2)


def _items_field(name: str, get: Callable[[Any], Any], rows: list[list[Any]]) -> Field:
    """A field with an item for each cell. The items are the kinds, after the name of the field if there are several."""
    items = [item for row in rows for item in row]
    alike = len(set(items)) == 1
    empty = items[0] if alike else next((item for item in EMPTY if item in items), None)
    nested = len(rows) > 1

    def read(state: Any) -> Iterator[tuple[int, Kind]]:
        part = get(state)
        there = [item for row in part for item in row] if nested else part
        for cell, item in zip(range(len(items)), there, strict=True):
            if item != empty:
                yield cell, f"{name} {item}" if name else item

    return Field(name, read, len(items), len(rows[0]) if nested else 0)


def _set_field(part: Part, width: int = 0) -> Field:
    """A field that is a set of cells, `Bits` or an integer."""

    def read(state: Any) -> Iterator[tuple[int, Kind]]:
        cells = part.get(state)
        rest: int = cells.value if isinstance(cells, Bits) else cells
        while rest > 0:
            yield (rest & -rest).bit_length() - 1, part.name
            rest &= rest - 1

    return Field(part.name, read, width)


def _sets_of_bits(game: Explorable, start: Position, parts: list[Part]) -> tuple[Field, ...]:
    """The integers that are sets of bits: at first, every move sets one bit, which is not the bit of another first move.

    Fields may change places after a move, so it is their union that grows. Raises NoBoard.
    """
    first = moves_from(game, start)
    replies = [reply for move in first for reply in moves_from(game, move.after)]
    for fields in _runs([part for part in parts if type(part.value) is int]):
        bits = [_added_bit(fields, move) for move in first + replies]
        if all(bits) and len({*bits[: len(first)]}) == len(first) >= FEWEST_MOVES:
            return tuple(map(_set_field, fields))
    raise NoBoard


def _runs(parts: list[Part]) -> Iterator[list[Part]]:
    """All parts, then those without the last or the first one, and so on: neighbours, the longest runs first."""
    for size in range(len(parts), 0, -1):
        for begin in range(len(parts) - size + 1):
            yield parts[begin : begin + size]


def _added_bit(parts: list[Part], move: Move) -> int:
    """The one bit that a move adds to the union of the fields; 0 if it does anything else."""
    before, after = _union(parts, move.before.state), _union(parts, move.after.state)
    added = before ^ after
    return added if before & after == before and added.bit_count() == 1 else 0


def _union(parts: list[Part], state: Any) -> int:
    union = 0
    for part in parts:
        union |= part.get(state)
    return union
