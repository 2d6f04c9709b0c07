"""Three Men's Morris: place three stones each, then move them; three in a line win. Also Nine Holes, without diagonals."""

from zermelo import Bits, Game

Stones = tuple[Bits, Bits]
"""The stones of the player to move, and those of the opponent."""


class ThreeMensMorris(Game[Stones]):
    """Each player has three stones. On your turn, place one on an empty point of the board of three by three.

    When all six stones are on the board, you move one of yours instead, along a line to the next point, which must be empty;
    with `jumps`, to any empty point. The lines are the rows, the columns and both diagonals; without `diagonals`, as in Nine
    Holes, the rows and columns alone. You win if three of your stones are on a line, or if the other player cannot move. A
    play that never ends is a draw.
    """

    # Actions 0 to 8 place a stone, 9 + 9 * cell + target moves one. Published values: the first player wins, by beginning in
    # the centre; a corner draws, the middle of a side loses (https://github.com/brianhliou/solved-games, "Tapatan ruleset").
    # Without diagonals the game is a draw (https://en.wikipedia.org/wiki/Nine_holes).
    cyclic = True
    action_count, max_length = 90, 40
    symmetry_count = 8
    empty = Bits(9)
    # where the cells 0 to 8 go under each symmetry of the square
    images = (
        (0, 1, 2, 3, 4, 5, 6, 7, 8), (2, 5, 8, 1, 4, 7, 0, 3, 6), (8, 7, 6, 5, 4, 3, 2, 1, 0), (6, 3, 0, 7, 4, 1, 8, 5, 2),
        (2, 1, 0, 5, 4, 3, 8, 7, 6), (8, 5, 2, 7, 4, 1, 6, 3, 0), (6, 7, 8, 3, 4, 5, 0, 1, 2), (0, 3, 6, 1, 4, 7, 2, 5, 8),
    )  # fmt: skip

    def __init__(self, diagonals: bool = True, jumps: bool = False) -> None:
        self.diagonals, self.jumps = diagonals, jumps
        rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]
        lines = rows + [(0, 4, 8), (2, 4, 6)] * diagonals
        self.lines = tuple(Bits.of(9, *line) for line in lines)
        steps = [(line[i], line[j]) for line in lines for i in range(3) for j in range(3) if jumps or abs(i - j) == 1]
        everywhere = [(i, j) for i in range(9) for j in range(9)]
        pairs = everywhere if jumps else steps
        self.next = tuple(Bits.of(9, *(to for at, to in pairs if at == cell)) for cell in range(9))

    def title(self) -> str:
        """The usual name of the variant."""
        return ("Three Men's Morris" if self.diagonals else "Nine Holes") + (", with jumps" if self.jumps else "")

    def initial(self) -> Stones:
        """The empty board."""
        return self.empty, self.empty

    def legal(self, state: Stones, action: int) -> bool:
        """Whether a stone may be placed or moved so."""
        me, you = state
        free = ~(me | you)
        if me.count() < 3:
            return action < 9 and action in free
        cell, to = (action - 9) // 9, action % 9
        return action >= 9 and cell in me and to in self.next[cell] & free

    def apply(self, state: Stones, action: int) -> Stones:
        """The stone is on its new point, and it is the opponent's turn."""
        me = state[0] if action < 9 else state[0].remove((action - 9) // 9)
        return state[1], me.add(action % 9)

    def has_line(self, stones: Bits) -> bool:
        """Whether three of the stones are on a line."""
        for line in self.lines:
            if stones & line == line:
                return True
        return False

    def terminal(self, state: Stones) -> bool:
        """Whether the opponent has a line, or the player to move cannot move."""
        if self.has_line(state[1]):
            return True
        if state[0].count() < 3:
            return False
        for cell in state[0]:
            if self.next[cell] & ~(state[0] | state[1]):
                return False
        return True

    def reward(self, state: Stones) -> int:
        """-1: either way the player to move has lost."""
        return -1

    def symmetric(self, state: Stones, symmetry: int) -> Stones:
        """The board turned or reflected."""
        return self.turned(state[0], symmetry), self.turned(state[1], symmetry)

    def turned(self, stones: Bits, symmetry: int) -> Bits:
        """These stones on the board turned or reflected."""
        turned = self.empty
        for cell in stones:
            turned = turned.add(self.images[symmetry][cell])
        return turned

    def symmetric_action(self, action: int, symmetry: int) -> int:
        """The same move on the board turned or reflected."""
        to = self.images[symmetry][action % 9]
        return to if action < 9 else 9 + 9 * self.images[symmetry][(action - 9) // 9] + to

    def action_name(self, action: int) -> str:
        """The point of a new stone, "b2", or the points from and to which a stone moves, "b2-b3"."""
        ends = [action] if action < 9 else [(action - 9) // 9, action % 9]
        return "-".join(f"{'abc'[cell % 3]}{cell // 3 + 1}" for cell in ends)
