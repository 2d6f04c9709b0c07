"""What the moves of a position are worth: `MoveValue` for one of them, `Analysis` for all."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from zermelo.core.stable_text import SCHEMA
from zermelo.core.stakes import Reward, Stakes, signed, whole
from zermelo.core.wording import joined
from zermelo.solver.result import Kind, plain_number

PLAIN: Final = ("game", "position", "objective", "nodes", "seconds", "compile_seconds", "stopped")
"""The fields of `Analysis` that are plain data."""

UNKNOWN: Final = 1 << 30
"""More plies than any game has."""


class MoveValue(NamedTuple):
    """What a move is worth to the player who makes it."""

    move: str
    value: Reward
    """The value; where it is not proved, a bound on it or an estimate of it, as `kind` says."""
    kind: Kind
    """"exact"; "lower" or "upper", a proved bound; "heuristic", an estimate, in rewards: the evaluation after best play."""
    lower: Reward
    upper: Reward
    """Between which the value is proved to lie."""
    distance: int | None
    """Plies to the end with best play, this move being the first; None for draws, and where it is not known."""
    unit: int
    """Of an estimate: how many points of the game's evaluation are a reward of 1."""
    depth: int | None
    """Of an estimate: how many plies the search looked ahead from the position, this move being the first."""
    line: tuple[str, ...]
    """Best play, beginning with the move."""

    @property
    def exact(self) -> bool:
        """Whether the value is proved."""
        return self.kind == "exact"

    @property
    def points(self) -> Reward:
        """The value in points of evaluation."""
        return whole(Fraction(self.value * self.unit))

    @property
    def expected(self) -> Reward:
        """The value, or the estimate as far as what is proved allows it; without one, the middle of what is proved."""
        if self.kind in ("exact", "heuristic"):
            return min(max(self.value, self.lower), self.upper)
        return Fraction(self.lower + self.upper) / 2

    def settled(self, objective: str) -> bool:
        """Whether no search can tell more of it."""
        return self.exact and (objective != "distance" or self.value == 0 or self.distance is not None)

    @property
    def rank(self) -> tuple[Reward, bool, int]:
        """Greater for better moves: fast wins, slow wins, draws, slow losses, fast losses; estimates in between.

        Where two are worth the same, the one that is proved comes first. Wins and losses of which only that is known are
        taken for slow.
        """
        plies = UNKNOWN if self.distance is None else self.distance
        decided = self.lower > 0 or self.upper < 0
        return self.expected, self.exact, (-plies if self.lower > 0 else plies) if decided else 0

    def after(self, known: MoveValue) -> MoveValue:
        """This with what was proved before, and with the estimate of before if there is no newer one."""
        lower, upper = max(self.lower, known.lower), min(self.upper, known.upper)
        if known.exact:
            return self if self.exact and self.distance is not None else known
        if not self.exact and lower == upper:
            return self._replace(value=lower, kind="exact", lower=lower, upper=upper, depth=None)
        latest = known if known.kind == "heuristic" and self.kind in ("lower", "upper") else self
        return latest._replace(lower=lower, upper=upper)

    def words(self, stakes: Stakes) -> str:
        """The value in a few words: wins; gets 2 (the best of 0 to 2); estimate +111 at depth 8; 0..1."""
        if self.exact:
            return stakes.verb(self.value)
        proved = "" if (self.lower, self.upper) == (stakes.worst, stakes.best) else f"{self.lower}..{self.upper}"
        if self.kind != "heuristic":
            return proved or "not known"
        depth = "" if self.depth is None else f" at depth {self.depth}"
        return ", ".join(filter(None, (proved, f"estimate {signed(self.points)}{depth}")))


@dataclass(frozen=True)
class Analysis:
    """A position with all its moves, the best first; values are those of the player to move."""

    game: str
    position: str
    objective: str
    stakes: Stakes
    """What rewards mean in this game, and who is to move."""
    moves: tuple[MoveValue, ...]
    nodes: int
    seconds: float
    """Searching, without compiling."""
    compile_seconds: float
    """Compiling, or loading compiled code."""
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
        """The moves that are proved to be best; by distance, too, where that is known.

        None in a lost position where it is not known which move holds out longest.
        """
        distance = self.distance
        if self.value is None:
            return tuple(move.move for move in self.moves if self._beats_all(move))
        if self.value < 0 and self.objective == "distance" and distance is None:
            return ()
        return tuple(move.move for move in self._top if distance is None or move.distance == distance)

    def _beats_all(self, move: MoveValue) -> bool:
        """Whether no other move can get more."""
        return all(move.lower >= other.upper for other in self.moves if other is not move)

    @property
    def favourites(self) -> tuple[MoveValue, ...]:
        """Those that look best, where none is proved to be and something tells the moves apart."""
        known = any(move.exact or move.kind == "heuristic" for move in self.moves)
        if not known or self.best or self._all_alike:
            return ()
        return tuple(move for move in self.moves if move.rank == self.moves[0].rank)

    @property
    def _all_alike(self) -> bool:
        """Whether there are several moves, and nothing is known of one that is not known of the others."""
        return len(self.moves) > 1 and self.moves[0].rank == self.moves[-1].rank

    def verdict(self, subject: str = "", *, distances: bool = True) -> str:
        """What the position is worth, in the sentence of `Result.sentence`, from the point of view of the player to move,
        whom `subject` names; without `distances` not how soon.
        """
        if self.value is None:
            return self.stakes.undecided(*self.bounds, subject)
        return self.stakes.sentence(self.value, self.distance if distances else None, subject)

    def sentence(self, subject: str = "", *, distances: bool = True) -> str:
        """The verdict, and how many moves are best, or which one looks so; without `distances`, those of the same value."""
        return f"{self.verdict(subject, distances=distances)} {self._moves_in_words(distances=distances)}".rstrip()

    def _moves_in_words(self, *, distances: bool) -> str:
        """How many moves are best, or which one looks so, in a sentence."""
        looks, count = self.favourites, len(self.moves)
        if looks:
            reasons = {move.words(self.stakes) for move in looks if not move.exact}
            why = f": {reasons.pop()}" if len(reasons) == 1 else ""
            return f"{_named(looks)} {'looks' if len(looks) == 1 else 'look'} best so far{why}."
        if self.value is None and self.best and count > 1:
            return (
                f"{' and '.join(self.best)} {'is' if len(self.best) == 1 else 'are'} best: no other move can get more."
            )
        if self.value is None and self._all_alike:
            return f"Nothing tells the {count} moves apart yet."
        if self.value is None or count == 1:
            return "" if self.value is None else "There is only one move."
        best = len(self.best if distances else self._top)
        are = "is" if best == 1 else "are"
        if not self._all_top and self.distance != 1:
            return f"At least {best} of the {count} moves {are} best."
        everything = "Both moves" if count == 2 else f"All {count} moves"
        return f"{everything} are equally good." if best == count else f"{best} of the {count} moves {are} best."

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of their meaning; fractions as text, "11/36"."""
        moves = [
            {name: plain_number(value) for name, value in move._asdict().items()}
            | {"line": list(move.line), "points": plain_number(move.points) if move.kind == "heuristic" else None}
            for move in self.moves
        ]
        rest = {name: getattr(self, name) for name in PLAIN}
        lower, upper = map(plain_number, self.bounds)
        value = {"lower": lower, "upper": upper, "distance": self.distance, "best": list(self.best)}
        words = {"point_of_view": "player to move", "sentence": self.sentence()}
        return {"schema": SCHEMA, **rest, **self.stakes.to_dict(), **value, "moves": moves, **words}


MOST_NAMED: Final = 4
"""Moves that a sentence names, where several look equally good."""


def _named(moves: tuple[MoveValue, ...]) -> str:
    """A move; several: 3, 4 and 5; many: 1 and 20 others."""
    names = [move.move for move in moves]
    return joined(names) if len(names) <= MOST_NAMED else f"{names[0]} and {len(names) - 1} others"
