"""The value of each move of a position: `MoveValue` for one move, `Analysis` for all."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from zermelo.core.reward_scale import Reward, RewardScale, signed, whole
from zermelo.core.stable_text import SCHEMA, plain, plain_fields
from zermelo.core.wording import joined
from zermelo.display.markup import as_printed, html_table
from zermelo.solver.result import Kind

PLAIN: Final = ("game", "position", "objective", "nodes", "seconds", "compile_seconds", "compiled", "stopped")
"""The fields of `Analysis` that go into JSON unchanged."""

UNDECIDED: Final = "not known"
"""What is said of a value about which nothing is proved."""

HEAD: Final = ("move", "value", "plies", "best play")
"""The headings of a table of moves."""

MOST_NAMED: Final = 4
"""The most moves that a sentence names if several look equally good."""


class MoveValue(NamedTuple):
    """The value of a move to the player who makes it."""

    move: str
    value: Reward
    """The value, a bound on it, or an estimate of it, as `kind` says."""
    kind: Kind
    """"exact"; "lower" or "upper", a proved bound; "heuristic", an estimate in rewards: the evaluation after best play."""
    lower: Reward
    upper: Reward
    """The value is proved to be in `lower`..`upper`."""
    distance: int | None = None
    """Plies to the end with best play, including this move; None for draws, or if it is not known."""
    unit: int = 1
    """How many points of the game's evaluation a reward of 1 is; 1 unless the value is an estimate."""
    depth: int | None = None
    """For an estimate, the plies that the search looked ahead, including this move."""
    line: tuple[str, ...] = ()
    """The principal variation, beginning with this move."""
    endless: bool = False
    """Whether the value is a win or a loss by a play that never ends, for the objective "distance"."""

    @property
    def exact(self) -> bool:
        """Whether the value is proved."""
        return self.kind == "exact"

    @property
    def points(self) -> Reward:
        """The value in points of the game's evaluation."""
        return whole(Fraction(self.value * self.unit))

    @property
    def expected(self) -> Reward:
        """The value, or the estimate within the proved bounds; if there is neither, the middle of the bounds."""
        if self.kind in ("exact", "heuristic"):
            return min(max(self.value, self.lower), self.upper)
        return Fraction(self.lower + self.upper) / 2

    def settled(self, objective: str) -> bool:
        """Whether no search can find more: the value is proved, and its distance too if `objective` is "distance"."""
        known = self.value == 0 or self.distance is not None or self.endless
        return self.exact and (objective != "distance" or known)

    @property
    def rank(self) -> tuple[Reward, bool, int]:
        """A sort key, greater for better moves: fast wins, slow wins, draws, slow losses, fast losses; estimates between.

        Of two moves of the same value, one whose value is proved comes first. A win or loss of unknown distance counts as
        slow.
        """
        plies = 1 << 30 if self.distance is None else self.distance  # more than any game has
        return self.expected, self.exact, -plies if self.lower > 0 else plies if self.upper < 0 else 0

    def after(self, known: MoveValue) -> MoveValue:
        """This value combined with an earlier one: the narrower bounds, and the earlier estimate if there is no new one."""
        lower, upper = max(self.lower, known.lower), min(self.upper, known.upper)
        if known.exact:
            return self if self.exact and (self.distance is not None or self.endless) else known
        if not self.exact and lower == upper:
            return self._replace(value=lower, kind="exact", lower=lower, upper=upper, depth=None)
        latest = known if known.kind == "heuristic" and self.kind in ("lower", "upper") else self
        return latest._replace(lower=lower, upper=upper)

    def words(self, scale: RewardScale) -> str:
        """The value in a few words: wins; gets 2 (the most possible); estimate +111 at depth 8; at least a draw; 0 to 3."""
        if self.exact:
            return scale.verb(self.value)
        proved = scale.between(self.lower, self.upper)
        if self.kind != "heuristic":
            return proved or UNDECIDED
        depth = "" if self.depth is None else f" at depth {self.depth}"
        return ", ".join(filter(None, (proved, f"estimate {signed(self.points)}{depth}")))


@dataclass(frozen=True)
class Analysis:
    """A position with the value of each of its moves, best moves first. Values are for the player to move."""

    game: str
    position: str
    objective: str
    scale: RewardScale
    """The meaning of rewards in this game, and the player to move."""
    moves: tuple[MoveValue, ...]
    nodes: int
    seconds: float
    """The time for searching, without compiling."""
    compile_seconds: float
    """The time for compiling, or for loading compiled code."""
    compiled: bool
    """Whether every move that had to be searched was searched, at last, by native code."""
    stopped: str
    """"complete", or the reason why a search ended early."""

    @property
    def bounds(self) -> tuple[Reward, Reward]:
        """The proved bounds on the value of the position."""
        return max(move.lower for move in self.moves), max(move.upper for move in self.moves)

    @property
    def exact(self) -> bool:
        """Whether the value of every move is proved."""
        return all(move.exact for move in self.moves)

    @property
    def value(self) -> Reward | None:
        """The value of the position for the player to move; None if it is not proved. Not every move must be proved."""
        lower, upper = self.bounds
        return lower if lower == upper else None

    @property
    def keeping(self) -> list[MoveValue]:
        """The moves that are proved to keep the value of the position; none if that is not proved."""
        value = self.value
        return [move for move in self.moves if move.lower == value]

    @property
    def all_keeping(self) -> bool:
        """Whether it is proved that no other move keeps it."""
        value = self.value
        return value is not None and all(move.exact or move.upper < value for move in self.moves)

    @property
    def distance(self) -> int | None:
        """Plies to the end with best play by both; None for draws, or if it is not known.

        It is known only if the distance of every best move is, since one of unknown distance may be better than the others.
        The exception is a move that wins at once.
        """
        value, known = self.value, [move.distance for move in self.keeping if move.distance is not None]
        won = value is not None and value > 0
        if not known or self.endless or not ((won and min(known) == 1) or self._all_settled):
            return None
        return min(known) if won else max(known)

    @property
    def endless(self) -> bool:
        """Whether best play never ends, and that wins or loses: no end is a faster win, or there is one that is no end."""
        keeping = self.keeping
        if not self.value or not self._all_settled:
            return False
        return all(move.endless for move in keeping) if self.value > 0 else any(move.endless for move in keeping)

    @property
    def _all_settled(self) -> bool:
        """Whether nothing more can be found about the moves that keep the value."""
        return self.all_keeping and all(move.settled("distance") for move in self.keeping)

    @property
    def best(self) -> tuple[str, ...]:
        """The moves that are proved to be best, also by distance if that is known.

        There are none in a lost position if it is not known which move loses most slowly.
        """
        distance = self.distance
        if self.value is None:
            return tuple(move.move for move in self.moves if self._beats_all(move))
        if self.endless:
            return tuple(move.move for move in self.keeping if move.endless)
        if self.value < 0 and self.objective == "distance" and distance is None:
            return ()
        return tuple(move.move for move in self.keeping if distance is None or move.distance == distance)

    def _beats_all(self, move: MoveValue) -> bool:
        return all(move.lower >= other.upper for other in self.moves if other is not move)

    def optimal(self, move: MoveValue) -> bool | None:
        """Whether a move is best, also by distance if that is the objective; None if it is not proved."""
        known = self.objective != "distance" or self.value == 0 or self.distance is not None or self.endless
        if known and move.move in self.best:
            return True
        return False if move.upper < self.bounds[0] or (known and move.lower == self.value) else None

    @property
    def favourites(self) -> tuple[MoveValue, ...]:
        """The moves that look best, if none is proved to be best and the moves do not all look alike."""
        known = any(move.exact or move.kind == "heuristic" for move in self.moves)
        if not known or self.best or self._all_alike:
            return ()
        return tuple(move for move in self.moves if move.rank == self.moves[0].rank)

    @property
    def _all_alike(self) -> bool:
        """Whether there are several moves, and no difference between them is known."""
        return len(self.moves) > 1 and self.moves[0].rank == self.moves[-1].rank

    def verdict(self, subject: str = "", *, distances: bool = True) -> str:
        """The value of the position for the player to move, as a sentence like that of `Result.sentence`.

        `subject` names the player to move. `distances`: whether to say how soon the game ends.
        """
        if self.value is None:
            return self.scale.undecided(*self.bounds, subject)
        endless = distances and self.endless
        return self.scale.sentence(self.value, self.distance if distances else None, subject, endless=endless)

    def sentence(self, subject: str = "", *, distances: bool = True) -> str:
        """The verdict, and how many moves are best, or which ones look best.

        Without `distances`, all moves of the best value count as best, whatever their distance.
        """
        return f"{self.verdict(subject, distances=distances)} {self._moves_in_words(distances=distances)}".rstrip()

    def _moves_in_words(self, *, distances: bool) -> str:
        """How many moves are best, or which ones look best, as a sentence."""
        looks, count = self.favourites, len(self.moves)
        if looks:
            reasons = {move.words(self.scale) for move in looks if not move.exact} - {UNDECIDED}
            why = f": {reasons.pop()}" if len(reasons) == 1 else ""
            named, ending = _named([move.move for move in looks]), "s" if len(looks) == 1 else ""
            lost = self.value is not None and self.scale.outcome(self.value) == "loses"
            return f"{named} seem{ending} to lose most slowly." if lost else f"{named} look{ending} best so far{why}."
        if self.value is None:
            if self.best and count > 1:
                are = "is" if len(self.best) == 1 else "are"
                return f"{_named(self.best)} {are} best: no other move can get more."
            return f"The search has not told the {count} moves apart yet." if self._all_alike else ""
        if count == 1:
            return "There is only one move."
        by_distance = distances and self.objective == "distance" and self.value != 0
        unknown = self.distance is None and not self.endless
        if by_distance and unknown and self.scale.outcome(self.value) == "wins":
            return self._wins_in_words()
        best = len(self.best if distances else self.keeping)
        are = "is" if best == 1 else "are"
        if not self.all_keeping and not (by_distance and self.distance == 1):
            return f"At least {best} of the {count} moves {are} best."
        if best == 0:
            return "It is not known which move loses most slowly."
        alike = "bad" if self.scale.tone(self.value, self.value) == "loss" else "good"
        return f"{_all(count)} are equally {alike}." if best == count else f"{best} of the {count} moves {are} best."

    def _wins_in_words(self) -> str:
        """How many moves win, where it is not known which of them wins soonest."""
        wins, count = len(self.keeping), len(self.moves)
        if wins == count:
            return f"{_all(count)} win."
        least = "" if self.all_keeping else "At least "
        return f"{least}{wins} of the {count} moves win{'s' if wins == 1 else ''}."

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of the schema; fractions as text, "11/36"."""
        lower, upper = plain(self.bounds)
        return {
            "schema": SCHEMA,
            **plain_fields(self, *PLAIN),
            **self.scale.to_dict(),
            "lower": lower,
            "upper": upper,
            **plain_fields(self, "distance", "best"),
            "moves": [
                plain(move) | {"points": plain(move.points) if move.kind == "heuristic" else None}
                for move in self.moves
            ],
            "point_of_view": "player to move",
            "sentence": self.sentence(),
        }

    def _rows(self, most: int | None = None) -> list[tuple[str, str, str, str]]:
        rows: list[tuple[str, str, str, str]] = []
        for move in self.moves[:most]:
            plies = "never" if move.endless else "" if move.distance is None else str(move.distance)
            rows.append((move.move, move.words(self.scale), plies, " ".join(move.line)))
        return rows

    def _repr_html_(self) -> str:
        return html_table(f"{self.game}, {self.position}: {self.sentence()}", self._rows(), HEAD)

    def table(self, width: int = sys.maxsize, most: int | None = None) -> str:
        """A line for each move, or for the first `most`, with its value, distance and line; cut at `width` columns."""
        rows = [HEAD, *self._rows(most)]
        sizes = [*(max(len(row[column]) for row in rows) for column in range(3)), 0]
        lines = ["  ".join(f"{cell:<{size}}" for cell, size in zip(row, sizes, strict=True)).rstrip() for row in rows]
        return "\n".join(line if len(line) <= width else f"{line[: width - 3]}..." for line in lines)

    def note(self, most: int | None = None) -> str:
        """The scale of the estimates of all moves, or of the first `most`, as a sentence; empty if there are none."""
        unit = max((move.unit for move in self.moves[:most] if move.kind == "heuristic"), default=1)
        if unit == 1:
            return ""
        goal = "a win" if self.scale.wins_and_losses else "a reward of 1"
        return f"An estimate is the evaluation after best play to that depth, in points; {unit:,} is {goal}."

    def __str__(self) -> str:
        parts = (f"{self.game}, {self.position}: {self.sentence()}", self.table(), self.note())
        return "\n\n".join(filter(None, parts))

    _repr_pretty_ = as_printed


def _all(count: int) -> str:
    return "Both moves" if count == 2 else f"All {count} moves"


def _named(names: Sequence[str]) -> str:
    """The moves as the subject of a sentence: b2; Moves 3, 4 and 5; of many: Move 1 and 20 other moves."""
    several = len(names) > 1
    listed = joined(names) if len(names) <= MOST_NAMED else f"{names[0]} and {len(names) - 1} other moves"
    if not names[0][:1].isdigit():
        return listed
    return f"Move{'s' if several and len(names) <= MOST_NAMED else ''} {listed}"
