"""Best Node Search: which move is best, not how good it is."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.search.negamax import negamax
from zermelo.search.parts.scoring import INFINITY
from zermelo.search.parts.search import PASSES, ROOT_ACTION, Search, turn
from zermelo.search.quiescence import quiescence

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
    search.visit(0, alpha, beta)
    if game.terminal(state):
        return search.end(game, state, 0)
    if depth == 0:
        return quiescence(game, search, state, 0, alpha, beta)
    node = search.open(game, state)
    lower, upper = alpha, beta
    count, moves = 0, search.moves.begin(game, state, node, 0)
    action, moves = search.moves.next(node, 0, moves)
    while action != NONE:
        if search.root[ROOT_ACTION] == NONE:
            search.root[ROOT_ACTION] = action
        count += 1
        action, moves = search.moves.next(node, 0, moves)
    if count == 0:
        raise BrokenContract("a position that is not terminal has no legal action, or no relevant or deciding one")
    test = guess if lower < guess <= upper else separation(lower, upper, count)
    better = 1 if count == 1 else 0
    while lower < upper and better != 1:
        search.counters[PASSES] += 1
        better, highest, best_action = 0, -INFINITY, NONE
        moves = search.moves.begin(game, state, node, 0)
        action, moves = search.moves.next(node, 0, moves)
        while action != NONE:
            child = search.play(game, state, action, 0)
            sign = turn(game, state, child)
            low, high = search.child_window(sign, test - 1, test)
            score = search.from_child(sign, negamax(game, search, child, 1, depth - 1, low, high))
            if score >= test:
                better += 1
            if score > highest:
                highest, best_action = score, action
            action, moves = search.moves.next(node, 0, moves)
        if better > 0:
            lower, count = min(highest, upper), better
            search.root[ROOT_ACTION] = best_action
        else:
            upper = max(highest, lower)
        search.prove(lower, upper)
        test = separation(lower, upper, count)
    return lower
