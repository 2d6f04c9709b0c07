"""Winning sets of any shape on any cells, for two players: stones go on any empty cell, with lemmas.

The players put stones in turn, player 0 first, each so many in a turn. Who first has stones on all cells of a set wins;
misere, loses. A full board is a draw. In the weak game only player 0 wins by a set, and player 1 has won when each set has a
stone of his; stones go on sets that have none, for one elsewhere would be wasted, which never helps.

Parameters: {"cells": 9, "sets": [[0, 1, 2], [3, 4, 5]], "misere": false, "weak": false, "turns": [1, 1, 1], "x": [],
"o": [], "images": []}; the turns are how many stones player 0 puts in the first turn, player 0 in a later one, and player 1;
"x" and "o" are cells where players 0 and 1 have stones before the first move. Each of "images" is a list of the cells that
come where the cells were; it leaves those stones in place. The images of an image are images, too; and all images of a set
are winning sets.
Moves: the number of the cell.
State: the stones of player 0, then those of player 1: as bit masks of the cells, 63 cells an integer.

Lemmas, if a turn has one stone: a number, and so many cells. For a claim of 0, or of a win of player 1 in the weak game,
pairs of empty cells such that every set without a stone of the player's has a pair: he answers one cell of a pair by the
other, so nobody else completes a set. For any other win, stones of the player's and the other's in turn, the player's first.
Each of his threatens to complete a set on the next cell, where the other must put a stone, for he has no set to complete
himself; the player's last stone completes one.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterator
from typing import Any

State = tuple[int, ...]

MOST_IMAGES = 1000
MOST_SETS = 4096

misere: bool
weak: bool
cells: range
sets: set[int]
"""The cells of each set, as a bit mask."""
turns: list[int]
"""How many stones player 0 puts in the first turn, player 0 in a later one, and player 1."""
placed: int
"""How many stones there are before the first move."""
images: list[Callable[[list[int]], tuple[int, ...]]]
"""For each symmetry, what comes where the cells were."""


def start(game: dict[str, Any]) -> State:
    """The board before the first move."""
    global misere, weak, turns, cells, sets, placed, images
    count, misere, weak, turns = game["cells"], game["misere"], game["weak"], game["turns"]
    if len(game) != 8 or not (type(count) is int and 1 <= count <= 512) or not (type(misere) is type(weak) is bool):
        raise ValueError("the parameters are cells, 1 to 512, sets, misere, weak, turns, x, o and images")
    if len(turns) != 3 or not all(type(number) is int and number > 0 for number in turns):
        raise ValueError("turns are three positive numbers")
    cells = range(count)
    every: list[list[int]] = [*game["sets"], game["x"], game["o"]]
    if not all(type(cell) is int and cell in cells for some in every for cell in some):
        raise ValueError("a cell is a number below the number of cells")
    if not all(len({*some}) == len(some) for some in every) or not all(game["sets"]) or (misere and weak):
        raise ValueError("a set has a cell, no list has a cell twice, and a weak game is not misere")
    for image in game["images"]:
        if sorted(image) != [*cells] or any({image[cell] for cell in own} != {*own} for own in (game["x"], game["o"])):
            raise ValueError("an image has every cell once, and leaves the stones in place")
    group = closed(game["images"])
    sets = set()
    for some in game["sets"]:
        if mask(some) not in sets:
            sets |= {mask([image[cell] for cell in some]) for image in group}
        if len(sets) > MOST_SETS:
            raise ValueError(f"there are at most {MOST_SETS} sets")
    images = [operator.itemgetter(*image) for image in group] if count > 1 else [tuple]
    first, second = mask(game["x"]), mask(game["o"])
    placed = len(game["x"]) + len(game["o"])
    if first & second:
        raise ValueError("no cell has two stones")
    return packed(first, second)


def closed(few: list[list[int]]) -> set[tuple[int, ...]]:
    """These images, their images, and so on, and the cells as they are."""
    found, new = {(*cells,)}, [(*cells,)]
    while new and len(found) <= MOST_IMAGES:
        last = new.pop()
        more = {tuple([image[cell] for cell in last]) for image in few} - found
        found |= more
        new += more
    if new:
        raise ValueError(f"there are at most {MOST_IMAGES} images")
    return found


def mask(some: list[int]) -> int:
    """These cells as a bit mask."""
    return sum(1 << cell for cell in some)


def packed(first: int, second: int) -> State:
    """The state with these stones."""
    return tuple(stones >> low & (1 << 63) - 1 for stones in (first, second) for low in range(0, len(cells), 63))


def stones(state: State) -> tuple[int, int]:
    """Those of player 0, and those of player 1."""
    half = len(state) // 2
    first, second = (sum(part << 63 * i for i, part in enumerate(own)) for own in (state[:half], state[half:]))
    return first, second


def to_move(state: State) -> int:
    """In turn, player 0 first."""
    opening, first, second = turns
    later = sum(part.bit_count() for part in state) - placed - opening
    return int(later >= 0 and later % (first + second) < second)


def moves(state: State) -> list[int]:
    """The empty cells; in the weak game those of a set without player 1."""
    first, second = stones(state)
    free = ~(first | second)
    if weak:
        free &= functools.reduce(lambda union, some: union | some, [some for some in sets if not some & second], 0)
    return [cell for cell in cells if free >> cell & 1]


def apply(state: State, move: int) -> State:
    """A stone on the cell."""
    first, second = stones(state)
    return packed(first | 1 << move, second) if to_move(state) == 0 else packed(first, second | 1 << move)


def result(state: State) -> int | None:
    """1 for a win of player 0, -1 for one of player 1, 0 for a draw."""
    first, second = stones(state)
    if any(some & first == some for some in sets):
        return -1 if misere else 1
    if weak:
        return None if any(not some & second for some in sets) else -1
    if any(some & second == some for some in sets):
        return 1 if misere else -1
    return 0 if (first | second).bit_count() == len(cells) else None


def canonical(state: State) -> State:
    """The least of the images, cell by cell."""
    first, second = stones(state)
    board = [(first >> cell & 1) + 2 * (second >> cell & 1) for cell in cells]
    least = min(image(board) for image in images)
    return packed(*(sum(1 << cell for cell, stone in enumerate(least) if stone == own) for own in (1, 2)))


def lemma(state: State, claim: dict[str, int], stream: Iterator[int]) -> bool:
    """Whether the lemma that the stream tells holds."""
    named = [next(stream, -1) for _ in range(next(stream, 1))]
    mover, both = to_move(state), stones(state)
    if misere or turns != [1, 1, 1] or mover != claim["player"] or "within" in claim:
        return False
    if claim["at_least"] == (1 if weak else 0) and not (weak and mover == 0):  # Breaker is player 1
        return paired(both[mover], both[1 - mover], named)
    return claim["at_least"] == 1 and wins(both[mover], both[1 - mover], named)


def paired(mine: int, theirs: int, named: list[int]) -> bool:
    """Whether these are pairs of empty cells, one in each set without a stone of mine."""
    free = {cell for cell in cells if not (mine | theirs) >> cell & 1}
    if len(named) % 2 or len({*named}) < len(named) or not {*named} <= free:
        return False
    pairs = [1 << one | 1 << other for one, other in zip(named[::2], named[1::2], strict=True)]
    return all(some & mine or any(some & pair == pair for pair in pairs) for some in sets)


def wins(mine: int, theirs: int, named: list[int]) -> bool:
    """Whether I, who am to move, win by these stones of mine and forced replies."""
    for number, cell in enumerate(named):
        if cell not in cells or (mine | theirs) >> cell & 1:
            return False
        if number % 2:
            if not threats(mine, theirs) >> cell & 1:
                return False
            theirs |= 1 << cell
        elif threats(mine, theirs) >> cell & 1:
            return number == len(named) - 1
        else:
            mine |= 1 << cell
            if not weak and threats(theirs, mine):
                return False
    return False


def threats(mine: int, theirs: int) -> int:
    """The empty cells that would complete a set of mine."""
    return sum({left for some in sets if not (left := some & ~mine) & left - 1 and not left & theirs})
