"""zermelo: write a game as a plain Python class, and get perfect play at native speed.

    >>> import zermelo
    >>> zermelo.solve("mnk(3,3,3)").sentence()
    'With best play this is a draw.'

Names are loaded when they are first used, so that importing zermelo costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.analysis import Analyzed, analyze
    from zermelo.bits import Bits
    from zermelo.certificates import Certified, certify, certify_grundy, verify
    from zermelo.classification import Classification, classify
    from zermelo.conformance import Report, check
    from zermelo.engine import engine_named
    from zermelo.errors import (
        BadCheckpoint,
        BadGame,
        BadMove,
        BadOption,
        BadPosition,
        BadTable,
        GameFailed,
        NotCompilable,
        NotSupported,
        ZermeloError,
    )
    from zermelo.game import NONE, UNBOUNDED, AsState, Cell, Game
    from zermelo.games.capture import capture
    from zermelo.games.catalogue import game_named
    from zermelo.games.chomp import chomp
    from zermelo.games.connect import connect
    from zermelo.games.einstein import einstein
    from zermelo.games.heaps import dawson, kayles, nim, octal, splits, subtraction
    from zermelo.games.lines import lines
    from zermelo.games.mnk import mnk
    from zermelo.games.sums import game_sum
    from zermelo.games.tree import tree
    from zermelo.games.wythoff import wythoff
    from zermelo.impartial import Analysis
    from zermelo.matches import Match, match
    from zermelo.positions import Census, Tabulated, census, tabulate, verify_table
    from zermelo.proveplay import PlayProof, prove_play
    from zermelo.result import Result
    from zermelo.reviewing import Review, review
    from zermelo.run import Progress
    from zermelo.search.observers import Trace
    from zermelo.searchtree import SearchTree, search_tree
    from zermelo.solver import Solver, solve
    from zermelo.tables import Entry, Table, open_table
    from zermelo.theory import grundy

_HOME = {
    "Bits": "bits",
    "Certified": "certificates",
    "Analyzed": "analysis",
    "analyze": "analysis",
    "certify": "certificates",
    "certify_grundy": "certificates",
    "verify": "certificates",
    "Classification": "classification",
    "classify": "classification",
    "Report": "conformance",
    "check": "conformance",
    "BadCheckpoint": "errors",
    "BadGame": "errors",
    "BadMove": "errors",
    "BadOption": "errors",
    "BadPosition": "errors",
    "BadTable": "errors",
    "GameFailed": "errors",
    "NotCompilable": "errors",
    "NotSupported": "errors",
    "ZermeloError": "errors",
    "NONE": "game",
    "UNBOUNDED": "game",
    "AsState": "game",
    "Cell": "game",
    "Game": "game",
    "game_named": "games.catalogue",
    "connect": "games.connect",
    "lines": "games.lines",
    "mnk": "games.mnk",
    "capture": "games.capture",
    "einstein": "games.einstein",
    "tree": "games.tree",
    "nim": "games.heaps",
    "subtraction": "games.heaps",
    "octal": "games.heaps",
    "kayles": "games.heaps",
    "dawson": "games.heaps",
    "splits": "games.heaps",
    "wythoff": "games.wythoff",
    "chomp": "games.chomp",
    "game_sum": "games.sums",
    "Analysis": "impartial",
    "grundy": "theory",
    "Census": "positions",
    "census": "positions",
    "Tabulated": "positions",
    "tabulate": "positions",
    "verify_table": "positions",
    "Entry": "tables",
    "Table": "tables",
    "open_table": "tables",
    "Result": "result",
    "engine_named": "engine",
    "Match": "matches",
    "match": "matches",
    "PlayProof": "proveplay",
    "prove_play": "proveplay",
    "Review": "reviewing",
    "review": "reviewing",
    "Trace": "search.observers",
    "Progress": "run",
    "SearchTree": "searchtree",
    "search_tree": "searchtree",
    "Solver": "solver",
    "solve": "solver",
}
"""The module that each exported name lives in."""

__version__ = "0.1.0"

__all__ = [  # noqa: RUF022  (by module)
    "Bits",
    "Report",
    "check",
    "BadCheckpoint",
    "BadGame",
    "BadMove",
    "BadOption",
    "BadPosition",
    "BadTable",
    "GameFailed",
    "NotCompilable",
    "NotSupported",
    "ZermeloError",
    "NONE",
    "UNBOUNDED",
    "AsState",
    "Cell",
    "Game",
    "game_named",
    "connect",
    "lines",
    "mnk",
    "capture",
    "einstein",
    "tree",
    "nim",
    "subtraction",
    "octal",
    "kayles",
    "dawson",
    "splits",
    "wythoff",
    "chomp",
    "game_sum",
    "Analysis",
    "grundy",
    "Census",
    "census",
    "Tabulated",
    "tabulate",
    "verify_table",
    "Entry",
    "Table",
    "open_table",
    "Result",
    "Trace",
    "Progress",
    "Solver",
    "solve",
    "Analyzed",
    "analyze",
    "Review",
    "review",
    "engine_named",
    "Match",
    "match",
    "PlayProof",
    "prove_play",
    "SearchTree",
    "search_tree",
    "Classification",
    "classify",
    "Certified",
    "certify",
    "certify_grundy",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, "__version__"})
