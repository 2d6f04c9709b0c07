"""Every position of a game: counted, ply by ply; tabulated, with its value and distance; and tables verified."""

from zermelo.positions.audit import Audited, verify_table
from zermelo.positions.census import Census, census
from zermelo.positions.layers import Ply
from zermelo.positions.tabulate import Tabulated, tabulate

__all__ = ["Audited", "Census", "Ply", "Tabulated", "census", "tabulate", "verify_table"]
