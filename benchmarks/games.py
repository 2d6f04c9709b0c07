"""Two games as a user would write them, with plain integers, and with no knowledge but the rules."""

from __future__ import annotations

from zermelo import Game

Stones = tuple[int, int]
"""The stones of the player to move, and those of the other, one bit for each cell."""


class TicTacToe(Game[Stones]):
    """Three in a row on nine cells, cell 3 * row + column."""

    action_count = 9
    max_length = 9

    def initial(self) -> Stones:
        return 0, 0

    def legal(self, state: Stones, action: int) -> bool:
        return not (state[0] | state[1]) >> action & 1

    def apply(self, state: Stones, action: int) -> Stones:
        return state[1], state[0] | 1 << action

    def line(self, stones: int) -> bool:
        row = stones & stones >> 1 & stones >> 2 & 0o111
        column = stones & stones >> 3 & stones >> 6
        return (row | column) != 0 or stones & 0o421 == 0o421 or stones & 0o124 == 0o124

    def terminal(self, state: Stones) -> bool:
        return self.line(state[1]) or (state[0] | state[1]) == 0o777

    def reward(self, state: Stones) -> int:
        return -1 if self.line(state[1]) else 0


class ThreeOnFour(Game[Stones]):
    """Three in a row on sixteen cells, cell 4 * row + column."""

    action_count = 16
    max_length = 16

    def initial(self) -> Stones:
        return 0, 0

    def legal(self, state: Stones, action: int) -> bool:
        return not (state[0] | state[1]) >> action & 1

    def apply(self, state: Stones, action: int) -> Stones:
        return state[1], state[0] | 1 << action

    def line(self, stones: int) -> bool:
        row = stones & stones >> 1 & stones >> 2 & 0x3333
        column = stones & stones >> 4 & stones >> 8
        falling = stones & stones >> 5 & stones >> 10 & 0x3333
        rising = stones >> 2 & stones >> 5 & stones >> 8 & 0x3333
        return (row | column | falling | rising) != 0

    def terminal(self, state: Stones) -> bool:
        return self.line(state[1]) or (state[0] | state[1]) == 0xFFFF

    def reward(self, state: Stones) -> int:
        return -1 if self.line(state[1]) else 0
