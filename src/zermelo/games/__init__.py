"""The games that come with zermelo: `mnk(3, 3, 3)`, `connect(7, 6, 4)`, `nim(3, 5, 7)` and the other families.

    >>> from zermelo.games import mnk
    >>> str(mnk(rows=3, columns=3, k=3))
    'mnk(3,3,3)'

`game_named` makes a game from its name, as the command line does.
"""

from zermelo.core.lazy import lazy_exports

__all__, __getattr__, __dir__ = lazy_exports(__name__, __file__)
