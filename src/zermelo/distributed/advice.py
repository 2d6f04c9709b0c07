"""The log as advice for a certificate: a move where the log has one. The other positions are searched.

So every position below those that a worker has answered is searched anew, in this process. If a worker's answer was
false, there is no proof of one of the positions that follow, and `liars` finds out on whose statement that position
relied.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.core.constants import NONE
from zermelo.distributed.known import Statement
from zermelo.distributed.session import Session


class Reliance(NamedTuple):
    """A statement of a worker that was relied on."""

    worker: str
    statement: Statement


class LogAdvice:
    """Moves from the log of a proof."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.relied = list[Reliance]()
        """All statements that were relied on."""
        self._reasons: dict[Any, Reliance] = {}
        """The statement that was the reason to enter a position, by its key."""
        self._rely(session.state, is_lower=False)

    def action(self, state: Any, at_least: int) -> int:
        """A move with which the player to move gets at least so much, according to the log; NONE if it has none."""
        session = self._session
        if session.known.fact(state).lower < at_least:
            return NONE
        action, child = session.known_move(state, at_least)
        if action == NONE or session.game.terminal(child):
            self._rely(state, is_lower=True)
            return NONE  # the search finds it
        self._rely(child, is_lower=session.moves_again(state, child))
        return action

    def _rely(self, state: Any, *, is_lower: bool) -> None:
        """Note that one of the bounds on a position is the reason for entering it, and those that follow. A bound that
        follows from others has been relied on already.
        """
        game, known = self._session.game, self._session.known
        fact, (worst, best, *_) = known.fact(state), known.nothing
        worker = fact.lower_by if is_lower else fact.upper_by
        if not worker:
            return
        statement = Statement(state, fact.lower, best) if is_lower else Statement(state, worst, fact.upper)
        reliance = Reliance(worker, statement)
        self.relied.append(reliance)
        self._reasons[known.key(state)] = reliance
        for action in game.actions(state):
            after = game.apply(state, action)
            if not game.terminal(after):
                self._reasons.setdefault(known.key(after), reliance)

    def liars(self, state: Any) -> set[str]:
        """The workers of false statements, as the player to move has no move that proves the claim in `state`: the reason
        for entering it is examined first, and all that were relied on if that is true, since the position may have been
        entered for another reason, too. None if all are true. Raises KeyboardInterrupt.
        """
        reason = None if state is None else self._reasons.get(self._session.known.key(state))
        if reason is not None and self._session.is_false(reason.statement):
            return {reason.worker}
        return {worker for worker, stated in self.relied if self._session.is_false(stated)}
