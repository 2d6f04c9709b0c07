"""Proof-number search: a best-first search that expands the leaf closest to a proof or a disproof."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.search.parts.counters import PASSES
from zermelo.search.parts.frontier import MOST, NEVER
from zermelo.search.parts.proof import (
    first_numbers,
    leave_question,
    narrow,
    next_bound,
    question_of,
    root_bounds,
    store_numbers,
)
from zermelo.search.parts.scoring import sign_of
from zermelo.search.parts.search import NO_MOVE, Search
from zermelo.search.parts.tree import ACTION, OWN, QUESTION, ROOT, SIGN
from zermelo.search.parts.walk import leave_undecided, note_return, prefer_at_root

State = TypeVar("State")

PROOF, DISPROOF = OWN, OWN + 1


def develop(game: Game[State], search: Search, state: State, ply: int, depth: int, bound: int, node: int) -> None:
    """Expand the most-proving leaf below `node`, and update the numbers of all nodes on the path to it (Allis 1994).

    The question is whether the player to move in `state` scores at least `bound`, within `depth` plies.
    """
    note_return(search, ply, int(search.tree.nodes[node, ACTION]))
    if search.tree.is_leaf(node):
        expand(game, search, state, ply, depth, bound, node)
    else:
        search.order.skip(ply)
        row = most_proving(search, node)
        child = game.apply(state, int(search.tree.nodes[row, ACTION]))
        _, below = search.child_window(int(search.tree.nodes[row, SIGN]), bound - 1, bound)
        develop(game, search, child, ply + 1, depth - 1, below, row)
    update(search, node)
    proof, disproof = int(search.tree.nodes[node, PROOF]), int(search.tree.nodes[node, DISPROOF])
    if proof == 0 or disproof == 0:
        store_numbers(search, question_of(game, search, state, bound), depth, proof, disproof)
        leave_question(search, ply, bound, proof, disproof)


def expand(game: Game[State], search: Search, state: State, ply: int, depth: int, bound: int, node: int) -> None:
    """Give a leaf its children, each with its initial numbers."""
    position = search.node_without_entry(game, state)
    for action in search.moves(game, state, position, ply, 0, 0, 0):
        child = search.play(game, state, action, ply)
        sign = sign_of(game, state, child)
        _, below = search.child_window(sign, bound - 1, bound)
        question = question_of(game, search, child, below)
        proof, disproof = first_numbers(game, search, child, question, ply + 1, depth - 1, below)
        if proof > 0 and disproof > 0:
            leave_undecided(search, ply + 1)
        row = search.tree.add(node, action, sign)
        search.tree.nodes[row, PROOF], search.tree.nodes[row, DISPROOF] = proof, disproof
    if search.tree.is_leaf(node):
        raise BrokenContract(NO_MOVE)


def numbers_for_parent(search: Search, row: int) -> tuple[int, int]:
    """The parent's proof number by this child alone, and this child's part of the parent's disproof number."""
    proof, disproof = int(search.tree.nodes[row, PROOF]), int(search.tree.nodes[row, DISPROOF])
    return (proof, disproof) if search.tree.nodes[row, SIGN] > 0 else (disproof, proof)


def most_proving(search: Search, node: int) -> int:
    """The child that gives the parent the least proof number; the first of equal ones."""
    chosen, least = NONE, NEVER + 1
    for row in search.tree.children(node):
        wins, _ = numbers_for_parent(search, row)
        if wins < least:
            chosen, least = row, wins
    return chosen


def update(search: Search, node: int) -> None:
    """Set the numbers of a node from those of its children: the minimum and the sum."""
    proof, disproof = NEVER, 0
    for row in search.tree.children(node):
        wins, fails = numbers_for_parent(search, row)
        proof = min(proof, wins)
        disproof = min(disproof + fails, MOST)
    search.tree.nodes[node, PROOF] = proof
    search.tree.nodes[node, DISPROOF] = NEVER if proof == 0 else disproof


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The exact score of `state`, if it lies in [alpha, beta], by asking one question after another; `guess` is not used."""
    lower, upper = root_bounds(search, alpha, beta)
    tree = search.tree
    while lower < upper:
        bound = next_bound(lower, upper)
        if tree.asked[QUESTION] != bound:
            search.counters[PASSES] += 1
        tree.clear()  # also after the table or the tree has grown, when the numbers on the path are out of date
        tree.asked[QUESTION] = bound
        question = question_of(game, search, state, bound)
        tree.nodes[ROOT, PROOF], tree.nodes[ROOT, DISPROOF] = first_numbers(
            game, search, state, question, 0, depth, bound
        )
        while tree.nodes[ROOT, PROOF] > 0 and tree.nodes[ROOT, DISPROOF] > 0:
            develop(game, search, state, 0, depth, bound, ROOT)
            action = int(tree.nodes[most_proving(search, ROOT), ACTION])
            prefer_at_root(search, action, bool(tree.nodes[ROOT, PROOF] == 0))
        lower, upper = narrow(search, lower, upper, bound, bool(tree.nodes[ROOT, PROOF] == 0))
    return lower
