"""Turning the compiler's errors into one sentence: what cannot be compiled, and the line in the user's code."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np
from numba.core import types
from numba.core.errors import TypingError

from zermelo.native.loader import HOME
from zermelo.native.numba_internals import loc_info

MARK: Final = "\N{LEFT CEILING}"
END: Final = "\N{RIGHT CEILING}"
"""MARK and END enclose a reason of zermelo's own in the text of a Numba error."""


def refusal(reason: str, location: Any = None) -> TypingError:
    """An error with a reason of zermelo's own, to be raised during compilation."""
    return TypingError(f"{MARK}{reason}{END}", loc=location)


def shown(kind: Any) -> str:
    """The name of a Numba type as a Python programmer would write it."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.BaseTuple):
        name = kind.instance_class.__name__ if isinstance(kind, types.BaseNamedTuple) else ""
        return f"{name}({', '.join(map(shown, kind.types))})"
    if isinstance(kind, types.Optional):
        return f"{shown(kind.type)} or None"
    return _named(str(kind))


COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
"""What Numba puts into its messages if a package for colours can be imported."""


# --- Numba's errors -------------------------------------------------------------------------------------------------
def reason(error: BaseException) -> str:
    """Why compilation failed with `error`, in a few words, followed by the place in the user's code: (file:line)."""
    text = COLOURS.sub("", str(error)) or f"Numba fails with {type(error).__name__}"
    file, line = next(_places(text), ("", 0))
    return f"{_why(text)} ({file}:{line})" if file else _why(text)


def _why(text: str) -> str:
    """The reason in the text of an error, by the first pattern of SENTENCES that occurs in it."""
    for pattern, sentence in SENTENCES:
        match = re.search(pattern, text)
        if match:
            return sentence(*match.groups()) if callable(sentence) else sentence
    return _first_line(text)


def _first_line(text: str) -> str:
    """The first line of Numba's text that says something, shortened."""
    lines = [line.partition(" Raised from ")[0].strip()[:160].rstrip(".") for line in text.splitlines()]
    return next((line for line in lines if line and not line.startswith(("Failed in", "- Res"))), text)


def _places(text: str) -> Iterator[tuple[str, int]]:
    """The places in the user's files that an error names, the innermost first, then the last place the compiler was at."""
    for first, line, second, other_line in re.findall(PLACE, text):
        file = first or second
        if not _is_ours(file):
            yield file if file.startswith("<") else os.path.abspath(file), int(line or other_line)
    last = loc_info.get("loc")
    if last is not None and not _is_ours(last.filename):
        yield last.filename, last.line


def _is_ours(file: str) -> bool:
    return any(Path(file).resolve().is_relative_to(home) for home in HOMES)


def _named(kinds: str) -> str:
    """The text with Numba's names of types replaced by Python's."""
    for pattern, name in NAMES:
        kinds = re.sub(pattern, name, kinds)
    return kinds


def _untyped(name: str, kind: str) -> str:
    if name == "Bits":
        return "the class Bits is used in a method; keep constant boards in attributes instead"
    if name == "super":
        return "super() is not supported"
    if kind == "type":
        return f"the class {name} is used by name; use self instead"
    return f"{name} is a {kind.rpartition('.')[2]}, which compiled code cannot use"


def _no_function(function: str, name: str, kinds: str) -> str:
    builtin = re.search(r"(?:built-in function|checked) (\w+)", function)
    operator = OPERATORS.get(builtin[1]) if builtin else None
    kinds = _named(kinds)
    if operator == "[]" and ", slice<" in kinds:
        return f"the ends of a slice are not constants; {CELLS}"
    if name == "tuple":
        return f"tuple({kinds}) is not supported; {CELLS}"
    if operator is None:
        return f"{name}({kinds}) is not supported"
    return f"the operator {operator} is not supported for {' and '.join(kinds.split(', '))}"


def _two_types(one: str, other: str, name: str) -> str:
    one, other, name = _named(one), _named(other), name.replace("$", "an expression")
    if one == other == "tuple":
        return f"{name} is a tuple of different items in two places; {CELLS}"
    return f"{name} is {one} in one place and {other} in another"


def _no_method(name: str, kinds: str) -> str:
    return f"{name.rpartition(', ')[2].strip(chr(39) + ')')}({_named(kinds)}) is not supported"


CELLS: Final = "a board with cells that change can be a Bits or an int"
"""What to use in place of a tuple that compiled code cannot make."""

PLACE: Final = r'File "([^"]+)", line (\d+)|\b(?:at|from|location:) (<[^>\n]+>|[^\n()]+?\.\w+) \((\d+)\)'

HOMES: Final = (HOME.resolve(), *(Path(str(module.__file__)).resolve().parent for module in (numba, np)))

OPERATORS: Final = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "lshift": "<<",
    "rshift": ">>", "and_": "&", "or_": "|", "xor": "^", "invert": "~", "neg": "-", "eq": "==", "ne": "!=", "lt": "<",
    "le": "<=", "gt": ">", "ge": ">=", "contains": "in", "getitem": "[]", "static_getitem": "[]", "setitem": "[] =",
    "not_": "not",
}  # fmt: skip

STATEMENTS: Final = {
    "IMPORT_NAME": "an import inside a function",
    "STORE_GLOBAL": "an assignment to a global",
    "GET_YIELD_FROM_ITER": "yield from",
    "BEFORE_WITH": "a with statement",
    "LOAD_BUILD_CLASS": "a class inside a function",
    "MAP_ADD": "a dict comprehension",
    "DICT_MERGE": "a call with **keywords",
    "DELETE_GLOBAL": "del",
}

NAMES: Final = (
    (r"Literal\[(\w+)\]\([^()]*\)", r"\1"),
    (r"\bu?int(8|16|32|64|p)\b", "int"),
    (r"\bfloat(32|64)\b", "float"),
    (r"\bboolean\b", "bool"),
    (r"\bunicode_type\b", "str"),
    (r"\bnone\b", "None"),
    (r"#[0-9a-f]{32}", ""),
    (r"(reflected )?list\([^()]*\)(<iv=[^<>]*>)?", "list"),
    (r"array\([^()]*\)", "array"),
    (r"\bUniTuple\(\w+ x \d+\)", "tuple"),
    (r"\bTuple\([^()]*\)", "tuple"),
    (r"\b(?!Bits\b)(\w+)\((int|bool|Bits|str|float|tuple)[^()]*\)", r"\1"),
    (r"Module\(<module '([\w.]+)'.*>\)", r"the module \1"),
)

SENTENCES: Final[tuple[tuple[str, str | Callable[..., str]], ...]] = (
    (rf"{MARK}([^{END}]*){END}", str),
    (r"unsupported opcode \((\w+)\)", lambda code: f"{STATEMENTS.get(code, 'a statement')} is not supported"),
    (r"use of yield in a closure", "a generator expression is not supported; use a loop"),
    (r"Untyped global name '(\w+)':\s*Cannot determine Numba type of <class '([\w.]+)'>", _untyped),
    (r"name '(\w+)' is not defined", "the name {0} is not defined".format),
    (r"Unknown attribute '(\w+)' of type (.+)", lambda name, kind: f"{_named(kind)} has no {name} in compiled code"),
    (r"No implementation of function Function\((.+)\) found for signature:\s+>>> ([^(]*)\((.*)\)", _no_function),
    (r"Cannot unify (.+?) and (.+?) for '([^\W\d]\w*|\$)", _two_types),
    (
        r"unify return type from the following types: (.+)",
        lambda kinds: f"a function returns values of different types: {_named(kinds)}",
    ),
    (r"Invalid use of BoundFunction\((.+?) for .*\) with parameters \((.*)\)", _no_method),
    (r"runaway recursion", "a function calls itself, and never returns without calling itself again"),
    (r"No definition for lowering \w+#\w+\.(\w+) =", "a method assigns to self.{0}; methods must not change it".format),
    (r"Cannot bind '.*' to signature '(.*)' due to", "a call does not match the signature {0}".format),
    (r"re-entrant to the same function", "a method calls itself; make it a function outside the class"),
    (r"Unsupported context manager", "a with statement is not supported"),
    (r"load_from_data_pointer", "a function returns an iterator"),
    (r"invalid type in signature", "a function with **keywords is not supported"),
    (r"Type of variable '\S+' cannot be determined", "the type of an expression cannot be inferred"),
)
"""Patterns to look for in the text of a Numba error, in this order, and the reason to give instead."""
