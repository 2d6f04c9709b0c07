"""Alpha-Beta: MiniMax that skips moves which cannot change the result."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.search.parts.quiescence import quiescence
from zermelo.search.parts.scoring import INFINITY, sign_of
from zermelo.search.parts.search import Search, bound_type

State = TypeVar("State")


def alpha_beta(
    game: Game[State],
    search: Search,
    state: State,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    maximising: bool,
) -> int:
    """The score of `state` for the maximiser (the player to move at the root), from a search of `depth` plies.

    `alpha` is the score that the maximiser is already sure of, `beta` the minimiser's; once alpha >= beta, the rest of
    a node cannot change the result (Edwards and Hart 1961). Fail-soft: a result s with alpha < s < beta is exact,
    s <= alpha is an upper bound, s >= beta a lower bound. With the objective `distance`, `child_window` and
    `from_child` shift scores by one ply: a win one ply later is worth less.
    """
    # 1. Enter the node: count it, and score it at once if it is a leaf.
    own_alpha, own_beta = (alpha, beta) if maximising else (-beta, -alpha)  # the window of the player to move
    search.enter(ply, own_alpha, own_beta)
    side = 1 if maximising else -1
    if game.terminal(state):
        return side * search.terminal_score(game, state, ply)
    if depth == 0:
        return side * quiescence(game, search, state, ply, own_alpha, own_beta)
    # 2. Probe the transposition table, and the bounds that the game proves.
    node = search.probe(game, state)
    known, score = search.known_score(game, state, node, ply, depth, own_alpha, own_beta)
    if known:
        return side * score
    # 3. Search the children: the maximiser raises alpha, the minimiser lowers beta.
    best, best_action = -side * INFINITY, NONE
    for tried, action in enumerate(search.moves(game, state, node, ply, depth, own_alpha, own_beta)):
        child = search.play(game, state, action, ply)
        to_maximise = maximising == (sign_of(game, state, child) > 0)  # sign 1: the same player moves again
        low, high = search.child_window(1, alpha, beta)  # sign 1: the child's scores are the maximiser's, too
        score = search.from_child(1, alpha_beta(game, search, child, ply + 1, depth - 1, low, high, to_maximise))
        if maximising:
            if score > best:
                best, best_action = score, action
                search.raise_root(ply, action, score, own_alpha)  # the maximiser moves at the root
            alpha = max(alpha, best)
        else:
            if score < best:
                best, best_action = score, action
            beta = min(beta, best)
        # 4. Cut off: the other player already has a better alternative, and will avoid this node.
        if alpha >= beta:
            search.cutoff(action, side * best, own_beta, ply, depth, tried)
            break
    # 5. Store.
    search.store(game, node, ply, depth, bound_type(side * best, own_alpha, own_beta), side * best, best_action)
    return best


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The score of `state`, if it lies in (alpha, beta); `guess` is not used."""
    return alpha_beta(game, search, state, 0, depth, alpha, beta, True)
