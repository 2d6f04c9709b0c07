"""Intervals and tests against published figures; positions against minimax by the obvious rules."""

from __future__ import annotations

from functools import partial

import pytest

from experiments.quality import by_clock, report, under_nodes
from experiments.quality.answers import ENGINES, measure
from experiments.quality.problems import SOURCES, problems
from experiments.quality.ranking import sign_test
from experiments.study import TIMED, Row, counted
from tests.support.naive import Drops, outcomes
from zermelo.games.catalogue import game_named
from zermelo.play.match import wilson

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


def answers(engine: str, losses: list[int], budget: int | str = 1_000) -> Row:
    came: Row = {"losses": losses, "proved": [0] * len(losses), "nodes": 1}
    row: Row = {"part": "answers", "game": "mnk(5,5,4)", "engine": engine, "budget": budget}
    return row | ({TIMED: came} if budget == "clock" else came)


def no_plot(*_: object, **__: object) -> str:
    return ""


def rows(best: str, taken: list[float]) -> list[Row]:
    """One engine is always right, `mcts` never, the others mostly."""
    found: list[Row] = [
        {
            "part": "solved",
            "game": "mnk(5,5,4)",
            "positions": 12,
            "values": {"1": 12},
            "random_right": 0.5,
            "random_loss": 0.5,
            "nodes": [7] * 12,
            TIMED: {"seconds": taken},
        }
    ]
    for engine in ENGINES:
        losses = [0] * 12 if engine == best else [2] * 12 if engine == "mcts" else [0] * 11 + [1]
        found += [answers(engine, losses), answers(engine, losses, "clock")]
    return found


@pytest.mark.parametrize("best", ["negamax", "pns"])
def test_the_report_follows_the_rows(best: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_nodes, "curves", no_plot)
    monkeypatch.setattr(by_clock, "bars", no_plot)
    told = report(rows(best, [0.001] * 12)).answer
    assert f"With 1,000 nodes a move, `{best}` answers best: 12 of 12" in told
    assert f"Proved to be worse than `{best}` on the same positions: `mcts`" in told
    assert "for 12 of 12 positions, more than 5 s for none" in told
    late = report(rows(best, [6.0] * 12)).answer
    assert "for 0 of 12 positions, more than 5 s for 12" in late
    assert "seldom" in told
    assert "seldom" not in late


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
