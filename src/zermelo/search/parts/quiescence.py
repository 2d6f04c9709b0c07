"""Quiescence search: past the depth limit, captures are searched before a static evaluation is trusted."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.game import Game
from zermelo.search.parts.scoring import sign_of
from zermelo.search.parts.search import Search

State = TypeVar("State")


def quiescence(game: Game[State], search: Search, state: State, ply: int, alpha: int, beta: int) -> int:
    """The score of `state` for the player to move, at or past the depth limit: the best of standing pat and all noisy moves.

    *Standing pat* is to decline every capture and take the static evaluation. It is a lower bound if some quiet move is
    at least as good. Fail-soft, as `negamax` (Harris 1975). The search ends because noisy moves must come to an end in
    every play.
    """
    best = search.stand_pat(game, state)
    if search.quiesces and best < beta and not game.chance(state):
        for action in game.actions(state):
            if not game.noisy(state, action):
                continue
            child = search.play(game, state, action, ply)
            sign = sign_of(game, state, child)
            low, high = search.child_window(sign, max(alpha, best), beta)
            search.enter_quiescence(ply + 1, low, high)
            if game.terminal(child):
                score = search.terminal_score(game, child, ply + 1)
            else:
                score = quiescence(game, search, child, ply + 1, low, high)
            best = max(best, search.from_child(sign, score))
            if best >= beta:
                break
    search.leave_horizon(ply, best)
    return best
