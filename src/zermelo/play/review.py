"""Judging moves: a review of a game by analyses of its positions; and the moves of many games, by the values of an oracle.

moves that players chose --> the value of each position, the last plies first --> JudgedMove --> Review or Scores
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Unpack

from zermelo.core.errors import BadMove
from zermelo.core.game import Game
from zermelo.core.positions import AsState
from zermelo.core.reward_scale import Reward, RewardScale
from zermelo.core.stable_text import SCHEMA, plain_fields
from zermelo.core.supervision import Allowance
from zermelo.core.wording import joined, names_in, shown
from zermelo.display.markup import as_printed
from zermelo.games.catalogue import as_game
from zermelo.play.analysis import Analyst
from zermelo.play.game_lines import ChosenMove, PastGame, choices_in
from zermelo.play.move_values import Analysis
from zermelo.play.record import Record
from zermelo.play.scores import JudgedMove
from zermelo.preflight.faults import failures_of
from zermelo.solver.options import Objective, SearchOptions
from zermelo.solver.progress import Progress

if TYPE_CHECKING:  # without NumPy, games can be reviewed
    from zermelo.play.action_values import ActionValues

PLY: Final = (
    *("ply", "mover", "move", "lower", "upper", "distance", "all_keeping", "got", "mistake"),
    *("best", "keeping", "value"),
)
"""The attributes of a move in the JSON of a review."""

AT_ONCE: Final = 128
"""The most positions that are valued at a time, before progress is shown."""


@dataclass(frozen=True)
class Review:
    """A judgement of each move of the players. Chance moves are not judged."""

    game: str
    players: int
    plies: tuple[JudgedMove, ...]
    stopped: str
    """"complete", or the reason why a search ended early."""
    names: tuple[str, ...]
    """The names of the players, for sentences."""
    scale: RewardScale
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
    def mistakes(self) -> tuple[JudgedMove, ...]:
        """The moves that were mistakes."""
        return tuple(ply for ply in self.plies if ply.mistake)

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of the schema; fractions as text, "11/36"."""
        plies = [
            plain_fields(ply, *PLY) | {"words": self._verb(ply.value), "got_words": self._verb(ply.got)}
            for ply in self.plies
        ]
        fields = plain_fields(self, "game", "players", "stopped")
        return {"schema": SCHEMA, **fields, "plies": plies, "accuracy": list(self.accuracy)}

    def _verb(self, value: Reward | None) -> str | None:
        """What a player with this value does: "wins"; None if it is not known."""
        return None if value is None else self.scale.verb(value)

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
        time_given, plies, stopped = Allowance(seconds), list[JudgedMove](), "complete"
        players = tuple(map(record.name, range(record.game.players)))
        scale = RewardScale.of(record.game, record.state)
        for choice in reversed([*choices_in(PastGame(record, 0))]):
            if plies and time_given.spent:
                stopped = "seconds"
                break
            state, seconds = AsState(choice.state), time_given.share(choice.ply)
            analysis = analyst.analysis(state, seconds=seconds, progress=progress)
            plies.append(_by_analysis(choice, analysis, record.game.action_name(choice.action)))
            if analysis.stopped != "complete":
                stopped = analysis.stopped
            if stopped == "interrupted":
                break
        return Review(str(record.game), record.game.players, tuple(reversed(plies)), stopped, players, scale)


def _by_analysis(choice: ChosenMove, analysis: Analysis, name: str) -> JudgedMove:
    made = next(move for move in analysis.moves if move.move == name)
    lower, upper = analysis.bounds
    return JudgedMove(
        *(choice.game, choice.ply - 1, choice.side, analysis.position, name),
        *(lower, upper, made.lower, made.upper),
        best=analysis.best,
        optimal=analysis.optimal(made),
        blunder=_proved(made.upper < lower, made.lower >= upper),
        mover=choice.mover,
        distance=analysis.distance,
        keeping=tuple(move.move for move in analysis.keeping),
        all_keeping=analysis.all_keeping,
    )


# --- many games, by the values of an oracle ----------------------------------------------------------------------------
def judged(
    game: Game[Any],
    choices: Sequence[ChosenMove],
    values: Callable[[Sequence[Any]], ActionValues],
    progress: Callable[[str], None] | None,
) -> tuple[tuple[JudgedMove, ...], str]:
    """The choices with what is proved of them, by a function that gives the values of some positions; and "complete", or
    what ended the searches early. Of a position that was not reached nothing is proved.

    The last plies come first, because the ends of games are solved soonest and help with what comes before them.
    """
    last_first = sorted(choices, key=lambda choice: -choice.ply)
    states = list(dict.fromkeys(choice.state for choice in last_first))
    known: dict[Any, tuple[ActionValues, int]] = {}  # the values of several positions, and the row of this one
    stopped = "complete"
    try:
        for first in range(0, len(states), AT_ONCE):
            part = states[first : first + AT_ONCE]
            found = values(part)
            known.update((state, (found, row)) for row, state in enumerate(part))
            stopped = found.stopped
            if stopped != "complete":
                break
            if progress:
                progress(f"{len(known):,} of {len(states):,} positions judged")
    except KeyboardInterrupt:  # between two searches
        stopped = "interrupted"
    text, name = cache(game.position_text), cache(game.action_name)
    return tuple(_by_values(game, choice, known.get(choice.state), text, name) for choice in choices), stopped


def _by_values(
    game: Game[Any],
    choice: ChosenMove,
    known: tuple[ActionValues, int] | None,
    text: Callable[[Any], str],
    name: Callable[[int], str],
) -> JudgedMove:
    head = choice.game, choice.ply, choice.side, text(choice.state), name(choice.action)
    if known is None:
        bounds = game.reward_range
        return JudgedMove(*head, *bounds, *bounds, (), None, None, choice.mover, None, (), all_keeping=False)
    found, row = known
    place, (lower, upper), distance = (row, choice.action), found.bounds, int(found.soonest[row])
    return JudgedMove(
        *head,
        *map(number, (lower[row], upper[row], found.lower[place], found.upper[place])),
        best=tuple(map(name, found.optimal[row].nonzero()[0].tolist())),
        optimal=_proved(found.optimal[place], found.inferior[place]),
        blunder=_proved(found.blunders[place], found.keeping[place]),
        mover=choice.mover,
        distance=None if distance < 0 else distance,
        keeping=tuple(map(name, found.keeping[row].nonzero()[0].tolist())),
        all_keeping=bool(found.all_keeping[row]),
    )


def number(item: Any) -> Reward:
    """A number from an array as a number of Python."""
    return item if isinstance(item, Fraction) else int(item)


def _proved(yes: object, no: object) -> bool | None:
    return True if yes else False if no else None
