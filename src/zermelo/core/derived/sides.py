"""The sides of the players: whether the fields of a state change places after each move, or the board is turned round."""

from __future__ import annotations

from typing import Final

from zermelo.core.constants import NONE
from zermelo.core.derived.contents import Contents
from zermelo.core.derived.fields import Field, Kind
from zermelo.core.derived.shape import Shape

ABSOLUTE: Final = (("white", "black"), ("x", "o"), ("first", "second"))
"""Names of fields or items that belong to the first and the second player."""

RELATIVE: Final = (("me", "you"), ("mine", "yours"), ("own", "other"), ("mover", "opponent"), ("us", "them"))
"""Names of fields that belong to the player to move and to the other."""

Seen = tuple[Contents, int]
"""What is on each cell, and the player to move."""


def from_first_side(contents: Contents, mover: int, exchanged: dict[Kind, Kind], turn: tuple[int, ...]) -> Contents:
    """The contents as the first player sees them, when this player is to move."""
    for _ in range(mover if exchanged else 0):
        contents = tuple(exchanged.get(kind, kind) for kind in contents)
    return tuple(contents[cell] for cell in turn) if mover == 1 else contents


def exchange(
    kinds: set[Kind],
    fields: tuple[Field, ...],
    shape: Shape,
    players: int,
    layers: int,
    watched: list[tuple[Seen, Seen]],
) -> tuple[dict[Kind, Kind], tuple[int, ...]]:
    """The kinds that change places after each move, and how the boards are turned: what makes the moves change least."""

    def changes(exchanged: dict[Kind, Kind], turn: tuple[int, ...]) -> int:
        return sum(
            kind != other
            for before, after in watched
            for kind, other in zip(
                from_first_side(*before, exchanged, turn), from_first_side(*after, exchanged, turn), strict=True
            )
        )

    turns = [tuple(number * len(turn) + cell for number in range(layers) for cell in turn) for turn in shape.turns()]
    choices = [
        (exchanged, turn)
        for turn in (turns if players == 2 else turns[:1])
        for exchanged in _exchanges(kinds, fields, players)
    ]
    return min(choices, key=lambda choice: changes(*choice))


def _exchanges(kinds: set[Kind], fields: tuple[Field, ...], players: int) -> list[dict[Kind, Kind]]:
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
    ordered: list[Kind] = [field.name for field in fields if field.name in kinds]
    each = ordered if len(ordered) == len(kinds) else sorted(kinds, key=str)
    return [{}, _round(each)] if len(kinds) == players else [{}]


def _round(kinds: list[Kind]) -> dict[Kind, Kind]:
    """After each kind the next one, and after the last one the first."""
    return dict(zip(kinds, [*kinds[1:], *kinds[:1]], strict=True))


def named_owner(kind: Kind) -> int:
    """The player to whom a kind belongs by its name; NONE if the name does not say."""
    word = str(kind).lower()
    return next((pair.index(word) for pair in (*ABSOLUTE, *RELATIVE) if word in pair), NONE)
