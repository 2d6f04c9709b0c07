"""Tables of all positions of a game (tablebases): count positions ply by ply, make tables, look values up, verify tables.

The functions that make them are `zermelo.census` and `zermelo.tabulate`.
"""

from typing import TYPE_CHECKING

from zermelo.core.lazy import lazy_exports

if TYPE_CHECKING:
    from zermelo.tablebase.census import Census
    from zermelo.tablebase.layers import Ply
    from zermelo.tablebase.table import Entry, Table, open_table
    from zermelo.tablebase.tabulate import Tabulation
    from zermelo.tablebase.verify import TableVerdict, verify_table

_HOME = {
    "Census": "census",
    "Entry": "table",
    "Ply": "layers",
    "Table": "table",
    "TableVerdict": "verify",
    "Tabulation": "tabulate",
    "open_table": "table",
    "verify_table": "verify",
}
"""The module, inside this package, that defines each exported name."""

__all__ = ["Census", "Entry", "Ply", "Table", "TableVerdict", "Tabulation", "open_table", "verify_table"]

__getattr__, __dir__ = lazy_exports(__name__, _HOME)
