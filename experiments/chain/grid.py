"""Each algorithm in each setting, on boards small and large: by the rules alone, and with all knowledge of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from experiments.benchmark import BOARDS, ROWS, Board
from experiments.chain.cell_rows import boards_of, states_text, title
from experiments.chain.cells import Setup
from experiments.chain.factors import algorithm_remarks, setting_remarks
from experiments.chain.settings import BOTH, DEEPENING, SETTINGS, TABLE, TITLES
from experiments.markdown import names, table
from experiments.plots import bars
from experiments.study import Row, matching

SMALL: Final = (BOARDS["3x3k3"], BOARDS["4x4k3"], BOARDS["4x4k4"])

BEYOND: Final = (Board(5, 5, 4), Board(6, 5, 4), Board(6, 6, 5), Board(6, 6, 6))
"""Boards larger or harder than the published ones, for searches that know the game."""


def setups() -> Iterator[Setup]:
    """By the rules alone on small boards, as far as a game may end; with all knowledge on all, and beyond."""
    for board, algorithm, setting in product(SMALL, TITLES, SETTINGS):
        lasting = setting == DEEPENING or (algorithm == "minimax" and setting == BOTH)
        if board.m == 3 or not lasting:
            yield Setup(algorithm, *setting, board, False)
    for board, algorithm, setting in product(BOARDS.values(), TITLES, SETTINGS):
        if board.m < 5 or algorithm != "minimax":
            yield Setup(algorithm, *setting, board, True)
    for board, algorithm in product(BEYOND, TITLES):
        if algorithm != "minimax":
            yield Setup(algorithm, *TABLE, board, True)


def sentence(rows: Sequence[Row]) -> str:
    """Who visits fewest states where none knows the game, on each board on which several algorithms came to the end."""
    parts: list[str] = []
    for board in boards_of(matching(rows, knowing=False)):
        done = matching(rows, board=board, knowing=False, complete=True, objective="outcome")
        if len({row["algorithm"] for row in done}) > 1:
            least = min(row["states"] for row in done)
            first = [title(row) for row in done if row["states"] == least]
            parts.append(f"{names(first)} on {board} ({least:,})")
    return f"By the rules alone fewest states are visited by {'; '.join(parts)}."


def section(rows: Sequence[Row], *, knowing: bool) -> str:
    """States of each algorithm in each setting on each board, and what they come from."""
    own = matching(rows, knowing=knowing, objective="outcome")
    heading, name = ("With all knowledge of the game", "knowing") if knowing else ("By the rules alone", "rules")
    parts = [
        f"### {heading}",
        f"![States by algorithm: {heading.lower()}; no bar where a cell was cut short](chain-{name}.svg)",
        "States of one game; `>`: cut short by the limit of seconds.",
        _table(own),
        "\n".join([*setting_remarks(own), *([] if knowing else algorithm_remarks(own))]),
    ]
    return "\n\n".join(parts)


def _table(rows: Sequence[Row]) -> str:
    lines: list[list[object]] = []
    for board, algorithm in product(boards_of(rows), TITLES):
        cells = [
            matching(rows, board=board, algorithm=algorithm, table=remembers, deepening=deepens)
            for remembers, deepens in SETTINGS
        ]
        if any(cells):
            lines.append([board, TITLES[algorithm], *(states_text(cell[0]) if cell else None for cell in cells)])
    return table(["board", "algorithm", *SETTINGS.values()], lines)


def plot(rows: Sequence[Row], *, knowing: bool) -> str:
    """States of the published eight by board."""
    done = matching(rows, knowing=knowing, complete=True)
    eight = [known for known in ROWS.values() if known.published and known.objective == "outcome"]
    groups: dict[str, dict[str, float]] = {}
    for board, known in product(BOARDS, eight):
        for row in matching(done, board=board, **known.options):
            groups.setdefault(board, {})[title(row)] = row["states"]
    told = "The same, with all knowledge of the game" if knowing else "The published eight, by the rules alone"
    return bars(groups, y="states of one game", log_y=True, title=told)
