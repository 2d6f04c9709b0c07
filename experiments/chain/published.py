"""Beside the published figures: which counts are the same, which runs that were given up end here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from experiments.benchmark import BOARDS, PUBLISHED, ROWS, Published
from experiments.chain.cell_rows import options_of, seconds_text, states_text, title
from experiments.chain.cells import Setup
from experiments.chain.settings import benchmarked
from experiments.markdown import between, names, number, seconds, table
from experiments.study import TIMED, Row, matching

HELPED: Final = {"table": True, "deepening": False, "knowing": False}
"""How a run that does not end is helped without any knowledge of the game."""


def setups() -> Iterator[Setup]:
    """Every published row on every published board, by the rules alone; scaled rewards on the smaller ones."""
    published = [row for row in ROWS.values() if row.published]
    for board, row in product(BOARDS.values(), published):
        if row.objective == "outcome" or board.m < 5:
            yield Setup(row.algorithm, row.table, row.deepening, board, False, row.objective)


def published_for(row: Row) -> Published | None:
    """The figures published for the same on the same board, if there are any: for one that knows nothing but the rules."""
    known = benchmarked(**options_of(row))
    return PUBLISHED[known.published].get(row["board"]) if known and known.published else None


def sentence(rows: Sequence[Row]) -> str:
    """How many of the runs that were given up end here: by the rules alone, helped by a table, by knowledge."""
    tried = [row for row in matching(rows, knowing=False) if _was_given_up(row)]
    known = [row for row in matching(rows, knowing=True) if _was_given_up(row)]
    return _tried_again(tried) + _helped_by_table(rows, tried) + _helped_by_knowledge(known)


def _was_given_up(row: Row) -> bool:
    published = published_for(row)
    return published is not None and not published.finished and row["objective"] == "outcome"


def _tried_again(tried: Sequence[Row]) -> str:
    """The same runs, by the rules alone."""
    if not tried:
        return "None of the published runs that were given up after an hour was tried again by the rules alone."
    done = [row[TIMED]["seconds"] for row in tried if row["complete"]]
    within = f", in {between(done, seconds)} of searching" if done else ""
    return (
        f"Of {len(tried)} published runs that were given up after an hour, tried again by the rules alone, "
        f"{len(done)} {_end(done)} here{within}."
    )


def _helped_by_table(rows: Sequence[Row], tried: Sequence[Row]) -> str:
    """Those that end with a table only."""
    helped = [
        row
        for row in tried
        if not row["complete"] and matching(rows, board=row["board"], **options_of(row) | HELPED, complete=True)
    ]
    return f" With a table so {'does' if len(helped) == 1 else 'do'} {len(helped)} of the others." if helped else ""


def _helped_by_knowledge(known: Sequence[Row]) -> str:
    """The same runs, with all knowledge of the game."""
    ended = [row["states"] for row in known if row["complete"]]
    if not ended:
        return ""
    runs = "run" if len(known) == 1 else "runs"
    return (
        f" With all knowledge of the game {len(ended)} of {len(known)} such {runs} {_end(ended)}, in {between(ended)} "
        "states."
    )


def _end(some: Sequence[object]) -> str:
    return "ends" if len(some) == 1 else "end"


def section(rows: Sequence[Row]) -> str:
    """A table of states and seconds, and what agrees."""
    by_rules = matching(rows, knowing=False)
    parts = ["### Beside the published figures", _agreement(by_rules), _table(by_rules), _speed(rows)]
    return "\n\n".join(parts)


def _agreement(rows: Sequence[Row]) -> str:
    """Which counts are the published ones, and how far the others are from them."""
    counts = list(_counts(rows))
    same = [f"{title(row)} on {row['board']}" for row, published in counts if row["states"] == published]
    told = f"Equal to the published count to the node: {names(same)}." if same else "No count is the published one."
    others = [row["states"] / published for row, published in counts if row["states"] != published]
    if not others:
        return told
    below = sum(factor < 1 for factor in others)
    return f"{told} {below} of {len(others)} other counts are below it, all {between(others)} times as many."


def _counts(rows: Sequence[Row]) -> Iterator[tuple[Row, int]]:
    """Cells that were not cut short here or there, and the published states."""
    for row in rows:
        published = published_for(row)
        if row["complete"] and published is not None and published.finished and published.states is not None:
            yield row, published.states


def _table(rows: Sequence[Row]) -> str:
    lines: list[list[object]] = []
    for row in rows:
        published = published_for(row)
        if published is not None:
            here = [states_text(row), seconds_text(row)]
            lines.append([row["board"], title(row), *here, _published_states(published), published.seconds])
    heads = ["board", "algorithm", "states", "seconds", "published states", "published seconds"]
    return table(heads, lines)


def _published_states(published: Published) -> str:
    if published.finished:
        return f"{published.states:,}"
    return "given up" if published.states is None else f"given up at {published.states:,}"


def _speed(rows: Sequence[Row]) -> str:
    """States a second, ours and the published."""
    here = [row["states"] / row[TIMED]["seconds"] for row in rows if row["complete"] and row["compiled"]]
    there = [
        published.states / published.seconds
        for published in map(published_for, matching(rows, knowing=False))
        if published is not None and published.states is not None and published.seconds
    ]
    if not here or not there:
        return ""
    return f"States a second: {number(max(here))} at most here, compiled; {number(max(there))} at most as published."
