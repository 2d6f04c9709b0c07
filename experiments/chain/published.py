"""The same games as in the published benchmark: whose counts agree, and which runs finish that were given up there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from experiments.benchmark import BOARDS, PUBLISHED, ROWS, Published
from experiments.chain.cell_rows import board_title, options_of, seconds_text, states_text, title
from experiments.chain.cells import Setup
from experiments.chain.settings import benchmarked
from experiments.markdown import table
from experiments.study import TIMED, Row, matching

GIVEN_UP: Final = "given up"


def setups() -> Iterator[Setup]:
    """Every published row on every published board, by the rules alone; scaled rewards on the smaller boards."""
    published = [row for row in ROWS.values() if row.published]
    for board, row in product(BOARDS.values(), published):
        if row.objective == "outcome" or board.m < 5:
            yield Setup(row.algorithm, row.table, row.deepening, board, False, row.objective)


def published_for(row: Row) -> Published | None:
    """The figures published for the same algorithm, settings and board, if there are any.

    They are for searches that know nothing but the rules.
    """
    known = benchmarked(**options_of(row))
    return PUBLISHED[known.published].get(row["board"]) if known and known.published else None


def given_up(rows: Sequence[Row], *, knowing: bool) -> list[Row]:
    """The games whose published run was given up, by the rules alone or with all knowledge."""
    return [
        row
        for row in matching(rows, knowing=knowing, objective="outcome")
        if (published := published_for(row)) is not None and not published.finished
    ]


def ratio(row: Row) -> float | None:
    """Our positions divided by the published ones, None if either run did not finish."""
    published = published_for(row)
    if published is None or not published.finished or published.states is None or not row["complete"]:
        return None
    return row["states"] / published.states


def section(rows: Sequence[Row]) -> str:
    """Positions and seconds beside the published figures; how many runs finish that were given up."""
    by_rules = matching(rows, knowing=False)
    parts = [
        "### Compared with the published figures",
        "*Ratio* is our number of positions divided by the published one, which is called *states* there. "
        f"*{GIVEN_UP.capitalize()}* means that the published run was stopped after an hour; `>`, that ours was cut short. "
        "With scaled rewards, NegaMax looks for the fastest win; it is compared with the published NegaMax.",
        _table(by_rules),
        "Published runs that were given up, and how many of them finish here:",
        _given_up_table(rows),
        _speed_table(rows),
    ]
    return "\n\n".join(filter(None, parts))


def _table(rows: Sequence[Row]) -> str:
    """A line for each game with published figures."""
    lines: list[list[object]] = []
    for row in rows:
        published = published_for(row)
        if published is not None:
            here = [states_text(row), seconds_text(row)]
            there = [_published_states(published), published.seconds]
            lines.append([board_title(row["board"]), title(row), *here, *there, ratio(row)])
    heads = ["board", "algorithm", "positions", "seconds", "published positions", "published seconds", "ratio"]
    return table(heads, lines)


def _published_states(published: Published) -> str:
    if published.finished:
        return f"{published.states:,}"
    return GIVEN_UP if published.states is None else f"{GIVEN_UP} at {published.states:,}"


def _given_up_table(rows: Sequence[Row]) -> str:
    """How many of the runs that were given up finish here, by knowledge."""
    lines: list[list[object]] = []
    for knowledge, knowing in (("rules", False), ("all", True)):
        tried = given_up(rows, knowing=knowing)
        lines.append([knowledge, len(tried), sum(row["complete"] for row in tried)])
    return table(["knowledge", "tried again", "finish"], lines)


def _speed_table(rows: Sequence[Row]) -> str:
    """The greatest number of positions per second, here and as published; empty if there is no compiled game."""
    here = [row["states"] / row[TIMED]["seconds"] for row in rows if row["complete"] and row["compiled"]]
    there = [
        published.states / published.seconds
        for published in map(published_for, matching(rows, knowing=False))
        if published is not None and published.states is not None and published.seconds
    ]
    if not here or not there:
        return ""
    return table(["run", "most positions per second"], [["here, compiled", max(here)], ["published", max(there)]])
