"""Judging moves: a review of a game by analyses of its positions; and the moves of many games, by the values of an oracle.

moves that players chose --> the value of each position, the last plies first --> JudgedMove --> Review or Scores
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Unpack

from zermelo.core.errors import BadMove, BadOption
from zermelo.core.game import Game
from zermelo.core.positions import AsState
from zermelo.core.reward_scale import Reward, RewardScale
from zermelo.core.stable_text import SCHEMA, plain_fields
from zermelo.core.supervision import Allowance
from zermelo.core.wording import joined, names_in, shown, unknown
from zermelo.display.markup import as_printed
from zermelo.games.catalogue import as_game
from zermelo.play.analysis import Analyst
from zermelo.play.game_lines import ChosenMove, PastGame, choices_in
from zermelo.play.move_values import Analysis
from zermelo.play.record import SIDES, Record
from zermelo.play.scores import JudgedMove
from zermelo.preflight.faults import failures_of
from zermelo.solver.options import Objective, SearchOptions
from zermelo.solver.progress import Progress

if TYPE_CHECKING:  # without NumPy, games can be reviewed
    from zermelo.play.action_values import ActionValues, Mask

PLY: Final = (
    *("ply", "mover", "move", "lower", "upper", "distance", "all_keeping", "got", "mistake"),
    *("best", "keeping", "value"),
)
"""The attributes of a move in the JSON of a review."""

AT_ONCE: Final = 128
"""The most positions that are valued at a time, before progress is shown."""

BOTH: Final = "both"

NOTHING: Final[dict[str, Any]] = {
    "best": (),
    "optimal": None,
    "blunder": None,
    "distance": None,
    "keeping": (),
    "all_keeping": False,
}
"""What is proved of a move in a position that was not reached, besides the bounds of the game."""


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
        time_given, judged, stopped = Allowance(seconds), list[JudgedMove](), "complete"
        players = tuple(map(record.name, range(record.game.players)))
        scale = RewardScale.of(record.game, record.state)
        for choice in reversed([*choices_in(PastGame(record, 0))]):
            if judged and time_given.spent:
                stopped = "seconds"
                break
            state, seconds = AsState(choice.state), time_given.share(choice.ply)
            analysis = analyst.analysis(state, seconds=seconds, progress=progress)
            judged.append(_judged(choice, analysis, record.game.action_name(choice.action)))
            if analysis.stopped != "complete":
                stopped = analysis.stopped
            if stopped == "interrupted":
                break
        return Review(str(record.game), record.game.players, tuple(reversed(judged)), stopped, players, scale)


def _judged(choice: ChosenMove, analysis: Analysis, name: str) -> JudgedMove:
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
def sides_of(side: object) -> tuple[str, ...]:
    """The sides that "first", "second" or "both" stands for. Raises BadOption."""
    if side not in (*SIDES, BOTH):
        raise BadOption(unknown("side", side, (*SIDES, BOTH)))
    return SIDES if side == BOTH else (str(side),)


class Judging:
    """Judges choices: finds the values of their positions, the last plies first, because the ends of games are solved
    soonest and help with what comes before them.
    """

    def __init__(self, game: Game[Any], choices: Sequence[ChosenMove]) -> None:
        self.game, self.choices = game, choices
        last_first = sorted(choices, key=lambda choice: -choice.ply)
        self.states = list(dict.fromkeys(choice.state for choice in last_first))
        """The positions, each once."""
        self.stopped = "complete"
        """"complete", or what ended the searches early."""
        self._found: dict[Any, tuple[ActionValues, int]] = {}
        """The values of a position: those of several, and its row in them."""

    def find(self, values: Callable[[Sequence[Any]], ActionValues], progress: Callable[[str], None] | None) -> None:
        """Find the values of all positions, by a function that gives those of some. It may end early, as may Ctrl-C."""
        try:
            for first in range(0, len(self.states), AT_ONCE):
                states = self.states[first : first + AT_ONCE]
                found = values(states)
                self._found.update((state, (found, row)) for row, state in enumerate(states))
                if found.stopped != "complete":
                    self.stopped = found.stopped
                    return
                if progress:
                    progress(f"{len(self._found):,} of {len(self.states):,} positions judged")
        except KeyboardInterrupt:  # between two searches
            self.stopped = "interrupted"

    def moves(self) -> Iterator[JudgedMove]:
        """The choices with what is proved of them. Of a position that was not reached, nothing is."""
        worst, best = self.game.reward_range
        text, name = cache(self.game.position_text), cache(self.game.action_name)
        for game, ply, mover, side, state, action in self.choices:
            head = game, ply, side, text(state), name(action)
            if state not in self._found:
                yield JudgedMove(*head, worst, best, worst, best, mover=mover, **NOTHING)
                continue
            found, row = self._found[state]
            place, (lower, upper), distance = (row, action), found.bounds, int(found.soonest[row])
            yield JudgedMove(
                *head,
                *(number(lower[row]), number(upper[row])),
                *(number(found.lower[place]), number(found.upper[place])),
                best=tuple(map(name, _places(found.optimal[row]))),
                optimal=_proved(found.optimal[place], found.inferior[place]),
                blunder=_proved(found.blunders[place], found.keeping[place]),
                mover=mover,
                distance=None if distance < 0 else distance,
                keeping=tuple(map(name, _places(found.keeping[row]))),
                all_keeping=bool(found.all_keeping[row]),
            )


def number(item: Any) -> Reward:
    """A number from an array as a number of Python."""
    return item if isinstance(item, Fraction) else int(item)


def _places(mask: Mask) -> Iterator[int]:
    return (place for place, holds in enumerate(mask.tolist()) if holds)


def _proved(yes: object, no: object) -> bool | None:
    return True if yes else False if no else None
