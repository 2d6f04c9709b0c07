"""Pictures of positions: a board drawn as SVG, place by place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from zermelo.core import board_shapes
from zermelo.core.constants import ALTERNATES, NONE
from zermelo.core.display import columns_of, escaped

if TYPE_CHECKING:
    from zermelo.core.game import Game

SIDE: Final = 40
"""The size of a place, in pixels."""
MARGIN: Final = 10
TITLE: Final = 22
LINE: Final = 18
"""The height of a line of text below the board; it is at least NARROWEST wide, and a letter about LETTER."""
NARROWEST: Final = 160
LETTER: Final = 8
THIN: Final = 0.3
"""The size of a row or column of sides and dots, in places."""
GAP: Final = 0.4
"""The size of a row or column without places."""

STYLE: Final = """
.zermelo-board{--paper:#ffffff;--ink:#1b1f24;--p0:#0072b2;--p1:#c24e00;--p2:#00795a;--p3:#a3477f;
--tile:#ecdfcb;--edge:#8a6a4f;--cocoa:#6d4630;--frame:#8fb0dc;--marked:#fff1c2}
@media (prefers-color-scheme:dark){
.zermelo-board{--paper:#14181d;--ink:#e8eaed;--p0:#6bbcf0;--p1:#ff9a57;--p2:#3fcfa4;--p3:#e39bc6;
--tile:#57483a;--edge:#b39678;--cocoa:#8a5c42;--frame:#3b5f93;--marked:#453a17}}
.zermelo-board{color:var(--ink)}
.zermelo-board .paper{fill:var(--paper)}
.zermelo-board .p0{--player:var(--p0)}
.zermelo-board .p1{--player:var(--p1)}
.zermelo-board .p2{--player:var(--p2)}
.zermelo-board .p3{--player:var(--p3)}
.zermelo-board .place{fill:none;stroke:var(--ink);stroke-opacity:0.6}
.zermelo-board .marked{fill:var(--marked);stroke:var(--ink);stroke-width:3}
.zermelo-board .marked.open{fill:none}
.zermelo-board .bar{fill:var(--player,var(--ink))}
.zermelo-board .open{stroke:var(--ink);stroke-opacity:0.6;stroke-dasharray:4 4}
"""


MARKS: Final = "XOYZ"
"""The mark of each player's stones, in the order of play."""

LOOKS: Final = {
    "": "a square; its mark is text on a disc of the player's colour, and X and O are drawn as shapes",
    "disc": "a square; its mark is a disc without text",
    "slot": "a hole in an upright board, in which its mark is a disc",
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
    "die": "a die, whose mark is the number that it shows; empty before it is thrown",
    "box": "the inside of a box; its mark is text in the player's colour",
}
"""What a place can look like, by name. A place without a mark is empty."""

SQUARES: Final = ("", "disc", "pawn", "left", "right", "upper", "lower")
"""The looks that have a square around them."""


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

    @property
    def where(self) -> tuple[str, int, int]:
        """The layer, the row and the column, which no other cell of the board has."""
        return self.layer, self.row, self.column


def to_board(
    game: Game[Any], state: Any, mover: int | None = None, *, beside: Sequence[tuple[str, str]] = ()
) -> str | None:
    """The board as SVG; None if the game has no `picture`. `mover`: the player to move, if the game does not say.

    `beside`: the names and texts of fields, which are written below the board.
    """
    turn = game.to_move(state)
    cells = game.picture(state, turn if turn != ALTERNATES else mover or 0)
    return drawn(game, state, cells, beside) if cells else None


def drawn(game: Game[Any], state: Any, cells: list[Cell], beside: Sequence[tuple[str, str]] = ()) -> str:
    """These cells as SVG, with the game and the position in words. Below them, the fields beside the board."""
    layers: dict[str, list[Cell]] = {}
    for cell in cells:
        layers.setdefault(cell.layer, []).append(cell)
    top = MARGIN + (TITLE if any(layers) else 0)
    parts: list[str] = []
    left, tall = MARGIN, 0
    for title, places in layers.items():
        if title:
            parts.append(f'<text x="{left}" y="{top - 7}" font-size="13" fill="currentColor">{escaped(title)}</text>')
        rows, columns = _edges(places, "row"), _edges(places, "column")
        for cell in places:
            (x, right), (y, bottom) = columns[cell.column : cell.column + 2], rows[cell.row : cell.row + 2]
            parts += _place(cell, left + x, top + y, right - x, bottom - y)
        left += max(columns[-1], 8 * columns_of(title)) + 2 * MARGIN
        tall = max(tall, rows[-1])
    wide, tall = left - MARGIN, top + tall + MARGIN
    wide = max(wide, 2 * MARGIN + NARROWEST) if beside else wide
    for line in [line for field in beside for line in wrap(" ".join(field), wide // LETTER)]:
        parts.append(f'<text x="{MARGIN}" y="{tall + 10}" font-size="13" fill="currentColor">{escaped(line)}</text>')
        tall += LINE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="zermelo-board" role="img" width="{wide}" height="{tall}"'
        f' viewBox="0 0 {wide} {tall}" font-family="system-ui, sans-serif">\n<title>{escaped(str(game))}</title>'
        f"<desc>{escaped(game.position_text(state))}</desc>\n<style>{STYLE}{board_shapes.STYLE}</style>\n"
        f'<rect class="paper" width="100%" height="100%" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _edges(cells: list[Cell], axis: Literal["row", "column"]) -> list[int]:
    """Where each row or column begins, in pixels, and where the last one ends."""
    looks: dict[int, set[str]] = {}
    for cell in cells:
        looks.setdefault(cell.row if axis == "row" else cell.column, set()).add(cell.look)
    thin = {"dot", "across" if axis == "row" else "upright"}
    edges = [0]
    for line in range(max(looks) + 1):
        found = looks.get(line)
        edges.append(edges[-1] + round(SIDE * (GAP if found is None else THIN if found <= thin else 1)))
    return edges


def _place(cell: Cell, x: int, y: int, wide: int, tall: int) -> Iterator[str]:
    """A square, if the place looks like one, and what stands on it."""
    if cell.look in SQUARES:
        yield f'<rect class="place" x="{x}" y="{y}" width="{wide}" height="{tall}"/>'
    inside = f'x="{x + 3}" y="{y + 3}" width="{wide - 6}" height="{tall - 6}" rx="5"'
    covers = cell.look == "slot"  # the mark, if it were drawn first
    if cell.marked and not covers:
        yield f'<rect class="marked" {inside}/>'
    if cell.look in ("across", "upright"):
        yield _side(cell, x, y, wide, tall)
    shapes = board_shapes.piece(cell.look, cell.mark, cell.player)
    if shapes:
        scale = f"translate({x} {y}) scale({min(wide, tall) / 100:g})"
        yield f'<g {_colour(cell)} transform="{scale}">{shapes}</g>'
    if cell.marked and covers:
        yield f'<rect class="marked open" {inside}/>'


def _side(cell: Cell, x: int, y: int, wide: int, tall: int) -> str:
    """The side of a box: a bar, or a dashed line while it is not drawn."""
    long, across = max(wide, tall), cell.look == "across"
    if not cell.mark:
        ends = f'x1="{x}" y1="{y + tall // 2}" x2="{x + wide}" y2="{y + tall // 2}"'
        upright = f'x1="{x + wide // 2}" y1="{y}" x2="{x + wide // 2}" y2="{y + tall}"'
        return f'<line class="open" {ends if across else upright}/>'
    size = f'width="{long}" height="4"' if across else f'width="4" height="{long}"'
    at = (x, y + tall // 2 - 2) if across else (x + wide // 2 - 2, y)
    return f'<g {_colour(cell)}><rect class="bar" x="{at[0]}" y="{at[1]}" {size}/></g>'


def _colour(cell: Cell) -> str:
    """The piece's own colour, or its player's as a class. Pieces of the second and the fourth player are hollow, too."""
    named = board_shapes.colour_of(cell.look, cell.mark)
    if named:
        return f'class="named" fill="{named}"'
    return 'class="nobody"' if cell.player == NONE else f'class="p{cell.player % 4}"'
