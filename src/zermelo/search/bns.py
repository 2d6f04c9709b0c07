"""Best Node Search: which move is best, not how good it is."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.search.negamax import negamax
from zermelo.search.parts.counters import PASSES, ROOT_ACTION
from zermelo.search.parts.quiescence import quiescence
from zermelo.search.parts.scoring import INFINITY
from zermelo.search.parts.search import NO_MOVE, Search
from zermelo.search.parts.sign import sign_of

State = TypeVar("State")


def separation(alpha: int, beta: int, better: int) -> int:
    """The next score to test, alpha < score <= beta: higher, the more moves are still in the race (Rutko 2011)."""
    return max(alpha + 1, min(beta, alpha + (beta - alpha) * (better - 1) // better))


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """A lower bound on the score of `state`, which must lie in [alpha, beta] (both finite); the best move at the root.

    Each pass counts the moves that reach a test score, by one null-window search each. It ends when just one does, which
    is then best whatever its score, or when no score is left to test (Rutko 2011). The bounds proved on the way are the
    root's; they meet when the score happens to be known. The first test is `guess`, where it can separate.
    """
    search.enter(0, alpha, beta)
    if game.terminal(state):
        return search.terminal_score(game, state, 0)
    if depth == 0:
        return quiescence(game, search, state, 0, alpha, beta)
    node = search.probe(game, state)
    lower, upper, count = alpha, beta, 0
    for action in search.moves(game, state, node, 0, depth, alpha, beta):
        if search.root[ROOT_ACTION] == NONE:
            search.root[ROOT_ACTION] = action
        count += 1
    if count == 0:
        raise BrokenContract(NO_MOVE)
    test = guess if lower < guess <= upper else separation(lower, upper, count)
    better = 1 if count == 1 else 0
    while lower < upper and better != 1:
        search.counters[PASSES] += 1
        better, highest, best_action = 0, -INFINITY, NONE
        for action in search.moves(game, state, node, 0, depth, alpha, beta):
            child = search.play(game, state, action, 0)
            sign = sign_of(game, state, child)
            low, high = search.child_window(sign, test - 1, test)
            score = search.from_child(sign, negamax(game, search, child, 1, depth - 1, low, high))
            if score >= test:
                better += 1
            if score > highest:
                highest, best_action = score, action
        if better > 0:
            lower, count = min(highest, upper), better
            search.root[ROOT_ACTION] = best_action
        else:
            upper = max(highest, lower)
        search.prove(lower, upper)
        test = separation(lower, upper, count)
    return lower
