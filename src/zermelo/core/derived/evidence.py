"""Whether what looks like a board is one: its moves place, move and take pieces, or its cells hold counts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, cast

from zermelo.core.derived.exploration import Move, NoBoard
from zermelo.core.derived.fields import Contents, Field, Kind

MOST_KINDS: Final = 12
"""The most kinds of pieces. A tuple with more different items is no board, unless they are counts."""

Route = tuple[int, ...]
"""The cells between which a move goes: the one it leaves, if any, and those it reaches. Captured pieces do not count."""

Key = tuple[int, int]
"""A player, and an action of this player."""


@dataclass(frozen=True)
class Change:
    """What a move changes on the cells."""

    move: Move
    before: Contents
    after: Contents

    @cached_property
    def cells(self) -> list[int]:
        """The cells that change."""
        return [cell for cell, kind in enumerate(self.before) if kind != self.after[cell]]

    @cached_property
    def ends(self) -> Route:
        """The route of the move."""
        before, after, changed = self.before, self.after, self.cells
        left = [cell for cell in changed if after[cell] is None]
        filled = [cell for cell in changed if before[cell] is None]
        if filled and len(left) > 1:
            left = [cell for cell in left if before[cell] in {after[there] for there in filled}] or left
        return (*left, *(filled or [cell for cell in changed if after[cell] is not None]))

    def is_of_pieces(self, owners: dict[Kind, int]) -> bool:
        """Whether pieces are placed on empty cells, moved, taken, or turned into those of the player who moves."""
        before, after, cells, mover = self.before, self.after, self.cells, self.move.before.mover

        def fits(cell: int) -> bool:
            old, new = before[cell], after[cell]
            moved = any(other != cell and (before[other] == new or after[other] == old) for other in cells)
            return old is None or new is None or moved or (owners[new] == mover and owners[old] != mover)

        return all(map(fits, cells))


def common(sets: list[set[int]]) -> set[int]:
    """The cells that are in all of these sets."""
    return sets[0].intersection(*sets[1:])


def starts_of(changes: list[Change], field: Field, owners: dict[Kind, int]) -> dict[Key, int]:
    """Empty if the cells hold pieces. If they hold counts, the cell that each action of a player names. Raises NoBoard for
    neither, and if all moves change the same cell.
    """
    found: dict[Key, list[Change]] = {}
    for change in changes:
        if change.before != change.after:
            found.setdefault((change.move.before.mover, change.move.action), []).append(change)
    changed = {key: [{*change.cells} for change in group] for key, group in found.items()}
    if not found or common([cells for sets in changed.values() for cells in sets]):
        raise NoBoard
    is_board = _name_cells(changed) if field.is_set else all(change.is_of_pieces(owners) for change in changes)
    if is_board and len(owners) <= MOST_KINDS:
        return {}
    if field.is_set or not all(type(kind) is int and kind > 0 for kind in owners):
        raise NoBoard
    return {key: _emptied(changed[key], group) for key, group in found.items()}


def _name_cells(changed: dict[Key, list[set[int]]]) -> bool:
    """Whether each action always changes one cell, or at least none that another action of the player changes.

    The bits of numbers that are packed into one do not.
    """
    loose = [key for key, sets in changed.items() if not common(sets)]
    unions = {key: set[int]().union(*sets) for key, sets in changed.items()}
    return all(
        unions[one].isdisjoint(unions[other])
        for one in loose
        for other in unions
        if one != other and one[0] == other[0]
    )


def _emptied(changed: list[set[int]], changes: list[Change]) -> int:
    """The cell that an action always makes smaller: at first, by most. Raises NoBoard."""

    def loss(change: Change, cell: int) -> int:
        return cast("int", change.before[cell] or 0) - cast("int", change.after[cell] or 0)

    cells = [cell for cell in common(changed) if all(loss(change, cell) > 0 for change in changes)]
    if not cells:
        raise NoBoard
    return max(cells, key=lambda cell: loss(changes[0], cell))
