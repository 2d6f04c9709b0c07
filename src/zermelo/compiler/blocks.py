"""The blocks of one function in LLVM's text form, and what is known of its variables at each point.

A variable has a slot on the stack for each type that it takes on; LLVM turns slots into registers. `Blocks.env` says for
each variable what it holds here. Where several paths meet (`Join`), and at the head of a loop, each variable gets the type
that the types on all paths have in common. For a loop this is not known before its body has been read: if the first guess
was too narrow, the function is made again with what has been learnt (`Restart`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Sequence
from typing import Any, Final

from zermelo.compiler.instances import Instance, Place, Restart
from zermelo.compiler.types import (
    BOOL,
    HIGHEST,
    INT,
    LOWEST,
    NEVER,
    NONE,
    STR,
    UNBOUND,
    ArrayType,
    DictType,
    HostType,
    KnownType,
    ListType,
    Mixed,
    NotCompiled,
    SequenceType,
    SetType,
    StaticType,
    TupleType,
    Type,
    UnionType,
    Value,
    as_data,
    join,
    known,
    members_of,
)

TOO_BIG: Final = "an integer does not fit in 64 bits; use zermelo.Bits for boards that wide"

Env = dict[str, Value]
"""What each variable holds: a constant, or the type and the slot."""

TRUE: Final = Value(BOOL, "1")
FALSE: Final = Value(BOOL, "0")
NOTHING: Final = Value(NONE, "0")


def is_mixed(held: Value) -> bool:
    """Whether a variable holds values that have no type in common."""
    return held.is_known and isinstance(held.known, Mixed)


class Unreached(Exception):
    """What follows is never run."""


class Block:
    """A basic block: a label, and lines, the last of which leaves it."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.lines: list[str] = []


class Join:
    """A place at which several paths meet, each with what its variables hold and perhaps a value."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.entries: list[tuple[Block, Env, Value | None]] = []


class Head:
    """The head of a loop."""

    def __init__(self, label: str, env: Env, key: Any) -> None:
        self.label = label
        self.env = env
        self.key = key


class Blocks:
    """Makes the blocks of one instance of a function."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.program: Any = instance.program
        self.module: Any = instance.program.module
        self.place: Place = instance.source.place
        """The line of the source that is being read."""
        self.path: tuple[Any, ...] = ()
        """The calls that have been put in the place of the call, and turns of loops that have been unrolled."""
        self.env: Env = {}
        self._count = 0
        self._slots: dict[tuple[str, Type], str] = {}
        self._allocas: list[str] = []
        self._failures: dict[Any, str] = {}
        self._done: list[Block] = []
        self.allocates = False
        self.volatile = ""
        self.begin(self.label())

    @property
    def checked(self) -> bool:
        """Whether arithmetic refuses integers of more than 64 bits."""
        return self.instance.checked

    # --- lines and blocks ---------------------------------------------------------------------------------------------
    def label(self) -> str:
        self._count += 1
        return f"b{self._count}"

    def begin(self, label: str) -> None:
        self.block = Block(label)
        self.is_open = True
        self._done.append(self.block)

    def emit(self, line: str) -> None:
        self.block.lines.append(line)

    def make(self, operation: str) -> str:
        """The name of the result of an operation."""
        self._count += 1
        name = f"%v{self._count}"
        self.block.lines.append(f"{name} = {operation}")
        return name

    def goto(self, label: str) -> None:
        self.emit(f"br label %{label}")
        self.is_open = False

    def fork(self, condition: str, yes: str, no: str) -> None:
        self.emit(f"br i1 {condition}, label %{yes}, label %{no}")
        self.is_open = False

    def text(self) -> list[str]:
        """The lines of the body, the slots first."""
        lines = list(self._allocas)
        lines.append(f"br label %{self._done[0].label}")
        for block in self._done:
            lines.append(f"{block.label}:")
            lines += block.lines
            if not block.lines or not block.lines[-1].startswith(("br ", "ret ", "unreachable", "switch ")):
                lines.append("unreachable")
        return lines

    def alloca(self, form: str, count: str = "") -> str:
        self._count += 1
        name = f"%s{self._count}"
        self._allocas.append(f"{name} = alloca {form}{count}")
        return name

    # --- refusals and failures ----------------------------------------------------------------------------------------
    def refusal(self, what: str) -> NotCompiled:
        """The error for a construct that is not in the language."""
        return NotCompiled(f"{what} ({self.place.file}:{self.place.line})")

    def fail(self, cls: type[BaseException], *arguments: Any, is_raised: bool = False) -> None:
        """Raise this exception here; nothing follows. `is_raised`: a statement of the program raises it."""
        number = self.module.error(cls, arguments, self.place, is_raised=is_raised)
        self.emit(f"call void @fail(ptr %rt, i64 {number})")
        self.emit("unreachable")
        self.is_open = False

    def fail_if(self, condition: str, cls: type[BaseException], *arguments: Any) -> None:
        if condition == "0":
            return
        key = cls, arguments, self.place
        if key not in self._failures:
            self._failures[key] = self.label()
            before = self.block
            self.begin(self._failures[key])
            self.fail(cls, *arguments)
            self.block = before
        following = self.label()
        self.fork(condition, self._failures[key], following)
        self.begin(following)

    def never(self, cls: type[BaseException], *arguments: Any) -> Unreached:
        """To be raised: this exception is raised here whatever the values are."""
        self.fail(cls, *arguments)
        return Unreached()

    @contextlib.contextmanager
    def maybe_unreached(self) -> Generator[None]:
        """A context that ends where nothing follows."""
        try:
            yield
        except Unreached:
            if self.is_open:
                self.emit("unreachable")
                self.is_open = False

    # --- variables ----------------------------------------------------------------------------------------------------
    def slot(self, name: str, kind: Type) -> str:
        key = name, kind
        if key not in self._slots:
            self._slots[key] = self.alloca(kind.llvm)
        return self._slots[key]

    def write(self, name: str, value: Value) -> None:
        """Let a variable hold a value."""
        if isinstance(value.type, KnownType | StaticType):
            self.env[name] = value
            return
        slot = self.slot(name, value.type)
        self.emit(f"store {self.volatile}{value.type.llvm} {value.text}, ptr {slot}")
        self.env[name] = Value(value.type, slot)

    def read(self, name: str) -> Value | None:
        """What a variable holds; None if it is not one that may have been assigned. Raises Unreached, NotCompiled."""
        held = self.env.get(name)
        if held is None:
            return None
        if isinstance(held.type, KnownType | StaticType):
            if is_mixed(held):
                raise self.refusal(f"{name.partition('@')[0]} cannot be read here, as {held.type.value}")
            return held
        value = self.load(held)
        if value.type is UNBOUND:
            raise self.never(UnboundLocalError)
        if isinstance(value.type, UnionType) and UNBOUND in value.type.members:
            place = value.type.members.index(UNBOUND)
            self.fail_if(
                self.make(f"icmp eq i8 {self.part(value, 0)}, {place}"), UnboundLocalError, name.partition("@")[0]
            )
            return self.without(value, UNBOUND)
        return value

    def load(self, held: Value) -> Value:
        if not held.type.llvm or isinstance(held.type, KnownType):
            return held
        return Value(held.type, self.make(f"load {self.volatile}{held.type.llvm}, ptr {held.text}"))

    def part(self, value: Value, place: int) -> str:
        """The part of a struct at this place."""
        return self.make(f"extractvalue {value.type.llvm} {value.text}, {place}")

    def struct(self, form: str, *parts: tuple[str, str]) -> str:
        """A struct of these types and values."""
        made = "poison"
        for place, (kind, text) in enumerate(parts):
            made = self.make(f"insertvalue {form} {made}, {kind} {text}, {place}")
        return made if parts else "zeroinitializer"

    # --- where paths meet ---------------------------------------------------------------------------------------------
    def join(self) -> Join:
        return Join(self.label())

    def arrive(self, join: Join, value: Value | None = None) -> None:
        """End this path at a place where it meets others."""
        join.entries.append((self.block, dict(self.env), value))
        self.is_open = False

    def meet(self, meeting: Join) -> Value | None:
        """Go on where the paths meet, with the value that they bring. Raises Unreached if there are none."""
        if not meeting.entries:
            raise Unreached
        if len(meeting.entries) == 1:
            self.block, self.env, value = meeting.entries[0]
            self.is_open = True
            return value
        values = [value for _, _, value in meeting.entries]
        result = self._meeting_value(values)
        env = self._meeting_env([env for _, env, _ in meeting.entries])
        place = None if result is None or result.is_known or result.static else self.alloca(result.type.llvm)
        for block, before, value in meeting.entries:
            self.block, self.env, self.is_open = block, before, True
            self._move(env)
            if place is not None and result is not None and value is not None:
                self.emit(f"store {result.type.llvm} {self.convert(value, result.type).text}, ptr {place}")
            self.goto(meeting.label)
        self.begin(meeting.label)
        self.env = env
        if place is not None and result is not None:
            return Value(result.type, self.make(f"load {result.type.llvm}, ptr {place}"))
        return result

    def _meeting_value(self, values: Sequence[Value | None]) -> Value | None:
        first = values[0]
        if first is None:
            return None
        if all(value is not None and value.type == first.type for value in values) and (
            first.is_known or first.static is not None
        ):
            return first
        kind: Type = NEVER
        for value in values:
            assert value is not None
            kind = self.joined(kind, value.type)
        return Value(self.as_data(kind))

    def joined(self, one: Type, other: Type) -> Type:
        try:
            if one == other:
                return one
            return join(self.as_data(one), self.as_data(other))
        except Mixed as error:
            raise self.refusal(str(error)) from None

    def _meeting_env(self, envs: list[Env]) -> Env:
        """What the variables hold where paths with these meet."""
        result: Env = {}
        first, *others = envs
        names = dict.fromkeys(name for env in envs for name in env)
        for name in names:
            held = first.get(name)
            if held is not None and all(env.get(name) == held for env in others):
                result[name] = held
            elif all(name in env for env in envs) or name in self.instance.learnt.kept:
                result[name] = self._common(name, [env.get(name) for env in envs])
        return result

    def _common(self, name: str, values: Sequence[Value | None]) -> Value:
        kind: Type = NEVER
        try:
            for value in values:
                kind = join(kind, UNBOUND if value is None else self.as_data(value.type))
            if not kind.llvm:
                raise Mixed("it is a function or a generator on one way to here and something else on another")
        except Mixed as error:
            return known(error)
        return Value(kind, self.slot(name, kind))

    def _move(self, env: Env) -> None:
        """Bring the variables of this path to where `env` says they are."""
        for name, wanted in env.items():
            held = self.env.get(name)
            if held == wanted or isinstance(wanted.type, KnownType | StaticType):
                continue
            value = Value(UNBOUND, "0") if held is None else self.load(held)
            value = self.convert(value, wanted.type)
            self.emit(f"store {self.volatile}{wanted.type.llvm} {value.text}, ptr {wanted.text}")

    # --- loops --------------------------------------------------------------------------------------------------------
    def head(self, node: Any, assigned: frozenset[str] = frozenset()) -> Head:
        """Begin a loop. `assigned`: names of variables that its body is known to assign."""
        key = node, self.path
        types = self.instance.learnt.loops.setdefault(key, {})
        for name in dict.fromkeys([*self.env, *types]):
            held = self.env.get(name)
            kind = types.get(name)
            if kind is None and held is not None and held.is_known and name.partition("@")[0] in assigned:
                with contextlib.suppress(Mixed):
                    kind = self.as_data(held.type)
            if kind is None or (held is not None and held.type == kind):
                continue
            if held is None and name not in self.instance.learnt.kept:
                continue
            if isinstance(kind, KnownType):  # it differs in a way that has no common type
                self.env[name] = Value(kind)
                continue
            value = Value(UNBOUND, "0") if held is None else self.load(held)
            self.write(name, self.convert(value, self.joined(kind, value.type)))
        label = self.label()
        self.goto(label)
        self.begin(label)
        return Head(label, dict(self.env), key)

    def again(self, head: Head) -> None:
        """Go back to the head of a loop. Raises Restart if a variable does not have the type that it had there."""
        types, is_new = self.instance.learnt.loops[head.key], False
        for name, wanted in head.env.items():
            held = self.env.get(name)
            if held == wanted or is_mixed(wanted):
                continue
            kind = UNBOUND if held is None else held.type
            try:
                both = join(self.as_data(wanted.type), self.as_data(kind))
                if not both.llvm:
                    raise Mixed("it is a function or a generator that changes in a loop")
            except Mixed as error:
                both = known(error).type
            if both != wanted.type:
                types[name] = both
                is_new = True
        for name in self.env:
            if name not in head.env and name in self.instance.learnt.kept and name not in types:
                types[name] = self.joined(UNBOUND, self.env[name].type)
                is_new = True
        if is_new:
            raise Restart(self.instance)
        self._move(head.env)
        self.goto(head.label)

    @contextlib.contextmanager
    def counted(self, count: str, node: Any = None) -> Generator[str]:
        """A loop that changes no variable: its body is run with the numbers from 0 to `count` - 1."""
        place = self.alloca("i64")
        self.emit(f"store i64 0, ptr {place}")
        top, body, end = self.label(), self.label(), self.label()
        self.goto(top)
        self.begin(top)
        number = self.make(f"load i64, ptr {place}")
        self.fork(self.make(f"icmp slt i64 {number}, {count}"), body, end)
        self.begin(body)
        yield number
        self.emit(f"store i64 {self.make(f'add nuw nsw i64 {number}, 1')}, ptr {place}")
        self.goto(top)
        self.begin(end)

    # --- unions -------------------------------------------------------------------------------------------------------
    def each_member(self, value: Value, work: Callable[[Value], Value | None]) -> Value | None:
        """The value of `work` for the one type, of those of a union, that a value has. Raises Unreached."""
        if not isinstance(value.type, UnionType):
            return work(value)
        tag, after = self.part(value, 0), self.join()
        labels = [self.label() for _ in value.type.members]
        cases = " ".join(f"i8 {place}, label %{label}" for place, label in enumerate(labels[1:], start=1))
        self.emit(f"switch i8 {tag}, label %{labels[0]} [{cases}]")
        before = dict(self.env)
        for place, (member, label) in enumerate(zip(value.type.members, labels, strict=True)):
            self.begin(label)
            self.env = dict(before)
            with self.maybe_unreached():
                self.arrive(after, work(Value(member, self.part(value, place + 1))))
        return self.meet(after)

    def without(self, value: Value, member: Type) -> Value:
        """A value of a union that is known not to be of this member."""
        assert isinstance(value.type, UnionType)
        rest = tuple(each for each in value.type.members if each != member)
        if len(rest) == 1:
            return self.only(value, rest[0])
        narrow = UnionType(rest)
        tag = self.part(value, 0)
        number, parts = "0", list[tuple[str, str]]()
        for place, each in enumerate(rest):
            old = value.type.members.index(each)
            number = self.make(f"select i1 {self.make(f'icmp eq i8 {tag}, {old}')}, i8 {place}, i8 {number}")
            parts.append((each.llvm, self.part(value, old + 1)))
        return Value(narrow, self.struct(narrow.llvm, ("i8", number), *parts))

    def only(self, value: Value, member: Type) -> Value:
        """A value of a union that is known to be of this member."""
        assert isinstance(value.type, UnionType)
        return Value(member, self.part(value, value.type.members.index(member) + 1))

    def is_member(self, value: Value, wanted: Callable[[Type], bool]) -> Value:
        """Whether a value is of a type that is wanted, a constant if that is known."""
        places = [place for place, member in enumerate(members_of(value.type)) if wanted(member)]
        if not places or len(places) == len(members_of(value.type)):
            return known(bool(places))
        tag, result = self.part(value, 0), "0"
        for place in places:
            result = self.make(f"or i1 {result}, {self.make(f'icmp eq i8 {tag}, {place}')}")
        return Value(BOOL, result)

    def as_data(self, kind: Type) -> Type:
        """The type of a value when it is data. Raises Mixed for a constant that has no form."""
        if isinstance(kind, KnownType) and type(kind.value) is int:
            return INT  # if it is too large, its use is an error
        found = as_data(kind)
        if isinstance(kind, KnownType) and isinstance(found, SequenceType) and not self.checked:
            return TupleType(tuple(as_data(known(item).type) for item in kind.value))  # kernels have rows of many words
        return found

    # --- from one type to another -------------------------------------------------------------------------------------
    def data(self, value: Value) -> Value:
        """A value in the form of data. Raises NotCompiled for what has none."""
        if isinstance(value.type, KnownType):
            try:
                kind = self.as_data(value.type)
            except Mixed as error:
                raise self.refusal(str(error)) from None
            if kind is INT and not LOWEST <= value.known <= HIGHEST:
                raise self.refusal(f"the integer {value.known} does not fit in 64 bits")
            return Value(kind, self.module.constant(value.known, kind))
        if not value.type.llvm:
            raise self.refusal(f"{value.type} cannot be a value here")
        return value

    def convert(self, value: Value, kind: Type) -> Value:
        """The same value as one of a type that has it. Raises NotCompiled, Restart."""
        if value.type == kind:
            return value
        if isinstance(value.type, KnownType):
            return self._converted_constant(value, kind)
        if value.type is NEVER:
            return Value(kind, "poison")
        value = self.data(value)
        if value.type == kind:
            return Value(kind, value.text)
        if isinstance(value.type, UnionType):
            found = self.each_member(value, lambda member: self.convert(member, kind))
            assert found is not None
            return found
        if isinstance(kind, UnionType):
            return self._as_member(value, kind.members, kind)
        return self._converted_data(value, kind)

    def _converted_data(self, value: Value, kind: Type) -> Value:
        """Data as data of another type, neither of them a union."""
        match value.type, kind:
            case TupleType(), TupleType() if len(value.type.items) == len(kind.items):
                parts = [
                    self.convert(Value(item, self.part(value, place)), wanted)
                    for place, (item, wanted) in enumerate(zip(value.type.items, kind.items, strict=True))
                ]
                return Value(kind, self.struct(kind.llvm, *[(part.type.llvm, part.text) for part in parts]))
            case TupleType(), SequenceType():
                return self.sequence_of(
                    [Value(item, self.part(value, place)) for place, item in enumerate(value.type.items)], kind
                )
            case SequenceType(), SequenceType():
                return self._converted_items(value, kind)
            case (ListType(), ListType()) | (SetType(), SetType()) | (DictType(), DictType()):
                return self._same_object(value, kind)
            case _ if value.type is BOOL and kind is INT:
                return Value(INT, self.make(f"zext i1 {value.text} to i64"))
            case (HostType(), HostType()) | (ArrayType(), ArrayType()):
                return Value(kind, value.text)
            case _:
                raise self.refusal(f"a value of type {value.type} cannot be one of type {kind}")

    def _converted_constant(self, value: Value, kind: Type) -> Value:
        if isinstance(kind, KnownType):
            raise self.refusal("two constants differ")
        plain = self.data(value)
        if plain.type == kind:
            return Value(kind, plain.text)
        if isinstance(kind, UnionType):
            return self._as_member(plain, kind.members, kind, value)
        if self.module.can_hold(value.known, kind):
            return Value(kind, self.module.constant(value.known, kind))
        return self.convert(plain, kind)

    def _as_member(self, value: Value, members: tuple[Type, ...], kind: Type, constant: Value | None = None) -> Value:
        """A value as one of a union: the member that is its type, or the one that has its values."""
        same = [place for place, member in enumerate(members) if member == value.type]
        for place in same or [place for place, member in enumerate(members) if self._fits(value.type, member)]:
            text = self.convert(constant or value, members[place]).text
            parts = [("i8", str(place))] + [
                (each.llvm, text if number == place else "poison") for number, each in enumerate(members)
            ]
            return Value(kind, self.struct(kind.llvm, *parts))
        raise self.refusal(f"a value of type {value.type} cannot be one of type {kind}")

    def _fits(self, narrow: Type, wide: Type) -> bool:
        try:
            return join(narrow, wide) == wide
        except Mixed:
            return False

    def _same_object(self, value: Value, kind: Any) -> Value:
        """A list, set or dictionary as one of a wider type: it must have had that type from the start."""
        narrow: Any = value.type
        parts = ("key", "value") if isinstance(narrow, DictType) else ("item",)
        differing = [name for name in parts if getattr(narrow, name) != getattr(kind, name)]
        if any(getattr(narrow, name) is not NEVER for name in differing):
            self.widen(narrow, kind)
        return Value(kind, value.text)

    def widen(self, narrow: Any, kind: Any) -> None:
        """Have a list, set or dictionary made with a wider type. Raises Restart, or NotCompiled if it is not known where."""
        site = narrow.site
        if site is None:
            raise self.refusal(f"{narrow} would have to hold other values ({kind})")
        before = site.instance.learnt.sites.get((site.node, site.path))
        if isinstance(before, SetType) and isinstance(kind, SetType):
            kind = SetType(kind.item, before.frozen)
        if isinstance(narrow, SetType) and isinstance(kind, SetType):
            narrow = SetType(narrow.item, kind.frozen)
        after = self.joined(before, kind) if before is not None else self.joined(narrow, kind)
        if before is not None and after == before:
            raise self.refusal(f"{narrow} would have to hold other values ({kind})")
        site.instance.learnt.sites[site.node, site.path] = after
        raise Restart(site.instance)

    # --- sequences in memory ------------------------------------------------------------------------------------------
    def size(self, kind: Type) -> str:
        """The bytes of a value of this type in memory."""
        return f"ptrtoint (ptr getelementptr ({kind.llvm}, ptr null, i64 1) to i64)"

    def memory(self, kind: Type, count: str) -> str:
        """The address of new room for `count` values."""
        self.allocates = True
        return self.make(f"call ptr @allocate(ptr %rt, i64 {count}, i64 {self.size(kind)})")

    def address(self, kind: Type, start: str, index: str) -> str:
        return self.make(f"getelementptr inbounds {kind.llvm}, ptr {start}, i64 {index}")

    def at(self, kind: Type, start: str, index: str) -> Value:
        """The value of this type at a place of an array."""
        return Value(kind, self.make(f"load {kind.llvm}, ptr {self.address(kind, start, index)}"))

    def put(self, value: Value, start: str, index: str) -> None:
        self.emit(f"store {value.type.llvm} {value.text}, ptr {self.address(value.type, start, index)}")

    def sequence(self, kind: Type, count: str, start: str) -> Value:
        return Value(kind, self.struct(kind.llvm, ("i64", count), ("ptr", start)))

    def sequence_of(self, values: Sequence[Value], kind: Type) -> Value:
        """A sequence of these values."""
        item = kind.item if isinstance(kind, SequenceType) else STR
        start = self.memory(item, str(len(values)))
        for place, value in enumerate(values):
            self.put(self.convert(value, item), start, str(place))
        return self.sequence(kind, str(len(values)), start)

    def _converted_items(self, value: Value, kind: SequenceType) -> Value:
        assert isinstance(value.type, SequenceType)
        if value.type.item is NEVER:
            return Value(kind, value.text)
        count, old = self.part(value, 0), self.part(value, 1)
        start = self.memory(kind.item, count)
        with self.counted(count) as number:
            self.put(self.convert(self.at(value.type.item, old, number), kind.item), start, number)
        return self.sequence(kind, count, start)
