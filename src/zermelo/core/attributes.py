"""What an object holds, wherever its class keeps it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

MADE_WITH: Final = "_made_with"
"""Where a game keeps the arguments that it was made with: for its name alone, and no attribute of the game."""


def attributes_of(thing: Any) -> dict[str, Any]:
    """The attributes of an object itself, by name: those in its dictionary, and those in slots."""
    slots = [name for cls in type(thing).__mro__ for name in _slots_of(cls)]
    found = {name: getattr(thing, name) for name in slots if hasattr(thing, name)}
    found |= getattr(thing, "__dict__", {})
    found.pop(MADE_WITH, None)
    return found


def _slots_of(cls: type) -> list[str]:
    """The names of the slots that a class adds; private ones as they are really called."""
    slots: str | Iterable[str] = vars(cls).get("__slots__", ())
    names = [slots] if isinstance(slots, str) else list(slots)
    private = [f"_{cls.__name__.lstrip('_')}{name}" if name[:2] == "__" != name[-2:] else name for name in names]
    return [name for name in private if name not in ("__dict__", "__weakref__")]
