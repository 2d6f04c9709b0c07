"""Words for the titles and the rules of games: numbers, sizes of boards, lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

NUMBERS: Final = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def in_words(number: int) -> str:
    """A number up to twelve as a word, a larger one in digits."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number:,}"


def several(number: int, one: str, more: str = "") -> str:
    """A number with its noun: "one stone", "three stones"; `more` if the plural has another ending."""
    return f"{in_words(number)} {one if number == 1 else more or f'{one}s'}"


def by(*sides: int) -> str:
    """The size of a board: "3 by 4"."""
    return " by ".join(map(str, sides))


def either(names: Iterable[object]) -> str:
    """A choice in a sentence: "1, 2 or 3"."""
    *others, last = map(str, names)
    return f"{', '.join(others)} or {last}" if others else last


def capitalised(text: str) -> str:
    """The text with a capital first letter; the others stay as they are."""
    return text[:1].upper() + text[1:]
