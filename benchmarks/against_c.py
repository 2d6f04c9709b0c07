"""Compiled searches of plain Python games against the same searches hand-written in C.

    python benchmarks/against_c.py [--json FILE]

Two games of plain integers (games.py) are searched by the package's own NegaMax and MiniMax, compiled, and by c/*.c,
compiled by `gcc -O3 -march=native`: the same positions in the same order, with the same counters and the same test of a
node limit. Both run in one process, in turn.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from common import Bound, Searcher, Verdict, arguments, busy, conclude, interleaved, print_table, ratio
from games import ThreeOnFour, TicTacToe

from zermelo import Game
from zermelo.search.context import COUNTERS, UNLIMITED

HERE = Path(__file__).parent
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
COUNTED = ("nodes", "leaves", "cutoffs", "first_cutoffs")

SUBJECTS: tuple[tuple[Game[Any], str, str], ...] = (
    (TicTacToe(), "tictactoe", "negamax"),
    (TicTacToe(), "tictactoe", "minimax"),
    (ThreeOnFour(), "threeonfour", "negamax"),
)
"""Game, C file, algorithm."""

BOUNDS = {
    f"{game}, {algorithm}": Bound(f"{game}, {algorithm}: nodes a second, times those of C", 0.5, 1.0)
    for game, _, algorithm in SUBJECTS
}


class CSearcher:
    """A search in C, timed."""

    def __init__(self, source: str, folder: str, algorithm: str, depth: int) -> None:
        library = Path(folder) / f"{source}.so"
        subprocess.run(["gcc", *FLAGS, str(HERE / "c" / f"{source}.c"), "-o", str(library)], check=True)
        self._search = ctypes.CDLL(str(library)).search
        self._search.restype = ctypes.c_int64
        self._counted = (ctypes.c_int64 * len(COUNTED))()
        limit = ctypes.c_int64(UNLIMITED)
        self._arguments = (int(algorithm == "minimax"), ctypes.c_int64(depth), limit)
        self.seconds()

    def seconds(self) -> float:
        """What one search takes, called from Python."""
        return busy(lambda: self._search(*self._arguments, self._counted))

    @property
    def counters(self) -> list[int]:
        """What it counted."""
        return list(self._counted)


def measure(rounds: int) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        for game, source, algorithm in SUBJECTS:
            ours = Searcher(game, algorithm, compiled=True)
            theirs = CSearcher(source, folder, algorithm, game.max_length)
            taken = interleaved({"zermelo": ours.seconds, "C": theirs.seconds}, rounds)
            counted = [ours.counters[COUNTERS.index(name)] for name in COUNTED]
            assert counted == theirs.counters, f"{game}, {algorithm}: {counted} here, {theirs.counters} in C"
            fastest = {name: ours.nodes / min(seconds) for name, seconds in taken.items()}
            times_c = ratio(taken["C"], taken["zermelo"])
            rows.append({"search": f"{game}, {algorithm}", "nodes": ours.nodes, **fastest, "ratio": times_c})
    return rows


def main() -> None:
    options = arguments(__doc__, rounds="101: rounds to measure")
    if shutil.which("gcc") is None:
        sys.exit("gcc is needed to compile the C searches; it was not found.")
    rows = measure(options.rounds)
    table = [[row["search"], row["nodes"], row["zermelo"] / 1e6, row["C"] / 1e6, row["ratio"]] for row in rows]
    print_table(["search", "nodes", "zermelo M/s (best)", "C M/s (best)", "ratio (median)"], table)
    conclude([Verdict(BOUNDS[row["search"]], row["ratio"]) for row in rows], rows, options.json)


if __name__ == "__main__":
    main()
