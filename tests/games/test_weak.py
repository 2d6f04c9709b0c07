"""The weak game of lines, against its rules by the book: there Maker and Breaker may take any empty cell."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from tests.support.naive import Cells, outcomes
from tests.support.rows import Boxes
from zermelo import Solver
from zermelo.core.errors import BadGame, BadPosition
from zermelo.games import lines, mnk
from zermelo.games.catalogue import game_named


class Claiming(Boxes):
    """Maker (X) wins with a line, Breaker when the last one has a stone of his."""

    def over(self, cells: Cells) -> bool:
        return self.has_line(cells, "X") or all(any(cells[cell] == "O" for cell in line) for line in self.lines)

    def reward(self, cells: Cells) -> int:
        to_move = "X" if cells.count("X") == cells.count("O") else "O"
        return 1 if self.has_line(cells, "X") == (to_move == "X") else -1


BOARDS: Final = [((3, 3), 3), ((3, 4), 3), ((4, 4), 4), ((5, 4), 4), ((2, 2, 3), 3), ((3, 3, 2), 3), ((3, 3), 4)]
COMPILED: Final = [((4, 4), 4), ((3, 3, 2), 3)]


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ["mtdf", "dfpn"])
@pytest.mark.parametrize(("shape", "k"), BOARDS)
def test_values(shape: tuple[int, ...], k: int, algorithm: str) -> None:
    game, rules, rng = lines(shape, k, weak=True), Claiming(shape, k), random.Random(5)
    value_of = outcomes(rules)
    solver: Solver[Any] = Solver(game, algorithm=algorithm, compiled=(shape, k) in COMPILED, line=False)
    for _ in range(40):
        state, cells = game.initial(), rules.start()
        for _ in range(rng.randint(max(0, len(cells) - 9), len(cells) - 2)):
            if game.terminal(state):
                break
            action = rng.choice(list(game.actions(state)))
            state, cells = game.apply(state, action), rules.apply(cells, action)
        assert game.terminal(state) == rules.over(cells)
        if not game.terminal(state):
            result = solver.solve(state)
            assert (result.value, result.kind) == (value_of(cells), "exact")


@pytest.mark.sampled("3-3-3", "4-4-4", "5-5-5")
@pytest.mark.parametrize(("m", "n", "k"), [(3, 3, 3), (4, 3, 3), (4, 4, 4), (5, 4, 4), (5, 5, 5), (6, 5, 5)])
def test_a_weak_game_that_breaker_wins_makes_the_strong_one_a_draw(m: int, n: int, k: int) -> None:
    games = lines((m, n), k, weak=True), mnk(m, n, k)
    weak, strong = (Solver(game, line=False, compiled=False).solve().value for game in games)
    assert (weak, strong) in {(-1, 0), (1, 0), (1, 1)}


def test_tic_tac_toe_is_won_by_maker() -> None:
    game = game_named("lines(3x3,3,weak=1)")
    assert str(game) == "lines(3x3,3,weak=1)"
    assert Solver(game, compiled=False).solve().value == 1


def test_positions_as_text() -> None:
    game = lines((3, 4), 3, weak=True)
    state = game.parse_position("XX.O/X.XO/...O")  # Breaker has a line, which is nothing to him
    assert game.position_text(state) == "XX.O/X.XO/...O"
    assert state.turn == 1
    assert game.parse_position("XX.O/X..O/...O").turn == 0
    assert game.parse_position("a1 b2") == game.parse_position("X.../.O../....")
    with pytest.raises(BadPosition, match="X moves first"):
        game.parse_position("XX../..../....")


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"players": 3}, "a weak game has two players and no gravity"),
        ({"gravity": 1}, "a weak game has two players and no gravity"),
        ({"misere": True}, "a weak game is not misère"),
    ],
)
def test_weak_games_that_there_are_not_are_refused(other: dict[str, Any], why: str) -> None:
    with pytest.raises(BadGame, match=why):
        lines((3, 3), 3, weak=True, **other)
