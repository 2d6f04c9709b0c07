"""Rules of one heap: what a move may leave of it, and the Grundy values that follow."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from zermelo.core.errors import BadGame
from zermelo.core.integers import is_within
from zermelo.core.wording import shown
from zermelo.games.impartial.period import Period, Values, single_heap_period, splitting_period
from zermelo.games.impartial.sparse import splitting_values

MAX_HEAP: Final = 100_000_000
"""The largest heap whose value is told."""

MAX_SET: Final = 64
MAX_DIGITS: Final = 64
FIRST_LOOK: Final = 256
"""How many values are computed before a period is looked for, then twice as many each time."""


class HeapRule(ABC):
    """A rule for moves in one heap."""

    @abstractmethod
    def options(self, heap: int) -> list[tuple[int, ...]]:
        """What a move may leave of a heap: no heap, one or two, the larger first; none of them empty."""

    @abstractmethod
    def computed(self, known: Values, count: int) -> Values:
        """The values of the heaps 0..count - 1, given those of the smaller ones."""

    def proved_period(self, values: Values) -> Period | None:
        """The period that these values prove, if any."""
        return None

    def values(self, count: int) -> Values:
        """The Grundy values of the heaps 0..count - 1, shape (count,); beyond a proved period it is repeated.

        Raises BadGame for more than MAX_HEAP + 1.
        """
        if not 0 <= count <= MAX_HEAP + 1:
            raise BadGame(f"{self}: the values of {count} heaps are too many; {MAX_HEAP + 1} are the most.")
        known, period = _known(self, count)
        return known[:count] if period is None else period.extended(known, count)

    def period(self, count: int) -> Period | None:
        """The period that the first `count` values prove; None if they prove none."""
        return _known(self, count)[1]


@lru_cache(maxsize=64)
def _known(rule: HeapRule, count: int) -> tuple[Values, Period | None]:
    """The first `count` values, or as many as prove a period."""
    known, period, goal = np.zeros(1, np.int64), None, FIRST_LOOK
    while len(known) < count and period is None:
        known = rule.computed(known, min(goal, count))
        period = rule.proved_period(known)
        goal *= 2
    known.flags.writeable = False
    return known, period


def mex(values: Values) -> int:
    """The least number >= 0 that is not among `values`."""
    seen = np.zeros(len(values) + 1, bool)
    seen[values[values <= len(values)]] = True
    return int(np.argmin(seen)) if not seen.all() else len(seen)


@dataclass(frozen=True)
class Subtraction(HeapRule):
    """A move takes one of these numbers from a heap; all numbers when `takes` is empty (Nim)."""

    takes: tuple[int, ...]

    def options(self, heap: int) -> list[tuple[int, ...]]:
        """One heap, or none."""
        takes = self.takes or range(1, heap + 1)
        return [(heap - take,) if heap > take else () for take in takes if take <= heap]

    def computed(self, known: Values, count: int) -> Values:
        """Each from those `take` before it."""
        if not self.takes:
            return np.arange(count, dtype=np.int64)
        values = [*known.tolist(), *[0] * (count - len(known))]
        for heap in range(len(known), count):
            seen = {values[heap - take] for take in self.takes if take <= heap}
            values[heap] = next(number for number in range(len(seen) + 1) if number not in seen)
        return np.array(values, np.int64)

    def proved_period(self, values: Values) -> Period | None:
        """Finite sets have one."""
        return single_heap_period(values, max(self.takes)) if self.takes else None

    def __str__(self) -> str:
        return f"subtraction {{{', '.join(map(str, self.takes))}}}" if self.takes else "nim"


@dataclass(frozen=True)
class Octal(HeapRule):
    """An octal game (Guy and Smith 1956): the digit d[t] says what may be left of a heap from which t are taken.

    1: nothing; 2: one heap; 4: two heaps; and sums of these. Kayles is 0.77, Dawson's Kayles 0.07. d[0] is 0, or 4 where a
    heap may be split without taking anything.
    """

    digits: tuple[int, ...]

    def options(self, heap: int) -> list[tuple[int, ...]]:
        """No heap, one or two."""
        found: list[tuple[int, ...]] = []
        for take, digit in enumerate(self.digits):
            rest = heap - take
            if digit & 1 and rest == 0:
                found.append(())
            if digit & 2 and rest > 0:
                found.append((rest,))
            if digit & 4:
                found += [(rest - less, less) for less in range(1, rest // 2 + 1)]
        return found

    def computed(self, known: Values, count: int) -> Values:
        """Each from the pairs of smaller ones that matter."""
        return splitting_values(self.digits, known, count)

    def proved_period(self, values: Values) -> Period | None:
        """By the octal periodicity theorem."""
        return splitting_period(values, len(self.digits) - 1)

    def __str__(self) -> str:
        return f"octal {self.digits[0]}.{''.join(map(str, self.digits[1:]))}"


@dataclass(frozen=True)
class GrundysGame(HeapRule):
    """A move splits a heap into two of different size (Grundy 1939). Nobody knows whether it has a period."""

    def options(self, heap: int) -> list[tuple[int, ...]]:
        """Two heaps."""
        return [(heap - less, less) for less in range(1, (heap + 1) // 2)]

    def computed(self, known: Values, count: int) -> Values:
        """Each from all pairs of smaller ones."""
        values = np.zeros(count, np.int64)
        values[: len(known)] = known
        for heap in range(len(known), count):
            half = (heap - 1) // 2
            values[heap] = mex(values[1 : half + 1] ^ values[heap - half : heap][::-1])
        return values

    def __str__(self) -> str:
        return "Grundy's game"


def nim_rule() -> Subtraction:
    """Take any number from a heap."""
    return Subtraction(())


def subtraction(*takes: int) -> Subtraction:
    """Take one of these numbers from a heap. Raises BadGame."""
    for take in takes:
        if not is_within(take, 1, MAX_HEAP):
            raise BadGame(f"subtraction: {shown(take)} cannot be taken from a heap; numbers from 1 to {MAX_HEAP} can.")
    if not 1 <= len(takes) <= MAX_SET:
        raise BadGame(f"subtraction: the set must have 1 to {MAX_SET} numbers, not {len(takes)}.")
    return Subtraction(tuple(sorted(set(takes))))


def octal(code: str) -> Octal:
    """The octal game with this code, like "0.77", ".07" or "4.3". Raises BadGame."""
    found = re.fullmatch(r"([04]?)\.([0-7]+)", code, re.ASCII)
    if found is None or len(found[2]) > MAX_DIGITS or not code.strip("0."):
        raise BadGame(
            f"octal: {shown(code)} is not the code of an octal game: 0 or 4, a point, digits 0 to 7 not all 0, as in 0.77."
        )
    return Octal((int(found[1] or 0), *map(int, found[2].rstrip("0"))))
