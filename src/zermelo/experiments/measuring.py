"""What many experiments measure: one search."""

from __future__ import annotations

from typing import Any

from zermelo.experiments.study import TIMED, Row
from zermelo.game import Game
from zermelo.result import Result, plain_number
from zermelo.solver import Solver

COUNTED = ("value", "kind", "lower", "upper", "distance", "stopped")


def search(game: Game[Any], position: Any = None, **options: Any) -> Result:
    """Solve by one thread, the value alone. Raises KeyboardInterrupt: half a measurement is none."""
    given: dict[str, Any] = {"line": False, "threads": 1} | options
    result = Solver(game, **given).solve(position)
    if result.stopped == "interrupted":
        raise KeyboardInterrupt
    return result


def searched(game: Game[Any], position: Any = None, **options: Any) -> Row:
    """What a search found, and what it took. Nodes are the same everywhere, unless `seconds` limits them."""
    result = search(game, position, **options)
    found: Row = {name: plain_number(getattr(result, name)) for name in COUNTED}
    seconds = {"seconds": result.seconds, "compile_seconds": result.compile_seconds}
    return found | {"best": list(result.best), "nodes": result.counters["nodes"], TIMED: seconds}
