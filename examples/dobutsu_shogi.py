"""Dobutsu Shogi (Kitao 2008), "Let's Catch the Lion": shogi for children, with four pieces each on a board of 3 by 4."""

from collections.abc import Iterator

from zermelo import NONE, Bits, Cell, Game

Way = tuple[int, int]
"""A step of a piece: rows forward, and columns to the right."""
FORWARD: set[Way] = {(1, 0)}
STRAIGHT: set[Way] = FORWARD | {(-1, 0), (0, 1), (0, -1)}
DIAGONAL: set[Way] = {(1, 1), (1, -1), (-1, 1), (-1, -1)}


class DobutsuShogi(Game[Bits]):
    """Each player has a lion, an elephant, a giraffe and a chick, on a board of three columns and four rows.

    On your turn, drop a piece that you hold on an empty cell, or move a piece one step: the lion in any direction, the
    elephant diagonally, the giraffe straight, the chick straight forward. You cannot move to a cell with a piece of yours;
    an enemy piece there is captured, and you hold it. A chick that moves to the last row becomes a hen, which moves in any
    direction but diagonally back; a captured hen is a chick again. You win if you capture the lion, which you must do if you
    can, or if your lion moves to the last row and cannot be captured there; a play that never ends is a draw.

    A move names the cells as the player who moves sees the board: row 1 is at your side.
    """

    # A state has 60 bits: four boards of 12 cells, row by row from the side of the player to move, which together say what
    # is where, and between them the numbers of chicks, elephants and giraffes held, two bits each. If the bits are reversed,
    # the board is turned round, and what was mine is yours.
    #
    #     bits  0-11  12-23  24-29  30-35  36-47  48-59     my chick is on the board  a     elephant  a, b    lion  b
    #           a     b      mine   yours  c      d         your chick              d     giraffe   a, c    hen   a, b, c
    #
    # Tanaka (2009, IPSJ SIG-GI) counts 246,803,167 positions, mirror images once; those in which a lion can be captured end
    # the play. Here they lead to one more. The second player wins in 78 plies; the longest win takes 173.
    cyclic = True
    action_count, max_length = 240, 200  # 16 * start + target; 192 + 16 * kind + target drops a piece
    symmetry_count = 2
    caught, board, first_row = Bits(60), Bits(60, 0xFFF), Bits(60, 0b111)
    cell = Bits.of(60, 0, 12, 36, 48)
    pieces = Bits.of(60, 0), Bits.of(60, 0, 12), Bits.of(60, 0, 36)
    held = Bits.of(60, 24), Bits.of(60, 26), Bits.of(60, 28)
    hen, lion = Bits.of(60, 0, 12, 36), Bits.of(60, 12)
    your_lion, your_elephant, your_giraffe = Bits.of(60, 36), Bits.of(60, 36, 48), Bits.of(60, 12, 48)
    left = Bits.of(60, *(first + cell for first in (0, 12, 36, 48) for cell in (0, 3, 6, 9)))
    middle = ~(left | left << 2)

    def __init__(self) -> None:
        moves = {1: FORWARD, 2: STRAIGHT | DIAGONAL, 3: DIAGONAL, 5: STRAIGHT, 7: STRAIGHT | {(1, 1), (1, -1)}}
        kinds = [moves.get(kind, set[Way]()) for kind in range(8)]  # 1 for a, 2 for b, 4 for c
        self.reach = tuple(self.around(cell, ways, 1) for ways in kinds for cell in range(12))
        self.reached_from = tuple(self.around(cell, ways, -1) for ways in kinds for cell in range(12))

    def around(self, cell: int, ways: set[Way], sign: int) -> Bits:
        """The cells that a piece on `cell` reaches, or, if the sign is -1, those from which it reaches `cell`."""
        ends = [(cell // 3 + sign * up, cell % 3 + sign * right) for up, right in ways]
        return Bits.of(60, *(3 * row + column for row, column in ends if 0 <= row < 4 and 0 <= column < 3))

    def title(self) -> str:
        """The usual name."""
        return "Dobutsu Shogi"

    def initial(self) -> Bits:
        """Elephant, lion and giraffe in the first row, the chick before the lion."""
        mine = self.pieces[1] | self.lion << 1 | self.pieces[2] << 2 | self.pieces[0] << 4
        return mine | mine.reverse()

    def attackers(self, state: Bits) -> Bits:
        """The pieces that can capture the enemy lion."""
        a, b, c, d = state & self.board, state >> 12 & self.board, state >> 36 & self.board, state >> 48
        lion, near = (c & ~(a | d)).lowest(), self.reached_from
        straight = (a & ~b & ~c & near[12 + lion]) | (a & ~b & c & near[60 + lion])
        diagonal = (a & b & ~c & near[36 + lion]) | (a & b & c & near[84 + lion])
        return straight | diagonal | (b & ~(a | d) & near[24 + lion])

    def actions(self, state: Bits) -> Iterator[int]:
        """The captures of the lion if there are any, else all moves and drops."""
        a, b, c, d = state & self.board, state >> 12 & self.board, state >> 36 & self.board, state >> 48
        attackers = self.attackers(state)
        if attackers:
            lion = (c & ~(a | d)).lowest()
            for cell in attackers:
                yield 16 * cell + lion
        else:
            mine = a | b & ~d
            for cell in mine:
                kind = (1 if cell in a else 0) + (2 if cell in b else 0) + (4 if cell in c else 0)
                for to in self.reach[12 * kind + cell] & ~mine:
                    yield 16 * cell + to
            for kind in range(3):
                if state.field(24 + 2 * kind, 2) > 0:
                    for to in self.board & ~(mine | c | d):
                        yield 192 + 16 * kind + to

    def apply(self, state: Bits, action: int) -> Bits:
        """The piece moves or is dropped; then the board is turned round for the other player."""
        start, to = action >> 4, action & 15
        if start >= 12:
            return ((state - self.held[start - 12]) | self.pieces[start - 12] << to).reverse()
        piece, taken = state >> start & self.cell, state >> to & self.cell
        if taken == self.your_lion:
            return self.caught
        if piece == self.pieces[0] and to >= 9:
            piece = self.hen
        state = (state & ~(self.cell << start | self.cell << to)) | piece << to
        if taken:
            kind = 1 if taken == self.your_elephant else 2 if taken == self.your_giraffe else 0
            state = state + self.held[kind]
        return state.reverse()

    def terminal(self, state: Bits) -> bool:
        """Whether the lion of the player to move was captured, or the enemy lion is in the first row, safe from capture."""
        if state == self.caught:
            return True
        a, c, d = state, state >> 36, state >> 48
        return bool(c & ~(a | d) & self.first_row) and not self.attackers(state)

    def reward(self, state: Bits) -> int:
        """-1: either way the player to move has lost."""
        return -1

    def symmetric(self, state: Bits, symmetry: int) -> Bits:
        """The board, or its mirror image, left and right exchanged."""
        if symmetry == 0:
            return state
        return (state & self.left) << 2 | (state >> 2 & self.left) | (state & self.middle)

    def symmetric_action(self, action: int, symmetry: int) -> int:
        """The same move in the mirror."""
        return action if symmetry == 0 else 16 * self.mirrored(action >> 4) + self.mirrored(action & 15)

    def mirrored(self, cell: int) -> int:
        """The cell in the mirror; other numbers stay as they are."""
        return cell + 2 - 2 * (cell % 3) if cell < 12 else cell

    def action_name(self, action: int) -> str:
        """The cells from and to which a piece moves, "a1-a2", or the piece that is dropped and its cell, "chick@b3"."""
        start, to = action >> 4, action & 15
        first = f"{('chick', 'elephant', 'giraffe')[start - 12]}@" if start >= 12 else f"{self.place(start)}-"
        return first + self.place(to)

    def place(self, cell: int) -> str:
        """The column letter and row number of a cell."""
        return f"{'abc'[cell % 3]}{cell // 3 + 1}"

    def picture(self, state: Bits, mover: int) -> list[Cell]:
        """The board as the first player sees it, and the pieces held: the second player's letters are small."""
        codes = [*self.pieces, self.hen, self.lion]
        letters = dict(zip(codes, "CEGHL", strict=True))
        cells: list[Cell] = []
        for place in range(12):
            seen = 9 - 3 * (place // 3) + place % 3
            cell = seen if mover == 0 else 11 - seen
            sides = {mover: state >> cell & self.cell, 1 - mover: state.reverse() >> 11 - cell & self.cell}
            owner = next((player for player in sides if sides[player] in letters), NONE)
            mark = letters.get(sides.get(owner, self.caught), "")
            near = self.reach[24 + cell]
            moves = (*(16 * cell + to for to in near), *(16 * at + cell for at in near), *range(192 + cell, 240, 16))
            cells.append(Cell(*divmod(place, 3), (mark, mark.lower())[owner == 1], owner, moves))
        for owner in (1, 0):
            side = state if owner == mover else state.reverse()
            for kind in range(3):
                mark = "CEG"[kind] * side.field(24 + 2 * kind, 2)
                targets = range(12) if kind else range(11, -1, -1)  # the first is not the same for all: it is no label
                drops = tuple(192 + 16 * kind + to for to in targets) if owner == mover else ()
                cells.append(Cell(1 - owner, kind, (mark, mark.lower())[owner], owner, drops, "held", "box"))
        return cells
