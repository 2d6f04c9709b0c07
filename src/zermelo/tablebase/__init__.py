"""Tables of all positions of a game (tablebases): count positions ply by ply, make tables, look values up, verify tables.

The functions that make them are `zermelo.census` and `zermelo.tabulate`.
"""

from zermelo.core.lazy import lazy_exports

__all__, __getattr__, __dir__ = lazy_exports(__name__, __file__)
