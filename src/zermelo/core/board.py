"""Pictures of positions: a board drawn as SVG, place by place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple, Protocol

from zermelo.core.constants import ALTERNATES, NONE
from zermelo.core.display import columns_of, escaped

SIDE: Final = 40
MARGIN: Final = 10
TITLE: Final = 22

STYLE: Final = """
.zermelo-board{--paper:#ffffff;--ink:#1b1f24;--p0:#0072b2;--p1:#c24e00;--p2:#00795a;--p3:#a3477f}
@media (prefers-color-scheme:dark){
.zermelo-board{--paper:#14181d;--ink:#e8eaed;--p0:#6bbcf0;--p1:#ff9a57;--p2:#3fcfa4;--p3:#e39bc6}}
@media print{.zermelo-board{--paper:#ffffff;--ink:#1b1f24;--p0:#0072b2;--p1:#c24e00;--p2:#00795a;--p3:#a3477f}}
.zermelo-board{color:var(--ink)}
.zermelo-board .paper{fill:var(--paper)}
.zermelo-board .p0{fill:var(--p0)}
.zermelo-board .p1{fill:var(--p1)}
.zermelo-board .p2{fill:var(--p2)}
.zermelo-board .p3{fill:var(--p3)}
"""


LOOKS: Final = {
    "": "a square; its mark is text on a disc of the player's colour, and X and O are drawn as shapes",
    "disc": "a square; its mark is a disc without text",
    "pawn": "a square; its mark is a pawn",
    "counter": "a counter of a heap, without a square around it",
    "chocolate": "a piece of chocolate",
    "poison": "the poisoned piece of chocolate",
    "left": "the left half of a domino",
    "right": "its right half",
    "upper": "the upper half of a domino",
    "lower": "its lower half",
    "dot": "a dot at the corner of a box",
    "across": "the upper or lower side of a box; without a mark it is not drawn yet",
    "upright": "the left or right side of a box; without a mark it is not drawn yet",
    "box": "the inside of a box; its mark is text in the player's colour",
}
"""What a place can look like, by name. A place without a mark is empty."""


class Cell(NamedTuple):
    """A place on a drawn board."""

    row: int
    column: int
    """Counted from the top left. Rows and columns without cells are left blank."""
    mark: str = ""
    """The text drawn in it, a letter or two; empty for an empty place."""
    player: int = NONE
    """The player who owns the mark, 0..players - 1, or NONE."""
    actions: tuple[int, ...] = ()
    """The actions that involve this place, from it or to it, legal or not. If their names contain coordinates, the first
    action is one of this place, because the rows and columns are labelled from its name.
    """
    layer: str = ""
    """The title of the board it is on, if there are several side by side."""
    look: str = ""
    """What the place looks like: a name from LOOKS."""
    marked: bool = False
    """Whether to point it out, as part of the line that won the game, or as what the die shows."""


class Drawable(Protocol):
    """The methods of a game that a picture needs."""

    def to_move(self, state: Any) -> int:
        """As in `Game`."""
        ...

    def picture(self, state: Any, mover: int) -> list[Cell]:
        """As in `Game`."""
        ...

    def position_text(self, state: Any) -> str:
        """As in `Game`."""
        ...


def to_board(game: Drawable, state: Any, mover: int | None = None) -> str | None:
    """The board as SVG; None if the game has no `picture`. `mover`: the player to move, if the game does not say."""
    turn = game.to_move(state)
    cells = game.picture(state, turn if turn != ALTERNATES else mover or 0)
    return _drawn(game, state, cells) if cells else None


def _drawn(game: Drawable, state: Any, cells: list[Cell]) -> str:
    layers: dict[str, list[Cell]] = {}
    for cell in cells:
        layers.setdefault(cell.layer, []).append(cell)
    top = MARGIN + (TITLE if any(layers) else 0)
    parts: list[str] = []
    left = MARGIN
    for title, places in layers.items():
        if title:
            parts.append(f'<text x="{left}" y="{top - 7}" font-size="13" fill="currentColor">{escaped(title)}</text>')
        for cell in places:
            parts += _place(cell, left + cell.column * SIDE, top + cell.row * SIDE)
        left += max((1 + max(cell.column for cell in places)) * SIDE, 8 * columns_of(title)) + 2 * MARGIN
    wide = left - MARGIN
    tall = top + (1 + max(cell.row for cell in cells)) * SIDE + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="zermelo-board" role="img" width="{wide}" height="{tall}"'
        f' viewBox="0 0 {wide} {tall}" font-family="system-ui, sans-serif">\n<title>{escaped(str(game))}</title>'
        f"<desc>{escaped(game.position_text(state))}</desc>\n<style>{STYLE}</style>\n"
        f'<rect class="paper" width="100%" height="100%" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _place(cell: Cell, x: int, y: int) -> Iterator[str]:
    """A square, with its mark in the player's colour."""
    yield (
        f'<rect class="place" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="none" stroke="currentColor"'
        ' stroke-opacity="0.55"/>'
    )
    if cell.mark:
        colour = f' class="p{cell.player % 4}"' if cell.player != NONE else ""
        size = 24 if columns_of(cell.mark) < 2 else 16
        yield (
            f'<text{colour} x="{x + SIDE // 2}" y="{y + SIDE // 2 + size * 9 // 25}" font-size="{size}" font-weight="700"'
            f' text-anchor="middle" fill="currentColor">{escaped(cell.mark)}</text>'
        )
