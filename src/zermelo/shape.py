"""The shape of a state or key: what of it is the same in every state, so that its words alone tell which one it is."""

from __future__ import annotations

from typing import Any

from zermelo.bits import Bits
from zermelo.words import Unpackable, pack


def shape(value: Any) -> str:
    """The kinds of the parts, like "Board(Bits(12), Bits(12))". Raises Unpackable where a part cannot be packed."""
    if isinstance(value, Bits):
        return f"Bits({value.width})"
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int"
    if isinstance(value, tuple):
        parts: list[str] = [shape(part) for part in value]  # pyright: ignore[reportUnknownVariableType]
        kind = type(value).__name__ if hasattr(value, "_fields") else ""  # pyright: ignore[reportUnknownArgumentType]
        return f"{kind}({', '.join(parts)})"
    raise Unpackable(f"{type(value).__name__} is neither int, bool, zermelo.Bits nor a tuple of these")


def unpackable(value: Any) -> str:
    """Why `value` cannot be packed, "" when it can."""
    try:
        pack(value)
    except Unpackable as error:
        return str(error)
    return ""


def has_shape(value: Any) -> bool:
    """Whether `value` is made of what can be packed, however large its integers."""
    try:
        shape(value)
    except Unpackable:
        return False
    return True
