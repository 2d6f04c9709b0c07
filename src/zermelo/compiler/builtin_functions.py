"""Python's own functions, those of itertools and a few others, and the methods of Python's own types."""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import itertools
import math
import operator
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler import library, primitives
from zermelo.compiler.blocks import NOTHING, TOO_BIG, Join
from zermelo.compiler.calls import Calls
from zermelo.compiler.containers import FINGER, HASHES, KEYS, PLACES, ROOM, SLOTS, USED, VALUES, is_row
from zermelo.compiler.hashing import PRIME_5, signed
from zermelo.compiler.iteration import Body
from zermelo.compiler.scopes import Bound, Generator, source_of
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
    HostType,
    ListType,
    ObjectType,
    SequenceType,
    SetType,
    StaticType,
    TupleType,
    Type,
    Value,
    fields_of,
    is_named_tuple,
    known,
    python_class,
)
from zermelo.core.bits import Bits

Named = dict[str, Value]
Builtin = Callable[[list[Value], Named], Value]
"""How a function is called: with the arguments, and those given by name."""

OPERATORS: Final[dict[Any, type[ast.operator]]] = {
    getattr(operator, name): kind
    for name, kind in {
        "add": ast.Add,
        "sub": ast.Sub,
        "mul": ast.Mult,
        "floordiv": ast.FloorDiv,
        "pow": ast.Pow,
        "mod": ast.Mod,
        "and_": ast.BitAnd,
        "or_": ast.BitOr,
        "xor": ast.BitXor,
        "lshift": ast.LShift,
        "rshift": ast.RShift,
    }.items()
}
COMPARING: Final = {
    operator.eq: "==", operator.ne: "!=", operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=",
}  # fmt: skip

STRING_METHODS: Final = {
    "find": "find_text", "rfind": "rfind_text", "index": "index_text", "count": "count_text", "replace": "replace_text",
    "startswith": "starts_with", "endswith": "ends_with", "strip": "strip", "lstrip": "lstrip", "rstrip": "rstrip",
    "split": "split", "upper": "upper", "lower": "lower", "swapcase": "swapcase", "isdigit": "is_digit",
    "isalpha": "is_alpha", "isupper": "is_upper", "islower": "is_lower",
}  # fmt: skip

UNARY: Final[dict[Any, type[ast.unaryop]]] = {
    operator.neg: ast.USub,
    operator.pos: ast.UAdd,
    operator.invert: ast.Invert,
    operator.not_: ast.Not,
}

FOLDED: Final = frozenset((abs, ord, chr, int, range))
"""Functions that are called at once if all arguments are constants."""

IN_LIBRARY: Final[dict[Any, Any]] = {
    filter: library.filtered,
    itertools.filterfalse: library.filtered_out,
    itertools.takewhile: library.taken_while,
    itertools.starmap: library.star_mapped,
    itertools.pairwise: library.in_pairs,
    itertools.chain.from_iterable: library.all_items,
    math.gcd: library.gcd,
    math.isqrt: library.isqrt,
}

OF_FLOATS: Final = {math.sqrt: "llvm.sqrt.f64", math.log: "log", math.exp: "exp"}

ROUNDING: Final = {math.floor: "floor", math.ceil: "ceil", math.trunc: "trunc"}


class Builtins(Calls):
    """Adds what Python brings: its functions, and the methods of its types."""

    def builtin(self, function: Any) -> Builtin | None:
        try:
            name = _NAMES.get(function)
        except TypeError:  # it cannot be hashed
            return None
        if name is not None:
            return self._folding(function, getattr(self, name)) if function in FOLDED else getattr(self, name)
        if function in IN_LIBRARY:
            return lambda given, named: self.call_function(IN_LIBRARY[function], given, named)
        if function in OF_FLOATS:
            return lambda given, _named: self._of_float(OF_FLOATS[function], given[0])
        if function in OPERATORS:
            return lambda given, _named: self.binary(OPERATORS[function], *given)
        if function in COMPARING:
            return lambda given, _named: self.compare(COMPARING[function], *given)
        if function in UNARY:
            return lambda given, _named: self.unary(UNARY[function](), *given)
        if function in ROUNDING:
            return lambda given, _named: self._rounded(ROUNDING[function], given[0])
        primitive = _PRIMITIVES.get(function)
        if primitive is None:
            return None
        return lambda given, _named: primitive(self, *given)

    def _folding(self, function: Any, otherwise: Builtin) -> Builtin:
        def call(given: list[Value], named: Named) -> Value:
            found = None if named else self.fold(function, *given)
            return otherwise(given, named) if found is None else found

        return call

    # --- functions of iterables ---------------------------------------------------------------------------------------
    def over(self, name: str, *arguments: Value) -> Value:
        """Call a function of the library that has `items`, in the place of the call if they are no data."""
        function = getattr(library, name)
        source = source_of(function)
        given = self.bind(source.node, list(arguments), {}, self._defaults(function))
        if any(value.static is not None or value.is_known for value in given.values()):
            return self.in_place(source.node, None, self.program.outside(function), given, checked=self.checked)
        return self.call_instance(source, given, self.checked)

    def without_order(self, work: Callable[[], Value]) -> Value:
        """Do something whose result does not depend on the order of sets in it."""
        before, self.order_counts = self.order_counts, False
        try:
            return work()
        finally:
            self.order_counts = before

    def _any(self, given: list[Value], _named: Named) -> Value:
        return self.without_order(lambda: self.over("any_of", given[0]))

    def _all(self, given: list[Value], _named: Named) -> Value:
        return self.without_order(lambda: self.over("all_of", given[0]))

    def _sum(self, given: list[Value], named: Named) -> Value:
        start = given[1] if len(given) > 1 else named.get("start", known(0))
        return self.without_order(lambda: self.over("sum_of", given[0], start))

    def _prod(self, given: list[Value], named: Named) -> Value:
        return self.without_order(lambda: self.over("product_of", given[0], named.get("start", known(1))))

    def _reduce(self, given: list[Value], _named: Named) -> Value:
        function, items, *start = given
        return (
            self.over("reduced", items, function, *start) if start else self.over("reduced_from_first", items, function)
        )

    def _min(self, given: list[Value], named: Named) -> Value:
        return self._extreme("<", "min", given, named)

    def _max(self, given: list[Value], named: Named) -> Value:
        return self._extreme(">", "max", given, named)

    def _extreme(self, order: str, name: str, given: list[Value], named: Named) -> Value:
        key = named.get("key", known(None))
        is_better = known(operator.lt if order == "<" else operator.gt)
        has_key = not (key.is_known and key.known is None)
        if len(given) == 1:
            if "default" in named:
                return self.over("extreme_or", given[0], key, is_better, named["default"])
            return (
                self.over("extreme", given[0], key, is_better, known(name))
                if has_key
                else self.without_order(lambda: self.over("extreme", given[0], key, is_better, known(name)))
            )
        if has_key:
            return self.over("extreme", self.tuple(given), key, is_better, known(name))
        best = given[0]
        for value in given[1:]:
            best = self._better(order, best, value)
        return best

    def _better(self, order: str, best: Value, value: Value) -> Value:
        if best.is_known and value.is_known:
            found = self.fold(min if order == "<" else max, best, value)
            assert found is not None
            return found
        one, other = self.data(best), self.data(value)
        if one.type is INT and other.type is INT:
            name = "smin" if order == "<" else "smax"
            return Value(INT, self.make(f"call i64 @llvm.{name}.i64(i64 {one.text}, i64 {other.text})"))
        is_better, after = self.data(self.truth(self.compare(order, other, one))), self.join()
        yes, no = self.label(), self.label()
        self.fork(is_better.text, yes, no)
        before = dict(self.env)
        for label, chosen in ((yes, other), (no, one)):
            self.begin(label)
            self.env = dict(before)
            self.arrive(after, chosen)
        found = self.meet(after)
        assert found is not None
        return found

    def _sorted(self, given: list[Value], named: Named) -> Value:
        has_key = "key" in named
        made = self._list(given, {}) if has_key else self.without_order(lambda: self._list(given, {}))
        self.sort(made, named)
        return made

    def sort(self, held: Value, named: Named) -> None:
        if isinstance(held.type, ListType) and held.type.item is NEVER:
            return
        self.over("sort", self.writable(held), named.get("key", known(None)), named.get("reverse", known(False)))

    def _len(self, given: list[Value], _named: Named) -> Value:
        value = given[0]
        if value.is_known:
            held = value.known
            return (
                known(len(held))
                if hasattr(python_class(held), "__len__")
                else self.call(self.attribute(value, "__len__"), [])
            )
        method = self.method_of(value, "__len__")
        if method is not None:
            return self.call(method, [])
        found = self.each_member(value, lambda member: self.data(self.length(member)))
        assert found is not None
        return self.length(value) if isinstance(value.type, TupleType) else found

    def _enumerate(self, given: list[Value], named: Named) -> Value:
        start = given[1] if len(given) > 1 else named.get("start", known(0))
        return self.call_library("enumerated", given[0], start)

    def _zip(self, given: list[Value], named: Named) -> Value:
        strict = named.get("strict", known(False))
        rows = [self.as_row(value) for value in given[1:]]
        if len(given) == 2:
            return self.call_library("zipped_strictly" if strict.known else "zipped", given[0], *rows)
        if len(given) == 3 and not strict.known:
            return self.call_library("zipped_with", given[0], *rows)
        if len(given) == 1:
            return self.call_library("zipped", given[0], given[0])
        raise self.refusal("zip of more than three")

    def as_row(self, value: Value) -> Value:
        """Anything that can be iterated as a tuple or another thing that has places."""
        if (
            value.static is not None
            or value.type is RANGE
            or isinstance(value.type, SetType | DictType | ObjectType | BitsType)
        ):
            return self._tuple([value], {})
        if value.is_known and isinstance(value.known, range):
            return known(tuple(value.known))
        return value

    def _reversed(self, given: list[Value], _named: Named) -> Value:
        value = given[0]
        if value.is_constant(range, tuple, str, list):
            return known(tuple(reversed(value.known)))
        if value.type is RANGE:
            return self.call_library("reversed_row", value)
        return self.call_library("reversed_row", value if isinstance(value.type, ListType) else self.as_row(value))

    def _map(self, given: list[Value], _named: Named) -> Value:
        function, items, *more = given
        if more:
            return self.call_library("mapped_two", function, items, self.as_row(more[0]))
        return self.call_library("mapped", function, items)

    def _islice(self, given: list[Value], _named: Named) -> Value:
        bounds = [known(0) if value.is_known and value.known is None else value for value in given[1:]]
        start, stop, step = [known(0), *bounds, known(1)] if len(bounds) == 1 else [*bounds, known(1)][:3]
        return self.call_library("sliced", given[0], start, stop, step)

    def _chain(self, given: list[Value], _named: Named) -> Value:
        return self.call_library("all_items", Value(StaticType(Listed(tuple(given)))))

    def _accumulate(self, given: list[Value], _named: Named) -> Value:
        if _named:
            raise self.refusal("accumulate() with `initial`")
        return self.call_library("accumulated", given[0], given[1] if len(given) > 1 else known(None))

    def _product(self, given: list[Value], named: Named) -> Value:
        repeat = named.get("repeat", known(1))
        if not (repeat.is_known and isinstance(repeat.known, int)):
            return self.call_library("product_repeat", self.as_row(given[0]), repeat)
        if all(value.is_known for value in given):
            found = tuple(itertools.product(*(value.known for value in given), repeat=repeat.known))
            if len(found) <= 10_000:
                return known(found)
        rows = [self.as_row(value) for value in given] * repeat.known
        if len(rows) == 1:
            return self.call_library("product_repeat", rows[0], known(1))
        if len(rows) == 2:
            return self.call_library("product_two", *rows)
        if len(rows) == 3:
            return self.call_library("product_three", *rows)
        if len(given) == 1:
            return self.call_library("product_repeat", rows[0], repeat)
        raise self.refusal("itertools.product of more than three")

    def _combinations(self, given: list[Value], _named: Named) -> Value:
        row, size = self.as_row(given[0]), given[1]
        if row.is_known and size.is_known and math.comb(len(row.known), size.known) <= 10_000:
            count: int = size.known
            return known(tuple(itertools.combinations(row.known, count)))
        if size.is_known and size.known == 2:
            return self.call_library("combined_two", row)
        return self.call_library("combined", row, size)

    def _permutations(self, given: list[Value], _named: Named) -> Value:
        row = self.as_row(given[0])
        return self.call_library("permuted", row, given[1] if len(given) > 1 else self._len([row], {}))

    def _next(self, given: list[Value], _named: Named) -> Value:
        if not isinstance(given[0].static, Generator):
            raise self.refusal("next() of what is no generator")
        if len(given) > 1:
            return self.over("first_of_or", given[0], given[1])
        return self.over("first_of", given[0])

    def _iter(self, given: list[Value], _named: Named) -> Value:
        return given[0] if isinstance(given[0].static, Generator) else self.call_library("each_item", given[0])

    # --- containers ---------------------------------------------------------------------------------------------------
    def collect(self, items: Value, node: Any) -> Value:
        """A new list of what can be iterated."""
        value = items
        if value.static is None and (is_row(value.type) or isinstance(value.type, ListType)):
            return self.list_of(self.as_sequence(value), node)
        if value.is_known and python_class(value.known) in (tuple, list, range):
            row = self.as_sequence(known(tuple(value.known)))
            return self.list_of(row, node)
        kind = self.site_type(node, ListType(NEVER))
        made = self.new_list(kind, "0")
        self.iterate(value, (node, "collect"), self.appending(made))
        return made

    def _list(self, given: list[Value], _named: Named) -> Value:
        node = self.node, "list"
        if not given:
            return self.new_list(self.site_type(node, ListType(NEVER)), "0")
        return self.collect(given[0], node)

    def _tuple(self, given: list[Value], _named: Named) -> Value:
        if not given:
            return known(())
        value = given[0]
        if value.is_constant(tuple, list, range, str) and not is_named_tuple(python_class(value.known)):
            return known(tuple(value.known))
        kind = value.type
        if isinstance(kind, TupleType) and kind.is_tuple:
            return self.tuple(self.parts(value))
        if isinstance(kind, SequenceType):
            return value
        made = self.collect(value, (self.node, "tuple"))
        return self.as_sequence(made)

    def _set(self, given: list[Value], _named: Named) -> Value:
        return self._new_set(given, frozen=False)

    def _frozenset(self, given: list[Value], _named: Named) -> Value:
        if given and isinstance(given[0].type, SetType) and given[0].type.frozen:
            return given[0]
        return self._new_set(given, frozen=True)

    def _new_set(self, given: list[Value], *, frozen: bool) -> Value:
        kind = self.site_type((self.node, "set", frozen), SetType(NEVER, frozen))
        made = self.new_table(kind)
        if given:
            self.update_set(self.thawed(made), given[0])
        return made

    def update_set(self, table: Value, items: Value) -> None:
        """`table |= items`, as Python does it: another set at once, anything else item by item."""
        if items.is_known and isinstance(items.known, set | frozenset):
            items = self.data(items)
        if isinstance(items.type, SetType):
            if items.type.item is NEVER:
                return
            self.item_fits(table, Value(items.type.item, "poison"))
            self.call_library("merge", self.writable(table), items)
        else:
            self.without_order(lambda: self._added(table, items))

    def _added(self, table: Value, items: Value) -> Value:
        self.iterate(items, (self.node, "set"), self.adding(table))
        return NOTHING

    def _dict(self, given: list[Value], named: Named) -> Value:
        kind = self.site_type((self.node, "dict"), DictType(NEVER, NEVER))
        made = self.new_table(kind)
        if given and (isinstance(given[0].type, DictType) or (given[0].is_known and isinstance(given[0].known, dict))):
            self._update(made, self.data(given[0]))
        elif given:
            self.iterate(given[0], (self.node, "dict"), self._adding_pairs(made))
        for name, value in named.items():
            self.add(made, known(name), value)
        return made

    def appending(self, held: Value) -> Body:
        """The body of a loop that appends each item to a list."""

        def body(item: Value, _after: Join) -> None:
            self.append(held, item)

        return body

    def adding(self, table: Value, value: Value | None = None) -> Body:
        """The body of a loop that adds each item to a set, or with this value to a dictionary."""

        def body(item: Value, _after: Join) -> None:
            self.add(table, item, value)

        return body

    def _adding_pairs(self, table: Value) -> Body:
        def body(item: Value, _after: Join) -> None:
            self._add_pair(table, item)

        return body

    def _add_pair(self, table: Value, pair: Value) -> None:
        key, value = self.unpacked(pair, 2)
        self.add(table, key, value)

    def unpacked(self, value: Value, count: int) -> list[Value]:
        """The items of what must have exactly so many."""
        raise NotImplementedError

    def _update(self, table: Value, other: Value) -> None:
        kind = other.type
        assert isinstance(kind, DictType)
        if kind.key is NEVER:
            return
        self.item_fits(table, Value(kind.key, "poison"), "key")
        self.item_fits(table, Value(kind.value, "poison"), "value")
        self.call_library("add_all", table, other)

    def _range(self, given: list[Value], _named: Named) -> Value:
        start, stop, step = [known(0), *given, known(1)] if len(given) == 1 else [*given, known(1)][:3]
        texts = [self.integer(value) for value in (start, stop, step)]
        if not step.is_known:
            self.fail_if(self.make(f"icmp eq i64 {texts[2]}, 0"), ValueError, "range() arg 3 must not be zero")
        return Value(RANGE, self.struct(RANGE.llvm, *[("i64", text) for text in texts]))

    def iterate(self, iterable: Value, node: Any, body: Any, assigned: frozenset[str] = frozenset()) -> None:
        if isinstance(iterable.static, Listed):
            self._unrolled(list(iterable.static.values), node, body)
            return
        if isinstance(iterable.static, Pairs):
            self._iterate_pairs(iterable.static, node, body, assigned)
            return
        super().iterate(iterable, node, body, assigned)

    def _iterate_pairs(self, pairs: Pairs, node: Any, body: Any, assigned: frozenset[str]) -> None:
        """Iterate over the values, or the keys with their values, of a dictionary."""
        number, kind = self._counter("0"), pairs.table.type
        assert isinstance(kind, DictType)
        count, at = self.held("i64", self.table_part(pairs.table, USED)), self.held("ptr", pairs.table.text)

        def item(inside: str, end: str) -> Value:
            place = self.make(f"load i64, ptr {number}")
            self.fork(self.make(f"icmp slt i64 {place}, {count()}"), inside, end)
            self.begin(inside)
            table = Value(kind, at())
            if kind.key is NEVER:
                return Value(NEVER)
            value = self.at(kind.value, self.table_part(table, VALUES), place)
            if not pairs.has_keys:
                return value
            return self.tuple([self.at(kind.key, self.table_part(table, KEYS), place), value])

        def checked(value: Value, after: Join) -> None:
            body(value, after)
            changed = self.make(f"icmp ne i64 {self.table_part(Value(kind, at()), USED)}, {count()}")
            self.fail_if(changed, RuntimeError, "dictionary changed size during iteration")

        self._looped(node, assigned, item, lambda: self._step(number), body if kind.constant else checked)

    # --- numbers and words --------------------------------------------------------------------------------------------
    def _abs(self, given: list[Value], _named: Named) -> Value:
        value = self.plain_enum(self.data(given[0]))
        if value.type is FLOAT:
            return Value(FLOAT, self.make(f"call double @llvm.fabs.f64(double {value.text})"))
        number = self.integer(value)
        if self.checked:
            self.fail_if(self.make(f"icmp eq i64 {number}, {-(1 << 63)}"), OverflowError, TOO_BIG)
        return Value(INT, self.make(f"call i64 @llvm.abs.i64(i64 {number}, i1 false)"))

    def _divmod(self, given: list[Value], _named: Named) -> Value:
        return self.tuple([self.binary(ast.FloorDiv, *given), self.binary(ast.Mod, *given)])

    def _pow(self, given: list[Value], _named: Named) -> Value:
        if len(given) == 3:
            return self.call_library("power_modulo", *given)
        return self.binary(ast.Pow, *given)

    def _int(self, given: list[Value], named: Named) -> Value:
        if len(given) > 1:
            raise self.refusal("int() with a base")
        found = self.each_member(self.data(given[0]), self._to_int)
        assert found is not None
        return found

    def _to_int(self, value: Value) -> Value:
        value = self.plain_enum(value)
        if value.type is STR:
            return self.call_library("number_of", value)
        if value.type is FLOAT:
            return self._from_float(value.text)
        return Value(INT, self.integer(value))

    def _from_float(self, text: str) -> Value:
        inside = self.make(
            f"fcmp olt double {self.make(f'call double @llvm.fabs.f64(double {text})')}, 0x43E0000000000000"
        )
        self.fail_if(self.make(f"xor i1 {inside}, 1"), OverflowError, TOO_BIG)
        return Value(INT, self.make(f"fptosi double {text} to i64"))

    def _rounded(self, name: str, value: Value) -> Value:
        value = self.data(value)
        if value.type is not FLOAT:
            return Value(INT, self.integer(value))
        return self._from_float(self.make(f"call double @llvm.{name}.f64(double {value.text})"))

    def _round(self, given: list[Value], named: Named) -> Value:
        if named or (len(given) > 1 and self.data(given[0]).type is FLOAT):
            raise self.refusal("round() of a float to a number of digits")
        if len(given) > 1:
            return self.call_library("rounded", Value(INT, self.integer(given[0])), given[1])
        return self._rounded("rint", given[0])

    def _bool(self, given: list[Value], _named: Named) -> Value:
        return self.truth_of(given[0]) if given else known(False)

    def truth_of(self, value: Value) -> Value:
        raise NotImplementedError

    def _float(self, given: list[Value], _named: Named) -> Value:
        if self.checked:
            raise self.refusal("a float may be rounded, and is not compiled")
        return Value(FLOAT, self.floating(given[0]))

    def _of_float(self, function: str, value: Value) -> Value:
        if self.checked:
            raise self.refusal("a float may be rounded, and is not compiled")
        return Value(FLOAT, self.make(f"call double @{function}(double {self.floating(value)})"))

    def _ord(self, given: list[Value], _named: Named) -> Value:
        row = self.as_sequence(given[0])
        self.fail_if(self.make(f"icmp ne i64 {self.part(row, 0)}, 1"), TypeError, "ord() expected a character")
        return self.at(INT, self.part(row, 1), "0")

    def _chr(self, given: list[Value], _named: Named) -> Value:
        number = self.integer(given[0])
        self.fail_if(self.make(f"icmp ugt i64 {number}, 1114111"), ValueError, "chr() arg not in range(0x110000)")
        start = self.memory(INT, "1")
        self.put(Value(INT, number), start, "0")
        return self.sequence(STR, "1", start)

    def _str(self, given: list[Value], _named: Named) -> Value:
        if not given:
            return known("")
        value = given[0]
        if value.is_known:
            if isinstance(value.known, str | int | type(None) | enum.Enum):
                found = self.fold(str, value)
                assert found is not None
                return found
            raise self.refusal(f"str() of {value.type}")
        found = self.each_member(value, self._to_str)
        assert found is not None
        return found

    def _to_str(self, value: Value) -> Value:
        kind = value.type
        method = self.method_of(value, "__str__")
        if method is not None:
            return self.data(self.call(method, []))
        if isinstance(kind, EnumType):
            return self.choice([known(str(member)) for member in kind.cls], value.text)
        if kind is STR:
            return value
        if kind is INT:
            return self.call_library("digits", value)
        if kind is BOOL:
            return self.choice([known("False"), known("True")], self.integer(value))
        if kind is NONE:
            return self.data(known("None"))
        raise self.refusal(f"str() of {kind}")

    # --- types --------------------------------------------------------------------------------------------------------
    def _isinstance(self, given: list[Value], _named: Named) -> Value:
        value, wanted = given
        if not wanted.is_known:
            raise self.refusal("isinstance() with classes that are not known")
        if value.is_known:
            return known(isinstance(value.known, wanted.known))
        return self.is_member(value, lambda kind: self.is_of_class(kind, wanted.known))

    def is_of_class(self, kind: Type, wanted: Any) -> bool:
        """Whether values of a type are instances of a class, or of one of several."""
        if isinstance(wanted, tuple):
            return any(self.is_of_class(kind, each) for each in wanted)  # pyright: ignore[reportUnknownVariableType]
        if hasattr(wanted, "__args__"):  # int | None
            return any(self.is_of_class(kind, each) for each in wanted.__args__)
        if hasattr(wanted, "__origin__"):
            wanted = wanted.__origin__
        return issubclass(_class_of(kind), wanted)

    def _type(self, given: list[Value], _named: Named) -> Value:
        value = given[0]
        return known(type(value.known)) if value.is_known else known(_class_of(value.type))

    def _getattr(self, given: list[Value], _named: Named) -> Value:
        value, name = given[0], given[1]
        if not (name.is_known and isinstance(name.known, str)):
            raise self.refusal("getattr() with a name that is not known")
        return self.attribute(value, name.known)

    def _hasattr(self, given: list[Value], _named: Named) -> Value:
        value, name = given
        if not name.is_known:
            raise self.refusal("hasattr() with a name that is not known")
        if isinstance(value.type, HostType):
            return known(hasattr(self.program.hosts[value.type.path].obj, name.known))
        if value.is_known:
            return known(hasattr(value.known, name.known))
        raise self.refusal(f"hasattr() of {value.type}")

    def _callable(self, given: list[Value], _named: Named) -> Value:
        return known(given[0].static is not None or (given[0].is_known and callable(given[0].known)))

    def _super(self, given: list[Value], _named: Named) -> Value:
        outside = self.scope.function.outside
        cls = given[0].known if given else outside.find("__class__")
        node: Any = source_of(outside.function).node
        value = given[1] if len(given) > 1 else self.lookup(node.args.args[0].arg)
        return Value(StaticType(Super(cls, value)))

    def attribute(self, value: Value, name: str) -> Value:
        if isinstance(value.static, Super):
            return self._of_super(value.static, name)
        return super().attribute(value, name)

    def _of_super(self, found: Super, name: str) -> Value:
        receiver = found.value
        own: Any = (
            _class_of(receiver.type)
            if not receiver.is_known
            else receiver.known
            if isinstance(receiver.known, type)
            else python_class(receiver.known)
        )
        after: tuple[Any, ...] = own.__mro__[own.__mro__.index(found.cls) + 1 :]
        for base in after:
            if name in base.__dict__:
                member = base.__dict__[name]
                if base is object and name == "__init__":
                    return known(_nothing)
                if isinstance(member, property):
                    return self.call(known(member.fget), [receiver])
                if isinstance(member, staticmethod):
                    return known(member.__func__)
                return Value(StaticType(Bound(receiver, getattr(member, "__func__", member))))
        raise self.never(AttributeError, f"'super' object has no attribute {name!r}")

    def _replace(self, given: list[Value], named: Named) -> Value:
        """`dataclasses.replace`, `copy.replace` and `_replace`."""
        value = given[0]
        cls: Any = python_class(value.known) if value.is_known else getattr(value.type, "cls", None)
        if cls is None or not (value.is_known or isinstance(value.type, TupleType)):
            raise self.refusal(f"replace() of {value.type}")
        values = dict(zip(fields_of(cls), self.parts(value), strict=True))
        if not set(named) <= set(values):
            raise self.never(TypeError if not issubclass(cls, tuple) else ValueError, "an unexpected field")
        if is_named_tuple(cls):
            return self.tuple(list({**values, **named}.values()), cls)
        return self.construct(cls, [], {**values, **named})

    def _bits(self, given: list[Value], named: Named) -> Value:
        width = given[0] if given else named["width"]
        value = given[1] if len(given) > 1 else named.get("value", known(0))
        folded = self.fold(Bits, width, value)
        if folded is not None:
            return folded
        if not width.is_known:
            raise self.refusal("the width of a zermelo.Bits is not a constant")
        kind = BitsType(width.known)
        if isinstance(value.type, BitsType):
            return Value(kind, self.resized(value.text, value.type.llvm, kind.llvm))
        number = self.integer(value)
        form = (
            self.make(f"sext i64 {number} to {kind.llvm}")
            if kind.width > 64
            else self.resized(number, "i64", kind.llvm)
        )
        return Value(kind, form)

    # --- methods ------------------------------------------------------------------------------------------------------
    def call_method(self, receiver: Value, name: str, arguments: list[Value], named: Named) -> Value:
        if receiver.is_known:
            folded = self._folded_method(receiver, name, arguments, named)
            if folded is not None:
                return folded
            if isinstance(receiver.known, type):
                return self._method_of_type(receiver.known, name, arguments, named)
            if not (is_named_tuple(python_class(receiver.known)) and name in ("_replace", "_asdict")):
                receiver = self.data(receiver)
        return self.each_static(receiver, lambda value: self._method(value, name, arguments, named))

    def _folded_method(self, receiver: Value, name: str, arguments: list[Value], named: Named) -> Value | None:
        """A call of a method of a constant that is not changed by it."""
        held = receiver.known
        simple = receiver.is_constant(str, int, tuple, Bits, frozenset) and not isinstance(held, enum.Enum)
        if simple and not named and all(value.is_known for value in arguments) and hasattr(held, name):

            def work(held: Any, *given: Any) -> Any:
                return getattr(held, name)(*given)

            result = self.fold(work, receiver, *arguments)
            if result is not None and isinstance(result.known, str | int | tuple | Bits | frozenset | type(None)):
                return result
        return None

    def _method_of_type(self, cls: type, name: str, arguments: list[Value], named: Named) -> Value:
        if name == "_make" and is_named_tuple(cls):
            return self.tuple(self.unpacked(arguments[0], len(fields_of(cls))), cls)
        if cls is dict and name == "fromkeys":
            made = self.new_table(self.site_type((self.node, "fromkeys"), DictType(NEVER, NEVER)))
            value = arguments[1] if len(arguments) > 1 else known(None)
            self.iterate(arguments[0], (self.node, "fromkeys"), self.adding(made, value))
            return made
        if issubclass(cls, enum.Enum) and name == "__members__":
            raise self.refusal("__members__")
        if cls in (str, int, list, dict, set, frozenset, tuple) and arguments:
            return self.call(self.attribute(arguments[0], name), arguments[1:], named)
        if name == "__init__" and cls is object:
            return NOTHING
        raise self.never(AttributeError, f"type object {cls.__name__!r} has no attribute {name!r}")

    def _method(self, value: Value, name: str, arguments: list[Value], named: Named) -> Value:
        kind = value.type
        if value.is_known:
            return self._replace([value], named)
        if kind is STR:
            return self._method_of_str(value, name, arguments, named)
        if isinstance(kind, ListType):
            return self._method_of_list(value, name, arguments, named)
        if isinstance(kind, DictType):
            return self._method_of_dict(value, name, arguments)
        if isinstance(kind, SetType):
            return self._method_of_set(value, name, arguments)
        if isinstance(kind, BitsType):
            return self.board_method(value, name, arguments)
        if isinstance(kind, TupleType) and name in ("_replace", "_asdict"):
            return self._replace([value], named)
        if isinstance(kind, TupleType | SequenceType) and name in ("index", "count"):
            return self.call_library("index_of" if name == "index" else "count_of", self.as_sequence(value), *arguments)
        if kind in (INT, BOOL) or isinstance(kind, EnumType):
            return self._method_of_int(value, name, arguments)
        raise self.refusal(f"the method {name} of {kind}")

    def _method_of_int(self, value: Value, name: str, arguments: list[Value]) -> Value:
        number = self.integer(value)
        size = self.make(f"call i64 @llvm.abs.i64(i64 {number}, i1 false)")
        if name == "bit_count":
            return Value(INT, self.make(f"call i64 @llvm.ctpop.i64(i64 {size})"))
        if name == "bit_length":
            zeros = self.make(f"call i64 @llvm.ctlz.i64(i64 {size}, i1 false)")
            return Value(INT, self.make(f"sub i64 64, {zeros}"))
        raise self.refusal(f"the method {name} of int")

    def _method_of_str(self, value: Value, name: str, arguments: list[Value], named: Named) -> Value:
        if name == "join":
            return self.over("join", arguments[0], value)
        if name in ("zfill", "rjust", "ljust") and len(arguments) == 1:
            fill = known(48 if name == "zfill" else 32)
            return self.call_library("padded", value, arguments[0], fill, known(name != "ljust"))
        if name in STRING_METHODS and not named:
            return self.call_library(STRING_METHODS[name], value, *arguments)
        raise self.refusal(f"the method {name} of str")

    def _method_of_list(self, value: Value, name: str, arguments: list[Value], named: Named) -> Value:
        assert isinstance(value.type, ListType)
        if name == "append":
            self.append(value, arguments[0])
        elif name == "extend":
            self.extend(value, arguments[0])
        elif name == "insert":
            self.call_library("insert", self.writable(value), arguments[0], self.item_fits(value, arguments[1]))
        elif name == "pop":
            return self.call_library("pop", self.writable(value), *arguments)
        elif name in ("remove", "reverse", "clear"):
            self.call_library(name, self.writable(value), *arguments)
        elif name == "sort":
            self.sort(value, named)
        elif name == "copy":
            return self.list_of(self.as_sequence(value), (self.node, "copy"))
        elif name in ("index", "count"):
            if value.type.item is NEVER:
                if name == "count":
                    return known(0)
                raise self.never(ValueError, "it is not in list")
            return self.call_library("index_of" if name == "index" else "count_of", self.as_sequence(value), *arguments)
        else:
            raise self.refusal(f"the method {name} of list")
        return NOTHING

    def extend(self, held: Value, items: Value) -> None:
        """`held += items`."""
        held = self.writable(held)
        if isinstance(items.type, ListType) or (items.static is None and not items.is_known):
            items = self.collect(items, (self.node, "extend")) if isinstance(items.type, ListType) else items
        self.iterate(items, (self.node, "extend"), self.appending(held))

    def _method_of_dict(self, value: Value, name: str, arguments: list[Value]) -> Value:
        kind = value.type
        assert isinstance(kind, DictType)
        if name == "keys":
            return value
        if name in ("values", "items"):
            return Value(StaticType(Pairs(value, name == "items")))
        if name == "get":
            if kind.key is NEVER:
                return arguments[1] if len(arguments) > 1 else NOTHING
            default = arguments[1] if len(arguments) > 1 else known(None)
            return self.over("get", value, self.data(arguments[0]), default)
        if name == "copy":
            made = self.new_table(self.site_type((self.node, "copy"), kind))
            self._update(made, value)
            return made
        return self._changing_method_of_dict(value, name, arguments)

    def _changing_method_of_dict(self, value: Value, name: str, arguments: list[Value]) -> Value:
        kind = value.type
        assert isinstance(kind, DictType)
        if name == "setdefault":
            self.item_fits(value, arguments[0], "key")
            default = self.item_fits(value, arguments[1] if len(arguments) > 1 else known(None), "value")
            return self.call_library("set_default", self.writable(value), arguments[0], default)
        if name == "pop":
            if kind.key is NEVER:
                if len(arguments) > 1:
                    return arguments[1]
                raise self.never(KeyError, "it is not there")
            return self.call_library(
                "pop_key" if len(arguments) == 1 else "pop_key_or", self.writable(value), *arguments
            )
        if name == "update":
            if isinstance(arguments[0].type, DictType) or (
                arguments[0].is_known and isinstance(arguments[0].known, dict)
            ):
                self._update(self.writable(value), self.data(arguments[0]))
            else:
                self.iterate(arguments[0], (self.node, "update"), self._adding_pairs(value))
            return NOTHING
        if name == "popitem":
            return self.call_library("pop_item", self.writable(value))
        if name == "clear":
            self.call_library("clear_table", self.writable(value))
            return NOTHING
        raise self.refusal(f"the method {name} of dict")

    def _method_of_set(self, value: Value, name: str, arguments: list[Value]) -> Value:
        kind = value.type
        assert isinstance(kind, SetType)
        operators: dict[str, type[ast.operator]] = {
            "union": ast.BitOr,
            "intersection": ast.BitAnd,
            "difference": ast.Sub,
            "symmetric_difference": ast.BitXor,
        }
        if name == "copy":
            return value if kind.frozen else self._new_set([value], frozen=False)
        if name in operators:
            other = [
                each if isinstance(each.type, SetType) else self._new_set([each], frozen=False) for each in arguments
            ]
            return functools.reduce(lambda one, another: self.binary(operators[name], one, another), other, value)
        if name in ("issubset", "issuperset"):
            other = (
                arguments[0] if isinstance(arguments[0].type, SetType) else self._new_set([arguments[0]], frozen=False)
            )
            return self.compare("<=" if name == "issubset" else ">=", value, other)
        if name == "isdisjoint":
            return self.without_order(lambda: self.over("is_disjoint", arguments[0], value))
        return self._changing_method_of_set(value, name, arguments)

    def _changing_method_of_set(self, value: Value, name: str, arguments: list[Value]) -> Value:
        kind = value.type
        assert isinstance(kind, SetType)
        if name == "pop":
            self.check_order(value)
            if kind.item is NEVER:
                raise self.never(KeyError, "pop from an empty set")
            return self.call_library("pop_member", self.writable(value))
        if name == "add":
            self.add(value, arguments[0])
        elif name in ("discard", "remove"):
            self.call_library(
                "discard" if name == "discard" else "remove_member", self.writable(value), self.data(arguments[0])
            )
        elif name == "clear":
            self.call_library("clear_set", self.writable(value))
        elif name == "update":
            for each in arguments:
                self.update_set(value, each)
        elif name == "difference_update":
            self.without_order(lambda: self.over("discard_items", arguments[0], self.writable(value)))
        else:
            raise self.refusal(f"the method {name} of set")
        return NOTHING


class Listed:
    """Values one after the other, of any types."""

    def __init__(self, values: tuple[Value, ...]) -> None:
        self.values = values

    def __str__(self) -> str:
        return "several values"


class Pairs:
    """The values of a dictionary, or its keys with their values."""

    def __init__(self, table: Value, has_keys: bool) -> None:
        self.table = table
        self.has_keys = has_keys

    def __str__(self) -> str:
        return "the items of a dictionary"


class Super:
    """What `super()` returns."""

    def __init__(self, cls: type, value: Value) -> None:
        self.cls = cls
        self.value = value

    def __str__(self) -> str:
        return "super()"


def _nothing(*_arguments: Any) -> None:
    return None


def _class_of(kind: Type) -> type:
    """The class of the values of a type."""
    if isinstance(kind, TupleType):
        return kind.cls or tuple
    if isinstance(kind, ObjectType | HostType):
        return kind.cls
    if isinstance(kind, EnumType):
        return kind.cls
    if isinstance(kind, SetType):
        return frozenset if kind.frozen else set
    if isinstance(kind, BitsType):
        return Bits
    by_kind: dict[Any, type] = {INT: int, BOOL: bool, STR: str, NONE: type(None), FLOAT: float, RANGE: range}
    if kind in by_kind:
        return by_kind[kind]
    by_form: dict[type[Type], type] = {SequenceType: tuple, ListType: list, DictType: dict}
    return by_form.get(type(kind), object)


_NAMES: Final[dict[Any, str]] = {
    any: "_any", all: "_all", sum: "_sum", min: "_min", max: "_max", sorted: "_sorted", len: "_len", abs: "_abs",
    enumerate: "_enumerate", zip: "_zip", reversed: "_reversed", map: "_map", next: "_next",
    iter: "_iter", list: "_list", tuple: "_tuple", set: "_set", frozenset: "_frozenset", dict: "_dict", range: "_range",
    divmod: "_divmod", pow: "_pow", int: "_int", bool: "_bool", float: "_float", str: "_str", ord: "_ord", chr: "_chr",
    isinstance: "_isinstance", type: "_type", getattr: "_getattr", hasattr: "_hasattr", callable: "_callable",
    super: "_super", round: "_round", Bits: "_bits", math.prod: "_prod", functools.reduce: "_reduce",
    dataclasses.replace: "_replace", itertools.product: "_product", itertools.combinations: "_combinations",
    itertools.permutations: "_permutations", itertools.chain: "_chain", itertools.accumulate: "_accumulate",
    itertools.islice: "_islice",
}  # fmt: skip


def _put_key(self: Builtins, table: Value, number: Value, key: Value, hashed: Value) -> Value:
    place = self.integer(number)
    kind: Any = table.type
    self.put(
        self.convert(key, kind.item if isinstance(kind, SetType) else kind.key), self.table_part(table, KEYS), place
    )
    self.put(Value(INT, self.integer(hashed)), self.table_part(table, HASHES), place)
    return NOTHING


def _shift_down(self: Builtins, table: Value, number: Value) -> Value:
    kind = table.type
    assert isinstance(kind, DictType)
    place = self.integer(number)
    rest = self.make(f"sub i64 {self.make(f'sub i64 {self.table_part(table, USED)}, {place}')}, 1")
    after = self.make(f"add i64 {place}, 1")
    columns: list[tuple[int, Type]] = [(KEYS, kind.key), (HASHES, INT), (VALUES, kind.value)]
    for part, item in columns:
        start = self.table_part(table, part)
        self.copy(item, self.address(item, start, after), self.address(item, start, place), rest)
    return NOTHING


def _set_word(self: Builtins, address: str, number: Value) -> Value:
    self.emit(f"store i64 {self.integer(number)}, ptr {address}")
    return NOTHING


def _key_type(table: Value) -> Type:
    kind: Any = table.type
    return kind.item if isinstance(kind, SetType) else kind.key


def _value_type(table: Value) -> Type:
    assert isinstance(table.type, DictType)
    return table.type.value


def _cut(self: Builtins, held: Value, length: Value) -> Value:
    return _set_word(self, held.text, length)


def _set_place(self: Builtins, table: Value, slot: Value, number: Value) -> Value:
    return _set_word(self, self.address(INT, self.table_part(table, PLACES), self.integer(slot)), number)


def _tuple_hash_start(_self: Builtins) -> Value:
    return known(signed(PRIME_5))


def _done(work: Any) -> Value:
    assert work is None
    return NOTHING


_OF_ONE: Final[dict[Any, Callable[[Builtins, Value], Value]]] = {
    primitives.hash_of: lambda self, value: self.hash(value),
    primitives.codes: lambda self, value: self.as_sequence(self.data(value)),
    primitives.text: lambda self, row: Value(STR, self.data(row).text),
    primitives.as_tuple: lambda self, held: self.as_sequence(held),
    primitives.slots: lambda self, table: Value(INT, self.table_part(table, SLOTS)),
    primitives.room: lambda self, table: Value(INT, self.table_part(table, ROOM)),
    primitives.finger: lambda self, table: Value(INT, self.table_part(table, FINGER)),
    primitives.grow: lambda self, table: _done(self.grow(table)),
}
_OF_TWO: Final[dict[Any, Callable[[Builtins, Value, Value], Value]]] = {
    primitives.mixed: lambda self, a, b: Value(INT, self.mixed(self.integer(a), self.integer(b))),
    primitives.key_at: lambda self, table, number: self.at(
        _key_type(table), self.table_part(table, KEYS), self.integer(number)
    ),
    primitives.value_at: lambda self, table, number: self.at(
        _value_type(table), self.table_part(table, VALUES), self.integer(number)
    ),
    primitives.hash_at: lambda self, table, number: self.at(INT, self.table_part(table, HASHES), self.integer(number)),
    primitives.place_at: lambda self, table, slot: self.at(INT, self.table_part(table, PLACES), self.integer(slot)),
    primitives.set_used: lambda self, table, count: _set_word(self, table.text, count),
    primitives.set_room: lambda self, table, count: _set_word(self, self.table_place(table, ROOM), count),
    primitives.set_finger: lambda self, table, slot: _set_word(self, self.table_place(table, FINGER), slot),
    primitives.wrapping_sum: lambda self, a, b: Value(INT, self.make(f"add i64 {self.integer(a)}, {self.integer(b)}")),
    primitives.tuple_hash_item: lambda self, a, b: Value(INT, self.tuple_hash_item(self.integer(a), self.integer(b))),
    primitives.tuple_hash_end: lambda self, a, b: Value(INT, self.tuple_hash_end(self.integer(a), self.integer(b))),
    primitives.more_slots: lambda self, table, count: _done(self.more_slots(table, self.integer(count))),
}
_PRIMITIVES: Final[dict[Any, Callable[..., Value]]] = {
    **_OF_ONE,
    **_OF_TWO,
    primitives.cut: _cut,
    primitives.set_key: _put_key,
    primitives.shift_down: _shift_down,
    primitives.set_place: _set_place,
    primitives.tuple_hash_start: _tuple_hash_start,
}
