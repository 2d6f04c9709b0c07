"""For how long any move will do: the positions of each ply in which all moves are alike."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import numpy as np

from experiments.horizon.boards_solved import ILLEGAL, SIDES, Layer, Solved, seen, solved
from experiments.horizon.wording import board_name, in_plies
from experiments.markdown import percent, table
from experiments.plots import curves
from experiments.study import Case, Row, matching
from zermelo.core.bits import Bits
from zermelo.games.in_a_row.linegame import Board
from zermelo.games.in_a_row.mnk import mnk

HORIZONS: Final = (1, 2, 3, 4, 5, 6)
"""Plies that an engine looks ahead where it is asked whether it can tell moves apart."""

SHOWN: Final = (1, 2, 4, 6)
"""Those of them that are shown."""

SAMPLE: Final = 50
"""Positions of a ply in which evaluations are compared."""


def cases(seed: int) -> list[Case]:
    """Each ply of each board."""
    return [
        Case(f"{board_name(side)} ply {ply}", partial(measure, side, ply, seed), True)
        for side in SIDES
        for ply in range(side * side)
    ]


def measure(side: int, ply: int, seed: int) -> Row:
    """In how many positions of a ply all moves are alike: by their values, and to engines that look a few plies ahead."""
    board = solved(side)
    layer, worst = board.layers[ply], board.worst[ply]
    best = board.scores[board.code(layer)]

    def alike(depth: int, scaled: bool) -> int:
        """Sight never falls as scores rise, so the best and the worst move tell it of all."""
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
    """Of some positions in which all moves have one value: in how many a look one ply ahead, with the evaluation, prefers
    some of them.
    """
    some = dice.sample(range(len(layer.me)), min(SAMPLE, len(layer.me)))
    picked = Layer(layer.me[some], layer.you[some])
    moves = board.moves(picked)
    values = np.ma.masked_array(np.sign(moves), moves == ILLEGAL)
    even = np.nonzero(values.max(axis=0) == values.min(axis=0))[0]
    game = mnk(board.side, board.side, board.side)
    prefers = sum(_prefers(game, int(picked.me[place]), int(picked.you[place])) for place in even)
    return {"sampled": len(some), "even": len(even), "evaluation_prefers": prefers}


def _prefers(game: mnk, me: int, you: int) -> bool:
    """Whether the evaluation after one move is another than that after another."""
    state = Board(_bits(game, me), _bits(game, you))
    points = set[int]()
    for action in game.actions(state):
        child = game.apply(state, action)
        ended = game.terminal(child)
        points.add(game.reward(child) * game.resolution if ended else game.evaluate(child))
    return len(points) > 1


def _bits(game: mnk, mask: int) -> Bits:
    """The stones of a mask as the game has them."""
    return Bits.of(game.width, *(game.cell(action) for action in range(game.action_count) if mask >> action & 1))


def aimless_plies(rows: Sequence[Row], side: int, field: str = "same_value") -> int:
    """For how many plies, from the start, all moves are alike in every position."""
    for row in matching(rows, part="ply", side=side):
        if row[field] < row["positions"]:
            return row["ply"]
    return side * side


def answer(rows: Sequence[Row], side: int) -> str:
    """For how many plies all moves are worth the same."""
    plies = aimless_plies(rows, side)
    same = aimless_plies(rows, side, "same_distance")
    also = (
        "and who also asks how soon sees no difference either"
        if same == plies
        else f"and who also asks how soon sees none for {in_plies(same)}"
    )
    return (
        f"There all moves of every position are worth the same while fewer than {plies} stones are on the board: a perfect "
        f"player who asks who wins is as aimless till then as one who sees nothing, {also}."
    )


def section(rows: Sequence[Row], side: int) -> str:
    """The text and the plot are of one board, the tables of each."""
    return "\n\n".join(
        [
            "### For how long any move will do",
            _text(rows, side),
            "![Share of positions in which an engine sees all moves alike](horizon-alike.svg)",
            *(f"{board_name(each)}:\n\n{_table(rows, each)}" for each in SIDES),
        ]
    )


def _text(rows: Sequence[Row], side: int) -> str:
    plies = aimless_plies(rows, side)
    early = [row for row in matching(rows, part="ply", side=side) if row["ply"] < plies]
    sampled = sum(row["even"] for row in early)
    prefers = sum(row["evaluation_prefers"] for row in early)
    place = HORIZONS.index(4)
    sees = next((r for r in matching(rows, part="ply", side=side) if r["blind"][place] < r["positions"]), None)
    late = [row for row in matching(rows, part="ply", side=side) if row["ply"] >= plies and row["free"] > 1]
    blind = sum(row["blind"][place] for row in late)
    equal = sum(row["same_value"] for row in late)
    same = sum(row["same_distance"] for row in late)
    total = sum(row["positions"] for row in late)
    start = matching(rows, part="ply", side=side, ply=0)[0]
    first = "all of them have one value" if start["same_value"] else "they differ in value"
    told = (
        f"first sees moves differ at ply {sees['ply']}, with {sees['free']} free cells, in "
        f"{percent(sees['positions'] - sees['blind'][place], sees['positions'])} of the positions"
        if sees
        else "never sees moves differ"
    )
    return (
        f"Counted are all positions that any play comes to on {board_name(side)}, by the exact value of every move. First "
        f"moves: {first}. A line is complete after {2 * side - 1} plies at the earliest, so a search of 4 plies reaches an "
        f"end from ply {2 * side - 5} on; but only what is forced changes a score, and it {told}. Of all {total:,} later "
        f"positions with a choice, depth 4 sees all moves alike in {percent(blind, total)}; in {percent(equal, total)} they "
        f"are worth the same. Where values are equal it takes something else to prefer a move: the static evaluation, one "
        f"ply ahead, does in {prefers} of {sampled} sampled positions of fewer than {plies} stones. To ask how soon helps "
        f"only where somebody wins: it leaves {percent(same, total)} of the later positions without a preference."
    )


def _table(rows: Sequence[Row], side: int) -> str:
    lines = [
        [
            row["ply"],
            row["free"],
            row["positions"],
            percent(row["same_value"], row["positions"]),
            percent(row["same_distance"], row["positions"]),
            *(percent(row["blind"][HORIZONS.index(depth)], row["positions"]) for depth in SHOWN),
            f"{row['evaluation_prefers']} of {row['even']}",
        ]
        for row in matching(rows, part="ply", side=side)
    ]
    heads = [
        "ply",
        "free cells",
        "positions",
        "one value",
        "and distance",
        f"alike at depth {SHOWN[0]}",
        *map(str, SHOWN[1:]),
        "evaluation prefers",
    ]
    return table(heads, lines)


def plot(rows: Sequence[Row], side: int) -> str:
    """The share of positions in which all moves look alike, by ply."""
    found = matching(rows, part="ply", side=side)

    def points(counts: Iterator[int]) -> list[tuple[float, float]]:
        return [(row["ply"], 100 * count / row["positions"]) for row, count in zip(found, counts, strict=True)]

    series = {
        f"{in_plies(depth)} ahead": points(row["blind"][HORIZONS.index(depth)] for row in found) for depth in SHOWN
    }
    series["who wins"] = points(row["same_value"] for row in found)
    series["who wins, and how soon"] = points(row["same_distance"] for row in found)
    title = f"Positions on {board_name(side)} in which all moves look alike"
    return curves(series, x="stones on the board", y="% of positions", title=title)
