"""What every move of a position is worth: `analyze`.

Each move is answered by solving the position after it, one after the other over the same table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, Unpack

from zermelo.core.errors import BadOption, BadPosition, BrokenContract
from zermelo.core.facets import has_distances
from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.positions import AsState, moves_to, state_of
from zermelo.core.stakes import Stakes, whole
from zermelo.core.supervision import Allowance
from zermelo.core.wording import shown
from zermelo.games.catalogue import as_game
from zermelo.play.move_values import Analysis, MoveValue
from zermelo.preflight.facets import check_facets
from zermelo.preflight.faults import failures_of
from zermelo.search.parts.sign import sign_of
from zermelo.solver.options import Objective, SearchOptions, SolveOptions, check_seconds
from zermelo.solver.progress import Progress
from zermelo.solver.result import Kind, Result
from zermelo.solver.solver import Solver, as_far_as_can_be

TO_THE_END: Final = 3
"""A third of a budget is for searches to the end, where there are to be estimates of what they do not decide."""

WHOLE: Final = ("complete", "depth")
"""What ends a search that was not cut short."""


def analyze(
    game: Game[Any] | str,
    position: Any = None,
    *,
    objective: Objective | None = None,
    seconds: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    **options: Unpack[SearchOptions],
) -> Analysis:
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
    ) -> Analysis:
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
        return Analysis(
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
                AsState(self.children[action]), progress=self._report, seconds=seconds, keep_table=True, **limits
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
        stopped = "interrupted" if self.solver.interrupted else result.stopped
        if stopped not in WHOLE:
            self.stopped = stopped
        return stopped

    def _report(self, one: Progress) -> None:
        """Of all moves together; what is proved of one is not told."""
        if self.progress is not None:
            worst, best = self.game.reward_range
            passed = time.monotonic() - self.began
            self.progress(one._replace(seconds=passed, nodes=self.nodes + one.nodes, lower=worst, upper=best))

    def _sign(self, child: Any) -> int:
        """-1 if values after the move are for the other player."""
        return sign_of(self.game, self.state, child) if self.game.players <= 2 else 1

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
