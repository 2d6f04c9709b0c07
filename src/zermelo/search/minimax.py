"""MiniMax: searches every line of play, to its end or to the depth limit."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.search.parts.quiescence import quiescence
from zermelo.search.parts.scoring import INFINITY, sign_of
from zermelo.search.parts.search import Search

State = TypeVar("State")


def minimax(game: Game[State], search: Search, state: State, ply: int, depth: int, maximising: bool) -> int:
    """The exact score of `state` for the maximiser (the player to move at the root), from a search of `depth` plies.

    This is the definition of the value of a game (Zermelo 1913, von Neumann 1928): the maximiser takes the highest score
    of the children, the minimiser the lowest. It has no table, no knowledge but the rules, and no cutoffs.
    """
    # 1. Enter the node: count it, and score it at once if it is a leaf.
    search.enter(ply, -INFINITY, INFINITY)
    side = 1 if maximising else -1
    if game.terminal(state):
        return side * search.terminal_score(game, state, ply)
    if depth == 0:
        return side * quiescence(game, search, state, ply, -INFINITY, INFINITY)
    # 2. Probe: there is no table.
    # 3. Search the children: the maximiser takes the highest score, the minimiser the lowest.
    best, best_action = -side * INFINITY, NONE
    for action in game.actions(state):
        child = search.play(game, state, action, ply)
        to_maximise = maximising == (sign_of(game, state, child) > 0)  # sign 1: the same player moves again
        score = minimax(game, search, child, ply + 1, depth - 1, to_maximise)
        score = search.from_child(1, score)  # sign 1: the child's score is the maximiser's, too
        if (score > best) if maximising else (score < best):
            best, best_action = score, action
            search.raise_root(ply, action, score, -INFINITY)
    # 4. Cut off: never.
    # 5. Leave the node.
    search.leave(ply, side * best, best_action)
    return best


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The exact score of `state`; window and guess are not used."""
    return minimax(game, search, state, 0, depth, True)
