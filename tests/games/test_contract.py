"""The families and the examples keep the contract of a game, interpreted and compiled."""

from __future__ import annotations

from typing import Any, Final

import pytest

from examples.breakthrough import Breakthrough
from examples.dobutsu_shogi import DobutsuShogi
from examples.domineering import Domineering
from examples.dots_and_boxes import DotsAndBoxes
from examples.hare_and_hounds import HareAndHounds
from examples.hexapawn import Hexapawn
from examples.othello import Othello
from examples.oware import Oware
from examples.teeko import Teeko
from examples.three_mens_morris import ThreeMensMorris
from tests import EXAMPLES
from zermelo import Game, check
from zermelo.games import chomp, clique, game_sum, kayles, lines, mnk, nim, polyomino, subtraction, wythoff

IMPARTIAL = [
    nim(3, 2),
    subtraction(9, 1, 3),
    kayles(6, misere=1),
    wythoff(3, 4),
    chomp(2, 3),
    game_sum(nim(2), chomp(2, 2)),
]
CYCLIC = [ThreeMensMorris(), ThreeMensMorris(False), HareAndHounds(), DobutsuShogi(), Oware(), Oware(2, 3), Teeko(4)]
INTERPRETED: Final[list[Game[Any]]] = [*IMPARTIAL, *CYCLIC, mnk(3, 3, 3), mnk(4, 3, 3), mnk(4, 4, 4)]
COMPILED: Final[list[Game[Any]]] = [
    lines("2x3x2", 3),
    lines("2x2x3", 2, gravity=2, misere=True),
    lines("3x3", 3, players=3),
    lines("2x3x2", 2, players=4, gravity=0, misere=True),
    lines("3x3", 3, weak=True),
    polyomino("el", 3, 3),
    clique(5, 3, misere=True),
    polyomino("tic", 3, 4, weak=True),
    clique(5, 3, bias="2:1"),
    lines("3x4", 3, weak=True, bias="1:2"),
    *CYCLIC,
    *(Hexapawn(), Breakthrough(4, 3), Domineering(4, 4), DotsAndBoxes(), Othello()),
]


@pytest.mark.sampled(*map(str, IMPARTIAL))
@pytest.mark.parametrize("game", INTERPRETED, ids=str)
def test_the_contract_is_kept(game: Game[Any]) -> None:
    rules = EXAMPLES / "rules" / f"{type(game).__module__.rpartition('.')[2]}.py"
    report = check(game, plays=5 if game.cyclic else 20, compiled=False, rules=rules if rules.exists() else None)
    assert report.ok, report


@pytest.mark.long
@pytest.mark.parametrize("game", COMPILED, ids=str)
def test_the_contract_is_kept_in_native_code(game: Game[Any]) -> None:
    report = check(game, plays=15, compiled=True)
    assert report.ok, report
    assert report.compiled
