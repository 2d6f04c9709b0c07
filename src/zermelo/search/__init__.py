"""The search algorithms: one module for each, and the table of their names and properties.

Every algorithm is a function `search_root(game, search, state, depth, alpha, beta, guess)`. It returns a score for the
player to move in `state`, and leaves the best action and the bounds that it proved in `search.root`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple

from zermelo.search import (
    alphabeta,
    aspiration,
    bestreply,
    bns,
    dfpn,
    expectiminimax,
    informed_minimax,
    maxn,
    mcts,
    minimax,
    mtdf,
    negamax,
    negascout,
    paranoid,
    pns,
    sss,
    star1,
    star2,
)

SearchRoot = Callable[..., int]
"""The function of an algorithm: `search_root(game, search, state, depth, alpha, beta, guess)`."""

PARAMETERS: Final = ("game", "search", "state", "depth", "alpha", "beta", "guess")
"""The parameters of that function."""


Memory = Literal["scores", "wide scores", "questions", "none"]
"""What an algorithm stores in the table for a position: a score, a 64-bit score, the answer to a question, or nothing."""


class Algorithm(NamedTuple):
    """An algorithm and its properties. For one of your own, write `Algorithm("name", search_root)`."""

    name: str
    search_root: SearchRoot
    source: str = ""
    """Author and year of publication."""
    finite_window: bool = False
    """Whether alpha and beta must be finite, because it looks for the score between them."""
    gives_value: bool = True
    """Whether it returns the score; if not, it returns bounds on the score and finds a best move."""
    informed: bool = True
    """Whether it uses the game's knowledge. If not, it uses only the rules and, at a depth limit, the static evaluation."""
    any_players: bool = False
    """Whether it supports any number of players."""
    to_the_end: bool = False
    """Whether it always searches to the end of the game, for the outcome: it has no depth limit and no other objective."""
    chance: bool = False
    """Whether it supports games with chance nodes."""
    memory: Memory = "scores"
    passes: bool = False
    """Whether it passes turns, in games of more than two players."""
    keeps_tree: bool = False
    """Whether it keeps a search tree in memory."""
    parallel: bool = False
    """Whether several threads can work on one search."""
    keeps_frontier: bool = False
    """Whether it keeps all moves of the nodes on the current path."""


ALGORITHMS: Final[Mapping[str, Algorithm]] = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm(
            "minimax", minimax.search_root, "Zermelo 1913, von Neumann 1928", False, True, informed=False, memory="none"
        ),
        Algorithm("informed-minimax", informed_minimax.search_root, "Zermelo 1913, von Neumann 1928", False, True),
        Algorithm("alpha-beta", alphabeta.search_root, "Edwards and Hart 1961", False, True),
        Algorithm("negamax", negamax.search_root, "Knuth and Moore 1975", False, True, parallel=True),
        Algorithm("negascout", negascout.search_root, "Reinefeld 1983", False, True),
        Algorithm("aspiration", aspiration.search_root, "Gillogly 1972", False, True, parallel=True),
        Algorithm("sss", sss.search_root, "Stockman 1979, Plaat et al. 1996", True, True, parallel=True),
        Algorithm("mtdf", mtdf.search_root, "Plaat et al. 1996", True, True, parallel=True),
        Algorithm(
            "maxn",
            maxn.search_root,
            "Luckhardt and Irani 1986, Korf 1991",
            False,
            True,
            informed=False,
            any_players=True,
            to_the_end=True,
            memory="none",
        ),
        Algorithm(
            "paranoid",
            paranoid.search_root,
            "Sturtevant and Korf 2000",
            False,
            False,
            informed=False,
            any_players=True,
            to_the_end=True,
            memory="none",
        ),
        Algorithm(
            "expectiminimax", expectiminimax.search_root, "Michie 1966", False, True, chance=True, memory="wide scores"
        ),
        Algorithm("star1", star1.search_root, "Ballard 1983", False, True, chance=True, memory="wide scores"),
        Algorithm("star2", star2.search_root, "Ballard 1983", False, True, chance=True, memory="wide scores"),
        Algorithm("pns", pns.search_root, "Allis 1994", True, True, memory="questions", keeps_tree=True),
        Algorithm("dfpn", dfpn.search_root, "Nagai 2002", True, True, memory="questions", keeps_frontier=True),
        Algorithm(
            "best-reply",
            bestreply.search_root,
            "Schadd and Winands 2011",
            False,
            False,
            informed=False,
            any_players=True,
            to_the_end=True,
            passes=True,
            memory="none",
        ),
        Algorithm(
            "mcts",
            mcts.search_root,
            "Kocsis and Szepesvari 2006, Cazenave and Saffidine 2010",
            False,
            True,
            to_the_end=True,
            memory="none",
            keeps_tree=True,
        ),
        Algorithm("bns", bns.search_root, "Rutko 2011", True, False),
    )
}

ALIASES: Final[Mapping[str, str]] = {
    "alphabeta": "alpha-beta",
    "pvs": "negascout",
    "pn": "pns",
    "brs": "best-reply",
    "uct": "mcts",
    "df-pn": "dfpn",
    "sss*": "sss",
    "max^n": "maxn",
    "mtd(f)": "mtdf",
    "mtd-f": "mtdf",
    "best-node-search": "bns",
}

SearchName = Literal[  # noqa: RUF041  (nested, so that it is written in lines)
    Literal["minimax", "informed-minimax", "alpha-beta", "alphabeta", "negamax", "negascout", "pvs", "aspiration"],
    Literal["sss", "sss*", "mtdf", "mtd(f)", "mtd-f", "bns", "best-node-search", "maxn", "max^n", "paranoid", "brs"],
    Literal["best-reply", "expectiminimax", "star1", "star2", "pns", "pn", "dfpn", "df-pn", "mcts", "uct"],
]
"""The names and aliases, for type checkers and completion; a test compares them with the tables."""

DEFAULT: Final = "mtdf"


def named(given: str | Algorithm | SearchRoot | None) -> Any:
    """The algorithm with this name or alias, or None if there is none; the default algorithm if `given` is None.

    A function with the signature of `search_root` becomes an algorithm named after the function.
    """
    if given is None:
        return ALGORITHMS[DEFAULT]
    if isinstance(given, Algorithm):
        return given
    if isinstance(given, str):
        return ALGORITHMS.get(ALIASES.get(given.lower(), given.lower()))
    return Algorithm(given.__name__, given)
