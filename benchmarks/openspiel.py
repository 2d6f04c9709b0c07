"""Times to solve OpenSpiel's games: by OpenSpiel's own search, through the adapter, and translated to zermelo's games.

    python benchmarks/openspiel.py [--seconds 600] [--json FILE]

OpenSpiel's own search is `alpha_beta_search`, a Python algorithm on a C++ game, without a transposition table. It is stopped
after `--seconds`. It returns a value and a move, and so do the other two: no line of best play is looked for. Through the
adapter zermelo's search runs interpreted on the same C++ game, with a table. Translated games are compiled; the time to load
the code is not counted. Needs `pip install 'zermelo[openspiel]'`.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from pathlib import Path
from typing import Any, NamedTuple

from zermelo import Result, Solver
from zermelo.openspiel import from_openspiel

GAMES = ("connect_four(rows=4,columns=5)", "breakthrough(rows=5,columns=3)")

FASTER = 100
"""How many times faster the translated game must be solved than through the adapter; fixed before anything was measured."""

RUNS, LONG = 100, 1.0
"""A game is solved RUNS times, but not again once it has taken LONG seconds."""


class Times(NamedTuple):
    """Seconds to solve one game. `library` is None if OpenSpiel's search was stopped."""

    game: str
    value: int
    library: float | None
    adapter: float
    adapter_nodes: int
    translated: float
    translated_nodes: int

    @property
    def ratio(self) -> float:
        """How many times faster the translated game is solved."""
        return self.adapter / self.translated


def library_value(name: str, values: Any) -> None:
    """Put OpenSpiel's value of a game, and the seconds it took, into a queue."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    began = time.perf_counter()
    value, _ = minimax.alpha_beta_search(pyspiel.load_game(name))
    values.put((value, time.perf_counter() - began))


def library_seconds(name: str, value: int, limit: float) -> float | None:
    """The seconds that OpenSpiel's search takes, in a process of its own; None if it is stopped."""
    context = multiprocessing.get_context("spawn")
    values = context.Queue()
    process = context.Process(target=library_value, args=(name, values))
    process.start()
    process.join(limit)
    if process.is_alive():
        process.kill()
        return None
    found, seconds = values.get()
    assert found == value
    return seconds


def fastest(solver: Solver[Any]) -> Result:
    """The result of the fastest of several solves, of which a long one is the last."""
    results = [solver.solve()]
    while len(results) < RUNS and results[-1].seconds < LONG:
        results.append(solver.solve())
    return min(results, key=lambda result: result.seconds)


def times(name: str, limit: float) -> Times:
    """The times for one game."""
    slow = fastest(Solver(from_openspiel(name, translate=False), line=False))
    solver = Solver(from_openspiel(name), compiled=True, line=False)
    solver.prepare()
    fast = fastest(solver)
    assert slow.value == fast.value
    nodes = slow.counters["nodes"], fast.counters["nodes"]
    library = library_seconds(name, slow.value, limit)
    return Times(name, slow.value, library, slow.seconds, nodes[0], fast.seconds, nodes[1])


def main() -> None:
    """Print a table, and fail if the translated games are not faster as they must be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600, help="after this time OpenSpiel's own search is stopped")
    parser.add_argument("--json", type=Path, metavar="FILE")
    given = parser.parse_args()
    found = [times(name, given.seconds) for name in GAMES]
    for each in found:
        own = f"more than {given.seconds:.0f} s" if each.library is None else f"{each.library:.2f} s"
        print(f"{each.game}: value {each.value}")
        print(f"  OpenSpiel's alpha-beta  {own}")
        print(f"  through the adapter     {each.adapter:.2f} s, {each.adapter_nodes:,} nodes")
        print(f"  translated              {each.translated:.4f} s, {each.translated_nodes:,} nodes")
        print(f"  adapter / translated    {each.ratio:.0f} (bound: {FASTER})")
    if given.json:
        given.json.write_text(json.dumps([each._asdict() | {"ratio": each.ratio} for each in found], indent=2))
    if any(each.ratio < FASTER for each in found):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
