"""The rewards of all players at the end of a play, as a tuple: from `reward` for two players, from `rewards` for more."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.component import Component
from zermelo.core.game import Game

State = TypeVar("State")


class TwoRewards(Component):
    """Two players, whose rewards add up to 0. If they simply take turns, player 0 is the player to move at the root."""

    nothing: tuple[int, ...] = (0, 0)

    def __init__(self, best: int) -> None:
        self.worst = -best

    def of(self, game: Game[State], state: State, player: int) -> tuple[int, ...]:
        """The rewards of the terminal `state`, where `player` would be to move."""
        reward = game.reward(state)
        return (reward, -reward) if player == 0 else (-reward, reward)


class AllRewards(Component):
    """Any number of players, with the rewards that the game gives them."""

    def __init__(self, players: int, worst: int) -> None:
        self.nothing = (0,) * players
        self.worst = worst

    def of(self, game: Game[State], state: State, player: int) -> tuple[int, ...]:
        return game.rewards(state)


Payoff = TwoRewards | AllRewards
