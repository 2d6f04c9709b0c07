"""What a table stores for a game in which a play may never end.

Retrograde analysis settles the positions from which a player can force an end that is better than endless play; in all
others, play goes on, which is stored as 0. That is a draw, unless the game names a player, `endless`, who wins such a play.
Then rewards are stored from the point of view of the other player, who has to bring about an end:

    an end with a reward r above the worst one, -b    r + b, which is positive: this player gains by it, and hurries
    a play that never ends                            0
    an end with the worst reward                      -1: the winner prefers it, because it is over
"""

from __future__ import annotations

from typing import Any, TypeVar

from zermelo.core.constants import NONE
from zermelo.core.game import Game

State = TypeVar("State")


def best_stored(game: Game[Any]) -> int:
    """The greatest reward that is stored."""
    best = game.reward_range[1]
    return best if game.endless == NONE else 2 * best


def stored(game: Game[State], state: State, reward: int) -> int:
    """What is stored for an end with this reward, both for the player to move."""
    if game.endless == NONE:
        return reward
    if game.to_move(state) == game.endless:
        return -1 * _hurried(-reward, game.reward_range[1])
    return _hurried(reward, game.reward_range[1])


def _hurried(reward: int, best: int) -> int:
    """What is stored for the player who does not win endless play."""
    return reward + best if reward > -best else -1


def meant(game: Game[Any], state: Any, reward: int, distance: int | None) -> tuple[int, int | None]:
    """The reward of the player to move, and the plies to a win or loss, that a stored reward and distance mean."""
    if game.endless == NONE:
        return reward, distance
    best = game.reward_range[1]
    sign = -1 if game.to_move(state) == game.endless else 1
    own = sign * reward
    value = sign * (own - best if own > 0 else -best)
    return value, distance if value and own else None
