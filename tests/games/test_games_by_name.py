"""Every function that takes a game also takes the name of one."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import zermelo.games
from tests.support.games import TAKE_FILE
from zermelo.core.errors import BadGame

ELSEWHERE: Final = {"verify_table", "certify_grundy", "game_sum"}
"""Doors that zermelo itself does not export."""

PLAIN: Final = {"compiled": False}

Door = Callable[[Any, Path], Any]


def players(game: Any) -> Any:
    return (zermelo.engine_named(game, "random", seed=1, **PLAIN), zermelo.engine_named(game, "perfect", **PLAIN))


DOORS: Final[dict[str, Door]] = {
    "solve": lambda game, _: zermelo.solve(game, **PLAIN).value,
    "Solver": lambda game, _: zermelo.Solver(game, **PLAIN).solve().value,
    "analyze": lambda game, _: zermelo.analyze(game, **PLAIN).best,
    "review": lambda game, _: zermelo.review(game, ["1:1"], **PLAIN).plies,
    "check": lambda game, _: zermelo.check(game, **PLAIN).to_dict(),
    "classify": lambda game, _: zermelo.classify(game).description,
    "census": lambda game, _: zermelo.census(game, **PLAIN).plies,
    "tabulate": lambda game, folder: zermelo.tabulate(game, folder=folder, **PLAIN).entry,
    "open_table": lambda game, folder: (tabulated(folder), zermelo.open_table(folder, game).get(None))[1],
    "verify_table": lambda game, folder: (
        tabulated(folder),
        zermelo.tablebase.verify_table(folder, game, **PLAIN).text,
    )[1],
    "certify": lambda game, folder: zermelo.certify(game, folder=folder, **PLAIN).certified,
    "certify_grundy": lambda game, folder: zermelo.certificates.certify_grundy(game, folder=folder, **PLAIN).certified,
    "grundy": lambda game, _: zermelo.grundy(game),
    "game_sum": lambda game, _: zermelo.games.game_sum(game, game),
    "search_tree": lambda game, _: zermelo.search_tree(game, algorithm="minimax", **PLAIN).roots[0].value,
    "engine_named": lambda game, _: (
        zermelo.engine_named(game, "perfect", **PLAIN).choose(zermelo.games.nim(2, 1).initial()).action
    ),
    "match": lambda game, _: zermelo.match(game, players(game), games=2).games,
    "Oracle": lambda game, _: zermelo.Oracle(game, **PLAIN).optimal_actions(),
    "to_openspiel": lambda game, _: pytest.importorskip("pyspiel") and str(zermelo.to_openspiel(game)),
    "board": lambda game, _: str(zermelo.board(game)),
    "prove_play": lambda game, _: zermelo.prove_play(game, players(game)[1]).sides,
}

NAME: Final = "nim(2,1)"


def tabulated(folder: Path) -> Any:
    return zermelo.tabulate(zermelo.games.nim(2, 1), folder=folder, **PLAIN)


def takes_a_game(name: str) -> bool:
    thing = getattr(zermelo, name)
    if not callable(thing) or (isinstance(thing, type) and issubclass(thing, Exception)):
        return False
    return any("Game[" in str(parameter.annotation) for parameter in inspect.signature(thing).parameters.values())


def test_every_exported_name_that_takes_a_game_is_here() -> None:
    assert {name for name in zermelo.__all__ if takes_a_game(name)} == {*DOORS} - ELSEWHERE


@pytest.mark.parametrize("door", DOORS)
def test_a_name_does_as_well_as_the_game(door: str, tmp_path: Path) -> None:
    told = DOORS[door](NAME, tmp_path / "name")
    assert told == DOORS[door](zermelo.games.nim(2, 1), tmp_path / "game")


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ("chess", "There is no game 'chess'; the choices are mnk, "),
        ("nowhere.py:Game", r"The file 'nowhere\.py' cannot be read: No such file or directory\."),
        ("", "'' is not the name of a game; names look like mnk"),
        (7, r"7 is not a game; give an instance of a subclass of zermelo\.Game, or a name like 'mnk"),
        (zermelo.games.nim(2, 1).__class__, r"Heaps is a class; give an instance of it, Heaps\(\)\."),
    ],
    ids=["no family", "no file", "empty", "a number", "a class"],
)
def test_what_is_no_game_and_no_name_of_one_is_refused(door: str, given: Any, refusal: str, tmp_path: Path) -> None:
    with pytest.raises(BadGame, match=refusal):
        DOORS[door](given, tmp_path)


def test_a_class_in_a_file_has_a_name_too(tmp_path: Path) -> None:
    file = tmp_path / "take.py"
    file.write_text(TAKE_FILE)
    assert zermelo.solve(f"{file}:Take(8)", **PLAIN).value == -1
    assert zermelo.solve(f"{file}:Take(9)", **PLAIN).value == 1


def test_an_alias_is_a_name() -> None:
    assert zermelo.solve("tic-tac-toe", **PLAIN).game == "mnk(3,3,3)"
