"""Games of lines in which a stone may go on any empty cell."""

from __future__ import annotations

from zermelo.bits import Bits
from zermelo.games.linegame import Board, LineGame


class Placement(LineGame):
    """A game of lines with one action for each cell. Subclasses number the cells and give them names."""

    def legal(self, state: Board, action: int) -> bool:
        """The cell is empty."""
        return self.cell(action) not in state.me | state.you

    def apply(self, state: Board, action: int) -> Board:
        """A stone on the cell; the other player is now "me"."""
        return Board(state.you, state.me.add(self.cell(action)))

    # --- knowledge --------------------------------------------------------------------------------------------------------
    def reach(self, state: Board) -> Bits:
        """All cells."""
        return self.board

    def target(self, state: Board, action: int) -> int:
        """The action's own cell."""
        return self.cell(action)

    def is_held(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        """By weight or by pairs, of both of which no line left is the trivial case."""
        return self.outweighed(attacker, defender, attacks) or self.blocked(attacker, defender)

    def outweighed(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        """Whether the lines that `attacker` may still complete weigh too little (Erdos and Selfridge 1973).

        A line free of the defender's stones weighs 1/2 for each of its empty cells, multiplied: a complete one weighs 1. A
        defender who always takes the cell whose lines weigh most keeps them below 1 together, if they are when it is to
        move, or below 1/2 when the attacker is. A line that has two empty cells to itself weighs nothing: its defender
        answers one of them with the other. Leaving such lines out gives others cells to themselves, and so on. A True is
        a proof, a False says nothing. Weights are counted in units of 1/2 to the power of `length`.
        """
        below = 1 << (self.length - 1 if attacks else self.length)
        private = attacker ^ attacker  # empty cells that were in a single line when their turn came
        while True:
            weight = 0
            once = attacker ^ attacker
            twice = once
            for direction in range(len(self.steps)):
                ray = self.rays[direction]
                for start in self.starts[direction]:
                    line = ray << start
                    if line & defender or (line & private).count() > 1:
                        continue
                    empty = line & ~attacker
                    twice = twice | (once & empty)
                    once = once | empty
                    weight += 1 << (self.length - empty.count())
            if weight < below:
                return True
            fresh = once & ~(twice | private)
            if not fresh:
                return False
            private = private | fresh

    def blocked(self, attacker: Bits, defender: Bits) -> bool:
        """Whether `defender` has a pairing strategy: two empty cells of its own in every line still free of its stones.

        It answers each stone in a pair with the other cell, so that it gets a stone into every such line (Hales and
        Jewett 1963). It need not be on move; having the move as well does no harm. The pairs are chosen greedily, from
        the lines with fewest empty cells on: a True is a proof, a False says nothing. No line left is the trivial case.
        """
        used = attacker ^ attacker
        for empties in range(1, self.length + 1):
            for direction in range(len(self.steps)):
                ray = self.rays[direction]
                for start in self.starts[direction]:
                    line = ray << start
                    if line & defender:
                        continue
                    empty = line & ~attacker
                    if empty.count() != empties:
                        continue
                    free = empty & ~used
                    if free.count() < 2:
                        return False
                    first = free.lowest()
                    used = used.add(first)
                    used = used.add(free.remove(first).lowest())
        return True
