"""The attributes of an object, whether in its `__dict__` or in slots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

MADE_WITH: Final = "_made_with"
"""The attribute that stores a game's constructor arguments. Only the game's name uses it."""

ORIGIN: Final = "_origin"
"""The attribute that stores the name of the OpenSpiel game that a game is a translation of. Only results name it."""

BESIDES: Final = (MADE_WITH, ORIGIN)
"""The attributes that are not part of a game's data."""


def translation_of(game: Any) -> str:
    """A sentence about the OpenSpiel game that a game is a translation of; empty if it is none."""
    origin: str = own_attribute(game, ORIGIN, "")
    return origin and f"OpenSpiel's {origin} has the same rules as {game}, which is used; its moves have other names."


def own_attribute(thing: Any, name: str, default: Any) -> Any:
    """An attribute of a game, or the default. A `__getattr__` of the game is not called: it may raise anything."""
    try:
        return object.__getattribute__(thing, name)
    except AttributeError:
        return default


def attributes_of(thing: Any) -> dict[str, Any]:
    """The attributes of an object itself, not of its class, by name: those in its `__dict__` and those in slots."""
    slots = [name for cls in type(thing).__mro__ for name in _slots_of(cls)]
    attributes = {name: getattr(thing, name) for name in slots if hasattr(thing, name)}
    attributes |= getattr(thing, "__dict__", {})
    return {name: value for name, value in attributes.items() if name not in BESIDES}


def _slots_of(cls: type) -> list[str]:
    """The names of the slots that a class adds; private names in their mangled form."""
    slots: str | Iterable[str] = vars(cls).get("__slots__", ())
    names = [slots] if isinstance(slots, str) else list(slots)
    private = [f"_{cls.__name__.lstrip('_')}{name}" if name[:2] == "__" != name[-2:] else name for name in names]
    return [name for name in private if name not in ("__dict__", "__weakref__")]
