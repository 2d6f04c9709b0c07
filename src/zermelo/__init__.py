"""zermelo: write a game as a plain Python class, and get perfect play at native speed.

    >>> import zermelo
    >>> zermelo.solve("mnk(3,3,3)").sentence()
    'With best play this is a draw.'

The built-in games are in `zermelo.games`. Each name is imported when it is first used, so `import zermelo` is fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.core.lazy import lazy_exports
from zermelo.core.version import __version__ as __version__

if TYPE_CHECKING:
    from zermelo.certificates.certify import certify
    from zermelo.certificates.verify import verify
    from zermelo.classification.classify import classify
    from zermelo.conformance.examine import check
    from zermelo.core.bits import Bits
    from zermelo.core.board import Cell
    from zermelo.core.constants import NONE, UNBOUNDED
    from zermelo.core.errors import ZermeloError
    from zermelo.core.game import Game
    from zermelo.core.positions import AsState
    from zermelo.distributed.cluster import cluster
    from zermelo.games.catalogue import game_named
    from zermelo.games.openspiel.adapter import from_openspiel
    from zermelo.openspiel.registration import to_openspiel
    from zermelo.pictures.search_tree import search_tree
    from zermelo.play.analysis import analyze
    from zermelo.play.board import board
    from zermelo.play.engine import engine_named
    from zermelo.play.match import match
    from zermelo.play.oracle import Oracle
    from zermelo.play.prove_play import prove_play
    from zermelo.play.review import review
    from zermelo.solver.result import Result
    from zermelo.solver.solver import Solver, solve
    from zermelo.solver.theory import grundy
    from zermelo.tablebase.census import census
    from zermelo.tablebase.table import open_table
    from zermelo.tablebase.tabulate import tabulate

_HOME = {
    "certify": "certificates.certify",
    "verify": "certificates.verify",
    "classify": "classification.classify",
    "check": "conformance.examine",
    "Bits": "core.bits",
    "Cell": "core.board",
    "NONE": "core.constants",
    "UNBOUNDED": "core.constants",
    "ZermeloError": "core.errors",
    "AsState": "core.positions",
    "cluster": "distributed.cluster",
    "Game": "core.game",
    "game_named": "games.catalogue",
    "from_openspiel": "games.openspiel.adapter",
    "to_openspiel": "openspiel.registration",
    "search_tree": "pictures.search_tree",
    "analyze": "play.analysis",
    "board": "play.board",
    "engine_named": "play.engine",
    "match": "play.match",
    "Oracle": "play.oracle",
    "prove_play": "play.prove_play",
    "review": "play.review",
    "Result": "solver.result",
    "Solver": "solver.solver",
    "solve": "solver.solver",
    "open_table": "tablebase.table",
    "grundy": "solver.theory",
    "census": "tablebase.census",
    "tabulate": "tablebase.tabulate",
}
"""The module, inside zermelo, that defines each exported name."""

__all__ = [
    "NONE",
    "UNBOUNDED",
    "AsState",
    "Bits",
    "Cell",
    "Game",
    "Oracle",
    "Result",
    "Solver",
    "ZermeloError",
    "analyze",
    "board",
    "census",
    "certify",
    "check",
    "classify",
    "cluster",
    "engine_named",
    "from_openspiel",
    "game_named",
    "grundy",
    "match",
    "open_table",
    "prove_play",
    "review",
    "search_tree",
    "solve",
    "tabulate",
    "to_openspiel",
    "verify",
]

__getattr__, __dir__ = lazy_exports(__name__, _HOME)
