"""What a table, deepening, another algorithm and knowledge of the game multiply the states by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from experiments.chain.cell_rows import options_of
from experiments.chain.settings import BOTH, DEEPENING, PLAIN, TABLE, TITLES
from experiments.markdown import between, number
from experiments.study import Row, matching


def knowledge_sentence(rows: Sequence[Row]) -> str:
    """What all knowledge of the game divides the states by."""
    factors = [other["states"] / row["states"] for row, other in _knowing_and_not(rows) if other["complete"]]
    if not factors:
        return ""
    fewer = sum(factor > 1 for factor in factors)
    only = sum(not other["complete"] for _, other in _knowing_and_not(rows))
    beyond = f"; {only} cells end only with it" if only else ""
    return (
        f"All knowledge of the game makes the states fewer in {fewer} of {len(factors)} cells, by a factor of "
        f"{between(factors)}{beyond}."
    )


def _knowing_and_not(rows: Sequence[Row]) -> Iterator[tuple[Row, Row]]:
    """Cells that end with all knowledge, and the same by the rules alone."""
    for row in matching(rows, knowing=True, complete=True):
        for other in matching(rows, board=row["board"], **options_of(row), knowing=False):
            yield row, other


def setting_remarks(rows: Sequence[Row]) -> Iterator[str]:
    """What a table and deepening do."""
    for what, one, other in (
        ("A table", PLAIN, TABLE),
        ("Deepening without a table", PLAIN, DEEPENING),
        ("Deepening with a table", TABLE, BOTH),
    ):
        factors = [after["states"] / before["states"] for before, after in _pairs(rows, one, other)]
        if factors:
            fewer = sum(factor < 1 for factor in factors)
            yield f"- {what}: fewer states in {fewer} of {len(factors)} cells, {between(factors)} times as many."


def _pairs(rows: Sequence[Row], one: tuple[bool, bool], other: tuple[bool, bool]) -> Iterator[tuple[Row, Row]]:
    """Cells that end, and differ in the setting alone."""
    done = matching(rows, complete=True)
    for row in matching(done, table=one[0], deepening=one[1]):
        for twin in matching(done, board=row["board"], algorithm=row["algorithm"], table=other[0], deepening=other[1]):
            yield row, twin


def algorithm_remarks(rows: Sequence[Row]) -> Iterator[str]:
    """NegaScout, BNS and MTD(f) against Alpha-Beta, where no order of moves helps them."""
    for algorithm in ("negascout", "bns", "mtdf"):
        factors = [
            row["states"] / other["states"]
            for row in matching(rows, algorithm=algorithm, complete=True)
            for other in _alpha_beta(rows, row["board"], (row["table"], row["deepening"]))
        ]
        if factors:
            more = sum(factor > 1 for factor in factors)
            yield (
                f"- {TITLES[algorithm]}: {between(factors)} times the states of Alpha-Beta in the same setting, "
                f"more in {more} of {len(factors)}."
            )
    yield from _lead(rows)


def _alpha_beta(rows: Sequence[Row], board: str, setting: tuple[bool, bool]) -> list[Row]:
    """Its cell on a board in a setting, if it ends."""
    remembers, deepens = setting
    return matching(rows, algorithm="alpha-beta", board=board, table=remembers, deepening=deepens, complete=True)


def _lead(rows: Sequence[Row]) -> Iterator[str]:
    """What MTD(f) with a table saves against Alpha-Beta, without the table and with the same one."""
    for row in matching(rows, algorithm="mtdf", table=True, deepening=False, complete=True):
        plain, same = (_alpha_beta(rows, row["board"], setting) for setting in (PLAIN, TABLE))
        if plain and same:
            without, given = (number(some[0]["states"] / row["states"]) for some in (plain, same))
            yield (
                f"- On {row['board']} Alpha-Beta without a table visits {without} times the states of MTD(f) with one, "
                f"and with the same table {given} times."
            )
