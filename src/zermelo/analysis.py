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
from zermelo.game import Game, has_distances, state_of
from zermelo.options import check_seconds
from zermelo.result import Kind, Result, after_plies, plain_number
from zermelo.run import Progress
from zermelo.search.context import turn
from zermelo.search.scoring import Reward
from zermelo.solver import Solver, failures_of
from zermelo.watch import Allowance

SCHEMA: Final = 1
"""The version of the fields of `Analyzed.to_dict`."""

UNKNOWN: Final = 1 << 30
"""More plies than any game has."""


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
        """Greater for better moves: fast wins, slow wins, draws, slow losses, fast losses; by what is proved of others.

        Wins and losses of which only that is known are taken for slow.
        """
        double = self.lower + self.upper
        plies = UNKNOWN if self.distance is None else self.distance
        return double, (-plies if double > 0 else plies if double < 0 else 0)

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
    def bounds(self) -> tuple[Reward, Reward]:
        """Between which the value of the position is proved to lie."""
        return max(move.lower for move in self.moves), max(move.upper for move in self.moves)

    @property
    def exact(self) -> bool:
        """Whether the value of every move is proved."""
        return all(move.exact for move in self.moves)

    @property
    def value(self) -> Reward | None:
        """Of the position, to the player to move; None where it is not proved. Not all moves need be for that."""
        lower, upper = self.bounds
        return lower if lower == upper else None

    @property
    def _top(self) -> list[MoveValue]:
        """The moves that are proved to get the value."""
        value = self.value
        return [move for move in self.moves if move.lower == value]

    @property
    def _all_top(self) -> bool:
        """Whether no other move may get it."""
        value = self.value
        return value is not None and all(move.exact or move.upper < value for move in self.moves)

    @property
    def distance(self) -> int | None:
        """Plies to the end with best play by both; None for draws, and where it is not known: a move of the best value whose
        own distance is not known may be better than those that are, except than a win at once.
        """
        value, known = self.value, [move.distance for move in self._top]
        told = [distance for distance in known if distance is not None]
        won = value is not None and value > 0
        if not told or not ((won and min(told) == 1) or (self._all_top and len(told) == len(known))):
            return None
        return min(told) if won else max(told)

    @property
    def best(self) -> tuple[str, ...]:
        """The moves that are proved to be best; by distance, too, where that is known."""
        distance = self.distance
        return tuple(move.move for move in self._top if distance is None or move.distance == distance)

    def sentence(self) -> str:
        """The verdict in one English sentence, from the point of view of the player to move."""
        if self.value is None:
            lower, upper = self.bounds
            return f"Not decided: the player to move gets at least {lower}, at most {upper}."
        verdict = self.moves[0].words() + after_plies(self.distance)
        least = "" if self._all_top or self.distance == 1 else "at least "
        return f"The player to move {verdict}, by {least}{len(self.best)} of {len(self.moves)} moves."

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of their meaning; fractions as text, "11/36"."""
        moves = [
            {name: plain_number(value) for name, value in move._asdict().items()} | {"line": list(move.line)}
            for move in self.moves
        ]
        rest = {name: getattr(self, name) for name in ("game", "position", "objective", "nodes", "seconds", "stopped")}
        lower, upper = map(plain_number, self.bounds)
        value = {"lower": lower, "upper": upper, "distance": self.distance, "best": list(self.best)}
        return {"schema": SCHEMA, **rest, **value, "moves": moves, "point_of_view": "player to move"}


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
    return Analyst(game, objective=objective, **options).analysis(position, seconds=seconds, progress=progress)


class Analyst:
    """Tells what moves are worth, of one position of a game after the other, over one table."""

    def __init__(self, game: Game[Any], *, objective: str | None = None, **options: Any) -> None:
        """As `analyze`, which also says what is raised."""
        check_is_game(game)
        for name in ("checkpoint", "all_moves", "seed", "deepening"):
            if name in options:
                raise BadOption(f"{name} is for one search, and every move takes one: leave it out.")
        with failures_of(game):
            check_facets(game)
        self.game = game
        self.objective = objective or ("distance" if has_distances(game) else "outcome")
        self.solver: Solver[Any] = Solver(game, objective=self.objective, **options)

    def analysis(
        self,
        position: Any = None,
        *,
        seconds: float | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> Analyzed:
        """All moves of a position. Those are looked at first that the game puts first."""
        if seconds is not None:
            check_seconds(seconds)
        began, time_given, game = time.monotonic(), Allowance(seconds), self.game
        with failures_of(game):
            state = state_of(game, position)
            text = game.position_text(state)
            if game.terminal(state):
                raise BadPosition(f"The game is over in {text!r}: there are no moves.")
            if game.has_chance and game.chance(state):
                raise BadPosition(f"Chance moves in {text!r}: there are no moves to choose among.")
            actions = sorted(game.actions(state), key=lambda move: -game.priority(state, move))
        found, nodes, stopped = list[MoveValue](), 0, "complete"

        def report(one: Progress) -> None:
            """Of all moves together; what is proved of one is not told."""
            if progress is not None:
                worst, best = game.reward_range
                passed = time.monotonic() - began
                progress(one._replace(seconds=passed, nodes=nodes + one.nodes, lower=worst, upper=best))

        for number, action in enumerate(actions):
            with failures_of(game):
                child = game.apply(state, action)
                ended = game.terminal(child)
            spent = bool(found) and time_given.spent
            if ended:
                found.append(self._ended(state, action, child))
                continue
            result = None
            if not spent and stopped != "interrupted":
                share = time_given.share(len(actions) - number)
                result = self._searched(child, share, report, first=not found)
            if result is None:
                stopped = "seconds" if spent else "interrupted"
                found.append(self._unseen(action))
                continue
            found.append(self._told(state, action, child, result))
            nodes += result.counters["nodes"]
            if result.stopped not in ("complete", "depth"):
                stopped = result.stopped
        found.sort(key=lambda move: move.rank, reverse=True)
        passed = time.monotonic() - began
        return Analyzed(str(game), text, self.objective, tuple(found), nodes, passed, stopped)

    def _sign(self, state: Any, child: Any) -> int:
        """-1 if values after the move are for the other player."""
        return turn(self.game, state, child) if self.game.players <= 2 else 1

    def _searched(
        self, child: Any, seconds: float | None, report: Callable[[Progress], None], *, first: bool
    ) -> Result | None:
        """The position after a move; None after Ctrl-C where no search runs that would tell what it knows."""
        try:
            if not first:
                report(Progress("searching", 0.0, 0, None, *self.game.reward_range))
            return self.solver.solve(child, progress=report, seconds=seconds, goes_on=True)
        except KeyboardInterrupt:
            if first:
                raise
            return None

    def _unseen(self, action: int) -> MoveValue:
        """What is known of a move that was not looked at."""
        worst, best = self.game.reward_range
        return MoveValue(self.game.action_name(action), worst, "lower", worst, best, None, ())

    def _ended(self, state: Any, action: int, child: Any) -> MoveValue:
        """What a move is worth that ends play."""
        game = self.game
        with failures_of(game):
            name, mover = game.action_name(action), game.to_move(state)
            value = game.rewards(child)[mover] if game.players > 2 else self._sign(state, child) * game.reward(child)
        return MoveValue(name, value, "exact", value, value, 1 if value else None, (name,))

    def _told(self, state: Any, action: int, child: Any, result: Result) -> MoveValue:
        """What the result of the position after a move says of the move."""
        with failures_of(self.game):
            name, mover, sign = self.game.action_name(action), self.game.to_move(state), self._sign(state, child)
        line, distance = (name, *result.line), None if result.distance is None else result.distance + 1
        if result.rewards is not None:
            value = result.rewards[mover]
            return MoveValue(name, value, result.kind, value, value, distance, line)
        if sign > 0:
            return MoveValue(name, result.value, result.kind, result.lower, result.upper, distance, line)
        turned: dict[Kind, Kind] = {"lower": "upper", "upper": "lower"}
        kind = turned.get(result.kind, result.kind)
        return MoveValue(name, -result.value, kind, -result.upper, -result.lower, distance, line)
