"""Every algorithm keeps its contract: at every window, at every depth, with and without table, order and knowledge.

A *case* is a game, the oracle that knows its scores, and the parts of a search (scoring, table, order of moves). Its
positions come from random play. Each algorithm is run on them through `Machine` and `Search`, the bare core, at all
windows of a small range around the true score: wrong handling of a window hides at the full one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any, Final, NamedTuple

import pytest

from tests.support.games import DOORS, Collecting, Door, Taking, played
from tests.support.naive import Coins, Drops, Heap, Oracle, Placement, RandomTree, random_walk
from zermelo import Game
from zermelo.core.constants import NONE
from zermelo.games import connect, mnk, tree
from zermelo.native.machine import Machine
from zermelo.search import ALGORITHMS
from zermelo.search.parts.counters import ROOT_ACTION, ROOT_LOWER, ROOT_TRUNCATED, ROOT_UPPER, TO_THE_END, TRUNCATED
from zermelo.search.parts.observers import NoObserver
from zermelo.search.parts.scoring import INFINITY
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import TranspositionTable
from zermelo.search.parts.tree import TreeFull
from zermelo.solver.options import Options
from zermelo.solver.plan import plan_for
from zermelo.solver.setup import new_search, new_table
from zermelo.solver.solver import Solver

TWO_PLAYERS: Final = [name for name, algorithm in ALGORITHMS.items() if not (algorithm.to_the_end or algorithm.chance)]

# --- two games of users: one with transpositions of unequal length, one in which a player may move twice -------------


# --- cases -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """One way to search one game. `memory` is for the table, 0 for none; `plies` is the longest random opening."""

    game: Game[Any]
    oracle: Oracle
    memory: int = 0
    ordered: bool = False
    limited: bool = False
    """Whether positions are searched to random depths, with static evaluation, instead of to the end."""
    plies: int = 9
    least: int = 0
    """The shortest random opening: what lies before is too much work for the oracle."""

    def new_search(self, algorithm: str) -> Search:
        """As the driver sets it up."""
        options = Options(
            algorithm=algorithm,
            objective=self.oracle.objective,
            depth=self.game.max_length if self.limited else None,  # a limit, and so static evaluation
            table=self.memory > 0,
            memory=max(self.memory, 1),
            without=() if self.ordered else ("killers", "history"),
        )
        plan = plan_for(self.game, options)
        if not ALGORITHMS[algorithm].keeps_tree:
            return new_search(plan, NoObserver())
        search = new_search(plan, NoObserver(), memory=1 << 30)
        search.table = new_table(plan, options.memory)  # the tree has all the room it wants, the table has not
        return search


LINE_POINTS: Final = 1_000_000
"""The resolution of games of lines."""


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
    "3x3-plain": Case(mnk(3, 3, 3).without("all"), _lines(Placement(3, 3, 3), "outcome"), least=1),
    "3x3-knowing": Case(mnk(3, 3, 3), _lines(Placement(3, 3, 3), "distance"), memory=1 << 17, ordered=True),
    "4x4-knowing": Case(
        mnk(4, 4, 3), _lines(Placement(4, 4, 3), "outcome"), memory=1 << 11, ordered=True, plies=14, least=8
    ),
    "drop-4x4-knowing": Case(
        connect(4, 4, 3), _lines(Drops(4, 4, 3), "distance"), memory=1 << 15, ordered=True, plies=14, least=4
    ),
    "tree": Case(tree(3, 4, 6), Oracle(RandomTree(3, 4, 6), "distance", longest=4, best=1_000_000), plies=3),
    "heap-table": Case(Taking(), Oracle(Heap(12, 3), "distance", longest=12), memory=300, ordered=True, plies=8),
    # to a limit; what is left out here, and why, is in test_table.py
    "4x3-limited": Case(
        mnk(4, 3, 3).without("bounds", "relevance", "symmetry"),
        _lines(Placement(4, 3, 3), "outcome", limited=True, forces=True),
        memory=1 << 15,
        limited=True,
        ordered=True,
        plies=10,
        least=3,
    ),
    "drop-4x3-limited": Case(
        connect(4, 3, 3).without("bounds", "forced", "relevance"),
        _lines(Drops(4, 3, 3), "distance", limited=True),
        memory=1 << 11,
        limited=True,
        ordered=True,
        plies=10,
    ),
    "coins-limited": Case(Collecting(), _coins("distance"), memory=1 << 11, limited=True, ordered=True, plies=8),
    "heap-limited": Case(
        Taking(), Oracle(Heap(12, 3), longest=12, resolution=10, evaluates=True), limited=True, plies=8
    ),
}


class Position(NamedTuple):
    """A position in both worlds, and how deep to search it."""

    state: Any
    naive: Any
    depth: int


def positions(case: Case, seed: str, count: int, *, least: int | None = None) -> Iterator[Position]:
    """Positions from random play, with their search depths; the same seed gives the same ones."""
    rng = random.Random(seed)
    made, shortest = 0, case.least if least is None else least
    while made < count:
        naive, moves = random_walk(case.oracle.rules, rng, rng.randint(shortest, case.plies))
        if len(moves) < shortest:
            continue
        made += 1
        depth = rng.randint(0, 6) if case.limited else case.game.max_length
        yield Position(played(case.game, moves), naive, depth)


class Bench:
    """An algorithm on a case: one machine and one search, used for all positions."""

    def __init__(self, case: Case, algorithm: str, *, compiled: bool = True) -> None:
        if not ALGORITHMS[algorithm].informed:  # it tries every legal move
            case = replace(case, oracle=case.oracle.without_forces())
        self.case = case
        self.algorithm = algorithm
        self.search = case.new_search(algorithm)
        self.machine = Machine(ALGORITHMS[algorithm].search_root, case.game, self.search, compiled=compiled)

    def run(self, at: Position, alpha: int, beta: int, guess: int = 0) -> int:
        search = self.search
        for cell, number in enumerate((NONE, -INFINITY, INFINITY, search.counters[TRUNCATED])):
            search.root[cell] = number
        search.control[TO_THE_END] = at.depth >= self.case.game.max_length
        search.tree.clear()
        self._before = int(search.counters[TRUNCATED])
        while True:
            try:
                return self.machine.run(at.state, at.depth, alpha, beta, guess)
            except TreeFull:
                larger = search.tree.grown(lambda: False)
                assert larger is not None
                search.tree = larger
                self.machine.bind(self.case.game, search)

    def restart(self) -> None:
        """Go on with a search that knows nothing yet."""
        self.search = self.case.new_search(self.algorithm)
        self.machine.bind(self.case.game, self.search)

    def forget(self) -> None:
        """Empty the table: what a search to one depth has remembered is not for a search to another."""
        if isinstance(self.search.table, TranspositionTable):
            self.search.table.clear()

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


# --- what is claimed -------------------------------------------------------------------------------------------------


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


def check_minimax(bench: Bench, at: Position) -> None:
    """The exact score, whatever the window and the guess: they are not used."""
    score = bench.case.oracle.score(at.naive, at.depth)
    for low, high, guess in ((-INFINITY, INFINITY, 0), (score + 1, score + 2, score - 5)):
        assert bench.run(at, low, high, guess) == score
        check_action(bench, at, score, -INFINITY, INFINITY)
        check_proved(bench, at)


def check_windows_and_guesses(bench: Bench, at: Position) -> None:
    """As `check_windows`, whatever the guess."""
    score = bench.case.oracle.score(at.naive, at.depth)
    for alpha, beta in [(score - 3, score + 2), (score - 1, score), (score, score + 2), (-INFINITY, INFINITY)]:
        for guess in (score - 2, score, score + 1):
            found = bench.run(at, alpha, beta, guess)
            check_bound(found, score, alpha, beta)
            check_action(bench, at, score, alpha, beta)
            check_proved(bench, at)


CLAIMS: Final = {
    "minimax": check_minimax,
    "informed-minimax": check_minimax,
    "alpha-beta": check_windows,
    "negamax": check_windows,
    "negascout": check_windows,
    "aspiration": check_windows_and_guesses,
    "sss": check_exact,
    "mtdf": check_exact,
    "pns": check_exact,
    "dfpn": check_exact,
    "bns": check_best_node,
}


def check_positions(case: str, algorithm: str, seed: str, count: int) -> None:
    tested = bench(case, algorithm)
    tested.restart()
    for at in positions(tested.case, f"{case} {seed}", count):
        if tested.case.limited:
            tested.forget()
        CLAIMS[algorithm](tested, at)


COUNT: Final = 200
"""Positions for each case and algorithm: 2,000 in all."""

EACH: Final = pytest.mark.parametrize("case", CASES)


SAMPLE: Final = pytest.mark.sampled(
    "negascout-coins-limited",
    "mtdf-coins-limited",
    "dfpn-heap-table",
    "bns-heap-limited",
)
"""Most algorithms compiled for one case, mostly one that takes little compiling; in the long checks, all for all.
Interpreted, each is tried on all every time.
"""


@SAMPLE
@EACH
@pytest.mark.parametrize("algorithm", ["alpha-beta", "negamax", "negascout", "aspiration"])
def test_at_every_window_the_result_is_exact_or_a_bound(algorithm: str, case: str) -> None:
    check_positions(case, algorithm, "small", COUNT)


@SAMPLE
@EACH
@pytest.mark.parametrize("algorithm", ["minimax", "informed-minimax", "sss", "mtdf", "pns", "dfpn"])
def test_minimax_null_windows_and_proof_numbers_return_the_exact_score(algorithm: str, case: str) -> None:
    check_positions(case, algorithm, "small", COUNT)


@pytest.mark.long
@EACH
def test_best_node_search_finds_a_best_move_and_true_bounds(case: str) -> None:
    check_positions(case, "bns", "small", COUNT)


@pytest.mark.stress
@EACH
@pytest.mark.parametrize("algorithm", CLAIMS)
def test_every_claim_holds_on_ten_times_as_many_positions(algorithm: str, case: str) -> None:
    check_positions(case, algorithm, "large", 10 * COUNT)


# --- interpreted and compiled ----------------------------------------------------------------------------------------


def late(case: Case, count: int) -> Iterator[Position]:
    """Positions near the end, where the interpreter is fast enough for every algorithm."""
    return positions(case, "late", count, least=max(case.least, case.plies - 5))


@SAMPLE
@EACH
@pytest.mark.parametrize("algorithm", CLAIMS)
def test_interpreted_and_compiled_searches_do_the_same(algorithm: str, case: str) -> None:
    """Same score, same move, same bounds, same counters, same table, at full and at null windows."""
    native, plain = bench(case, algorithm), Bench(CASES[case], algorithm, compiled=False)
    assert (native.machine.compiled, plain.machine.compiled) == (True, False)
    native.restart()
    for at in late(CASES[case], COUNT // 10):
        score = CASES[case].oracle.score(at.naive, at.depth)
        for alpha, beta in (whole_range(CASES[case]), (score - 1, score), (score, score + 1)):
            assert plain.run(at, alpha, beta, score) == native.run(at, alpha, beta, score)
            assert list(plain.search.root) == list(native.search.root)
            assert list(plain.search.counters) == list(native.search.counters)
    if CASES[case].memory and ALGORITHMS[algorithm].memory != "none":
        assert plain.search.table.rows == native.search.table.rows


@pytest.mark.sampled("10-*")
@EACH
@pytest.mark.parametrize("count", [10, 20])
def test_every_claim_holds_interpreted(count: int, case: str) -> None:
    """Each algorithm on its share of the positions."""
    tested = CASES[case]
    benches = [Bench(tested, algorithm, compiled=False) for algorithm in CLAIMS]
    for number, at in enumerate(late(tested, count)):
        at_work = benches[number % len(benches)]
        if tested.limited:
            at_work.forget()
        CLAIMS[list(CLAIMS)[number % len(benches)]](at_work, at)


# --- deepening -------------------------------------------------------------------------------------------------------


@SAMPLE
@pytest.mark.parametrize("case", ["4x3-limited", "drop-4x3-limited", "coins-limited"])
@pytest.mark.parametrize("algorithm", CLAIMS)
def test_a_table_kept_from_depth_to_depth_changes_no_score(algorithm: str, case: str) -> None:
    tested = bench(case, algorithm)
    tested.restart()
    least, most = whole_range(tested.case)
    for at in positions(tested.case, "deepening", 25):
        tested.forget()
        guess = 0
        for depth in range(1, 8):
            deeper = at._replace(depth=depth)
            score = tested.case.oracle.score(at.naive, depth)
            guess = tested.run(deeper, least, most, guess)
            assert guess <= score if algorithm == "bns" else guess == score
            check_action(tested, deeper, score, least - 1, most + 1)
            check_proved(tested, deeper)


# --- through the front door ------------------------------------------------------------------------------------------


def options_and_positions(count: int) -> Iterator[tuple[Door, Any, list[int], dict[str, Any]]]:
    rng = random.Random("through the front door")
    for _ in range(count):
        door = rng.choice(DOORS)
        naive, moves = random_walk(door.rules, rng, rng.randint(*door.opening))
        pieces = ["key", "symmetry", "evaluation", "priority", "forced", "relevance", "bounds", "killers", "history"]
        options: dict[str, Any] = {
            "algorithm": rng.choice(TWO_PLAYERS),
            "objective": rng.choice(["outcome", "distance"]),
            "deepening": rng.choice([True, False]),
            "table": rng.choice([True, False]),
            "without": rng.choice([(), ("all",), tuple(rng.sample(pieces, rng.randint(1, 4)))]),
        }
        if ALGORITHMS[options["algorithm"]].gives_value:
            options["all_moves"] = rng.choice([True, False])
        yield door, naive, moves, options


@pytest.mark.sampled("80")
@pytest.mark.parametrize("count", [80, 200])
def test_whatever_the_options_a_full_search_gives_the_value_and_the_best_moves(count: int) -> None:
    for door, naive, moves, options in options_and_positions(count):
        oracle = Oracle(door.rules, options["objective"], longest=door.game.max_length, best=door.best)
        found = Solver(door.game, compiled=False, **options).solve(played(door.game, moves))
        points, plies = oracle.leaf(naive, oracle.longest)
        scores = oracle.scores(naive, oracle.longest)
        best = [door.game.action_name(action) for action in scores if scores[action] == max(scores.values())]
        assert found.lower <= points <= found.upper, options
        assert found.best[0] in best, options
        if options["algorithm"] != "bns":
            assert (found.value, found.kind, found.stopped) == (points, "exact", "complete"), options
            assert found.distance == (plies if points and options["objective"] == "distance" else None), options
        if options.get("all_moves"):
            assert found.all_best
            assert sorted(found.best) == sorted(best), options


def test_deepening_finds_all_best_moves_too() -> None:
    found = Solver(mnk(3, 3, 3), compiled=False, without=("all",), deepening=True, all_moves=True).solve("a3 c1 b3 a2")
    assert sorted(found.best) == ["b1", "b2", "c3"]


def test_all_best_moves_are_not_claimed_when_a_depth_limit_hides_some() -> None:
    found = Solver(mnk(3, 3, 3), compiled=False, without=("all",), depth=1, all_moves=True).solve("a3 c1 b3 a2")
    assert (found.value, found.kind) == (1, "exact")
    assert not found.all_best or sorted(found.best) == ["b1", "b2", "c3"]


def test_a_seed_chooses_among_all_best_moves_and_the_line_follows() -> None:
    game, position = mnk(3, 3, 3), "b2"
    corners = ["a1", "a3", "c1", "c3"]
    found = [Solver(game, compiled=False, seed=seed).solve(position) for seed in range(12)]
    assert all(sorted(result.best) == corners and result.line[0] == result.best[0] for result in found)
    assert {result.best[0] for result in found} == set(corners)
    assert Solver(game, compiled=False, seed=3).solve(position).best == found[3].best


@pytest.mark.sampled("40")
@pytest.mark.parametrize("count", [40, 120])
def test_the_line_is_best_play_as_far_as_it_was_searched_out(count: int) -> None:
    """To the end of the game, unless deepening decided the value before."""
    for door, naive, moves, options in options_and_positions(count):
        if options["algorithm"] == "bns":
            continue
        oracle = Oracle(door.rules, options["objective"], longest=door.game.max_length, best=door.best)
        found = Solver(door.game, compiled=False, **options).solve(played(door.game, moves))
        state = naive
        for name in found.line:
            action = door.game.parse_action(name)
            scores = oracle.scores(state, oracle.longest)
            assert scores[action] == max(scores.values()), options
            state = door.rules.apply(state, action)
        assert door.rules.over(state) or (options["deepening"] and len(found.line) == found.depth), options
