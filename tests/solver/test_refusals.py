"""What Python callers may get wrong: each mistake is refused in a sentence that says what would be right."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, nan
from typing import Any

import pytest

from tests.support.games import Take
from zermelo import (
    UNBOUNDED,
    AsState,
    Game,
    Solver,
    analyze,
    census,
    check,
    game_named,
    open_table,
    review,
    search_tree,
    solve,
    verify,
)
from zermelo.certificates.certify import certify
from zermelo.core.errors import BadGame, BadOption, BadPosition, GameFailed, NotSupported, ZermeloError
from zermelo.games import mnk
from zermelo.games.impartial.heaps import nim
from zermelo.play.engine import engine_named
from zermelo.play.match import match
from zermelo.play.prove_play import prove_play
from zermelo.search import Algorithm
from zermelo.search.negamax import search_root
from zermelo.tablebase.tabulate import tabulate


class Unordered(Take):
    """Forgets to return a priority."""

    def priority(self, state: int, action: int) -> int:  # pyright: ignore[reportReturnType]
        pass


@pytest.mark.parametrize(("given", "told"), [(Take, r"an instance of it, Take\(\)"), (3, "3 is not a game")])
def test_what_is_no_game_is_refused(given: Any, told: str) -> None:
    for ask in (solve, check):
        with pytest.raises(BadGame, match=told):
            ask(given)


@pytest.mark.parametrize("position", [[5], 5.0, True, (5,)])
def test_what_is_no_state_is_refused(position: Any) -> None:
    with pytest.raises(BadPosition, match="not a state of Take; its states look like 9"):
        solve(Take(), position, compiled=False)


def test_a_missing_return_is_found_before_a_search() -> None:
    with pytest.raises(BadGame, match="priority returns nothing"):
        Solver(Unordered())


def test_pieces_are_left_out_by_a_tuple_or_a_text() -> None:
    told = [
        solve(Take(), without=names, compiled=False).counters for names in ("killers, history", ("killers", "history"))
    ]
    assert told[0] == told[1]


def test_an_option_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(
        BadOption, match="no option 'algoritm'; did you mean algorithm\\? The choices are algorithm, objective"
    ):
        solve(Take(), algoritm="bns")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"without": 5}, "without = 5 is neither a string of names"),
        ({"without": None}, "without = None is neither a string of names"),
        ({"without": ("bounds", 3)}, "without = .* is neither a string of names"),
        ({"algorithm": 5}, "algorithm = 5 is neither a name nor a function; the names are minimax"),
        ({"algorithm": ["mtdf"]}, "algorithm = .* is neither a name nor a function"),
        ({"checkpoint_every": 10**400}, "is not a positive number"),
        *(({"seconds": each}, "seconds = .* is not a positive number") for each in (0, -1, inf, nan, "1")),
        *(({"nodes": each}, "nodes = .* is not an integer of 1 or more") for each in (0, -1, 2.5, True, "7")),
        *(({"checkpoint": each}, "checkpoint = .* is not the name of a file") for each in (3, b"work", "", True)),
        *(({"checkpoint_every": each}, "is not a positive number") for each in (0, -1, "often", nan)),
        ({"memory": None}, "memory = None is not an integer of 1 or more"),
        ({"table": "no"}, "table = 'no' is neither True nor False"),
        ({"all_moves": 1}, "all_moves = 1 is neither True nor False"),
        ({"line": "no"}, "line = 'no' is neither"),
        ({"whole_process": 0}, "whole_process = 0 is neither"),
        ({"compiled": 0}, "compiled = 0 is neither True, False nor None"),
        ({"etc": "yes"}, "etc = 'yes' is neither"),
        ({"deepening": 1}, "deepening = 1 is neither"),
    ],
)
def test_options_of_the_wrong_kind_are_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(BadOption, match=told):
        solve(Take(), **options)


class Fallible(Take):
    """A property that goes by the name of a method fails."""

    @property
    def bounds(self) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        raise ValueError("no bounds")


def test_a_property_that_fails_is_told_in_a_sentence() -> None:
    with pytest.raises(GameFailed, match="Fallible failed: ValueError: no bounds"):
        solve(Fallible())


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("runtime", "told"),
    [(5, "runtime = 5 must be a tuple of names"), (("x",), "runtime names 'x', but the game has no")],
)
def test_runtime_must_name_attributes(runtime: Any, told: str) -> None:
    game = Take()
    game.runtime = runtime  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(BadGame, match=told):
        solve(game)


@dataclass(frozen=True, slots=True)
class Slotted(Take):
    """Keeps its number in a slot."""

    heap: int = 4

    def initial(self) -> int:
        return self.heap

    def bounds(self, state: int, alpha: int, beta: int) -> tuple[int, int]:
        return (-UNBOUNDED, UNBOUNDED)


def test_knowledge_is_left_out_of_games_with_slots() -> None:
    assert solve(Slotted(), compiled=False).value == solve(Slotted(), compiled=False, without="bounds").value


class Bare(Game[int]):
    """Has nothing but a beginning."""

    def initial(self) -> int:
        return 1


def test_methods_that_are_missing_are_named() -> None:
    with pytest.raises(
        BadGame,
        match=r"Bare is not a complete game: it does not define apply, terminal, reward and legal \(or actions\)",
    ):
        solve(Bare())


class Shadowed(Take):
    """Has an attribute that goes by the name of one of the contract's methods."""

    weight = 3  # pyright: ignore[reportAssignmentType]


def test_methods_hidden_behind_attributes_are_named() -> None:
    with pytest.raises(BadGame, match=r"Shadowed: weight is not a method, but the contract has a method of that name"):
        solve(Shadowed())


def test_threads_that_share_a_solver_wait_for_each_other() -> None:
    """Searches used to take each other's arrays away."""
    solver = Solver(mnk(3, 3, 3), compiled=True)
    values: list[int] = []

    def work() -> None:
        values.extend(solver.solve().value for _ in range(5))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert values == [0] * 20


# --- one player --------------------------------------------------------------------------------------------------------
class Alone(Game[tuple[int, int]]):
    """Write four digits, 0 or 1, of which every second counts double."""

    players, action_count, max_length = 1, 2, 4
    reward_range = (0, 8)

    def initial(self) -> tuple[int, int]:
        return (0, 0)

    def legal(self, state: tuple[int, int], action: int) -> bool:
        return True

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return (state[0] + 1, state[1] + action * (1 + state[0] % 2))

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 4

    def reward(self, state: tuple[int, int]) -> int:
        return state[1]

    def to_move(self, state: tuple[int, int]) -> int:
        return 0


class AloneOfTwo(Alone):
    players, reward_range = 2, (-8, 8)


def test_check_and_solve_say_the_same_of_one_player() -> None:
    (fault,) = check(Alone(), compiled=False).faults
    for algorithm in (None, "minimax", "maxn"):
        with pytest.raises(NotSupported) as refused:
            solve(Alone(), algorithm=algorithm)
        assert fault.found in str(refused.value)
    assert "players = 2, a to_move that returns 0" in fault.found


def test_what_they_say_is_right() -> None:
    assert check(AloneOfTwo(), compiled=False).ok
    assert solve(AloneOfTwo(), compiled=False).value == 6


# --- positions that are none -------------------------------------------------------------------------------------------
class Points(Game[tuple[int, int, int]]):
    """Take stones; who moves last wins what it has taken more."""

    action_count, max_length, reward_range = 2, 6, (-20, 20)

    def initial(self) -> tuple[int, int, int]:
        return (0, 0, 6)

    def legal(self, state: tuple[int, int, int], action: int) -> bool:
        return action < state[2]

    def apply(self, state: tuple[int, int, int], action: int) -> tuple[int, int, int]:
        return (state[1], state[0] + action, state[2] - action - 1)

    def terminal(self, state: tuple[int, int, int]) -> bool:
        return state[2] == 0

    def reward(self, state: tuple[int, int, int]) -> int:
        return state[0] - state[1]


@pytest.mark.parametrize("command", [solve, analyze, census, search_tree])
@pytest.mark.parametrize("state", [(2, 6), ("a", "b", "c"), (0, (1, 2), 6), (0, 0, -3)])
@pytest.mark.parametrize("said", [False, True], ids=["plain", "as-state"])
def test_a_state_that_is_none_is_no_fault_of_the_game(command: Any, state: Any, said: bool) -> None:
    with pytest.raises(BadPosition, match=r"does not seem to be a position of Points.* look like \(0, 0, 6\)\."):
        command(Points(), AsState(state) if said else state, compiled=False)


def test_a_play_that_is_too_long_from_a_position_may_be_no_fault_of_the_game() -> None:
    with pytest.raises(BadGame, match=r"Perhaps play cannot reach the given position"):
        solve(Take(), 100, compiled=False)


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: solve(nim(3, 4), 10**5000, compiled=False), "(5,001 digits) is not a state of nim(3,4)"),
        (lambda: solve(nim(3, 4), (10**5000,), compiled=False), "is not a state of nim(3,4)"),
        (lambda: review(mnk(3, 3, 3), ["b2", 3], compiled=False), "Move 2: 3 is not the name of a move"),  # pyright: ignore
        (
            lambda: prove_play(mnk(3, 3, 3), engine_named("nim(3)", "random")),
            "The player is for nim(3), not for mnk(3,3,3); make one for this game.",
        ),
        (lambda: match("nim(3)", (engine_named("nim(2)", "random"),) * 2), "The player is for nim(2), not for nim(3)"),
        (lambda: tabulate("nim(3)", folder=""), "folder = '' is not the name of a folder"),
        (lambda: census("nim(3)", folder=""), "folder = '' is not the name of a folder"),
        (lambda: certify("nim(3)", folder=""), "folder = '' is not the name of a folder"),
    ],
)
def test_what_makes_no_sense_is_refused_before_it_fails(ask: Callable[[], Any], told: str) -> None:
    """These ended in errors of Python's, or wrote into the folder where the process was."""
    with pytest.raises(ZermeloError, match=re.escape(told)):
        ask()


SO_LONG = "é" * 5000
CALLS: list[tuple[Callable[[], Any], str]] = [
    (lambda: solve("nim(1,2)", checkpoint=SO_LONG), "^checkpoint = 'é+...' is not the name of a file: "),
    (lambda: solve("nim(1,2)", tables="x\0"), "^tables = 'x.x00' is not the name of a folder: "),
    (lambda: census("nim(1,2)", folder="x\0"), "^folder = 'x.x00' is not the name of a folder: "),
    (lambda: census("nim(1,2)", folder=0), "^folder = 0 is not the name of a folder"),  # pyright: ignore[reportArgumentType]
    (lambda: tabulate("nim(1,2)", folder=0), "^folder = 0 is not the name"),  # pyright: ignore[reportArgumentType]
    (lambda: certify("nim(1,2)", folder=None), "^folder = None is not the name"),  # pyright: ignore[reportArgumentType]
    (lambda: verify(SO_LONG), "^path = 'é+...' is not the name of a file: "),
    (lambda: check("nim(1,2)", rules=0), "^rules = 0 is not the name of a file"),  # pyright: ignore[reportArgumentType]
    (lambda: open_table(None, "nim(1,2)"), "^folder = None is not the name"),  # pyright: ignore[reportArgumentType]
    (lambda: game_named(None), "^None is not the name of a game; a name is a string"),  # pyright: ignore[reportArgumentType]
    (lambda: review("nim(1,2)", None), "^moves = None; give a string, 'b2 a1', or"),  # pyright: ignore[reportArgumentType]
    (lambda: Solver("nim(1,2)", observer=5), "^observer = 5 is not an observer"),  # pyright: ignore[reportArgumentType]
    (lambda: solve("nim(1,2)", algorithm=Algorithm("", search_root)), "the name of an algorithm must be a string"),
    (
        lambda: solve("nim(1,2)", algorithm=Algorithm("a", search_root, memory="all")),
        "no memory 'all' of the algorithm a",
    ),  # pyright: ignore[reportArgumentType]
    (lambda: solve("nim(1,2)", algorithm=Algorithm("a", search_root, informed="no")), "informed of the algorithm a is"),  # pyright: ignore[reportArgumentType]
]


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(("call", "refusal"), CALLS, ids=[refusal for _, refusal in CALLS])
def test_arguments_of_another_kind_are_refused_in_a_sentence(call: Callable[[], Any], refusal: str) -> None:
    with pytest.raises(ZermeloError, match=refusal):
        call()
