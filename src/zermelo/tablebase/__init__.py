"""Tables of all positions of a game (tablebases): count positions ply by ply, make tables, look values up, verify tables."""

from zermelo.solver.tables.table import Entry, Table, open_table
from zermelo.tablebase.census import Census, census
from zermelo.tablebase.layers import Ply
from zermelo.tablebase.tabulate import Tabulation, tabulate
from zermelo.tablebase.verify import TableVerdict, verify_table

__all__ = [
    "Census",
    "Entry",
    "Ply",
    "Table",
    "TableVerdict",
    "Tabulation",
    "census",
    "open_table",
    "tabulate",
    "verify_table",
]
