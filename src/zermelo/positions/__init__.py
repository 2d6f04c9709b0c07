"""Every position of a game: counted, ply by ply."""

from zermelo.positions.census import Census, census
from zermelo.positions.layers import Ply

__all__ = ["Census", "Ply", "census"]
