"""What pieces look like on a derived board: no two kinds look the same, and kinds named after a colour have it."""

from __future__ import annotations

from typing import Final, NamedTuple

from zermelo.core.board import MARKS
from zermelo.core.constants import NONE
from zermelo.core.derived.fields import Kind

COLOURS: Final = (("white", "black"), ("red", "blue", "green", "yellow"))
"""Names of kinds that are colours, whole or by their first letter, if there are two of a group."""

UNOWNED: Final = "#"
"""The mark of pieces that belong to nobody, if they are all of one kind."""


class Look(NamedTuple):
    """What a kind of piece looks like: `mark` and `look` of its cells."""

    mark: str
    look: str = ""


def looks_of(owners: dict[Kind, int], shape: str) -> dict[Kind, Look]:
    """The look of each kind; `shape` is that of pieces without text, "disc" or "pawn"."""
    looks = {kind: _plain(kind, owners, shape) for kind in owners}
    for group in COLOURS:
        found = {kind: colour for kind in owners for colour in group if str(kind).lower() in (colour, colour[0])}
        if len({*found.values()}) == len(found) > 1:
            short = group == COLOURS[0]  # a B is not blue
            looks |= {kind: Look(colour[0].upper() if short else colour, shape) for kind, colour in found.items()}
            break
    return looks if len({*looks.values()}) == len(looks) else {kind: Look(_text(kind, owners)) for kind in owners}


def _plain(kind: Kind, owners: dict[Kind, int], shape: str) -> Look:
    """A letter or two, the mark of the owner if this is the owner's only kind, or a text."""
    owner, text = owners[kind], str(kind)
    if isinstance(kind, str) and len(kind) <= 2 and kind.lower() not in ("me", "us"):
        return Look(text.upper() if text in ("x", "o") else text)
    alone = list(owners.values()).count(owner) == 1
    if alone and 0 <= owner < len(MARKS):
        return Look(MARKS[owner], shape)
    return Look(UNOWNED) if alone and owner == NONE and isinstance(kind, str | bool) else Look(_text(kind, owners))


def _text(kind: Kind, others: dict[Kind, int]) -> str:
    """The shortest beginning of a name that no other kind has; a number as it is."""
    text, names = str(kind), [str(other) for other in others if other != kind]
    lengths = range(1 if isinstance(kind, str) else len(text), len(text))
    return next((text[:end] for end in lengths if not any(name.startswith(text[:end]) for name in names)), text)
