"""Hare and Hounds (Lucas 1887): three hounds try to trap a hare on a board of eleven points; it tries to get past them."""

from typing import NamedTuple

from zermelo import NONE, Bits, Cell, Game


class Chase(NamedTuple):
    """The points of the hounds, that of the hare, and the player to move: 0 has the hounds."""

    hounds: Bits
    hare: int
    turn: int


class HareAndHounds(Game[Chase]):
    """One player has three hounds, which start at the left end of the board; the other has a hare, at the right end.

    The hounds move first. On your turn, move one of your pieces along a line to the next point, which must be empty: the
    hare in any direction, a hound to the right or straight up or down, but never back. The hounds win if the hare cannot
    move on its turn. The hare wins if it gets to the left of all hounds, or if play goes on for ever.
    """

    # The points in columns, left to right; from that in the middle, lines run in eight directions.     1 4 7
    # The usual rule against stalling, which gives the hare the game after ten moves of hounds        0 2 5 8 10
    # in a row straight up or down, is replaced by `endless`. With best play the hounds win             3 6 9
    # (Berlekamp, Conway and Guy, Winning Ways; Gardner, Scientific American, October 1963).
    cyclic, endless = True, 1
    action_count, max_length = 121, 60
    symmetry_count = 2
    lines = "0-2 2-5 5-8 8-10 1-4 4-7 3-6 6-9 1-2 2-3 4-5 5-6 7-8 8-9 0-1 1-5 5-9 9-10 0-3 3-5 5-7 7-10"
    reflected = (0, 3, 2, 1, 6, 5, 4, 9, 8, 7, 10)
    no_hounds = Bits(11)

    def __init__(self) -> None:
        ends = [{*map(int, line.split("-"))} for line in self.lines.split()]
        self.next = tuple(Bits.of(11, *(to for line in ends if at in line for to in line - {at})) for at in range(11))

    def title(self) -> str:
        """The usual name."""
        return "Hare and Hounds"

    def initial(self) -> Chase:
        """The hounds on the three points at the left, the hare at the right end."""
        return Chase(Bits.of(11, 0, 1, 3), 10, 0)

    def column(self, point: int) -> int:
        """The column of a point, 0 to 4."""
        return (point + 2) // 3

    def legal(self, state: Chase, action: int) -> bool:
        """Whether a piece of the player to move may go to this point."""
        at, to = action // 11, action % 11
        if to not in self.next[at] or to in state.hounds or to == state.hare:
            return False
        return at == state.hare if state.turn == 1 else at in state.hounds and self.column(at) <= self.column(to)

    def apply(self, state: Chase, action: int) -> Chase:
        """The piece is on its new point."""
        at, to = action // 11, action % 11
        if state.turn == 1:
            return Chase(state.hounds, to, 0)
        return Chase(state.hounds.remove(at).add(to), state.hare, 1)

    def escaped(self, state: Chase) -> bool:
        """Whether the hare is to the left of all hounds."""
        return self.column(state.hounds.lowest()) > self.column(state.hare)

    def terminal(self, state: Chase) -> bool:
        """Whether the hare has escaped, or is trapped on its turn."""
        return self.escaped(state) or (state.turn == 1 and not self.next[state.hare] & ~state.hounds)

    def reward(self, state: Chase) -> int:
        """1 for the hare if it has escaped, for the hounds if they have trapped it."""
        return 1 if self.escaped(state) == (state.turn == 1) else -1

    def to_move(self, state: Chase) -> int:
        """The player to move."""
        return state.turn

    def invariant(self, state: Chase, action: int, after: Chase) -> bool:
        """There are three hounds, and the hare is not on the point of one."""
        return after.hounds.count() == 3 and after.hare not in after.hounds

    def symmetric(self, state: Chase, symmetry: int) -> Chase:
        """The board, or its reflection, up and down exchanged."""
        if symmetry == 0:
            return state
        hounds = self.no_hounds
        for hound in state.hounds:
            hounds = hounds.add(self.reflected[hound])
        return Chase(hounds, self.reflected[state.hare], state.turn)

    def symmetric_action(self, action: int, symmetry: int) -> int:
        """The same move on the reflected board."""
        return action if symmetry == 0 else 11 * self.reflected[action // 11] + self.reflected[action % 11]

    def place(self, point: int) -> tuple[int, int]:
        """The row and the column of a point on the drawn board."""
        return 1 if point in (0, 10) else (point - 1) % 3, self.column(point)

    def action_name(self, action: int) -> str:
        """The points from and to which a piece moves, by column letter and row number: "b1-c2"."""
        places = [self.place(point) for point in divmod(action, 11)]
        return "-".join(f"{'abcde'[column]}{row + 1}" for row, column in places)

    def picture(self, state: Chase, mover: int) -> list[Cell]:
        """The eleven points. Each has the moves from it, then those to it."""
        cells: list[Cell] = []
        for point in range(11):
            owner = 0 if point in state.hounds else 1 if point == state.hare else NONE
            mark = "" if owner == NONE else "Hh"[owner]
            moves = (*(11 * point + to for to in self.next[point]), *(11 * at + point for at in self.next[point]))
            cells.append(Cell(*self.place(point), mark, owner, moves))
        return cells
