"""Rules of games on heaps: what a move may leave of one heap, and the Grundy values of heaps."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Final

from zermelo.core.arrays import HAS_NUMPY
from zermelo.core.errors import BadGame
from zermelo.core.integers import is_within
from zermelo.core.wording import joined, shown
from zermelo.games.impartial.period import Period, Values, single_heap_period, splitting_period
from zermelo.games.titles import capitalised

MAX_HEAP: Final = 100_000_000
"""The largest heap whose Grundy value can be computed."""

MAX_SET: Final = 64
"""The most numbers in the set of a subtraction game."""
MAX_DIGITS: Final = 64
"""The most digits after the point in the code of an octal game."""
FEW: Final = 64
"""So many values are computed without NumPy, whose import would take longer."""
FIRST_LOOK: Final = 256
"""How many values are computed before the first search for a period; before each later one twice as many."""


class HeapRule(ABC):
    """The rule of a game on heaps: what a move may do to one heap."""

    heap, counter = "heap", "counter"
    """What people call a heap, and the counters in it."""

    @abstractmethod
    def options(self, heap: int) -> list[tuple[int, ...]]:
        """All that a move may leave of a heap: no heap, one or two, the larger first; none of them empty."""

    @abstractmethod
    def computed(self, known: Values, count: int) -> Values:
        """The Grundy values of the heaps 0..count - 1, given those of the first len(known) heaps."""

    def title(self) -> str:
        """The name of the rule for people."""
        return str(self)

    @abstractmethod
    def how_to_move(self) -> str:
        """What a player may do, in a sentence for people."""

    def proved_period(self, values: Values) -> Period | None:
        """The period that these values prove, None if they prove none."""
        return None

    def values(self, count: int) -> Values:
        """The Grundy values of the heaps 0..count - 1, shape (count,). Once a period is proved, the values are repeated.

        Raises BadGame for a count of more than MAX_HEAP + 1.
        """
        if not 0 <= count <= MAX_HEAP + 1:
            raise BadGame(
                f"{self}: the values of {count} heaps cannot be computed; at most {MAX_HEAP + 1} are allowed."
            )
        known, period = _known(self, count)
        return known[:count] if period is None else period.extended(known, count)

    def numbers(self, count: int) -> list[int]:
        """The same as plain integers."""
        if count <= FEW or not HAS_NUMPY:
            return _one_by_one(self, count)
        return self.values(count).tolist()

    def period(self, count: int) -> Period | None:
        """The period that the first `count` values prove; None if they prove none."""
        return _known(self, count)[1]


@lru_cache(maxsize=64)
def _one_by_one(rule: HeapRule, count: int) -> list[int]:
    """The first `count` values, each the mex of those of the options."""
    values: list[int] = []
    for heap in range(count):
        seen = {reduce(lambda sum_, part: sum_ ^ values[part], parts, 0) for parts in rule.options(heap)}
        values.append(mex(seen))
    return values


@lru_cache(maxsize=64)
def _known(rule: HeapRule, count: int) -> tuple[Values, Period | None]:
    """The first `count` values, or as many as prove a period; and that period, or None."""
    import numpy as np

    known, period, goal = np.zeros(1, np.int64), None, FIRST_LOOK
    while len(known) < count and period is None:
        known = rule.computed(known, min(goal, count))
        period = rule.proved_period(known)
        goal *= 2
    known.flags.writeable = False
    return known, period


def mex(values: set[int]) -> int:
    """The least number >= 0 that is not among `values`."""
    return next(number for number in range(len(values) + 1) if number not in values)


@dataclass(frozen=True)
class Subtraction(HeapRule):
    """The rule of a subtraction game: a move takes one of the numbers `takes`; any number if there are none (Nim)."""

    takes: tuple[int, ...]

    def options(self, heap: int) -> list[tuple[int, ...]]:
        takes = self.takes or range(1, heap + 1)
        return [(heap - take,) if heap > take else () for take in takes if take <= heap]

    def computed(self, known: Values, count: int) -> Values:
        import numpy as np

        if not self.takes:
            return np.arange(count, dtype=np.int64)
        values = [*known.tolist(), *[0] * (count - len(known))]
        for heap in range(len(known), count):
            seen = {values[heap - take] for take in self.takes if take <= heap}
            values[heap] = mex(seen)
        return np.array(values, np.int64)

    def proved_period(self, values: Values) -> Period | None:
        """The period: every finite set of numbers has one."""
        return single_heap_period(values, max(self.takes)) if self.takes else None

    def title(self) -> str:
        return f"Take {joined(self.takes, 'or')}" if self.takes else "Nim"

    def how_to_move(self) -> str:
        takes = joined(self.takes, "or") if self.takes else "any number of"
        return f"On your turn, take {takes} counter{'s' * (self.takes != (1,))} from a heap."

    def __str__(self) -> str:
        return f"subtraction {{{', '.join(map(str, self.takes))}}}" if self.takes else "nim"


@dataclass(frozen=True)
class Octal(HeapRule):
    """The rule of an octal game (Guy and Smith 1956): digit t says what may be left of a heap when t counters are taken.

    1: no heap; 2: one heap; 4: two heaps; sums of these allow several. Kayles is 0.77, Dawson's Kayles 0.07. Digit 0, before
    the point, is 0, or 4 if a heap may be split without taking anything.
    """

    digits: tuple[int, ...]

    def options(self, heap: int) -> list[tuple[int, ...]]:
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
        """The values, each from the pairs of smaller heaps that matter; see `sparse`."""
        from zermelo.games.impartial.sparse import splitting_values

        return splitting_values(self.digits, known, count)

    def proved_period(self, values: Values) -> Period | None:
        return splitting_period(values, len(self.digits) - 1)

    def title(self) -> str:
        return capitalised(str(self)).replace(" ", " game ")

    def how_to_move(self) -> str:
        """The numbers that may be taken, those with the same digit together, and what each of them may leave."""
        takes = {digit: [take for take, other in enumerate(self.digits) if other == digit] for digit in self.digits}
        moves = [f"{joined(same, 'or')}, which must leave {_left(digit)}" for digit, same in takes.items() if digit]
        return f"On your turn, take counters from a heap: {'; '.join(moves)}."

    def __str__(self) -> str:
        return f"octal {self.digits[0]}.{''.join(map(str, self.digits[1:]))}"


@dataclass(frozen=True)
class Pins(Octal):
    """An octal game with a name of its own that is played with rows of pins."""

    name: str
    moves: str

    heap, counter = "row", "pin"

    def title(self) -> str:
        return self.name

    def how_to_move(self) -> str:
        return (
            f"On your turn, knock down {self.moves}. This may split a row into two, and pins of different rows never stand "
            "side by side."
        )


KAYLES: Final = Pins((0, 7, 7), "Kayles", "one pin, or two that stand side by side")
DAWSON: Final = Pins((0, 0, 7), "Dawson's Kayles", "two pins that stand side by side")


@dataclass(frozen=True)
class GrundysGame(HeapRule):
    """The rule of Grundy's game (Grundy 1939): a move splits a heap into two of different sizes.

    Nobody knows whether its values are periodic.
    """

    def options(self, heap: int) -> list[tuple[int, ...]]:
        return [(heap - less, less) for less in range(1, (heap + 1) // 2)]

    def computed(self, known: Values, count: int) -> Values:
        import numpy as np

        values = np.zeros(count, np.int64)
        values[: len(known)] = known
        for heap in range(len(known), count):
            half = (heap - 1) // 2
            options = values[1 : half + 1] ^ values[heap - half : heap][::-1]
            values[heap] = np.argmin(np.append(np.bincount(options), 0))
        return values

    def how_to_move(self) -> str:
        return "On your turn, split a heap into two heaps of different sizes."

    def __str__(self) -> str:
        return "Grundy's game"


def _left(digit: int) -> str:
    """What a digit in the code of an octal game allows to leave of a heap."""
    left = (words for bit, words in enumerate(("nothing", "one heap", "two heaps")) if digit >> bit & 1)
    return joined(left, "or")


def nim_rule() -> Subtraction:
    """The rule of Nim: take any number from a heap."""
    return Subtraction(())


def subtraction(*takes: int) -> Subtraction:
    """The rule of a subtraction game: take one of these numbers from a heap. Raises BadGame."""
    for take in takes:
        if not is_within(take, 1, MAX_HEAP):
            raise BadGame(
                f"subtraction: {shown(take)} cannot be taken from a heap; the numbers are integers from 1 to {MAX_HEAP}."
            )
    if not 1 <= len(takes) <= MAX_SET:
        raise BadGame(f"subtraction: there must be 1 to {MAX_SET} numbers to take, not {len(takes)}.")
    return Subtraction(tuple(sorted(set(takes))))


def octal(code: str) -> Octal:
    """The rule of the octal game with this code, like "0.77", ".07" or "4.3". Raises BadGame."""
    found = re.fullmatch(r"([04]?)\.([0-7]+)", code, re.ASCII)
    if found is None or len(found[2]) > MAX_DIGITS or not code.strip("0."):
        raise BadGame(
            f"octal: {shown(code)} is not the code of an octal game. A code is 0 or 4, a point, and 1 to {MAX_DIGITS} "
            "digits from 0 to 7, not all of them 0: 0.77, for example."
        )
    return Octal((int(found[1] or 0), *map(int, found[2].rstrip("0"))))
