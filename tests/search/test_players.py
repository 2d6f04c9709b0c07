"""More than two players: max^n and paranoid search against searches by the book that prune nothing."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, Final

import pytest

from tests.support.games import Shares
from tests.support.rows import Case, Oracle, play
from zermelo import Solver, game_named, solve
from zermelo.cli.solve import report
from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game
from zermelo.games import connect, lines, mnk, tree

CASES: Final = [
    Case((3, 3), 3, players=3, empties=6),
    Case((3, 3), 3, players=4, empties=6),
    Case((2, 4), 3, players=3, misere=True, empties=6),
    Case((3, 3), 3, players=3, gravity=1, empties=7),
    Case((3, 3, 3), 3, players=3, empties=5),
    Case((3, 3, 3), 3, players=4, misere=True, empties=5),
    Case((4, 4, 4), 4, players=3, empties=5),
    Case((4, 4, 4), 4, players=4, gravity=1, empties=6),
    Case((3, 3, 3, 3), 4, players=3, empties=5),
    Case((3, 3, 3, 3), 3, players=4, misere=True, empties=4),
]

Position = tuple[frozenset[Any], ...]


def maxn(oracle: Oracle) -> Any:
    """The rewards of all, each player taking the first of the actions that are best for it."""

    @cache
    def rewards(position: Position) -> tuple[int, ...]:
        end = oracle.rewards(position)
        if end is not None:
            return end
        options = [rewards(oracle.apply(position, cell)) for cell in oracle.targets(position)]
        return max(options, key=lambda option: option[oracle.turn(position)])  # the first of equals

    return rewards


def paranoid(oracle: Oracle, hero: int) -> Any:
    """What the hero gets if all others want it to get as little as possible."""

    @cache
    def reward(position: Position) -> int:
        end = oracle.rewards(position)
        if end is not None:
            return end[hero]
        options = [reward(oracle.apply(position, cell)) for cell in oracle.targets(position)]
        return max(options) if oracle.turn(position) == hero else min(options)

    return reward


def late(case: Case, game: Game[Any], rng: random.Random) -> list[tuple[Any, Position]]:
    """Positions of a random play with at most `case.empties` places left."""
    path = play(case, game, rng)[:-1]
    return [pair for pair in path if _cells_left(case, pair[1])]


def _cells_left(case: Case, position: Position) -> bool:
    return len(case.oracle().cells) - sum(map(len, position)) <= case.empties


LONG: Final = CASES[-2:]
"""For the long checks."""


@pytest.mark.sampled("lines(3x3x3,3,players=3*")
@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=pytest.mark.stress) if case in LONG else case for case in CASES],
    ids=lambda case: str(case.game()),
)
def test_rewards_are_those_of_the_book(case: Case) -> None:
    game, oracle, rng = case.game(), case.oracle(), random.Random(11)
    compiled = case in CASES[:2]
    selfish, wary = (Solver(game, algorithm=name, compiled=compiled, line=False) for name in ("maxn", "paranoid"))
    by_book = maxn(oracle)
    for _ in range(2):
        for state, position in late(case, game, rng):
            turn = oracle.turn(position)
            found = selfish.solve(state)
            assert found.rewards == by_book(position)
            assert (found.value, found.kind) == (by_book(position)[turn], "exact")
            assert wary.solve(state).lower == paranoid(oracle, turn)(position)


@pytest.mark.sampled("mnk(2,3,2)*", "connect*")
@pytest.mark.parametrize("algorithm", ["maxn", "paranoid"])
@pytest.mark.parametrize("game", [mnk(2, 3, 3), connect(3, 2, 2), tree(3, 4, 5), mnk(2, 3, 2)], ids=str)
def test_two_players_get_what_minimax_says(game: Game[Any], algorithm: str) -> None:
    rng = random.Random(5)
    for _ in range(8):
        state = game.initial()
        while not game.terminal(state):
            one = solve(game, state, algorithm=algorithm, compiled=False, line=False)
            other = solve(game, state, algorithm="minimax", compiled=False, line=False, without="all")
            assert (one.value, one.kind) == (other.value, "exact")
            state = game.apply(state, rng.choice(list(game.actions(state))))
            if rng.random() < 0.5:
                break


def test_the_line_and_all_best_moves() -> None:
    game = lines((3, 3), 3, players=3)
    result = solve(game, "a1 b1 c1 b2 a2", algorithm="maxn", all_moves=True, compiled=False)
    assert result.rewards is not None
    assert result.knowledge == ()
    state = game.parse_position("a1 b1 c1 b2 a2")
    for name in result.line:
        state = game.apply(state, game.parse_action(name))
    assert game.terminal(state)
    assert game.rewards(state) == result.rewards
    root = game.parse_position("a1 b1 c1 b2 a2")
    children = {game.action_name(action): game.apply(root, action) for action in game.actions(root)}
    rewards = {name: solve(game, child, algorithm="maxn", compiled=False).rewards for name, child in children.items()}
    assert set(result.best) == {name for name, found in rewards.items() if found and found[2] == result.value}


class SharesOfWhoKnows(Shares):
    """The same without a word on what the rewards add up to."""

    reward_total = 1 << 31


@pytest.mark.long
@pytest.mark.parametrize("compiled", [False, True])
def test_shallow_pruning_saves_nodes_and_changes_nothing(compiled: bool) -> None:
    def by_book(state: tuple[int, int]) -> tuple[int, ...]:
        if game.terminal(state):
            return game.rewards(state)
        options = [by_book(game.apply(state, action)) for action in range(3)]
        return max(options, key=lambda option: option[game.to_move(state)])

    game = Shares()
    saved = 0
    for number in range(40):
        state = (number % 3, number * 997)
        one, other = (
            solve(shares, state, algorithm="maxn", line=False, compiled=compiled)
            for shares in (game, SharesOfWhoKnows())
        )
        assert one.rewards == other.rewards == by_book(state)
        saved += other.counters["nodes"] - one.counters["nodes"]
    assert saved > 0


def test_budgets_are_kept() -> None:
    for nodes in (1, 10, 1000):
        result = solve(lines((3, 3), 3, players=3), algorithm="maxn", nodes=nodes, compiled=False)
        assert (result.stopped, result.kind, result.rewards) == ("nodes", "lower", None)
        assert result.counters["nodes"] <= nodes
        assert (result.lower, result.upper) == (-1, 1)


def test_what_they_cannot_do_is_refused() -> None:
    game = lines((3, 3), 3, players=3)
    with pytest.raises(
        NotSupported, match=r"mtdf does not support 3 players.*; maxn and paranoid support more players"
    ):
        solve(game, algorithm="mtdf")
    for options in ({"depth": 3}, {"deepening": True}, {"objective": "distance"}):
        with pytest.raises(BadOption, match="leave out depth, deepening and objective"):
            solve(game, algorithm="maxn", **options)
    with pytest.raises(BadOption, match="leave out depth, deepening and objective"):
        Solver(game, algorithm="maxn").solve(depth=3)
    with pytest.raises(BadOption, match="paranoid finds one best move"):
        solve(game, algorithm="paranoid", all_moves=True)


@pytest.mark.sampled("lines(2x3*maxn")
@pytest.mark.parametrize("algorithm", ["maxn", "paranoid", "best-reply"])
@pytest.mark.parametrize(
    "name", ["lines(2x4,3,players=3)", "lines(3x3,3,players=3)", "lines(2x3,2,players=3,misere=1)"]
)
def test_no_move_is_called_best_that_another_may_beat(name: str, algorithm: str) -> None:
    """Where the value is not exact, a move is proved best only if it gets all that there is."""
    game = game_named(name)
    begun = game.initial()
    for state in (begun, *(game.apply(begun, action) for action in game.actions(begun))):
        found = solve(game, state, algorithm=algorithm)
        assert not found.best_proved or found.lower == found.upper
        assert ("so far" in report(found, "")) == (not found.best_proved and not found.all_best)
