"""Scores: how well moves were chosen, by the exact values of all moves: rates of optimal moves, losses, blunders.

judged moves --> Rates, of all moves and of each ply --> rows, a table, CSV, JSON, a plot
"""

from __future__ import annotations

import csv
import io
import math
import os
import statistics
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.core.errors import BadOption, NotInstalled
from zermelo.core.reward_scale import Reward, RewardScale, with_decimals
from zermelo.core.stable_text import SCHEMA, plain_fields
from zermelo.core.wording import LABEL, Row, counted, joined, labelled
from zermelo.display.markup import as_printed
from zermelo.play.match import NORMAL, wilson
from zermelo.solver.result import STOP_REASONS
from zermelo.work.files import check_place, put, writing

MOST_SHOWN: Final = 5
"""The most mistakes that are printed."""

MOST_PLIES: Final = 20
"""The most plies that are printed."""

COLUMNS: Final = (
    *("ply", "moves", "known", "optimal", "optimal_low", "optimal_high"),
    *("keeping", "keeping_low", "keeping_high", "loss", "loss_low", "loss_high"),
)
"""The columns of `Scores.csv`."""

JUDGED: Final = (
    *("game", "ply", "side", "position", "move", "lower", "upper", "got_lower", "got_upper"),
    *("best", "optimal", "blunder", "value", "got", "loss"),
)
"""The attributes of a judged move in the JSON of `Scores`."""


class JudgedMove(NamedTuple):
    """A move that was judged. Values are for the player who made it."""

    game: int
    """The number of the game, from 1."""
    ply: int
    """The number of the move in its game, from 1, in a `Review` from 0. The opening and the throws count."""
    side: str
    """"first" or "second": whether its player moves first or second in the initial position; empty for more players."""
    position: str
    move: str
    lower: Reward
    upper: Reward
    """The value of the position is proved to be in `lower`..`upper`."""
    got_lower: Reward
    got_upper: Reward
    """The value of the move is proved to be in `got_lower`..`got_upper`."""
    best: tuple[str, ...]
    """The moves that are proved optimal, also by distance, if that is the objective."""
    optimal: bool | None
    """Whether the move is optimal, by the distance, too, if that is the objective; None if it is not proved."""
    blunder: bool | None
    """Whether the move gives up the value of the position; None if it is not proved."""
    mover: int
    """The player who made it."""
    distance: int | None
    """Plies to the end with best play from the position; None for draws, or if it is not known."""
    keeping: tuple[str, ...]
    """The moves that are proved to keep the value of the position."""
    all_keeping: bool
    """Whether it is proved that no other move keeps it."""

    @property
    def value(self) -> Reward | None:
        """The value of the position; None if it is not proved."""
        return self.lower if self.lower == self.upper else None

    @property
    def got(self) -> Reward | None:
        """The value of the move; None if it is not proved."""
        return self.got_lower if self.got_lower == self.got_upper else None

    @property
    def loss(self) -> Reward | None:
        """By how much the move gets less than the value of the position; None unless both are proved."""
        return None if self.value is None or self.got is None else self.value - self.got

    @property
    def least_loss(self) -> Reward:
        """By how much, at least, the move gets less than the position is worth."""
        return max(self.lower - self.got_upper, 0)

    @property
    def mistake(self) -> bool | None:
        """The same as `blunder`: whether another move is proved to be better."""
        return self.blunder

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return plain_fields(self, *JUDGED)

    def sentence(self, scale: RewardScale) -> str:
        """What the move gets, and what the best moves get: b1 loses, a3 draws."""
        best = self.best[:3]
        other = f"; {joined(best)} {_verb(scale, self.value, len(best))}" if best and self.value is not None else ""
        got = "gets less than another move" if self.got is None else _verb(scale, self.got, 1)
        return f"{self.move} {got}{other}"


def _verb(scale: RewardScale, value: Reward, count: int) -> str:
    """What `count` moves with this value do: loses; draw; get 3."""
    verb = scale.outcome(value)
    number = "" if verb else f" {with_decimals(value)}"
    verb = verb or "gets"
    return f"{verb if count == 1 else verb.removesuffix('s')}{number}"


class Share(NamedTuple):
    """How many moves have a property, among those for which it is known."""

    number: int
    known: int

    @property
    def rate(self) -> float | None:
        """The share; None if nothing is known."""
        return self.number / self.known if self.known else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """A 95 % confidence interval (Wilson 1927); the moves count as independent. None if nothing is known."""
        return wilson(self.number / self.known, self.known) if self.known else None


class MeanLoss(NamedTuple):
    """The mean of what moves lose, in rewards, over those whose loss is known."""

    rate: float | None
    """The mean; None if no loss is known."""
    known: int
    interval: tuple[float, float] | None
    """A 95 % confidence interval, by the normal distribution; the moves count as independent. None if all losses are equal,
    since their spread is then not known.
    """

    @classmethod
    def of(cls, losses: Sequence[Reward]) -> MeanLoss:
        if not losses:
            return cls(None, 0, None)
        mean = float(sum(losses) / len(losses))
        if len(set(losses)) == 1:
            return cls(mean, len(losses), None)
        reach = NORMAL * statistics.stdev(map(float, losses)) / math.sqrt(len(losses))
        return cls(mean, len(losses), (max(mean - reach, 0.0), mean + reach))


class Rates(NamedTuple):
    """The rates of some judged moves."""

    moves: int
    optimal: Share
    """The optimal moves, by the distance, too, if that is the objective."""
    keeping: Share
    """The moves that keep the value of the position. The others are blunders."""
    loss: MeanLoss

    @classmethod
    def of(cls, moves: Sequence[JudgedMove]) -> Rates:
        optimal = [move.optimal for move in moves if move.optimal is not None]
        blunder = [move.blunder for move in moves if move.blunder is not None]
        losses = [loss for move in moves if (loss := move.loss) is not None]
        shares = Share(optimal.count(True), len(optimal)), Share(blunder.count(False), len(blunder))
        return cls(len(moves), *shares, MeanLoss.of(losses))

    @property
    def unknown(self) -> int:
        """The moves of which it is not proved whether they keep the value."""
        return self.moves - self.keeping.known

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        names = "optimal", "keeping", "loss"
        rates = {name: plain_fields(getattr(self, name), "rate", "known", "interval") for name in names}
        return {"moves": self.moves, "known": self.keeping.known, **rates}

    def cells(self) -> list[Any]:
        """What `Scores.csv` writes after the ply; an empty cell for what is not known."""
        cells: list[Any] = [self.moves, self.keeping.known]
        for each in (self.optimal, self.keeping, self.loss):
            cells += [each.rate, *(each.interval or (None, None))]
        return cells


@dataclass(frozen=True)
class Scores:
    """How well the moves of some games were chosen. Rates are over the moves for which they are proved."""

    game: str
    player: str | None
    """The agent that was judged; None if games were given."""
    against: str | None
    """The opponent of the agent; None if games were given."""
    side: str
    """The side whose moves were judged: "first", "second" or "both"."""
    objective: str
    scale: RewardScale
    """The meaning of rewards in this game."""
    games: int
    """The number of games."""
    moves: tuple[JudgedMove, ...]
    stopped: str
    """"complete", "nodes", "seconds" or "interrupted": what kept verdicts from being found."""
    seconds: float
    """The time for judging, without compiling."""
    compile_seconds: float
    """The time for compiling, or for loading compiled code."""

    @cached_property
    def total(self) -> Rates:
        """The rates of all moves."""
        return Rates.of(self.moves)

    @cached_property
    def by_ply(self) -> dict[int, Rates]:
        """The rates of the moves of each ply, counted from 1."""
        plies: dict[int, list[JudgedMove]] = {}
        for move in self.moves:
            plies.setdefault(move.ply, []).append(move)
        return {ply: Rates.of(plies[ply]) for ply in sorted(plies)}

    @property
    def blunders(self) -> list[JudgedMove]:
        """The moves that give up the value of their position, the worst first."""
        found = [move for move in self.moves if move.blunder]
        return sorted(found, key=lambda move: -move.least_loss)

    def headline(self) -> str:
        players = " against ".join(filter(None, (self.player, self.against)))
        where = f"{players}, {self.game}" if players else self.game
        if not self.moves:
            return f"{where}: there is no move to judge."
        given_up, moves, unknown = f"{len(self.blunders):,} of", counted(len(self.moves), "move"), self.total.unknown
        if unknown == len(self.moves):
            return f"{where}: {moves}, undecided: it is not proved whether the value of the position was given up."
        if unknown:
            decided, verb = counted(self.total.keeping.known, "decided move"), "is" if unknown == 1 else "are"
            return f"{where}: {given_up} {decided} gave up the value of the position; {unknown:,} {verb} undecided."
        return f"{where}: {given_up} {moves} gave up the value of the position."

    def rows(self) -> list[Row]:
        total, side = self.total, "" if self.side == "both" else f" of the {self.side} player"
        if not self.moves:
            return []
        moves = [f"{counted(total.moves, 'move')}{side} in {counted(self.games, 'game')}"]
        if total.unknown:
            moves.append(f"{total.unknown:,} not proved to keep or to give up the value")
        quickest = "; optimal moves also win soonest or lose latest" if self.objective == "distance" else ""
        return [
            ("judged", moves),
            ("optimal", _with_interval(total.optimal, total.moves)),
            ("keeping", _with_interval(total.keeping, total.moves)),
            ("loss", _with_interval(total.loss, total.moves, " a move")),
            ("note", f"intervals count the moves as independent{quickest}"),
            ("time", f"{self.seconds:.2f} s judging, {self.compile_seconds:.2f} s compiling or loading"),
            ("stopped", "" if self.stopped == "complete" else STOP_REASONS[self.stopped]),
        ]

    def mistakes(self) -> list[Row]:
        """The worst mistakes, at most MOST_SHOWN, each move in a position once."""
        different = {(move.position, move.move): move for move in reversed(self.blunders)}
        rows = [_mistake(move, self.scale) for move in list(different.values())[: -MOST_SHOWN - 1 : -1]]
        more = len(different) - len(rows)
        return [*rows, *([("", f"and {counted(more, 'other mistake')}")] if more else [])]

    def table(self) -> str:
        """A line for each ply with the rates and the mean loss; of many plies, the worst. `csv` has all, with intervals."""
        worst = sorted(self.by_ply, key=lambda ply: -(self.by_ply[ply].loss.rate or 0))[:MOST_PLIES]
        lines, more = ["ply  moves  optimal  keeping   loss"], len(self.by_ply) - len(worst)
        for ply in sorted(worst):
            rates = self.by_ply[ply]
            optimal, keeping, loss = ("-" if each.rate is None else f"{each.rate:.3f}" for each in rates[1:])
            lines.append(f"{ply:>3}  {rates.moves:>5}  {optimal:>7}  {keeping:>7}  {loss:>5}")
        lines += [f"and {counted(more, 'ply', 'plies')} with no higher loss; -o FILE.csv lists all"] if more else []
        return "\n".join(lines)

    def __str__(self) -> str:
        head = "\n".join(filter(None, (self.headline(), labelled(self.rows()))))
        parts = (head, self.table() if self.moves else "", labelled(self.mistakes()))
        return "\n\n".join(filter(None, parts))

    _repr_pretty_ = as_printed

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of the schema; fractions as text, "11/36"."""
        names = ("game", "player", "against", "side", "objective", "games", "stopped", "seconds", "compile_seconds")
        return {
            "schema": SCHEMA,
            **plain_fields(self, *names),
            "total": self.total.to_dict(),
            "by_ply": [{"ply": ply, **rates.to_dict()} for ply, rates in self.by_ply.items()],
            "moves": [move.to_dict() for move in self.moves],
        }

    def csv(self) -> str:
        """The rates of each ply with their intervals, as CSV with a header."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows([ply, *rates.cells()] for ply, rates in self.by_ply.items())
        return text.getvalue()

    def plot(self, path: str | os.PathLike[str]) -> None:
        """Draw the rates of each ply with their intervals, in a file whose name ends with .png, .svg or .pdf.

        Raises NotInstalled without Matplotlib, BadOption for a file that cannot be written.
        """
        check_plot(path)
        from matplotlib.figure import Figure

        figure: Any = Figure(figsize=(7.2, 4.2), layout="constrained")
        _draw(figure.add_subplot(), self.by_ply)
        figure.suptitle(textwrap.fill(self.headline(), 98), fontsize=10)
        figure.legend(loc="outside lower center", ncols=len(CURVES), frameon=False)
        image = io.BytesIO()
        figure.savefig(image, dpi=150, format=Path(path).suffix.removeprefix("."))
        with writing(path):
            put(Path(path), image.getvalue())


def check_plot(path: str | os.PathLike[str]) -> None:
    """Raises NotInstalled without Matplotlib, BadOption for a file in which no plot can be written."""
    name = os.fspath(path)
    check_place(name)
    endings = ".png", ".svg", ".pdf"
    if not name.endswith(endings):
        raise BadOption(f"{name!r} is not the name of a plot; give one that ends with {joined(endings, 'or')}.")
    if find_spec("matplotlib") is None:
        raise NotInstalled("Matplotlib", "experiments")


def _mistake(move: JudgedMove, scale: RewardScale) -> Row:
    """What a mistake gets; its position is in the sentence, or below it if that is a board of several lines."""
    board, sentence = textwrap.indent(f"\n{move.position}", " " * LABEL), move.sentence(scale)
    last = f"{sentence}{board}" if "\n" in move.position else f"in {move.position}: {sentence}"
    return "mistake", [f"game {move.game}", f"ply {move.ply}", last]


def _with_interval(figure: Share | MeanLoss, moves: int, words: str = "") -> list[str]:
    """A figure with its interval, 0.912 (95 % interval: 0.875 to 0.938), and the moves for which it is known if not all."""
    if figure.rate is None:
        return ["not known"]
    low, high = figure.interval or (0.0, 0.0)
    interval = f" (95 % interval: {low:.3f} to {high:.3f})" if figure.interval else " (the same for every move)"
    known = f"known for {counted(figure.known, 'move')}" if figure.known < moves else ""
    return list(filter(None, (f"{figure.rate:.3f}{words}{interval}", known)))


CURVES: Final[dict[str, dict[str, str]]] = {
    "optimal": {"label": "optimal", "color": "#0072b2", "marker": "o", "linestyle": "-"},
    "keeping": {"label": "keep the value", "color": "#d55e00", "marker": "s", "mfc": "white", "linestyle": "--"},
}
"""The rates of a plot, and their curves, which differ in grey, too."""


def _draw(axes: Any, by_ply: dict[int, Rates]) -> None:
    """The curves on these axes, a little apart so that their intervals do not cover each other."""
    for aside, (name, style) in zip((-0.075, 0.075), CURVES.items(), strict=True):
        shares: dict[int, Share] = {ply: getattr(rates, name) for ply, rates in by_ply.items()}
        known = [(ply, share.rate or 0.0, *share.interval) for ply, share in shares.items() if share.interval]
        plies, rates = [ply + aside for ply, *_ in known], [rate for _, rate, *_ in known]
        errors = [[rate - low for _, rate, low, _ in known], [high - rate for _, rate, _, high in known]]
        axes.errorbar(plies, rates, errors, **style, markersize=5, capsize=3)
    axes.set(xlabel="ply", ylabel="rate, with its 95 % interval", ylim=(-0.03, 1.03))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.grid(alpha=0.3)
