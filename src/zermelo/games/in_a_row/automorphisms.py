"""The symmetries of a game of lines: the permutations of its cells that map lines to lines, computed from the lines alone.

A board may have more of them than its shape shows: the 4x4x4 cube has 192 (Silver 1967), of which 48 turn or mirror it.
The search is by individualisation and refinement (McKay 1981): fix the image of one cell after the other, and colour the
rest by what they have in common with those fixed, until each cell has a colour of its own. Instead of all symmetries it
finds, for each fixed cell, one for each place where that cell may go: their products are all the others (Sims 1970).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

Permutation = tuple[int, ...]
"""Where each cell goes."""

Colours = tuple[int, ...]
"""A number for each cell; cells of equal numbers have not been told apart."""


class Structure(NamedTuple):
    """What a symmetry has to keep: lines, as sets of cells, and for each cell the one on which its stone rests, or -1."""

    lines: frozenset[frozenset[int]]
    below: tuple[int, ...]

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return len(self.below)

    def keeps(self, permutation: Permutation) -> bool:
        """Whether a permutation is a symmetry."""
        moved = frozenset(frozenset(permutation[cell] for cell in line) for line in self.lines)
        rests = all(
            self.below[permutation[cell]] == (permutation[under] if under >= 0 else -1)
            for cell, under in enumerate(self.below)
        )
        return moved == self.lines and rests


def automorphisms(structure: Structure, most: int) -> list[Permutation] | None:
    """All symmetries, the identity first; None when there are more than `most`."""
    search = _Search(structure)
    identity = tuple(range(structure.cells))
    group = [identity]
    for images in search.transversals():
        group = [_product(first, then) for then in images for first in group]
        if len(group) > most:
            return None
    return sorted(group)


def _product(first: Permutation, then: Permutation) -> Permutation:
    return tuple(then[cell] for cell in first)


class _Search:
    """Colourings of the cells, those fixed so far each with a colour of its own."""

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
        """For each fixed cell, the last one first: a symmetry for each of its images that keeps the cells fixed before it.

        Every symmetry is one product of one of each.
        """
        base: list[int] = []
        stages = [self.refined((0,) * self.structure.cells)]
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
        """A symmetry that maps colours to colours, the first base cell to one of `images`; None if there is none."""
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
        """Cells told apart by the colours of what they share lines with, again and again, until that tells no more.

        Colours are numbered in the order of what tells them apart, so that equal structures get equal numbers.
        """
        while True:
            looks = [self._look(colours, cell) for cell in range(self.structure.cells)]
            number = {look: rank for rank, look in enumerate(sorted(set(looks)))}
            following = tuple(number[look] for look in looks)
            if len(number) == len(set(colours)):
                return following
            colours = following

    def _look(self, colours: Colours, cell: int) -> tuple[object, ...]:
        along = sorted(tuple(sorted(colours[other] for other in line)) for line in self.lines_of[cell])
        under, above = self.structure.below[cell], self.above[cell]
        rests = (colours[under] if under >= 0 else -1, colours[above] if above >= 0 else -1)
        return (colours[cell], *rests, tuple(along))


def _fixed(colours: Colours, cell: int) -> Colours:
    """The same colours, but a new one for `cell`."""
    return tuple(-1 if other == cell else colour for other, colour in enumerate(colours))


def _undecided(colours: Colours) -> int | None:
    """A cell that shares its colour with fewest others, None when no cell does."""
    alike: dict[int, list[int]] = defaultdict(list)
    for cell, colour in enumerate(colours):
        alike[colour].append(cell)
    shared = [cells for cells in alike.values() if len(cells) > 1]
    return min(shared, key=len)[0] if shared else None
