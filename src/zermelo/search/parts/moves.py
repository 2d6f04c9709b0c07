"""In which order the moves of a node are tried; `Search.moves` goes through them.

Every order works the same way: `begin` once, then `next` until NONE; `left` is what is left to try.

    left = search.order.begin(game, state, node, ply)
    action, left = search.order.next(node, ply, left)

A forced move comes alone; the table's move, when there is one, comes first.
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
"""A score is priority * PRIORITY_UNIT + killer bonus + history: what the game knows weighs most."""

EAGER_BONUS: Final = 1 << 53
"""The killer bonus where killers weigh more than all that the game knows."""

TABLE_MOVE: Final = 1 << 60

TRIED: Final = -(1 << 62)
"""Below all scores: a move that is tried gets one from here on, and who looks on sees how far the node is."""

WAITING: Final = -(1 << 61)
"""The score of a move that is put off: it comes after all others."""

MAX_SET: Final = 512
"""The most actions for which NaturalOrder keeps a set in registers."""

MAX_MOVES: Final = 1 << 22
"""How many moves the nodes on one path may have together."""


class MoveOrder(Protocol):
    """What `Search.moves` asks of an order; each writes down in its own way what is left to try."""

    def begin(self, game: Game[State], state: State, node: TableNode, ply: int) -> Any:
        """The moves to try."""
        ...

    def next(self, node: TableNode, ply: int, left: Any) -> tuple[int, Any]:
        """The move to try next, or NONE, and those after it."""
        ...

    def can_wait(self, node: TableNode, ply: int, left: Any) -> bool:
        """Whether the move that `next` gave last may be put off."""
        ...

    def put_off(self, ply: int, left: Any) -> Any:
        """The moves to try, with the one that `next` gave last at the end of them."""
        ...

    def skip(self, ply: int) -> None:
        """No player moves at this ply."""
        ...

    def cut(self, action: int, ply: int, depth: int) -> None:
        """`action` refuted the position at this ply, with `depth` plies to go."""
        ...


class NaturalOrder(Component):
    """The order of the action numbers. What is left to try is a set of actions, in a register."""

    def __init__(self, action_count: int) -> None:
        self.nothing = Bits(-(-action_count // WORD) * WORD)  # whole words: games of as many words share their code

    def begin(self, game: Game[State], state: State, node: TableNode, ply: int) -> Bits:
        """The moves to try, each asked of `legal` once and before any is tried: so the processor can foresee more."""
        if node.forced != NONE:
            return self.nothing.add(node.forced)
        moves = self.nothing
        for action in range(game.action_count):
            if game.legal(state, action):
                moves = moves.add(action)
        return moves

    def next(self, node: TableNode, ply: int, left: Bits) -> tuple[int, Bits]:
        """The move to try next, or NONE, and those after it."""
        if not left:
            return NONE, left
        action = left.lowest()
        if node.hint != NONE and node.hint in left:
            action = node.hint
        return action, left.remove(action)

    def can_wait(self, node: TableNode, ply: int, left: Bits) -> bool:
        """Never: a set has no end to put a move at."""
        return False

    def put_off(self, ply: int, left: Bits) -> Bits:
        """Nothing is ever put off."""
        return left

    def skip(self, ply: int) -> None:
        """No player moves at this ply; nothing is kept for one."""

    def cut(self, action: int, ply: int, depth: int) -> None:
        """`action` refuted the position; this order does not learn."""


class GivenOrder(Component):
    """The order in which the game gives the moves that need be tried.

    The moves of the nodes on the current path lie one node after the other in `actions`:

        actions | moves of ply 0 ........ | moves of ply 1 .... | moves of ply 2 ...
                  ^ starts[0]               ^ starts[1]           ^ starts[2]

    What is left to try at a node begins at a place in its part of `actions`.
    """

    def __init__(self, plies: int, action_count: int, *, distances: bool) -> None:
        """`distances`: whether it matters how soon a win comes, and how late a loss."""
        self.actions = np.zeros(min((plies + 1) * action_count, MAX_MOVES), np.int64)
        self.starts = np.zeros(plies + 2, np.int64)
        self.distances = distances

    def begin(self, game: Game[State], state: State, node: TableNode, ply: int) -> int:
        """Where the moves to try begin."""
        begin, end = self.write_down(game, state, node, ply)
        for place in range(begin, end):
            if self.actions[place] == node.hint:
                for before in range(place, begin, -1):
                    self.actions[before] = self.actions[before - 1]
                self.actions[begin] = node.hint
        return begin

    def write_down(self, game: Game[State], state: State, node: TableNode, ply: int) -> tuple[int, int]:
        """Write down the moves of a node; where they begin, and where they end. Raises BrokenContract."""
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
        """Write a move down at this place; the place after it. Raises BrokenContract."""
        if place == len(self.actions):
            raise BrokenContract(
                "actions (or relevant, or deciding) yields more than it may: there are action_count actions, each once"
            )
        if action < 0 or action >= game.action_count:
            raise BrokenContract("actions (or relevant, or deciding) yields an action outside 0..action_count - 1")
        self.actions[place] = action
        return place + 1

    def next(self, node: TableNode, ply: int, left: int) -> tuple[int, int]:
        """The move to try next, or NONE, and where those after it begin."""
        if left == self.starts[ply + 1]:
            return NONE, left
        return int(self.actions[left]), left + 1

    def can_wait(self, node: TableNode, ply: int, left: int) -> bool:
        """Never: the order is given."""
        return False

    def put_off(self, ply: int, left: int) -> int:
        """Nothing is ever put off."""
        return left

    def skip(self, ply: int) -> None:
        """No player moves at this ply."""
        self.starts[ply + 1] = self.starts[ply]

    def cut(self, action: int, ply: int, depth: int) -> None:
        """`action` refuted the position; this order does not learn."""


class SortedOrder(GivenOrder):
    """The best first, by the game's priorities, killers and history; equals in the order in which the game gives them.

    Killers (Akl and Newborn 1977) are the last two actions that cut at this ply; history (Schaeffer 1983) adds up, for
    each action, the squared depths at which it cut. Both tell the plies of even and odd number apart, as a rule the two
    players. `scores` lie beside `actions`; the score of a move that was tried is TRIED plus the number of those before it.
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
        """`eager`: whether killers come before what the game puts first."""
        super().__init__(plies, action_count, distances=distances)
        self.scores = np.zeros(len(self.actions), np.int64)
        self.waiting = np.zeros(plies + 1, np.int64)
        """How many moves have been put off, for each ply."""
        self.killers = np.full((plies + 1, 2), NONE, np.int64)
        self.history = np.zeros((2, action_count), np.int64)
        self.use_priority = priority
        self.use_killers = killers
        self.killer_bonus = EAGER_BONUS if eager else KILLER_BONUS
        self.use_history = history

    def begin(self, game: Game[State], state: State, node: TableNode, ply: int) -> int:
        """Where the moves to try begin."""
        begin, end = self.write_down(game, state, node, ply)
        self.waiting[ply] = 0
        killer, other = int(self.killers[ply, 0]), int(self.killers[ply, 1])
        for place in range(begin, end):
            action = int(self.actions[place])
            score = self.learnt(ply, action) + (self.killer_bonus if action in (killer, other) else 0)
            if self.use_priority and node.forced == NONE:
                score += game.priority(state, action) * PRIORITY_UNIT
            self.scores[place] = TABLE_MOVE if action == node.hint else score
        return begin

    def next(self, node: TableNode, ply: int, left: int) -> tuple[int, int]:
        """The move to try next, or NONE, and `left` counted on: the first of those with the highest score."""
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
        """Whether the move that `next` gave last may be put off: once, and not the first, which most often is enough."""
        last, end = left - 1, self.starts[ply + 1] - self.waiting[ply]
        return node.forced == NONE and bool(self.starts[ply] < last < end)

    def put_off(self, ply: int, left: int) -> int:
        """The moves to try, with the one that `next` gave last after all others."""
        last = left - 1
        for place in range(self.starts[ply], self.starts[ply + 1]):
            if self.scores[place] == TRIED + last - self.starts[ply]:
                self.scores[place] = WAITING
        self.waiting[ply] += 1
        return last

    def trying(self, ply: int) -> int:
        """The move that is being tried at a ply, NONE if none is known there: for who looks on from another thread."""
        tried = [
            (int(self.scores[place]), int(self.actions[place]))
            for place in range(self.starts[ply], self.starts[ply + 1])
            if self.scores[place] < WAITING
        ]
        return max(tried)[1] if tried else NONE

    def learnt(self, ply: int, action: int) -> int:
        """What history tells of a move."""
        return int(self.history[ply & 1, action]) if self.use_history else 0

    def cut(self, action: int, ply: int, depth: int) -> None:
        """`action` refuted the position at this ply, with `depth` plies to go: remember that."""
        if self.use_killers and action != self.killers[ply, 0]:
            self.killers[ply, 1] = self.killers[ply, 0]
            self.killers[ply, 0] = action
        if self.use_history:
            self.history[ply & 1, action] = min(self.history[ply & 1, action] + depth * depth, MAX_HISTORY)
