"""Solving many positions of one game: one search, one table, and arrays for the answers.

positions --> Positions: states and words --> Batch: native code goes from one to the next --> Answers
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from zermelo.core.arrays import as_numpy
from zermelo.core.bits import Bits
from zermelo.core.constants import NONE
from zermelo.core.errors import TOO_LONG, BadOption, BadPosition, BrokenContract, GameFailed, NotSupported
from zermelo.core.fingerprint import is_ours
from zermelo.core.game import Game
from zermelo.core.positions import AsState, state_of
from zermelo.core.supervision import Supervised
from zermelo.core.wording import counted
from zermelo.core.words import Unpackable, pack, unpack
from zermelo.native.machine import Machine
from zermelo.preflight.faults import failures_of, unchanged
from zermelo.search.parts.counters import (
    ACTION,
    AT_ONCE,
    FROM_NOTHING,
    NODES,
    POSITION,
    POSITION_BEGAN,
    SCORE,
    SEVERAL,
    TO_THE_END,
    UNLIMITED,
    VISITED,
    BudgetSpent,
)
from zermelo.search.parts.observers import NoObserver
from zermelo.search.parts.scoring import Scoring, reward_of
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import TableCrowded
from zermelo.solver.budget import Budget
from zermelo.solver.plan import Plan
from zermelo.solver.result import Result
from zermelo.solver.root import root_of, root_window, truncated
from zermelo.solver.runner import KernelRunner

State = TypeVar("State")

REFUSED: Final = "refused"
"""The kind of the answer for something that is not a position; `Answers.refused` says why."""

LONGEST_KIND: Final = "<U9"

NODES_AT_ONCE: Final = 4096
"""How many nodes are searched before another thread is given the work: to start one takes as long as a small search.
With a time limit a thread is started at once, since nodes of some games take long.
"""
PLIES_AT_ONCE: Final = 256
"""The longest play for which this is done, since a thread of a user may have a small stack."""


@dataclass(frozen=True, repr=False)
class Answers:
    """The answers of `Solver.solve_many`: arrays with an item for each position, in their order.

    Values are for the player to move. They are int64 if all rewards are integers and nothing is estimated, else float64. In
    games of chance they are Fractions, in arrays of objects, if `solve_many` was asked for them.
    """

    value: NDArray[Any]
    kind: NDArray[np.str_]
    """"exact", "lower", "upper" or "heuristic", as in a `Result`; "refused" for something that is not a position."""
    lower: NDArray[Any]
    upper: NDArray[Any]
    """Proved bounds on the value: int64, in games of chance float64 or Fractions."""
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


class Reached(NamedTuple):
    """Marks a state that play has reached from a position: it is taken as it is, without trying whether it is a position."""

    state: Any


class Positions(Generic[State]):
    """Positions as given: states, strings, or the rows of an array; those that are none are refused, with the reason."""

    def __init__(self, game: Game[State], given: Iterable[Any]) -> None:
        """Raises BadOption if `given` is no sequence of positions."""
        if isinstance(given, str | bytes) or not isinstance(given, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise BadOption("positions must be a list of positions, or an array with one row of words for each.")
        self.refused: dict[int, str] = {}
        self._game, self._initial = game, game.initial()
        self._states: list[State | None] = []
        self._words: NDArray[np.int64] | None = None
        """The rows of an array, if states are made of `Bits` alone: states are made of them only where they are needed."""
        if isinstance(given, np.ndarray):
            words = _words_in(cast("NDArray[Any]", given), game)
            masks = _masks(self._initial)
            if masks is not None:
                self._words = np.ascontiguousarray(words)
                for index in np.flatnonzero((words & ~masks).any(axis=1)).tolist():
                    self.refused[index] = _outside(words[index].tolist())
                return
            given = (_with_words(row, self._initial) for row in words.tolist())
        for index, position in enumerate(given):
            self._states.append(self._read(index, position))

    def __len__(self) -> int:
        return len(self._states if self._words is None else self._words)

    def read(self, index: int) -> State | None:
        """The state of a position; None if it is none, and then it is refused."""
        return self._states[index] if self._words is None else self._read(index, self.state(index))

    def indices(self, first: int) -> list[int]:
        """The indices from this one on, without those that have been refused."""
        return [index for index in range(first, len(self)) if index not in self.refused]

    def state(self, index: int) -> State:
        if self._words is None:
            return cast("State", self._states[index])
        return unpack(self._words[index].tolist(), self._initial)

    def words(self, first: int, packed: Callable[[Any], tuple[int, ...]]) -> tuple[list[int], NDArray[np.int64]]:
        """The indices of the positions from this one on, and the words of their states, a row for each; `packed` gives the
        words of a state. It refuses an object that is not a state of the compiled game.
        """
        indices = self.indices(first)
        if self._words is not None:
            return indices, self._words[indices]
        rows: list[tuple[int, ...]] = []
        for index in indices:
            try:
                rows.append(packed(self.state(index)))
            except BadPosition as error:
                self.refused[index] = str(error)
        width = len(packed(self._initial))
        return self.indices(first), np.array(rows, np.int64).reshape(len(rows), width)

    def refuse(self, index: int) -> bool:
        """Whether a position at which the search has failed is none; then it is refused."""
        return self.read(index) is None

    def _read(self, index: int, position: Any) -> State | None:
        """The state for a position; None if it is refused."""
        if isinstance(position, Reached):
            return position.state
        try:
            if isinstance(position, BadPosition):
                raise position
            with failures_of(self._game):
                return state_of(self._game, position)
        except (BadPosition, GameFailed) as error:
            self.refused[index] = str(error)
            return None


def _words_in(array: NDArray[Any], game: Game[Any]) -> NDArray[np.int64]:
    """The array, whose rows are as long as the words of a state. Raises BadOption."""
    try:
        width = len(pack(game.initial()))
    except Unpackable as error:
        raise BadOption(f"positions must be a list, not an array: in a state of {game}, {error}.") from None
    if array.ndim != 2 or array.shape[1] != width or array.dtype != np.int64:
        raise BadOption(
            f"positions is an array of {array.dtype} with the shape {array.shape}. It must be of int64, with {width} words "
            f"in each row, as zermelo.core.words.pack makes them from a state of {game}."
        )
    return array


def _masks(initial: Any) -> NDArray[np.int64] | None:
    """For each word of a state the bits that may be set; None if a part of a state is something else than `Bits`."""
    if isinstance(initial, Bits):
        return np.array(pack(~(initial ^ initial)), np.int64)
    if not isinstance(initial, tuple):
        return None
    parts = [_masks(part) for part in cast("tuple[Any, ...]", initial)]
    masks = [part for part in parts if part is not None]
    return np.concatenate(masks) if len(masks) == len(parts) > 0 else None


def _with_words(words: list[int], initial: Any) -> AsState | BadPosition:
    """The state with these words; if there is none, the reason."""
    try:
        return AsState(unpack(words, initial))
    except ValueError:
        return BadPosition(_outside(words))


def _outside(words: list[int]) -> str:
    """Why these words are those of no state."""
    return f"The words {words} are not those of a state: bits outside its board are set."


class Rows:
    """The answers while they are being collected."""

    def __init__(self, game: Game[Any], count: int, *, whole: bool, fractions: bool) -> None:
        """`whole`: whether no value is an estimate. `fractions`: whether means are Fractions, not float64."""
        means: Any = object if fractions else np.float64
        rewards: Any = means if game.has_chance else np.int64
        worst, best = game.reward_range
        self.value = np.full(count, worst, rewards if whole else np.float64)
        self.lower, self.upper = np.full(count, worst, rewards), np.full(count, best, rewards)
        self.kind = np.full(count, "lower", LONGEST_KIND)
        self.distance, self.best = np.full(count, -1, np.int64), np.full(count, NONE, np.int64)
        self.nodes = np.zeros(count, np.int64)

    def put(self, index: int, result: Result, action: int) -> None:
        if result.unit != 1:
            self.value = self.value.astype(np.float64, copy=False)  # an estimate is seldom an integer
        self.value[index] = result.value / result.unit if result.unit != 1 else result.value
        self.kind[index], self.lower[index], self.upper[index] = result.kind, result.lower, result.upper
        self.distance[index] = -1 if result.distance is None else result.distance
        self.best[index], self.nodes[index] = action, result.counters["nodes"]

    def put_exact(self, indices: NDArray[np.int64], answers: NDArray[np.int64], scoring: Scoring) -> None:
        """The exact answers of several searches, from the rows of `Search.found`."""
        scores, places = np.unique(answers[:, SCORE], return_inverse=True)
        found = [reward_of(scoring, score) for score in scores.tolist()]
        values = np.array([value for value, _ in found], self.lower.dtype)[places]
        distances = np.array([-1 if distance is None else distance for _, distance in found], np.int64)[places]
        self.value[indices] = self.lower[indices] = self.upper[indices] = values
        self.kind[indices], self.distance[indices], self.best[indices] = "exact", distances, answers[:, ACTION]

    def ended(self, index: int, game: Game[Any], state: Any, objective: str) -> None:
        """The answer for the end of a game."""
        if game.players > 2:
            value = game.rewards(state)[game.to_move(state)]
        else:
            value = game.reward(state)
        self.value[index] = self.lower[index] = self.upper[index] = value
        self.kind[index], self.distance[index] = "exact", 0 if value and objective == "distance" else -1

    def answers(self, refused: Mapping[int, str], stopped: str, note: str) -> Answers:
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
    """Searches one position after the other, by as few calls of native code as possible."""

    def __init__(
        self,
        plan: Plan[State],
        machine: Machine,
        search: Search,
        given: Positions[State],
        first: int,
        rows: Rows,
        *,
        keep_table: bool,
    ) -> None:
        """For the positions from the index `first` on. The plan's limit of nodes is for each of them."""
        self.budget = Budget(search)
        self._given, self._rows = given, rows
        self._indices, self._words = given.words(first, machine.packed)
        self._start = 0
        """The place in `_indices` at which the present part begins."""
        self._plan, self._machine, self._search, self._nodes = plan, machine, search, plan.options.nodes
        self._table: Any = None if keep_table else search.table
        """The table that is cleared before each search, unless they share one."""
        self._runner = KernelRunner(plan, machine, search, self.budget, on_pause=self._check)
        self._question = plan.full_depth, *root_window(plan, search.scoring), 0
        self._call = machine.caller()
        search.control[TO_THE_END] = search.control[SEVERAL] = True
        search.control[FROM_NOTHING] = not keep_table

    @property
    def answered(self) -> int:
        """How many positions of the list come before the one that is being searched. Any thread may call this."""
        return self._indices[self._place] if self._place < len(self._indices) else len(self._given)

    @property
    def _place(self) -> int:
        """The place in `_indices` of the position that is being searched."""
        return self._start + self._position

    @property
    def _position(self) -> int:
        """How many positions of the present part have been answered."""
        return int(self._search.control[POSITION])

    @property
    def done(self) -> bool:
        """Whether all positions have been answered, or the budget has been stopped."""
        return self.budget.stopped or self._start >= len(self._indices)

    def answer(self, seconds: float | None, progress: Callable[[int], None] | None) -> str:
        """Answer all positions. Returns why it ended. `progress` is given the number of positions answered."""

        def on_tick() -> None:
            self._watch()
            if progress:
                progress(self.answered)

        with unchanged(self._plan.game):
            if seconds is None and self._plan.full_depth <= PLIES_AT_ONCE:
                self.run(self.budget.visited + NODES_AT_ONCE)
            if self.done:
                return "complete"
            supervised = Supervised(self.run, self.budget.stop, seconds=seconds, on_tick=on_tick)
            supervised.run()
        return supervised.stopped or "complete"

    def run(self, until: int = UNLIMITED) -> None:
        """Search until all positions have been answered, or to this count of nodes, or until the budget has been stopped."""
        while not self.done and self.budget.visited < until:
            self._search_part(until)

    def _search_part(self, until: int) -> None:
        """Search the next positions, at most AT_ONCE, until the count of nodes."""
        search, exact, before = self._search, np.ones(AT_ONCE, np.bool_), self.budget.visited
        indices = self._indices[self._start : self._start + AT_ONCE]
        while self._position < len(indices) and not self.budget.stopped and self.budget.visited < until:
            try:
                self._search_some(len(indices) - self._position, until)
            except BudgetSpent:
                self._cut_short(indices[self._position])
            except Exception:
                if not self._given.refuse(indices[self._position]):
                    raise
            else:
                continue
            exact[self._position] = False
            search.found[self._position, VISITED] = search.counters[NODES]
            search.control[POSITION] += 1
        answered = self._position
        self._note(np.array(indices[:answered], np.int64), as_numpy(search.found)[:answered], exact[:answered], before)
        search.control[POSITION] = 0
        self._start += answered

    def _search_some(self, count: int, until: int) -> None:
        """Search the next `count` positions, or only one if there is a limit of nodes for each.

        Raises BudgetSpent if that of the position that is next then is spent, and what the kernel raises for it.
        """
        if self._nodes is not None:
            count = 1
            self.budget.allow(self._nodes)
        self.budget.resume(until)
        try:
            self._call(self._words.ctypes.data + self._place * self._words.strides[0], count, *self._question)
        except TableCrowded:
            self._in_larger_table(self._given.state(self._indices[self._place]))
        except BudgetSpent:
            self._check()
            self.budget.check()

    def _note(
        self, indices: NDArray[np.int64], found: NDArray[np.int64], exact: NDArray[np.bool_], before: int
    ) -> None:
        """Put what has been found for the positions of a part into the rows; `before`: the count of nodes when it began."""
        rows, game = self._rows, self._plan.game
        rows.nodes[indices] = np.diff(found[:, VISITED], prepend=before)
        rows.put_exact(indices[exact], found[exact], self._search.scoring)
        if game.has_chance:
            for index in indices.tolist():
                if game.chance(self._given.state(index)):
                    rows.best[index] = NONE

    def _in_larger_table(self, state: State) -> None:
        """Search a position that has filled the table. Raises BudgetSpent."""
        self._search.control[FROM_NOTHING] = False  # what has been found is in the larger table
        try:
            self._runner.grow_table()
            self._runner.run(state, *self._question)
        finally:
            if self._table is not None:
                self._search.table = self._table
                self._search.control[FROM_NOTHING] = True
                self._machine.bind(self._plan.searched_game, self._search, alike=True)
            self._call = self._machine.caller()

    def _watch(self) -> None:
        """Pause the search of a play that does not end. Any thread may call this."""
        if self._is_too_long():
            self.budget.pause()

    def _check(self) -> None:
        if self._is_too_long():
            raise BrokenContract(TOO_LONG)

    def _is_too_long(self) -> bool:
        return truncated(self._search) > self._search.control[POSITION_BEGAN]

    def _cut_short(self, index: int) -> None:
        """The proved bounds, where a budget has ended a search."""
        root, scoring, plan, rows = root_of(self._search), self._search.scoring, self._plan, self._rows
        lowest, highest = root.lowest(scoring), root.highest(scoring)
        lower = plan.worst if lowest is None else max(lowest, plan.worst)
        upper = plan.best if highest is None else min(highest, plan.best)
        is_upper = lower == plan.worst and upper < plan.best
        rows.lower[index], rows.upper[index] = lower, upper
        rows.value[index] = upper if is_upper else lower
        rows.kind[index] = "exact" if lower == upper else "upper" if is_upper else "lower"
        rows.best[index] = root.action
