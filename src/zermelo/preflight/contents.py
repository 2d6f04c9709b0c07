"""What a game holds, to be compared before and after play: values, containers, and objects of the user's own classes.

All that the game leads to is looked at once, the nearest first, up to MOST_ITEMS parts in all. What belongs to a library
may keep what it likes, and so may the caches of functions and properties: they are no rules.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# (whatever a game holds may be anything)

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

import numpy as np

from zermelo.core.attributes import attributes_of
from zermelo.core.bits import Bits
from zermelo.core.fingerprint import is_library_class
from zermelo.core.game import Game

UNCHANGING: Final = (int, bool, float, complex, str, bytes, frozenset, Bits, type(None), types.FunctionType, type)
"""Values that nothing can change; tuples of them are compared as they are, too."""

SCALARS: Final = (np.number, np.bool_, enum.Enum)
"""So are these, whatever their class."""

MOST_ITEMS: Final = 20_000
MOST_BYTES: Final = 1_000_000
"""Of what is compared: more takes too long. Of larger containers only the length counts, of larger arrays nothing."""

BY_ORDER: Final = (list, tuple, collections.deque)
"""Containers with an order. They are read as their own kinds, whatever a class made of them does."""

ITERATORS: Final = ("builtins", "itertools")
"""Modules whose iterators tell how far they have come."""

MADE_AT_RUN_TIME: Final = 1 << 9
"""The flag of a class that is not part of the interpreter (Py_TPFLAGS_HEAPTYPE)."""


class Parts(NamedTuple):
    """What something consists of, in a form that can be compared, and where it leads to."""

    told: Any
    """Of what has named parts, a dictionary."""
    leads: list[tuple[str, Any]]
    """What may change itself, by how it is written after the name of the whole."""
    size: int
    grows: bool = False
    """Whether a new part is no change: what is remembered is added, and what counts is asked."""
    dotted: bool = False
    """Whether the parts are attributes."""


class Held(NamedTuple):
    """Something that a game holds, as it was."""

    thing: Any
    """Kept, lest another thing get its place in memory."""
    name: str
    """As it is written after `self.`; empty for the game itself."""
    parts: Parts
    whole: bool
    """Whether it was looked through, and not only counted."""


Contents = dict[int, Held]
"""All that was found, by place in memory."""


def contents(game: Game[Any]) -> Contents:
    """What a game and its classes hold, in a form that can be compared later."""
    cls = type(game)
    classes = cls.__mro__[: cls.__mro__.index(Game)]
    found: Contents = {id(game): Held(game, "", _attributes(_members(classes) | attributes_of(game), cls), True)}
    todo, items = collections.deque(_led_to(found[id(game)], strict=True)), 0
    while todo:
        thing, name, strict = todo.popleft()
        if id(thing) in found:
            continue
        parts = _parts_of(thing, strict)
        if parts is None:
            continue
        whole = items + parts.size <= MOST_ITEMS
        items += parts.size if whole else 0
        found[id(thing)] = held = Held(thing, name, parts, whole)
        todo += _led_to(held, strict=strict and not parts.dotted) if whole else []
    return found


def changed(before: Contents, after: Contents) -> list[str]:
    """The names of what is not as it was, as they are written after `self.`."""
    return [name for place, held in before.items() if place in after for name in _differences(held, after[place])]


def _differences(before: Held, after: Held) -> Iterator[str]:
    """The parts of one thing that are not as they were; its own name where parts have none."""
    old, new = before.parts, after.parts
    if not old.grows and not old.dotted and old.size != new.size:
        yield before.name
    elif not before.whole or not after.whole:
        return
    elif not isinstance(old.told, dict):
        if [old.told] != [new.told]:  # in a list, what is no number at all equals itself
            yield before.name
    else:
        differing = [name for name in old.told | new.told if _differs(name, old, new.told)]
        if old.dotted:
            yield from (f"{before.name}.{name}".lstrip(".") for name in differing)
        elif differing:
            yield before.name


def _differs(name: Any, old: Parts, new: dict[Any, Any]) -> bool:
    """Whether a named part is not as it was."""
    if name not in old.told:
        return not old.grows
    return [old.told[name]] != [new.get(name, name)] if name in new else True


def _led_to(held: Held, *, strict: bool) -> list[tuple[Any, str, bool]]:
    """What to look at next."""
    return [(thing, f"{held.name}{how}".lstrip("."), strict) for how, thing in held.parts.leads]


# --- what things consist of --------------------------------------------------------------------------------------------
def _parts_of(thing: Any, strict: bool) -> Parts | None:
    """What `thing` consists of, None where it is not looked into. `strict`: a dictionary must not grow."""
    try:
        for kind, read in READERS:
            if issubclass(type(thing), kind):  # not isinstance, which asks the object
                return read(thing, strict)
        return _parts_of_object(thing)
    except Exception:  # an object may raise whatever it likes
        return None


def _parts_of_object(thing: Any) -> Parts | None:
    """The attributes of an object of the user's own, with those of its class; how far an iterator has come."""
    cls = type(thing)
    if _is_own(cls):
        return _attributes(attributes_of(thing), cls, of_class=cls)
    if cls.__module__ in ITERATORS and isinstance(thing, Iterator):
        return Parts((operator.length_hint(thing, -1), repr(thing)), [], 1)
    return None


def _is_own(cls: type) -> bool:
    """Whether a class is neither Python's nor a library's."""
    return bool(cls.__flags__ & MADE_AT_RUN_TIME) and not is_library_class(cls)


def _attributes(found: dict[str, Any], cls: type, of_class: type | None = None) -> Parts:
    """Attributes by name, but for cached properties. `of_class`: where to go for what the class holds, of what may grow."""
    told = {name: value for name, value in found.items() if name not in _cached_properties(cls)}
    leads = _leads((f".{name}", value) for name, value in told.items())
    leads += [] if of_class is None else [("", of_class)]
    return Parts(
        {name: _told(value) for name, value in told.items()}, leads, len(told), of_class is not None, dotted=True
    )


def _parts_of_class(cls: type, _strict: bool) -> Parts | None:
    """What a class of the user's own, and those that it is made from, hold beside their methods."""
    classes = [each for each in cls.__mro__ if _is_own(each)]
    return _attributes(_members(classes), cls)._replace(grows=True) if classes else None


def _members(classes: Any) -> dict[str, Any]:
    return {name: value for each in reversed(classes) for name, value in vars(each).items() if name[:2] != "__"}


@functools.lru_cache(maxsize=1000)
def _cached_properties(cls: type) -> frozenset[str]:
    members = [member for each in cls.__mro__ for member in vars(each).items()]
    return frozenset(name for name, member in members if isinstance(member, functools.cached_property))


def _in_order(thing: Any, _strict: bool) -> Parts:
    kind: Any = next(kind for kind in BY_ORDER if issubclass(type(thing), kind))
    items = [*kind.__iter__(thing)] if len(thing) <= MOST_ITEMS else []
    return Parts([*map(_told, items)], _leads((f"[{number}]", item) for number, item in enumerate(items)), len(thing))


def _by_key(thing: dict[Any, Any], strict: bool) -> Parts:
    items = [*dict.items(thing)] if len(thing) <= MOST_ITEMS else []
    leads = _leads((f"[{key!r}]" if _cannot_change(key) else "[...]", item) for key, item in items)
    grows = not strict or type(thing) is not dict
    return Parts({_told(key): _told(item) for key, item in items}, leads, len(thing), grows)


def _without_order(thing: set[Any], _strict: bool) -> Parts:
    return Parts(
        {_told(each): True for each in set.__iter__(thing)} if len(thing) <= MOST_ITEMS else {}, [], len(thing)
    )


def _in_memory(thing: Any, _strict: bool) -> Parts | None:
    """Arrays, as the bytes that they are."""
    if isinstance(thing, np.ndarray) and thing.dtype.hasobject:
        return _in_order(thing.ravel().tolist(), True)
    view = thing if isinstance(thing, np.ndarray) else memoryview(thing)
    return Parts(view.tobytes(), [], 1) if view.nbytes <= MOST_BYTES else None


def _self_of(method: types.MethodType, _strict: bool) -> Parts:
    return Parts([_told(method.__self__)], _leads([("", method.__self__)]), 1)


def _generator(thing: types.GeneratorType[Any, Any, Any], _strict: bool) -> Parts:
    frame = thing.gi_frame
    told = [-1] if frame is None else [frame.f_lasti, *map(_told, frame.f_locals.values())]
    return Parts(told, [], 1)


READERS: Final[tuple[tuple[Any, Callable[[Any, bool], Parts | None]], ...]] = (
    (type, _parts_of_class),
    (BY_ORDER, _in_order),
    (dict, _by_key),
    (set, _without_order),
    ((np.ndarray, bytearray, array.array), _in_memory),
    (random.Random, lambda thing, _: Parts(thing.getstate(), [], 1)),
    (np.random.Generator, lambda thing, _: Parts(repr(thing.bit_generator.state), [], 1)),
    (np.random.RandomState, lambda thing, _: Parts(repr(thing.get_state()), [], 1)),
    (types.MethodType, _self_of),
    (types.GeneratorType, _generator),
)
"""How each kind of thing is read."""


def _told(value: Any) -> Any:
    """A value that cannot change itself, and of others which one it is."""
    return value if _cannot_change(value) else ("at", id(value))


def _leads(parts: Any) -> list[tuple[str, Any]]:
    return [(how, value) for how, value in parts if not _cannot_change(value)]


def _cannot_change(value: Any) -> bool:
    if issubclass(type(value), tuple):
        return all(map(_cannot_change, tuple.__iter__(value)))
    return type(value) in UNCHANGING or issubclass(type(value), SCALARS)
