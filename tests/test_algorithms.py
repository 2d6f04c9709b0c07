"""Every algorithm keeps its contract: at every window, at every depth, with and without table, order and knowledge.

A *case* is a game, the oracle that knows its scores, and the parts of a search (scoring, table, order of moves). Its
positions come from random play. Each algorithm is run on them through `Machine` and `Search`, the bare core, at all
windows of a small range around the true score: wrong handling of a window hides at the full one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, ClassVar, Final, NamedTuple

import pytest
from tests.naive import Coins, Drops, Heap, Oracle, Placement, RandomTree, random_walk

from zermelo import Game, connect, mnk, tree
from zermelo.game import NONE
from zermelo.machine import Machine
from zermelo.search import ALGORITHMS
from zermelo.search.context import (
    COUNTERS,
    ROOT_ACTION,
    ROOT_LOWER,
    ROOT_TRUNCATED,
    ROOT_UPPER,
    TRUNCATED,
    Search,
)
from zermelo.search.moves import NaturalOrder, SortedOrder
from zermelo.search.observers import NoObserver
from zermelo.search.scoring import INFINITY, Distance, Outcome
from zermelo.search.table import NoTable, Table
from zermelo.solve import Solver
from zermelo.words import pack

# --- two games of users: one with transpositions of unequal length, one in which a player may move twice -----------------


class Taking(Game[int]):
    """`naive.Heap`: take 1, 2 or 3 stones of twelve; who takes the last one wins."""

    action_count = 3
    max_length = 12
    resolution = 10

    def initial(self) -> int:
        return 12

    def legal(self, state: int, action: int) -> bool:
        return action < state

    def apply(self, state: int, action: int) -> int:
        return state - action - 1

    def terminal(self, state: int) -> bool:
        return state == 0

    def reward(self, state: int) -> int:
        return -1

    def evaluate(self, state: int) -> int:
        return state * 37 % 13 - 6


class Row(NamedTuple):
    left: int
    right: int
    mover: int
    lead: int


class Collecting(Game[Row]):
    """`naive.Coins`: coins are taken from the ends of a row, and an even one lets its taker move again."""

    coins = (3, 2, 7, 4, 1, 6, 5, 2, 3)
    action_count = 2
    max_length = 9
    reward_range = (-40, 40)
    resolution = 4

    def initial(self) -> Row:
        return Row(0, 9, 0, 0)

    def legal(self, state: Row, action: int) -> bool:
        return True

    def apply(self, state: Row, action: int) -> Row:
        left, right = (state.left + 1, state.right) if action == 0 else (state.left, state.right - 1)
        coin = self.coins[state.left] if action == 0 else self.coins[state.right - 1]
        lead = state.lead + coin
        return Row(left, right, state.mover, lead) if coin % 2 == 0 else Row(left, right, 1 - state.mover, -lead)

    def terminal(self, state: Row) -> bool:
        return state.left == state.right

    def reward(self, state: Row) -> int:
        return state.lead

    def to_move(self, state: Row) -> int:
        return state.mover

    def key(self, state: Row) -> tuple[int, int, int]:
        return state.left, state.right, state.lead

    def evaluate(self, state: Row) -> int:
        return state.lead * 4 + (self.coins[state.left] + 2 * self.coins[state.right - 1]) % 5 - 2

    def priority(self, state: Row, action: int) -> int:
        return self.coins[state.left] if action == 0 else self.coins[state.right - 1]


# --- cases -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """One way to search one game. `rows` is the size of the table, 0 for none; `plies` the longest random opening."""

    game: Game[Any]
    oracle: Oracle
    rows: int = 0
    ordered: bool = False
    limited: bool = False
    """Whether positions are searched to random depths, with static evaluation, instead of to the end."""
    plies: int = 9
    least: int = 0
    """The shortest random opening: what lies before is too much work for the oracle."""

    def new_search(self) -> Search:
        oracle, game = self.oracle, self.game
        if oracle.objective == "outcome":
            scoring = Outcome(oracle.resolution, oracle.best)
        else:
            scoring = Distance(oracle.resolution, oracle.best, oracle.longest)
        width = len(pack(game.key(game.initial())))
        table = Table(width, self.rows * 8 * (width + 1)) if self.rows else NoTable()
        prior = type(game).priority is not Game.priority
        order = SortedOrder(game.max_length, game.action_count, priority=prior, killers=True, history=True)
        return Search(scoring, table, order if self.ordered else NaturalOrder(), NoObserver())


LINE_POINTS: Final = 1_000_000
"""The resolution of games of lines."""

KNOWING: Final = {"ordered": True}
PLAIN: Final = ("all",)


def _lines(rules: Placement | Drops, objective: str, *, limited: bool = False, forces: bool = False) -> Oracle:
    points = LINE_POINTS if limited else 1
    return Oracle(
        rules, objective, longest=rules.cell_count, resolution=points, evaluates=limited, forces=forces and limited
    )


def _coins(objective: str) -> Oracle:
    rules = Coins(Collecting.coins, Collecting.resolution)
    return Oracle(rules, objective, longest=9, best=40, resolution=4, evaluates=True)


CASES: Final[dict[str, Case]] = {
    # to the end of the game
    "3x3-plain": Case(mnk(3, 3, 3).without("all"), _lines(Placement(3, 3, 3), "outcome")),
    "3x3-knowing": Case(mnk(3, 3, 3), _lines(Placement(3, 3, 3), "distance"), rows=1 << 12, **KNOWING),
    "4x4-knowing": Case(mnk(4, 4, 3), _lines(Placement(4, 4, 3), "outcome"), rows=64, **KNOWING, plies=14, least=6),
    "drop-4x4-knowing": Case(connect(4, 4, 3), _lines(Drops(4, 4, 3), "distance"), **KNOWING, plies=14, least=3),
    "tree-plain": Case(tree(3, 4, 5).without("all"), Oracle(RandomTree(3, 4, 5), longest=4, best=1_000_000), plies=3),
    "tree-table": Case(
        tree(3, 4, 6), Oracle(RandomTree(3, 4, 6), "distance", longest=4, best=1_000_000), rows=256, plies=3
    ),
    "heap-table": Case(Taking(), Oracle(Heap(12, 3), "distance", longest=12), rows=16, ordered=True, plies=8),
    # to a limit
    "4x3-limited": Case(
        mnk(4, 3, 3).without("bounds"),
        _lines(Placement(4, 3, 3), "outcome", limited=True, forces=True),
        rows=1 << 10,
        limited=True,
        **KNOWING,
        plies=10,
    ),
    "drop-4x3-limited": Case(
        connect(4, 3, 3).without("bounds", "forced"),
        _lines(Drops(4, 3, 3), "distance", limited=True),
        rows=64,
        limited=True,
        **KNOWING,
        plies=10,
    ),
    "coins-limited": Case(Collecting(), _coins("distance"), rows=64, limited=True, ordered=True, plies=8),
    "coins-outcome": Case(Collecting().without("priority"), _coins("outcome"), limited=True, plies=8),
    "heap-limited": Case(
        Taking(), Oracle(Heap(12, 3), longest=12, resolution=10, evaluates=True), limited=True, plies=8
    ),
}

WINDOWED: Final = ("alpha-beta", "negamax", "negascout")


class Position(NamedTuple):
    """A position in both worlds, and how deep to search it."""

    state: Any
    naive: Any
    depth: int


def positions(case: Case, seed: str, count: int) -> Iterator[Position]:
    """Positions from random play, with their search depths; the same seed gives the same ones."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        naive, moves = random_walk(case.oracle.rules, rng, rng.randint(case.least, case.plies))
        if len(moves) < case.least:
            continue
        made += 1
        depth = rng.randint(0, 6) if case.limited else case.game.max_length
        yield Position(played(case.game, moves), naive, depth)


def played(game: Game[Any], moves: list[int]) -> Any:
    state = game.initial()
    for action in moves:
        assert action in list(game.actions(state))
        state = game.apply(state, action)
    return state


class Bench:
    """An algorithm on a case: one machine and one search, used for all positions."""

    def __init__(self, case: Case, algorithm: str, *, compiled: bool = True) -> None:
        self.case = case
        self.search = case.new_search()
        self.machine = Machine(ALGORITHMS[algorithm].search_root, case.game, self.search, compiled=compiled)

    def run(self, at: Position, alpha: int, beta: int, guess: int = 0) -> int:
        search = self.search
        search.root[:] = (NONE, -INFINITY, INFINITY, search.counters[TRUNCATED])
        self._before = int(search.counters[TRUNCATED])
        return self.machine.run(at.state, at.depth, alpha, beta, guess)

    def forget(self) -> None:
        """Empty the table: what a search to one depth has remembered is not for a search to another."""
        if self.case.rows:
            self.search.table.rows[:] = 0
            self.search.table.fill[0] = 0

    @property
    def action(self) -> int:
        return int(self.search.root[ROOT_ACTION])

    @property
    def proved(self) -> tuple[int, int]:
        """Bounds on the true score; infinite when a depth limit had a part in them."""
        whole = int(self.search.root[ROOT_TRUNCATED]) == self._before
        root = self.search.root
        return (int(root[ROOT_LOWER]), int(root[ROOT_UPPER])) if whole else (-INFINITY, INFINITY)


@cache
def bench(case: str, algorithm: str) -> Bench:
    return Bench(CASES[case], algorithm)


def windows(score: int) -> list[tuple[int, int]]:
    """Every window with ends within 3 of the score or infinite: null ones, around it, above and below."""
    ends = [-INFINITY, *range(score - 3, score + 4), INFINITY]
    return list(combinations(ends, 2))


def whole_range(case: Case) -> tuple[int, int]:
    """The least and the greatest score there can be."""
    oracle = case.oracle
    most = oracle.leaf_score(oracle.best * oracle.resolution, 0)
    return -most, most


# --- what is claimed -----------------------------------------------------------------------------------------------------


def check_bound(found: int, score: int, alpha: int, beta: int) -> None:
    """Fail-soft: inside the window exact, else a bound on the side on which it lies."""
    if alpha < found < beta:
        assert found == score
    elif found <= alpha:
        assert score <= found
    else:
        assert score >= found


def check_action(bench: Bench, at: Position, score: int, alpha: int, beta: int) -> None:
    """The root's move gets what was found, as far as the window can tell."""
    if bench.case.oracle.rules.over(at.naive) or at.depth == 0:
        assert bench.action == NONE
        return
    of_move = bench.case.oracle.scores(at.naive, at.depth)[bench.action]
    if score > alpha:
        assert of_move >= min(score, beta)


def check_proved(bench: Bench, at: Position) -> None:
    lower, upper = bench.proved
    assert lower <= bench.case.oracle.score(at.naive, bench.case.oracle.longest) <= upper


def check_windows(bench: Bench, at: Position) -> None:
    score = bench.case.oracle.score(at.naive, at.depth)
    for alpha, beta in windows(score):
        found = bench.run(at, alpha, beta)
        check_bound(found, score, alpha, beta)
        check_action(bench, at, score, alpha, beta)
        check_proved(bench, at)


def check_exact(bench: Bench, at: Position) -> None:
    """The exact score, whatever the guess, from any bracket that holds it."""
    score = bench.case.oracle.score(at.naive, at.depth)
    least, most = whole_range(bench.case)
    for low, high in ((least, most), (score, most), (least, score), (score - 1, score + 1), (score, score)):
        for guess in {least, score - 1, score, score + 2, most}:
            assert bench.run(at, low, high, guess) == score
            if low < score:
                check_action(bench, at, score, low, high + 1)
            check_proved(bench, at)


def check_best_node(bench: Bench, at: Position) -> None:
    """The best move, and bounds with the score between them."""
    oracle = bench.case.oracle
    score = oracle.score(at.naive, at.depth)
    least, most = whole_range(bench.case)
    for guess in {least, score - 1, score, score + 1, most}:
        found = bench.run(at, least, most, guess)
        if at.depth == 0:
            assert found == score
            continue
        assert found <= score
        assert oracle.scores(at.naive, at.depth)[bench.action] == score
        check_proved(bench, at)


def check_all(case: str, algorithm: str, seed: str, count: int) -> None:
    claim = {"minimax": check_exact, "mtdf": check_exact, "bns": check_best_node}.get(algorithm, check_windows)
    tested = bench(case, algorithm)
    for at in positions(tested.case, f"{case} {seed}", count):
        if tested.case.limited:
            tested.forget()
        claim(tested, at)


PER_CASE: Final = 170


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("algorithm", WINDOWED)
def test_at_every_window_the_result_is_exact_or_a_bound(algorithm: str, case: str) -> None:
    check_all(case, algorithm, "small", PER_CASE)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("algorithm", ["minimax", "mtdf"])
def test_minimax_and_mtdf_return_the_exact_score(algorithm: str, case: str) -> None:
    check_all(case, algorithm, "small", PER_CASE)


@pytest.mark.parametrize("case", CASES)
def test_best_node_search_finds_a_best_move_and_true_bounds(case: str) -> None:
    check_all(case, "bns", "small", PER_CASE)
