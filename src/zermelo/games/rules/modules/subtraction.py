"""A subtraction game: one heap of counters, and the numbers that may be taken.

The players move in turn, player 0 first: take one of these numbers of counters. Who cannot move loses; misere, wins.

Parameters: {"heap": 21, "takes": [1, 2, 3], "misere": false}.
Moves: how many counters are left.
State: how many counters there are; who is to move.
"""

from __future__ import annotations

from typing import Any

State = tuple[int, ...]

LARGEST, MOST = 2000, 64
"""Counters in the heap, and numbers to be taken: more would take too long."""

takes: list[int]
misere: bool


def start(game: dict[str, Any]) -> State:
    """The whole heap."""
    global takes, misere
    if not 0 <= game["heap"] <= LARGEST or not all(take > 0 for take in game["takes"]) or len(game["takes"]) > MOST:
        raise ValueError(f"the heap has 0 to {LARGEST} counters, and {MOST} numbers from 1 on, at most, may be taken")
    takes, misere = game["takes"], game["misere"]
    return (game["heap"], 0)


def to_move(state: State) -> int:
    """It is in the state."""
    return state[1]


def moves(state: State) -> list[int]:
    """What each number leaves, where the heap has as many."""
    return sorted({state[0] - take for take in takes if take <= state[0]})


def apply(state: State, move: int) -> State:
    """So many left."""
    return (move, 1 - to_move(state))


def result(state: State) -> int | None:
    """1 if player 0 has won, -1 if player 1 has."""
    if moves(state):
        return None
    winner = to_move(state) if misere else 1 - to_move(state)
    return 1 if winner == 0 else -1
