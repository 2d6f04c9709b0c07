"""Search trees as plain data for JSON: the levels near the root, and the number of nodes below them."""

from __future__ import annotations

from typing import Any, Final

from zermelo.core.constants import ALTERNATES
from zermelo.core.game import Game
from zermelo.core.integers import check_at_least
from zermelo.core.stable_text import SCHEMA, plain
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
    sizes = _sizes(tree, kept)
    nodes: list[dict[str, Any]] = []
    left: list[tuple[Node, int | None]] = [(root, None) for root in reversed(tree.roots)]
    while left:
        node, parent = left.pop()
        number = len(nodes)
        nodes.append({"id": number, "parent": parent, **_fields(tree, node), "hidden": sizes[id(node)]})
        left.extend((child, number) for child in reversed(node.children) if id(child) in kept)
    doc: dict[str, Any] = {
        "schema": SCHEMA,
        "game": tree.result.game,
        "position": tree.result.position,
        "algorithm": tree.result.algorithm,
        "chosen": tree.result.chosen,
        "objective": tree.result.objective,
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


def _sizes(tree: SearchNodes, kept: set[int]) -> dict[int, int]:
    """For each kept node, the number of nodes in the subtrees of those children that are not kept."""
    return {
        id(node): sum(child.size for child in node.children if id(child) not in kept)
        for node in tree.nodes
        if id(node) in kept
    }


def _fields(tree: SearchNodes, node: Node) -> dict[str, Any]:
    """A node as plain data; scores are text, for the player to move at the root."""
    alpha, beta = tree.window(node)
    known = node.value is not None and node.reason != "undecided"
    return {
        "move": node.move,
        "ply": node.ply,
        "mover": node.mover,
        "max": tree.is_max(node) or not tree.two_sided,
        "chance": is_chance(tree.game, node.state),
        "alpha": tree.score_text(alpha),
        "beta": tree.score_text(beta),
        "value": tree.score_text(tree.of_root(node, node.value)) if known and node.value is not None else None,
        "reason": node.reason,
        "best": node.best,
        "again": node.again,
        "played": node.played,
        "cut": _cut(tree, node),
    }


def _cut(tree: SearchNodes, node: Node) -> dict[str, Any] | None:
    """The cutoff at a node, with its reason as text. The minimising player cuts at alpha."""
    cut = node.cut
    if cut is None:
        return None
    value, beta = (tree.score_text(tree.of_root(node, score)) for score in (cut.value, cut.beta))
    spared = not_searched(cut.moves)
    if cut.value < min(cut.beta, tree.scoring.highest):  # only an algorithm with a mistake cuts here
        side, bound = ("<", "β") if tree.is_max(node) or not tree.two_sided else (">", "α")
        why = f"no reason, {value} {side} {bound} {beta}"
        reason = f"Cut-off without a reason: after {cut.by} the value is {value}, and {bound} = {beta}."
        spared = f"Not searched: {joined(cut.moves)}."
    elif cut.value < cut.beta:
        why = f"{value} is the best possible"
        reason = (
            f"Cut-off: after {cut.by} the value is {value}, and {names_of(tree)[node.mover]} can get nothing better."
        )
    elif tree.is_max(node) or not tree.two_sided:
        why = f"{value} ≥ β {beta}"
        reason = f"Beta cut-off: after {cut.by} the value is {value}, at least β = {beta}."
    else:
        why = f"{value} ≤ α {beta}"
        reason = f"Alpha cut-off: after {cut.by} the value is {value}, at most α = {beta}."
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


def is_chance(game: Game[Any], state: Any) -> bool:
    """Whether chance moves in a state; False if the game is over."""
    return game.has_chance and not game.terminal(state) and game.chance(state)


def names_of(tree: SearchNodes) -> list[str]:
    """The names of the players: their marks, else numbers; or Max and Min, if the game does not define to_move."""
    game, state = tree.game, tree.roots[0].state
    numbers = range(game.players)
    if isinstance(game, Drawing):
        first = 0
        if game.to_move(state) == ALTERNATES:
            first = game.stones_on(state) % game.players
        return [MARKS[(player + first) % game.players] for player in numbers]
    if game.to_move(state) == ALTERNATES:
        return ["Max", "Min"]
    return [f"Player {player + 1}" for player in numbers]


def titles_of(tree: SearchNodes) -> list[str]:
    """The title of each root: its depth, or its pass and window."""
    if len(tree.roots) == 1:
        return [""]
    passes = len(tree.roots) == tree.result.counters["passes"]
    word = "pass" if passes else "depth" if tree.result.depth == len(tree.roots) else "search"
    titles: list[str] = []
    for number, root in enumerate(tree.roots, start=1):
        alpha, beta = (tree.score_text(bound) for bound in tree.window(root))
        titles.append(f"{word} {number}, window [{alpha}, {beta}]")
    return titles
