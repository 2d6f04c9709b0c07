"""Numbers and boards: operators, truth values, and comparisons of what has one machine word or a few."""

from __future__ import annotations

import ast
import enum
import operator
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.blocks import FALSE, TOO_BIG, TRUE, Blocks
from zermelo.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    RANGE,
    STR,
    BitsType,
    DictType,
    EnumType,
    ListType,
    SequenceType,
    SetType,
    TupleType,
    Type,
    UnionType,
    Value,
    is_plain_tuple,
    joined,
    known,
)
from zermelo.core.bits import MAX_FIELD, Bits

OPERATORS: Final[dict[type[ast.operator], tuple[Callable[[Any, Any], Any], str]]] = {
    ast.Add: (lambda one, other: one + other, "+"),
    ast.Sub: (lambda one, other: one - other, "-"),
    ast.Mult: (lambda one, other: one * other, "*"),
    ast.Div: (lambda one, other: one / other, "/"),
    ast.FloorDiv: (lambda one, other: one // other, "//"),
    ast.Mod: (lambda one, other: one % other, "%"),
    ast.Pow: (lambda one, other: one**other, "**"),
    ast.LShift: (lambda one, other: one << other, "<<"),
    ast.RShift: (lambda one, other: one >> other, ">>"),
    ast.BitAnd: (lambda one, other: one & other, "&"),
    ast.BitOr: (lambda one, other: one | other, "|"),
    ast.BitXor: (lambda one, other: one ^ other, "^"),
}
UNARY: Final[dict[type[ast.unaryop], Callable[[Any], Any]]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}
COMPARISONS: Final = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
MIRRORED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
METHODS: Final = {
    "+": "add", "-": "sub", "*": "mul", "//": "floordiv", "%": "mod", "&": "and", "|": "or", "^": "xor",
    "<<": "lshift", ">>": "rshift", "**": "pow",
}  # fmt: skip
"""The names of methods of a user's class for operators, without underscores."""

MOST_FOLDED: Final = 4096
"""The longest constant that is computed before the program runs, in bits or items."""


class Arithmetic(Blocks):
    """Operators of numbers and boards."""

    # --- constants ----------------------------------------------------------------------------------------------------
    def fold(self, work: Callable[..., Any], *values: Value) -> Value | None:
        """What a function without side effects returns for constants; None if they are no constants. Raises Unreached."""
        if not all(value.is_known for value in values):
            return None
        try:
            return known(work(*(value.known for value in values)))
        except Exception as error:  # as the program would raise it
            raise self.never(type(error), *error.args) from None

    def _is_foldable(self, name: str, left: Value, right: Value) -> bool:
        if not (left.is_known and right.is_known):
            return False
        one, other = left.known, right.known
        simple = (int, str, tuple, float, Bits)
        if not (left.is_constant(*simple) and right.is_constant(*simple)) or isinstance(one, enum.Enum):
            return False
        if name in ("<<", "**") and isinstance(other, int):
            return isinstance(one, int) and other >= 0 and max(1, one.bit_length()) * max(1, other) <= MOST_FOLDED
        if name == "*" and not (left.is_constant(int) and right.is_constant(int)):
            return left.is_constant(str, tuple) and isinstance(other, int) and len(one) * other <= MOST_FOLDED
        return True

    # --- binary operators ---------------------------------------------------------------------------------------------
    def binary(self, kind: type[ast.operator], left: Value, right: Value) -> Value:
        function, name = OPERATORS[kind]
        if self._is_foldable(name, left, right):
            found = self.fold(function, left, right)
            assert found is not None
            return found
        if left.static is None and right.static is None:
            left, right = self._plain(left), self._plain(right)
        found = self.each_member(
            left,
            lambda one: self.each_member(
                right, lambda other: self.operation(name, self.plain_enum(one), self.plain_enum(other))
            ),
        )
        assert found is not None
        return found

    def _plain(self, value: Value) -> Value:
        """A value as data, unless it is a function or a class."""
        return value if value.is_known and not self.has_data(value) else self.data(value)

    def has_data(self, value: Value) -> bool:
        try:
            joined(value.type, NEVER)
            self.joined(value.type, NONE)
        except Exception:
            return False
        return True

    def plain_enum(self, value: Value) -> Value:
        """The number or word of a member of an IntEnum or StrEnum; any other value as it is."""
        if isinstance(value.type, EnumType) and issubclass(value.type.cls, int | str):
            return self.member_value(value)
        return value

    def member_value(self, value: Value) -> Value:
        """The value of a member of an Enum."""
        assert isinstance(value.type, EnumType)
        return self.choice([known(member.value) for member in value.type.cls], value.text)

    def choice(self, values: list[Value], index: str) -> Value:
        """The one of these constants whose place is `index`."""
        kind: Type = NEVER
        for value in values:
            kind = self.joined(kind, value.type)
        items = self.module.items([self.convert(value, kind).text for value in values], kind.llvm)
        return self.at(kind, items, index)

    def operation(self, name: str, left: Value, right: Value) -> Value:
        """An operator for values that are no unions."""
        one, other = left.type, right.type
        if _is_number(one) and _is_number(other):
            return self.numbers(name, left, right)
        if isinstance(one, BitsType):
            return self._boards(name, left, right)
        return self.other_operation(name, left, right)

    def other_operation(self, name: str, left: Value, right: Value) -> Value:
        """An operator for values that are not numbers or boards."""
        if is_simple(left.type) and is_simple(right.type):
            raise self.never(TypeError, f"unsupported operand type(s) for {name}: {left.type} and {right.type}")
        raise self.refusal(f"{name} of {left.type} and {right.type}")

    def numbers(self, name: str, left: Value, right: Value) -> Value:
        if name == "/" or FLOAT in (left.type, right.type):
            return self._floats(name, left, right)
        if left.type is BOOL and right.type is BOOL and name in ("&", "|", "^"):
            return Value(BOOL, self.make(f"{_bitwise(name)} i1 {left.text}, {right.text}"))
        a, b = self.integer(left), self.integer(right)
        if name in ("&", "|", "^"):
            return Value(INT, self.make(f"{_bitwise(name)} i64 {a}, {b}"))
        if name in ("+", "-", "*"):
            return Value(INT, self._checked({"+": "add", "-": "sub", "*": "mul"}[name], a, b))
        if name in ("//", "%"):
            return Value(INT, self._divided(name, a, b))
        if name in ("<<", ">>"):
            return Value(INT, self._shifted(name, a, b))
        return self.call_library("power", Value(INT, a), Value(INT, b))

    def call_library(self, name: str, *arguments: Value) -> Value:
        """Call a function of `library`, which is compiled with the rest."""
        raise NotImplementedError

    def integer(self, value: Value) -> str:
        """A value that is an integer or a bool, as 64 bits. Raises Unreached for any other."""
        value = self.plain_enum(self.data(value))
        if value.type is BOOL:
            return self.make(f"zext i1 {value.text} to i64")
        if isinstance(value.type, UnionType):
            found = self.each_member(value, lambda member: Value(INT, self.integer(member)))
            assert found is not None
            return found.text
        if value.type is not INT:
            raise self.never(TypeError, f"{value.type} is no integer")
        return value.text

    def _checked(self, name: str, a: str, b: str) -> str:
        if not self.checked:
            return self.make(f"{name} i64 {a}, {b}")
        both = self.make(f"call {{i64, i1}} @llvm.s{name}.with.overflow.i64(i64 {a}, i64 {b})")
        self.fail_if(self.make(f"extractvalue {{i64, i1}} {both}, 1"), OverflowError, TOO_BIG)
        return self.make(f"extractvalue {{i64, i1}} {both}, 0")

    def _divided(self, name: str, a: str, b: str) -> str:
        if not _is_constant(b) or int(b) == 0:
            self.fail_if(self.make(f"icmp eq i64 {b}, 0"), ZeroDivisionError, "division by zero")
        if not _is_constant(b) or int(b) == -1:
            lowest = self.make(f"icmp eq i64 {a}, {-(1 << 63)}")
            minus = self.make(f"icmp eq i64 {b}, -1")
            if name == "//":
                self.fail_if(self.make(f"and i1 {lowest}, {minus}"), OverflowError, TOO_BIG)
            else:
                b = self.make(f"select i1 {minus}, i64 1, i64 {b}")  # the rest is 0 as well
        rest = self.make(f"srem i64 {a}, {b}")
        differs = self.make(f"icmp slt i64 {self.make(f'xor i64 {rest}, {b}')}, 0")
        below = self.make(f"and i1 {differs}, {self.make(f'icmp ne i64 {rest}, 0')}")
        if name == "%":
            return self.make(f"add i64 {rest}, {self.make(f'select i1 {below}, i64 {b}, i64 0')}")
        quotient = self.make(f"sdiv i64 {a}, {b}")
        return self.make(f"sub i64 {quotient}, {self.make(f'zext i1 {below} to i64')}")

    def _shifted(self, name: str, a: str, b: str) -> str:
        if not _is_constant(b):
            self.fail_if(self.make(f"icmp slt i64 {b}, 0"), ValueError, "negative shift count")
        elif int(b) < 0:
            raise self.never(ValueError, "negative shift count")
        by = b if _is_constant(b) and int(b) < 63 else self.make(f"call i64 @llvm.smin.i64(i64 {b}, i64 63)")
        if name == ">>":
            return self.make(f"ashr i64 {a}, {by}")
        if not self.checked:
            return self.make(f"shl i64 {a}, {b}")
        result = self.make(f"shl i64 {a}, {by}")
        lost = self.make(f"icmp ne i64 {self.make(f'ashr i64 {result}, {by}')}, {a}")
        if by != b:
            far, some = self.make(f"icmp sgt i64 {b}, 63"), self.make(f"icmp ne i64 {a}, 0")
            lost = self.make(f"or i1 {lost}, {self.make(f'and i1 {far}, {some}')}")
        self.fail_if(lost, OverflowError, TOO_BIG)
        return result

    # --- floats: in kernels alone -------------------------------------------------------------------------------------
    def floating(self, value: Value) -> str:
        value = self.data(value)
        if value.type is FLOAT:
            return value.text
        return self.make(f"sitofp i64 {self.integer(value)} to double")

    def _floats(self, name: str, left: Value, right: Value) -> Value:
        if self.checked:
            raise self.refusal("a float may be rounded, and is not compiled; write // for whole numbers")
        operations = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}
        a, b = self.floating(left), self.floating(right)
        if name == "**":
            return Value(FLOAT, self.make(f"call double @pow(double {a}, double {b})"))
        if name not in operations:
            raise self.refusal(f"{name} of floats is not compiled")
        if name == "/":
            self.fail_if(self.make(f"fcmp oeq double {b}, 0.0"), ZeroDivisionError, "division by zero")
        return Value(FLOAT, self.make(f"{operations[name]} double {a}, {b}"))

    # --- boards -------------------------------------------------------------------------------------------------------
    def resized(self, text: str, old: str, new: str) -> str:
        """An unsigned integer with another number of bits."""
        if old == new:
            return text
        return self.make(f"{'zext' if int(old[1:]) < int(new[1:]) else 'trunc'} {old} {text} to {new}")

    def _boards(self, name: str, left: Value, right: Value) -> Value:
        kind = left.type
        assert isinstance(kind, BitsType)
        if name in ("<<", ">>") and _is_number(right.type):
            return self._shifted_board(name, left, self.integer(right))
        if right.type != kind or name not in ("&", "|", "^", "+", "-"):
            raise self.never(TypeError, f"Bits of width {kind.width} cannot be combined with {right.type} by {name}")
        operation = {"+": "add", "-": "sub"}.get(name) or _bitwise(name)
        return Value(kind, self.make(f"{operation} {kind.llvm} {left.text}, {right.text}"))

    def _shifted_board(self, name: str, board: Value, by: str) -> Value:
        kind = board.type
        assert isinstance(kind, BitsType)
        if not _is_constant(by) or int(by) < 0:
            self.fail_if(self.make(f"icmp slt i64 {by}, 0"), ValueError, "Bits: negative shift")
        operation = "shl" if name == "<<" else "lshr"
        if _is_constant(by):
            shifted = self.make(f"{operation} {kind.llvm} {board.text}, {by}") if int(by) < kind.width else "0"
            return Value(kind, shifted)
        inside = self.make(f"icmp slt i64 {by}, {kind.width}")
        near = self.make(f"select i1 {inside}, i64 {by}, i64 0")
        shifted = self.make(f"{operation} {kind.llvm} {board.text}, {self.resized(near, 'i64', kind.llvm)}")
        return Value(kind, self.make(f"select i1 {inside}, {kind.llvm} {shifted}, {kind.llvm} 0"))

    def single(self, kind: BitsType, cell: Value) -> str:
        """A board with one cell. Its program raises IndexError for a cell outside it."""
        number = self.integer(cell)
        self.fail_if(
            self.make(f"icmp uge i64 {number}, {kind.width}"),
            IndexError,
            f"Bits: a cell is outside 0..{kind.width - 1}",
        )
        return self.make(f"shl {kind.llvm} 1, {self.resized(number, 'i64', kind.llvm)}")

    def contains_cell(self, board: Value, cell: Value) -> Value:
        assert isinstance(board.type, BitsType)
        hit = self.make(f"and {board.type.llvm} {board.text}, {self.single(board.type, cell)}")
        return Value(BOOL, self.make(f"icmp ne {board.type.llvm} {hit}, 0"))

    def lowest_cell(self, kind: BitsType, text: str) -> str:
        """The lowest cell of a board that is not empty."""
        name = self.module.intrinsic(f"llvm.cttz.{kind.llvm}", kind.llvm, kind.llvm, "i1")
        return self.resized(self.make(f"call {kind.llvm} {name}({kind.llvm} {text}, i1 true)"), kind.llvm, "i64")

    def board_method(self, board: Value, name: str, arguments: list[Value]) -> Value:
        """A call of a method of a board."""
        kind = board.type
        assert isinstance(kind, BitsType)
        form = kind.llvm
        if name == "add":
            return Value(kind, self.make(f"or {form} {board.text}, {self.single(kind, arguments[0])}"))
        if name == "remove":
            rest = self.make(f"xor {form} {self.single(kind, arguments[0])}, -1")
            return Value(kind, self.make(f"and {form} {board.text}, {rest}"))
        if name == "count":
            counting = self.module.intrinsic(f"llvm.ctpop.{form}", form, form)
            return Value(INT, self.resized(self.make(f"call {form} {counting}({form} {board.text})"), form, "i64"))
        if name == "lowest":
            empty = self.make(f"icmp eq {form} {board.text}, 0")
            return Value(INT, self.make(f"select i1 {empty}, i64 -1, i64 {self.lowest_cell(kind, board.text)}"))
        if name == "reverse":
            turning = self.module.intrinsic(f"llvm.bitreverse.{form}", form, form)
            return Value(kind, self.make(f"call {form} {turning}({form} {board.text})"))
        if name in ("field", "put"):
            return self._field(board, name, arguments)
        raise self.refusal(f"zermelo.Bits has no method {name}")

    def _field(self, board: Value, name: str, arguments: list[Value]) -> Value:
        kind = board.type
        assert isinstance(kind, BitsType)
        form = kind.llvm
        first, length = self.integer(arguments[0]), self.integer(arguments[1])
        fits = self.make(f"icmp ult i64 {self.make(f'sub i64 {length}, 1')}, {MAX_FIELD}")
        self.fail_if(self.make(f"xor i1 {fits}, 1"), ValueError, f"Bits: a field has 1 to {MAX_FIELD} bits")
        last = self.make(f"sub i64 {kind.width}, {length}")
        before, after = self.make(f"icmp slt i64 {first}, 0"), self.make(f"icmp sgt i64 {first}, {last}")
        self.fail_if(self.make(f"or i1 {before}, {after}"), IndexError, "Bits: a field lies outside the board")
        mask = self.make(f"sub i64 {self.make(f'shl i64 1, {length}')}, 1")
        place = self.resized(first, "i64", form)
        if name == "field":
            moved = self.resized(self.make(f"lshr {form} {board.text}, {place}"), form, "i64")
            return Value(INT, self.make(f"and i64 {moved}, {mask}"))
        number = self.integer(arguments[2])
        self.fail_if(
            self.make(f"icmp ugt i64 {number}, {mask}"), ValueError, "Bits: a number does not fit in its field"
        )
        hole = self.make(f"shl {form} {self.resized(mask, 'i64', form)}, {place}")
        rest = self.make(f"and {form} {board.text}, {self.make(f'xor {form} {hole}, -1')}")
        written = self.make(f"shl {form} {self.resized(number, 'i64', form)}, {place}")
        return Value(kind, self.make(f"or {form} {rest}, {written}"))

    # --- unary operators and truth ------------------------------------------------------------------------------------
    def unary(self, operation: ast.unaryop, value: Value) -> Value:
        if isinstance(operation, ast.Not):
            return self.negated(self.truth(value))
        function = UNARY[type(operation)]
        if value.is_known and isinstance(value.known, int | float | Bits) and not isinstance(value.known, enum.Enum):
            found = self.fold(function, value)
            assert found is not None
            return found
        found = self.each_member(self.data(value), lambda member: self._unary(type(operation), self.plain_enum(member)))
        assert found is not None
        return found

    def _unary(self, operation: type[ast.unaryop], value: Value) -> Value:
        if isinstance(value.type, BitsType) and operation is ast.Invert:
            return Value(value.type, self.make(f"xor {value.type.llvm} {value.text}, -1"))
        if value.type is FLOAT:
            return value if operation is ast.UAdd else Value(FLOAT, self.make(f"fneg double {value.text}"))
        number = self.integer(value)
        if operation is ast.USub:
            return Value(INT, self._checked("sub", "0", number))
        return Value(INT, number if operation is ast.UAdd else self.make(f"xor i64 {number}, -1"))

    def negated(self, truth: Value) -> Value:
        if truth.is_known:
            return known(not truth.known)
        return Value(BOOL, self.make(f"xor i1 {truth.text}, 1"))

    def truth(self, value: Value) -> Value:
        """Whether a value is true in a condition, a constant if that is known."""
        if value.is_known:
            try:
                return known(bool(value.known))
            except Exception as error:
                raise self.never(type(error), *error.args) from None
        if value.static is not None:
            return known(True)
        found = self.each_member(value, self._truth)
        assert found is not None
        return found

    def _truth(self, value: Value) -> Value:
        kind = value.type
        if kind is BOOL:
            return value
        if kind is NONE:
            return FALSE
        if kind is INT or isinstance(kind, BitsType):
            return Value(BOOL, self.make(f"icmp ne {kind.llvm} {value.text}, 0"))
        if kind is FLOAT:
            return Value(BOOL, self.make(f"fcmp une double {value.text}, 0.0"))
        if isinstance(kind, EnumType):
            plain = self.plain_enum(value)
            return TRUE if plain is value else self._truth(plain)
        return self.truth_of_object(value)

    def truth_of_object(self, value: Value) -> Value:
        """Whether something that has a length is not empty."""
        raise NotImplementedError

    # --- comparison ---------------------------------------------------------------------------------------------------
    def compared_numbers(self, name: str, left: Value, right: Value) -> Value:
        code = COMPARISONS[name]
        if FLOAT in (left.type, right.type):
            a, b = self.floating(left), self.floating(right)
            return Value(BOOL, self.make(f"fcmp {'une' if code == 'ne' else 'o' + code} double {a}, {b}"))
        a, b = self.integer(left), self.integer(right)
        return Value(BOOL, self.make(f"icmp {code if code in ('eq', 'ne') else 's' + code} i64 {a}, {b}"))

    def compared_boards(self, name: str, left: Value, right: Value) -> Value:
        kind = left.type
        if kind != right.type:
            if name in ("==", "!="):
                return known(name == "!=")
            raise self.never(TypeError, f"{kind} cannot be compared with {right.type}")
        code = COMPARISONS[name]
        code = code if code in ("eq", "ne") else "u" + code
        return Value(BOOL, self.make(f"icmp {code} {kind.llvm} {left.text}, {right.text}"))


def _bitwise(name: str) -> str:
    return {"&": "and", "|": "or", "^": "xor"}[name]


def _is_number(kind: Type) -> bool:
    return kind in (INT, BOOL, FLOAT)


def _is_constant(text: str) -> bool:
    return text.lstrip("-").isdigit()


def is_container(kind: Type) -> bool:
    """Whether values of this type have a length."""
    held = SequenceType | ListType | SetType | DictType
    return isinstance(kind, held) or kind in (STR, RANGE) or (isinstance(kind, TupleType) and kind.is_tuple)


def is_simple(kind: Type) -> bool:
    """Whether Python has no more operators for values of this type than are compiled."""
    return kind in (INT, BOOL, NONE, STR) or is_plain_tuple(kind) or isinstance(kind, ListType)
