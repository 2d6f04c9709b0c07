"""Each algorithm in each setting, on small and larger boards: by the rules alone, and with all knowledge of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from experiments.benchmark import BOARDS, ROWS, Board
from experiments.chain.cell_rows import board_title, boards_of, states_text, title
from experiments.chain.cells import Setup
from experiments.chain.factors import alpha_beta_table, changes_table, knowledge_table
from experiments.chain.settings import BOTH, DEEPENING, SETTINGS, TABLE, TITLES
from experiments.markdown import table
from experiments.plots import bars
from experiments.study import Row, matching

SMALL: Final = (BOARDS["3x3k3"], BOARDS["4x4k3"], BOARDS["4x4k4"])

LARGER: Final = (Board(5, 5, 4), Board(6, 5, 4), Board(6, 6, 5), Board(6, 6, 6))
"""Boards larger or harder than the published ones, for searches that know the game."""


def setups() -> Iterator[Setup]:
    """By the rules alone on small boards, if the game may finish; with all knowledge on all boards."""
    for board, algorithm, setting in product(SMALL, TITLES, SETTINGS):
        too_long = setting == DEEPENING or (algorithm == "minimax" and setting == BOTH)
        if board.m == 3 or not too_long:
            yield Setup(algorithm, *setting, board, False)
    for board, algorithm, setting in product(BOARDS.values(), TITLES, SETTINGS):
        if board.m < 5 or algorithm != "minimax":
            yield Setup(algorithm, *setting, board, True)
    for board, algorithm in product(LARGER, TITLES):
        if algorithm != "minimax":
            yield Setup(algorithm, *TABLE, board, True)


def with_table(rows: Sequence[Row]) -> dict[tuple[bool, str], dict[str, Row]]:
    """The games with a table and no deepening, by algorithm, for each board on which several algorithms finish.

    The key is whether the algorithms know the game, and the board.
    """
    found: dict[tuple[bool, str], dict[str, Row]] = {}
    chosen = matching(rows, table=True, deepening=False, objective="outcome")
    for knowing, board in product((False, True), boards_of(rows)):
        games = {row["algorithm"]: row for row in matching(chosen, knowing=knowing, board=board)}
        if sum(row["complete"] for row in games.values()) > 1:
            found[knowing, board] = games
    return found


def summary(rows: Sequence[Row]) -> str:
    """The positions of each algorithm with a table, and a plot of the published algorithms."""
    lines: list[list[object]] = []
    for (knowing, board), games in with_table(rows).items():
        positions = [states_text(games[name]) if name in games else None for name in TITLES]
        lines.append([board_title(board), "all" if knowing else "rules", *positions])
    return "\n\n".join(
        [
            "Positions visited in one game, each algorithm with a table and without iterative deepening:",
            table(["board", "knowledge", *TITLES.values()], lines),
            "BNS is Best Node Search. An algorithm that is not shown for a board was not measured there.",
            "![Positions by algorithm, by the rules alone; games that were cut short have no bar](chain-rules.svg)",
        ]
    )


def section(rows: Sequence[Row], *, knowing: bool) -> str:
    """The positions of each algorithm in each setting on each board, and the effect of each change of setting."""
    own = matching(rows, knowing=knowing, objective="outcome")
    heading = "With all knowledge of the game" if knowing else "By the rules alone"
    picture = "![Positions by algorithm, with all knowledge; games that were cut short have no bar](chain-knowing.svg)"
    parts = [
        f"### {heading}",
        picture if knowing else "",
        "Positions visited in one game. `>` means that the game was cut short. *Both* is a table and deepening.",
        _table(own),
        "Two games on the same board are a pair if both finish and they differ only in the algorithm, or only in whether "
        "there is a table or deepening.",
        changes_table(own, algorithms=not knowing),
    ]
    if knowing:
        parts += ["Games with all knowledge, compared with the same games by the rules alone:", knowledge_table(rows)]
    else:
        parts += ["Positions of Alpha-Beta, divided by those of MTD(f) with a table:", alpha_beta_table(own)]
    return "\n\n".join(filter(None, parts))


def _table(rows: Sequence[Row]) -> str:
    """A line for each board and algorithm, a column for each setting."""
    lines: list[list[object]] = []
    for board, algorithm in product(boards_of(rows), TITLES):
        cells = [
            matching(rows, board=board, algorithm=algorithm, table=remembers, deepening=deepens)
            for remembers, deepens in SETTINGS
        ]
        if any(cells):
            positions = [states_text(cell[0]) if cell else None for cell in cells]
            lines.append([board_title(board), TITLES[algorithm], *positions])
    return table(["board", "algorithm", *SETTINGS.values()], lines)


def plot(rows: Sequence[Row], *, knowing: bool) -> str:
    """The positions of the eight published algorithms, by board."""
    done = matching(rows, knowing=knowing, complete=True)
    eight = [known for known in ROWS.values() if known.published and known.objective == "outcome"]
    groups: dict[str, dict[str, float]] = {}
    for board, known in product(BOARDS, eight):
        setting = {name: getattr(known, name) for name in ("algorithm", "table", "deepening", "objective")}
        for row in matching(done, board=board, **setting):
            groups.setdefault(board_title(board), {})[title(row)] = row["states"]
    shown = "with all knowledge of the game" if knowing else "by the rules alone"
    return bars(groups, y="positions visited in one game", log_y=True, title=f"The published algorithms, {shown}")
