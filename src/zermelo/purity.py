"""Games that change while they are played: methods that keep part of the position in the game, as in `self.moved += 1`.

Their values depend on what was asked before, so none of them is worth anything. Here the class's methods are read; what a
game holds is compared by `zermelo.contents`, and what it answers by `zermelo.asking`.
"""

from __future__ import annotations

import ast
import dis
import inspect
import opcode
import textwrap
import types
from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from zermelo.fingerprint import is_library
from zermelo.game import METHODS, Game

WRITING: Final = frozenset(
    opcode.opmap[name]
    for name in ("STORE_ATTR", "DELETE_ATTR", "STORE_SUBSCR", "DELETE_SUBSCR", "STORE_GLOBAL", "STORE_SLICE")
    if name in opcode.opmap
)
"""Instructions without which a function assigns to nothing but its own variables."""


class Change(NamedTuple):
    """A place where a method changes the game."""

    method: str
    what: str
    """As it is written: self.moved."""
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.method} changes {self.what} ({self.file}:{self.line})"


def changes(game: Game[Any]) -> list[Change]:
    """Where the game's methods, and those that they call, assign to the game's attributes or to global variables."""
    cls = type(game)
    todo = [name for name in METHODS if getattr(cls, name) is not getattr(Game, name)]
    seen, found = set(todo), list[Change]()
    while todo:
        name = todo.pop()
        function = _function(cls, name)
        if function is None or is_library(function) or function.__module__ == Game.__module__:
            continue
        written, called = _read(function)
        found += written
        more = [other for other in called if other not in seen]
        seen.update(more)
        todo += more
    return sorted(found, key=lambda change: (change.file, change.line))


def _function(cls: type, name: str) -> types.FunctionType | None:
    """A method or a property of a class as the function that it is; None for anything else."""
    member = inspect.getattr_static(cls, name, None)
    member = member.fget if isinstance(member, property) else member
    return member if isinstance(member, types.FunctionType) else None


_READ: Final = WeakKeyDictionary[types.FunctionType, tuple[list[Change], list[str]]]()
"""What was found in a function, as long as there is one."""


def _read(function: types.FunctionType) -> tuple[list[Change], list[str]]:
    """What a method changes, and the names of what it uses of `self`."""
    if function not in _READ:
        code = function.__code__
        found = list(_changes_in(function)) if _may_change(code) else []
        _READ[function] = found, list(_uses_of_itself(code))
    return _READ[function]


def _uses_of_itself(code: types.CodeType) -> Iterator[str]:
    """The names of what a method uses of its first argument."""
    before = None
    for instruction in dis.get_instructions(code):
        own = before is not None and before.opname == "LOAD_FAST" and before.argval in code.co_varnames[:1]
        if own and instruction.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            yield str(instruction.argval)
        before = instruction


def _may_change(code: types.CodeType) -> bool:
    """Whether a look at its source is worth while."""
    inside = [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return not WRITING.isdisjoint(code.co_code[::2]) or any(map(_may_change, inside))


def _changes_in(function: types.FunctionType) -> Iterator[Change]:
    """The assignments to attributes of its first argument, or to global variables, in a function's source."""
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):  # made without a file: `contents` may still show it
        return
    own, file = function.__code__.co_varnames[:1], function.__code__.co_filename
    for node in _inside(tree.body[0], own):
        if isinstance(node, ast.Global):
            yield Change(function.__name__, f"the global {' and '.join(node.names)}", file, first + node.lineno - 1)
        for target in _targets(node):
            root, depth = _root(target)
            if depth > 0 and root in own:
                yield Change(function.__name__, ast.unparse(target), file, first + target.lineno - 1)


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
