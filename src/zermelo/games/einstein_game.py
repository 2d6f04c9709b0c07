"""EinStein würfelt nicht! (Althöfer 2004): stones race to the other corner, and a die says which one moves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from zermelo.core.bits import Bits
from zermelo.core.board import Cell
from zermelo.core.constants import NONE
from zermelo.core.errors import BadGame, BadPosition
from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.wording import shown

MAX_SIZE: Final = 6
FIELD: Final = 6
"""Bits for the place of a stone: its cell + 1, or 0 once it has been captured."""

STEPS: Final = "hvd"
"""Horizontally, vertically, diagonally."""


class Race(NamedTuple):
    """Whose turn it is, what the die shows (0 before it is thrown), and where player 0's stones are, then player 1's."""

    mover: int
    die: int
    places: Bits


@dataclass(frozen=True)
class einstein(Game[Race]):  # noqa: N801  (the name of the family)
    """On a board of `size` by `size` each side has a triangle of `rows` rows of stones in its corner, numbered from 1 on.

    The mover throws a die with as many faces as stones and moves the stone it shows, or, if that is gone, one of the two
    stones next in number, above or below. A stone goes one step towards the far corner, along the row, the column or the
    diagonal, and captures any stone it meets, a friend's too. Who reaches the far corner or leaves the other without stones
    wins. Player 0 goes right and down, player 1 left and up. The stones begin in one order, the corner's first.
    """

    size: int
    rows: int

    def __post_init__(self) -> None:
        for name, value, least, most in (("size", self.size, 2, MAX_SIZE), ("rows", self.rows, 1, MAX_SIZE - 1)):
            if not is_within(value, least, most):
                raise BadGame(f"einstein: {name} = {shown(value)} is not an integer from {least} to {most}.")
        if self.rows >= self.size:
            raise BadGame(
                f"einstein: {self.rows} rows of stones on either side do not find room on a board of {self.size}."
            )

    has_chance = True

    @property
    def stones(self) -> int:
        """How many each side has, and how many faces the die."""
        return self.rows * (self.rows + 1) // 2

    @property
    def chance_total(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Every face comes up equally often."""
        return self.stones

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """For each stone its three steps, and then the faces of the die."""
        return 4 * self.stones

    @property
    def max_chances(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """One throw for each step; but for the one that arrives, every stone stays a step away from the far corner."""
        away = [2 * (self.size - 1) - distance for distance in range(self.rows) for _ in range(distance + 1)]
        return 2 * sum(steps - 1 for steps in away) + 1

    @property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """A throw and a step in turn."""
        return 2 * self.max_chances

    @property
    def cells(self) -> int:
        """How many there are."""
        return self.size * self.size

    # --- START ----------------------------------------------------------------------------------------------------------
    def initial(self) -> Race:
        """All stones in their corners, the die not yet thrown."""
        corner = [self.size * (distance - step) + step for distance in range(self.rows) for step in range(distance + 1)]
        places = Bits(2 * self.stones * FIELD)
        for stone, cell in enumerate(corner):
            places = places.put(stone * FIELD, FIELD, cell + 1)
            places = places.put((self.stones + stone) * FIELD, FIELD, self.cells - cell)
        return Race(0, 0, places)

    def place(self, state: Race, player: int, stone: int) -> int:
        """Where a stone is: its cell + 1, or 0."""
        return state.places.field((player * self.stones + stone) * FIELD, FIELD)

    def chance(self, state: Race) -> bool:
        """Before the die is thrown."""
        return state.die == 0

    def to_move(self, state: Race) -> int:
        """Who throws the die moves."""
        return state.mover

    def target(self, state: Race, action: int) -> int:
        """The cell that a stone goes to, -1 beyond the edge."""
        cell, step = self.place(state, state.mover, action // 3) - 1, action % 3
        row, column = cell // self.size, cell % self.size
        way = 1 - 2 * state.mover
        row, column = row + (way if step != 0 else 0), column + (way if step != 1 else 0)
        if min(row, column) < 0 or max(row, column) >= self.size:
            return -1
        return row * self.size + column

    def may_move(self, state: Race, stone: int) -> bool:
        """The stone is the one that the die shows, or the next one above or below if that is gone."""
        if self.place(state, state.mover, stone) == 0:
            return False
        shown = state.die - 1
        for between in range(min(stone, shown), max(stone, shown) + 1):
            if between != stone and self.place(state, state.mover, between) != 0:
                return False
        return True

    def legal(self, state: Race, action: int) -> bool:
        """A face of the die; or a step, on the board, of a stone that may move."""
        if state.die == 0 or action >= 3 * self.stones:
            return state.die == 0 and action >= 3 * self.stones
        return self.may_move(state, action // 3) and self.target(state, action) >= 0

    def apply(self, state: Race, action: int) -> Race:
        """The die thrown; or the stone on its new cell, what stood there gone, and the other's turn."""
        if state.die == 0:
            return Race(state.mover, action - 3 * self.stones + 1, state.places)
        target, places = self.target(state, action) + 1, state.places
        for stone in range(2 * self.stones):
            if places.field(stone * FIELD, FIELD) == target:
                places = places.put(stone * FIELD, FIELD, 0)
        return Race(1 - state.mover, 0, places.put((state.mover * self.stones + action // 3) * FIELD, FIELD, target))

    def weight(self, state: Race, action: int) -> int:
        """Every face is as likely as any other."""
        return 1

    def terminal(self, state: Race) -> bool:
        """The player before has arrived, or the mover has no stone left."""
        if state.die != 0:
            return False
        goal, left = (self.cells if state.mover == 1 else 1), False
        for stone in range(self.stones):
            if self.place(state, 1 - state.mover, stone) == goal:
                return True
            left = left or self.place(state, state.mover, stone) != 0
        return not left

    def reward(self, state: Race) -> int:
        """Either way the player to move has lost."""
        return -1

    def invariant(self, state: Race, action: int, after: Race) -> bool:
        """A throw moves nothing; a step comes nearer to the far corner, and captures at most one stone."""
        if state.die == 0:
            return after.places == state.places and after.mover == state.mover
        gone = 0
        for stone in range(2 * self.stones):
            before, now = state.places.field(stone * FIELD, FIELD), after.places.field(stone * FIELD, FIELD)
            if before != now and stone != state.mover * self.stones + action // 3:
                gone += 1 if now == 0 else 2
        return gone <= 1

    # --- text -------------------------------------------------------------------------------------------------------------
    def action_name(self, action: int) -> str:
        """A stone's number and which way it steps, "2d"; of chance, what the die shows, "die2"."""
        steps = 3 * self.stones
        return f"{action // 3 + 1}{STEPS[action % 3]}" if action < steps else f"die{action - steps + 1}"

    def position_text(self, state: Race) -> str:
        """The rows, player 0's stones A, B, ..., player 1's a, b, ...; then who moves and what the die shows: "A2", "a?"."""
        marks = ["."] * self.cells
        for player, first in enumerate("Aa"):
            for stone in range(self.stones):
                if self.place(state, player, stone):
                    marks[self.place(state, player, stone) - 1] = chr(ord(first) + stone)
        rows = ["".join(marks[row : row + self.size]) for row in range(0, self.cells, self.size)]
        return f"{'/'.join(rows)} {'Aa'[state.mover]}{state.die or '?'}"

    def parse_position(self, text: str) -> Race:
        """A position as `position_text` writes it, or moves. Raises BadPosition."""
        found = re.fullmatch(r"([A-Za-z./]+) ([Aa])(\?|[0-9]+)", text.strip())
        if found is None or ("/" not in found[1]):
            try:
                return super().parse_position(text)
            except BadPosition as error:
                like = self.position_text(self.initial())
                raise BadPosition(
                    f"{error} A throw is die1 to die{self.stones}; positions look like {like!r}."
                ) from None
        rows, die = found[1].split("/"), 0 if found[3] == "?" else int(found[3])
        letters = [mark for mark in "".join(rows) if mark != "."]
        known = [chr(ord(first) + stone) for first in "Aa" for stone in range(self.stones)]
        if [len(row) for row in rows] != [self.size] * self.size or not set(letters) <= set(known):
            raise BadPosition(f"{text!r} is not a position of {self}; one is {self.position_text(self.initial())!r}.")
        if len(set(letters)) != len(letters) or not 0 <= die <= self.stones:
            raise BadPosition(
                f"{text!r}: each stone is there once at most, and the die shows 1 to {self.stones}, or ?."
            )
        places = Bits(2 * self.stones * FIELD)
        for cell, mark in enumerate("".join(rows)):
            if mark != ".":
                places = places.put(known.index(mark) * FIELD, FIELD, cell + 1)
        state = Race("Aa".index(found[2]), die, places)
        goal = self.cells if state.mover == 0 else 1
        theirs = [self.place(state, 1 - state.mover, stone) for stone in range(self.stones)]
        if not any(theirs) or goal in [self.place(state, state.mover, stone) for stone in range(self.stones)]:
            raise BadPosition(f"{text!r} cannot arise: the player to move would have won before.")
        if die and self.terminal(state._replace(die=0)):
            raise BadPosition(f"{text!r}: the game is over there, so that the die is not thrown.")
        return state

    def render(self, state: Race) -> str:
        """The board, and whose turn it is."""
        rows, _, turn = self.position_text(state).partition(" ")
        shown = f", who has thrown {state.die}" if state.die else ", about to throw"
        side = "capital letters" if turn[0] == "A" else "small letters"
        return "\n".join([*(" ".join(row) for row in rows.split("/")), f"to move: {side}{shown}"])

    def picture(self, state: Race, mover: int) -> list[Cell]:
        """The stones by their numbers; a step has to do with the stone's cell and with the one it goes to."""
        marks = {
            self.place(state, player, stone) - 1: (str(stone + 1), player)
            for player in range(2)
            for stone in range(self.stones)
        }
        near: dict[int, list[int]] = {}
        for action in range(3 * self.stones):
            stone = self.place(state, state.mover, action // 3) - 1
            for cell in (stone, self.target(state, action)) if stone >= 0 else ():
                near.setdefault(cell, []).append(action)
        return [
            Cell(*divmod(cell, self.size), *marks.get(cell, ("", NONE)), tuple(near.get(cell, ())))
            for cell in range(self.cells)
        ]

    def __str__(self) -> str:
        return f"einstein({self.size},{self.rows})"
