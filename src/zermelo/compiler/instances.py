"""Instances: a function for arguments of certain types, and what is learnt of it while it is made."""

from __future__ import annotations

import ast
from typing import Any, NamedTuple

from zermelo.compiler.types import NEVER, Type


class Place(NamedTuple):
    """A place in the source."""

    file: str
    line: int
    function: str


class Restart(Exception):
    """The types of an instance were guessed too narrowly: it has to be made again, with what has been learnt."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance


class Source(NamedTuple):
    """The source of a function, and the names that it finds outside."""

    function: Any
    """The function of Python's, or of a nested function the one that it is in."""
    node: ast.FunctionDef | ast.Lambda
    place: Place
    scope: Any
    """The names of its module, and those of the functions around it."""


class Learnt:
    """What the attempts to make an instance have found out, for those to come."""

    def __init__(self) -> None:
        self.loops: dict[Any, dict[str, Type]] = {}
        """For the head of each loop the types of variables that differ from those at its beginning."""
        self.kept: set[str] = set()
        """Variables that are read where they may not have been assigned."""
        self.sites: dict[Any, Type] = {}
        """For each place at which a list, set or dictionary is made, what type it must have."""
        self.may_write_out = True
        """Whether loops over constants may be written out turn by turn."""


class Instance:
    """A function for arguments of certain types."""

    def __init__(
        self,
        program: Any,
        source: Source,
        names: tuple[str, ...],
        arguments: tuple[Type, ...],
        checked: bool,
        number: int,
    ) -> None:
        """`names` and `arguments`: the parameters and their types. `checked`: whether arithmetic refuses integers of more
        than 64 bits.
        """
        self.program = program
        self.source = source
        self.names = names
        self.arguments = arguments
        self.checked = checked
        self.name = f"f{number}"
        self.returned: Type = NEVER
        """The type of what it returns, as far as it is known."""
        self.returned_now: Type = NEVER
        """That of the last attempt."""
        self.is_recursive = False
        self.leaks = False
        """Whether memory that it takes is still in use when it has returned."""
        self.is_used_early = False
        """Whether it was called while it was made: by itself, directly or not."""
        self.guesses: set[Instance] = set()
        """Instances that were being made when this one used what was guessed of them, itself or by what it calls."""
        self.calls_itself = False
        self.is_put_inside = False
        """Whether it is inlined in a function that it calls and that calls it: a search that enters a node in one function
        and searches its children in another enters them without a call.
        """
        self.is_done = False
        key = source.node, source.scope, names, arguments, checked
        self.learnt: Learnt = program.learnt.setdefault(key, Learnt())
        self.lines: list[str] = []
