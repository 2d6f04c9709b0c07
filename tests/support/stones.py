"""Helpers of a game in a module of their own, as a user may have them."""

from __future__ import annotations

from zermelo import Game

STEPS = (1, 2, 3)
UNIT = 1


def left(stones: int, action: int) -> int:
    """The stones that an action leaves; it asks another helper."""
    return stones - taken(action)


def taken(action: int) -> int:
    return STEPS[action] * UNIT


def even(number: int) -> bool:
    return True if number == 0 else odd(number - 1)


def odd(number: int) -> bool:
    return False if number == 0 else even(number - 1)


class Asserting(Game[int]):
    """Here, where pytest leaves assertions as they are."""

    action_count = 3
    max_length = 9

    def initial(self) -> int:
        return 9

    def legal(self, state: int, action: int) -> bool:
        assert state > 0, "only while play goes on"
        return action < state

    def apply(self, state: int, action: int) -> int:
        if action >= state:
            raise ValueError(f"{state} stones are too few")
        return state - action - 1

    def terminal(self, state: int) -> bool:
        return state == 0

    def reward(self, state: int) -> int:
        return -1
