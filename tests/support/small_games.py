"""Small games of kinds that the package does not have: three players with rewards from 0 on, stakes, coins."""

from __future__ import annotations

from typing import Any

from zermelo import Game


class Auction(Game[Any]):
    """Three players take 1 or 2 of the stones in turn. Who takes the last one gets 2, who would be next 1, the third 0."""

    players, action_count, reward_range, reward_total = 3, 2, (0, 2), 3

    def __init__(self, stones: int) -> None:
        self.stones = self.max_length = stones

    def initial(self) -> Any:
        return (self.stones, 0)

    def legal(self, state: Any, action: int) -> bool:
        return action < state[0]

    def apply(self, state: Any, action: int) -> Any:
        return (state[0] - action - 1, (state[1] + 1) % 3)

    def terminal(self, state: Any) -> bool:
        return state[0] == 0

    def to_move(self, state: Any) -> int:
        return state[1]

    def rewards(self, state: Any) -> tuple[int, ...]:
        first = state[1]
        return (1, 0, 2) if first == 0 else (2, 1, 0) if first == 1 else (0, 2, 1)

    def action_name(self, action: int) -> str:
        return str(action + 1)


class Stake(Game[Any]):
    """Take 1 to 3 stones; who takes the last one gets as many points as stones were taken at once, up to three."""

    action_count, reward_range = 3, (-3, 3)

    def __init__(self, stones: int) -> None:
        self.stones = self.max_length = stones

    def initial(self) -> Any:
        return (self.stones, 0)

    def legal(self, state: Any, action: int) -> bool:
        return action < state[0]

    def apply(self, state: Any, action: int) -> Any:
        return (state[0] - action - 1, action + 1)

    def terminal(self, state: Any) -> bool:
        return state[0] == 0

    def reward(self, state: Any) -> int:
        return -state[1]

    def action_name(self, action: int) -> str:
        return f"t{action + 1}"


class Coins(Game[Any]):
    """In turn, two players stop or throw a coin: heads is a point. Who has more points in the end wins."""

    action_count, has_chance, chance_total = 2, True, 2

    def __init__(self, coins: int) -> None:
        self.coins = coins
        self.max_length, self.max_chances = 4 * coins, 2 * coins

    def initial(self) -> Any:
        return (0, 0, 0, 0)  # points of the first player less those of the second, throws, who is to move, in the air

    def legal(self, state: Any, action: int) -> bool:
        return True

    def apply(self, state: Any, action: int) -> Any:
        lead, throws, mover, air = state
        if air:
            gained = (1 if mover == 0 else -1) if action == 0 else 0
            return (lead + gained, throws + 1, 1 - mover, 0)
        return (lead, throws, mover, 1) if action == 0 else (lead, throws + 1, 1 - mover, 0)

    def terminal(self, state: Any) -> bool:
        return state[1] >= 2 * self.coins and state[3] == 0

    def reward(self, state: Any) -> int:
        sign = (state[0] > 0) - (state[0] < 0)
        return sign if state[2] == 0 else -sign

    def to_move(self, state: Any) -> int:
        return state[2]

    def chance(self, state: Any) -> bool:
        return state[3] == 1


class Narrow(Game[Any]):
    """One path that is walked in many ways and ends, and a longer one that is walked in one: of 2**70 plays, one goes on."""

    action_count, max_length, reward_range = 3, 80, (-1, 1)

    def initial(self) -> Any:
        return (0, 0)

    def legal(self, state: Any, action: int) -> bool:
        path, ply = state
        return action < (3 if ply == 0 else 2 if path == 0 else 1)

    def apply(self, state: Any, action: int) -> Any:
        path, ply = state
        return (1 if action == 2 else path, ply + 1)

    def terminal(self, state: Any) -> bool:
        path, ply = state
        return ply == (80 if path else 70)

    def reward(self, state: Any) -> int:
        return 0


class Detour(Game[Any]):
    """From each place one goes on or turns back at once to the end, in fewer plies than the game takes at its longest."""

    action_count, max_length, reward_range = 2, 9, (-1, 1)

    def initial(self) -> Any:
        return 0

    def legal(self, state: Any, action: int) -> bool:
        return True

    def apply(self, state: Any, action: int) -> Any:
        return min(state + (1 if action == 0 else 2), 16)

    def terminal(self, state: Any) -> bool:
        return state == 16

    def reward(self, state: Any) -> int:
        return -1


class Rows(Game[Any]):
    """Two rows of stones, in tuples of any length. A move takes the last stone of a row, from the right one only if it is
    no 2; or it puts the first stone of the right row at the end of the left row. Who cannot move loses.
    """

    action_count, max_length = 3, 40

    def __init__(self, left: int = 112, right: int = 21) -> None:
        self.left, self.right = left, right

    def initial(self) -> Any:
        return tuple(map(int, str(self.left))), tuple(map(int, str(self.right)))

    def legal(self, state: Any, action: int) -> bool:
        left, right = state
        return bool((left, right and right[-1] != 2, right[1:])[action])

    def apply(self, state: Any, action: int) -> Any:
        left, right = state
        return ((left[:-1], right), (left, right[:-1]), (left + right[:1], right[1:]))[action]

    def terminal(self, state: Any) -> bool:
        return not any(self.legal(state, action) for action in range(3))

    def reward(self, state: Any) -> int:
        return -1
