"""Expressions."""

from __future__ import annotations

import ast
import enum
import itertools
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.arithmetic import METHODS, OPERATORS
from zermelo.compiler.blocks import Join, Unreached
from zermelo.compiler.builtin_functions import Builtins
from zermelo.compiler.containers import constant_item
from zermelo.compiler.scopes import Closure, Generator, assigned_names
from zermelo.compiler.types import (
    BOOL,
    INT,
    NEVER,
    NONE,
    STR,
    ArrayType,
    DictType,
    ListType,
    Mixed,
    ObjectType,
    SequenceType,
    SetType,
    StaticType,
    TupleType,
    Type,
    UnionType,
    Value,
    item_of,
    known,
)

ORDER_METHODS = {"==": "__eq__", "!=": "__ne__", "<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__"}
SWAPPED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
COMPARED: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


class Expressions(Builtins):
    """Adds expressions and conditions."""

    def expression(self, node: ast.expr) -> Value:
        """The value of an expression. Raises Unreached, NotCompiled, Restart."""
        before, place = self.node, self.place
        self.node = node
        if node.lineno != place.line:
            self.place = place._replace(line=node.lineno)
        try:
            method = _METHODS.get(type(node))
            if method is None:
                raise self.refusal(f"{_said(node)} is not compiled")
            return method(self, node)
        finally:
            self.node, self.place = before, place

    # --- constants and names ------------------------------------------------------------------------------------------
    def _constant(self, node: ast.Constant) -> Value:
        return known(node.value)

    def _name(self, node: ast.Name) -> Value:
        return self.lookup(node.id)

    def _named(self, node: ast.NamedExpr) -> Value:
        value = self.expression(node.value)
        assert isinstance(node.target, ast.Name)
        self.assign(node.target.id, value)
        return value

    def _attribute_node(self, node: ast.Attribute) -> Value:
        return self.attribute(self.expression(node.value), node.attr)

    # --- displays -----------------------------------------------------------------------------------------------------
    def _tuple_display(self, node: ast.Tuple) -> Value:
        if any(isinstance(each, ast.Starred) for each in node.elts):
            parts = self._starred(node.elts)
            if parts is not None:
                return self.tuple(parts)
            return self.as_sequence(self._list_display(node))
        values = [self.expression(each) for each in node.elts]
        if any(value.static is not None for value in values):
            raise self.refusal("a function or a generator in a tuple")
        return self.tuple(values)

    def _starred(self, nodes: list[ast.expr]) -> list[Value] | None:
        """The values of a display with starred parts; None if their number is not known."""
        plan: list[Any] = [self.expression(each.value) if isinstance(each, ast.Starred) else each for each in nodes]
        starred = [value for value in plan if isinstance(value, Value)]
        if not all(
            isinstance(value.type, TupleType) or (value.is_known and isinstance(value.known, tuple))
            for value in starred
        ):
            return None
        parts: list[Value] = []
        for each in plan:
            parts += self.parts(each) if isinstance(each, Value) else [self.expression(each)]
        return parts

    def _list_display(self, node: ast.List | ast.Tuple | ast.Set) -> Value:
        if not any(isinstance(each, ast.Starred) for each in node.elts):
            values = [self.expression(each) for each in node.elts]
            kind = self.site_type(node, ListType(self._common_type(values)))
            made = self.new_list(kind, str(len(values)))
            if values:
                start = self.list_parts(made)[1]
                for place, value in enumerate(values):
                    self.put(self.convert(value, kind.item), start, str(place))
            return made
        made = self.new_list(self.site_type(node, ListType(NEVER)), "0")
        for number, each in enumerate(node.elts):
            if isinstance(each, ast.Starred):
                items = self.expression(each.value)
                self.iterate(items, (node, number), self.appending(made))
            else:
                self.append(made, self.expression(each))
        return made

    def _common_type(self, values: list[Value]) -> Type:
        kind: Type = NEVER
        for value in values:
            kind = self.joined(kind, self.data(value).type)
        return kind

    def _set_display(self, node: ast.Set) -> Value:
        made = self.new_table(self.site_type(node, SetType(NEVER, False)))
        for number, each in enumerate(node.elts):
            if isinstance(each, ast.Starred):
                self.iterate(self.expression(each.value), (node, number), self.adding(made))
            else:
                self.add(made, self.expression(each))
        return made

    def _dict_display(self, node: ast.Dict) -> Value:
        made = self.new_table(self.site_type(node, DictType(NEVER, NEVER)))
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                self._update(made, self.data(self.expression(value)))
            else:
                held = self.expression(key)
                self.add(made, held, self.expression(value))
        return made

    # --- comprehensions -----------------------------------------------------------------------------------------------
    def _generator(self, node: ast.GeneratorExp) -> Value:
        return Value(StaticType(Generator(node, self.scope, {"": self.expression(node.generators[0].iter)})))

    def comprehend(self, node: Any, first: Value, work: Callable[[], None]) -> None:
        """Run a comprehension; `work` does what is done with each item, in its scope."""
        before, caller = self.scopes, self.scope
        targets = assigned_names(*(each.target for each in node.generators))
        self.scope = self.new_scope(targets, caller, caller.outside)
        inner = self.scope

        def level(number: int) -> None:
            if number == len(node.generators):
                work()
                return
            part = node.generators[number]
            if part.is_async:
                raise self.refusal("an asynchronous comprehension")
            iterable = first if number == 0 else self.expression(part.iter)

            def body(item: Value, after: Join) -> None:
                outer, self.scope = self.scope, inner
                try:
                    self.assign_target(part.target, item)
                    for test in part.ifs:
                        passed, failed = self.join(), self.join()
                        self.branch(test, passed, failed)
                        with self.maybe_unreached():
                            self.meet(failed)
                            self.arrive(after)
                        self.meet(passed)
                    level(number + 1)
                finally:
                    self.scope = outer

            self.iterate(iterable, part, body, assigned_names(part.target))

        try:
            level(0)
        finally:
            self.scope = caller
        self.forget_scopes(before)

    def _list_comprehension(self, node: ast.ListComp) -> Value:
        made = self.new_list(self.site_type(node, ListType(NEVER)), "0")
        first = self.expression(node.generators[0].iter)
        self.comprehend(node, first, lambda: self.append(made, self.expression(node.elt)))
        return made

    def _set_comprehension(self, node: ast.SetComp) -> Value:
        made = self.new_table(self.site_type(node, SetType(NEVER, False)))
        first = self.expression(node.generators[0].iter)

        def work() -> None:
            item = self.expression(node.elt)
            self.add(made, item)

        def run() -> Value:
            self.comprehend(node, first, work)
            return made

        return self.without_order(run)

    def _dict_comprehension(self, node: ast.DictComp) -> Value:
        made = self.new_table(self.site_type(node, DictType(NEVER, NEVER)))
        first = self.expression(node.generators[0].iter)

        def work() -> None:
            key = self.expression(node.key)
            self.add(made, key, self.expression(node.value))

        self.comprehend(node, first, work)
        return made

    def assign_target(self, target: ast.expr, value: Value) -> None:
        raise NotImplementedError

    def _run(self, generator: Generator, on_yield: Callable[[Value], None]) -> None:
        node = generator.node
        if isinstance(node, ast.GeneratorExp):
            outer, self.scope = self.scope, generator.scope

            def work() -> None:
                on_yield(self.expression(node.elt))

            try:
                self.comprehend(node, generator.arguments[""], work)
            finally:
                self.scope = outer
            return
        place, loops, tries = self.place, self.loops, self.tries
        self.scope = self.arguments_of(generator)
        self.scope.returned, self.scope.on_yield, self.scope.tries = self.join(), on_yield, len(tries)
        returned = self.scope.returned
        self.loops = []
        try:
            with self.maybe_unreached():
                self.run_body(node)
            self.meet(returned)
        finally:
            self.place, self.loops, self.tries = place, loops, tries

    # --- operators ----------------------------------------------------------------------------------------------------
    def _binary(self, node: ast.BinOp) -> Value:
        left = self.expression(node.left)
        right = self.expression(node.right)
        return self.binary_or_method(type(node.op), left, right)

    def binary_or_method(self, kind: type[ast.operator], left: Value, right: Value) -> Value:
        name = OPERATORS[kind][1]
        if (
            kind is ast.Mod
            and (left.type is STR or (left.is_known and isinstance(left.known, str)))
            and not (left.is_known and right.is_known)
        ):
            raise self.refusal("formatting with %; write an f-string")
        if name in METHODS:
            for value, other, prefix in ((left, right, ""), (right, left, "r")):
                method = self.method_of(value, f"__{prefix}{METHODS[name]}__")
                if method is not None:
                    return self.call(method, [other])
        return self.binary(kind, left, right)

    def _unary_node(self, node: ast.UnaryOp) -> Value:
        value = self.expression(node.operand)
        names: dict[type[ast.unaryop], str] = {ast.USub: "__neg__", ast.Invert: "__invert__"}
        if type(node.op) in names:
            method = self.method_of(value, names[type(node.op)])
            if method is not None:
                return self.call(method, [])
        if isinstance(node.op, ast.Not):
            return self.negated(self.truth_of(value))
        return self.unary(node.op, value)

    def truth_of(self, value: Value) -> Value:
        """The truth of any value, by `__bool__` or `__len__` where a user's class has them."""
        if value.is_known and self.method_of(value, "__bool__") is not None:
            return self.truth_of_object(value)
        return self.truth(value)

    def _bool_operation(self, node: ast.BoolOp) -> Value:
        after, is_and = self.join(), isinstance(node.op, ast.And)
        with self.maybe_unreached():
            for each in node.values[:-1]:
                value = self.expression(each)
                truth = self.truth_of(value)
                if truth.is_known:
                    if bool(truth.known) is not is_and:
                        self.arrive(after, value)
                        raise Unreached
                    continue
                more, done = self.label(), self.label()
                self.fork(truth.text, *((more, done) if is_and else (done, more)))
                before = dict(self.env)
                self.begin(done)
                self.arrive(after, self._decided(value, not is_and))
                self.begin(more)
                self.env = before
                self.narrow_truth(each, is_and)
            self.arrive(after, self.expression(node.values[-1]))
        found = self.meet(after)
        assert found is not None
        return found

    def _decided(self, value: Value, truth: bool) -> Value:
        """A value that is known to be true, or to be false."""
        if isinstance(value.type, UnionType) and truth and NONE in value.type.members:
            return self.without(value, NONE)
        if value.type is BOOL:
            return Value(BOOL, "1" if truth else "0")
        return value

    def _conditional(self, node: ast.IfExp) -> Value:
        yes, no, after = self.join(), self.join(), self.join()
        self.branch(node.test, yes, no)
        for meeting, part in ((yes, node.body), (no, node.orelse)):
            with self.maybe_unreached():
                self.meet(meeting)
                self.arrive(after, self.expression(part))
        found = self.meet(after)
        assert found is not None
        return found

    def _compare_node(self, node: ast.Compare) -> Value:
        left = self.expression(node.left)
        if len(node.ops) == 1:
            return self.one_comparison(node.ops[0], left, self.expression(node.comparators[0]))
        after = self.join()
        with self.maybe_unreached():
            for number, (operation, right_node) in enumerate(zip(node.ops, node.comparators, strict=True)):
                right = self.expression(right_node)
                result = self.one_comparison(operation, left, right)
                if number == len(node.ops) - 1:
                    self.arrive(after, result)
                    break
                truth = self.truth(result)
                if truth.is_known and not truth.known:
                    self.arrive(after, result)
                    break
                if not truth.is_known:
                    more, done = self.label(), self.label()
                    self.fork(truth.text, more, done)
                    before = dict(self.env)
                    self.begin(done)
                    self.arrive(after, Value(BOOL, "0"))
                    self.begin(more)
                    self.env = before
                left = right
        found = self.meet(after)
        assert found is not None
        return found

    def truth_of_object(self, value: Value) -> Value:
        for name in ("__bool__", "__len__"):
            method = self.method_of(value, name)
            if method is not None:
                return self.data(self.truth(self.call(method, [])))
        return super().truth_of_object(value)

    def check_hashable(self, value: Value) -> None:
        if isinstance(value.type, ObjectType) or self.method_of(value, "__hash__") or self.method_of(value, "__eq__"):
            raise self.refusal(f"{value.type} in a set or as a key")

    def iterate_object(self, iterable: Value, node: Any, body: Any) -> None:
        method = self.method_of(iterable, "__iter__")
        if method is None:
            super().iterate_object(iterable, node, body)
        else:
            self.iterate(self.call(method, []), (node, "iter"), body)

    def _compare(self, name: str, left: Value, right: Value) -> Value:
        """As in the base class, by the methods of a user's class where it has them."""
        for value, other, order in ((left, right, name), (right, left, SWAPPED[name])):
            method = self.method_of(value, ORDER_METHODS[order])
            if method is not None:
                return self.call(method, [other])
            if order == "!=":
                method = self.method_of(value, "__eq__")
                if method is not None:
                    return self.negated(self.truth(self.call(method, [other])))
        return super()._compare(name, left, right)

    def one_comparison(self, operation: ast.cmpop, left: Value, right: Value) -> Value:
        if isinstance(operation, ast.Is | ast.IsNot):
            same = self.same(left, right)
            return same if isinstance(operation, ast.Is) else self.negated(same)
        if isinstance(operation, ast.In | ast.NotIn):
            inside = self.membership(right, left)
            return inside if isinstance(operation, ast.In) else self.negated(inside)
        return self.compare(COMPARED[type(operation)], left, right)

    def membership(self, holder: Value, item: Value) -> Value:
        method = self.method_of(holder, "__contains__")
        if method is not None:
            return self.truth(self.call(method, [item]))
        if holder.static is not None or self.method_of(holder, "__iter__") is not None:
            return self.over("any_of", self.call_library("mapped", Value(StaticType(_Same(item))), holder))
        if holder.is_known and isinstance(holder.known, type):
            holder = known(tuple(holder.known))  # type: ignore[call-overload]
        if holder.is_known:
            return self.contains(holder, item)
        found = self.each_member(holder, lambda member: self.data(self.contains(member, item)))
        assert found is not None
        return found

    def call(self, function: Value, arguments: list[Value], named: dict[str, Value] | None = None) -> Value:
        if isinstance(function.static, _Same):
            return self.compare("==", arguments[0], function.static.item)
        return super().call(function, arguments, named)

    # --- subscripts ---------------------------------------------------------------------------------------------------
    def _subscript(self, node: ast.Subscript) -> Value:
        if isinstance(node.slice, ast.Slice):
            value = self.expression(node.value)
            bounds = [
                known(None) if each is None else self.expression(each)
                for each in (node.slice.lower, node.slice.upper, node.slice.step)
            ]
            if value.is_known:
                return self.slice(value, *bounds)
            found = self.each_member(value, lambda member: self.slice(member, *bounds))
            assert found is not None
            return found
        place = self.address_of(node.value)
        if place is not None:
            return self._item_in_memory(place, self.expression(node.slice))
        value = self.expression(node.value)
        if value.is_constant(type) and value.known in (list, tuple, dict, set, frozenset):
            return value  # frozenset[int], whose parameter is for readers
        index = self.expression(node.slice)
        return self.subscript(value, index)

    def subscript(self, value: Value, index: Value) -> Value:
        method = self.method_of(value, "__getitem__")
        if method is not None:
            return self.call(method, [index])
        if value.is_known and isinstance(value.known, type) and issubclass(value.known, enum.Enum):
            if index.is_known:
                found = self.fold(constant_item, value, index)
                assert found is not None
                return found
            return self.member_with(value.known, "name", index, KeyError)
        if isinstance(value.type, ArrayType):
            return self.array_item(value, index)
        if value.is_known or not isinstance(value.type, UnionType):
            return self.item(value, index)
        found = self.each_member(value, lambda member: self.item(member, index))
        assert found is not None
        return found

    def array_item(self, value: Value, index: Value) -> Value:
        raise NotImplementedError

    def address_of(self, node: ast.expr) -> Value | None:
        """The type and address of a tuple of known length that lies in the slot of a variable; None for anything else.

        So an item can be read where it lies, without copying the tuple.
        """
        if isinstance(node, ast.Name):
            holder = self.scope.holder(node.id)
            held = self.env.get(holder.variable(node.id)) if holder is not None else None
            return held if held is not None and isinstance(held.type, TupleType) and held.type.is_tuple else None
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.slice, ast.Constant)
            and isinstance(node.slice.value, int)
        ):
            outer = self.address_of(node.value)
            if outer is None or not isinstance(outer.type, TupleType):
                return None
            place = node.slice.value + (len(outer.type.items) if node.slice.value < 0 else 0)
            if not 0 <= place < len(outer.type.items):
                return None
            kind = outer.type.items[place]
            if not (isinstance(kind, TupleType) and kind.is_tuple):
                return None
            address = self.make(f"getelementptr inbounds {outer.type.llvm}, ptr {outer.text}, i64 0, i32 {place}")
            return Value(kind, address)
        return None

    def _item_in_memory(self, place: Value, index: Value) -> Value:
        kind = place.type
        assert isinstance(kind, TupleType)
        items = set(kind.items)
        if index.is_known or len(items) != 1:
            return self.subscript(self.load(place), index)
        try:
            item = item_of(kind)
        except Mixed:
            return self.subscript(self.load(place), index)
        index = self.data(index)
        if index.type not in (INT, BOOL):
            return self.subscript(self.load(place), index)
        return self.at(item, place.text, self.index(index, str(len(kind.items))))

    # --- calls --------------------------------------------------------------------------------------------------------
    def _call_node(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Attribute):
            receiver = self.expression(node.func.value)
            if isinstance(receiver.type, UnionType):
                return self._call_of_union(receiver, node.func.attr, node)
            function = self.attribute(receiver, node.func.attr)
        else:
            function = self.expression(node.func)
        return self._call_with(function, node)

    def _call_of_union(self, receiver: Value, name: str, node: ast.Call) -> Value:
        """Call the method of a value of several types."""
        assert isinstance(receiver.type, UnionType)
        if any(isinstance(each, ast.Starred) for each in node.args) or any(each.arg is None for each in node.keywords):
            raise self.refusal("a call with * of a method of a value of several types")
        arguments = [self.expression(each) for each in node.args]
        named = {each.arg or "": self.expression(each.value) for each in node.keywords}
        found = self.each_member(receiver, lambda member: self.call(self.attribute(member, name), arguments, named))
        assert found is not None
        return found

    def _call_with(self, function: Value, node: ast.Call) -> Value:
        if any(isinstance(each, ast.Starred) for each in node.args):
            arguments = self._starred(node.args)
            if arguments is None:
                return self._call_with_row(function, node)
        else:
            arguments = [self.expression(each) for each in node.args]
        named: dict[str, Value] = {}
        for each in node.keywords:
            if each.arg is None:
                raise self.refusal("**arguments are not compiled")
            named[each.arg] = self.expression(each.value)
        return self.call(function, arguments, named)

    def _call_with_row(self, function: Value, node: ast.Call) -> Value:
        """`f(*row)` for a row of any length, and a function of anything that can be iterated."""
        called: Any = function.known if function.is_known else None
        if len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
            row = self.expression(node.args[0].value)
            if (called is min or called is max) and (sequence := self.as_sequence(row)).type == SequenceType(INT):
                few = self.make(f"icmp slt i64 {self.part(sequence, 0)}, 2")
                self.fail_if(few, TypeError, f"{called.__name__}() of one integer")
                named = {each.arg or "": self.expression(each.value) for each in node.keywords}
                return self.call(function, [row], named)
            if called is zip:
                return self.call_library("transposed", self.as_sequence(row))
            if called is itertools.chain:
                return self.call_library("all_items", row)
        raise self.refusal("a call with * of a tuple whose length is not known")

    def _lambda(self, node: ast.Lambda) -> Value:
        return self.closure(node)

    def closure(self, node: ast.Lambda | ast.FunctionDef) -> Value:
        given = node.args
        names = [each.arg for each in (*given.posonlyargs, *given.args)]
        values = [self.expression(each) for each in given.defaults]
        defaults = dict(zip(names[len(names) - len(values) :], values, strict=True))
        for each, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
            if default is not None:
                defaults[each.arg] = self.expression(default)
        return Value(StaticType(Closure(node, self.scope, defaults)))

    # --- words --------------------------------------------------------------------------------------------------------
    def _f_string(self, node: ast.JoinedStr) -> Value:
        parts = [self._formatted(each) for each in node.values]
        if all(part.is_known for part in parts):
            return known("".join(part.known for part in parts))
        result = parts[0]
        for part in parts[1:]:
            result = self.data(self.operation("+", self.data(result), self.data(part)))
        return result

    def _formatted(self, node: ast.expr) -> Value:
        if isinstance(node, ast.Constant):
            return known(node.value)
        assert isinstance(node, ast.FormattedValue)
        value = self.expression(node.value)
        if node.conversion not in (-1, ord("s")):
            raise self.refusal("a conversion in an f-string")
        word = self._str([value], {})
        if node.format_spec is None:
            return word
        spec = self.expression(node.format_spec)
        if spec.is_known and word.is_known and value.is_known:
            return known(format(value.known, spec.known))
        if spec.is_known and value.type is INT:
            text = spec.known.removesuffix("d")
            if text.isdigit() and text.lstrip("0") != "":
                if text.startswith("0"):
                    return self.call_library("padded", word, known(int(text)), known(48), known(True))
                return self.call_library("padded", word, known(int(text)), known(32), known(True))
        raise self.refusal("a format in an f-string")

    # --- conditions ---------------------------------------------------------------------------------------------------
    def branch(self, node: ast.expr, yes: Join, no: Join) -> None:
        """Go on at `yes` if a condition holds, else at `no`, with what is then known of variables."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.branch(node.operand, no, yes)
            return
        if isinstance(node, ast.BoolOp):
            is_and = isinstance(node.op, ast.And)
            with self.maybe_unreached():
                for each in node.values[:-1]:
                    more = self.join()
                    self.branch(each, *((more, no) if is_and else (yes, more)))
                    self.meet(more)
                self.branch(node.values[-1], yes, no)
            return
        with self.maybe_unreached():
            truth = self.truth_of(self.expression(node))
            if truth.is_known:
                self.narrow(node, bool(truth.known))
                self.arrive(yes if truth.known else no)
                return
            on_yes, on_no = self.label(), self.label()
            self.fork(truth.text, on_yes, on_no)
            before = dict(self.env)
            for label, meeting, holds in ((on_yes, yes, True), (on_no, no, False)):
                self.begin(label)
                self.env = dict(before)
                with self.maybe_unreached():
                    self.narrow(node, holds)
                    self.arrive(meeting)

    def narrow(self, node: ast.expr, holds: bool) -> None:
        """Use what a condition that holds, or does not, says of a variable of several types. Raises Unreached."""
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and _is_none(node.comparators[0]):
            if isinstance(node.ops[0], ast.Is | ast.Eq):
                self._narrow_name(node.left, lambda kind: (kind is NONE) is holds)
            elif isinstance(node.ops[0], ast.IsNot | ast.NotEq):
                self._narrow_name(node.left, lambda kind: (kind is NONE) is not holds)
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "isinstance"
            and len(node.args) == 2
        ):
            wanted = self.expression(node.args[1])
            if wanted.is_known:
                self._narrow_name(node.args[0], lambda kind: self.is_of_class(kind, wanted.known) is holds)
        else:
            self.narrow_truth(node, holds)

    def narrow_truth(self, node: ast.expr, holds: bool) -> None:
        if holds and isinstance(node, ast.Name | ast.NamedExpr):
            self._narrow_name(node, lambda kind: kind is not NONE)

    def _narrow_name(self, node: ast.expr, wanted: Callable[[Type], bool]) -> None:
        target = node.target if isinstance(node, ast.NamedExpr) else node
        if not isinstance(target, ast.Name):
            return
        holder = self.scope.holder(target.id)
        held = self.env.get(holder.variable(target.id)) if holder is not None else None
        if held is None or holder is None or not isinstance(held.type, UnionType):
            return
        members = [member for member in held.type.members if wanted(member)]
        if not members or len(members) == len(held.type.members):
            return
        value = self.load(held)
        for member in held.type.members:
            if member not in members and isinstance(value.type, UnionType):
                value = self.without(value, member)
        self.write(holder.variable(target.id), value)


class _Same:
    """A function that tells whether its argument equals an item."""

    def __init__(self, item: Value) -> None:
        self.item = item


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _said(node: ast.AST) -> str:
    names: dict[type[ast.AST], str] = {
        ast.Await: "await",
        ast.YieldFrom: "yield from as a value",
        ast.Yield: "yield as a value",
        ast.Starred: "*",
    }
    return names.get(type(node), type(node).__name__)


_METHODS: dict[type[ast.expr], Any] = {
    ast.Constant: Expressions._constant,
    ast.Name: Expressions._name,
    ast.NamedExpr: Expressions._named,
    ast.Attribute: Expressions._attribute_node,
    ast.Tuple: Expressions._tuple_display,
    ast.List: Expressions._list_display,
    ast.Set: Expressions._set_display,
    ast.Dict: Expressions._dict_display,
    ast.GeneratorExp: Expressions._generator,
    ast.ListComp: Expressions._list_comprehension,
    ast.SetComp: Expressions._set_comprehension,
    ast.DictComp: Expressions._dict_comprehension,
    ast.BinOp: Expressions._binary,
    ast.UnaryOp: Expressions._unary_node,
    ast.BoolOp: Expressions._bool_operation,
    ast.IfExp: Expressions._conditional,
    ast.Compare: Expressions._compare_node,
    ast.Subscript: Expressions._subscript,
    ast.Call: Expressions._call_node,
    ast.Lambda: Expressions._lambda,
    ast.JoinedStr: Expressions._f_string,
}
