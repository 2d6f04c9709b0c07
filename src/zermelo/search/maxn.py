"""Max^n: every player maximises its own reward."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game, player_at
from zermelo.search.parts.scoring import INFINITY
from zermelo.search.parts.search import Search
from zermelo.search.parts.walk import terminal_rewards

State = TypeVar("State")


def maxn(game: Game[State], search: Search, state: State, ply: int, depth: int, enough: int) -> tuple[int, ...]:
    """The rewards of all players from `state` on, if each plays for its own reward (Luckhardt and Irani 1986).

    Of actions that are equally good for the mover, the first in the game's order is taken; another tie rule may give
    another value. The search of a node ends when the mover gets `enough`. As all rewards add up to at most
    `game.reward_total`, the player before would then get no more here than it already has, and would not move here
    (shallow pruning, Korf 1991).
    """
    search.enter(ply, -INFINITY, enough)
    mover = player_at(game, state, ply)
    if game.terminal(state):
        return terminal_rewards(game, search, state, ply, mover)
    if depth == 0:
        raise BrokenContract("a play is longer than max_length")
    best, best_action = search.payoff.nothing, NONE
    for tried, action in enumerate(game.actions(state)):
        child = search.play(game, state, action, ply)
        below = INFINITY
        if best_action != NONE and player_at(game, child, ply + 1) != mover:
            # the other players get at least the worst reward
            below = game.reward_total - best[mover] - (game.players - 2) * search.payoff.worst
        rewards = maxn(game, search, child, ply + 1, depth - 1, below)
        if best_action == NONE or rewards[mover] > best[mover]:
            best, best_action = rewards, action
            search.choose_at_root(ply, action)
            if best[mover] >= min(enough, search.scoring.best):
                search.cutoff(action, best[mover], enough, ply, depth, tried)
                break
    search.leave(ply, best[mover], best_action)
    return best


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The reward of the player to move; `search.rewards` gets those of all players. Window and guess are not used."""
    rewards = maxn(game, search, state, 0, depth, INFINITY)
    for player, reward in enumerate(rewards):
        search.rewards[player] = reward
    score = rewards[player_at(game, state, 0)]
    search.prove(score, score)
    return score
