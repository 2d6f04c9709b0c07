"""Move ordering: the order in which the moves of a node are tried. `Search.moves` iterates over them.

Every order has the same interface: call `begin` once, then `next` until it returns NONE. `left` stands for the moves
left to try.

    left = search.order.begin(game, state, node, ply)
    action, left = search.order.next(node, ply, left)

A forced move is the only move. Otherwise the move from the transposition table, if there is one, comes first.
"""

from __future__ import annotations

from typing import Any, Final, Protocol, TypeVar

import numpy as np

from zermelo.core.bits import Bits
from zermelo.core.component import Component
from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.core.words import WORD
from zermelo.search.parts.table import TableNode

State = TypeVar("State")

MAX_HISTORY: Final = (1 << 30) - 1
KILLER_BONUS: Final = 1 << 30
PRIORITY_UNIT: Final = 1 << 32
"""The score of a move is priority * PRIORITY_UNIT + killer bonus + history, so the game's priorities weigh most."""

EAGER_BONUS: Final = 1 << 53
"""The killer bonus if killers come before the game's priorities."""

TABLE_MOVE: Final = 1 << 60

TRIED: Final = -(1 << 62)
"""Below all scores. The scores of moves already tried start here, so another thread can see which move is being searched."""

WAITING: Final = -(1 << 61)
"""The score of a move that has been put off: it comes after all others."""

MAX_SET: Final = 512
"""The largest number of actions for which NaturalOrder is used."""

MAX_MOVES: Final = 1 << 22
"""The largest number of moves that the nodes on one path may have together."""


class MoveOrder(Protocol):
    """The interface of a move order. Each order represents the moves left to try in its own way."""

    def begin(self, game: Game[State], state: State, node: TableNode, ply: int) -> Any:
        """The moves to try."""
        ...

    def next(self, node: TableNode, ply: int, left: Any) -> tuple[int, Any]:
        """The move to try next, or NONE, and the moves left after it."""
        ...

    def can_wait(self, node: TableNode, ply: int, left: Any) -> bool:
        """Whether the move that `next` returned last may be put off."""
        ...

    def put_off(self, ply: int, left: Any) -> Any:
        """The moves left to try, with the one that `next` returned last at the end."""
        ...

    def skip(self, ply: int) -> None:
        """Note that no player chooses a move at this ply."""
        ...

    def cut(self, action: int, ply: int, depth: int) -> None:
        """Note that `action` caused a cutoff at this ply, with `depth` plies left."""
        ...

    def forget(self) -> None:
        """Forget all cutoffs."""
        ...


class NaturalOrder(Component):
    """The order of the action numbers. The moves left to try are a set of actions, in a register."""

    def __init__(self, action_count: int) -> None:
        self.nothing = Bits(-(-action_count // WORD) * WORD)  # whole words, so that more games share compiled code

    def begin(self, game: Game[State], state: State, node: TableNode, ply: int) -> Bits:
        """The legal moves. All are found before the first is tried: so the processor predicts branches better."""
        if node.forced != NONE:
            return self.nothing.add(node.forced)
        moves = self.nothing
        for action in range(game.action_count):
            if game.legal(state, action):
                moves = moves.add(action)
        return moves

    def next(self, node: TableNode, ply: int, left: Bits) -> tuple[int, Bits]:
        """The move to try next, or NONE, and the moves left after it."""
        if not left:
            return NONE, left
        action = left.lowest()
        if node.hint != NONE and node.hint in left:
            action = node.hint
        return action, left.remove(action)

    def can_wait(self, node: TableNode, ply: int, left: Bits) -> bool:
        """Never: a set has no end at which to put a move."""
        return False

    def put_off(self, ply: int, left: Bits) -> Bits:
        """Nothing is ever put off."""
        return left

    def skip(self, ply: int) -> None:
        """Does nothing: this order stores nothing for a ply."""

    def cut(self, action: int, ply: int, depth: int) -> None:
        """Does nothing: this order does not learn from cutoffs."""

    def forget(self) -> None:
        """Does nothing: this order does not learn from cutoffs."""


class GivenOrder(Component):
    """The order in which the game yields its relevant moves.

    The moves of the nodes on the current path are stored one node after the other in `actions`:

        actions | moves of ply 0 ........ | moves of ply 1 .... | moves of ply 2 ...
                  ^ starts[0]               ^ starts[1]           ^ starts[2]

    The moves left to try at a node are given by the place in `actions` at which they begin.
    """

    def __init__(self, plies: int, action_count: int, *, distances: bool) -> None:
        """`distances`: whether a fast win and a slow loss are better, so that `relevant` is used, not `deciding`."""
        self.actions = np.zeros(min((plies + 1) * action_count, MAX_MOVES), np.int64)
        self.starts = np.zeros(plies + 2, np.int64)
        self.distances = distances

    def begin(self, game: Game[State], state: State, node: TableNode, ply: int) -> int:
        """The place at which the moves to try begin."""
        begin, end = self.generate(game, state, node, ply)
        for place in range(begin, end):
            if self.actions[place] == node.hint:
                for before in range(place, begin, -1):
                    self.actions[before] = self.actions[before - 1]
                self.actions[begin] = node.hint
        return begin

    def generate(self, game: Game[State], state: State, node: TableNode, ply: int) -> tuple[int, int]:
        """Store the moves of a node; returns the places where they begin and end. Raises BrokenContract."""
        begin = end = int(self.starts[ply])
        if node.forced != NONE:
            end = self.put(game, end, node.forced)
        elif self.distances:
            for action in game.relevant(state):
                end = self.put(game, end, action)
        else:
            for action in game.deciding(state):
                end = self.put(game, end, action)
        self.starts[ply + 1] = end
        return begin, end

    def put(self, game: Game[State], place: int, action: int) -> int:
        """Store a move at this place; returns the next place. Raises BrokenContract."""
        if place == len(self.actions):
            raise BrokenContract(
                "actions (or relevant, or deciding) yields too many actions: it may yield at most action_count, each once"
            )
        if action < 0 or action >= game.action_count:
            raise BrokenContract("actions (or relevant, or deciding) yields an action outside 0..action_count - 1")
        self.actions[place] = action
        return place + 1

    def next(self, node: TableNode, ply: int, left: int) -> tuple[int, int]:
        """The move to try next, or NONE, and the place at which the moves left after it begin."""
        if left == self.starts[ply + 1]:
            return NONE, left
        return int(self.actions[left]), left + 1

    def can_wait(self, node: TableNode, ply: int, left: int) -> bool:
        """Never: the order is fixed."""
        return False

    def put_off(self, ply: int, left: int) -> int:
        """Nothing is ever put off."""
        return left

    def skip(self, ply: int) -> None:
        """Note that no player chooses a move at this ply."""
        self.starts[ply + 1] = self.starts[ply]

    def cut(self, action: int, ply: int, depth: int) -> None:
        """Does nothing: this order does not learn from cutoffs."""

    def forget(self) -> None:
        """Does nothing: this order does not learn from cutoffs."""


class SortedOrder(GivenOrder):
    """Sorts moves by the game's priorities, killers and history; equal moves stay in the order in which the game yields
    them.

    Killers (Akl and Newborn 1977) are the last two different actions that caused a cutoff at this ply. History
    (Schaeffer 1983) is, for each action, the sum of depth * depth over its cutoffs; it is kept separately for even and
    odd plies, which usually belong to the two players. `scores` runs parallel to `actions`; the score of a move that
    has been tried is TRIED plus the number of moves tried before it.
    """

    def __init__(
        self,
        plies: int,
        action_count: int,
        *,
        distances: bool,
        priority: bool,
        killers: bool,
        history: bool,
        eager: bool,
    ) -> None:
        """`eager`: whether killers come before the game's priorities."""
        super().__init__(plies, action_count, distances=distances)
        self.scores = np.zeros(len(self.actions), np.int64)
        self.waiting = np.zeros(plies + 1, np.int64)
        """How many moves have been put off at each ply."""
        self.killers = np.full((plies + 1, 2), NONE, np.int64)
        self.history = np.zeros((2, action_count), np.int64)
        self.use_priority = priority
        self.use_killers = killers
        self.killer_bonus = EAGER_BONUS if eager else KILLER_BONUS
        self.use_history = history

    def begin(self, game: Game[State], state: State, node: TableNode, ply: int) -> int:
        """The place at which the moves to try begin."""
        begin, end = self.generate(game, state, node, ply)
        self.waiting[ply] = 0
        killer, other = int(self.killers[ply, 0]), int(self.killers[ply, 1])
        for place in range(begin, end):
            action = int(self.actions[place])
            score = self.history_score(ply, action) + (self.killer_bonus if action in (killer, other) else 0)
            if self.use_priority and node.forced == NONE:
                score += game.priority(state, action) * PRIORITY_UNIT
            self.scores[place] = TABLE_MOVE if action == node.hint else score
        return begin

    def next(self, node: TableNode, ply: int, left: int) -> tuple[int, int]:
        """The first of the moves with the highest score, or NONE, and `left` increased by 1."""
        begin, end = int(self.starts[ply]), int(self.starts[ply + 1])
        if left == end:
            return NONE, left
        best, highest = begin, int(self.scores[begin])
        for place in range(begin + 1, end):
            score = int(self.scores[place])
            if score > highest:
                best, highest = place, score
        self.scores[best] = TRIED + left - begin
        return int(self.actions[best]), left + 1

    def can_wait(self, node: TableNode, ply: int, left: int) -> bool:
        """Whether the move that `next` returned last may be put off: only once, and never the first move of a node, which
        usually causes the cutoff.
        """
        last, end = left - 1, self.starts[ply + 1] - self.waiting[ply]
        return node.forced == NONE and bool(self.starts[ply] < last < end)

    def put_off(self, ply: int, left: int) -> int:
        """The moves left to try, with the one that `next` returned last after all others."""
        last = left - 1
        for place in range(self.starts[ply], self.starts[ply + 1]):
            if self.scores[place] == TRIED + last - self.starts[ply]:
                self.scores[place] = WAITING
        self.waiting[ply] += 1
        return last

    def trying(self, ply: int) -> int:
        """The move that is being searched at a ply, or NONE if there is none. Other threads may call this."""
        tried = [
            (int(self.scores[place]), int(self.actions[place]))
            for place in range(self.starts[ply], self.starts[ply + 1])
            if self.scores[place] < WAITING
        ]
        return max(tried)[1] if tried else NONE

    def history_score(self, ply: int, action: int) -> int:
        """The history score of a move, 0 if history is not used."""
        return int(self.history[ply & 1, action]) if self.use_history else 0

    def cut(self, action: int, ply: int, depth: int) -> None:
        """Record that `action` caused a cutoff at this ply, with `depth` plies left."""
        if self.use_killers and action != self.killers[ply, 0]:
            self.killers[ply, 1] = self.killers[ply, 0]
            self.killers[ply, 0] = action
        if self.use_history:
            self.history[ply & 1, action] = min(self.history[ply & 1, action] + depth * depth, MAX_HISTORY)

    def forget(self) -> None:
        """Forget all killers, and all history."""
        self.killers[:] = NONE
        self.history[:] = 0
