"""Retrograde analysis (Thompson 1986): the value and distance of every position of a game in which positions may recur.

Positions are settled backward from the ends, those of greater rewards first, and those of one reward in the order of their
distances. A position is settled

    as won,  if one of its successors is won for the player who moves here: as soon as the first of them is settled
    as lost, if all of its successors are lost for that player: when the last of them is settled

So that nothing is examined twice, each position counts its successors that are not settled yet. What is never settled is
a play without end: neither player can force an end that is better for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from zermelo.core.component import Component
from zermelo.core.game import Game
from zermelo.core.words import compare_and_swap, prefetch
from zermelo.native.machine import Machine
from zermelo.tablebase.links import Known, LinkFiles

State = TypeVar("State")

Places = NDArray[np.int64]

CHUNK: Final = 1 << 16
"""How many links a thread follows at a time."""

AHEAD: Final = 16
"""How many links before it is followed, what is known of the position at its other end is fetched from memory."""

BLOCK: Final = 1 << 22
"""How many scores are computed at a time."""


class Reached(NamedTuple):
    """How far the analysis has come: of the links to the positions with this distance, and this reward for one of the
    players, `done` have been followed back.
    """

    reward: int
    distance: int
    done: int


class Settling(Component):
    """The data of the kernel `settle`: positions that are settled, with one reward and distance, and the links to them."""

    def __init__(self, known: Known) -> None:
        self.rewards, self.distances, self.left = known
        self.reward = np.zeros(1, np.int64)
        """The reward of the settled positions for the player who wins."""
        self.distance = np.zeros(1, np.int64)
        """Their distance, and 1."""
        self.here = np.zeros(0, np.int64)
        """Their places."""
        self.begins = np.zeros(0, np.int64)
        """For each of them, where its links begin in `parents`."""
        self.totals = np.zeros(1, np.int64)
        """For each of them, how many links those before it have; and then how many all have."""
        self.parents = np.zeros(0, np.uint32)
        self.first = np.zeros(1, np.int64)
        """The number of the position to which the first link leads."""
        self.until = np.zeros(1, np.int64)
        """The number of the link after the last one to follow."""
        self.links = np.zeros(CHUNK, np.int64)
        """The links to follow: twice the place of the parent, and 1 more if its player wins by this move."""
        self.found = np.zeros(CHUNK, np.int64)
        """The positions that have been settled."""
        self.count = np.zeros(1, np.int64)
        """How many there are."""

    def list_links(self, start: int, until: int) -> None:
        """List the links from the number `start` on, up to `until`."""
        number, listed = self.first[0], 0
        while start + listed < until:
            while self.totals[number + 1] <= start + listed:
                number += 1
            # the player to move wins either here or in the parent; if the same one moves in both, then in both
            other = 0 if self.rewards[self.here[number]] > 0 else 1
            begin = self.begins[number] - self.totals[number]
            for link in range(begin + start + listed, begin + min(until, self.totals[number + 1])):
                self.links[listed] = self.parents[link] ^ other
                listed += 1

    def follow(self, place: int, wins: int) -> None:
        """One more successor of the position at this place is settled, and `wins` for the player to move, or loses."""
        left = self.left[place]
        while left != 0:  # it is not settled; other threads may be here at the same time
            there = compare_and_swap(self.left, place, left, 0 if wins != 0 else left - 1)
            if there == left:
                if wins != 0 or left == 1:
                    self.rewards[place] = self.reward[0] if wins != 0 else -self.reward[0]
                    self.distances[place] = self.distance[0]
                    self.found[self.count[0]] = place
                    self.count[0] += 1
                return
            left = there


def settle(game: Game[State], work: Settling, initial: State, start: int, alpha: int, beta: int, guess: int) -> int:
    """Follow the links from the number `start` on back, and settle what they decide; returns the number of the next link.

    The last three arguments are not used.
    """
    until = int(work.until[0])
    work.list_links(start, until)
    work.count[0] = 0
    for number in range(until - start):
        if number + AHEAD < until - start:
            prefetch(work.left, work.links[number + AHEAD] >> 1, 0)
        work.follow(work.links[number] >> 1, work.links[number] & 1)
    return until


class Retrograde:
    """The analysis of all positions, in steps between which it may be saved: `known` and `reached` are its state."""

    def __init__(
        self,
        game: Game[Any],
        workers: Sequence[tuple[Machine, Settling]],
        pool: ThreadPoolExecutor,
        links: LinkFiles,
        known: Known,
        reached: Reached | None = None,
    ) -> None:
        """`workers`: the kernel `settle` and its data, for each thread of the pool. `links` are sorted."""
        self.game = game
        self.initial = game.initial()
        self.workers = workers
        self.pool = pool
        self.links = links
        self.known = known
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
            here = self._settled(self.reached)
            found = [self._settled(self.reached._replace(distance=self.reached.distance + 1))]
            while len(here):
                for more in self._followed(here):
                    found += more
                    yield
                here, found = np.sort(np.concatenate([here[:0], *found])), []
                self.reached = Reached(reward, self.reached.distance + 1, 0)

    def _settled(self, reached: Reached) -> Places:
        """The positions with this reward for one of the players, and this distance."""
        rewards, distances, _ = self.known
        here = np.flatnonzero(distances == reached.distance)
        return here[np.abs(rewards[here]) == reached.reward]

    def _followed(self, here: Places) -> Iterator[list[Places]]:
        """Follow the links to these sorted positions, but for those that are done; yields the positions settled."""
        before = 0
        buckets = here >> self.links.bits
        for bucket in np.split(here, np.flatnonzero(np.diff(buckets)) + 1):
            total = self._bind(bucket)
            for start in range(self.reached.done - before, total, CHUNK * len(self.workers)):
                starts = range(start, total, CHUNK)[: len(self.workers)]
                given = self.workers, starts
                found = list(map(self._follow, *given) if len(starts) == 1 else self.pool.map(self._follow, *given))
                self.reached = self.reached._replace(done=before + min(start + CHUNK * len(self.workers), total))
                yield found
            before += total

    def _bind(self, here: Places) -> int:
        """Give all threads the links to these positions of one bucket; returns their number."""
        number = int(here[0]) >> self.links.bits
        starts, parents = self._parents[number]
        local = here - (number << self.links.bits)
        begins = starts[local]
        totals = np.concatenate(([0], np.cumsum(starts[local + 1] - begins)))
        for machine, work in self.workers:
            work.here, work.begins, work.totals, work.parents = here, begins, totals, parents
            work.reward[0], work.distance[0] = self.reached.reward, self.reached.distance + 1
            machine.bind(self.game, work)
        return int(totals[-1])

    def _follow(self, worker: tuple[Machine, Settling], start: int) -> Places:
        """Have a thread follow its links; returns the positions settled."""
        machine, work = worker
        work.first[0] = np.searchsorted(work.totals, start, "right") - 1
        work.until[0] = min(start + CHUNK, int(work.totals[-1]))
        machine.run(self.initial, start, 0, 0, 0)
        return work.found[: int(work.count[0])].copy()


def scores_of(known: Known, unit: int, kind: np.dtype[Any]) -> NDArray[Any]:
    """The scores of all positions, as `scoring.Distance` defines them; 0 for those that are not settled."""
    scores = np.zeros(len(known.rewards), kind)
    for start in range(0, len(scores), BLOCK):
        part = slice(start, start + BLOCK)
        rewards = known.rewards[part].astype(np.int64)
        scores[part] = rewards * unit - np.sign(rewards) * known.distances[part]
    return scores
