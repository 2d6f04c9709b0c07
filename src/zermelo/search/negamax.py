"""NegaMax: alpha-beta in which both players maximise, because one player's gain is the other's loss."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.search.parts.overtaken import is_overtaken, leave_overtaken
from zermelo.search.parts.quiescence import quiescence
from zermelo.search.parts.scoring import INFINITY, sign_of
from zermelo.search.parts.search import Search, bound_type

State = TypeVar("State")


def negamax(game: Game[State], search: Search, state: State, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The score of `state` for its player to move, from a search of `depth` plies.

    Alpha-beta in negamax form (Knuth and Moore 1975), fail-soft (Fishburn 1983): a result s with alpha < s < beta is
    exact, s <= alpha is an upper bound, s >= beta a lower bound. Several threads may work on one search. MTD(f), SSS* and
    aspiration windows call this kernel.
    """
    # 1. Enter the node: count it, and score it at once if it is a leaf.
    search.enter(ply, alpha, beta)
    if game.terminal(state):
        return search.terminal_score(game, state, ply)
    if depth == 0:
        return quiescence(game, search, state, ply, alpha, beta)
    return inner_node(game, search, state, ply, depth, alpha, beta)


def inner_node(game: Game[State], search: Search, state: State, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The score of a node that is not a leaf. Apart from `negamax`, so that leaves are searched without a call."""
    # 2. Probe the transposition table, and the bounds that the game proves.
    node = search.probe(game, state)
    known, score = search.known_score(game, state, node, ply, depth, alpha, beta)
    if known:
        return score
    # 3. Search the children.
    best, best_action = -INFINITY, NONE
    for tried, action in enumerate(search.moves(game, state, node, ply, depth, alpha, beta)):
        child = search.play(game, state, action, ply)
        sign = sign_of(game, state, child)
        low, high = search.child_window(sign, max(alpha, best), beta)
        score = search.from_child(sign, negamax(game, search, child, ply + 1, depth - 1, low, high))
        if is_overtaken(search, ply):  # another thread has finished this node, or one above it
            return leave_overtaken(game, search, node, ply, alpha)
        if score > best:
            best, best_action = score, action
            search.raise_root(ply, action, score, alpha)
        # 4. Cut off: the other player already has a better alternative, and will avoid this node.
        if best >= beta:
            search.cutoff(action, best, beta, ply, depth, tried)
            break
    # 5. Store.
    search.store(game, node, ply, depth, bound_type(best, alpha, beta), best, best_action)
    return best


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The score of `state`, if it lies in (alpha, beta); `guess` is not used."""
    return negamax(game, search, state, 0, depth, alpha, beta)
