"""What every player gets at the end of a play, as a tuple with a reward for each: for algorithms that keep them apart."""

from __future__ import annotations

from typing import TypeVar

from zermelo.component import Component
from zermelo.game import ALTERNATES, Game

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


def player_at(game: Game[State], state: State, ply: int) -> int:
    """Who is to move, `ply` plies below the root."""
    mover = game.to_move(state)
    return ply & 1 if mover == ALTERNATES else mover
