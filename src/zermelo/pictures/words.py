"""The wording that all pictures of search trees share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from zermelo.core.wording import counted, joined
from zermelo.display.markup import clean, columns_of

REASONS: Final = {
    "terminal": "end",
    "horizon": "depth limit",
    "table": "table",
    "bound": "bound",
    "undecided": "put aside",
}
"""Why a node has no children; without an entry if it was searched."""

PRUNING: Final = ("table", "bound")
"""The reasons for which a search skips a node."""

UNKNOWN: Final = "?"
"""Shown for a value that the search did not find."""

MOST_NAMED: Final = 8
"""The most moves that a sentence names."""

SHAPES: Final = ("square", "round", "hexagon", "octagon")
"""The shapes of the players' nodes, if there are more than two sides."""

LONGEST: Final = 16
"""The most columns of a text in a picture."""


def drawing(doc: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    """What pictures show of a node: its shape and colour, the text above the shape, inside it, and the lines below it."""
    bounds = f"[{short(node['alpha'])}, {short(node['beta'])}]"
    return {
        "shape": _shape_of(doc, node),
        "tone": _tone_of(doc, node),
        "label": f"{short(node['move'])}{' again' if node['again'] else ''}",
        "value": short(node["value"] or UNKNOWN),
        "lines": [*filter(None, (bounds, why(node)))],
    }


def _shape_of(doc: dict[str, Any], node: dict[str, Any]) -> str:
    """Square if the player of the node maximises, round if it minimises, a diamond for a chance node."""
    if node["chance"]:
        return "diamond"
    if doc["two_sided"]:
        return "square" if node["max"] else "round"
    mover: int = node["mover"]
    return SHAPES[mover % len(SHAPES)]


def _tone_of(doc: dict[str, Any], node: dict[str, Any]) -> str:
    """Win, draw or loss for the player to move at the root; empty if the value is not known, or is not that player's."""
    if not doc["two_sided"] or node["value"] is None:
        return ""
    return "loss" if node["value"].startswith("-") else "draw" if node["value"] == "0" else "win"


def why(node: dict[str, Any]) -> str:
    """Why a node has no children, and how many positions were played at random from it; may be empty."""
    played = f"{node['played']:,} at random" if node["played"] else ""
    return ", ".join(filter(None, (REASONS.get(node["reason"]), played)))


def cut_lines(why: str, moves: Sequence[str]) -> list[str]:
    """The reason for a cutoff and the moves that were cut, in a few short lines."""
    lines, words, row = [short(why, LONGEST + 6)], [short(move) for move in moves], ""
    for number, word in enumerate(words):
        if row and columns_of(row) + 1 + columns_of(word) > LONGEST:
            lines.append(row)
            row = ""
            if len(lines) == 3:
                return [*lines, f"and {len(words) - number} more cut"]
        row = f"{row} {word}".strip()
    return [*lines, f"{row} cut"] if words else [*lines, "it was the last move"]


def not_searched(moves: Sequence[str]) -> str:
    """What a cutoff spares the search, in a sentence."""
    if not moves:
        return "It was the last move, so nothing is left to cut."
    if len(moves) == 1:
        return f"The other move cannot change the result: {moves[0]} is not searched."
    named = moves if len(moves) <= MOST_NAMED else [*moves[:MOST_NAMED], f"{len(moves) - MOST_NAMED} more"]
    return f"The other moves cannot change the result: {joined(named)} are not searched."


def window(node: dict[str, Any]) -> str:
    return f"[{node['alpha']}, {node['beta']}]"


def legend(doc: dict[str, Any]) -> list[dict[str, str]]:
    """Each mark that occurs, with what it means."""
    nodes = doc["nodes"]
    shapes = {node["drawing"]["shape"]: _meaning(doc, node) for node in reversed(nodes)}  # of its first node
    whose = "at the root" if doc["two_sided"] else "at the node"
    keys = [
        *((shape, shapes.get(shape, ""), shape in shapes) for shape in (*SHAPES, "diamond")),
        ("window", f"window (the value is in the shape), for the player to move {whose}", True),
        ("best", "best move", any(node["best"] for node in nodes)),
        ("again", "searched again", any(node["again"] for node in nodes)),
        ("cut", "not searched, with the reason", any(node["cut"] or node["reason"] in PRUNING for node in nodes)),
        ("more", "nodes that are not drawn", any(node["hidden"] for node in nodes)),
    ]
    return [{"mark": mark, "meaning": meaning} for mark, meaning, occurs in keys if occurs]


def _meaning(doc: dict[str, Any], node: dict[str, Any]) -> str:
    name = doc["names"][node["mover"]]
    if node["chance"]:
        return "chance node: weighted mean"
    if not doc["two_sided"]:
        return f"{name} to move: maximises the value for {name}"
    if node["max"]:
        return f"{name} to move: maximises"
    return f"{name} to move: minimises" if doc["players"] == 2 else "another player to move: minimises"


def summary(doc: dict[str, Any]) -> str:
    """The algorithm, its nodes and cutoffs, and what is not drawn, in a sentence or two."""
    counters = doc["counters"]
    hidden = sum(node["hidden"] for node in doc["nodes"])
    text = f"{searched_by(doc)}: {counted(counters['nodes'], 'node')}, {counted(counters['cutoffs'], 'cutoff')}."
    if hidden:
        text += f" Of the {doc['drawn'] + hidden:,} in the tree, {doc['drawn']:,} are drawn; {hidden:,} are below them."
    return text if doc["complete"] else f"{text} The search continued after the part that is drawn."


def searched_by(doc: dict[str, Any]) -> str:
    """The algorithm, and the reason for it if it was chosen by default."""
    return f"{doc['algorithm']} ({doc['chosen']})" if doc["chosen"] else doc["algorithm"]


def fits(text: str, most: int) -> str:
    """The text, cut to at most `most` columns."""
    if columns_of(text) <= most:
        return text
    kept, used = "", 1
    for char in text:
        used += columns_of(char)
        if used > most:
            break
        kept += char
    return f"{kept}…"


def short(text: str, most: int = LONGEST) -> str:
    return fits(clean(text), most)
