"""An octal game: heaps of counters, and a code that says what may be left of a heap.

The players move in turn, player 0 first: take t counters from one heap, and leave of it what digit t of the code
allows. Digit t is the one at place t behind the point; digit 0 stands before it. A digit is a sum of 1, if nothing may
be left; 2, if one heap may be left; and 4, if two heaps may be left; a heap has one counter at least. Who cannot move
loses; misere, wins. Kayles is 0.77, Dawson's Kayles 0.07.

Parameters: {"code": "0.156", "heaps": [9], "misere": false}.
Moves: p * n + i changes the heap at place p into the pair i; places are counted from 0 on, the largest heap first. The
n pairs are what may be left of any heap up to the largest of the start: the larger part and the smaller, 0 for none, in
ascending order.
State: who is to move; how many heaps of 1 counter there are, of 2, and so on to the largest of the start.
"""

from __future__ import annotations

from typing import Any

State = tuple[int, ...]

LARGEST, MOST = 400, 64
"""Counters in a heap, and heaps: more would take too long."""

digits: list[int]
misere: bool
pairs: list[tuple[int, int]]


def start(game: dict[str, Any]) -> State:
    """The heaps as given."""
    global digits, misere, pairs
    if not all(0 <= heap <= LARGEST for heap in game["heaps"]) or not 1 <= len(game["heaps"]) <= MOST:
        raise ValueError(f"there are 1 to {MOST} heaps, of 0 to {LARGEST} counters each")
    before, _, after = game["code"].partition(".")
    if len(after) > MOST or not {*before, *after} <= {*"01234567"}:
        raise ValueError(f"a code is digits from 0 to 7 with a point after the first one, {MOST} of them at most")
    digits, misere = [int(before or 0), *map(int, after)], game["misere"]
    sizes = range(1, max(game["heaps"]) + 1)
    pairs = sorted({pair for heap in sizes for pair in left(heap)})
    return (0, *(game["heaps"].count(size) for size in sizes))


def left(heap: int) -> list[tuple[int, int]]:
    """What may be left of a heap."""
    found: list[tuple[int, int]] = []
    for take, digit in enumerate(digits):
        rest = heap - take
        if digit & 1 and rest == 0:
            found.append((0, 0))
        if digit & 2 and rest > 0:
            found.append((rest, 0))
        if digit & 4:
            found += [(rest - small, small) for small in range(1, rest) if rest - small >= small]
    return found


def heaps(state: State) -> list[int]:
    """Their sizes, the largest first."""
    return [size for size in range(len(state) - 1, 0, -1) for _ in range(state[size])]


def to_move(state: State) -> int:
    """It is in the state."""
    return state[0]


def moves(state: State) -> list[int]:
    """Each place with each of the pairs that its heap may become."""
    places, number = enumerate(heaps(state)), {pair: i for i, pair in enumerate(pairs)}
    return sorted(place * len(pairs) + number[pair] for place, heap in places for pair in left(heap))


def apply(state: State, move: int) -> State:
    """The heap gone, and its parts there."""
    after = [*state]
    after[0] = 1 - to_move(state)
    after[heaps(state)[move // len(pairs)]] -= 1
    for part in pairs[move % len(pairs)]:
        after[part] += 1 if part else 0
    return tuple(after)


def result(state: State) -> int | None:
    """1 if player 0 has won, -1 if player 1 has."""
    if any(left(heap) for heap in heaps(state)):
        return None
    winner = to_move(state) if misere else 1 - to_move(state)
    return 1 if winner == 0 else -1
