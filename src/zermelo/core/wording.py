"""The wording of error messages: unknown names with the names that exist, quoted values shortened."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from zermelo.core.errors import RAISED

LONGEST: Final = 60
"""The number of characters of a name that are quoted and compared."""

MOST_DIGITS, FIRST_DIGITS = 40, 10
"""The most digits of a number that is quoted in full, and the digits that are shown of a longer one."""

MOST_QUOTED: Final = 500
"""The most characters of a quotation that is not shortened: large boards need that."""

LABEL: Final = 9
"""The columns for the label of a row."""


def unknown(
    what: str, name: Any, known: Iterable[str], *, where: str = "", also: Iterable[str] = (), listing: str = ""
) -> str:
    """The message about an unknown name: "There is no game 'nin'; did you mean nim? The choices are nim, kayles and chomp."

    `what` is the kind of thing, and `where` follows the name, as in "in mygame.py". `known` are the names that exist, `also`
    other names for the same things, which are suggested and not listed. `listing` replaces the list of names.
    """
    names = list(known)
    near = nearest(name, [*names, *also])
    choices = listing or _choices(names)
    problem = " ".join(filter(None, ("There is no", what, shown(name), where)))
    return f"{problem}; did you mean {near}? {choices[:1].upper()}{choices[1:]}." if near else f"{problem}; {choices}."


def _choices(names: list[str]) -> str:
    if len(names) > 1:
        return f"the choices are {joined(names)}"
    return f"the only choice is {names[0]}" if names else "there is none"


def nearest(name: Any, known: Iterable[str], similar: float = 0.65) -> str:
    """The known name most like `name`, ignoring case; empty if none reaches the similarity `similar`, 0 to 1."""
    plain = {each.lower(): each for each in known}
    matches = difflib.get_close_matches(str(name)[:LONGEST].lower(), plain, 1, similar) if isinstance(name, str) else []
    return plain[matches[0]] if matches else ""


def joined(names: Iterable[object], word: str = "and") -> str:
    """The names as a list in a sentence, "a, b and c", with this word before the last; "none" if there are none."""
    *others, last = list(map(str, names)) or ["none"]
    return f"{', '.join(others)} {word} {last}" if others else last


def abridged(line: str, most: int = 400) -> str:
    """A line for people, without its middle if it is longer than this."""
    return line if len(line) <= most else f"{line[: most // 2]} ... {line[-most // 2 :]}"


def shown(value: Any) -> str:
    """A value as quoted in a message, shortened if it is long. Python cannot print integers of more than 4,300 digits."""
    if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        digits = int(value.bit_length() * math.log10(2))
        digits += abs(value) >= 10**digits
        first = abs(value) // 10 ** (digits - FIRST_DIGITS)
        return f"{'-' if value < 0 else ''}{_cut(str(first), digits)}"
    text = shortened(value if isinstance(value, str) else _repr(value))
    text = text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
    return repr(text) if isinstance(value, str) else text


def _repr(value: Any) -> str:
    """The repr of a value, or its type if that fails: it may be of a class of the user's."""
    try:
        return repr(value)
    except RAISED:
        return f"<{type(value).__name__}>"


def shortened(text: str) -> str:
    """The text with very long numbers and quotations shortened to their beginning."""
    text = re.sub(rf"\d{{{MOST_DIGITS + 1},}}", lambda number: _cut(number[0][:FIRST_DIGITS], len(number[0])), text)
    return re.sub(rf"'([^']{{{LONGEST}}})[^']{{{MOST_QUOTED - LONGEST},}}'", r"'\1...'", text)


Row = tuple[str, str | Sequence[str]]
"""A label and its text. A text may be given in parts, which are joined with commas."""


def labelled(rows: Iterable[Row]) -> str:
    """One line for each row, the text in column 10; rows with an empty text are left out."""
    return "\n".join(
        f"{label:<{LABEL}}{text if isinstance(text, str) else ', '.join(text)}" for label, text in rows if text
    )


def counted(number: int, one: str, several: str = "") -> str:
    """A number with its unit: 1 node, 2 nodes; `several` if the plural has another ending."""
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"


def in_a_line(error: BaseException) -> str:
    """An exception as one line of limited length: its type and its message, if it has one that can be read."""
    try:
        message = str(error)
    except RAISED:
        message = ""
    line = " ".join(f"{type(error).__name__}: {message}".split()).removesuffix(":")
    return line if len(line) <= MOST_QUOTED else f"{line[:MOST_QUOTED]}..."


def _cut(first: str, digits: int) -> str:
    return f"{first}... ({digits:,} digits)"


def names_in(text: str) -> list[str]:
    """The names of moves in a string, separated by spaces or commas."""
    return text.replace(",", " ").split()
