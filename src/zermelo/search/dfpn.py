"""df-pn: depth-first proof-number search."""

from __future__ import annotations

from typing import Final, TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.search.parts.counters import PASSES
from zermelo.search.parts.frontier import NEVER
from zermelo.search.parts.proof import (
    first_numbers,
    leave_question,
    narrow,
    next_bound,
    question_of,
    root_bounds,
    store_numbers,
)
from zermelo.search.parts.scoring import sign_of
from zermelo.search.parts.search import NO_MOVE, Search
from zermelo.search.parts.walk import prefer_at_root

State = TypeVar("State")

SLACK: Final = 2
"""A move is searched until its proof number is 1/SLACK above the second best: the 1 + epsilon trick of Pawlewicz and Lew
(2007), with epsilon = 1/2.
"""

STEP: Final = 4
"""By how much the initial proof number grows from each move in the order to the next."""


def dfpn(
    game: Game[State],
    search: Search,
    state: State,
    ply: int,
    depth: int,
    bound: int,
    proof_threshold: int,
    disproof_threshold: int,
) -> tuple[int, int]:
    """Search until the proof number or the disproof number of `state` reaches its threshold; returns both.

    The question is whether the player to move in `state` scores at least `bound`; `parts/proof.py` defines the numbers.
    The thresholds make the depth-first search reach the leaves that best-first proof-number search would expand (Nagai
    2002).
    """
    question = question_of(game, search, state, bound)
    proof, disproof = first_numbers(game, search, state, question, ply, depth, bound)
    if proof == 0 or disproof == 0:
        return proof, disproof
    if proof >= proof_threshold or disproof >= disproof_threshold:
        leave_question(search, ply, bound, proof, disproof)
        return proof, disproof
    generate_moves(game, search, state, ply, bound)
    frontier, place = search.frontier, NONE
    proof, disproof = frontier.numbers(ply)
    while proof < proof_threshold and disproof < disproof_threshold:
        place, second = frontier.most_proving(ply)
        action, fails = int(frontier.actions[place]), int(frontier.fails[place])
        win_threshold = min(proof_threshold, second + 1 + second // SLACK)
        fail_threshold = min(disproof_threshold - disproof + fails, NEVER)
        child = search.play(game, state, action, ply)
        sign = sign_of(game, state, child)
        _, below = search.child_window(sign, bound - 1, bound)
        if sign > 0:
            wins, fails = dfpn(game, search, child, ply + 1, depth - 1, below, win_threshold, fail_threshold)
        else:
            fails, wins = dfpn(game, search, child, ply + 1, depth - 1, below, fail_threshold, win_threshold)
        frontier.wins[place], frontier.fails[place] = wins, fails
        proof, disproof = frontier.numbers(ply)
    if proof == 0:
        search.cutoff(int(frontier.actions[place]), bound, bound, ply, depth, place - int(frontier.starts[ply]))
    if ply == 0:
        prefer_at_root(search, int(frontier.actions[place]), proof == 0)
    store_numbers(search, question, depth, proof, disproof)
    leave_question(search, ply, bound, proof, disproof)
    return proof, disproof


def generate_moves(game: Game[State], search: Search, state: State, ply: int, bound: int) -> None:
    """Put the moves of a position on the frontier, with their initial numbers.

    If `bound` is positive, the player to move has to find a win. Then the initial proof numbers grow along the order of
    moves; otherwise every move would be tried before any is searched deeply. The other player's moves must all fail, so
    their order matters less, and all get the same number.
    """
    node = search.node_without_entry(game, state)
    search.frontier.begin(ply)
    wins, step = 1, STEP if bound > 0 else 0
    for action in search.moves(game, state, node, ply, 0, 0, 0):
        search.frontier.add(ply, action, wins)
        wins += step
    if search.frontier.is_empty(ply):
        raise BrokenContract(NO_MOVE)


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The exact score of `state`, if it lies in [alpha, beta], by asking one question after another; `guess` is not used."""
    lower, upper = root_bounds(search, alpha, beta)
    while lower < upper:
        bound = next_bound(lower, upper)
        search.counters[PASSES] += 1
        proof, _ = dfpn(game, search, state, 0, depth, bound, NEVER, NEVER)
        lower, upper = narrow(search, lower, upper, bound, proof == 0)
    return lower
