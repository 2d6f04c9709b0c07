"""Star1: alpha-beta where chance moves too (Ballard 1983)."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.search.parts.scoring import INFINITY
from zermelo.search.parts.search import Search, kind, turn
from zermelo.search.quiescence import quiescence

State = TypeVar("State")


def star(
    game: Game[State],
    search: Search,
    state: State,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    probes: bool,
    glance: bool,
) -> int:
    """The expected score of `state` for the player to move, from a search of `depth` plies; fail-soft, as `negamax`.

    At a chance node each outcome's score lies between bounds, at first the worst and the best there is. Their means bound
    the node's own score; what it takes to push that out of the window is an outcome's window (Star1). With `probes` a round
    comes first in which each outcome is searched with `glance`: one move of its player alone, so that a result above alpha
    is a lower bound, and any other says nothing (Star2).
    """
    search.visit(ply, alpha, beta)
    if game.terminal(state):
        return search.end(game, state, ply)
    if depth == 0:
        return quiescence(game, search, state, ply, alpha, beta)
    if game.chance(state):
        alpha, beta = search.open_chance(game, state, ply, alpha, beta)
        for glances in (True, False):
            for outcome in game.actions(state):
                if search.outcomes.cuts(ply, alpha, beta) or (glances and not probes):
                    break
                child = search.play(game, state, outcome, ply)
                low, high = search.outcome_window(game, state, child, outcome, ply, alpha, beta)
                score = star(game, search, child, ply + 1, depth - 1, low, high, probes, glances)
                search.learn(game, state, child, outcome, ply, score, low, -INFINITY if glances else high)
        return search.leave_score(ply, search.outcomes.score(ply, beta))
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
        low, high = search.child_window(sign, max(alpha, best), beta)
        score = star(game, search, child, ply + 1, depth - 1, low, high, probes, False)
        score = search.from_child(sign, score)
        if score > best:
            best, best_action = score, action
            search.improve(ply, action, score, alpha)
            if best >= beta:
                search.cut(action, best, beta, ply, depth, tried)
                break
        tried += 1
        if glance:
            search.leave(ply, best, best_action)
            return best
        action, moves = search.moves.next(node, ply, moves)
    search.close(game, node, ply, depth, kind(best, alpha, beta), best, best_action)
    return best


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The expected score of `state`, inside (alpha, beta); `guess` is not used."""
    return star(game, search, state, 0, depth, alpha, beta, False, False)
