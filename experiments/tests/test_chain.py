"""The study of the published benchmark: counts against the published ones, factors, and its answer."""

from __future__ import annotations

from typing import Any

import pytest

from experiments.benchmark import BOARDS, ROWS
from experiments.chain import STUDY, grid, published, report, setups
from experiments.chain.cell_rows import board_title, check_values
from experiments.chain.cells import Setup
from experiments.chain.factors import of_alpha_beta, of_knowledge, of_setting
from experiments.chain.n_or_k import steps_of
from experiments.chain.settings import PLAIN, TABLE
from experiments.study import TIMED, Row, counted, matching
from experiments.tests.prose import numbers_of, rows_of


@pytest.fixture(autouse=True)
def _no_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes longer than all else here."""
    for name in ("grid.bars", "n_or_k.curves"):
        monkeypatch.setattr(f"experiments.chain.{name}", lambda *_, **__: "")


def row(algorithm: str, states: int, board: str = "3x3k3", **others: Any) -> Row:
    """As `measure` returns it."""
    settings = {"algorithm": algorithm, "table": False, "deepening": False, "knowing": False, "objective": "outcome"}
    found = {"complete": True, "compiled": True, "states": states, "lower": 0, "upper": 0, TIMED: {"seconds": 2.0}}
    return {"case": f"{algorithm} {states} {board}", "board": board, **settings, **found, **others}


CUT_SHORT: Row = {"complete": False, "limit": 25.0, TIMED: {"seconds": 25.0, "states": 9, "remark": ""}}


def test_a_case_is_a_perfect_game() -> None:
    (case,) = [case for case in STUDY.cases(0) if case.name == "3x3k3 negascout plain all"]
    found = case.measure()
    assert (found["complete"], found["compiled"], found["lower"], found["upper"]) == (True, False, 0, 0)
    assert len(found["moves"]) == 9
    assert 9 < found["states"] < 20_177  # by the rules alone


def test_the_names_of_quick_cases() -> None:
    quick = {case.name for case in STUDY.cases(0) if case.quick}
    assert {"3x3k3 minimax plain rules", "3x3k3 negamax plain distance rules", "4x4k4 mtdf table rules"} <= quick


def test_every_published_row_is_measured_on_every_published_board() -> None:
    found = {(setup.row.key, setup.board.key) for setup in setups() if not setup.knowing}
    rows = [key for key, known in ROWS.items() if known.published and known.objective == "outcome"]
    assert {(key, board) for key in rows for board in BOARDS} <= found
    assert len({case.name for case in STUDY.cases(0)}) == len(STUDY.cases(0))


def test_counts_are_compared_with_the_published_ones() -> None:
    assert published.ratio(row("alpha-beta", 21_652)) == 1
    assert published.ratio(row("alpha-beta", 2 * 21_652)) == 2
    assert published.ratio(row("alpha-beta", 21_652, "4x4k4")) is None  # given up there
    assert published.ratio(row("alpha-beta", 0, **CUT_SHORT)) is None
    equal = [one["case"] for one in rows_of("chain") if not one["knowing"] and published.ratio(one) == 1]
    assert equal == [
        "3x3k3 minimax plain rules",
        "3x3k3 alpha-beta plain rules",
        "3x3k3 negamax plain distance rules",
    ]


def test_runs_that_were_given_up_are_counted() -> None:
    rows = [row("negamax", 7, "4x4k4"), row("alpha-beta", 0, "4x4k4", **CUT_SHORT), row("negamax", 7)]
    assert published.given_up(rows, knowing=False) == rows[:2]
    assert published.given_up(rows, knowing=True) == []
    assert "| rules | 2 | 1 |" in report(rows).details


def test_factors_are_those_of_games_that_differ_in_one_thing() -> None:
    both = [row("mtdf", 10, table=True), row("alpha-beta", 30), row("alpha-beta", 20, table=True)]
    assert of_alpha_beta(both) == {"3x3k3": (3, 2)}
    assert of_setting(both, PLAIN, TABLE) == [20 / 30]
    assert of_knowledge([*both, row("mtdf", 5, table=True, knowing=True)]) == [2]


def test_a_step_counts_whichever_way_the_positions_change() -> None:
    squares = [row("mtdf", states, board, table=True) for board, states in (("3x3k3", 10), ("4x4k3", 5))]
    assert steps_of(squares, "by the rules") == ([2.0], [])


def test_values_that_exclude_each_other_are_a_defect() -> None:
    with pytest.raises(ValueError, match="3x3k3"):
        check_values([row("negamax", 1), row("bns", 1, lower=1, upper=1)])


def test_the_plot_shows_all_published_algorithms(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    monkeypatch.setattr(grid, "bars", lambda groups, **_: shown.append(groups) or "")
    grid.plot(rows_of("chain"), knowing=False)
    assert len(shown[0]["3x3, k = 3"]) == sum(
        1 for row in ROWS.values() if row.published and row.objective == "outcome"
    )


def test_the_progress_of_a_game_that_was_cut_short_is_timed() -> None:
    gone = row("minimax", 0, complete=False, **{TIMED: {"seconds": 1.0, "states": 5, "remark": "gave up"}})
    assert "remark" not in counted(gone)
    assert Setup("minimax", False, False, BOARDS["5x5k5"], False).case == "5x5k5 minimax plain rules"
    assert board_title("5x5k5") == BOARDS["5x5k5"].title


def test_the_answer_is_true_of_the_rows() -> None:
    rows = rows_of("chain")
    compared = grid.with_table(rows)
    assert {knowing for knowing, _ in compared} == {False, True}
    for games in compared.values():
        assert games["mtdf"]["states"] == min(game["states"] for game in games.values() if game["complete"])

    leads = of_alpha_beta(matching(rows, knowing=False))
    assert all(without / same > same for without, same in leads.values())  # the table's factor, the algorithm's
    without, same = leads["4x4k4"]
    factors = of_knowledge(rows)
    assert min(factors) > 8
    tried = published.given_up(rows, knowing=False)
    finished = [sum(one["complete"] for one in published.given_up(rows, knowing=knowing)) for knowing in (False, True)]
    assert numbers_of("chain") == [
        *("4x4", "4", f"{without:.0f}", f"{100 * (same - 1):.0f} %"),
        *(str(len(factors)), f"{min(factors):.0f}", "2026", str(len(tried)), *map(str, finished)),
    ]
