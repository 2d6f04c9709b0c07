"""Games of users' own, in files and modules: mygame.py, package.module."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import re
import sys
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from zermelo.core.errors import BadGame, BadOption
from zermelo.core.game import Game
from zermelo.core.wording import joined, shown, unknown


def class_in(path: str, cls: str) -> type[Game[Any]]:
    """The class of games of this name in a file, or a module; the only one there for no name. Raises BadGame."""
    module = _module(path)
    games = _games_of(module)
    if not cls:
        if len(games) == 1:
            return next(iter(games.values()))
        raise BadGame(f"{path} must have one game class, or be followed by :CLASS; it has {joined(games)}.")
    value = getattr(module, cls, None)
    if value is None:
        raise BadGame(unknown("game class", cls, games, where=f"in {path}"))
    if not _is_game(value):
        raise BadGame(f"{path}: {cls} is not a subclass of zermelo.Game; the game classes there: {joined(games)}.")
    return value


def algorithm_in(path: str, name: str, *kinds: type) -> Any:
    """The function, or the object of one of these kinds, that has this name in a file.

    Raises BadGame for a file that cannot be loaded, BadOption where nothing in it is called so.
    """
    module = module_of_file(Path(path))
    found = vars(module).get(name)
    if isinstance(found, (FunctionType, *kinds)):
        return found
    there = [
        each
        for each, value in vars(module).items()
        if isinstance(value, kinds) or (isinstance(value, FunctionType) and value.__module__ == module.__name__)
    ]
    raise BadOption(unknown("algorithm", name, there, where=f"in {path}"))


def summary_of(game: type[Game[Any]]) -> str:
    """The first line of the docstring of a class of games; empty where there is none."""
    return (game.__doc__ or "").strip().partition("\n")[0]


def games_in(path: str) -> dict[str, type[Game[Any]]]:
    """The classes of games that a file, or a module, defines, by name. Raises BadGame."""
    return _games_of(_module(path))


def _module(path: str) -> ModuleType:
    """That of a file, or the one of this name. Raises BadGame."""
    return module_of_file(Path(path)) if path.endswith(".py") else _module_named(path)


def _games_of(module: ModuleType) -> dict[str, type[Game[Any]]]:
    """The classes of games that a module defines."""
    return {
        name: value
        for name, value in vars(module).items()
        if _is_game(value) and value.__module__ == module.__name__ and value.__name__ == name
    }


def _is_game(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, Game) and value is not Game


def _module_named(name: str) -> ModuleType:
    if not re.fullmatch(r"\w+(\.\w+)*", name):
        raise BadGame(f"{shown(name)} is not the name of a file, FILE.py, or of a module.")
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if not f"{name}.".startswith(f"{error.name}."):  # one that it imports is missing
            raise BadGame(f"The module {shown(name)} cannot be imported: {_error_in_file(error)}.") from error
        near = "; the name of a file ends in .py" if Path(name).suffix.startswith(".py") else ""
        raise BadGame(f"There is no module {shown(name)}{near}.") from error
    except Exception as error:
        raise BadGame(f"The module {name!r} cannot be imported: {_error_in_file(error)}.") from error


def module_of_file(path: Path) -> ModuleType:
    """The module in a file, under a name of its own, its folder importable for the helpers beside it."""
    try:
        path = path.resolve(strict=True)
        path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadGame(f"The file {str(path)!r} cannot be read: {reason}.") from error
    name = f"{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadGame(f"The file {str(path)!r} is not a Python module.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        del sys.modules[name]
        raise BadGame(f"The file {str(path)!r} cannot be used: {_error_in_file(error)}.") from error
    return module


def _error_in_file(error: BaseException) -> str:
    trace, line = error.__traceback__, None
    while trace is not None:
        line = trace.tb_lineno
        trace = trace.tb_next
    what: object = error
    if isinstance(error, SyntaxError):
        line, what = error.lineno, error.msg
    where = "" if line is None else f" in line {line}"
    return f"{type(error).__name__}{where}: {what}"
