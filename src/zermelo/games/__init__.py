"""The games that come with zermelo: `mnk(3, 3, 3)`, `connect(7, 6, 4)`, `nim(3, 5, 7)` and the other families.

    >>> from zermelo.games import mnk
    >>> str(mnk(rows=3, columns=3, k=3))
    'mnk(3,3,3)'

`game_named` makes a game from its name, as the command line does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.core.lazy import lazy_exports

if TYPE_CHECKING:
    from zermelo.games.capture_game import capture
    from zermelo.games.catalogue import game_named
    from zermelo.games.einstein_game import einstein
    from zermelo.games.impartial.chomp import chomp
    from zermelo.games.impartial.heaps import dawson, kayles, nim, octal, splits, subtraction
    from zermelo.games.impartial.sums import game_sum
    from zermelo.games.impartial.wythoff import wythoff
    from zermelo.games.in_a_row.connect import connect
    from zermelo.games.in_a_row.families_of_sets import clique, polyomino
    from zermelo.games.in_a_row.lines import lines
    from zermelo.games.in_a_row.mnk import mnk
    from zermelo.games.in_a_row.sets import sets
    from zermelo.games.uniform_tree import tree

_HOME = {
    "capture": "capture_game",
    "game_named": "catalogue",
    "einstein": "einstein_game",
    "chomp": "impartial.chomp",
    "dawson": "impartial.heaps",
    "kayles": "impartial.heaps",
    "nim": "impartial.heaps",
    "octal": "impartial.heaps",
    "splits": "impartial.heaps",
    "subtraction": "impartial.heaps",
    "game_sum": "impartial.sums",
    "wythoff": "impartial.wythoff",
    "connect": "in_a_row.connect",
    "clique": "in_a_row.families_of_sets",
    "polyomino": "in_a_row.families_of_sets",
    "sets": "in_a_row.sets",
    "lines": "in_a_row.lines",
    "mnk": "in_a_row.mnk",
    "tree": "uniform_tree",
}
"""The module that defines each name."""

__all__ = [
    "capture",
    "chomp",
    "clique",
    "connect",
    "dawson",
    "einstein",
    "game_named",
    "game_sum",
    "kayles",
    "lines",
    "mnk",
    "nim",
    "octal",
    "polyomino",
    "sets",
    "splits",
    "subtraction",
    "tree",
    "wythoff",
]

__getattr__, __dir__ = lazy_exports(__name__, _HOME)
