"""MTD(f) and NegaScout on 3x3 with windows of width 1, if a win after d plies is worth 1 - 0.1 d.

Plain Python with floats on purpose: zermelo itself has no fractions.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

FULL: Final = 0b111_111_111
LINES: Final = (0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124)
"""Rows, columns and diagonals, a bit for each cell."""

SCALES: Final = ("1 - 0.1 d", "10 - d")
"""The value of a win after d plies: in tenths, and the same in whole numbers."""


class Board(NamedTuple):
    """The stones of the player to move, and the other's."""

    me: int
    you: int


def has_line(stones: int) -> bool:
    """Whether three are in a row."""
    return any(stones & line == line for line in LINES)


def is_over(board: Board) -> bool:
    """Whether there is a line, or no free cell."""
    return has_line(board.you) or board.me | board.you == FULL


def children(board: Board) -> Iterator[Board]:
    """The boards after one more stone."""
    for cell in range(9):
        if not (board.me | board.you) >> cell & 1:
            yield Board(board.you, board.me | 1 << cell)


@functools.cache
def boards(least: int) -> tuple[Board, ...]:
    """The boards that can be reached and are not over, with at least this many stones."""
    layer, found = {Board(0, 0)}, list[Board]()
    for stones in range(9):
        layer = {board for board in layer if not is_over(board)}
        found += sorted(layer) if stones >= least else []
        layer = {child for board in layer for child in children(board)}
    return tuple(found)


def worth(board: Board, plies: int, scale: str) -> float:
    """The value of a board that is over, for its player to move, this many plies after the root."""
    if not has_line(board.you):
        return 0
    return plies - 10 if scale == "10 - d" else -1 + 0.1 * plies


def negamax(board: Board, plies: int, alpha: float, beta: float, scale: str, *, soft: bool) -> float:
    """The value by NegaMax, fail-soft or fail-hard; if fail-hard, no result is less than alpha."""
    if is_over(board):
        return worth(board, plies, scale)
    best = -math.inf if soft else alpha
    for child in children(board):
        best = max(best, -negamax(child, plies + 1, -beta, -max(alpha, best), scale, soft=soft))
        if best >= beta:
            break
    return best


def mtdf(board: Board, scale: str, *, soft: bool) -> float | None:
    """The value by windows of width 1, from the guess 0; None if a pass leaves both bounds as they were."""
    lower, upper, score = -math.inf, math.inf, 0.0
    while lower < upper:
        bound, before = max(score, lower + 1), (lower, upper)
        score = negamax(board, 0, bound - 1, bound, scale, soft=soft)
        lower, upper = (lower, score) if score < bound else (score, upper)
        if (lower, upper) == before:
            return None
    return score


def negascout(board: Board, plies: int, alpha: float, beta: float, scale: str, counts: list[int]) -> float:
    """The value, fail-soft. Counts scouts, scouts that end inside their window, and searches that are repeated."""
    if is_over(board):
        return worth(board, plies, scale)
    best = -math.inf
    for number, child in enumerate(children(board)):
        floor = max(alpha, best)
        ceiling = beta if number == 0 else min(beta, floor + 1)
        score = -negascout(child, plies + 1, -ceiling, -floor, scale, counts)
        counts[0] += ceiling < beta
        counts[1] += ceiling < beta and floor < score < ceiling
        if number > 0 and floor < score < beta and ceiling < beta:
            counts[2] += 1
            score = -negascout(child, plies + 1, -beta, -score, scale, counts)
        best = max(best, score)
        if best >= beta:
            break
    return best


def spread(scale: str) -> tuple[int, int]:
    """How many different values games from the empty board have, and how many of them a window [x, x + 1) holds at most."""
    line = Board(0, LINES[0])
    won, lost = [-worth(line, plies, scale) for plies in (5, 7, 9)], [worth(line, plies, scale) for plies in (6, 8)]
    scores = {0.0, *won, *lost}
    return len(scores), max(sum(low <= score < low + 1 for score in scores) for low in scores)


def trial(scale: str, least: int) -> dict[str, Any]:
    """Both algorithms on all boards with at least this many stones, compared with MiniMax."""
    counts = [0, 0, 0]
    found = {"positions": 0, "negascout_right": 0}
    ends = {f"{name}_{end}": 0 for name in ("hard", "soft") for end in ("right", "wrong", "never")}
    for board in boards(least):
        exact = negamax(board, 0, -math.inf, math.inf, scale, soft=True)
        found["positions"] += 1
        found["negascout_right"] += negascout(board, 0, -math.inf, math.inf, scale, counts) == exact
        for name in ("hard", "soft"):
            score = mtdf(board, scale, soft=name == "soft")
            ends[f"{name}_{'never' if score is None else 'right' if score == exact else 'wrong'}"] += 1
    return {**found, **ends, "scouts": counts[0], "inside": counts[1], "researches": counts[2]}
