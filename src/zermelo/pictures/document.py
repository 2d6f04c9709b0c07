"""Search trees as plain data for JSON: the levels near the root, and the number of nodes below them."""

from __future__ import annotations

from typing import Any, Final

from zermelo.core.constants import ALTERNATES
from zermelo.core.integers import check_at_least
from zermelo.core.stable_text import SCHEMA, plain, plain_fields
from zermelo.core.wording import joined
from zermelo.games.in_a_row.drawing import MARKS, Drawing
from zermelo.pictures.nodes import Node, SearchNodes
from zermelo.pictures.words import cut_lines, drawing, legend, not_searched

MOST_NODES: Final = 1000
"""The default for the number of nodes in a document."""


def document(tree: SearchNodes, most: int = MOST_NODES) -> dict[str, Any]:
    """The tree with at most `most` nodes, those nearest the root, in the order of the search. Raises BadOption.

    `hidden` of a node is the number of nodes left out in the subtrees of its children. The roots are always included.
    """
    check_at_least("most", most, 1)
    kept = _first_levels(tree, most)
    nodes: list[dict[str, Any]] = []
    left: list[tuple[Node, int | None]] = [(root, None) for root in reversed(tree.roots)]
    while left:
        node, parent = left.pop()
        number = len(nodes)
        hidden = sum(child.size for child in node.children if id(child) not in kept)
        nodes.append({"id": number, "parent": parent, **_fields(tree, node), "hidden": hidden})
        left.extend((child, number) for child in reversed(node.children) if id(child) in kept)
    doc: dict[str, Any] = {
        "schema": SCHEMA,
        **plain_fields(tree.result, "game", "position", "algorithm", "chosen", "objective"),
        "players": tree.game.players,
        "names": names_of(tree),
        "two_sided": tree.two_sided,
        "value": plain(tree.result.value),
        "sentence": tree.result.sentence(),
        "counters": dict(tree.result.counters),
        "complete": tree.complete,
        "drawn": len(nodes),
        "titles": titles_of(tree),
        "nodes": nodes,
    }
    for node in nodes:
        node["drawing"] = drawing(doc, node)
    return doc | {"legend": legend(doc)}


def _first_levels(tree: SearchNodes, most: int) -> set[int]:
    """The identities of the nodes to keep."""
    level = list(tree.roots)
    kept = {id(root) for root in level}
    while level and len(kept) < most:
        below = [child for node in level for child in node.children]
        level = below[: most - len(kept)]
        kept |= {id(node) for node in level}
    return kept


def _fields(tree: SearchNodes, node: Node) -> dict[str, Any]:
    """A node as plain data; scores are text, for the player to move at the root."""
    game, (alpha, beta) = tree.game, tree.window(node)
    value = None if node.reason == "undecided" else node.value
    return {
        **plain_fields(node, "move", "ply", "mover"),
        "max": tree.is_max(node) or not tree.two_sided,
        "chance": game.has_chance and not game.terminal(node.state) and game.chance(node.state),
        "alpha": tree.score_text(alpha),
        "beta": tree.score_text(beta),
        "value": None if value is None else tree.score_text(tree.of_root(node, value)),
        **plain_fields(node, "reason", "best", "again", "played"),
        "cut": _cut(tree, node),
    }


def _cut(tree: SearchNodes, node: Node) -> dict[str, Any] | None:
    """The cutoff at a node, with its reason as text. The minimising player cuts at alpha."""
    cut = node.cut
    if cut is None:
        return None
    value, beta = (tree.score_text(tree.of_root(node, score)) for score in (cut.value, cut.beta))
    after, spared = f"after {cut.by} the value is {value}", not_searched(cut.moves)
    is_max = tree.is_max(node) or not tree.two_sided
    if cut.value < min(cut.beta, tree.scoring.highest):  # only an algorithm with a mistake cuts here
        side, bound = ("<", "β") if is_max else (">", "α")
        why = f"no reason, {value} {side} {bound} {beta}"
        reason, spared = (
            f"Cut-off without a reason: {after}, and {bound} = {beta}.",
            f"Not searched: {joined(cut.moves)}.",
        )
    elif cut.value < cut.beta:
        why = f"{value} is the best possible"
        reason = f"Cut-off: {after}, and {names_of(tree)[node.mover]} can get nothing better."
    elif is_max:
        why, reason = f"{value} ≥ β {beta}", f"Beta cut-off: {after}, at least β = {beta}."
    else:
        why, reason = f"{value} ≤ α {beta}", f"Alpha cut-off: {after}, at most α = {beta}."
    words = f"{why}: {' '.join(cut.moves)} cut" if cut.moves else f"{why} at the last move: nothing is cut"
    return {
        "by": cut.by,
        "value": value,
        "beta": beta,
        "moves": list(cut.moves),
        "why": why,
        "words": words,
        "sentence": f"{reason} {spared}",
        "lines": cut_lines(why, cut.moves),
    }


def names_of(tree: SearchNodes) -> list[str]:
    """The names of the players: their marks, else numbers; or Max and Min, if the game does not define to_move."""
    game, state = tree.game, tree.roots[0].state
    alternates = game.to_move(state) == ALTERNATES
    if isinstance(game, Drawing):
        first = game.stones_on(state) if alternates else 0
        return [MARKS[(player + first) % game.players] for player in range(game.players)]
    return ["Max", "Min"] if alternates else [f"Player {player + 1}" for player in range(game.players)]


def titles_of(tree: SearchNodes) -> list[str]:
    """The title of each root: its depth, or its pass and window."""
    if len(tree.roots) == 1:
        return [""]
    count, result = len(tree.roots), tree.result
    word = "pass" if count == result.counters["passes"] else "depth" if count == result.depth else "search"
    titles: list[str] = []
    for number, root in enumerate(tree.roots, start=1):
        alpha, beta = (tree.score_text(bound) for bound in tree.window(root))
        titles.append(f"{word} {number}, window [{alpha}, {beta}]")
    return titles
