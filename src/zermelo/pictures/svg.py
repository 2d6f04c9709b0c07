"""Search trees as SVG pictures, for light and dark screens and for paper.

move          the move that led to the node; "again" if it has been searched before with another window
[ value ]     square: maximum of the values below, round: minimum, diamond: mean
[α, β]        the window; below it, if the node has no children, the reason
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from zermelo.display.markup import columns_of, escaped
from zermelo.pictures.document import document
from zermelo.pictures.layout import tidy
from zermelo.pictures.nodes import SearchNodes
from zermelo.pictures.words import PRUNING, summary, why, window

MOST_NODES: Final = 120
"""The default for the number of nodes: a larger picture is hard to read."""

TALL: Final = 26.0
"""The height of a shape."""
GAP: Final = 14.0
MARGIN: Final = 20.0
LEVEL: Final = 112.0
"""The distance from a node to its children."""
SMALL: Final = 11.0
LINE: Final = 14.0
"""The height of a line of small text."""
WIDEST: Final = 1600.0
"""Trees are side by side up to this width; further ones go below."""

STYLE: Final = """
.zermelo-tree{--win:#0072b2;--loss:#c24e00;--draw:#5f6670;--paper:#ffffff;--ink:#1b1f24}
@media (prefers-color-scheme:dark){.zermelo-tree{--win:#6bbcf0;--loss:#ff9a57;--draw:#a8b0ba;--paper:#14181d;--ink:#e8eaed}}
@media print{.zermelo-tree{--win:#0072b2;--loss:#c24e00;--draw:#5f6670;--paper:#ffffff;--ink:#1b1f24}}
.zermelo-tree{color:var(--ink)}
.zermelo-tree .paper{fill:var(--paper)}
.zermelo-tree .win .shape{stroke:var(--win)}
.zermelo-tree .loss .shape{stroke:var(--loss)}
.zermelo-tree .draw .shape{stroke:var(--draw)}
"""


@dataclass
class _Item:
    """An item of the picture: a node, a stub for moves that were cut, or a triangle for nodes that are not drawn."""

    kind: str
    node: dict[str, Any]
    level: int
    label: str = ""
    """The text above the shape."""
    lines: list[str] = field(default_factory=list[str])
    """The texts below the shape."""
    below: list[int] = field(default_factory=list[int])

    @property
    def wide(self) -> float:
        texts = [self.label, *self.lines]
        return max(28.0, self.shape_width, *(width_of(text, SMALL) for text in texts))

    @property
    def shape_width(self) -> float:
        return max(TALL, width_of(self.node["drawing"]["value"], 13.0) + 14.0) if self.kind == "node" else 24.0


def to_svg(tree: SearchNodes, most: int = MOST_NODES) -> str:
    """The picture, with at most `most` nodes, those nearest the root. Raises BadOption."""
    doc, shelf = document(tree, most), _Shelf()
    for number, items in enumerate(_items_of(doc)):
        shelf.put(doc, items, doc["titles"][number])
    wide = max(shelf.wide, width_of(summary(doc), SMALL), width_of(doc["sentence"], 15.0), 300.0) + 2 * MARGIN
    keys = list(_legend(doc, shelf.tall + 10.0, wide))
    tall = shelf.tall + 10.0 + LINE * 1.8 * max(row for row, _ in keys) + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="zermelo-tree" role="img" width="{num(wide)}" height="{num(tall)}"'
        f' viewBox="0 0 {num(wide)} {num(tall)}" font-family="system-ui, sans-serif" fill="currentColor">',
        f"<title>{escaped(doc['game'])}, searched by {doc['algorithm']}</title>",
        f"<desc>{escaped(doc['sentence'])} {escaped(summary(doc))}</desc>",
        f"<style>{STYLE}</style>",
        '<rect class="paper" width="100%" height="100%" fill="#ffffff"/>',
        f'<text x="{num(MARGIN)}" y="26" font-size="15" font-weight="600">{escaped(doc["sentence"])}</text>',
        f'<text x="{num(MARGIN)}" y="44" font-size="{num(SMALL)}">{escaped(summary(doc))}</text>',
        *shelf.parts,
        *(text for _, text in keys),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


class _Shelf:
    """Places trees side by side, in rows."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.wide = 0.0
        self.tall = 60.0
        self._x = self._row = 0.0

    def put(self, doc: dict[str, Any], items: list[_Item], title: str) -> None:
        places = tidy([item.below for item in items], [item.wide for item in items], GAP)
        width = max(place + item.wide / 2 for place, item in zip(places, items, strict=True))
        if self._x and self._x + width > WIDEST:
            self._x, self._row = 0.0, self.tall - 60.0
        top = 60.0 + self._row + (LINE if title else 0.0)
        self.parts.append(f'<g class="root" transform="translate({num(MARGIN + self._x)} 0)">')
        if title:
            place = f'class="pass" y="{num(top - 4)}" x="0" font-weight="600" font-size="12"'
            self.parts.append(f"<text {place}>{escaped(title)}</text>")
        self.parts += [*_tree(doc, items, places, top), "</g>"]
        width = max(width, width_of(title, 13.0))
        self.wide = max(self.wide, self._x + width)
        self._x += width + 3 * GAP
        deepest = max(item.level for item in items)
        last = max(len(item.lines) for item in items if item.level == deepest)
        self.tall = max(self.tall, top + LINE + TALL + deepest * LEVEL + (last + 2) * LINE)


def _items_of(doc: dict[str, Any]) -> list[list[_Item]]:
    """The items of the tree of each root; stubs and triangles come after the children."""
    trees: list[list[_Item]] = []
    place: dict[int, int] = {}
    for node in doc["nodes"]:
        if node["parent"] is None:
            trees.append([])
        items, shown = trees[-1], node["drawing"]
        place[node["id"]] = len(items)
        items.append(_Item("node", node, node["ply"], shown["label"], shown["lines"]))
        if node["parent"] is not None:
            items[place[node["parent"]]].below.append(place[node["id"]])
    for items in trees:
        for item in list(items):
            node, level = item.node, item.level + 1
            extras = [_Item("more", node, level, "", [f"{node['hidden']:,} more"])] if node["hidden"] else []
            extras += [_Item("cut", node, level, "", node["cut"]["lines"])] if node["cut"] else []
            item.below.extend(range(len(items), len(items) + len(extras)))
            items.extend(extras)
    return trees


def _tree(doc: dict[str, Any], items: list[_Item], places: list[float], top: float) -> Iterator[str]:
    """The elements of a tree: edges first, so that shapes are drawn over them."""
    heights = [top + LINE + TALL / 2 + item.level * LEVEL for item in items]
    for number, item in enumerate(items):
        best = _best(items, item)
        for below in item.below:
            start = heights[number] + TALL / 2 + (len(item.lines)) * LINE + 4
            yield _edge(items[below], (places[number], start), (places[below], heights[below]), below == best)
    for item, x, y in zip(items, places, heights, strict=True):
        yield {"node": _drawn_node, "cut": _drawn_cut, "more": _drawn_more}[item.kind](doc, item, x, y)


def _best(items: list[_Item], item: _Item) -> int | None:
    """The child by the best move; the last one, if it was searched again."""
    nodes = [below for below in item.below if items[below].kind == "node"]
    searches = [below for below in nodes if items[below].node["move"] == item.node["best"]]
    return searches[-1] if searches else None


def _edge(item: _Item, start: tuple[float, float], end: tuple[float, float], best: bool) -> str:
    is_node = item.kind == "node"
    again = is_node and item.node["again"]
    stop = end[1] - TALL / 2 - (LINE + 2 if is_node else -4)
    names = f"edge{' best' * best}{' again' * again}{' stub' * (not is_node)}"
    dashes = ' stroke-dasharray="5 4"' if again else ' stroke-dasharray="1 4"' if item.kind == "more" else ""
    return (
        f'<line class="{names}" x1="{num(start[0])}" y1="{num(start[1])}" x2="{num(end[0])}" y2="{num(stop)}"'
        f' stroke="currentColor" stroke-width="{3.5 if best else 1.2}"{dashes}/>'
    )


def _drawn_node(doc: dict[str, Any], item: _Item, x: float, y: float) -> str:
    node, shown = item.node, item.node["drawing"]
    tone = f" {shown['tone']}" if shown["tone"] else ""
    parts = [
        f'<g class="node {shown["shape"]}{tone}">',
        f"<title>{escaped(_sentence(doc, node))}</title>",
        shape_at(shown["shape"], x, y, item.shape_width),
        text_at(x, y + 4.5, shown["value"], 13, "600"),
    ]
    if item.label:
        parts.append(text_at(x, y - TALL / 2 - 5, item.label, SMALL, "600"))
    parts += [text_at(x, y + TALL / 2 + 12 + LINE * number, line, SMALL) for number, line in enumerate(item.lines)]
    if node["reason"] in PRUNING:
        parts.append(f'<g class="cut {node["reason"]}">{cross(x, y + TALL / 2 + 14 + LINE * len(item.lines), 4)}</g>')
    return "".join([*parts, "</g>"])


def _drawn_cut(doc: dict[str, Any], item: _Item, x: float, y: float) -> str:
    lines = [text_at(x, y + TALL / 2 + 4 + LINE * number, line, SMALL) for number, line in enumerate(item.lines)]
    title = f"<title>{escaped(item.node['cut']['sentence'])}</title>"
    return f'<g class="cut window">{title}{cross(x, y - TALL / 2 + 8, 6)}{"".join(lines)}</g>'


def _drawn_more(doc: dict[str, Any], item: _Item, x: float, y: float) -> str:
    top = y - TALL / 2 + 4
    triangle = f'<path class="shape" d="M{num(x)} {num(top)}l14 22h-28z" fill="none" stroke="currentColor"/>'
    return f'<g class="more">{triangle}{text_at(x, y + TALL / 2 + 14, item.lines[0], SMALL)}</g>'


def _sentence(doc: dict[str, Any], node: dict[str, Any]) -> str:
    where = f"After {node['move']}" if node["move"] else "At the root"
    if node["reason"] != "terminal":
        where += f", {'chance' if node['chance'] else doc['names'][node['mover']]} is to move"
    value = f"value {node['value']}" if node["value"] is not None else "no value"
    text = f"{where}: window {window(node)}, {value}" + (f" ({why(node)})" if why(node) else "")
    return text + (f". {node['cut']['sentence']}" if node["cut"] else "")


def _legend(doc: dict[str, Any], top: float, wide: float) -> Iterator[tuple[int, str]]:
    """The legend: the number of a row, and a mark with its meaning, for each mark that occurs."""
    row, x = 1, MARGIN
    for key in doc["legend"]:
        mark = key["mark"]
        meaning = f"[α, β] {key['meaning']}" if mark == "window" else key["meaning"]
        takes = 44.0 + width_of(meaning, SMALL)
        if x > MARGIN and x + takes > wide - MARGIN:
            row, x = row + 1, MARGIN
        y = top + LINE * 1.8 * row
        words = text_at(x + (0 if mark == "window" else 32), y, meaning, SMALL, anchor="start")
        yield row, f'<g class="key">{_mark(mark, x + 12, y - 4)}{words}</g>'
        x += takes


def _mark(mark: str, x: float, y: float) -> str:
    if mark == "window":
        return ""
    if mark in ("best", "again"):
        style = 'stroke-width="3.5"' if mark == "best" else 'stroke-width="1.2" stroke-dasharray="5 4"'
        return (
            f'<line x1="{num(x - 11)}" y1="{num(y)}" x2="{num(x + 13)}" y2="{num(y)}" stroke="currentColor" {style}/>'
        )
    if mark == "cut":
        return cross(x, y, 5)
    if mark == "more":
        return f'<path d="M{num(x)} {num(y - 8)}l10 15h-20z" fill="none" stroke="currentColor"/>'
    return f'<g transform="translate({num(x)} {num(y)}) scale(0.62)">{shape_at(mark, 0, 0, TALL)}</g>'


def shape_at(shape: str, x: float, y: float, wide: float) -> str:
    """An outline around (x, y)."""
    w, h = wide / 2, TALL / 2
    common = 'class="shape" fill="none" stroke="currentColor" stroke-width="1.8"'
    if shape == "square":
        return f'<rect {common} x="{num(x - w)}" y="{num(y - h)}" width="{num(wide)}" height="{num(TALL)}" rx="1"/>'
    if shape == "round":
        return (
            f'<rect {common} x="{num(x - w)}" y="{num(y - h)}" width="{num(wide)}" height="{num(TALL)}" rx="{num(h)}"/>'
        )
    corners = {
        "diamond": [(-w - 9, 0), (0, -h - 2), (w + 9, 0), (0, h + 2)],
        "hexagon": [(-w - 4, 0), (-w + 5, -h), (w - 5, -h), (w + 4, 0), (w - 5, h), (-w + 5, h)],
        "octagon": [(-w, -6), (-w + 7, -h), (w - 7, -h), (w, -6), (w, 6), (w - 7, h), (-w + 7, h), (-w, 6)],
    }[shape]
    return f'<polygon {common} points="{" ".join(f"{num(x + dx)},{num(y + dy)}" for dx, dy in corners)}"/>'


def cross(x: float, y: float, r: float) -> str:
    """A cross at (x, y), reaching `r` to each side."""
    path = f"M{num(x - r)} {num(y - r)}l{num(2 * r)} {num(2 * r)}m0 {num(-2 * r)}l{num(-2 * r)} {num(2 * r)}"
    return f'<path d="{path}" stroke="currentColor" stroke-width="2.4" fill="none"/>'


def text_at(x: float, y: float, text: str, size: float, weight: str = "400", anchor: str = "middle") -> str:
    """A line of text whose `anchor` is at (x, y)."""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" font-weight="{weight}" text-anchor="{anchor}">'
        f"{escaped(text)}</text>"
    )


def width_of(text: str, size: float) -> float:
    return columns_of(text) * size * 0.58


def num(number: float) -> str:
    """A number as text, without superfluous digits."""
    return f"{number:.1f}".removesuffix(".0")
