"""NegaMax with a window: one player's gain is the other's loss, so both maximise."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.search.parts.scoring import INFINITY
from zermelo.search.parts.search import Search, kind, turn
from zermelo.search.quiescence import quiescence

State = TypeVar("State")


def negamax(game: Game[State], search: Search, state: State, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The score of `state` for its player to move, from a search of `depth` plies.

    Fail-soft (Fishburn 1983): a result s with alpha < s < beta is exact, s <= alpha is an upper bound, s >= beta a lower
    bound. Alpha-beta in the form of Knuth and Moore 1975.
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
    action, moves = search.begin(game, state, node, ply, depth, alpha, beta)
    while action != NONE:
        child = search.play(game, state, action, ply)
        sign = turn(game, state, child)
        low, high = search.child_window(sign, max(alpha, best), beta)
        score = search.from_child(sign, negamax(game, search, child, ply + 1, depth - 1, low, high))
        if search.is_overtaken(ply):
            return search.leave_overtaken(game, node, ply, alpha)
        if score > best:
            best, best_action = score, action
            search.improve(ply, action, score, alpha)
            if best >= beta:
                search.cut(action, best, beta, ply, depth, tried)
                break
        tried += 1
        action, moves = search.next(game, state, node, ply, moves)
    search.close(game, node, ply, depth, kind(best, alpha, beta), best, best_action)
    return best


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The score of `state`, inside (alpha, beta); `guess` is not used."""
    return negamax(game, search, state, 0, depth, alpha, beta)
