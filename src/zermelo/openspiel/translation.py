"""OpenSpiel's games that zermelo has, too, with the same rules: they are translated, and so compiled.

A test plays each of them and its translation at random, side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from zermelo.core.attributes import ORIGIN
from zermelo.core.errors import BadGame
from zermelo.core.game import Game
from zermelo.core.paths import folder_of
from zermelo.games.impartial.heaps import nim
from zermelo.games.in_a_row.connect import connect
from zermelo.games.in_a_row.lines import lines
from zermelo.games.in_a_row.mnk import mnk
from zermelo.games.user_games import class_in

Parameters = Mapping[str, Any]

UNTRANSLATABLE: Final = (BadGame, KeyError, ValueError, OverflowError, MemoryError)
"""What is raised for a size that zermelo's own game cannot have, or if OpenSpiel does not list a parameter, because that has
its default value.
"""


def translated(spiel: Any) -> Game[Any] | None:
    """The game of zermelo with the rules of a pyspiel.Game; None if there is none. The game knows where it comes from."""
    make = TRANSLATIONS.get(spiel.get_type().short_name)
    try:
        game = make(spiel.get_parameters()) if make else None
    except UNTRANSLATABLE:
        return None
    if game is not None:
        object.__setattr__(game, ORIGIN, str(spiel).removesuffix("()"))
    return game


def _breakthrough(given: Parameters) -> Game[Any] | None:
    """Breakthrough, in which OpenSpiel gives each player two rows of pieces if there are six rows or more."""
    rows, columns = given["rows"], given["columns"]
    return _example("breakthrough.py", "Breakthrough", rows, columns, 2 if rows > 5 else 1)


def _gomoku(given: Parameters) -> Game[Any] | None:
    """Lines of k on a cube of any dimension, if its sides are not joined."""
    if given["wrap"]:
        return None
    size, dimensions = given["size"], given["dims"]
    if dimensions == 2 and not given["anti"]:
        return mnk(size, size, given["connect"])
    return lines((size,) * dimensions, given["connect"], misere=given["anti"])


def _dots_and_boxes(given: Parameters) -> Game[Any] | None:
    """Dots and Boxes in which the difference in boxes counts."""
    if not given["utility_margin"]:
        return None
    return _example("dots_and_boxes.py", "DotsAndBoxes", given["num_rows"], given["num_cols"])


def _example(file: str, name: str, *arguments: int) -> Game[Any] | None:
    """A game of the folder examples; None if the folder is not there."""
    path = folder_of("examples") / file
    return class_in(str(path), name)(*arguments) if path.is_file() else None


TRANSLATIONS: Final[Mapping[str, Callable[[Parameters], Game[Any] | None]]] = {
    "breakthrough": _breakthrough,
    "connect_four": lambda given: connect(given["columns"], given["rows"], given["x_in_row"]),
    "dots_and_boxes": _dots_and_boxes,
    "gomoku": _gomoku,
    "mnk": lambda given: mnk(given["n"], given["m"], given["k"]),
    "nim": lambda given: nim(*map(int, given["pile_sizes"].split(";")), misere=given["is_misere"]),
    "tic_tac_toe": lambda given: mnk(3, 3, 3),
}
"""The game with the same rules, from the parameters of OpenSpiel's."""
