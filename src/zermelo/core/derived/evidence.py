"""Whether what looks like a board is one: its moves place, move and take pieces, or its cells hold counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, cast

from zermelo.core.derived.contents import Contents, Route, changed_cells
from zermelo.core.derived.exploration import Move
from zermelo.core.derived.fields import Field, Kind, NoBoard

MOST_KINDS: Final = 12
"""The most kinds of pieces. A tuple with more different items is no board, unless they are counts."""

Starts = dict[tuple[int, int], int]
"""For each player and action, the cell that it names."""


class Change(NamedTuple):
    """What a move changes on the cells."""

    move: Move
    before: Contents
    after: Contents
    cells: Route


def common(sets: list[set[int]]) -> set[int]:
    """The cells in all of these sets."""
    return sets[0].intersection(*sets[1:])


def changes_of(watched: Iterable[tuple[Move, Contents, Contents]]) -> list[Change]:
    """The changes by these moves. Raises NoBoard if the moves do not differ by the cells they change: no word is a board."""
    changes = [Change(*told, changed_cells(*told[1:])) for told in watched]
    changes = [change for change in changes if change.cells]
    if not changes or common([set(change.cells) for change in changes]):
        raise NoBoard
    choices: dict[object, set[Route]] = {}
    for change in changes:
        choices.setdefault(change.move.before, set()).add(change.cells)
    if max(map(len, choices.values())) < 2:
        raise NoBoard
    return changes


def counts_of(changes: list[Change], field: Field, kinds: set[Kind], owners: dict[Kind, int]) -> Starts:
    """Empty if the cells hold pieces. If they hold counts, the cell that each action names. Raises NoBoard for neither."""
    values = {kind for change in changes for kind in (*change.before, *change.after)}
    few = len(kinds) <= MOST_KINDS
    if few and field.is_set and _names_cells(changes):
        return {}
    if few and not field.is_set and (all(_is_of_pieces(change, owners) for change in changes) or len(values) <= 2):
        return {}
    numbers = all(type(kind) is int and kind > 0 for kind in kinds)
    if field.is_set or not numbers or field.columns == 2:  # two numbers in a row are coordinates
        raise NoBoard
    return _starts(changes)


def _names_cells(changes: list[Change]) -> bool:
    """Whether each action of a player changes one cell always, or at least none that another one changes.

    The bits of numbers, or of several boards in one integer, do not.
    """
    found = _by_action(changes)
    loose = [key for key, sets in found.items() if not common(sets)]
    unions = {key: set[int]().union(*sets) for key, sets in found.items()}
    return all(
        unions[one].isdisjoint(unions[other]) for one in loose for other in found if one != other and one[0] == other[0]
    )


def _by_action(changes: list[Change]) -> dict[tuple[int, int], list[set[int]]]:
    """The sets of cells that each player's actions were watched to change."""
    found: dict[tuple[int, int], list[set[int]]] = {}
    for change in changes:
        found.setdefault((change.move.before.mover, change.move.action), []).append(set(change.cells))
    return found


def _is_of_pieces(change: Change, owners: dict[Kind, int]) -> bool:
    """Whether pieces are placed on empty cells, moved, taken, or turned into those of the player who moves."""
    _, before, after, cells = change

    def fits(cell: int) -> bool:
        old, new = before[cell], after[cell]
        others = [other for other in cells if other != cell]
        moved = any(before[other] == new or after[other] == old for other in others)
        mover = change.move.before.mover
        return old is None or new is None or moved or (owners.get(new) == mover and owners.get(old) != mover)

    return all(map(fits, cells))


def _starts(changes: list[Change]) -> Starts:
    """The cell that each action names: the one that it always makes smaller, or always larger. Raises NoBoard."""
    for sign in (-1, 1):
        starts: Starts = {}
        for key, sets in _by_action(changes).items():
            own = [change for change in changes if (change.move.before.mover, change.move.action) == key]
            sure = [cell for cell in common(sets) if all(sign * _growth(each, cell) > 0 for each in own)]
            if not sure:
                break
            starts[key] = max(sure, key=lambda cell: sign * _growth(own[0], cell))
        else:
            if sign < 0 or len({(mover, cell) for (mover, _), cell in starts.items()}) == len(starts):
                return starts
    raise NoBoard


def _growth(change: Change, cell: int) -> int:
    return cast("int", change.after[cell] or 0) - cast("int", change.before[cell] or 0)
