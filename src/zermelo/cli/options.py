"""Switches made of the fields of dataclasses that declare options (`zermelo.core.options`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from typing import Any, Final

import click

from zermelo.cli.arguments import Memory, Number, Whole
from zermelo.core.options import declared

NUMBERS: Final[dict[str, click.ParamType[Any]]] = {"int": Whole(), "float": Number()}

Command = Callable[..., Any]


def switches(kind: type[Any], *names: str, **helps: str) -> Callable[[Command], Command]:
    """Adds options to a command: the fields of these names of a dataclass, in this order, and those for which there is
    other help here. An option that is not given is None.
    """
    known = {each.name: each for each in fields(kind)}

    def with_switches(command: Command) -> Command:
        for name in reversed((*names, *(name for name in helps if name not in names))):
            command = _switch(known[name], helps.get(name, declared(known[name]).help))(command)
        return command

    return with_switches


def _switch(each: Field[Any], text: str) -> Callable[[Command], Command]:
    saying, kind, name = declared(each), str(each.type).partition(" ")[0], each.name.replace("_", "-")
    if kind == "bool":
        words = saying.switch or f"--{name}/--no-{name}"
        return click.option(words, is_flag=True, default=None, help=text)
    if saying.metavar == "NAMES":
        return click.option(f"--{name}", multiple=True, callback=_joined, metavar=saying.metavar, help=text)
    number = Memory() if saying.metavar == "SIZE" else NUMBERS.get(kind)
    return click.option(f"--{name}", type=number, metavar=saying.metavar, help=text)


def _joined(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> str | None:
    """The names of an option that may be repeated, separated by commas."""
    return ",".join(given) or None


def given_of(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given, and not left to their defaults."""
    return {name: value for name, value in options.items() if value is not None}
