"""The titles and the rules of games of k in a row, for people."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from zermelo.core.board import MARKS
from zermelo.core.wording import joined
from zermelo.games.titles import by, capitalised, in_words, several

if TYPE_CHECKING:
    from zermelo.games.in_a_row.drawing import Drawing

KNOWN: Final[dict[tuple[tuple[int, ...], int], str]] = {((3, 3), 3): "Tic-tac-toe", ((4, 4, 4), 4): "Qubic"}
"""Boards without gravity that have a name of their own, by their shape and the length of a line."""


def title_of(shape: tuple[int, ...], length: int, *options: str, falls: bool = False) -> str:
    """The name of a board, or its size, then what is unlike the usual game: "Four in a row, 5 by 5, three players"."""
    size = by(*shape) if len(shape) > 1 else several(math.prod(shape), "cell")
    plain = f"{capitalised(in_words(length))} in a row, {size}"
    if falls:
        return ", ".join([plain, "with gravity", *options])
    return ", ".join([KNOWN.get((shape, length), plain), *options])


def rules_of(game: Drawing) -> str:
    """The rules of a game of lines, or of winning sets."""
    what, goal = game.what, game.goal()
    if not game.both_complete:
        put = _put(game, f"an empty cell of a {what} that Maker can still complete")
        return (
            f"Maker plays X and moves first, and Breaker plays O. {put} Maker wins with {goal.removesuffix(',')}. "
            f"Breaker wins by stopping every such {what}, and gains nothing from a {what} of O."
        )
    others = "the other player wins" if game.players == 2 else "all others win"
    return (
        f"{joined(MARKS[: game.players])} take turns, and {MARKS[0]} moves first. {_put(game, 'any empty cell')} "
        f"The first player with {goal} {f'loses, and {others}' if game.misere else 'wins'}. "
        f"If the board is full and nobody has such a {what}, the game is a draw."
    )


def _put(game: Drawing, cell: str) -> str:
    """How to move; `cell`: where a stone goes if it does not fall."""
    opening, first, second = game.turns
    if game.falls:
        return "On your turn, drop a stone into a column that is not full: it falls to the lowest free cell."
    if game.turns == (1, 1, 1):
        return f"On your turn, put a stone on {cell}."
    each = "each turn" if opening == first else f"the first turn and {in_words(first)} in each later one"
    return (
        f"X puts {several(opening, 'stone')} in {each}, and O {in_words(second)} in each turn. A stone goes on {cell}."
    )
