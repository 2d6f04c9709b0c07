"""Nim: heaps of counters.

The players move in turn, player 0 first: take any number of counters from one heap, at least one. Who cannot move
loses; misere, wins.

Parameters: {"heaps": [3, 5, 7], "misere": false}.
Moves: p * n + r leaves r counters of the heap at place p; places are counted from 0 on, the largest heap first, and n
is the size of the largest heap at the start.
State: the sizes of the heaps, the largest first, with 0 for those that are gone; who is to move.
"""

from __future__ import annotations

from typing import Any

State = tuple[int, ...]

LARGEST, MOST = 2000, 64
"""Counters in a heap, and heaps: more would take too long."""

largest: int
misere: bool


def start(game: dict[str, Any]) -> State:
    """The heaps as given."""
    global largest, misere
    if not all(0 <= heap <= LARGEST for heap in game["heaps"]) or not 1 <= len(game["heaps"]) <= MOST:
        raise ValueError(f"there are 1 to {MOST} heaps, of 0 to {LARGEST} counters each")
    misere, heaps = game["misere"], sorted(game["heaps"], reverse=True)
    largest = heaps[0]
    return (*heaps, 0)


def to_move(state: State) -> int:
    """It is in the state."""
    return state[-1]


def moves(state: State) -> list[int]:
    """Anything less, of any heap."""
    return [place * largest + left for place, heap in enumerate(state[:-1]) for left in range(heap)]


def apply(state: State, move: int) -> State:
    """The heap made smaller, and the heaps in order again."""
    heaps = [*state[:-1]]
    heaps[move // largest] = move % largest
    return (*sorted(heaps, reverse=True), 1 - to_move(state))


def result(state: State) -> int | None:
    """1 if player 0 has won, -1 if player 1 has."""
    if moves(state):
        return None
    winner = to_move(state) if misere else 1 - to_move(state)
    return 1 if winner == 0 else -1
