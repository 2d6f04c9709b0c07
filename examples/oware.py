"""Oware, a game of sowing and capturing seeds, on a small board: the usual rules, but an endless play is a draw."""

from typing import NamedTuple

from zermelo import Bits, Cell, Game


class Pits(NamedTuple):
    """The seeds in each pit, and how many more the player to move has captured.

    Pits are numbered in the direction of sowing, from the first one of the player to move.
    """

    seeds: Bits
    lead: int


class Oware(Game[Pits]):
    """Each player has a row of pits. At first each pit holds the same number of seeds.

    On your turn, take all seeds from one of your pits and sow them counter-clockwise, one into each pit that follows, but
    not into the pit from which they come; if the other player has no seeds, some must go there. If the last seed makes two
    or three in an enemy pit, you capture these seeds, and then those in the pit before, as long as that is an enemy pit with
    two or three, too; but if you would capture all seeds of the other player, you capture none.

    When the player to move cannot move, play ends, and each player takes the seeds in the own row. The result is the
    difference of the seeds; a play that never ends is a draw, whatever was captured.
    """

    # We know of no published values of small boards. The usual game, with six pits in a row and four seeds in each, is a
    # draw (Romein and Bal, Computer, October 2003); there, seeds that circle for ever are shared, and captured ones count.
    cyclic = True

    def __init__(self, pits: int = 3, seeds: int = 2) -> None:
        self.pits, self.seeds, total = pits, seeds, 2 * pits * seeds
        self.action_count, self.max_length, self.reward_range = pits, 100, (-total, total)
        self.bits = total.bit_length()  # for each pit
        self.row = pits * self.bits
        self.start = Bits(2 * self.row, sum(seeds << pit * self.bits for pit in range(2 * pits)))

    def title(self) -> str:
        """The name and the size."""
        return f"Oware, two rows of {self.pits} pits with {self.seeds} seeds each"

    def initial(self) -> Pits:
        """The same number of seeds in each pit."""
        return Pits(self.start, 0)

    def at(self, seeds: Bits, pit: int) -> int:
        """The number of seeds in a pit."""
        return seeds.field(pit * self.bits, self.bits)

    def put(self, seeds: Bits, pit: int, number: int) -> Bits:
        """The seeds when that many are in a pit."""
        return seeds.put(pit * self.bits, self.bits, number)

    def total(self, seeds: Bits, first: int) -> int:
        """The number of seeds in a player's row of pits, which begins with `first`."""
        count = 0
        for pit in range(first, first + self.pits):
            count += self.at(seeds, pit)
        return count

    def legal(self, state: Pits, action: int) -> bool:
        """Whether there are seeds in the pit, of which one reaches the other player if that one has none."""
        number = self.at(state.seeds, action)
        return number > 0 and (action + number >= self.pits or self.total(state.seeds, self.pits) > 0)

    def apply(self, state: Pits, action: int) -> Pits:
        """The seeds are sown, some perhaps captured, and the board is turned round for the other player."""
        seeds, pit = self.put(state.seeds, action, 0), action
        for _ in range(self.at(state.seeds, action)):
            pit = (pit + 1) % (2 * self.pits)
            if pit == action:
                pit = (pit + 1) % (2 * self.pits)
            seeds = self.put(seeds, pit, self.at(seeds, pit) + 1)
        left, captured = seeds, 0
        while pit >= self.pits and 2 <= self.at(left, pit) <= 3:
            captured += self.at(left, pit)
            left, pit = self.put(left, pit, 0), pit - 1
        if captured == self.total(seeds, self.pits):
            left, captured = seeds, 0
        return Pits(left >> self.row | left << self.row, -state.lead - captured)

    def terminal(self, state: Pits) -> bool:
        """Whether the player to move cannot move."""
        for action in range(self.pits):
            if self.legal(state, action):
                return False
        return True

    def reward(self, state: Pits) -> int:
        """The lead, when each player has taken the seeds of the own row."""
        return state.lead + self.total(state.seeds, 0) - self.total(state.seeds, self.pits)

    def invariant(self, state: Pits, action: int, after: Pits) -> bool:
        """Seeds that leave the board add to the lead of the player who moved."""
        count = self.total(state.seeds, 0) + self.total(state.seeds, self.pits)
        left = self.total(after.seeds, 0) + self.total(after.seeds, self.pits)
        return count - left == -after.lead - state.lead

    def action_name(self, action: int) -> str:
        """The letter of the pit, from left to right as the player who moves sees it."""
        return chr(ord("a") + action)

    def picture(self, state: Pits, mover: int) -> list[Cell]:
        """Both rows, the first player's below; pits are numbered counter-clockwise from the lower left."""
        cells: list[Cell] = []
        for pit in range(2 * self.pits):
            seen = pit if mover == 0 else (pit + self.pits) % (2 * self.pits)
            place = (1, pit) if pit < self.pits else (0, 2 * self.pits - 1 - pit)
            number = self.at(state.seeds, seen)
            moves = (seen,) if seen < self.pits else ()
            cells.append(Cell(*place, str(number) if number else "", 0 if pit < self.pits else 1, moves))
        return cells
