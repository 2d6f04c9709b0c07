"""How hard the positions are: what a random move would do, and what it takes to solve each."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from functools import partial

from experiments.markdown import seconds, table
from experiments.measuring import whole
from experiments.quality.problems import SOURCES, prepared, problems
from experiments.quality.wording import percent
from experiments.study import TIMED, Case, Row, matching


def case(game: str, seed: int) -> Case:
    """The positions of a game, solved."""
    return Case(f"{game} solved", partial(measure_solved, game, seed), SOURCES[game].small)


def measure_solved(game_name: str, seed: int) -> Row:
    """How often a random move is right, and what it loses; the nodes and seconds of the default search."""
    given = problems(game_name, seed)
    solver = prepared(game_name)
    found = [whole(solver.solve(problem.state)) for problem in given]
    for problem, result in zip(given, found, strict=True):
        if not result.exact or result.value != problem.value:
            raise ValueError(f"{game_name}: {result.position} is {result.value}, and its moves {problem.values}.")
    best = [problem.value for problem in given]
    random_right = [list(problem.values.values()).count(problem.value) / len(problem.values) for problem in given]
    random_loss = [problem.value - statistics.fmean(problem.values.values()) for problem in given]
    return {
        "part": "solved",
        "game": game_name,
        "positions": len(given),
        "values": {str(value): best.count(value) for value in sorted(set(best))},
        "random_right": statistics.fmean(random_right),
        "random_loss": statistics.fmean(random_loss),
        "nodes": [result.counters["nodes"] for result in found],
        TIMED: {"seconds": [result.seconds for result in found]},
    }


def section(rows: Sequence[Row]) -> str:
    """Where the positions come from, and how hard they are."""
    parts = [
        "### The positions",
        "Random plays, for so many plies that the value of every move can be found in seconds; positions in which all moves "
        "are worth the same are left out. So nothing is said of games that are out of reach, where an early answer is all "
        "there is. A random move is any move with the same probability.",
        _table(rows),
    ]
    return "\n\n".join(parts)


def _table(rows: Sequence[Row]) -> str:
    lines = [
        [
            f"`{row['game']}`",
            f"{SOURCES[row['game']].least} to {SOURCES[row['game']].most}",
            row["positions"],
            ", ".join(f"{count} of {value}" for value, count in row["values"].items()),
            percent(row["random_right"]),
            row["random_loss"],
            round(statistics.median(row["nodes"])),
            max(row["nodes"]),
            seconds(max(row[TIMED]["seconds"])),
        ]
        for row in matching(rows, part="solved")
    ]
    heads = [
        "game",
        "plies",
        "positions",
        "values",
        "random move right",
        "it loses",
        "nodes to solve: half within",
        "at most",
        "longest",
    ]
    return table(heads, lines)
