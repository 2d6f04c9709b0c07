"""Integers in compiled games never wrap: the result is Python's, or OverflowError stops the game."""

from __future__ import annotations

import itertools
import linecache
from functools import cache
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.compiling import Notes
from zermelo import Game
from zermelo.core.errors import NotCompilable
from zermelo.core.words import signed
from zermelo.native.native import Native

LOWEST, HIGHEST = -(2**63), 2**63 - 1

EDGES: Final = (
    *(0, 1, -1, 2, -2, 3, 7, -7, 31, 32, 40, 62, 63, 64, 65, 100, -63, -64),
    *(
        2**31,
        2**32,
        2**53 + 1,
        3037000499,
        3037000500,
        2**62 - 1,
        2**62,
        -(2**62),
        HIGHEST - 1,
        HIGHEST,
        LOWEST,
        LOWEST + 1,
    ),
)

PLAIN: Final = (
    "a + b",
    "a - b",
    "a * b",
    "a << b if b < 200 else 0",
    "a >> b if b < 200 else 0",
    "a // b",
    "a % b",
    "a & b",
    "a | b",
    "a ^ b",
    "-a",
    "+a",
    "~a",
    "a ** (b % 70)",
    "a ** 2",
    "2 ** (b % 70)",
    "a ** 40",
    "(a | 1) // (a | 1) << 63",
    "2**63 - 1 + a",
    "-a - b",
    "a * a - b * b",
    "(a - b) * (a + b) // 3",
    "a if a > -2**63 else b",
)
BUILTINS: Final = (
    "abs(a)",
    "abs(a - b)",
    "pow(a, b % 70)",
    "divmod(a, b)[0]",
    "divmod(a, b)[1]",
    "sum((a, b))",
    "sum((a, b), a)",
    "sum([a, b, 1])",
    "sum((a, a > 0, b))",
    "sum([x * x for x in (a, b)])",
    "min(a, b) - max(a, b)",
    "math.gcd(a, b)",
    "operator.mul(a, b)",
    "operator.add(a, b)",
    "operator.sub(a, b)",
    "operator.lshift(a, b % 70)",
    "operator.neg(a)",
    "operator.floordiv(a, b)",
    "operator.pow(a, 3)",
    "a.bit_count()",
    "a.bit_length()",
    "int(a)",
    "round(a)",
    "round(a, -1)",
    "math.floor(a) + math.ceil(b) + math.trunc(a)",
    "functools.reduce(operator.mul, (a, b))",
    "sum(map(abs, (a, b)))",
    "list(map(lambda x: x * x, (a, b)))[0]",
)
BOOLS: Final = (
    "(a > 0) + (b > 0)",
    "(a > 0) - (b > 0)",
    "(a > 0) * b",
    "(a > 0) << (b % 70)",
    "(a > 0) >> (b % 70)",
    "b // (a > 0)",
    "b % (a > 0)",
    "b ** (a > 0)",
    "(a > 0) ** (b % 70)",
    "-(a > 0)",
    "+(a > 0)",
    "~(a > 0)",
    "abs(a > 0)",
    "int(a > 0) + b",
    "True + a",
    "(a > 0) & b",
    "(a > 0) | b",
    "((a > 0) ^ (b > 0)) + 1",
    "sum((a > 0, b > 0, a > b))",
)
STATEMENTS: Final = {
    "+=": "x = a\nx += b\nreturn x",
    "-=": "x = a\nx -= b\nreturn x",
    "*=": "x = a\nx *= b\nreturn x",
    "<<=": "x = a\nx <<= b % 70\nreturn x",
    ">>=": "x = a\nx >>= b % 70\nreturn x",
    "//=": "x = a\nx //= b\nreturn x",
    "%=": "x = a\nx %= b\nreturn x",
    "**=": "x = a\nx **= b % 70\nreturn x",
    "&= |= ^=": "x = a\nx &= b\nx |= 5\nx ^= b\nreturn x",
    "in a loop": "x = a\nfor _ in range(4):\n    x = x * 3 + b\nreturn x",
    "in a condition": "return 1 if a * b > 0 else 0",
    "in an inner function": "def square(x):\n    return x * x + b\nreturn square(a)",
    "in a list": "return [a + b, a * b][1]",
    "in a tuple": "return (a - b, a)[0]",
    "in a method": "return self.scaled(a, b)",
    "in a static method": "return self.product(a, b)",
    "in a helper": "return helper(a) + b",
    "in a helper of a helper": "return outer(a, b)",
    "in a closure": "return closed(a)",
    "in a lambda": "return shorthand(a, b)",
    "in a generator": "x = b\nfor y in self.doubled(a):\n    x = y\nreturn x",
    "in a default": "return shifted(a)",
    "with a property": "return self.large + a",
    "with a cached property": "return self.larger * a",
    "with a class constant": "return a * self.FACTOR + self.LEAST",
    "with a module constant": "return a * FACTOR - LEAST",
    "with an element of an array": "return int(self.table[a % 3]) * b",
    "with an element of a tuple": "return TABLE[a % 3] - b",
    "with a small array": "return int(self.bytes[a % 3]) - int(self.bytes[b % 3])",
    "with an unsigned array": "return int(self.unsigned[a % 3]) - b",
    "an unsigned element": "return int(self.unsigned[3]) if a else 0",
    "with a member of an enum": "return (Size.LARGE << 59) + a * Size.LARGE",
}

PREAMBLE: Final = """
import enum, functools, math, operator
import numpy as np
from zermelo import Game

FACTOR = 3
LEAST = -2**63
TABLE = (2**62, -2**63, 5)

class Size(enum.IntEnum):
    LARGE = 8

def helper(x): return x * x * x
def outer(x, y): return helper(x - y) + inner(y)
def inner(y): return -y << 2
def make(n):
    def multiplied(x): return x * n
    return multiplied
closed = make(2**40)
shorthand = lambda x, y: x * y + 1
def shifted(x, by=61): return x << by

class Sums(Game):
    action_count = 1
    max_length = 1
    FACTOR = 2**32
    LEAST = -2**63
    def __init__(self):
        self.table = np.array([2**62, -2**63, 5])
        self.bytes = np.array([0, 5, 255], np.uint8)
        self.unsigned = np.array([0, 2**63 - 1, 7, 2**63], np.uint64)
    def initial(self): return 0
    @property
    def large(self): return 2**63 - 1
    @functools.cached_property
    def larger(self): return 2**61
    def scaled(self, x, y): return x * y - self.FACTOR
    @staticmethod
    def product(x, y): return x * y * 2
    def doubled(self, x):
        yield x
        yield x + x
"""


def run(source: str) -> dict[str, Any]:
    """The names of a module with this source, which the compiler reads as it reads that of a cell of a notebook."""
    file = f"<sums {len(source)} {hash(source)}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    space: dict[str, Any] = {"__name__": "sums"}
    exec(compile(source, file, "exec"), space)
    return space


class Computed:
    """Bodies of methods with the arguments a and b, interpreted and compiled."""

    def __init__(self, bodies: tuple[str, ...]) -> None:
        methods = "".join(
            f"    def f{number}(self, a, b):\n        " + body.replace("\n", "\n        ") + "\n"
            for number, body in enumerate(bodies)
        )
        choices = "".join(f"    if number == {number}: return game.f{number}(a, b)\n" for number in range(len(bodies)))
        kernel = f"def kernel(game, notes, state, number, a, b, _):\n{choices}    return 0\n"
        space = run(PREAMBLE + methods + kernel)
        self.game: Game[int] = space["Sums"]()
        self.native = Native(space["kernel"], self.game, Notes())

    def check(self, number: int, a: int, b: int) -> bool:
        """Demand the same of both, or an OverflowError; returns whether it was that."""
        interpreted = outcome(getattr(self.game, f"f{number}"), a, b)
        compiled = outcome(self.native, 0, number, a, b, 0)
        if compiled is OverflowError:
            return True
        assert compiled == interpreted, (a, b)
        assert isinstance(compiled, type) or LOWEST <= compiled <= HIGHEST
        return False


def outcome(function: Any, *given: int) -> Any:
    try:
        return int(function(*given))
    except (ArithmeticError, ValueError) as error:
        return type(error)


GROUPS: Final = {
    "plain": {text: f"return {text}" for text in PLAIN},
    "builtins": {text: f"return {text}" for text in BUILTINS},
    "bools": {text: f"return {text}" for text in BOOLS},
    "statements": STATEMENTS,
}
CASES: Final = [(group, name) for group, bodies in GROUPS.items() for name in bodies]


@cache
def computed(group: str) -> Computed:
    return Computed(tuple(GROUPS[group].values()))


@pytest.mark.sampled("builtins: abs(a)", "plain:*", "statements: +=")
@pytest.mark.filterwarnings("ignore:overflow encountered")  # of NumPy, interpreted
@pytest.mark.parametrize(("group", "name"), CASES, ids=[f"{group}: {name}" for group, name in CASES])
def test_at_the_edges_the_result_is_right_or_refused(group: str, name: str) -> None:
    number = list(GROUPS[group]).index(name)
    outcomes = [computed(group).check(number, a, b) for a, b in itertools.product(EDGES, EDGES)]
    assert not all(outcomes) or name in ALWAYS_TOO_BIG


ALWAYS_TOO_BIG: Final = ("(a | 1) // (a | 1) << 63", "an unsigned element")

#: What cannot leave 64 bits whatever a and b are, and so must never be refused.
SAFE: Final = (
    *("a % b", "a & b", "a | b", "a ^ b", "+a", "~a", "a >> b if b < 200 else 0", "a.bit_count()", "a.bit_length()"),
    *(
        "int(a)",
        "round(a)",
        "(a > 0) + (b > 0)",
        "(a > 0) * b",
        "~(a > 0)",
        "-(a > 0)",
        "b ** (a > 0)",
    ),
    *("%=", ">>=", "&= |= ^=", "sum((a > 0, b > 0, a > b))", "a if a > -2**63 else b"),
    *("with a small array",),
)


@pytest.mark.parametrize("name", SAFE)
def test_what_cannot_leave_64_bits_is_never_refused(name: str) -> None:
    group, number = next((g, list(bodies).index(name)) for g, bodies in GROUPS.items() if name in bodies)
    assert not any(computed(group).check(number, a, b) for a, b in itertools.product(EDGES, EDGES))


@pytest.mark.parametrize("name", ["a + b", "a - b", "a * b", "-a", "abs(a)", "a ** 2", "sum((a, b))", "*=", "a // b"])
def test_only_what_leaves_64_bits_is_refused(name: str) -> None:
    group, number = next((g, list(bodies).index(name)) for g, bodies in GROUPS.items() if name in bodies)
    for a, b in itertools.product(EDGES, EDGES):
        exact = outcome(getattr(computed(group).game, f"f{number}"), a, b)
        assert computed(group).check(number, a, b) is (not isinstance(exact, type) and not LOWEST <= exact <= HIGHEST)


word = st.integers(LOWEST, HIGHEST) | st.integers(-100, 100) | st.sampled_from(EDGES)


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize("group", GROUPS)
@settings(deadline=None)
@given(a=word, b=word)
def test_anywhere_the_result_is_right_or_refused(group: str, a: int, b: int) -> None:
    for number in range(len(GROUPS[group])):
        computed(group).check(number, a, b)


@given(number=st.integers(-(2**200), 2**200))
def test_the_low_64_bits_are_read_as_a_signed_number(number: int) -> None:
    assert signed(number) == (number + 2**63) % 2**64 - 2**63


# --- what could wrap without being seen is not compiled ---------------------------------------------------------------
FLOAT: Final = "a float may be rounded, and is not compiled"
REFUSED: Final = {
    "a & 0xFFFFFFFFFFFFFFFF": "the integer 18446744073709551615 does not fit in 64 bits",
    "a if a < 2**63 else 0": "the integer 9223372036854775808 does not fit in 64 bits",
    "1 << 63 if a else b": "the integer 9223372036854775808 does not fit in 64 bits",
    "-LEAST if a else b": "the integer 9223372036854775808 does not fit in 64 bits",
    "-(-2**63) if a else b": "the integer 9223372036854775808 does not fit in 64 bits",
    "a + WIDE": "the integer 18446744073709551616 does not fit in 64 bits",
    "a + WIDE_TABLE[0]": "the integer 9223372036854775808 does not fit in 64 bits",
    "a + self.wide": "the integer 9223372036854775808 does not fit in 64 bits",
    "a + self.wide_property": "the integer 9223372036854775808 does not fit in 64 bits",
    "wide_default(a)": "the integer 9223372036854775808 does not fit in 64 bits",
    "a + np.uint64(b)": "numpy.uint64() is not compiled",
    "int(float(a))": FLOAT,
    "int(a * 1.5)": f"{FLOAT}; write // for whole numbers",
    "a / b": f"{FLOAT}; write // for whole numbers",
    "round(a * 0.75)": f"{FLOAT}; write // for whole numbers",
    "round(float(a))": FLOAT,
    "math.floor(a * 1.5)": f"{FLOAT}; write // for whole numbers",
    "int(math.sqrt(abs(a // 2)))": FLOAT,
    "int(1e19) + a": "the integer 10000000000000000000 does not fit in 64 bits",
}
MORE: Final = """
WIDE = 2**64
WIDE_TABLE = (2**63, 1)
ODD, ONE = np.uint64(2**63 + 1), np.uint64(1)
def wide_default(x, y=2**63): return x + y
class More(Sums):
    wide = 2**63
    @property
    def wide_property(self): return 2**63
"""


def first(game: Any, notes: Notes, state: int, a: int, b: int, c: int, d: int) -> int:
    return game.f(a, b)


def game_with(body: str) -> Game[int]:
    return run(f"{PREAMBLE}{MORE}    def f(self, a, b):\n        {body}\n")["More"]()


@pytest.mark.long
@pytest.mark.parametrize("expression", REFUSED)
def test_what_cannot_be_checked_is_not_compiled(expression: str) -> None:
    with pytest.raises(NotCompilable) as caught:
        Native(first, game_with(f"return {expression}"), Notes())
    assert REFUSED[expression] in str(caught.value)


HIDING: Final = {
    "by name": "except OverflowError:\n            return 0",
    "by its base": "except ArithmeticError as error:\n            return 0",
    "with all others": "except Exception:\n            return 0",
    "whatever it is": "except:\n            return 0",
    "at the end": "finally:\n            return 0",
}


@pytest.mark.sampled("with all others")
@pytest.mark.parametrize("how", HIDING)
def test_no_try_statement_hides_an_overflow(how: str) -> None:
    """Python's integers never overflow, so no program of theirs may notice it: it would go on with a wrong number."""
    try:
        native = Native(first, game_with(f"try:\n            return a + b\n        {HIDING[how]}"), Notes())
    except NotCompilable:
        return
    if "finally" not in HIDING[how]:
        assert native(0, 1, 2, 0, 0) == 3
    with pytest.raises(OverflowError):
        native(0, HIGHEST, 1, 0, 0)


@pytest.mark.long
def test_large_powers_of_small_numbers_take_no_time() -> None:
    native = Native(first, game_with("return a ** b"), Notes())
    assert [native(0, base, HIGHEST, 0, 0) for base in (0, 1, -1)] == [0, 1, -1]
    assert native(0, 5, 0, 0, 0) == native(0, 0, 0, 0, 0) == 1
    with pytest.raises(OverflowError):
        native(0, 2, HIGHEST, 0, 0)
    with pytest.raises(ValueError, match="a negative power"):
        native(0, 2, -1, 0, 0)


@pytest.mark.long
def test_the_arithmetic_of_a_users_kernel_is_checked_too() -> None:
    """Zermelo's own kernels keep within 64 bits by themselves, and are not checked; a user's once wrapped."""
    native = Native(adding, game_with("return a"), Notes())
    assert native(0, 1, 1, 0, 0) == 2
    with pytest.raises(OverflowError):
        native(0, HIGHEST, 1, 0, 0)


def adding(game: Any, notes: Notes, state: int, a: int, b: int, c: int, d: int) -> int:
    return game.f(a, b) + b


def test_the_names_used_above_exist() -> None:
    """Interpreted, every case runs at least once without an error, so that none passes by failing alike."""
    for group, name in CASES:
        number = list(GROUPS[group]).index(name)
        results = [outcome(getattr(computed(group).game, f"f{number}"), a, b) for a, b in ((1, 1), (2, 3), (-5, 2))]
        assert any(isinstance(result, int) for result in results), name
