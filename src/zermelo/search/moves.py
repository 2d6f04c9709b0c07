"""In which order a node's moves are tried. Both classes answer the same two questions: the first move, the next one.

    action = moves.first(game, state, node, ply)
    while action != NONE:
        ...
        action = moves.next(game, state, node, ply, action)

A forced move comes alone; the table's move, when there is one, comes first.
"""

from __future__ import annotations

from typing import Final, TypeVar

import numpy as np

from zermelo.component import Component
from zermelo.game import NONE, Game
from zermelo.search.table import Node

State = TypeVar("State")

MAX_HISTORY: Final = (1 << 30) - 1
KILLER_BONUS: Final = 1 << 30
PRIORITY_UNIT: Final = 1 << 32
"""A score is priority * PRIORITY_UNIT + killer bonus + history: what the game knows weighs most."""

TABLE_MOVE: Final = 1 << 60


class NaturalOrder(Component):
    """The order of the action numbers, found by asking `legal`; nothing is written down."""

    def first(self, game: Game[State], state: State, node: Node, ply: int) -> int:
        """The move to try first."""
        if node.forced != NONE:
            return node.forced
        return node.hint if node.hint != NONE else self._following(game, state, NONE, NONE)

    def next(self, game: Game[State], state: State, node: Node, ply: int, action: int) -> int:
        """The move to try after `action`, or NONE."""
        if node.forced != NONE:
            return NONE
        return self._following(game, state, NONE if action == node.hint else action, node.hint)

    def _following(self, game: Game[State], state: State, action: int, leave_out: int) -> int:
        for candidate in range(action + 1, game.action_count):
            if candidate != leave_out and game.legal(state, candidate):
                return candidate
        return NONE

    def cut(self, action: int, ply: int, depth: int) -> None:
        """`action` refuted the position; this order does not learn."""


class SortedOrder(Component):
    """The best first, by the game's priorities, killers and history; equals in the order of `game.actions`.

    Killers (Akl and Newborn 1977) are the last two actions that cut at this ply; history (Schaeffer 1983) adds up, for
    each action, the squared depths at which it cut. Both tell the plies of even and odd number apart, as a rule the two
    players. Each ply has a row of its own in `actions` and `scores`, as long as there are actions.
    """

    def __init__(self, plies: int, action_count: int, *, priority: bool, killers: bool, history: bool) -> None:
        self.actions = np.zeros((plies + 1, action_count + 1), np.int64)
        self.scores = np.zeros((plies + 1, action_count + 1), np.int64)
        self.counts = np.zeros((plies + 1, 2), np.int64)  # how many moves, how many tried already
        self.killers = np.full((plies + 1, 2), NONE, np.int64)
        self.history = np.zeros((2, action_count), np.int64)
        self.use_priority = priority
        self.use_killers = killers
        self.use_history = history

    def first(self, game: Game[State], state: State, node: Node, ply: int) -> int:
        """The move to try first."""
        if node.forced != NONE:
            return node.forced
        count = 0
        for action in game.actions(state):
            self.actions[ply, count] = action
            self.scores[ply, count] = TABLE_MOVE if action == node.hint else self._score(game, state, action, ply)
            count += 1
        self.counts[ply, 0] = count
        self.counts[ply, 1] = 0
        return self._best_left(ply)

    def next(self, game: Game[State], state: State, node: Node, ply: int, action: int) -> int:
        """The move to try after `action`, or NONE."""
        return NONE if node.forced != NONE else self._best_left(ply)

    def _score(self, game: Game[State], state: State, action: int, ply: int) -> int:
        score = 0
        if self.use_priority:
            score += game.priority(state, action) * PRIORITY_UNIT
        if self.use_killers and (action == self.killers[ply, 0] or action == self.killers[ply, 1]):  # noqa: PLR1714
            score += KILLER_BONUS
        if self.use_history:
            score += self.history[ply & 1, action]
        return score

    def _best_left(self, ply: int) -> int:
        """One step of a selection sort that keeps equals in their order: a cutoff spares the rest of it."""
        count = int(self.counts[ply, 0])
        start = int(self.counts[ply, 1])
        if start == count:
            return NONE
        best = start
        for place in range(start + 1, count):
            if self.scores[ply, place] > self.scores[ply, best]:
                best = place
        action, score = int(self.actions[ply, best]), self.scores[ply, best]
        for place in range(best, start, -1):
            self.actions[ply, place] = self.actions[ply, place - 1]
            self.scores[ply, place] = self.scores[ply, place - 1]
        self.actions[ply, start] = action
        self.scores[ply, start] = score
        self.counts[ply, 1] = start + 1
        return action

    def cut(self, action: int, ply: int, depth: int) -> None:
        """`action` refuted the position at this ply, with `depth` plies to go: remember that."""
        if self.use_killers and action != self.killers[ply, 0]:
            self.killers[ply, 1] = self.killers[ply, 0]
            self.killers[ply, 0] = action
        if self.use_history:
            self.history[ply & 1, action] = min(self.history[ply & 1, action] + depth * depth, MAX_HISTORY)
