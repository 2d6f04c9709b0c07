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
from zermelo.core.words import AHEAD, compare_and_swap, prefetch
from zermelo.native.machine import Machine
from zermelo.tablebase.links import LinkFiles, RetrogradeValues

State = TypeVar("State")

Places = NDArray[np.int64]

CHUNK: Final = 1 << 14
"""How many positions a thread follows back at a time."""

LISTED: Final = 1 << 15
"""How many links are listed before they are followed."""

BLOCK: Final = 1 << 22


class RetrogradeProgress(NamedTuple):
    """How far the analysis has come: of the positions with this distance, and this reward for one of the players, `done`
    have been followed back.
    """

    reward: int
    distance: int
    done: int


class Settling(Component):
    """The data of the kernel `settle`: positions that are settled, with one reward and distance, and the links to them."""

    def __init__(self, known: RetrogradeValues) -> None:
        self.rewards, self.distances, self.left = known
        self.reward = np.zeros(1, np.int64)
        """The reward of the settled positions for the player who wins."""
        self.distance = np.zeros(1, np.int64)
        """Their distance, and 1."""
        self.here = np.zeros(0, np.int64)
        """Their places."""
        self.until = np.zeros(1, np.int64)
        """The number of the position after the last one to follow back."""
        self.first = np.zeros(1, np.int64)
        """The place to which the first item of `starts` belongs."""
        self.starts = np.zeros(1, np.int64)
        """For each place, where the links to it begin in `parents`."""
        self.parents = np.zeros(0, np.uint32)
        self.done = np.zeros(1, np.int64)
        """How many links to the position at work have been listed: those to one position may be very many."""
        self.links = np.zeros(LISTED, np.int64)
        """Links to follow: twice the place of the parent, and 1 more if its player wins by this move."""
        self.found = np.zeros(LISTED, np.int64)
        """The positions that have been settled."""
        self.count = np.zeros(1, np.int64)

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


def settle(game: Game[State], work: Settling, initial: State, start: int) -> int:
    """Follow positions back, from the number `start` on, until the list of links is full; returns the next number."""
    number, listed = start, 0
    while number < work.until[0] and listed < LISTED:
        place = work.here[number]
        begin, end = work.starts[place - work.first[0]] + work.done[0], work.starts[place - work.first[0] + 1]
        last = min(end, begin + LISTED - listed)
        # the player to move wins either here or in the parent; if the same one moves in both, then in both
        other = 0 if work.rewards[place] > 0 else 1
        for link in range(begin, last):
            work.links[listed] = work.parents[link] ^ other
            listed += 1
        if last == end:
            number, work.done[0] = number + 1, 0
        else:
            work.done[0] += last - begin
    work.count[0] = 0
    for link in range(listed):
        if link + AHEAD < listed:
            prefetch(work.left, work.links[link + AHEAD] >> 1, 0)
        work.follow(work.links[link] >> 1, work.links[link] & 1)
    return number


class Retrograde:
    """The analysis of all positions, in steps between which it may be saved: `known` and `reached` are its state."""

    def __init__(
        self,
        game: Game[Any],
        workers: Sequence[tuple[Machine, Settling]],
        pool: ThreadPoolExecutor,
        links: LinkFiles,
        known: RetrogradeValues,
        reached: RetrogradeProgress | None = None,
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
        self.reached = reached or RetrogradeProgress(self.levels[0] if self.levels else 0, 0, 0)
        links.check()

    def settle(self) -> Iterator[None]:
        """Settle all positions, continuing from `reached`. Yields after each step."""
        for reward in self.levels:
            if reward > self.reached.reward:
                continue
            if reward < self.reached.reward:
                self.reached = RetrogradeProgress(reward, 0, 0)
            here = self._settled(self.reached)
            found = [self._settled(self.reached._replace(distance=self.reached.distance + 1))]
            while len(here):
                for more in self._followed(here):
                    found += more
                    yield
                here, found = np.sort(np.concatenate([here[:0], *found])), []
                self.reached = RetrogradeProgress(reward, self.reached.distance + 1, 0)

    def _settled(self, reached: RetrogradeProgress) -> Places:
        """The positions with this reward for one of the players, and this distance."""
        rewards, distances, _ = self.known
        here = np.flatnonzero(distances == reached.distance)
        return here[np.abs(rewards[here]) == reached.reward]

    def _followed(self, here: Places) -> Iterator[list[Places]]:
        """Follow these sorted positions back, but for those that are done; yields the positions settled."""
        before, buckets = 0, here >> self.links.bits
        for bucket in np.split(here, np.flatnonzero(np.diff(buckets)) + 1):
            self._bind(bucket)
            for start in range(self.reached.done - before, len(bucket), CHUNK * len(self.workers)):
                starts = range(start, len(bucket), CHUNK)
                given = self.workers, starts
                pieces = map(self._follow, *given) if len(starts) == 1 else self.pool.map(self._follow, *given)
                found = [each for piece in pieces for each in piece]
                done = before + min(start + CHUNK * len(self.workers), len(bucket))
                self.reached = self.reached._replace(done=done)
                yield found
            before += len(bucket)

    def _bind(self, here: Places) -> None:
        """Give all threads the links to these positions of one bucket."""
        number = int(here[0]) >> self.links.bits
        for machine, work in self.workers:
            work.here, (work.starts, work.parents) = here, self.links.parents(number)
            work.first[0] = number << self.links.bits
            work.reward[0], work.distance[0] = self.reached.reward, self.reached.distance + 1
            machine.bind(self.game, work)

    def _follow(self, worker: tuple[Machine, Settling], start: int) -> list[Places]:
        """Have a thread follow a chunk of its positions back; returns the positions settled."""
        machine, work = worker
        work.until[0] = min(start + CHUNK, len(work.here))
        found: list[Places] = []
        while start < work.until[0]:
            start = machine.run(self.initial, start)
            found.append(work.found[: int(work.count[0])].copy())
        return found


def scores_of(known: RetrogradeValues, unit: int, kind: np.dtype[Any]) -> NDArray[Any]:
    """The scores of all positions, as `scoring.Distance` defines them; 0 for those that are not settled."""
    scores = np.zeros(len(known.rewards), kind)
    for start in range(0, len(scores), BLOCK):
        part = slice(start, start + BLOCK)
        rewards = known.rewards[part].astype(np.int64)
        scores[part] = rewards * unit - np.sign(rewards) * known.distances[part]
    return scores
