"""How much faster the same source code runs compiled than interpreted.

    python benchmarks/native_vs_interpreted.py [--json FILE]

NegaMax on tic-tac-toe, for a class of a page with plain integers (games.py) and for zermelo's mnk(3,3,3), without knowledge,
table or ordering. The same class and the same search run compiled and interpreted, alternately.
"""

from __future__ import annotations

from typing import Any

from common import Bound, Searcher, Verdict, arguments, conclude, interleaved, print_table, ratio, typical
from games import TicTacToe

from zermelo import Game
from zermelo.games import mnk

SUBJECTS: tuple[Game[Any], ...] = (TicTacToe(), mnk(3, 3, 3))

SEARCHES = 100
"""How many compiled searches are timed for each interpreted one."""

BOUNDS = {str(game): Bound(f"{game}: speed compiled relative to interpreted", 60, 120) for game in SUBJECTS}


def measure(game: Game[Any], rounds: int) -> dict[str, Any]:
    """A row of the table: the nodes per second, compiled and interpreted, and their ratio."""
    compiled, interpreted = (Searcher(game, "negamax", compiled=way) for way in (True, False))
    assert compiled.counters == interpreted.counters
    taken = interleaved({"compiled": typical(compiled.seconds, SEARCHES), "interpreted": interpreted.seconds}, rounds)
    fastest = {name: compiled.nodes / min(seconds) for name, seconds in taken.items()}
    times = ratio(taken["interpreted"], taken["compiled"])
    return {"game": str(game), "nodes": compiled.nodes, **fastest, "ratio": times}


def main() -> None:
    options = arguments(__doc__, rounds="15: rounds to measure")
    rows = [measure(game, options.rounds) for game in SUBJECTS]
    print_table(
        ["game", "nodes", "compiled nodes/s (best)", "interpreted nodes/s (best)", "ratio (median)"],
        [list(row.values()) for row in rows],
    )
    conclude([Verdict(BOUNDS[row["game"]], row["ratio"]) for row in rows], rows, options.json)


if __name__ == "__main__":
    main()
