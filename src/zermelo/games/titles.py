"""Words for the titles and the rules of games: numbers, and sizes of boards."""

from __future__ import annotations

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


def several(number: int, one: str) -> str:
    """A number in words with its noun: "one stone", "three stones"."""
    return f"{in_words(number)} {one if number == 1 else f'{one}s'}"


def by(*sides: int) -> str:
    """The size of a board: "3 by 4"."""
    return " by ".join(map(str, sides))


def capitalised(text: str) -> str:
    """The text with a capital first letter; the others stay as they are."""
    return text[:1].upper() + text[1:]
