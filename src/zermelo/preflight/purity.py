"""Find methods that change the game or use random numbers, by reading their source: for example `self.moved += 1`.

Their values depend on earlier calls, so they are worthless. `zermelo.preflight.contents` compares the game's contents before
and after play, and `zermelo.preflight.questions` compares the answers of its methods. Methods that do not return what they
compute are found here, too.
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

from zermelo.core.arrays import numpy_types
from zermelo.core.attributes import attributes_of
from zermelo.core.contract import METHODS
from zermelo.core.fingerprint import cell_contents, is_library
from zermelo.core.game import Game

TRUSTED: Final = "zermelo."
"""The package, whose own games need no check."""


def generators() -> tuple[type, ...]:
    """The classes whose methods return random numbers."""
    return (random.Random, *numpy_types("random.Generator", "random.RandomState"))


UNSTEADY: Final = (os.urandom, secrets.randbelow)
"""Functions that return random numbers."""


class Change(NamedTuple):
    """A place where a method changes the game, or uses a random number."""

    method: str
    what: str
    """The end of the sentence: "changes self.moved", "draws from random.choice"."""
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.method} {self.what} ({self.file}:{self.line})"


class Source(NamedTuple):
    """What the source of a function contains."""

    changes: list[Change]
    calls: list[tuple[ast.expr, int]]
    """The functions that it calls, without local variables, each with its line."""
    own: list[str]
    """The names of the attributes of its first argument that it uses."""
    missing: str
    """What it does instead of returning a value; "" if it returns one."""


def changes(game: Game[Any]) -> list[Change]:
    """The places where the game's methods, and the methods and functions that they call, assign to attributes of the game
    or to global variables, or use random numbers.
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


def missing_returns(game: Game[Any]) -> Iterator[str]:
    """Sentences about methods that end with a value and do not return it, or return none anywhere. None would count as
    False, so a search might not notice.
    """
    for name in METHODS:
        function = _method(type(game), name)
        if function is not None and _is_users(function) and _source(function).missing:
            yield f"{name} {_source(function).missing}: is a return missing?"


def _missing(function: types.FunctionType, node: ast.FunctionDef) -> str:
    """What a function does instead of returning a value, with the place; "" if it seems to return one."""
    lost = next(_lost_values(node.body), None)
    place = f"({_file(function)}:{(lost or node).lineno})"
    if lost is not None:
        return f"computes {ast.unparse(lost)} and does not return it {place}"
    return "" if any(map(_gives_a_value, _inside(node, ()))) else f"returns nothing {place}"


def _lost_values(body: list[ast.stmt]) -> Iterator[ast.expr]:
    """The values that the last statement of a function's branches computes and drops."""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        yield from _lost_values(last.body)
        yield from _lost_values(last.orelse)
    if isinstance(last, ast.Expr) and isinstance(last.value, VALUES):
        yield last.value


VALUES: Final = (ast.Compare, ast.BinOp, ast.UnaryOp, ast.Tuple, ast.Name, ast.Subscript, ast.Attribute)
"""Expressions that do nothing but compute a value. Those that may call a function for its effect are not among them."""


def _gives_a_value(part: ast.AST) -> bool:
    """Whether a statement returns or yields a value, raises an exception, or goes on for ever."""
    if isinstance(part, ast.While) and isinstance(part.test, ast.Constant) and part.test.value:
        return True
    return isinstance(part, ast.Yield | ast.YieldFrom | ast.Raise) or (
        isinstance(part, ast.Return) and part.value is not None
    )


def _method(cls: type, name: str) -> types.FunctionType | None:
    """The function of a method or property of a class; None for anything else."""
    member = inspect.getattr_static(cls, name, None)
    member = member.fget if isinstance(member, property) else member
    return member if isinstance(member, types.FunctionType) else None


def _is_users(function: types.FunctionType) -> bool:
    return not is_library(function) and not f"{function.__module__}.".startswith(TRUSTED)


def _file(function: types.FunctionType) -> str:
    return function.__code__.co_filename


# --- what is called -----------------------------------------------------------------------------------------------------
def _value(node: ast.expr, function: types.FunctionType, game: Game[Any]) -> Any:
    """The value of a name in a function, or of an attribute of a module, a generator or the game; None for anything else."""
    if isinstance(node, ast.Name):
        return game if node.id in _own(function) else _outside(node.id, function)
    if not isinstance(node, ast.Attribute):
        return None
    whole = _value(node.value, function, game)
    if whole is game:
        return attributes_of(game).get(node.attr, inspect.getattr_static(type(game), node.attr, None))
    return getattr(whole, node.attr, None) if isinstance(whole, (types.ModuleType, *generators())) else None


def _outside(name: str, function: types.FunctionType) -> Any:
    around = function.__code__.co_freevars
    if name in around and function.__closure__:
        return cell_contents(function.__closure__[around.index(name)])
    return function.__globals__.get(name)


def _own(function: types.FunctionType) -> tuple[str, ...]:
    """The name of its first argument, if it has one."""
    return function.__code__.co_varnames[: min(function.__code__.co_argcount, 1)]


def _is_drawing(called: Any) -> bool:
    return isinstance(getattr(called, "__self__", None), generators()) or any(called is each for each in UNSTEADY)


# --- source -------------------------------------------------------------------------------------------------------------
_SOURCES: Final = WeakKeyDictionary[types.FunctionType, Source]()
"""The results by function, as long as the function exists."""


def _source(function: types.FunctionType) -> Source:
    """What the source of a function contains; nothing if it has no file (`contents` may still find a change)."""
    if function not in _SOURCES:
        file, code = _file(function), function.__code__
        linecache.checkcache(file)
        node = _functions("".join(linecache.getlines(file, function.__globals__))).get(code.co_firstlineno)
        known = node if node and node.name == code.co_name else None
        _SOURCES[function] = _read(function, known) if known else Source([], [], [], "")
    return _SOURCES[function]


@functools.lru_cache(16)
def _functions(text: str) -> dict[int, ast.FunctionDef]:
    """The functions of a file by their first line, which may be that of a decorator."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return {}
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {min(part.lineno for part in (node, *node.decorator_list)): node for node in functions}


def _read(function: types.FunctionType, node: ast.FunctionDef) -> Source:
    """The changes, calls and attributes in a function, and in the functions inside it."""
    own, found = _own(function), Source([], [], [], _missing(function, node))
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
    """The targets of a statement's assignments that are not local variables of the function, each with its line."""
    if isinstance(part, ast.Global):
        yield f"the global {' and '.join(part.names)}", part.lineno
    if isinstance(part, ast.Nonlocal) and around.issuperset(part.names):
        yield f"{' and '.join(part.names)} of the enclosing function", part.lineno
    for target in _targets(part):
        root, depth = _root(target)
        counted = isinstance(part, ast.AugAssign) and root not in local  # a plain assignment may remember a result
        if depth > 0 and (root in own or (root and counted)):
            yield ast.unparse(target), target.lineno


def _inside(function: ast.AST, own: tuple[str, ...]) -> Iterator[ast.AST]:
    """All nodes of a function, except inner classes and inner functions that reuse the name of its argument."""
    for node in ast.iter_child_nodes(function):
        if isinstance(node, ast.ClassDef):
            continue
        if isinstance(node, ast.FunctionDef | ast.Lambda) and any(each.arg in own for each in node.args.args):
            continue
        yield node
        yield from _inside(node, own)


def _targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign | ast.Delete):
        return [part for target in node.targets for part in _parts(target)]
    if isinstance(node, ast.AugAssign | ast.For) or (isinstance(node, ast.AnnAssign) and node.value is not None):
        return list(_parts(node.target))
    return []


def _parts(target: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, ast.Tuple | ast.List):
        for part in target.elts:
            yield from _parts(part)
    else:
        yield target.value if isinstance(target, ast.Starred) else target


def _root(target: ast.expr) -> tuple[str, int]:
    """The variable that a target is part of, and the number of attributes and items between them."""
    depth = 0
    while isinstance(target, ast.Attribute | ast.Subscript):
        target, depth = target.value, depth + 1
    if isinstance(target, ast.Call) and isinstance(target.func, ast.Name) and target.func.id == "type" and target.args:
        target = target.args[0]  # type(self).moved
    return (target.id, depth) if isinstance(target, ast.Name) else ("", 0)
