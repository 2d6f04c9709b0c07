"""The attributes of an object, whether in its `__dict__` or in slots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

MADE_WITH: Final = "_made_with"
"""The attribute that stores a game's constructor arguments. Only the game's name uses it; it is not part of its data."""


def attributes_of(thing: Any) -> dict[str, Any]:
    """The attributes of an object itself, not of its class, by name: those in its `__dict__` and those in slots."""
    slots = [name for cls in type(thing).__mro__ for name in _slots_of(cls)]
    attributes = {name: getattr(thing, name) for name in slots if hasattr(thing, name)}
    attributes |= getattr(thing, "__dict__", {})
    attributes.pop(MADE_WITH, None)
    return attributes


def _slots_of(cls: type) -> list[str]:
    """The names of the slots that a class adds; private names in their mangled form."""
    slots: str | Iterable[str] = vars(cls).get("__slots__", ())
    names = [slots] if isinstance(slots, str) else list(slots)
    private = [f"_{cls.__name__.lstrip('_')}{name}" if name[:2] == "__" != name[-2:] else name for name in names]
    return [name for name in private if name not in ("__dict__", "__weakref__")]
