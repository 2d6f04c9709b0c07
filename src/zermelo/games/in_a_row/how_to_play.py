"""The titles and the rules of games of k in a row, for people."""

from __future__ import annotations

import math
from typing import Final

from zermelo.core.wording import joined
from zermelo.games.in_a_row.drawing import MARKS
from zermelo.games.titles import by, capitalised, in_words, several

KNOWN: Final[dict[tuple[tuple[int, ...], int], str]] = {((3, 3), 3): "Tic-tac-toe", ((4, 4, 4), 4): "Qubic"}
"""Boards without gravity that have a name of their own, by their shape and the length of a line."""

PLACES: Final = ("side by side", "in an unbroken row, column or diagonal", "in an unbroken straight line")
"""Where a line may run, on boards of one, of two, and of more dimensions."""

PUT: Final = "On your turn, put a stone on any empty cell."
DROP: Final = "On your turn, drop a stone into a column that is not full: it falls to the lowest free cell."
DRAW: Final = "If the board is full and nobody has such a line, the game is a draw."
THROUGH: Final = "A line may run in any direction, also diagonally and through the layers."


def title_of(shape: tuple[int, ...], length: int, *options: str, falls: bool = False) -> str:
    """The name of a board, or its size, then what is unlike the usual game: "Four in a row, 5 by 5, three players"."""
    size = by(*shape) if len(shape) > 1 else several(math.prod(shape), "cell")
    plain = f"{capitalised(in_words(length))} in a row, {size}"
    if falls:
        return ", ".join([plain, "with gravity", *options])
    return ", ".join([KNOWN.get((shape, length), plain), *options])


def rules_of(length: int, dimensions: int, *, players: int = 2, falls: bool = False, misere: bool = False) -> str:
    """The rules for players each of whom may complete a line."""
    turns = f"{joined(MARKS[:players])} take turns, and {MARKS[0]} moves first."
    others = "the other player wins" if players == 2 else "all others win"
    end = f"The first player with {_line(length, dimensions)} {f'loses, and {others}' if misere else 'wins'}."
    return " ".join([turns, DROP if falls else PUT, end, *_directions(dimensions), DRAW])


def weak_rules(length: int, dimensions: int) -> str:
    """The rules of the weak game, of Maker and Breaker."""
    turns = "Maker plays X and moves first, and Breaker plays O."
    put = "On your turn, put a stone on an empty cell of a line that Maker can still complete."
    end = (
        f"Maker wins with {_line(length, dimensions)}. Breaker wins by stopping every such line, and gains nothing from a "
        "line of O."
    )
    return " ".join([turns, put, end, *_directions(dimensions)])


def rules_of_sets(goal: str, turns: tuple[int, int, int], *, misere: bool, weak: bool) -> str:
    """The rules of a game of winning sets. `goal`: what a player with a set has. `turns`: see `winning_sets.Turns`."""
    opening, first, second = turns
    begin = "Maker plays X and moves first, and Breaker plays O." if weak else "X and O take turns, and X moves first."
    cell = "an empty cell of a winning set that Maker can still complete" if weak else "any empty cell"
    if turns == (1, 1, 1):
        put = f"On your turn, put a stone on {cell}."
    else:
        each = "each turn" if opening == first else f"the first turn and {in_words(first)} in each later one"
        put = f"X puts {several(opening, 'stone')} in {each}, and O {in_words(second)} in each turn. A stone goes on {cell}."
    if weak:
        end = f"Maker wins with stones on {goal}. Breaker wins by stopping every such set, and gains nothing from one of O."
    else:
        loses = "loses, and the other player wins" if misere else "wins"
        end = f"The first player with stones on {goal} {loses}. If the board is full and nobody has that, it is a draw."
    return f"{begin} {put} {end}"


def _line(length: int, dimensions: int) -> str:
    """A line in words: "three stones in an unbroken row, column or diagonal"."""
    return f"{several(length, 'stone')} {PLACES[min(dimensions, len(PLACES)) - 1]}"


def _directions(dimensions: int) -> list[str]:
    """The sentence about lines through layers, if the board has layers."""
    return [THROUGH] if dimensions > 2 else []
