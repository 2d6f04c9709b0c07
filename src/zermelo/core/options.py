"""Options, declared once: a field of a dataclass has the help for the command line, and which values are allowed.

`cli.options` makes switches of such fields, `check` checks their values, and `made` makes the dataclass from keyword
arguments. Type checkers need the names of keyword arguments in a `TypedDict` beside the dataclass; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, field, fields
from functools import cache, partial
from typing import Any, Final, NamedTuple, TypeVar

from zermelo.core.errors import BadOption
from zermelo.core.integers import check_bool, check_choice, check_count, check_seconds
from zermelo.core.paths import check_path
from zermelo.core.wording import unknown

Kind = TypeVar("Kind")

DECLARED: Final = "declared"


class Declared(NamedTuple):
    """What the field of an option says besides its name, type and default."""

    help: str = ""
    """For the command line; empty for an option that only Python has."""
    metavar: str = ""
    """What stands for the value in the help. SIZE is a number of bytes, FILE and DIR are paths."""
    scope: str = ""
    """Who takes the option, if only some of those do who take options of this kind."""
    least: int = 1
    """The least value of an integer."""
    switch: str = ""
    """The words on the command line, if they are not made from the name."""
    directs: bool = False
    """Whether it says how to search, so that nothing but a search can use it."""
    identifies: bool = False
    """Whether the scores in a table depend on it, so that a checkpoint can only be resumed with the same value."""
    memory: str = ""
    """What the table of an algorithm must hold for it."""


def option(default: Any, help: str = "", **more: Any) -> Any:  # noqa: A002
    """A field of a dataclass for an option; `Declared` describes the arguments."""
    return field(default=default, metadata={DECLARED: Declared(help, **more)})


def declared(each: Field[Any]) -> Declared:
    return each.metadata[DECLARED]


def names_of(kind: type[Any]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


def among(given: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Those of the given options that have these names."""
    return {name: value for name, value in given.items() if name in names}


def made(kind: type[Kind], given: Mapping[str, Any]) -> Kind:
    """The dataclass with the given options, and the defaults of the others. Raises BadOption for an unknown name, and what
    the dataclass raises.
    """
    check_names(given, names_of(kind))
    return kind(**given)


def check_names(given: Iterable[str], known: Sequence[str], what: str = "option", where: str = "") -> None:
    """Raises BadOption for a name that is not among those known. `what` it names, and `where`, are words of the message."""
    for name in given:
        if name not in known:
            raise BadOption(unknown(what, name, known, where=where))


def check(options: object) -> None:
    """Raises BadOption for options that do not have the types of their fields, or are not within their limits. Texts and
    objects are not checked.
    """
    for name, may_be_none, check_value in _checks_of(type(options)):
        value = getattr(options, name)
        if value is not None or not may_be_none:
            check_value(name, value)


@cache
def _checks_of(kind: type[Any]) -> tuple[tuple[str, bool, Callable[[str, Any], None]], ...]:
    """For each field with a check: its name, whether it may be None, and the check."""
    found = ((each.name, str(each.type), declared(each)) for each in fields(kind))
    checks = ((name, text.endswith("None"), _check_for(text, limits)) for name, text, limits in found)
    return tuple((name, may_be_none, check) for name, may_be_none, check in checks if check is not None)


def _check_for(kind: str, limits: Declared) -> Callable[[str, Any], None] | None:
    """The check of a value of this type, if there is one."""
    if kind.startswith("bool"):
        return check_choice if "None" in kind else check_bool
    if kind.startswith("int"):
        return partial(check_count, least=limits.least)
    if kind.startswith("float"):
        return lambda name, value: check_seconds(value, name)
    if "PathLike" in kind:
        what = "folder" if limits.metavar == "DIR" else "file"
        return lambda name, value: check_path(value, name, what)
    return None
