"""Tic-tac-toe, as docs/first-game.md explains it."""

from zermelo import Game


class TicTacToe(Game[tuple[int, int]]):
    """Three in a row; a state holds the stones of the player to move, and of the other, as sets of bits."""

    action_count = max_length = 9
    lines = (7, 56, 448, 73, 146, 292, 273, 84)

    def initial(self) -> tuple[int, int]:
        """The empty board."""
        return (0, 0)

    def legal(self, state: tuple[int, int], action: int) -> bool:
        """The cell is empty."""
        return (state[0] | state[1]) >> action & 1 == 0

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        """A stone, and the other player's turn."""
        return (state[1], state[0] | 1 << action)

    def terminal(self, state: tuple[int, int]) -> bool:
        """A line, or a full board."""
        return self.lost(state) or state[0] | state[1] == 511

    def reward(self, state: tuple[int, int]) -> int:
        """Who is to move has lost, or nobody has."""
        return -1 if self.lost(state) else 0

    def lost(self, state: tuple[int, int]) -> bool:
        """The player who is not to move has a line."""
        for line in self.lines:
            if state[1] & line == line:
                return True
        return False
