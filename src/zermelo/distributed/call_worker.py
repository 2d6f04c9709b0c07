"""What a worker does when it is asked to call a function: with keyword arguments in JSON, it answers with what the function
returns, in JSON. The functions for games, positions and matches are here.
"""

from __future__ import annotations

import functools
import importlib
import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final

from zermelo.core.errors import BadOption, GameFailed, ZermeloError
from zermelo.core.positions import AsState
from zermelo.core.wording import in_a_line, shown
from zermelo.distributed.messages import LONGEST
from zermelo.distributed.travel import Parcel, check_versions, unpacked_state
from zermelo.play.engine import as_player
from zermelo.play.match import played
from zermelo.solver.many import COLUMNS
from zermelo.solver.result import Result, plain_number
from zermelo.solver.solver import Solver

MOST_BYTES: Final = LONGEST - (1 << 10)
"""The most bytes of what a function returns, as JSON."""

FIELDS: Final = tuple(field.name for field in fields(Result) if field.name != "stakes")
"""The fields of a result that travel; the stakes follow from the game and the position."""


class Calling:
    """Work on calls."""

    lanes = 1
    compiled = True
    """What is called decides that."""

    def __init__(self, message: dict[str, Any]) -> None:
        """Raises Unfit."""
        check_versions(message["version"])

    def do(self, message: dict[str, Any]) -> dict[str, Any]:
        """What the function returns. Raises GameFailed if it fails, or returns what JSON does not have."""
        name, given = message["function"], message["given"]
        try:
            found = function_named(name)(**given)
            size = len(json.dumps(found, allow_nan=False))
        except (ZermeloError, MemoryError, RecursionError):
            raise
        except Exception as error:
            raise GameFailed(f"{name} failed for {shown(given)}: {in_a_line(error)}.") from error
        if size > MOST_BYTES:
            raise GameFailed(
                f"{name} returned {size:,} bytes for {shown(given)}; an answer has at most {MOST_BYTES:,}."
            )
        return {"is": "answer", "found": found}


def function_named(name: str) -> Callable[..., Any]:
    """The function that is named as "module:function". Raises BadOption."""
    module, colon, function = name.partition(":") if isinstance(name, str) else ("", "", "")  # pyright: ignore[reportUnnecessaryIsInstance]
    try:
        found = getattr(importlib.import_module(module), function) if colon else None
    except Exception as error:  # whatever the module does when it is imported
        raise BadOption(f"There is no function {name!r} to call: {in_a_line(error)}.") from None
    if not callable(found):
        raise BadOption(f"{shown(name)} is not a function; give its module and its name, as in 'mymodule:measure'.")
    return found


def as_json(given: Mapping[str, Any]) -> str:
    """Arguments of a call as JSON. Raises BadOption for what JSON does not have."""
    try:
        return json.dumps(given, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise BadOption(f"The arguments {shown(given)} cannot travel to a worker: {error}.") from None


# --- games, positions and matches ---------------------------------------------------------------------------------------
def solver_of(game: dict[str, Any], options: dict[str, Any]) -> Solver[Any]:
    """A solver, on a worker."""
    return _solver(as_json({"game": game, "options": options}))


@functools.lru_cache(maxsize=1)
def _solver(given: str) -> Solver[Any]:
    """The solver that was made last is kept: its code and its table are used again."""
    facts = json.loads(given)
    return Solver(Parcel(**facts["game"]).open(), **facts["options"])


def solve(game: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """The fields of the result for a game's initial position. Raises KeyboardInterrupt."""
    result = solver_of(game, options).solve()
    if result.stopped == "interrupted":
        raise KeyboardInterrupt
    plain = {name: plain_number(getattr(result, name)) for name in FIELDS}
    return plain | {"counters": dict(result.counters)}


def solve_many(game: dict[str, Any], options: dict[str, Any], positions: list[Any]) -> dict[str, Any]:
    """The answers for some positions, as lists. Raises KeyboardInterrupt."""
    solver = solver_of(game, options)
    states = [AsState(unpacked_state(solver.game, position)) for position in positions]
    answers = solver.solve_many(states)
    if answers.stopped == "interrupted":
        raise KeyboardInterrupt
    columns = {name: getattr(answers, name).tolist() for name in COLUMNS}
    return {**columns, "refused": list(answers.refused.items()), "note": answers.note}


def play(
    game: dict[str, Any], players: list[str], first: int, games: int, opening: int, seed: int, threads: int
) -> dict[str, Any]:
    """Some games of a match, from the one with the number `first` on, with players that are made for them. Raises
    KeyboardInterrupt.
    """
    made, numbers = Parcel(**game).open(), range(first, first + games)
    one, other = (as_player(player, made, threads=threads) for player in players)
    match = played(made, (one, other), ("", ""), numbers, opening, seed)
    if len(match.games) < games:
        raise KeyboardInterrupt
    return {"games": [game._asdict() for game in match.games], "compile_seconds": match.compile_seconds}
