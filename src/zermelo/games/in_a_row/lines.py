"""The family `lines`: k in a row on a board of any number of dimensions, for two to four players."""

from __future__ import annotations

import itertools
import math
import operator
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from zermelo.core.bits import Bits
from zermelo.core.constants import NONE
from zermelo.core.errors import BadGame
from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.wording import shown
from zermelo.games.arguments import flag
from zermelo.games.in_a_row.boxes import Box
from zermelo.games.in_a_row.drawing import MARKS, is_drawn
from zermelo.games.in_a_row.drop import Drop
from zermelo.games.in_a_row.families_of_sets import straight
from zermelo.games.in_a_row.how_to_play import title_of
from zermelo.games.in_a_row.linegame import MAX_SIDE, Placement
from zermelo.games.in_a_row.set_options import options_of
from zermelo.games.in_a_row.symmetries import MOST_SYMMETRIES, Permutation, Symmetric, automorphisms
from zermelo.games.in_a_row.weak import Weak
from zermelo.games.titles import in_words

MAX_AXES = 6
MAX_CELLS = 512
"""Even with padding, a board of this size never needs more bits than a `Bits` has."""
SIDES = "rows x columns, or layers x rows x columns"

Boards = tuple[Bits, ...]


def lines(
    shape: tuple[int, ...] | str,
    k: int,
    players: int = 2,
    gravity: int | None = None,
    misere: bool | int = False,
    weak: bool | int = False,
    torus: bool | int = False,
    bias: str = "1:1",
    opening: int | None = None,
) -> Game[Any]:
    """The first player to have k stones in a line wins, on a board of any number of dimensions; a full board is a draw.

    `shape` gives the number of cells along each axis, (4, 4, 4) or "4x4x4": rows x columns, or layers x rows x columns, with
    further axes before these. A line runs straight or diagonally through any of the axes.

    - `players`: 2 to 4. With more than two, the winner gets 1 and each of the others -1.
    - `gravity`: the number of an axis, counted from 0, along which stones fall.
    - `misere`: the first to have a line loses. With more than two players the loser gets -1 and each of the others 1.
    - `weak`: only the first player can win by a line; the second wins by preventing that.
    - `torus`: opposite sides of the board meet, so that a line may go on at the other side.
    - `bias`: how many stones the first and the second player set in each turn: "2:1".
    - `opening`: how many the first player sets in the first turn, if not as many as in the others. Connect6 is
      lines("19x19", 6, bias="2:2", opening=1).

    Raises BadGame.
    """
    sides = _shape(shape)
    _check(sides, k, players, gravity)
    options, around = options_of("lines", misere, weak, bias, opening), flag("lines", "torus", torus)
    if around or options.turns != (1, 1, 1):
        if players > 2 or gravity is not None:
            raise BadGame("lines: a game on a torus, or with a bias, has two players and no gravity.")
        return straight(Placed(sides, k), around, options)
    if options.weak and (players > 2 or gravity is not None):
        raise BadGame("lines: a weak game has two players and no gravity.")
    axis = None if gravity is None else gravity % len(sides)
    if players > 2:
        return Crowd(sides, k, axis, options.misere, players)
    if options.weak:
        return Claimed(sides, k)
    return Placed(sides, k, None, options.misere) if axis is None else Dropped(sides, k, axis, options.misere)


def _shape(shape: Any) -> tuple[Any, ...]:
    """The sides of a shape: a string, a sequence, or, for one axis, a number. Raises BadGame."""
    if isinstance(shape, str):
        if not re.fullmatch(r"\d{1,3}(x\d{1,3})*", shape):
            raise BadGame(f"lines: {shown(shape)} is not a shape; shapes look like 4x4 or 3x4x4: {SIDES}.")
        return tuple(map(int, shape.split("x")))
    if isinstance(shape, Iterable):
        return tuple(cast("Iterable[Any]", shape))
    return (shape,)


def _check(sides: tuple[Any, ...], k: Any, players: Any, gravity: Any) -> None:
    """Raise BadGame if an argument is not an integer in its range, or the board is too large."""
    if not 1 <= len(sides) <= MAX_AXES:
        raise BadGame(f"lines: a shape has 1 to {MAX_AXES} axes, not {len(sides)}.")
    numbers = [(f"side {axis} of the shape", side, 1, MAX_SIDE) for axis, side in enumerate(sides, start=1)]
    numbers += [("k", k, 1, MAX_SIDE), ("players", players, 2, len(MARKS))]
    numbers += [] if gravity is None else [("gravity", gravity, -len(sides), len(sides) - 1)]
    for name, value, least, most in numbers:
        if not is_within(value, least, most):
            order = f"; a shape is {SIDES}" if name.startswith("side") else ""
            raise BadGame(f"lines: {name} = {shown(value)} is not an integer from {least} to {most}{order}.")
    if gravity is not None and len(sides) == 1:
        raise BadGame("lines: gravity needs at least two axes; with one axis there would be a single column.")
    cells = math.prod(sides)
    if cells > MAX_CELLS:
        raise BadGame(f"lines: a board of shape {_named(sides)} has {cells} cells; at most {MAX_CELLS} are allowed.")


def _named(shape: tuple[int, ...]) -> str:
    return "x".join(map(str, shape))


@dataclass(frozen=True)
class _Lines(Box, Symmetric):
    """The fields, the symmetries and the name that all games of the family share."""

    shape: tuple[int, ...]
    k: int
    gravity: int | None = None
    misere: bool = False

    def below(self, cell: int) -> int:
        return cell - 1 if self.falls else NONE

    def permutations(self) -> list[Permutation]:
        """All symmetries; if there are too many, those that exchange axes of equal length and reverse axes; of too many of
        these, only the identity.
        """
        structure = self.structure()
        group, complete = automorphisms(structure, MOST_SYMMETRIES)
        if complete:
            return group
        place = {cell: number for number, cell in enumerate(self.board)}
        sides, strides = self.sides[::-1], self.strides[::-1]
        axes = range(len(sides))
        orders = [order for order in itertools.permutations(axes) if [sides[axis] for axis in order] == [*sides]]
        found = set[Permutation]()
        for order, mirrors in itertools.product(orders, itertools.product((False, True), repeat=len(axes))):
            images = (
                [sides[axis] - 1 - at[order[axis]] if mirrors[axis] else at[order[axis]] for axis in axes]
                for at in itertools.product(*map(range, sides))
            )
            found.add(tuple(place[sum(map(operator.mul, image, strides))] for image in images))
            if len(found) > MOST_SYMMETRIES:
                return group[:1]
        return sorted(permutation for permutation in found if structure.keeps(permutation))

    def __str__(self) -> str:
        return f"lines({','.join([_named(self.shape), str(self.k), *self.unlike()])})"

    def title(self) -> str:
        return title_of(self.shape, self.k, *filter(None, self.unlike().values()), falls=self.falls)

    def unlike(self) -> dict[str, str]:
        """What is unlike the usual game: in the name of the game, and in its title, where `title_of` says "with gravity"."""
        found = {f"players={self.players}": f"{in_words(self.players)} players"} if self.players > 2 else {}
        found |= {f"gravity={self.gravity}": ""} if self.falls else {}
        found |= {"misere=1": "misère"} if self.misere else {}
        return found if self.both_complete else {"weak=1": "Maker and Breaker"}


class Placed(_Lines, Placement):  # pyright: ignore[reportIncompatibleVariableOverride]  (symmetry_count is computed)
    """The game for two players without gravity."""


class Dropped(_Lines, Drop):  # pyright: ignore[reportIncompatibleVariableOverride]  (symmetry_count is computed)
    """The game for two players with gravity."""


class Claimed(_Lines, Weak):  # pyright: ignore[reportIncompatibleVariableOverride]  (symmetry_count is computed)
    """The weak game, of Maker and Breaker, without gravity."""


class Stones(NamedTuple):
    """The player to move, and the stones of each player: of the player to move first, then in the order of play."""

    mover: int
    boards: Boards


@dataclass(frozen=True)
class Crowd(_Lines, Game[Stones]):  # pyright: ignore[reportIncompatibleVariableOverride]  (symmetry_count is computed)
    """The game for more than two players."""

    players: int = 3

    @property
    def reward_total(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The most that the rewards add up to: 0, in a draw; misère: players - 2, if there is a loser."""
        return self.players - 2 if self.misere else 0

    # --- START ----------------------------------------------------------------------------------------------------------
    def initial(self) -> Stones:
        return Stones(0, (Bits(self.width),) * self.players)

    def occupied(self, state: Stones) -> Bits:
        stones = state.boards[0]
        for board in state.boards:
            stones = stones | board
        return stones

    def to_move(self, state: Stones) -> int:
        return state.mover

    def legal(self, state: Stones, action: int) -> bool:
        top = self.cell(action) + self.sides[0] - 1 if self.falls else self.cell(action)
        return top not in self.occupied(state)

    def apply(self, state: Stones, action: int) -> Stones:
        """A stone goes on the cell, or on the lowest free cell of the column. The next player's stones come first."""
        cell, occupied = self.cell(action), self.occupied(state)
        while cell in occupied:  # only if stones fall: the cell of a legal action is empty otherwise
            cell += 1
        return Stones(self.after(state.mover), state.boards[1:] + (state.boards[0].add(cell),))

    def passed(self, state: Stones) -> Stones:
        return Stones(self.after(state.mover), state.boards[1:] + (state.boards[0],))

    def after(self, player: int) -> int:
        return (player + 1) % self.players

    def owner(self, state: Stones) -> int:
        """The player who has a line, -1 if no player has one."""
        player = state.mover
        for board in state.boards:
            if self.has_line(board):
                return player
            player = self.after(player)
        return -1

    def terminal(self, state: Stones) -> bool:
        return self.owner(state) >= 0 or self.occupied(state) == self.board

    def rewards(self, state: Stones) -> tuple[int, ...]:
        """1 for the player with a line and -1 for the others; in misère play -1 and 1; 0 for all without a line."""
        owner = self.owner(state)
        own = (-1 if self.misere else 1) if owner >= 0 else 0
        rewards = self.nothing
        for player in range(self.players):
            rewards = rewards[1:] + (own if player == owner else -own,)
        return rewards

    @property
    def nothing(self) -> tuple[int, ...]:
        return (0,) * self.players

    def invariant(self, state: Stones, action: int, after: Stones) -> bool:
        """There is one stone more, and the players' stones have moved up by one place."""
        added = self.occupied(after).count() - self.occupied(state).count()
        return added == 1 and after.boards[:-1] == state.boards[1:]

    # --- knowledge --------------------------------------------------------------------------------------------------------
    def symmetric(self, state: Stones, symmetry: int) -> Stones:
        moved = state.boards
        for board in state.boards:
            moved = moved[1:] + (self.image(board, symmetry),)
        return Stones(state.mover, moved)

    # --- text -------------------------------------------------------------------------------------------------------------
    def in_order(self, state: Stones) -> Boards:
        """The stones of each player, those of player 0 first."""
        first = -state.mover % self.players
        return (*state.boards[first:], *state.boards[:first])

    def parse_position(self, text: str) -> Stones:
        if not is_drawn(text, MARKS):
            return super().parse_position(text)
        boards = self.read_position(text, self.players)
        return Stones(sum(board.count() for board in boards) % self.players, boards)
