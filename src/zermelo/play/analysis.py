"""The value of every move of a position: `analyze`.

The positions after the moves are solved one after the other, with one transposition table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, Unpack

from zermelo.core.errors import BadOption, BadPosition, BrokenContract
from zermelo.core.facets import has_distances
from zermelo.core.game import Game
from zermelo.core.integers import check_seconds, is_within
from zermelo.core.positions import AsState, moves_to, state_of
from zermelo.core.reward_scale import RewardScale, whole
from zermelo.core.supervision import Allowance, working_time
from zermelo.core.wording import shown
from zermelo.games.catalogue import as_game
from zermelo.play.move_values import Analysis, MoveValue
from zermelo.preflight.facets import check_facets
from zermelo.preflight.faults import failures_of
from zermelo.search.parts.scoring import sign_of
from zermelo.solver.options import Objective, Options, SearchOptions, SolveOptions
from zermelo.solver.progress import Progress
from zermelo.solver.result import Kind, Result
from zermelo.solver.solver import ATTEMPTS, HALF, Solver, as_far_as_can_be

TO_THE_END: Final = 3
"""A third of a budget goes to searches to the end of the game, if the rest can go to estimates."""

DONE: Final = ("complete", "depth")
"""The values of `stopped` for a search that did all its work."""


def analyze(
    game: Game[Any] | str,
    position: Any = None,
    *,
    objective: Objective | None = None,
    seconds: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    **options: Unpack[SearchOptions],
) -> Analysis:
    """The value, distance and line of every move of `position`: a state, a string, or None for the initial position.

    The objective is "distance" by default, or "outcome" with more than two players or chance. `seconds` is the limit for
    all moves together, without compiling. Each move gets a share. If the game has an evaluation, the rest of the time
    deepens the moves that are not decided, all to the same depth. The other `options` are those of `solve`, for each move.
    Ctrl-C ends the analysis with what is known by then; moves that were not searched have the bounds of the game.

    Raises BadOption, BadPosition, BadGame, NotSupported, NotCompilable, GameFailed.
    """
    return Analyst(game, objective=objective, seconds=seconds, **options).analysis(position, progress=progress)


def check_choice(game: Game[Any], position: Any, state: Any) -> None:
    """Raises BadPosition if no player chooses a move in `state`, the state of `position`: the game is over, or chance
    moves.
    """
    if game.terminal(state):
        raise BadPosition(f"The game is over in {game.position_text(state)!r}: there are no moves.")
    if game.has_chance and game.chance(state):
        raise BadPosition(
            f"Chance moves in {game.position_text(state)!r}, so there are no moves to choose from. Give a position after "
            f"the chance move, such as {_after_chance(game, position, state)!r}."
        )


def _after_chance(game: Game[Any], position: Any, state: Any) -> str:
    """A position after a chance move in `state`, as text: a list of moves if `position` is one, else a board."""
    first, moves = next(iter(game.actions(state))), moves_to(game, position, state)
    if moves or position is None:
        return " ".join(map(game.action_name, [*moves, first]))
    return game.position_text(game.apply(state, first))


class Analyst:
    """Analyses positions of a game one after the other, with one transposition table."""

    def __init__(
        self,
        game: Game[Any] | str,
        *,
        objective: Objective | None = None,
        seconds: float | None = None,
        **options: Unpack[SearchOptions],
    ) -> None:
        """The parameters and the errors are those of `analyze`. With `seconds`, undecided moves get estimates."""
        game = as_game(game)
        for name in ("checkpoint", "all_moves", "seed", "deepening"):
            if name in options:
                raise BadOption(
                    f"{name} applies to a single search, and an analysis is one search for each move: leave it out."
                )
        if seconds is not None:
            check_seconds(seconds)
        with failures_of(game):
            check_facets(Options(without=options.get("without", "")).reduced(game), scope=False)
        depth = options.get("depth")
        if depth is not None:
            if not is_within(depth, 1):
                raise BadOption(f"depth = {shown(depth)} is not an integer of 1 or more; the move itself is a ply.")
            options["depth"] = depth - 1  # for the positions after a move
        self.game = game
        self.objective: Objective = objective or ("distance" if has_distances(game) else "outcome")
        self.seconds = seconds
        self.wall = False
        """Whether the time to compile counts."""
        self.waited = False
        """Whether the last analysis left moves undecided, and native code that was not ready for it will decide more."""
        limit: SolveOptions = as_far_as_can_be(game, options) if seconds is not None else {}
        searched: dict[str, Any] = {"objective": self.objective, "seconds": seconds, **options, **limit}
        self.solver: Solver[Any] = Solver(game, **searched)
        self.estimates = "depth" not in options and self.solver.deepens
        """Whether undecided moves are searched ply by ply, with an estimate at each depth."""
        self.to_the_end = not limit
        """Whether a search can go to the end of every play."""
        if {"depth", "nodes"} & {*options}:  # a search was asked for
            self.solver.small = None
        if game.cyclic and has_distances(game) and not {"algorithm", "depth"} & {*options}:
            self.solver.attempts = ATTEMPTS

    def analysis(
        self, position: Any = None, *, seconds: float | None = None, progress: Callable[[Progress], None] | None = None
    ) -> Analysis:
        """The analysis of a position. `seconds` replaces the limit of the analyst; compiling does not count."""
        seconds = self.seconds if seconds is None else seconds
        if seconds is not None:
            check_seconds(seconds)
        game = self.game
        with failures_of(game):
            state = state_of(game, position)
            check_choice(game, position, state)
            text, scale = game.position_text(state), RewardScale.of(game, state)
            work = _MoveSearches(self, state, progress)
        began, time_given = working_time(), Allowance(seconds)
        small = self.solver.small if self.solver.visit_all(state, time_given.share(HALF)) else None
        if small is not None:
            work.nodes = small.visited
        if small is None and not self.solver.interrupted:
            self.solver.work_on_table(AsState(state), time_given, progress, wall=self.wall)
        if self.solver.interrupted:
            work.stopped = "interrupted"
        else:
            work.search(time_given)
            undecided = self.wall and bool(work.undecided())
            self.waited = undecided and self.solver.gains_code(bool(work.interpreted))
        return Analysis(
            str(game),
            text,
            self.objective,
            scale,
            tuple(sorted(work.values.values(), key=lambda move: move.rank, reverse=True)),
            work.nodes,
            working_time() - began,
            work.compile_seconds,
            not (work.interpreted or (small is not None and small.visited)),
            work.stopped,
        )


class _MoveSearches:
    """Searches the moves of one position until all are decided, or until the time or the nodes for each are spent.

    If estimates are wanted, a third of the budget goes to searches to the end, which decide the easy moves. Then the
    undecided moves are all searched to the same depth, ply by ply, so that their estimates can be compared.
    """

    def __init__(self, analyst: Analyst, state: Any, progress: Callable[[Progress], None] | None) -> None:
        self.analyst, self.game, self.solver = analyst, analyst.game, analyst.solver
        self.state, self.progress = state, progress
        self.nodes = 0
        self.compile_seconds = 0.0
        self.interpreted: set[int] = set()
        """The moves whose latest search was interpreted."""
        self.stopped = "complete"
        """"complete", or the reason why the latest search was not."""
        self.began, game = time.monotonic(), analyst.game
        self.mover = game.to_move(state)
        ordered = sorted(game.actions(state), key=lambda action: -game.priority(state, action))
        self.children = {action: game.apply(state, action) for action in ordered}
        if not self.children:
            raise BrokenContract("a position that is not terminal has no legal action")
        self.values = {action: self._unsearched(action) for action in ordered}
        most = analyst.solver.options.nodes
        self.nodes_left = None if most is None else dict.fromkeys(self.children, most)
        """How many nodes may still be visited for each move; None if there is no limit."""

    def search(self, time_given: Allowance) -> None:
        """Search the undecided moves: to the end of the game, and then, if estimates are wanted, ply by ply."""
        self.stopped = "complete"
        if not self.analyst.estimates:
            self._share_out(time_given)
            return
        deepest = self.game.max_length if self.analyst.to_the_end else self.solver.options.depth or 0
        if not self.analyst.to_the_end or self._share_out(Allowance(time_given.share(TO_THE_END)), deepening=False):
            for depth in range(1, deepest + 1):  # in the time left, whatever ended the searches to the end
                if not self.undecided() or not self._deepen(time_given, depth):
                    break
        if not self.undecided():
            self.stopped = "complete"

    def _share_out(self, time_given: Allowance, **limits: Any) -> bool:
        """Search each move in its share of the time. False after Ctrl-C."""
        undecided = self.undecided()
        for number, action in enumerate(undecided):
            if number > 0 and time_given.spent:
                self.stopped = "seconds"
                break
            parts = TO_THE_END if self.analyst.estimates else 1
            if self._search_move(action, time_given.share(len(undecided) - number), parts, **limits) == "interrupted":
                return False
        return True

    def _deepen(self, time_given: Allowance, depth: int) -> bool:
        """Search each undecided move to this depth. False if the time or a budget was spent, and after Ctrl-C.

        In that case all estimates go back to the previous depth, since estimates of different depths cannot be compared.
        The searches do not deepen by themselves: the depths before this one are already in the table.
        """
        before = dict(self.values)
        for action in self.undecided():
            if time_given.spent:
                self.stopped = stopped = "seconds"
            elif self.nodes_left and self.nodes_left[action] <= 0:
                self.stopped = stopped = "nodes"
            else:
                stopped = self._search_move(action, time_given.share(1), depth=depth, deepening=False)
            if stopped not in DONE:
                self._go_back(before)
                return False
        return True

    def _go_back(self, before: dict[int, MoveValue]) -> None:
        """Restore the earlier estimates, and keep what has been proved since."""
        for action, known in before.items():
            now = self.values[action]
            if now.exact or "heuristic" not in (now.kind, known.kind):
                continue
            bound = {"lower": now.lower, "upper": now.upper}.get(known.kind, known.value)
            self.values[action] = known._replace(value=bound, lower=now.lower, upper=now.upper)

    def undecided(self) -> list[int]:
        """The moves that a search can still find more about."""
        objective = self.analyst.objective
        return [action for action, value in self.values.items() if not value.settled(objective)]

    def _search_move(self, action: int, seconds: float | None, parts: int = 1, **limits: Any) -> str:
        """Search the position after a move with a part of its nodes (1 of `parts`), and return why the search stopped."""
        if self.nodes_left is not None:
            limits["nodes"] = max(self.nodes_left[action] // parts, 1)
        try:
            if self.nodes:
                self._report(Progress("searching", 0.0, 0, None, *self.game.reward_range))
            result = self.solver.solve(
                AsState(self.children[action]),
                progress=self._report,
                seconds=seconds,
                keep_table=True,
                wall=self.analyst.wall,
                **limits,
            )
        except KeyboardInterrupt:  # outside a search, which would have returned what it knows
            if not self.nodes:
                raise
            self.stopped = "interrupted"
            return self.stopped
        self.values[action] = self._move_value(action, result).after(self.values[action])
        self.nodes += result.counters["nodes"]
        self.compile_seconds += result.compile_seconds
        if result.compiled or not result.counters["nodes"]:
            self.interpreted.discard(action)
        else:
            self.interpreted.add(action)
        if self.nodes_left is not None:
            self.nodes_left[action] -= result.counters["nodes"]
        stopped = "interrupted" if self.solver.interrupted else result.stopped
        if stopped not in DONE:
            self.stopped = stopped
        return stopped

    def _report(self, one: Progress) -> None:
        """Report the progress of all moves together. The bounds are those of the game, not those of one move."""
        if self.progress is not None:
            worst, best = self.game.reward_range
            passed = time.monotonic() - self.began
            self.progress(one._replace(seconds=passed, nodes=self.nodes + one.nodes, lower=worst, upper=best))

    def _sign(self, child: Any) -> int:
        return sign_of(self.game, self.state, child) if self.game.players <= 2 else 1

    def _unsearched(self, action: int) -> MoveValue:
        """What is known of a move before any search: its value if it ends the game, else the bounds of the game."""
        game, child, name = self.game, self.children[action], self.game.action_name(action)
        if not game.terminal(child):
            return MoveValue(name, game.reward_range[0], "lower", *game.reward_range)
        value = game.rewards(child)[self.mover] if game.players > 2 else self._sign(child) * game.reward(child)
        distance = 1 if value and self.analyst.objective == "distance" else None
        return MoveValue(name, value, "exact", value, value, distance, line=(name,))

    def _move_value(self, action: int, result: Result) -> MoveValue:
        """The value of a move, from the result of the position after it."""
        with failures_of(self.game):
            name, sign = self.game.action_name(action), self._sign(self.children[action])
        line, distance = (name, *result.line), None if result.distance is None else result.distance + 1
        depth = None if result.depth is None or result.kind == "exact" else result.depth + 1
        if result.rewards is not None:
            value = result.rewards[self.mover]
            bounds = (value, value) if result.kind == "exact" else self.game.reward_range
            return MoveValue(name, value, result.kind, *bounds, distance, 1, depth, line)
        value = whole(Fraction(result.value) / result.unit) if result.kind == "heuristic" else result.value
        kind, bounds = result.kind, (result.lower, result.upper)
        if sign < 0:
            opposite: dict[Kind, Kind] = {"lower": "upper", "upper": "lower"}
            kind, value, bounds = opposite.get(kind, kind), -value, (-result.upper, -result.lower)
        # with chance the value is a mean, and an estimate even without an evaluation: it counts the outcomes decided so far
        no_evaluation = "evaluation" not in result.knowledge and not self.game.has_chance
        limited = result.depth is not None or result.unit == 1
        if kind == "heuristic" and limited and no_evaluation:
            kind, value = "lower", bounds[0]
        return MoveValue(name, value, kind, *bounds, distance, result.unit, depth, line, result.endless)
