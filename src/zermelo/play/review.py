"""A game that was played, judged: which moves threw something away, and how accurate each player was."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, Unpack

from zermelo.core.errors import BadMove
from zermelo.core.game import Game
from zermelo.core.positions import AsState
from zermelo.core.stable_text import SCHEMA
from zermelo.core.stakes import Reward
from zermelo.core.supervision import Allowance
from zermelo.core.wording import names_in, shown
from zermelo.games.catalogue import as_game
from zermelo.play.analysis import Analyst
from zermelo.play.move_values import Analysis
from zermelo.play.record import Record
from zermelo.preflight.faults import failures_of
from zermelo.solver.options import Objective, SearchOptions
from zermelo.solver.progress import Progress
from zermelo.solver.result import plain_number


class Judged(NamedTuple):
    """A move that was made, and the position in which it was; values are those of the player who made it."""

    ply: int
    mover: int
    move: str
    lower: Reward
    upper: Reward
    """Between which the value of the position is proved to lie."""
    distance: int | None
    """Plies to the end with best play; None for draws, and where it is not known."""
    best: tuple[str, ...]
    """The best moves, where all are known."""
    got: Reward | None
    """What the move got, where that is proved."""
    mistake: bool | None
    """Whether it was proved to get less than another would have; None where nothing is proved."""

    @property
    def value(self) -> Reward | None:
        """Of the position, where it is proved."""
        return self.lower if self.lower == self.upper else None


@dataclass(frozen=True)
class Review:
    """A judgement of each move of the players; chance is not judged."""

    game: str
    players: int
    plies: tuple[Judged, ...]
    stopped: str
    """"complete", or why a search ended before it was."""

    @property
    def accuracy(self) -> tuple[float | None, ...]:
        """The share of each player's moves that threw nothing away, of those of which that is known."""
        shares: list[float | None] = []
        for player in range(self.players):
            known = [ply.mistake for ply in self.plies if ply.mover == player and ply.mistake is not None]
            shares.append(known.count(False) / len(known) if known else None)
        return tuple(shares)

    @property
    def mistakes(self) -> tuple[Judged, ...]:
        """The moves that threw something away."""
        return tuple(ply for ply in self.plies if ply.mistake)

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of their meaning; fractions as text, "11/36"."""
        plies = [
            {name: plain_number(value) for name, value in ply._asdict().items() if name != "best"}
            | {"best": list(ply.best), "value": plain_number(ply.value)}
            for ply in self.plies
        ]
        rest = {"game": self.game, "players": self.players, "stopped": self.stopped}
        return {"schema": SCHEMA, **rest, "plies": plies, "accuracy": list(self.accuracy)}


def review(
    game: Game[Any] | str,
    moves: Iterable[str],
    position: str | None = None,
    *,
    objective: Objective | None = None,
    seconds: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    **options: Unpack[SearchOptions],
) -> Review:
    """Judge the `moves`, by name (a text or several), that were made from `position` on (a text, None for the initial one).

    The last move is judged first: what is found out about the end of a game helps with its beginning. The time is shared out
    evenly among the moves; `objective` and `options` are those of `analyze`. Raises BadMove, and what `analyze` raises.
    """
    game = as_game(game)
    analyst = Analyst(game, objective=objective, **options)
    moves = names_in(moves) if isinstance(moves, str) else moves
    if not isinstance(moves, list | tuple):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise BadMove(f"moves = {shown(moves)}; they are a text, 'b2 a1', or the names of moves in a list.")
    with failures_of(game):
        record = Record.played(game, moves, position)
    return judge(analyst, record, seconds=seconds, progress=progress)


def judge(
    analyst: Analyst,
    record: Record,
    *,
    seconds: float | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Review:
    """As `review`, of a record."""
    with failures_of(record.game):
        time_given, judged, stopped = Allowance(seconds), list[Judged](), "complete"
        names, numbers = record.names(), range(len(record.moves))
        with time_given.paused():
            analyst.solver.prepare(progress)
        for number in reversed(numbers):
            before = record.before(number)
            if before.chance or stopped == "interrupted":
                continue
            if judged and time_given.spent:
                stopped = "seconds"
                continue
            found = analyst.analysis(AsState(before.state), seconds=time_given.share(number + 1), progress=progress)
            if found.stopped != "complete":
                stopped = found.stopped
            judged.append(_judged(found, number, before.mover, names[number]))
        return Review(str(record.game), record.game.players, tuple(reversed(judged)), stopped)


def _judged(found: Analysis, ply: int, mover: int, name: str) -> Judged:
    made = next(move for move in found.moves if move.move == name)
    lower, upper = found.bounds
    mistake = True if made.upper < lower else False if made.lower >= upper else None
    return Judged(
        ply, mover, name, lower, upper, found.distance, found.best, made.value if made.exact else None, mistake
    )
