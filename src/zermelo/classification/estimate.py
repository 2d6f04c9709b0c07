"""How long a solve takes, from how its work grows with every ply that the position lies earlier."""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Unpack

from zermelo.classification.sample import lasting_play
from zermelo.core.game import Game
from zermelo.core.positions import AsState
from zermelo.solver.options import EngineOptions
from zermelo.solver.solver import Solver

PLAYS: Final = 60
EACH: Final = 12
"""Positions solved at each ply."""

WORTH: Final = 100
"""Nodes that a solve must take on average for its ply to tell how the work grows: smaller ones end by luck."""

WINDOW: Final = 8
"""How many plies the growth is read from."""

MAX_ERROR: Final = math.log(100)
"""With a standard error beyond this factor nothing is foretold."""

MOST: Final = 1e300
"""Nodes: nothing more is told apart."""

SPREAD: Final = 1.64
"""Standard errors to either side: nine of ten, if the logarithms of the errors are normal."""


class Step(NamedTuple):
    """The positions of one ply that were solved: how many, and their means."""

    ply: int
    solved: int
    nodes: float
    seconds: float


class Estimate(NamedTuple):
    """The work of a whole solve, foretold; nine of ten lie between `low` and `high` if the work grows as the model says."""

    algorithm: str
    nodes: float
    seconds: float
    low: float
    high: float
    """Seconds."""
    growth: float
    """By what the work grows with each ply towards the start."""
    solved: bool
    """Whether it was solved on the way: then these are the figures of that."""
    steps: tuple[Step, ...]
    """What was measured, the latest ply first."""


def estimate(
    game: Game[Any],
    *,
    seconds: float,
    seed: int = 0,
    progress: Callable[[str], None] | None = None,
    **options: Unpack[EngineOptions],
) -> Estimate | None:
    """Solve the game outright, if a third of the time is enough; else see how the work grows, and extend it to the start.

    The growth is read from positions of lasting plays, solved from the latest on: each ply earlier is one ply deeper, as
    in deepening, seen from the end. The logarithm of the mean number of nodes is fitted by a line over the last plies
    reached. None when not even three plies could be measured, or when they scatter too much to tell anything.
    """
    asked: EngineOptions = {"line": False, "deepening": False, "threads": 1, **options}
    solver = Solver(game, **asked)
    if progress:
        progress("compiling")
    solver.machine()
    if progress:
        progress("solving it outright")
    deadline = time.monotonic() + seconds
    outright = _measured(solver, [game.initial()], 0, time.monotonic() + seconds / 3)
    if outright is not None:
        taken = outright.seconds
        return Estimate(solver.algorithm.name, outright.nodes, taken, taken, taken, 1.0, True, (outright,))
    rng = random.Random(seed)
    plays = [lasting_play(game, rng) for _ in range(PLAYS)]
    longest = int(statistics.median(len(play) - 1 for play in plays))
    steps: list[Step] = []
    ply = longest - 1
    while ply > 0 and time.monotonic() < deadline:
        if progress:
            progress(f"solving positions of ply {ply}")
        step = _measured(solver, [play[ply] for play in plays if len(play) - 1 > ply][:EACH], ply, deadline)
        if step is None:
            break
        steps.append(step)
        ply -= 1 if step.nodes >= WORTH else max(1, longest // 12)
    return _extended(solver.algorithm.name, steps, seconds / 3)


def _measured(solver: Solver[Any], states: list[Any], ply: int, deadline: float) -> Step | None:
    """The means of solving these positions; None when the time was up before half of them."""
    nodes: list[int] = []
    taken: list[float] = []
    for state in states:
        left = deadline - time.monotonic()
        found = solver.solve(AsState(state), seconds=left) if left > 0 else None
        if found is not None and found.stopped == "interrupted":
            raise KeyboardInterrupt
        if found is None or found.stopped != "complete":
            break
        nodes.append(found.counters["nodes"])
        taken.append(found.seconds)
    if 2 * len(nodes) < len(states) or not nodes:
        return None
    return Step(ply, len(nodes), statistics.mean(nodes), statistics.mean(taken))


def _extended(algorithm: str, steps: list[Step], least: float = 0.0) -> Estimate | None:
    """The line through the last plies, at ply 0; it takes longer than `least` seconds."""
    telling = [step for step in steps if step.nodes >= WORTH][-WINDOW:]
    points = telling if len(telling) >= 3 else steps[-WINDOW:]
    if len(points) < 3:
        return None
    plies = [step.ply for step in points]
    logs = [math.log(step.nodes) for step in points]
    slope, intercept = statistics.linear_regression(plies, logs)
    middle, width = statistics.mean(plies), sum((ply - statistics.mean(plies)) ** 2 for ply in plies)
    left_over = sum((log - intercept - slope * ply) ** 2 for ply, log in zip(plies, logs, strict=True))
    error = math.sqrt(left_over / (len(points) - 2) * (1 + 1 / len(points) + middle**2 / width))
    if slope >= 0 or error > MAX_ERROR:
        return None
    rate = max(step.nodes / max(step.seconds, 1e-6) for step in points)  # small solves take time to begin
    nodes = math.exp(min(intercept, math.log(MOST)))
    factor = math.exp(SPREAD * max(error, math.log(2) / SPREAD))
    seconds = max(nodes / rate, least)
    return Estimate(
        algorithm, nodes, seconds, max(seconds / factor, least), seconds * factor, math.exp(-slope), False, tuple(steps)
    )
