"""Wythoff's game: two heaps of counters.

The players move in turn, player 0 first: take any number of counters from one heap, at least one, or the same number
from both. Who cannot move loses; misere, wins.

Parameters: {"first": 3, "second": 5, "misere": false}.
Moves: t - 1 takes t from the first heap, n + t - 1 from the second, 2 * n + t - 1 from both, where n is the size of the
larger heap at the start.
State: the sizes of the two heaps; who is to move.
"""

from __future__ import annotations

from typing import Any

State = tuple[int, ...]

LARGEST = 4000
"""Counters in a heap: more would take too long."""

most: int
misere: bool


def start(game: dict[str, Any]) -> State:
    """Both heaps as given."""
    global most, misere
    if not all(0 <= game[heap] <= LARGEST for heap in ("first", "second")):
        raise ValueError(f"a heap has 0 to {LARGEST} counters")
    most, misere = max(game["first"], game["second"]), game["misere"]
    return (game["first"], game["second"], 0)


def to_move(state: State) -> int:
    """It is in the state."""
    return state[2]


def moves(state: State) -> list[int]:
    """As many as there are, of each kind."""
    first, second, _ = state
    return [*range(first), *range(most, most + second), *range(2 * most, 2 * most + min(first, second))]


def apply(state: State, move: int) -> State:
    """The counters gone."""
    first, second, turn = state
    kind, take = move // most, move % most + 1
    return (first - (take if kind != 1 else 0), second - (take if kind != 0 else 0), 1 - turn)


def result(state: State) -> int | None:
    """1 if player 0 has won, -1 if player 1 has."""
    if moves(state):
        return None
    winner = to_move(state) if misere else 1 - to_move(state)
    return 1 if winner == 0 else -1


def canonical(state: State) -> State:
    """The smaller heap first."""
    return (min(state[:2]), max(state[:2]), state[2])
