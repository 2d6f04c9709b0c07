"""The driver: from a game and a question to a Result.

options --> Options (checked) --> Solver (search, table, machine) --> search at one depth or deepening --> Result
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar

from zermelo.errors import BadGame, BadOption, BadPosition, GameFailed, NotSupported, ZermeloError
from zermelo.game import KNOWLEDGE, NONE, Game, knowledge_of, known_pieces
from zermelo.machine import Machine
from zermelo.result import Kind, Result, Stopped
from zermelo.search import ALGORITHMS, Algorithm, named
from zermelo.search.context import (
    COUNTERS,
    NODES,
    ROOT_ACTION,
    ROOT_LOWER,
    ROOT_TRUNCATED,
    ROOT_UPPER,
    TRUNCATED,
    UNLIMITED,
    BudgetSpent,
    Search,
    turn,
)
from zermelo.search.moves import NaturalOrder, SortedOrder
from zermelo.search.observers import NoObserver, Trace
from zermelo.search.scoring import INFINITY, Distance, Outcome, Scoring, reward_of
from zermelo.search.table import MAX_ACTIONS, MAX_DEPTH, MAX_VALUE, NoTable, ObjectTable, Table, TableCrowded
from zermelo.watch import Watched
from zermelo.words import Unpackable, pack

State = TypeVar("State")

OBJECTIVES: Final = ("outcome", "distance")
ORDERING: Final = ("killers", "history")
PIECES: Final = (*KNOWLEDGE, *ORDERING)
"""All that can be left out by name."""

DEFAULT_ALGORITHM: Final = "mtdf"
DEFAULT_MEMORY: Final = 256 * 1024 * 1024
EXTRA_NODES: Final = 100_000
"""What the line and the other best moves may cost, when that is more than the search itself took."""


class Progress(NamedTuple):
    """How far a running search is: `lower` and `upper` bound the value, `depth` is None for a full search."""

    phase: str
    seconds: float
    nodes: int
    depth: int | None
    lower: int
    upper: int


@dataclass(frozen=True)
class Options:
    """How to search; all keyword arguments of `solve`, checked. Raises BadOption.

    algorithm   a name from ALGORITHMS
    objective   "outcome" or "distance" (faster wins, slower losses)
    depth       plies to look ahead, None to the end of the game
    deepening   search depth 1, 2, 3, ... up to `depth`, keeping the table
    table       whether to remember positions
    memory      bytes the table may take
    without     pieces of knowledge and ordering to leave out, by name, or "all"
    nodes       budget of positions, seconds of time; None for no limit
    compiled    True or False insists, None prefers compiled
    all_moves   find every best move, not just one
    seed        choose at random among the best moves, by this seed (implies all_moves)
    """

    algorithm: str = DEFAULT_ALGORITHM
    objective: str = "outcome"
    depth: int | None = None
    deepening: bool = False
    table: bool = True
    memory: int = DEFAULT_MEMORY
    without: tuple[str, ...] = ()
    nodes: int | None = None
    seconds: float | None = None
    compiled: bool | None = None
    all_moves: bool = False
    seed: int | None = None
    line: bool = True

    def __post_init__(self) -> None:
        if named(self.algorithm) is None:
            raise BadOption(f"There is no algorithm {self.algorithm!r}; there are {', '.join(ALGORITHMS)}.")
        if self.objective not in OBJECTIVES:
            raise BadOption(f"There is no objective {self.objective!r}; there are {' and '.join(OBJECTIVES)}.")
        unknown = [piece for piece in self.without if piece not in (*PIECES, "all")]
        if unknown:
            raise BadOption(f"There is no knowledge {unknown[0]!r} to leave out; there is {', '.join(PIECES)}, all.")
        for name, value, least in (("depth", self.depth, 0), ("nodes", self.nodes, 1), ("memory", self.memory, 1)):
            if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < least):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise BadOption(f"{name} = {value!r} is not an integer from {least} on.")
        if self.depth is not None and self.depth > MAX_DEPTH:
            raise BadOption(f"depth = {self.depth} is more than {MAX_DEPTH} plies.")
        if self.seconds is not None and not (math.isfinite(self.seconds) and self.seconds > 0):
            raise BadOption(f"seconds = {self.seconds!r} is not a positive number.")

    def leaves_out(self, piece: str) -> bool:
        """Whether a piece of knowledge or ordering is switched off."""
        return piece in self.without or "all" in self.without


def solve(
    game: Game[State],
    position: State | str | None = None,
    *,
    progress: Callable[[Progress], None] | None = None,
    **options: Any,
) -> Result:
    """The value of `position` (a state, a text, None for the initial one) and its best moves.

    The value is a reward for the player to move there. `options` are the fields of Options. `progress` is called a few
    times a second while the search runs. Ctrl-C ends the search early, with what is known by then.

    Raises BadOption, BadPosition, BadGame, NotSupported, NotCompilable, GameFailed; TypeError for an unknown option.
    """
    return Solver(game, **options).solve(position, progress=progress)


class Solver(Generic[State]):
    """Everything needed to solve positions of one game in one way; compiled once, on the first use."""

    def __init__(self, game: Game[State], *, observer: NoObserver | Trace | None = None, **options: Any) -> None:
        self.game = game
        self.options = Options(**options)
        self.algorithm: Algorithm = named(self.options.algorithm)
        check_supported(game, self.algorithm)
        self.blind = game.without(*self.options.without)
        self._longest = game.max_length
        self._observer = observer or NoObserver()
        self._machine: Machine | None = None
        self.search = self._new_search()

    # --- setting up -----------------------------------------------------------------------------------------------------
    @property
    def _full_depth(self) -> int:
        return self._longest if self.options.depth is None else min(self.options.depth, self._longest)

    def _new_search(self) -> Search:
        options, game = self.options, self.blind
        natural = known_pieces(options.without) == list(KNOWLEDGE) and "all" in options.without
        flags = {
            "priority": "priority" in knowledge_of(game),
            "killers": not options.leaves_out("killers"),
            "history": not options.leaves_out("history"),
        }
        own_actions = type(game).actions is not Game.actions
        natural = not any(flags.values()) and not own_actions
        moves = NaturalOrder() if natural else SortedOrder(self._full_depth, game.action_count, **flags)
        return Search(self._scoring(), self._new_table(), moves, self._observer)

    def _scoring(self) -> Scoring:
        _, best = self.game.reward_range
        may_stop_early = self.options.deepening or self.options.depth is not None
        evaluates = may_stop_early and "evaluation" in knowledge_of(self.blind)
        resolution = self.blind.resolution if evaluates else 1
        if self.options.objective == "outcome":
            scoring = Outcome(resolution, best)
        else:
            scoring = Distance(resolution, best, self._longest)
        if best * scoring.unit > MAX_VALUE:
            raise BadOption(f"{self.game} has rewards too large for the objective {self.options.objective!r}.")
        return scoring

    def _new_table(self) -> Table | ObjectTable | NoTable:
        if not self.options.table:
            return NoTable()
        try:
            width = len(pack(self.blind.key(self.blind.initial())))
        except Unpackable:
            return ObjectTable(self.options.memory)
        try:
            return Table(width, self.options.memory)
        except ValueError as error:
            raise BadOption(f"memory = {self.options.memory} is too little: {error}.") from None

    def _state(self, position: State | str | None) -> State:
        if position is None:
            return self.game.initial()
        if isinstance(position, str) and not isinstance(self.game.initial(), str):
            return self.game.parse_position(position)
        return position  # pyright: ignore[reportReturnType]

    # --- solving ----------------------------------------------------------------------------------------------------------
    def solve(
        self, position: State | str | None = None, *, progress: Callable[[Progress], None] | None = None
    ) -> Result:
        """As the function `solve`. Each call starts afresh: same position, same counters."""
        try:
            state = self._state(position)
            if self.game.terminal(state):
                raise BadPosition(f"The game is over there: {self.game.position_text(state)!r} has no moves.")
            return _Run(self, state, progress).result()
        except (ZermeloError, BudgetSpent):
            raise
        except RecursionError as error:
            raise GameFailed(f"{self.game} is too deep for the interpreter: {error}.") from error
        except Exception as error:
            raise GameFailed(_failure(self.game, error)) from error

    def machine(self, progress: Callable[[Progress], None] | None = None) -> Machine:
        """The machine with a fresh search in it, compiled if this is the first use."""
        self.search = self._new_search()
        if self._machine is None:
            self._machine = self._compile(progress)
        else:
            self._machine.bind(self.blind, self.search)
            self._machine.compile_seconds = 0.0
        return self._machine

    def _compile(self, progress: Callable[[Progress], None] | None) -> Machine:
        worst, best = self.game.reward_range
        started = time.perf_counter()

        def look() -> None:
            if progress:
                progress(Progress("compiling", time.perf_counter() - started, 0, None, worst, best))

        def compile_it() -> Machine:
            return Machine(self.algorithm.search_root, self.blind, self.search, compiled=self.options.compiled)

        watched = Watched(compile_it, lambda: None, seconds=None, look=look)
        machine = watched.run()
        if watched.stopped:
            raise KeyboardInterrupt
        return machine


def check_supported(game: Game[Any], algorithm: Algorithm) -> None:
    """Raises BadGame or NotSupported, naming the facet of the game and what would be right."""
    for name in ("action_count", "max_length"):
        value = getattr(game, name, None)
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise BadGame(f"{game}: {name} = {value!r} must be a positive integer.")
    if game.max_length > MAX_DEPTH:
        raise NotSupported(f"{game}: plays of up to {game.max_length} plies are longer than {MAX_DEPTH}.")
    if game.action_count > MAX_ACTIONS:
        raise NotSupported(f"{game}: {game.action_count} actions are more than {MAX_ACTIONS}.")
    for given, facet in (
        (game.players != 2, f"{game.players} players"),  # noqa: PLR2004
        (game.has_chance, "chance nodes"),
        (game.cyclic, "plays that may return to a position"),
    ):
        if given:
            raise NotSupported(
                f"{algorithm.name} does not support {facet}: it needs two players, no chance, no cycles."
            )
    worst, best = game.reward_range
    if worst != -best or best < 1:
        raise BadGame(
            f"{game}: reward_range {game.reward_range} must be (-b, b) with b >= 1, one's gain the other's loss."
        )


def _failure(game: Game[Any], error: Exception) -> str:
    """One sentence on an exception from a game's own methods, with the place in the user's code if there is one."""
    place, trace = "", error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if "zermelo" not in code.co_filename or "examples" in code.co_filename:
            place = f" ({code.co_filename}:{trace.tb_lineno}, in {code.co_name})"
        trace = trace.tb_next
    return f"{game} failed: {type(error).__name__}: {error}{place}."


class _Run(Generic[State]):
    """One search from one position, from the first node to the Result."""

    def __init__(self, solver: Solver[State], state: State, progress: Callable[[Progress], None] | None) -> None:
        self.solver = solver
        self.options = solver.options
        self.game = solver.blind
        self.state = state
        self.machine = solver.machine(progress)
        self.search = solver.search
        self.scoring = solver.search.scoring
        self.worst, self.best = solver.game.reward_range
        self.progress = progress
        self.started = time.perf_counter()
        self.depth = 0
        """Of the search that is running."""
        # what the deepest completed search, or the one that was stopped, has told
        self.score = 0
        self.action = NONE
        self.completed: int | None = None
        self.decided = False
        self.lower, self.upper = self._known_bounds()
        self.counters = dict.fromkeys(COUNTERS, 0)
        self.spent = False

    def _known_bounds(self) -> tuple[int, int]:
        low, high = self.game.bounds(self.state, 0, 0)
        return max(low, self.worst), min(high, self.best)

    def result(self) -> Result:
        """Search, then find line and further best moves, then report."""
        watched = Watched(self._search, self._stop, seconds=self.options.seconds, look=self._look)
        watched.run()
        seconds = time.perf_counter() - self.started
        stopped = self._why_stopped(watched.stopped)
        moves, all_best = self._best_moves() if stopped in ("complete", "depth") else (self._single_move(), False)
        if self.options.seed is not None and moves:
            random.Random(self.options.seed).shuffle(moves)  # noqa: S311  (variety, not secrecy)
            self.action = moves[0]
        line = self._line() if self.options.line and stopped in ("complete", "depth") else self._single_move()
        value, kind = self._value()
        return Result(
            game=str(self.solver.game),
            position=self.solver.game.position_text(self.state),
            algorithm=self.solver.algorithm.name,
            objective=self.options.objective,
            value=value,
            kind=kind,
            lower=self.lower,
            upper=self.upper,
            distance=reward_of(self.scoring, self.score)[1] if kind == "exact" and self.decided else None,
            best=tuple(map(self.game.action_name, moves)),
            all_best=all_best,
            line=tuple(map(self.game.action_name, line)),
            depth=self.completed,
            counters=self.counters,
            stopped=stopped,
            seconds=seconds,
            compile_seconds=self.machine.compile_seconds,
            compiled=self.machine.compiled,
            note=self.machine.note,
            knowledge=tuple(knowledge_of(self.game)),
            table_bytes=self.search.table.bytes,
        )

    # --- the search itself ------------------------------------------------------------------------------------------------
    def _search(self) -> None:
        """One search, or one for each depth, until the value is decided, the depth reached or the budget spent."""
        full = self.solver._full_depth
        self.search.limit[0] = UNLIMITED if self.options.nodes is None else self.options.nodes
        try:
            for depth in range(1, full + 1) if self.options.deepening and full else (full,):
                self._search_to(depth)
                if self.decided:
                    break
        except BudgetSpent:
            self.spent = True
            self.search.counters[NODES] -= 1  # the node that was refused
        self.counters = dict(zip(COUNTERS, map(int, self.search.counters), strict=True))

    def _search_to(self, depth: int) -> None:
        """Search to one depth and take over what it found; on BudgetSpent, only what it had proved by then."""
        self.depth = depth
        before = int(self.search.counters[TRUNCATED])
        self.search.root[:] = (NONE, -INFINITY, INFINITY, before)
        low, high = self._root_window()
        try:
            score = self._run(self.state, depth, low, high, self.score)
        finally:
            self._take_proved(before)
        self.score, self.action, self.completed = score, int(self.search.root[ROOT_ACTION]), depth
        nothing_cut_short = int(self.search.counters[TRUNCATED]) == before
        if self.solver.algorithm.gives_value and (nothing_cut_short or self._is_decided(score)):
            reward, _ = reward_of(self.scoring, score)
            self.lower = self.upper = reward
            self.decided = True
        elif self.lower == self.upper or nothing_cut_short:
            self.decided = True

    def _run(self, state: State, depth: int, low: int, high: int, guess: int) -> int:
        """Run the machine, again with a larger table whenever the table is crowded."""
        while True:
            try:
                return self.machine.run(state, depth, low, high, guess)
            except TableCrowded:
                self.search.table = self.search.table.grown()
                self.machine.bind(self.game, self.search)

    def _root_window(self) -> tuple[int, int]:
        if self.options.leaves_out("bounds") and not self.solver.algorithm.finite_window:
            return -INFINITY, INFINITY
        return self.scoring.of_reward(self.worst), self.scoring.of_reward(self.best)

    def _is_decided(self, score: int) -> bool:
        """Whether a score is that of a forced win or loss: no static evaluation comes near."""
        return score >= self.scoring.at_least(self.best) or score <= self.scoring.at_most(self.worst)

    def _take_proved(self, before: int) -> None:
        """Take over the bounds on the root that were proved, those that no depth limit had a part in."""
        root = self.search.root
        lower, upper = int(root[ROOT_LOWER]), int(root[ROOT_UPPER])
        whole = int(root[ROOT_TRUNCATED]) == before
        if lower > -INFINITY and (whole or lower >= self.scoring.at_least(self.best)):
            self.lower = max(self.lower, reward_of(self.scoring, lower)[0])
        if upper < INFINITY and (whole or upper <= self.scoring.at_most(self.worst)):
            self.upper = min(self.upper, -reward_of(self.scoring, -upper)[0])
        if self.action == NONE or whole:
            self.action = int(root[ROOT_ACTION]) if int(root[ROOT_ACTION]) != NONE else self.action

    def _stop(self) -> None:
        self.search.limit[0] = -1

    def _look(self) -> None:
        if self.progress:
            depth = None if self.depth == self.solver._longest else self.depth
            nodes = int(self.search.counters[NODES])
            self.progress(
                Progress("searching", time.perf_counter() - self.started, nodes, depth, self.lower, self.upper)
            )

    def _why_stopped(self, watched: str) -> Stopped:
        if self.spent:
            return watched or "nodes"  # pyright: ignore[reportReturnType]
        return "complete" if self.decided else "depth"

    def _value(self) -> tuple[int, Kind]:
        if self.lower == self.upper:
            return self.lower, "exact"
        if self.completed is not None and self.solver.algorithm.gives_value and not self.decided:
            return self.score, "heuristic"
        if self.lower > self.worst or self.upper == self.best:
            return self.lower, "lower"
        return self.upper, "upper"

    # --- after the search: other best moves, the line --------------------------------------------------------------------
    def _single_move(self) -> list[int]:
        return [] if self.action == NONE else [self.action]

    def _best_moves(self) -> tuple[list[int], bool]:
        """The best moves, the one found first, and whether all are there: each other one is asked whether it is as good."""
        if not (self.options.all_moves or self.options.seed is not None) or not self.solver.algorithm.gives_value:
            return self._single_move(), False
        self._allow_extra()
        moves = self._single_move()
        try:
            for action in self.game.actions(self.state):
                if action != self.action and self._reaches(action, self.score):
                    moves.append(action)
        except BudgetSpent:
            return moves, False
        return moves, True

    def _reaches(self, action: int, score: int) -> bool:
        """Whether a move at the root gets at least `score`."""
        child = self.game.apply(self.state, action)
        sign = turn(self.game, self.state, child)
        low, high = self.search.child_window(sign, score - 1, score)
        found = self._run_below(child, self.completed or 0, low, high)
        return self.search.from_child(sign, found) >= score

    def _run_below(self, child: State, depth: int, low: int, high: int) -> int:
        self.search.root[:] = (NONE, -INFINITY, INFINITY, 0)
        return self._run(child, max(depth - 1, 0), low, high, high)

    def _line(self) -> list[int]:
        """The principal variation, each move found by searching on from the one before it."""
        self._allow_extra()
        line: list[int] = []
        state, action, score, depth = self.state, self.action, self.score, self.completed or 0
        try:
            while action != NONE:
                line.append(action)
                child = self.game.apply(state, action)
                depth -= 1
                if self.game.terminal(child) or depth <= 0:
                    break
                sign = turn(self.game, state, child)
                low, high = self.search.child_window(sign, score - 1, score + 1)
                score = self._run_below(child, depth + 1, low, high)
                state, action = child, int(self.search.root[ROOT_ACTION])
        except BudgetSpent:
            pass
        return line

    def _allow_extra(self) -> None:
        nodes = int(self.search.counters[NODES])
        self.search.limit[0] = nodes + max(nodes, EXTRA_NODES)
