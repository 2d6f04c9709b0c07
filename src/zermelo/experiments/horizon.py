"""Play that looks only some plies ahead."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from zermelo.engine import Engine
from zermelo.experiments.markdown import names, number, table
from zermelo.experiments.plots import curves
from zermelo.experiments.study import Case, Report, Row, Study, matching
from zermelo.games.mnk import mnk
from zermelo.options import OBJECTIVES
from zermelo.proveplay import prove_play
from zermelo.search.scoring import Reward
from zermelo.solver import Solver

SMALL: Final = mnk(3, 3, 3)
LARGE: Final = mnk(4, 4, 4)

RULES: Final[dict[str, Any]] = {"algorithm": "alpha-beta", "without": "all"}
"""Knowing nothing else: beyond the horizon everything is a draw."""

DEPTHS: Final = range(1, 10)
"""Plies that an engine looks ahead on 3x3."""

SEEN: Final = {2: True, 4: True, 5: False, 6: False}
"""Plies that are looked ahead on 4x4, and whether that is quick."""

PLIES: Final = range(11)
"""Stones on the board of 4x4."""

POSITIONS: Final = 40
"""Of random play, for each number of stones."""

FREE: Final = (13, 12, 11, 10, 9, 8, 7)
"""Free cells down to which the first one is played without looking."""


def cases(seed: int) -> list[Case]:
    """3x3 to each depth against every line; then how much is seen, and how long any move will do, on 4x4."""
    found = [
        Case(f"3x3 {objective} depth {depth}", partial(every_line, depth, objective), depth <= 6)
        for objective in OBJECTIVES
        for depth in DEPTHS
    ]
    for ply in PLIES:
        found += [
            Case(f"4x4 ply {ply} depth {depth}", partial(sees, ply, depth, seed), quick and ply <= 6)
            for depth, quick in SEEN.items()
        ]
        found.append(Case(f"4x4 ply {ply} to the end", partial(differs, ply, seed), 4 <= ply <= 6))
    return found + [Case(f"4x4 first free of {free}", partial(first_free, free), free >= 11) for free in FREE]


# --- 3x3, against every line ------------------------------------------------------------------------------------------
def every_line(depth: int, objective: str) -> Row:
    """An engine that looks so far ahead, from both sides."""
    engine = Engine(SMALL, depth=depth, objective=objective, compiled=False, **RULES)
    found = prove_play(SMALL, engine)
    if found.stopped != "complete":
        raise KeyboardInterrupt
    ends = [side.ends for side in found.sides if side.ends]
    row: Row = {"what": "every line", "depth": depth, "objective": objective}
    row |= {"games": sum(end.games for end in ends), "lost": sum(end.losses for end in ends)}
    return row | {"line": next((list(side.line) for side in found.sides if side.line), list[str]())}


# --- 4x4: what is seen -------------------------------------------------------------------------------------------------
@functools.cache
def reached(ply: int, seed: int) -> list[Any]:
    """Positions of random play with so many stones, in which play goes on."""
    rng, found = random.Random(f"{seed} {ply}"), list[Any]()
    wanted = 1 if ply == 0 else POSITIONS
    while len(found) < wanted:
        state = LARGE.initial()
        for _ in range(ply):
            if not LARGE.terminal(state):
                state = LARGE.apply(state, rng.choice(list(LARGE.actions(state))))
        if not LARGE.terminal(state):
            found.append(state)
    return found


@functools.cache
def looking(depth: int | None) -> Solver[Any]:
    """So far ahead, all best moves told; to the end with all that the game knows."""
    options: dict[str, Any] = {} if depth is None else {"depth": depth, "compiled": depth > 2, **RULES}
    return Solver(LARGE, line=False, threads=1, all_moves=True, **options)


def equal(state: Any, depth: int | None) -> bool:
    """Whether all moves look equally good."""
    result = looking(depth).solve(state)
    if result.stopped == "interrupted":
        raise KeyboardInterrupt
    return len(result.best) == sum(1 for _ in LARGE.actions(state))


def sees(ply: int, depth: int, seed: int) -> Row:
    """In how many positions a search to this depth finds any move better than another."""
    states = reached(ply, seed)
    aimless = sum(equal(state, depth) for state in states)
    return {"what": "sees", "ply": ply, "depth": depth, "positions": len(states), "aimless": aimless}


def differs(ply: int, seed: int) -> Row:
    """The same to the end of play: whether the value of any move differs from another's."""
    states = reached(ply, seed)
    aimless = sum(equal(state, None) for state in states)
    return {"what": "sees", "ply": ply, "depth": None, "positions": len(states), "aimless": aimless}


# --- 4x4: the first free cell -----------------------------------------------------------------------------------------
@functools.cache
def solver() -> Solver[Any]:
    """For the value alone."""
    return Solver(LARGE, line=False, threads=1)


@functools.cache
def value(state: Any) -> Reward:
    """Of a position, for the player to move."""
    if LARGE.terminal(state):
        return LARGE.reward(state)
    result = solver().solve(state, goes_on=True)
    if result.stopped == "interrupted":
        raise KeyboardInterrupt
    assert result.exact
    return result.value


def first_free(least: int) -> Row:
    """The first free cell is played while so many or more are free, the other side plays anything: what is left is "
    "lost?
    """
    row: Row = {"what": "first free", "free": least}
    for side, name in enumerate(("first", "second")):
        left = {*blind(LARGE.initial(), least, side, 0)}
        lost = sum((value(state) if own else -value(state)) < 0 for state, own in left)
        row |= {f"{name}: positions": len(left), f"{name}: lost": lost}
    return row


def blind(state: Any, least: int, side: int, ply: int) -> Iterator[tuple[Any, bool]]:
    """The positions in which the player on `side` begins to look, and whether it is its turn; each once for each "
    "ply.
    """
    layer = {state}
    while layer:
        own, following = ply % 2 == side, set[Any]()
        for here in layer:
            free = [] if LARGE.terminal(here) else list(LARGE.actions(here))
            if len(free) < least or not free:
                yield here, own
                continue
            following |= {LARGE.apply(here, action) for action in (free[:1] if own else free)}
        layer, ply = following, ply + 1


# --- the report ---------------------------------------------------------------------------------------------------------
def report(rows: Sequence[Row]) -> Report:
    """Depths that lose, positions that look alike, and how long any move will do."""
    lines, seen, free = (matching(rows, what=what) for what in ("every line", "sees", "first free"))
    plot = curves(
        {
            "to the end" if depth is None else f"{depth} plies": [
                (row["ply"], 100 * row["aimless"] / row["positions"]) for row in matching(seen, depth=depth)
            ]
            for depth in [*sorted({row["depth"] for row in seen if row["depth"]}), None]
        },
        x="stones on 4x4",
        y="positions in which all moves look equal, %",
        title="What a search sees",
    )
    answer = f"{_depths(lines)} {_aimless(seen)} {_free(free)}"
    body = "\n\n".join(("![What a search sees on 4x4](horizon.svg)", _lines(lines), _seen(seen), _free_cells(free)))
    return Report(answer, body, {"horizon": plot})


def _depths(rows: Sequence[Row]) -> str:
    """The least depth from which on nothing is lost, by objective."""
    told: list[str] = []
    for objective, words in (("distance", "where faster wins count more"), ("outcome", "where they do not")):
        lost = {row["depth"]: row["lost"] for row in matching(rows, objective=objective)}
        safe = [depth for depth in lost if not any(lost[other] for other in lost if other >= depth)]
        told.append(f"{min(safe)} plies {words}" if safe else f"more than {max(lost)} plies {words}")
    four = matching(rows, objective="distance", depth=4)[0]
    return (
        f"On 3x3 it takes {names(told)} for an engine to be unbeaten by any line of play; looking 4 plies ahead, it "
        "loses "
        f"{four['lost']:,} of {four['games']:,} games."
    )


def _aimless(rows: Sequence[Row]) -> str:
    """How long nothing is seen on 4x4, and how long there is nothing to see."""

    def blind_until(depth: int | None) -> int:
        there = [row["ply"] for row in matching(rows, depth=depth) if row["aimless"] < row["positions"]]
        return min(there, default=max(row["ply"] for row in rows) + 1)

    first = matching(rows, depth=None)[0]
    same = (
        f"There is nothing to see either: to the end of play all moves are equal in {first['aimless']} of "
        f"{first['positions']} "
        f"positions with {first['ply']} stones, and differ first with {blind_until(None)}."
    )
    return (
        f"On 4x4 a search of 4 plies finds all moves equal in every position tried with fewer than {blind_until(4)} "
        "stones, and so "
        f"plays any: it looks aimless. {same}"
    )


def _free(rows: Sequence[Row]) -> str:
    """How long the first free cell does no harm."""
    lost = {row["free"]: row["first: lost"] + row["second: lost"] for row in rows}
    safe = min((free for free in lost if not any(lost[other] for other in lost if other >= free)), default=None)
    below = max((free for free in lost if lost[free]), default=None)
    harm = "" if below is None else f"; at {below} it leaves {number(lost[below])} positions that are lost"
    return f"Played against every line, the first free cell is safe while {safe} or more are free{harm}."


def _lines(rows: Sequence[Row]) -> str:
    heads = ["plies ahead", "rewards", "games", "lost", "a lost one"]
    words = {"distance": "faster wins count more", "outcome": "a win is a win"}
    return table(
        heads,
        [[row["depth"], words[row["objective"]], row["games"], row["lost"], " ".join(row["line"])] for row in rows],
    )


def _seen(rows: Sequence[Row]) -> str:
    depths = [*sorted({row["depth"] for row in rows if row["depth"]}), None]
    heads = ["stones on 4x4", "positions", *(f"{depth} plies" if depth else "to the end" for depth in depths)]
    lines: list[list[object]] = []
    for ply in sorted({row["ply"] for row in rows}):
        found = [matching(rows, ply=ply, depth=depth) for depth in depths]
        positions = next(row[0]["positions"] for row in found if row)
        lines.append([ply, positions, *(row[0]["aimless"] if row else None for row in found)])
    return "Positions in which all moves look equal:\n\n" + table(heads, lines)


def _free_cells(rows: Sequence[Row]) -> str:
    fields = ("free", "first: positions", "first: lost", "second: positions", "second: lost")
    heads = ["free cells at least", *fields[1:]]
    return table(heads, [[row[name] for name in fields] for row in rows])


STUDY: Final = Study(
    "horizon",
    "How far must an engine look ahead?",
    "On 3x3 an engine that looks some plies ahead, beyond which it takes everything for a draw, plays the first of "
    "the moves that "
    "look best against every line of the other side. On 4x4, four in a row, positions of random play: in how many do "
    "all moves look "
    "equal, to a depth and to the end of play? And an engine that plays the first free cell while many are free: is "
    "what it comes "
    "to ever lost?",
    cases,
    report,
)
