"""All positions of a small game, in memory: each is visited once, interpreted, and its value follows backward from the ends.

This takes less time than a compiler needs to start. A game that is not small is noticed after a moment: positions are
visited layer by layer, and the growth of the layers tells how many there are at least.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any, Final, NamedTuple

from zermelo.core.facets import has_distances
from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.reward_scale import whole
from zermelo.core.supervision import processor_time
from zermelo.search.parts.outcomes import weight_of
from zermelo.search.parts.scoring import Distance, Outcome, reward_of, sign_of
from zermelo.tablebase.endless import best_stored, meant, stored

MOST_POSITIONS: Final = 20_000
SECONDS: Final = 0.5
"""Of processor time, for one enumeration."""
PATIENCE: Final = 4
"""How many times as long it may take in games with cycles: nothing else answers before several kernels are compiled."""
UNHURRIED: Final = 0.08
"""In this part of the time nothing is concluded from the growth of layers: the first ones say little."""
CERTAIN: Final = 1.5
"""It ends if the growth of the layers leads to this multiple of the positions that it may visit."""
LOOKS: Final = 64
LONGEST: Final = 1 << 20
"""More plies than any line of play among so few positions has, without a repetition."""
MOST_KEPT: Final = 10 * MOST_POSITIONS


class _NotSmall(Exception):
    """There are too many positions, or the game breaks its contract, which a search reports better."""


class _Visited(NamedTuple):
    """All positions that play can reach, by their numbers: 0 for the one from which it begins."""

    states: list[Any]
    children: list[list[tuple[int, int]]]
    """For each position the number of each child, with the sign of its score; none if the game is over."""
    ends: dict[int, Any]
    """The scores of positions in which the game is over."""
    weights: dict[int, list[int]]
    """The weights of the outcomes of each chance node."""


class MemoryTable:
    """The value and distance of every position of a small game. It answers the same questions as a `Table` on disk.

    Only the class's `actions`, `apply`, `terminal`, `reward` and `to_move` are used: keys, symmetries and other knowledge
    cannot make a value wrong.
    """

    algorithm: Final = "retrograde"
    """What a result from it names as the algorithm."""

    def __init__(self, game: Game[Any], most: int = MOST_POSITIONS, most_seconds: float | None = None) -> None:
        """`most`: the most positions to visit. `most_seconds`: of processor time, for one enumeration; None: as is usual."""
        self.game = game
        self.most = most
        usual = SECONDS * PATIENCE if game.cyclic else SECONDS
        self.most_seconds = usual if most_seconds is None else most_seconds
        self.scoring = (
            Distance(1, best_stored(game), LONGEST) if has_distances(game) else Outcome(1, game.reward_range[1])
        )
        self.visited = 0
        """The positions that the latest `add` visited, if it came to an end."""
        self.seconds = 0.0
        """The processor time of the latest `add`."""
        self._scores: dict[Any, Any] = {}
        self._refused: set[Any] = set()

    def __len__(self) -> int:
        return len(self._scores)

    def items(self) -> Iterable[tuple[Any, Any]]:
        return self._scores.items()

    @property
    def source(self) -> str:
        return f"all {len(self):,} positions were visited"

    @property
    def folder(self) -> str:
        """What an error names as the place of the table."""
        return "memory"

    def score(self, state: Any) -> Any:
        """The score of a state, as defined by `scoring.Distance`; None if it is not in the table. In games of chance it is
        the expected reward, with several players the rewards of all.
        """
        return self._scores.get(state) if isinstance(state, Hashable) and self._scores else None

    def value_and_distance(self, state: Any, score: Any) -> tuple[Any, int | None]:
        if isinstance(self.scoring, Outcome):
            return score, None
        reward, distance = reward_of(self.scoring, score)
        return meant(self.game, state, int(reward), distance)

    def end(self, state: Any) -> Any:
        if self.game.players > 2:
            return tuple(self.game.rewards(state))
        return self.scoring.of_reward(stored(self.game, state, self.game.reward(state)))

    def add(self, state: Any, stopped: Callable[[], bool]) -> bool:
        """Add all positions from a state on; whether they are in the table now. They are not if there are too many, if
        `stopped()` becomes true, or if a method of the game fails: then a search says what is wrong.
        """
        began, self.visited = processor_time(), 0
        try:
            if self.score(state) is not None:
                return True
            if state in self._refused:
                return False
            found = _visited(self, state, lambda: stopped() or processor_time() > began + self.most_seconds)
            scores = _settled(found, self.scoring) if self.game.cyclic else _backward(self, found)
        except Exception:  # of the game's methods, or of its states
            if not stopped():
                self._refuse(state)
            return False
        finally:
            self.seconds = processor_time() - began
        if len(self._scores) > MOST_KEPT:
            self._scores.clear()
        self._scores.update(zip(found.states, scores, strict=True))
        self.visited = len(scores)
        return True

    def _refuse(self, state: Any) -> None:
        if isinstance(state, Hashable) and len(self._refused) < MOST_KEPT:
            self._refused.add(state)


def _visited(table: MemoryTable, root: Any, given_up: Callable[[], bool]) -> _Visited:
    """All positions from `root` on, breadth first. Raises _NotSmall, and whatever the game's methods raise."""
    game, began = table.game, processor_time()
    numbers: dict[Any, int] = {root: 0}
    found = _Visited([root], [], {}, {})
    start, end = 0, 1  # of the layer whose positions are visited now: all positions after the same number of plies
    before = math.inf  # the growth of the layer before it
    for number, state in enumerate(found.states):  # it grows meanwhile
        if number == end:
            before = (len(found.states) - end) / (end - start)
            start, end = end, len(found.states)
        if number % LOOKS == 0 and number > start and processor_time() > began + UNHURRIED * table.most_seconds:
            # the first positions of a layer find the most new ones
            growth = min(before, (len(found.states) - end) / (number - start))
            if _at_least(end, end - start, growth) > CERTAIN * table.most:
                raise _NotSmall
        if len(found.states) > table.most or given_up():
            raise _NotSmall
        found.children.append(_children(game, state, numbers, found))
        if not found.children[-1]:
            found.ends[number] = _end(table, state)
    return found


def _at_least(positions: int, layer: float, growth: float) -> float:
    """A guess of how many positions there are at least: those up to this layer, and those that follow if the next one
    grows by `growth`, and each later one half as much as the one before it.
    """
    while layer >= 1 and growth > 1 / 2:
        layer *= growth
        growth /= 2
        positions += int(layer)
    return positions


def _children(game: Game[Any], state: Any, numbers: dict[Any, int], found: _Visited) -> list[tuple[int, int]]:
    """The numbers of a position's children, and the signs of their scores. New ones are added to the states."""
    if game.terminal(state):
        return []
    children: list[tuple[int, int]] = []
    weights = found.weights.setdefault(numbers[state], []) if game.has_chance and game.chance(state) else None
    for action in game.actions(state):
        if not is_within(action, 0, game.action_count - 1):
            raise _NotSmall
        child = game.apply(state, action)
        number = numbers.setdefault(child, len(found.states))
        if number == len(found.states):
            found.states.append(child)
        elif type(child) is not type(found.states[number]):  # it is equal, and may yet be another position
            raise _NotSmall
        children.append((number, sign_of(game, state, child) if game.players == 2 else 1))
        if weights is not None:
            weights.append(weight_of(game, state, action))
    if not children or (weights and game.chance_total % sum(weights)):
        raise _NotSmall
    return children


def _end(table: MemoryTable, state: Any) -> Any:
    """The score of a position in which the game is over. Raises _NotSmall for a reward that the game does not allow."""
    game = table.game
    rewards = game.rewards(state) if game.players > 2 else (game.reward(state),)
    if len(rewards) not in (1, game.players) or not all(is_within(reward, *game.reward_range) for reward in rewards):
        raise _NotSmall
    return table.end(state)


def _in_order(game: Game[Any], children: list[list[tuple[int, int]]]) -> list[int]:
    """The positions, each before its children. Raises _NotSmall if a play returns to a position, or is too long."""
    parents = [0] * len(children)
    for below in children:
        for number, _ in below:
            parents[number] += 1
    plies, ready = [0] * len(children), [number for number, count in enumerate(parents) if count == 0]
    for number in ready:  # it grows meanwhile
        for child, _ in children[number]:
            plies[child] = max(plies[child], plies[number] + 1)
            parents[child] -= 1
            if parents[child] == 0:
                ready.append(child)
    if len(ready) < len(children) or max(plies) > game.max_length:
        raise _NotSmall
    return ready


def _backward(table: MemoryTable, found: _Visited) -> list[Any]:
    """The score of each position of a game without cycles, from those of its children.

    Each of several players takes the first of the moves that get it most, as in max^n.
    """
    game, to_parent = table.game, table.scoring.to_parent
    scores: list[Any] = [found.ends.get(number) for number in range(len(found.states))]
    for number in reversed(_in_order(game, found.children)):
        below = found.children[number]
        if number in found.weights:
            scores[number] = _mean([sign * scores[child] for child, sign in below], found.weights[number])
        elif below and game.players > 2:
            own = itemgetter(_mover(game, found.states[number]))
            scores[number] = max((scores[child] for child, _ in below), key=own)
        elif below:
            scores[number] = max(to_parent(sign * scores[child]) for child, sign in below)
    return scores


def _mean(scores: Sequence[int | Fraction], weights: Sequence[int]) -> int | Fraction:
    """The exact mean of scores. One common denominator is much faster than a sum of fractions."""
    common = math.lcm(*(score.denominator for score in scores))
    pairs = zip(scores, weights, strict=True)
    total = sum(weight * score.numerator * (common // score.denominator) for score, weight in pairs)
    return whole(Fraction(total, common * sum(weights)))


def _mover(game: Game[Any], state: Any) -> int:
    mover = game.to_move(state)
    if not is_within(mover, 0, game.players - 1):
        raise _NotSmall
    return mover


def _settled(found: _Visited, scoring: Distance | Outcome) -> list[int]:
    """The score of each position of a game with cycles, by retrograde analysis (Thompson 1986).

    Positions are settled in the order of their scores, those farthest from 0 first: great rewards before small ones, early
    ends before late ones. A position is won as soon as one child is lost for the other player, with the best score that it
    can have; it is lost when all of its children are won for the other player. What is never settled is a draw.
    """
    parents: list[list[tuple[int, int]]] = [[] for _ in found.states]
    for number, below in enumerate(found.children):
        for child, sign in below:
            parents[child].append((number, sign))
    left = [len(below) for below in found.children]
    scores = {number: score for number, score in found.ends.items() if score}
    ready = [(-abs(score), number) for number, score in scores.items()]
    heapq.heapify(ready)
    while ready:
        _, number = heapq.heappop(ready)
        for parent, sign in parents[number]:
            own = scoring.to_parent(sign * scores[number])
            left[parent] -= 1
            if parent not in scores and (own > 0 or left[parent] == 0):
                scores[parent] = own
                heapq.heappush(ready, (-abs(own), parent))
    return [scores.get(number, 0) for number in range(len(found.states))]
