"""What many experiments measure: one search."""

from __future__ import annotations

from typing import Any, Unpack

from experiments.study import TIMED, Row
from zermelo.core.game import Game
from zermelo.play.engine import Player
from zermelo.play.match import Match, match
from zermelo.play.prove_play import prove_play
from zermelo.solver.options import SolveOptions
from zermelo.solver.result import Result, plain_number
from zermelo.solver.solver import Solver

COUNTED = ("value", "kind", "lower", "upper", "distance", "stopped")


def search(game: Game[Any] | str, position: Any = None, **options: Unpack[SolveOptions]) -> Result:
    """Solve by one thread, the value alone. Raises KeyboardInterrupt: half a measurement is none."""
    given: SolveOptions = {"line": False, "threads": 1, **options}
    return whole(Solver(game, **given).solve(position))


def whole(result: Result) -> Result:
    """The same. Raises KeyboardInterrupt where Ctrl-C has cut the search short."""
    if result.stopped == "interrupted":
        raise KeyboardInterrupt
    return result


def against_every_line(game: Game[Any], player: Player) -> Row:
    """The games of a player against every line from both sides, those it lost, and a lost one. Raises KeyboardInterrupt."""
    found = prove_play(game, player)
    if found.stopped != "complete":
        raise KeyboardInterrupt
    ends = [side.ends for side in found.sides if side.ends]
    lines = [list(side.line) for side in found.sides]
    return {"games": sum(end.games for end in ends), "lost": sum(end.losses for end in ends), "lines": lines}


def matched(game: Game[Any], players: tuple[Player, Player], games: int, seed: int = 0) -> Match:
    """A match of so many games. Raises KeyboardInterrupt."""
    found = match(game, players, games=games, seed=seed)
    if len(found.games) < games:
        raise KeyboardInterrupt
    return found


def searched(game: Game[Any], position: Any = None, **options: Unpack[SolveOptions]) -> Row:
    """What a search found, and what it took. Nodes are the same everywhere, unless `seconds` limits them."""
    result = search(game, position, **options)
    found: Row = {name: plain_number(getattr(result, name)) for name in COUNTED}
    seconds = {"seconds": result.seconds, "compile_seconds": result.compile_seconds}
    return found | {"best": list(result.best), "nodes": result.counters["nodes"], TIMED: seconds}
