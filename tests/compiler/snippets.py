# type: ignore  # the functions have no types, as most that people write have none
"""What compiled code means: small functions, grouped by what they are about, each with the arguments to call it with.

`@each(1, 2)` calls a function of one argument with 1 and then with 2; `@on((1, 2), (3, 4))` calls a function of several.
Arguments are plain values that cannot change, as the states of games are. What a function does to a list, a set or a
dictionary shows in its result. `wide` are the arguments with which Python leaves 64 bits, where compiled code may
raise OverflowError.

The functions are written as people write them, several on purpose in ways that are discouraged. `test_snippets.py` compares
Python and compiled code.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from functools import cache, reduce
from itertools import accumulate, chain, combinations, pairwise, permutations, product
from typing import Any, Final, NamedTuple, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


class Snippet(NamedTuple):
    """A function and the arguments of its calls."""

    function: Callable[..., Any]
    cases: tuple[tuple[Any, ...], ...]
    wide: tuple[tuple[Any, ...], ...]


SNIPPETS: Final[dict[str, Snippet]] = {}
"""By the names of the functions."""


def on(*cases: tuple[Any, ...], wide: tuple[tuple[Any, ...], ...] = ()) -> Callable[[Function], Function]:
    def note(function: Function) -> Function:
        assert function.__name__ not in SNIPPETS, function.__name__
        SNIPPETS[function.__name__] = Snippet(function, cases, wide)
        return function

    return note


def each(*arguments: Any, wide: tuple[Any, ...] = ()) -> Callable[[Function], Function]:
    return on(*((argument,) for argument in arguments), wide=tuple((argument,) for argument in wide))


HIGHEST = 2**63 - 1
LOWEST = -(2**63)


class Colour(Enum):
    RED = 1
    GREEN = 2
    BLUE = 4


class Piece(Enum):
    KING = "K"
    ROOK = "R"
    PAWN = "P"

    def steps(self):
        return 1 if self is Piece.PAWN else 8

    @property
    def is_royal(self):
        return self == Piece.KING


class Level(IntEnum):
    LOW = 1
    MIDDLE = 5
    HIGH = 10


class Point(NamedTuple):
    x: int
    y: int = 0

    def moved(self, dx, dy):
        return Point(self.x + dx, self.y + dy)

    @property
    def length(self):
        return abs(self.x) + abs(self.y)

    @staticmethod
    def origin():
        return Point(0)

    @classmethod
    def diagonal(cls, n):
        return cls(n, n)


class Position(NamedTuple):
    board: tuple[int, ...]
    player: int
    last: Point = Point(-1, -1)


@dataclass(frozen=True)
class Hand:
    owner: str
    cards: tuple[int, ...] = ()
    trumps: int = 0

    def total(self):
        return sum(self.cards) + 10 * self.trumps


@dataclass(frozen=True, order=True)
class Score:
    points: int
    name: str


# --- integers ---------------------------------------------------------------------------------------------------------


@on((7, 2), (-7, 2), (7, -2), (-7, -2), (7, 0), (HIGHEST, -1), wide=((LOWEST, -1),))
def floor_division(a, b):
    return a // b


@on((7, 3), (-7, 3), (7, -3), (-7, -3), (7, 0), (LOWEST, -1))
def remainder(a, b):
    return a % b


@on((17, 5), (-17, 5), (17, -5), (0, 3), (1, 0))
def divided_and_remainder(a, b):
    quotient, rest = divmod(a, b)
    return quotient, rest, divmod(-a, b)


@on((3, 4), (-3, 4), (0, 0), (HIGHEST, 0), wide=((HIGHEST, 1), (LOWEST, -1)))
def plus(a, b):
    return a + b


@on((3, 4), (3, -4), (LOWEST, 0), (-1, LOWEST), wide=((LOWEST, 1), (HIGHEST, -1), (0, LOWEST)))
def minus(a, b):
    return a - b


@on((3, 4), (-3, 4), (2**31, 2**31), (LOWEST, 1), wide=((2**32, 2**31), (LOWEST, -1), (HIGHEST, HIGHEST)))
def times(a, b):
    return a * b


@on((1, 0), (1, 62), (-1, 63), (5, 3), (0, 1000), (1, -1), wide=((1, 63), (3, 62), (1, 64), (-1, 64)))
def shifted_left(a, n):
    return a << n


@on((1, 0), (40, 3), (-40, 3), (-1, 1000), (HIGHEST, 64), (1, -1))
def shifted_right(a, n):
    return a >> n


@on((12, 10), (-12, 10), (HIGHEST, LOWEST), (0, -1))
def bitwise(a, b):
    return a & b, a | b, a ^ b, ~a, a & ~b


@on((2, 10), (-2, 3), (0, 0), (7, 0), (-2, 63), wide=((2, 63), (10, 19), (-3, 41)))
def power(a, n):
    return a**n


@on((3, 5, 7), (2, 100, 13), (-5, 3, 7), (5, 0, 1), (1, 1, 0))
def power_modulo(a, n, m):
    return pow(a, n, m)


@each(0, 1, 255, -256, HIGHEST, LOWEST)
def bits_of_a_number(n):
    return n.bit_length(), n.bit_count()


@each(5, -5, 0, HIGHEST, wide=(LOWEST,))
def absolute(n):
    return abs(n), -n


@on((3, 1, 2), (1, 1, 1), (-1, -5, 0))
def smallest_and_largest(a, b, c):
    return min(a, b), max(a, b, c), min(a, b, c) - max(a, b)


@on((1, 2, 3), (1, 3, 2), (2, 2, 2), (3, 2, 1))
def compared_in_chains(a, b, c):
    return a < b < c, a <= b <= c, a == b == c, a != b != c, a < b > c, 0 < a < 3 <= c


@on((0, 5), (3, 5), (5, 5), (-1, 5))
def inside_a_board(x, size):
    return 0 <= x < size


@each(0, 1, 9, 10, 12345)
def digits_of(n):
    total = 0
    while n:
        n, digit = divmod(n, 10)
        total += digit
    return total


@each(0b1011, 0, 1, 2**62)
def lowest_bits(board):
    found = []
    while board:
        low = board & -board
        found.append(low.bit_length() - 1)
        board ^= low
    return tuple(found)


@on((0, 3), (5, 0), (0b111, 2))
def bits_set_and_cleared(board, cell):
    board |= 1 << cell
    set_first = board
    board &= ~(1 << 1)
    return set_first, board, board >> cell & 1, bool(board & 4)


@on((12, 18), (0, 5), (-4, 6), (7, 7))
def greatest_common_divisor(a, b):
    return math.gcd(a, b)


@each(0, 1, 15, 16, 17, 10**12)
def integer_root(n):
    return math.isqrt(n)


@each(1, 5, 20, wide=(21, 40))
def factorial(n):
    result = 1
    for k in range(2, n + 1):
        result *= k
    return result


@on((HIGHEST, 1), (LOWEST, 1), (HIGHEST, 3), (LOWEST, -3))
def at_the_edges(a, b):
    return a // b, a % b, a - a // 2, a ^ a, a > b, a == a


@on((1, 2), (2**62, 2), wide=((2**62, 2**62), (-(2**62), -(2**62) - 1)))
def halfway_between(a, b):
    return (a + b) // 2


@each(0, 1, 6, wide=(2**40,))
def edge_constants(n):
    return n * 2**23 + 1, -(2**63) + n, 2**63 - 1 - n, 0x7FFF, 1_000_000


@each(0, 3, -3)
def precedence(n):
    return -(n**2), 2 + n * 3 % 4, -n // 2, (-n) // 2, 1 << n % 4 + 1, not n == 3, ~n & 7 | 8


@on((5, 2), (-5, 2), (0, 1))
def every_augmented_assignment(a, b):
    a += b
    a *= 3
    a -= 1
    a //= b
    a %= 100
    a <<= 2
    a >>= 1
    a |= 8
    a &= 0xFF
    a ^= 5
    a **= 2
    return a


@on((4,), (-4,), (0,))
def sign(n):
    return (n > 0) - (n < 0)


@on((2, 3), (0, 3), (-1, 2))
def unpacked_at_once(a, b):
    a, b = b, a + b
    a, b = b, a + b
    return a, b


# --- truth ------------------------------------------------------------------------------------------------------------


@on((True, True), (True, False), (False, False))
def sums_of_truths(p, q):
    return p + q, True + True, p - q, p * 5, sum((p, q, True)), -p


@on((True, False), (False, False), (True, True))
def truth_operators(p, q):
    return p and q, p or q, not p, p & q, p | q, p ^ q, p == q, p < q, p is True


@on((0, 5), (3, 5), (3, 0), (0, 0))
def and_or_of_numbers(a, b):
    return a and b, a or b, not a, a and b or -1, (a or b) and 7


@on(("", "x"), ("y", "x"), ("y", ""))
def and_or_of_words(a, b):
    return a or b, a and b, a or "none", not a


@on(((), (1,)), ((2, 3), (1,)), ((), ()))
def and_or_of_tuples(a, b):
    return a or b, a and b, bool(a), not b


@on((0, 1), (2, 0), (3, 4))
def short_circuits(a, b):
    return b != 0 and a // b, b == 0 or a % b == 0


@each(0, 1, -1)
def truth_of_everything(n):
    things = (bool(n), bool(str(n)), bool((n,)), bool(()), bool([n] * n), bool({n: 1}), bool(""), bool(range(n)))
    return things


@on((3, 4), (4, 3), (3, 3))
def conditional_expression(a, b):
    return a if a > b else b if b > a else 0


@each(True, False)
def truth_as_index(p):
    return ("no", "yes")[p], [10, 20][not p], int(p), str(p)


@each(0, 7)
def truth_in_arithmetic(n):
    won = n > 3
    return 2 * won - 1, won << 3, won == 1, isinstance(won, int), won + n


# --- None -------------------------------------------------------------------------------------------------------------


def first_negative(numbers):
    for number in numbers:
        if number < 0:
            return number
    return None


def index_or_none(numbers, wanted):
    for index, number in enumerate(numbers):
        if number == wanted:
            return index


@each((1, -2, 3), (1, 2), ())
def none_or_a_value(numbers):
    return first_negative(numbers)


@on(((4, 5), 5), ((4, 5), 6), ((4, 5), 4))
def none_is_tested(numbers, wanted):
    index = index_or_none(numbers, wanted)
    if index is None:
        return "none"
    return "first" if not index else "later"


@on(((4, 5), 5), ((4, 5), 6))
def none_or_default(numbers, wanted):
    index = index_or_none(numbers, wanted)
    return -1 if index is None else index + 1


@each((3, 1, 2), (), (-5, 5))
def best_starts_as_none(numbers):
    best = None
    for number in numbers:
        if best is None or number > best:
            best = number
    return best


@each((1, 2), (1, -2))
def none_in_a_tuple(numbers):
    found = first_negative(numbers)
    return found, found is not None, found == -2, (found, None)[1] is None


@each((1, -2), (1, 2))
def none_in_arithmetic(numbers):
    return first_negative(numbers) + 1


@each(0, 1, 2)
def board_of_nones(cell):
    board = [None, None, None]
    board[cell] = "X"
    return board.count(None), board.index("X"), board[0] is None, tuple(board), None in board


@each(2, 0)
def procedure_returns_none(n):
    def grow(cells):
        cells.append(n)

    cells = []
    result = grow(cells)
    return result is None, cells, grow(cells)


@each((1, -4), (4,), ())
def none_equals_nothing_else(numbers):
    found = first_negative(numbers)
    return found == 0, found == None, found != None, found in (None, 1)


@each(3, 0)
def none_or_text(n):
    def winner():
        return "X" if n > 2 else None

    return winner() or "nobody", winner() == "X", winner() is not None and n > 1


@each((1, -2), (1, 2))
def none_or_tuple(numbers):
    def pair():
        found = first_negative(numbers)
        return None if found is None else (found, -found)

    result = pair()
    if result:
        a, b = result
        return a - b
    return 0


# --- text -------------------------------------------------------------------------------------------------------------


@on(("board", 0), ("board", -1), ("board", 4), ("board", 5), ("board", -6))
def character_at(text, index):
    return text[index]


@on(("abcdef", 1, 4), ("abcdef", -3, 6), ("abcdef", 4, 1), ("ab", -9, 9))
def slice_of_text(text, start, end):
    return text[start:end], text[:start], text[end:], text[start:end:2], text[::-1], text[-2:]


@on(("XO.", 1, "X"), ("...", 0, "O"), ("", 0, "X"))
def character_replaced(board, cell, symbol):
    return board[:cell] + symbol + board[cell + 1 :]


@each("a,b,c", "a", "", ",,")
def split_at_commas(text):
    return text.split(","), len(text.split(","))


@each("one two  three", " x ", "", "a\tb\nc")
def split_at_spaces(text):
    return text.split()


@each("2x3", "10x20", "x", "3")
def size_from_text(text):
    width, height = text.split("x")
    return int(width) * int(height)


@on(("-", "abc"), ("", "xyz"), (", ", "a"), ("/", ""))
def joined(separator, text):
    return separator.join(text), separator.join([symbol * 2 for symbol in text]), separator.join(reversed(text))


@on(("XOX", "X"), ("XOX", "."), ("aaaa", "aa"), ("abc", ""))
def counted(text, part):
    return text.count(part), part in text, part not in text


@on(("hello", "l", "L"), ("hello", "xyz", ""), ("aaa", "aa", "b"), ("ab", "", "-"))
def replaced(text, old, new):
    return text.replace(old, new), text.replace(old, new, 1)


@on(("abc", "abd"), ("ab", "abc"), ("", ""), ("Z", "a"), ("é", "z"))
def texts_compared(a, b):
    return a < b, a <= b, a == b, a != b, a > b, max(a, b)


@on(("banana", "an"), ("banana", "x"), ("", "a"))
def found_in_text(text, part):
    return text.find(part), text.rfind(part), text.startswith(part), text.endswith(part)


@on(("banana", "n"), ("banana", "x"))
def index_in_text(text, part):
    return text.index(part)


@each("  x o ", "xx", "..x..")
def stripped(text):
    return text.strip(), text.lstrip(), text.rstrip(), text.strip("x."), text.lstrip("x")


@each("Ab1", "", "xyz", "ÄÖ")
def letter_case(text):
    return text.upper(), text.lower(), text.isupper(), text.islower(), text.swapcase(), text.capitalize()


@each("123", "", "1a", "abc", " ")
def kinds_of_characters(text):
    return text.isdigit(), text.isalpha(), text.isalnum(), text.isspace()


@on((".", 3), ("ab", 2), ("x", 0), ("x", -1))
def text_times(text, n):
    return text * n, n * text, len(text * n)


@each("a", "Z", "é", "♞")
def character_codes(symbol):
    return ord(symbol), chr(ord(symbol) + 1), ord(symbol) - ord("a")


@each("ab", "")
def code_of_wrong_length(text):
    return ord(text)


@each(0, 7, 25)
def column_letters(column):
    return chr(ord("a") + column), "abcdefgh"[column % 8], "abcdefgh".index(chr(97 + column % 8))


@each("♔♚", "naïve", "日本語", "a😀b")
def text_beyond_ascii(text):
    return len(text), text[0], text[-1], text[::-1], "♚" in text, text == "naïve", text.find("本")


@each("abc", "", "é♞")
def loop_over_text(text):
    result = ""
    for symbol in text:
        result = symbol + result + symbol
    return result


@each("e2", "a1", "h8", "z", "e")
def cell_of_chess(name):
    column, row = name
    return (ord(column) - ord("a")) + 8 * (int(row) - 1)


@on(("rook", 3), ("", -12), ("naïve", 2**62))
def formatted(word, n):
    return f"{word}{n}", f"{word}: {n + 1}!", f"{n:03d}|{n:>4}", f"{word!r}", f"{word:>6}|{word:<6}|{{}}"


@each(True, False)
def formatted_truth(p):
    return f"{p} {None} {(1, 'a')} {[1, 2]}"


@each("12", "-7", " 5 ", "x", "", "1_000")
def text_to_number(text):
    return int(text)


@each(0, 12, -345, LOWEST, HIGHEST)
def number_to_text(n):
    return str(n), len(str(n)), str(n)[::-1], str(n) == "12"


@each("1011", "0", "12")
def text_to_number_base_two(text):
    return int(text, 2)


@each("RNBQKBNR/8/4p3", "8/8", "k1K")
def position_from_text(text):
    rows = []
    for line in text.split("/"):
        row = ""
        for symbol in line:
            row += "." * int(symbol) if symbol.isdigit() else symbol
        rows.append(row)
    return tuple(rows)


@each("abcd", "a", "")
def letters_of_text(text):
    return list(text), tuple(text), sorted(text, reverse=True), set(text) == set(text[::-1])


@each("ab", "ba", "abc")
def smallest_letter(text):
    return min(text), max(text), sorted(text) == list(text)


@on(("a", 1), ("zz", 5))
def padded(text, n):
    return text.rjust(n, "."), text.ljust(n), text.center(n, "*"), text.zfill(n)


@each("a-b-c", "abc", "-")
def partitioned(text):
    return text.partition("-"), text.rpartition("-"), text.removeprefix("a"), text.removesuffix("c")


@each("one\ntwo", "one", "")
def lines_of_text(text):
    return text.splitlines(), "\n".join(text.splitlines())


@each("XO..XO", "......")
def rows_of_text(board):
    return [board[start : start + 3] for start in range(0, 6, 3)], board[::3], board[1::3]


@each("rook", "r", "")
def text_starts_with_several(text):
    return text.startswith(("ro", "x")), text[:1] in ("r", "q"), text[:1] in "rq"


# --- members of enumerations ------------------------------------------------------------------------------------------


@each(Colour.RED, Colour.BLUE)
def member_compared(colour):
    return colour == Colour.RED, colour is Colour.BLUE, colour != Colour.GREEN, colour in (Colour.RED, Colour.GREEN)


@each(Colour.RED, Colour.BLUE)
def value_and_name(colour):
    return colour.value, colour.name, colour.value * 2 + len(colour.name)


@each(1, 2, 3, 4)
def member_of_value(value):
    return Colour(value)


@each("K", "P", "x")
def member_of_text(text):
    return Piece(text).name


@each(0, 4)
def loop_over_members(n):
    return [colour.value + n for colour in Colour], len(Colour), [piece.value for piece in Piece]


@each(Piece.KING, Piece.PAWN)
def members_methods(piece):
    return piece.steps(), piece.is_royal


@each(Level.LOW, Level.HIGH)
def integer_members(level):
    return level < Level.MIDDLE, level + 1, level == 10, max(level, Level.MIDDLE), level * 2, level.name


@each(1, 5, 7)
def integer_member_of_value(value):
    return Level(value) >= Level.MIDDLE


@each(Colour.RED, Colour.GREEN)
def next_member(colour):
    members = list(Colour)
    return members[(members.index(colour) + 1) % len(members)]


@each(Colour.RED, Colour.GREEN)
def member_as_key(colour):
    wins = {member: 0 for member in Colour}
    wins[colour] += 3
    return wins[colour], wins[Colour.BLUE], sum(wins.values())


@each("RED", "BLUE", "PINK")
def member_of_name(name):
    return Colour[name].value


@each((Colour.RED, Colour.BLUE), (Colour.RED, Colour.RED))
def members_in_tuple(colours):
    return colours.count(Colour.RED), colours.index(Colour.RED), len(set(colours)), colours[0] == colours[1]


@each(Level.LOW, Level.HIGH)
def integer_member_as_index(level):
    row = list(range(20))
    return row[level], row[level - 1], f"{level + 0}", Level.HIGH in (10, 11), sorted([Level.HIGH, level])


# --- tuples -----------------------------------------------------------------------------------------------------------


@on(((1, 2, 3), 0), ((1, 2, 3), -1), ((1, 2, 3), 3), ((), 0))
def element_at(numbers, index):
    return numbers[index]


@on(((1, 2, 3, 4), 1, 3), ((1, 2, 3, 4), -2, 9), ((1, 2, 3, 4), 3, 1))
def slice_of_tuple(numbers, start, end):
    return numbers[start:end], numbers[:start] + numbers[end:], numbers[::-1], numbers[start::2], numbers[::-2]


@on(((0, 0, 0), 1, 5), ((0, 0), 0, 7))
def element_replaced(board, cell, value):
    return board[:cell] + (value,) + board[cell + 1 :]


@on(((0, 0, 0), 1, 5), ((0, 0, 0), 3, 5), ((0, 0, 0), -1, 7))
def element_replaced_by_list(board, cell, value):
    cells = list(board)
    cells[cell] = value
    return tuple(cells)


@on(((1, 2), (3,)), ((), ()), ((), (1,)))
def tuples_joined(a, b):
    return a + b, a * 2, len(a + b), (*a, *b), (0, *a, 9)


@on(((1, 2), (1, 3)), ((1,), (1, 0)), ((), ()), ((2,), (1, 9)))
def tuples_ordered(a, b):
    return a < b, a <= b, a == b, a != b, a > b, max(a, b)


@on(((1, "a"), (1, "b")), ((2, ""), (1, "z")))
def mixed_tuples_ordered(a, b):
    return a < b, min(a, b), sorted([a, b]), a == b


@on(((1, 2, 1), 1), ((1, 2, 1), 5), ((), 0))
def tuple_searched(numbers, wanted):
    return wanted in numbers, numbers.count(wanted), wanted not in numbers


@on(((1, 2, 1), 1), ((1, 2, 1), 5))
def index_in_tuple(numbers, wanted):
    return numbers.index(wanted)


@each((1, (2, 3), ((4,), "x")), (0, (0, 0), ((9,), "")))
def nested_unpacking(value):
    a, (b, c), ((d,), e) = value
    return a + b * c + d, e * 2, value[1][0], value[2][0][0]


@each((1, 2, 3, 4), (1, 2), (1,))
def starred_unpacking(numbers):
    first, *rest = numbers
    *front, last = numbers
    return first, rest, front, last


@each((1, 2, 3, 4), (1, 2), (1,))
def starred_middle(numbers):
    first, *middle, last = numbers
    return first + last, sum(middle), len(middle)


@each((1, 2), (1, 2, 3), ())
def unpacking_the_wrong_number(numbers):
    a, b = numbers
    return a + b


@each(0, 3, 6)
def tuple_of_changing_length(n):
    line = ()
    for k in range(n):
        line += (k * k,)
    return line, len(line)


@each(((1, 2), (3, 4)), ((0, 0), (0, 0)))
def grid_of_tuples(grid):
    turned = tuple(zip(*grid[::-1]))
    return turned, grid[1][0], tuple(sum(row) for row in grid), tuple(tuple(-x for x in row) for row in grid)


@on((((0, 1), (2, 0)), 0, 0, 5), (((0, 1), (2, 0)), 1, 1, 7))
def cell_of_grid_replaced(grid, row, column, value):
    return tuple(
        tuple(value if (r, c) == (row, column) else old for c, old in enumerate(line)) for r, line in enumerate(grid)
    )


@each(((3, 0), ()), (((), ())), ((1,), (2, 2)))
def tuple_in_tuple(piles):
    return (1,) in piles, () in piles, piles.count(()), piles == ((3, 0), ())


@each(0, 1, 2)
def tuple_times(n):
    return (0,) * n, ((n, "x"),) * 2, n * (1, 2)


@each((5, 3, 9), (1,), (2, 2))
def sum_min_max_of_tuple(numbers):
    return sum(numbers), min(numbers), max(numbers), sum(numbers, 10), len(numbers)


@each((5, 3), ())
def min_of_nothing(numbers):
    return min(numbers)


@on((1, 2), (0, 0))
def tuple_of_tuples_rebuilt(a, b):
    state = ((a, b), (b, a), a < b)
    (p, q), other, flag = state
    return (other, (p + 1, q), not flag), state[0] + state[1]


@each(((), 0), ((1,), 1), ((1, 2, 3), 2))
def stack_in_state(state):
    stack, turn = state
    stack = stack[:-1] if turn else (*stack, turn)
    return stack, 1 - turn


@each((("a", 1), ("b", 2)), (("x", 0),))
def pairs_to_dictionary(pairs):
    table = dict(pairs)
    return table, sorted(table), tuple(sorted(table.items()))


@on((1, 2), (-1, 5))
def empty_and_single(a, b):
    empty = ()
    return empty, len(empty), (a,), (a,) + empty, empty == (), tuple([]), bool(empty)


@on(((1, 2, 3), 2), ((4, 5), 0), ((1,), 9))
def tuple_rotated(numbers, n):
    n %= len(numbers)
    return numbers[n:] + numbers[:n]


# --- named tuples -----------------------------------------------------------------------------------------------------


@each(Point(1, 2), Point(-3))
def fields_of_named_tuple(point):
    return point.x, point[1], point.x * point.y, point == (1, 2), len(point), point


@on((Point(1, 2), 5), (Point(0), -1))
def named_tuple_replaced(point, x):
    return point._replace(x=x), point._replace(x=point.y, y=x), point.x


@on((Point(1, 2), 1, 0), (Point(0), -1, -1))
def named_tuple_methods(point, dx, dy):
    return point.moved(dx, dy), point.moved(dx, dy).length, Point.origin(), Point.diagonal(dx)


@each(0, 3)
def named_tuple_made(n):
    return Point(n), Point(n, y=2), Point(y=n, x=1), Point(*(n, n + 1)), Point(n) + (1,)


@each(Point(1, 2), Point(5, 6))
def named_tuple_unpacked(point):
    x, y = point
    return x - y, tuple(point), [*point], sum(point), max(point)


@on((Point(1, 2), Point(1, 3)), (Point(2, 0), Point(1, 9)), (Point(1, 1), Point(1, 1)))
def named_tuples_ordered(a, b):
    return a < b, a == b, max(a, b), sorted([b, a])[0]


@each(Position((0, 1, 0), 1), Position((2, 2), 0, Point(3, 4)))
def named_tuple_as_state(position):
    board = list(position.board)
    board[0] += 1
    moved = position._replace(board=tuple(board), player=1 - position.player)
    return moved, position.last.x, moved.board[0], moved._replace(last=Point(0)).last


@each(Point(2, 3), Point(0, 1))
def named_tuple_as_key(point):
    seen = {Point(0, 1): "a", (2, 3): "b"}
    return seen[point], point in {(2, 3)}, (0, 1) in {point: 1}


# --- frozen dataclasses -----------------------------------------------------------------------------------------------


@each(Hand("me", (1, 2)), Hand("you"), Hand("you", (), 2))
def frozen_dataclass(hand):
    return hand.owner, hand.total(), hand == Hand("you"), len(hand.cards)


@on((Hand("me", (1, 2)), 5), (Hand("you"), 0))
def frozen_dataclass_replaced(hand, card):
    more = replace(hand, cards=(*hand.cards, card))
    return more, replace(more, owner="they", trumps=more.trumps + 1), hand.cards, hand != more


@on((Score(1, "b"), Score(1, "a")), (Score(0, "z"), Score(1, "a")))
def ordered_dataclass(a, b):
    return a < b, a >= b, max(a, b), a == Score(1, "b")


@each(1, 2)
def frozen_dataclass_made(n):
    hands = [Hand("a", (n,)), Hand(owner="b"), Hand("c", trumps=n)]
    return [hand.total() for hand in hands], hands[0], len({*hands, Hand("b")})


@each(Hand("me", (1, 2)), Hand("you"))
def frozen_dataclass_as_key(hand):
    totals = {Hand("you"): 3}
    return totals.get(hand, 0), hand in totals


# --- sets -------------------------------------------------------------------------------------------------------------


@on((frozenset({1, 2, 3}), frozenset({2, 3, 4})), (frozenset(), frozenset({1})), (frozenset({5}), frozenset({5})))
def operators_of_sets(a, b):
    return a | b, a & b, a - b, a ^ b, len(a | b)


@on((frozenset({1, 2}), frozenset({1, 2, 3})), (frozenset({1}), frozenset({1})), (frozenset({1}), frozenset({2})))
def sets_compared(a, b):
    return a <= b, a < b, a >= b, a > b, a == b, a != b, a.isdisjoint(b), a.issubset(b)


@on((frozenset({(0, 1), (2, 2)}), (2, 2)), (frozenset({(0, 1)}), (1, 0)))
def cells_in_frozen_set(cells, cell):
    return cell in cells, cells | {cell}, cells - {cell}, sorted(cells), len(cells)


@each((3, 1, 3, 2), (), (5,))
def duplicates_removed(numbers):
    seen = set()
    for number in numbers:
        seen.add(number)
    seen.discard(2)
    seen.discard(99)
    return len(seen), sorted(seen), 3 in seen, frozenset(seen)


@on(((1, 2), 2), ((1, 2), 3))
def removed_from_set(numbers, number):
    left = set(numbers)
    left.remove(number)
    return left


@each((4, 5, 4), (1,))
def sets_written_on(numbers):
    cells = set(numbers)
    cells |= {7, 8}
    cells -= {8}
    cells.update((1, 2), [3])
    cells &= {1, 2, 3, 4, 7}
    cells ^= {1, 100}
    return cells, len(cells)


@each(5, 0)
def comprehended_sets(n):
    return {k * k % 5 for k in range(n)}, {(k, j) for k in range(n) for j in range(k) if (k + j) % 2}


@each((1, 2), ())
def alias_of_set(numbers):
    cells = set(numbers)
    same = cells
    copied = cells.copy()
    also = set(cells)
    cells.add(9)
    return len(same), len(copied), len(also), same is cells, same == copied


@each((3, 1, 2), (10, 20))
def set_popped_empty(numbers):
    left = set(numbers)
    total = 0
    while left:
        total += left.pop()
    return total, len(left)


@each((), (1,))
def pop_of_set(numbers):
    return set(numbers).pop()


@each(("b", "a", "b"), ("z",))
def set_of_words(words):
    return sorted(set(words)), len(set(words)), "a" in set(words), {*words, "q"} == {"q", "z"}


@on((frozenset({1, 2}), 3), (frozenset(), 0))
def frozen_set_in_state(taken, move):
    left = frozenset(range(4)) - taken
    return left, taken | {move}, move in left, not left & taken, sorted(left - {move})


@on((frozenset({1, 2}), frozenset({2, 1})), (frozenset({3}), frozenset()))
def frozen_set_as_key(a, b):
    groups = {a: 1}
    groups[b] = groups.get(b, 0) + 1
    return groups[a], len(groups), {a, b} == {b}


@each(0, 1, 17)
def order_of_set_of_numbers(n):
    return list({n, 5, 3, 100, 8, 1}), list({k * 7 % 11 for k in range(9)}), tuple(frozenset({9, n, 2}))


@each(1, 5, 9)
def order_of_set_of_numbers_below_zero(n):
    return list({-n, n, -1, -2, 0, 64 * n, 8 * n, 2**40 + n})


@each(2, 3, 5)
def order_of_set_of_cells(n):
    cells = {(row, column) for row in range(n) for column in range(n)}
    cells.discard((0, 0))
    return list(cells), sum((k + 1) * column for k, (_, column) in enumerate(cells))


@each(3, 7)
def order_of_set_after_changes(n):
    cells = set(range(20))
    for k in range(0, 20, n):
        cells.remove(k)
    cells |= {k + 40 for k in range(n)}
    cells.add(200)
    return list(cells), list(cells - {1, 41}), list(cells & {200, 4, 40, 2}), list({99, 1} | cells)


@each(1, 6)
def order_of_pops(n):
    cells = {n, 40, 3, 72, 11}
    return cells.pop(), cells.pop(), list(cells)


@each(3, 4)
def set_changed_in_loop(n):
    cells = {0, 1, 2}
    for cell in cells:
        if n > 3:
            cells.add(cell + 10)
    return len(cells)


# --- dictionaries -----------------------------------------------------------------------------------------------------


@on(("a", 1), ("b", 2), ("z", 0))
def dictionary_looked_up(key, default):
    table = {"a": 10, "b": 20}
    return table.get(key, default), key in table, key not in table, table.get(key) is None, len(table)


@each("a", "z")
def dictionary_indexed(key):
    return {"a": 10, "b": 20}[key]


@each("mississippi", "", "aab")
def letters_counted(text):
    counts = {}
    for letter in text:
        counts[letter] = counts.get(letter, 0) + 1
    return counts, list(counts), list(counts.values()), list(counts.items())


@on((2, 7), (0, 0))
def dictionary_written_on(key, value):
    table = {0: 5, 1: 6, 2: 7}
    table[key] = value
    table[9] = table[1] + 1
    table[1] += 10
    del table[0]
    return table, len(table), sum(table.values()), sorted(table, reverse=True)


@each(1, 4)
def deleted_key(key):
    table = {1: 2, 3: 4}
    del table[key]
    return table


@each(1, 4)
def popped_key(key):
    table = {1: 2, 3: 4}
    return table.pop(3), table.pop(key), table


@each(1, 4)
def popped_key_or_default(key):
    table = {1: 2}
    return table.pop(key, -1), len(table)


@each((("a", 1), ("b", 2), ("a", 3)), ())
def grouped_by_default(pairs):
    groups = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups, {key: sum(values) for key, values in groups.items()}


@each(4, 0)
def comprehended_dictionaries(n):
    squares = {k: k * k for k in range(n)}
    return squares, {value: key for key, value in squares.items() if key % 2}, {k: [k] * k for k in range(n)}


@each(3, 0)
def order_of_dictionary(n):
    table = {5: "a", 1: "b"}
    table[n] = "c"
    table[5] = "d"
    del table[1]
    table[1] = "e"
    return list(table.items()), next(iter(table)), list(reversed(table))


@each((1, 2), (0, 0))
def dictionary_of_cells(cell):
    board = {(row, column): "." for row in range(2) for column in range(3)}
    board[cell] = "X"
    return board[cell], sum(symbol == "." for symbol in board.values()), (9, 9) in board, tuple(sorted(board.items()))


@each(1, 2)
def loop_over_dictionary(n):
    prices = {"pawn": 1, "rook": 5 * n}
    total, names = 0, ""
    for name in prices:
        names += name
    for name, price in prices.items():
        total += price * len(name)
    for price in prices.values():
        total -= price
    return total, names, max(prices, key=prices.get), max(prices.values())


@each(3, 4)
def dictionary_changed_in_loop(n):
    table = {0: 0, 1: 1}
    for key in table:
        if n > 3:
            table[key + 10] = 1
    return len(table)


@each(1, 0)
def dictionary_values_changed_in_loop(n):
    table = {0: 0, 1: 1}
    for key in table:
        table[key] += n
    return table


@on((1, 2), (3, 4))
def dictionaries_joined(a, b):
    first, second = {a: 1, 2: 0}, {b: 2}
    both = first | second
    first.update(second)
    first |= {7: 7}
    return both, {**second, a: 5}, first, both == {1: 1, 2: 2}, first.keys() & {1, 7} == {1, 7}


@each(5, 6)
def alias_of_dictionary(n):
    table = {1: [n]}
    same, copied = table, dict(table)
    same[2] = [0]
    copied[1].append(8)
    return table, len(copied), same is table


@each(3, 1)
def nested_dictionary(n):
    graph = {"a": {"b": 1, "c": n}, "b": {"c": 2}, "c": {}}
    graph["c"]["a"] = graph["a"]["c"] + 1
    return graph["c"], [len(ends) for ends in graph.values()], min(graph["a"], key=graph["a"].get)


@on((("x", "y"), (1, 2)), ((), ()))
def dictionary_from_zip(names, values):
    table = dict(zip(names, values))
    return table, dict(enumerate(names)), dict.fromkeys(names, 0), dict(a=1, b=len(names))


@each(0, 2)
def last_item_popped(n):
    table = {k: -k for k in range(n)}
    return table.popitem(), len(table)


@each(1, 2)
def dictionary_cleared(n):
    table = {n: n}
    same = table
    table.clear()
    return same, table == {}, not table


@each((0, 1), (1, 1))
def dictionary_of_functions(pair):
    rules = {"add": lambda a, b: a + b, "times": lambda a, b: a * b}
    return [rules[name](*pair) for name in ("add", "times")]


@each(Colour.RED, Colour.GREEN)
def dictionary_of_members(colour):
    other = {Colour.RED: Colour.GREEN, Colour.GREEN: Colour.RED}
    return other[colour], other[other[colour]] is colour


# --- lists ------------------------------------------------------------------------------------------------------------


@each(3, 0)
def list_grown(n):
    cells = []
    for k in range(n):
        cells.append(k)
    cells.extend([7, 8])
    cells.extend(range(2))
    cells += (5,)
    cells.insert(0, -1)
    cells.insert(2, -2)
    cells.insert(100, -3)
    cells.insert(-1, -4)
    return cells, len(cells)


@each((1, 2, 3), (1,), ())
def popped(numbers):
    cells = list(numbers)
    last = cells.pop()
    return last, cells


@on(((1, 2, 3), 0), ((1, 2, 3), -2), ((1, 2, 3), 3))
def popped_at(numbers, index):
    cells = list(numbers)
    return cells.pop(index), cells


@on(((1, 2, 1), 1), ((1, 2, 1), 5))
def removed(numbers, number):
    cells = list(numbers)
    cells.remove(number)
    return cells


@each((3, 1, 2), (), (1, 1))
def reversed_and_sorted(numbers):
    cells = list(numbers)
    cells.reverse()
    turned = cells[:]
    cells.sort()
    ordered = cells.copy()
    cells.sort(reverse=True)
    return turned, ordered, cells, sorted(numbers, reverse=True)


@each(("bb", "a", "ccc", "dd"), ())
def sorted_by_key(words):
    cells = list(words)
    cells.sort(key=len)
    up = tuple(cells)
    cells.sort(key=lambda word: (-len(word), word))
    return up, cells, sorted(words, key=len, reverse=True)


@each(((1, "b"), (0, "c"), (1, "a")), ((2, "x"),))
def sorting_is_stable(pairs):
    return sorted(pairs, key=lambda pair: pair[0]), sorted(pairs, key=lambda pair: pair[0], reverse=True), sorted(pairs)


@on((1, 3), (0, 0), (2, 1), (-2, 9))
def slices_of_list(start, end):
    cells = [0, 1, 2, 3, 4]
    return cells[start:end], cells[::-1], cells[start::2], cells[:-1], cells[end:start:-1]


@on((1, 3), (0, 0), (4, 2))
def slice_assigned(start, end):
    cells = [0, 1, 2, 3, 4]
    cells[start:end] = [9, 9, 9]
    cells[:1] = []
    cells[::2] = [7] * len(cells[::2])
    return cells


@each(2, 3)
def slice_with_step_assigned(n):
    cells = [0] * 6
    cells[::n] = [1, 2]
    return cells


@each(0, 1, 2)
def parts_deleted(n):
    cells = [0, 1, 2, 3, 4, 5]
    del cells[n]
    del cells[-2:]
    del cells[:n]
    return cells


@each(0, 3, -4)
def deleted_or_out_of_range(n):
    cells = [1, 2, 3]
    del cells[n]
    return cells


@on((0, 5), (-1, 5), (3, 5), (-4, 0))
def assigned_or_out_of_range(index, value):
    cells = [1, 2, 3]
    cells[index] = value
    return cells


@each(2, 0)
def lists_joined_and_multiplied(n):
    cells = [1, 2]
    more = cells + [n]
    cells *= n
    return cells, more, [0] * n, n * [n, 1], [[]] * n


@each(1, 2)
def alias_of_list(n):
    cells = [n, 2]
    same, copied, also = cells, cells[:], list(cells)
    same.append(3)
    copied += [4]
    also = also + [5]
    cells += [6]
    return cells, same, copied, also, same is cells, copied is cells, cells == same


@each(1, 0)
def rows_that_are_one_row(n):
    grid = [[0] * 2] * 3
    grid[0][n] = 5
    rows = [[0] * 2 for _ in range(3)]
    rows[0][n] = 5
    return grid, rows, grid[0] is grid[2], rows[0] is rows[2]


@on((0, 1), (1, 1), (2, 0))
def grid_written_on(row, column):
    grid = [[10 * r + c for c in range(2)] for r in range(2)]
    grid[row][column] += 100
    grid[row - 1].append(column)
    shallow = grid[:]
    shallow[0][0] = -1
    shallow[1] = []
    return grid, shallow


@each((1, 2, 3), ())
def argument_written_on(numbers):
    def clear_first(cells):
        if cells:
            cells[0] = 0
        cells = [9]
        return cells

    cells = list(numbers)
    return clear_first(cells), cells


@each(0, 2)
def list_searched(n):
    cells = [3, 0, 3, 1]
    return cells.count(3), cells.index(3), n in cells, cells.index(3, 1), cells.count(n)


@on((1, 2), (2, 1), (1, 1))
def lists_compared(a, b):
    return [a, b] < [b, a], [a] == [b], [a, b] == [1, 2], [a] < [a, b], [[a], []] != [[a], []]


@each(3, 4, 7)
def list_changed_in_loop(n):
    cells = [1, 2, 3, 4, 5]
    seen = []
    for cell in cells:
        seen.append(cell)
        if cell == n:
            cells.remove(n)
        if len(seen) < 2:
            cells.append(cell + 5)
    return cells, seen


@each(2, 5)
def list_shrinks_in_loop(n):
    cells = list(range(n))
    for cell in cells:
        cells.pop()
    return cells


@each(1, 2)
def list_of_tuples(n):
    moves = [(0, 1), (n, 2)]
    moves.append((5, n))
    moves[0] = (9, 9)
    return [a * b for a, b in moves], (n, 2) in moves, moves.index((5, n)), max(moves), moves[-1][0]


@each(3, 1)
def stack_and_queue(n):
    waiting, order = [n], []
    while waiting and len(order) < 6:
        k = waiting.pop(0)
        order.append(k)
        if k < 5:
            waiting.append(k + 1)
            waiting.append(k + 2)
    return order, waiting


@each(1, 3)
def swapped_elements(n):
    cells = [0, 1, 2, 3]
    cells[0], cells[n] = cells[n], cells[0]
    i = 0
    i, cells[i] = 2, 7
    cells[i - 1], i = i, 3
    return cells, i


@each(1, 2)
def index_evaluated_once(n):
    calls = []

    def index():
        calls.append(n)
        return n

    cells = [1, 2, 3]
    cells[index()] += 10
    return cells, len(calls)


@each(4, 1)
def list_in_tuple_in_list(n):
    pair = ([n], n)
    pair[0].append(0)
    rows = [pair, pair]
    rows[0][0].append(1)
    return rows, pair[0] is rows[1][0]


@each((1, 2), (5,))
def cleared_and_copied(numbers):
    cells = list(numbers)
    copied = cells.copy()
    cells.clear()
    return cells, copied, not cells


@each(3, 0)
def chained_assignment(n):
    a = b = [n]
    c = d = n
    a.append(1)
    c += 1
    return a, b, c, d


# --- constants of a module and of a class -----------------------------------------------------------------------------

WIDTH, HEIGHT = 3, 2
CELLS = WIDTH * HEIGHT
DIRECTIONS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
WORTH = {"P": 1, "R": 5, "K": 100}
CORNERS = {(0, 0), (0, 2), (1, 0), (1, 2)}
ROWS = range(HEIGHT)
LINES = ((0, 1, 2), (3, 4, 5), (0, 3), (1, 4), (2, 5))
NEIGHBOURS = {
    (row, column): [
        (row + dr, column + dc) for dr, dc in DIRECTIONS if 0 <= row + dr < HEIGHT and 0 <= column + dc < WIDTH
    ]
    for row in ROWS
    for column in range(WIDTH)
}
JUMPS = frozenset({2, 3})
LAYOUT = """
R.K
.P.
""".split()
START = Position((0,) * 4, 0)
MASKS = [sum(1 << cell for cell in line) for line in LINES]
EMPTY: tuple[int, ...] = ()


class Rules:
    SIZE = 4
    STEPS = [1, 2]
    BOARD = tuple(range(SIZE))
    NAMES = {0: "zero", 1: "one"}
    EVEN = {0, 2}
    RANGE = range(1, 4)
    HOME = Point(1, 1)

    def reachable(self, cell):
        return [cell + step for step in self.STEPS if cell + step in self.BOARD]

    @classmethod
    def area(cls):
        return cls.SIZE**2


@each((0, 0), (1, 2), (5, 5))
def constants_of_module(cell):
    return cell in CORNERS, cell[0] in ROWS, sum(cell) in JUMPS, len(DIRECTIONS), CELLS


@each((0, 0), (1, 2), (5, 5))
def constant_dictionary(cell):
    return NEIGHBOURS[cell], len(NEIGHBOURS), [len(NEIGHBOURS[other]) for other in NEIGHBOURS]


@each("R.K", "PPP", "x")
def constant_worths(text):
    return sum(WORTH.get(symbol, 0) for symbol in text), max(WORTH, key=WORTH.get), [*WORTH]


@each("RP", "x")
def constant_worth_or_error(text):
    return sum(WORTH[symbol] for symbol in text)


@each((1, 1, 1, 0, 0, 0), (0, 1, 0, 0, 1, 0), (0, 0, 0, 1, 0, 1))
def constant_lines(board):
    return any(all(board[cell] for cell in line) for line in LINES), [i for i, line in enumerate(LINES) if 4 in line]


@each(0b111, 0b010010, 0b101)
def constant_masks(board):
    return any(board & mask == mask for mask in MASKS), MASKS[0], len(MASKS)


@each(0, 1)
def constant_layout(row):
    return LAYOUT[row], LAYOUT[row].find("P"), "".join(LAYOUT), START._replace(player=row), EMPTY + (row,)


@each(0, 2, 3)
def constants_of_class(cell):
    rules = Rules()
    return (
        rules.reachable(cell),
        Rules.SIZE,
        Rules.area(),
        cell in Rules.EVEN,
        cell in Rules.RANGE,
        rules.HOME.moved(1, cell),
    )


@each(0, 1, 2)
def constant_dictionary_of_class(n):
    return Rules.NAMES[n]


@each(0, 1)
def copy_of_constant_written_on(n):
    steps = list(DIRECTIONS)
    steps[n] = (9, 9)
    worth = dict(WORTH)
    worth["P"] += n
    return steps, DIRECTIONS[n], worth["P"], WORTH["P"], CORNERS | {(n, 9)} != CORNERS


# --- comprehensions and generator expressions -------------------------------------------------------------------------


@each(4, 0)
def nested_comprehensions(n):
    return [[row * column for column in range(row)] for row in range(n)], [k for row in [[1, 2], [n]] for k in row]


@each(4, 2)
def several_fors_and_ifs(n):
    return [(a, b) for a in range(n) if a % 2 for b in range(a, n) if a + b != 4 if b > 0]


@each((1, -2, 3), ())
def conditional_in_comprehension(numbers):
    return [k if k > 0 else 0 for k in numbers], tuple(-k for k in numbers if k < 0), [not k for k in numbers]


@each((1, 2, 3), (0,), ())
def any_and_all(numbers):
    return (
        any(numbers),
        all(numbers),
        any(k > 2 for k in numbers),
        all(k > 0 for k in numbers),
        not any(k < 0 for k in numbers),
    )


@each((1, 2, 3), ())
def generator_expressions(numbers):
    return (
        sum(k * k for k in numbers),
        tuple(k + 1 for k in numbers),
        list(-k for k in numbers),
        set(k % 2 for k in numbers),
        dict((k, str(k)) for k in numbers),
        sorted(-k for k in numbers),
        "".join(str(k) for k in numbers),
    )


@each((3, 1, 2), (5,))
def generators_in_min_and_max(numbers):
    return min(-k for k in numbers), max(k % 3 for k in numbers), max((k, -k) for k in numbers)


@each((3, 1, 2), ())
def generators_in_enumerate_and_zip(numbers):
    doubled = [i * k for i, k in enumerate(k + 1 for k in numbers)]
    return doubled, [a - b for a, b in zip((k for k in numbers), (k * k for k in numbers))]


@each((3, 1), ())
def max_of_no_generator(numbers):
    return max(k + 1 for k in numbers)


@each(3, 5)
def variables_of_comprehension(n):
    k = 100
    squares = [k * k for k in range(n)]
    return squares, k


@each(2, 3)
def comprehension_sees_outside(n):
    factor = n + 1
    return [factor * k + sum(j * n for j in range(k)) for k in range(n)]


@each(0, 3)
def generator_reads_late(n):
    factor = 1
    scaled = (factor * k for k in range(n))
    factor = 10
    return list(scaled)


@each((1, 2, 3, 4), (9,))
def generator_used_up(numbers):
    squares = (k * k for k in numbers)
    first = next(squares)
    return first, sum(squares), list(squares), next(squares, -1)


@each(3, 20)
def any_stops_early(n):
    seen = []

    def test(k):
        seen.append(k)
        return k * k > n

    return any(test(k) for k in range(10)), len(seen), all(k < 2 for k in seen)


@each("abc", "")
def comprehension_over_text(text):
    return (
        [letter + "!" for letter in text],
        {letter: i for i, letter in enumerate(text)},
        "".join(c for c in text if c != "b"),
    )


@each((("a", (1, 2)), ("b", ())), (("c", (3,)),))
def comprehension_unpacks(groups):
    return (
        [(name, k) for name, numbers in groups for k in numbers],
        {n: len(k) for n, k in groups},
        [h for h, *_ in groups],
    )


@each((1, 2, 3), (4,))
def walrus_in_comprehension(numbers):
    total = 0
    sums = [total := total + k for k in numbers]
    return sums, total, [half for k in numbers if (half := k // 2)]


# --- generator functions ----------------------------------------------------------------------------------------------


def countdown(n):
    while n > 0:
        yield n
        n -= 1


def some_and_then(n):
    yield 100
    if n < 0:
        return
    for k in range(n):
        if k == 3:
            return
        yield k
        yield -k
    yield 200


def both_ways(numbers):
    yield from numbers
    yield from reversed(numbers)
    yield from (k * 10 for k in numbers)


def walk(tree):
    """The leaves of pairs in pairs, to the depth of two."""
    for branch in tree:
        for leaf in branch:
            yield leaf


def neighbours(cell, size):
    row, column = cell
    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        if 0 <= row + dr < size and 0 <= column + dc < size:
            yield row + dr, column + dc


def binary(n):
    if n == 0:
        yield ""
        return
    for rest in binary(n - 1):
        yield rest + "0"
        yield rest + "1"


@each(3, 0)
def generator_function(n):
    return list(countdown(n)), sum(countdown(n)), tuple(countdown(n)), max(countdown(n), default=-1)


@each(2, 5, -1, 0)
def generator_returns_early(n):
    return list(some_and_then(n))


@each((1, 2), ())
def generator_yields_from(numbers):
    return list(both_ways(numbers)), len(tuple(both_ways(numbers)))


@each(3, 0)
def next_or_default(n):
    numbers = countdown(n)
    return next(numbers, -1), next(numbers, -1), list(numbers)


@each(1, 0)
def next_without_default(n):
    return next(countdown(n))


@each((0, 0), (1, 1))
def generator_of_cells(cell):
    return sorted(neighbours(cell, 3)), (1, 0) in neighbours(cell, 3), [*neighbours(cell, 2)]


@each(3, 0)
def order_of_mixed_members(n):
    found = {0, (0, n), n, (n, 0), 17, (), 33, (n,)}
    found.discard(17)
    return [item for item in found if item != 33], len(found)


@each(3, 0)
def first_of_iterator(n):
    return next(iter([n, 2])), next(iter({n: 1})), next(iter(range(n)), 7), next(iter({n})), next(iter(""), "none")


@each(3, 0)
def sum_of_iterator(n):
    return sum(iter([n, 2])), [item for item in iter((n, n + 1))]


@each(4, 0)
def classes_with_parameters(n):
    made = list[int](range(n))
    return frozenset[int](), set[int](made), dict[int, str](), tuple[int, ...](made)


@each(4, 1, 0)
def first_of_generator(n):
    return next((k for k in countdown(n) if k % 2 == 0), None)


@each(((1, 2), (3,)), ((), ()))
def generator_in_generator(tree):
    return [leaf * 2 for leaf in walk(tree)], sum(leaf for leaf in walk(tree) if leaf > 1)


@each(2, 0)
def recursive_generator(n):
    return list(binary(n)), len(set(binary(n)))


@each(3, 5)
def loop_over_generator_with_break(n):
    found = []
    numbers = countdown(n)
    for k in numbers:
        if k < 3:
            break
        found.append(k)
    return found, list(numbers)


@each(2, 3)
def two_generators_at_once(n):
    first, second = countdown(n), countdown(n)
    next(first)
    return list(zip(first, second)), list(first), list(second)


@each(2, 4)
def generator_is_lazy(n):
    log = []

    def noisy():
        for k in range(n):
            log.append(k)
            yield k

    numbers = noisy()
    before = len(log)
    next(numbers)
    next(numbers)
    return before, log


class Ring:
    def __init__(self, size):
        self.size = size

    def __iter__(self):
        for k in range(self.size):
            yield k * k

    def moves(self, start):
        for step in (1, 2):
            if start + step < self.size:
                yield start + step


@each(3, 5)
def generator_methods(n):
    ring = Ring(n)
    return list(ring.moves(1)), list(ring), sum(ring), 4 in ring


# --- loops ------------------------------------------------------------------------------------------------------------


@on((0, 5, 1), (5, 0, -2), (0, 5, 2), (3, 3, 1), (0, 3, 0))
def ranges_with_steps(start, end, step):
    return list(range(start, end, step)), len(range(start, end, step)), sum(range(start, end, step))


@on((10, 3), (10, 20), (0, 0))
def ranges_as_values(n, k):
    numbers = range(n)
    return (
        k in numbers,
        numbers[-1] if n else -1,
        list(numbers[2:k]),
        len(range(0, n, 3)[1:]),
        list(reversed(numbers)),
        len(numbers),
    )


@each((5, 6), (), (7,))
def enumerated(numbers):
    return list(enumerate(numbers)), [i * k for i, k in enumerate(numbers, 1)], dict(enumerate(numbers, start=10))


@on(((1, 2, 3), (4, 5)), ((), (1,)), ((1,), (2,)))
def zipped(a, b):
    return list(zip(a, b)), sum(x * y for x, y in zip(a, b)), list(zip(a, b, range(9)))


@on(((1, 2, 3), (4, 5)), ((1,), (2,)))
def zipped_strictly(a, b):
    return [x - y for x, y in zip(a, b, strict=True)]


@each((1, 2, 3), ())
def reversed_sequences(numbers):
    return list(reversed(numbers)), tuple(reversed(range(4))), [i for i, _ in enumerate(reversed(numbers))]


@on(((2, 4, 5), 5), ((2, 4), 5), ((), 0))
def for_with_else(numbers, wanted):
    for index, number in enumerate(numbers):
        if number == wanted:
            break
    else:
        return -1
    return index


@each(16, 15, 1)
def while_with_else(n):
    steps = 0
    while n > 1:
        if n % 2:
            break
        n //= 2
        steps += 1
    else:
        return steps
    return -steps - 1


@on((5, 4), (3, 0), (2, 8))
def breaks_and_continues(rows, columns):
    total = 0
    for row in range(rows):
        if row == 1:
            continue
        for column in range(columns):
            if column > row:
                break
            if (row + column) % 2:
                continue
            total += 10 * row + column
        else:
            total += 1000
        if total > 2000:
            break
    return total


@each(3, 0, 10)
def return_inside_loops(n):
    for a in range(n):
        for b in range(a):
            if a * b > 10:
                return a, b
    return None


@each(3, 0)
def variable_after_loop(n):
    last = -1
    for last in range(n):
        pass
    return last


@each(0, 2)
def loop_variable_written_on(n):
    seen = []
    for k in range(3):
        seen.append(k)
        k += n
    return seen, k


@each(1, 0)
def variable_not_yet_set(n):
    if n:
        value = 5
    return value


@each(0, 4)
def loop_over_changing_bound(n):
    limit, count = n, 0
    for _ in range(limit):
        limit += 1
        count += 1
    return limit, count


@each((3, 1, 2), (), (7,))
def sorted_in_many_ways(numbers):
    return sorted(numbers), sorted(numbers, reverse=True), sorted(numbers, key=lambda k: -k), sorted(set(numbers))


@each(("bb", "a", "cc"), ("x",))
def min_max_with_key(words):
    return min(words, key=len), max(words, key=len), max(words, key=lambda word: (len(word), word)), min(words)


@each((3, -4), ())
def min_max_with_default(numbers):
    return min(numbers, default=0), max((k * k for k in numbers), default=-1), max(numbers, default=None, key=abs)


@on((3, -4), (1, 1))
def min_max_of_arguments_with_key(a, b):
    return max(a, b, key=abs), min(a, b, key=lambda k: k * k)


@each((1, 2, 3), ())
def mapped_and_filtered(numbers):
    return (
        list(map(lambda k: k * k, numbers)),
        tuple(filter(lambda k: k > 1, numbers)),
        sum(map(abs, numbers)),
        list(map(str, numbers)),
        list(filter(None, (0, *numbers))),
        list(map(lambda a, b: a - b, numbers, numbers[1:])),
    )


@each((1, 2), ())
def sums_with_start(numbers):
    return (
        sum(numbers, 5),
        sum([[k] for k in numbers], []),
        sum(((k, k) for k in numbers), ()),
        sum(k > 1 for k in numbers),
    )


@each("12 34", "7 x")
def numbers_of_a_line(text):
    a, b = map(int, text.split())
    return a + b


@on((3, 2), (3, 1), (2, 5), (0, 5), (-1, 5))
def match_on_numbers(n, k):
    match n % 4:
        case 0:
            return "none"
        case 1 | 2:
            return "few"
        case rest if k > 1:
            return f"many {rest}"
        case _:
            return "else"


@each("north", "n", "up", "")
def match_on_text(word):
    match word:
        case "north" | "n":
            step = (0, 1)
        case "south":
            step = (0, -1)
        case "":
            return None
        case other:
            step = (len(other), 0)
    return step


@on((0, 0), (0, 3), (2, 0), (4, 4), (1, 5))
def match_on_tuples(a, b):
    match (a, b):
        case (0, 0):
            return "origin"
        case (0, y):
            return f"y{y}"
        case (x, 0):
            return f"x{x}"
        case (x, y) if x == y:
            return "diagonal"
    return "elsewhere"


@each((1, (2, 3)), (0, (2, 9)))
def match_on_nested_tuples(value):
    match value:
        case (1, (a, b)):
            return a * b
        case (_, (2, b)):
            return b
    return -1


@each((), (1,), (1, 2), (1, 2, 3, 4))
def match_on_tuples_of_any_length(numbers):
    match numbers:
        case ():
            return 0
        case (only,):
            return only
        case (first, *rest):
            return first + sum(rest)
    return -1


@each(Colour.RED, Colour.GREEN, Colour.BLUE)
def match_on_members(colour):
    match colour:
        case Colour.RED:
            return "stop"
        case Colour.GREEN | Colour.BLUE:
            return "go"


@each(Point(0, 3), Point(2, 3))
def match_on_named_tuple(point):
    match point:
        case Point(x=0, y=y):
            return y
        case Point(x, y):
            return x * y


@each(10, 3)
def walrus(n):
    if (half := n // 2) > 2:
        return half
    while (n := n + half) < 20:
        half += 1
    return n + 100 * half


# --- functions --------------------------------------------------------------------------------------------------------


def opponent(player):
    return 1 - player


def scaled(n, factor=2, *, shift=0):
    return n * factor + shift


def total_of(*numbers, start=0):
    for number in numbers:
        start += number
    return start


def sizes_of(**sizes):
    return sorted(sizes.items())


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@cache
def ways(n, steps):
    if n <= 0:
        return int(n == 0)
    return sum(ways(n - step, steps) for step in steps)


@functools.lru_cache(maxsize=None)
def grundy(pile):
    reached = {grundy(pile - taken) for taken in (1, 2) if taken <= pile}
    value = 0
    while value in reached:
        value += 1
    return value


def is_even(n):
    return n == 0 or is_odd(n - 1)


def is_odd(n):
    return n != 0 and is_even(n - 1)


def remember(item, seen=[]):
    seen.append(item)
    return len(seen)


def with_moves(n, moves=[1, 2, 3]):
    return [n + move for move in moves]


@on((1, 2), (0, -3))
def defaults_and_keywords(a, b):
    return (
        scaled(a),
        scaled(a, b),
        scaled(n=a, shift=b),
        scaled(a, shift=1, factor=b),
        scaled(*(a, b)),
        opponent(player=a),
    )


@on((1, 2), (0, -3))
def starred_arguments(a, b):
    return (
        total_of(),
        total_of(a, b),
        total_of(*(a, b, 3), start=10),
        sizes_of(b=a, a=b),
        scaled(**{"n": a, "factor": b}),
    )


@each(0, 1, 15)
def recursion(n):
    return fibonacci(n)


@each(7, 10)
def mutual_recursion(n):
    return is_even(n), is_odd(n)


@each(10, 0, -1)
def cached_helper(n):
    return ways(n, (1, 2, 5)), grundy(abs(n)), grundy(abs(n))


@each(3, 4)
def mutable_default_kept(n):
    before = remember(n)
    return remember(n) - before, remember(n, []), remember(n) - before


@each(3, 4)
def mutable_default_read(n):
    return with_moves(n), with_moves(n, [n]), with_moves(n)


@each(3, 4)
def mutable_default_of_inner_function(n):
    def note(item, seen=[]):
        seen.append(item)
        return len(seen), sum(seen)

    return note(n), note(n), note(n, [1]), note(1)


@each(3, 4)
def default_evaluated_once(n):
    def next_to(k, step=n):
        return k + step

    n = 100
    return next_to(1), next_to(n, 1)


@each(3, 4)
def closures(n):
    def add(k):
        return k + n

    def twice(function, k):
        return function(function(k))

    n += 1
    return add(1), twice(add, 5), twice(lambda k: k * n, 2)


@each(3, 0)
def closure_writes_outside(n):
    count = 0

    def visit(k):
        nonlocal count
        count += 1
        if k:
            visit(k - 1)

    visit(n)
    return count


@each(3, 0)
def inner_recursion_fills_list(n):
    found = []

    def place(prefix):
        if len(prefix) == n:
            found.append(prefix)
            return
        for k in range(n):
            if k not in prefix:
                place((*prefix, k))

    place(())
    return found


@each(2, 5)
def function_made_by_function(n):
    def adder(k):
        return lambda x: x + k

    add, more = adder(n), adder(10 * n)
    return add(1), more(1), add(more(0))


@each(2, 3)
def lambdas_see_last_value(n):
    functions = [lambda: k for k in range(n)]
    fixed = [lambda k=k: k for k in range(n)]
    return [function() for function in functions], [function() for function in fixed]


@each((3, -1), (0, 5))
def function_chosen(pair):
    function = max if pair[0] > 0 else min
    return function(pair), (opponent if pair[0] else abs)(pair[1])


@each(3, 5)
def shadowed_builtins(n):
    list = [n, 1]
    max = 5
    sum = lambda numbers: 42
    return len(list), max + n, sum(list)


@each(3, 5)
def shadowed_arguments(abs):
    min = abs + 1

    def len(numbers):
        return 7

    return abs, min, len(())


@each((3, 1, 2), (5, 5))
def reduced(numbers):
    return reduce(lambda a, b: 10 * a + b, numbers), reduce(operator.xor, numbers, 0), reduce(max, numbers, 4)


@each((), (2,))
def reduced_nothing(numbers):
    return reduce(operator.mul, numbers)


@each((3, 1, 2), ())
def operators_as_functions(numbers):
    pairs = [(k, -k) for k in numbers]
    return (
        sorted(pairs, key=operator.itemgetter(1)),
        sum(map(operator.neg, numbers)),
        list(map(operator.mul, numbers, numbers)),
    )


@each(2, 0, 3)
def products(n):
    return (
        list(product((0, 1), repeat=n)),
        list(product(range(n), "ab")),
        len(list(product(range(2), range(n), range(2)))),
    )


@on(((1, 2, 3), 2), ((1, 2), 3), ((), 0))
def combinations_and_permutations(numbers, n):
    return list(combinations(numbers, n)), list(permutations(numbers, n)), sum(1 for _ in permutations(numbers))


@on(((1, 2), (3,)), ((), ()))
def chained(a, b):
    return list(chain(a, b)), sum(chain(a, b, range(3))), tuple(chain.from_iterable((a, b, a)))


@each((1, 4, 9), (1,), ())
def pairs_in_a_row(numbers):
    return (
        list(pairwise(numbers)),
        all(a < b for a, b in pairwise(numbers)),
        [b - a for a, b in zip(numbers, numbers[1:])],
    )


@each((1, 4, 2), ())
def accumulated(numbers):
    return list(accumulate(numbers)), list(accumulate(numbers, max)), list(accumulate(numbers, operator.mul, initial=1))


@each("aabbbc", "", "xx")
def grouped_in_runs(text):
    return [(letter, len(list(run))) for letter, run in itertools.groupby(text)]


@each(3, 0)
def counted_and_cycled(n):
    return (
        list(itertools.islice(itertools.count(5, 2), n)),
        list(itertools.repeat(n, 2)),
        list(itertools.takewhile(lambda k: k < n, range(9))),
    )


@each(3, 1)
def annotated(n: int) -> tuple[int, list[str]]:
    words: list[str] = []
    size: int
    size = n + 1
    for k in range(n):
        word: str = str(k)
        words.append(word)
    return size, words


# --- objects ----------------------------------------------------------------------------------------------------------


class Counter:
    made = 0
    step = 1

    def __init__(self, start=0):
        self.value = start
        self.log = []

    def add(self, n=1):
        self.value += n * self.step
        self.log.append(n)
        return self

    @property
    def double(self):
        return 2 * self.value

    @double.setter
    def double(self, value):
        self.value = value // 2

    @staticmethod
    def limit(n):
        return min(n, 10)

    @classmethod
    def twice(cls, n):
        return cls(2 * n)


class Doubling(Counter):
    step = 2

    def __init__(self, start, name="d"):
        super().__init__(start + 1)
        self.name = name

    def add(self, n=1):
        super().add(n)
        self.value += 100
        return self


class Account:
    __interest = 3

    def __init__(self, n):
        self.__balance = n

    def __paid(self):
        return self.__balance * self.__interest

    def paid(self):
        self.__balance += 1
        return self.__paid()


class Better(Account):
    def __init__(self, n):
        super().__init__(n)
        self.__balance = 1000

    def both(self):
        return self.paid(), self.__balance


class Shape:
    def area(self):
        raise NotImplementedError

    def doubled(self):
        return 2 * self.area()


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side**2


class Oblong(Square):
    def __init__(self, side, other):
        super().__init__(side)
        self.other = other

    def area(self):
        return self.side * self.other


class Version:
    def __init__(self, major, minor):
        self.major, self.minor = major, minor

    def __eq__(self, other):
        return self.major == other.major

    def __lt__(self, other):
        return (self.major, self.minor) < (other.major, other.minor)

    def __hash__(self):
        return self.major

    def __add__(self, n):
        return Version(self.major, self.minor + n)

    def __neg__(self):
        return Version(-self.major, self.minor)

    def __bool__(self):
        return self.major != 0

    def __call__(self, n):
        return self.major * n

    def __str__(self):
        return f"{self.major}.{self.minor}"


class Grid:
    def __init__(self, width, cells):
        self.width = width
        self.cells = list(cells)

    def __len__(self):
        return len(self.cells)

    def __getitem__(self, place):
        row, column = place
        return self.cells[row * self.width + column]

    def __setitem__(self, place, value):
        row, column = place
        self.cells[row * self.width + column] = value

    def __contains__(self, value):
        return value in self.cells


@dataclass
class Player:
    name: str
    points: int = 0
    cards: list[int] = field(default_factory=list)

    def __post_init__(self):
        self.points += 1


@dataclass
class Node:
    value: int
    children: list[Node] = field(default_factory=list)

    def total(self):
        return self.value + sum(child.total() for child in self.children)


@each(3, 0)
def object_written_on(n):
    counter = Counter(n)
    counter.add().add(5)
    counter.value *= 2
    counter.log[0] = 7
    return counter.value, counter.log, counter.double, Counter.limit(counter.value), Counter.twice(n).value


@each(3, 0)
def alias_of_object(n):
    counter = Counter(n)
    same, other = counter, Counter(n)
    same.value = 50
    counters = [counter] * 2
    counters[1].add()
    return counter.value, other.value, same is counter, counter is other, counter == other, counters[0].log


@each(3, 0)
def property_is_set(n):
    counter = Counter()
    counter.double = n
    counter.double += 4
    return counter.value


@each(3, 0)
def inherited(n):
    counter = Doubling(n)
    counter.add(2)
    return counter.value, counter.name, counter.step, counter.log, isinstance(counter, Counter), Doubling.twice(n).value


@each(3, 0)
def mangled_names(n):
    return Account(n).paid(), Better(n).both()


@each(3, 0)
def overridden(n):
    shapes = [Square(n), Oblong(n, 5)]
    return [shape.area() for shape in shapes], sum(shape.doubled() for shape in shapes)


@each(3, 0)
def not_overridden(n):
    return Shape().doubled() + n


@on((1, 2), (2, 1), (1, 1))
def own_comparison(a, b):
    first, second = Version(a, 5), Version(b, 3)
    return first == second, first != second, first < second, first > second, first in [second], max(first, second).minor


@on((1, 2), (2, 1))
def own_objects_sorted(a, b):
    versions = sorted([Version(a, b), Version(b, a), Version(a, 0)])
    return [(version.major, version.minor) for version in versions]


@each(1, 0)
def own_operators(n):
    version = Version(n, 2) + 5
    return version.minor, (-version).major, bool(version), version(7), f"{version}", "yes" if version else "no"


@on((0, 1), (1, 0), (1, 2))
def own_container(row, column):
    grid = Grid(2, (1, 2, 3, 4))
    before = grid[row, column]
    grid[row, column] = 9
    grid[0, 0] += 1
    return before, len(grid), 9 in grid, 77 in grid, grid.cells, bool(grid)


@on((1, 2), (1, 3))
def own_hash(a, b):
    return len({Version(a, 1), Version(a, 2), Version(b, 1)}), {Version(a, 0): "x"}[Version(a, 9)]


@each("ann", "")
def dataclass_written_on(name):
    player, other = Player(name), Player("bob", 5)
    player.cards.append(3)
    player.points += len(name)
    return player.points, player.cards, other.cards, other.points, player == Player(name, player.points - 1, [3])


@each(1, 5)
def dataclass_of_dataclasses(n):
    root = Node(n)
    child = Node(10)
    root.children.append(child)
    root.children.append(child)
    child.children.append(Node(100))
    child.value += n
    return root.total(), len(root.children), root.children[0] is root.children[1]


@each(1, 2)
def attribute_of_class_and_object(n):
    counter, other = Counter(), Counter()
    counter.step = n
    counter.add(3)
    other.add(3)
    return counter.value, other.value, Counter.step


@each(3, 1)
def object_with_nones(n):
    class Link:
        def __init__(self, value, rest=None):
            self.value = value
            self.rest = rest

    chain = None
    for k in range(n):
        chain = Link(k, chain)
    total = 0
    while chain is not None:
        total = 10 * total + chain.value
        chain = chain.rest
    return total


@each(0, 1)
def attribute_of_none(n):
    counter = Counter(n) if n else None
    return counter.value


# --- errors -----------------------------------------------------------------------------------------------------------


def checked(n):
    if n < 0:
        raise ValueError(f"{n} is negative")
    return n


class IllegalMove(Exception):
    pass


@each("a", "z")
def key_error_caught(key):
    table = {"a": 1}
    try:
        return table[key]
    except KeyError:
        return -1


@each(1, -1)
def value_error_caught(n):
    try:
        value = checked(n)
    except ValueError:
        value = 0
    return value, n


@each(1, 5)
def index_error_caught(n):
    cells = [1, 2, 3]
    result = 0
    try:
        result += 1
        cells[n] = 0
        result += 10
    except IndexError:
        result += 100
    else:
        result += 1000
    finally:
        result += 10000
    return result, cells


@each(1, 0, -1)
def several_errors_caught(n):
    try:
        return [1, 2][checked(n)] // n
    except (ValueError, IndexError):
        return -1
    except ZeroDivisionError:
        return -2


@each(2, 3)
def error_passes_through(n):
    done = []
    try:
        done.append(n)
        if n > 2:
            [][n]
    except KeyError:
        done.append(0)
    return done


@each(3, -3)
def raised(n):
    total = 0
    for k in (n, 5):
        total += checked(k)
    return total


@each(3, -3)
def raised_own(n):
    if n < 0:
        raise IllegalMove(n)
    return n


@each(3, -3)
def own_error_caught(n):
    try:
        if n < 0:
            raise IllegalMove
    except IllegalMove:
        return "illegal"
    return "legal"


@each(3, -3)
def raised_again(n):
    log = []
    try:
        try:
            checked(n)
        except ValueError:
            log.append(1)
            raise
    except ValueError:
        log.append(2)
    return log


@each(3, -3)
def asserted(n):
    assert n > 0, "must be positive"
    return n


@each(0, 3)
def error_in_loop(n):
    total = 0
    for k in (2, 1, n):
        try:
            total += 12 // k
        except ZeroDivisionError:
            total += 1000
            continue
        total += 1
    return total


@each(3, 1)
def error_in_generator(n):
    def halves():
        for k in range(n, -1, -1):
            yield 12 // k

    found = []
    try:
        for half in halves():
            found.append(half)
    except ZeroDivisionError:
        found.append(-1)
    return found


@on((1, 2), (3, 2))
def changes_before_an_error_stay(a, b):
    cells, table = [0, 0], {}
    try:
        table[a] = b
        cells[0], cells[a] = 5, 6
        table[b] = a
    except IndexError:
        pass
    return cells, table


@each(2, 0)
def error_in_comprehension(n):
    return [10 // (k - n) for k in (1, 0, 5)]


@each(1, 0)
def finally_without_except(n):
    log = []

    def run():
        try:
            return 10 // n
        finally:
            log.append("done")

    try:
        result = run()
    except ZeroDivisionError:
        result = -1
    return result, log


@each((), (1, 2))
def errors_of_empty_things(numbers):
    found = []
    for attempt in (lambda: numbers[0], lambda: list(numbers).pop(), lambda: max(numbers), lambda: {}[len(numbers)]):
        try:
            found.append(attempt())
        except (IndexError, KeyError):
            found.append(-1)
        except ValueError:
            found.append(-2)
    return found


@each(1, -1)
def lookup_errors_are_one_family(n):
    try:
        return [1, 2][5] if n > 0 else {}[n]
    except LookupError:
        return "lookup"


# --- pieces of games --------------------------------------------------------------------------------------------------


def line_of(board, cells):
    return board[cells[0]] != "." and len({board[cell] for cell in cells}) == 1


@each("XXX......", "XO.OX...X", "XOXOXOOXO", ".........")
def noughts_and_crosses(board):
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    for line in lines:
        if line_of(board, line):
            return board[line[0]]
    return None if "." in board else "draw"


@on(((3, 4, 5), 0, 2), ((1,), 0, 1), ((1,), 0, 2), ((1,), 3, 1))
def nim_move(piles, pile, taken):
    if not 1 <= taken <= piles[pile]:
        raise ValueError("no such move")
    left = piles[:pile] + (piles[pile] - taken,) + piles[pile + 1 :]
    return tuple(sorted(left, reverse=True)), reduce(lambda a, b: a ^ b, left)


@each((0, 0, ((0, 1), (1, 1))), (1, 1, ((2, 2),)))
def flood_filled(state):
    row, column, walls = state
    seen, waiting = {(row, column)}, [(row, column)]
    while waiting:
        for cell in neighbours(waiting.pop(), 3):
            if cell not in seen and cell not in walls:
                seen.add(cell)
                waiting.append(cell)
    return len(seen), sorted(seen)


@on(((0, 4, 4, 0, 4, 4), 1), ((0, 0, 9, 0, 0, 1), 2))
def seeds_sown(pits, start):
    cells = list(pits)
    seeds, cells[start] = cells[start], 0
    while seeds:
        start = (start + 1) % len(cells)
        cells[start] += 1
        seeds -= 1
    return tuple(cells)


@each((2, 4, 1), (1, 1), ())
def best_of_a_row(coins):
    @cache
    def best(i, j):
        if i >= j:
            return 0
        return max(coins[i] - best(i + 1, j), coins[j - 1] - best(i, j - 1))

    return best(0, len(coins))


@each(4, 1, 3)
def queens(n):
    def place(row, columns):
        if row == n:
            return 1
        return sum(
            place(row + 1, (*columns, column))
            for column in range(n)
            if all(column != c and abs(column - c) != row - r for r, c in enumerate(columns))
        )

    return place(0, ())


@on((((1, 0), (0, 2)), 1), (((0, 0), (0, 0)), 0))
def board_as_text(board, player):
    rows = ["".join(".XO"[cell] for cell in row) for row in board]
    return "/".join(rows) + f" {'XO'[player]}"


@on((0b000_010_001, 4), (0, 0), (0b111_111_111, 8))
def moves_on_a_bit_board(taken, cell):
    free = ~taken & 0b111_111_111
    moves = [k for k in range(9) if free >> k & 1]
    return moves, taken | 1 << cell, free.bit_count(), cell in moves


@each(("a", "b"), ("x",))
def ghost_words(letters):
    words = ["abc", "abd", "xyz"]
    prefix = "".join(letters)
    following = {word[len(prefix)] for word in words if word.startswith(prefix)}
    return sorted(following), not following


@each(Position((0, 0, 0), 0), Position((1, 0, 2), 1), Position((1, 2, 1), 1))
def all_moves_of_position(position):
    children = []
    for cell, owner in enumerate(position.board):
        if owner == 0:
            board = position.board[:cell] + (position.player + 1,) + position.board[cell + 1 :]
            children.append(Position(board, 1 - position.player, Point(cell)))
    return children, max((child.last.x for child in children), default=-1)


@on(((0, 0), (2, 1)), ((3, 3), (1, 1)), ((0, 0), (0, 0)))
def path_between(start, goal):
    distance = {start: 0}
    queue = [start]
    for cell in queue:
        for following in neighbours(cell, 4):
            if following not in distance:
                distance[following] = distance[cell] + 1
                queue.append(following)
    return distance[goal], len(distance), queue[-1]


@each((1, 2, 3, 3), (), (5,))
def poker_counts(hand):
    counts = {rank: hand.count(rank) for rank in hand}
    return sorted(counts.items(), key=lambda item: (-item[1], -item[0])), max(counts.values(), default=0)


@each((1, 2, 3, 3), (4, 9), (5,))
def extremes_of_a_row(row):
    items = [3 * item % 7 for item in row]
    return max(*items), min(*items, key=lambda item: -item)


class Ranks:
    @staticmethod
    def max(row):
        return len(row)


@each(((1, 2),), ((1, 2, 3),))
def own_function_with_the_name_of_a_builtin(rows):
    rows = [row[:2] for row in rows]
    return Ranks.max(*rows)
