"""The children of the nodes on the current path, with what it takes to prove the node, or to disprove it, by each."""

from __future__ import annotations

from typing import Final

import numpy as np

from zermelo.core.component import Component
from zermelo.core.errors import BrokenContract

NEVER: Final = 1 << 40
"""The proof number of what has been disproved, and the disproof number of what has been proved."""

MOST: Final = NEVER - 1
"""The greatest number of what is undecided: transpositions are counted once for each way to them, so sums may explode."""

MAX_NUMBER: Final = (1 << 31) - 1
"""The largest proof or disproof number that a table keeps; greater ones are kept as this."""


def to_numbers(proof: int, disproof: int) -> int:
    """Both numbers in one word."""
    return (min(proof, MAX_NUMBER) << 32) | min(disproof, MAX_NUMBER)


def proof_of(numbers: int) -> int:
    """The proof number in a word."""
    return numbers >> 32


def disproof_of(numbers: int) -> int:
    """The disproof number in a word."""
    return numbers & 0xFFFFFFFF


class Frontier(Component):
    """For each ply of the path, the moves there; those of one ply lie behind those of the ply before.

    `wins` is the proof number of the node by one move, `fails` its part of the disproof number: what it takes to show that
    this move does not do.
    """

    def __init__(self, plies: int, room: int) -> None:
        self.actions = np.zeros(room, np.int64)
        self.wins = np.zeros(room, np.int64)
        self.fails = np.zeros(room, np.int64)
        self.starts = np.zeros(plies + 2, np.int64)

    def begin(self, ply: int) -> None:
        """No moves yet."""
        self.starts[ply + 1] = self.starts[ply]

    def is_empty(self, ply: int) -> bool:
        """Whether there are no moves at this ply."""
        return bool(self.starts[ply + 1] == self.starts[ply])

    def add(self, ply: int, action: int, wins: int) -> None:
        """One more move, of which nothing is known; what a proof by it may take is a guess."""
        place = int(self.starts[ply + 1])
        if place == len(self.actions):
            raise BrokenContract(
                "actions (or relevant, or deciding) yields more than it may: there are action_count actions, each once"
            )
        self.actions[place] = action
        self.wins[place], self.fails[place] = wins, 1
        self.starts[ply + 1] = place + 1

    def numbers(self, ply: int) -> tuple[int, int]:
        """The proof and the disproof number of the node."""
        proof, disproof = NEVER, 0
        for place in range(self.starts[ply], self.starts[ply + 1]):
            proof = min(proof, int(self.wins[place]))
            disproof = min(disproof + int(self.fails[place]), MOST)
        return proof, NEVER if proof == 0 else disproof

    def most_proving(self, ply: int) -> tuple[int, int]:
        """The place of the move with the least proof number, and the least among the others."""
        chosen, least, second = -1, NEVER + 1, NEVER
        for place in range(self.starts[ply], self.starts[ply + 1]):
            wins = int(self.wins[place])
            if wins < least:
                chosen, least, second = place, wins, min(least, NEVER)
            else:
                second = min(second, wins)
        return chosen, second
