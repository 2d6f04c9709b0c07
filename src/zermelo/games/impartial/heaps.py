"""Games on heaps of counters: the families nim, subtraction, octal, kayles, dawson and splits.

A state holds the sizes of the heaps, the largest first, in fields of a `Bits`. A move names a heap by its place, 1 being
the largest, and what it leaves of that heap: "1:3" leaves 3 counters of the largest heap, "2:3+1" splits the second heap
into heaps of 3 and 1, and "1:0" takes the largest heap away.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final

from zermelo.core.arrays import Array, of, zeros
from zermelo.core.bits import MAX_WIDTH, Bits
from zermelo.core.board import Cell
from zermelo.core.errors import BadGame, BadMove, BadPosition
from zermelo.core.wording import joined, shown
from zermelo.games.arguments import flag
from zermelo.games.impartial.impartial_game import ImpartialGame, check_heap, stacks
from zermelo.games.impartial.rules import DAWSON, KAYLES, GrundysGame, HeapRule, nim_rule
from zermelo.games.impartial.rules import octal as octal_rule
from zermelo.games.impartial.rules import subtraction as take_rule
from zermelo.games.titles import in_words, several

MAX_HEAPS: Final = 64
MAX_PLAYED: Final = 2000
"""The largest heap that can be played; Grundy values of single heaps can be computed for much larger ones."""


@dataclass(frozen=True)
class Heaps(ImpartialGame[Bits]):
    """A game on heaps: a move changes one heap, as `rule` allows; a player who cannot move loses (misère: wins)."""

    name: str
    rule: HeapRule
    heaps: tuple[int, ...]
    misere: bool | int = False

    def __post_init__(self) -> None:
        for heap in self.heaps:
            check_heap(self, heap, MAX_PLAYED)
        if not 1 <= len(self.heaps) <= MAX_HEAPS:
            raise BadGame(f"{self}: there must be 1 to {MAX_HEAPS} heaps, not {len(self.heaps)}.")
        if self.room * self.size > MAX_WIDTH:
            raise BadGame(
                f"{self}: play may lead to {self.room} heaps of up to {max(self.heaps)} counters, too many for a state."
            )

    # --- the moves --------------------------------------------------------------------------------------------------------
    @property
    def largest(self) -> int:
        return max(self.heaps)

    @property
    def size(self) -> int:
        """How many bits hold the size of a heap."""
        return max(self.largest.bit_length(), 1)

    @cached_property
    def room(self) -> int:
        """The most heaps that there can be in any position."""
        return max(sum(_most_heaps(self.rule, heap) for heap in self.heaps), 1)

    @cached_property
    def parts(self) -> tuple[tuple[int, int], ...]:
        """All that a move may leave of a heap: pairs of sizes, the larger first, 0 for no heap."""
        found = {_pair(option) for heap in range(self.largest + 1) for option in self.rule.options(heap)}
        return tuple(sorted(found)) or ((0, 0),)

    @cached_property
    def left(self) -> Array:
        """The larger size of each of `parts`: shape (parts,)."""
        return of(large for large, _ in self.parts)

    @cached_property
    def right(self) -> Array:
        return of(small for _, small in self.parts)

    @cached_property
    def allowed(self) -> Array:
        """1 if a move may leave these parts of a heap of this size, else 0; shape (largest + 1, parts)."""
        number = {pair: i for i, pair in enumerate(self.parts)}
        allowed = zeros(self.largest + 1, len(self.parts))
        for heap in range(self.largest + 1):
            for option in self.rule.options(heap):
                allowed[heap, number[_pair(option)]] = 1
        return allowed

    @property
    def choices(self) -> int:
        return len(self.parts)

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.room * self.choices

    @cached_property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return max(sum(_longest(self.rule, heap) for heap in self.heaps), 1)

    # --- START ----------------------------------------------------------------------------------------------------------
    def initial(self) -> Bits:
        return self.packed(list(self.heaps))

    def heap(self, state: Bits, place: int) -> int:
        """The size of the heap at a place, 0 for no heap."""
        return state.field(place * self.size, self.size)

    def legal(self, state: Bits, action: int) -> bool:
        heap = self.heap(state, action // self.choices)
        return heap > 0 and bool(self.allowed[heap, action % self.choices])

    def apply(self, state: Bits, action: int) -> Bits:
        parts = action % self.choices
        state = self._without(state, action // self.choices)
        return self._with(self._with(state, int(self.left[parts])), int(self.right[parts]))

    def _without(self, state: Bits, place: int) -> Bits:
        for i in range(place, self.room - 1):
            state = state.put(i * self.size, self.size, self.heap(state, i + 1))
        return state.put((self.room - 1) * self.size, self.size, 0)

    def _with(self, state: Bits, heap: int) -> Bits:
        place = 0
        while place < self.room - 1 and self.heap(state, place) >= heap:
            place += 1
        for i in range(self.room - 1, place, -1):
            state = state.put(i * self.size, self.size, self.heap(state, i - 1))
        return state.put(place * self.size, self.size, heap) if heap > 0 else state

    def terminal(self, state: Bits) -> bool:
        for place in range(self.room):
            heap = self.heap(state, place)
            if heap == 0:
                return True
            for parts in range(self.choices):
                if self.allowed[heap, parts]:
                    return False
        return True

    # --- theory -----------------------------------------------------------------------------------------------------------
    def grundy_value(self, state: Bits) -> int:
        value = 0
        for heap in self.sizes(state):
            value ^= int(_values(self.rule, self.largest + 1)[heap])
        return value

    # --- text -------------------------------------------------------------------------------------------------------------
    def title(self) -> str:
        return self.titled(f"{self.rule.title()}: {', '.join(map(str, self.heaps))}")

    def rules(self) -> str:
        heap, counter = self.rule.heap, self.rule.counter
        if len(self.heaps) == 1:
            start = f"There is a {heap} of {several(self.heaps[0], counter)}."
        else:
            start = f"There are {in_words(len(self.heaps))} {heap}s, of {joined(self.heaps)} {counter}s."
        split = f", and 1:3+2 leaves {heap}s of three and two" if any(small for _, small in self.parts) else ""
        return (
            f"{start} {self.rule.how_to_move()} {self.ending()}\n\nA move is written as the number of a {heap}, 1 for "
            f"the one that is the largest now, and what is left of it: 1:3 leaves three {counter}s{split}."
        )

    def sizes(self, state: Bits) -> list[int]:
        return [heap for heap in (self.heap(state, place) for place in range(self.room)) if heap]

    def packed(self, sizes: list[int]) -> Bits:
        state = Bits(self.room * self.size)
        for place, heap in enumerate(sorted(filter(None, sizes), reverse=True)):
            state = state.put(place * self.size, self.size, heap)
        return state

    def action_name(self, action: int) -> str:
        large, small = self.parts[action % self.choices]
        return f"{action // self.choices + 1}:{large}{f'+{small}' if small else ''}"

    def parse_action(self, text: str) -> int:
        found = re.fullmatch(r"([1-9]\d{0,3}):(\d{1,6})(?:\+(\d{1,6}))?", text.strip(), re.ASCII)
        if found and int(found[1]) <= self.room:
            pair = _pair((int(found[2]), int(found[3] or 0)))
            if pair in self.parts:
                return (int(found[1]) - 1) * self.choices + self.parts.index(pair)
        raise BadMove(
            f"{text!r} is not a move of {self}; moves look like {self.action_name(0)!r}: the place of a heap, from 1, and "
            "what is left of it."
        )

    def position_text(self, state: Bits) -> str:
        return ",".join(map(str, self.sizes(state))) or "0"

    def parse_position(self, text: str) -> Bits:
        if ":" in text or not text.strip():
            return super().parse_position(text)
        if not re.fullmatch(r"\s*\d{1,6}(\s*,\s*\d{1,6})*\s*", text, re.ASCII):
            raise BadPosition(f"{text!r} is not a position of {self}; positions are heap sizes, like 5,4,3.")
        sizes = [int(size) for size in text.split(",") if int(size)]
        if max(sizes, default=0) > self.largest or sum(_most_heaps(self.rule, size) for size in sizes) > self.room:
            raise BadPosition(f"{text!r} is not a position of {self}: it has too many heaps, or too large a heap.")
        return self.packed(sizes)

    def render(self, state: Bits) -> str:
        return " ".join(map(str, self.sizes(state))) or "no heap"

    def picture(self, state: Bits, mover: int) -> list[Cell]:
        """A stack of counters for each heap. Each counter has the moves that leave a heap of the counters below it."""
        about: dict[int, list[int]] = {}
        for number, (large, small) in enumerate(self.parts):
            for height in {large, small or large}:
                about.setdefault(height, []).append(number)
        return [
            counter._replace(actions=tuple(place * self.choices + n for n in about.get(height, ())))
            for place, heap in enumerate(stacks(self.sizes(state), self.heaps))
            for height, counter in enumerate(heap)
        ]

    def __str__(self) -> str:
        return f"{self.name}{',misere=1' if self.misere else ''})"


def _pair(option: tuple[int, ...]) -> tuple[int, int]:
    """What a move leaves, as two sizes, the larger first, 0 for no heap."""
    large, small = sorted((*option, 0, 0), reverse=True)[:2]
    return large, small


@cache
def _values(rule: HeapRule, count: int) -> list[int]:
    """The Grundy values of the heaps 0..count - 1."""
    return rule.numbers(count)


@cache
def _most_heaps(rule: HeapRule, heap: int) -> int:
    """The most heaps that one heap of this size can become in play."""
    known: list[int] = []
    for size in range(heap + 1):
        options = rule.options(size) if size else []
        known.append(max([1 if size else 0, *(sum(known[part] for part in option) for option in options)]))
    return known[heap]


@cache
def _longest(rule: HeapRule, heap: int) -> int:
    known: list[int] = []
    for size in range(heap + 1):
        known.append(max([0, *(1 + sum(known[part] for part in option) for option in rule.options(size))]))
    return known[heap]


# --- the games by name --------------------------------------------------------------------------------------------------
def _made(name: str, rule: HeapRule, heaps: tuple[Any, ...], misere: bool | int, given: tuple[Any, ...]) -> Heaps:
    written = ",".join(shown(each) if isinstance(each, int) else str(each) for each in given)
    return Heaps(f"{name}({written}", rule, heaps, flag(name, "misere", misere))


def nim(*heaps: int, misere: bool | int = False) -> Heaps:
    """Nim: take any number of counters from one heap; a player who cannot move loses (misère: wins). Raises BadGame."""
    return _made("nim", nim_rule(), heaps, misere, heaps)


def subtraction(heap: int, *takes: int, misere: bool | int = False) -> Heaps:
    """A subtraction game: a move takes one of the numbers `takes` from the heap. Raises BadGame."""
    return _made("subtraction", take_rule(*takes), (heap,), misere, (heap, *takes))


def octal(code: str, *heaps: int, misere: bool | int = False) -> Heaps:
    """The octal game with this code, for example "0.77": its digits say what a move may leave of a heap. Raises BadGame."""
    return _made("octal", octal_rule(str(code)), heaps, misere, (code, *heaps))


def kayles(*heaps: int, misere: bool | int = False) -> Heaps:
    """Kayles, octal 0.77 (Dudeney 1908): knock down one pin of a row, or two neighbours. Raises BadGame."""
    return _made("kayles", KAYLES, heaps, misere, heaps)


def dawson(*heaps: int, misere: bool | int = False) -> Heaps:
    """Dawson's Kayles, octal 0.07: knock down two neighbouring pins of a row. Raises BadGame."""
    return _made("dawson", DAWSON, heaps, misere, heaps)


def splits(*heaps: int, misere: bool | int = False) -> Heaps:
    """Grundy's game: split a heap into two of different sizes. Raises BadGame."""
    return _made("splits", GrundysGame(), heaps, misere, heaps)
