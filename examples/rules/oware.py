"""Oware on a board of two rows of pits: seeds are sown and captured.

Player 0 has the pits 0 to "pits" - 1, player 1 the others; at first there are "seeds" seeds in each. Player 0 begins. In
turn a player takes the seeds out of one of his pits and puts one into each of the pits after it, around the board, but for
the one they were taken from. If that brings the last of these pits to two or three seeds, and it is the other's, they are
captured, as are those in the pits before it, one after the other, as long as these are the other's and have two or three.
A move that would so capture all seeds in the other's pits captures none. While the other has no seeds, only moves that
bring him some may be made. Who cannot move ends the play; each player then gets what is in his own pits.

Player 0 gets how many seeds more than the other he has. A play that never ends is a draw.

Parameters: {"pits": 3, "seeds": 2}.
Moves: the number of the pit among the player's own.
State: whose turn it is; how many seeds more player 0 has captured; the seeds in each pit.
"""

from __future__ import annotations

from typing import Any

State = tuple[int, ...]

ENDLESS = 0
"""What player 0 gets from a play that never ends."""

pits: int


def start(game: dict[str, Any]) -> State:
    """The same number in each pit."""
    global pits
    pits = game["pits"]
    return (0, 0, *[game["seeds"]] * 2 * pits)


def to_move(state: State) -> int:
    """It is in the state."""
    return state[0]


def row(player: int) -> list[int]:
    """The pits of a player."""
    return list(range(player * pits, (player + 1) * pits))


def sown(state: State, move: int) -> tuple[list[int], int]:
    """The seeds in each pit when they have been sown, and the last pit."""
    seeds = [*state[2:]]
    at = row(to_move(state))[move]
    around = [(at + step) % (2 * pits) for step in range(1, 2 * pits)]
    number, seeds[at] = seeds[at], 0
    for step in range(number):
        seeds[around[step % len(around)]] += 1
    return seeds, around[(number - 1) % len(around)]


def moves(state: State) -> list[int]:
    """Pits with seeds; some must be with the other player afterwards."""
    other = row(1 - to_move(state))
    filled = [move for move, pit in enumerate(row(to_move(state))) if state[2 + pit] > 0]
    return [move for move in filled if sum(sown(state, move)[0][pit] for pit in other) > 0]


def apply(state: State, move: int) -> State:
    """Seeds sown and captured."""
    turn, lead = state[:2]
    seeds, last = sown(state, move)
    other = row(1 - turn)
    taken: list[int] = []
    while last in other and seeds[last] in (2, 3):
        taken.append(last)
        last -= 1
    captured = sum(seeds[pit] for pit in taken)
    if captured < sum(seeds[pit] for pit in other):
        lead += captured if turn == 0 else -captured
        seeds = [0 if pit in taken else number for pit, number in enumerate(seeds)]
    return (1 - turn, lead, *seeds)


def result(state: State) -> int | None:
    """How many seeds more player 0 has."""
    if moves(state):
        return None
    return state[1] + sum(state[2 : 2 + pits]) - sum(state[2 + pits :])
