"""How deep is deep enough: engines that look some plies ahead, against every line of play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import Final

import numpy as np

from experiments.horizon.boards_solved import SIDES, Array, Layer, Solved, solved
from experiments.horizon.every_line import SHORTCUT, Played, before_and_after, engine, played
from experiments.horizon.least_depth import PLAIN, depth_name, games_lost, least_depth, least_table, slips_text
from experiments.horizon.wording import board_name, in_plies, order_name, scores_name
from experiments.markdown import names, table
from experiments.plots import curves
from experiments.study import Case, Row, matching
from zermelo.games.in_a_row.mnk import mnk

DEEPEST: Final = {3: 9, 4: 10}
"""Plies that an engine looks ahead at most when it plays, by the side of the board."""

ANY_BEST: Final = {3: range(1, 10), 4: (4, 6, 8)}
"""Plies that an engine looks ahead which may take any of its best moves."""

LIMIT: Final = 4
"""The article's, of which it says that it passes its tests."""

UNCOUNTED: Final = 2
"""Plies that are looked ahead beside those that are counted, where counting begins at 0 after the move and the search stops
only beyond the limit."""

CORNER_TAKEN: Final = Layer(np.array([0], np.uint16), np.array([1], np.uint16))
"""The one position in which the other player has just the first cell."""


def cases() -> list[Case]:
    """Of each depth, by what wins are worth to it; some with the shortcut, some with any of their best moves."""
    found: list[Case] = []
    for side, scaled in product(SIDES, (False, True)):
        name = f"{board_name(side)} {scores_name(scaled)}"
        for depth in range(1, DEEPEST[side] + 1):
            found.append(Case(f"{name} depth {depth}", partial(measure, side, scaled, depth), True))
            if side * side >= SHORTCUT:
                measured = partial(measure, side, scaled, depth, shortcut=SHORTCUT)
                found.append(Case(f"{name} depth {depth}, shortcut {SHORTCUT}", measured, True))
        for depth in ANY_BEST[side]:
            measured = partial(measure, side, scaled, depth, any_best=True)
            found.append(Case(f"{name} depth {depth}, any best move", measured, side == SIDES[0]))
    return found


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
    return [one.won, one.drawn, one.lost]


def _slips(board: Solved, layer: Layer, chosen: Array) -> int:
    """In how many positions a move may be chosen that is worth less than another."""
    before, after = before_and_after(board, layer, chosen)
    return int((after < before).sum())


def answer(rows: Sequence[Row]) -> str:
    """What it takes to lose no game on each board."""
    needed = {
        side: {least_depth(rows, side=side, scaled=scaled, **PLAIN) for scaled in (False, True)} for side in SIDES
    }
    told = [f"{_depths(needed[side])} on {board_name(side)}" for side in SIDES]
    alike = all(len(depths) == 1 for depths in needed.values())
    return (
        f"To lose no game against any line of play, an engine that takes all beyond its horizon for 0 must look ahead "
        f"{names(told)}, {'its own move counted, whether or not' if alike else 'by whether'} it prefers fast wins."
    )


def _depths(found: set[int | None]) -> str:
    known = sorted(depth for depth in found if depth is not None)
    parts = [depth_name(depth) for depth in known] + ([depth_name(None)] if None in found else [])
    return " or ".join(parts) + (" plies" if known else "")


def section(rows: Sequence[Row]) -> str:
    """The text, the plot and the table."""
    return "\n\n".join(
        [
            "### How deep is deep enough?",
            _text(rows),
            "![Share of games lost by the depth of the engine](horizon-lost.svg)",
            _table(rows),
        ]
    )


def _text(rows: Sequence[Row]) -> str:
    small, big = SIDES
    centre = mnk(small, small, small).action_name(small * small // 2)
    plain = matching(rows, part="engine", side=small, scaled=True, **PLAIN)
    least = least_depth(rows, side=small, scaled=True, **PLAIN)
    answering = next((row["depth"] for row in plain if row["corner_reply"] == [centre]), None)
    (limited,) = matching(plain, depth=LIMIT)
    parts = [
        "An engine of depth d looks d plies ahead, its own move the first of them. What has not ended by then is worth 0; "
        "it knows nothing but the rules, and among equal moves it takes the first, row by row. It meets every line of play, "
        "moving first and moving second.",
        f"On {board_name(small)} depth {LIMIT} loses {_lost_of(limited)}; the least depth that loses none is "
        f"{depth_name(least)}. The article found that a limit of {LIMIT} passes its tests, and less does not answer a "
        f"corner by the centre. Here that answer takes depth {depth_name(answering)}, {_meaning(answering, least)}",
    ]
    if least is not None and answering == least:
        (same,) = matching(rows, part="engine", side=big, scaled=True, depth=least, shortcut=SHORTCUT, any_best=False)
        parts.append(
            f"On {board_name(big)} that depth, with the first free cell while {SHORTCUT} or more are free, loses "
            f"{_lost_of(same)}. "
            + (
                "An engine that leaves nothing to chance has only one game against itself, however often it plays it."
                if games_lost(same)
                else "It is as safe there."
            )
        )
    return "\n\n".join([*parts, slips_text(rows, small), least_table(rows)])


def _meaning(answering: int | None, least: int | None) -> str:
    """What the article's limit is likely to mean, by the depth that answers a corner and the one that loses no game."""
    if answering is None or answering != least:
        return "which is not what it takes to lose no game."
    just = "just what it takes to lose no game."
    if least != LIMIT + UNCOUNTED:
        return just
    return (
        f"{just} So its limit of {LIMIT} is likely to mean {in_plies(least)}: counting begins at 0 after the move, and the "
        "search stops only beyond the limit."
    )


def _lost_of(row: Row) -> str:
    told = [
        f"{row[order][2]:,} of {sum(row[order]):,} games {order_name(order == 'first')}"
        for order in ("first", "second")
    ]
    return " and ".join(told)


def _table(rows: Sequence[Row]) -> str:
    lines = [
        [
            board_name(row["side"]),
            scores_name(row["scaled"]),
            "any" if row["any_best"] else "the first",
            row["depth"],
            _triple(row["first"]),
            _triple(row["second"]),
            f"{row['slips']:,} of {row['met']:,}",
        ]
        for row in matching(rows, part="engine", shortcut=None)
        if row["depth"] <= (_least_like(rows, row) or row["depth"])
    ]
    heads = ["board", "scores", "of equal moves", "depth", "first: won, drawn, lost", "second", "worse moves"]
    other = [
        row
        for row in matching(rows, part="engine", shortcut=SHORTCUT)
        for twin in matching(rows, part="engine", shortcut=None, any_best=False, side=row["side"], depth=row["depth"])
        if twin["scaled"] == row["scaled"] and (twin["first"], twin["second"]) != (row["first"], row["second"])
    ]
    count = len(matching(rows, part="engine", shortcut=SHORTCUT))
    told = (
        f"With the first free cell in place of a search while {SHORTCUT} or more are free, {len(other) or 'none'} of "
        f"{count} engines win, draw or lose other numbers of games."
    )
    meaning = "Worse moves: positions of its games in which it may choose one. Deeper engines lose no game."
    return f"{told} {meaning}\n\n{table(heads, lines)}"


def _least_like(rows: Sequence[Row], row: Row) -> int | None:
    """The least depth at which an engine loses no game that is like that of a row in all else."""
    return least_depth(rows, side=row["side"], scaled=row["scaled"], any_best=row["any_best"], shortcut=row["shortcut"])


def _triple(games: list[int]) -> str:
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
