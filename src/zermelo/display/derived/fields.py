"""The fields that may hold pieces: `Bits`, tuples or strings with an item for each cell, integers as sets of bits.

What is on a cell is a *kind*: the name of a field, or an item of a tuple or string.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, cast

from zermelo.core.bits import Bits
from zermelo.display.derived.exploration import NoBoard, WatchedMove
from zermelo.display.state_fields import PartPath, StatePart, leaves, pairs_of

Place = tuple[int, int]
"""A row and a column."""

PieceKind = Hashable

CellContents = tuple[PieceKind | None, ...]
"""What is on each cell; None if it is empty. The cells of several boards follow each other."""

EMPTY: Final = (None, 0, "", " ", ".", "_", "-", "empty", "free", "none")
"""Items of a tuple or string that mean an empty cell, also if no cell is empty at first."""

FEWEST_MOVES: Final = 3
"""The fewest first moves that show that an integer is a set of bits, and not a number."""


class Field(NamedTuple):
    """A part of the state that holds pieces."""

    name: str
    path: PartPath
    read: Callable[[Any], Iterable[tuple[int, PieceKind]]]
    """The pieces in a state: the cell and kind of each."""
    cells: int = 0
    """The number of cells; 0 if the field does not say."""
    columns: int = 0
    """The number of columns; 0 if the field does not say."""
    is_set: bool = True
    """Whether it is a set of cells. The kind of all its pieces is then the name of the field."""


FieldLayers = tuple[tuple[Field, ...], ...]
"""The fields with the pieces of each board. Several boards lie side by side."""


def contents_of(layers: FieldLayers, places: Sequence[Place | None], state: Any) -> CellContents:
    """What is on each cell of boards with these places. Raises NoBoard if there is a piece on padding.

    If fields share a board, pieces have their names: "white" if it is 1.
    """
    size = len(places)
    contents: list[PieceKind | None] = [None] * (size * len(layers))
    for number, fields in enumerate(layers):
        for field in fields:
            for cell, kind in field.read(state):
                if places[cell] is None:
                    raise NoBoard
                named = field.name if kind == 1 else f"{field.name} {kind}"
                contents[number * size + cell] = kind if field.is_set or len(fields) == 1 else named
    return tuple(contents)


def layers_of(fields: tuple[Field, ...], occupied: Iterable[list[int]]) -> FieldLayers:
    """The boards: one for all fields, or one for each if two of them have pieces on the same cell, which is then named twice
    among the `occupied` cells of a position.
    """
    return (fields,) if all(len({*cells}) == len(cells) for cells in occupied) else tuple((field,) for field in fields)


def fields_of(moves: list[WatchedMove]) -> Iterator[tuple[Field, ...]]:
    """Groups of fields that may hold the pieces of a board, the likeliest first. The first move begins at the start."""
    states = [moves[0].before.state, *(move.after.state for move in moves)]
    parts = _parts(StatePart("", states[0]))
    bits = [part for part in parts if isinstance(part.value, Bits)]
    fields = [_set_field(part, part.value.width) for part in bits]
    changing = [part for part in parts if _readings(part.value) and _changes(part, states)]
    fields += [_items_field(part, rows, states) for part in changing for rows in _readings(part.value)]
    for size in dict.fromkeys((field.cells, field.columns) for field in fields):
        alike = [field for field in fields if (field.cells, field.columns) == size]
        yield tuple(alike)
        yield from ((field,) for field in alike if len(alike) > 1)
    yield from _sets_of_bits(moves)


def _parts(part: StatePart) -> list[StatePart]:
    """The fields of a state, and those inside them; the state itself if it has none."""
    inner = [] if _readings(part.value) else part.parts()
    return [leaf for field in inner for leaf in _parts(field)] or [part]


def _changes(part: StatePart, states: list[Any]) -> bool:
    """Whether the values of a part differ, and have the same number of items."""
    try:
        values = [part.get(state) for state in states]
        return len({*values}) > 1 and {len(value) for value in values} == {len(part.value)}
    except (TypeError, AttributeError, IndexError):  # states of different forms
        return False


def _readings(value: Any) -> list[list[list[Any]]]:
    """The rows of a tuple or string that has an item for each cell, or of a tuple of those; empty for anything else.

    A tuple of strings may be read both ways.
    """
    whole = cast("tuple[Any, ...] | str", value)
    if not isinstance(value, str | tuple) or hasattr(whole, "_fields"):
        return []
    is_row = len(whole) >= 5 and all(map(_is_item, whole))
    rows = [list(cast("Any", row)) for row in whole if isinstance(row, str | tuple)]
    # a tuple of two is taken for the fields of two players
    is_grid = len(rows) == len(whole) >= 3 and all(len(row) == len(rows[0]) > 1 for row in rows)
    is_grid = is_grid and not pairs_of(whole) and all(_is_item(item) for row in rows for item in row)
    return [[list(whole)]] * is_row + [rows] * is_grid


def _kind(item: Any) -> PieceKind:
    return item.name.lower() if isinstance(item, enum.Enum) else item


def _is_item(item: Any) -> bool:
    return item is None or isinstance(item, int | str | enum.Enum)


def _items_field(part: StatePart, rows: list[list[Any]], states: list[Any]) -> Field:
    """A field with an item for each cell, in such rows. The items are the kinds."""
    nested, size = len(rows) > 1, sum(map(len, rows))

    def items(state: Any) -> list[Any]:
        value = part.get(state)
        return [item for row in value for item in row] if nested else value

    empty = _empty(items(states[0]), {item for state in states for item in items(state)})

    def read(state: Any) -> Iterator[tuple[int, PieceKind]]:
        return ((cell, _kind(item)) for cell, item in zip(range(size), items(state), strict=True) if item not in empty)

    return Field(part.name, part.path, read, size, len(rows[0]) if nested else 0, is_set=False)


def _empty(first: list[Any], met: set[Any]) -> list[Any]:
    """The item that means an empty cell, in a list; an empty list if every item is a piece.

    If all cells begin alike, they begin empty, unless an item that usually means this is met later: the board may be full at
    first, or every house have as many seeds.
    """
    usual = [item for empty in EMPTY for item in met if _kind(item) == empty]
    alike = first[:1] if len({*first}) == 1 else []
    if alike and (alike[0] in usual or (isinstance(alike[0], int) and alike[0] < 0)):
        return alike
    return usual[:1] or alike


def _set_field(part: StatePart, width: int = 0) -> Field:
    """A field that is a set of cells, `Bits` or an integer."""

    def read(state: Any) -> Iterator[tuple[int, PieceKind]]:
        cells = part.get(state)
        rest: int = cells.value if isinstance(cells, Bits) else cells
        while rest > 0:
            yield (rest & -rest).bit_length() - 1, part.name
            rest &= rest - 1

    return Field(part.name, part.path, read, width)


def _sets_of_bits(moves: list[WatchedMove]) -> Iterator[tuple[Field, ...]]:
    """The integers that are sets of bits: at first, every move sets one bit, which is not that of another first move, and is
    the same after another first move.

    Fields may change places after a move, so it is their union that grows.
    """
    start = moves[0].before
    first = {move.action: move for move in moves if move.before == start}
    begun = {move.after: action for action, move in first.items()}
    replies = [move for move in moves if move.before in begun]
    integers = [part for part in leaves(StatePart("", start.state)) if type(part.value) is int][:8]
    for size in range(len(integers), 0, -1):
        for begin in range(len(integers) - size + 1):
            fields = integers[begin : begin + size]
            bits = {action: _added_bit(fields, move) for action, move in first.items()}
            added = [(begun[move.before], move.action, _added_bit(fields, move)) for move in replies]
            fit = all(bit and (one == other or bit == bits.get(other, bit)) for one, other, bit in added)
            if fit and all(bits.values()) and len({*bits.values()}) == len(bits) >= FEWEST_MOVES:
                yield tuple(map(_set_field, fields))


def _added_bit(parts: list[StatePart], move: WatchedMove) -> int:
    """The one bit that a move adds to the union of the fields; 0 if it does anything else."""
    before = after = 0
    for part in parts:
        before |= part.get(move.before.state)
        after |= part.get(move.after.state)
    added = before ^ after
    return added if before & after == before and added.bit_count() == 1 else 0
