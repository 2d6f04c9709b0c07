"""Paranoid search: the reward that a player can secure if all others play against it."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game, player_at
from zermelo.search.parts.scoring import INFINITY
from zermelo.search.parts.search import Search
from zermelo.search.parts.walk import terminal_rewards

State = TypeVar("State")


def paranoid(
    game: Game[State], search: Search, state: State, ply: int, depth: int, alpha: int, beta: int, root_player: int
) -> int:
    """The reward that `root_player` can secure from `state` on, whatever the others do (Sturtevant and Korf 2000).

    The others act as one minimiser, so full alpha-beta pruning is sound. Fail-soft.
    """
    search.enter(ply, alpha, beta)
    mover = player_at(game, state, ply)
    if game.terminal(state):
        return terminal_rewards(game, search, state, ply, mover)[root_player]
    if depth == 0:
        raise BrokenContract("a play is longer than max_length")
    side = 1 if mover == root_player else -1
    best, best_action = -side * INFINITY, NONE
    for tried, action in enumerate(game.actions(state)):
        child = search.play(game, state, action, ply)
        reward = paranoid(game, search, child, ply + 1, depth - 1, alpha, beta, root_player)
        if side * reward > side * best:
            best, best_action = reward, action
            search.choose_at_root(ply, action)
            if side > 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                search.cutoff(action, best, beta, ply, depth, tried)
                break
    search.leave(ply, best, best_action)
    return best


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The reward that the player to move can secure; window and guess are not used."""
    score = paranoid(game, search, state, 0, depth, -INFINITY, INFINITY, player_at(game, state, 0))
    search.prove(score, INFINITY if game.players > 2 else score)
    return score
