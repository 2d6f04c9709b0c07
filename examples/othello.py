"""Othello on a board of 4x4: enclose the other side's discs to turn them; who cannot must pass; most discs win."""

from zermelo import Bits, Game

Discs = tuple[Bits, Bits]
"""The discs of the player to move, and those of the other."""


class Othello(Game[Discs]):
    """Cells lie row by row, each row with an empty fifth one at its end. The last action is to pass."""

    action_count, max_length, passing = 17, 32, 16
    steps = (1, 4, 5, 6, -1, -4, -5, -6)
    none, board = Bits(20), ~Bits.of(20, 4, 9, 14, 19)

    def initial(self) -> Discs:
        """Four discs in the middle, crosswise."""
        return Bits.of(20, 7, 11), Bits.of(20, 6, 12)

    def turned(self, me: Bits, you: Bits, cell: int) -> Bits:
        """The discs that a disc of mine would turn: rows of the other's, in eight directions, up to one of mine."""
        turned = self.none
        for step in self.steps:
            row, at = self.none, cell + step
            while 0 <= at < 20 and at in you:
                row, at = row.add(at), at + step
            if 0 <= at < 20 and at in me:
                turned = turned | row
        return turned

    def can_place(self, me: Bits, you: Bits) -> bool:
        """Whether any cell turns something."""
        for cell in self.board & ~(me | you):
            if self.turned(me, you, cell):
                return True
        return False

    def legal(self, state: Discs, action: int) -> bool:
        """A cell that turns something; to pass only where there is none."""
        if action == self.passing:
            return not self.can_place(*state)
        cell = action + action // 4
        return cell not in state[0] | state[1] and bool(self.turned(*state, cell))

    def apply(self, state: Discs, action: int) -> Discs:
        """The disc placed and the enclosed ones turned, or nothing; then it is the other's turn."""
        if action == self.passing:
            return state[1], state[0]
        cell = action + action // 4
        turned = self.turned(*state, cell)
        return state[1] & ~turned, state[0].add(cell) | turned

    def terminal(self, state: Discs) -> bool:
        """Neither can place a disc."""
        return not self.can_place(*state) and not self.can_place(state[1], state[0])

    def reward(self, state: Discs) -> int:
        """Who has more discs has won."""
        return max(-1, min(1, state[0].count() - state[1].count()))
