"""Solving many positions of one game: the positions as given, and arrays for the answers.

positions --> Positions: states and words --> Batch: native code goes from one to the next --> Rows --> Answers
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from zermelo.core.bits import Bits
from zermelo.core.constants import NONE
from zermelo.core.errors import BadOption, BadPosition, GameFailed, MixedStates, NotSupported
from zermelo.core.game import Game
from zermelo.core.positions import AsState, state_of
from zermelo.core.wording import counted
from zermelo.core.words import Unpackable, pack, unpack
from zermelo.preflight.faults import failures_of
from zermelo.search.parts.counters import ACTION, SCORE
from zermelo.search.parts.scoring import Scoring, reward_of
from zermelo.solver.result import Result

State = TypeVar("State")


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
        self.game, self._initial = game, game.initial()
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
            except (BadPosition, MixedStates) as error:
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
            with failures_of(self.game):
                return state_of(self.game, position)
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


class Rows(Generic[State]):
    """The answers while they are being collected."""

    def __init__(self, given: Positions[State], *, whole: bool, fractions: bool) -> None:
        """`whole`: whether no value is an estimate. `fractions`: whether means are Fractions, not float64."""
        self.given, game, count = given, given.game, len(given)
        means: Any = object if fractions else np.float64
        rewards: Any = means if game.has_chance else np.int64
        worst, best = game.reward_range
        self.value = np.full(count, worst, rewards if whole else np.float64)
        self.lower, self.upper = np.full(count, worst, rewards), np.full(count, best, rewards)
        self.kind = np.full(count, "lower", "<U9")  # as long as "heuristic"
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

    def ended(self, index: int, state: State, objective: str) -> None:
        """The answer for the end of a game."""
        game = self.given.game
        value = game.rewards(state)[game.to_move(state)] if game.players > 2 else game.reward(state)
        self.value[index] = self.lower[index] = self.upper[index] = value
        self.kind[index], self.distance[index] = "exact", 0 if value and objective == "distance" else -1

    def answers(self, stopped: str, note: str) -> Answers:
        for index in self.given.refused:
            self.kind[index] = "refused"
        arrays = self.value, self.kind, self.lower, self.upper, self.distance, self.best, self.nodes
        return Answers(*arrays, self.given.refused, stopped, note)
