"""Words for games: numbers and sizes of boards, for titles and rules, and the names of squares."""

from __future__ import annotations

import re
from typing import Final

NUMBERS: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def in_words(number: int) -> str:
    """A number up to twelve as a word, a larger one in digits."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number:,}"


def several(number: int, one: str) -> str:
    """A number in words with its noun: "one stone", "three stones"."""
    return f"{in_words(number)} {one if number == 1 else f'{one}s'}"


def by(*sides: int) -> str:
    """The size of a board: "3 by 4"."""
    return " by ".join(map(str, sides))


def capitalised(text: str) -> str:
    """The text with a capital first letter; the others stay as they are."""
    return text[:1].upper() + text[1:]


LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
"""The names of columns."""


def square_name(row: int, column: int) -> str:
    """The column's letter and the row's number, counted from 1: "c2"."""
    return f"{LETTERS[column]}{row + 1}"


def square_in(text: str, rows: int, columns: int) -> tuple[int, int] | None:
    """The row and the column of the square with this name; None if there is none on the board."""
    found = re.fullmatch(r"([a-z])([1-9][0-9]?)", text.strip().lower())
    square = (int(found[2]) - 1, LETTERS.index(found[1])) if found else (rows, columns)
    return square if square[0] < rows and square[1] < columns else None
