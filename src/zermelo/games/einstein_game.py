"""The family `einstein`: EinStein würfelt nicht! (Althöfer 2004), a race in which a die decides which stone moves."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from zermelo.core.bits import Bits
from zermelo.core.board import Cell
from zermelo.core.constants import NONE
from zermelo.core.errors import BadGame, BadPosition
from zermelo.core.game import Game
from zermelo.core.wording import counted
from zermelo.games.arguments import check_numbers
from zermelo.games.titles import by, in_words

MAX_SIZE: Final = 6
FIELD: Final = 6
"""Bits for the place of a stone: its cell + 1, or 0 once it has been captured."""


class Race(NamedTuple):
    """Whose turn it is, what the die shows (0 before the throw), and the cells of player 0's stones, then of player 1's."""

    mover: int
    die: int
    places: Bits


@dataclass(frozen=True)
class einstein(Game[Race]):  # noqa: N801  (the name of the family)
    """EinStein würfelt nicht!: numbered stones race to the far corner, and a die decides which one moves; see `rules`.

    The board has `size` by `size` cells. Each player starts with `rows` rows of stones, a triangle in the player's corner,
    always in the same order, with number 1 in the corner itself. Player 0 moves right and down, player 1 left and up.
    """

    size: int
    rows: int

    def __post_init__(self) -> None:
        check_numbers("einstein", 2, MAX_SIZE, size=self.size)
        check_numbers("einstein", 1, MAX_SIZE - 1, rows=self.rows)
        if self.rows >= self.size:
            raise BadGame(
                f"einstein: {self.rows} rows of stones for each player do not fit on a board of {self.size} by {self.size}."
            )

    has_chance = True

    @property
    def stones(self) -> int:
        """How many stones each player starts with, which is also the number of faces of the die."""
        return self.rows * (self.rows + 1) // 2

    @property
    def chance_total(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.stones

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Three steps for each stone, then the faces of the die."""
        return 4 * self.stones

    @property
    def max_chances(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """One throw for each step: play ends as soon as one stone arrives, so all others are still short of the corner."""
        away = [2 * (self.size - 1) - distance for distance in range(self.rows) for _ in range(distance + 1)]
        return 2 * sum(steps - 1 for steps in away) + 1

    @property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return 2 * self.max_chances

    @property
    def cells(self) -> int:
        return self.size * self.size

    # --- START ----------------------------------------------------------------------------------------------------------
    def initial(self) -> Race:
        corner = [self.size * (distance - step) + step for distance in range(self.rows) for step in range(distance + 1)]
        places = Bits(2 * self.stones * FIELD)
        for stone, cell in enumerate(corner):
            places = places.put(stone * FIELD, FIELD, cell + 1)
            places = places.put((self.stones + stone) * FIELD, FIELD, self.cells - cell)
        return Race(0, 0, places)

    def place(self, state: Race, player: int, stone: int) -> int:
        """The cell of a stone + 1, or 0 once it has been captured."""
        return state.places.field((player * self.stones + stone) * FIELD, FIELD)

    def chance(self, state: Race) -> bool:
        return state.die == 0

    def to_move(self, state: Race) -> int:
        """The player who moves after the throw, even while the die is still to be thrown."""
        return state.mover

    def target(self, state: Race, action: int) -> int:
        """The cell to which an action moves its stone, -1 if that is past the edge."""
        cell, step = self.place(state, state.mover, action // 3) - 1, action % 3
        row, column = cell // self.size, cell % self.size
        way = 1 - 2 * state.mover
        row, column = row + (way if step != 0 else 0), column + (way if step != 1 else 0)
        if min(row, column) < 0 or max(row, column) >= self.size:
            return -1
        return row * self.size + column

    def may_move(self, state: Race, stone: int) -> bool:
        """Whether the die shows this stone, or shows a stone that is gone and this one is the next above or below it."""
        if self.place(state, state.mover, stone) == 0:
            return False
        shown = state.die - 1
        for between in range(min(stone, shown), max(stone, shown) + 1):
            if between != stone and self.place(state, state.mover, between) != 0:
                return False
        return True

    def legal(self, state: Race, action: int) -> bool:
        if state.die == 0 or action >= 3 * self.stones:
            return state.die == 0 and action >= 3 * self.stones
        return self.may_move(state, action // 3) and self.target(state, action) >= 0

    def apply(self, state: Race, action: int) -> Race:
        if state.die == 0:
            return Race(state.mover, action - 3 * self.stones + 1, state.places)
        target, places = self.target(state, action) + 1, state.places
        for stone in range(2 * self.stones):
            if places.field(stone * FIELD, FIELD) == target:
                places = places.put(stone * FIELD, FIELD, 0)
        return Race(1 - state.mover, 0, places.put((state.mover * self.stones + action // 3) * FIELD, FIELD, target))

    def terminal(self, state: Race) -> bool:
        """Whether the player who just moved has arrived, or the player to move has no stone left."""
        if state.die != 0:
            return False
        goal, left = (self.cells if state.mover == 1 else 1), False
        for stone in range(self.stones):
            if self.place(state, 1 - state.mover, stone) == goal:
                return True
            left = left or self.place(state, state.mover, stone) != 0
        return not left

    def reward(self, state: Race) -> int:
        """-1: either way the player to move has lost."""
        return -1

    def invariant(self, state: Race, action: int, after: Race) -> bool:
        """A throw moves no stone; a step captures at most one."""
        if state.die == 0:
            return after.places == state.places and after.mover == state.mover
        gone = 0
        for stone in range(2 * self.stones):
            before, now = state.places.field(stone * FIELD, FIELD), after.places.field(stone * FIELD, FIELD)
            if before != now and stone != state.mover * self.stones + action // 3:
                gone += 1 if now == 0 else 2
        return gone <= 1

    # --- text -------------------------------------------------------------------------------------------------------------
    def title(self) -> str:
        return f"EinStein würfelt nicht! {by(self.size, self.size)}, {counted(self.stones, 'stone')} each"

    def rules(self) -> str:
        start = (
            f"Each player has {in_words(self.stones)} stones in a corner, numbered from 1 to {self.stones}. On your turn, "
            "throw the die and move the stone with its number; if that stone is gone, move the one with the next higher or "
            "the next lower number."
        )
        if self.stones == 1:
            start = "Each player has one stone in a corner, and moves it when it is that player's turn."
        return (
            f"{start} A stone goes one step along its row, its column or the diagonal, always towards the far corner, and "
            "captures any stone that it meets there, even one of your own. You win when one of your stones reaches the far "
            "corner, or when the other player has no stone left. The first player goes right and down, the second left and "
            "up.\n\nThe moves 2h, 2v and 2d move stone 2 horizontally, vertically and diagonally."
        )

    def action_name(self, action: int) -> str:
        steps = 3 * self.stones
        return f"{action // 3 + 1}{'hvd'[action % 3]}" if action < steps else f"die{action - steps + 1}"

    def position_text(self, state: Race) -> str:
        """The rows, with player 0's stones as A, B, ... and player 1's as a, b, ...; then whose turn it is and what the die
        shows: "A2", or "a?" before the throw.
        """
        marks = ["."] * self.cells
        for player, first in enumerate("Aa"):
            for stone in range(self.stones):
                if self.place(state, player, stone):
                    marks[self.place(state, player, stone) - 1] = chr(ord(first) + stone)
        rows = ["".join(marks[row : row + self.size]) for row in range(0, self.cells, self.size)]
        return f"{'/'.join(rows)} {'Aa'[state.mover]}{state.die or '?'}"

    def parse_position(self, text: str) -> Race:
        like = f"positions look like {self.position_text(self.initial())!r}."
        found = re.fullmatch(r"([A-Za-z./]+) ([Aa])(\?|[0-9]+)", text.strip())
        if found is None or ("/" not in found[1]):
            try:
                return super().parse_position(text)
            except BadPosition as error:
                raise BadPosition(f"{error} A throw is die1 to die{self.stones}; {like}") from None
        rows, die = found[1].split("/"), 0 if found[3] == "?" else int(found[3])
        letters = [mark for mark in "".join(rows) if mark != "."]
        known = [chr(ord(first) + stone) for first in "Aa" for stone in range(self.stones)]
        if [len(row) for row in rows] != [self.size] * self.size or not set(letters) <= set(known):
            raise BadPosition(f"{text!r} is not a position of {self}; {like}")
        if len(set(letters)) != len(letters) or not 0 <= die <= self.stones:
            raise BadPosition(f"{text!r} has a stone twice, or a die that does not show 1 to {self.stones} or ?.")
        places = Bits(2 * self.stones * FIELD)
        for cell, mark in enumerate("".join(rows)):
            if mark != ".":
                places = places.put(known.index(mark) * FIELD, FIELD, cell + 1)
        state = Race("Aa".index(found[2]), die, places)
        goal = self.cells if state.mover == 0 else 1
        theirs = [self.place(state, 1 - state.mover, stone) for stone in range(self.stones)]
        if not any(theirs) or goal in [self.place(state, state.mover, stone) for stone in range(self.stones)]:
            raise BadPosition(f"{text!r} cannot arise: the player to move would have won already.")
        if die and self.terminal(state._replace(die=0)):
            raise BadPosition(
                f"{text!r} cannot arise: the game is over, so the die is not thrown; write ? for the die."
            )
        return state

    def render(self, state: Race) -> str:
        rows, _, turn = self.position_text(state).partition(" ")
        shown = f", who threw {state.die}" if state.die else ", about to throw"
        side = "capital letters" if turn[0] == "A" else "small letters"
        return "\n".join([*(" ".join(row) for row in rows.split("/")), f"to move: {side}{shown}"])

    def picture(self, state: Race, mover: int) -> list[Cell]:
        """The stones by their numbers, with the die beside the board. Each cell has the steps that start or end there. After
        a throw, the stones that may move are marked.
        """
        marks, chosen = dict[int, tuple[str, int]](), set[int]()
        for player, stone in itertools.product(range(2), range(self.stones)):
            cell = self.place(state, player, stone) - 1
            marks[cell] = str(stone + 1), player
            if state.die and player == state.mover and self.may_move(state, stone):
                chosen.add(cell)
        near: dict[int, list[int]] = {}
        for action in range(3 * self.stones):
            stone = self.place(state, state.mover, action // 3) - 1
            for cell in (stone, self.target(state, action)) if stone >= 0 else ():
                near.setdefault(cell, []).append(action)
        stones = [
            Cell(
                *divmod(cell, self.size), *marks.get(cell, ("", NONE)), tuple(near.get(cell, ())), marked=cell in chosen
            )
            for cell in range(self.cells)
        ]
        throws, thrown = tuple(range(3 * self.stones, self.action_count)), str(state.die or "")
        return [*stones, Cell((self.size - 1) // 2, self.size + 1, thrown, actions=throws, look="die")]

    def __str__(self) -> str:
        return f"einstein({self.size},{self.rows})"
