from zermelo.tablebase.census import Census as Census
from zermelo.tablebase.layers import Ply as Ply
from zermelo.tablebase.table import Entry as Entry
from zermelo.tablebase.table import Table as Table
from zermelo.tablebase.table import open_table as open_table
from zermelo.tablebase.tabulate import Tabulation as Tabulation
from zermelo.tablebase.verify import TableVerdict as TableVerdict
from zermelo.tablebase.verify import verify_table as verify_table

__all__: list[str]
