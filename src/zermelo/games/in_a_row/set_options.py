"""How the games of winning sets are made: their options, and the sets that count."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from zermelo.core.errors import BadGame
from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.wording import shown
from zermelo.games.arguments import flag
from zermelo.games.in_a_row.biased import BiasedSets
from zermelo.games.in_a_row.drawing import Turns
from zermelo.games.in_a_row.winning_sets import Places, StrongSets, WeakSets, Wording
from zermelo.games.titles import several

MOST_CELLS: Final = 512
MOST_SETS: Final = 4096


class SetOptions(NamedTuple):
    """How the game is won, and how many cells each player takes in a turn."""

    misere: bool
    weak: bool
    turns: Turns

    def unlike(self) -> dict[str, str]:
        """What is unlike the usual game: in the name of the game, and in its title."""
        opening, first, second = self.turns
        found = {"misere=1": "misère"} if self.misere else {}
        found |= {"weak=1": "Maker and Breaker"} if self.weak else {}
        found |= {f"bias={first}:{second}": f"bias {first}:{second}"} if (first, second) != (1, 1) else {}
        return found | (
            {f"opening={opening}": f"{several(opening, 'cell')} in the first turn"} if opening != first else {}
        )

    def title(self, plain: str) -> str:
        return ", ".join([plain, *self.unlike().values()])


def options_of(family: str, misere: Any, weak: Any, bias: Any, opening: Any) -> SetOptions:
    """The options. Raises BadGame."""
    options = SetOptions(flag(family, "misere", misere), flag(family, "weak", weak), _turns(family, bias, opening))
    if options.misere and options.weak:
        raise BadGame(f"{family}: a weak game is not misère.")
    return options


def _turns(family: str, bias: Any, opening: Any) -> Turns:
    """How many cells are taken in each turn. Raises BadGame."""
    found = re.fullmatch(r"([1-9][0-9]{0,2}):([1-9][0-9]{0,2})", bias, re.ASCII) if isinstance(bias, str) else None
    if found is None:
        raise BadGame(
            f"{family}: bias = {shown(bias)} does not say how many cells each player takes in a turn; it looks like 2:1."
        )
    first, second = int(found[1]), int(found[2])
    if opening is not None and not is_within(opening, 1, MOST_CELLS):
        raise BadGame(f"{family}: opening = {shown(opening)} is not a number of cells from 1 to {MOST_CELLS}.")
    return Turns(first if opening is None else opening, first, second)


def check_number(family: str, what: str, count: int) -> None:
    """Raise BadGame if there are too many winning sets, called `what`."""
    if count > MOST_SETS:
        raise BadGame(f"{family}: there are {count:,} {what}; at most {MOST_SETS:,} are allowed.")


def named(family: str, options: SetOptions, *args: Any) -> str:
    return f"{family}({','.join([*map(str, args), *options.unlike()])})"


def made(
    wording: Wording,
    places: Places,
    winning: Iterable[tuple[int, ...]],
    options: SetOptions,
    beforehand: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
) -> Game[Any]:
    """The game. `beforehand`: the cells of each player before the first move.

    Raises BadGame if there are too many sets, or a player has one before the first move.
    """
    family, sets = wording.name.partition("(")[0], list(winning)
    check_number(family, "winning sets", len(sets))
    first, second = beforehand
    if set(first) & set(second):
        raise BadGame(f"{family}: a cell belongs to both players before the first move.")
    least = _least(sets)
    winners = [first] if options.weak else beforehand
    if any(set(own).issuperset(cells) for cells in least for own in winners):
        raise BadGame(f"{family}: a player holds a winning set before the first move, so the game is over.")
    if options.turns != (1, 1, 1):
        return BiasedSets(wording, places, least, options.misere, first, second, options.turns, options.weak)
    if options.weak:
        return WeakSets(wording, places, least, False, first, second)
    return StrongSets(wording, places, least, options.misere, first, second)


def _least(winning: Iterable[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """The sets that contain no other one, in order."""
    kept: list[frozenset[int]] = []
    for cells in sorted({frozenset(cells) for cells in winning}, key=len):
        if not any(other <= cells for other in kept):
            kept.append(cells)
    return tuple(sorted(tuple(sorted(cells)) for cells in kept))
