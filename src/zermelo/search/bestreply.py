"""Best-reply search: the opponents have one move between them, the strongest reply that any of them has."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game, player_at
from zermelo.search.parts.counters import POINTS, POINTS_PER_REWARD
from zermelo.search.parts.scoring import INFINITY
from zermelo.search.parts.search import Search
from zermelo.search.parts.walk import terminal_rewards

State = TypeVar("State")


def best_reply(
    game: Game[State], search: Search, state: State, ply: int, depth: int, alpha: int, beta: int, root_player: int
) -> int:
    """The reward of `root_player` from `state` on, if one opponent replies to each of its moves and the others pass.

    The reply is the worst for the root player, so alpha-beta pruning is sound (Schadd and Winands 2011). Of equal replies
    the first is taken, in the order of the players and then of the game. For two players this is minimax; for more it is
    an estimate, because the lines of play that it searches may be impossible.
    """
    search.enter(ply, alpha, beta)
    mover = player_at(game, state, ply)
    if game.terminal(state):
        return terminal_rewards(game, search, state, ply, mover)[root_player]
    if depth == 0:
        raise BrokenContract("a play is longer than max_length")
    side, tried = (1 if mover == root_player else -1), 0
    best, best_action = -side * INFINITY, NONE
    turns = 1 if mover == root_player else game.players - 1
    for _ in range(turns):
        for action in game.actions(state):
            child = pass_to_root_player(game, search.play(game, state, action, ply), root_player, side)
            reward = best_reply(game, search, child, ply + 1, depth - 1, alpha, beta, root_player)
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


def pass_to_root_player(game: Game[State], state: State, root_player: int, side: int) -> State:
    """The state in which the root player moves again: after a reply (`side` -1), the remaining opponents pass."""
    if side > 0 or game.players == 2 or game.terminal(state):
        return state
    for _ in range(game.players):
        if game.to_move(state) == root_player:
            return state
        state = game.passed(state)
    raise BrokenContract("passed does not give the turn to each player in order")


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The estimated reward of the player to move; window and guess are not used."""
    score = best_reply(game, search, state, 0, depth, -INFINITY, INFINITY, player_at(game, state, 0))
    search.estimate[POINTS], search.estimate[POINTS_PER_REWARD] = score, 1
    if game.players == 2:
        search.prove(score, score)
    return score
