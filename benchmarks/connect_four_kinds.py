"""Exact scores of Connect Four on 7x6, compared with BitBully, on six kinds of positions, from the end to the beginning.

    python benchmarks/connect_four_kinds.py [--kept 1] [--rounds N] [--json FILE]

The positions are those of connect_four_positions.txt, in random order. BitBully runs as its documentation describes, with
MTD(f) and without an opening book. zermelo solves a part of a kind by one call of `solve_many`, with one thread. The two
take turns with the parts. The tables are empty before each position; with `--kept 1` both keep theirs. The seconds are those
of the calls as Python sees them. BitBully's do not include clearing its table, which empties the processor's caches; so each
solver's first search after that is not counted: of BitBully's one before each position, of zermelo's one before each part.
zermelo's seconds include clearing its table. An interval holds nine tenths of the ratios of 1,000
random samples of the parts. The bounds were fixed before the first run.
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from common import Bound, Verdict, arguments, conclude, print_table
from connect_four import GAME, pons_score

from zermelo import Solver
from zermelo.core.words import pack
from zermelo.solver.many import Answers

FILE: Final = Path(__file__).parent / "connect_four_positions.txt"
SAMPLES: Final = 1000
WARM: Final = [0, 1, 0, 1, 0, 1]
"""Columns after which one more move ends the game: the position of searches that are not counted."""

DIFFERENCES: Final = Bound("scores that differ", 0, lower=True)


class Position(NamedTuple):
    """A line of the file."""

    columns: str
    score: int

    @property
    def moves(self) -> list[int]:
        """The columns, counted from 0."""
        return [int(column) - 1 for column in self.columns]


class Taken(NamedTuple):
    """Seconds for a part of a kind."""

    theirs: float
    ours: float


def kinds() -> dict[str, list[Position]]:
    """The positions of each kind."""
    found: dict[str, list[Position]] = {}
    for line in FILE.read_text().splitlines():
        if not line.startswith("#"):
            kind, columns, score = line.split()
            found.setdefault(kind, []).append(Position(columns, int(score)))
    return found


class Rival:
    """BitBully."""

    def __init__(self, *, kept: bool) -> None:
        from bitbully import BitBully, Board

        self._solver, self._board, self._kept = BitBully(opening_book=None), Board, kept

    def seconds(self, positions: list[Position]) -> tuple[float, list[int]]:
        """The seconds for these positions, and their scores."""
        taken, scores = 0.0, list[int]()
        for position in positions:
            board = self._board(position.moves)
            if not self._kept:
                self._solver.reset_transposition_table()
                self._solver.mtdf(self._board(WARM))
            began = time.perf_counter()
            scores.append(self._solver.mtdf(board))
            taken += time.perf_counter() - began
        return taken, scores


class Ours:
    """zermelo."""

    def __init__(self, *, kept: bool) -> None:
        self._solver: Solver[Any] = Solver(
            GAME, algorithm="mtdf", objective="distance", line=False, memory=2 << 30, compiled=True, threads=1
        )
        self._solver.prepare()
        self._kept = kept

    def seconds(self, positions: list[Position]) -> tuple[float, list[int], int]:
        """The seconds for these positions, their scores, and the nodes."""
        states = [GAME.play(list(position.columns)) for position in positions]
        words = np.array([pack(state) for state in states], np.int64)
        if not self._kept:
            warm = GAME.play([str(column + 1) for column in WARM])
            self._solver.solve_many(np.array([pack(warm)], np.int64), keep_table=False)
        began = time.perf_counter()
        answers = self._solver.solve_many(words, keep_table=self._kept)
        taken = time.perf_counter() - began
        return taken, scores_of(answers, positions), int(answers.nodes.sum())


def scores_of(answers: Answers, positions: list[Position]) -> list[int]:
    """The scores as Pons defines them."""
    assert set(answers.kind.tolist()) == {"exact"}
    stones = (len(position.columns) for position in positions)
    return list(map(pons_score, answers.value.tolist(), answers.distance.tolist(), stones))


def interval(taken: list[Taken], rng: random.Random) -> tuple[float, float]:
    """The range of nine tenths of the ratios of random samples of the parts."""
    ratios = sorted(ratio(rng.choices(taken, k=len(taken))) for _ in range(SAMPLES))
    return ratios[SAMPLES // 20], ratios[-SAMPLES // 20]


def ratio(taken: list[Taken]) -> float:
    """BitBully's time relative to zermelo's."""
    return sum(each.theirs for each in taken) / sum(each.ours for each in taken)


def main() -> None:
    """Measure, print, and report whether the bounds are met."""
    options = arguments(
        __doc__, kept="0: 1 to keep the tables", rounds="3: rounds of the kinds that take less than a minute"
    )
    rng, rival, ours = random.Random("kinds"), Rival(kept=bool(options.kept)), Ours(kept=bool(options.kept))
    rows, verdicts, differ, given = list[dict[str, Any]](), list[Verdict](), 0, kinds()
    for solver in (rival, ours):  # what a first call does once, such as starting a thread, is not counted
        solver.seconds(given["end"][:10])
    for kind, positions in given.items():
        taken, nodes, slow = list[Taken](), 0, kind in ("begin-medium", "begin-hard")
        rounds, parts = (1, 10) if slow else (options.rounds, 1)
        for _ in range(rounds):
            order = rng.sample(positions, len(positions))
            for part in (order[start::parts] for start in range(parts)):
                their_seconds, their_scores = rival.seconds(part)
                our_seconds, our_scores, visited = ours.seconds(part)
                taken.append(Taken(their_seconds, our_seconds))
                nodes += visited
                expected = [position.score for position in part]
                differ += sum(map(int.__ne__, expected, our_scores)) + sum(map(int.__ne__, expected, their_scores))
        count, (low, high) = rounds * len(positions), interval(taken, rng)
        each = [1000 * sum(seconds) / count for seconds in zip(*taken, strict=True)]
        rows.append(
            {
                "kind": kind,
                "BitBully, ms": each[0],
                "zermelo, ms": each[1],
                "ratio": ratio(taken),
                "from": low,
                "to": high,
                "nodes": nodes // count,
            }
        )
        verdicts.append(Verdict(Bound(f"BitBully's time relative to zermelo's, {kind}", 1, 2), ratio(taken)))
        print(*rows[-1].values(), flush=True)
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    conclude([Verdict(DIFFERENCES, differ), *verdicts], rows, options.json)


if __name__ == "__main__":
    main()
