"""How hard the positions are: how good a random move is, and how long it takes to solve them."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from functools import partial

from experiments.markdown import seconds, table
from experiments.measuring import whole
from experiments.quality.answers import MILLISECONDS, SECONDS, rounded
from experiments.quality.by_clock import PATIENCE
from experiments.quality.problems import SOURCES, prepared, problems
from experiments.study import TIMED, Case, Row, matching


def case(game: str, seed: int) -> Case:
    """The positions of a game, solved."""
    return Case(f"{game} solved", partial(measure_solved, game, seed), SOURCES[game].small)


def measure_solved(game_name: str, seed: int) -> Row:
    """How often a random move is perfect, and what it loses; the nodes and seconds of the default search.

    Raises ValueError if that search contradicts the values of the moves.
    """
    given = problems(game_name, seed)
    solver = prepared(game_name)
    results = [whole(solver.solve(problem.state)) for problem in given]
    for problem, result in zip(given, results, strict=True):
        if not result.exact or result.value != problem.value:
            raise ValueError(f"{game_name}: {result.position} has value {result.value}, its moves {problem.values}.")
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
        "nodes": [result.counters["nodes"] for result in results],
        TIMED: {"seconds": [result.seconds for result in results]},
    }


def random_right(rows: Sequence[Row]) -> float:
    """The share of positions in which a random move is perfect."""
    solved = matching(rows, part="solved")
    return sum(row["random_right"] * row["positions"] for row in solved) / sum(row["positions"] for row in solved)


def solved_within(rows: Sequence[Row], limit: float) -> int:
    """The number of positions that are solved in at most so many seconds."""
    return sum(taken <= limit for row in matching(rows, part="solved") for taken in row[TIMED]["seconds"])


def figures(rows: Sequence[Row]) -> str:
    """The section of the details: where the positions come from, and how hard they are."""
    return "\n\n".join(
        [
            "### The positions",
            "Positions come from random plays, after so many plies that the value of every move can be found in seconds. "
            "Those in which all moves have the same value are left out. So the study does not cover positions that are too "
            "hard to solve, in which an early answer is the only one. A random move is any move with the same probability. "
            "The last columns are about a complete search, by zermelo's default algorithm.",
            _table(rows),
        ]
    )


def _table(rows: Sequence[Row]) -> str:
    """The positions of each game."""
    lines = [
        [
            f"`{row['game']}`",
            f"{SOURCES[row['game']].least} to {SOURCES[row['game']].most}",
            row["positions"],
            ", ".join(f"{count} of {value}" for value, count in row["values"].items()),
            rounded(row["random_right"]),
            row["random_loss"],
            round(statistics.median(row["nodes"])),
            max(row["nodes"]),
            seconds(max(row[TIMED]["seconds"])),
            *(solved_within([row], limit) for limit in (SECONDS, PATIENCE)),
        ]
        for row in matching(rows, part="solved")
    ]
    heads = ["game", "plies", "positions", "values", "random move perfect", "it loses"]
    heads += ["median nodes", "most nodes", "longest", f"solved in {MILLISECONDS}", f"in {PATIENCE:.0f} s"]
    return table(heads, lines)
