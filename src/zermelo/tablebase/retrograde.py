"""Retrograde analysis (Thompson 1986): the value and distance of every position of a game in which positions may recur.

Positions are settled backward from the ends, those of greater rewards first, and those of one reward in the order of their
distances. A position is settled

    as won,  if one of its successors is won for the player who moves here: as soon as the first of them is settled
    as lost, if all of its successors are lost for that player: when the last of them is settled

So that nothing is examined twice, each position counts its successors that are not settled yet. What is never settled is
a play without end: neither player can force an end that is better for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.tablebase.links import UNSETTLED, Known, LinkFiles

Places = NDArray[np.int64]

AT_ONCE: Final = 1 << 22
"""About how many links are followed at a time."""


class Reached(NamedTuple):
    """How far the analysis has come: of the positions with this distance, and this reward for one of the players, `done`
    have been followed back.
    """

    reward: int
    distance: int
    done: int


class Retrograde:
    """The analysis of all positions, in steps between which it may be saved: `known` and `reached` are its state."""

    def __init__(self, known: Known, links: LinkFiles, reached: Reached | None = None) -> None:
        """`links` are sorted."""
        self.known = known
        self.links = links
        ends = np.unique(np.abs(known.rewards[known.distances == 0]))
        self.levels: list[int] = ends[ends > 0][::-1].tolist()
        """The rewards with which the game ends, the greatest first."""
        self.reached = reached or Reached(self.levels[0] if self.levels else 0, 0, 0)
        self._parents = [links.parents(number) for number in range(links.buckets)]

    def settle(self) -> Iterator[None]:
        """Settle all positions, continuing from `reached`. Yields after each step."""
        for reward in self.levels:
            if reward > self.reached.reward:
                continue
            if reward < self.reached.reward:
                self.reached = Reached(reward, 0, 0)
            here, found = (
                self._settled(self.reached),
                [self._settled(self.reached._replace(distance=self.reached.distance + 1))],
            )
            while len(here):
                for part in self._parts(here):
                    found.append(self._before(part, *self.reached[:2]))
                    self.reached = self.reached._replace(done=self.reached.done + len(part))
                    yield
                here, found = np.sort(np.concatenate(found)), []
                self.reached = Reached(reward, self.reached.distance + 1, 0)

    def _settled(self, reached: Reached) -> Places:
        """The positions with this reward for one of the players, and this distance."""
        rewards, distances, _ = self.known
        here = np.flatnonzero(distances == reached.distance)
        return here[np.abs(rewards[here]) == reached.reward]

    def _parts(self, here: Places) -> Iterator[Places]:
        """The sorted positions after those that are done, in parts with about AT_ONCE links from a single bucket each."""
        here = here[self.reached.done :]
        if not len(here):
            return
        buckets = here >> self.links.bits
        for bucket in np.split(here, np.flatnonzero(np.diff(buckets)) + 1):
            local, starts = self._local(bucket)
            total = np.cumsum(starts[local + 1] - starts[local])
            cuts = np.unique(np.searchsorted(total, np.arange(AT_ONCE, int(total[-1]), AT_ONCE)) + 1)
            yield from np.split(bucket, cuts[cuts < len(bucket)])

    def _local(self, here: Places) -> tuple[Places, Places]:
        """For positions of one bucket, their numbers in the bucket, and where the parents of each of these start."""
        number = int(here[0]) >> self.links.bits
        return here - (number << self.links.bits), self._parents[number][0]

    def _before(self, here: Places, reward: int, distance: int) -> Places:
        """Settle the positions from which these are reached, which are of one bucket and settled with this reward and
        distance; returns their places.
        """
        local, starts = self._local(here)
        begins, counts = starts[local], starts[local + 1] - starts[local]
        gains = self.known.rewards[here] > 0
        if len(here) > 1:
            return self._before_links(_ranges(begins, counts), np.repeat(gains, counts), here, reward, distance)
        found = [here[:0]]  # a single position may have very many links
        for begin in range(int(begins[0]), int(begins[0] + counts[0]), AT_ONCE):
            links = np.arange(begin, min(begin + AT_ONCE, int(begins[0] + counts[0])))
            found.append(self._before_links(links, gains, here, reward, distance))
        return np.concatenate(found)

    def _before_links(
        self, numbers: Places, gains: NDArray[np.bool_], here: Places, reward: int, distance: int
    ) -> Places:
        """As `_before`, for some of the links, by their numbers; `gains`: whether the player to move there wins."""
        rewards, distances, left = self.known
        links = self._parents[int(here[0]) >> self.links.bits][1][numbers].astype(np.int64)
        places, same = links >> 1, links & 1
        won = gains == (same == 1)  # for the player who moves in the parent
        winning = self._unsettled(places[won])
        rewards[winning], distances[winning] = reward, distance + 1
        np.subtract.at(left, places[~won], 1)
        losing = self._unsettled(places[~won])
        losing = losing[left[losing] == 0]
        rewards[losing], distances[losing] = -reward, distance + 1
        return np.concatenate((winning, losing))

    def _unsettled(self, places: Places) -> Places:
        """Those of these places that are not settled, each once."""
        return np.unique(places[self.known.distances[places] == UNSETTLED])


def _ranges(starts: Places, counts: Places) -> Places:
    """The numbers from each start on, as many as its count, one after the other."""
    begins = np.cumsum(counts) - counts
    return np.repeat(starts - begins, counts) + np.arange(int(counts.sum()))


def scores_of(known: Known, unit: int, kind: np.dtype[Any]) -> NDArray[Any]:
    """The scores of all positions, as `scoring.Distance` defines them; 0 for those that are not settled."""
    scores = np.zeros(len(known.rewards), kind)
    for start in range(0, len(scores), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        rewards = known.rewards[part].astype(np.int64)
        scores[part] = rewards * unit - np.sign(rewards) * known.distances[part]
    return scores
