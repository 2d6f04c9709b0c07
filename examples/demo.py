"""A demonstration in about a minute: a game of one page, and boards on which a published benchmark ran out of time."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table
from tictactoe import TicTacToe

sys.path.append(str(Path(__file__).parents[1]))  # the checkout: the published figures are not installed

from experiments.benchmark import PUBLISHED
from zermelo import Game, Result, Solver
from zermelo.games import connect, mnk

BOARDS = (mnk(3, 3, 3), mnk(4, 4, 3), mnk(4, 4, 4), mnk(5, 5, 5), mnk(5, 5, 4), mnk(6, 5, 4), connect(5, 5, 4))


def best_published(game: Game) -> str:
    """The states and the time of the fastest of the eight published solvers in a game of self-play on this board."""
    if not isinstance(game, mnk):
        return ""
    figures = [row[key] for row in PUBLISHED.values() if (key := f"{game.rows}x{game.columns}k{game.k}") in row]
    finished = [figure for figure in figures if figure.seconds is not None]
    if not finished:
        return f"all {len(figures)} timed out after an hour" if figures else ""
    best = min(finished, key=lambda figure: figure.seconds or 0)
    late = len(figures) - len(finished)
    return f"{best.states:,} states, {best.seconds:g} s" + (f"; {late} timed out" if late else "")


def solved(console: Console, game: Game) -> Result:
    """The game solved with all of its knowledge."""
    with console.status(f"{game}: compiling, then solving"):
        return Solver(game).solve()


def chain(console: Console) -> None:
    """A chain of algorithms on a user's own class."""
    table = Table(
        title="A class of a dozen lines (examples/tictactoe.py), solved by a chain of algorithms", title_justify="left"
    )
    for heading in ("algorithm", "table", "value", "nodes", "seconds"):
        table.add_column(heading, justify="left" if heading == "algorithm" else "right")
    for algorithm, remember in (("minimax", False), ("alpha-beta", False), ("negascout", False), ("mtdf", True)):
        with console.status(f"{algorithm}: compiling, then solving"):
            result = Solver(TicTacToe(), algorithm=algorithm, table=remember, without=("all",)).solve()
        row = (result.algorithm, "yes" if remember else "no", f"{result.value} ({result.kind})")
        table.add_row(*row, f"{result.counters['nodes']:,}", f"{result.seconds:.4f}")
    console.print(table)


def boards(console: Console) -> None:
    """Boards up to 6x5, compared with the fastest of eight published solvers, each stopped after an hour."""
    table = Table(
        title="Boards solved with the game's knowledge, and the fastest of eight published solvers (a game of self-play)",
        title_justify="left",
    )
    for heading in ("board", "verdict", "nodes", "seconds", "published"):
        table.add_column(heading, justify="right" if heading in ("nodes", "seconds") else "left")
    for game in BOARDS:
        result = solved(console, game)
        row = (str(game), result.sentence(), f"{result.counters['nodes']:,}", f"{result.seconds:.4f}")
        table.add_row(*row, best_published(game))
    console.print(table)


def main() -> None:
    """Both tables."""
    started = time.perf_counter()
    console = Console(width=None if Console().is_terminal else 110)
    chain(console)
    boards(console)
    console.print(
        f"All of this took {time.perf_counter() - started:.0f} s, including compiling. Next time, the code is loaded."
    )
    console.print('Try: .venv/bin/zermelo solve "mnk(4,4,4)" --all-moves')


if __name__ == "__main__":
    main()
