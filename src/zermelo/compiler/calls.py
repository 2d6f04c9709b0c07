"""Names, attributes and calls.

A function is compiled once for each types of arguments. A call with an argument that has no form, such as a lambda or a
generator, and the call of a nested function, is put in the place of the call instead.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import inspect
import types
from collections.abc import Callable
from typing import Any

from zermelo.compiler import library
from zermelo.compiler.blocks import NOTHING, Unreached
from zermelo.compiler.instances import Instance, Restart, Source
from zermelo.compiler.iteration import Iteration
from zermelo.compiler.scopes import (
    Bound,
    Closure,
    Function,
    Generator,
    Outside,
    Scope,
    assigns_outside,
    calls_itself,
    free_names,
    local_names,
    parameters,
    source_of,
    yields,
)
from zermelo.compiler.types import (
    INT,
    NEVER,
    NONE,
    RANGE,
    ArrayType,
    BitsType,
    EnumType,
    HostType,
    Mixed,
    ObjectType,
    StaticType,
    TupleType,
    UnionType,
    Value,
    as_data,
    fields_of,
    is_frozen_dataclass,
    is_named_tuple,
    known,
    python_class,
)
from zermelo.core.bits import Bits

MOST_PUT_IN_PLACE = 40
"""How deeply calls may be put in the place of calls."""


class WithoutForm(Exception):
    """A function returns a generator or another value without form, so its calls are put in the place of the call."""


class Calls(Iteration):
    """Adds names, attributes and calls."""

    # --- names --------------------------------------------------------------------------------------------------------
    def lookup(self, name: str) -> Value:
        """The value of a name. Raises Unreached, Restart, NotCompiled."""
        holder = self.scope.holder(name)
        if holder is None:
            try:
                return known(self.scope.outside.find(name))
            except LookupError:
                raise self.never(NameError, f"name {name!r} is not defined") from None
        variable = holder.variable(name)
        value = self.read(variable)
        if value is not None:
            if isinstance(value.static, Generator):
                self.env[variable] = known(Mixed("it is a generator that has been used"))
            return value
        if variable in self.instance.learnt.kept:
            raise self.never(UnboundLocalError, f"cannot access local variable {name!r}")
        self.instance.learnt.kept.add(variable)
        raise Restart(self.instance)

    def assign(self, name: str, value: Value) -> None:
        holder = self.scope.holder(name)
        if holder is None:
            raise self.refusal(f"the name {name} of the module is assigned")
        self.write(holder.variable(name), value)

    # --- attributes ---------------------------------------------------------------------------------------------------
    def attribute(self, value: Value, name: str) -> Value:
        """`value.name`. Raises Unreached."""
        if name.startswith("__") and not name.endswith("__") and self.scope.function.outside.function is not None:
            name = self.mangled(name)
        if value.static is not None:
            raise self.refusal(f"the attribute {name} of {value.static}")
        return self.each_static(value, lambda member: self._attribute(member, name))

    def mangled(self, name: str) -> str:
        """A private name with that of its class."""
        parts = self.scope.function.outside.function.__qualname__.rsplit(".", 2)
        if len(parts) < 2 or parts[-2] == "<locals>":
            return name
        return f"_{parts[-2].lstrip('_')}{name}"

    def each_static(self, value: Value, work: Callable[[Value], Value]) -> Value:
        """As `each_member`, but a value that is no union may lead to one without form."""
        if isinstance(value.type, UnionType):
            found = self.each_member(value, work)
            assert found is not None
            return found
        return work(value)

    def _attribute(self, value: Value, name: str) -> Value:
        kind = value.type
        if value.is_known:
            return self._of_constant(value, name)
        if isinstance(kind, HostType):
            return self._of_host(value, name)
        if isinstance(kind, TupleType) and kind.cls is not None:
            if name in kind.fields:
                place = kind.fields.index(name)
                return Value(kind.items[place], self.part(value, place))
            return self._of_class(value, kind.cls, name)
        if isinstance(kind, ObjectType):
            return self._of_object(value, name)
        if isinstance(kind, EnumType):
            return self._of_member(value, kind.cls, name)
        if isinstance(kind, BitsType) and name in ("width", "value"):
            return known(kind.width) if name == "width" else self._board_value(value)
        if isinstance(kind, ArrayType):
            return self.array_attribute(value, name)
        if kind is RANGE and name in ("start", "stop", "step"):
            return self.range_parts(value)[("start", "stop", "step").index(name)]
        if kind is NONE:
            raise self.never(AttributeError, f"'NoneType' object has no attribute {name!r}")
        return Value(StaticType(Bound(value, name)))

    def array_attribute(self, value: Value, name: str) -> Value:
        raise self.refusal(f"the attribute {name} of an array")

    def _board_value(self, board: Value) -> Value:
        kind = board.type
        assert isinstance(kind, BitsType)
        if kind.width >= 64:
            high = self.make(f"lshr {kind.llvm} {board.text}, 63")
            self.fail_if(
                self.make(f"icmp ne {kind.llvm} {high}, 0"), OverflowError, "an integer does not fit in 64 bits"
            )
        return Value(INT, self.resized(board.text, kind.llvm, "i64"))

    def _of_constant(self, value: Value, name: str) -> Value:
        held, cls = value.known, python_class(value.known)
        if isinstance(held, enum.Enum):
            if name in ("name", "value", "_name_", "_value_"):
                return known(getattr(held, name))
            return self._of_class(value, cls, name)
        if isinstance(held, type):
            return self._of_type(value, held, name)
        if isinstance(held, types.ModuleType):
            try:
                return known(getattr(held, name))
            except AttributeError as error:
                raise self.never(AttributeError, str(error)) from None
        if value.is_constant(int, str, list, dict, set, frozenset, range, Bits) or (
            value.is_constant(tuple) and not is_named_tuple(cls)
        ):
            if value.is_constant(Bits, range) and name in ("width", "value", "start", "stop", "step"):
                return known(getattr(held, name))
            return Value(StaticType(Bound(value, name)))
        if is_named_tuple(cls) and name in ("count", "index", "_replace", "_asdict", "_fields"):
            return Value(StaticType(Bound(value, name)))
        if isinstance(held, types.FunctionType | functools._lru_cache_wrapper):
            raise self.refusal(f"the attribute {name} of a function")
        if name in getattr(held, "__dict__", {}) or name in getattr(cls, "__slots__", ()) or name in _fields(held):
            return known(getattr(held, name))
        return self._of_class(value, cls, name)

    def _of_type(self, value: Value, cls: type, name: str) -> Value:
        """An attribute of a class."""
        if name in ("__name__", "__members__", "_fields"):
            return known(getattr(cls, name))
        if issubclass(cls, enum.Enum) and name in cls.__members__:
            return known(cls[name])
        member = _static_member(cls, name)
        if issubclass(python_class(member), classmethod):
            return Value(StaticType(Bound(value, member.__func__)))
        if isinstance(member, staticmethod):
            return known(member.__func__)
        if member is _MISSING or cls.__module__ == "builtins":
            return Value(StaticType(Bound(value, name)))
        return known(member)

    def _of_class(self, value: Value, cls: type, name: str) -> Value:
        """An attribute that an object has from its class."""
        member = _static_member(cls, name)
        if member is _MISSING or (issubclass(cls, tuple) and name in ("_replace", "_asdict")):
            if issubclass(cls, tuple):
                return Value(StaticType(Bound(value, name)))
            raise self.never(AttributeError, f"{cls.__name__!r} object has no attribute {name!r}")
        if isinstance(member, property):
            return self.call(known(member.fget), [value])
        if isinstance(member, functools.cached_property):
            return self.call(known(member.func), [value])
        if issubclass(python_class(member), classmethod):
            return Value(StaticType(Bound(known(cls), member.__func__)))
        if isinstance(member, staticmethod):
            return known(member.__func__)
        if isinstance(member, types.FunctionType | functools._lru_cache_wrapper):
            return Value(StaticType(Bound(value, member)))
        if not hasattr(python_class(member), "__get__"):
            return known(member)
        return Value(StaticType(Bound(value, name)))

    def _of_member(self, value: Value, cls: type[enum.Enum], name: str) -> Value:
        if name in ("value", "_value_"):
            return self.member_value(value)
        if name in ("name", "_name_"):
            return self.choice([known(member.name) for member in cls], value.text)
        return self._of_class(value, cls, name)

    def _of_host(self, value: Value, name: str) -> Value:
        """An attribute of a game or of another object that Python has made: see `hosts`."""
        kind = value.type
        assert isinstance(kind, HostType)
        host = self.program.hosts[kind.path]
        if name in host.places:
            return self.from_block(value, host, name)
        if name in host.constants:
            return known(host.constants[name])
        member = _static_member(kind.cls, name)
        if member is _MISSING or (name in vars(host.obj) and not isinstance(member, property)):
            if hasattr(host.obj, name) and name in vars(host.obj):
                return known(getattr(host.obj, name))
            raise self.never(AttributeError, f"{kind.cls.__name__!r} object has no attribute {name!r}")
        return self._of_class(value, kind.cls, name)

    def from_block(self, value: Value, host: Any, name: str) -> Value:
        raise NotImplementedError

    def _of_object(self, value: Value, name: str) -> Value:
        """An attribute of an object that the program has made."""
        kind = value.type
        assert isinstance(kind, ObjectType)
        fields = self.program.fields[kind.cls]
        if name in fields:
            return self.load_field(value, name)
        return self._of_class(value, kind.cls, name)

    def _form_of_object(self, cls: type) -> str:
        """LLVM's type of an object: its attributes, and for each a byte that says whether it has been assigned."""
        fields = self.program.fields[cls]
        return f"{{{', '.join([*(kind.llvm for kind in fields.values()), f'[{len(fields)} x i8]'])}}}"

    def _places_of_field(self, value: Value, name: str) -> tuple[str, str]:
        """The addresses of an attribute, and of the byte that says whether it has been assigned."""
        assert isinstance(value.type, ObjectType)
        fields, form = self.program.fields[value.type.cls], self._form_of_object(value.type.cls)
        place = list(fields).index(name)
        start = f"getelementptr inbounds {form}, ptr {value.text}, i64 0, i32"
        return self.make(f"{start} {place}"), self.make(f"{start} {len(fields)}, i64 {place}")

    def load_field(self, value: Value, name: str) -> Value:
        """Its program raises AttributeError if the attribute has not been assigned."""
        assert isinstance(value.type, ObjectType)
        held = self.program.fields[value.type.cls][name]
        if held is NEVER:
            raise Unreached
        place, assigned = self._places_of_field(value, name)
        missing = self.make(f"icmp eq i8 {self.make(f'load i8, ptr {assigned}')}, 0")
        self.fail_if(missing, AttributeError, f"{value.type} object has no attribute {name!r}")
        return Value(held, self.make(f"load {held.llvm}, ptr {place}"))

    def _store_field(self, value: Value, name: str, item: Value) -> None:
        place, assigned = self._places_of_field(value, name)
        self.emit(f"store {item.type.llvm} {item.text}, ptr {place}")
        self.emit(f"store i8 1, ptr {assigned}")

    def set_field(self, value: Value, name: str, item: Value) -> None:
        """`value.name = item`."""
        kind = value.type
        if not isinstance(kind, ObjectType):
            error = (
                dataclasses.FrozenInstanceError if isinstance(kind, TupleType) and not kind.is_tuple else AttributeError
            )
            if isinstance(kind, HostType) or value.is_known:
                raise self.refusal(f"the attribute {name} of {kind} is assigned")
            raise self.never(error, f"cannot assign to field {name!r}")
        name = self.mangled(name) if name.startswith("__") and not name.endswith("__") else name
        setter = _static_member(kind.cls, name)
        if isinstance(setter, property):
            self.call(known(setter.fset), [value, item])
            return
        fields = self.program.fields[kind.cls]
        item = self.data(item)
        wide = self.joined(fields.get(name, NEVER), item.type)
        if wide != fields.get(name):
            fields[name] = wide
            self.program.start_again()
        self._store_field(value, name, self.convert(item, wide))

    # --- calls --------------------------------------------------------------------------------------------------------
    def call(self, function: Value, arguments: list[Value], named: dict[str, Value] | None = None) -> Value:
        """Call a function with these arguments. Raises Unreached, NotCompiled."""
        named = named or {}
        static = function.static
        if isinstance(static, Closure):
            return self._call_closure(static, arguments, named)
        if isinstance(static, Bound):
            return self._call_bound(static, arguments, named)
        if function.is_known:
            return self._call_known(function.known, arguments, named)
        if isinstance(function.type, ObjectType | HostType):
            return self.call(self.attribute(function, "__call__"), arguments, named)
        raise self.never(TypeError, f"{function.type} object is not callable")

    def _call_known(self, function: Any, arguments: list[Value], named: dict[str, Value]) -> Value:
        if isinstance(function, functools._lru_cache_wrapper):
            function = function.__wrapped__
        if isinstance(function, functools.partial):
            extra = {name: known(value) for name, value in function.keywords.items()}
            return self._call_known(function.func, [*map(known, function.args), *arguments], {**extra, **named})
        if isinstance(function, types.MethodType):
            return self._call_known(function.__func__, [known(function.__self__), *arguments], named)
        builtin = self.builtin(function)
        if builtin is not None:
            return builtin(arguments, named)
        if isinstance(function, type):
            return self.construct(function, arguments, named)
        if isinstance(function, types.FunctionType):
            return self.call_function(function, arguments, named)
        method = _static_member(python_class(function), "__call__")
        if isinstance(method, types.FunctionType):
            return self.call_function(method, [known(function), *arguments], named)
        name = getattr(function, "__qualname__", None) or type(function).__name__
        module = getattr(function, "__module__", None) or ""
        raise self.refusal(f"{'' if module == 'builtins' else module + '.'}{name}() is not compiled".lstrip("."))

    def builtin(self, function: Any) -> Callable[[list[Value], dict[str, Value]], Value] | None:
        """How a function that the compiler knows is called; None for any other."""
        raise NotImplementedError

    def _call_bound(self, bound: Bound, arguments: list[Value], named: dict[str, Value]) -> Value:
        if isinstance(bound.method, str):
            return self.call_method(bound.receiver, bound.method, arguments, named)
        return self._call_known(bound.method, [bound.receiver, *arguments], named)

    def call_method(self, receiver: Value, name: str, arguments: list[Value], named: dict[str, Value]) -> Value:
        """Call a method of a type that the compiler knows."""
        raise NotImplementedError

    def call_function(self, function: types.FunctionType, arguments: list[Value], named: dict[str, Value]) -> Value:
        """Call a function of which there is source."""
        replaced = self.program.replacement(function)
        if replaced is not None:
            return replaced(self, arguments)
        source = source_of(function)
        given = self.bind(source.node, arguments, named, self._defaults(function))
        outside = self.program.outside(function)
        checked = self.checked or self.program.is_checked(function, given)
        if yields(source.node):
            assert isinstance(source.node, ast.FunctionDef)
            anchor = Scope(-1, frozenset(), None, outside, checked=checked)
            return Value(StaticType(Generator(source.node, anchor, given)))
        if source.node in self.program.put_in_place or any(value.static is not None for value in given.values()):
            return self.in_place(source.node, None, outside, given, checked=checked)
        try:
            return self.call_instance(source, given, checked)
        except WithoutForm:
            self.program.put_in_place.add(source.node)
            return self.in_place(source.node, None, outside, given, checked=checked)

    def _defaults(self, function: types.FunctionType) -> dict[str, Value]:
        node = source_of(function).node
        names = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
        values = function.__defaults__ or ()
        found = dict(zip(names[len(names) - len(values) :], map(known, values), strict=True))
        for name, value in (function.__kwdefaults__ or {}).items():
            found[name] = known(value)
        for name, value in found.items():
            if isinstance(value.known, list | dict | set):
                found[name] = self.refused_default(name, value)
        return found

    def refused_default(self, name: str, value: Value) -> Value:
        """A mutable default, which is one object for all calls: as a constant it cannot be changed."""
        return value

    def bind(
        self, node: Function, arguments: list[Value], named: dict[str, Value], defaults: dict[str, Value]
    ) -> dict[str, Value]:
        """The arguments by the names of the parameters. Raises Unreached for a wrong number."""
        given = node.args
        positional = [*given.posonlyargs, *given.args]
        found = {each.arg: value for each, value in zip(positional, arguments, strict=False)}
        rest = arguments[len(positional) :]
        if rest and given.vararg is None:
            raise self.never(TypeError, "too many positional arguments")
        extra = self._bind_names(given, named, found)
        for each in (*positional, *given.kwonlyargs):
            if each.arg not in found:
                if each.arg not in defaults:
                    raise self.never(TypeError, f"missing a required argument: {each.arg!r}")
                found[each.arg] = defaults[each.arg]
        if given.vararg is not None:
            found[given.vararg.arg] = self.tuple(rest)
        if given.kwarg is not None:
            if extra:
                raise self.refusal("**arguments are not compiled")
            found[given.kwarg.arg] = known({})
        return found

    def _bind_names(self, given: ast.arguments, named: dict[str, Value], found: dict[str, Value]) -> dict[str, Value]:
        """Bind the arguments that are given by name, and return those for which there is no parameter."""
        extra: dict[str, Value] = {}
        for name, value in named.items():
            if name in found:
                raise self.never(TypeError, f"got multiple values for argument {name!r}")
            if name in [each.arg for each in (*given.args, *given.kwonlyargs)]:
                found[name] = value
            elif given.kwarg is not None:
                extra[name] = value
            else:
                raise self.never(TypeError, f"got an unexpected keyword argument {name!r}")
        return extra

    def _call_closure(self, closure: Closure, arguments: list[Value], named: dict[str, Value]) -> Value:
        node = closure.node
        given = self.bind(node, arguments, named, closure.defaults)
        if yields(node):
            assert isinstance(node, ast.FunctionDef)
            below = Scope(-1, frozenset(), closure.scope, closure.scope.outside, checked=closure.scope.checked)
            return Value(StaticType(Generator(node, below, given)))
        if isinstance(node, ast.FunctionDef) and calls_itself(node):
            return self._call_recursive_closure(closure, given)
        return self.in_place(node, closure.scope, closure.scope.outside, given, checked=closure.scope.checked)

    def _call_recursive_closure(self, closure: Closure, given: dict[str, Value]) -> Value:
        """Call a nested function that calls itself: what it reads around it becomes arguments."""
        node = closure.node
        if assigns_outside(node):
            raise self.refusal("a nested function that calls itself assigns a variable around it")
        captured: dict[str, Value] = {}
        for name in free_names(node):
            holder = closure.scope.holder(name)
            if holder is not None and name != getattr(node, "name", ""):
                value = self.read(holder.variable(name))
                if value is not None:
                    captured[name] = value
        place = self.place._replace(line=node.lineno)
        scope = closure.scope
        source = Source(closure, node, place, (scope.outside, tuple(captured)))
        return self.call_instance(source, {**given, **captured}, self.checked)

    # --- in the place of the call -------------------------------------------------------------------------------------
    def in_place(
        self, node: Function, parent: Scope | None, outside: Outside, given: dict[str, Value], *, checked: bool
    ) -> Value:
        """What a function returns, run here."""
        if len(self.path) > 2 * MOST_PUT_IN_PLACE:
            raise self.refusal("calls with functions or generators as arguments are nested too deeply")
        caller, path, place, before = self.scope, self.path, self.place, self.scopes
        loops, self.loops = self.loops, []
        tries = self.tries
        self.scope = self.new_scope(local_names(node), parent, outside, checked=checked)
        own = self.scope
        own.returned, own.tries = self.join(), len(tries)
        self.path = (*path, self.node, node)
        try:
            for parameter in parameters(node):
                self.write(own.variable(parameter.arg), given[parameter.arg])
            with self.maybe_unreached():
                self.run_body(node)
            value = self.meet(own.returned)
        finally:
            self.scope, self.path, self.place, self.loops, self.tries = caller, path, place, loops, tries
        if value is None or value.static is None:  # else it may need the variables
            self.forget_scopes(before)
        return NOTHING if value is None else value

    tries: list[Any]

    def run_body(self, node: Function) -> None:
        """Run the statements of a function, whose scope is the present one. Every path ends at `scope.returned`."""
        raise NotImplementedError

    # --- instances ----------------------------------------------------------------------------------------------------
    def call_library(self, name: str, *arguments: Value) -> Value:
        return self.call_function(getattr(library, name), list(arguments), {})

    def call_instance(self, source: Source, given: dict[str, Value], checked: bool) -> Value:
        """Call a function that is compiled for the types of these arguments."""
        values = [self.as_argument(value) for value in given.values()]
        instance: Instance = self.program.instance(source, tuple(given), tuple(value.type for value in values), checked)
        if not instance.is_done:
            instance.is_used_early = True
            instance.is_put_inside = instance.is_put_inside or (not self.checked and instance is not self.instance)
            instance.calls_itself = instance.calls_itself or instance is self.instance
        values = [self.convert(value, kind) for value, kind in zip(values, instance.arguments, strict=True)]
        texts = ["ptr %rt"] + [f"{value.type.llvm} {value.text}" for value in values if value.type.llvm]
        kind = instance.returned
        call = f"call {'void' if kind is NEVER else kind.llvm} @{instance.name}({', '.join(texts)})"
        self.allocates = self.allocates or instance.leaks
        if kind is NEVER:
            if instance.is_done:
                self.emit(call)
            raise Unreached
        return Value(kind, self.make(call))

    def as_argument(self, value: Value) -> Value:
        """A value as it is handed to an instance: a constant as data, unless it has no form or is an object."""
        if value.is_known:
            held = value.known
            if held is None:
                return NOTHING
            try:
                as_data(value.type)
            except Mixed:
                return value
            if value.is_constant(dict, list, set, frozenset, range) or (value.is_constant(tuple) and len(held) > 64):
                return value
            return self.data(value)
        return value

    # --- objects ------------------------------------------------------------------------------------------------------
    def construct(self, cls: type[Any], arguments: list[Value], named: dict[str, Value]) -> Value:
        """`cls(...)`, for a user's class."""
        if issubclass(cls, enum.Enum):
            return self._member_of(cls, arguments[0])
        if is_named_tuple(cls) or is_frozen_dataclass(cls):
            return self._record(cls, arguments, named)
        if issubclass(cls, BaseException):
            raise self.refusal(f"an object of {cls.__name__}")
        return self._object(cls, arguments, named)

    def _member_of(self, cls: type[enum.Enum], value: Value) -> Value:
        if value.is_known:
            found = self.fold(cls, value)
            assert found is not None
            return found
        if value.type == EnumType(cls):
            return value
        return self.member_with(cls, "value", value, ValueError)

    def member_with(self, cls: type[enum.Enum], attribute: str, value: Value, error: type[Exception]) -> Value:
        """The member of an Enum that has this value, or this name."""
        after = self.join()
        for place, member in enumerate(cls):
            same = self.data(self.compare("==", value, known(getattr(member, attribute))))
            hit, miss = self.label(), self.label()
            self.fork(same.text, hit, miss)
            self.begin(hit)
            before = dict(self.env)
            self.arrive(after, Value(EnumType(cls), str(place)))
            self.begin(miss)
            self.env = before
        with self.maybe_unreached():
            raise self.never(error, f"it is not a valid {cls.__name__}")
        found = self.meet(after)
        assert found is not None
        return found

    def _record(self, cls: type, arguments: list[Value], named: dict[str, Value]) -> Value:
        """A NamedTuple or frozen dataclass."""
        own = cls.__dict__.get("__init__") if is_frozen_dataclass(cls) else None
        if (
            is_named_tuple(cls)
            and "__new__" in cls.__dict__
            and cls.__new__.__module__ == cls.__module__
            and not _is_generated(cls)
        ):
            raise self.refusal(f"{cls.__name__} has a __new__ of its own")
        names = fields_of(cls)
        if own is not None and not own.__qualname__.endswith("__init__"):
            raise self.refusal(f"{cls.__name__} has an __init__ of its own")
        defaults = _record_defaults(cls)
        if len(arguments) > len(names):
            raise self.never(TypeError, "too many positional arguments")
        values = dict(zip(names, arguments, strict=False))
        for name, value in named.items():
            if name in values or name not in names:
                raise self.never(TypeError, f"an unexpected argument {name!r}")
            values[name] = value
        for name in names:
            if name not in values:
                if name not in defaults:
                    raise self.never(TypeError, f"missing a required argument: {name!r}")
                made = defaults[name]
                values[name] = known(made.value) if made.factory is None else self.call(known(made.factory), [])
        record = self.tuple([values[name] for name in names], cls)
        if hasattr(cls, "__post_init__"):
            self.call(self.attribute(record, "__post_init__"), [])
        return record

    def _object(self, cls: type[Any], arguments: list[Value], named: dict[str, Value]) -> Value:
        """An object whose attributes may be written on."""
        if "__slots__" not in cls.__dict__ and not hasattr(cls, "__dict__"):
            raise self.refusal(f"an object of {cls.__name__}")
        if cls.__module__ == "builtins" or cls.__new__ is not object.__new__:
            raise self.refusal(f"{cls.__module__}.{cls.__name__} is not compiled")
        fields = self.program.fields.setdefault(cls, {})
        form = self._form_of_object(cls)
        made = Value(ObjectType(cls), self.memory_of(form))
        self.emit(f"store {form} zeroinitializer, ptr {made.text}")
        for name in fields:
            if _is_data(_static_member(cls, name)):  # what the class says until the object says something else
                self.set_field(made, name, known(_static_member(cls, name)))
        if (
            dataclasses.is_dataclass(cls)
            and "__init__" in cls.__dict__
            and _static_member(cls, "__init__").__code__.co_filename == "<string>"
        ):
            self._fill(made, cls, arguments, named)
        elif isinstance(_static_member(cls, "__init__"), types.FunctionType):
            self.call_function(_static_member(cls, "__init__"), [made, *arguments], named)
        elif arguments or named:
            raise self.never(TypeError, f"{cls.__name__}() takes no arguments")
        return made

    def _fill(self, made: Value, cls: type, arguments: list[Value], named: dict[str, Value]) -> None:
        """What the __init__ of a dataclass does."""
        values = dict(zip(fields_of(cls), arguments, strict=False)) | named
        for field in dataclasses.fields(cls):  # type: ignore[arg-type]
            if field.name not in values:
                if field.default is not dataclasses.MISSING:
                    values[field.name] = known(field.default)
                elif field.default_factory is not dataclasses.MISSING:
                    values[field.name] = self.call(known(field.default_factory), [])
                else:
                    raise self.never(TypeError, f"missing a required argument: {field.name!r}")
            self.set_field(made, field.name, values[field.name])
        if hasattr(cls, "__post_init__"):
            self.call(self.attribute(made, "__post_init__"), [])

    # --- objects with methods for operators ---------------------------------------------------------------------------
    def method_of(self, value: Value, name: str) -> Value | None:
        """A method that a user's class defines, bound to its object; None if there is none."""
        kind = value.type
        cls: Any = None
        if isinstance(kind, ObjectType | HostType | TupleType | EnumType):
            cls = kind.cls
        elif value.is_known and type(value.known).__module__ != "builtins" and not isinstance(value.known, Bits):
            cls = python_class(value.known)
        member = _static_member(cls, name) if cls is not None else _MISSING
        if (
            not isinstance(member, types.FunctionType)
            or member.__code__.co_filename == "<string>"
            or member.__module__ in ("enum", "dataclasses")
        ):
            return None
        return Value(StaticType(Bound(value, member)))


_MISSING: Any = object()


def _static_member(cls: Any, name: str) -> Any:
    for base in cls.__mro__:
        if name in base.__dict__:
            return base.__dict__[name] if base is not object else _MISSING
    return _MISSING


def _is_data(member: Any) -> bool:
    """Whether a member of a class is a value, and neither missing nor a method or the like."""
    return member is not _MISSING and not hasattr(python_class(member), "__get__")


def _fields(held: Any) -> tuple[str, ...]:
    cls = python_class(held)
    return fields_of(cls) if is_named_tuple(cls) or dataclasses.is_dataclass(cls) else ()


def _is_generated(cls: type) -> bool:
    return inspect.getattr_static(cls, "__new__") is not None and cls.__new__.__code__.co_filename.startswith("<")


@dataclasses.dataclass(frozen=True)
class _Default:
    value: Any
    factory: Any = None


def _record_defaults(cls: Any) -> dict[str, _Default]:
    if is_named_tuple(cls):
        return {name: _Default(value) for name, value in cls._field_defaults.items()}
    found: dict[str, _Default] = {}
    for field in dataclasses.fields(cls):
        if field.default is not dataclasses.MISSING:
            found[field.name] = _Default(field.default)
        elif field.default_factory is not dataclasses.MISSING:
            found[field.name] = _Default(None, field.default_factory)
    return found
