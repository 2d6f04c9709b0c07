"""Boards of k in a row for several players: which power of the whole tree each algorithm searches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from statistics import mean
from typing import Any, ClassVar, Final

from experiments.markdown import names, table
from experiments.measuring import searched
from experiments.players.wording import NAMES, listed
from experiments.plots import curves
from experiments.study import Case, Row, matching
from zermelo.core.constants import UNBOUNDED
from zermelo.games.in_a_row.lines import Crowd, Placed, lines

ALGORITHMS: Final = ("maxn", "paranoid", "best-reply")

BOARDS: Final = {
    ((3, 2), 3): True,
    ((6,), 3): True,
    ((8,), 3): False,
    ((4, 2), 3): False,
    ((3, 3), 2): False,
    ((3, 3), 3): False,
    ((5, 2), 3): False,
}
"""Shape and k; and whether they are quick."""

PLAYERS: Final = (2, 3, 4)


class Duel(Placed):
    """Two players, telling that one's gain is the other's loss, so that max^n may prune."""

    reward_total: ClassVar[int] = 0  # pyright: ignore[reportIncompatibleVariableOverride]


@dataclass(frozen=True)
class Untold(Crowd):
    """Many players, telling neither what rewards add up to nor that a win is the best there is: max^n cannot prune."""

    reward_range: ClassVar[tuple[int, int]] = (-2, 2)  # pyright: ignore[reportIncompatibleVariableOverride]

    @property
    def reward_total(self) -> int:
        """Not told."""
        return UNBOUNDED


def cases() -> list[Case]:
    """By players."""
    return [
        Case(f"{board_name(shape, k)}, {players} players", partial(measure, shape, k, players, quick), quick)
        for (shape, k), quick in BOARDS.items()
        for players in PLAYERS
    ]


def board_name(shape: tuple[int, ...], k: int) -> str:
    """As `3x3, k = 3`."""
    return f"{'x'.join(map(str, shape))}, k = {k}"


def measure(shape: tuple[int, ...], k: int, players: int, interpreted: bool) -> Row:
    """A game by every algorithm, and its whole tree."""
    compiled = False if interpreted else None
    if players == 2:
        game: Any = Duel(shape, k)
        whole = searched(game, algorithm="minimax", table=False, etc=False, without="all", compiled=compiled)
    else:
        game = lines(shape, k, players)
        whole = searched(Untold(shape, k, players=players), algorithm="maxn", compiled=compiled)
    found = {algorithm: searched(game, algorithm=algorithm, compiled=compiled) for algorithm in ALGORITHMS}
    if found["maxn"]["value"] != whole["value"]:
        raise AssertionError(f"{board_name(shape, k)}, {players} players: pruning has changed the value of max^n.")
    return {
        "board": board_name(shape, k),
        "players": players,
        "whole": whole["nodes"],
        **{algorithm: row["nodes"] for algorithm, row in found.items()},
        "value": whole["value"],
        "sure": found["paranoid"]["value"],
    }


def measured(rows: Sequence[Row]) -> list[Row]:
    """The rows of boards."""
    return [row for row in rows if "board" in row]


def power(row: Row, algorithm: str) -> float:
    """Log nodes by log nodes of the whole tree."""
    return math.log(row[algorithm]) / math.log(row["whole"])


def by_players(boards: Sequence[Row], algorithm: str) -> dict[int, float]:
    """The mean power over all boards."""
    return {players: mean(power(row, algorithm) for row in matching(boards, players=players)) for players in PLAYERS}


def answer(rows: Sequence[Row]) -> str:
    """The powers on average."""
    boards = measured(rows)
    seats = names([str(players) for players in PLAYERS])
    told = names([f"{NAMES[a]} {listed(by_players(boards, a))}" for a in ALGORITHMS])
    return f"On boards of k in a row with {seats} players the powers are, on average: {told}."


def figures(rows: Sequence[Row]) -> str:
    """The plot, the table, and how to read them."""
    boards = measured(rows)
    heads = ["board", "players", "whole tree", *(head for a in ALGORITHMS for head in (NAMES[a], "power"))]
    return "\n\n".join(
        [
            "![Which power of the tree is searched on boards, by players](players-boards.svg)",
            table(heads, [_line(row) for row in boards]),
            "k in a row, moves in their natural order, no table. Here max^n also stops at a win, which is the best there "
            "is; the others do not. Best-reply search has a tree of its own (one opponent replies, the others pass), which "
            f"may be larger than the game's. With more than two players max^n ends in a draw on {drawn(boards)} of these "
            "boards, and where most plays do, little keeps paranoid search from a cut: the trees above tell more.",
        ]
    )


def _line(row: Row) -> list[object]:
    """Of the table."""
    found = [figure for a in ALGORITHMS for figure in (row[a], power(row, a))]
    return [row["board"], row["players"], row["whole"], *found]


def drawn(boards: Sequence[Row]) -> str:
    """As `3 of 4`: how many boards with more than two players are drawn by max^n."""
    crowded = [row for row in boards if row["players"] > 2]
    return f"{sum(row['value'] == 0 for row in crowded)} of {len(crowded)}"


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """The powers on average, by players."""
    boards = measured(rows)
    series = {NAMES[a]: list(by_players(boards, a).items()) for a in ALGORITHMS}
    y, title = "log nodes / log nodes of the whole tree", "k in a row, mean of the boards"
    return {"players-boards": curves(series, x="players", y=y, title=title)}
