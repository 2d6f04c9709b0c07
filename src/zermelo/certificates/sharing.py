"""Which of the moves that will do: those that lead to the fewest new positions, all positions of a layer taken together.

A proof is as large as there are different positions in it. So a move is the better, the fewer of the positions after the
answers to it no other move leads to. What each move adds depends on the moves elsewhere: first all are chosen in turn,
then each once more, given the others (local search).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zermelo.certificates.lemmas import Kind, Lemma, settles
from zermelo.core.component import Component
from zermelo.core.game import Game
from zermelo.core.symmetry import least_image
from zermelo.core.words import hash_words, holds, put, state_at
from zermelo.search.parts.counters import BudgetSpent
from zermelo.search.parts.sign import sign_of

SWEEPS: Final = 3
MOST_SLOTS: Final = 1 << 22
LEAST_SLOTS: Final = 4
"""Three quarters may be in use, and one must stay free, or a position that is not there is looked for without end."""

EASY: Final = 1
HARD: Final = 4
"""What a new position counts: one in which the proof ends at once, by a lemma or a last move; and any other."""


class Sharing(Component):
    """Positions and the moves that will do in, one move each out; and the set of positions that follow."""

    def __init__(
        self,
        rows: NDArray[np.int64],
        actions: NDArray[np.int64],
        proving: NDArray[np.bool_],
        lemma: Kind | None,
        stopped: Any,
    ) -> None:
        """`actions`: one that will do for each row, or a negative number for a row that needs none. `stopped`: an array of
        one number, not 0 to stop.
        """
        self.stopped = stopped
        self.rows = rows
        self.actions = actions
        self.proving = proving
        self.lemma = Lemma(lemma, 1)
        slots = min(1 << (2 * proving.sum() * proving.shape[1]).item().bit_length(), MOST_SLOTS)
        slots = max(slots, LEAST_SLOTS)
        self.slots = np.zeros((slots, rows.shape[1]), np.int64)
        """Positions that may follow, open to the next free slot (linear probing)."""
        self.counts = np.zeros(slots, np.int64)
        """What each counts; 0 for a free slot."""
        self.uses = np.zeros(slots, np.int64)
        """How many of the chosen moves lead there."""
        self.fill = np.zeros(1, np.int64)
        """Slots in use."""


def share(game: Game[Any], sharing: Sharing, initial: Any, level: int, alpha: int, beta: int, guess: int) -> int:
    """Choose for all rows; `level` is what the player to move is to get. Three numbers are not used.

    Raises BudgetSpent if it is to stop.
    """
    for sweep in range(SWEEPS):
        for row in range(len(sharing.rows)):
            if sharing.stopped[0] != 0:
                raise BudgetSpent
            if sharing.actions[row] >= 0:
                state = state_at(initial, sharing.rows, row)
                if sweep > 0:
                    lead(game, sharing, state, int(sharing.actions[row]), level, -1, 0)
                sharing.actions[row] = best(game, sharing, state, row, level)
                lead(game, sharing, state, int(sharing.actions[row]), level, 1, 0)
    return 0


def best(game: Any, sharing: Sharing, state: Any, row: int, level: int) -> int:
    """The move that adds least; among equals the one that was chosen before, or the one that the game puts first."""
    chosen = int(sharing.actions[row])
    least, highest = lead(game, sharing, state, chosen, level, 0, 0), game.priority(state, chosen)
    for action in range(game.action_count):
        if sharing.proving[row, action]:
            added = lead(game, sharing, state, action, level, 0, least + 1)
            if added < least or (added == least and game.priority(state, action) > highest):
                chosen, least, highest = action, added, game.priority(state, action)
    return chosen


def lead(game: Any, sharing: Sharing, state: Any, action: int, level: int, change: int, enough: int) -> int:
    """What the positions count that `action` leads to and no chosen move does, or `enough`, if that is not 0, as soon as it
    is as much. Each of them is used `change` times more.
    """
    child = game.apply(state, action)
    if game.terminal(child):
        return 0
    if sign_of(game, state, child) > 0:
        return count(game, sharing, child, level, change)
    total = 0
    for answer in game.actions(child):
        after = game.apply(child, answer)
        if not game.terminal(after):
            total += count(game, sharing, after, level, change)
            if 0 < enough <= total:
                return total
    return total


def count(game: Any, sharing: Sharing, state: Any, level: int, change: int) -> int:
    """What a position counts: nothing if a chosen move leads there."""
    words = least_image(game, state)
    slot = hash_words(words) & (len(sharing.counts) - 1)
    while sharing.counts[slot] != 0:
        if holds(sharing.slots, slot, words):
            break
        slot = (slot + 1) & (len(sharing.counts) - 1)
    else:
        if 4 * sharing.fill[0] >= 3 * len(sharing.counts):
            return HARD
        sharing.fill[0] += 1
        put(sharing.slots, slot, words)
        sharing.counts[slot] = EASY if is_easy(game, sharing, state, level) else HARD
    new = sharing.counts[slot] if sharing.uses[slot] == 0 else 0
    sharing.uses[slot] += change
    return int(new)


def is_easy(game: Any, sharing: Sharing, state: Any, level: int) -> bool:
    """Whether the proof ends here at once."""
    if settles(game, sharing.lemma, state, 0):
        return True
    for action in game.actions(state):
        child = game.apply(state, action)
        if game.terminal(child) and sign_of(game, state, child) * game.reward(child) >= level:
            return True
    return False
