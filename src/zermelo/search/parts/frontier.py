"""The frontier of df-pn: the moves at each node of the current path, with their proof and disproof numbers."""

from __future__ import annotations

from typing import Final

from zermelo.core.arrays import zeros
from zermelo.core.component import Component
from zermelo.core.errors import BrokenContract

NEVER: Final = 1 << 40
"""Infinity: the proof number of a disproved node, and the disproof number of a proved one."""

MOST: Final = NEVER - 1
"""The largest number of an undecided node. Sums may explode, because a transposition counts once for each path to it."""

MAX_NUMBER: Final = (1 << 31) - 1
"""The largest proof or disproof number that a table stores; larger ones are stored as this."""


def to_numbers(proof: int, disproof: int) -> int:
    return (min(proof, MAX_NUMBER) << 32) | min(disproof, MAX_NUMBER)


def proof_of(numbers: int) -> int:
    return numbers >> 32


def disproof_of(numbers: int) -> int:
    return numbers & 0xFFFFFFFF


class Frontier(Component):
    """The moves at each ply of the path; those of one ply are stored after those of the ply before.

    For each move, `wins` is what it takes to show that the move reaches the bound, and `fails` what it takes to show
    that it fails. The first is the node's proof number by that move, the second a part of its disproof number.
    """

    def __init__(self, plies: int, room: int) -> None:
        self.actions = zeros(room)
        self.wins = zeros(room)
        self.fails = zeros(room)
        self.starts = zeros(plies + 2)

    def begin(self, ply: int) -> None:
        self.starts[ply + 1] = self.starts[ply]

    def is_empty(self, ply: int) -> bool:
        return bool(self.starts[ply + 1] == self.starts[ply])

    def add(self, ply: int, action: int, wins: int) -> None:
        """Add a move that has not been searched; `wins` is a guess at its proof number."""
        place = int(self.starts[ply + 1])
        if place == len(self.actions):
            raise BrokenContract(
                "actions (or relevant, or deciding) yields too many actions: it may yield at most action_count, each once"
            )
        self.actions[place] = action
        self.wins[place], self.fails[place] = wins, 1
        self.starts[ply + 1] = place + 1

    def numbers(self, ply: int) -> tuple[int, int]:
        """The proof and disproof numbers of the node: the minimum over its moves, and the sum."""
        proof, disproof = NEVER, 0
        for place in range(self.starts[ply], self.starts[ply + 1]):
            proof = min(proof, int(self.wins[place]))
            disproof = min(disproof + int(self.fails[place]), MOST)
        return proof, NEVER if proof == 0 else disproof

    def most_proving(self, ply: int) -> tuple[int, int]:
        """The place of the move with the least proof number, and the least proof number of the other moves."""
        chosen, least, second = -1, NEVER + 1, NEVER
        for place in range(self.starts[ply], self.starts[ply + 1]):
            wins = int(self.wins[place])
            if wins < least:
                chosen, least, second = place, wins, min(least, NEVER)
            else:
                second = min(second, wins)
        return chosen, second
