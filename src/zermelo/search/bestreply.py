"""Best-reply search: all opponents together have one move, the strongest that any of them has."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game, player_at
from zermelo.search.parts.counters import POINTS, POINTS_PER_REWARD
from zermelo.search.parts.rewards import terminal_rewards
from zermelo.search.parts.scoring import INFINITY
from zermelo.search.parts.search import Search

State = TypeVar("State")


def best_reply(
    game: Game[State], search: Search, state: State, ply: int, depth: int, alpha: int, beta: int, hero: int
) -> int:
    """What `hero` gets from `state` on if after each of its moves one opponent replies and the others pass.

    Of all their replies the worst for the hero is taken, so that alpha-beta pruning is sound (Schadd and Winands 2011); of
    equals the first, in the order of the players and then of the game. For two players it is minimax; for more it is an
    estimate, since the lines of play that it sees need not exist.
    """
    search.enter(ply, alpha, beta)
    mover = player_at(game, state, ply)
    if game.terminal(state):
        return terminal_rewards(game, search, state, ply, mover)[hero]
    if depth == 0:
        raise BrokenContract("a play goes on after max_length")
    side, tried = (1 if mover == hero else -1), 0
    best, best_action = -side * INFINITY, NONE
    turns = 1 if mover == hero else game.players - 1
    for _ in range(turns):
        for action in game.actions(state):
            child = turned_to(game, search.play(game, state, action, ply), hero, side)
            reward = best_reply(game, search, child, ply + 1, depth - 1, alpha, beta, hero)
            if side * reward > side * best:
                best, best_action = reward, action
                search.choose_at_root(ply, action)
            alpha, beta = (max(alpha, best), beta) if side > 0 else (alpha, min(beta, best))
            if alpha >= beta:
                search.cutoff(action, best, beta, ply, depth, tried)
                search.leave(ply, best, best_action)
                return best
            tried += 1
        if turns > 1:
            state = game.passed(state)
    search.leave(ply, best, best_action)
    return best


def turned_to(game: Game[State], state: State, hero: int, side: int) -> State:
    """After a reply (`side` -1) the opponents that are left pass, until it is the hero's turn."""
    if side > 0 or game.players == 2 or game.terminal(state):
        return state
    for _ in range(game.players):
        if game.to_move(state) == hero:
            return state
        state = game.passed(state)
    raise BrokenContract("passed does not hand the turn to one player after the other")


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """What the player to move gets, by this estimate; window and guess are not used."""
    score = best_reply(game, search, state, 0, depth, -INFINITY, INFINITY, player_at(game, state, 0))
    search.estimate[POINTS], search.estimate[POINTS_PER_REWARD] = score, 1
    if game.players == 2:
        search.prove(score, score)
    return score
