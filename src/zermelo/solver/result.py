"""The result of a search: the value and its kind, the moves, the work, and why the search stopped."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from zermelo.core.game import Game
from zermelo.core.reward_scale import Reward, RewardScale, signed, with_decimals
from zermelo.core.stable_text import SCHEMA, plain_fields
from zermelo.core.wording import labelled
from zermelo.display.markup import html_table
from zermelo.search.parts.counters import COUNTERS

Kind = Literal["exact", "lower", "upper", "heuristic"]
Stopped = Literal["complete", "depth", "nodes", "seconds", "memory", "interrupted"]

STOP_REASONS: Final[Mapping[str, str]] = {
    "complete": "search complete",
    "depth": "depth limit reached",
    "nodes": "node budget spent",
    "seconds": "time budget spent",
    "memory": "memory for the tree used up",
    "interrupted": "interrupted",
}


class Known(NamedTuple):
    """The answer for a position that needs no search."""

    value: Reward
    distance: int | None
    best: tuple[str, ...]
    """The names of all best moves."""
    line: tuple[str, ...]
    algorithm: str
    chosen: str
    endless: bool = False


@dataclass(frozen=True)
class Result:
    """The result of `solve`. Values are rewards for the player to move in `position`.

    `kind` says what `value` is: "exact"; "lower" or "upper", a proved bound; or "heuristic". A heuristic value is in points,
    of which `unit` are a reward of 1. With a depth it is the static evaluation after best play to that depth; without one it
    is an estimate, from random playouts or from best-reply search. In every case the true value is proved to be in
    the range from `lower` to `upper`.
    """

    game: str
    position: str
    algorithm: str
    chosen: str
    """The reason for the algorithm, in a few words; empty if the caller named it."""
    objective: str
    scale: RewardScale
    """The meaning of rewards in this game, and the player to move."""
    value: Reward
    """An int; in games of chance the exact expected reward, which may be a Fraction."""
    kind: Kind
    unit: int
    """How many points of `value` a reward of 1 is; 1 unless the value is heuristic."""
    lower: Reward
    upper: Reward
    rewards: tuple[int, ...] | None
    """The reward of each player, player 0 first, from algorithms for more than two players that find it."""
    distance: int | None
    """Plies to the end with best play, for the objective "distance" if the value is exact and not a draw; else None."""
    best: tuple[str, ...]
    """The names of best moves: the one found, then, with `all_moves` or `seed`, others proved as good. Empty at a chance
    node. If the search has set no move apart yet, it is the one that the game orders first, and `line` is empty."""
    best_proved: bool
    """Whether the first of `best` is proved to be best; else it is the best found so far."""
    all_best: bool
    """Whether `best` holds all best moves; for a heuristic value, all moves as good at this depth."""
    line: tuple[str, ...]
    """The principal variation, as far as it was searched."""
    depth: int | None
    """The depth in plies of the deepest completed search; None for a search to the end of the game."""
    counters: Mapping[str, int]
    """The work of finding value and move (see search.parts.counters), with the work before a checkpoint. The work for the
    line and for other best moves is not included."""
    stopped: Stopped
    seconds: float
    """The time for the work in `counters`, without compiling."""
    compile_seconds: float
    """The time for compiling, or for loading compiled code."""
    compiled: bool
    threads: int
    """The number of threads that searched."""
    note: str
    """Why the search ran interpreted although that was not requested, what went wrong with a checkpoint, and which OpenSpiel
    game has been translated to this one; else empty."""
    knowledge: tuple[str, ...]
    """The knowledge of the game that the search used, and the learned move ordering: all that `without` can leave out."""
    table_bytes: int
    endless: bool = False
    """Whether the value is a win or a loss by a play that never ends, for the objective "distance"."""

    @classmethod
    def of_known(cls, game: Game[Any], state: Any, objective: str, known: Known, seconds: float) -> Result:
        """The result for a state that needs no search."""
        return cls(
            game=str(game),
            position=game.position_text(state),
            algorithm=known.algorithm,
            chosen=known.chosen,
            objective=objective,
            scale=RewardScale.of(game, state),
            value=known.value,
            kind="exact",
            unit=1,
            lower=known.value,
            upper=known.value,
            rewards=None,
            distance=known.distance,
            best=known.best,
            best_proved=True,
            all_best=True,
            line=known.line,
            depth=None,
            counters=dict.fromkeys(COUNTERS, 0),
            stopped="complete",
            seconds=seconds,
            compile_seconds=0.0,
            compiled=False,
            threads=1,
            note="",
            knowledge=(),
            table_bytes=0,
            endless=known.endless,
        )

    @property
    def exact(self) -> bool:
        return self.kind == "exact"

    def after(self, first: Result) -> Result:
        """The result with the work and the bounds of an earlier search of the same position, which did not end."""
        lower, upper = max(self.lower, first.lower), min(self.upper, first.upper)
        bound = {"lower": lower, "upper": upper}.get(self.kind, self.value)
        return dataclasses.replace(
            self,
            value=bound,
            lower=lower,
            upper=upper,
            counters={name: count + first.counters[name] for name, count in self.counters.items()},
            seconds=self.seconds + first.seconds,
            compile_seconds=self.compile_seconds + first.compile_seconds,
        )

    def sentence(self, subject: str = "") -> str:
        """The verdict in an English sentence, for the player to move, whom `subject` names."""
        if self.kind == "exact":
            return self.scale.sentence(self.value, self.distance, subject, endless=self.endless)
        if self.kind != "heuristic":
            return self.scale.undecided(self.lower, self.upper, subject)
        points = self.points()
        if self.unit > 1:
            points += f", where {self.unit:,} is {'a win' if self.scale.wins_and_losses else 'a reward of 1'}"
        if self.depth is None:
            return f"Not decided: the estimate is {points}."
        return f"Not decided at depth {self.depth}" + (f": the evaluation is {points}." if self.unit > 1 else ".")

    def points(self) -> str:
        """A heuristic value with its unit, as in "+24 points"; a reward has no unit."""
        unit = "" if self.unit == 1 else " point" if abs(self.value) == 1 else " points"
        return f"{signed(self.value)}{unit}"

    def __str__(self) -> str:
        return self.sentence()

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(f"{self.sentence()}\n{labelled(self._rows())}")

    def _repr_html_(self) -> str:
        return html_table(self.sentence(), self._rows())

    def _rows(self) -> list[tuple[str, str]]:
        rows = {
            "game": f"{self.game}, {self.position}",
            "value": f"{with_decimals(self.value)} ({self.kind})",
            "bounds": "" if self.exact else f"{with_decimals(self.lower)} to {with_decimals(self.upper)}",
            "best": " ".join(self.best),
            "line": " ".join(self.line),
            "nodes": f"{self.counters['nodes']:,}",
            "seconds": f"{self.seconds:.3f}",
            "stopped": "" if self.stopped == "complete" else self.stopped,
        }
        return [row for row in rows.items() if row[1]]

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of the schema; fractions as text, "11/36"."""
        names = [field.name for field in dataclasses.fields(self) if field.name != "scale"]
        fields = plain_fields(self, *names) | {"counters": dict(self.counters)}
        in_words = {"point_of_view": "player to move", "sentence": self.sentence()}
        return {"schema": SCHEMA, **fields, **self.scale.to_dict(), **in_words}
