"""Score Four, four in a row on 4x4x4 with gravity: how far the solution of each first move gets, and what it would take.

    python benchmarks/score_four.py [--minutes 15] [--seconds 20] [--positions 9] [--folder DIR] [--json FILE]

First, positions of games between two players who look four plies ahead are solved, those nearest the end first, until
half of those after as many plies take longer than the time limit. The logarithm of the median of the nodes grows about
linearly with the empty cells; the line is continued to the position after the first move. The error that is stated is one
standard deviation of such a prediction.

Then a cluster of one worker works on each first move; of those that are images of each other only one is tried. Stated
are the proved bounds on the value for the second player, the jobs, and the share of the proof of the question that is
being asked. With --folder, the logs are kept, and the same command resumes the proofs.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from common import first_moves, print_table

from zermelo import Solver, cluster, game_named
from zermelo.classification.estimate import continued
from zermelo.core.supervision import processors

GAME: Final = "lines(4x4x4,4,gravity=1)"
OPENING: Final = 4
"""Random moves at the beginning of a game."""
PLIES: Final = 4
"""How far the players look ahead."""
FEWEST: Final = 16
"""Empty cells of the positions that are solved first."""
STEP: Final = 2
"""Plies between two groups of positions."""
MEMORY: Final = 8 << 30
"""Bytes of the table, at most."""


def played(game: Any, players: Solver[Any], rng: random.Random) -> list[Any]:
    """The positions of a game between two players who look a few plies ahead, after a random opening."""
    states = [game.initial()]
    while not game.terminal(states[-1]):
        opening = len(states) <= OPENING
        moves = list(game.actions(states[-1])) if opening else players.solve(states[-1]).best
        move = rng.choice(moves)
        states.append(game.apply(states[-1], move if opening else game.parse_action(move)))
    return states


def groups(game: Any, count: int, seconds: float) -> Iterator[dict[str, Any]]:
    """For positions with so many empty cells, the median of the nodes that they take; the last group is not solved."""
    rng, players = random.Random(4), Solver(game, depth=PLIES, all_moves=True, line=False)
    plays: list[list[Any]] = []
    while len(plays) < count:
        states = played(game, players, rng)
        if len(states) > game.max_length - FEWEST + 1:  # the last one is not searched
            plays.append(states)
    solver = Solver(game, line=False)
    for empty in range(FEWEST, game.max_length, STEP):
        nodes = list[float]()
        for states in plays:
            found = solver.solve(states[game.max_length - empty], seconds=seconds, deepening=False)
            nodes.append(found.counters["nodes"] if found.exact else math.inf)
        median = statistics.median(nodes)
        row = {
            "empty cells": empty,
            "positions": count,
            "solved": sum(map(math.isfinite, nodes)),
            "median of the nodes": median,
        }
        print(*row.values(), flush=True)
        yield row
        if math.isinf(median):
            break


def main() -> None:
    """Print the groups, the estimate, and what is proved of each first move."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=15.0, help="for each first move (default 15)")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each position (default 20)")
    parser.add_argument("--positions", type=int, default=9, help="in each group (default 9)")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="keep the logs of the proofs in DIR")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to FILE")
    asked = parser.parse_args()
    game: Any = game_named(GAME)
    if asked.folder is not None:
        asked.folder.mkdir(parents=True, exist_ok=True)
    solved = list(groups(game, asked.positions, asked.seconds))
    medians = {row["empty cells"]: row["median of the nodes"] for row in solved}
    points = {empty: math.log10(max(nodes, 1)) for empty, nodes in medians.items() if math.isfinite(nodes)}
    _, nodes, error = continued(list(points), list(points.values()), game.max_length - 1)
    print(f"\nafter the first move: 10^{nodes:.1f} nodes, give or take a factor of 10^{error:.1f}\n")
    rows: list[dict[str, Any]] = []
    with cluster("processes:1", threads=processors()) as workers:
        for move in first_moves(game):
            name, last = game.action_name(move), list[Any]()
            folder = None if asked.folder is None else asked.folder / name
            found = workers.solve(
                GAME, name, checkpoint=folder, seconds=60 * asked.minutes, memory=MEMORY, progress=last.append
            )
            rows.append(
                {
                    "first move": name,
                    "value for the second player": f"{found.lower} to {found.upper}",
                    "jobs": last[-1].jobs,
                    "nodes": found.counters["nodes"],
                    "question": f"at least {last[-1].claim}",
                    "share": last[-1].share,
                    "positions in the tree": last[-1].positions,
                }
            )
            print(*rows[-1].values(), flush=True)
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    if asked.json:
        figures = {"groups": solved, "nodes": 10**nodes, "error": 10**error, "first moves": rows}
        asked.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
