"""The study of early answers: statistics against published figures, positions against minimax, and its answer."""

from __future__ import annotations

from functools import partial

import pytest

from experiments.knowledge.solves import knowledge_of
from experiments.quality import comparable
from experiments.quality.answers import CLOCK, ENGINES, SECONDS, Answers, measure, pooled, pooled_by_game, rounded
from experiments.quality.by_clock import PATIENCE
from experiments.quality.problems import SOURCES, problems
from experiments.quality.ranking import behind, best_of, sign_test, wilson
from experiments.quality.solved import random_right, solved_within
from experiments.quality.under_nodes import in_nodes
from experiments.study import TIMED, Row, counted
from experiments.tests.prose import numbers_of, rows_of, spelled
from tests.support.naive import Drops, outcomes
from zermelo import game_named

GAME = "capture(9,3)"


@pytest.mark.parametrize(
    ("right", "count", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_as_in_newcombe_1998(right: int, count: int, low: float, high: float) -> None:
    assert wilson(right / count, count) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_sign_test() -> None:
    assert sign_test(5, 0) == 2 / 32
    assert sign_test(1, 8) == 2 * (1 + 9) / 512
    assert sign_test(3, 3) == 1
    assert sign_test(0, 0) == 1


def test_a_full_budget_is_perfect_and_a_small_one_the_same_each_time() -> None:
    row = measure(GAME, "mtdf", 0, nodes=100_000)
    assert set(row["losses"]) == {0}
    assert set(row["proved"]) == {1}
    small = partial(measure, GAME, "dfpn", 0, nodes=30)
    assert counted(small()) == counted(small())


def test_engines_are_compared_on_the_same_positions() -> None:
    moves = {
        "one": Answers([0] * 12, [0] * 12),
        "two": Answers([0] * 11 + [1], [0] * 12),
        "three": Answers([2] * 12, [0] * 12),
        "four": Answers([0] * 12, [0] * 12),
    }
    assert best_of(moves) == "one"
    assert behind(moves, "one") == ["three"]


def test_solves_within_a_time_are_counted() -> None:
    rows: list[Row] = [
        {"part": "solved", "positions": 2, "random_right": 0.5, TIMED: {"seconds": [0.01, 0.06]}},
        {"part": "solved", "positions": 1, "random_right": 0.2, TIMED: {"seconds": [6.0]}},
    ]
    assert [solved_within(rows, limit) for limit in (0.05, 5.0, 6.0)] == [1, 2, 3]
    assert random_right(rows) == pytest.approx(0.4)


def test_values_of_the_moves_as_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    source = SOURCES["connect(4,4,4)"]
    monkeypatch.setitem(SOURCES, "connect(4,4,4)", source._replace(least=9, most=11, positions=8))
    given = problems.__wrapped__("connect(4,4,4)", 1)
    rules, game = Drops(4, 4, 4), game_named("connect(4,4,4)")
    value = outcomes(rules)
    assert len({problem.state for problem in given}) == 8
    for problem in given:
        lines = game.position_text(problem.state).split("/")
        cells = tuple(line[column] for column in range(4) for line in reversed(lines))
        wanted = {game.action_name(action): -value(rules.apply(cells, action)) for action in rules.actions(cells)}
        assert problem.values == wanted
        assert len(set(wanted.values())) > 1


def test_the_answer_is_true_of_the_rows() -> None:
    rows = comparable(rows_of("quality"))
    limits = in_nodes(rows)
    early, timed = pooled(rows, limits[0]), pooled(rows, CLOCK)
    best = best_of(timed)
    assert best == best_of(early)
    wrong = {game: engines[best].total - engines[best].right for game, engines in pooled_by_game(rows, CLOCK).items()}
    assert [game for game, count in wrong.items() if count] == ["chomp(11,12)"]
    assert knowledge_of(game_named("chomp(11,12)")) == []

    deepening = list(ENGINES)[:4]
    for budget in [*limits, CLOCK]:
        moves = pooled(rows, budget)
        assert best_of(moves) in deepening
        assert not {other for engine in deepening for other in behind(moves, engine)} & {*deepening}
    for budget in limits:
        moves = pooled(rows, budget)
        assert {*behind(moves, best_of(moves))} == {"mtdf in one go", "bns in one go", "dfpn", "pns", "mcts"}

    assert 2 * solved_within(rows, SECONDS) > timed[best].total  # "seldom"
    milliseconds = f"{SECONDS * 1000:.0f}"
    assert numbers_of("quality") == [
        *(milliseconds, str(timed[best].right), str(timed[best].total), f"{limits[0]:,}", str(early[best].right)),
        *(rounded(random_right(rows)), milliseconds, spelled(len(deepening)), "2026", milliseconds, f"{PATIENCE:.0f}"),
        *(milliseconds, str(solved_within(rows, SECONDS))),
    ]
