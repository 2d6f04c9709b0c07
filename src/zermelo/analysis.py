"""What every move of a position is worth: `analyze`.

Each move is answered by solving the position after it, one after the other over the same table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple, Unpack

from zermelo.checks import as_game, check_facets
from zermelo.errors import BadOption, BadPosition, BrokenContract
from zermelo.game import AsState, Game, has_distances, moves_to, state_of
from zermelo.integers import is_within
from zermelo.options import Objective, SearchOptions, SolveOptions, check_seconds
from zermelo.result import Kind, Result, plain_number
from zermelo.run import Progress
from zermelo.search.context import turn
from zermelo.search.scoring import Reward, whole
from zermelo.solver import Solver, as_far_as_can_be, failures_of
from zermelo.telling import SCHEMA
from zermelo.verdict import Stakes, signed
from zermelo.watch import Allowance
from zermelo.wording import joined, shown

TOLD: Final = ("game", "position", "objective", "nodes", "seconds", "compile_seconds", "stopped")
"""The fields of `Analyzed` that are plain data."""

TO_THE_END: Final = 3
"""A third of a budget is for searches to the end, where there are to be estimates of what they do not decide."""

WHOLE: Final = ("complete", "depth")
"""What ends a search that was not cut short."""

MOST_NAMED: Final = 4
"""Moves that a sentence names, where several look equally good."""

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
        """The value in a few words: wins; gets 2 of 0 to 2 (the best); estimate +111 at depth 8; 0..1."""
        if self.exact:
            return stakes.verb(self.value)
        proved = "" if (self.lower, self.upper) == (stakes.worst, stakes.best) else f"{self.lower}..{self.upper}"
        if self.kind != "heuristic":
            return proved or "not known"
        depth = "" if self.depth is None else f" at depth {self.depth}"
        return ", ".join(filter(None, (proved, f"estimate {signed(self.points)}{depth}")))


@dataclass(frozen=True)
class Analyzed:
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
        rest = {name: getattr(self, name) for name in TOLD}
        lower, upper = map(plain_number, self.bounds)
        value = {"lower": lower, "upper": upper, "distance": self.distance, "best": list(self.best)}
        told = {"point_of_view": "player to move", "sentence": self.sentence()}
        return {"schema": SCHEMA, **rest, **self.stakes.to_dict(), **value, "moves": moves, **told}


def analyze(
    game: Game[Any] | str,
    position: Any = None,
    *,
    objective: Objective | None = None,
    seconds: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    **options: Unpack[SearchOptions],
) -> Analyzed:
    """The value, distance and line of every move of `position` (a state, a text, None for the initial one).

    Distances are asked for (`objective` "distance") unless there are more players, or chance. `seconds` of searching are
    for all moves together: each has a share, and what is left deepens those that are not decided, all to the same depth,
    where the game has an evaluation. The other `options` are those of `solve`, for each move. Ctrl-C ends the work with what
    is known: moves that were not looked at have the bounds of the game.

    Raises BadOption, BadPosition, BadGame, NotSupported, NotCompilable, GameFailed.
    """
    return Analyst(game, objective=objective, seconds=seconds, **options).analysis(position, progress=progress)


def _after_chance(game: Game[Any], position: Any, state: Any) -> str:
    """A position after what may come up in `state`, told as `position` told that: by its moves, or in another way."""
    first, moves = next(iter(game.actions(state))), moves_to(game, position, state)
    if moves or position is None:
        return " ".join(map(game.action_name, [*moves, first]))
    return game.position_text(game.apply(state, first))


def _named(moves: tuple[MoveValue, ...]) -> str:
    """A move; several: 3, 4 and 5; many: 1 and 20 others."""
    names = [move.move for move in moves]
    return joined(names) if len(names) <= MOST_NAMED else f"{names[0]} and {len(names) - 1} others"


class Analyst:
    """Tells what moves are worth, of one position of a game after the other, over one table."""

    def __init__(
        self,
        game: Game[Any] | str,
        *,
        objective: Objective | None = None,
        seconds: float | None = None,
        **options: Unpack[SearchOptions],
    ) -> None:
        """As `analyze`, which also says what is raised. With `seconds`, estimates are made of what is not decided."""
        game = as_game(game)
        for name in ("checkpoint", "all_moves", "seed", "deepening"):
            if name in options:
                raise BadOption(f"{name} is for one search, and every move takes one: leave it out.")
        if seconds is not None:
            check_seconds(seconds)
        with failures_of(game):
            check_facets(game, seconds=seconds)
        depth = options.get("depth")
        if depth is not None:
            if not is_within(depth, 1):
                raise BadOption(f"depth = {shown(depth)} is not an integer from 1 on: a move is a ply.")
            options["depth"] = depth - 1  # for the positions after a move
        self.game = game
        self.objective: Objective = objective or ("distance" if has_distances(game) else "outcome")
        self.seconds = seconds
        limit: SolveOptions = as_far_as_can_be(game, options) if seconds is not None else {}
        searched: dict[str, Any] = {"objective": self.objective, "seconds": seconds, **options, **limit}
        self.solver: Solver[Any] = Solver(game, **searched)
        self.estimates = "depth" not in options and self.solver.deepens
        """Whether searches go one ply deeper after the other, with an estimate at each depth."""
        self.to_the_end = not limit
        """Whether a search may go to the end of every play."""

    def analysis(
        self,
        position: Any = None,
        *,
        seconds: float | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> Analyzed:
        """All moves of a position, in `seconds` or those that the analyst was made with. Compiling is not counted."""
        seconds = self.seconds if seconds is None else seconds
        if seconds is not None:
            check_seconds(seconds)
        game = self.game
        with failures_of(game):
            state = state_of(game, position)
            text = game.position_text(state)
            if game.terminal(state):
                raise BadPosition(f"The game is over in {text!r}: there are no moves.")
            if game.has_chance and game.chance(state):
                raise BadPosition(
                    f"Chance moves in {text!r}: there are no moves to choose among. Give a position after that, such as "
                    f"{_after_chance(game, position, state)!r}."
                )
            work = _Work(self, state, progress)
        began = time.perf_counter()
        self.solver.prepare(progress)
        compiled_in = time.perf_counter() - began
        work.search(Allowance(seconds))
        found = sorted(work.found.values(), key=lambda move: move.rank, reverse=True)
        with failures_of(game):
            stakes = Stakes.of(game, state)
        return Analyzed(
            str(game),
            text,
            self.objective,
            stakes,
            tuple(found),
            work.nodes,
            time.perf_counter() - began - compiled_in,
            compiled_in,
            work.stopped,
        )


class _Work:
    """The moves of one position, searched until all are decided or the time is spent, or the nodes for each of them.

    Where there are to be estimates, a third of that is for searches to the end, which decide what is easy; then all
    undecided moves are searched to equal depths, one after the other, so that their estimates can be compared.
    """

    def __init__(self, analyst: Analyst, state: Any, progress: Callable[[Progress], None] | None) -> None:
        self.game = analyst.game
        self.objective = analyst.objective
        self.solver = analyst.solver
        self.estimates = analyst.estimates
        self.to_the_end = analyst.to_the_end
        self.state = state
        self.progress = progress
        self.nodes = 0
        self.stopped = "complete"
        self.began = time.monotonic()
        game = analyst.game
        self.mover = game.to_move(state)
        first_ones = sorted(game.actions(state), key=lambda action: -game.priority(state, action))
        self.children = {action: game.apply(state, action) for action in first_ones}
        if not self.children:
            raise BrokenContract("a position that is not terminal has no legal action")
        self.found = {action: self._unseen(action) for action in self.children}
        most = analyst.solver.options.nodes
        self.left = None if most is None else dict.fromkeys(self.children, most)
        """Of each move: how many nodes may still be visited."""
        self.open = [action for action, child in self.children.items() if not game.terminal(child)]
        for action in self.children:
            if action not in self.open:
                self.found[action] = self._ended(action)

    def search(self, time_given: Allowance) -> None:
        """Search the moves that are not over at once."""
        if not self.estimates:
            self._share_out(time_given)
            return
        deepest = self.game.max_length if self.to_the_end else self.solver.options.depth or 0
        if not self.to_the_end or self._share_out(Allowance(time_given.share(TO_THE_END)), deepening=False):
            for depth in range(1, deepest + 1):  # whatever ended the searches to the end, this goes on in the time left
                if not self._undecided() or not self._deepen(time_given, depth):
                    break
        if not self._undecided():
            self.stopped = "complete"

    def _share_out(self, time_given: Allowance, **limits: Any) -> bool:
        """Search each move in its share of the time; False after Ctrl-C."""
        for number, action in enumerate(self.open):
            if number > 0 and time_given.spent:
                self.stopped = "seconds"
                break
            parts = TO_THE_END if self.estimates else 1
            if self._look(action, time_given.share(len(self.open) - number), parts, **limits) == "interrupted":
                return False
        return True

    def _deepen(self, time_given: Allowance, depth: int) -> bool:
        """Search each undecided move to this depth; False when the time or a budget is spent, and after Ctrl-C.

        Then the estimates are those of the depth before, which all moves have: deeper ones cannot be compared with them.
        Depths are gone to one after the other here, so that a search of a depth need not begin with those before it.
        """
        before = dict(self.found)
        for action in self._undecided():
            budget = "seconds" if time_given.spent else "nodes" if self.left and self.left[action] <= 0 else ""
            self.stopped = budget or self.stopped
            if budget or self._look(action, time_given.share(1), depth=depth, deepening=False) not in WHOLE:
                self._go_back(before)
                return False
        return True

    def _go_back(self, before: dict[int, MoveValue]) -> None:
        """Take the estimates of before, or none where there were none, and keep what has been proved since."""
        for action, known in before.items():
            now = self.found[action]
            if now.exact or "heuristic" not in (now.kind, known.kind):
                continue
            bound = {"lower": now.lower, "upper": now.upper}.get(known.kind, known.value)
            self.found[action] = known._replace(value=bound, lower=now.lower, upper=now.upper)

    def _undecided(self) -> list[int]:
        """The moves of which a search may still tell more."""
        return [action for action in self.open if not self.found[action].settled(self.objective)]

    def _look(self, action: int, seconds: float | None, parts: int = 1, **limits: Any) -> str:
        """Search the position after a move, with one of so many parts of its nodes; gives what ended this search."""
        if self.left is not None:
            limits["nodes"] = max(self.left[action] // parts, 1)
        try:
            if self.nodes:
                self._report(Progress("searching", 0.0, 0, None, *self.game.reward_range))
            result = self.solver.solve(
                AsState(self.children[action]), progress=self._report, seconds=seconds, goes_on=True, **limits
            )
        except KeyboardInterrupt:  # where no search runs that would tell what it knows
            if not self.nodes:
                raise
            self.stopped = "interrupted"
            return self.stopped
        self.found[action] = self._told(action, result).after(self.found[action])
        self.nodes += result.counters["nodes"]
        if self.left is not None:
            self.left[action] -= result.counters["nodes"]
        if result.stopped not in WHOLE:
            self.stopped = result.stopped
        return result.stopped

    def _report(self, one: Progress) -> None:
        """Of all moves together; what is proved of one is not told."""
        if self.progress is not None:
            worst, best = self.game.reward_range
            passed = time.monotonic() - self.began
            self.progress(one._replace(seconds=passed, nodes=self.nodes + one.nodes, lower=worst, upper=best))

    def _sign(self, child: Any) -> int:
        """-1 if values after the move are for the other player."""
        return turn(self.game, self.state, child) if self.game.players <= 2 else 1

    def _unseen(self, action: int) -> MoveValue:
        """What is known of a move that was not looked at."""
        worst, best = self.game.reward_range
        return MoveValue(self.game.action_name(action), worst, "lower", worst, best, None, 1, None, ())

    def _ended(self, action: int) -> MoveValue:
        """What a move is worth that ends play."""
        game, child = self.game, self.children[action]
        name = game.action_name(action)
        value = game.rewards(child)[self.mover] if game.players > 2 else self._sign(child) * game.reward(child)
        distance = 1 if value and self.objective == "distance" else None
        return MoveValue(name, value, "exact", value, value, distance, 1, None, (name,))

    def _told(self, action: int, result: Result) -> MoveValue:
        """What the result of the position after a move says of the move."""
        with failures_of(self.game):
            name, sign = self.game.action_name(action), self._sign(self.children[action])
        line, distance = (name, *result.line), None if result.distance is None else result.distance + 1
        depth = None if result.depth is None else result.depth + 1
        if result.rewards is not None:
            value = result.rewards[self.mover]
            bounds = (value, value) if result.kind == "exact" else self.game.reward_range
            return MoveValue(name, value, result.kind, *bounds, distance, 1, depth, line)
        value = result.value
        if result.kind == "heuristic":
            value = whole(Fraction(result.value) / result.unit)
        kind, bounds = result.kind, (result.lower, result.upper)
        if sign < 0:
            turned: dict[Kind, Kind] = {"lower": "upper", "upper": "lower"}
            kind, value, bounds = turned.get(kind, kind), -value, (-result.upper, -result.lower)
        blind = "evaluation" not in result.knowledge and not self.game.has_chance  # a mean is of what is decided before
        limited = result.depth is not None or result.unit == 1
        if kind == "heuristic" and limited and blind:  # a depth, and nothing there
            kind, value = "lower", bounds[0]
        return MoveValue(name, value, kind, *bounds, distance, result.unit, None if kind == "exact" else depth, line)
