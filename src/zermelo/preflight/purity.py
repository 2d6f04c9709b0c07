"""Games that change while they are played: methods that keep part of the position in the game, as in `self.moved += 1`.

Their values depend on what was asked before, so none of them is worth anything. Here the source of the class's methods is
read; what a game holds is compared by `zermelo.preflight.contents`, and what it answers by `zermelo.preflight.questions`.
"""

from __future__ import annotations

import ast
import functools
import inspect
import linecache
import os
import random
import secrets
import types
from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from zermelo.core.attributes import attributes_of
from zermelo.core.fingerprint import cell_contents, is_library
from zermelo.core.game import METHODS, Game

TRUSTED: Final = "zermelo."
"""The package, whose games have been tested."""

GENERATORS: Final = (random.Random, np.random.Generator, np.random.RandomState)
"""Objects whose methods draw by chance."""

UNSTEADY: Final = (os.urandom, secrets.randbelow)
"""Functions that do so themselves."""


class Change(NamedTuple):
    """A place where a method changes the game, or draws by chance."""

    method: str
    what: str
    """As it is written: changes self.moved, draws from random.choice."""
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.method} {self.what} ({self.file}:{self.line})"


class Source(NamedTuple):
    """What the source of a function shows."""

    changes: list[Change]
    calls: list[tuple[ast.expr, int]]
    """What is called, but for local variables, and in which line."""
    own: list[str]
    """The names of what it uses of its first argument."""


def changes(game: Game[Any]) -> list[Change]:
    """Where the game's methods, and the methods and functions that they call, assign to the game's attributes or to global
    variables, or draw by chance.
    """
    cls, found = type(game), list[Change]()
    todo = [_method(cls, name) for name in METHODS]
    seen = set[types.FunctionType | None]()
    while todo:
        function = todo.pop()
        if function in seen or function is None or not _is_users(function):
            continue
        seen.add(function)
        source = _source(function)
        found += source.changes
        todo += [_method(cls, name) for name in source.own]
        for call, line in source.calls:
            called = _value(call, function, game)
            if isinstance(called, types.FunctionType):
                todo.append(called)
            if _is_drawing(called):
                found.append(Change(function.__name__, f"draws from {ast.unparse(call)}", _file(function), line))
    return sorted(set(found), key=lambda change: (change.file, change.line))


def _method(cls: type, name: str) -> types.FunctionType | None:
    """A method or a property of a class as the function that it is; None for anything else."""
    member = inspect.getattr_static(cls, name, None)
    member = member.fget if isinstance(member, property) else member
    return member if isinstance(member, types.FunctionType) else None


def _is_users(function: types.FunctionType) -> bool:
    return not is_library(function) and not f"{function.__module__}.".startswith(TRUSTED)


def _file(function: types.FunctionType) -> str:
    return function.__code__.co_filename


# --- what is called -----------------------------------------------------------------------------------------------------
def _value(node: ast.expr, function: types.FunctionType, game: Game[Any]) -> Any:
    """What a name means in a function, with attributes of modules, of generators and of the game; None for anything else."""
    if isinstance(node, ast.Name):
        return game if node.id in _own(function) else _outside(node.id, function)
    if not isinstance(node, ast.Attribute):
        return None
    whole = _value(node.value, function, game)
    if whole is game:
        return attributes_of(game).get(node.attr, inspect.getattr_static(type(game), node.attr, None))
    return getattr(whole, node.attr, None) if isinstance(whole, (types.ModuleType, *GENERATORS)) else None


def _outside(name: str, function: types.FunctionType) -> Any:
    """What a variable of the functions around it, or a global one, holds."""
    around = function.__code__.co_freevars
    if name in around and function.__closure__:
        return cell_contents(function.__closure__[around.index(name)])
    return function.__globals__.get(name)


def _own(function: types.FunctionType) -> tuple[str, ...]:
    """The name of its first argument, if it has one."""
    return function.__code__.co_varnames[: min(function.__code__.co_argcount, 1)]


def _is_drawing(called: Any) -> bool:
    """Whether a function gives another answer each time."""
    return isinstance(getattr(called, "__self__", None), GENERATORS) or any(called is each for each in UNSTEADY)


# --- source -------------------------------------------------------------------------------------------------------------
_SOURCES: Final = WeakKeyDictionary[types.FunctionType, Source]()
"""What was found in a function, as long as there is one."""


def _source(function: types.FunctionType) -> Source:
    """What the source of a function shows: nothing where it was made without a file, though `contents` may still see it."""
    if function not in _SOURCES:
        file, code = _file(function), function.__code__
        linecache.checkcache(file)
        node = _functions("".join(linecache.getlines(file, function.__globals__))).get(code.co_firstlineno)
        known = node if node and node.name == code.co_name else None
        _SOURCES[function] = _read(function, known) if known else Source([], [], [])
    return _SOURCES[function]


@functools.lru_cache(16)
def _functions(text: str) -> dict[int, ast.FunctionDef]:
    """The functions of a file by the line where each begins, its decorators included."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return {}
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {min(part.lineno for part in (node, *node.decorator_list)): node for node in functions}


def _read(function: types.FunctionType, node: ast.FunctionDef) -> Source:
    """What is looked for in a function, and in those inside it."""
    own, found = _own(function), Source([], [], [])
    local = _local(node).difference(own)
    for part in _inside(node, own):
        found.changes.extend(
            Change(function.__name__, f"changes {what}", _file(function), line)
            for what, line in _written(part, own, local, {*function.__code__.co_freevars})
        )
        if isinstance(part, ast.Call) and _root(part.func)[0] not in local:
            found.calls.append((part.func, part.lineno))
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in own:
            found.own.append(part.attr)
    return found


def _local(node: ast.FunctionDef) -> set[str]:
    """The names of the variables of a function, and of those inside it."""
    parts = [*ast.walk(node)]
    made = {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    made |= {part.arg for part in parts if isinstance(part, ast.arg)}
    return made.difference(*(part.names for part in parts if isinstance(part, ast.Global | ast.Nonlocal)))


def _written(part: ast.AST, own: tuple[str, ...], local: set[str], around: set[str]) -> Iterator[tuple[str, int]]:
    """What a statement assigns to that is not the function's own variable, and in which line."""
    if isinstance(part, ast.Global):
        yield f"the global {' and '.join(part.names)}", part.lineno
    if isinstance(part, ast.Nonlocal) and around.issuperset(part.names):
        yield f"{' and '.join(part.names)} of the function around it", part.lineno
    for target in _targets(part):
        root, depth = _root(target)
        counted = isinstance(part, ast.AugAssign) and root not in local  # to add a new item may be to remember it
        if depth > 0 and (root in own or (root and counted)):
            yield ast.unparse(target), target.lineno


def _inside(function: ast.AST, own: tuple[str, ...]) -> Iterator[ast.AST]:
    """All parts of a function but for classes inside it, and functions that call something else by the name of its own."""
    for node in ast.iter_child_nodes(function):
        if isinstance(node, ast.ClassDef):
            continue
        if isinstance(node, ast.FunctionDef | ast.Lambda) and any(each.arg in own for each in node.args.args):
            continue
        yield node
        yield from _inside(node, own)


def _targets(node: ast.AST) -> list[ast.expr]:
    """What a statement assigns to."""
    if isinstance(node, ast.Assign | ast.Delete):
        return [part for target in node.targets for part in _parts(target)]
    if isinstance(node, ast.AugAssign | ast.For) or (isinstance(node, ast.AnnAssign) and node.value is not None):
        return list(_parts(node.target))
    return []


def _parts(target: ast.expr) -> Iterator[ast.expr]:
    """The single targets of an assignment."""
    if isinstance(target, ast.Tuple | ast.List):
        for part in target.elts:
            yield from _parts(part)
    else:
        yield target.value if isinstance(target, ast.Starred) else target


def _root(target: ast.expr) -> tuple[str, int]:
    """The variable that a target is part of, and how many attributes and items lead from it to the target."""
    depth = 0
    while isinstance(target, ast.Attribute | ast.Subscript):
        target, depth = target.value, depth + 1
    if isinstance(target, ast.Call) and isinstance(target.func, ast.Name) and target.func.id == "type" and target.args:
        target = target.args[0]  # type(self).moved
    return (target.id, depth) if isinstance(target, ast.Name) else ("", 0)
