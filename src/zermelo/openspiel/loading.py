"""Load games of OpenSpiel by name, and refuse those that do not fit.

OpenSpiel ends the process, prints to standard error or makes a broken game for some parameters, so they are checked first.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import re
import threading
from collections.abc import Generator, Mapping
from typing import Any, Final

from zermelo.core.errors import BadGame, NotInstalled, NotSupported
from zermelo.core.wording import joined, shortened, shown, unknown

ZERO_ALLOWED: Final = ("handicap", "insanity", "max_game_length", "wall_count")
"""The integer parameters that may be 0. All others are sizes and counts, and at least 1."""

LENGTHS: Final = ("max_cursor_moves", "max_game_length", "max_moves")
"""The integer parameters that may exceed LARGEST."""

LARGEST: Final = 100
"""The largest size of a board. OpenSpiel takes minutes for boards of thousands of columns, or ends the process."""

ONE_SIZE: Final = ("twixt",)
"""Games whose boards share memory, so that all boards in a process must have one size."""


def pyspiel_module() -> Any:
    """The module pyspiel. Raises NotInstalled, and NotSupported if it is broken."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError as error:
        if error.name == "pyspiel":
            raise NotInstalled("OpenSpiel", "openspiel") from None
        raise NotSupported(f"OpenSpiel is installed, but cannot be loaded: {error}.") from error


@functools.cache
def loaded(name: str) -> Any:
    """The pyspiel.Game of this name. Raises NotSupported, BadGame."""
    pyspiel = pyspiel_module()
    types = {each.short_name: each for each in pyspiel.registered_games()}
    short, _, given = name.partition("(")
    if not name.isascii() or short not in types:
        fitting = [each for each in types if not _misfits(pyspiel, types[each])]
        raise BadGame(unknown("game of OpenSpiel", short, fitting))
    reasons = _misfits(pyspiel, types[short])
    if reasons:
        raise NotSupported(f"OpenSpiel's {short} cannot be solved here: {joined(reasons)}.")
    defaults = types[short].parameter_specification
    parameters = _parameters(name, short, given, defaults)
    size = parameters.get("board_size", defaults.get("board_size"))
    with _lock():
        if short in ONE_SIZE:
            _check_size(short, size)
        try:
            with _silent():
                spiel = pyspiel.load_game(name)
                reasons = _misfits_at_the_start(spiel, spiel.new_initial_state())
        except UnicodeDecodeError:
            raise BadGame(f"OpenSpiel's {name} is so large that OpenSpiel cannot write its positions.") from None
        except Exception as error:  # pyspiel.SpielError, or whatever a game in Python raises
            raise BadGame(f"OpenSpiel cannot make {shown(name)}: {_reason(error)}.") from None
        if reasons:
            raise NotSupported(f"OpenSpiel's {spiel} cannot be solved here: {joined(reasons)}.")
        if short in ONE_SIZE:
            _sizes_in_use(short).add(size)
    return spiel


def _misfits(pyspiel: Any, kind: Any) -> list[str]:
    """The reasons why games of a type cannot be solved here."""
    types = pyspiel.GameType
    reasons = {
        "it has chance moves": kind.chance_mode != types.ChanceMode.DETERMINISTIC,
        "players move at the same time": kind.dynamics != types.Dynamics.SEQUENTIAL,
        "players do not see the whole position": kind.information != types.Information.PERFECT_INFORMATION,
        "it is not for two players": not kind.min_num_players <= 2 <= kind.max_num_players,
        "one player's gain is not the other's loss": kind.utility != types.Utility.ZERO_SUM,
        "it gives rewards during play": kind.reward_model != types.RewardModel.TERMINAL,
    }
    return [reason for reason, applies in reasons.items() if applies]


def _parameters(name: str, short: str, given: str, defaults: Mapping[str, Any]) -> dict[str, str | int]:
    """The parameters that are given, by name. Raises BadGame for those that the game does not have, that are given twice or
    without their names, and for sizes that are too small or too large.
    """
    known, parameters = [*defaults], dict[str, str | int]()
    if ("(" in name) != name.endswith(")"):
        raise BadGame(f"{shown(name)}: the parentheses do not match.")
    if given.removesuffix(")") and not known:
        raise BadGame(f"{shown(name)}: {short} has no parameters.")
    for part in filter(None, map(str.strip, given.removesuffix(")").split(","))):
        key, equals, value = map(str.strip, part.partition("="))
        if not equals:
            raise BadGame(
                f"{shown(name)}: {part!r} has no name; give parameters by name, as in {short}({known[0]}=...)."
            )
        if key not in known:
            raise BadGame(unknown("parameter", key, known, where=f"of {short}"))
        if key in parameters:
            raise BadGame(f"{shown(name)}: {key} is given twice; give it once.")
        is_number = type(defaults[key]) is int and re.fullmatch(r"[+-]?[0-9]+", value)
        parameters[key] = _number(name, key, value) if is_number else value
    return parameters


def _number(name: str, key: str, value: str) -> int:
    """An integer parameter. Raises BadGame if it is too small or too large."""
    least, most = 0 if key in ZERO_ALLOWED else 1, 10**9 if key in LENGTHS else LARGEST
    number = int(value[: len(str(most)) + 2])  # that many characters show whether it is too large
    if number < least:
        raise BadGame(f"{shown(name)}: {key} is too small; the least is {least}.")
    if number > most:
        raise BadGame(f"{shown(name)}: {key} is too large; the most is {most}.")
    return number


def _check_size(short: str, size: Any) -> None:
    """Raises NotSupported if the size of the board is not that of the first one in this process."""
    used = _sizes_in_use(short)
    if used and size not in used:
        raise NotSupported(
            f"OpenSpiel's {short} can have one board_size in a process, and {next(iter(used))} is in use; start a new "
            f"process for {size}."
        )


@functools.cache
def _sizes_in_use(_short: str) -> set[Any]:
    """The size of board of this game that is in use, if one is. It is the cache of a function because that is no part of a
    game's code.
    """
    return set()


@functools.cache
def _lock() -> Any:
    """One thread at a time loads a game."""
    return threading.Lock()


@contextlib.contextmanager
def _silent() -> Generator[None]:
    """A context in which nothing is written to standard error, where OpenSpiel prints its exceptions, too."""
    try:
        kept = os.dup(2)
    except OSError:  # it is closed
        yield
        return
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _reason(error: Exception) -> str:
    """The message of OpenSpiel in one line, without the place in its code: "it requires rows > 1"."""
    required = re.match(r"\S+\.(?:cc|h):\d+ (.+)", str(error))
    return f"it requires {required[1].replace('_ ', ' ')}" if required else shortened(str(error)).rstrip(".")


def _misfits_at_the_start(spiel: Any, state: Any) -> list[str]:
    """The reasons why a game cannot be solved here: it begins with chance, is not for two players, is over at the start, or
    OpenSpiel ends the process. Raises UnicodeDecodeError if the text of the state is none.
    """
    repr(str(state))
    given = spiel.get_parameters()
    reasons = {
        "it begins with a chance move": state.is_chance_node(),
        f"it has {spiel.num_players()} players, and not two": spiel.num_players() != 2,
        "no move is legal at the start": not state.is_chance_node() and not state.legal_actions(),
        "with swap, OpenSpiel fails on a board with more columns than rows": given.get("swap", False)
        and given.get("num_cols", 0) > given.get("num_rows", 0),
    }
    return [reason for reason, applies in reasons.items() if applies]
