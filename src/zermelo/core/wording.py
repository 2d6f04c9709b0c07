"""How refusals quote what was given: names with those that there are, and values cut where they are long."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable
from typing import Any, Final

LONGEST: Final = 60
"""Characters of a name that are quoted, and compared."""

MOST_DIGITS: Final = 40
"""Of a number that is quoted whole."""

MOST_QUOTED: Final = 500
"""Characters of a quotation that is left whole: large boards take as many."""

FIRST_DIGITS: Final = 10
"""Of a longer one."""


def unknown(
    what: str, name: Any, known: Iterable[str], *, where: str = "", also: Iterable[str] = (), listing: str = ""
) -> str:
    """Of a name that there is not: "There is no game 'nin'; did you mean nim? There are nim, kayles and chomp."

    `where` follows the name, as in "in mygame.py". `also`: other names for the same, which are not listed. `listing` goes
    in place of the list.
    """
    names = list(known)
    near = nearest(name, [*names, *also])
    listed = listing or f"there {'are' if len(names) > 1 else 'is'} {joined(names)}"
    said = " ".join(filter(None, ("There is no", what, shown(name), where)))
    return f"{said}; did you mean {near}? {listed[:1].upper()}{listed[1:]}." if near else f"{said}; {listed}."


def nearest(name: Any, known: Iterable[str], similar: float = 0.65) -> str:
    """The name most like this one, whatever the case of its letters; empty where none is so `similar`, from 0 to 1."""
    plain = {each.lower(): each for each in known}
    found = difflib.get_close_matches(str(name)[:LONGEST].lower(), plain, 1, similar) if isinstance(name, str) else []
    return plain[found[0]] if found else ""


def joined(names: Iterable[str]) -> str:
    """The names with commas between, and "and" before the last."""
    *others, last = list(names) or ["none"]
    return f"{', '.join(others)} and {last}" if others else last


def shown(value: Any) -> str:
    """A value as it is quoted: Python itself writes no integer of more than 4,300 digits."""
    if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        digits = int(value.bit_length() * math.log10(2))
        digits += abs(value) >= 10**digits
        first = abs(value) // 10 ** (digits - FIRST_DIGITS)
        return f"{'-' if value < 0 else ''}{_cut(str(first), digits)}"
    text = shortened(value if isinstance(value, str) else repr(value))
    told = text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
    return repr(told) if isinstance(value, str) else told


def shortened(text: str) -> str:
    """The text, numbers of very many digits and very long quotations cut after their first part."""
    text = re.sub(rf"\d{{{MOST_DIGITS + 1},}}", lambda found: _cut(found[0][:FIRST_DIGITS], len(found[0])), text)
    return re.sub(rf"'([^']{{{LONGEST}}})[^']{{{MOST_QUOTED - LONGEST},}}'", r"'\1...'", text)


def in_a_line(error: BaseException) -> str:
    """An exception, in one line that is not too long."""
    told = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    return told if len(told) <= MOST_QUOTED else f"{told[:MOST_QUOTED]}..."


def _cut(first: str, digits: int) -> str:
    return f"{first}... ({digits:,} digits)"


def names_in(text: str) -> list[str]:
    """The names of moves, with spaces or commas between."""
    return text.replace(",", " ").split()
