"""Chooses, among the moves that prove a claim, those that keep the proof small.

The size of a proof is the number of different positions in it. So a move is better if fewer of the positions after the
opponent's answers are new, that is, reached by no other chosen move of the layer. What a move adds depends on the moves
chosen elsewhere: all are chosen in turn, and then each is chosen again, given the others (local search).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zermelo.certificates.lemmas import Lemma, LemmaKind, lemma_holds
from zermelo.core.component import Component
from zermelo.core.game import Game
from zermelo.core.words import hash_words, holds, least_image, put, state_at
from zermelo.search.parts.counters import BudgetSpent
from zermelo.search.parts.scoring import sign_of

SWEEPS: Final = 3
"""How many times the moves of all positions are chosen."""
MOST_SLOTS: Final = 1 << 22
LEAST_SLOTS: Final = 4
"""Three quarters of the slots are used at most. One must stay free, or a search for an absent position would not end."""

EASY: Final = 1
"""The cost of a new position in which the proof ends at once, by a lemma or by a move that ends the game."""
HARD: Final = 4
"""The cost of any other new position."""


class Sharing(Component):
    """Some positions, the moves that prove the claim in each, the chosen moves, and the set of positions after them."""

    def __init__(
        self,
        rows: NDArray[np.int64],
        actions: NDArray[np.int64],
        proving: NDArray[np.bool_],
        lemma: LemmaKind | None,
        stopped: Any,
    ) -> None:
        """`rows`: states, in words. `actions`: for each row a move that proves the claim, or a negative number if none is
        needed; `share` changes them. `proving`: for each row and action, whether the action proves the claim. `stopped`: an
        array of one number, not 0 to stop.
        """
        self.stopped = stopped
        self.rows = rows
        self.actions = actions
        self.proving = proving
        self.lemma = Lemma(lemma, 1)
        slots = min(1 << (2 * proving.sum() * proving.shape[1]).item().bit_length(), MOST_SLOTS)
        slots = max(slots, LEAST_SLOTS)
        self.slots = np.zeros((slots, rows.shape[1]), np.int64)
        """A hash table of positions, with linear probing."""
        self.costs = np.zeros(slots, np.int64)
        """The cost of each position; 0 for a free slot."""
        self.uses = np.zeros(slots, np.int64)
        """How many of the chosen moves lead to each position."""
        self.fill = np.zeros(1, np.int64)
        self.level = np.zeros(1, np.int64)
        """What the player to move must get."""


def share(game: Game[Any], sharing: Sharing, initial: Any, level: int) -> int:
    """Choose the moves of all rows; `level` is what the player to move must get. Raises BudgetSpent when it is stopped."""
    sharing.level[0] = level
    for sweep in range(SWEEPS):
        for row in range(len(sharing.rows)):
            if sharing.stopped[0] != 0:
                raise BudgetSpent
            if sharing.actions[row] >= 0:
                state = state_at(initial, sharing.rows, row)
                if sweep > 0:
                    move_cost(game, sharing, state, int(sharing.actions[row]), -1, 0)
                sharing.actions[row] = cheapest(game, sharing, state, row)
                move_cost(game, sharing, state, int(sharing.actions[row]), 1, 0)
    return 0


def cheapest(game: Any, sharing: Sharing, state: Any, row: int) -> int:
    """The move of least cost; among equals the one chosen before, or else the one of highest priority in the game."""
    chosen = int(sharing.actions[row])
    least, highest = move_cost(game, sharing, state, chosen, 0, 0), game.priority(state, chosen)
    for action in range(game.action_count):
        if sharing.proving[row, action]:
            added = move_cost(game, sharing, state, action, 0, least + 1)
            if added < least or (added == least and game.priority(state, action) > highest):
                chosen, least, highest = action, added, game.priority(state, action)
    return chosen


def move_cost(game: Any, sharing: Sharing, state: Any, action: int, change: int, enough: int) -> int:
    """The cost of the new positions that `action` leads to; their uses are changed by `change`.

    If `enough` is not 0, the sum ends as soon as it reaches `enough`.
    """
    child = game.apply(state, action)
    if game.terminal(child):
        return 0
    if sign_of(game, state, child) > 0:
        return position_cost(game, sharing, child, change)
    total = 0
    for answer in game.actions(child):
        after = game.apply(child, answer)
        if not game.terminal(after):
            total += position_cost(game, sharing, after, change)
            if 0 < enough <= total:
                return total
    return total


def position_cost(game: Any, sharing: Sharing, state: Any, change: int) -> int:
    """The cost of a position: 0 if a chosen move leads to it already. Its uses are changed by `change`."""
    words = least_image(game, state)
    slot = hash_words(words) & (len(sharing.costs) - 1)
    while sharing.costs[slot] != 0:
        if holds(sharing.slots, slot, words):
            break
        slot = (slot + 1) & (len(sharing.costs) - 1)
    else:
        if 4 * sharing.fill[0] >= 3 * len(sharing.costs):
            return HARD
        sharing.fill[0] += 1
        put(sharing.slots, slot, words)
        sharing.costs[slot] = EASY if is_easy(game, sharing, state) else HARD
    new = sharing.costs[slot] if sharing.uses[slot] == 0 else 0
    sharing.uses[slot] += change
    return int(new)


def is_easy(game: Any, sharing: Sharing, state: Any) -> bool:
    """Whether the proof ends here at once, by a lemma or by a move that ends the game with what the player must get."""
    if lemma_holds(game, sharing.lemma, state, 0):
        return True
    for action in game.actions(state):
        child = game.apply(state, action)
        if game.terminal(child) and sign_of(game, state, child) * game.reward(child) >= sharing.level[0]:
            return True
    return False
