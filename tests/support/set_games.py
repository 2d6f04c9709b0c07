"""Games of winning sets by their rules alone, for comparison: plain recursion over sets of cells."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, NamedTuple

from zermelo import Game
from zermelo.core.errors import BadGame
from zermelo.games import sets as game_of_sets

KINDS = ("strong", "misere", "weak")
TURNS = ((2, 2, 1), (1, 1, 2), (2, 2, 3), (1, 2, 2), (3, 1, 1))
"""How many cells the first player takes in the first turn, and in later ones, and the second player in each."""

Cells = frozenset[int]


class Rules(NamedTuple):
    """Cells, numbered from 0; the winning sets; one of KINDS; one of TURNS; who has cells before the first move."""

    cells: int
    sets: tuple[Cells, ...]
    kind: str
    turns: tuple[int, int, int] = (1, 1, 1)
    first: Cells = frozenset()
    second: Cells = frozenset()


class Stand(NamedTuple):
    """The cells of the players, whose turn it is, and how many cells are left to take in it."""

    first: Cells
    second: Cells
    turn: int
    left: int


def start(rules: Rules) -> Stand:
    """The position before the first move."""
    return Stand(rules.first, rules.second, 0, rules.turns[0])


def after(rules: Rules, stand: Stand, cell: int) -> Stand:
    """The position after a cell is taken."""
    first, second, turn, left = stand
    first, second = (first | {cell}, second) if turn == 0 else (first, second | {cell})
    return Stand(first, second, turn, left - 1) if left > 1 else Stand(first, second, 1 - turn, rules.turns[2 - turn])


def over(rules: Rules, stand: Stand) -> int | None:
    """What the first player gets; None while the game is not over."""
    holds = [any(some <= own for some in rules.sets) for own in (stand.first, stand.second)]
    if rules.kind == "weak":
        if holds[0] or all(some & stand.second for some in rules.sets):
            return 1 if holds[0] else -1
    elif any(holds):
        return 1 if holds[0] == (rules.kind == "strong") else -1
    return 0 if len(stand.first | stand.second) == rules.cells else None


def value(rules: Rules, stand: Stand) -> int:
    """The value for the player to move."""

    @cache
    def of_first(stand: Stand) -> int:
        result = over(rules, stand)
        if result is not None:
            return result
        free = frozenset(range(rules.cells)) - stand.first - stand.second
        return (min if stand.turn else max)(of_first(after(rules, stand, cell)) for cell in free)

    return -of_first(stand) if stand.turn else of_first(stand)


def some_game(
    seed: int, kind: str, turns: tuple[int, int, int] = (1, 1, 1), sizes: tuple[int, int] = (1, 10)
) -> tuple[Game[Any], Rules] | None:
    """A game of random sets and its rules. None if a player holds a set beforehand.

    `sizes`: the least and the greatest number of cells.
    """
    rng = random.Random(seed)
    cells = rng.randint(*sizes)
    sets = [rng.sample(range(cells), rng.randint(1, min(cells, 4))) for _ in range(rng.randint(1, 12))]
    placed = rng.sample(range(cells), rng.choice((0, 0, 0, min(2, cells - 1), min(3, cells - 1))))
    cut = rng.randint(0, len(placed))
    names, x, o = [names_of(some) for some in sets], placed[:cut], placed[cut:]
    options: Any = {"bias": f"{turns[1]}:{turns[2]}", "opening": turns[0], "x": names_of(x), "o": names_of(o)}
    options |= {kind: True} if kind != "strong" else {}
    try:
        game = game_of_sets(cells, names, **options)
    except BadGame as error:
        if "the game is over" in str(error):
            return None
        raise
    return game, Rules(cells, tuple(map(frozenset, sets)), kind, turns, frozenset(x), frozenset(o))


def names_of(cells: list[int]) -> list[str]:
    """The names of these cells, which are numbered from 1."""
    return [str(cell + 1) for cell in cells]
