"""The rows (algorithms) and boards of the benchmark, and a cell: the result of a row on a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeVar

from experiments.benchmark.published import PUBLISHED, Published
from experiments.wording import unknown
from zermelo.core.errors import BadOption
from zermelo.games import mnk

Stopped = Literal["complete", "seconds", "interrupted"]


class Row(NamedTuple):
    """An algorithm and its settings. All else is the same for all rows."""

    key: str
    title: str
    algorithm: str
    table: bool = False
    deepening: bool = False
    objective: str = "outcome"
    published: str | None = None
    """The published row to compare with."""

    @property
    def options(self) -> dict[str, Any]:
        """The settings as keyword arguments of a Solver."""
        return {  # without table and knowledge, informed MiniMax visits the same nodes as MiniMax
            "algorithm": "informed-minimax" if self.algorithm == "minimax" else self.algorithm,
            "table": self.table,
            "deepening": self.deepening,
            "objective": self.objective,
        }


class Board(NamedTuple):
    """k in a row on m rows and n columns."""

    m: int
    n: int
    k: int

    @property
    def key(self) -> str:
        """The name by which it is selected: 3x3k3."""
        return f"{self.m}x{self.n}k{self.k}"

    @property
    def title(self) -> str:
        """The name that is printed: 3x3, k = 3."""
        return f"{self.m}x{self.n}, k = {self.k}"

    def game(self) -> mnk:
        """The game on this board."""
        return mnk(self.m, self.n, self.k)


_ROWS: Final = (
    Row("minimax", "MiniMax", "minimax", published="MiniMax"),
    Row("alpha-beta", "MiniMax with Alpha-Beta", "alpha-beta", published="MiniMax with Alpha-Beta Pruning"),
    Row("negamax", "NegaMax", "negamax", published="NegaMax"),
    Row("negascout", "NegaScout", "negascout", published="NegaScout"),
    Row("bns", "Best Node Search", "bns", published="Best Node Search (BNS)"),
    Row(
        "bns-id",
        "Best Node Search + Iterative Deepening",
        "bns",
        table=True,
        deepening=True,
        published="Best Node Search + Iterative Deepening",
    ),
    Row("mtdf", "MTD(f)", "mtdf", table=True, published="MTD(f)"),
    Row(
        "mtdf-id",
        "MTD(f) + Iterative Deepening",
        "mtdf",
        table=True,
        deepening=True,
        published="MTD(f) + Iterative Deepening",
    ),
    # ours
    Row("negamax-distance", "NegaMax, depth-scaled reward", "negamax", objective="distance", published="NegaMax"),
    Row("alpha-beta-table", "Alpha-Beta with table", "alpha-beta", table=True),
    Row("negamax-table", "NegaMax with table", "negamax", table=True),
    Row("negascout-table", "NegaScout with table", "negascout", table=True),
    Row("bns-table", "Best Node Search with table", "bns", table=True),
)

ROWS: Final[Mapping[str, Row]] = {row.key: row for row in _ROWS}
"""The eight published rows, then our own."""

BOARDS: Final[Mapping[str, Board]] = {
    board.key: board for board in (Board(3, 3, 3), Board(4, 4, 3), Board(4, 4, 4), Board(5, 5, 5))
}
"""The published boards."""


@dataclass(frozen=True)
class Cell:
    """The result of a row on a board: a game of self-play, complete or up to its limit.

    `lower` and `upper` are proved bounds on the reward of the player to move: in the empty board if the game is complete,
    otherwise in the position whose search was cut short.
    """

    row: Row
    board: Board
    knowledge: bool
    states: int
    seconds: float
    compile_seconds: float
    moves: tuple[str, ...]
    """The moves played."""
    lower: int
    upper: int
    stopped: Stopped
    limit: float
    """The limit in seconds."""
    compiled: bool

    @property
    def complete(self) -> bool:
        """Whether the game was played to its end."""
        return self.stopped == "complete"

    @property
    def published(self) -> Published | None:
        """The figures published for this row and board; they are for algorithms that know nothing but the rules."""
        return None if self.row.published is None else PUBLISHED[self.row.published].get(self.board.key)

    @property
    def same_states(self) -> bool:
        """Whether the number of states equals the published one."""
        return self.complete and self.published is not None and self.published.states == self.states

    def remark(self) -> str:
        """Where the game stopped and why, "" if it is complete."""
        if self.complete:
            return ""
        why = f"gave up after {self.limit:g} s" if self.stopped == "seconds" else "interrupted"
        return f"{why} at move {len(self.moves) + 1}, value in [{self.lower}, {self.upper}]"


T = TypeVar("T")


def select(rows: Sequence[str] = (), boards: Sequence[str] = ()) -> list[tuple[Row, Board]]:
    """Rows with boards, chosen by key, board after board; no keys means all. Raises BadOption for an unknown key."""
    chosen = _chosen("row", rows, ROWS)
    return [(row, board) for board in _chosen("board", boards, BOARDS) for row in chosen]


def _chosen(what: str, keys: Sequence[str], known: Mapping[str, T]) -> list[T]:
    for key in keys:
        if key not in known:
            raise BadOption(unknown(f"benchmark {what}", key, known))
    return [value for key, value in known.items() if not keys or key in keys]
