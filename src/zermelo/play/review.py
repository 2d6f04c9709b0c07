"""Reviews of finished games: the mistakes, and the accuracy of each player."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, Unpack

from zermelo.core.errors import BadMove
from zermelo.core.game import Game
from zermelo.core.positions import AsState
from zermelo.core.stable_text import SCHEMA
from zermelo.core.stakes import Reward, Stakes
from zermelo.core.supervision import Allowance
from zermelo.core.wording import joined, names_in, shown
from zermelo.display.markup import as_printed
from zermelo.games.catalogue import as_game
from zermelo.play.analysis import Analyst
from zermelo.play.move_values import Analysis
from zermelo.play.record import Record
from zermelo.preflight.faults import failures_of
from zermelo.solver.options import Objective, SearchOptions
from zermelo.solver.progress import Progress
from zermelo.solver.result import plain_number


class Judged(NamedTuple):
    """A move of a reviewed game. Values are for the player who made it."""

    ply: int
    mover: int
    move: str
    lower: Reward
    upper: Reward
    """The value of the position is proved to be in `lower`..`upper`."""
    distance: int | None
    """Plies to the end with best play from the position; None for draws, or if it is not known."""
    best: tuple[str, ...]
    """The best moves, also by distance, if all are known."""
    keeping: tuple[str, ...]
    """The moves that are proved to keep the value of the position."""
    all_keeping: bool
    """Whether it is proved that no other move keeps it."""
    got: Reward | None
    """The value of the move, if it is proved."""
    mistake: bool | None
    """Whether another move is proved to be better; None if nothing is proved."""

    @property
    def value(self) -> Reward | None:
        """The value of the position; None if it is not proved."""
        return self.lower if self.lower == self.upper else None


@dataclass(frozen=True)
class Review:
    """A judgement of each move of the players. Chance moves are not judged."""

    game: str
    players: int
    plies: tuple[Judged, ...]
    stopped: str
    """"complete", or the reason why a search ended early."""
    names: tuple[str, ...]
    """The names of the players, for sentences."""
    stakes: Stakes
    """The meaning of rewards in this game."""

    @property
    def accuracy(self) -> tuple[float | None, ...]:
        """For each player, the share of moves that were no mistakes, among those for which this is known."""
        shares: list[float | None] = []
        for player in range(self.players):
            known = [ply.mistake for ply in self.plies if ply.mover == player and ply.mistake is not None]
            shares.append(known.count(False) / len(known) if known else None)
        return tuple(shares)

    @property
    def mistakes(self) -> tuple[Judged, ...]:
        """The moves that were mistakes."""
        return tuple(ply for ply in self.plies if ply.mistake)

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of the schema; fractions as text, "11/36"."""
        plies = [
            {name: plain_number(value) for name, value in ply._asdict().items() if name not in ("best", "keeping")}
            | {"best": list(ply.best), "keeping": list(ply.keeping), "value": plain_number(ply.value)}
            | {"words": self._verb(ply.value), "got_words": self._verb(ply.got)}
            for ply in self.plies
        ]
        rest = {"game": self.game, "players": self.players, "stopped": self.stopped}
        return {"schema": SCHEMA, **rest, "plies": plies, "accuracy": list(self.accuracy)}

    def _verb(self, value: Reward | None) -> str | None:
        """What a player with this value does: "wins"; None if it is not known."""
        return None if value is None else self.stakes.verb(value)

    def sentences(self) -> list[str]:
        """The mistakes in the order of the game, then the accuracy of each player."""
        lines: list[str] = []
        for ply in self.mistakes:
            value = "is lower than that of another move" if ply.got is None else f"is {ply.got}"
            best = f"; that of {joined(ply.best)} is {ply.value}" if ply.best else ""
            lines.append(
                f"Move {ply.ply + 1}, {ply.move} by {self.names[ply.mover]}, is a mistake: its value {value}{best}."
            )
        for name, share in zip(self.names, self.accuracy, strict=True):
            lines.append(f"Accuracy of {name}: {'not known' if share is None else f'{share:.0%}'}.")
        return lines

    def __str__(self) -> str:
        return "\n".join(self.sentences())

    _repr_pretty_ = as_printed


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
    """Review a game: the `moves`, by name (a string or several), from `position` (a string, or None: the initial one).

    The last move is judged first, since what is found about the end of a game helps with its beginning. The time is shared
    evenly among the moves. `objective` and `options` are those of `analyze`. Raises BadMove, and what `analyze` raises.
    """
    game = as_game(game)
    analyst = Analyst(game, objective=objective, **options)
    moves = names_in(moves) if isinstance(moves, str) else moves
    if not isinstance(moves, list | tuple):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise BadMove(f"moves = {shown(moves)}; give a string, 'b2 a1', or a list of the names of moves.")
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
    """The review of a record, with an analyst; the other parameters are those of `review`."""
    with failures_of(record.game):
        time_given, judged, stopped = Allowance(seconds), list[Judged](), "complete"
        players = tuple(map(record.name, range(record.game.players)))
        stakes = Stakes.of(record.game, record.state)
        names, numbers = record.names(), range(len(record.moves))
        for number in reversed(numbers):
            before = record.before(number)
            if before.chance or stopped == "interrupted":
                continue
            if judged and time_given.spent:
                stopped = "seconds"
                continue
            analysis = analyst.analysis(AsState(before.state), seconds=time_given.share(number + 1), progress=progress)
            if analysis.stopped != "complete":
                stopped = analysis.stopped
            judged.append(_judged(analysis, number, before.mover, names[number]))
        return Review(str(record.game), record.game.players, tuple(reversed(judged)), stopped, players, stakes)


def _judged(analysis: Analysis, ply: int, mover: int, name: str) -> Judged:
    """The judgement of the move `name`, from the analysis of the position."""
    made = next(move for move in analysis.moves if move.move == name)
    lower, upper = analysis.bounds
    mistake = True if made.upper < lower else False if made.lower >= upper else None
    return Judged(
        ply=ply,
        mover=mover,
        move=name,
        lower=lower,
        upper=upper,
        distance=analysis.distance,
        best=analysis.best,
        keeping=tuple(move.move for move in analysis.keeping),
        all_keeping=analysis.all_keeping,
        got=made.value if made.exact else None,
        mistake=mistake,
    )
