"""One search from one position: budgets, deepening, checkpoints, sound bounds, and what is made of it all: a Result."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, Final, Generic, NamedTuple, TypeVar

from zermelo.core.constants import ALTERNATES, NONE
from zermelo.core.errors import GOES_ON, BadCheckpoint, BrokenContract
from zermelo.core.game import Game
from zermelo.core.stakes import Reward, Stakes
from zermelo.core.supervision import Supervised
from zermelo.native.machine import Machine
from zermelo.search import Algorithm
from zermelo.search.parts.moves import SortedOrder
from zermelo.search.parts.observers import Trace
from zermelo.search.parts.scoring import INFINITY, points_of, reward_of
from zermelo.search.parts.search import (
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
from zermelo.search.parts.table import TableCrowded, TranspositionTable
from zermelo.search.parts.tree import TreeFull
from zermelo.solver.options import Options
from zermelo.solver.result import Kind, Result, Stopped
from zermelo.solver.search_checkpoint import Keeper, to_reward, to_text
from zermelo.solver.setup import deepens, full_depth, knowledge_used
from zermelo.solver.threads import Crew, most_threads
from zermelo.work.checkpoint import CheckpointFile, Kept

State = TypeVar("State")

EXTRA_NODES: Final = 100_000
"""What the line, and the other best moves, may cost each, when that is more than the search itself took."""

ALONE: Final = 1 << 20
"""Nodes that one thread visits before others join in: what is over by then is the same in every run."""

MOST_TOLD: Final = 12
"""Moves of the path that progress tells."""

FACTS: Final = ("depth", "began", "completed", "score", "action", "decided", "finished")
REWARDS: Final = ("lower", "upper", "secured")
"""What a checkpoint keeps of a Run, beside the arrays of its search."""


class Progress(NamedTuple):
    """How far a running search is."""

    phase: str
    """"compiling" or "searching"."""
    seconds: float
    nodes: int
    depth: int | None
    """Of the iteration that is running; None for a search to the end of the game."""
    lower: Reward
    upper: Reward
    """Bounds on the value proved so far."""
    path: tuple[str, ...] = ()
    """The moves that are being tried, from the root on: those of the last plies may be a moment old."""
    load: float | None = None
    """How full the table is; None without one."""
    written: float | None = None
    """Seconds since the last checkpoint was written; None if none was."""


class SearchRun(Generic[State]):
    """A search about to run; `result` runs it."""

    def __init__(
        self,
        game: Game[State],
        searched_game: Game[State],
        algorithm: Algorithm,
        options: Options,
        machine: Machine,
        search: Search,
        state: State,
        progress: Callable[[Progress], None] | None,
        file: CheckpointFile | None = None,
    ) -> None:
        """`searched_game` is the game without what the options leave out. With a `file` the search goes on from what that holds.

        Raises BadCheckpoint, BadOption.
        """
        self.game = game
        self.searched_game = searched_game
        self.algorithm = algorithm
        self.deepens = deepens(self.searched_game, options)
        self.options = options
        self.machine = machine
        self.search = search
        self.scoring = search.scoring
        self.state = state
        self.progress = progress
        self.worst, self.best = game.reward_range
        self.lower: Reward
        self.upper: Reward
        self.lower, self.upper = self._known_bounds()
        self.depth = 0  # of the iteration that is running
        self.began: int | None = None  # the TRUNCATED counter when it began; None between iterations
        self.finished = False  # nothing is left to search
        self.completed: int | None = None  # the deepest completed iteration, its score and its best action
        self.score = 0
        self.action = NONE
        self.decided = False  # a deeper search would find nothing else
        self.rewards: tuple[int, ...] | None = None  # of all players, where the algorithm keeps them apart
        self.worked = 1  # threads, at most
        self.secured: Reward | None = None  # what the action is proved to get
        self.spent = False
        self.halted = False
        self.goes_on_too_long = False
        """Whether a play has been seen that goes on after max_length."""
        self.full = False  # there is no memory for a larger tree
        self.seconds = 0.0
        self.allowed = UNLIMITED  # the value of the NODES counter at which the budget is spent
        self.threads = most_threads(algorithm, options, machine, search)
        self.crew: Crew | None = None  # once others have joined in
        self._started = time.perf_counter()
        self.counters: dict[str, int] = dict.fromkeys(COUNTERS, 0)
        self.moves: list[int] = []
        self.all_best = False
        self.line: list[int] = []
        self.keeper = Keeper(file, search, options.checkpoint_every) if file else None
        if file and file.kept:
            self._resume(file.kept)
            file.kept = None  # so that nobody else holds the old table when a larger one takes its place
        self.joined = int(search.counters[NODES]) + ALONE  # the value of the NODES counter at which others join in

    def result(self, chosen: str) -> Result:
        """Search, look for further best moves and the line, report; `chosen` says why by this algorithm."""
        supervised = Supervised(self._work, self._halt, seconds=self.options.seconds, on_tick=self._on_tick)
        supervised.run()
        value, kind, unit = self._value()
        tells_distance = kind == "exact" and self.algorithm.gives_value and self.decided
        limited = self.deepens or self.options.depth is not None
        return Result(
            game=str(self.game),
            position=self.game.position_text(self.state),
            algorithm=self.algorithm.name,
            chosen=chosen,
            objective=self.options.objective,
            stakes=Stakes.of(self.game, self.state),
            value=value,
            kind=kind,
            unit=unit,
            lower=self.lower,
            upper=self.upper,
            rewards=self.rewards,
            distance=reward_of(self.scoring, self.score)[1] if tells_distance else None,
            best=tuple(map(self.game.action_name, self.moves)),
            best_proved=self._is_proved_best(kind),
            all_best=self.all_best,
            line=tuple(map(self.game.action_name, self.line)),
            depth=self.completed if limited else None,
            counters=self.counters,
            stopped=self._why_stopped(supervised.stopped),
            seconds=self.seconds,
            compile_seconds=self.machine.compile_seconds,
            compiled=self.machine.compiled,
            threads=self.worked,
            note=" ".join(filter(None, (self.machine.note, self.keeper.note if self.keeper else ""))),
            knowledge=knowledge_used(self.searched_game, self.algorithm, self.options),
            table_bytes=self.search.table.bytes + (self.search.tree.bytes if self.algorithm.keeps_tree else 0),
        )

    # --- in the watched thread ----------------------------------------------------------------------------------------
    def _work(self) -> None:
        if not self.finished:
            self._search()
            self.finished = not self.spent
            self.seconds = self._elapsed()
            self.worked, self.threads, self.crew = self.crew.threads if self.crew else 1, 1, None
            self._keep()
        self.counters = dict(zip(COUNTERS, map(int, self.search.counters), strict=True))
        if self._chance_moves(self.state):
            return
        if self.action == NONE:  # nothing is known of any move
            self.moves = [self._first_choice()]
            return
        self.moves = self.line = [self.action]
        if self.spent:
            return
        observer = self.search.observer
        seen = int(observer.count[0]) if isinstance(observer, Trace) else 0
        if self.options.all_moves or self.options.seed is not None:
            self._find_other_best_moves()
        if self.options.line:
            self._find_line()
        if isinstance(observer, Trace):
            observer.count[0] = seen

    def _search(self) -> None:
        """One search, or one for each depth, until the value is decided, the depth reached or the budget spent."""
        full = full_depth(self.searched_game, self.options)
        depths = range(max(1, self.depth), full + 1) if self.deepens and full > 0 else (full,)
        if self.options.nodes is not None:
            self.allowed = int(self.search.counters[NODES]) + self.options.nodes
        try:
            for depth in depths:
                self._search_to(depth)
                if self.decided:
                    break
        except BudgetSpent:
            self.spent = True

    def _search_to(self, depth: int) -> None:
        """Search to one depth and take over what it found; on BudgetSpent, only what it had proved by then."""
        self.depth = depth
        self.search.to_the_end[0] = depth == self.game.max_length
        if self.began is None:
            self.began = int(self.search.counters[TRUNCATED])
            self.search.root[:] = (NONE, -INFINITY, INFINITY, self.began)
        before = self.began
        try:
            score = self._run(self.state, depth, *self._root_window(), self.score)
        finally:
            self._take_proved(before)
        self.began = None
        self.score, self.action, self.completed = score, int(self.search.root[ROOT_ACTION]), depth
        if self.algorithm.any_players and self.algorithm.gives_value and self.game.players > 2:
            self.rewards = tuple(map(int, self.search.rewards))
        whole = int(self.search.counters[TRUNCATED]) == before
        if not whole and self.options.depth is None and depth == self.game.max_length:
            raise BrokenContract(GOES_ON)
        self.decided = whole or (self.algorithm.gives_value and self._is_decided(score))
        if self.decided and self.algorithm.gives_value:
            self.lower = self.upper = self.secured = reward_of(self.scoring, score)[0]

    def _run(self, state: State, depth: int, low: int, high: int, guess: int) -> int:
        """Run the machine, again with a larger table whenever the table is crowded, or a larger tree when that is full.

        And again after a checkpoint, or with more threads: the search was stopped for that, though its budget is not spent.
        """
        self.search.tree.clear()
        while True:
            self._allow(self.allowed)
            try:
                return (self.crew or self.machine).run(state, depth, low, high, guess)
            except TableCrowded:
                self._grow_table()
            except TreeFull:
                self._grow_tree()
            except BudgetSpent:
                if self.goes_on_too_long:
                    raise BrokenContract(GOES_ON) from None
                if self.halted or int(self.search.counters[NODES]) >= self.allowed:
                    raise
                if self._is_alone() and int(self.search.counters[NODES]) >= self.joined:
                    self.crew = Crew(self.machine, self.searched_game, self.search, self.threads)
                elif self.keeper is not None and self.seconds == 0.0:  # else it looks for the line: nothing to keep
                    self._keep()

    def _grow_table(self) -> None:
        """Go on with a larger table. Raises BudgetSpent if stopped meanwhile."""
        table: Any = self.search.table
        larger = table.grown(lambda: self.halted)
        if larger is None:
            raise BudgetSpent
        self.search.table = larger
        self.machine.bind(self.searched_game, self.search)

    def _grow_tree(self) -> None:
        """Go on with a larger tree. Raises BudgetSpent if stopped meanwhile, or if there is no memory for one."""
        tree = self.search.tree.grown(lambda: self.halted)
        if tree is None:
            self.full = not self.halted
            raise BudgetSpent
        self.search.tree = tree
        self.machine.bind(self.searched_game, self.search)

    def _root_window(self) -> tuple[int, int]:
        """All scores; knowing the range of rewards narrows them, and some algorithms cannot do without it."""
        if self.options.leaves_out("bounds") and not self.algorithm.finite_window:
            return -INFINITY, INFINITY
        return self.scoring.of_reward(self.worst), self.scoring.of_reward(self.best)

    def _known_bounds(self) -> tuple[int, int]:
        low, high = self.searched_game.bounds(self.state, 0, 0)
        return max(low, self.worst), min(high, self.best)

    def _is_decided(self, score: int) -> bool:
        """Whether a score is that of a forced win or loss, found within the depth: no static evaluation comes near.

        One that a bound proves is further away than the search has seen; there may be a faster one.
        """
        if (
            self.scoring.at_most(self.worst, self.scoring.span)
            < score
            < self.scoring.at_least(self.best, self.scoring.span)
        ):
            return False
        distance = reward_of(self.scoring, score)[1]
        return distance is None or distance <= self.depth

    def _is_proved_best(self, kind: Kind) -> bool:
        """Whether no other move can get more than the one found: it gets all there is, or the search compared all moves.

        Searches for more players do so only as they take the others to play; what those prove of a move is what it secures.
        """
        if self.options.objective == "outcome" and self.secured == self.upper:
            return True
        return self.decided and kind != "heuristic" and (self.game.players == 2 or not self.algorithm.any_players)

    def _chance_moves(self, state: State) -> bool:
        """Whether no player has a choice there."""
        return self.game.has_chance and self.game.chance(state)

    def _first_choice(self) -> int:
        """The move that the game itself puts first: all there is before any has been searched."""
        forced = self.searched_game.forced(self.state)
        moves = list(self.searched_game.actions(self.state)) if forced == NONE else [forced]
        return max(moves, key=lambda action: self.searched_game.priority(self.state, action))

    def _take_proved(self, before: int) -> None:
        """Take over the bounds on the root that were proved: those that no depth limit had a part in."""
        root = self.search.root
        lower, upper = int(root[ROOT_LOWER]), int(root[ROOT_UPPER])
        whole = int(root[ROOT_TRUNCATED]) == before
        improved = False
        if lower > -INFINITY and (whole or lower >= self.scoring.at_least(self.best, self.scoring.span)):
            reward = reward_of(self.scoring, lower)[0]
            guessed = self.search.estimate[1] > 0  # the move to play need not be the one that proves the bound
            improved = not guessed and (self.secured is None or reward > self.secured)
            self.secured = reward if improved else self.secured
            self.lower = max(self.lower, reward)
        if upper < INFINITY and (whole or upper <= self.scoring.at_most(self.worst, self.scoring.span)):
            self.upper = min(self.upper, -reward_of(self.scoring, -upper)[0])
        if root[ROOT_ACTION] != NONE and (improved or self.completed is None):
            self.action = int(root[ROOT_ACTION])

    # --- after the search: other best moves, the line -----------------------------------------------------------------
    def _find_other_best_moves(self) -> None:
        """Ask of each other move whether it is as good as the one found; with a seed, put a random one of them first."""
        self._allow_extra()
        before = int(self.search.counters[TRUNCATED])
        try:
            for action in self.searched_game.actions(self.state):
                if action != self.action and self._reaches(action, self.score):
                    self.moves = [*self.moves, action]
            # a win found within a depth limit may have equals beyond it
            self.all_best = not self.decided or int(self.search.counters[TRUNCATED]) == before
        except BudgetSpent:
            pass
        if self.options.seed is not None:
            random.Random(self.options.seed).shuffle(self.moves)
            self.action = self.moves[0]

    def _reaches(self, action: int, score: int) -> bool:
        """Whether a move at the root gets at least `score`."""
        child = self.searched_game.apply(self.state, action)
        if self.algorithm.any_players:
            self._run_below(child, self._depth_below() - 1, 0, 0)
            mover = self.searched_game.to_move(self.state)
            return int(self.search.rewards[1 if mover == ALTERNATES else mover]) >= score
        sign = turn(self.searched_game, self.state, child)
        low, high = self._window_below(sign, score - 1, score)
        if low >= high:  # nothing is worse than `score`
            return True
        return self.search.from_child(sign, self._run_below(child, self._depth_below() - 1, low, high)) >= score

    def _depth_below(self) -> int:
        """How deep to look for further moves: where all is decided, a slower win may lie deeper than the one found."""
        return full_depth(self.searched_game, self.options) if self.decided else self.completed or 0

    def _find_line(self) -> None:
        """The principal variation, each move found by searching on from the one before it."""
        self._allow_extra()
        self.line = [self.action]
        state, score, depth = self.state, self.score, self._depth_below()
        try:
            while True:
                child = self.searched_game.apply(state, self.line[-1])
                depth -= 1
                if self.searched_game.terminal(child) or depth <= 0 or self._chance_moves(child):
                    return
                low = high = 0
                if not self.algorithm.any_players and self.algorithm.gives_value:
                    low, high = self._window_below(turn(self.searched_game, state, child), score - 1, score + 1)
                elif not self.algorithm.any_players:  # the score is a bound: any other may be the true one
                    low, high = self._root_window()
                score = self._run_below(child, depth, low, high)
                self.line.append(int(self.search.root[ROOT_ACTION]))
                state = child
        except BudgetSpent:
            pass

    def _window_below(self, sign: int, low: int, high: int) -> tuple[int, int]:
        """A window for a child, without the scores that there are not: a search for them would find no cutoffs."""
        low, high = self.search.child_window(sign, low, high)
        return max(low, self.scoring.of_reward(self.worst)), min(high, self.scoring.of_reward(self.best))

    def _run_below(self, child: State, depth: int, low: int, high: int) -> int:
        self.search.root[:] = (NONE, -INFINITY, INFINITY, 0)
        return self._run(child, max(depth, 0), low, high, high)

    # --- checkpoints ----------------------------------------------------------------------------------------------------
    def _keep(self) -> None:
        """Write a checkpoint, the machine being stopped."""
        if self.keeper is None:
            return
        self.keeper.save(
            {
                **{name: getattr(self, name) for name in FACTS},
                **{name: to_text(getattr(self, name)) for name in REWARDS},
                "rewards": self.rewards,
                "seconds": self.seconds or self._elapsed(),
            }
        )

    def _resume(self, kept: Kept) -> None:
        """Be where a checkpoint left off. Raises BadCheckpoint, and BadOption for too little memory."""
        assert self.keeper is not None
        self.keeper.restore(kept)
        self.machine.bind(self.searched_game, self.search)
        try:
            for name in FACTS:
                setattr(self, name, kept.facts[name])
            for name in REWARDS:
                setattr(self, name, to_reward(kept.facts[name]))
            rewards = kept.facts["rewards"]
            self.rewards = None if rewards is None else tuple(rewards)
            seconds = float(kept.facts["seconds"])
        except (KeyError, ValueError, TypeError):
            raise BadCheckpoint(
                f"{str(self.keeper.file.path)!r} does not hold this search; name another file."
            ) from None
        self._started -= seconds
        self.seconds = seconds if self.finished else 0.0

    # --- budget ---------------------------------------------------------------------------------------------------------
    def _is_alone(self) -> bool:
        """Whether one thread works, though more might."""
        return self.crew is None and self.threads > 1

    def _allow(self, nodes: int) -> None:
        self.allowed = nodes
        self.search.limit[0] = min(nodes, self.joined) if self._is_alone() else nodes
        if self.halted:  # perhaps just before
            self.search.limit[0] = -1

    def _allow_extra(self) -> None:
        nodes = int(self.search.counters[NODES])
        self._allow(nodes + max(self.counters["nodes"], EXTRA_NODES))

    def _halt(self) -> None:
        self.halted = True
        self._pause()

    def _pause(self) -> None:
        """Have the search stop soon."""
        self.search.limit[0] = -1
        if self.crew is not None:
            self.crew.stop()

    # --- reporting --------------------------------------------------------------------------------------------------------
    def _on_tick(self) -> None:
        """Now and then, in the thread that watches: have a checkpoint written if it is time, tell how far the search is."""
        if self.seconds > 0.0:
            return
        if self._is_too_long():
            self.goes_on_too_long = True
            self._pause()
        if self.keeper is not None and self.keeper.is_due():
            self._pause()
        if self.progress is not None:
            self.progress(self._so_far())

    def _is_too_long(self) -> bool:
        """Whether the search, though it goes to the end of the game, has cut off a play."""
        whole = self.depth == self.game.max_length and self.options.depth is None
        return whole and self.began is not None and int(self.search.counters[TRUNCATED]) > self.began

    def _so_far(self) -> Progress:
        depth = None if self.depth == self.game.max_length else self.depth
        crew = self.crew
        nodes = crew.nodes if crew else int(self.search.counters[NODES])
        table: Any = self.search.table
        load = int(table.fill[0]) / len(table.rows) if isinstance(table, TranspositionTable) else None
        written = self.keeper.written if self.keeper is not None else None
        since = None if written is None else time.monotonic() - written
        return Progress("searching", self._elapsed(), nodes, depth, *self._proved_so_far(), self._path(), load, since)

    def _proved_so_far(self) -> tuple[Reward, Reward]:
        """The bounds, with what the running iteration has proved by now if no depth limit has had a part in anything yet."""
        lower, upper = map(int, self.search.root[[ROOT_LOWER, ROOT_UPPER]])
        if int(self.search.counters[TRUNCATED]) != self.began:  # asked last: it does not go back
            return self.lower, self.upper
        lowest = reward_of(self.scoring, lower)[0] if lower > -INFINITY else self.lower
        highest = -reward_of(self.scoring, -upper)[0] if upper < INFINITY else self.upper
        return max(lowest, self.lower), min(highest, self.upper)

    def _path(self) -> tuple[str, ...]:
        """The moves that are being tried, as far as they can be seen without stopping the search."""
        moves, state = self.search.moves, self.state
        path: list[str] = []
        if not isinstance(moves, SortedOrder) or "scores" not in self.algorithm.memory:
            return ()
        for ply in range(min(MOST_TOLD, self.depth)):
            if self.searched_game.terminal(state) or self._chance_moves(state):
                break
            forced = self.searched_game.forced(state)
            action = moves.trying(ply) if forced == NONE else forced
            if action not in self.searched_game.actions(state):
                break
            path.append(self.game.action_name(action))
            state = self.searched_game.apply(state, action)
        return tuple(path)

    def _elapsed(self) -> float:
        return time.perf_counter() - self._started

    def _why_stopped(self, watched: str) -> Stopped:
        if self.spent and self.full:
            return "memory"
        if self.spent:
            return "seconds" if watched == "seconds" else "interrupted" if watched else "nodes"
        return "complete" if self.decided else "depth"

    def _value(self) -> tuple[Reward, Kind, int]:
        """The value, what it says of the true one, and how many points of it make a reward of 1."""
        if self.lower == self.upper:
            return self.lower, "exact", 1
        if self.completed is not None and self.algorithm.gives_value:
            points, unit = points_of(self.scoring, self.score)
            return points, "heuristic", unit
        points, unit = map(int, self.search.estimate)
        if unit > 0:
            return points, "heuristic", unit
        if self.upper < self.best and self.lower == self.worst:
            return self.upper, "upper", 1
        return self.lower, "lower", 1
