"""The factors by which a table, deepening, another algorithm and knowledge of the game change the number of positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from experiments.chain.cell_rows import board_title, options_of
from experiments.chain.settings import BOTH, DEEPENING, PLAIN, TABLE, TITLES
from experiments.markdown import table
from experiments.study import Row, matching


def of_knowledge(rows: Sequence[Row]) -> list[float]:
    """Positions by the rules alone, divided by positions with all knowledge, for games that finish in both ways."""
    return [other["states"] / row["states"] for row, other in _knowing_and_not(rows) if other["complete"]]


def knowledge_table(rows: Sequence[Row]) -> str:
    """What knowledge of the game divides the positions by; empty if no pair finishes."""
    factors = of_knowledge(rows)
    if not factors:
        return ""
    only = sum(not other["complete"] for _, other in _knowing_and_not(rows))
    heads = [
        "pairs that finish",
        "fewer with knowledge",
        "divided by, at least",
        "at most",
        "finish only with knowledge",
    ]
    return table(heads, [[len(factors), sum(factor > 1 for factor in factors), min(factors), max(factors), only]])


def _knowing_and_not(rows: Sequence[Row]) -> Iterator[tuple[Row, Row]]:
    """Games that finish with all knowledge, each with the same game by the rules alone."""
    for row in matching(rows, knowing=True, complete=True):
        for other in matching(rows, board=row["board"], **options_of(row), knowing=False):
            yield row, other


def changes_table(rows: Sequence[Row], *, algorithms: bool) -> str:
    """The effect of a table, of deepening and, with `algorithms`, of each algorithm in place of Alpha-Beta."""
    changes = {
        "add a table": of_setting(rows, PLAIN, TABLE),
        "add deepening, without a table": of_setting(rows, PLAIN, DEEPENING),
        "add deepening, with a table": of_setting(rows, TABLE, BOTH),
    }
    if algorithms:
        changes |= {f"{TITLES[name]} in place of Alpha-Beta": of_algorithm(rows, name) for name in NULL_WINDOWS}
    heads = ["change", "pairs", "fewer positions in", "positions after / before, least", "greatest"]
    lines = [
        [change, len(factors), sum(factor < 1 for factor in factors), min(factors), max(factors)]
        for change, factors in changes.items()
        if factors
    ]
    return table(heads, lines)


NULL_WINDOWS = ("negascout", "bns", "mtdf")
"""The algorithms that are compared with Alpha-Beta."""


def of_setting(rows: Sequence[Row], before: tuple[bool, bool], after: tuple[bool, bool]) -> list[float]:
    """The factors from one setting to another, for each game that finishes in both."""
    done = matching(rows, complete=True)
    return [
        twin["states"] / row["states"]
        for row in matching(done, table=before[0], deepening=before[1])
        for twin in matching(done, board=row["board"], algorithm=row["algorithm"], table=after[0], deepening=after[1])
    ]


def of_algorithm(rows: Sequence[Row], algorithm: str) -> list[float]:
    """The positions of an algorithm, divided by those of Alpha-Beta in the same setting, for games that both finish."""
    return [
        row["states"] / other["states"]
        for row in matching(rows, algorithm=algorithm, complete=True)
        for other in _alpha_beta(rows, row["board"], (row["table"], row["deepening"]))
    ]


def _alpha_beta(rows: Sequence[Row], board: str, setting: tuple[bool, bool]) -> list[Row]:
    """The game of Alpha-Beta on a board in a setting, if it finishes."""
    return matching(rows, algorithm="alpha-beta", board=board, table=setting[0], deepening=setting[1], complete=True)


def of_alpha_beta(rows: Sequence[Row]) -> dict[str, tuple[float, float]]:
    """By board: the positions of Alpha-Beta without and with a table, divided by those of MTD(f) with one."""
    found: dict[str, tuple[float, float]] = {}
    for row in matching(rows, algorithm="mtdf", table=True, deepening=False, complete=True):
        plain, same = (_alpha_beta(rows, row["board"], setting) for setting in (PLAIN, TABLE))
        if plain and same:
            found[row["board"]] = (plain[0]["states"] / row["states"], same[0]["states"] / row["states"])
    return found


def alpha_beta_table(rows: Sequence[Row]) -> str:
    """How much of the lead of MTD(f) over Alpha-Beta is the table's; empty if no pair finishes."""
    lines = [[board_title(board), *factors] for board, factors in of_alpha_beta(rows).items()]
    return table(["board", "Alpha-Beta without a table", "Alpha-Beta with a table"], lines) if lines else ""
