"""The benchmark of the chain as an experiment: counts are the published ones, and conclusions follow the rows."""

from __future__ import annotations

from typing import Any

import pytest

from experiments.benchmark import BOARDS, ROWS
from experiments.chain import STUDY, report, setups
from experiments.chain.cell_rows import check_values
from experiments.chain.cells import Setup
from experiments.chain.n_or_k import steps_of
from experiments.study import TIMED, Row, counted


@pytest.fixture(autouse=True)
def _no_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes longer than all else here."""
    for name in ("grid.bars", "n_or_k.curves"):
        monkeypatch.setattr(f"experiments.chain.{name}", lambda *_, **__: "")


def row(algorithm: str, states: int, board: str = "3x3k3", **others: Any) -> Row:
    """What `measure` would have given."""
    settings = {"algorithm": algorithm, "table": False, "deepening": False, "knowing": False, "objective": "outcome"}
    found = {"complete": True, "compiled": True, "states": states, "lower": 0, "upper": 0, TIMED: {"seconds": 2.0}}
    return {"case": f"{algorithm} {states} {board}", "board": board, **settings, **found, **others}


def squares(sizes: dict[str, int]) -> list[Row]:
    """Cells of MTD(f) with a table."""
    return [row("mtdf", states, board, table=True) for board, states in sizes.items()]


def test_a_cell_is_a_perfect_game() -> None:
    (case,) = [case for case in STUDY.cases(0) if case.name == "3x3k3 negascout plain all"]
    found = case.measure()
    assert (found["complete"], found["compiled"], found["lower"], found["upper"]) == (True, False, 0, 0)
    assert len(found["moves"]) == 9
    assert 9 < found["states"] < 20_177  # by the rules alone


def test_the_quick_cells_are_named() -> None:
    quick = {case.name for case in STUDY.cases(0) if case.quick}
    assert {"3x3k3 minimax plain rules", "3x3k3 negamax plain distance rules", "4x4k4 mtdf table rules"} <= quick


def test_every_published_row_is_measured_on_every_published_board() -> None:
    found = {(setup.row.key, setup.board.key) for setup in setups() if not setup.knowing}
    published = [key for key, known in ROWS.items() if known.published and known.objective == "outcome"]
    assert {(key, board) for key in published for board in BOARDS} <= found
    assert len({case.name for case in STUDY.cases(0)}) == len(STUDY.cases(0))


def test_equal_counts_are_told() -> None:
    assert "to the node: Alpha-Beta on 3x3k3." in report([row("alpha-beta", 21_652)]).details
    assert "No count is the published one." in report([row("alpha-beta", 21_653)]).details


def test_who_visits_fewest_is_found() -> None:
    assert "by NegaScout on 3x3k3 (5)" in report([row("negamax", 6), row("negascout", 5)]).answer
    assert "by NegaMax on 3x3k3 (4)" in report([row("negamax", 4), row("negascout", 5)]).answer


def test_time_outs_that_end_are_counted() -> None:
    gone = {"complete": False, "limit": 25.0, TIMED: {"seconds": 25.0, "states": 9, "remark": ""}}
    rows = [row("negamax", 7, "4x4k4"), row("alpha-beta", 0, "4x4k4", **gone)]
    assert "Of 2 published runs that were given up after an hour, tried again by the rules alone, 1 ends" in (
        report(rows).answer
    )
    assert "None of the published runs" in report([row("negamax", 7)]).answer


@pytest.mark.parametrize(
    ("sizes", "verdict"),
    [
        ({"3x3k3": 10, "4x4k3": 1000, "4x4k4": 1100}, "by the rules n does"),
        ({"3x3k3": 10, "4x4k3": 11, "4x4k4": 1100}, "by the rules k does"),
        ({"3x3k3": 10, "4x4k3": 100, "4x4k4": 1100}, "by the rules both do"),
    ],
)
def test_what_binds_is_computed(sizes: dict[str, int], verdict: str) -> None:
    assert verdict in report(squares(sizes)).answer


def test_a_step_counts_whichever_way_the_states_go() -> None:
    assert steps_of(squares({"3x3k3": 10, "4x4k3": 5}), "by the rules") == ([2.0], [])


def test_values_that_exclude_each_other_are_a_defect() -> None:
    with pytest.raises(ValueError, match="3x3k3"):
        check_values([row("negamax", 1), row("bns", 1, lower=1, upper=1)])


def test_what_a_cell_cut_short_had_visited_is_timed() -> None:
    gone = row("minimax", 0, complete=False, **{TIMED: {"seconds": 1.0, "states": 5, "remark": "gave up"}})
    assert "remark" not in counted(gone)
    assert Setup("minimax", False, False, BOARDS["5x5k5"], False).case == "5x5k5 minimax plain rules"
