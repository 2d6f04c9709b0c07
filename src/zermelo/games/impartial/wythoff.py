"""The family `wythoff`: Wythoff's game (1907) on two heaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from zermelo.core.board import Cell
from zermelo.games.arguments import flag
from zermelo.games.impartial.impartial_game import ImpartialGame, check_heap, stacks

MAX_HEAP: Final = 4000


class Pair(NamedTuple):
    """The sizes of the two heaps."""

    first: int
    second: int


@dataclass(frozen=True)
class wythoff(ImpartialGame[Pair]):  # noqa: N801  (the name of the family)
    """Wythoff's game: take any number of counters from one of two heaps, or the same number from both.

    A player who cannot move loses (misère: wins). The moves "a3", "b3" and "ab3" take 3 counters from the first heap, the
    second, and both.
    """

    first: int
    second: int
    misere: bool | int = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "misere", flag("wythoff", "misere", self.misere))
        for heap in (self.first, self.second):
            check_heap("wythoff", heap, MAX_HEAP)

    @property
    def most(self) -> int:
        """The most counters that can be taken from a heap."""
        return max(self.first, self.second, 1)

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """One action for each number from 1 to `most`: from the first heap, then from the second, then from both."""
        return 3 * self.most

    @property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return max(self.first + self.second, 1)

    def initial(self) -> Pair:
        return Pair(self.first, self.second)

    def legal(self, state: Pair, action: int) -> bool:
        where, take = action // self.most, action % self.most + 1
        return (where == 1 or take <= state.first) and (where == 0 or take <= state.second)

    def apply(self, state: Pair, action: int) -> Pair:
        where, take = action // self.most, action % self.most + 1
        return Pair(state.first - (take if where != 1 else 0), state.second - (take if where != 0 else 0))

    def terminal(self, state: Pair) -> bool:
        return state.first == 0 and state.second == 0

    symmetry_count: ClassVar[int] = 2  # pyright: ignore[reportIncompatibleVariableOverride]

    def symmetric(self, state: Pair, symmetry: int) -> Pair:
        """Symmetry 1 exchanges the heaps."""
        return Pair(state.second, state.first) if symmetry else state

    def symmetric_action(self, action: int, symmetry: int) -> int:
        return action if symmetry == 0 or action >= 2 * self.most else (action + self.most) % (2 * self.most)

    def title(self) -> str:
        return self.titled(f"Wythoff's game: {self.first}, {self.second}")

    def rules(self) -> str:
        return (
            f"There are two heaps, of {self.first} and {self.second} counters. On your turn, take any number of counters "
            f"from one heap, or the same number from both. {self.ending()}\n\nThe moves a3, b3 and ab3 take "
            "three counters from the first heap, the second, and both."
        )

    def action_name(self, action: int) -> str:
        return f"{('a', 'b', 'ab')[action // self.most]}{action % self.most + 1}"

    def render(self, state: Pair) -> str:
        return f"{state.first} {state.second}"

    def picture(self, state: Pair, mover: int) -> list[Cell]:
        """Two stacks of counters. Each counter has the moves that take exactly it and all counters above it."""
        return [
            counter._replace(actions=tuple(where * self.most + state[place] - height - 1 for where in (place, 2)))
            for place, heap in enumerate(stacks(state, (self.first, self.second)))
            for height, counter in enumerate(heap)
        ]

    def __str__(self) -> str:
        return f"wythoff({self.first},{self.second}{',misere=1' if self.misere else ''})"
