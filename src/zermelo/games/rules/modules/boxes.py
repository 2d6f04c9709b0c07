"""k in a row on a box of any number of dimensions, for two players: stones go on any empty cell, with lemmas.

The players put stones in turn, player 0 first. Who first has k stones in a line, straight along an axis or diagonally
through any of them, wins; a full board is a draw.

Parameters: {"shape": [4, 4, 4], "k": 4}; mnk(m, n, k) is the shape [m, n].
Moves: the number of the cell, in the order of the shape, the last axis fastest.
State: the stones of player 0, then those of player 1: as bit masks of the cells, 63 cells an integer.

Lemmas: a number, and so many cells. For a claim of 0, pairs of empty cells such that every line without a stone of the
player's has a pair: he answers one cell of a pair by the other, so nobody else completes a line. For 1, stones of the
player's and the other's in turn, the player's first. Each of his threatens to complete a line on the next cell, where the
other must put a stone, for he has no line to complete himself; the player's last stone completes one.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any

State = tuple[int, ...]

cells: range
lines: set[int]
"""The k cells of each line, as a bit mask."""
images: list[Callable[[list[int]], tuple[int, ...]]]
"""For each symmetry, what comes where the cells were."""


def start(game: dict[str, Any]) -> State:
    """The empty board."""
    global cells, lines, images
    shape: list[int] = game["shape"]
    k: int = game["k"]
    sane = len(game) == 2 and 1 <= len(shape) <= 6 and all(type(n) is int and 1 <= n <= 19 for n in (k, *shape))
    if not sane or math.prod(shape) > 512:
        raise ValueError("a board has 1 to 6 axes of 1 to 19 cells, 512 cells in all at most, and k is 1 to 19")
    points = [*itertools.product(*map(range, shape))]
    at = {point: cell for cell, point in enumerate(points)}
    cells = range(len(points))
    # each line is found twice, from either end
    ways = [way for way in itertools.product((-1, 0, 1), repeat=len(shape)) if any(way)]
    ends = [(p, w) for p in points for w in ways if tuple(x + (k - 1) * d for x, d in zip(p, w, strict=True)) in at]
    runs = [[tuple(x + i * d for x, d in zip(p, way, strict=True)) for i in range(k)] for p, way in ends]
    lines = {sum(1 << at[point] for point in run) for run in runs}
    # Axes of one length are exchanged (few of them: there are tens of thousands of images with more) and turned round.
    # Where all lines go from side to side, so do layers: any that lie as far from one side as from the other go together.
    orders = [o for o in itertools.permutations(range(len(shape))) if [shape[axis] for axis in o] == shape]
    layers: list[Sequence[int]] = [range(max(shape))]
    if 1 < len(shape) < 5 and set(shape) == {k} and k < 6:
        even = [o for o in itertools.permutations(range(k)) if all(o[x] + o[k - 1 - x] == k - 1 for x in range(k))]
        layers = [*even]
    found: set[tuple[int, ...]] = set()
    for order in orders if len(shape) < 5 else orders[:1]:
        for turn in itertools.product(*[(0, length - 1) for length in shape]):
            moved = [tuple(abs(end - p[axis]) for end, axis in zip(turn, order, strict=True)) for p in points]
            for layer in layers:
                found.add(tuple(at[tuple(layer[x] for x in point)] for point in moved))
    images = [operator.itemgetter(*image) for image in sorted(found)] if len(points) > 1 else [tuple]
    return packed(0, 0)


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
    return sum(part.bit_count() for part in state) % 2


def moves(state: State) -> list[int]:
    """The empty cells."""
    taken = sum(stones(state))
    return [cell for cell in cells if not taken >> cell & 1]


def apply(state: State, move: int) -> State:
    """A stone on the cell."""
    first, second = stones(state)
    return packed(first | 1 << move, second) if to_move(state) == 0 else packed(first, second | 1 << move)


def result(state: State) -> int | None:
    """1 for a win of player 0, -1 for one of player 1, 0 for a draw."""
    first, second = stones(state)
    for own, value in ((first, 1), (second, -1)):
        if any(line & own == line for line in lines):
            return value
    return 0 if first | second == (1 << len(cells)) - 1 else None


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
    if mover != claim["player"] or "within" in claim or claim["at_least"] not in (0, 1):
        return False
    return (paired, wins)[claim["at_least"]](both[mover], both[1 - mover], named)


def paired(mine: int, theirs: int, named: list[int]) -> bool:
    """Whether these are pairs of empty cells, one in each line without a stone of mine."""
    free = {cell for cell in cells if not (mine | theirs) >> cell & 1}
    if len(named) % 2 or len({*named}) < len(named) or not {*named} <= free:
        return False
    pairs = [1 << one | 1 << other for one, other in zip(named[::2], named[1::2], strict=True)]
    return all(line & mine or any(line & pair == pair for pair in pairs) for line in lines)


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
            if threats(theirs, mine):
                return False
    return False


def threats(mine: int, theirs: int) -> int:
    """The empty cells that would complete a line of mine."""
    return sum({left for line in lines if not (left := line & ~mine) & left - 1 and not left & theirs})
