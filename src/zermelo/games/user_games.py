"""Loading your own games and algorithms from files and modules: mygame.py, package.module."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import re
import sys
import traceback
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

from zermelo.core.errors import BadGame, BadOption
from zermelo.core.game import Game
from zermelo.core.wording import joined, shown, unknown

_texts: dict[str, bytes] = {}
"""The text of each file that has been read, by the name of its module."""


_brought: dict[str, tuple[bytes, Path]] = {}
"""The text of each file that was brought from elsewhere, and where it was, by the name that the file has here."""


NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "initial": ("initial",),
    "apply": ("apply",),
    "terminal": ("terminal",),
    "reward": ("reward", "rewards"),
    "legal (or actions)": ("legal", "actions"),
}
"""What every game defines: one of these methods each."""


def missing_methods(game: type[Game[Any]]) -> list[str]:
    """What the class of a game lacks of NEEDED."""
    unchanged = [
        method for methods in NEEDED.values() for method in methods if getattr(game, method) is getattr(Game, method)
    ]
    return [what for what, methods in NEEDED.items() if set(methods) <= set(unchanged)]


def class_in(path: str, cls: str) -> type[Game[Any]]:
    """The game class named `cls` in the file or module `path`; for an empty name, the only one there. Raises BadGame."""
    module = _module(path)
    games = _games_of(module)
    if not cls:
        games = {name: game for name, game in games.items() if not _is_unfinished_base(game, games.values())}
        if len(games) == 1:
            return next(iter(games.values()))
        raise BadGame(
            f"{path} must define exactly one game class, or be followed by :CLASS; it defines {joined(games)}."
        )
    value = getattr(module, cls, None)
    if value is None:
        raise BadGame(unknown("game class", cls, games, where=f"in {path}"))
    if not _is_game(value):
        raise BadGame(f"{path}: {cls} is not a subclass of zermelo.Game; its game classes: {joined(games)}.")
    return value


def algorithm_in(path: str, name: str, *kinds: type) -> Any:
    """The function, or the instance of one of the classes `kinds`, named `name` in the file `path`.

    Raises BadGame if the file cannot be loaded, BadOption if it has no such name.
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
    """The first line of the docstring."""
    return (game.__doc__ or "").strip().partition("\n")[0]


def games_in(path: str) -> dict[str, type[Game[Any]]]:
    """The game classes that a file or module defines, by name. Raises BadGame."""
    return _games_of(_module(path))


def _module(path: str) -> ModuleType:
    """The module in the file `path`, or the module of that name. Raises BadGame."""
    return module_of_file(Path(path)) if path.endswith(".py") else _module_named(path)


def _games_of(module: ModuleType) -> dict[str, type[Game[Any]]]:
    """The game classes that a module defines itself, by name; not those it imports."""
    return {
        name: value
        for name, value in vars(module).items()
        if _is_game(value) and value.__module__ == module.__name__ and value.__name__ == name
    }


def _is_game(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, Game) and value is not Game


def _is_unfinished_base(game: type[Game[Any]], games: Iterable[type[Game[Any]]]) -> bool:
    """Whether a class lacks methods that every game defines, and another one is derived from it."""
    return bool(missing_methods(game)) and any(issubclass(other, game) and other is not game for other in games)


def _module_named(name: str) -> ModuleType:
    if not re.fullmatch(r"\w+(\.\w+)*", name):
        raise BadGame(f"{shown(name)} is neither the name of a file, FILE.py, nor the name of a module.")
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if not f"{name}.".startswith(f"{error.name}."):  # a module that it imports is missing
            raise BadGame(f"The module {shown(name)} cannot be imported: {_error_in_file(error)}.") from error
        near = "; the name of a file ends in .py" if Path(name).suffix.startswith(".py") else ""
        raise BadGame(f"There is no module {shown(name)}{near}.") from error
    except Exception as error:
        raise BadGame(f"The module {name!r} cannot be imported: {_error_in_file(error)}.") from error


def module_of_file(path: Path) -> ModuleType:
    """The module in a file, under a name made from its path. A file that has been edited is read anew, but not the modules
    that it imports. Its folder becomes importable, for modules next to it.

    Raises BadGame if the file cannot be read or run.
    """
    if str(path) in _brought:
        return _module_with(*_brought[str(path)], str(path))
    try:
        path = path.resolve(strict=True)
        source = path.read_bytes()
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: links in a circle
        reason = getattr(error, "strerror", None) or str(error)
        raise BadGame(f"The file {str(path)!r} cannot be read: {reason}.") from error
    return _module_with(source, path, str(path))


def brought(file: str, source: bytes) -> str:
    """A name under which `module_of_file` finds a file that was brought from elsewhere: `source` is what it contains.

    It depends on nothing else than its contents and its own name, so the game is the same wherever it is brought.
    """
    path = Path(file)
    name = f"{hashlib.sha256(source).hexdigest()[:16]}/{path.name}"
    _brought[name] = source, path
    return name


def _module_with(source: bytes, path: Path, known_as: str) -> ModuleType:
    """The module with this source, of the file `path`. Raises BadGame."""
    name = f"{path.stem}_{hashlib.sha256(known_as.encode()).hexdigest()[:8]}"
    if name in sys.modules and _texts.get(name) == source:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None:
        raise BadGame(f"The file {str(path)!r} is not a Python module.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    try:
        # stored bytecode, which the loader would use, may be of an older text
        exec(compile(source, path, "exec", dont_inherit=True), vars(module))  # noqa: S102
        _texts[name] = source
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        sys.modules.pop(name, None)
        raise BadGame(f"The file {str(path)!r} cannot be used: {_error_in_file(error)}.") from error
    return module


def _error_in_file(error: BaseException) -> str:
    """The exception with the line of the innermost frame, or of the syntax error."""
    lines = [line for _, line in traceback.walk_tb(error.__traceback__)]
    line, what = (error.lineno, error.msg) if isinstance(error, SyntaxError) else (lines[-1], error)
    return f"{type(error).__name__}{'' if line is None else f' in line {line}'}: {what}"
