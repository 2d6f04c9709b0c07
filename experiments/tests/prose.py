"""The numbers in an answer, and the committed rows that they are compared with."""

from __future__ import annotations

import re

from experiments.answers import FOLDER, RESULTS
from experiments.rows import read
from experiments.study import Row

WORDS = (
    *("zero", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
    *("fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty"),
    *("sixty", "seventy", "eighty", "ninety", "hundred", "thousand", "million", "billion", "dozen"),
    *("half", "halves", "third", "quarter", "tenth", "twice", "double", "twofold", "threefold", "tenfold"),
)
"""Not "one", "once" and "first", which are seldom numbers."""

NUMBER = re.compile(rf"[\w-]*\d[\w.,^/]*(?: ?%)?|\b(?:{'|'.join(WORDS)})s?\b", re.IGNORECASE)
"""Words that contain a digit, with their % sign; words for numbers."""


def numbers_in(text: str) -> list[str]:
    """The numbers in Markdown, as they are written, in lower case; targets of links are ignored."""
    return [word.rstrip(".,").lower() for word in NUMBER.findall(re.sub(r"\]\([^)]*\)", "]", text))]


def numbers_of(name: str) -> list[str]:
    """The numbers in the answer of a study."""
    return numbers_in((FOLDER / f"{name}.md").read_text(encoding="utf-8"))


def rows_of(name: str) -> list[Row]:
    """The committed rows of a study."""
    return read(RESULTS / f"{name}.jsonl")[1]


def spelled(count: int) -> str:
    """2 to 20 in words."""
    return WORDS[count - 1]
