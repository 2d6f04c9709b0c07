"""NegaScout, or principal variation search: null windows verify that the first move is best."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.search.parts.counters import RESEARCHES
from zermelo.search.parts.quiescence import quiescence
from zermelo.search.parts.scoring import INFINITY, sign_of
from zermelo.search.parts.search import Search, bound_type

State = TypeVar("State")


def negascout(game: Game[State], search: Search, state: State, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The score of `state` for its player to move, from a search of `depth` plies; fail-soft, as `negamax`.

    The first child is searched with the full window. Every other child is first searched with a null window, which shows
    only whether it is better. If it is, and below beta, it is searched again for its score (Reinefeld 1983, Marsland and
    Campbell 1982).
    """
    # 1. Enter the node: count it, and score it at once if it is a leaf.
    search.enter(ply, alpha, beta)
    if game.terminal(state):
        return search.terminal_score(game, state, ply)
    if depth == 0:
        return quiescence(game, search, state, ply, alpha, beta)
    # 2. Probe the transposition table, and the bounds that the game proves.
    node = search.probe(game, state)
    known, score = search.known_score(game, state, node, ply, depth, alpha, beta)
    if known:
        return score
    # 3. Search the children: all but the first with a null window first.
    best, best_action = -INFINITY, NONE
    for tried, action in enumerate(search.moves(game, state, node, ply, depth, alpha, beta)):
        child = search.play(game, state, action, ply)
        sign = sign_of(game, state, child)
        floor = max(alpha, best)
        ceiling = beta if tried == 0 else min(beta, floor + 1)
        low, high = search.child_window(sign, floor, ceiling)
        score = search.from_child(sign, negascout(game, search, child, ply + 1, depth - 1, low, high))
        if ceiling <= score < beta:
            search.counters[RESEARCHES] += 1
            low, high = search.child_window(sign, score, beta)
            score = search.from_child(sign, negascout(game, search, child, ply + 1, depth - 1, low, high))
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
    return negascout(game, search, state, 0, depth, alpha, beta)
