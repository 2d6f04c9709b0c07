"""The cost of a call: one small position by `solve`, and many with one call of `solve_many`, by native code that is ready.

    python benchmarks/calls.py [--json FILE]

The positions are those of random play on mnk(3,3,3) with five free cells. Real time, as a call waits for another thread: run
it on an idle machine. The least of the rounds counts.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from common import Bound, Verdict, arguments, conclude, interleaved, print_table

from zermelo import Solver
from zermelo.core.words import pack
from zermelo.games import mnk

STONES: Final = 4
"""On nine cells, five are then free."""

MANY: Final = 100_000

ONE: Final = 200
"""Calls of `solve` in each round."""

BOUNDS: Final = {
    "one call of solve": Bound("one call of solve", 0.5, 0.2, lower=True, unit=" ms"),
    "solve_many, array": Bound("solve_many of an array, each position", 50, 15, lower=True, unit=" us"),
    "solve_many, text": Bound("solve_many of text, each position", 200, 60, lower=True, unit=" us"),
}
"""The bound on text is loose: there is only a target for it."""


def positions(count: int) -> list[tuple[Any, str]]:
    """Positions of random play that are not over: states, and the moves that lead there."""
    game, rng, found = mnk(3, 3, 3), random.Random("calls"), list[tuple[Any, str]]()
    while len(found) < count:
        moves = [game.action_name(cell) for cell in rng.sample(range(9), STONES)]
        state = game.play(moves)
        if not game.terminal(state):
            found.append((state, " ".join(moves)))
    return found


def each(action: Callable[[], object], count: int) -> Callable[[], float]:
    """A subject that reports the real seconds of an action, divided by this count."""

    def seconds() -> float:
        began = time.perf_counter()
        action()
        return (time.perf_counter() - began) / count

    return seconds


def main() -> None:
    options = arguments(__doc__, rounds="5: rounds to measure")
    given = positions(MANY)
    texts = [text for _, text in given]
    words = np.array([pack(state) for state, _ in given], np.int64)
    solver, new = Solver(mnk(3, 3, 3), line=False), Solver(mnk(3, 3, 3), line=False)
    for each_solver in (solver, new):
        each_solver.prepare()
    subjects = {
        "one call of solve": each(lambda: [solver.solve(state) for state, _ in given[:ONE]], ONE),
        "solve_many, array": each(lambda: new.solve_many(words), MANY),
        "solve_many, text": each(lambda: new.solve_many(texts), MANY),
    }
    took = interleaved(subjects, options.rounds)
    scale = {" ms": 1e3, " us": 1e6}
    verdicts = [Verdict(bound, min(took[name]) * scale[bound.unit]) for name, bound in BOUNDS.items()]
    rows = [
        {"call": name, "least": min(seconds) * 1e6, "greatest": max(seconds) * 1e6} for name, seconds in took.items()
    ]
    print_table(["microseconds for each position", "least", "greatest"], [list(row.values()) for row in rows])
    conclude(verdicts, rows, options.json)


if __name__ == "__main__":
    main()
