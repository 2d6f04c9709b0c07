"""Checks of the results of a user's own algorithm."""

from __future__ import annotations

from typing import Any

from zermelo.core.errors import BadAlgorithm
from zermelo.core.wording import shown
from zermelo.search import Algorithm
from zermelo.search.parts.scoring import Scoring
from zermelo.solver.root import Root


def check_score(algorithm: Algorithm, score: Any, root: Root, scoring: Scoring, moves: list[int]) -> None:
    """Raises BadAlgorithm for a result that cannot be right: no score, a score outside the bounds, or a move not in
    `moves`.

    Whether the score is correct is not checked; compare with `minimax` on small games for that.
    """
    name = algorithm.name
    if not isinstance(score, int) or isinstance(score, bool):
        raise BadAlgorithm(f"{name} returned {shown(score)}; it must return a score, which is an int.")
    highest = scoring.to_parent(scoring.highest)
    if not -highest <= score <= highest:
        raise BadAlgorithm(
            f"{name} returned the score {score}, but scores here are from {-highest} to {highest}. Does every child's score "
            f"go through search.from_child?"
        )
    if root.action not in moves:
        raise BadAlgorithm(
            f"{name} found no move for the root. It must call search.raise_root(ply, action, score, alpha) for each "
            f"better move."
        )
    if algorithm.gives_value and not root.is_guess and not root.lower <= score <= root.upper:
        raise BadAlgorithm(
            f"{name} returned the score {score}, but has proved that it lies between {root.lower} and {root.upper} "
            f"(search.raise_root, search.prove)."
        )
