"""What every move of a position is worth: `analyze`.

Each move is answered by solving the position after it, one after the other over the same table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from zermelo.checks import check_facets, check_is_game
from zermelo.errors import BadOption, BadPosition
from zermelo.game import Game, state_of
from zermelo.options import check_seconds
from zermelo.result import Kind, Result, after_plies
from zermelo.run import Progress
from zermelo.search.context import turn
from zermelo.search.scoring import Reward
from zermelo.solver import Solver, failures_of

SCHEMA: Final = 1
"""The version of the fields of `Analyzed.to_dict`."""

LEAST_SECONDS: Final = 0.001
"""For a move, when the time is spent."""


class MoveValue(NamedTuple):
    """What a move is worth to the player who makes it."""

    move: str
    value: Reward
    kind: Kind
    """"exact"; "lower" or "upper", a proved bound; "heuristic": nothing is decided."""
    lower: Reward
    upper: Reward
    """Between which the value is proved to lie."""
    distance: int | None
    """Plies to the end with best play, this move being the first; None for draws, and where it is not known."""
    line: tuple[str, ...]
    """Best play, beginning with the move."""

    @property
    def exact(self) -> bool:
        """Whether the value is proved."""
        return self.kind == "exact"

    @property
    def rank(self) -> tuple[Reward, int]:
        """Greater for better moves: fast wins, slow wins, draws, slow losses, fast losses; by what is proved of others."""
        double = self.lower + self.upper
        plies = self.distance or 0
        return double, (-plies if double > 0 else plies)

    def words(self) -> str:
        """The value in a word or two: wins, draws, loses, gets 3; else the bounds."""
        if not self.exact:
            return f"{self.lower}..{self.upper}"
        told = {1: "wins", 0: "draws", -1: "loses"}.get(self.value) if isinstance(self.value, int) else None
        return told or f"gets {self.value}"


@dataclass(frozen=True)
class Analyzed:
    """A position with all its moves, the best first; values are those of the player to move."""

    game: str
    position: str
    objective: str
    moves: tuple[MoveValue, ...]
    nodes: int
    seconds: float
    stopped: str
    """"complete", or why a search ended before it was."""

    @property
    def exact(self) -> bool:
        """Whether the value of every move is proved."""
        return all(move.exact for move in self.moves)

    @property
    def best(self) -> tuple[str, ...]:
        """The moves that none is better than, if all are exact; by distance, too, where that was asked for."""
        return tuple(move.move for move in self.moves if move.rank == self.moves[0].rank) if self.exact else ()

    def sentence(self) -> str:
        """The verdict in one English sentence, from the point of view of the player to move."""
        first = self.moves[0]
        if not self.exact:
            lower, upper = (max(bound) for bound in zip(*((m.lower, m.upper) for m in self.moves), strict=True))
            return f"Not decided: the player to move gets at least {lower}, at most {upper}."
        verdict = first.words() + after_plies(first.distance)
        return f"The player to move {verdict}, by {len(self.best)} of {len(self.moves)} moves."

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of their meaning; fractions as text, "11/36"."""
        moves = [
            {name: _plain(value) for name, value in move._asdict().items()} | {"line": list(move.line)}
            for move in self.moves
        ]
        rest = {name: getattr(self, name) for name in ("game", "position", "objective", "nodes", "seconds", "stopped")}
        return {"schema": SCHEMA, **rest, "moves": moves, "best": list(self.best), "point_of_view": "player to move"}


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, int | str) else str(value)


def analyze(
    game: Game[Any],
    position: Any = None,
    *,
    objective: str | None = None,
    seconds: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    **options: Any,
) -> Analyzed:
    """The value, distance and line of every move of `position` (a state, a text, None for the initial one).

    Distances are asked for (`objective` "distance") unless there are more players, or chance. The time is shared out evenly
    among the moves that are left; the other `options` are those of `solve`, for each move. Ctrl-C ends the work with what is
    known: moves that were not looked at have the bounds of the game.

    Raises BadOption, BadPosition, BadGame, NotSupported, NotCompilable, GameFailed.
    """
    check_is_game(game)
    if seconds is not None:
        check_seconds(seconds)
    for name in ("checkpoint", "all_moves", "seed", "deepening"):
        if name in options:
            raise BadOption(f"{name} is for one search, and every move takes one: leave it out.")
    with failures_of(game):
        check_facets(game)
        state = state_of(game, position)
        if game.terminal(state):
            raise BadPosition(f"The game is over in {game.position_text(state)!r}: there are no moves.")
        if game.has_chance and game.chance(state):
            raise BadPosition(f"Chance moves in {game.position_text(state)!r}: there are no moves to choose among.")
    plain = game.players == 2 and not game.has_chance
    objective = objective or ("distance" if plain else "outcome")
    return _Analyst(game, state, Solver(game, objective=objective, **options), progress).analysis(objective, seconds)


class _Analyst:
    """One position, a move at a time."""

    def __init__(
        self, game: Game[Any], state: Any, solver: Solver[Any], progress: Callable[[Progress], None] | None
    ) -> None:
        self.game = game
        self.state = state
        self.solver = solver
        self.progress = progress
        self.nodes = 0
        self.stopped = "complete"

    def analysis(self, objective: str, seconds: float | None) -> Analyzed:
        """All moves, those first that the game puts first."""
        began = time.monotonic()
        with failures_of(self.game):
            actions = sorted(self.game.actions(self.state), key=lambda move: -self.game.priority(self.state, move))
        found = list[MoveValue]()
        for number, action in enumerate(actions):
            left = None if seconds is None else seconds - (time.monotonic() - began)
            share = None if left is None else max(left / (len(actions) - number), LEAST_SECONDS)
            found.append(self._value(action, share))
        with failures_of(self.game):
            position = self.game.position_text(self.state)
        found.sort(key=lambda move: move.rank, reverse=True)
        passed = time.monotonic() - began
        return Analyzed(str(self.game), position, objective, tuple(found), self.nodes, passed, self.stopped)

    def _value(self, action: int, seconds: float | None) -> MoveValue:
        """What one move is worth."""
        with failures_of(self.game):
            name, child = self.game.action_name(action), self.game.apply(self.state, action)
            mover = self.game.to_move(self.state)
            sign = turn(self.game, self.state, child) if self.game.players <= 2 else 1
            if self.game.terminal(child):
                value = self.game.rewards(child)[mover] if self.game.players > 2 else sign * self.game.reward(child)
                return MoveValue(name, value, "exact", value, value, 1 if value else None, (name,))
        worst, best = self.game.reward_range
        if self.stopped == "interrupted":
            return MoveValue(name, worst, "lower", worst, best, None, (name,))
        result = self.solver.solve(child, progress=self.progress, seconds=seconds, goes_on=True)
        self.nodes += result.counters["nodes"]
        if result.stopped not in ("complete", "depth"):
            self.stopped = result.stopped
        return _told(name, result, mover, sign)


def _told(name: str, result: Result, mover: int, sign: int) -> MoveValue:
    """What the result of the position after a move says of the move; `sign`: -1 if it is for the other player."""
    line, distance = (name, *result.line), None if result.distance is None else result.distance + 1
    if result.rewards is not None:
        value = result.rewards[mover]
        return MoveValue(name, value, result.kind, value, value, distance, line)
    if sign > 0:
        return MoveValue(name, result.value, result.kind, result.lower, result.upper, distance, line)
    turned: dict[Kind, Kind] = {"lower": "upper", "upper": "lower"}
    kind = turned.get(result.kind, result.kind)
    return MoveValue(name, -result.value, kind, -result.upper, -result.lower, distance, line)
