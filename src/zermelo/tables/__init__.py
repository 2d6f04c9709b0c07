"""Tables of positions on disk: opened, and looked into.

positions/tabulate --> DIR: manifest, codes, scores --> Table: probe, get --> lookup: the answer to `solve`
"""

from zermelo.tables.table import Entry, Table, open_table

__all__ = ["Entry", "Table", "open_table"]
