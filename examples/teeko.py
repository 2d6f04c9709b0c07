"""Teeko (Scarne 1937): place four stones each, then move them; four in a line or in a small square win."""

from collections.abc import Iterator

from zermelo import Bits, Game

Stones = tuple[Bits, Bits]
"""The stones of the player to move, and those of the opponent."""


class Teeko(Game[Stones]):
    """Each player has four stones. On your turn, place one on an empty cell of the board.

    When all eight stones are on the board, you move one of yours instead, one step in any direction to an empty cell. You
    win if your four stones are next to each other in a row, a column or a diagonal, or form a square of two by two; in the
    advanced game also if they are the corners of a larger square. A player who cannot move loses. A play that never ends is
    a draw.
    """

    # Actions below `cells` place a stone, cells * (1 + start) + target moves one. On 5 by 5 cells the game is a draw; the
    # advanced game, with 58 goals instead of 44, is won by the first player, in 13 turns (Steele 1998,
    # https://mathworld.wolfram.com/Teeko.html).
    cyclic = True
    symmetry_count = 8

    def __init__(self, size: int = 5, advanced: bool = False) -> None:
        self.size, self.advanced, self.rows, self.columns, self.cells = size, advanced, size, size, size * size
        self.action_count, self.max_length = self.cells * (1 + self.cells), 60
        self.empty = Bits(self.cells)
        around = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
        self.next = tuple(self.inside(cell, around) for cell in range(self.cells))
        lines = [[(i * down, i * right) for i in range(4)] for down, right in around[4:]]
        squares = [[(0, 0), (0, side), (side, 0), (side, side)] for side in range(1, size if advanced else 2)]
        goals = [[self.inside(cell, goal) for cell in range(self.cells)] for goal in lines + squares]
        self.goals_at = len(goals)
        self.goals = tuple(goal[cell] for cell in range(self.cells) for goal in goals)
        self.images = tuple(self.image(cell, symmetry) for symmetry in range(8) for cell in range(self.cells))

    def inside(self, cell: int, steps: list[tuple[int, int]]) -> Bits:
        """The cells that lie so many rows down and columns to the right of a cell."""
        ends = [(cell // self.size + down, cell % self.size + right) for down, right in steps]
        on_board = [row * self.size + column for row, column in ends if {row, column} <= {*range(self.size)}]
        return Bits.of(self.cells, *on_board)

    def image(self, cell: int, symmetry: int) -> int:
        """Where a cell goes if the board is turned or reflected."""
        row, column = divmod(cell, self.size)
        row, column = (column, row) if symmetry & 4 else (row, column)
        row = self.size - 1 - row if symmetry & 2 else row
        return row * self.size + (self.size - 1 - column if symmetry & 1 else column)

    def title(self) -> str:
        """The name and the size."""
        return f"{'Advanced ' if self.advanced else ''}Teeko, {self.size} by {self.size}"

    def initial(self) -> Stones:
        """The empty board."""
        return self.empty, self.empty

    def actions(self, state: Stones) -> Iterator[int]:
        """The empty cells; or, when all stones are placed, the steps to empty cells."""
        me, you = state
        free = ~(me | you)
        if me.count() < 4:
            for cell in free:
                yield cell
        else:
            for cell in me:
                for to in self.next[cell] & free:
                    yield self.cells * (1 + cell) + to

    def apply(self, state: Stones, action: int) -> Stones:
        """The stone is on its new cell, and it is the opponent's turn."""
        start, to = action // self.cells - 1, action % self.cells
        me = state[0] if start < 0 else state[0].remove(start)
        return state[1], me.add(to)

    def is_goal(self, stones: Bits) -> bool:
        """Whether these stones have won: compared with the goals whose first cell is theirs."""
        if stones.count() < 4:
            return False
        first = stones.lowest() * self.goals_at
        for goal in range(first, first + self.goals_at):
            if stones == self.goals[goal]:
                return True
        return False

    def terminal(self, state: Stones) -> bool:
        """Whether the opponent has won, or the player to move cannot move."""
        if self.is_goal(state[1]):
            return True
        for _ in self.actions(state):
            return False
        return True

    def reward(self, state: Stones) -> int:
        """-1: either way the player to move has lost."""
        return -1

    def invariant(self, state: Stones, action: int, after: Stones) -> bool:
        """A stone more is on the board, up to four."""
        return after[0] == state[1] and after[1].count() == min(4, state[0].count() + 1)

    def symmetric(self, state: Stones, symmetry: int) -> Stones:
        """The board turned or reflected."""
        return self.turned(state[0], symmetry), self.turned(state[1], symmetry)

    def turned(self, stones: Bits, symmetry: int) -> Bits:
        """These stones on the board turned or reflected."""
        turned = self.empty
        for cell in stones:
            turned = turned.add(self.images[symmetry * self.cells + cell])
        return turned

    def symmetric_action(self, action: int, symmetry: int) -> int:
        """The same move on the board turned or reflected."""
        start, first = action // self.cells - 1, symmetry * self.cells
        to = self.images[first + action % self.cells]
        return to if start < 0 else self.cells * (1 + self.images[first + start]) + to

    def action_name(self, action: int) -> str:
        """The cell of a new stone, "b2", or the cells from and to which a stone moves, "b2-b3"."""
        ends = [action % self.cells] if action < self.cells else [action // self.cells - 1, action % self.cells]
        return "-".join(f"{chr(ord('a') + cell % self.size)}{cell // self.size + 1}" for cell in ends)
