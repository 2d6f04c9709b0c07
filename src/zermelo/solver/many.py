"""Solving many positions of one game: one search, one table, and arrays for the answers.

positions --> Positions: states and words --> Batch: the kernel is called once for each --> Answers
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from zermelo.core.bits import Bits
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
from zermelo.search.parts.counters import NODES, ROOT_ACTION, TO_THE_END, TRUNCATED, BudgetSpent
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
        """The number of positions, those that are refused included."""
        return len(self._states if self._words is None else self._words)

    def readable(self, first: int = 0) -> Iterator[tuple[int, State]]:
        """The states from this index on, with their indices."""
        for index in self.indices(first):
            state = self._states[index] if self._words is None else self._read(index, self.state(index))
            if state is not None:
                yield index, state

    def indices(self, first: int) -> list[int]:
        """The indices from this one on, without those that have been refused."""
        return [index for index in range(first, len(self)) if index not in self.refused]

    def state(self, index: int) -> State:
        """The state of a position that has not been refused."""
        if self._words is None:
            return cast("State", self._states[index])
        return unpack(self._words[index].tolist(), self._initial)

    def words(self, first: int, packed: Callable[[Any], tuple[int, ...]]) -> NDArray[np.int64]:
        """The words of the states from this index on, one row for each position; `packed` gives those of a state."""
        if self._words is not None:
            return self._words[first:]
        nothing = packed(self._initial)  # a position that has been refused needs a row, too
        return np.array([nothing if state is None else packed(state) for state in self._states[first:]], np.int64)

    def refuse(self, index: int) -> bool:
        """Whether a position at which the search has failed is none; then it is refused."""
        return self._words is not None and self._read(index, self.state(index)) is None

    def _read(self, index: int, position: Any) -> State | None:
        """The state for a position; None if it is refused."""
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

    def __init__(self, plan: Plan[State], machine: Machine, search: Search, *, keep_table: bool) -> None:
        """The plan's limit of nodes is for each position."""
        self.budget = Budget(search)
        self.answered = 0
        """How many positions have been answered."""
        self._plan, self._machine, self._search, self._nodes = plan, machine, search, plan.options.nodes
        self._table: Any = None if keep_table else search.table
        """The table that is cleared before each search, unless they share one."""
        self._runner = KernelRunner(plan, machine, search, self.budget)
        self._question = plan.full_depth, *root_window(plan, search.scoring), 0
        self._cut = truncated(search)
        clear_root(search, self._cut)
        self._unknown = search.root.copy()
        self._counters = memoryview(search.counters)
        self._call = machine.caller()
        self._rewards: dict[int, tuple[Reward, int | None]] = {}
        search.control[TO_THE_END] = True

    def run(self, given: Positions[State], first: int, rows: Rows) -> None:
        """Search the positions from the index `first` on, until the budget has been stopped."""
        words, self.answered = given.words(first, self._machine.packed), first
        address, step = words.ctypes.data, words.strides[0]
        self.budget.resume()
        with contextlib.suppress(BudgetSpent):
            for index in given.indices(first):
                try:
                    self._search_one(given, index, address + step * (index - first), rows)
                except BudgetSpent:
                    raise
                except Exception:
                    if not given.refuse(index):
                        raise
                self.answered = index + 1

    def _search_one(self, given: Positions[State], index: int, words: int, rows: Rows) -> None:
        """Search the position whose words are at this address. Raises BudgetSpent if the budget has been stopped."""
        search, game, before = self._search, self._plan.game, self._counters[NODES]
        search.root[:] = self._unknown
        if self._table is not None:
            self._table.clear()
            search.order.forget()
        if self._nodes is not None:
            self.budget.allow(self._nodes)
            self.budget.resume()
        try:
            try:
                score = self._call(words, *self._question)
            except TableCrowded:
                score = self._in_larger_table(given.state(index))
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
        best = NONE if game.has_chance and game.chance(given.state(index)) else int(search.root[ROOT_ACTION])
        rows.exact(index, value, distance, best, self._counters[NODES] - before)

    def _in_larger_table(self, state: State) -> int:
        """The score of a position that has filled the table. Raises BudgetSpent."""
        try:
            self._runner.grow_table()
            return self._runner.run(state, *self._question)
        finally:
            if self._table is not None:
                self._search.table = self._table
                self._machine.bind(self._plan.searched_game, self._search, alike=True)
            self._call = self._machine.caller()

    def watch(self) -> None:
        """End the search of a play that does not end. Any thread may call this."""
        if truncated(self._search) > self._cut:
            self.budget.stop()

    def _check(self) -> None:
        """Raises BrokenContract if a play has not ended."""
        if self._counters[TRUNCATED] > self._cut:
            raise BrokenContract(TOO_LONG)

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
