"""Search trees as input for Graphviz."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from zermelo.display.markup import clean
from zermelo.pictures.document import MOST_NODES, document
from zermelo.pictures.nodes import SearchNodes
from zermelo.pictures.words import PRUNING, UNKNOWN, shape_of, summary, why, window

OUTLINES: Final = {
    "square": "box",
    "round": "ellipse",
    "hexagon": "hexagon",
    "octagon": "octagon",
    "diamond": "diamond",
}


def to_dot(tree: SearchNodes, most: int = MOST_NODES) -> str:
    """A digraph with at most `most` nodes, those nearest the root. Raises BadOption."""
    doc = document(tree, most)
    head = [
        "digraph search {",
        f"  label={_quoted(doc['game'], doc['sentence'], summary(doc))};",
        '  node [fontname="sans-serif"]; edge [fontname="sans-serif"]; ordering=out;',
    ]
    return "\n".join([*head, *_lines(doc), "}"]) + "\n"


def _lines(doc: dict[str, Any]) -> Iterator[str]:
    """The lines of the digraph: nodes after their parents, so that children are in order; edges; hidden nodes and cuts."""
    titles = iter(doc["titles"])
    for node in doc["nodes"]:
        title = next(titles) if node["parent"] is None else ""
        label = _quoted(*filter(None, (title, node["value"] or UNKNOWN, window(node), why(node))))
        pruned = ", style=dashed" if node["reason"] in PRUNING else ""
        yield f"  n{node['id']} [shape={OUTLINES[shape_of(doc, node)]}, label={label}{pruned}];"
    best = {
        (node["parent"], node["move"]): node["id"] for node in doc["nodes"]
    }  # the last one, if a move was searched again
    for node in doc["nodes"]:
        if node["parent"] is not None:
            parent = doc["nodes"][node["parent"]]
            again = node["again"]
            marks = [f"label={_quoted(node['move'], *(['again'] if again else []))}"]
            marks += ["style=dashed"] if again else []
            marks += ["penwidth=3"] if best.get((parent["id"], parent["best"])) == node["id"] else []
            yield f"  n{parent['id']} -> n{node['id']} [{', '.join(marks)}];"
    for node in doc["nodes"]:
        if node["hidden"]:
            more = _quoted(f"{node['hidden']:,} more")
            yield f"  m{node['id']} [shape=triangle, label={more}];"
            yield f"  n{node['id']} -> m{node['id']} [style=dotted];"
        if node["cut"]:
            yield f"  c{node['id']} [shape=plaintext, label={_quoted('✕', node['cut']['words'])}];"
            yield f"  n{node['id']} -> c{node['id']} [arrowhead=tee];"


def _quoted(*lines: str) -> str:
    """A quoted string of several lines."""
    escaped = [clean(line).replace("\\", "\\\\").replace('"', '\\"') for line in lines]
    return '"' + "\\n".join(escaped) + '"'
