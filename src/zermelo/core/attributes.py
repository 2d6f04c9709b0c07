"""The attributes of an object, in its `__dict__` or in slots, and the name of a game, made of its class and arguments."""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from zermelo.core.stable_text import stable_repr

MADE_WITH: Final = "_made_with"
"""The attribute that stores a game's constructor arguments. Only the game's name uses it."""

ORIGIN: Final = "_origin"
"""The attribute that stores the name of the OpenSpiel game that a game is a translation of. Only results name it."""

BESIDES: Final = (MADE_WITH, ORIGIN, "_encoding", "_recent")
"""The attributes that are not part of a game's data."""

LONGEST_ARGUMENT: Final = 40
"""The most characters that an argument takes in the name of a game."""

WORD: Final = re.compile(r"[A-Za-z_][\w.-]*")
"""The words that are written without quotes in the name of a game."""

ADDRESS: Final = re.compile(r"at0x[0-9a-f]+")
"""The memory address in an object's `repr`, which is left out of the name."""

BY_PLACE_ALONE: Final = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.VAR_POSITIONAL)
"""Kinds of parameters that can only be given by position."""

WORDS_OF_NAME: Final = re.compile(r"[^\W\d_]?[^\WA-Z\d_]+|[A-Z]+(?![a-z])|\d+")
"""The words of the name of a class: a capital begins a word, and so does a number; several capitals are one word."""


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


def name_with(cls: type, args: tuple[Any, ...], kwargs: dict[str, Any], *, games: type) -> str:
    """The name of a game of class `cls` made with these arguments; those that are `games` are written by their names."""
    written = partial(_written, games=games)
    try:
        texts = _unlike_defaults(inspect.signature(cls).bind(*args, **kwargs), written)
    except (TypeError, ValueError):  # no signature to compare with
        texts = [*map(written, args), *(f"{name}={written(value)}" for name, value in kwargs.items())]
    return f"{cls.__name__}({','.join(texts)})" if texts else cls.__name__


def _unlike_defaults(given: inspect.BoundArguments, written: Callable[[Any], str]) -> list[str]:
    """The arguments that differ from the defaults, as text. Once one is left out, those after it are given by name."""
    texts: list[str] = []
    parameters = given.signature.parameters.values()
    in_order = bool(given.args) and any(
        each.kind in BY_PLACE_ALONE and each.name in given.arguments for each in parameters
    )
    if in_order:  # then no argument before them may be left out
        given.apply_defaults()
    skipped = False
    for parameter in parameters:
        name, value = parameter.name, given.arguments.get(parameter.name, parameter.default)
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            texts += map(written, given.arguments.get(name, ()))
        elif parameter.kind is inspect.Parameter.VAR_KEYWORD:
            texts += (f"{key}={written(each)}" for key, each in given.arguments.get(name, {}).items())
        elif not (in_order and name in given.arguments) and _is_default(value, parameter.default):
            skipped = True
        else:
            named = skipped or parameter.kind is inspect.Parameter.KEYWORD_ONLY
            texts.append(f"{name}={written(value)}" if named else written(value))
    return texts


def _is_default(value: Any, default: Any) -> bool:
    try:
        return value is default or (type(value) is type(default) and bool(value == default))
    except Exception:  # an array, say
        return False


def _written(argument: Any, games: type) -> str:
    """An argument as text in the name of a game: without spaces, words without quotes, the same in every process.

    A long one is cut and ends with a digest.
    """
    is_word = isinstance(argument, str) and WORD.fullmatch(argument) is not None
    try:
        text = argument if is_word or isinstance(argument, games) else stable_repr(argument)
    except Exception:  # an argument's own `__repr__` or `__str__` may raise anything
        text = type(argument).__name__
    text = ADDRESS.sub("", "".join(str(text).split()))
    if len(text) <= LONGEST_ARGUMENT:
        return text
    return f"{text[: LONGEST_ARGUMENT - 12]}...{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def title_of(cls: type) -> str:
    """The name of a class as a title: "Dots and boxes" for `DotsAndBoxes`."""
    words = WORDS_OF_NAME.findall(cls.__name__)
    title = " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words)
    return title[:1].upper() + title[1:]
