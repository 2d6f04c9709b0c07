"""The symmetries of a game of lines: the permutations of its cells that map lines to lines, computed from the lines alone.

A board may have more symmetries than its shape shows: the 4x4x4 cube has 192 (Silver 1967), of which 48 rotate or reflect
it. They are found by individualisation and refinement (McKay 1981): fix the images of cells one after the other, and colour
the other cells by their relation to the fixed ones, until no two cells have the same colour. The search does not list all
symmetries: for each fixed cell it finds one symmetry for each possible image of that cell. All others are products of these
(Sims 1970). `Symmetric` applies them to stones in bits.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from zermelo.core.arrays import Array, zeros
from zermelo.core.bits import Bits
from zermelo.core.constants import NONE
from zermelo.core.scratch import tally
from zermelo.core.words import hash_words
from zermelo.games.in_a_row.hypergraph import Hypergraph

Permutation = tuple[int, ...]
"""The image of each cell."""

Colours = tuple[int, ...]
"""A number for each cell; cells with the same number have not been distinguished."""

MOST_SYMMETRIES = 2000
"""If there are more (if there are no lines, say), only some are used."""


class Structure(NamedTuple):
    """What a symmetry must preserve: the lines, as sets of cells, and for each cell the cell below it, on which its stone
    rests, or -1.
    """

    lines: frozenset[frozenset[int]]
    below: tuple[int, ...]
    kinds: tuple[int, ...] = ()
    """A number for each cell, which a symmetry must preserve; empty if all cells are alike."""

    @property
    def cells(self) -> int:
        return len(self.below)

    def keeps(self, permutation: Permutation) -> bool:
        moved = frozenset(frozenset(permutation[cell] for cell in line) for line in self.lines)
        rests = all(
            self.below[permutation[cell]] == (permutation[under] if under >= 0 else -1)
            for cell, under in enumerate(self.below)
        )
        alike = all(self.kinds[permutation[cell]] == kind for cell, kind in enumerate(self.kinds))
        return moved == self.lines and rests and alike


def automorphisms(structure: Structure, most: int) -> tuple[list[Permutation], bool]:
    """The symmetries, the identity first, and whether these are all: of more than `most`, a group that leaves some cells
    unmoved.
    """
    group = [tuple(range(structure.cells))]
    for images in _SymmetrySearch(structure).transversals():
        if len(images) * len(group) > most:
            return sorted(group), False
        group = [_product(first, then) for then in images for first in group]
    return sorted(group), True


def generators(group: Sequence[Permutation]) -> list[Permutation]:
    """Few symmetries whose products are all of the group."""
    found, made = list[Permutation](), {tuple(range(len(group[0])))}
    for permutation in group:
        if permutation not in made:
            found.append(permutation)
            new = [*made]
            while new:
                last = new.pop()
                more = {_product(last, then) for then in found} - made
                made |= more
                new += more
    return found


def _product(first: Permutation, then: Permutation) -> Permutation:
    """The permutation `first`, followed by `then`."""
    return tuple(then[cell] for cell in first)


class _SymmetrySearch:
    """The search for symmetries. In its colourings every cell fixed so far has a colour that no other cell has."""

    def __init__(self, structure: Structure) -> None:
        self.structure = structure
        self.lines_of: list[list[tuple[int, ...]]] = [[] for _ in range(structure.cells)]
        for line in structure.lines:
            for cell in line:
                self.lines_of[cell].append(tuple(line - {cell}))
        self.above = [-1] * structure.cells
        for cell, under in enumerate(structure.below):
            if under >= 0:
                self.above[under] = cell

    def transversals(self) -> Iterable[list[Permutation]]:
        """For each fixed cell, the last one first: one symmetry for each image of that cell, fixing all cells before it.

        Every symmetry is the product of one symmetry from each list, in exactly one way.
        """
        base: list[int] = []
        stages = [self.refined(self.structure.kinds or (0,) * self.structure.cells)]
        while (cell := _undecided(stages[-1])) is not None:
            base.append(cell)
            stages.append(self.refined(_fixed(stages[-1], cell)))
        for level in reversed(range(len(base))):
            here, cell = stages[level], base[level]
            images = [other for other, colour in enumerate(here) if colour == here[cell]]
            found = (self.find(stages[level:], base[level:], here, [image]) for image in images)
            yield [permutation for permutation in found if permutation is not None]

    def find(
        self, stages: Sequence[Colours], base: Sequence[int], colours: Colours, images: Iterable[int]
    ) -> Permutation | None:
        """A symmetry that preserves colours and maps the first cell of `base` to one of `images`; None if there is none."""
        if not base:
            place = {colour: cell for cell, colour in enumerate(colours)}
            permutation = tuple(place[colour] for colour in stages[0])
            return permutation if self.structure.keeps(permutation) else None
        for image in images:
            refined = self.refined(_fixed(colours, image))
            if sorted(refined) != sorted(stages[1]):
                continue
            following = base[1:]
            candidates = [c for c, colour in enumerate(refined) if following and colour == stages[1][following[0]]]
            permutation = self.find(stages[1:], following, refined, candidates)
            if permutation is not None:
                return permutation
        return None

    def refined(self, colours: Colours) -> Colours:
        """The colouring refined: cells get different colours if the cells on their lines have different colours. This is
        repeated until nothing changes.

        Colours are numbered in the order of the cells' signatures, so that equal structures get equal numbers.
        """
        while True:
            signatures = [self._signature(colours, cell) for cell in range(self.structure.cells)]
            number = {signature: rank for rank, signature in enumerate(sorted(set(signatures)))}
            following = tuple(number[signature] for signature in signatures)
            if len(number) == len(set(colours)):
                return following
            colours = following

    def _signature(self, colours: Colours, cell: int) -> tuple[object, ...]:
        """The colours of a cell, of the cells below and above it, and of the other cells on each of its lines."""
        along = sorted(tuple(sorted(colours[other] for other in line)) for line in self.lines_of[cell])
        under, above = self.structure.below[cell], self.above[cell]
        rests = (colours[under] if under >= 0 else -1, colours[above] if above >= 0 else -1)
        return (colours[cell], *rests, tuple(along))


def _fixed(colours: Colours, cell: int) -> Colours:
    """The same colours, except that `cell` gets a new one."""
    return tuple(-1 if other == cell else colour for other, colour in enumerate(colours))


def _undecided(colours: Colours) -> int | None:
    """A cell that shares its colour with as few others as possible, but at least one; None if all colours differ."""
    alike: dict[int, list[int]] = defaultdict(list)
    for cell, colour in enumerate(colours):
        alike[colour].append(cell)
    shared = [cells for cells in alike.values() if len(cells) > 1]
    return min(shared, key=len)[0] if shared else None


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
        """All symmetries, the identity first; if there are too many, some of them: a group."""
        return automorphisms(self.structure(), MOST_SYMMETRIES)[0]

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
