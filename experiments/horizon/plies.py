"""For how many plies any move will do: the positions of each ply in which all moves are alike."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import numpy as np

from experiments.horizon.boards_solved import ILLEGAL, SIDES, Layer, Solved, seen, solved
from experiments.horizon.labels import board_name, in_plies
from experiments.markdown import percent, table
from experiments.plots import curves
from experiments.study import Case, Row, matching
from zermelo.games import mnk

HORIZONS: Final = (1, 2, 3, 4, 5, 6)
"""The depths of the engines that may see all moves alike."""

SHOWN: Final = (1, 2, 4, 6)
"""The depths that are shown."""

SAMPLE: Final = 50
"""The number of random positions of a ply in which evaluations are compared."""


def cases(seed: int) -> list[Case]:
    """Each ply of each board."""
    return [
        Case(f"{board_name(side)} ply {ply}", partial(measure, side, ply, seed), True)
        for side in SIDES
        for ply in range(side * side)
    ]


def measure(side: int, ply: int, seed: int) -> Row:
    """Count the positions of a ply in which all moves are alike, by value and for engines that look some plies ahead."""
    board = solved(side)
    layer, worst = board.layers[ply], board.worst[ply]
    best = board.scores[board.code(layer)]

    def alike(depth: int, scaled: bool) -> int:
        """In how many positions all moves look alike; the best and the worst suffice, as `seen` is monotonic."""
        return int((seen(best, depth, scaled=scaled) == seen(worst, depth, scaled=scaled)).sum())

    return {
        "part": "ply",
        "side": side,
        "ply": ply,
        "free": board.cells - ply,
        "positions": len(best),
        "same_value": alike(board.cells, False),
        "same_distance": alike(board.cells, True),
        "blind": [alike(depth, False) for depth in HORIZONS],
        "blind_scaled": [alike(depth, True) for depth in HORIZONS],
        **_evaluated(board, layer, random.Random(f"{seed} {side} {ply}")),
    }


def _evaluated(board: Solved, layer: Layer, dice: random.Random) -> Row:
    """In a random sample: the positions in which all moves have one value, and those of them in which the evaluation, one
    ply ahead, prefers some moves.
    """
    some = dice.sample(range(len(layer.me)), min(SAMPLE, len(layer.me)))
    picked = Layer(layer.me[some], layer.you[some])
    moves = board.moves(picked)
    values = np.ma.masked_array(np.sign(moves), moves == ILLEGAL)
    even = np.nonzero(values.max(axis=0) == values.min(axis=0))[0]
    prefers = sum(_prefers(board.side, int(picked.me[place]), int(picked.you[place])) for place in even)
    return {"sampled": len(some), "even": len(even), "evaluation_prefers": prefers}


def _prefers(side: int, me: int, you: int) -> bool:
    """Whether the evaluation differs between moves."""
    game = mnk(side, side, side)
    state = game.parse_position(_drawn(me, you, side))
    points = set[int]()
    for action in game.actions(state):
        child = game.apply(state, action)
        ended = game.terminal(child)
        points.add(game.reward(child) * game.resolution if ended else game.evaluate(child))
    return len(points) > 1


def _drawn(me: int, you: int, side: int) -> str:
    """A position, as text: the first player's stones are X, and the first player moves if both have as many."""
    mine, yours = "XO" if me.bit_count() == you.bit_count() else "OX"
    cells = [mine if me >> cell & 1 else yours if you >> cell & 1 else "." for cell in range(side * side)]
    return "/".join("".join(cells[start : start + side]) for start in range(0, side * side, side))


def aimless_plies(rows: Sequence[Row], side: int, field: str = "same_value") -> int:
    """The number of plies from the start after which some position first has moves that are not alike."""
    for row in matching(rows, part="ply", side=side):
        if row[field] < row["positions"]:
            return row["ply"]
    return side * side


def later(rows: Sequence[Row], side: int) -> list[Row]:
    """The plies with a choice of moves, from the first at which moves differ in value in some position."""
    first = aimless_plies(rows, side)
    return [row for row in matching(rows, part="ply", side=side) if row["ply"] >= first and row["free"] > 1]


def figures(rows: Sequence[Row]) -> str:
    """The section of the details, with a plot and tables."""
    boards = [f"{board_name(side)}:\n\n{table(['ply', 'free cells', *HEADS], _lines(rows, side))}" for side in SIDES]
    heads = ["board", "from ply", *HEADS[:-1]]
    return "\n\n".join(
        [
            "### For how long any move will do",
            "![Share of positions in which an engine sees all moves alike](horizon-alike.svg)",
            "All positions that play can reach are counted. *One value*: all moves have the same value; *and distance*: the "
            "game also ends equally soon if somebody wins. *Alike at depth* d: an engine that looks d plies ahead sees no "
            "difference between the moves. A line of n takes at least 2n - 1 plies, so a search of d plies cannot see one "
            f"before ply 2n - 1 - d. *Evaluation prefers* x of y: of at most {SAMPLE} random positions, y have moves of "
            "one value only, and in x of these the static evaluation, one ply ahead, prefers some moves.",
            *boards,
            "All positions with a choice of moves, from the first ply at which moves differ in value in some position:",
            table(heads, [_later_line(rows, side) for side in SIDES]),
        ]
    )


HEADS: Final = [
    *("positions", "one value", "and distance", f"alike at depth {SHOWN[0]}", *map(str, SHOWN[1:])),
    "evaluation prefers",
]


def _shares(rows: Sequence[Row]) -> list[str]:
    """The number of positions in these plies, and in what shares of them moves are alike."""
    counts = [
        [row["same_value"], row["same_distance"], *(row["blind"][HORIZONS.index(d)] for d in SHOWN)] for row in rows
    ]
    positions = sum(row["positions"] for row in rows)
    return [f"{positions:,}", *(percent(sum(column), positions) for column in zip(*counts, strict=True))]


def _lines(rows: Sequence[Row], side: int) -> list[list[object]]:
    """The lines of the table of a board."""
    return [
        [row["ply"], row["free"], *_shares([row]), f"{row['evaluation_prefers']} of {row['even']}"]
        for row in matching(rows, part="ply", side=side)
    ]


def _later_line(rows: Sequence[Row], side: int) -> list[object]:
    """The line of a board in the table of later plies."""
    return [board_name(side), aimless_plies(rows, side), *_shares(later(rows, side))]


def plot(rows: Sequence[Row], side: int) -> str:
    """The share of positions in which all moves look alike, by ply."""
    by_ply = matching(rows, part="ply", side=side)

    def points(counts: Iterator[int]) -> list[tuple[float, float]]:
        return [(row["ply"], 100 * count / row["positions"]) for row, count in zip(by_ply, counts, strict=True)]

    series = {
        f"{in_plies(depth)} ahead": points(row["blind"][HORIZONS.index(depth)] for row in by_ply) for depth in SHOWN
    }
    series["who wins"] = points(row["same_value"] for row in by_ply)
    series["who wins, and how soon"] = points(row["same_distance"] for row in by_ply)
    title = f"Positions on {board_name(side)} in which all moves look alike"
    return curves(series, x="stones on the board", y="% of positions", title=title)
