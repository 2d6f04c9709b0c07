"""Othello on a 4x4 board: enclose the opponent's discs to turn them over; pass if you cannot; most discs win."""

from zermelo import NONE, Bits, Cell, Game

Discs = tuple[Bits, Bits]
"""The discs of the player to move, and those of the opponent."""


class Othello(Game[Discs]):
    """Enclose the other player's discs to turn them over.

    On your turn, place a disc on an empty cell so that discs of the other player lie between it and another disc of yours,
    in a row, a column or a diagonal. They are turned over and become yours. If you cannot place such a disc, you pass. When
    neither player can, the player with more discs wins, and equal numbers are a draw.
    """

    # bits go row by row, each with an unused fifth bit at its end; the last action is to pass
    action_count, max_length, passing = 17, 32, 16
    steps = (1, 4, 5, 6, -1, -4, -5, -6)
    none, board = Bits(20), ~Bits.of(20, 4, 9, 14, 19)

    def title(self) -> str:
        """The name and the size."""
        return "Othello, 4 by 4"

    def initial(self) -> Discs:
        """Two discs of each player in the middle, crosswise."""
        return Bits.of(20, 7, 11), Bits.of(20, 6, 12)

    def turned(self, me: Bits, you: Bits, cell: int) -> Bits:
        """The discs turned by a disc of `me` on a cell: in eight directions, discs of `you` up to the next disc of `me`."""
        turned = self.none
        for step in self.steps:
            row, at = self.none, cell + step
            while 0 <= at < 20 and at in you:
                row, at = row.add(at), at + step
            if 0 <= at < 20 and at in me:
                turned = turned | row
        return turned

    def can_place(self, me: Bits, you: Bits) -> bool:
        """Whether a disc on some cell would turn others."""
        for cell in self.board & ~(me | you):
            if self.turned(me, you, cell):
                return True
        return False

    def legal(self, state: Discs, action: int) -> bool:
        """Whether a disc on the cell turns others; passing is legal only if no cell does."""
        if action == self.passing:
            return not self.can_place(*state)
        cell = action + action // 4
        return cell not in state[0] | state[1] and bool(self.turned(*state, cell))

    def apply(self, state: Discs, action: int) -> Discs:
        """The disc is placed and the enclosed ones are turned, unless the player passes; then it is the opponent's turn."""
        if action == self.passing:
            return state[1], state[0]
        cell = action + action // 4
        turned = self.turned(*state, cell)
        return state[1] & ~turned, state[0].add(cell) | turned

    def terminal(self, state: Discs) -> bool:
        """Whether neither player can place a disc."""
        return not self.can_place(*state) and not self.can_place(state[1], state[0])

    def reward(self, state: Discs) -> int:
        """1 if the player to move has more discs, -1 if fewer, else 0."""
        return max(-1, min(1, state[0].count() - state[1].count()))

    def action_name(self, action: int) -> str:
        """The column letter and the row number of the cell, "b3"; or "pass"."""
        return "pass" if action == self.passing else f"{'abcd'[action % 4]}{action // 4 + 1}"

    def picture(self, state: Discs, mover: int) -> list[Cell]:
        """The board with the discs of both players."""
        cells: list[Cell] = []
        for action in range(self.passing):
            cell = action + action // 4
            owner = mover if cell in state[0] else 1 - mover if cell in state[1] else NONE
            mark = "" if owner == NONE else "XO"[owner]
            cells.append(Cell(*divmod(action, 4), mark, owner, (action,), look="disc"))
        return cells
