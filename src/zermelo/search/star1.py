"""Star1: alpha-beta for games with chance nodes (Ballard 1983)."""

from __future__ import annotations

from typing import Final, TypeVar

from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.search.parts.chance import enter_chance, outcome_window, update_outcome
from zermelo.search.parts.quiescence import quiescence
from zermelo.search.parts.scoring import INFINITY, sign_of
from zermelo.search.parts.search import Search, bound_type

State = TypeVar("State")

STAR1: Final = 0
STAR2: Final = 1
PROBE: Final = 2
"""Modes: Star1; Star2, which probes each outcome before it searches any in full; PROBE, for a node that is probed."""


def star(
    game: Game[State], search: Search, state: State, ply: int, depth: int, alpha: int, beta: int, mode: int
) -> int:
    """The expected score of `state` for the player to move, from a search of `depth` plies; fail-soft, as `negamax`.

    At a chance node the score of each outcome has bounds, at first the lowest and the highest score. The means of these
    bounds are bounds on the node's score. If an outcome's score lies outside the outcome's window, the node's score
    lies outside the node's window, whatever the other outcomes score (Star1). In the mode STAR2 a probing phase comes
    first: one move of each outcome is searched. If its score is above alpha, it is a lower bound for the player who
    makes the move; otherwise it says nothing (Star2).
    """
    # 1. Enter the node: count it, and score it at once if it is a leaf.
    search.enter(ply, alpha, beta)
    if game.terminal(state):
        return search.terminal_score(game, state, ply)
    if depth == 0:
        return quiescence(game, search, state, ply, alpha, beta)
    if game.chance(state):
        alpha, beta = enter_chance(game, search, state, ply, alpha, beta)
        for probing in (True, False):
            for outcome in game.actions(state):
                if search.outcomes.cuts(ply, alpha, beta) or (probing and mode == STAR1):
                    break
                child = search.play(game, state, outcome, ply)
                low, high = outcome_window(game, search, state, child, outcome, ply, alpha, beta)
                child_mode = PROBE if probing else min(mode, STAR2)
                score = star(game, search, child, ply + 1, depth - 1, low, high, child_mode)
                update_outcome(game, search, state, child, outcome, ply, score, (low, -INFINITY if probing else high))
        return search.leave_score(ply, search.outcomes.score(ply, beta))
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
        score = star(game, search, child, ply + 1, depth - 1, low, high, min(mode, STAR2))
        score = search.from_child(sign, score)
        if score > best:
            best, best_action = score, action
            search.raise_root(ply, action, score, alpha)
        # 4. Cut off: the other player already has a better alternative, and will avoid this node.
        if best >= beta:
            search.cutoff(action, best, beta, ply, depth, tried)
            break
        if mode == PROBE:
            search.leave(ply, best, best_action)
            return best
    # 5. Store.
    search.store(game, node, ply, depth, bound_type(best, alpha, beta), best, best_action)
    return best


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The expected score of `state`, if it lies in (alpha, beta); `guess` is not used."""
    return star(game, search, state, 0, depth, alpha, beta, STAR1)
