"""The fields of a state by name and value: of a tuple, a `NamedTuple` or a dataclass, or of a dict written as pairs."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Collection, Iterator
from typing import Any, Final, NamedTuple, cast

from zermelo.core.bits import Bits
from zermelo.core.stable_text import stable_repr
from zermelo.core.wording import shortened

MOST_FIELDS: Final = 16
"""The most items of a tuple without names that are fields of their own."""

PartPath = tuple[int | str, ...]
"""Where a part of a state is: the places in tuples and the names of attributes that lead to it."""


class StatePart(NamedTuple):
    """A part of a state."""

    name: str
    value: Any
    path: PartPath = ()

    def get(self, state: Any) -> Any:
        """The same part of another state."""
        for step in self.path:
            state = state[step] if isinstance(step, int) else getattr(state, step)
        return state

    def parts(self) -> list[StatePart]:
        """Its own parts; none if it is no tuple and no dataclass."""
        value = self.value
        if dataclasses.is_dataclass(value):
            names = [field.name for field in dataclasses.fields(value)]
            return [StatePart(name, getattr(value, name), (*self.path, name)) for name in names]
        items = cast("tuple[Any, ...]", value if isinstance(value, tuple) else ())
        names = getattr(items, "_fields", [f"{self.name or 'state'}[{place}]" for place in range(len(items))])
        return [StatePart(names[place], item, (*self.path, place)) for place, item in enumerate(items)]


def leaves(part: StatePart) -> list[StatePart]:
    """The parts of a part that have none themselves."""
    return [leaf for inner in part.parts() for leaf in leaves(inner)] or [part]


def field_texts(state: Any, left_out: Collection[PartPath] = ()) -> list[tuple[str, str]]:
    """The name and the text of each field, without the parts at these paths; none if the state is a single value."""
    if pairs_of(state):
        return [(field_text(key), field_text(value)) for key, value in pairs_of(state)]
    return [(part.name, field_text(part.value)) for part in _shown(StatePart("", state), left_out) if part.path]


def _shown(part: StatePart, left_out: Collection[PartPath]) -> Iterator[StatePart]:
    """The fields of the state, and those of a field of which a part is left out."""
    if part.path in left_out:
        return
    if part.path and not any(path[: len(part.path)] == part.path for path in left_out):
        yield part
    elif left_out or hasattr(part.value, "_fields") or len(part.parts()) <= MOST_FIELDS:
        for inner in part.parts():
            yield from _shown(inner, left_out)


def pairs_of(value: Any) -> list[tuple[Any, Any]]:
    """The keys and values of a dict that is written as pairs; none if it is no such thing."""
    items = cast("list[Any]", [*value] if type(value) is tuple or isinstance(value, frozenset) else [])
    items = sorted(items, key=stable_repr) if isinstance(value, frozenset) else items
    if not all(type(item) is tuple and len(item) == 2 and isinstance(item[0], str | tuple) for item in items):
        return []
    values = all(isinstance(value, str | int | enum.Enum) for _, value in items)
    return items if values and len({key for key, _ in items}) == len(items) > 1 else []


def field_text(value: Any) -> str:
    """A value as people read it: words without quotes, sets in braces, `Bits` as the set of their cells."""
    if isinstance(value, enum.Enum):
        return value.name.lower()
    if isinstance(value, str):
        return value if value.strip() else repr(value)
    pairs = pairs_of(value)
    if pairs:
        return shortened(", ".join(f"{field_text(key)}: {field_text(item)}" for key, item in pairs))
    if isinstance(value, Bits | frozenset | set):
        members = cast("list[Any]", [*value])
        try:
            members.sort()
        except TypeError:
            members.sort(key=stable_repr)
        return shortened(f"{{{', '.join(map(stable_repr, members))}}}")
    return shortened(stable_repr(value))
