"""Best Node Search: finds which move is best, not its score."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.search.negamax import negamax
from zermelo.search.parts.counters import PASSES, ROOT_ACTION
from zermelo.search.parts.quiescence import quiescence
from zermelo.search.parts.scoring import INFINITY, sign_of
from zermelo.search.parts.search import NO_MOVE, Search

State = TypeVar("State")


def next_guess(alpha: int, beta: int, subtree_count: int) -> int:
    """The next test score, alpha < score <= beta: the more moves are still candidates, the higher it is (Rutko 2011)."""
    return max(alpha + 1, min(beta, alpha + (beta - alpha) * (subtree_count - 1) // subtree_count))


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """A lower bound on the score of `state`, which must lie in [alpha, beta] (both finite). Finds the best move.

    Each pass counts the moves that reach a test score, with one null-window search for each. The search ends when
    exactly one move reaches it, which is then the best whatever its score, or when no score is left to test (Rutko
    2011). The bounds proved on the way are bounds on the root's score; they may meet, but need not. The first test
    score is `guess`, if that lies in the window.
    """
    search.enter(0, alpha, beta)
    if game.terminal(state):
        return search.terminal_score(game, state, 0)
    if depth == 0:
        return quiescence(game, search, state, 0, alpha, beta)
    node = search.probe(game, state)
    lower, upper, subtree_count = alpha, beta, 0
    for action in search.moves(game, state, node, 0, depth, alpha, beta):
        if search.root[ROOT_ACTION] == NONE:
            search.root[ROOT_ACTION] = action
        subtree_count += 1
    if subtree_count == 0:
        raise BrokenContract(NO_MOVE)
    test = guess if lower < guess <= upper else next_guess(lower, upper, subtree_count)
    better_count = 1 if subtree_count == 1 else 0
    while lower < upper and better_count != 1:
        search.counters[PASSES] += 1
        better_count, highest, best_action = 0, -INFINITY, NONE
        for action in search.moves(game, state, node, 0, depth, alpha, beta):
            child = search.play(game, state, action, 0)
            sign = sign_of(game, state, child)
            low, high = search.child_window(sign, test - 1, test)
            score = search.from_child(sign, negamax(game, search, child, 1, depth - 1, low, high))
            if score >= test:
                better_count += 1
            if score > highest:
                highest, best_action = score, action
        if better_count > 0:
            lower, subtree_count = min(highest, upper), better_count
            search.root[ROOT_ACTION] = best_action
        else:
            upper = max(highest, lower)
        search.prove(lower, upper)
        test = next_guess(lower, upper, subtree_count)
    return lower
