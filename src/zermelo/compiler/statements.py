"""Statements, and the bodies of functions."""

from __future__ import annotations

import ast
from typing import Any, NamedTuple

from zermelo.compiler import library
from zermelo.compiler.blocks import NOTHING, Join, Unreached
from zermelo.compiler.calls import WithoutForm
from zermelo.compiler.expressions import Expressions
from zermelo.compiler.instances import Restart
from zermelo.compiler.runtime import CODE, STACK_END, TARGET, part_of_runtime
from zermelo.compiler.scopes import Closure, Function, Outside, assigned_names, local_names, yields
from zermelo.compiler.types import (
    NEVER,
    STR,
    ArrayType,
    DictType,
    ListType,
    Mixed,
    SequenceType,
    SetType,
    StaticType,
    TupleType,
    Type,
    UnionType,
    Value,
    has_address,
    is_changeable,
    known,
)

WITHOUT_ORDER = frozenset({"any_of", "all_of", "sum_of", "product_of", "is_disjoint", "discard_items"})
"""Functions of the library whose results do not depend on the order of a set that they are given."""


class Loop(NamedTuple):
    """A loop that is being read: where break and continue lead."""

    done: Join
    again: Join
    tries: int


class Statements(Expressions):
    """Adds statements, and whole functions."""

    # --- functions ----------------------------------------------------------------------------------------------------
    def function(self) -> list[str]:
        """The lines of an instance. Raises NotCompiled, Restart."""
        instance, source = self.instance, self.instance.source
        node = source.node
        self.loops, self.tries = [], []
        self.order_counts = getattr(source.function, "__qualname__", "") not in WITHOUT_ORDER or (
            getattr(source.function, "__module__", "") != library.__name__
        )
        is_nested = source.scope is not None
        outside, captured = source.scope if is_nested else (self.program.outside(source.function), ())
        self.scope = self.new_scope(local_names(node) | set(captured), None, outside, checked=instance.checked)
        if is_nested:
            self._know_itself(outside)
        self.scope.returned = self.join()
        returned = self.scope.returned
        for number, (name, kind) in enumerate(zip(instance.names, instance.arguments, strict=True)):
            self.write(self.scope.variable(name), Value(kind, f"%a{number}") if kind.llvm else Value(kind))
        if instance.is_recursive:
            self._check_stack()
        with self.maybe_unreached():
            self.run_body(node)
        try:
            value = self.meet(returned)
        except Unreached:
            instance.returned_now = NEVER
            return self.text()
        value = NOTHING if value is None else value
        if value.static is not None:
            raise WithoutForm
        value = self.data(value)
        kind = self.joined(instance.returned, value.type)
        value = self.convert(value, kind)
        instance.returned_now = kind
        releases = not has_address(kind) and not any(map(is_changeable, instance.arguments))
        if releases and self.allocates:
            self.emit("store ptr %top, ptr %rt")
        self.emit(f"ret {kind.llvm} {value.text}")
        self.is_open = False
        instance.leaks = self.allocates and not releases
        lines = self.text()
        return ["%top = load ptr, ptr %rt", *lines] if releases and self.allocates else lines

    def _know_itself(self, outside: Outside) -> None:
        """Let a nested function that is compiled by itself find itself by its name."""
        closure = self.instance.source.function
        assert isinstance(closure, Closure)
        name = getattr(closure.node, "name", "")
        self.scope.local_names |= {name}
        again = Closure(closure.node, self.scope, closure.defaults)
        self.env[self.scope.variable(name)] = Value(StaticType(again))

    def _check_stack(self) -> None:
        """Raise RecursionError near the end of the stack."""
        here = self.make("ptrtoint ptr %frame to i64")
        place = self.make(part_of_runtime(STACK_END))
        limit = self.make(f"load i64, ptr {place}")
        self.fail_if(self.make(f"icmp ult i64 {here}, {limit}"), RecursionError, "maximum recursion depth exceeded")
        self._allocas.insert(0, "%frame = call ptr @llvm.frameaddress.p0(i32 0)")

    def run_body(self, node: Function) -> None:
        returned = self.scope.returned
        assert returned is not None
        if isinstance(node, ast.Lambda):
            self.arrive(returned, self.expression(node.body))
            return
        self.statements(node.body)
        self.arrive(returned, NOTHING if self.scope.on_yield is None else None)

    # --- statements ---------------------------------------------------------------------------------------------------
    def statements(self, nodes: list[ast.stmt]) -> None:
        """Run statements. Raises Unreached if what follows is never run."""
        for node in nodes:
            self.place = self.place._replace(line=node.lineno)
            method = _METHODS.get(type(node))
            if method is None:
                kind = type(node).__name__.removesuffix("Def").lower()
                raise self.refusal(f"{kind} statements are not compiled")
            method(self, node)

    def _pass(self, _node: ast.stmt) -> None:
        pass

    def _expression_statement(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Yield):
            self._yield(known(None) if node.value.value is None else self.expression(node.value.value))
        elif isinstance(node.value, ast.YieldFrom):
            inner = self.expression(node.value.value)

            def body(item: Value, _after: Join) -> None:
                self._yield(item)

            self.iterate(inner, node, body)
        elif not isinstance(node.value, ast.Constant):
            self.expression(node.value)

    def _yield(self, value: Value) -> None:
        on_yield = self.scope.function.on_yield
        if on_yield is None:
            raise self.refusal("yield in a function that is called")
        on_yield(value)

    def _return(self, node: ast.Return) -> None:
        scope = self.scope.function
        value = known(None) if node.value is None else self.expression(node.value)
        assert scope.returned is not None
        self.leave_tries(scope.tries)
        self.arrive(scope.returned, value if scope.on_yield is None else None)
        raise Unreached

    def leave_tries(self, depth: int) -> None:
        """Leave the `try` statements further in than this."""
        if len(self.tries) > depth:
            outer = self.make(f"load volatile ptr, ptr {self.tries[depth]}")
            self.emit(f"store ptr {outer}, ptr {self.target_place()}")

    def target_place(self) -> str:
        return self.make(part_of_runtime(TARGET))

    # --- assignment ---------------------------------------------------------------------------------------------------
    def _assign(self, node: ast.Assign) -> None:
        value = self.expression(node.value)
        for target in node.targets:
            self.assign_target(target, value)

    def _annotated(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.assign_target(node.target, self.expression(node.value))

    def assign_target(self, target: ast.expr, value: Value) -> None:
        self.node = target
        if isinstance(target, ast.Name):
            self.assign(target.id, value)
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target, value)
        elif isinstance(target, ast.Subscript):
            holder = self.expression(target.value)
            if isinstance(target.slice, ast.Slice):
                self._assign_slice(holder, target.slice, value)
            else:
                self.assign_item(holder, self.expression(target.slice), value)
        elif isinstance(target, ast.Attribute):
            self.set_field(self.expression(target.value), target.attr, value)
        else:
            raise self.refusal("this target of an assignment")

    def assign_item(self, holder: Value, index: Value, value: Value) -> None:
        method = self.method_of(holder, "__setitem__")
        if method is not None:
            self.call(method, [index, value])
        elif isinstance(holder.type, ArrayType):
            self.set_array_item(holder, index, value)
        elif holder.is_known:
            self.set_item(holder, index, value)
        else:
            self.each_member(holder, lambda member: self.set_item(member, index, value))

    def set_array_item(self, array: Value, index: Value, value: Value) -> None:
        raise NotImplementedError

    def _assign_slice(self, holder: Value, node: ast.Slice, value: Value) -> None:
        bounds = [
            known(None) if each is None else self.expression(each) for each in (node.lower, node.upper, node.step)
        ]
        holder = self.writable(holder)
        if not isinstance(holder.type, ListType):
            raise self.never(TypeError, f"{holder.type} object does not support slice assignment")
        row = self.as_sequence(self.collect(value, (self.node, "slice")))
        assert isinstance(row.type, SequenceType)
        if row.type.item is not NEVER:
            self.item_fits(holder, Value(row.type.item, "poison"))
        row = self.convert(row, SequenceType(holder.type.item))
        given = [self.convert_none(bound) for bound in bounds]
        if node.step is None:
            self.call_library("set_slice", holder, given[0], given[1], row)
        else:
            self.call_library("set_steps", holder, *given, row)

    def _unpack(self, target: ast.Tuple | ast.List, value: Value) -> None:
        places = [place for place, each in enumerate(target.elts) if isinstance(each, ast.Starred)]
        if not places:
            for each, part in zip(target.elts, self.unpacked(value, len(target.elts)), strict=True):
                self.assign_target(each, part)
            return
        before, after = places[0], len(target.elts) - places[0] - 1
        if isinstance(value.type, TupleType) or (value.is_known and isinstance(value.known, tuple)):
            parts = self.parts(value)
            if len(parts) < before + after:
                raise self.never(ValueError, "not enough values to unpack")
            middle = self.list_of_values(parts[before : len(parts) - after], target)
            values = [*parts[:before], middle, *parts[len(parts) - after :]]
        else:
            row = self.as_row(value)
            row = self.as_sequence(row if row.static is None else self._tuple([row], {}))
            count = self.part(row, 0)
            self.fail_if(
                self.make(f"icmp slt i64 {count}, {before + after}"), ValueError, "not enough values to unpack"
            )
            values = [self.item(row, known(place)) for place in range(before)]
            inner = self.slice(row, known(before), known(-after if after else None), known(None))
            values += [
                self.list_of(inner, (target, "*")),
                *(self.item(row, known(place - after)) for place in range(after)),
            ]
        for each, part in zip(target.elts, values, strict=True):
            self.assign_target(each.value if isinstance(each, ast.Starred) else each, part)

    def list_of_values(self, values: list[Value], node: Any) -> Value:
        kind = self.site_type((node, "*"), ListType(self._common_type(values)))
        made = self.new_list(kind, str(len(values)))
        if values:
            start = self.list_parts(made)[1]
            for place, value in enumerate(values):
                self.put(self.convert(value, kind.item), start, str(place))
        return made

    def unpacked(self, value: Value, count: int) -> list[Value]:
        if isinstance(value.type, UnionType):
            value = self._only_iterable(value)
        if isinstance(value.type, TupleType) or (value.is_known and isinstance(value.known, tuple)):
            parts = self.parts(value)
            if len(parts) != count:
                word = "too many" if len(parts) > count else "not enough"
                raise self.never(ValueError, f"{word} values to unpack")
            return parts
        if value.is_known and isinstance(value.known, type):
            value = known(tuple(value.known))  # type: ignore[call-overload]
            return self.unpacked(value, count)
        row = self.as_row(value)
        if row.static is not None or row.is_known:
            return self.unpacked(self._tuple([row], {}), count)
        if row.type is STR:
            self._check_count(self.part(row, 0), count)
            return [self.item(row, known(place)) for place in range(count)]
        if not isinstance(row.type, SequenceType | ListType | TupleType):
            raise self.never(TypeError, f"cannot unpack non-iterable {row.type} object")
        row = self.as_sequence(row)
        self._check_count(self.part(row, 0), count)
        assert isinstance(row.type, SequenceType)
        if row.type.item is NEVER:
            raise Unreached
        start = self.part(row, 1)
        return [self.at(row.type.item, start, str(place)) for place in range(count)]

    def _check_count(self, length: str, count: int) -> None:
        self.fail_if(self.make(f"icmp ne i64 {length}, {count}"), ValueError, f"there are not {count} values to unpack")

    def _augmented(self, node: ast.AugAssign) -> None:
        target, kind = node.target, type(node.op)
        if isinstance(target, ast.Name):
            self.node = node
            value = self.augmented(kind, self.lookup(target.id), self.expression(node.value), node)
            self.assign(target.id, value)
        elif isinstance(target, ast.Subscript):
            holder = self.expression(target.value)
            if isinstance(target.slice, ast.Slice):
                raise self.refusal("an augmented assignment to a slice")
            index = self.expression(target.slice)
            self.node = node
            self.assign_item(
                holder, index, self.augmented(kind, self.subscript(holder, index), self.expression(node.value), node)
            )
        else:
            holder = self.expression(target.value)
            self.node = node
            value = self.augmented(kind, self.attribute(holder, target.attr), self.expression(node.value), node)
            self.set_field(holder, target.attr, value)

    def augmented(self, kind: type[ast.operator], left: Value, right: Value, node: ast.stmt) -> Value:
        """The result of `left op= right`, which may be `left` itself, changed."""
        self.node = node
        if isinstance(left.type, ListType) and kind is ast.Add:
            self.extend(left, right)
            return left
        if isinstance(left.type, ListType) and kind is ast.Mult:
            raise self.refusal("*= of a list")
        if isinstance(left.type, SetType) and not left.type.frozen:
            self._augmented_set(kind, left, right)
            return left
        if isinstance(left.type, DictType) and kind is ast.BitOr:
            self.call_method(left, "update", [right], {})
            return left
        return self.binary_or_method(kind, left, right)

    def _augmented_set(self, kind: type[ast.operator], left: Value, right: Value) -> None:
        left = self.writable(left)
        right = self.data(right)
        if not isinstance(right.type, SetType) or kind not in (ast.BitOr, ast.Sub, ast.BitXor, ast.BitAnd):
            raise self.never(TypeError, f"unsupported operand types: {left.type} and {right.type}")
        if kind is ast.BitOr:
            self.update_set(left, right)
        elif kind is ast.BitAnd:
            self.call_library("take_over", left, self.thawed(self.binary(ast.BitAnd, left, right)))
        elif kind is ast.Sub:
            self.call_library("discard_members", left, right)
        else:
            self.item_fits(left, Value(right.type.item, "poison"))
            self.call_library("turn_members", left, right)

    def _delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                holder = self.scope.holder(target.id)
                if holder is not None:
                    self.lookup(target.id)
                    self.env.pop(holder.variable(target.id), None)
                continue
            if not isinstance(target, ast.Subscript):
                raise self.refusal("del of an attribute")
            self.node = target
            holder_value = self.writable(self.expression(target.value))
            if isinstance(target.slice, ast.Slice):
                parts = (target.slice.lower, target.slice.upper, target.slice.step)
                bounds = [known(None) if each is None else self.expression(each) for each in parts]
                self.call_library("delete_slice", holder_value, *bounds)
            elif isinstance(holder_value.type, ListType):
                self.call_library("delete", holder_value, self.expression(target.slice))
            elif isinstance(holder_value.type, DictType):
                self.call_library("remove_key", holder_value, self.data(self.expression(target.slice)))
            else:
                raise self.never(TypeError, f"{holder_value.type} object doesn't support item deletion")

    # --- branches and loops -------------------------------------------------------------------------------------------
    def _if(self, node: ast.If) -> None:
        yes, no, after = self.join(), self.join(), self.join()
        self.branch(node.test, yes, no)
        for meeting, body in ((yes, node.body), (no, node.orelse)):
            with self.maybe_unreached():
                self.meet(meeting)
                self.statements(body)
                self.arrive(after)
        self.meet(after)

    def _while(self, node: ast.While) -> None:
        done, yes, no = self.join(), self.join(), self.join()
        assigned = assigned_names(*node.body, node.test)
        head = self.head(node, assigned)
        self.branch(node.test, yes, no)
        with self.maybe_unreached():
            self.meet(yes)
            self._run_once(node, done, assigned)
            self.again(head)
        with self.maybe_unreached():
            self.meet(no)
            self.statements(node.orelse)
            self.arrive(done)
        self.meet(done)

    def _for(self, node: ast.For) -> None:
        done = self.join()
        iterable = self.expression(node.iter)
        assigned = assigned_names(node.target, *node.body)

        def body(item: Value, _after: Join) -> None:
            self._run_once(node, done, assigned, item)

        with self.maybe_unreached():
            self.iterate(iterable, node, body, assigned)
            self.statements(node.orelse)
            self.arrive(done)
        self.meet(done)

    def _run_once(
        self, node: ast.For | ast.While, done: Join, assigned: frozenset[str], item: Value | None = None
    ) -> None:
        """One turn of a loop, with this item. `assigned`: names of variables that it may assign. Raises Unreached if it
        does not come to its end.

        In kernels the memory that a turn takes is given back at its end, unless something may still refer to it.
        """
        before, took = dict(self.env), self.allocates
        self.allocates = False
        releases, end = not (self.checked or yields(node)), self.join()
        top = self.held("ptr", self.make("load ptr, ptr %rt")) if releases else None
        self.loops = [*self.loops, Loop(done, end, len(self.tries))]
        try:
            with self.maybe_unreached():
                if item is not None:
                    assert isinstance(node, ast.For)
                    self.assign_target(node.target, item)
                self.statements(node.body)
                self.arrive(end)
        finally:
            self.loops = self.loops[:-1]
            took, self.allocates = self.allocates, took or self.allocates
        self.meet(end)
        if top is None or not took:
            return
        outlive = any(
            is_changeable(held.type) or (has_address(held.type) and name.partition("@")[0] in assigned)
            for name, held in before.items()
        )
        new = [name for name, held in self.env.items() if name not in before and has_address(held.type)]
        if not outlive and self.instance.learnt.kept.isdisjoint(new):
            self.emit(f"store ptr {top()}, ptr %rt")
            for name in new:
                self.env[name] = known(Mixed("its memory has been given back"))

    def _break(self, _node: ast.Break) -> None:
        loop = self.loops[-1]
        self.leave_tries(loop.tries)
        self.arrive(loop.done)
        raise Unreached

    def _continue(self, _node: ast.Continue) -> None:
        loop = self.loops[-1]
        self.leave_tries(loop.tries)
        self.arrive(loop.again)
        raise Unreached

    def _match(self, node: ast.Match) -> None:
        subject = self.expression(node.subject)
        after = self.join()
        with self.maybe_unreached():
            for case in node.cases:
                failed = self.join()
                with self.maybe_unreached():
                    self._matches(case.pattern, subject, failed)
                    if case.guard is not None:
                        passed = self.join()
                        self.branch(case.guard, passed, failed)
                        self.meet(passed)
                    self.statements(case.body)
                    self.arrive(after)
                self.meet(failed)
            self.arrive(after)
        self.meet(after)

    def _need(self, truth: Value, failed: Join) -> None:
        """Go on only if this is true. Raises Unreached if it never is."""
        if truth.is_known:
            if not truth.known:
                self.arrive(failed)
                raise Unreached
            return
        yes, no = self.label(), self.label()
        self.fork(truth.text, yes, no)
        before = dict(self.env)
        self.begin(no)
        self.arrive(failed)
        self.begin(yes)
        self.env = before

    def _matches(self, pattern: ast.pattern, subject: Value, failed: Join) -> None:
        """Go on if a value has a pattern, else at `failed`."""
        if isinstance(pattern, ast.MatchValue):
            self._need(self.truth(self.one_comparison(ast.Eq(), subject, self.expression(pattern.value))), failed)
        elif isinstance(pattern, ast.MatchSingleton):
            self._need(self.same(subject, known(pattern.value)), failed)
        elif isinstance(pattern, ast.MatchAs):
            if pattern.pattern is not None:
                self._matches(pattern.pattern, subject, failed)
            if pattern.name is not None:
                self.assign(pattern.name, subject)
        elif isinstance(pattern, ast.MatchOr):
            self._match_any(pattern, subject, failed)
        elif isinstance(pattern, ast.MatchSequence):
            self._match_sequence(pattern, subject, failed)
        else:
            raise self.refusal("this pattern")

    def _match_any(self, pattern: ast.MatchOr, subject: Value, failed: Join) -> None:
        found = self.join()
        with self.maybe_unreached():
            for each in pattern.patterns:
                missed = self.join()
                with self.maybe_unreached():
                    self._matches(each, subject, missed)
                    self.arrive(found)
                self.meet(missed)
            self.arrive(failed)
        self.meet(found)

    def _match_sequence(self, pattern: ast.MatchSequence, subject: Value, failed: Join) -> None:
        if isinstance(subject.type, UnionType):
            fits = [kind for kind in subject.type.members if isinstance(kind, TupleType | SequenceType | ListType)]
            if len(fits) != 1:
                raise self.refusal("a pattern of a value of several types")
            self._need(self.is_member(subject, lambda kind: kind == fits[0]), failed)
            subject = self.only(subject, fits[0])
        if not (
            isinstance(subject.type, TupleType | SequenceType | ListType)
            or (subject.is_known and isinstance(subject.known, tuple))
        ):
            self.arrive(failed)
            raise Unreached
        if any(isinstance(each, ast.MatchStar) for each in pattern.patterns):
            raise self.refusal("* in a pattern")
        count = len(pattern.patterns)
        self._need(self.compare("==", self._len([subject], {}), known(count)), failed)
        for each, part in zip(pattern.patterns, self.unpacked(subject, count), strict=True):
            self._matches(each, part, failed)

    # --- errors -------------------------------------------------------------------------------------------------------
    def _assert(self, node: ast.Assert) -> None:
        yes, no = self.join(), self.join()
        self.branch(node.test, yes, no)
        with self.maybe_unreached():
            self.meet(no)
            raise self.never(AssertionError, *self._arguments([node.msg] if node.msg is not None else []))
        self.meet(yes)

    def _arguments(self, nodes: list[ast.expr]) -> list[Any]:
        """The arguments of an exception: those that are constants, and something in place of others."""
        found: list[Any] = []
        for each in nodes:
            value = self.expression(each)
            found.append(value.known if value.is_known else UNKNOWN)
        return found

    def _raise(self, node: ast.Raise) -> None:
        raised = node.exc
        if raised is None:
            if self.caught is None:
                raise self.never(RuntimeError, "No active exception to reraise")
            self.emit(f"call void @fail(ptr %rt, i64 {self.caught()})")
            self.emit("unreachable")
            self.is_open = False
            raise Unreached
        arguments: list[ast.expr] = []
        if isinstance(raised, ast.Call):
            arguments, raised = raised.args, raised.func
        cls = self.expression(raised)
        is_raised = self.place.file != library.__file__
        if cls.is_known and isinstance(cls.known, BaseException) and not arguments:
            self.fail(type(cls.known), *cls.known.args, is_raised=is_raised)
            raise Unreached
        if not (cls.is_known and isinstance(cls.known, type) and issubclass(cls.known, BaseException)):
            raise self.refusal("the class of an exception that is raised is not known")
        self.fail(cls.known, *self._arguments(arguments), is_raised=is_raised)
        raise Unreached

    def _try(self, node: ast.Try) -> None:
        """Errors leave by longjmp, so a handler begins where setjmp returns a second time. Variables that the body assigns
        keep one type meanwhile, and stay in memory.
        """
        if node.finalbody:
            self._try(self._without_finally(node))
            return
        names = assigned_names(*node.body)
        kinds = self.instance.learnt.loops.setdefault((node, self.path), {})
        before_pins, self.pins = self.pins, dict(self.pins)
        for name in names:
            holder = self.scope.holder(name)
            if holder is None:
                continue
            variable = holder.variable(name)
            held = self.env.get(variable)
            kind = kinds.get(variable)
            if kind is None and held is not None:
                kind = self.data(held).type if held.is_known else held.type
            if kind is not None and kind.llvm:
                if held is not None:
                    self.write(variable, self.convert(self.load(held), kind))
                self.pins[variable] = (kind, kinds)
            else:
                self.pins[variable] = (NEVER, kinds)
        buffer = self.alloca("[64 x i64]", ", align 16")
        place = self.target_place()
        old = self.make(f"load ptr, ptr {place}")
        saved = self.alloca("ptr")
        self.emit(f"store volatile ptr {old}, ptr {saved}")
        self.emit(f"store ptr {buffer}, ptr {place}")
        code = self.make(f"call i32 @_setjmp(ptr {buffer}) returns_twice")
        first, failed, after = self.label(), self.label(), self.join()
        self.fork(self.make(f"icmp eq i32 {code}, 0"), first, failed)
        start = dict(self.env)
        self.begin(first)
        self.tries = [*self.tries, saved]
        with self.maybe_unreached():
            self.statements(node.body)
            self.emit(f"store ptr {old}, ptr {self.target_place()}")
            self.tries, tries = self.tries[:-1], self.tries
            with self.maybe_unreached():
                self.statements(node.orelse)
                self.arrive(after)
            self.tries = tries
        self.tries = self.tries[:-1]
        pins, self.pins = self.pins, before_pins
        self.begin(failed)
        self.env = start
        for variable, (kind, _) in pins.items():
            if kind is not NEVER:
                self.env[variable] = Value(kind, self.slot(variable, kind))
        restored = self.make(f"load volatile ptr, ptr {saved}")
        self.emit(f"store ptr {restored}, ptr {self.target_place()}")
        number = self.make(f"load i64, ptr {self.make(part_of_runtime(CODE))}")
        for handler in node.handlers:
            self._handler(handler, number, after)
        if self.is_open:
            self.emit(f"call void @fail(ptr %rt, i64 {number})")
            self.emit("unreachable")
            self.is_open = False
        self.meet(after)

    def _without_finally(self, node: ast.Try) -> ast.Try:
        """The same with what is done at last after the rest, and in a handler that raises the error again."""
        inside = [each for part in (node.body, node.handlers, node.orelse) for one in part for each in ast.walk(one)]
        if any(isinstance(each, ast.Return | ast.Break | ast.Continue) for each in inside):
            raise self.refusal("a return, break or continue that finally interrupts")
        if node not in _REWRITTEN:
            body: list[ast.stmt] = node.body
            if node.handlers:
                inner = ast.Try(node.body, node.handlers, node.orelse, [])
                body = [ast.copy_location(inner, node)]
            again = ast.copy_location(ast.Raise(None, None), node)
            every = ast.copy_location(ast.Name("BaseException", ast.Load()), node)
            handler = ast.copy_location(ast.ExceptHandler(every, None, [*node.finalbody, again]), node)
            _REWRITTEN[node] = ast.copy_location(ast.Try(body, [handler], node.finalbody, []), node)
        return _REWRITTEN[node]

    def _handler(self, node: ast.ExceptHandler, number: str, after: Join) -> None:
        classes = known(Exception) if node.type is None else self.expression(node.type)
        if not classes.is_known:
            raise self.refusal("the class of a handler is not known")
        if node.name is not None:
            raise self.refusal("the exception that is caught is used")
        caught = self.module.catcher(classes.known)
        matches = self.make(f"call i1 @{caught}(i64 {number})")
        hit, miss = self.label(), self.label()
        self.fork(matches, hit, miss)
        before, caught_before = dict(self.env), self.caught
        self.begin(hit)
        self.caught = self.held("i64", number)
        with self.maybe_unreached():
            self.statements(node.body)
            self.arrive(after)
        self.caught = caught_before
        self.begin(miss)
        self.env = before

    caught: Any = None
    """Reads the number of the error that the present handler has caught."""

    pins: dict[str, Any] = {}

    def write(self, name: str, value: Value) -> None:
        if name in self.pins:
            kind, kinds = self.pins[name]
            value = self.data(value)
            wide: Type = self.joined(kind, value.type)
            if wide != kind:
                kinds[name] = wide
                raise Restart(self.instance)
            value = self.convert(value, wide)
        super().write(name, value)

    # --- definitions --------------------------------------------------------------------------------------------------
    def _define(self, node: ast.FunctionDef) -> None:
        if node.decorator_list:
            decorators = [self.expression(each) for each in node.decorator_list]
            names = [getattr(each.known, "__name__", "") if each.is_known else "" for each in decorators]
            if not all(name in ("cache", "lru_cache") for name in names):
                raise self.refusal("a nested function with a decorator")
        self.assign(node.name, self.closure(node))

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        import importlib

        for alias in node.names:
            if isinstance(node, ast.ImportFrom):
                found = getattr(importlib.import_module(node.module or ""), alias.name)
            else:
                found = importlib.import_module(alias.name.partition(".")[0] if alias.asname is None else alias.name)
            self.assign((alias.asname or alias.name).partition(".")[0], known(found))


class Unknown:
    """Stands for an argument of an exception that only the run shows."""

    def __repr__(self) -> str:
        return "(a value that only interpreted code shows)"


UNKNOWN = Unknown()

_REWRITTEN: dict[ast.Try, ast.Try] = {}
"""Statements with `finally`, and what is compiled in their place."""

_METHODS: dict[type[ast.stmt], Any] = {
    ast.Pass: Statements._pass,
    ast.Nonlocal: Statements._pass,
    ast.Global: Statements._pass,
    ast.Expr: Statements._expression_statement,
    ast.Return: Statements._return,
    ast.Assign: Statements._assign,
    ast.AnnAssign: Statements._annotated,
    ast.AugAssign: Statements._augmented,
    ast.Delete: Statements._delete,
    ast.If: Statements._if,
    ast.While: Statements._while,
    ast.For: Statements._for,
    ast.Break: Statements._break,
    ast.Continue: Statements._continue,
    ast.Match: Statements._match,
    ast.Assert: Statements._assert,
    ast.Raise: Statements._raise,
    ast.Try: Statements._try,
    ast.FunctionDef: Statements._define,
    ast.Import: Statements._import,
    ast.ImportFrom: Statements._import,
}
