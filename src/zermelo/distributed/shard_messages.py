"""Values in messages about shards, and in the log, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, cast, get_args, get_origin, get_type_hints

from zermelo.work.runs import Run


def plain(value: Any) -> Any:
    """A value as plain data, for a message or the log: of a run all but its folder."""
    if isinstance(value, Run):
        return value.fact()
    if isinstance(value, dict):
        return {name: plain(each) for name, each in cast("dict[str, Any]", value).items()}
    return [plain(each) for each in cast("list[Any]", value)] if isinstance(value, list | tuple) else value


def read(kind: Any, value: Any, run: Callable[[Sequence[Any]], Run]) -> Any:
    """The value of this type that plain data stands for. `run` makes a run."""
    if kind is Run:
        return run(value)
    if hasattr(kind, "_fields"):
        return kind(*(read(each, part, run) for each, part in zip(types_in(kind).values(), value, strict=True)))
    parts = get_args(kind)
    if get_origin(kind) is dict:
        return {name: read(parts[1], each, run) for name, each in value.items()}
    if get_origin(kind) is tuple:
        return tuple(read(each, part, run) for each, part in zip(parts, value, strict=True))
    return [read(parts[0], each, run) for each in value] if parts else value


@cache
def types_in(kind: Any) -> dict[str, Any]:
    """The types of the fields of a NamedTuple, or of the parameters of a function and what it returns."""
    return get_type_hints(kind)
