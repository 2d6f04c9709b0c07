"""The source of functions, the names that they know, and values that exist only while the program is made."""

from __future__ import annotations
import __future__

import ast
import builtins
import functools
import inspect
import linecache
import textwrap
import types
from typing import Any, Final

from zermelo.compiler.blocks import Join
from zermelo.compiler.instances import Place, Source
from zermelo.compiler.types import NotCompiled, SourceNotFound, Value
from zermelo.core.fingerprint import is_ours

Function = ast.FunctionDef | ast.Lambda


class Scope:
    """The variables of one call of a function that is being read, or of a comprehension."""

    def __init__(
        self, number: int, local_names: frozenset[str], parent: Scope | None, outside: Outside, *, checked: bool
    ) -> None:
        """`checked`: whether arithmetic refuses integers of more than 64 bits."""
        self.number = number
        self.checked = checked
        self.local_names = local_names
        self.parent = parent
        """The scope in which the function is defined, if that is being read as well."""
        self.outside = outside
        self.returned: Join | None = None
        """Where a return statement leads; None in a comprehension."""
        self.on_yield: Any = None
        """What is done with a value that a generator yields; None in a function that is none."""
        self.tries = 0
        """How many `try` statements there were around the call."""

    def variable(self, name: str) -> str:
        return f"{name}@{self.number}"

    def holder(self, name: str) -> Scope | None:
        """The scope that has this variable."""
        scope: Scope | None = self
        while scope is not None and name not in scope.local_names:
            scope = scope.parent
        return scope

    @property
    def function(self) -> Scope:
        """The scope of the function around a comprehension."""
        scope = self
        while scope.returned is None and scope.parent is not None:
            scope = scope.parent
        return scope


class Outside:
    """The names that a function finds outside: in functions around it that have returned, its module, and Python."""

    def __init__(self, function: Any) -> None:
        self.globals: dict[str, Any] = getattr(function, "__globals__", {})
        code = getattr(function, "__code__", None)
        cells = getattr(function, "__closure__", None) or ()
        self.cells = dict(zip(code.co_freevars, cells, strict=True)) if code is not None else {}
        self.file = code.co_filename if code is not None else ""
        self.function = function

    def find(self, name: str) -> Any:
        """The object of this name. Raises LookupError."""
        if name in self.cells:
            try:
                return self.cells[name].cell_contents
            except ValueError:  # it is not assigned yet
                raise LookupError(name) from None
        if name in self.globals:
            return self.globals[name]
        return vars(builtins)[name]


# --- values without a form ------------------------------------------------------------------------------------------------
class Closure:
    """A nested function or a lambda."""

    def __init__(self, node: Function, scope: Scope, defaults: dict[str, Value]) -> None:
        self.node = node
        self.scope = scope
        self.defaults = defaults

    def __str__(self) -> str:
        return getattr(self.node, "name", "a lambda")


class Bound:
    """A method with its object: a function of Python's, or the name of a method of a type that the compiler knows."""

    def __init__(self, receiver: Value, method: Any) -> None:
        self.receiver = receiver
        self.method = method

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bound) and (self.receiver, self.method) == (other.receiver, other.method)

    def __hash__(self) -> int:
        return hash((self.receiver.text, self.method))

    def __str__(self) -> str:
        return "a method"


class Generator:
    """The call of a generator, which runs in the loop that uses it."""

    def __init__(self, node: ast.FunctionDef | ast.GeneratorExp, scope: Scope, arguments: dict[str, Value]) -> None:
        """`arguments`: by name of the parameter; of an expression, the first iterable, under an empty name."""
        self.node = node
        self.scope = scope
        self.arguments = arguments

    def __str__(self) -> str:
        return "a generator"


# --- source ---------------------------------------------------------------------------------------------------------------
@functools.cache
def _module_nodes(text: str) -> dict[int, list[ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda]]:
    """The functions of a module, by the line on which they begin (that of the first decorator)."""
    found: dict[int, list[Any]] = {}
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
            found.setdefault(first, []).append(node)
    return found


_sources: Final[dict[Any, Source]] = {}


def source_of(function: Any) -> Source:
    """The source of a function. Raises NotCompiled if there is none."""
    code = function.__code__
    key = code, code.co_filename  # equal code may come from two files
    if key not in _sources:
        _sources[key] = Source(
            function, _node_of(function), Place(code.co_filename, code.co_firstlineno, function.__qualname__), None
        )
    return _sources[key]._replace(function=function)


def _node_of(function: types.FunctionType) -> Function:
    code = function.__code__
    where = f"{code.co_filename}:{code.co_firstlineno}"
    lines = linecache.getlines(code.co_filename, function.__globals__)
    nodes = _nodes_of_lines(code, lines)
    try:
        if not nodes and lines:
            nodes = _module_nodes("".join(lines)).get(code.co_firstlineno, [])
    except SyntaxError:
        nodes = []
    if not nodes:
        nodes = _nodes_of_text(function)
    fitting = [node for node in nodes if _fits(node, code)]
    if len(fitting) != 1:
        raise SourceNotFound(f"the source of {function.__name__} is not found ({where})")
    if not is_ours(function) and not _is_compiled_from(code, "".join(linecache.getlines(code.co_filename))):
        raise SourceNotFound(f"the source of {function.__name__} has changed since it was loaded ({where})")
    if isinstance(fitting[0], ast.AsyncFunctionDef):
        raise NotCompiled(f"{function.__name__} is asynchronous ({where})")
    return fitting[0]


def _nodes_of_lines(code: types.CodeType, lines: list[str]) -> list[Any]:
    """The function that begins with the first line of its code and ends with the last, which is found sooner than by reading
    the whole file; nothing if it is a lambda, or is not found.
    """
    first, last = code.co_firstlineno, _last_line(code)
    text = textwrap.dedent("".join(lines[first - 1 : last]))
    if not text.startswith(("def ", "@")):
        return []
    try:
        body = ast.parse(text).body
    except SyntaxError:
        return []
    for node in body:
        ast.increment_lineno(node, first - 1)
    return body if len(body) == 1 and isinstance(body[0], ast.FunctionDef | ast.AsyncFunctionDef) else []


def _last_line(code: types.CodeType) -> int:
    last = max((end for _, end, _, _ in code.co_positions() if end is not None), default=code.co_firstlineno)
    return max([last, *(_last_line(each) for each in code.co_consts if isinstance(each, types.CodeType))])


def _nodes_of_text(function: types.FunctionType) -> list[Any]:
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):
        return []
    ast.increment_lineno(tree, first - 1)
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)]


def _fits(node: Any, code: types.CodeType) -> bool:
    names = [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    count = code.co_argcount + code.co_kwonlyargcount
    return list(code.co_varnames[:count]) == names and getattr(node, "name", "<lambda>") == code.co_name


FUTURE: Final = sum(
    getattr(__future__, name).compiler_flag for name in {*__future__.all_feature_names} - {"nested_scopes"}
)
"""The flags of code that says from __future__ import ..."""


def _is_compiled_from(code: types.CodeType, text: str) -> bool:
    """Whether a module of this text has this code: its file may have been edited since."""
    try:
        return code in _codes(text, code.co_flags & FUTURE)
    except (SyntaxError, ValueError):
        return False


@functools.cache
def _codes(text: str, flags: int) -> frozenset[types.CodeType]:
    """The code of all functions of a module."""
    found: set[types.CodeType] = set()
    codes = [compile(text, "", "exec", flags | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)]
    while codes:
        inside = [each for each in codes.pop().co_consts if isinstance(each, types.CodeType)]
        found.update(inside)
        codes += inside
    return frozenset(found)


# --- names ----------------------------------------------------------------------------------------------------------------
@functools.cache
def local_names(node: Any) -> frozenset[str]:
    """The names that are local to a function: parameters, and what it assigns."""
    names = {each.arg for each in parameters(node)}
    declared: set[str] = set()
    body = [node.body] if isinstance(node, ast.Lambda) else node.body
    for each in _own_nodes(body):
        if isinstance(each, ast.Nonlocal | ast.Global):
            declared.update(each.names)
        else:
            names |= _bound_by(each)
    return frozenset(names - declared)


def parameters(node: Any) -> list[ast.arg]:
    given = node.args
    rest = [each for each in (given.vararg, given.kwarg) if each is not None]
    return [*given.posonlyargs, *given.args, *given.kwonlyargs, *rest]


@functools.cache
def assigned_names(*nodes: Any) -> frozenset[str]:
    """The names that statements assign, without those of functions in them."""
    none: frozenset[str] = frozenset()
    return none.union(*(_bound_by(each) for each in _own_nodes(list(nodes))))


def _bound_by(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
        return {node.id}
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    return set()


def _own_nodes(nodes: list[Any]) -> list[ast.AST]:
    """All nodes below these, but not the bodies of functions and comprehensions in them, except what := assigns there."""
    found: list[ast.AST] = []
    pending = list(nodes)
    while pending:
        node = pending.pop()
        found.append(node)
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            found += [each.target for each in ast.walk(node) if isinstance(each, ast.NamedExpr)]
        elif not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef | ast.AsyncFunctionDef):
            pending.extend(ast.iter_child_nodes(node))
    return found


@functools.cache
def yields(node: Any) -> int:
    """How many places in a function yield a value; 0 if it is no generator."""
    if isinstance(node, ast.Lambda):
        return 0
    return sum(isinstance(each, ast.Yield | ast.YieldFrom) for each in _own_nodes(node.body))


@functools.cache
def has_try(node: Any) -> bool:
    return any(isinstance(each, ast.Try) for each in ast.walk(node))


@functools.cache
def calls_itself(node: Any) -> bool:
    """Whether a nested function uses its own name."""
    name = getattr(node, "name", None)
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))


@functools.cache
def free_names(node: Any) -> tuple[str, ...]:
    """The names that a function reads, or that functions in it read, and that are not its own."""
    own = local_names(node)
    read = [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
    return tuple(dict.fromkeys(name for name in read if name not in own))


@functools.cache
def assigns_outside(node: Any) -> bool:
    return any(isinstance(each, ast.Nonlocal | ast.Global) for each in ast.walk(node))
