"""Games with states of every shape that compiled code knows, and one whose numbers come at run time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple

from zermelo import Bits, Game

STONES: Final = 9


class Heaps(NamedTuple):
    left: int
    turn: bool
    inner: tuple[int, tuple[Bits, int]]


class OfTuples(Game[Heaps]):
    action_count = 3
    max_length = STONES

    def initial(self) -> Heaps:
        return Heaps(STONES, False, (0, (Bits(70), -(2**63))))

    def legal(self, state: Heaps, action: int) -> bool:
        return action < state.left

    def apply(self, state: Heaps, action: int) -> Heaps:
        seen, (cells, least) = state.inner
        return Heaps(state.left - action - 1, not state.turn, (seen + 1, (cells.add(60 + state.left), least)))

    def terminal(self, state: Heaps) -> bool:
        return state.left == 0

    def reward(self, state: Heaps) -> int:
        seen, (cells, least) = state.inner
        return -seen - cells.count() * 10 + (100 if state.turn else 0) + (1 if least < -1 else 0)


class Replacing(OfTuples):
    def apply(self, state: Heaps, action: int) -> Heaps:
        inner = (state.inner[0] + 1, state.inner[1])
        return state._replace(inner=inner, left=state.left - action - 1)._replace(turn=not state.turn)


class OfPlainTuple(Game[tuple[int, int, bool]]):
    action_count = 3
    max_length = STONES

    def initial(self) -> tuple[int, int, bool]:
        return STONES, 0, False

    def legal(self, state: tuple[int, int, bool], action: int) -> bool:
        return action < state[0]

    def apply(self, state: tuple[int, int, bool], action: int) -> tuple[int, int, bool]:
        return (state[0] - action - 1, *state[1:2], action == 1)

    def terminal(self, state: tuple[int, int, bool]) -> bool:
        return not state[0]

    def reward(self, state: tuple[int, int, bool]) -> int:
        return -2 if state[2] else -1


class OfBoolsForInts(OfPlainTuple):
    """A bool where the initial state has an int is the same state."""

    def initial(self) -> Any:
        return STONES, 0, 0


class OfBits(Game[Bits]):
    action_count = 70
    max_length = 3

    def initial(self) -> Bits:
        return Bits.of(70, 3, 65, 69)

    def legal(self, state: Bits, action: int) -> bool:
        return action in state

    def actions(self, state: Bits) -> Iterator[int]:
        for cell in state:
            if cell in state:
                yield cell

    def apply(self, state: Bits, action: int) -> Bits:
        return state.remove(action)

    def terminal(self, state: Bits) -> bool:
        return not state

    def reward(self, state: Bits) -> int:
        return -1


class BitsAsActions(OfBits):
    def actions(self, state: Bits) -> Any:
        return state


class OfBool(Game[bool]):
    action_count = 1
    max_length = 1

    def initial(self) -> bool:
        return False

    def legal(self, state: bool, action: int) -> bool:
        return True

    def apply(self, state: bool, action: int) -> bool:
        return not state

    def terminal(self, state: bool) -> bool:
        return state

    def reward(self, state: bool) -> int:
        return -1


@dataclass(frozen=True)
class Runtime(Game[int]):
    """The stones are given at run time, and whether the last one loses; the largest step is not."""

    stones: int
    misere: bool = False
    most: int = 3

    runtime: ClassVar[tuple[str, ...]] = ("stones", "misere", "max_length")

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.most

    @property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.stones

    def initial(self) -> int:
        return self.stones

    def legal(self, state: int, action: int) -> bool:
        return action < state

    def apply(self, state: int, action: int) -> int:
        return state - action - 1

    def terminal(self, state: int) -> bool:
        return state == 0

    def reward(self, state: int) -> int:
        return (1 if self.misere else -1) * self.max_length
