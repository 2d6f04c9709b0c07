"""The chain of algorithms, one module each, and what they are given.

Every algorithm is a function `search_root(game, search, state, depth, alpha, beta, guess)` that returns a score for the
player to move in `state` and leaves its best action and the bounds it proved in `search.root`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from zermelo.search import alphabeta, aspiration, bns, maxn, minimax, mtdf, negamax, negascout, paranoid, sss


class Algorithm(NamedTuple):
    """An algorithm and what may be asked of it."""

    name: str
    search_root: Callable[..., int]
    source: str
    finite_window: bool
    """Whether it must be told finite bounds on the score, because it searches for the score between them."""
    gives_value: bool
    """Whether it returns the score; otherwise a best move, and bounds on the score."""
    any_players: bool = False
    """Whether it takes any number of players; then it searches to the end of the game, without a table."""


ALGORITHMS: Final[Mapping[str, Algorithm]] = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("minimax", minimax.search_root, "Zermelo 1913, von Neumann 1928", False, True),
        Algorithm("alpha-beta", alphabeta.search_root, "Edwards and Hart 1961", False, True),
        Algorithm("negamax", negamax.search_root, "Knuth and Moore 1975", False, True),
        Algorithm("negascout", negascout.search_root, "Reinefeld 1983", False, True),
        Algorithm("aspiration", aspiration.search_root, "Gillogly 1972", False, True),
        Algorithm("sss", sss.search_root, "Stockman 1979, Plaat et al. 1996", True, True),
        Algorithm("mtdf", mtdf.search_root, "Plaat et al. 1996", True, True),
        Algorithm("maxn", maxn.search_root, "Luckhardt and Irani 1986, Korf 1991", False, True, any_players=True),
        Algorithm("paranoid", paranoid.search_root, "Sturtevant and Korf 2000", False, False, any_players=True),
        Algorithm("bns", bns.search_root, "Rutko 2011", True, False),
    )
}

ALIASES: Final[Mapping[str, str]] = {
    "alphabeta": "alpha-beta",
    "pvs": "negascout",
    "sss*": "sss",
    "max^n": "maxn",
    "mtd(f)": "mtdf",
    "mtd-f": "mtdf",
    "best-node-search": "bns",
}


def named(name: str) -> Any:
    """The algorithm of this name or alias, None if there is none."""
    return ALGORITHMS.get(ALIASES.get(name.lower(), name.lower()))
