"""Informed MiniMax: MiniMax with the transposition table and the game's knowledge."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.search.parts.entry import EXACT
from zermelo.search.parts.quiescence import quiescence
from zermelo.search.parts.scoring import INFINITY, sign_of
from zermelo.search.parts.search import Search

State = TypeVar("State")


def informed_minimax(game: Game[State], search: Search, state: State, ply: int, depth: int, maximising: bool) -> int:
    """The exact score of `state` for the maximiser (the player to move at the root), from a search of `depth` plies.

    Like `minimax`, except that a node is not searched if the transposition table, or a bound that the game proves,
    gives its exact score, and that only relevant moves are tried. It shows how much table and knowledge save without a
    window.
    """
    # 1. Enter the node: count it, and score it at once if it is a leaf.
    search.enter(ply, -INFINITY, INFINITY)
    side = 1 if maximising else -1
    if game.terminal(state):
        return side * search.terminal_score(game, state, ply)
    if depth == 0:
        return side * quiescence(game, search, state, ply, -INFINITY, INFINITY)
    # 2. Probe the transposition table, and the bounds that the game proves.
    node = search.probe(game, state)
    known, score = search.known_score(game, state, node, ply, depth, -INFINITY, INFINITY)
    if known:
        return side * score
    # 3. Search the children.
    best, best_action = -side * INFINITY, NONE
    for action in search.moves(game, state, node, ply, depth, -INFINITY, INFINITY):
        child = search.play(game, state, action, ply)
        to_maximise = maximising == (sign_of(game, state, child) > 0)
        score = search.from_child(1, informed_minimax(game, search, child, ply + 1, depth - 1, to_maximise))
        if (score > best) if maximising else (score < best):
            best, best_action = score, action
            search.raise_root(ply, action, score, -INFINITY)
    # 5. Store. (Step 4, the cutoff, needs a window.)
    search.store(game, node, ply, depth, EXACT, side * best, best_action)
    return best


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The exact score of `state`; window and guess are not used."""
    return informed_minimax(game, search, state, 0, depth, True)
