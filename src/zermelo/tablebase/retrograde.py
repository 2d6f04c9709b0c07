"""Retrograde analysis (Thompson 1986): the value and distance of every position of a game in which positions may recur.

Positions are settled backward from the ends, those of greater rewards first, and those of one reward in the order of their
distances. A position is settled

    as won,  if one of its successors is won for the player who moves here: as soon as the first of them is settled
    as lost, if all of its successors are lost for that player: when the last of them is settled

So that nothing is examined twice, each position counts its successors that are not settled yet. What is never settled is
a draw: neither player can force an end that is better for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]

AT_ONCE: Final = 1 << 22
"""About how many links are followed at a time."""

UNSETTLED: Final = -1
"""The distance of a position that is not settled."""


class Retrograde:
    """The positions of a game by their places, with what is known of each."""

    def __init__(self, starts: Places, parents: Any, successors: NDArray[Any]) -> None:
        """`parents[starts[place] : starts[place + 1]]` are the links of a position to those before it: twice their places,
        and 1 more if the same player moves in both. `successors`: how many links lead on from each position.
        """
        self.starts = starts
        self.parents = parents
        self.left = successors
        """For each position, how many of its successors are not settled."""
        self.rewards = np.zeros(len(successors), np.int32)
        """For each settled position, what the player to move gets."""
        self.distances = np.full(len(successors), UNSETTLED, np.int32)
        """For each settled position, the plies to the end."""

    def settle(self, places: Places, rewards: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
        """Settle all positions, given the places and the rewards of those in which the game is over. Yields each reward and
        distance before the positions that have it are followed back.
        """
        for reward in np.unique(np.abs(rewards))[::-1].tolist():
            if reward == 0:
                return
            here = places[np.abs(rewards) == reward]
            self.rewards[here], self.distances[here] = rewards[np.abs(rewards) == reward], 0
            distance = 0
            while len(here):
                yield reward, distance
                here = self._before(here, reward, distance + 1)
                distance += 1

    def scores(self, unit: int) -> NDArray[np.int64]:
        """The scores of all positions, as `scoring.Distance` defines them; 0 for those that are not settled."""
        rewards = self.rewards.astype(np.int64)
        return rewards * unit - np.sign(rewards) * self.distances

    def _before(self, here: Places, reward: int, distance: int) -> Places:
        """Settle the positions from which these, just settled with a reward, are reached; `distance` is theirs."""
        found: list[Places] = []
        counts = self.starts[here + 1] - self.starts[here]
        pieces = np.searchsorted(np.cumsum(counts), np.arange(AT_ONCE, int(counts.sum()), AT_ONCE))
        for part in np.split(np.arange(len(here)), pieces):
            found += self._before_some(here[part], counts[part], reward, distance)
        return np.concatenate(found) if found else here[:0]

    def _before_some(self, here: Places, counts: Places, reward: int, distance: int) -> list[Places]:
        """Settle those from which these are reached; `counts`: by how many links each is."""
        links = self.parents[_ranges(self.starts[here], counts)].astype(np.int64)
        places, same = links >> 1, links & 1
        won = np.repeat(self.rewards[here] > 0, counts) == (same == 1)  # for the player who moves in the parent
        winning = self._unsettled(places[won])
        self.rewards[winning], self.distances[winning] = reward, distance
        np.subtract.at(self.left, places[~won], 1)
        losing = self._unsettled(places[~won])
        losing = losing[self.left[losing] == 0]
        self.rewards[losing], self.distances[losing] = -reward, distance
        return [winning, losing]

    def _unsettled(self, places: Places) -> Places:
        """Those of these places that are not settled, each once."""
        return np.unique(places[self.distances[places] == UNSETTLED])


def _ranges(starts: Places, counts: Places) -> Places:
    """The numbers from each start on, as many as its count, one after the other."""
    total = int(counts.sum())
    begins = np.cumsum(counts) - counts
    return np.repeat(starts - begins, counts) + np.arange(total)
