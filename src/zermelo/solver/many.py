"""Solving many positions of one game: one search, one table, and arrays for the answers.

positions --> Positions: states and words --> Batch: the kernel is called once for each --> Answers
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from zermelo.core.constants import NONE
from zermelo.core.errors import TOO_LONG, BadOption, BadPosition, BrokenContract, GameFailed, NotSupported
from zermelo.core.fingerprint import is_ours
from zermelo.core.game import Game
from zermelo.core.positions import AsState, state_of
from zermelo.core.stakes import Reward
from zermelo.core.wording import counted
from zermelo.core.words import Unpackable, pack, unpack
from zermelo.native.machine import Machine
from zermelo.preflight.faults import failures_of
from zermelo.search.parts.counters import NODES, TO_THE_END, BudgetSpent
from zermelo.search.parts.observers import NoObserver
from zermelo.search.parts.scoring import reward_of
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import TableCrowded
from zermelo.solver.budget import Budget
from zermelo.solver.plan import Plan
from zermelo.solver.result import Result
from zermelo.solver.root import clear_root, root_of, root_window, truncated
from zermelo.solver.runner import KernelRunner

State = TypeVar("State")

REFUSED: Final = "refused"
"""The kind of the answer for something that is not a position; `Answers.refused` says why."""

LONGEST_KIND: Final = "<U9"


@dataclass(frozen=True, repr=False)
class Answers:
    """The answers of `Solver.solve_many`: arrays with an item for each position, in their order.

    Values are for the player to move. They are int64 if all rewards are integers and nothing is estimated, else float64.
    """

    value: NDArray[Any]
    kind: NDArray[np.str_]
    """"exact", "lower", "upper" or "heuristic", as in a `Result`; "refused" for something that is not a position."""
    lower: NDArray[Any]
    upper: NDArray[Any]
    """Proved bounds on the value: int64, in games of chance float64."""
    distance: NDArray[np.int64]
    """Plies to the end with best play, for the objective "distance"; -1 if there is none."""
    best: NDArray[np.int64]
    """The number of a best move, or of the best found so far; -1 if the game is over or no move is known."""
    nodes: NDArray[np.int64]
    """The nodes visited for each position; fewer, the more the table already holds."""
    refused: Mapping[int, str]
    """Why something is not a position, by its index."""
    stopped: str
    """Why it ended: "complete", "seconds" or "interrupted". The positions left over then have the bounds of the game."""
    note: str
    """Why the searches were interpreted, if the game cannot be compiled; otherwise empty."""

    def __repr__(self) -> str:
        counts: Counter[str] = Counter(self.kind.tolist())
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in sorted(counts.items()))
        return f"<Answers for {counted(len(self), 'position')}: {kinds or 'none'}>"

    def __len__(self) -> int:
        """The number of positions."""
        return len(self.kind)

    def frame(self) -> Any:
        """The arrays as columns of a pandas data frame or, without pandas, a polars one. Raises NotSupported if neither is
        installed.
        """
        columns = {name: getattr(self, name) for name in COLUMNS}
        for library in ("pandas", "polars"):
            try:
                return __import__(library).DataFrame(columns)
            except ImportError:
                continue
        raise NotSupported("A frame needs pandas or polars. Install one of them, or use the arrays of the answers.")


COLUMNS: Final = ("value", "kind", "lower", "upper", "distance", "best", "nodes")


class Positions(Generic[State]):
    """Positions as given: states, strings, or the rows of an array; those that are none are refused, with the reason."""

    def __init__(self, game: Game[State], given: Iterable[Any]) -> None:
        """Raises BadOption if `given` is no sequence of positions."""
        self.states: list[State | None] = []
        self.refused: dict[int, str] = {}
        rows = _rows(game, given)
        for index, position in enumerate(rows):
            try:
                if isinstance(position, BadPosition):
                    raise position
                with failures_of(game):
                    self.states.append(state_of(game, position))
            except (BadPosition, GameFailed) as error:
                self.states.append(None)
                self.refused[index] = str(error)

    def readable(self, first: int = 0) -> Iterator[tuple[int, State]]:
        """The states from this index on, with their indices."""
        return ((i, state) for i, state in enumerate(self.states[first:], first) if state is not None)


def _rows(game: Game[Any], given: Iterable[Any]) -> Iterable[Any]:
    """The positions one by one; of an array, the states with these words."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise BadOption("positions must be a list of positions, or an array with one row of words for each.")
    if not isinstance(given, np.ndarray):
        return given
    array = cast("NDArray[Any]", given)
    initial = game.initial()
    try:
        width = len(pack(initial))
    except Unpackable as error:
        raise BadOption(f"positions must be a list, not an array: in a state of {game}, {error}.") from None
    if array.ndim != 2 or array.shape[1] != width or array.dtype != np.int64:
        raise BadOption(
            f"positions is an array of {array.dtype} with the shape {array.shape}. It must be of int64, with {width} words "
            f"in each row, as zermelo.core.words.pack makes them from a state of {game}."
        )
    return (_with_words(words, initial) for words in array.tolist())


def _with_words(words: list[int], initial: Any) -> AsState | BadPosition:
    """The state with these words; if there is none, the reason."""
    try:
        return AsState(unpack(words, initial))
    except ValueError:
        return BadPosition(f"The words {words} are not those of a state: bits outside its board are set.")


class Rows:
    """The answers while they are being collected."""

    def __init__(self, game: Game[Any], count: int, *, whole: bool) -> None:
        """`whole`: whether no value is an estimate."""
        rewards: Any = np.float64 if game.has_chance else np.int64
        worst, best = game.reward_range
        self.value = np.full(count, worst, rewards if whole else np.float64)
        self.lower, self.upper = np.full(count, worst, rewards), np.full(count, best, rewards)
        self.kind = np.full(count, "lower", LONGEST_KIND)
        self.distance, self.best = np.full(count, -1, np.int64), np.full(count, NONE, np.int64)
        self.nodes = np.zeros(count, np.int64)

    def put(self, index: int, result: Result, action: int) -> None:
        """The answer of one search."""
        if result.unit != 1:
            self.value = self.value.astype(np.float64, copy=False)  # an estimate is seldom an integer
        self.value[index] = result.value / result.unit if result.unit != 1 else result.value
        self.kind[index], self.lower[index], self.upper[index] = result.kind, result.lower, result.upper
        self.distance[index] = -1 if result.distance is None else result.distance
        self.best[index], self.nodes[index] = action, result.counters["nodes"]

    def exact(self, index: int, value: Reward, distance: int | None, best: int, nodes: int) -> None:
        """An exact answer."""
        self.value[index] = self.lower[index] = self.upper[index] = value
        self.kind[index], self.distance[index] = "exact", -1 if distance is None else distance
        self.best[index], self.nodes[index] = best, nodes

    def ended(self, index: int, game: Game[Any], state: Any, objective: str) -> None:
        """The answer for the end of a game."""
        if game.players > 2:
            value = game.rewards(state)[game.to_move(state)]
        else:
            value = game.reward(state)
        self.exact(index, value, 0 if value and objective == "distance" else None, NONE, 0)

    def answers(self, refused: Mapping[int, str], stopped: str, note: str) -> Answers:
        """The answers as a whole."""
        for index in refused:
            self.kind[index] = REFUSED
        arrays = self.value, self.kind, self.lower, self.upper, self.distance, self.best, self.nodes
        return Answers(*arrays, refused, stopped, note)


def suits(plan: Plan[Any], machine: Machine | None, search: Search) -> bool:
    """Whether a `Batch` can search these positions: by one call of native code each, to the end of the game."""
    algorithm = plan.algorithm
    by_one_call = not plan.deepens and plan.must_end(plan.full_depth) and not algorithm.keeps_tree
    has_limit = plan.options.seconds is not None  # for each position
    gives_all = algorithm.gives_value and not algorithm.any_players and is_ours(algorithm.search_root)
    return (
        machine is not None
        and machine.compiled
        and by_one_call
        and gives_all
        and not has_limit
        and isinstance(search.observer, NoObserver)
    )


class Batch(Generic[State]):
    """Searches one position after the other, with as little as possible between two calls of the kernel."""

    def __init__(self, plan: Plan[State], machine: Machine, search: Search) -> None:
        """The plan's limit of nodes is for each position."""
        self.budget = Budget(search)
        self.answered = 0
        """How many positions have been answered."""
        self._plan, self._machine, self._search, self._nodes = plan, machine, search, plan.options.nodes
        self._runner = KernelRunner(plan, machine, search, self.budget)
        self._window = root_window(plan, search.scoring)
        self._cut = truncated(search)
        self._rewards: dict[int, tuple[Reward, int | None]] = {}
        search.control[TO_THE_END] = True

    def run(self, given: Positions[State], first: int, rows: Rows) -> None:
        """Search the positions from the index `first` on, until the budget has been stopped."""
        self.answered = first
        with contextlib.suppress(BudgetSpent):
            for index, state in given.readable(first):
                self.search(index, state, rows)
                self.answered = index + 1

    def search(self, index: int, state: State, rows: Rows) -> None:
        """Search one position. Raises BudgetSpent if the budget has been stopped."""
        search, plan = self._search, self._plan
        before = int(search.counters[NODES])
        clear_root(search, self._cut)
        if self._nodes is not None:
            self.budget.allow(self._nodes)
        self.budget.resume()
        try:
            score = self._call(state)
        except BudgetSpent:
            self._check()
            self._cut_short(index, before, rows)
            if self.budget.stopped:
                raise
            return
        self._check()
        if score not in self._rewards:
            self._rewards[score] = reward_of(search.scoring, score)
        value, distance = self._rewards[score]
        best = NONE if plan.game.has_chance and plan.game.chance(state) else int(search.root[0])
        rows.exact(index, value, distance, best, int(search.counters[NODES]) - before)

    def watch(self) -> None:
        """End the search of a play that does not end. Any thread may call this."""
        if truncated(self._search) > self._cut:
            self.budget.stop()

    def _check(self) -> None:
        """Raises BrokenContract if a play has not ended."""
        if truncated(self._search) > self._cut:
            raise BrokenContract(TOO_LONG)

    def _call(self, state: State) -> int:
        depth = self._plan.full_depth
        try:
            return self._machine.run(state, depth, *self._window, 0)
        except TableCrowded:
            return self._runner.run(state, depth, *self._window, 0)

    def _cut_short(self, index: int, before: int, rows: Rows) -> None:
        """The proved bounds, where a budget has ended a search."""
        root, scoring, plan = root_of(self._search), self._search.scoring, self._plan
        lowest, highest = root.lowest(scoring), root.highest(scoring)
        lower = plan.worst if lowest is None else max(lowest, plan.worst)
        upper = plan.best if highest is None else min(highest, plan.best)
        is_upper = lower == plan.worst and upper < plan.best
        rows.lower[index], rows.upper[index] = lower, upper
        rows.value[index] = upper if is_upper else lower
        rows.kind[index] = "exact" if lower == upper else "upper" if is_upper else "lower"
        rows.best[index], rows.nodes[index] = root.action, int(self._search.counters[NODES]) - before
