"""Estimates the time of a solve, from the growth of the work with each ply towards the start."""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Unpack

from zermelo.classification.sample import lasting_play
from zermelo.core.game import Game
from zermelo.core.positions import AsState
from zermelo.solver.options import EngineOptions
from zermelo.solver.solver import Solver

PLAYS: Final = 60
EACH: Final = 12
"""The positions solved at each ply."""

WORTH: Final = 100
"""A ply counts in the growth only if its mean number of nodes is at least this: smaller solves depend on luck."""

WINDOW: Final = 8
"""The number of plies that the growth is computed from."""

MOST: Final = 1e300
"""The largest number of nodes that is distinguished."""

SPREAD: Final = 1.64
"""Standard errors to each side: they cover nine out of ten estimates if the logarithms of the errors are normal."""


class Step(NamedTuple):
    """The solved positions of one ply: their number and their means."""

    ply: int
    solved: int
    nodes: float
    seconds: float


class Estimate(NamedTuple):
    """The estimated work of a solve. If the model holds, nine out of ten solves take between `low` and `high` seconds."""

    algorithm: str
    nodes: float
    seconds: float
    low: float
    high: float
    growth: float
    """The factor by which the work grows with each ply towards the start."""
    solved: bool
    """Whether the game was solved while measuring; then these are the figures of that solve."""
    steps: tuple[Step, ...]
    """The measurements, the latest ply first."""


def estimate(
    game: Game[Any],
    *,
    seconds: float,
    seed: int = 0,
    progress: Callable[[str], None] | None = None,
    **options: Unpack[EngineOptions],
) -> Estimate | None:
    """Solve the game if a third of the time is enough; else measure how the work grows, and extend it to the start.

    The growth comes from positions of long plays, solved from the latest ply on. Each earlier ply is a search one ply
    deeper. A line is fitted to the logarithm of the mean number of nodes, over the last plies reached. None if fewer than
    three plies could be measured, or if they scatter too much.
    """
    tell: Callable[[str], None] = progress or (lambda _: None)
    defaults: EngineOptions = {"line": False, "deepening": False, "threads": 1, **options}
    solver = Solver(game, **defaults)
    tell("compiling")
    solver.machine()
    tell("solving the game")
    deadline = time.monotonic() + seconds
    outright = _measured(solver, [game.initial()], 0, deadline - seconds * 2 / 3)
    if outright is not None:
        taken = outright.seconds
        return Estimate(solver.algorithm.name, outright.nodes, taken, taken, taken, 1.0, True, (outright,))
    rng = random.Random(seed)
    plays = [lasting_play(game, rng) for _ in range(PLAYS)]
    longest = int(statistics.median(len(play) - 1 for play in plays))
    steps: list[Step] = []
    ply = longest - 1
    while ply > 0 and time.monotonic() < deadline:
        tell(f"solving positions at ply {ply}")
        step = _measured(solver, [play[ply] for play in plays if len(play) - 1 > ply][:EACH], ply, deadline)
        if step is None:
            break
        steps.append(step)
        ply -= 1 if step.nodes >= WORTH else max(1, longest // 12)
    return _extended(solver.algorithm.name, steps, seconds / 3)


def _measured(solver: Solver[Any], states: list[Any], ply: int, deadline: float) -> Step | None:
    """The means over the solved positions; None if the time was up before half of them were solved."""
    nodes, taken = list[int](), list[float]()
    for state in states:
        left = deadline - time.monotonic()
        result = solver.solve(AsState(state), seconds=left) if left > 0 else None
        if result is not None and result.stopped == "interrupted":
            raise KeyboardInterrupt
        if result is None or result.stopped != "complete":
            break
        nodes.append(result.counters["nodes"])
        taken.append(result.seconds)
    if 2 * len(nodes) < len(states) or not nodes:
        return None
    return Step(ply, len(nodes), statistics.mean(nodes), statistics.mean(taken))


def continued(xs: Sequence[float], ys: Sequence[float], to: float) -> tuple[float, float, float]:
    """The slope of a line through at least three points, its height at `to`, and the standard deviation of such a
    prediction.
    """
    slope, intercept = statistics.linear_regression(xs, ys)
    middle = statistics.mean(xs)
    left_over = sum((y - intercept - slope * x) ** 2 for x, y in zip(xs, ys, strict=True))
    width = sum((x - middle) ** 2 for x in xs)
    error = math.sqrt(left_over / (len(xs) - 2) * (1 + 1 / len(xs) + (to - middle) ** 2 / width))
    return slope, intercept + slope * to, error


def _extended(algorithm: str, steps: list[Step], least: float = 0.0) -> Estimate | None:
    """The estimate at ply 0, by a line through the last plies. A solve takes at least `least` seconds."""
    large = [step for step in steps if step.nodes >= WORTH][-WINDOW:]
    points = large if len(large) >= 3 else steps[-WINDOW:]
    if len(points) < 3:
        return None
    plies = [step.ply for step in points]
    logs = [math.log(step.nodes) for step in points]
    slope, intercept, error = continued(plies, logs, 0)
    if slope >= 0 or error > math.log(100):  # a factor of 100
        return None
    # the highest rate, because small solves spend part of their time starting
    rate = max(step.nodes / max(step.seconds, 1e-6) for step in points)
    nodes = math.exp(min(intercept, math.log(MOST)))
    factor = math.exp(SPREAD * max(error, math.log(2) / SPREAD))
    seconds = max(nodes / rate, least)
    low, high = max(seconds / factor, least), seconds * factor
    return Estimate(algorithm, nodes, seconds, low, high, math.exp(-slope), False, tuple(steps))
