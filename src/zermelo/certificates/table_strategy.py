"""Finds the strategy that proves a claim in a table of its `ClaimGame`, for games in which positions may recur.

Which moves prove a claim depends on what the proof must show:

    that plays end in time          the moves after which the player still wins in the plies that are left
    that plays end at some time     the moves that lead to a win the fastest
    that no play ends badly         the moves after which the opponent does not win, or too late
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.certificates.files import Claim, NotProved
from zermelo.certificates.lemmas import Lemma
from zermelo.certificates.sharing import Sharing, share
from zermelo.certificates.strategy import Chosen
from zermelo.core.encoded import Encoded
from zermelo.core.positions import AsState
from zermelo.core.words import state_at
from zermelo.native.machine import Machine
from zermelo.search.parts.counters import BudgetSpent
from zermelo.tablebase.table import Table
from zermelo.work.checkpoint_format import Arrays


class TableStrategist:
    """Chooses the moves that prove a claim, by a table of its `ClaimGame` from the start of the proof on."""

    def __init__(self, claim: Claim, table: Table, *, may_be_endless: bool, compiled: bool | None) -> None:
        """`may_be_endless`: whether a play that never ends achieves the claim, too. Raises NotCompilable."""
        self.claim = claim
        self.table = table
        self.game = table.seen
        """The view of the game whose states are the rows of the proof."""
        self.may_be_endless = may_be_endless
        self.initial = self.game.initial()
        self.stopped = np.zeros(1, np.int64)
        if isinstance(self.game, Encoded):
            compiled = False
        nothing = np.zeros((0, len(table.manifest.root)), np.int64)
        self.machine = Machine(share, self.game, self._sharing(nothing, self._none_proving(0)), compiled=compiled)

    def check(self, state: Any) -> None:
        """Raises NotProved unless the claim holds in a state of the `ClaimGame`, at the start of the proof."""
        if not self._holds(*self._entry(state), 0):
            raise self._not_proved()

    def choices(self, rows: NDArray[np.int64], ply: int) -> Chosen:
        """As `Strategist.choices`."""
        proving = self._none_proving(len(rows))
        for row in range(len(rows)):
            if self.stopped[0]:
                raise BudgetSpent
            proving[row, self._proving(state_at(self.initial, rows, row), ply)] = True
        if not proving.any(axis=1).all():
            raise self._not_proved()
        sharing = self._sharing(rows, proving)
        if len(rows):
            self.machine.bind(self.game, sharing)
            self.machine.run(self.initial, 1)
        return Chosen(sharing.actions, Lemma(None, len(rows)))

    def stop(self) -> None:
        self.stopped[0] = 1

    def arrays(self) -> Arrays:
        return {}

    def restore(self, arrays: Arrays) -> None:
        pass

    # --- which moves prove the claim ----------------------------------------------------------------------------------
    def _proving(self, row: Any, ply: int) -> list[int]:
        """The actions that prove the claim in a position after `ply` plies, in which the player is to move."""
        game = self.table.game
        state = self.game.inside(row) if isinstance(self.game, Encoded) else row
        any_speed = self.may_be_endless or self.claim.within is not None
        _, soonest = self._entry(state)
        found = list[int]()
        for action in game.actions(state):
            value, plies = self._entry(game.apply(state, action))
            if self._holds(value, plies, ply + 1) and (any_speed or plies < soonest):
                found.append(action)
        return found

    def _holds(self, value: int, plies: int, ply: int) -> bool:
        """Whether the claim holds after `ply` plies in a position with this value and distance."""
        if self.claim.within is None:
            return value >= (0 if self.may_be_endless else 1)
        in_time = plies <= self.claim.within - ply
        return (value == 1 and in_time) if self.claim.at_least > 0 else not (value == -1 and in_time)

    def _entry(self, state: Any) -> tuple[int, int]:
        """The value of a state of the `ClaimGame` for the player of the claim, and the distance; 0 for a draw."""
        value, distance = self.table.probe(AsState(state))
        return value if state[1] == self.claim.player else -value, distance or 0

    def _not_proved(self) -> NotProved:
        return NotProved(f"In {self.table.game}, there is no strategy to prove that {self.claim}.")

    def _none_proving(self, rows: int) -> NDArray[np.bool_]:
        return np.zeros((rows, self.game.action_count), np.bool_)

    def _sharing(self, rows: NDArray[np.int64], proving: NDArray[np.bool_]) -> Sharing:
        """The component that chooses among the moves that prove the claim. It begins with the first one in each row."""
        return Sharing(rows, proving.argmax(axis=1), proving, None, self.stopped)
