"""Tic-tac-toe with sets of bits, as at the end of docs/tutorials/first-game.md."""

from zermelo import Game


class TicTacToe(Game[tuple[int, int]]):
    """The players take turns to put a stone on an empty cell of a board of 3 by 3.

    The first player with three stones in a row, a column or a diagonal wins. If the board is full and nobody has such a
    line, the game is a draw.
    """

    # a state holds the stones of the player to move and those of the other, each as a set of bits
    action_count = max_length = 9
    lines = (7, 56, 448, 73, 146, 292, 273, 84)

    def title(self) -> str:
        """The name of the game."""
        return "Tic-tac-toe"

    def initial(self) -> tuple[int, int]:
        """The empty board."""
        return (0, 0)

    def legal(self, state: tuple[int, int], action: int) -> bool:
        """Whether the cell is empty."""
        return (state[0] | state[1]) >> action & 1 == 0

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        """A stone is placed, and it is the other player's turn."""
        return (state[1], state[0] | 1 << action)

    def terminal(self, state: tuple[int, int]) -> bool:
        """Whether there is a line, or the board is full."""
        return self.lost(state) or state[0] | state[1] == 511

    def reward(self, state: tuple[int, int]) -> int:
        """-1 if the player to move has lost, 0 for a draw."""
        return -1 if self.lost(state) else 0

    def lost(self, state: tuple[int, int]) -> bool:
        """Whether the other player, who moved last, has a line."""
        for line in self.lines:
            if state[1] & line == line:
                return True
        return False
