"""Compiled searches of plain Python games, compared with the same searches written by hand in C.

    python benchmarks/against_c.py [--json FILE]

Games of a page each (games.py and examples/) are searched by zermelo's compiled NegaMax and MiniMax, and by c/*.c, compiled
with `gcc -O3 -march=native`. Both visit the same positions in the same order, with the same counters and the same test of a
node limit. "Rules alone" is a search without table or move ordering. "With table" is a search to the end of the game with a
table of fixed size, the game's priorities, killers and history; zermelo also prefetches entries of the table. Both run
alternately in one process, on the same memory.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from common import Bound, Searcher, Verdict, arguments, busy, conclude, example, interleaved, print_table, ratio
from games import ThreeOnFour, TicTacToe

from zermelo import Game
from zermelo.core.arrays import as_numpy, memory
from zermelo.search.parts.counters import COUNTERS, UNLIMITED
from zermelo.search.parts.table import TranspositionTable

HERE = Path(__file__).parent
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
COUNTED = ("nodes", "leaves", "cutoffs", "first_cutoffs", "probes", "hits")
KEY_WORDS, ROWS = 2, 1 << 20
"""The words of a key in the table, and the number of its rows."""


class Subject(NamedTuple):
    """A search that exists in zermelo and in C."""

    game: Game[Any]
    source: str
    algorithm: str
    bound: float
    depth: int | None = None
    """The depth in plies; None: to the end of the game."""
    table: bool = False
    """Whether the search uses a table and move ordering."""

    def __str__(self) -> str:
        name = f"{self.game}, {self.algorithm}"
        if self.table:
            return f"{name} with table"
        return name if self.depth is None else f"{name} to depth {self.depth}"


DOMINEERING, BREAKTHROUGH = example("domineering.py:Domineering(6,6)"), example("breakthrough.py:Breakthrough(5,4)")

SUBJECTS = (
    Subject(TicTacToe(), "tictactoe", "negamax", 0.5),
    Subject(TicTacToe(), "tictactoe", "minimax", 0.5),
    Subject(ThreeOnFour(), "threeonfour", "negamax", 0.5),
    Subject(DOMINEERING, "domineering", "negamax", 0.8, depth=9),
    Subject(DOMINEERING, "domineering", "negamax", 0.85, table=True),
    Subject(BREAKTHROUGH, "breakthrough", "negamax", 0.8, depth=9),
    Subject(BREAKTHROUGH, "breakthrough", "negamax", 0.85, table=True),
)


class CSearcher:
    """A search in C, timed."""

    def __init__(self, subject: Subject, folder: str, table: TranspositionTable | None) -> None:
        library = Path(folder) / f"{subject.source}.so"
        subprocess.run(["gcc", *FLAGS, str(HERE / "c" / f"{subject.source}.c"), "-o", str(library)], check=True)
        code = ctypes.CDLL(str(library))
        self._counted = (ctypes.c_int64 * len(COUNTED))()
        self._table = table
        depth, limit = ctypes.c_int64(subject.depth or subject.game.max_length), ctypes.c_int64(UNLIMITED)
        if table is None:
            self._search = code.search
            self._arguments = (int(subject.algorithm == "minimax"), depth, limit, self._counted)
        else:
            rows = ctypes.c_void_p(as_numpy(table.rows).ctypes.data), ctypes.c_int64(len(table.rows))
            self._search = code.search_ordered
            self._arguments = (depth, limit, self._counted, *rows)
        self._search.restype = ctypes.c_int64
        self.seconds()

    def seconds(self) -> float:
        """The seconds of one search, called from Python, which starts with an empty table."""
        if self._table is not None:
            memory(self._table.rows)[:] = bytes(self._table.rows.nbytes)
        return busy(lambda: self._search(*self._arguments))

    @property
    def counters(self) -> list[int]:
        """The counters of the last search."""
        return list(self._counted)


def measure(subject: Subject, folder: str, rounds: int, seconds: int) -> dict[str, Any]:
    """A row of the table: the speed of both, in as many rounds as fit into the seconds, but at least three."""
    table = TranspositionTable(KEY_WORDS, 8 * (KEY_WORDS + 1) * ROWS * 5 // 4, ROWS) if subject.table else None
    ours = Searcher(subject.game, subject.algorithm, compiled=True, depth=subject.depth, table=table)
    theirs = CSearcher(subject, folder, table)
    rounds = min(rounds, max(3, round(seconds / (ours.seconds() + theirs.seconds()))))
    taken = interleaved({"zermelo": ours.seconds, "C": theirs.seconds}, rounds)
    counted = [ours.counters[COUNTERS.index(name)] for name in COUNTED]
    assert counted == theirs.counters, f"{subject}: {counted} in zermelo, {theirs.counters} in C"
    fastest = {name: ours.nodes / min(seconds) for name, seconds in taken.items()}
    return {"search": str(subject), "nodes": ours.nodes, **fastest, "ratio": ratio(taken["C"], taken["zermelo"])}


def main() -> None:
    options = arguments(
        __doc__, rounds="101: the most rounds to measure", seconds="20: about how long to measure each search"
    )
    if shutil.which("gcc") is None:
        sys.exit("gcc is needed to compile the C searches; it was not found.")
    with tempfile.TemporaryDirectory() as folder:
        rows = [measure(subject, folder, options.rounds, options.seconds) for subject in SUBJECTS]
    table = [[row["search"], row["nodes"], row["zermelo"] / 1e6, row["C"] / 1e6, row["ratio"]] for row in rows]
    print_table(["search", "nodes", "zermelo M/s (best)", "C M/s (best)", "ratio (median)"], table)
    verdicts = [
        Verdict(Bound(f"{subject}: nodes per second relative to C", subject.bound, 1.0), row["ratio"])
        for subject, row in zip(SUBJECTS, rows, strict=True)
    ]
    conclude(verdicts, rows, options.json)


if __name__ == "__main__":
    main()
