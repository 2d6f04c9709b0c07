"""Impartial games: Grundy values against mex by the book, published values and periods; play against brute force."""

from __future__ import annotations

import functools
import itertools
import json
import math
import operator
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import Solver, grundy, solve
from zermelo.cli import main
from zermelo.core.errors import BadGame, BadMove, BadPosition, NotSupported
from zermelo.core.game import Game
from zermelo.games import chomp, dawson, game_sum, kayles, mnk, nim, octal, splits, subtraction, wythoff
from zermelo.games.impartial import GrundysGame, HeapRule, nim_rule
from zermelo.games.impartial import octal as octal_rule
from zermelo.games.impartial import subtraction as take_rule

Heaps = tuple[int, ...]
Moves = Callable[[int], Iterator[Heaps]]


# --- an oracle that knows nothing but the rules of one heap -----------------------------------------------------------
def octal_moves(code: str) -> Moves:
    """From a heap, take t counters if the t-th digit allows what is left: 1 nothing, 2 one heap, 4 two heaps."""
    whole, _, digits = code.partition(".")

    def moves(heap: int) -> Iterator[Heaps]:
        for take, digit in enumerate(whole + digits):
            left = heap - take
            if left < 0:
                continue
            if int(digit) & 1 and left == 0:
                yield ()
            if int(digit) & 2 and left >= 1:
                yield (left,)
            if int(digit) & 4:
                yield from ((a, left - a) for a in range(1, left) if a <= left - a)

    return moves


def taking(*takes: int) -> Moves:
    return lambda heap: ((heap - take,) for take in takes if take <= heap)


def anything(heap: int) -> Iterator[Heaps]:
    return ((left,) for left in range(heap))


def unequal(heap: int) -> Iterator[Heaps]:
    return ((a, heap - a) for a in range(1, heap) if a < heap - a)


def mex_values(moves: Moves, count: int) -> list[int]:
    values: list[int] = []
    for heap in range(count):
        options = {functools.reduce(operator.xor, (values[part] for part in option), 0) for option in moves(heap)}
        values.append(next(n for n in itertools.count() if n not in options))
    return values


def wins(moves: Moves, misere: bool) -> Callable[[Heaps], bool]:
    """Whether the player to move wins with these heaps, by looking at every line of play."""

    @cache
    def win(heaps: Heaps) -> bool:
        following = [
            tuple(sorted(part for part in (*heaps[:i], *option, *heaps[i + 1 :]) if part))
            for i, heap in enumerate(heaps)
            for option in moves(heap)
        ]
        return misere if not following else any(not win(position) for position in following)

    return lambda heaps: win(tuple(sorted(heap for heap in heaps if heap)))


RULES: Final[list[tuple[HeapRule, Moves]]] = [
    (nim_rule(), anything),
    (take_rule(1, 2, 3), taking(1, 2, 3)),
    (take_rule(2, 5, 7), taking(2, 5, 7)),
    (take_rule(4, 9, 13), taking(4, 9, 13)),
    (GrundysGame(), unequal),
    *(
        (octal_rule(code), octal_moves(code))
        for code in ("0.77", "0.07", "0.137", "0.156", "4.0", "0.6", "4.3", "0.45")
    ),
]


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(("rule", "moves"), RULES, ids=[str(rule) for rule, _ in RULES])
def test_values_are_mex_by_the_book(rule: HeapRule, moves: Moves) -> None:
    assert rule.values(120).tolist() == mex_values(moves, 120)
    for heap in range(30):
        given = sorted(tuple(sorted(option)) for option in rule.options(heap))
        assert given == sorted(tuple(sorted(p for p in option if p)) for option in moves(heap))


@pytest.mark.long
@settings(deadline=None, max_examples=40)
@given(digits=st.lists(st.integers(0, 7), min_size=1, max_size=4).filter(any), whole=st.sampled_from("04"))
def test_any_octal_game_has_the_values_of_the_book(digits: list[int], whole: str) -> None:
    code = f"{whole}.{''.join(map(str, digits))}"
    values = octal_rule(code).values(400).tolist()  # some of them repeated from a proved period
    assert values == mex_values(octal_moves(code), 400)


# --- published values: OEIS, each from its beginning ------------------------------------------------------------------
A002186: Final = (  # Kayles
    "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 7 2 1 8 6 7 4 1 2 3 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1 4 "
    "2 7 4 1 2 8 1 4 7 2 1 8 6 7 4 1 2 8 1 4 7 2 1 8 2 7"
)
A002187: Final = "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4"  # Dawson's chess
A002188: Final = "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2"  # Grundy's game


def numbers(text: str) -> list[int]:
    return list(map(int, text.split()))


def test_values_are_as_published() -> None:
    assert octal_rule("0.77").values(84).tolist() == numbers(A002186)
    assert octal_rule("0.137").values(34).tolist() == numbers(A002187)
    assert octal_rule("0.07").values(35).tolist() == [0, *numbers(A002187)]
    assert GrundysGame().values(30).tolist() == numbers(A002188)


PERIODS: Final = {  # pre-period and period, from Winning Ways (Berlekamp, Conway, Guy 1982) and Gangolli and Plambeck 1989
    "0.77": (71, 12),
    "0.07": (53, 34),
    "0.137": (52, 34),
    "0.156": (3479, 349),
    "0.356": (7315, 142),
    "0.055": (259, 148),
    "0.644": (3256, 442),
}
LONG: Final = [("0.16", (105351, 149459), 520_000), ("0.56", (326640, 144), 660_000)]
"""Gangolli and Plambeck 1989; the last number says how many values prove it."""


@pytest.mark.sampled("0.77-*", "0.156-*", "0.644-*")
@pytest.mark.parametrize(
    ("code", "known", "heaps"),
    [(*item, 20_000) for item in PERIODS.items()] + [pytest.param(*long, marks=pytest.mark.stress) for long in LONG],
)
def test_periods_are_proved(code: str, known: tuple[int, int], heaps: int) -> None:
    period = octal_rule(code).period(heaps)
    assert period is not None
    assert (period.start, period.length) == known


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137", "0.055", "4.3", "0.33"])
def test_a_proved_period_holds_for_what_is_computed_without_it(code: str) -> None:
    rule = octal_rule(code)
    period = rule.period(2000)
    assert period is not None
    plain = rule.computed(rule.values(1), 1500)
    assert rule.values(1500).tolist() == plain.tolist()
    assert [period.value(plain, heap) for heap in range(1500)] == plain.tolist()


@pytest.mark.parametrize("first", "01234567")
def test_periods_proved_by_few_values_are_right(first: str) -> None:
    """The first three values of 0.4 are 0, and that proves nothing."""
    for second in "1234567":
        rule = octal_rule(f"0.{first}{second}")
        values = rule.numbers(64)
        for count in range(1, 32):
            period = rule.period(count)
            if period is not None:
                assert [period.value(rule.values(count), heap) for heap in range(64)] == values


def test_a_period_is_not_believed_before_it_is_proved() -> None:
    """The values of 0.055 repeat from 259 on with period 148: it takes those below 2 * 259 + 2 * 148 + 3 to know."""
    rule = octal_rule("0.055")
    needed = 2 * 259 + 2 * 148 + 3
    values = rule.computed(rule.values(1), needed)
    assert rule.proved_period(values[: needed - 1]) is None
    proved = rule.proved_period(values)
    assert proved is not None
    assert (proved.start, proved.length) == (259, 148)


# --- play -------------------------------------------------------------------------------------------------------------
@pytest.mark.long
def test_nim_is_exclusive_or_and_brute_force() -> None:
    """1,000 random positions, three ways."""
    rng = random.Random(7)
    win = wins(anything, misere=False)
    for _ in range(1000):
        heaps = [rng.randint(0, 6) for _ in range(rng.randint(1, 4))]
        game = nim(*heaps)
        told = grundy(game)
        assert told.grundy == functools.reduce(operator.xor, heaps)
        assert (told.value == 1) == win(tuple(heaps)) == bool(told.winning)


PLAYED: Final[list[tuple[Any, Moves]]] = [
    (nim(4, 3, 2), anything),
    (subtraction(12, 1, 3, 4), taking(1, 3, 4)),
    (kayles(9), octal_moves("0.77")),
    (dawson(7, 5), octal_moves("0.07")),
    (octal("0.6", 8), octal_moves("0.6")),
    (splits(13), unequal),
]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("game", "moves"), PLAYED, ids=[str(game) for game, _ in PLAYED])
def test_search_and_theory_agree_with_brute_force(game: Any, moves: Moves, misere: bool) -> None:
    game = type(game)(game.name, game.rule, game.heaps, misere)
    win = wins(moves, misere)
    rng = random.Random(3)
    solver = Solver(game, algorithm="mtdf", compiled=False, all_moves=True, line=False)
    state = game.initial()
    while not game.terminal(state):
        result = solver.solve(state)
        assert (result.value == 1) == win(tuple(game.sizes(state)))
        actions = list(game.actions(state))
        winning = {game.action_name(a) for a in actions if not win(tuple(game.sizes(game.apply(state, a))))}
        assert result.value == -1 or set(result.best) == winning
        if not misere:
            assert set(grundy(game, state).winning) == winning
        assert game.parse_position(game.position_text(state)) == state
        state = game.apply(state, rng.choice(actions))
    assert game.reward(state) == (1 if misere else -1)


@pytest.mark.long
def test_compiled_play_is_the_same() -> None:
    for game in (nim(5, 4, 3), kayles(11), chomp(4, 4), wythoff(6, 9)):
        one, other = (solve(game, algorithm="mtdf", compiled=compiled) for compiled in (True, False))
        assert (one.value, one.counters) == (other.value, other.counters)
        assert one.value == grundy(game).value


@pytest.mark.long
def test_wythoff_is_lost_on_golden_sections() -> None:
    """The P-positions are (floor(n * phi), floor(n * phi) + n), phi the golden ratio (Wythoff 1907)."""
    lost = {(n + math.isqrt(5 * n * n)) // 2: (n + math.isqrt(5 * n * n)) // 2 + n for n in range(20)}
    for a, b in itertools.product(range(13), repeat=2):
        assert (grundy(wythoff(a, b)).grundy == 0) == (lost.get(min(a, b)) == max(a, b))


def test_chomp_is_won_by_who_moves_first() -> None:
    """By strategy stealing; on two rows the winning bite leaves one square less below (Gale 1974)."""
    for rows, columns in itertools.product(range(1, 5), repeat=2):
        assert grundy(chomp(rows, columns)).value == (1 if rows * columns > 1 else -1)
    assert grundy(chomp(2, 5)).winning == ("e2",)
    assert grundy(chomp(4, 4)).winning == ("b2",)


def test_sums_add_without_carry() -> None:
    parts = [nim(3, 4), chomp(2, 3), wythoff(2, 3), kayles(5), subtraction(7, 1, 2)]
    for one, other in itertools.combinations(parts, 2):
        both = game_sum(one, other)
        assert grundy(both).grundy == grundy(one).grundy ^ grundy(other).grundy
        assert solve(both, algorithm="mtdf", compiled=False).value == grundy(both).value
        with pytest.raises(BadMove, match="has no action with this number"):
            both.legal(both.initial(), both.action_count)


def test_a_game_of_ones_own_gets_grundy_values() -> None:
    class Halving(Game[int]):
        """Take at most half of the counters."""

        impartial = True
        action_count, max_length = 20, 40

        def initial(self) -> int:
            return 40

        def legal(self, state: int, action: int) -> bool:
            return 2 * (action + 1) <= state

        def apply(self, state: int, action: int) -> int:
            return state - action - 1

        def terminal(self, state: int) -> bool:
            return state < 2

        def reward(self, state: int) -> int:
            return -1

    values = mex_values(lambda heap: ((heap - take,) for take in range(1, heap // 2 + 1)), 41)
    assert [grundy(Halving(), heap).grundy for heap in range(41)] == values


class Take(Game[Any]):
    """Take one to three of nine counters; who takes the last one wins."""

    impartial = True
    action_count, max_length = 3, 9

    def initial(self) -> Any:
        return 9, 0

    def legal(self, state: Any, action: int) -> bool:
        return action < state[0]

    def apply(self, state: Any, action: int) -> Any:
        return state[0] - action - 1, 1 - state[1]

    def terminal(self, state: Any) -> bool:
        return state[0] == 0

    def reward(self, state: Any) -> int:
        return -1


class LastLoses(Take):
    def reward(self, state: Any) -> int:
        return 1


class OddDraws(Take):
    def reward(self, state: Any) -> int:
        return -state[1]


class Twice(Take):
    """Whoever takes three moves again."""

    def apply(self, state: Any, action: int) -> Any:
        return state[0] - action - 1, state[1] if action == 2 else 1 - state[1]

    def to_move(self, state: Any) -> int:
        return state[1]


class OnlyOne(Take):
    """The second player may not take three."""

    def legal(self, state: Any, action: int) -> bool:
        return action < state[0] and (action < 2 or state[1] == 0)


class Swapped(Take):
    """The same where the turn is not in a field of its own."""

    def initial(self) -> Any:
        return 18

    def legal(self, state: Any, action: int) -> bool:
        return OnlyOne.legal(self, divmod(state, 2), action)  # type: ignore[arg-type]

    def apply(self, state: Any, action: int) -> Any:
        return (state // 2 - action - 1) * 2 + 1 - state % 2

    def terminal(self, state: Any) -> bool:
        return state < 2

    def swapped(self, state: Any) -> Any:
        return state ^ 1


class Formula(Take):
    def grundy_value(self, state: Any) -> int:
        return state[0] % 3


class LosesByFormula(LastLoses):
    def grundy_value(self, state: Any) -> int:
        return state[0] % 4


class Parts(Take):
    def summands(self, state: Any) -> list[tuple[Game[Any], Any]]:
        return [(Take(), state), (Take(), (1, 0))]


NOT_COVERED: Final[dict[type[Game[Any]], str]] = {
    LastLoses: "`reward` is 1",
    OddDraws: "`reward` is 0",
    Twice: "the same player moves again",
    OnlyOne: "has other moves",
    Swapped: "in `swapped`",
    Formula: "Grundy value 0 by `grundy_value`",
    LosesByFormula: "`reward` is 1",
    Parts: "by the values of the positions after its moves",
}


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("cls", NOT_COVERED)
def test_theory_does_not_answer_for_a_class_that_plays_otherwise(cls: type[Game[Any]]) -> None:
    """Grundy values were given that `solve` contradicts: nobody compared rewards, turns and moves with the theory."""
    for ask in (lambda: grundy(cls()), lambda: solve(cls(), algorithm="sprague-grundy")):
        with pytest.raises((NotSupported, BadGame), match=NOT_COVERED[cls]):
            ask()
    assert grundy(Take()).grundy == 1


# --- the command line -------------------------------------------------------------------------------------------------
def zermelo(*arguments: str) -> Any:
    return CliRunner().invoke(main, arguments)


def test_grundy_on_the_command_line() -> None:
    told = zermelo("grundy", "nim(3,5,7)")
    assert told.exit_code == 0
    assert "Grundy value 1: the player to move wins" in told.output
    assert "winning  1:6 2:4 3:2" in told.output
    assert json.loads(zermelo("grundy", "kayles(7)", "--from", "5,1", "--json").output)["grundy"] == 5
    assert "a P-position" in zermelo("grundy", "sum(nim(3),nim(3))").output


def test_values_and_periods_on_the_command_line() -> None:
    text = zermelo("grundy", "kayles(1)", "--values", "300").output
    assert "Period 12 from heap 71 on, proved for all heaps by the values below 256." in text
    assert json.loads(zermelo("grundy", "splits(1)", "--values", "30", "--json").output)["values"] == numbers(A002188)


REFUSED: Final = [
    (("grundy", "mnk(3,3,3)"), "not declared impartial"),
    (("grundy", "nim(3,misere=1)"), "misere"),
    (("grundy", "nim()"), "1 to 64 heaps, not 0"),
    (("grundy", "nim(-1)"), "not a heap size"),
    (("grundy", "nim(99999)"), "not a heap size"),
    (("grundy", "octal(0.8,3)"), "not the code of an octal game"),
    (("grundy", "octal(0.00,3)"), "not the code of an octal game"),
    (("grundy", "octal(3,3)"), "not the code of an octal game"),
    (("grundy", "subtraction(5)"), "there must be 1 to 64 numbers to take"),
    (("grundy", "subtraction(5,0)"), "cannot be taken"),
    (("grundy", "wythoff(3)"), "wrong arguments"),
    (("grundy", "wythoff(3,x)"), "not a heap size"),
    (("grundy", "chomp(0,3)"), "rows = 0"),
    (("grundy", "chomp(3,99)"), "columns = 99"),
    (("grundy", "sum(mnk(3,3,3))"), "is not an impartial game"),
    (("grundy", "sum(nim(3,misere=1))"), "give misere=1 to the sum"),
    (("grundy", "sum(nim(3)"), "parentheses"),
    (("grundy", "nim(3,4)", "--from", "9"), "too many heaps, or too large"),
    (("grundy", "nim(3,4)", "--from", "1:9"), "not a move"),
    (("grundy", "nim(3,4)", "--from", "a;b"), "not a position"),
    (("grundy", "chomp(3,3)", "--values", "5"), "needs a game of heaps"),
    (("grundy", "nim(3)", "--from", "2", "--values", "5"), "leave out --from"),
    (("grundy", "splits(3)", "--values", "0"), "0 is not in the range"),
    (("grundy", "kayles(3)", "--values", "999999999999"), "cannot be computed; at most 100000001 are allowed"),
]


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(("arguments", "told"), REFUSED, ids=[" ".join(arguments) for arguments, _ in REFUSED])
def test_bad_input_is_refused(arguments: tuple[str, ...], told: str) -> None:
    result = zermelo(*arguments)
    assert result.exit_code == 2, result.output
    assert told in result.stderr
    assert "Traceback" not in result.stderr


def test_refusals_from_python() -> None:
    with pytest.raises(NotSupported, match="not declared impartial"):
        grundy(mnk(3, 3, 3))
    with pytest.raises(BadMove, match="not a square"):
        chomp(2, 2).parse_action("c1")
    with pytest.raises(BadMove, match="not a move"):
        game_sum(nim(2)).parse_action("2/1:1")
    with pytest.raises(BadPosition):
        nim(2).parse_position("x")
    with pytest.raises(BadGame, match="1 to 16 games"):
        game_sum()
