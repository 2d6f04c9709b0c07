"""The family `sets`: winning sets that are given by the user, or in a file."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import os
import re
from collections.abc import Iterable, Mapping, Sized
from pathlib import Path
from typing import Any, Final, cast

from zermelo.core.errors import BadGame
from zermelo.core.game import Game
from zermelo.core.integers import is_int, is_within
from zermelo.core.paths import check_readable
from zermelo.core.wording import joined, shown
from zermelo.games.in_a_row.drawing import MARKS, is_drawn
from zermelo.games.in_a_row.set_options import MOST_CELLS, MOST_SETS, check_number, made, named, options_of
from zermelo.games.in_a_row.winning_sets import MOST_LISTED, Places, Wording
from zermelo.games.titles import several

LONGEST: Final = 20
"""The most characters of a cell's name."""

MOST_BYTES: Final = 1 << 24
"""Of a file: much more than the most sets need."""

LISTED: Final = r"[A-Za-z0-9]+(?:/[A-Za-z0-9]+)+"
"""Winning sets in a list: "123/145". The name of a file in a folder needs a dot: "games/fano.json"."""


def sets(
    cells: Any,
    lines: Iterable[Iterable[Any]] | None = None,
    misere: bool | int = False,
    weak: bool | int = False,
    bias: str = "1:1",
    opening: int | None = None,
    x: Iterable[Any] = (),
    o: Iterable[Any] = (),
) -> Game[Any]:
    """Two players take cells in turn, and whoever first holds all cells of a winning set wins.

    - `cells`: how many there are, their names, or for each name the row and the column where it is drawn. Without `lines`,
      the winning sets themselves, "123/145/167", where each cell is a letter or a digit; or the name of a JSON file.
    - `lines`: the winning sets, each as the names of its cells.
    - `misere`: whoever first holds a winning set loses.
    - `weak`: only the first player, Maker, wins by holding a winning set; Breaker wins by preventing that.
    - `bias`: how many cells the first and the second player take in each turn: "2:1".
    - `opening`: how many the first player takes in the first turn, if not as many as in the others.
    - `x`, `o`: cells that belong to the first and to the second player before the first move.

    A file contains a JSON object with the keys `cells` and `sets` and, if you like, `x` and `o`. A set that contains another
    one has no effect, and is left out. Raises BadGame, and BadOption if there is no such file.
    """
    options = options_of("sets", misere, weak, bias, opening)
    if lines is None:
        before = {key: str(own) if is_int(own) else own for key, own in (("x", x), ("o", o)) if own != ()}
        written = {key: "".join(map(str, own)) if isinstance(own, list | tuple) else own for key, own in before.items()}
        name = named("sets", options, cells, *(f"{key}={own}" for key, own in written.items()))
        given = _listed(cells, before) or _read(cells, before)
        cells, lines, x, o = given["cells"], given["sets"], given.get("x", ()), given.get("o", ())
    else:
        name = ""
    places = _places(cells)
    number = {called: place for place, called in enumerate(places.names)}
    listed = _list("the winning sets", lines)
    check_number("sets", "winning sets", len(listed))
    winning = [_cells(f"winning set {place}", line, number) for place, line in enumerate(listed, start=1)]
    for place, line in enumerate(winning, start=1):
        if not line:
            raise BadGame(f"sets: winning set {place} is empty; a set has at least one cell.")
    beforehand = _cells("x", x, number), _cells("o", o, number)
    size = several(len(places.names), "cell"), several(len(winning), "set")
    digest = hashlib.sha256(repr((places, winning, beforehand)).encode()).hexdigest()[:8]
    name = name or named("sets", options, *size, digest)
    shown_sets = [" ".join(places.names[cell] for cell in line) for line in winning[:MOST_LISTED]]
    more = f", and {len(winning) - MOST_LISTED:,} more" if len(winning) > MOST_LISTED else ""
    goal = f"all cells of a winning set ({', '.join(shown_sets)}{more})"
    wording = Wording(name, options.title(f"Winning sets on {size[0]}"), goal)
    return made(wording, places, winning, options, beforehand)


def _listed(text: Any, before: Mapping[str, Any]) -> dict[str, Any] | None:
    """The cells and sets in a list like 123/145/167, and the cells taken `before`; None if it is no such list."""
    if not isinstance(text, str) or not re.fullmatch(LISTED, text):
        return None
    taken = {key: [*own] if isinstance(own, str) else own for key, own in before.items()}
    return {"cells": sorted(set(text) - {"/"}), "sets": [[*word] for word in text.split("/")], **taken}


def _read(file: Any, before: Mapping[str, Any]) -> dict[str, Any]:
    """The object in a JSON file. Raises BadGame, BadOption."""
    if not isinstance(file, str | os.PathLike):
        raise BadGame(
            "sets: the winning sets are missing; give them, or all as a list like 12/23, or the name of a file."
        )
    if before:
        raise BadGame(f"sets: cells that are taken before the first move are in the file, under {joined(before)}.")
    path = Path(os.fspath(cast("str | os.PathLike[str]", file))).expanduser()
    check_readable(path)
    with path.open("rb") as opened:
        content = opened.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BadGame(f"sets: {str(path)!r} is larger than {MOST_BYTES:,} bytes, so it has more sets than are allowed.")
    try:
        given = json.loads(content, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise BadGame(f"sets: {str(path)!r} is not JSON: {error}.") from None
    if not isinstance(given, dict) or not {"cells", "sets"} <= set(cast("dict[str, Any]", given)):
        raise BadGame(f"sets: {str(path)!r} needs a JSON object with the keys cells and sets.")
    if more := set(cast("dict[str, Any]", given)) - {"cells", "sets", "x", "o"}:
        raise BadGame(f"sets: {str(path)!r} has an unknown key, {shown(min(more))}; the keys are cells, sets, x and o.")
    return cast("dict[str, Any]", given)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object. Raises BadGame if a key comes twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise BadGame(f"sets: the file has the key {shown(max(keys, key=keys.count))} more than once in an object.")
    return found


def _places(cells: Any) -> Places:
    if is_int(cells):
        cells = [str(number + 1) for number in range(min(cells, MOST_CELLS + 1))]
    if isinstance(cells, Mapping):
        named_cells = cast("Mapping[Any, Any]", cells)
        at = tuple(_place(name, place) for name, place in named_cells.items())
        given = list(named_cells)
    else:
        given = _list("the cells", cells)
        across = math.isqrt(max(len(given) - 1, 0)) + 1
        at = tuple(divmod(number, across) for number in range(len(given)))
    if not 1 <= len(given) <= MOST_CELLS:
        raise BadGame(f"sets: a game has 1 to {MOST_CELLS} cells; these are {'none' if not given else 'more'}.")
    if len(set(at)) < len(at):
        raise BadGame("sets: two cells have the same place.")
    names = tuple(map(_name, given))
    lowered = [name.lower() for name in names]
    for name in names:
        if lowered.count(name.lower()) > 1:
            raise BadGame(f"sets: two cells are named {name}.")
    return Places(names, at)


def _place(name: Any, at: Any) -> tuple[int, int]:
    """The row and the column of a cell. Raises BadGame."""
    if isinstance(at, list | tuple):
        numbers = cast("list[Any]", at)
        if len(numbers) == 2 and all(is_within(number, 0, MOST_CELLS) for number in numbers):
            return int(numbers[0]), int(numbers[1])
    raise BadGame(
        f"sets: the place of cell {shown(name)} is {shown(at)}; it must be a row and a column, from 0 to {MOST_CELLS}."
    )


def _name(given: Any) -> str:
    """The name of a cell. Raises BadGame."""
    name = str(given) if is_int(given) else given
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST or not name.isprintable() or set(name) & set(" ,;/"):
        raise BadGame(
            f"sets: {shown(given)} is not a name for a cell: a name has 1 to {LONGEST} printable characters, without spaces "
            ", ; and /."
        )
    if is_drawn(name, MARKS[:2]):
        raise BadGame(f"sets: {shown(given)} is not a name for a cell: it would be read as stones on a board.")
    return name


def _list(what: str, given: Any) -> list[Any]:
    """The items. Raises BadGame if it is not a list."""
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise BadGame(f"sets: {what} must be a list, not {shown(given)}.")
    items = cast("Iterable[Any]", given)
    return list(items if isinstance(items, Sized) else itertools.islice(items, MOST_SETS + 1))


def _cells(what: str, given: Any, number: Mapping[str, int]) -> tuple[int, ...]:
    """The numbers of these cells, in order. Raises BadGame."""
    found: list[int] = []
    for cell in _list(what, given):
        text = str(cell) if is_int(cell) else cell
        if not isinstance(text, str) or text not in number:
            raise BadGame(f"sets: {what} has {shown(cell)}, which is not the name of a cell.")
        if number[text] in found:
            raise BadGame(f"sets: {what} has {shown(cell)} twice.")
        found.append(number[text])
    return tuple(sorted(found))
