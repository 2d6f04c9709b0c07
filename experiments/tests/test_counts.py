"""The study of counts: its sums and sweeps compared with play by hand, its checks, and its answer."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from itertools import product
from math import comb

import pytest

from experiments.counts import cases, checks
from experiments.counts.agreement import Agreement
from experiments.counts.board_rows import short, total
from experiments.counts.checks import POINTS, measure_census, measure_sweep
from experiments.counts.formula import measure_formula
from experiments.counts.lines_counted import Lines, line_sets
from experiments.counts.pairs import Counts
from experiments.counts.recurrence import recurrence_order
from experiments.counts.shorter_lines import measure_recurrence, measure_transfer
from experiments.counts.swept_by_cells import by_cells, swept_board
from experiments.counts.swept_by_lines import by_lines
from experiments.counts.weights import PRIME, AtPoints, ByStones
from experiments.study import Row, counted, matching
from experiments.tests.prose import numbers_of, rows_of

BY_PLY = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]


@cache
def played(height: int, width: int, k: int) -> tuple[list[int], list[int], list[int], int]:
    """Positions, nodes and games won by ply, and games drawn: by playing every move in every position of a ply."""
    cells = list(product(range(height), range(width)))
    lines = [
        {cells.index(cell) for cell in line}
        for (i, j), (down, right) in product(cells, ((0, 1), (1, 0), (1, 1), (1, -1)))
        if set(line := [(i + down * step, j + right * step) for step in range(k)]) <= set(cells)
    ]
    positions: list[int] = []
    nodes: list[int] = []
    won: list[int] = []
    ways = Counter({"." * len(cells): 1})
    for ply in range(len(cells) + 1):
        mover, last = "XO"[ply % 2], "XO"[(ply - 1) % 2]
        ended = [board for board in ways if any(all(board[at] == last for at in line) for line in lines)]
        positions.append(len(ways))
        nodes.append(ways.total())
        won.append(sum(ways.pop(board) for board in ended))
        if ply < len(cells):
            onward = Counter[str]()
            for board, many in ways.items():
                for at, mark in enumerate(board):
                    if mark == ".":
                        onward[board[:at] + mover + board[at + 1 :]] += many
            ways = onward
    return positions, nodes, won, ways.total()


def summed(found: Counts) -> tuple[list[int], list[int], list[int], int]:
    return found.positions, found.nodes, found.games_won, found.drawn


def by_formula(n: int) -> Counts:
    lines = Lines(n)
    return Counts(n * n, lines.live, lines.won)


def census_by_formula() -> Row:
    """The row of the census of 3x3, without compiling it: see `test_the_census_is_read_rightly`."""
    return {**measure_formula(3), "by": "census", "complete": True}


@pytest.mark.parametrize("n", [2, 3])
def test_the_formula_counts_what_can_be_played(n: int) -> None:
    assert summed(by_formula(n)) == played(n, n, n)


def test_published_counts() -> None:
    found = by_formula(3)
    assert found.positions == BY_PLY
    assert (sum(found.nodes), sum(found.games_won[1::2]), sum(found.games_won[::2])) == (549_946, 131_184, 77_904)
    assert found.drawn == 46_080
    assert sum(by_formula(4).positions) == 9_722_011


@pytest.mark.parametrize("n", range(2, 9))
def test_every_set_of_lines_is_in_one_group(n: int) -> None:
    sets = list(line_sets(n))
    for lines in range(2 * n + 3):
        assert sum(group.ways for group in sets if group.lines == lines) == comb(2 * n + 2, lines)


@pytest.mark.parametrize(("height", "width", "k"), [(2, 3, 2), (3, 2, 2), (2, 4, 3), (3, 3, 2), (3, 3, 3), (1, 7, 3)])
def test_the_sweep_counts_what_can_be_played(height: int, width: int, k: int) -> None:
    live, won = swept_board(height, width, k)
    assert summed(Counts(height * width, live, won)) == played(height, width, k)


def test_both_sweeps_and_the_formula_agree() -> None:
    weights = ByStones(8)
    found, lines = by_lines(4, weights), Lines(4)
    for a, b in product(range(9), repeat=2):
        assert found.live[a, b] == lines.live(a, b)
        assert found.won[a, b] == lines.won(a, b)
    points = [(2, 3), (PRIME - 1, 1)]
    rows = by_cells(3, 3, AtPoints(points, PRIME))
    live = [next(rows) for _ in range(3)][-1]
    assert [int(value) % PRIME for value in live] == [
        int(value) % PRIME for value in by_lines(3, AtPoints(points, PRIME)).live
    ]


def test_won_positions_need_to_be_counted() -> None:
    with pytest.raises(ValueError, match="not counted"):
        _ = Counts(9, Lines(3).live).positions


def test_the_order_of_known_recurrences() -> None:
    fibonacci = [0, 1]
    while len(fibonacci) < 40:
        fibonacci.append((fibonacci[-1] + fibonacci[-2]) % PRIME)
    assert recurrence_order(fibonacci, PRIME) == 2
    assert recurrence_order([pow(3, at, PRIME) for at in range(20)], PRIME) == 1
    assert recurrence_order([at**3 for at in range(20)], PRIME) == 4
    assert recurrence_order([0] * 20, PRIME) == 0
    assert recurrence_order([0, 0, 1, *[0] * 17], PRIME) == 3


def test_the_census_is_read_rightly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "census", partial(checks.census, compiled=False))
    found, expected = measure_census((3, 3, 3), None), census_by_formula()
    assert {name: expected[name] for name in counted(found)} == counted(found)


def test_the_sweep_at_points_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "EXACT", 2)
    found = measure_sweep(3, 0)
    assert (found["method"], found["compared"], found["different"]) == ("at points", 3 * POINTS, 0)
    monkeypatch.setattr(Lines, "won", Lines.live)
    assert measure_sweep(3, 0)["different"] == POINTS


def test_names_are_unique_and_the_quick_cases_are_of_every_kind() -> None:
    found = cases(0)
    assert len({case.name for case in found}) == len(found)
    assert {case.name.split()[0] for case in found if case.quick} == {
        "formula", "sweep", "census", "transfer", "recurrence",
    }  # fmt: skip


def test_a_check_that_disagrees_is_found() -> None:
    formula, sweep, census = measure_formula(3), measure_sweep(3, 0), census_by_formula()
    swept = measure_transfer((3, 3, 3))
    agreeing = [{"case": f"case {number}", **row} for number, row in enumerate((formula, sweep, census, swept))]
    assert Agreement(agreeing).disagreements() == []
    assert Agreement(agreeing).checked_by(agreeing[0]) == "census, sweep, exact"
    others = [agreeing[0], {**agreeing[1], "different": 1}, {**agreeing[2], "drawn": 0}, agreeing[3]]
    assert Agreement(others).disagreements() == ["case 1", "case 0", "case 3"]
    assert Agreement(others).checked_by(others[0]) == "**census differs**, **sweep differs**"


def test_orders_of_recurrences() -> None:
    assert [measure_recurrence(3, width)["order"] for width in (1, 2, 3)] == [3, 6, 37]


def test_the_answer_is_true_of_the_rows() -> None:
    rows = rows_of("counts")
    agreement = Agreement(rows)
    assert agreement.disagreements() == []
    formula = {row["n"]: row for row in matching(rows, by="formula")}
    largest = max(formula)
    visited = [n for n, row in formula.items() if agreement.is_confirmed(row)]
    assert all((agreement.census_of(formula[n]) or {})["complete"] for n in visited)
    exact = [n for n, row in agreement.sweeps.items() if row["method"] == "exact"]
    points = [n for n, row in agreement.sweeps.items() if row["method"] == "at points"]
    assert sorted([*exact, *points]) == [*formula]
    assert exact == [*range(3, max(exact) + 1)]
    recurrences = matching(rows, by="recurrence", k=3)
    assert [row["width"] for row in recurrences] == [1, 2, 3, 4]

    def board(n: int) -> str:
        return f"{n}x{n}"

    assert numbers_of("counts") == [
        *(str(formula[3]["terms"]), board(3), str(formula[largest]["terms"]), board(largest)),
        *("2026", board(largest), f"{total(formula[largest]) / 10**29:.2f}", "10^29"),
        *(*map(board, visited), board(max(exact)), *map(board, points)),
        *("three", *(str(row["order"]) for row in recurrences), "1", "4"),
    ]


def test_numbers_that_no_float_holds_are_shortened() -> None:
    assert (short(10**12 - 1), short(10**12), short(12345 * 10**5000)) == ("999,999,999,999", "1.000e12", "1.234e5004")
