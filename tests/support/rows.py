"""Lines in any number of dimensions, by the book: rules written anew from coordinates."""

from __future__ import annotations

import itertools
import random
from functools import cache
from typing import Any, Final, NamedTuple

from tests.support.naive import Cells, LineRules, other
from zermelo import Game
from zermelo.games import lines

Place = tuple[int, ...]


def all_lines(shape: Place, k: int) -> set[frozenset[Place]]:
    """Every row of k cells: from each cell, in each direction, as long as it stays on the board."""
    found: set[frozenset[Place]] = set()
    for start in itertools.product(*map(range, shape)):
        for direction in itertools.product((-1, 0, 1), repeat=len(shape)):
            row = [tuple(s + i * d for s, d in zip(start, direction, strict=True)) for i in range(k)]
            inside = all(0 <= x < side for place in row for x, side in zip(place, shape, strict=True))
            if any(direction) and inside:
                found.add(frozenset(row))
    return found


class Oracle:
    """The game by the book: a position is the cells of each player, in the order of play."""

    def __init__(self, shape: Place, k: int, players: int, gravity: int | None, misere: bool) -> None:
        self.cells = list(itertools.product(*map(range, shape)))
        self.lines = all_lines(shape, k)
        self.shape, self.players, self.gravity, self.misere = shape, players, gravity, misere
        self.value = cache(self._value)

    def start(self) -> tuple[frozenset[Place], ...]:
        return (frozenset(),) * self.players

    def turn(self, position: tuple[frozenset[Place], ...]) -> int:
        return sum(map(len, position)) % self.players

    def targets(self, position: tuple[frozenset[Place], ...]) -> list[Place]:
        """Where a stone may go, in the order in which actions are numbered."""
        taken = frozenset().union(*position)
        if self.gravity is None:
            return [cell for cell in self.cells if cell not in taken]
        columns = [range(1) if axis == self.gravity else range(side) for axis, side in enumerate(self.shape)]
        found: list[Place] = []
        for lowest in itertools.product(*columns):
            column = [
                (*lowest[: self.gravity], h, *lowest[self.gravity + 1 :]) for h in range(self.shape[self.gravity])
            ]
            found += [cell for cell in column if cell not in taken][:1]
        return found

    def apply(self, position: tuple[frozenset[Place], ...], cell: Place) -> tuple[frozenset[Place], ...]:
        turn = self.turn(position)
        return tuple(own | {cell} if player == turn else own for player, own in enumerate(position))

    def rewards(self, position: tuple[frozenset[Place], ...]) -> tuple[int, ...] | None:
        """Of a finished game; None while it goes on."""
        for player, own in enumerate(position):
            if any(line <= own for line in self.lines):
                sign = -1 if self.misere else 1
                return tuple(sign if other == player else -sign for other in range(self.players))
        return None if self.targets(position) else (0,) * self.players

    def _value(self, position: tuple[frozenset[Place], ...]) -> int:
        """For two players: of the player to move."""
        rewards = self.rewards(position)
        if rewards is not None:
            return rewards[self.turn(position)]
        return max(-self.value(self.apply(position, cell)) for cell in self.targets(position))


class Case(NamedTuple):
    """A game, and how many empty cells its late positions have."""

    shape: Place
    k: int
    players: int = 2
    gravity: int | None = None
    misere: bool = False
    empties: int = 7

    def game(self) -> Game[Any]:
        return lines(self.shape, self.k, players=self.players, gravity=self.gravity, misere=self.misere)

    def oracle(self) -> Oracle:
        return Oracle(self.shape, self.k, self.players, self.gravity, self.misere)


CASES: Final = [
    Case((3, 3, 3), 3, misere=True),
    Case((3, 3, 3), 3, gravity=0),
    Case((4, 4, 4), 4),
    Case((4, 4, 4), 4, gravity=2),
    Case((4, 4, 4), 4, misere=True),
    Case((2, 2, 2, 3), 3),
    Case((3, 3, 3, 3), 3, misere=True),
    Case((2, 3, 4), 3),
    Case((3, 4, 2), 3, gravity=1, misere=True),
    Case((4, 5), 4),
    Case((9,), 3, misere=True),
    Case((3, 3, 3), 3, players=3),
    Case((4, 4, 4), 4, players=3),
    Case((3, 3, 3, 3), 4, players=4, misere=True),
    Case((4, 4, 4), 4, players=4, gravity=0),
    Case((4, 4), 3, players=3, gravity=1, misere=True),
]


def play(case: Case, game: Game[Any], rng: random.Random) -> list[tuple[Any, Any]]:
    """Random play that avoids ending while it can: the positions, as the game and as the oracle have them."""
    oracle = case.oracle()
    state, position = game.initial(), oracle.start()
    seen = [(state, position)]
    while oracle.rewards(position) is None:
        targets = oracle.targets(position)
        actions = list(game.actions(state))
        assert len(actions) == len(targets)
        choices = list(zip(actions, targets, strict=True))
        rng.shuffle(choices)
        action, cell = next(
            ((a, c) for a, c in choices if oracle.rewards(oracle.apply(position, c)) is None), choices[0]
        )
        state, position = game.apply(state, action), oracle.apply(position, cell)
        seen.append((state, position))
    return seen


Shape = tuple[int, ...]


class Boxes(LineRules):
    """Free placement on a box; cells in the order of their coordinates."""

    def __init__(self, shape: Shape, k: int) -> None:
        places = list(itertools.product(*map(range, shape)))
        self.cell_count = len(places)
        self.lines = [tuple(sorted(map(places.index, line))) for line in all_lines(shape, k)]

    def actions(self, cells: Cells) -> list[int]:
        return [cell for cell, content in enumerate(cells) if content == "."]

    def target(self, cells: Cells, action: int) -> int:
        return action

    def put(self, cells: Cells, cell: int, mark: str) -> Cells:
        return (*cells[:cell], mark, *cells[cell + 1 :])

    def wins_by_threats(self, cells: Cells, mark: str) -> bool:
        """Whether `mark`, to move, wins by moves that leave the other side no choice."""
        if self.completions(cells, mark):
            return True
        for cell in self.actions(cells):
            after = self.put(cells, cell, mark)
            threats = self.completions(after, mark)
            if self.completions(after, other(mark)) or not threats:
                continue
            if all(self.wins_by_threats(self.put(after, reply, other(mark)), mark) for reply in threats):
                return True
        return False
