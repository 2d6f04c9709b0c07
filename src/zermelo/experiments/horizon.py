"""How far ahead an engine must look, and for how long any move will do."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any, Final

import numpy as np

from zermelo.bits import Bits
from zermelo.experiments.boards_solved import (
    ILLEGAL,
    Array,
    Layer,
    Played,
    Solved,
    engine,
    first_free,
    played,
    seen,
    solved,
)
from zermelo.experiments.markdown import names, table
from zermelo.experiments.measuring import search
from zermelo.experiments.plots import curves
from zermelo.experiments.study import Case, Report, Row, Study, matching
from zermelo.games.linegame import Board
from zermelo.games.mnk import mnk

SIDES: Final = (3, 4)

HORIZONS: Final = (1, 2, 3, 4, 5, 6)
"""Plies that an engine looks ahead where it is asked whether it can tell moves apart."""

DEEPEST: Final = {3: 9, 4: 10}
"""Plies that an engine looks ahead at most when it plays, by the side of the board."""

ANY_BEST: Final = {3: range(1, 10), 4: (4, 6, 8)}
"""Plies that an engine looks ahead which may take any of its best moves."""

SHORTCUT: Final = 12
"""Free cells with which the first free one is said to do, and fewer not."""

SAMPLE: Final = 50
"""Positions of a ply in which evaluations are compared."""

SEARCHED: Final = (1, 2, 3, 4)
"""Plies of the searches of all first moves."""

CORNER_TAKEN: Final = Layer(np.array([0], np.uint16), np.array([1], np.uint16))


def cases(seed: int) -> list[Case]:
    """Each ply of each board; the first free cell; engines of each depth; the first moves by a search."""
    found = [
        Case(f"{side}x{side} ply {ply}", partial(measure_ply, side, ply, seed), True)
        for side in SIDES
        for ply in range(side * side)
    ]
    found += [
        Case(f"{side}x{side} first free cell, {_order(first)}", partial(measure_first_free, side, first), True)
        for side, first in product(SIDES, (True, False))
    ]
    for side, scaled in product(SIDES, (False, True)):
        name = f"{side}x{side} {_scores(scaled)}"
        for depth in range(1, DEEPEST[side] + 1):
            found.append(Case(f"{name} depth {depth}", partial(measure_engine, side, scaled, depth), True))
            if side * side >= SHORTCUT:
                measured = partial(measure_engine, side, scaled, depth, shortcut=SHORTCUT)
                found.append(Case(f"{name} depth {depth}, shortcut {SHORTCUT}", measured, True))
        for depth in ANY_BEST[side]:
            measured = partial(measure_engine, side, scaled, depth, any_best=True)
            found.append(Case(f"{name} depth {depth}, any best move", measured, side == SIDES[0]))
    for side, knows in product(SIDES, (False, True)):
        name = f"{side}x{side} first moves by a search, {'evaluation' if knows else 'rules alone'}"
        found += [
            Case(f"{name}, depth {depth}", partial(measure_search, side, knows, depth), True) for depth in SEARCHED
        ]
    found += [Case(f"{side}x{side} first moves solved", partial(measure_search, side, True, None)) for side in SIDES]
    return found


def _order(first: bool) -> str:
    return "moving first" if first else "moving second"


def _scores(scaled: bool) -> str:
    return "fast wins preferred" if scaled else "wins alike"


# --- measuring --------------------------------------------------------------------------------------------------------
def measure_ply(side: int, ply: int, seed: int) -> Row:
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


def measure_first_free(side: int, first: bool) -> Row:
    """The first free cell, always, against everything: where that costs a draw or a win that there was."""
    board = solved(side)
    turns: list[list[int]] = []
    for turn in played(board, partial(first_free, board), first=first).turns:
        before, after = _before_and_after(board, turn.layer, turn.chosen)
        draws, wins = (before >= 0) & (after < 0), (before > 0) & (after <= 0)
        turns.append([turn.free, len(before), int(draws.sum()), int(wins.sum())])
    return {"part": "first free", "side": side, "first": first, "turns": turns}


def _before_and_after(board: Solved, layer: Layer, chosen: Array) -> tuple[Array, Array]:
    """The value of each position, and that of the worst move chosen there."""
    moves = np.sign(board.moves(layer))
    legal = board.moves(layer) != ILLEGAL
    return np.where(legal, moves, -1).max(axis=0), np.where(chosen, moves, 1).min(axis=0)


def measure_engine(side: int, scaled: bool, depth: int, *, shortcut: int | None = None, any_best: bool = False) -> Row:
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
    before, after = _before_and_after(board, layer, chosen)
    return int((after < before).sum())


def measure_search(side: int, knows: bool, depth: int | None) -> Row:
    """What searches of zermelo make of each first move: to a depth, or exactly. A draw that the rules alone tell is 0."""
    game = mnk(side, side, side)
    points = dict[str, Any]()
    kinds = set[str]()
    options: dict[str, Any] = {"algorithm": "negamax", "without": "bounds,forced,relevance" if knows else "all"}
    options |= {"compiled": False, "depth": depth - 1} if depth is not None else {"without": ""}
    start = game.initial()
    for action in game.actions(start):
        found = search(game, game.apply(start, action), **options)
        points[game.action_name(action)] = -found.value
        kinds.add(found.kind)
    return {"part": "search", "side": side, "knows": knows, "depth": depth, "kinds": sorted(kinds), "points": points}


# --- reporting --------------------------------------------------------------------------------------------------------
def report(rows: Sequence[Row]) -> Report:
    """For how long any move will do; where the first free cell stops doing; how deep is deep enough."""
    check(rows)
    big = SIDES[-1]
    pictures = {"horizon-alike": _alike_plot(rows, big), "horizon-lost": _lost_plot(rows)}
    answer = " ".join([_depth_answer(rows), _free_answer(rows, big), _alike_answer(rows, big)])
    body = "\n\n".join(
        [
            "### How deep is deep enough?",
            _depth_text(rows),
            "![Share of games lost by the depth of the engine](horizon-lost.svg)",
            _engine_table(rows),
            "### For how long any move will do",
            _alike_text(rows, big),
            "![Share of positions in which an engine sees all moves alike](horizon-alike.svg)",
            *(f"{_board(side)}:\n\n{_ply_table(rows, side)}" for side in SIDES),
            "### The first moves, by a search",
            _search_text(rows),
            _search_table(rows),
            "### The first free cell",
            _free_text(rows, big),
            *(f"{_board(side)}:\n\n{_free_table(rows, side)}" for side in SIDES),
        ]
    )
    return Report(answer, body, pictures)


def check(rows: Sequence[Row]) -> None:
    """Raises ValueError where exact searches contradict the values of the arrays."""
    for row in matching(rows, part="search", depth=None):
        (start,) = matching(rows, part="ply", side=row["side"], ply=0)
        values = {*row["points"].values()}
        if row["kinds"] != ["exact"] or (len(values) == 1) != (start["same_value"] == start["positions"]):
            raise ValueError(f"{_board(row['side'])}: the first moves are {values}, and not as the arrays have them.")


def _board(side: int) -> str:
    return f"{side}x{side}"


def _plies(count: int) -> str:
    return f"{count} {'ply' if count == 1 else 'plies'}"


def least_depth(rows: Sequence[Row], failures: str = "lost", **wanted: Any) -> int | None:
    """The least depth from which on no measured engine fails; None where the deepest one does."""
    found = sorted(matching(rows, part="engine", **wanted), key=lambda row: row["depth"], reverse=True)
    least = None
    for row in found:
        if row["first"][2] + row["second"][2] if failures == "lost" else row[failures]:
            break
        least = row["depth"]
    return least


PLAIN: Final[dict[str, Any]] = {"shortcut": None, "any_best": False}


def _depth_answer(rows: Sequence[Row]) -> str:
    needed = {
        side: {least_depth(rows, side=side, scaled=scaled, **PLAIN) for scaled in (False, True)} for side in SIDES
    }
    told = [f"{_depths(needed[side])} on {_board(side)}" for side in SIDES]
    return (
        f"To lose no game against any line of play, an engine that takes all beyond its horizon for 0 must look ahead "
        f"{names(told)}, its own move counted, whether or not it prefers fast wins."
        if all(len(depths) == 1 for depths in needed.values())
        else f"To lose no game against any line of play, an engine that takes all beyond its horizon for 0 must look ahead "
        f"{names(told)}, by whether it prefers fast wins."
    )


def _depths(found: set[int | None]) -> str:
    known = sorted(depth for depth in found if depth is not None)
    parts = [str(depth) for depth in known] + (["more than was measured"] if None in found else [])
    return " or ".join(parts) + (" plies" if known else "")


def _free_answer(rows: Sequence[Row], side: int) -> str:
    least = safe_threshold(rows, side)
    verdict = "just right" if least == SHORTCUT else "too low" if least > SHORTCUT else "safe, but higher than need be"
    return (
        f"On {_board(side)} the first free cell costs no draw as long as {least} cells or more are free, whatever the "
        f"other side does; the {SHORTCUT} that the article takes is {verdict}."
    )


def safe_threshold(rows: Sequence[Row], side: int) -> int:
    """The least number of free cells down to which, first or second, the first free one has cost no draw."""
    costly = [turn[0] for row in matching(rows, part="first free", side=side) for turn in row["turns"] if turn[2]]
    return max(costly, default=0) + 1


def aimless_plies(rows: Sequence[Row], side: int, field: str = "same_value") -> int:
    """For how many plies, from the start, all moves are alike in every position."""
    for row in matching(rows, part="ply", side=side):
        if row[field] < row["positions"]:
            return row["ply"]
    return side * side


def _alike_answer(rows: Sequence[Row], side: int) -> str:
    plies = aimless_plies(rows, side)
    same = aimless_plies(rows, side, "same_distance")
    also = (
        "and who also asks how soon sees no difference either"
        if same == plies
        else f"and who also asks how soon sees none for {_plies(same)}"
    )
    return (
        f"There all moves of every position are worth the same while fewer than {plies} stones are on the board: a perfect "
        f"player who asks who wins is as aimless till then as one who sees nothing, {also}."
    )


def _depth_text(rows: Sequence[Row]) -> str:
    small, big = SIDES
    centre = mnk(small, small, small).action_name(small * small // 2)
    plain = matching(rows, part="engine", side=small, scaled=True, **PLAIN)
    least = least_depth(rows, side=small, scaled=True, **PLAIN)
    answering = next((row["depth"] for row in plain if row["corner_reply"] == [centre]), None)
    (four,) = matching(plain, depth=4)
    fits = answering is not None and answering == least
    parts = [
        "An engine of depth d looks d plies ahead, its own move the first of them. What has not ended by then is worth 0; "
        "it knows nothing but the rules, and among equal moves it takes the first, row by row. It meets every line of play, "
        "moving first and moving second.",
        f"On {_board(small)} depth 4 loses {_lost_of(four)}; the least depth that loses none is {_told(least)}. The article "
        f"found that a limit of four passes its tests, and less does not answer a corner by the centre. Here that answer "
        f"takes depth {_told(answering)}, "
        + (
            f"just what it takes to lose no game. So its limit of four is likely to mean {_plies(least or 0)}: counting "
            f"begins at 0 after the move, and the search stops only beyond the limit."
            if fits
            else "which is not what it takes to lose no game."
        ),
    ]
    if least is not None and fits:
        (same,) = matching(rows, part="engine", side=big, scaled=True, depth=least, shortcut=SHORTCUT, any_best=False)
        parts.append(
            f"On {_board(big)} that depth, with the first free cell while {SHORTCUT} or more are free, loses "
            f"{_lost_of(same)}. "
            + (
                "An engine that leaves nothing to chance has only one game against itself, however often it plays it."
                if same["first"][2] + same["second"][2]
                else "It is as safe there."
            )
        )
    return "\n\n".join([*parts, _slips_text(rows, small), _least_table(rows)])


def _told(depth: int | None) -> str:
    return "more than was measured" if depth is None else str(depth)


def _lost_of(row: Row) -> str:
    told = [
        f"{row[order][2]:,} of {sum(row[order]):,} games {_order(order == 'first')}" for order in ("first", "second")
    ]
    return " and ".join(told)


def _slips_text(rows: Sequence[Row], side: int) -> str:
    """What it takes never to choose a worse move, against what it takes never to lose."""
    lost = least_depth(rows, side=side, scaled=True, **PLAIN)
    own = least_depth(rows, "slips", side=side, scaled=True, **PLAIN)
    every = least_depth(rows, "all_slips", side=side, scaled=True, **PLAIN)
    more = [what for what, depth in (("its own games", own), ("all positions of the game", every)) if depth != lost]
    verdict = (
        f"Never to choose a move that is worth less than another takes another depth than never to lose in {names(more)}"
        if more
        else "Never to choose a move that is worth less than another takes no other depth than never to lose"
    )
    return f"{verdict}: on {_board(side)} {_told(own)} in its own games, {_told(every)} in all positions."


def _least_table(rows: Sequence[Row]) -> str:
    lines: list[list[Any]] = []
    for side, scaled, any_best in product(SIDES, (False, True), (False, True)):
        wanted: dict[str, Any] = {"side": side, "scaled": scaled, "any_best": any_best, "shortcut": None}
        found = matching(rows, part="engine", **wanted)
        if not found:
            continue
        depths = sorted(row["depth"] for row in found)
        every = _told(least_depth(rows, "all_slips", **wanted)) if "all_slips" in found[0] else "not measured"
        lines.append(
            [
                _board(side),
                _scores(scaled),
                "any" if any_best else "the first",
                ", ".join(map(str, depths)) if any_best and side != SIDES[0] else f"{depths[0]} to {depths[-1]}",
                _told(least_depth(rows, **wanted)),
                _told(least_depth(rows, "slips", **wanted)),
                every,
            ]
        )
    heads = [
        "board",
        "scores",
        "of equal moves",
        "depths",
        "loses no game",
        "no worse move in its games",
        "in all positions",
    ]
    return f"The least depth at which an engine ...\n\n{table(heads, lines)}"


def _engine_table(rows: Sequence[Row]) -> str:
    lines = [
        [
            _board(row["side"]),
            _scores(row["scaled"]),
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


def _alike_text(rows: Sequence[Row], side: int) -> str:
    plies = aimless_plies(rows, side)
    early = [row for row in matching(rows, part="ply", side=side) if row["ply"] < plies]
    sampled = sum(row["even"] for row in early)
    prefers = sum(row["evaluation_prefers"] for row in early)
    place = HORIZONS.index(4)
    sees = next((r for r in matching(rows, part="ply", side=side) if r["blind"][place] < r["positions"]), None)
    blind_late = [row for row in matching(rows, part="ply", side=side) if row["ply"] >= plies and row["free"] > 1]
    blind = sum(row["blind"][place] for row in blind_late)
    equal = sum(row["same_value"] for row in blind_late)
    total = sum(row["positions"] for row in blind_late)
    start = matching(rows, part="ply", side=side, ply=0)[0]
    first = "all of them have one value" if start["same_value"] else "they differ in value"
    told = (
        f"first sees moves differ at ply {sees['ply']}, with {sees['free']} free cells, in "
        f"{percent(sees['positions'] - sees['blind'][place], sees['positions'])} of the positions"
        if sees
        else "never sees moves differ"
    )
    return (
        f"Counted are all positions that any play comes to on {_board(side)}, by the exact value of every move. First "
        f"moves: {first}. A line is complete after {2 * side - 1} plies at the earliest, so a search of 4 plies reaches an "
        f"end from ply {2 * side - 5} on; but only what is forced changes a score, and it {told}. Of all {total:,} later "
        f"positions with a choice, depth 4 sees all moves alike in {percent(blind, total)}; in {percent(equal, total)} they "
        f"are worth "
        f"the same. Where values are equal it takes something else to prefer a move: the static evaluation, one ply ahead, "
        f"does in {prefers} of {sampled} sampled positions of fewer than {plies} stones. To ask how soon helps only where "
        f"somebody wins: it leaves {percent(sum(row['same_distance'] for row in blind_late), total)} of the later positions "
        f"without a preference."
    )


def percent(part: float, whole: float) -> str:
    """100 % and 0 % only where that is exact."""
    share = 100 * part / whole
    if part != whole and share > 99.9:
        return "over 99.9 %"
    if part and share < 0.1:
        return "under 0.1 %"
    return f"{share:.0f} %" if part in (0, whole) else f"{share:.1f} %"


def _ply_table(rows: Sequence[Row], side: int) -> str:
    lines = [
        [
            row["ply"],
            row["free"],
            row["positions"],
            percent(row["same_value"], row["positions"]),
            percent(row["same_distance"], row["positions"]),
            *(percent(row["blind"][HORIZONS.index(depth)], row["positions"]) for depth in (1, 2, 4, 6)),
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
        "alike at depth 1",
        "2",
        "4",
        "6",
        "evaluation prefers",
    ]
    return table(heads, lines)


def _search_text(rows: Sequence[Row]) -> str:
    found = [row for row in matching(rows, part="search") if row["depth"] is not None]
    blind = [row for row in found if not row["knows"]]
    apart = sum(len({*row["points"].values()}) > 1 for row in blind)
    knowing = [row for row in found if row["knows"]]
    knows = sum(len({*row["points"].values()}) > 1 for row in knowing)
    return (
        f"Searched by negamax from the empty board, the first moves differ in {apart or 'none'} of {len(blind)} searches "
        f"that know the rules alone, and in {knows or 'none'} of {len(knowing)} with the evaluation at the horizon."
    )


def _search_table(rows: Sequence[Row]) -> str:
    lines: list[list[Any]] = []
    for row in matching(rows, part="search"):
        groups = dict[Any, int]()
        for points in row["points"].values():
            groups[points] = groups.get(points, 0) + 1
        told = ", ".join(f"{count} of {points}" for points, count in sorted(groups.items(), reverse=True))
        exact = row["depth"] is None
        knows = "all" if exact else "evaluation" if row["knows"] else "rules alone"
        lines.append(
            [_board(row["side"]), knows, "to the end" if exact else str(row["depth"]), told, names(row["kinds"])]
        )
    return table(["board", "knows", "depth", "moves, by their points", "kind"], lines)


def _free_text(rows: Sequence[Row], side: int) -> str:
    parts: list[str] = []
    for row in matching(rows, part="first free", side=side):
        costly = next((turn for turn in row["turns"] if turn[2]), None)
        parts.append(
            f"{_order(row['first'])} it costs no draw"
            if costly is None
            else f"{_order(row['first'])} it first costs a draw with {costly[0]} free cells, in {costly[2]:,} of "
            f"{costly[1]:,} positions"
        )
    least, plies = safe_threshold(rows, side), aimless_plies(rows, side)
    reason = (
        f"That is where exact values part for the first time on the whole board: after {_plies(plies)}, "
        f"{side * side - plies} free cells are left."
        if least == side * side - plies + 1
        else f"On the whole board, values part only later or sooner: after {_plies(plies)}."
    )
    return f"Always the first free cell, against everything, on {_board(side)}: {names(parts)}. {reason}"


def _free_table(rows: Sequence[Row], side: int) -> str:
    lines = [
        [_order(row["first"]), *turn] for row in matching(rows, part="first free", side=side) for turn in row["turns"]
    ]
    return table(["engine", "free cells", "positions", "in which it costs a draw", "a win"], lines)


def _alike_plot(rows: Sequence[Row], side: int) -> str:
    found = matching(rows, part="ply", side=side)

    def points(counts: Iterator[int]) -> list[tuple[float, float]]:
        return [(row["ply"], 100 * count / row["positions"]) for row, count in zip(found, counts, strict=True)]

    series = {
        f"{_plies(depth)} ahead": points(row["blind"][HORIZONS.index(depth)] for row in found) for depth in (1, 2, 4, 6)
    }
    series["who wins"] = points(row["same_value"] for row in found)
    series["who wins, and how soon"] = points(row["same_distance"] for row in found)
    title = f"Positions on {_board(side)} in which all moves look alike"
    return curves(series, x="stones on the board", y="% of positions", title=title)


def _lost_plot(rows: Sequence[Row]) -> str:
    series = {
        f"{_board(side)}, {_scores(scaled)}": [
            (row["depth"], 100 * (row["first"][2] + row["second"][2]) / (sum(row["first"]) + sum(row["second"])))
            for row in matching(rows, part="engine", side=side, scaled=scaled, **PLAIN)
        ]
        for side, scaled in product(SIDES, (False, True))
    }
    return curves(series, x="plies looked ahead", y="% of games lost", title="Games lost against every line of play")


STUDY: Final = Study(
    "horizon",
    "How far ahead is far enough?",
    "An article on tic-tac-toe limits the depth of its search to four, takes the first free cell on 4x4 as long as 12 or "
    "more are free, and shows by a thousand games against itself that it never loses. Here all positions of 3x3 and 4x4 are "
    "solved, and engines of every depth meet every line of play: when do they lose, for how long are all moves worth the "
    "same, and when does it begin to matter which cell comes first?",
    cases,
    report,
)
"""From n in a row on n x n, where all of these questions have exact answers."""
