"""Scoring positions backward, from the last layer to the first: each from the scores of its successors."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from zermelo.core.component import Component
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.core.words import least_image, state_at
from zermelo.search.parts.scoring import INFINITY, Distance, sign_of
from zermelo.tablebase.entries import Entries

State = TypeVar("State")


class Backward(Component):
    """The data of the kernel `score`: it reads rows of states and fills in their scores."""

    def __init__(self, entries: Entries, scoring: Distance, words: int) -> None:
        self.entries = entries
        self.scoring = scoring
        self.rows = np.zeros((0, words), np.int64)
        """The states to score; their successors already have scores."""
        self.stop = np.zeros(1, np.int64)


def score(game: Game[State], work: Backward, initial: State, start: int) -> int:
    """Score the rows from `start` on; returns how many rows are scored."""
    for row in range(start, len(work.rows)):
        if work.stop[0] != 0:
            return row
        state = state_at(initial, work.rows, row)
        work.entries.scores[work.entries.place(least_image(game, state))] = best_score(game, work, state)
    return len(work.rows)


def best_score(game: Game[State], work: Backward, state: State) -> int:
    if game.terminal(state):
        reward = game.reward(state)
        if reward > work.scoring.best or reward < -work.scoring.best:
            raise BrokenContract("a reward lies outside reward_range")
        return work.scoring.of_reward(reward)
    best = -INFINITY
    for action in game.actions(state):
        child = game.apply(state, action)
        known = work.entries.score(least_image(game, child))
        best = max(best, work.scoring.to_parent(sign_of(game, state, child) * known))
    if best == -INFINITY:
        raise BrokenContract("a position that is not terminal has no legal action")
    return best
