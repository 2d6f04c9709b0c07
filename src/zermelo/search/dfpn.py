"""df-pn: proof-number search, depth first."""

from __future__ import annotations

from typing import Final, TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.search.parts.counters import PASSES
from zermelo.search.parts.frontier import NEVER
from zermelo.search.parts.proof import bracket, first_numbers, leave_question, middle, narrowed, question_of, remember
from zermelo.search.parts.search import NO_MOVE, Search
from zermelo.search.parts.sign import sign_of
from zermelo.search.parts.walk import prefer_at_root

State = TypeVar("State")

SLACK: Final = 4
"""A move may come to cost a quarter more than the second best before that is tried (Pawlewicz and Lew 2007)."""

STEP: Final = 4
"""How much harder a win is taken to be by each next move in the order."""


def dfpn(
    game: Game[State],
    search: Search,
    state: State,
    ply: int,
    depth: int,
    bound: int,
    proof_limit: int,
    disproof_limit: int,
) -> tuple[int, int]:
    """The proof and disproof numbers of "the player to move in `state` scores at least `bound`", once one reaches its limit.

    The numbers that `proof` explains, found depth first under limits that lead to the leaves that proof-number search would
    expand (Nagai 2002).
    """
    question = question_of(game, search, state, bound)
    proof, disproof = first_numbers(game, search, state, question, ply, depth, bound)
    if proof == 0 or disproof == 0:
        return proof, disproof
    if proof >= proof_limit or disproof >= disproof_limit:
        leave_question(search, ply, bound, proof, disproof)
        return proof, disproof
    find_moves(game, search, state, ply, bound)
    frontier, place = search.frontier, NONE
    proof, disproof = frontier.numbers(ply)
    while proof < proof_limit and disproof < disproof_limit:
        place, second = frontier.most_proving(ply)
        action, fails = int(frontier.actions[place]), int(frontier.fails[place])
        win_limit = min(proof_limit, second + 1 + second // SLACK)
        fail_limit = min(disproof_limit - disproof + fails, NEVER)
        child = search.play(game, state, action, ply)
        sign = sign_of(game, state, child)
        _, below = search.child_window(sign, bound - 1, bound)
        if sign > 0:
            wins, fails = dfpn(game, search, child, ply + 1, depth - 1, below, win_limit, fail_limit)
        else:
            fails, wins = dfpn(game, search, child, ply + 1, depth - 1, below, fail_limit, win_limit)
        frontier.wins[place], frontier.fails[place] = wins, fails
        proof, disproof = frontier.numbers(ply)
    if proof == 0:
        search.cutoff(int(frontier.actions[place]), bound, bound, ply, depth, place - int(frontier.starts[ply]))
    if ply == 0:
        prefer_at_root(search, int(frontier.actions[place]), proof == 0)
    remember(search, question, depth, proof, disproof)
    leave_question(search, ply, bound, proof, disproof)
    return proof, disproof


def find_moves(game: Game[State], search: Search, state: State, ply: int, bound: int) -> None:
    """Put the moves of a position on the frontier.

    Who must win here is taken to find it the harder, the later a move comes in the order: else all moves would be looked at
    before any is gone into. The other player's moves must all fail, so their order matters less, and all are taken alike.
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
    """The exact score of `state`, if it lies in [alpha, beta], by one question after another; `guess` is not used."""
    lower, upper = bracket(search, alpha, beta)
    while lower < upper:
        bound = middle(lower, upper)
        search.counters[PASSES] += 1
        proof, _ = dfpn(game, search, state, 0, depth, bound, NEVER, NEVER)
        lower, upper = narrowed(search, lower, upper, bound, proof == 0)
    return lower
