"""The sides of the players: whether the fields of a state change places after each move, or the board is turned round."""

from __future__ import annotations

from typing import Final, NamedTuple

from zermelo.core.constants import NONE
from zermelo.core.derived.exploration import Move
from zermelo.core.derived.fields import Contents, Field, Kind
from zermelo.core.derived.shape import Shape

ABSOLUTE: Final = (("white", "black"), ("x", "o"), ("first", "second"))
"""Names of fields or items that belong to the first and the second player."""

RELATIVE: Final = (("me", "you"), ("mine", "yours"), ("own", "other"), ("mover", "opponent"), ("us", "them"))
"""Names of fields that belong to the player to move and to the other."""


class Sides(NamedTuple):
    """How the board changes its sides after each move."""

    exchanged: dict[Kind, Kind]
    """The kind that takes the place of each after a move; empty if they stay what they are."""
    turn: tuple[int, ...]
    """For each cell of a board, the one in its place when the second player is to move."""

    def undone(self, contents: Contents, mover: int) -> Contents:
        """The contents as the first player sees them, when this player is to move."""
        for _ in range(mover if self.exchanged else 0):
            contents = tuple(self.exchanged.get(kind, kind) for kind in contents)
        boards = range(0, len(contents), len(self.turn))
        return tuple(contents[board + cell] for board in boards for cell in self.turn) if mover == 1 else contents


def sides_of(
    kinds: list[Kind],
    fields: tuple[Field, ...],
    shape: Shape,
    players: int,
    watched: list[tuple[Move, Contents, Contents]],
) -> Sides:
    """The sides that make the moves change least. `watched`: some moves, and the contents before and after each."""

    def changes(sides: Sides) -> int:
        pairs = [
            (sides.undone(before, move.before.mover), sides.undone(after, move.after.mover))
            for move, before, after in watched
        ]
        return sum(kind != other for pair in pairs for kind, other in zip(*pair, strict=True))

    turns = shape.turns()[: 3 if players == 2 else 1]
    return min((Sides(each, turn) for turn in turns for each in _exchanges(kinds, fields, players)), key=changes)


def _exchanges(kinds: list[Kind], fields: tuple[Field, ...], players: int) -> list[dict[Kind, Kind]]:
    """Which kinds may change places: as the names of the fields say, or else none, or one for each player, or n and -n."""
    names = {field.name.lower(): field.name for field in fields}
    for mine, yours in RELATIVE:
        if mine in names and yours in names and players == 2:
            return [_round([names[mine], names[yours]])]
    if any(first in names and second in names for first, second in ABSOLUTE):
        return [{}]
    numbers = [kind for kind in kinds if isinstance(kind, int)]
    if len(numbers) == len(kinds) and min(numbers) < 0:
        return [{}, {number: -number for number in numbers}]
    return [{}, _round(kinds)] if len(kinds) == players else [{}]


def _round(kinds: list[Kind]) -> dict[Kind, Kind]:
    """After each kind the next one, and after the last one the first."""
    return dict(zip(kinds, [*kinds[1:], *kinds[:1]], strict=True))


def named_owner(kind: Kind) -> int:
    """The player to whom a kind belongs by its name; NONE if the name does not say."""
    word = str(kind).lower()
    return next((pair.index(word) for pair in (*ABSOLUTE, *RELATIVE) if word in pair), NONE)
