"""The contents of a game, compared before and after play: values, containers, and objects of the user's classes.

Everything that the game refers to, directly or indirectly, is read once, breadth first, up to MOST_ITEMS parts in all.
Objects of libraries are not read, nor are the caches of functions and properties: they are no part of the rules.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# (a game may hold anything)

from __future__ import annotations

import array
import collections
import enum
import functools
import operator
import random
import types
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from zermelo.core.arrays import numpy_types
from zermelo.core.attributes import attributes_of
from zermelo.core.bits import Bits
from zermelo.core.fingerprint import is_library_class
from zermelo.core.game import Game

UNCHANGING: Final = (int, bool, float, complex, str, bytes, frozenset, Bits, type(None), types.FunctionType, type)
"""Immutable types. Their values, and tuples of them, are compared directly."""

MOST_ITEMS: Final = 20_000
"""How many parts are compared at most. Of a container that would exceed this, only the length is compared."""
MOST_BYTES: Final = 1_000_000
"""The largest array, in bytes, that is compared."""

ORDERED: Final = (list, tuple, collections.deque)
"""Ordered containers. A subclass is read by the method of its base class here, not by its own."""

ITERATORS: Final = ("builtins", "itertools")
"""Modules whose iterators show in their repr, or by a length hint, how far they have got."""

MADE_AT_RUN_TIME: Final = 1 << 9
"""The flag of a class that is not part of the interpreter (Py_TPFLAGS_HEAPTYPE)."""


class Parts(NamedTuple):
    """The parts of an object, in a form that can be compared, and the objects among them."""

    values: Any
    """A dictionary if the parts have names."""
    objects: list[tuple[str, Any]]
    """The parts that can change, each with the suffix that it adds to the name of the object."""
    size: int
    grows: bool = False
    """Whether a new part is not a change, because it may be a result that the object remembers."""
    dotted: bool = False
    """Whether the parts are attributes."""


class Held(NamedTuple):
    """An object that a game refers to, with its parts."""

    thing: Any
    """The object; kept so that no other object gets its address."""
    name: str
    """Its name as written after `self.`; empty for the game itself."""
    parts: Parts
    complete: bool
    """Whether its parts were read, not just counted."""


Contents = dict[int, Held]
"""All objects by their addresses."""


def contents(game: Game[Any]) -> Contents:
    """The contents of a game and of its classes, to be compared later."""
    cls = type(game)
    classes = cls.__mro__[: cls.__mro__.index(Game)]
    found: Contents = {id(game): Held(game, "", _attributes(_members(classes) | attributes_of(game), cls), True)}
    todo, items = collections.deque(_objects_in(found[id(game)], strict=True)), 0
    while todo:
        thing, name, strict = todo.popleft()
        if id(thing) in found:
            continue
        parts = _parts_of(thing, strict)
        if parts is None:
            continue
        complete = items + parts.size <= MOST_ITEMS
        items += parts.size if complete else 0
        found[id(thing)] = held = Held(thing, name, parts, complete)
        todo += _objects_in(held, strict=strict and not parts.dotted) if complete else []
    return found


def changed(before: Contents, after: Contents) -> list[str]:
    """The names of the parts that have changed, as written after `self.`."""
    return [name for place, held in before.items() if place in after for name in _differences(held, after[place])]


def _differences(before: Held, after: Held) -> Iterator[str]:
    """The names of the parts of an object that have changed; its own name if the parts have no names."""
    old, new = before.parts, after.parts
    if not old.grows and not old.dotted and old.size != new.size:
        yield before.name
    elif not before.complete or not after.complete:
        return
    elif not isinstance(old.values, dict):
        if [old.values] != [new.values]:  # in a list, nan is equal to itself
            yield before.name
    else:
        differing = [name for name in old.values | new.values if _differs(name, old, new.values)]
        if old.dotted:
            yield from (f"{before.name}.{name}".lstrip(".") for name in differing)
        elif differing:
            yield before.name


def _differs(name: Any, old: Parts, new: dict[Any, Any]) -> bool:
    if name not in old.values:
        return not old.grows
    return [old.values[name]] != [new.get(name, name)] if name in new else True


def _objects_in(held: Held, *, strict: bool) -> list[tuple[Any, str, bool]]:
    return [(thing, f"{held.name}{suffix}".lstrip("."), strict) for suffix, thing in held.parts.objects]


# --- the parts of objects ----------------------------------------------------------------------------------------------
def _parts_of(thing: Any, strict: bool) -> Parts | None:
    """The parts of an object; None if it is not read. `strict`: for a dictionary, a new item is a change."""
    try:
        for kind, read in readers():
            if issubclass(type(thing), kind):  # isinstance would call the object's __class__
                return read(thing, strict)
        return _parts_of_object(thing)
    except Exception:  # reading an object of the user's may raise anything
        return None


def _parts_of_object(thing: Any) -> Parts | None:
    """The attributes of an object of a user's class; for an iterator, how far it has got."""
    cls = type(thing)
    if _is_own(cls):
        return _attributes(attributes_of(thing), cls, of_class=cls)
    if cls.__module__ in ITERATORS and isinstance(thing, Iterator):
        return Parts((operator.length_hint(thing, -1), repr(thing)), [], 1)
    return None


def _is_own(cls: type) -> bool:
    """Whether a class is a user's, and neither Python's nor a library's."""
    return bool(cls.__flags__ & MADE_AT_RUN_TIME) and not is_library_class(cls)


def _attributes(found: dict[str, Any], cls: type, of_class: type | None = None) -> Parts:
    """Attributes by name, without cached properties. `of_class`: the class of the object, which is read, too; a new
    attribute of the object is then not a change.
    """
    values = {name: value for name, value in found.items() if name not in _cached_properties(cls)}
    objects = _mutable((f".{name}", value) for name, value in values.items())
    objects += _mutable(default for name, value in values.items() for default in _defaults(name, value))
    objects += [] if of_class is None else [("", of_class)]
    return Parts(
        {name: _comparable(value) for name, value in values.items()},
        objects,
        len(values),
        of_class is not None,
        dotted=True,
    )


def _defaults(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The default values of a method's arguments, which are the same objects in every call."""
    if type(value) is types.FunctionType:
        code, defaults = value.__code__, value.__defaults__ or ()
        last = code.co_varnames[code.co_argcount - len(defaults) : code.co_argcount]
        for argument, default in [*zip(last, defaults, strict=True), *(value.__kwdefaults__ or {}).items()]:
            yield f".{name}({argument}=...)", default


def _parts_of_class(cls: type, _strict: bool) -> Parts | None:
    classes = [each for each in cls.__mro__ if _is_own(each)]
    return _attributes(_members(classes), cls)._replace(grows=True) if classes else None


def _members(classes: Any) -> dict[str, Any]:
    return {name: value for each in reversed(classes) for name, value in vars(each).items() if name[:2] != "__"}


_CACHED_PROPERTIES: Final = WeakKeyDictionary[type, frozenset[str]]()
"""By class, as long as the class exists: a game without some of its knowledge has one of its own."""


def _cached_properties(cls: type) -> frozenset[str]:
    if cls not in _CACHED_PROPERTIES:
        members = [member for each in cls.__mro__ for member in vars(each).items()]
        names = frozenset(name for name, member in members if isinstance(member, functools.cached_property))
        _CACHED_PROPERTIES[cls] = names
    return _CACHED_PROPERTIES[cls]


def _in_order(thing: Any, _strict: bool) -> Parts:
    kind: Any = next(kind for kind in ORDERED if issubclass(type(thing), kind))
    items = [*kind.__iter__(thing)] if len(thing) <= MOST_ITEMS else []
    objects = _mutable((f"[{number}]", item) for number, item in enumerate(items))
    return Parts([*map(_comparable, items)], objects, len(thing))


def _by_key(thing: dict[Any, Any], strict: bool) -> Parts:
    items = [*dict.items(thing)] if len(thing) <= MOST_ITEMS else []
    objects = _mutable((f"[{key!r}]" if _cannot_change(key) else "[...]", item) for key, item in items)
    grows = not strict or type(thing) is not dict
    return Parts({_comparable(key): _comparable(item) for key, item in items}, objects, len(thing), grows)


def _without_order(thing: set[Any], _strict: bool) -> Parts:
    return Parts(
        {_comparable(each): True for each in set.__iter__(thing)} if len(thing) <= MOST_ITEMS else {}, [], len(thing)
    )


def _in_memory(thing: Any, _strict: bool) -> Parts | None:
    numpy = isinstance(thing, numpy_types("ndarray"))
    if numpy and thing.dtype.hasobject:
        return _in_order(thing.ravel().tolist(), True)
    view = thing if numpy else memoryview(thing)
    return Parts(view.tobytes(), [], 1) if view.nbytes <= MOST_BYTES else None


def _self_of(method: types.MethodType, _strict: bool) -> Parts:
    return Parts([_comparable(method.__self__)], _mutable([("", method.__self__)]), 1)


def _generator(thing: types.GeneratorType[Any, Any, Any], _strict: bool) -> Parts:
    frame = thing.gi_frame
    values = [-1] if frame is None else [frame.f_lasti, *map(_comparable, frame.f_locals.values())]
    return Parts(values, [], 1)


Reader = Callable[[Any, bool], Parts | None]

READERS: Final[tuple[tuple[Any, Reader], ...]] = (
    (type, _parts_of_class),
    (ORDERED, _in_order),
    (dict, _by_key),
    (set, _without_order),
    ((bytearray, array.array, memoryview), _in_memory),
    (random.Random, lambda thing, _: Parts(thing.getstate(), [], 1)),
    (types.MethodType, _self_of),
    (types.GeneratorType, _generator),
)
"""The function that reads the objects of each type."""


def readers() -> Iterator[tuple[Any, Reader]]:
    yield from READERS
    yield numpy_types("ndarray"), _in_memory
    yield numpy_types("random.Generator"), lambda thing, _: Parts(repr(thing.bit_generator.state), [], 1)
    yield numpy_types("random.RandomState"), lambda thing, _: Parts(repr(thing.get_state()), [], 1)


def _comparable(value: Any) -> Any:
    """The value itself if it is immutable, otherwise its address."""
    return value if _cannot_change(value) else ("at", id(value))


def _mutable(parts: Any) -> list[tuple[str, Any]]:
    return [(suffix, value) for suffix, value in parts if not _cannot_change(value)]


def _cannot_change(value: Any) -> bool:
    if issubclass(type(value), tuple):
        return all(map(_cannot_change, tuple.__iter__(value)))
    return type(value) in UNCHANGING or issubclass(type(value), (enum.Enum, *numpy_types("number", "bool_")))
