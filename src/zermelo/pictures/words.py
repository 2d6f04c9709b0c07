"""The wording that all pictures of search trees share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from zermelo.core.wording import counted, joined
from zermelo.display.markup import columns_of

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


def shape_of(doc: dict[str, Any], node: dict[str, Any]) -> str:
    """The shape of a node: square if its player maximises, round if it minimises, a diamond for a chance node."""
    if node["chance"]:
        return "diamond"
    if doc["two_sided"]:
        return "square" if node["max"] else "round"
    mover: int = node["mover"]
    return SHAPES[mover % len(SHAPES)]


def why(node: dict[str, Any]) -> str:
    """Why a node has no children, and how many positions were played at random from it; may be empty."""
    notes = [REASONS[node["reason"]]] if node["reason"] in REASONS else []
    if node["played"]:
        notes.append(f"{node['played']:,} at random")
    return ", ".join(notes)


def not_searched(moves: Sequence[str]) -> str:
    """What a cutoff spares the search, in a sentence."""
    if not moves:
        return "It was the last move, so nothing is left to cut."
    if len(moves) == 1:
        return f"The other move cannot change the result: {moves[0]} is not searched."
    named = moves if len(moves) <= MOST_NAMED else [*moves[:MOST_NAMED], f"{len(moves) - MOST_NAMED} more"]
    return f"The other moves cannot change the result: {joined(named)} are not searched."


def window(node: dict[str, Any]) -> str:
    """The window of a node: [alpha, beta]."""
    return f"[{node['alpha']}, {node['beta']}]"


def legend(doc: dict[str, Any]) -> list[tuple[str, str]]:
    """Each shape that occurs, with what it means."""
    meanings: dict[str, str] = {}
    for node in doc["nodes"]:
        meanings.setdefault(shape_of(doc, node), _meaning(doc, node))
    return [(shape, meanings[shape]) for shape in (*SHAPES, "diamond") if shape in meanings]


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
