"""Measurements that many studies share: a search, a match, an engine against every line of play."""

from __future__ import annotations

from typing import Any, Final, Literal, Unpack

from experiments.study import TIMED, Row
from zermelo import Game, Result, Solver, match, prove_play
from zermelo.solver.options import SolveOptions

AlgorithmName = Literal[
    "minimax", "alpha-beta", "negamax", "negascout", "mtdf", "bns", "maxn", "paranoid", "best-reply"
]
"""The algorithms that are compared."""

COUNTED: Final = ("value", "kind", "lower", "upper", "distance", "stopped")


def search(game: Game[Any] | str, position: Any = None, **options: Unpack[SolveOptions]) -> Result:
    """Solve with one thread, for the value alone. Raises KeyboardInterrupt if Ctrl-C cuts the search short."""
    given: SolveOptions = {"line": False, "threads": 1, **options}
    return whole(Solver(game, **given).solve(position))


def whole(result: Result) -> Result:
    """The same result. Raises KeyboardInterrupt if Ctrl-C has cut the search short: half a measurement is no use."""
    if result.stopped == "interrupted":
        raise KeyboardInterrupt
    return result


def against_every_line(game: Game[Any], player: Any) -> Row:
    """Play an engine against every line of play, as both sides: games, losses, and a lost game. Raises KeyboardInterrupt."""
    proof = prove_play(game, player)
    if proof.stopped != "complete":
        raise KeyboardInterrupt
    ends = [side.ends for side in proof.sides if side.ends]
    lines = [list(side.line) for side in proof.sides]
    return {"games": sum(end.games for end in ends), "lost": sum(end.losses for end in ends), "lines": lines}


def matched(game: Game[Any], players: tuple[Any, Any], games: int, seed: int = 0) -> Any:
    """A match of this many games. Raises KeyboardInterrupt."""
    played = match(game, players, games=games, seed=seed)
    if len(played.games) < games:
        raise KeyboardInterrupt
    return played


def searched(game: Game[Any], position: Any = None, **options: Unpack[SolveOptions]) -> Row:
    """The result of a search, its nodes and times. The nodes are the same on every machine, unless `seconds` limits them."""
    result = search(game, position, **options)
    values: Row = {name: getattr(result, name) for name in COUNTED}
    seconds = {"seconds": result.seconds, "compile_seconds": result.compile_seconds}
    return values | {"best": list(result.best), "nodes": result.counters["nodes"], TIMED: seconds}
