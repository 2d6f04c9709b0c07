"""What a game is called: its class, with the arguments that are not the defaults."""

from __future__ import annotations

import copy
import pickle
from typing import Any, Self

import pytest

from tests.support.games import Take
from zermelo import Game, game_named, solve
from zermelo.games.catalogue import FAMILIES


class Sized(Take):
    def __init__(self, size: Any = 9, wrap: bool = False, *rest: int) -> None:
        self.size, self.wrap, self.rest = size, wrap, rest


class Thing:
    pass


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (Sized(), "Sized"),
        (Sized(9), "Sized"),
        (Sized(5), "Sized(5)"),
        (Sized(size=5), "Sized(5)"),
        (Sized(wrap=True), "Sized(wrap=True)"),
        (Sized(9, False, 7), "Sized(9,False,7)"),
        (Sized("big"), "Sized(big)"),
        (Sized("5"), "Sized('5')"),
        (Sized((3, 4)), "Sized((3,4))"),
        (Sized({"b", "a"}), "Sized({'a','b'})"),
        (Sized(Sized(5)), "Sized(Sized(5))"),
    ],
    ids=str,
)
def test_a_game_is_called_by_its_arguments(game: Game[Any], name: str) -> None:
    assert str(game) == name
    assert str(game.without("all")) == name
    assert str(copy.copy(game)) == str(copy.deepcopy(game)) == str(pickle.loads(pickle.dumps(game))) == name


@pytest.mark.long
@pytest.mark.parametrize("name", [family.example for family in FAMILIES.values()])
def test_games_can_be_copied_and_pickled_after_they_have_been_solved(name: str) -> None:
    """What they have computed for a search, such as arrays of symmetries, is computed again."""
    game = game_named(name)
    solve(game, compiled=False, nodes=100)
    for twin in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert str(twin) == str(game)
        assert solve(twin, compiled=False, nodes=100).value == solve(game, compiled=False, nodes=100).value


def test_names_say_nothing_of_memory_and_tell_long_arguments_apart() -> None:
    assert str(Sized(Thing())) == str(Sized(Thing()))
    long = [str(Sized((*range(60), last))) for last in range(3)]
    assert len({*long}) == 3
    assert all(len(name) < 60 for name in long)


def test_arguments_that_a_class_takes_by_new_are_part_of_its_name_once_they_are_passed_on() -> None:
    class Made(Take):
        stones: int

        def __new__(cls, stones: int) -> Self:
            made = super().__new__(cls, stones)
            made.stones = stones
            return made

    assert (str(Made(5)), str(Made(stones=5)), Made(5).stones) == ("Made(5)", "Made(5)", 5)


def test_a_class_without_arguments_takes_none() -> None:
    with pytest.raises(TypeError, match="takes no arguments"):
        Take(3)


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("DotsAndBoxes", "Dots and boxes"),
        ("TicTacToe", "Tic tac toe"),
        ("Hexapawn", "Hexapawn"),
        ("tic_tac_toe", "Tic tac toe"),
        ("Connect4", "Connect 4"),
        ("MNKGame", "MNK game"),
        ("Go", "Go"),
        ("_Öffnung", "Öffnung"),
        ("X", "X"),
    ],
)
def test_a_title_is_the_words_of_the_name_of_the_class(name: str, title: str) -> None:
    assert type(name, (Game,), {})().title() == title
