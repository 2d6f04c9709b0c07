"""Messages about names: which one was probably meant, and which there are."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def unknown(what: str, name: str, known: Iterable[str], listing: str = "") -> str:
    """As "There is no experiment 'chian'; did you mean chain? The choices are ..."; `listing` replaces the choices."""
    names = list(known)
    near = difflib.get_close_matches(name, names, 1)
    choices = listing or f"the choices are {joined(names)}"
    if near:
        return f"There is no {what} {name!r}; did you mean {near[0]}? {choices[0].upper()}{choices[1:]}."
    return f"There is no {what} {name!r}; {choices}."


def joined(names: Iterable[str]) -> str:
    """As "one, two and three"."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
