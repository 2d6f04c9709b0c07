"""Engines that look a fixed number of plies ahead, against every line of play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import Final

import numpy as np

from experiments.citations import ROOT_ROATCH
from experiments.horizon.boards_solved import SIDES, Array, Layer, Solved, solved
from experiments.horizon.every_line import SHORTCUT, Played, before_and_after, engine, played
from experiments.horizon.labels import board_name, scores_name
from experiments.horizon.least_depth import PLAIN, games_lost, least_depth, least_table
from experiments.markdown import table
from experiments.plots import curves
from experiments.study import Case, Row, matching
from zermelo.games import mnk

DEEPEST: Final = {3: 9, 4: 10}
"""The greatest depth of an engine, by the side of the board."""

ANY_BEST: Final = {3: range(1, 10), 4: (4, 6, 8)}
"""The depths of the engines that may play any of their best moves."""

LIMIT: Final = 4
"""The published limit of the depth, with which all tests passed (Root-Roatch 2024)."""

UNCOUNTED: Final = 2
"""Plies that an engine looks ahead past its limit, if it counts from 0 after its own move and stops only after the limit."""

CORNER_TAKEN: Final = Layer(np.array([0], np.uint16), np.array([1], np.uint16))
"""The position in which only the first cell is occupied, by the other player."""


def cases() -> list[Case]:
    """Engines of each depth, with and without a preference for fast wins; some take the shortcut, some any best move."""
    listed: list[Case] = []
    for side, scaled in product(SIDES, (False, True)):
        name = f"{board_name(side)} {scores_name(scaled)}"
        for depth in range(1, DEEPEST[side] + 1):
            listed.append(Case(f"{name} depth {depth}", partial(measure, side, scaled, depth), True))
            if side * side >= SHORTCUT:
                measured = partial(measure, side, scaled, depth, shortcut=SHORTCUT)
                listed.append(Case(f"{name} depth {depth}, shortcut {SHORTCUT}", measured, True))
        for depth in ANY_BEST[side]:
            measured = partial(measure, side, scaled, depth, any_best=True)
            listed.append(Case(f"{name} depth {depth}, any best move", measured, side == SIDES[0]))
    return listed


def measure(side: int, scaled: bool, depth: int, *, shortcut: int | None = None, any_best: bool = False) -> Row:
    """An engine against every line of play, moving first and second."""
    board = solved(side)
    rule = engine(board, depth, scaled=scaled, shortcut=shortcut, any_best=any_best)
    games = {first: played(board, rule, first=first) for first in (True, False)}
    turns = [turn for one in games.values() for turn in one.turns]
    row: Row = {"part": "engine", "side": side, "scaled": scaled, "depth": depth}
    row |= {"shortcut": shortcut, "any_best": any_best, "first": _games(games[True]), "second": _games(games[False])}
    row |= {"met": sum(len(turn.layer.me) for turn in turns)}
    row |= {"slips": sum(_slips(board, turn.layer, turn.chosen) for turn in turns)}
    if side == SIDES[0]:
        layers = board.layers[:-1]
        replies = np.nonzero(rule(CORNER_TAKEN)[:, 0])[0]
        row |= {"all": sum(len(layer.me) for layer in layers)}
        row |= {"all_slips": sum(_slips(board, layer, rule(layer)) for layer in layers)}
        row |= {"corner_reply": [mnk(side, side, side).action_name(int(cell)) for cell in replies]}
    return row


def _games(one: Played) -> list[int]:
    """Won, drawn and lost."""
    return [one.won, one.drawn, one.lost]


def _slips(board: Solved, layer: Layer, chosen: Array) -> int:
    """The number of positions in which a move may be chosen that is worse than another."""
    before, after = before_and_after(board, layer, chosen)
    return int((after < before).sum())


def summary(rows: Sequence[Row]) -> str:
    """A table of least depths, and a plot of the games lost."""
    return "\n\n".join(
        [
            least_table(rows),
            "The last three columns give the least depth from which on an engine loses no game; chooses no worse move in "
            "its games, that is, no move with a lower value than another; and chooses none in any position that play can "
            "reach. *Depths* are those that were measured. *Of equal moves*: whether the engine plays the first of the "
            "moves that it finds best, row by row, or any of them.",
            "![Share of games lost by the depth of the engine](horizon-lost.svg)",
        ]
    )


def figures(rows: Sequence[Row]) -> str:
    """The sections of the details: the published limit, and the games of all engines."""
    heads = ["board", "scores", "of equal moves", "depth", "first: won, drawn, lost", "second", "worse moves"]
    return "\n\n".join(
        [
            "### The published limit",
            f"{ROOT_ROATCH} reports that on 3x3 all tests pass with a limit of {LIMIT} plies, and that with a lower limit "
            "the engine no longer answers a corner with the centre. If that engine counts plies from 0 after its own move, "
            f"and stops only past the limit, its limit of {LIMIT} is a depth of {LIMIT + UNCOUNTED} here. These engines "
            f"prefer fast wins, as it does; on 4x4 they also play the first free cell while {SHORTCUT} or more are free.",
            _limits(rows),
            "### Engines of each depth",
            "An engine of depth d looks d plies ahead, its own move included, and knows only the rules. It plays one game "
            "for each line of play. *Worse moves* counts the positions of its games in which it may choose a move with a "
            "lower value than another. Depths are shown up to the first that loses no game. The last column says whether it "
            f"wins, draws and loses as many games if it plays the first free cell while {SHORTCUT} or more are free.",
            table([*heads, "same with the first free cell"], _lines(rows)),
        ]
    )


def _limits(rows: Sequence[Row]) -> str:
    """A table of the published engine with each depth."""
    small, large = SIDES
    large_rows = {
        row["depth"]: row for row in matching(rows, part="engine", side=large, scaled=True, shortcut=SHORTCUT)
    }
    lines: list[list[object]] = []
    for row in matching(rows, part="engine", side=small, scaled=True, **PLAIN):
        other = large_rows.get(row["depth"])
        lost = [_lost(other, order) if other else None for order in ("first", "second")]
        reply = " or ".join(row["corner_reply"])
        lines.append([row["depth"], reply, _lost(row, "first"), _lost(row, "second"), *lost])
    heads = ["depth", "answer to a corner"]
    heads += [f"{board_name(side)} {order}: lost" for side in SIDES for order in ("first", "second")]
    return table(heads, lines)


def _lost(row: Row, order: str) -> str:
    """The games lost moving first or second, of all games."""
    return f"{row[order][2]:,} of {sum(row[order]):,}"


def _lines(rows: Sequence[Row]) -> list[list[object]]:
    """The lines of the table of all engines."""
    return [
        [
            board_name(row["side"]),
            scores_name(row["scaled"]),
            "any" if row["any_best"] else "the first",
            row["depth"],
            _triple(row["first"]),
            _triple(row["second"]),
            f"{row['slips']:,} of {row['met']:,}",
            _same_with_shortcut(rows, row),
        ]
        for row in matching(rows, part="engine", shortcut=None)
        if row["depth"] <= (_least_like(rows, row) or row["depth"])
    ]


def _same_with_shortcut(rows: Sequence[Row], row: Row) -> str:
    """Whether the same engine with the shortcut wins, draws and loses as many games; empty if it was not measured."""
    wanted = {name: row[name] for name in ("side", "scaled", "depth", "any_best")}
    twins = matching(rows, part="engine", shortcut=SHORTCUT, **wanted)
    same = [(twin["first"], twin["second"]) == (row["first"], row["second"]) for twin in twins]
    return "" if not same else "yes" if all(same) else "no"


def _least_like(rows: Sequence[Row], row: Row) -> int | None:
    """The least depth that loses no game, of engines that differ from that of the row only in depth."""
    return least_depth(rows, side=row["side"], scaled=row["scaled"], any_best=row["any_best"], shortcut=row["shortcut"])


def _triple(games: list[int]) -> str:
    """As `1, 2, 3`."""
    return ", ".join(f"{count:,}" for count in games)


def plot(rows: Sequence[Row]) -> str:
    """The share of games lost, by depth."""
    series = {
        f"{board_name(side)}, {scores_name(scaled)}": [
            (row["depth"], 100 * games_lost(row) / (sum(row["first"]) + sum(row["second"])))
            for row in matching(rows, part="engine", side=side, scaled=scaled, **PLAIN)
        ]
        for side, scaled in product(SIDES, (False, True))
    }
    return curves(series, x="plies looked ahead", y="% of games lost", title="Games lost against every line of play")
