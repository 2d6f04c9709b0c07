"""Wins by threats, and the moves that may avert them, against the definitions by the book and every line of play."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from tests.support.games import played
from tests.support.naive import Cells, Oracle, other, outcomes, to_move
from tests.support.rows import Boxes, Shape
from zermelo import Solver
from zermelo.games import lines, mnk
from zermelo.games.in_a_row.threats import averting, sequence

BOARDS: Final = [
    ((3, 3), 3),
    ((4, 4), 3),
    ((4, 4), 4),
    ((3, 5), 3),
    ((5, 5), 4),
    ((7, 4), 4),
    ((2, 6), 4),
    ((1, 9), 3),
    ((3, 3, 3), 3),
    ((2, 3, 3), 3),
    ((4, 4, 4), 4),
    ((3, 3), 2),
    ((2, 3), 1),
]


def late(rules: Boxes, count: int, empty: int) -> Iterator[tuple[Cells, list[int]]]:
    """Positions with at most `empty` free cells after random play that avoids ending, and the moves that lead there."""
    rng = random.Random(rules.cell_count)
    for _ in range(count):
        cells, moves = rules.start(), list[int]()
        for _ in range(rules.cell_count - rng.randint(2, empty)):
            actions = [action for action in rules.actions(cells) if not rules.over(rules.apply(cells, action))]
            if not actions:
                break
            moves.append(rng.choice(actions))
            cells = rules.apply(cells, moves[-1])
        if cells.count(".") <= empty:
            yield cells, moves


@pytest.mark.long
@pytest.mark.parametrize(("shape", "k"), BOARDS, ids=str)
def test_a_sequence_is_found_wherever_there_is_one(shape: Shape, k: int) -> None:
    game: Any = lines(shape, k)
    rules = Boxes(shape, k)
    found = 0
    for cells, moves in late(rules, 25, min(rules.cell_count - 2, 22)):
        me, you = played(game, moves)
        for mark, attacker, defender in ((to_move(cells), me, you), (other(to_move(cells)), you, me)):
            gains, costs, left = sequence(game, attacker, defender, 100_000)
            assert left > 0
            assert bool(gains) == rules.wins_by_threats(cells, mark)
            assert not (gains | costs) & (me | you)
            found += bool(costs)
    assert found > 0 or k < 3 or shape == (4, 4, 4)


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize(("shape", "k"), [board for board in BOARDS if board != ((3, 3, 3), 3)], ids=str)
@pytest.mark.parametrize("misere", [False, True])
def test_one_of_the_deciding_moves_is_as_good_as_any(shape: Shape, k: int, misere: bool) -> None:
    game: Any = lines(shape, k, misere=misere)
    rules = Boxes(shape, k)
    value = outcomes(rules)
    left_out = 0
    for cells, moves in late(rules, 40, 7):
        deciding, actions = list(game.deciding(played(game, moves))), rules.actions(cells)
        assert set(deciding) <= set(actions)
        assert len(set(deciding)) == len(deciding) > 0
        if misere:
            assert deciding == actions
        else:
            assert max(-value(rules.apply(cells, action)) for action in deciding) == value(cells)
        left_out += len(actions) - len(deciding)
    assert left_out > 0 or misere or k < 3 or shape in ((2, 6), (3, 3))


def test_only_what_meets_a_threat_averts_it() -> None:
    """An open row of two: its ends, or column a, where the reply on a2 and the stone on a4 may come to a threat."""
    game = mnk(5, 7, 4)
    me, you = game.parse_position("......O/..XX.../......./O....../......X")
    gains, costs, left = sequence(game, you, me, 9)
    assert left == 9
    assert {game.action_name(game.action_at(cell)) for cell in gains | costs} == {"a2", "b2", "e2"}
    named = {game.action_name(game.action_at(cell)) for cell in averting(game, me, you, 9)}
    assert named == {"a2", "b2", "e2"} | {"a1", "a3", "a5"}


def test_effort_is_a_limit() -> None:
    """A win after one threat that must come first is found only with effort."""
    game = mnk(6, 6, 4)
    state = game.parse_position("XX..../....../.OXXO./....../...O../.....O")
    assert not sequence(game, state.me, state.you, 0)[0]
    gains, costs, left = sequence(game, state.me, state.you, 50)
    assert gains.count() > 1
    assert costs.count() == gains.count() + 1
    assert 0 <= left < 50


CASES: Final = [((4, 5), 4), ((5, 4), 3), ((3, 3, 3), 3), ((2, 3, 4), 3)]


@cache
def oracle(shape: Shape, k: int, objective: str) -> Oracle:
    rules = Boxes(shape, k)
    return Oracle(rules, objective, longest=rules.cell_count)


WAYS: Final = [
    *itertools.product(CASES, ("outcome", "distance"), ("mtdf", "dfpn"), (False,)),
    (CASES[0], "outcome", "dfpn", True),
    (CASES[0], "distance", "mtdf", True),
]


@pytest.mark.long
@pytest.mark.parametrize(("board", "objective", "algorithm", "compiled"), WAYS, ids=str)
def test_late_positions_have_the_scores_of_every_line_of_play(
    board: tuple[Shape, int], objective: str, algorithm: str, compiled: bool
) -> None:
    shape, k = board
    rules = Boxes(shape, k)
    solver = Solver(lines(shape, k), objective=objective, algorithm=algorithm, compiled=compiled, line=False)
    for cells, moves in late(rules, 20, 8):
        points, plies = oracle(shape, k, objective).leaf(cells, cells.count("."))
        found = solver.solve(" ".join(solver.game.action_name(action) for action in moves))
        assert (found.value, found.kind) == (points, "exact")
        assert objective == "outcome" or points == 0 or found.distance == plies
