"""A search that is stopped early has kept to its budget, and what it reports is true."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

import pytest

from tests.support.games import Collecting, Door, Taking, played
from tests.support.naive import Coins, Drops, Heap, Oracle, Placement, outcomes, random_walk
from zermelo import Game
from zermelo.games import connect, mnk
from zermelo.search import ALGORITHMS
from zermelo.solver.result import STOP_REASONS, Result
from zermelo.solver.solver import Solver, solve

TWO_PLAYERS: Final = [name for name, algorithm in ALGORITHMS.items() if not (algorithm.to_the_end or algorithm.chance)]


DOORS: Final = (
    Door(mnk(3, 3, 3), Placement(3, 3, 3), (1, 5)),
    Door(mnk(3, 4, 3).without("forced"), Placement(3, 4, 3), (3, 7)),
    Door(mnk(4, 4, 4), Placement(4, 4, 4), (8, 11)),
    Door(connect(4, 3, 3).without("bounds"), Drops(4, 3, 3), (2, 7)),
    Door(connect(4, 4, 4), Drops(4, 4, 4), (6, 10)),
    Door(Taking(), Heap(12, 3), (0, 4)),
    Door(Collecting(), Coins(Collecting.coins, 4), (0, 4)),
)


@cache
def value_of(door: Door) -> Any:
    return outcomes(door.rules)


class Question(NamedTuple):
    """A position, and how to search it."""

    door: Door
    naive: Any
    state: Any
    options: dict[str, Any]

    def ask(self, **more: Any) -> Result:
        return solve(self.door.game, self.state, compiled=False, line=False, **self.options, **more)

    @property
    def value(self) -> int:
        return value_of(self.door)(self.naive)

    def scores(self) -> dict[int, int]:
        """The score of each action, under the objective asked about."""
        game = self.door.game
        oracle = Oracle(self.door.rules, self.options["objective"], longest=game.max_length, best=game.reward_range[1])
        return oracle.scores(self.naive, game.max_length)

    def value_of_move(self, name: str) -> int:
        """What the player to move gets with this move."""
        action = self.door.game.parse_action(name)
        after = value_of(self.door)(self.door.rules.apply(self.naive, action))
        return after if self.door.rules.again(self.naive, action) else -after


def questions(count: int, **fixed: Any) -> Iterator[tuple[Question, random.Random]]:
    rng = random.Random(f"budgets {sorted(fixed.items())}")
    for _ in range(count):
        door = rng.choice(DOORS)
        naive, moves = random_walk(door.rules, rng, rng.randint(*door.opening))
        options = {
            "algorithm": rng.choice(TWO_PLAYERS),
            "objective": rng.choice(["outcome", "distance"]),
            "table": rng.random() < 0.7,
            "without": rng.choice([(), (), ("all",), ("bounds",), ("killers", "history")]),
            **fixed,
        }
        yield Question(door, naive, played(door.game, moves), options), rng


# --- nodes -----------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_no_more_nodes_are_visited_than_allowed_and_none_are_left_over() -> None:
    for question, rng in questions(120):
        question.options["deepening"] = rng.choice([True, False])
        allowed = rng.choice([1, 2, 3, 7, 20, 50, 200])
        found = question.ask(nodes=allowed)
        assert found.counters["nodes"] <= allowed, question
        assert found.stopped in ("nodes", "complete"), question
        assert found.stopped == "complete" or found.counters["nodes"] == allowed, question


@pytest.mark.long
@pytest.mark.parametrize("algorithm", TWO_PLAYERS)
@pytest.mark.parametrize("deepening", [True, False])
def test_the_nodes_of_a_whole_search_are_just_enough_for_it(algorithm: str, deepening: bool) -> None:
    def ask(nodes: int | None) -> Result:
        return solve(mnk(3, 3, 3), "a1 b2", algorithm=algorithm, deepening=deepening, nodes=nodes, compiled=False)

    whole = ask(None)
    assert whole.stopped == "complete"
    nodes = whole.counters["nodes"]
    enough, short = ask(nodes), ask(nodes - 1)
    assert (enough.stopped, enough.value, enough.best) == ("complete", whole.value, whole.best)
    assert enough.counters == whole.counters
    assert (short.stopped, short.counters["nodes"]) == ("nodes", nodes - 1)


@pytest.mark.long
def test_compiled_searches_keep_to_their_nodes_too() -> None:
    for nodes in (1, 1_000, 123_456):
        found = [
            solve(mnk(3, 3, 3), algorithm="minimax", without=("all",), table=False, nodes=nodes, compiled=True),
            solve(mnk(3, 3, 3).without("all"), algorithm="negamax", nodes=nodes, deepening=False, compiled=True),
        ]
        assert (found[0].stopped, found[0].counters["nodes"]) == ("nodes", nodes)
        assert found[1].counters["nodes"] <= nodes


def test_a_budget_makes_a_search_deepen_unless_told_otherwise() -> None:
    rules = ("key", "symmetry", "priority", "forced", "relevance", "bounds")
    one_go = solve(mnk(4, 4, 3), nodes=300, deepening=False, compiled=False, without=rules)
    deepened = solve(mnk(4, 4, 3), nodes=300, compiled=False, without=rules)
    assert (one_go.stopped, one_go.depth) == ("nodes", None)
    assert (deepened.stopped, deepened.depth) == ("nodes", 2)
    without_evaluation = solve(mnk(4, 4, 3), nodes=300, compiled=False, without=("all",))
    assert (without_evaluation.stopped, without_evaluation.depth) == ("nodes", None)


# --- what is said after stopping is true -----------------------------------------------------------------------------


def check_sound(found: Result, question: Question) -> None:
    value = question.value
    assert found.lower <= value <= found.upper, question
    assert found.exact == (found.lower == found.upper), question
    if found.kind != "heuristic":
        assert found.value == {"exact": value, "lower": found.lower, "upper": found.upper}[found.kind], question
    assert len(found.best) == 1
    assert question.door.game.legal(question.state, question.door.game.parse_action(found.best[0])), question
    assert STOP_REASONS[found.stopped]
    assert found.sentence()


@pytest.mark.long
def test_bounds_hold_the_value_and_the_move_is_legal_however_early_a_search_stops() -> None:
    for question, rng in questions(250):
        check_sound(
            question.ask(nodes=rng.choice([1, 2, 5, 12, 30, 80, 250, 1000]), deepening=rng.random() < 0.6), question
        )


@pytest.mark.long
def test_the_same_when_a_depth_is_asked_for() -> None:
    for question, rng in questions(150):
        found = question.ask(depth=rng.randint(1, 6), deepening=rng.random() < 0.5)
        assert found.stopped in ("depth", "complete"), question
        check_sound(found, question)


@pytest.mark.long
@pytest.mark.parametrize("count", [100, 250])
def test_a_move_called_proved_is_a_best_one(count: int) -> None:
    """For the objective asked about: under "distance" no other wins faster or loses slower."""
    proved = 0
    for question, rng in questions(count):
        found = question.ask(nodes=rng.choice([5, 12, 30, 80, 250]), deepening=rng.random() < 0.6)
        if found.best_proved:
            proved += 1
            scores = question.scores()
            assert scores[question.door.game.parse_action(found.best[0])] == max(scores.values()), question
    assert proved > count / 5


@pytest.mark.long
@pytest.mark.parametrize("count", [20, 60])
def test_a_whole_search_proves_its_move(count: int) -> None:
    for question, _ in questions(count):
        assert question.ask().best_proved, question


@pytest.mark.long
def test_a_proved_bound_above_the_worst_comes_with_a_move_that_gets_it() -> None:
    """In a search of one go, where no earlier iteration has chosen the move."""
    proved = 0
    for question, rng in questions(250, without=("bounds",)):
        found = question.ask(nodes=rng.choice([5, 12, 30, 80, 250]), deepening=False)
        if found.lower > question.door.game.reward_range[0]:
            proved += 1
            assert question.value_of_move(found.best[0]) >= found.lower, (question, found)
    assert proved > 50


@pytest.mark.long
def test_a_deepened_search_answers_as_its_deepest_completed_iteration_did() -> None:
    """Same depth, same value, and the same move unless a better bound was proved since."""
    stopped = 0
    for question, rng in questions(250):
        found = question.ask(nodes=rng.choice([12, 30, 80, 250]), deepening=True)
        if found.stopped != "nodes" or found.depth is None:
            continue
        stopped += 1
        last = question.ask(depth=found.depth, deepening=True)
        assert last.depth == found.depth
        assert found.lower >= last.lower
        assert found.upper <= last.upper
        if (found.lower, found.upper) == (last.lower, last.upper):
            assert (found.value, found.kind) == (last.value, last.kind), question
        if found.lower == last.lower:
            assert found.best == last.best, question
    assert stopped > 50


# --- time ------------------------------------------------------------------------------------------------------------


ENDLESS: Final[dict[str, Any]] = {"algorithm": "negamax", "without": ("all",), "table": False}
"""On five by five, more than anybody has time for."""


@pytest.mark.long
@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("deepening", [False, True], ids=["one go", "deepening"])
def test_a_search_stops_within_a_second_of_its_time(compiled: bool, deepening: bool) -> None:
    solver = Solver(mnk(5, 5, 5), compiled=compiled, seconds=0.25, deepening=deepening, **ENDLESS)
    solver.machine()
    before = time.monotonic()
    found = solver.solve()
    assert 0.25 <= time.monotonic() - before < 1.25
    assert found.stopped == "seconds"
    assert (found.lower, found.upper) == (-1, 1)
    assert mnk(5, 5, 5).parse_action(found.best[0]) in range(25)
    assert found.counters["nodes"] > 100
    assert (found.depth is not None) == deepening


def test_a_search_that_is_done_in_time_is_complete() -> None:
    found = solve(mnk(3, 3, 3), seconds=60, compiled=False)
    assert (found.stopped, found.value, found.kind) == ("complete", 0, "exact")


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------

INTERRUPTED: Final = """
import json, sys
from zermelo.games import mnk
from zermelo.solver.solver import solve

def progress(news):
    if news.phase == "searching" and news.nodes > 0:
        print("searching", flush=True)

options = json.loads(sys.argv[1])
found = solve(mnk(5, 5, 5), progress=progress, **options)
print(json.dumps(found.to_dict()), flush=True)
"""


@pytest.mark.long
@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_ctrl_c_ends_a_search_with_what_it_knows(compiled: bool) -> None:
    options = json.dumps({"compiled": compiled, **ENDLESS})
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "searching\n"
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=30)
        finally:
            process.kill()
    assert (process.returncode, errors) == (0, "")
    found = json.loads(output.splitlines()[-1])
    assert found["stopped"] == "interrupted"
    assert (found["lower"], found["upper"]) == (-1, 1)
    assert mnk(5, 5, 5).parse_action(found["best"][0]) in range(25)
    assert found["counters"]["nodes"] > 0


# --- what lies beyond a depth limit -----------------------------------------------------------------------------------
def test_a_line_ends_where_a_depth_limit_lets_nothing_be_proved() -> None:
    """The loser's reply was followed by a move that throws the win away: an evaluation was taken for a proof."""
    for depth in range(1, 8):
        found = solve("mnk(3,3,3)", ".O./.XX/...", depth=depth, compiled=False)
        if found.kind == "exact":
            assert outcome_after(mnk(3, 3, 3), ".O./.XX/...", found.line) == found.value == -1
    assert solve("mnk(3,3,3)", ".O./.XX/...", depth=2, compiled=False).line == ("a2",)


def outcome_after(game: Game[Any], position: str, line: tuple[str, ...]) -> int:
    """The value for the player who moves first, by search to the end, of what a line leads to."""
    state, sign = game.parse_position(position), 1
    for move in line:
        state, sign = game.apply(state, game.parse_action(move)), -sign
    return sign * (game.reward(state) if game.terminal(state) else int(solve(game, state, compiled=False).value))


class Lure(Game[int]):
    """Move 0 draws at once, as the game knows. Move 1 leads to a long play that looks even, and loses."""

    action_count, max_length = 2, 4

    def initial(self) -> int:
        return 0

    def legal(self, state: int, action: int) -> bool:
        return action == 0 or state == 0

    def apply(self, state: int, action: int) -> int:
        return 9 if state == 0 and action == 0 else state + 1

    def terminal(self, state: int) -> bool:
        return state in (4, 9)

    def reward(self, state: int) -> int:
        return 0 if state == 9 else -1 if state % 2 == 0 else 1  # at 4 the one who moved at 0 is to move again

    def relevant(self, state: int) -> Iterator[int]:
        yield 0


def test_a_move_that_looks_as_good_at_a_depth_limit_is_not_among_the_best() -> None:
    assert solve(Lure(), 1, compiled=False).value == 1
    assert solve(Lure(), all_moves=True, compiled=False).best == ("0",)
    for depth in (1, 2, 3):
        found = solve(Lure(), depth=depth, all_moves=True, seed=1, compiled=False)
        assert found.kind == "exact"
        assert found.best == ("0",)
