"""Star1: alpha-beta where chance moves too (Ballard 1983)."""

from __future__ import annotations

from typing import Final, TypeVar

from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.search.parts.chance import learn, open_chance, outcome_window
from zermelo.search.parts.quiescence import quiescence
from zermelo.search.parts.scoring import INFINITY
from zermelo.search.parts.search import Search, bound_type
from zermelo.search.parts.sign import sign_of

State = TypeVar("State")

WHOLE: Final = 0
PROBE: Final = 1
GLANCE: Final = 2
"""Modes of a search: each outcome of chance in full; after a glance at each; and that glance itself."""


def star(
    game: Game[State], search: Search, state: State, ply: int, depth: int, alpha: int, beta: int, mode: int
) -> int:
    """The expected score of `state` for the player to move, from a search of `depth` plies; fail-soft, as `negamax`.

    At a chance node each outcome's score lies between bounds, at first the worst and the best there is. Their means bound
    the node's own score; what it takes to push that out of the window is an outcome's window (Star1). In the mode PROBE a
    round comes first in which each outcome gets a GLANCE: one move of its player alone, so that a result above alpha is a
    lower bound, and any other says nothing (Star2).
    """
    # 1. Enter the node, which the budget counts; a leaf has its score at once.
    search.enter(ply, alpha, beta)
    if game.terminal(state):
        return search.terminal_score(game, state, ply)
    if depth == 0:
        return quiescence(game, search, state, ply, alpha, beta)
    if game.chance(state):
        alpha, beta = open_chance(game, search, state, ply, alpha, beta)
        for glances in (True, False):
            for outcome in game.actions(state):
                if search.outcomes.cuts(ply, alpha, beta) or (glances and mode == WHOLE):
                    break
                child = search.play(game, state, outcome, ply)
                low, high = outcome_window(game, search, state, child, outcome, ply, alpha, beta)
                how = GLANCE if glances else min(mode, PROBE)
                score = star(game, search, child, ply + 1, depth - 1, low, high, how)
                learn(game, search, state, child, outcome, ply, score, (low, -INFINITY if glances else high))
        return search.leave_score(ply, search.outcomes.score(ply, beta))
    # 2. Probe: the transposition table, and what the game proves.
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
        score = star(game, search, child, ply + 1, depth - 1, low, high, min(mode, PROBE))
        score = search.from_child(sign, score)
        if score > best:
            best, best_action = score, action
            search.raise_root(ply, action, score, alpha)
        # 4. Cut off: the other player has something better, and will not let it come to this.
        if best >= beta:
            search.cutoff(action, best, beta, ply, depth, tried)
            break
        if mode == GLANCE:
            search.leave(ply, best, best_action)
            return best
    # 5. Store.
    search.store(game, node, ply, depth, bound_type(best, alpha, beta), best, best_action)
    return best


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The expected score of `state`, inside (alpha, beta); `guess` is not used."""
    return star(game, search, state, 0, depth, alpha, beta, WHOLE)
