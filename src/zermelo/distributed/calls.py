"""Work that consists of independent calls: positions, games, matches and measurements of one's own, one call a job.

A worker calls a function that is named as "module:function", with keyword arguments in JSON, and answers with what the
function returns, in JSON. The functions for positions and matches are below.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast, get_args

import numpy as np

from zermelo.core.errors import BadOption, GameFailed, NotSupported, ZermeloError
from zermelo.core.game import Game
from zermelo.core.interrupts import heeded, noting_interrupts
from zermelo.core.paths import check_path
from zermelo.core.positions import AsState
from zermelo.core.stakes import Stakes
from zermelo.core.wording import in_a_line, shown
from zermelo.distributed.crew import Crew
from zermelo.distributed.log import Log
from zermelo.distributed.messages import LONGEST
from zermelo.distributed.steps import Steps, Stopped, Task
from zermelo.distributed.travel import Parcel, check_versions, packed_game, packed_state, unpacked_state, versions
from zermelo.games.catalogue import as_game
from zermelo.play.engine import as_player
from zermelo.play.match import Played, played
from zermelo.preflight.faults import failures_of
from zermelo.solver.many import COLUMNS, Answers, Positions, Rows
from zermelo.solver.result import STOP_REASONS, Kind, Result, plain_number
from zermelo.solver.solver import Solver
from zermelo.work.identity import VERSION

T = TypeVar("T")

DIGITS: Final = 32
"""The digits of the digest that names a call."""

AT_ONCE: Final = 256
"""The most positions of one job."""

MOST_BYTES: Final = LONGEST - (1 << 10)
"""The most bytes of what a function returns, as JSON."""

FIELDS: Final = tuple(field.name for field in fields(Result) if field.name != "stakes")
"""The fields of a result that travel; the stakes follow from the game and the position."""


class Calling:
    """Work on calls."""

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


def arguments(given: Any) -> list[dict[str, Any]]:
    """The keyword arguments of all calls. Raises BadOption."""
    try:
        return [dict(each) for each in given]
    except (TypeError, ValueError):
        raise BadOption("The arguments must be a list of dicts, one for each call, as in [{'size': 3}].") from None


class Called(NamedTuple, Generic[T]):
    """What calls have returned."""

    found: list[T | None]
    """In the order of the calls; None for those that were not made."""
    stopped: str
    """"complete" or "interrupted"."""

    def all(self) -> list[T]:
        """What all calls have returned. Raises KeyboardInterrupt if some were not made."""
        if self.stopped != "complete":
            raise KeyboardInterrupt
        return cast("list[T]", self.found)


def call_each(
    hire: Callable[[dict[str, Any]], Crew[Task]],
    function: str | Callable[..., Any],
    given: Sequence[Mapping[str, Any]],
    parsed: Callable[[Any, Any], T],
    titles: Sequence[str],
    checkpoint: Any = None,
    on_answer: Callable[[Mapping[str, Any], Any], None] | None = None,
    report: Callable[[str], None] | None = None,
) -> Called[T]:
    """Call a function with each of these arguments, once for equal ones. `parsed` makes of arguments and an answer what is
    wanted, and raises one of NOT_AN_ANSWER for what is none. `titles`: what each call is about, for messages. Raises
    BadOption, BadCheckpoint, ClusterFailed, and what a call raises.
    """
    name = function if isinstance(function, str) else f"{function.__module__}:{function.__name__}"
    function_named(name)
    tasks = [_call(name, each, parsed, title) for each, title in zip(given, titles, strict=True)]
    found, stopped = dict[str, T](), "complete"

    def heard(task: Task, answer: Any) -> None:
        found[task.number] = answer
        if on_answer is not None:
            on_answer(task.given["given"], answer)

    if checkpoint is not None:
        check_path(checkpoint, "checkpoint", "folder")
    log = Log(checkpoint, {"work": f"calls of {name}", VERSION: versions()})
    with contextlib.closing(log), noting_interrupts():
        crew = hire({"work": "calls", "version": versions()})
        steps = Steps(log, crew, None, report)
        steps.said = name if isinstance(function, str) else function.__name__.replace("_", " ")
        each_once = list({task.number: task for task in tasks}.values())
        try:
            for task, answer in zip(each_once, steps.done(each_once, heard), strict=True):
                found[task.number] = answer
        except (Stopped, KeyboardInterrupt):
            stopped = "interrupted"
        finally:
            crew.rest()
            heeded()  # an interrupt that came too late is not for what comes next
    return Called([found.get(task.number) for task in tasks], stopped)


def _call(name: str, given: Mapping[str, Any], parsed: Callable[[Any, Any], Any], title: str) -> Task:
    """The job of one call. Raises BadOption."""
    number = hashlib.sha256(as_json(given).encode()).hexdigest()[:DIGITS]
    return Task("call", number, {"function": name, "given": given}, lambda answer: parsed(given, answer), title)


# --- games --------------------------------------------------------------------------------------------------------------
_solvers: dict[str, Solver[Any]] = {}
"""The solver that a worker has made last, by its game and its options: its code and its table are used again."""


def solver_of(game: dict[str, Any], options: dict[str, Any]) -> Solver[Any]:
    """A solver, on a worker."""
    name = as_json({"game": game, "options": options})
    if name not in _solvers:
        made = Solver(Parcel(**game).open(), **options)
        _solvers.clear()
        _solvers[name] = made
    return _solvers[name]


def solve(game: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """The fields of the result for a game's initial position. Raises KeyboardInterrupt."""
    result = solver_of(game, options).solve()
    if result.stopped == "interrupted":
        raise KeyboardInterrupt
    plain = {name: plain_number(getattr(result, name)) for name in FIELDS}
    return plain | {"counters": dict(result.counters)}


def result_from(game: Game[Any], facts: Mapping[str, Any]) -> Result:
    """The result for the initial position of a game. Raises one of NOT_AN_ANSWER for what is none."""
    given: dict[str, Any] = {name: facts[name] for name in FIELDS}
    for name in ("best", "line", "knowledge"):
        given[name] = tuple(map(str, given[name]))
    for name in ("value", "lower", "upper"):
        given[name] = Fraction(given[name]) if isinstance(given[name], str) else _number(given[name])
    given["rewards"] = None if given["rewards"] is None else tuple(map(int, given["rewards"]))
    given["counters"] = {str(name): int(count) for name, count in given["counters"].items()}
    if given["kind"] not in get_args(Kind) or given["stopped"] not in STOP_REASONS:
        raise ValueError
    return Result(**given, stakes=Stakes.of(game, game.initial()))


def _number(value: Any) -> int | float:
    """A number of JSON. Raises TypeError for something else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    return value


def calls_for_games(
    games: Iterable[Game[Any] | str] | Game[Any] | str, options: dict[str, Any]
) -> tuple[list[Game[Any]], list[dict[str, Any]]]:
    """The games, and what `solve` is given for each. Raises BadOption and what making the games raises."""
    named = [games] if isinstance(games, str | Game) else list(games)
    made = [as_game(game) for game in named]
    for game in made:
        Solver(game, **options)  # checks the options
    return made, [{"game": packed_game(game)._asdict(), "options": options} for game in named]


# --- positions ----------------------------------------------------------------------------------------------------------
def solve_many(game: dict[str, Any], options: dict[str, Any], positions: list[Any]) -> dict[str, Any]:
    """The answers for some positions, as lists. Raises KeyboardInterrupt."""
    solver = solver_of(game, options)
    states = [AsState(unpacked_state(solver.game, position)) for position in positions]
    answers = solver.solve_many(states)
    if answers.stopped == "interrupted":
        raise KeyboardInterrupt
    columns = {name: getattr(answers, name).tolist() for name in COLUMNS}
    return {**columns, "refused": list(answers.refused.items()), "note": answers.note}


class Part(NamedTuple):
    """The answers for some positions."""

    columns: dict[str, Any]
    """An array for each of COLUMNS."""
    refused: dict[int, str]
    note: str


def part_from(given: Mapping[str, Any], found: Mapping[str, Any]) -> Part:
    """The answers for the positions of a call. Raises one of NOT_AN_ANSWER for what are none."""
    columns = {name: np.array(found[name]) for name in COLUMNS}
    kinds = {"kind": "U", "value": "if", "lower": "if", "upper": "if"}
    for name, column in columns.items():
        if column.shape != (len(given["positions"]),) or column.dtype.kind not in kinds.get(name, "i"):
            raise ValueError
    return Part(columns, {int(index): str(why) for index, why in found["refused"]}, str(found["note"]))


def calls_for_positions(
    game: Game[Any],
    parcel: dict[str, Any],
    options: dict[str, Any],
    given: Iterable[Any],
    workers: int,
) -> tuple[Positions[Any], list[list[int]], list[dict[str, Any]]]:
    """The positions, and for each job the indices of its positions, and what `solve_many` is given. Raises BadOption,
    NotSupported.
    """
    with failures_of(game):
        positions = Positions(game, given)
        states = {index: positions.state(index) for index in positions.indices(0)}
    size = min(max(-(-len(states) // (4 * workers)), 1), AT_ONCE)
    indices = list(states)
    parts = [indices[start : start + size] for start in range(0, len(indices), size)]
    packed = {index: packed_state(game, AsState(state), state) for index, state in states.items()}
    calls = [{"game": parcel, "options": options, "positions": [packed[index] for index in part]} for part in parts]
    return positions, parts, calls


def answers_from(
    solver: Solver[Any], positions: Positions[Any], parts: Sequence[list[int]], called: Called[Part]
) -> Answers:
    """All answers, in the order of the positions."""
    rows = Rows(solver.game, len(positions), whole=not solver.searches or not solver.plan.has_depths, fractions=False)
    refused, note = dict(positions.refused), ""
    for indices, part in zip(parts, called.found, strict=True):
        if part is None:
            continue
        for name, values in part.columns.items():
            if name == "value" and values.dtype.kind == "f":
                rows.value = rows.value.astype(np.float64)
            getattr(rows, name)[indices] = values
        refused |= {indices[index]: why for index, why in part.refused.items()}
        note = note or part.note
    return rows.answers(refused, called.stopped, note)


# --- matches ------------------------------------------------------------------------------------------------------------
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


def calls_for_match(
    named: Game[Any] | str, made: Game[Any], players: Any, games: int, opening: int, seed: int, threads: int
) -> list[dict[str, Any]]:
    """What `play` is given for each pair of games. Raises NotSupported for players that cannot travel, BadOption, and what
    making the players raises.
    """
    for player in players:
        if not isinstance(player, str):
            raise NotSupported(
                f"{shown(player)} cannot travel to a worker; give a string such as 'perfect' or 'mybot.py:choose'."
            )
        if re.search(r"[(,]\s*seed\s*=", player):
            raise BadOption(
                f"{player!r} would play alike in each pair of games, since workers make the players anew for each; leave "
                f"out its seed."
            )
        as_player(player, made, threads=threads)
    facts = {"game": packed_game(named)._asdict(), "players": list(players), "opening": opening, "seed": seed}
    return [
        {**facts, "first": first, "games": min(2, games - first), "threads": threads} for first in range(0, games, 2)
    ]


def games_from(given: Mapping[str, Any], found: Mapping[str, Any]) -> tuple[list[Played], float]:
    """The games that `play` has returned, and the seconds for compiling. Raises one of NOT_AN_ANSWER for what are none."""
    games = [
        Played(int(game["first"]), int(game["opening"]), tuple(map(str, game["moves"])), _pair(game["rewards"]))
        for game in found["games"]
    ]
    if len(games) != given["games"] or not all(game.first in (0, 1) for game in games):
        raise ValueError
    return games, float(_number(found["compile_seconds"]))


def _pair(rewards: Any) -> tuple[int, int] | None:
    if rewards is None:
        return None
    one, other = map(int, rewards)
    return one, other
