"""The shape of a state or key: the types of its parts. If all states have the same shape, their words identify them."""

from __future__ import annotations

from typing import Any

from zermelo.core.bits import Bits
from zermelo.core.wording import shown
from zermelo.core.words import SIGN, Unpackable, are_words, pack


def shape(value: Any) -> str:
    """The types of the parts as text, such as "Board(Bits(12), Bits(12))". Raises Unpackable if a part cannot be packed."""
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
    """The reason why `value` cannot be packed, or "" if it can."""
    try:
        pack(value)
    except Unpackable as error:
        return str(error)
    return ""


def why_not_packed(what: str, value: Any) -> str:
    """That a game's state or key, as `what` says, cannot be packed, and why; "" if it can."""
    reason = unpackable(value)
    return reason and f"in its {what} {shown(value)}, {reason}"


def has_shape(value: Any) -> bool:
    """Whether `value` is made of types that can be packed, regardless of the size of its integers."""
    try:
        shape(value)
    except Unpackable:
        return False
    return True


def is_alike(value: Any, like: Any) -> bool:
    """Whether `value` can be rebuilt from its words and the shape of `like`, which can be packed."""
    if isinstance(like, Bits):
        return isinstance(value, Bits) and value.width == like.width
    if isinstance(like, bool):
        return isinstance(value, bool)
    if isinstance(like, int):
        return type(value) is type(like) is int and -SIGN <= value < SIGN  # an enumeration would come back as a number
    if type(value) is type(like) is tuple and len(value) == len(like) and are_words(like):  # pyright: ignore[reportUnknownArgumentType]
        return are_words(value)  # pyright: ignore[reportUnknownArgumentType]
    named = hasattr(value, "_fields") and type(value) is not type(like)
    same = isinstance(value, tuple) and not named and len(value) == len(like)  # pyright: ignore[reportUnknownArgumentType]
    return same and all(map(is_alike, value, like))  # pyright: ignore[reportUnknownArgumentType]
