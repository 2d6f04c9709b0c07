"""Grundy's game: heaps of counters that are split.

The players move in turn, player 0 first: split one heap into two of different size. Who cannot move loses; misere,
wins.

Parameters: {"heaps": [12], "misere": false}.
Moves: p * n + i splits the heap at place p into the pair i; places are counted from 0 on, the largest heap first. The n
pairs are those into which any heap up to the largest of the start may be split: the larger part and the smaller, in
ascending order.
State: who is to move; how many heaps of 1 counter there are, of 2, and so on to the largest of the start.
"""

from __future__ import annotations

from typing import Any

State = tuple[int, ...]

LARGEST, MOST = 600, 64
"""Counters in a heap, and heaps: more would take too long."""

misere: bool
pairs: list[tuple[int, int]]


def start(game: dict[str, Any]) -> State:
    """The heaps as given."""
    global misere, pairs
    if not all(0 <= heap <= LARGEST for heap in game["heaps"]) or not 1 <= len(game["heaps"]) <= MOST:
        raise ValueError(f"there are 1 to {MOST} heaps, of 0 to {LARGEST} counters each")
    misere, sizes = game["misere"], range(1, max(game["heaps"]) + 1)
    pairs = [(large, small) for large in sizes for small in range(1, min(large, len(sizes) - large + 1))]
    return (0, *(game["heaps"].count(size) for size in sizes))


def heaps(state: State) -> list[int]:
    """Their sizes, the largest first."""
    return [size for size in range(len(state) - 1, 0, -1) for _ in range(state[size])]


def to_move(state: State) -> int:
    """It is in the state."""
    return state[0]


def moves(state: State) -> list[int]:
    """Each place with each of the pairs that make up its heap."""
    places = enumerate(heaps(state))
    return [place * len(pairs) + i for place, heap in places for i, pair in enumerate(pairs) if sum(pair) == heap]


def apply(state: State, move: int) -> State:
    """The heap gone, and its two parts there."""
    after = [*state]
    after[0] = 1 - to_move(state)
    after[heaps(state)[move // len(pairs)]] -= 1
    for part in pairs[move % len(pairs)]:
        after[part] += 1
    return tuple(after)


def result(state: State) -> int | None:
    """1 if player 0 has won, -1 if player 1 has."""
    if moves(state):
        return None
    winner = to_move(state) if misere else 1 - to_move(state)
    return 1 if winner == 0 else -1
