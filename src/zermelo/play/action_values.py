"""The value of every action of one position or of many, as arrays over the numbers of actions."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zermelo.solver.options import Objective

Mask = NDArray[np.bool_]

NEVER: Final = 1 << 31
"""More plies than any distance has."""


@dataclass(frozen=True, eq=False, repr=False)
class ActionValues:
    """Proved bounds on the value of every action, for the player to move in the position.

    The arrays of one position have the shape (actions,), those of n positions (n, actions). Bounds are rewards in int64. In
    games of chance they are ints and Fractions in arrays of objects, because float64 would round them. An action that is
    not legal has the worst and the best reward of the game as its bounds, and counts nowhere.
    """

    legal: Mask
    lower: NDArray[Any]
    upper: NDArray[Any]
    """The value of the action is proved to be in `lower`..`upper`."""
    distance: NDArray[np.int64]
    """Plies to the end with best play, this action included, for the objective "distance"; -1 for a draw, or if it is not
    known.
    """
    objective: Objective
    longest: int | None
    """No play of the game has more plies; None if plays may never end. An exact reward without a distance is then that of a
    play that never ends."""
    stopped: str
    """"complete", "seconds" or "interrupted". If the searches ended early, some bounds are those of the game. A budget of
    nodes also leaves bounds, but ends nothing early."""

    def __repr__(self) -> str:
        found = f"{np.count_nonzero(self.exact):,} of {np.count_nonzero(self.legal):,} legal actions have exact values"
        return f"<ActionValues {'x'.join(map(str, self.legal.shape))}: {found}>"

    def __getitem__(self, index: Any) -> ActionValues:
        """The values of one of several positions, or of some of them."""
        rows = {name: getattr(self, name)[index] for name in ("legal", "lower", "upper", "distance")}
        return dataclasses.replace(self, **rows)

    @property
    def exact(self) -> Mask:
        """The legal actions whose value is proved."""
        return self.legal & (self.lower == self.upper)

    @property
    def value(self) -> NDArray[np.float64]:
        """The values that are proved, as the nearest float64; NaN for all other actions."""
        return np.where(self.exact, self.lower, np.nan).astype(np.float64)

    @cached_property
    def bounds(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Proved bounds on the value of each position: shape () or (n,)."""
        return self._most(self.lower), self._most(self.upper)

    @cached_property
    def optimal(self) -> Mask:
        """The actions that are proved optimal: no other gets more or, with the objective "distance", wins sooner or loses
        later.
        """
        low, high = self._ranks()
        return self.legal & (low >= self._most_of_others(high))

    @cached_property
    def inferior(self) -> Mask:
        """The legal actions that are proved not to be optimal."""
        low, high = self._ranks()
        return self.legal & (high < self._most(low)[..., None])

    @cached_property
    def all_optimal(self) -> Mask:
        """Whether it is proved that no other action is optimal: shape () or (n,)."""
        return np.asarray((self.optimal | self.inferior | ~self.legal).all(-1))

    @cached_property
    def soonest(self) -> NDArray[np.int64]:
        """Plies to the end with best play in each position; -1 for a draw, or if it is not known: shape () or (n,)."""
        plies = np.where(self.optimal & (self.distance >= 0), self.distance, -1).max(-1)
        return np.where(self.all_optimal, plies, -1)

    @cached_property
    def keeping(self) -> Mask:
        """The actions that are proved to keep the value of the position."""
        return self.legal & (self.lower >= self._most_of_others(self.upper))

    @cached_property
    def blunders(self) -> Mask:
        """The actions that are proved to give up the value of the position, because another gets more."""
        return self.legal & (self.upper < self._most(self.lower)[..., None])

    @cached_property
    def all_keeping(self) -> Mask:
        """Whether every legal action is proved to keep the value or to give it up: shape () or (n,)."""
        return np.asarray((self.keeping | self.blunders | ~self.legal).all(-1))

    def _ranks(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Bounds on a number by which actions are compared: the reward, or the score of a search for distances.

        A reward r > 0 after d plies ranks r * unit - d, a reward r < 0 ranks r * unit + d, and 0 stays 0. An unknown
        distance is between 1 and the longest play, and the unit is more than that.
        """
        if self.objective == "outcome":
            return self.lower, self.upper
        exact, given = self.lower == self.upper, self.distance >= 0
        latest = NEVER if self.longest is None else self.longest
        slowest, soonest = (np.where(exact & given, self.distance, plies) for plies in (latest, 1))
        if self.longest is None:
            soonest = np.where(exact & ~given, latest, soonest)

        def ranked(reward: NDArray[Any], win: NDArray[np.int64], loss: NDArray[np.int64]) -> NDArray[Any]:
            return reward * (latest + 1) + np.where(reward > 0, -win, np.where(reward < 0, loss, 0))

        return ranked(self.lower, slowest, soonest), ranked(self.upper, soonest, slowest)

    def _most(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """The greatest number of a legal action."""
        return np.asarray(self._masked(numbers).max(-1))

    def _most_of_others(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """For each action the greatest number of another legal one."""
        others = self._masked(numbers)
        most, first = others.max(-1, keepdims=True), others.argmax(-1, keepdims=True)
        found = np.broadcast_to(most, others.shape).copy()
        np.put_along_axis(others, first, self._lowest, -1)
        np.put_along_axis(found, first, others.max(-1, keepdims=True), -1)
        return found

    def _masked(self, numbers: NDArray[Any]) -> NDArray[Any]:
        return np.where(self.legal, numbers, self._lowest)

    @property
    def _lowest(self) -> float:
        """Less than every reward and every rank: it stands for actions that are not legal."""
        return -math.inf if self.lower.dtype == object else np.iinfo(np.int64).min
