"""How a game's rewards become a tuple, one for each player: for two players from one reward, for more from the game."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.component import Component
from zermelo.core.game import Game

State = TypeVar("State")


class TwoRewards(Component):
    """For two players: one's gain is the other's loss. Where they take turns, player 0 is the one to move at the root."""

    nothing: tuple[int, ...] = (0, 0)

    def __init__(self, best: int) -> None:
        self.worst = -best

    def of(self, game: Game[State], state: State, player: int) -> tuple[int, ...]:
        """The rewards of the terminal `state`, where `player` would be to move."""
        reward = game.reward(state)
        return (reward, -reward) if player == 0 else (-reward, reward)


class AllRewards(Component):
    """For any number of players, as the game tells."""

    def __init__(self, players: int, worst: int) -> None:
        self.nothing = (0,) * players
        self.worst = worst

    def of(self, game: Game[State], state: State, player: int) -> tuple[int, ...]:
        """The rewards of the terminal `state`."""
        return game.rewards(state)


Payoff = TwoRewards | AllRewards
