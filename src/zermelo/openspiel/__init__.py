"""OpenSpiel's games in zermelo, and zermelo's in OpenSpiel: `from_openspiel` and `to_openspiel`.

OpenSpiel (Lanctot et al. 2019) is an optional dependency: `pip install 'zermelo[openspiel]'`.
"""

from zermelo.openspiel.adapter import OpenSpielGame, from_openspiel
from zermelo.openspiel.registration import to_openspiel

__all__ = ["OpenSpielGame", "from_openspiel", "to_openspiel"]
