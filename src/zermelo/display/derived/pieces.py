"""The pieces of a derived board: how they change sides after each move, whose they are, and what they look like.

No two kinds look the same, and kinds named after a colour have it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from zermelo.core.board import MARKS
from zermelo.core.constants import NONE
from zermelo.display.derived.exploration import WatchedMove
from zermelo.display.derived.fields import CellContents, Field, PieceKind
from zermelo.display.derived.shape import Shape

ABSOLUTE: Final = (("white", "black"), ("x", "o"), ("first", "second"))
"""Names of fields or items that belong to the first and the second player."""

RELATIVE: Final = (("me", "you"), ("mine", "yours"), ("own", "other"), ("mover", "opponent"), ("us", "them"))
"""Names of fields that belong to the player to move and to the other."""

COLOURS: Final = (("white", "black"), ("red", "blue", "green", "yellow"))
"""Names of kinds that are colours, whole or by their first letter, if there are two of a group."""


class Sides(NamedTuple):
    """How the board changes its sides after each move."""

    exchanged: dict[PieceKind, PieceKind]
    """The kind that takes the place of each after a move; empty if they stay what they are."""
    turn: tuple[int, ...]
    """For each cell of a board, the one in its place when the second player is to move."""

    def undone(self, contents: CellContents, mover: int) -> CellContents:
        """The contents as the first player sees them, when this player is to move."""
        for _ in range(mover if self.exchanged else 0):
            contents = tuple(self.exchanged.get(kind, kind) for kind in contents)
        boards = range(0, len(contents), len(self.turn))
        return tuple(contents[board + cell] for board in boards for cell in self.turn) if mover == 1 else contents


def sides_of(
    kinds: list[PieceKind],
    fields: tuple[Field, ...],
    shape: Shape,
    players: int,
    watched: list[tuple[WatchedMove, CellContents, CellContents]],
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


def _exchanges(kinds: list[PieceKind], fields: tuple[Field, ...], players: int) -> list[dict[PieceKind, PieceKind]]:
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


def _round(kinds: list[PieceKind]) -> dict[PieceKind, PieceKind]:
    return dict(zip(kinds, [*kinds[1:], *kinds[:1]], strict=True))


def named_owner(kind: PieceKind) -> int:
    """The player to whom a kind belongs by its name; NONE if the name does not say."""
    word = str(kind).lower()
    return next((pair.index(word) for pair in (*ABSOLUTE, *RELATIVE) if word in pair), NONE)


class Look(NamedTuple):
    """What a kind of piece looks like: `mark` and `look` of its cells."""

    mark: str
    look: str = ""


def looks_of(owners: dict[PieceKind, int], shape: str) -> dict[PieceKind, Look]:
    """The look of each kind; `shape` is that of pieces without text, "disc" or "pawn"."""
    looks = {kind: _plain(kind, owners, shape) for kind in owners}
    for group in COLOURS:
        found = {kind: colour for kind in owners for colour in group if str(kind).lower() in (colour, colour[0])}
        if len({*found.values()}) == len(found) > 1:
            short = group == COLOURS[0]  # a B is not blue
            looks |= {kind: Look(colour[0].upper() if short else colour, shape) for kind, colour in found.items()}
            break
    return looks if len({*looks.values()}) == len(looks) else {kind: Look(_text(kind, owners)) for kind in owners}


def _plain(kind: PieceKind, owners: dict[PieceKind, int], shape: str) -> Look:
    """A letter or two, the mark of the owner if this is the owner's only kind, or a text."""
    owner, text = owners[kind], str(kind)
    if isinstance(kind, str) and len(kind) <= 2 and kind.lower() not in ("me", "us"):
        return Look(text.upper() if text in ("x", "o") else text)
    alone = list(owners.values()).count(owner) == 1
    if alone and 0 <= owner < len(MARKS):
        return Look(MARKS[owner], shape)
    unowned = alone and owner == NONE and isinstance(kind, str | bool)
    return Look("#" if unowned else _text(kind, owners))


def _text(kind: PieceKind, others: dict[PieceKind, int]) -> str:
    """The shortest beginning of a name that no other kind has; a number as it is."""
    text, names = str(kind), [str(other) for other in others if other != kind]
    lengths = range(1 if isinstance(kind, str) else len(text), len(text))
    return next((text[:end] for end in lengths if not any(name.startswith(text[:end]) for name in names)), text)
