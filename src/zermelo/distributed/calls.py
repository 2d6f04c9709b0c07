"""Work that consists of independent calls: positions, games, matches and measurements of one's own, one call a job.

call_worker.py has the functions that workers call for games, positions and matches.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast, get_args

import numpy as np

from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game
from zermelo.core.paths import check_path
from zermelo.core.positions import AsState
from zermelo.core.stakes import Stakes
from zermelo.core.wording import shown
from zermelo.distributed.call_worker import FIELDS, as_json
from zermelo.distributed.crew import Crew
from zermelo.distributed.log import Log
from zermelo.distributed.steps import Stopped, Task, steps_of
from zermelo.distributed.travel import packed_game, packed_state, versions
from zermelo.games.catalogue import as_game
from zermelo.play.engine import as_player
from zermelo.play.match import Played
from zermelo.preflight.faults import failures_of
from zermelo.solver.many import COLUMNS, Answers, Positions, Rows
from zermelo.solver.result import STOP_REASONS, Kind, Result
from zermelo.solver.solver import Solver
from zermelo.work.identity import VERSION

T = TypeVar("T")

DIGITS: Final = 32
"""The digits of the digest that names a call."""

AT_ONCE: Final = 256
"""The most positions of one job."""


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
    tasks = [_call(name, each, parsed, title) for each, title in zip(given, titles, strict=True)]
    found, stopped = dict[str, T](), "complete"

    def heard(task: Task, answer: Any) -> None:
        found[task.number] = answer
        if on_answer is not None:
            on_answer(task.given["given"], answer)

    if checkpoint is not None:
        check_path(checkpoint, "checkpoint", "folder")
    log = Log(checkpoint, {"work": f"calls of {name}", VERSION: versions()})
    with (
        contextlib.closing(log),
        steps_of(log, hire({"work": "calls", "version": versions()}), None, report) as steps,
    ):
        steps.said = name if isinstance(function, str) else function.__name__.replace("_", " ")
        each_once = list({task.number: task for task in tasks}.values())
        try:
            for task, answer in zip(each_once, steps.done(each_once, heard), strict=True):
                found[task.number] = answer
        except (Stopped, KeyboardInterrupt):
            stopped = "interrupted"
    return Called([found.get(task.number) for task in tasks], stopped)


def _call(name: str, given: Mapping[str, Any], parsed: Callable[[Any, Any], Any], title: str) -> Task:
    """The job of one call. Raises BadOption."""
    number = hashlib.sha256(as_json(given).encode()).hexdigest()[:DIGITS]
    return Task("call", number, {"function": name, "given": given}, lambda answer: parsed(given, answer), title)


# --- games --------------------------------------------------------------------------------------------------------------
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
    try:
        named = [games] if isinstance(games, str | Game) else list(games)
    except TypeError:
        raise BadOption(f"games = {shown(games)} is neither a game nor a list of games.") from None
    made = [as_game(game) for game in named]
    for game in made:
        Solver(game, **options)  # checks the options
    return made, [{"game": packed_game(game)._asdict(), "options": options} for game in named]


# --- positions ----------------------------------------------------------------------------------------------------------
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
        Played(
            int(game["first"]),
            int(game["opening"]),
            tuple(map(str, game["moves"])),
            _pair(game["rewards"]),
            bool(game["unfinished"]),
        )
        for game in found["games"]
    ]
    if len(games) != given["games"] or not all(game.first in (0, 1) for game in games):
        raise ValueError
    return games, float(_number(found["compile_seconds"]))


def _pair(rewards: Any) -> tuple[int, int]:
    one, other = map(int, rewards)
    return one, other
