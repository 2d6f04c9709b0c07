"""What the searches are set to: depths, algorithms, and what one iteration leaves to the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from zermelo.solver.options import PIECES
from zermelo.solver.technique import AlgorithmName


class Ladder(NamedTuple):
    """A game, or trees of one branching factor, searched to one depth after the other."""

    of: Any
    depth: int
    """Up to this depth."""
    quick: bool = False
    """Small enough to be searched interpreted."""


TITLES: Final[Mapping[AlgorithmName, str]] = {
    "negamax": "NegaMax",
    "negascout": "NegaScout",
    "mtdf": "MTD(f)",
    "bns": "BNS",
}
ALGORITHMS: Final = tuple(TITLES)
"""Of the games."""

EVALUATION: Final = tuple(piece for piece in PIECES if piece != "evaluation")
LEARNING: Final = tuple(piece for piece in EVALUATION if piece not in ("killers", "history"))
"""What is left out: all that a game knows but its evaluation; the same, while killers and history learn."""

NOTHING: Final = "nothing"
KEPT: Final[Mapping[str, Mapping[str, Any]]] = {
    NOTHING: {"table": False, "without": EVALUATION},
    "table": {"table": True, "without": EVALUATION},
    "table, killers, history": {"table": True, "without": LEARNING},
}
"""What one iteration leaves to the next besides its value, as options."""
