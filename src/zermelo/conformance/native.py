"""Rules about the other forms of a game, native code and a rules module: they must return the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, TypeVar

from zermelo.conformance.case import ThoroughCase
from zermelo.conformance.guard import described
from zermelo.conformance.knowledge import windows
from zermelo.conformance.questions import Asker, ask_all, ask_two
from zermelo.conformance.rules import words_note
from zermelo.core.contract import METHODS, SEARCHED
from zermelo.core.errors import DoesNotReturn, NotCompilable
from zermelo.core.game import Game
from zermelo.core.supervision import Supervised
from zermelo.core.words import Unpackable, pack
from zermelo.games.rules import disagreement, load
from zermelo.preflight.random_plays import RandomPosition
from zermelo.preflight.rule import NOT_APPLICABLE, Finding, Rule, rule

T = TypeVar("T")

LONGEST: Final = 30.0
"""Seconds for all compiled calls in one position."""


class NativeQuestion(NamedTuple):
    """A call of one of the game's methods: its number in SEARCHED, and its arguments besides the state and its key."""

    number: int
    first: int = 0
    second: int = 0

    def __str__(self) -> str:
        name = SEARCHED[self.number]
        numbers = iter(self[1:])
        given = (each if each in ("state", "key") else str(next(numbers)) for each in METHODS[name].arguments)
        return f"{name}({', '.join(given)})"


def asked(name: str, *numbers: int) -> NativeQuestion:
    return NativeQuestion(SEARCHED.index(name), *numbers)


def questions(case: ThoroughCase, position: RandomPosition) -> Iterator[NativeQuestion]:
    symmetries = range(1, case.game.symmetry_count)
    yield from (asked(name) for name in ("terminal", "to_move"))
    yield from (asked("symmetric", symmetry) for symmetry in symmetries)
    if position.terminal:
        yield asked("reward")
        return
    yield asked("actions")
    yield from (asked("symmetric_key", symmetry) for symmetry in symmetries)
    yield from (asked("legal", action) for action in range(case.game.action_count))
    yield from map(
        asked, ("chance", "key", "canonical_symmetry", "evaluate", "forced", "relevant", "deciding", "plies")
    )
    for action in position.children:
        yield from (asked(name, action) for name in ("apply", "priority", "noisy"))
        if case.plain.has_chance:
            yield asked("weight", action)
        yield from (asked("symmetric_action", action, symmetry) for symmetry in symmetries)
    worst, best = case.game.reward_range
    yield from (asked("bounds", alpha, beta) for alpha, beta in windows(worst, best, 0))


# --- the two askers --------------------------------------------------------------------------------------------------
def _unless_compiled_is_off(case: ThoroughCase) -> str:
    if case.compiled is False:
        return "compiling was turned off"
    return "" if case.compiled else words_note(case)


def _unless_there_is_native_code(case: ThoroughCase) -> str:
    return "" if case.askers or case.clock.is_up() else case.note or "the game was not compiled"


@rule("compilable", "The game must use only what can be compiled.", ThoroughCase.start, skip=_unless_compiled_is_off)
def game_compiles(case: ThoroughCase, _start: Any) -> Finding | None:
    try:
        case.askers = _askers(case)
    except NotCompilable as error:
        case.note = str(error).rstrip(".")
    except Exception as error:
        case.note = described("compiling", error).rstrip(".")
    if case.askers:
        return None
    if case.clock.left() == 0:
        return NOT_APPLICABLE
    return Finding(f"{case.note}.") if case.compiled else NOT_APPLICABLE


def _askers(case: ThoroughCase) -> tuple[Asker, Asker]:
    size = _answer_size(case.plain)
    kernel = ask_two if case.plain.players <= 2 else ask_all

    def compile_it() -> Asker:
        return Asker(kernel, case.plain, size, compiled=True)

    native = _supervised(case, compile_it, "compiling", case.clock.left())
    return Asker(kernel, case.plain, size, compiled=False), native


def _supervised(case: ThoroughCase, work: Callable[[], T], phase: str, seconds: float | None) -> T:
    """The result of work in native code, or with the compiler, in at most so many seconds. Raises DoesNotReturn,
    KeyboardInterrupt, and what the work raises.
    """
    supervised = Supervised(work, lambda: None, seconds=seconds, on_tick=lambda: case.clock.show(phase, 0, 1))
    try:
        return supervised.run()
    finally:
        if supervised.stopped == "interrupted":
            raise KeyboardInterrupt


def _answer_size(game: Game[Any]) -> int:
    """The number of words of the longest answer: a state, a key, all actions, or the rewards."""
    state = game.initial()
    try:
        widths = (len(pack(state)), len(pack(game.key(state))))
    except Unpackable:
        widths = ()
    return max(2, game.action_count, game.players, *widths)


# --- comparing them --------------------------------------------------------------------------------------------------
@rule(
    "overflow",
    "Compiled integers must fit in 64 bits; use zermelo.Bits for a wider board.",
    ThoroughCase.few,
    needs=("key", "compilable"),
    skip=_unless_there_is_native_code,
)
def integers_stay_in_words(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    done = list[NativeQuestion]()

    def ask() -> list[NativeQuestion]:
        for question in questions(case, position):
            done.append(question)
            if isinstance(_answer(case, 1, position, question)[1], OverflowError):
                return [question]
        return []

    left = case.clock.left()
    try:
        found = _supervised(case, ask, "overflow", LONGEST if left is None else min(left, LONGEST))
    except DoesNotReturn:
        raise DoesNotReturn(f"Compiled, {done[-1]} does not return, or takes too long.") from None
    return Finding(f"Compiled, an integer in {found[0]} overflows 64 bits.") if found else None


@rule(
    "compiled",
    "Each method must return the same, interpreted and compiled.",
    ThoroughCase.few,
    needs=("key", "compilable", "overflow"),
    skip=_unless_there_is_native_code,
)
def answers_are_equal(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    for question in questions(case, position):
        right, raised = _answer(case, 0, position, question)
        if raised is not None:
            continue
        found, error = _answer(case, 1, position, question)
        if error is not None:
            return Finding(f"Interpreted, {question} returns {_shown(right)}. Compiled, {described('it', error)}")
        if found != right:
            return Finding(f"Interpreted, {question} returns {_shown(right)}; compiled, it returns {_shown(found)}.")
    return None


def _answer(
    case: ThoroughCase, which: int, position: RandomPosition, question: NativeQuestion
) -> tuple[list[int], Exception | None]:
    """The words that the interpreted (0) or the compiled (1) asker returns, or the exception that it raises."""
    assert case.askers is not None
    try:
        return case.askers[which].ask(position.state, *question), None
    except Exception as error:
        return [], error


def _shown(words: list[int]) -> str:
    return str(words[0]) if len(words) == 1 else f"the words {words}"


# --- the rules module ------------------------------------------------------------------------------------------------
@rule(
    "rules",
    "The rules module must give the same moves, turns and results as the game.",
    ThoroughCase.start,
    skip=lambda case: "" if case.rules_module else "the game has no rules module",
)
def rules_agree(case: ThoroughCase, _start: Any) -> Finding | None:
    """The checkers of certificates use it in place of the game."""
    assert case.rules_module is not None
    path, parameters = case.rules_module
    difference = disagreement(case.plain, load(path), parameters, plays=10)
    return Finding(f"With {path.name}, {difference[0].lower()}{difference[1:]}") if difference else None


RULES: Final[tuple[Rule, ...]] = (rules_agree, game_compiles, integers_stay_in_words, answers_are_equal)
