"""NegaScout, also called principal variation search: trust the first move, and verify."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.search.parts.scoring import INFINITY
from zermelo.search.parts.search import RESEARCHES, Search, kind, turn
from zermelo.search.quiescence import quiescence

State = TypeVar("State")


def negascout(game: Game[State], search: Search, state: State, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The score of `state` for its player to move, from a search of `depth` plies; fail-soft, as `negamax`.

    The first child is searched with the whole window. Of each other child a null window only asks whether it is better;
    when it is, and by less than beta, it is searched again for its score (Reinefeld 1983, Marsland and Campbell 1982).
    """
    search.visit(ply, alpha, beta)
    if game.terminal(state):
        return search.end(game, state, ply)
    if depth == 0:
        return quiescence(game, search, state, ply, alpha, beta)
    node = search.open(game, state)
    settled, score = search.settle(game, state, node, ply, depth, alpha, beta)
    if settled:
        return score
    best, best_action, tried = -INFINITY, NONE, 0
    moves = search.moves.begin(game, state, node, ply)
    action, moves = search.moves.next(node, ply, moves)
    while action != NONE:
        child = search.play(game, state, action, ply)
        sign = turn(game, state, child)
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
            search.improve(ply, action, score, alpha)
            if best >= beta:
                search.cut(action, best, beta, ply, depth, tried)
                break
        tried += 1
        action, moves = search.moves.next(node, ply, moves)
    search.close(game, node, ply, depth, kind(best, alpha, beta), best, best_action)
    return best


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The score of `state`, inside (alpha, beta); `guess` is not used."""
    return negascout(game, search, state, 0, depth, alpha, beta)
