"""Pictures of positions: a board drawn as SVG, place by place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib.resources import files
from textwrap import wrap
from typing import Any, Final, Literal

from zermelo.core.board import Cell
from zermelo.core.constants import ALTERNATES, NONE
from zermelo.core.game import Game
from zermelo.display.derived.board import fields_beside
from zermelo.display.markup import columns_of, escaped, html_table, preformatted
from zermelo.display.text_board import labels

SIDE: Final = 40
"""The size of a place, in pixels."""
MARGIN: Final = 10
LETTER: Final = 8
"""About how wide a letter is."""

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
.zermelo-board .label{fill:var(--ink);fill-opacity:0.75;text-anchor:middle}
.zermelo-board .place{fill:none;stroke:var(--ink);stroke-opacity:0.6}
.zermelo-board .marked{fill:var(--marked);stroke:var(--ink);stroke-width:3}
.zermelo-board .marked.open{fill:none}
.zermelo-board .bar{fill:var(--player,var(--ink))}
.zermelo-board .open{stroke:var(--ink);stroke-opacity:0.6;stroke-dasharray:4 4}
.zermelo-board .stroke{fill:none;stroke:var(--player,var(--ink));stroke-width:11;stroke-linecap:round}
.zermelo-board .body{fill:var(--player,var(--tile));stroke:var(--player,var(--edge));stroke-width:7}
.zermelo-board :is(.p1,.p3) .body{fill:var(--paper)}
.zermelo-board .tile{fill:var(--tile);stroke:var(--edge);stroke-width:4}
.zermelo-board .rim{fill:none;stroke:var(--edge);stroke-width:3;stroke-dasharray:9 6.7}
.zermelo-board .text{fill:var(--player,var(--ink))}
.zermelo-board .body~.text,.zermelo-board .pip{fill:var(--paper)}
.zermelo-board :is(.p1,.p3)>:is(.body~.text,.pip){fill:var(--player)}
.zermelo-board .cocoa{fill:var(--cocoa)}
.zermelo-board .shade{fill:none;stroke:var(--edge);stroke-width:5;stroke-linecap:round;stroke-linejoin:round}
.zermelo-board .bone{fill:var(--paper)}
.zermelo-board .hole{fill:var(--cocoa)}
.zermelo-board .dot{fill:var(--ink)}
.zermelo-board .frame{fill:var(--frame)}
.zermelo-board .hollow{fill:var(--paper)}
.zermelo-board .coin{fill:var(--player,var(--tile))}
.zermelo-board .named .body{fill:inherit;stroke:#767676}
.zermelo-board .inlay{fill:none;stroke:var(--paper);stroke-width:6}
"""

SQUARES: Final = ("", "disc", "pawn", "left", "right", "upper", "lower")
"""The looks that have a square around them."""

DRAWINGS: Final = (files("zermelo.display") / "shapes.json").read_text("utf-8")
"""What the page draws the same way, as JSON."""

_DRAWN: Final = json.loads(DRAWINGS)

SHAPES: Final[dict[str, str]] = _DRAWN["shapes"]
"""What stands on a place, as SVG in a square of 100 by 100: crosses, discs, pawns, counters."""

COLOURS: Final[dict[str, str]] = _DRAWN["colours"]
"""The colour of a disc or pawn by its mark; without one, it has its player's."""


def to_board(game: Game[Any], state: Any, mover: int | None = None) -> str | None:
    """The board as SVG, above the fields that a derived one does not show; None if the game has no `picture`.

    `mover`: the player to move, if the game does not say.
    """
    turn = game.to_move(state)
    cells = game.picture(state, turn if turn != ALTERNATES else mover or 0)
    return drawn(game, state, cells, fields_beside(game, state, drawn=True)) if cells else None


def state_as_html(game: Game[Any], state: Any) -> str:
    """A state without a board, for notebooks: a table of its fields, or a text."""
    fields = fields_beside(game, state, drawn=False)
    return html_table(str(game), fields) if fields else preformatted(f"{game}\n{game.render(state)}")


def drawn(game: Game[Any], state: Any, cells: list[Cell], beside: Sequence[tuple[str, str]] = ()) -> str:
    """These cells as SVG, with the game and the position in words. Below them, the fields beside the board."""
    layers: dict[str, list[Cell]] = {}
    for cell in cells:
        layers.setdefault(cell.layer, []).append(cell)
    top = MARGIN + (22 if any(layers) else 0)
    parts, left, tall = list[str](), MARGIN, 0
    named = labels(game, cells)
    beside_rows, below = (20 if any(label.axis == axis for label in named) else 0 for axis in ("row", "column"))
    for title, places in layers.items():
        if title:
            parts.append(f'<text x="{left}" y="{top - 7}" font-size="13" fill="currentColor">{escaped(title)}</text>')
        rows, columns = _edges(places, "row"), _edges(places, "column")
        left += beside_rows
        for _, axis, first, last, text in [label for label in named if label.layer == title]:
            edges = rows if axis == "row" else columns
            middle = (edges[first] + edges[last + 1]) // 2
            x, y = (left - 10, top + middle + 4) if axis == "row" else (left + middle, top + rows[-1] + 15)
            parts.append(f'<text class="label" x="{x}" y="{y}" font-size="12">{escaped(text)}</text>')
        for cell in places:
            (x, right), (y, bottom) = columns[cell.column : cell.column + 2], rows[cell.row : cell.row + 2]
            parts += _place(cell, left + x, top + y, right - x, bottom - y)
        left += max(columns[-1], LETTER * columns_of(title)) + 2 * MARGIN
        tall = max(tall, rows[-1])
    wide, tall = left - MARGIN, top + tall + below + MARGIN
    wide = max(wide, 180) if beside else wide
    for line in [line for field in beside for line in wrap(" ".join(field), wide // LETTER)]:
        parts.append(f'<text x="{MARGIN}" y="{tall + 10}" font-size="13" fill="currentColor">{escaped(line)}</text>')
        tall += 18
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="zermelo-board" role="img" width="{wide}" height="{tall}"'
        f' viewBox="0 0 {wide} {tall}" font-family="system-ui, sans-serif">\n<title>{escaped(str(game))}</title>'
        f"<desc>{escaped(game.position_text(state))}</desc>\n<style>{STYLE}</style>\n"
        f'<rect class="paper" width="100%" height="100%" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _edges(cells: list[Cell], axis: Literal["row", "column"]) -> list[int]:
    """Where each row or column begins, in pixels, and where the last one ends. Those without places are narrow, and those
    that have only sides and dots.
    """
    looks: dict[int, set[str]] = {}
    for cell in cells:
        looks.setdefault(cell.row if axis == "row" else cell.column, set()).add(cell.look)
    thin = {"dot", "across" if axis == "row" else "upright"}
    edges = [0]
    for line in range(max(looks) + 1):
        found = looks.get(line)
        edges.append(edges[-1] + round(SIDE * (0.4 if found is None else 0.3 if found <= thin else 1)))
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
    shapes = piece(cell.look, cell.mark, cell.player)
    if shapes:
        scale = f"translate({x} {y}) scale({min(wide, tall) / 100:g})"
        yield f'<g {_colour(cell)} transform="{scale}">{shapes}</g>'
    if cell.marked and covers:
        yield f'<rect class="marked open" {inside}/>'


def _side(cell: Cell, x: int, y: int, wide: int, tall: int) -> str:
    """The side of a box: a bar, or a dashed line while it is not drawn."""
    across, middle, centre = cell.look == "across", y + tall // 2, x + wide // 2
    if not cell.mark:
        upright = f'x1="{centre}" y1="{y}" x2="{centre}" y2="{y + tall}"'
        ends = f'x1="{x}" y1="{middle}" x2="{x + wide}" y2="{middle}"' if across else upright
        return f'<line class="open" {ends}/>'
    left, top, width, height = (x, middle - 2, wide, 4) if across else (centre - 2, y, 4, tall)
    return f'<g {_colour(cell)}><rect class="bar" x="{left}" y="{top}" width="{width}" height="{height}"/></g>'


def _colour(cell: Cell) -> str:
    """The piece's own colour, or its player's as a class. Pieces of the second and the fourth player are hollow, too."""
    named = COLOURS.get(cell.mark.lower()) if cell.look in ("disc", "pawn") else None
    if named:
        return f'class="named" fill="{named}"'
    return 'class="nobody"' if cell.player == NONE else f'class="p{cell.player % 4}"'


def piece(look: str, mark: str, player: int) -> str:
    """What stands on a place: shapes, then its mark if that is text; empty if nothing stands there."""
    names = _shapes_of(look, mark, player)
    shapes = "".join(SHAPES[name] for name in names)
    is_text = look in ("", "box", "die") and mark not in ("", *names)
    if is_text and not (player == NONE and mark in ("o", "#")):
        size = 38 if columns_of(mark) < 3 else 28
        shapes += (
            f'<text class="text" x="50" y="{50 + size * 9 // 25}" font-size="{size}" font-weight="650"'
            f' text-anchor="middle">{escaped(mark)}</text>'
        )
    elif player >= 2 and ("disc" in names or "coin" in names):
        shapes += '<circle class="pip" cx="50" cy="50" r="9" />'
    return shapes


def _shapes_of(look: str, mark: str, player: int) -> list[str]:
    """The names of the shapes that a place is drawn with. A mark of nobody is a disc if it is "o", or a tile."""
    if look in ("dot", "chocolate", "die"):
        return [look]
    if look == "poison":
        return ["chocolate", "skull"]
    if look == "slot" and mark == "":
        return ["slot"]
    if look == "slot":
        return ["slot", "coin", "inlay"] if player in (1, 3) else ["slot", "coin"]
    if mark == "" or look in ("across", "upright"):
        return []
    if look == "box":
        return ["tile"] if player == NONE else []
    if look:
        return [look]
    return [mark] if mark in ("X", "O") else ["disc" if player != NONE or mark == "o" else "tile"]
