"""`zermelo serve mygame.py`: which games are served, and under which names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.serving import serving
from zermelo.core.errors import BadGame
from zermelo.web.messages import Problem
from zermelo.web.offer import Offer

COUNTDOWN = """
from zermelo import Game

class {name}(Game):
    action_count, max_length = 3, {size}
    def initial(self): return {size}
    def legal(self, state, action): return action < state
    def {apply}(self, state, action): return state - action - 1
    def terminal(self, state): return state == 0
    def reward(self, state): return -1
"""


def written(path: Path, *names: str, apply: str = "apply") -> str:
    path.write_text("".join(COUNTDOWN.format(name=name, size=9, apply=apply) for name in names))
    return str(path)


def test_a_game_is_the_same_with_and_without_its_class(tmp_path: Path) -> None:
    file = written(tmp_path / "one.py", "Nine")
    for given in (file, f"{file}:Nine"):
        offer = Offer.of([given])
        assert offer.own == (f"{file}:Nine",)
        assert {offer.full_name(name) for name in (file, f"{file}:Nine")} == {f"{file}:Nine"}
        with pytest.raises(Problem, match="is not served"):
            offer.full_name(f"{file}:Other")


def test_a_file_with_several_classes_is_several_games(tmp_path: Path) -> None:
    file = written(tmp_path / "two.py", "Nine", "Ten")
    offer = Offer.of([file, "tictactoe"])
    assert offer.own == (f"{file}:Nine", f"{file}:Ten", "mnk(3,3,3)")
    assert offer.full_name(file) == f"{file}:Nine"
    assert offer.full_name("tictactoe") == "mnk(3,3,3)"
    assert [game["game"] for game in offer.to_dict()["games"]][:3] == list(offer.own)


def test_a_misspelt_method_is_refused_at_the_start_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadGame, match="does not define apply; perhaps aply, in line 8, should be apply"):
        Offer.of([written(tmp_path / "wrong.py", "Nine", apply="aply")])


@pytest.mark.long
@pytest.mark.parametrize(("given", "opened"), [("one.py", "one.py:Nine"), ("tictactoe", "mnk%283,3,3%29")])
def test_the_address_of_the_first_game_is_printed(tmp_path: Path, given: str, opened: str) -> None:
    written(tmp_path / "one.py", "Nine")
    with serving("--workers", "1", given, folder=tmp_path, compiled=False) as server:
        assert server.opened == opened
        name = Offer.of(["tictactoe"]).own[0] if given == "tictactoe" else opened
        for asked in (given, name):
            assert server.answer("position", game=asked)["game"] == name
