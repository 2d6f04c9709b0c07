"""`Bits`: a board of any width, an immutable set of cells that behaves the same interpreted and compiled.

    Bits(9, 0b000_010_001)      cells 0 and 4 of a board of nine; cell i is bit i

Python's integers are unbounded and a processor's are not, so a board of more than 63 cells must state its width.
`Bits` does: interpreted and compiled, every operation drops the bits past the width. In compiled code it is one integer
of as many 64-bit words as the width needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import index

MAX_WIDTH = 4096
MAX_FIELD = 63

_new = object.__new__


class Bits:
    """`width` bits, read as a set of cells 0..width-1 or as an unsigned integer modulo 2**width.

    It supports `| & ^ ~ + - << >>`, comparisons (unsigned), `cell in bits`, and iteration over the cells in ascending
    order. Operands must have the same width (else TypeError; `==` is False), cells and fields must be on the board
    (IndexError), and shifts must not be negative (ValueError).
    """

    __slots__ = ("_mask", "_value", "_width")

    def __init__(self, width: int, value: int = 0) -> None:
        if not 1 <= width <= MAX_WIDTH:
            raise ValueError(f"Bits: width {width} is outside 1..{MAX_WIDTH}")
        if value < 0 or value >> width:
            raise ValueError(f"Bits: {value} does not fit in {width} bits")
        self._width = index(width)  # a NumPy integer would have 64 bits and wrap
        self._mask = (1 << self._width) - 1
        self._value = index(value)

    @classmethod
    def of(cls, width: int, *cells: int) -> Bits:
        """A board of `width` cells on which exactly `cells` are set."""
        bits = cls(width)
        for cell in cells:
            bits = bits.add(cell)
        return bits

    @property
    def width(self) -> int:
        """The number of cells."""
        return self._width

    @property
    def value(self) -> int:
        """The same bits as a plain Python integer (interpreted only)."""
        return self._value

    def _like(self, value: int) -> Bits:
        """Bits of the same width with this value, which must fit."""
        bits = _new(Bits)
        bits._width, bits._mask, bits._value = self._width, self._mask, value
        return bits

    def _other(self, other: Bits) -> int:
        """The value of an operand. Raises TypeError unless it has the same width."""
        if not isinstance(other, Bits) or other._width != self._width:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(
                f"Bits of width {self._width} cannot be combined with {other!r}: both must have the same width"
            )
        return other._value

    def _cell(self, cell: int) -> int:
        if not 0 <= cell < self._width:
            raise IndexError(f"Bits: cell {cell} is outside 0..{self._width - 1}")
        return 1 << index(cell)

    # the operators that searches use most are written out: interpreted, a call takes longer than all the rest
    def __or__(self, other: Bits) -> Bits:
        width = self._width
        value = other._value if other.__class__ is Bits and other._width == width else self._other(other)
        bits = _new(Bits)
        bits._width, bits._mask, bits._value = width, self._mask, self._value | value
        return bits

    def __and__(self, other: Bits) -> Bits:
        width = self._width
        value = other._value if other.__class__ is Bits and other._width == width else self._other(other)
        bits = _new(Bits)
        bits._width, bits._mask, bits._value = width, self._mask, self._value & value
        return bits

    def __xor__(self, other: Bits) -> Bits:
        width = self._width
        value = other._value if other.__class__ is Bits and other._width == width else self._other(other)
        bits = _new(Bits)
        bits._width, bits._mask, bits._value = width, self._mask, self._value ^ value
        return bits

    def __add__(self, other: Bits) -> Bits:
        return self._like(self._value + self._other(other) & self._mask)

    def __sub__(self, other: Bits) -> Bits:
        return self._like(self._value - self._other(other) & self._mask)

    def __invert__(self) -> Bits:
        return self._like(self._value ^ self._mask)

    def __lshift__(self, distance: int) -> Bits:
        mask = self._mask
        by = distance if distance.__class__ is int and 0 <= distance < self._width else self._distance(distance)
        bits = _new(Bits)
        bits._width, bits._mask, bits._value = self._width, mask, self._value << by & mask
        return bits

    def __rshift__(self, distance: int) -> Bits:
        by = distance if distance.__class__ is int and 0 <= distance < self._width else self._distance(distance)
        bits = _new(Bits)
        bits._width, bits._mask, bits._value = self._width, self._mask, self._value >> by
        return bits

    def _distance(self, distance: int) -> int:
        """The distance of a shift as an int, at most the width. Raises ValueError if it is negative."""
        if distance < 0:
            raise ValueError("Bits: negative shift")
        return min(index(distance), self._width)

    def __lt__(self, other: Bits) -> bool:
        return self._value < self._other(other)

    def __le__(self, other: Bits) -> bool:
        return self._value <= self._other(other)

    def __gt__(self, other: Bits) -> bool:
        return self._value > self._other(other)

    def __ge__(self, other: Bits) -> bool:
        return self._value >= self._other(other)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bits) and self._width == other._width and self._value == other._value

    def __hash__(self) -> int:
        return hash((self._width, self._value))

    def __bool__(self) -> bool:
        return self._value != 0

    def __contains__(self, cell: int) -> bool:
        return bool(self._value & self._cell(cell))

    def __iter__(self) -> Iterator[int]:
        rest = self._value
        while rest:
            yield (rest & -rest).bit_length() - 1
            rest &= rest - 1

    def __repr__(self) -> str:
        return f"Bits({self._width}, {self._value:#b})"

    def add(self, cell: int) -> Bits:
        """This set with `cell` added."""
        return self._like(self._value | self._cell(cell))

    def remove(self, cell: int) -> Bits:
        """This set with `cell` removed."""
        return self._like(self._value & ~self._cell(cell))

    def field(self, first: int, length: int) -> int:
        """The unsigned number in bits first..first + length - 1, 1 to 63 bits: a board can store several numbers."""
        self._check_field(first, length)
        return self._value >> index(first) & ((1 << index(length)) - 1)

    def put(self, first: int, length: int, number: int) -> Bits:
        """These bits with `number` written into that field. Raises ValueError if it does not fit."""
        self._check_field(first, length)
        if not 0 <= number < 1 << index(length):
            raise ValueError(f"Bits: the number {number} does not fit in a field of {length} bits")
        others = self._value & ~(((1 << index(length)) - 1) << index(first))
        return self._like(others | index(number) << index(first))

    def _check_field(self, first: int, length: int) -> None:
        if not 1 <= length <= MAX_FIELD:
            raise ValueError(f"Bits: a field has 1 to {MAX_FIELD} bits, not {length}")
        if not 0 <= first <= self._width - length:
            raise IndexError(f"Bits: a field lies outside 0..{self._width - 1}")

    def count(self) -> int:
        """The number of cells in the set."""
        return self._value.bit_count()

    def lowest(self) -> int:
        """The smallest cell in the set, or -1 if the set is empty."""
        return (self._value & -self._value).bit_length() - 1

    def reverse(self) -> Bits:
        """The board rotated by 180 degrees: cell i becomes cell width - 1 - i."""
        return self._like(int(f"{self._value:0{self._width}b}"[::-1], 2))
