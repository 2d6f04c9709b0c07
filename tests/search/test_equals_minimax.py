"""Random positions, 2,000 in the long checks: algorithms of other kinds find the value of minimax, if they promise to."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, Final

import pytest

from tests.support.games import DOORS, Collecting, Taking, played
from tests.support.naive import Oracle, random_walk
from zermelo import UNBOUNDED, Game, Solver, solve
from zermelo.core.arrays import of
from zermelo.core.errors import BadGame, BadOption
from zermelo.games import connect, lines, mnk
from zermelo.search import ALGORITHMS
from zermelo.search.parts.frontier import MOST, NEVER, Frontier

ASKED: Final = ("sss", "pns", "dfpn", "mcts", "maxn", "paranoid", "best-reply", "expectiminimax", "star1")
QUICK: Final = ("pns", "dfpn", "mcts", "maxn", "expectiminimax")
CASES: Final = [
    *((name, 30, False) for name in ASKED),
    *(pytest.param(name, 60, False, marks=pytest.mark.long) for name in ASKED),
    *(pytest.param(name, 200, True, marks=pytest.mark.long) for name in QUICK),
    *(pytest.param(name, 2000, True, marks=pytest.mark.stress) for name in ASKED),
]
"""Interpreted, of few positions, every time; compiled, of 200 and 2,000, in the long checks."""


@cache
def oracles() -> list[Oracle]:
    return [Oracle(door.rules, longest=door.game.max_length, best=door.best) for door in DOORS]


@pytest.mark.parametrize(("algorithm", "positions", "compiled"), CASES)
def test_values_and_moves_are_those_of_minimax(algorithm: str, positions: int, compiled: bool) -> None:
    """Five games, among them one in which a player may move twice; each position afresh."""
    rng = random.Random("equal")
    doors = [
        (door, oracle, Solver(door.game, algorithm=algorithm, compiled=compiled, line=False))
        for door, oracle in zip(DOORS, oracles(), strict=True)
        if not (ALGORITHMS[algorithm].chance and type(door.game).to_move is Game.to_move and door.game.has_chance)
    ]
    for number in range(positions):
        door, oracle, solver = doors[number % len(doors)]
        naive, moves = random_walk(door.rules, rng, rng.randint(*door.opening))
        if door.rules.over(naive):
            continue
        found = solver.solve(played(door.game, moves))
        scores = oracle.scores(naive, oracle.longest)
        best = max(scores.values())
        assert (found.value, found.kind, found.best_proved) == (best, "exact", True)
        assert scores[door.game.parse_action(found.best[0])] == best


# --- proof numbers -----------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ["pns", "dfpn"])
def test_a_win_is_settled_by_one_question_and_a_draw_by_two(algorithm: str) -> None:
    """A win? At least a draw?"""
    for game, value, questions in ((mnk(3, 3, 3), 0, 2), (mnk(4, 3, 3), 1, 1), (connect(4, 4, 4), 0, 2)):
        found = solve(game, algorithm=algorithm, compiled=True, line=False)
        assert (found.value, found.counters["passes"]) == (value, questions)


def test_a_state_that_either_player_may_come_to_is_two_questions() -> None:
    """A heap of n after an even or an odd number of moves: what one wants to prove, the other wants to disprove."""

    for algorithm in ("pns", "dfpn"):
        for heap in range(1, 13):
            found = solve(Taking(), heap, algorithm=algorithm, compiled=False, line=False)
            assert found.value == (-1 if heap % 4 == 0 else 1)


@pytest.mark.long
def test_proof_numbers_without_a_table() -> None:
    for algorithm in ("pns", "dfpn"):
        found = solve(mnk(3, 3, 3), "b2 a1", algorithm=algorithm, table=False, compiled=True)
        assert (found.value, found.counters["hits"]) == (0, 0)


@pytest.mark.sampled("1-*", "2-*", "10-*", "100-*")
@pytest.mark.parametrize("algorithm", ["pns", "dfpn", "mcts"])
@pytest.mark.parametrize("nodes", [1, 2, 10, 100, 1000, 5000])
def test_a_spent_budget_leaves_true_bounds_and_a_legal_move(algorithm: str, nodes: int) -> None:
    game, true = connect(4, 4, 4), 0
    found = solve(game, algorithm=algorithm, nodes=nodes, compiled=nodes > 100)
    assert found.lower <= true <= found.upper
    assert found.counters["nodes"] <= nodes
    assert found.best[0] in "1234"
    assert found.stopped == ("complete" if found.kind == "exact" else "nodes")


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ["pns", "mcts"])
def test_a_tree_that_fills_its_memory_stops_with_true_bounds(algorithm: str) -> None:
    found = solve(connect(5, 4, 4), algorithm=algorithm, memory=1 << 21, compiled=True)
    assert found.stopped == "memory"
    assert (found.lower, found.upper) == (-1, 1)
    assert found.table_bytes <= 1 << 21


# --- Monte Carlo -------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_playouts_depend_on_the_seed_alone() -> None:
    runs = [
        solve(connect(7, 6, 4), algorithm="mcts", nodes=20_000, seed=seed, compiled=compiled)
        for seed, compiled in ((1, True), (1, True), (1, False), (2, True))
    ]
    assert runs[0].counters == runs[1].counters == runs[2].counters
    assert runs[0].value == runs[2].value
    assert runs[0].counters != runs[3].counters
    assert all(run.kind == "heuristic" and run.unit == 1000 and run.depth is None for run in runs)


@pytest.mark.long
def test_more_playouts_find_the_middle_column() -> None:
    assert solve(connect(7, 6, 4), "4", algorithm="mcts", nodes=3_000_000, compiled=True).best == ("4",)


def test_what_cannot_be_asked_is_refused() -> None:
    for options in ({"depth": 3}, {"objective": "distance"}, {"deepening": True}):
        with pytest.raises(BadOption, match="mcts searches to the end"):
            solve(mnk(3, 3, 3), algorithm="mcts", **options)
    with pytest.raises(BadOption, match="etc"):
        solve(mnk(3, 3, 3), algorithm="dfpn", etc=True)


# --- enhanced transposition cutoffs ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "algorithm", ["informed-minimax", "alpha-beta", "negamax", "negascout", "mtdf", "sss", "aspiration"]
)
def test_looking_children_up_first_changes_no_value(algorithm: str) -> None:
    rng = random.Random("etc")
    for door, oracle in zip(DOORS, oracles(), strict=True):
        solver = Solver(door.game, algorithm=algorithm, etc=True, compiled=False, line=False)
        for _ in range(12):
            naive, moves = random_walk(door.rules, rng, door.opening[1])
            if not door.rules.over(naive):
                found = solver.solve(played(door.game, moves))
                assert found.value == max(oracle.scores(naive, oracle.longest).values())


@pytest.mark.long
def test_looking_children_up_first_saves_nodes() -> None:
    for game in (connect(5, 4, 4), mnk(3, 5, 4).without("all")):
        plain, ahead = (solve(game, etc=etc, compiled=True, line=False, algorithm="mtdf") for etc in (False, True))
        assert plain.value == ahead.value
        assert ahead.counters["nodes"] < plain.counters["nodes"]
        assert ahead.counters["transposed"] > 0 == plain.counters["transposed"]


def test_to_a_depth_too() -> None:
    for depth in range(1, 7):
        plain, ahead = (
            solve(Collecting(), depth=depth, etc=etc, algorithm="negamax", compiled=False, line=False)
            for etc in (False, True)
        )
        assert (plain.value, plain.kind) == (ahead.value, ahead.kind)


# --- best-reply search ---------------------------------------------------------------------------------------------------


def test_of_all_opponents_one_replies() -> None:
    """Against the same by the book, on late positions of three and four players."""
    from tests.support.rows import Case
    from tests.support.rows import Oracle as Book
    from tests.support.rows import play as random_play

    def by_book(book: Book, position: Any, turn: int, hero: int) -> int:
        rewards = ended(book, position)
        if rewards is not None:
            return rewards[hero]
        if turn == hero:
            return max(by_book(book, put(position, hero, cell), -1, hero) for cell in book.targets(position))
        opponents = [player for player in range(book.players) if player != hero]
        return min(
            by_book(book, put(position, player, cell), hero, hero)
            for player in opponents
            for cell in book.targets(position)
        )

    def put(position: Any, player: int, cell: Any) -> Any:
        return tuple(own | {cell} if owner == player else own for owner, own in enumerate(position))

    def ended(book: Book, position: Any) -> Any:
        return book.rewards(position)

    for case in (
        Case((3, 3), 3, players=3),
        Case((2, 4), 3, players=4),
        Case((3, 3), 3, players=3, gravity=1, misere=True),
    ):
        game, book, rng = case.game(), case.oracle(), random.Random(4)
        solver = Solver(game, algorithm="best-reply", compiled=False, line=False)
        checked = 0
        while checked < 12:
            for state, position in random_play(case, game, rng)[-5:-1]:
                if game.terminal(state):
                    continue
                hero = book.turn(position)
                found = solver.solve(state)
                assert (found.value, found.kind) == (by_book(book, position, hero, hero), "heuristic")
                assert (found.lower, found.upper, found.best_proved) == (-1, 1, False)
                checked += 1


@pytest.mark.long
def test_best_reply_compiled_counts_the_same_and_needs_passing() -> None:
    game = lines((3, 3), 3, players=3)
    runs = [solve(game, "a1 b2", algorithm="best-reply", compiled=compiled) for compiled in (False, True)]
    assert runs[0].counters == runs[1].counters
    assert "estimate" in runs[0].sentence()


def test_a_game_that_cannot_pass_is_refused() -> None:
    from tests.support.games import Shares
    from zermelo.core.errors import NotSupported

    with pytest.raises(NotSupported, match=r"needs passed, which .* does not define; maxn and paranoid do not need it"):
        solve(Shares(), algorithm="best-reply")


# --- incidents ----------------------------------------------------------------------------------------------------------


class Tempting(Game[tuple[int, int]]):
    """Action 0 draws at once; action 1 wins after all replies but one, and the game knows that the root cannot be won."""

    action_count, max_length = 9, 14

    def initial(self) -> tuple[int, int]:
        return (0, 0)

    def legal(self, state: tuple[int, int], action: int) -> bool:
        return action < 2 if state[0] == 0 else state[0] == 1 or action == 0

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        if state[0] == 0:
            return (9, 0) if action == 0 else (1, 0)
        if state[0] == 1:
            return (3, 0) if action == 8 else (2, 0)
        return (state[0], state[1] + 1)

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 9 or (state[0] > 1 and state[1] == 8)

    def reward(self, state: tuple[int, int]) -> int:
        return 0 if state[0] == 9 else 1 if state[0] == 2 else -1

    def bounds(self, state: tuple[int, int], alpha: int, beta: int) -> tuple[int, int]:
        return (-UNBOUNDED, 0) if state[0] == 0 else (-UNBOUNDED, UNBOUNDED)


def test_a_move_that_playouts_like_is_not_called_proved() -> None:
    """The bound on the value was proved by another move."""
    for nodes in range(1, 200, 7):
        found = solve(Tempting(), algorithm="mcts", compiled=False, nodes=nodes)
        assert found.lower <= 0 <= found.upper
        assert not found.best_proved or found.best == ("0",)
    assert solve(Tempting(), algorithm="mcts", compiled=False).best_proved


def test_passing_that_never_comes_round_is_refused() -> None:
    class Stuck(Game[tuple[int, int]]):
        players, action_count, max_length, reward_range = 3, 2, 6, (0, 3)

        def initial(self) -> tuple[int, int]:
            return (0, 0)

        def legal(self, state: tuple[int, int], action: int) -> bool:
            return True

        def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
            return ((state[0] + 1) % 3, state[1] + 1)

        def terminal(self, state: tuple[int, int]) -> bool:
            return state[1] == 6

        def rewards(self, state: tuple[int, int]) -> tuple[int, ...]:
            return (1, 1, 1)

        def to_move(self, state: tuple[int, int]) -> int:
            return state[0]

        def passed(self, state: tuple[int, int]) -> tuple[int, int]:
            return (1 if state[0] != 1 else 2, state[1])

    for compiled in (False, True):
        with pytest.raises(BadGame, match="passed does not give the turn"):
            solve(Stuck(), algorithm="best-reply", compiled=compiled)


class Ladder(Game[tuple[int, int, int]]):
    """Twice `rungs` plies with many moves to one place, then Nim: numbers that count each way apart explode."""

    rungs, width = 5, 1000
    action_count, max_length = 1000, 16

    def initial(self) -> tuple[int, int, int]:
        return (0, 3, 2)

    def legal(self, state: tuple[int, int, int], action: int) -> bool:
        if state[0] < 2 * self.rungs:
            return action == 0 or state[0] % 2 == 1
        return action < state[1] + state[2]

    def apply(self, state: tuple[int, int, int], action: int) -> tuple[int, int, int]:
        if state[0] < 2 * self.rungs:
            return (state[0] + 1, state[1], state[2])
        if action < state[1]:
            return (state[0], state[1] - 1 - action, state[2])
        return (state[0], state[1], state[2] - 1 - (action - state[1]))

    def terminal(self, state: tuple[int, int, int]) -> bool:
        return state[0] == 2 * self.rungs and state[1] + state[2] == 0

    def reward(self, state: tuple[int, int, int]) -> int:
        return -1


@pytest.mark.long
def test_numbers_beyond_measure_prove_nothing() -> None:
    """A sum that reached the number of what is decided was once taken for a disproof."""
    found = solve(Ladder(), algorithm="dfpn", compiled=True, nodes=3_000_000)
    assert found.lower <= 1 <= found.upper


def test_frontier_numbers_stay_undecided_until_a_move_decides() -> None:
    frontier = Frontier(2, 10)
    frontier.begin(0)
    for action in range(3):
        frontier.add(0, action, wins=1)
    frontier.fails[:3] = of([MOST] * 3)
    assert frontier.numbers(0) == (1, MOST)
    frontier.wins[0] = 0
    frontier.fails[0] = NEVER
    assert frontier.numbers(0) == (0, NEVER)
    frontier.wins[:3] = of([NEVER] * 3)
    frontier.fails[:3] = of([0] * 3)
    assert frontier.numbers(0) == (NEVER, 0)


@pytest.mark.sampled("distance")
@pytest.mark.parametrize("objective", ["outcome", "distance"])
def test_proof_number_search_is_right_when_its_memory_grows(objective: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Table and tree begin with a few rows, so that both grow in the middle of the work."""
    monkeypatch.setattr("zermelo.search.parts.tree.FIRST_ROWS", 8)
    monkeypatch.setattr("zermelo.search.parts.table.FIRST_ROWS", 8)
    rng = random.Random("growth")
    for door, best in zip(DOORS, oracles(), strict=True):
        for deepening in (False, True):
            options: dict[str, Any] = {"objective": objective, "deepening": deepening, "compiled": False, "line": False}
            solver = Solver(door.game, algorithm="pns", **options)
            for _ in range(6):
                naive, moves = random_walk(door.rules, rng, door.opening[1])
                if not door.rules.over(naive):
                    found = solver.solve(played(door.game, moves))
                    assert found.value == best.leaf(naive, best.longest)[0]
                    assert (found.kind, found.stopped) == ("exact", "complete")
