"""Settings of the searches: depths, algorithms, and what one iteration keeps for the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from experiments.measuring import AlgorithmName
from zermelo.solver.options import PIECES


class Ladder(NamedTuple):
    """A game, or trees of one branching factor, that are searched to every depth up to a greatest one."""

    of: Any
    depth: int
    """The greatest depth."""
    quick: bool = False
    """Whether it is small enough to be searched interpreted."""


TITLES: Final[Mapping[AlgorithmName, str]] = {
    "negamax": "NegaMax",
    "negascout": "NegaScout",
    "mtdf": "MTD(f)",
    "bns": "BNS",
}
ALGORITHMS: Final = tuple(TITLES)
"""The algorithms that search games."""

EVALUATION: Final = tuple(piece for piece in PIECES if piece != "evaluation")
LEARNING: Final = tuple(piece for piece in EVALUATION if piece not in ("killers", "history"))
"""Knowledge to leave out: everything but the evaluation; everything but the evaluation, killers and history."""

NOTHING: Final = "nothing"
KEPT: Final[Mapping[str, Mapping[str, Any]]] = {
    NOTHING: {"table": False, "without": EVALUATION},
    "table": {"table": True, "without": EVALUATION},
    "table, killers, history": {"table": True, "without": LEARNING},
}
"""What one iteration keeps for the next besides its value, as options."""
