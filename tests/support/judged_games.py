"""The games on which values, scores and best responses are compared with brute force."""

from __future__ import annotations

from typing import Any, Final

from tests import EXAMPLES
from tests.support.games import Collecting
from tests.support.small_games import Coins, Stake
from zermelo import Game, game_named
from zermelo.games import capture, connect, einstein, mnk, nim


class Cards(Game[str]):
    """Take the first or the last card; who takes the last one wins. States are strings."""

    action_count, max_length = 2, 5

    def initial(self) -> str:
        return "abcde"

    def legal(self, state: str, action: int) -> bool:
        return len(state) > 1 or action == 0

    def apply(self, state: str, action: int) -> str:
        return state[1:] if action == 0 else state[:-1]

    def terminal(self, state: str) -> bool:
        return state in ("", "bc", "cd")

    def reward(self, state: str) -> int:
        return 0 if state == "bc" else -1


class Risk(Game[tuple[int, int, int]]):
    """Bank what you have, or throw a coin: heads adds 2, tails ends with nothing. At most five coins; you need 4."""

    action_count, max_length, reward_range = 2, 11, (-10, 10)
    has_chance, chance_total, max_chances = True, 2, 5

    def initial(self) -> tuple[int, int, int]:
        return (0, 0, 0)

    def legal(self, state: tuple[int, int, int], action: int) -> bool:
        return state[2] == 1 or action == 0 or state[1] < 5

    def apply(self, state: tuple[int, int, int], action: int) -> tuple[int, int, int]:
        points, coins, air = state
        if air == 1:
            return (points + 2, coins, 0) if action == 0 else (0, coins, 2)
        return (points, coins, 2) if action == 0 else (points, coins + 1, 1)

    def terminal(self, state: tuple[int, int, int]) -> bool:
        return state[2] == 2

    def reward(self, state: tuple[int, int, int]) -> int:
        return state[0] - 4

    def to_move(self, state: tuple[int, int, int]) -> int:
        return 0

    def chance(self, state: tuple[int, int, int]) -> bool:
        return state[2] == 1


JUDGED: Final[dict[str, Game[Any]]] = {
    "mnk(3,3,3)": mnk(3, 3, 3),
    "connect(3,3,3)": connect(3, 3, 3),
    "nim(3,4,2)": nim(3, 4, 2),
    "capture(7,2)": capture(7, 2),
    "einstein(3,1)": einstein(3, 1),
    "dots and boxes": game_named(f"{EXAMPLES / 'dots_and_boxes.py'}:DotsAndBoxes(2,2)"),
    "coins with several scores": Collecting(),
    "stakes": Stake(9),
    "coins": Coins(2),
    "risk": Risk(),
    "cards": Cards(),
}

FEW_LINES: Final[dict[str, Game[Any]]] = {
    "mnk(2,3,2)": mnk(2, 3, 2),
    "nim(1,2,2)": nim(1, 2, 2),
    "capture(5,2)": capture(5, 2),
    "einstein(2,1)": einstein(2, 1),
    "one box after the other": game_named(f"{EXAMPLES / 'dots_and_boxes.py'}:DotsAndBoxes(1,2)"),
    "stakes": Stake(6),
    "coins": Coins(1),
    "risk": Risk(),
    "cards": Cards(),
}
"""Games with so few lines of play that each can be followed."""
