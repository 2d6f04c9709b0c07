"""A user's own algorithm: where it is, and whether it can be one."""

from __future__ import annotations

import re
from pathlib import Path
from types import FunctionType
from typing import TypeVar, get_args

from zermelo.core.errors import BadOption
from zermelo.core.wording import joined, shown, unknown
from zermelo.games.user_games import algorithm_in
from zermelo.search import ALGORITHMS, ALIASES, PARAMETERS, Algorithm, Memory, SearchRoot, named
from zermelo.solver.technique import NOT_SEARCHES

Given = TypeVar("Given")


def checked(given: Given) -> Given | Algorithm | FunctionType:
    """An algorithm as an option names it, or, if that is in a file, the algorithm there. Raises BadOption."""
    if not isinstance(given, str | Algorithm | FunctionType | None):
        raise BadOption(
            f"algorithm = {shown(given)} is neither a name nor a function; the names are "
            f"{joined((*ALGORITHMS, *NOT_SEARCHES))}."
        )
    own = re.fullmatch(r"(.+\.py)(?::(.*))?", given) if isinstance(given, str) else None
    algorithm = given if own is None else _algorithm_in(own[1], own[2])
    if algorithm is not None and not isinstance(algorithm, str):
        _check_algorithm(named(algorithm))
    elif algorithm is not None and algorithm not in NOT_SEARCHES and named(algorithm) is None:
        raise BadOption(unknown("algorithm", algorithm, (*ALGORITHMS, *NOT_SEARCHES), also=ALIASES))
    return algorithm


def _algorithm_in(path: str, name: str | None) -> Algorithm | FunctionType:
    """The algorithm with this name in a file. Without a name it is the file's `search_root`, named after the file."""
    algorithm = algorithm_in(path, name or "search_root", Algorithm)
    return algorithm if name or isinstance(algorithm, Algorithm) else Algorithm(Path(path).stem, algorithm)


def _check_algorithm(algorithm: Algorithm) -> None:
    """Raises BadOption for an algorithm whose properties have values that are not allowed."""
    if not isinstance(algorithm.name, str) or not algorithm.name:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise BadOption(f"Algorithm(name={shown(algorithm.name)}): the name of an algorithm must be a string.")
    if algorithm.memory not in get_args(Memory):
        raise BadOption(
            unknown("memory", algorithm.memory, get_args(Memory), where=f"of the algorithm {algorithm.name}")
        )
    for field, default in Algorithm._field_defaults.items():
        if isinstance(default, bool) and not isinstance(getattr(algorithm, field), bool):
            raise BadOption(f"{field} of the algorithm {algorithm.name} is neither True nor False.")
    _check_signature(algorithm.search_root)


def _check_signature(search_root: SearchRoot) -> None:
    name = getattr(search_root, "__name__", shown(search_root))
    if not isinstance(search_root, FunctionType):
        raise BadOption(f"{name} is not an algorithm; an algorithm is a function search_root({', '.join(PARAMETERS)}).")
    code = search_root.__code__
    by_name = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    needed = tuple(parameter for parameter in by_name if parameter not in (search_root.__kwdefaults__ or {}))
    given = code.co_varnames[: code.co_argcount] + needed
    if tuple(parameter.lstrip("_") for parameter in given) == PARAMETERS:
        return
    if "ply" in given:
        raise BadOption(
            f"{name}({', '.join(given)}) is the kernel of an algorithm. Name the function that calls it at the root: "
            f"search_root({', '.join(PARAMETERS)})."
        )
    raise BadOption(
        f"{name}({', '.join(given)}) is not an algorithm: its parameters must be {', '.join(PARAMETERS)}, in this order."
    )
