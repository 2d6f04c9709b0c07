"""Expectiminimax: MiniMax with chance nodes."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.search.parts.entry import EXACT
from zermelo.search.parts.outcomes import mean, weight_of
from zermelo.search.parts.quiescence import quiescence
from zermelo.search.parts.scoring import INFINITY, sign_of
from zermelo.search.parts.search import Search

State = TypeVar("State")


def expectiminimax(game: Game[State], search: Search, state: State, ply: int, depth: int) -> int:
    """The exact expected score of `state` for the player to move, from a search of `depth` plies, chance nodes
    included.

    At a player's node the score is that of the best child; at a chance node it is the weighted mean of the children
    (Michie 1966). There is no window, and nothing is cut off. At a chance node `game.to_move` says which player the
    score is for.
    """
    # 1. Enter the node: count it, and score it at once if it is a leaf.
    search.enter(ply, -INFINITY, INFINITY)
    if game.terminal(state):
        return search.terminal_score(game, state, ply)
    if depth == 0:
        return quiescence(game, search, state, ply, -INFINITY, INFINITY)
    if game.chance(state):
        search.order.skip(ply)
        total, weights = 0, 0
        for outcome in game.actions(state):
            child = search.play(game, state, outcome, ply)
            score = expectiminimax(game, search, child, ply + 1, depth - 1)
            weight = weight_of(game, state, outcome)
            total += weight * search.from_child(sign_of(game, state, child), score)
            weights += weight
        return search.leave_score(ply, mean(total, weights))
    # 2. Probe the transposition table, and the bounds that the game proves.
    node = search.probe(game, state)
    known, score = search.known_score(game, state, node, ply, depth, -INFINITY, INFINITY)
    if known:
        return score
    # 3. Search the children.
    best, best_action = -INFINITY, NONE
    for action in search.moves(game, state, node, ply, depth, -INFINITY, INFINITY):
        child = search.play(game, state, action, ply)
        score = expectiminimax(game, search, child, ply + 1, depth - 1)
        score = search.from_child(sign_of(game, state, child), score)
        if score > best:
            best, best_action = score, action
            search.raise_root(ply, action, score, -INFINITY)
    # 5. Store. (Step 4, the cutoff, needs a window.)
    search.store(game, node, ply, depth, EXACT, best, best_action)
    return best


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The exact expected score of `state`; window and guess are not used."""
    return expectiminimax(game, search, state, 0, depth)
