"""The shapes on a board, as SVG in a square of 100 by 100: crosses, discs, pawns, counters. The page has the same ones."""

from __future__ import annotations

from typing import Final

from zermelo.core.constants import NONE
from zermelo.core.display import columns_of, escaped

STYLE: Final = """
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

COLOURS: Final = {"w": "white", "b": "black"} | {
    name: name for name in ["white", "black", "red", "blue", "green", "yellow"]
}
"""The colour of a disc or pawn by its mark; without one, it has its player's."""

SHAPES: Final = {
    "X": '<path class="stroke" d="M28 28 72 72M72 28 28 72" />',
    "O": '<circle class="stroke" cx="50" cy="50" r="25" />',
    "disc": '<circle class="body" cx="50" cy="50" r="36" />',
    "pawn": '<path class="body" d="M28 86Q28 72 41 66Q45 56 43 49A18 18 0 1 1 57 49Q55 56 59 66Q72 72 72 86Z" />',
    "tile": '<rect class="tile" x="8" y="8" width="84" height="84" rx="12" />',
    "counter": '<circle class="tile" cx="50" cy="50" r="43" /><circle class="rim" cx="50" cy="50" r="30" />',
    "chocolate": '<rect class="cocoa" x="2" y="2" width="96" height="96" rx="8" /><path class="shade" d="M18 82V18H82" />',
    "skull": (
        '<path class="bone" d="M50 22A26 26 0 0 0 34 68V78H66V68A26 26 0 0 0 50 22Z" />'
        '<path class="hole" d="M34 48a7 7 0 1 0 14 0a7 7 0 1 0-14 0M52 48a7 7 0 1 0 14 0a7 7 0 1 0-14 0" />'
        '<path class="hole" d="M46 63 50 56 54 63Z" />'
    ),
    "left": (
        '<path class="body" d="M104 10H22Q10 10 10 22V78Q10 90 22 90H104" />'
        '<circle class="pip" cx="50" cy="50" r="8" />'
    ),
    "right": (
        '<path class="body" d="M-4 10H78Q90 10 90 22V78Q90 90 78 90H-4" /><circle class="pip" cx="50" cy="50" r="8" />'
    ),
    "upper": (
        '<path class="body" d="M10 104V22Q10 10 22 10H78Q90 10 90 22V104" />'
        '<circle class="pip" cx="50" cy="50" r="8" />'
    ),
    "lower": (
        '<path class="body" d="M10-4V78Q10 90 22 90H78Q90 90 90 78V-4" /><circle class="pip" cx="50" cy="50" r="8" />'
    ),
    "dot": '<circle class="dot" cx="50" cy="50" r="34" />',
    "slot": '<rect class="frame" width="100" height="100" /><circle class="hollow" cx="50" cy="50" r="43" />',
    "coin": '<circle class="coin" cx="50" cy="50" r="38" />',
    "inlay": '<circle class="inlay" cx="50" cy="50" r="21" />',
    "die": '<rect class="tile" x="8" y="8" width="84" height="84" rx="20" />',
}

TEXTS: Final = ("", "box", "die")
"""The looks whose marks are text, unless they have a shape."""


def colour_of(look: str, mark: str) -> str:
    """The colour that a disc or pawn has by its mark; empty if it has none."""
    return COLOURS.get(mark.lower(), "") if look in ("disc", "pawn") else ""


def piece(look: str, mark: str, player: int) -> str:
    """What stands on a place: shapes, then its mark if that is text; empty if nothing stands there."""
    names = _shapes_of(look, mark, player)
    shapes = "".join(SHAPES[name] for name in names)
    if look in TEXTS and mark and mark not in names and not (player == NONE and mark in ("o", "#")):
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
