"""The bench signature: a digest of what a fixed list of searches did, and a second one of the quick ones among them.

    python -m tests.support.signature           the searches, and both digests as they are now
    python -m tests.support.signature --write   the same, and make it the expected one

A change of what searches do, be it only their order of moves, changes the signature: state the new one with it. Any other
change leaves it alone. Both modes of running visit the same nodes, so the searches run interpreted.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from typing import Any, Final

from tests import DATA
from zermelo.games.catalogue import game_named
from zermelo.search import ALGORITHMS
from zermelo.solver.solver import solve

TWO_PLAYERS: Final = [name for name, algorithm in ALGORITHMS.items() if not (algorithm.to_the_end or algorithm.chance)]

EXPECTED: Final = DATA / "signature.txt"

POSITIONS: Final = (
    ("mnk(3,3,3)", "a1"),
    ("mnk(4,4,3)", "a1 c2"),
    ("connect(4,3,3)", "231"),
    ("tree(3,5,7,random)", ""),
)

BARE: Final = ("key", "symmetry", "priority", "forced", "relevance", "bounds", "killers", "history")
"""All but the static evaluation."""

WAYS: Final[tuple[dict[str, Any], ...]] = (
    {"objective": "distance", "without": BARE, "table": False, "depth": 3},
    {"objective": "outcome"},
)
"""Each algorithm searches each position in each of these ways."""

SPECIAL: Final[tuple[tuple[str, str, dict[str, Any]], ...]] = (
    ("mnk(3,3,3)", "", {"algorithm": "alpha-beta", "without": ("all",), "table": False}),
    ("mnk(3,3,3)", "", {"algorithm": "negascout", "objective": "distance", "deepening": True}),
    ("mnk(3,5,3)", "c2", {"algorithm": "mtdf", "without": ("forced", "bounds"), "depth": 4, "deepening": True}),
    ("mnk(4,4,4)", "", {"algorithm": "mtdf"}),
    ("mnk(4,4,4)", "b2", {"algorithm": "negamax", "nodes": 500}),
    ("mnk(5,5,5)", "", {"algorithm": "mtdf", "without": ("killers", "history"), "nodes": 800}),
    ("connect(7,6,4)", "444", {"algorithm": "mtdf", "nodes": 1500}),
    ("connect(7,6,4)", "", {"algorithm": "bns", "depth": 4, "deepening": True}),
    ("connect(5,4,4)", "33", {"algorithm": "negascout", "memory": 4096, "nodes": 1500, "deepening": False}),
    ("tree(4,6,1,best)", "", {"algorithm": "negascout", "without": ("all",), "table": False}),
    ("tree(4,5,1,worst)", "", {"algorithm": "mtdf", "deepening": True}),
)


SLOW: Final = (
    ("mnk(4,4,3)", "informed-minimax"),
    ("mnk(4,4,3)", "pns"),
    ("mnk(4,4,3)", "dfpn"),
    ("connect(7,6,4)", "mtdf"),
    ("connect(7,6,4)", "bns"),
    ("connect(5,4,4)", "negascout"),
)
"""Games and algorithms whose searches take most of the time."""


def searches(*, quick: bool = False) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Game, position and options of each search; of the quick ones only."""
    for game, position, options in every_search():
        if not (quick and (game, options["algorithm"]) in SLOW):
            yield game, position, options


def every_search() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for game, position in POSITIONS:
        for way in WAYS:
            for algorithm in TWO_PLAYERS:
                same = algorithm.endswith("minimax") and "table" in way and "tree" not in game  # as alpha-beta says
                endless = (game, algorithm) == ("mnk(4,4,3)", "minimax")  # 12! lines of play
                if not (same or endless):
                    yield game, position, {"algorithm": algorithm, **way}
    yield from SPECIAL


def report(*, quick: bool = False) -> Iterator[str]:
    """One line for each search."""
    for game, position, options in searches(quick=quick):
        found = solve(game_named(game), position, compiled=False, line=False, **options)
        asked = " ".join(f"{name}={value}" for name, value in options.items())
        answer = f"{found.counters['nodes']} {found.value} {found.kind} {' '.join(found.best)}"
        yield f"{game} | {position} | {asked} | {answer}"


def signature(lines: list[str]) -> str:
    """The digest of a report."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


if __name__ == "__main__":
    written = list(report())
    digests = f"{signature(written)} whole\n{signature(list(report(quick=True)))} quick\n"
    print("\n".join(written))
    print(digests, end="")
    if sys.argv[1:] == ["--write"]:
        EXPECTED.write_text(digests)
