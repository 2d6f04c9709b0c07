"""How fast games of lines are searched if lines are given as winning sets, relative to lines found by shifts of bits."""

from __future__ import annotations

import statistics
from typing import Any, Final

from zermelo import Solver, game_named
from zermelo.games import sets

GAMES: Final = {"mnk(5,5,4)": 20_000, "mnk(9,9,5)": 20_000, "lines(4x4x4,4)": 20_000}
"""Games, and the nodes of a search."""

ROUNDS: Final = 9


def as_sets(game: Any) -> Any:
    """The same game, by its cells and winning sets alone."""
    names = {cell: str(number) for number, cell in enumerate(game.board, start=1)}
    return sets(len(names), [[names[cell] for cell in line] for line in game.lines])


def speed(solver: Solver[Any], nodes: int) -> float:
    """The nodes per second of one search."""
    result = solver.solve(nodes=nodes)
    return result.counters["nodes"] / result.seconds


def main() -> None:
    """Print the ratio of the speeds, the median of interleaved runs, for each game."""
    for name, nodes in GAMES.items():
        lines = game_named(name)
        solvers = [Solver(each, compiled=True, line=False) for each in (as_sets(lines), lines)]
        for solver in solvers:
            speed(solver, nodes)  # compile
        ratios = [speed(solvers[0], nodes) / speed(solvers[1], nodes) for _ in range(ROUNDS)]
        print(f"{name}: {statistics.median(ratios):.2f} of the nodes per second")


if __name__ == "__main__":
    main()
