"""Loops: over ranges, rows, lists, sets, dictionaries, boards, and generators, which run inside the loop that uses them."""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable
from typing import Any

from zermelo.compiler.blocks import Env, Join, Unreached
from zermelo.compiler.containers import USED, Containers
from zermelo.compiler.instances import Restart
from zermelo.compiler.scopes import Generator, Scope, local_names, parameters, yields
from zermelo.compiler.types import (
    BOOL,
    INT,
    NEVER,
    NONE,
    RANGE,
    STR,
    ArrayType,
    BitsType,
    DictType,
    ListType,
    Mixed,
    SequenceType,
    SetType,
    TupleType,
    Type,
    UnionType,
    Value,
    as_data,
    item_of,
    known,
)

Body = Callable[[Value, Join], None]
"""The body of a loop, given the item, and the place to which `continue` leads."""


class Iteration(Containers):
    """Adds loops."""

    scope: Scope

    def new_scope(
        self, names: frozenset[str], parent: Scope | None, outside: Any, *, checked: bool | None = None
    ) -> Scope:
        self.scopes += 1
        return Scope(self.scopes, names, parent, outside, checked=self.checked if checked is None else checked)

    @property
    def checked(self) -> bool:
        return self.scope.checked

    scopes: int = 0

    def forget_scopes(self, after: int) -> None:
        """Forget the variables of calls that have ended: of all scopes made after this one."""
        for name in [name for name in self.env if int(name.rpartition("@")[2]) > after]:
            del self.env[name]

    # --- over anything ------------------------------------------------------------------------------------------------
    def iterate(self, iterable: Value, node: Any, body: Body, assigned: frozenset[str] = frozenset()) -> None:
        """Run the body for each item. Raises Unreached if the loop does not end by itself."""
        if isinstance(iterable.type, UnionType):
            iterable = self._only_iterable(iterable)
        if isinstance(iterable.static, Generator):
            self._iterate_generator(iterable.static, node, body)
            return
        if iterable.is_known:
            self._iterate_constant(iterable, node, body, assigned)
        else:
            self._iterate_data(iterable, node, body, assigned)

    def _iterate_constant(self, iterable: Value, node: Any, body: Body, assigned: frozenset[str]) -> None:
        if iterable.is_constant(type) and issubclass(iterable.known, enum.Enum):
            self._iterate_constant(known(tuple(iterable.known)), node, body, assigned)
        elif iterable.is_constant(range, tuple, list) and self._is_written_out(iterable.known, node):
            self._unrolled([known(item) for item in iterable.known], node, body)
        elif iterable.is_constant(range):
            self._iterate_range(self.range_parts(iterable), node, body, assigned)
        elif iterable.is_constant(tuple, list):
            self._iterate_data(self.as_sequence(iterable), node, body, assigned)
        elif iterable.is_constant(set, frozenset, dict, str):
            self._iterate_data(self.data(iterable), node, body, assigned)
        else:
            raise self.never(TypeError, f"{iterable.type} object is not iterable")

    turns = 0
    """How many turns of loops have been written out because it is faster."""

    may_write_out = True
    """Whether they may: not where the turns contain the loop's body in a search."""

    def _is_written_out(self, items: Any, node: Any) -> bool:
        """Whether a loop over constants is written out: if they have several types, or in the methods of a game, where tests
        of what is constant then cost nothing. Raises Restart if there are too many turns.
        """
        if not isinstance(items, range) and self._is_mixed(items):
            return True
        may = self.checked and self.may_write_out and self.instance.learnt.may_write_out and len(items) <= MOST_TURNS
        if not may or not isinstance(node, ast.For | ast.comprehension):
            return False
        if isinstance(node, ast.For) and yields(node):
            return False
        self.turns += len(items)
        if self.turns > MOST_WRITTEN:
            self.instance.learnt.may_write_out = False
            raise Restart(self.instance)
        return True

    def _iterate_data(self, iterable: Value, node: Any, body: Body, assigned: frozenset[str]) -> None:
        kind = iterable.type
        if kind is RANGE:
            self._iterate_range(self.range_parts(iterable), node, body, assigned)
        elif isinstance(kind, TupleType) and kind.is_tuple:
            self._iterate_tuple(iterable, node, body, assigned)
        elif isinstance(kind, SequenceType) or kind is STR:
            self._iterate_row(iterable, node, body, assigned)
        elif isinstance(kind, ListType):
            self._iterate_list(iterable, node, body, assigned)
        elif isinstance(kind, SetType | DictType):
            self._iterate_table(iterable, node, body, assigned)
        elif isinstance(kind, BitsType):
            self._iterate_board(iterable, node, body, assigned)
        elif isinstance(kind, ArrayType) and kind.dimensions == 1:
            self._iterate_array(iterable, node, body, assigned)
        else:
            self.iterate_object(iterable, node, body)

    def iterate_object(self, iterable: Value, node: Any, body: Body) -> None:
        raise self.never(TypeError, f"{iterable.type} object is not iterable")

    def _iterate_array(self, iterable: Value, node: Any, body: Body, assigned: frozenset[str]) -> None:
        raise self.refusal("an array is iterated by index")

    def _only_iterable(self, iterable: Value) -> Value:
        """The one member of a union that can be iterated; another one raises TypeError in the program."""
        assert isinstance(iterable.type, UnionType)
        fitting = [kind for kind in iterable.type.members if kind not in (NONE, INT)]
        if len(fitting) != 1:
            raise self.refusal(f"a loop over {iterable.type}")
        wrong = self.data(self.negated(self.is_member(iterable, lambda kind: kind == fitting[0])))
        self.fail_if(wrong.text, TypeError, "object is not iterable")
        return self.only(iterable, fitting[0])

    def _is_mixed(self, values: Any) -> bool:
        """Whether constants have several types, so that a loop is written out."""
        try:
            kinds = [as_data(known(value).type) for value in values]
            return isinstance(item_of(TupleType(tuple(kinds))), UnionType)
        except Mixed:
            return True

    def _turn(self, item: Value, body: Body) -> None:
        """One turn of a loop. Raises Unreached if it never comes to its end."""
        after = self.join()
        with self.maybe_unreached():
            body(item, after)
            self.arrive(after)
        self.meet(after)

    def _looped(
        self,
        node: Any,
        assigned: frozenset[str],
        item: Callable[[str, str], Value],
        step: Callable[[], None],
        body: Body,
    ) -> None:
        """A loop. `item`, given the labels of the body and of the end, emits the test and returns the item."""
        head = self.head(node, assigned)
        inside, end = self.label(), self.label()
        value = item(inside, end)
        with self.maybe_unreached():
            if value.type is NEVER:
                raise Unreached
            self._turn(value, body)
            step()
            self.again(head)
        self.begin(end)
        self.env = dict(head.env)

    def held(self, form: str, text: str) -> Callable[[], str]:
        """Keep what a loop needs in each turn on the stack: where a generator goes on after a yield, a value from before it
        is not at hand. Returns a function that reads it.
        """
        if text.lstrip("-").isdigit():
            return lambda: text
        place = self.alloca(form)
        self.emit(f"store {form} {text}, ptr {place}")
        return lambda: self.make(f"load {form}, ptr {place}")

    def _counter(self, start: str) -> str:
        place = self.alloca("i64")
        self.emit(f"store i64 {start}, ptr {place}")
        return place

    def _step(self, place: str, by: str = "1") -> None:
        number = self.make(f"load i64, ptr {place}")
        self.emit(f"store i64 {self.make(f'add nsw i64 {number}, {by}')}, ptr {place}")

    def _iterate_range(self, parts: list[Value], node: Any, body: Body, assigned: frozenset[str]) -> None:
        start, stop, step = parts
        if not (step.is_known and step.known in (1, -1)):
            length = self.held("i64", self.integer(self.call_library("range_length", start, stop, step)))
            first, by = self.held("i64", self.integer(start)), self.held("i64", self.integer(step))
            place = self._counter("0")

            def nth(inside: str, end: str) -> Value:
                number = self.make(f"load i64, ptr {place}")
                self.fork(self.make(f"icmp slt i64 {number}, {length()}"), inside, end)
                self.begin(inside)
                return Value(INT, self.make(f"add nsw i64 {first()}, {self.make(f'mul nsw i64 {number}, {by()}')}"))

            self._looped(node, assigned, nth, lambda: self._step(place), body)
            return
        last = self.held("i64", self.integer(stop))
        place = self._counter(self.integer(start))
        code = "slt" if step.known > 0 else "sgt"

        def item(inside: str, end: str) -> Value:
            number = self.make(f"load i64, ptr {place}")
            self.fork(self.make(f"icmp {code} i64 {number}, {last()}"), inside, end)
            self.begin(inside)
            return Value(INT, number)

        self._looped(node, assigned, item, lambda: self._step(place, str(step.known)), body)

    def _iterate_tuple(self, value: Value, node: Any, body: Body, assigned: frozenset[str]) -> None:
        assert isinstance(value.type, TupleType)
        try:
            is_mixed = isinstance(item_of(value.type), UnionType)
        except Mixed:
            is_mixed = True
        if is_mixed or len(value.type.items) < 2:
            self._unrolled(self.parts(value), node, body)
        else:
            self._iterate_row(self.spilled(value), node, body, assigned)

    def _unrolled(self, values: list[Value], node: Any, body: Body) -> None:
        before = self.path
        try:
            for number, value in enumerate(values):
                self.path = (*before, node, number)
                self._turn(value, body)
        finally:
            self.path = before

    def _iterate_row(self, row: Value, node: Any, body: Body, assigned: frozenset[str]) -> None:
        count, start = self.held("i64", self.part(row, 0)), self.held("ptr", self.part(row, 1))
        place = self._counter("0")

        def item(inside: str, end: str) -> Value:
            number = self.make(f"load i64, ptr {place}")
            self.fork(self.make(f"icmp slt i64 {number}, {count()}"), inside, end)
            self.begin(inside)
            if row.type is STR:
                return self.sequence(STR, "1", self.address(INT, start(), number))
            assert isinstance(row.type, SequenceType)
            return Value(NEVER) if row.type.item is NEVER else self.at(row.type.item, start(), number)

        self._looped(node, assigned, item, lambda: self._step(place), body)

    def _iterate_list(self, holder: Value, node: Any, body: Body, assigned: frozenset[str]) -> None:
        kind, place, at = holder.type, self._counter("0"), self.held("ptr", holder.text)
        assert isinstance(kind, ListType)

        def item(inside: str, end: str) -> Value:
            number = self.make(f"load i64, ptr {place}")
            count, start = self.list_parts(Value(kind, at()))
            self.fork(self.make(f"icmp slt i64 {number}, {count}"), inside, end)
            self.begin(inside)
            return Value(NEVER) if kind.item is NEVER else self.at(kind.item, start, number)

        self._looped(node, assigned, item, lambda: self._step(place), body)

    def _iterate_table(self, table: Value, node: Any, body: Body, assigned: frozenset[str]) -> None:
        self.check_order(table)
        count, at = self.held("i64", self.table_part(table, USED)), self.held("ptr", table.text)
        row = self.as_sequence(table)

        def checked(item: Value, after: Join) -> None:
            body(item, after)
            changed = self.make(f"icmp ne i64 {self.table_part(Value(table.type, at()), USED)}, {count()}")
            self.fail_if(changed, RuntimeError, "Set or dictionary changed size during iteration")

        if getattr(table.type, "constant", False) or getattr(table.type, "frozen", False):
            self._iterate_row(row, node, body, assigned)
        else:
            self._iterate_row(row, node, checked, assigned)

    order_counts = True
    """Whether the order of a loop over a set shows in what the program does."""

    def check_order(self, table: Value) -> None:
        """Refuse a loop over a set whose order shows, if Python's order is the same in each run and another than ours."""
        if isinstance(table.type, SetType) and self.order_counts and not is_order_ours(table.type.item):
            raise self.refusal(f"the order of a set of {table.type.item} shows in a loop over it; write sorted(...)")

    def _iterate_board(self, board: Value, node: Any, body: Body, assigned: frozenset[str]) -> None:
        kind = board.type
        assert isinstance(kind, BitsType)
        place = self.alloca(kind.llvm)
        self.emit(f"store {kind.llvm} {board.text}, ptr {place}")

        def item(inside: str, end: str) -> Value:
            rest = self.make(f"load {kind.llvm}, ptr {place}")
            self.fork(self.make(f"icmp ne {kind.llvm} {rest}, 0"), inside, end)
            self.begin(inside)
            return Value(INT, self.lowest_cell(kind, rest))

        def step() -> None:
            rest = self.make(f"load {kind.llvm}, ptr {place}")
            less = self.make(f"sub {kind.llvm} {rest}, 1")
            self.emit(f"store {kind.llvm} {self.make(f'and {kind.llvm} {rest}, {less}')}, ptr {place}")

        self._looped(node, assigned, item, step, body)

    # --- generators ---------------------------------------------------------------------------------------------------
    def _iterate_generator(self, generator: Generator, node: Any, body: Body) -> None:
        """Run a generator's body in place; where it yields, the body of the loop runs.

        If it yields at one place, the loop's body is put there. If at several, the loop's body stands once, and a switch
        leads from its end back to where the generator left off.
        """
        if self.path.count(generator.node) >= MOST_NESTED:
            raise self.refusal("a generator that calls itself is not compiled")
        consumer, path, before, may_write_out = self.scope, self.path, self.scopes, self.may_write_out
        self.path = (*path, node, generator.node)
        self.may_write_out = may_write_out and consumer.checked
        try:
            if isinstance(generator.node, ast.GeneratorExp) or yields(generator.node) == 1:
                self._in_place(generator, consumer, path, body)
            else:
                self._with_switch(generator, node, consumer, path, body)
        finally:
            self.scope, self.path, self.may_write_out = consumer, path, may_write_out
        self.forget_scopes(before)

    def _in_place(self, generator: Generator, consumer: Scope, path: Any, body: Body) -> None:
        own_path = self.path

        def on_yield(value: Value) -> None:
            inner, at = self.scope, self.path
            self.scope = consumer
            loops, self.loops = self.loops, outer_loops
            try:
                self._turn(value, body)
            finally:
                self.scope, self.path, self.loops = inner, at, loops

        outer_loops = self.loops
        self.path = own_path
        self._run(generator, on_yield)

    loops: list[Any]

    def _run(self, generator: Generator, on_yield: Callable[[Value], None]) -> None:
        """Run the body of a generator to its end."""
        raise NotImplementedError

    def _with_switch(self, generator: Generator, node: Any, consumer: Scope, path: Any, body: Body) -> None:
        key = node, "yielded", self.path
        outside = set(self.env)
        types = self.instance.learnt.loops.setdefault(key, {})
        for name, kind in types.items():
            held = self.env.get(name)
            if name != YIELDED and held is not None and held.type != kind:
                self.write(name, self.convert(self.load(held), kind))
        start: Env = {name: self.env[name] for name in outside}
        yielded: Type = types.get(YIELDED, NEVER)
        number_place, value_place = self.alloca("i64"), self.alloca(yielded.llvm)
        labels: list[str] = []
        inside = self.label()
        wider: list[Type] = [yielded]

        def on_yield(value: Value) -> None:
            value = self.data(value)
            wider[0] = self.joined(wider[0], value.type)
            if wider[0] != yielded:
                raise_later.append(True)
            else:
                text = self.convert(value, yielded).text
                self.emit(f"store {yielded.llvm} {text}, ptr {value_place}")
            self.emit(f"store i64 {len(labels)}, ptr {number_place}")
            labels.append(self.label())
            own = {name: held for name, held in self.env.items() if name not in outside}
            self.goto(inside)
            self.begin(labels[-1])
            self.env = {**start, **own}

        raise_later: list[bool] = []
        after = self.join()
        with self.maybe_unreached():
            self._run(generator, on_yield)
            self.env = {name: held for name, held in self.env.items() if name in outside}
            self.arrive(after)
        if raise_later:
            types[YIELDED] = wider[0]
            raise Restart(self.instance)
        if labels:
            self.begin(inside)
            self.env = dict(start)
            self.scope, self.path = consumer, path
            with self.maybe_unreached():
                self._turn(Value(yielded, self.make(f"load {yielded.llvm}, ptr {value_place}")), body)
                self._back(start, types)
                number = self.make(f"load i64, ptr {number_place}")
                cases = " ".join(f"i64 {place}, label %{label}" for place, label in enumerate(labels[1:], start=1))
                self.emit(f"switch i64 {number}, label %{labels[0]} [{cases}]")
                self.is_open = False
        self.meet(after)

    def _back(self, start: Env, types: dict[str, Type]) -> None:
        """Bring the variables of the loop's body to where they were at its beginning. Raises Restart."""
        is_new = False
        for name, wanted in start.items():
            held = self.env.get(name)
            if held is not None and held != wanted:
                kind = self.joined(as_data(wanted.type), held.type)
                if kind != wanted.type:
                    types[name], is_new = kind, True
        if is_new:
            raise Restart(self.instance)
        self._move(start)

    def arguments_of(self, generator: Generator) -> Scope:
        """The scope of a generator's own variables, with its parameters."""
        node = generator.node
        assert isinstance(node, ast.FunctionDef)
        above = generator.scope
        scope = self.new_scope(local_names(node), above.parent, above.outside, checked=above.checked)
        for parameter in parameters(node):
            self.write(scope.variable(parameter.arg), generator.arguments[parameter.arg])
        return scope


def is_order_ours(kind: Type) -> bool:
    """Whether compiled code goes through a set of such values in Python's order: integers, and tuples of them.
    That of strings is another in each run of Python.
    """
    if isinstance(kind, TupleType | UnionType):
        return all(map(is_order_ours, kind.items if isinstance(kind, TupleType) else kind.members))
    return is_order_ours(kind.item) if isinstance(kind, SequenceType) else kind in (INT, BOOL, NEVER)


MOST_NESTED = 3
"""How often a generator may run inside itself."""

MOST_TURNS = 64
"""Longer loops are not written out."""

MOST_WRITTEN = 600
"""In functions in which more turns would be written out, no loop is."""

YIELDED = "yield"
