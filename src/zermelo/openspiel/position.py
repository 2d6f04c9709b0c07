"""A position of a game as OpenSpiel sees it: whose turn it is, the legal actions in ascending order, the returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from zermelo.core.constants import NONE
from zermelo.core.errors import BadGame, BadMove
from zermelo.core.fingerprint import is_own
from zermelo.core.game import Game, player_at, rewards_at
from zermelo.core.integers import is_within
from zermelo.core.stable_text import stable_repr
from zermelo.core.wording import shown

CHANCE: Final = -1
TERMINAL: Final = -4
"""OpenSpiel's numbers for a chance node and for the end of a play, where no player moves."""


class Registration(NamedTuple):
    """A game and the short name under which OpenSpiel knows it."""

    name: str
    game: Game[Any]


REGISTERED: Final[dict[str, Registration]] = {}
"""The games that have been registered with OpenSpiel, by their short names."""


class PositionForSpiel:
    """A position of a play, with the play that led to it.

    A position never changes, so copies of an OpenSpiel state share it. A pickle of it has the name of the game and the
    actions of the play: the states of a user's class need not be picklable.
    """

    __slots__ = ("_legal", "action", "before", "current", "mover", "ply", "registration", "state")

    def __init__(
        self, registration: Registration, state: Any, before: PositionForSpiel | None = None, action: int = NONE
    ) -> None:
        """`before` is the position before the last action of the play; None at the start."""
        game = registration.game
        self.registration, self.state, self.before, self.action = registration, state, before, action
        self.ply: int = before.ply + 1 if before else 0
        self.mover = player_at(game, state, self.ply)  # also at chance nodes and at the end of the play
        self.current = self.mover
        """The player to move, CHANCE or TERMINAL."""
        if game.terminal(state):
            self.current = TERMINAL
        elif game.has_chance and game.chance(state):
            self.current = CHANCE
        self._legal: list[int] | None = None

    def legal(self) -> list[int]:
        """The legal actions in ascending order, as OpenSpiel requires. At a chance node they are the outcomes."""
        if self._legal is None:
            self._legal = [] if self.current == TERMINAL else sorted(self.registration.game.actions(self.state))
        return self._legal

    def outcomes(self) -> list[tuple[int, float]]:
        """The actions at a chance node, each with its probability. Raises BadGame for a weight outside 1..chance_total."""
        game, actions = self.registration.game, self.legal()
        weights = [game.weight(self.state, action) for action in actions]
        for weight in weights:
            if not is_within(weight, 1, game.chance_total):
                raise BadGame(
                    f"{game}: weight returned {shown(weight)}, which is not an integer in 1..{game.chance_total}."
                )
        total = sum(weights)
        return [(action, weight / total) for action, weight in zip(actions, weights, strict=True)]

    def after(self, action: int) -> PositionForSpiel:
        """The position after `action`. Raises BadMove if it is not legal, BadGame if the play gets too long."""
        game = self.registration.game
        if not self._allows(action):
            raise BadMove(f"Action {action} is not legal here; legal_actions() lists the actions that are.")
        if self.ply >= game.max_length:
            raise BadGame(
                f"{game}: a play is longer than max_length = {game.max_length} plies, and no play may be longer."
            )
        return PositionForSpiel(self.registration, game.apply(self.state, action), self, action)

    def _allows(self, action: int) -> bool:
        """Whether `action` is legal. The game is asked only if the legal actions are not known yet."""
        if self._legal is not None or self.current == TERMINAL:
            return action in self.legal()
        game = self.registration.game
        return 0 <= action < game.action_count and bool(game.legal(self.state, action))

    def returns(self) -> list[float]:
        """The reward of each player; zeros before the end of the play."""
        game = self.registration.game
        if self.current != TERMINAL:
            return [0.0] * game.players
        return [float(reward) for reward in rewards_at(game, self.state, self.mover)]

    def actions(self) -> list[int]:
        position, actions = self, list[int]()
        while position.before is not None:
            actions.append(position.action)
            position = position.before
        return actions[::-1]

    def text(self) -> str:
        """The position for people. No other position has the same text: some of OpenSpiel's algorithms use it as a key.

        So the state is written out if a user's `render` might leave something out. The last line says who moves, which the
        state does not if the players simply take turns.
        """
        game, exact = self.registration.game, stable_repr(self.state)
        lines = [game.render(self.state)]
        if not is_own(game) and lines[0] not in (exact, self.state):
            lines.append(exact)
        if self.current == TERMINAL:
            lines.append(f"Returns: {', '.join(f'{reward:g}' for reward in self.returns())}")
        else:
            lines.append("Chance to move" if self.current == CHANCE else f"Player {self.current} to move")
        return "\n".join(lines)

    def __deepcopy__(self, _memo: Any) -> PositionForSpiel:
        """Itself: OpenSpiel copies the attributes of a state with `copy.deepcopy` to clone it."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return replayed, (self.registration.name, self.actions())


def replayed(name: str, actions: Sequence[int]) -> PositionForSpiel:
    """The position after these actions of the registered game with this name."""
    registration = REGISTERED[name]
    position = PositionForSpiel(registration, registration.game.initial())
    for action in actions:
        position = position.after(action)
    return position
