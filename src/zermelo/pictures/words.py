"""The words that all pictures of a search share."""

from __future__ import annotations

from typing import Any, Final

from zermelo.core.display import columns_of

REASONS: Final = {
    "terminal": "end",
    "horizon": "depth limit",
    "table": "table",
    "bound": "bound",
    "undecided": "put aside",
}
"""Why a node has no children, in a word; nothing where it was searched."""

PRUNING: Final = ("table", "bound")
"""Reasons for which a node was not searched, though it might have been."""

UNKNOWN: Final = "?"
"""In place of a value that the search did not come to."""

SHAPES: Final = ("square", "round", "hexagon", "octagon")
"""Of each player's nodes where there are more than two sides."""


def shape_of(doc: dict[str, Any], node: dict[str, Any]) -> str:
    """Square where the value is the greatest, round where it is the least; a diamond where chance moves."""
    if node["chance"]:
        return "diamond"
    if doc["two_sided"]:
        return "square" if node["max"] else "round"
    mover: int = node["mover"]
    return SHAPES[mover % len(SHAPES)]


def why(node: dict[str, Any]) -> str:
    """What is told of a node besides value and window: why it has no children, how much was played at random from it."""
    told = [REASONS[node["reason"]]] if node["reason"] in REASONS else []
    if node["played"]:
        told.append(f"{node['played']:,} at random")
    return ", ".join(told)


def window(node: dict[str, Any]) -> str:
    """Alpha and beta."""
    return f"[{node['alpha']}, {node['beta']}]"


def legend(doc: dict[str, Any]) -> list[tuple[str, str]]:
    """Each shape that occurs, with what it means."""
    found: dict[str, str] = {}
    for node in doc["nodes"]:
        found.setdefault(shape_of(doc, node), _meaning(doc, node))
    return [(shape, found[shape]) for shape in ("square", "round", "hexagon", "octagon", "diamond") if shape in found]


def _meaning(doc: dict[str, Any], node: dict[str, Any]) -> str:
    name = doc["names"][node["mover"]]
    if node["chance"]:
        return "chance moves: the mean"
    if not doc["two_sided"]:
        return f"{name} moves: the greatest for {name}"
    if node["max"]:
        return f"{name} moves: the greatest value"
    return f"{name} moves: the least value" if doc["players"] == 2 else "the others move: the least value"


def summary(doc: dict[str, Any]) -> str:
    """What is drawn, in a sentence or two."""
    counters = doc["counters"]
    hidden = sum(node["hidden"] for node in doc["nodes"])
    told = f"{searched_by(doc)}: {counters['nodes']:,} nodes, {counters['cutoffs']:,} cutoffs."
    if hidden:
        told += f" Drawn are {doc['drawn']:,}; {hidden:,} below them are counted only."
    return told if doc["complete"] else f"{told} The search went on after what is drawn."


def searched_by(doc: dict[str, Any]) -> str:
    """The algorithm, and why it was taken if nobody named one."""
    return f"{doc['algorithm']} ({doc['chosen']})" if doc["chosen"] else doc["algorithm"]


def fits(text: str, most: int) -> str:
    """`text`, cut where it is longer than `most` columns."""
    if columns_of(text) <= most:
        return text
    kept, used = "", 1
    for char in text:
        used += columns_of(char)
        if used > most:
            break
        kept += char
    return f"{kept}…"
