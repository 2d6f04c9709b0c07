"""Symmetries of cells and lines, in bits."""

from __future__ import annotations

import itertools
from functools import cached_property

from zermelo.core.arrays import Array, zeros
from zermelo.core.bits import Bits
from zermelo.core.constants import NONE
from zermelo.core.scratch import tally
from zermelo.core.words import hash_words
from zermelo.games.in_a_row.automorphisms import Permutation, Structure, automorphisms
from zermelo.games.in_a_row.hypergraph import Hypergraph

MOST_SYMMETRIES = 2000
"""If there are more symmetries (if there are no lines, say), only `few_permutations` are used."""


class Symmetric(Hypergraph):
    """Cells and lines whose symmetries are computed from the lines."""

    # (methods, not properties: properties are constants of compiled code, computed whenever a search begins)
    def below(self, cell: int) -> int:
        """The bit below a cell, where its stone rests if that is a cell; or NONE."""
        return NONE

    def structure(self) -> Structure:
        """The lines, and the cell below each cell; cells are numbered in the order of their bits."""
        place = {cell: number for number, cell in enumerate(self.board)}
        lines = frozenset(frozenset(place[cell] for cell in line) for line in self.lines if line)
        return Structure(lines, tuple(place.get(self.below(cell), -1) for cell in place))

    def permutations(self) -> list[Permutation]:
        """All symmetries of the structure, the identity first; if there are too many, only a few."""
        found = automorphisms(self.structure(), MOST_SYMMETRIES)
        return self.few_permutations() if found is None else found

    def few_permutations(self) -> list[Permutation]:
        """Some of the symmetries, the identity first: a group."""
        raise NotImplementedError

    @property
    def symmetry_count(self) -> int:
        return len(self.images)

    @cached_property
    def images(self) -> Array:
        """The bit to which each symmetry moves the bit of each cell: shape (symmetries, width)."""
        cells, permutations = list(self.board), self.permutations()
        images = zeros(len(permutations), self.width)
        for symmetry, permutation in enumerate(permutations):
            for cell, image in zip(cells, permutation, strict=True):
                images[symmetry, cell] = cells[image]
        return images

    def image(self, stones: Bits, symmetry: int) -> Bits:
        moved = stones ^ stones
        for cell in stones:
            moved = moved.add(int(self.images[symmetry, cell]))
        return moved

    @cached_property
    def marks(self) -> Array:
        """A pseudorandom number below 2**40 for the image of each cell under each symmetry: shape (width, symmetries).

        It depends on the image alone.
        """
        numbers = [hash_words((cell,)) >> 23 for cell in range(self.width)]
        marks = zeros(self.width, self.symmetry_count)
        for cell, symmetry in itertools.product(range(self.width), range(self.symmetry_count)):
            marks[cell, symmetry] = numbers[self.images[symmetry, cell]]
        return marks

    @cached_property
    def no_images(self) -> Bits:
        return Bits(self.symmetry_count)

    def canonical_symmetry_of(self, one: Bits, other: Bits) -> int:
        """The symmetry with the least sum of `marks` over the stones, those of `other` counted twice."""
        sums = tally(self.no_images)
        for cell in one:
            for symmetry in range(self.symmetry_count):
                sums[symmetry] += int(self.marks[cell, symmetry])
        for cell in other:
            for symmetry in range(self.symmetry_count):
                sums[symmetry] += 2 * int(self.marks[cell, symmetry])
        chosen = 0
        for symmetry in range(1, self.symmetry_count):
            if sums[symmetry] < sums[chosen]:
                chosen = symmetry
        return chosen

    def symmetric_action(self, action: int, symmetry: int) -> int:
        """The cell or column of an action, moved by a symmetry."""
        return self.action_at(int(self.images[symmetry, self.cell(action)]))
