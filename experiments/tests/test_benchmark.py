"""The benchmark: its counts are the published ones where they can be, its limits hold, its formats parse back."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import signal
import threading
import time
from typing import Any

import pytest
from click.testing import CliRunner

from experiments.benchmark import (
    BOARDS,
    FORMATS,
    PUBLISHED,
    ROWS,
    BenchProgress,
    Cell,
    run,
    select,
    to_csv,
    to_json,
    to_markdown,
    to_text,
)
from experiments.benchmark.__main__ import main
from zermelo import Result, Solver
from zermelo.core.errors import BadOption

TINY = 0.2
"""Seconds, too few for MiniMax on a board of 25 cells."""


@pytest.fixture(scope="module")
def alpha_beta() -> Cell:
    return next(run(select(["alpha-beta"], ["3x3k3"])))


@pytest.fixture(scope="module")
def given_up() -> Cell:
    return next(run(select(["minimax"], ["5x5k5"]), seconds=TINY))


@pytest.mark.parametrize(
    ("row", "states"), [("minimax", 618_184), ("alpha-beta", 21_652), ("negamax-distance", 24_698)]
)
def test_reproduces_the_published_counts_to_the_node(row: str, states: int) -> None:
    (cell,) = run(select([row], ["3x3k3"]))
    assert (cell.states, cell.complete, cell.lower, cell.upper) == (states, True, 0, 0)
    assert cell.published is not None
    assert cell.published.states == states
    assert cell.same_states


def test_interpreted_visits_the_same_states(alpha_beta: Cell) -> None:
    (cell,) = run(select(["alpha-beta"], ["3x3k3"]), compiled=False)
    assert not cell.compiled
    assert (cell.states, cell.moves) == (alpha_beta.states, alpha_beta.moves)


def test_every_row_plays_a_perfect_game_with_and_without_knowledge() -> None:
    cells = [*run(select((), ["3x3k3"])), *run(select(["alpha-beta", "mtdf-id"], ["3x3k3"]), knowledge=True)]
    assert [cell.row.key for cell in cells] == [*ROWS, "alpha-beta", "mtdf-id"]
    for cell in cells:
        assert (cell.complete, cell.lower, cell.upper, len(cell.moves)) == (True, 0, 0, 9)
        assert cell.compiled
        assert 0 < cell.states <= 618_184


@pytest.mark.usefixtures("plain")
def test_knows_only_the_rules_by_default() -> None:
    rules, all_on = (next(run(select(["alpha-beta"], ["3x3k3"]), knowledge=on)) for on in (False, True))
    assert (rules.states, rules.knowledge, all_on.knowledge) == (21_652, False, True)
    assert all_on.states < rules.states


def test_a_cell_that_ran_out_says_so(given_up: Cell) -> None:
    assert (given_up.stopped, given_up.complete, given_up.moves) == ("seconds", False, ())
    assert given_up.remark() == "gave up after 0.2 s at move 1, value in [-1, 1]"
    assert given_up.states > 0
    assert TINY <= given_up.seconds < 10 * TINY
    assert not given_up.same_states
    assert given_up.remark() in to_text([given_up])
    assert f"> {given_up.states:,}" in to_markdown([given_up])


def test_the_limit_is_for_all_moves_together(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed: list[float] = []
    solve = Solver.solve

    def slow(solver: Solver[Any], *args: Any, **options: Any) -> Result:
        allowed.append(options["seconds"])
        return dataclasses.replace(solve(solver, *args, **options), seconds=0.4)

    monkeypatch.setattr(Solver, "solve", slow)
    (cell,) = run(select(["alpha-beta"], ["3x3k3"]), seconds=1.0)
    assert allowed == pytest.approx([1.0, 0.6, 0.2])
    assert (cell.stopped, len(cell.moves), cell.remark()[:28]) == ("seconds", 3, "gave up after 1 s at move 4,")


def test_selects_rows_and_boards_in_the_order_of_the_table() -> None:
    cells = select(["mtdf", "minimax"], ["4x4k4", "3x3k3"])
    assert [(row.key, board.key) for row, board in cells] == [
        ("minimax", "3x3k3"),
        ("mtdf", "3x3k3"),
        ("minimax", "4x4k4"),
        ("mtdf", "4x4k4"),
    ]
    assert len(select()) == len(ROWS) * len(BOARDS)


def test_refuses_what_there_is_not() -> None:
    with pytest.raises(BadOption, match="There is no benchmark row 'quickest'; the choices are minimax, alpha-beta"):
        select(["quickest"])
    with pytest.raises(BadOption, match="There is no benchmark board '6x6k6'"):
        select([], ["6x6k6"])
    with pytest.raises(BadOption, match="seconds = 0 is not a positive number"):
        next(run(select(), seconds=0))


def test_every_published_figure_has_its_cell() -> None:
    compared = {row.published for row in ROWS.values() if row.published}
    assert compared == set(PUBLISHED)
    assert all(set(figures) == set(BOARDS) for figures in PUBLISHED.values())


@pytest.mark.usefixtures("plain")
def test_progress_is_reported_while_a_cell_runs() -> None:
    seen: list[BenchProgress] = []
    (cell,) = run(select(["minimax"], ["4x4k4"]), seconds=0.5, progress=seen.append)
    searching = [now for now in seen if now.phase == "searching"]
    assert searching
    assert all(now.row.key == "minimax" and now.move == 1 and now.limit == 0.5 for now in searching)
    states = [now.states for now in searching]
    assert states == sorted(states)
    assert states[-1] <= cell.states


def test_an_interrupt_ends_the_cell_and_the_run() -> None:
    interrupt = threading.Timer(0.5, signal.raise_signal, (signal.SIGINT,))
    started = time.monotonic()
    next(run(select(["minimax"], ["5x5k5"]), seconds=TINY))  # compiled by now
    interrupt.start()
    try:
        cells = list(run(select(["minimax", "alpha-beta"], ["5x5k5"]), seconds=30))
    finally:
        interrupt.cancel()
    assert [cell.stopped for cell in cells] == ["interrupted"]
    assert "interrupted at move 1" in cells[0].remark()
    assert time.monotonic() - started < 30


# --- formats ----------------------------------------------------------------------------------------------------
def test_json_parses_back(alpha_beta: Cell, given_up: Cell) -> None:
    report = json.loads(to_json([alpha_beta, given_up]))
    assert report["schema"] == 1
    whole, part = report["cells"]
    assert (whole["row"], whole["states"], whole["published_states"]) == ("alpha-beta", 21_652, 21_652)
    assert whole["moves"] == list(alpha_beta.moves)
    assert (part["stopped"], part["published_finished"], part["published_states"]) == ("seconds", False, None)


def test_csv_parses_back(alpha_beta: Cell, given_up: Cell) -> None:
    whole, part = csv.DictReader(io.StringIO(to_csv([alpha_beta, given_up])))
    assert (int(whole["states"]), whole["stopped"], float(whole["published_seconds"])) == (21_652, "complete", 0.30)
    assert tuple(whole["moves"].split()) == alpha_beta.moves
    assert (part["board"], part["published_states"], part["moves"]) == ("5x5k5", "", "")


def test_markdown_is_a_table_for_each_board(alpha_beta: Cell, given_up: Cell) -> None:
    text = to_markdown([alpha_beta, given_up])
    assert text.count("### ") == 2
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == 6
    assert {len(row) for row in rows} == {7}
    assert rows[2][1].strip() == "21,652"
    assert rows[2][4].strip() == "= 21,652"


def test_text_lines_up(alpha_beta: Cell) -> None:
    heading, row = to_text([alpha_beta]).splitlines()[-2:]
    assert heading.index("states") + len("states") == row.index("21,652") + len("21,652")


def test_a_published_run_that_was_given_up_is_called_a_timeout() -> None:
    cells = list(run(select(["minimax", "mtdf"], ["5x5k5"]), seconds=0.01))
    assert "timeout" in to_text(cells[:1])
    assert "timeout at 9.7M" in to_text(cells[1:])


@pytest.mark.parametrize("name", FORMATS)
def test_no_cells_make_an_empty_report(name: str) -> None:
    assert FORMATS[name]([])


# --- the command ------------------------------------------------------------------------------------------------
def test_the_command_prints_a_table() -> None:
    asked = ["--rows", "alpha-beta", "--boards", "3x3k3", "--knowledge", "on"]
    assert "MiniMax with Alpha-Beta" in CliRunner().invoke(main, asked).stdout
    (cell,) = json.loads(CliRunner().invoke(main, [*asked, "--json"]).stdout)["cells"]
    assert (cell["row"], cell["knowledge"]) == ("alpha-beta", True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--rows", "minmax"], "There is no benchmark row 'minmax'; did you mean minimax? The choices are"),
        (["--format", "cvs"], "'cvs' is not one of 'text', 'markdown', 'csv'."),
        (["--seconds", "many"], "'many' is not a valid float."),
    ],
)
def test_the_command_refuses_in_a_sentence(words: list[str], message: str) -> None:
    refused = CliRunner().invoke(main, words)
    assert (refused.exit_code, "Traceback" in refused.stderr) == (2, False)
    assert message in " ".join(refused.stderr.split())
