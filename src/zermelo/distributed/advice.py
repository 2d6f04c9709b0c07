"""The log as advice for a certificate: a move where the log has one. The other positions are searched.

So every position below those that a worker has answered is searched anew, in this process. If a worker's answer was
false, there is no proof of one of the positions that follow, and `suspect` says on whose statement that position
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
        root = session.known.fact(session.state)
        if root.upper_by:
            self._rely(Reliance(root.upper_by, Statement(session.state, session.known.nothing.lower, root.upper)))

    def action(self, state: Any, at_least: int) -> int:
        """A move with which the player to move gets at least so much, according to the log; NONE if it has none."""
        session = self._session
        fact = session.known.fact(state)
        if fact.lower < at_least:
            return NONE
        action, child = session.known_move(state, at_least)
        if action == NONE or session.game.terminal(child):
            if fact.lower_by:
                self._rely(Reliance(fact.lower_by, Statement(state, fact.lower, session.known.nothing.upper)))
            return NONE  # the search finds it
        after = session.known.fact(child)
        if session.moves_again(state, child):
            if after.lower_by:
                self._rely(Reliance(after.lower_by, Statement(child, after.lower, session.known.nothing.upper)))
        elif after.upper_by:
            self._rely(Reliance(after.upper_by, Statement(child, session.known.nothing.lower, after.upper)))
        return action

    def _rely(self, reliance: Reliance) -> None:
        """Note the reason for entering the position of a statement, and those that follow."""
        game, key, state = self._session.game, self._session.known.key, reliance.statement.state
        self.relied.append(reliance)
        self._reasons[key(state)] = reliance
        for action in game.actions(state):
            after = game.apply(state, action)
            if not game.terminal(after):
                self._reasons.setdefault(key(after), reliance)

    def suspects(self, state: Any) -> list[Reliance]:
        """The statements of which one must be false if the player to move has no move that proves the claim in `state`:
        the reason for entering it, if that is known, else all that were relied on.
        """
        reason = None if state is None else self._reasons.get(self._session.known.key(state))
        return [reason] if reason else self.relied
