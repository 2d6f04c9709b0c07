"""What pieces look like on a derived board: no two kinds look the same, and kinds named after a colour have it."""

from __future__ import annotations

from collections.abc import Collection
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


def looks_of(owners: dict[Kind, int], letters: Collection[Kind], shape: str) -> dict[Kind, Look]:
    """The look of each kind; `shape` is that of pieces without text, "disc" or "pawn". The `letters` are marks already."""
    kinds = sorted(owners, key=str)
    looks = _coloured(kinds, shape)
    for kind in kinds:
        looks.setdefault(kind, Look(str(kind)) if kind in letters else _plain(kind, kinds, owners, shape))
    return looks if len({*looks.values()}) == len(kinds) else {kind: Look(_text(kind, kinds)) for kind in kinds}


def _coloured(kinds: list[Kind], shape: str) -> dict[Kind, Look]:
    """The looks of the kinds that are colours. The marks of black and white are letters, and "blue" is no other "b"."""
    for group in COLOURS:
        found = {kind: colour for kind in kinds for colour in group if str(kind).lower() in (colour, colour[0])}
        if len({*found.values()}) == len(found) > 1:
            letters = {kind: str(kind) if len(str(kind)) == 1 else colour[0].upper() for kind, colour in found.items()}
            return {
                kind: Look(letters[kind] if group == COLOURS[0] else colour, shape) for kind, colour in found.items()
            }
    return {}


def _plain(kind: Kind, kinds: list[Kind], owners: dict[Kind, int], shape: str) -> Look:
    """The look of a kind without a colour: the mark of its owner if it is the only one, or a text."""
    owner, text = owners[kind], str(kind)
    if text.lower() in ("x", "o"):
        return Look(text.upper())
    if text.lower() in ("first", "second"):
        return Look(text[0].upper(), shape)
    alone = list(owners.values()).count(owner) == 1
    if alone and 0 <= owner < len(MARKS):
        return Look(MARKS[owner], shape)
    return Look(UNOWNED) if alone and owner == NONE and isinstance(kind, str) else Look(_text(kind, kinds))


def _text(kind: Kind, kinds: list[Kind]) -> str:
    """The shortest beginning of a name that no other kind has; a number as it is."""
    text, others = str(kind), [str(other) for other in kinds if other != kind]
    if not isinstance(kind, str):
        return text
    lengths = (length for length in range(1, len(text)) if not any(other.startswith(text[:length]) for other in others))
    return text[: next(lengths, len(text))]
