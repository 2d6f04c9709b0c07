"""The places of a board, by which a game describes its picture."""

from __future__ import annotations

from typing import Final, NamedTuple

from zermelo.core.constants import NONE

MARKS: Final = "XOYZ"
"""The mark of each player's stones, in the order of play."""

LOOKS: Final = {
    "": "a square; its mark is text on a disc of the player's colour, and X and O are drawn as shapes",
    "disc": "a square; its mark is a disc without text",
    "slot": "a hole in an upright board, in which its mark is a disc",
    "pawn": "a square; its mark is a pawn",
    "counter": "a counter of a heap, without a square around it",
    "chocolate": "a piece of chocolate",
    "poison": "the poisoned piece of chocolate",
    "left": "the left half of a domino",
    "right": "its right half",
    "upper": "the upper half of a domino",
    "lower": "its lower half",
    "dot": "a dot at the corner of a box",
    "across": "the upper or lower side of a box; without a mark it is not drawn yet",
    "upright": "the left or right side of a box; without a mark it is not drawn yet",
    "die": "a die, whose mark is the number that it shows; empty before it is thrown",
    "box": "the inside of a box; its mark is text in the player's colour",
}
"""What a place can look like, by name. A place without a mark is empty."""


class Cell(NamedTuple):
    """A place on a drawn board."""

    row: int
    column: int
    """Counted from the top left. Rows and columns without cells are left blank."""
    mark: str = ""
    """The text drawn in it, a letter or two; empty for an empty place."""
    player: int = NONE
    """The player who owns the mark, 0..players - 1, or NONE."""
    actions: tuple[int, ...] = ()
    """The actions that involve this place, from it or to it, legal or not. If their names contain coordinates, the first
    action is one of this place, because the rows and columns are labelled from its name.
    """
    layer: str = ""
    """The title of the board it is on, if there are several side by side."""
    look: str = ""
    """What the place looks like: a name from LOOKS."""
    marked: bool = False
    """Whether to point it out, as part of the line that won the game, or as what the die shows."""

    @property
    def where(self) -> tuple[str, int, int]:
        """The layer, the row and the column, which no other cell of the board has."""
        return self.layer, self.row, self.column
