"""Refusals, before anything is searched: what is no game, facets that make no sense, and what an algorithm cannot do."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game
from zermelo.search import ALGORITHMS, Algorithm
from zermelo.search.parts.observers import Trace
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import ObjectTable
from zermelo.solver.options import Options

State = TypeVar("State")


MANY: Final = " and ".join(
    algorithm.name for algorithm in ALGORITHMS.values() if algorithm.any_players and not algorithm.passes
)
"""The algorithms for more than two players."""

PARALLEL: Final = ", ".join(algorithm.name for algorithm in ALGORITHMS.values() if algorithm.parallel)
"""The algorithms that several threads can work on."""

CHANCE: Final = ", ".join(algorithm.name for algorithm in ALGORITHMS.values() if algorithm.chance)
"""The algorithms for games of chance."""


def check_supported(game: Game[Any], algorithm: Algorithm, depth: int | None = None) -> None:
    """`depth` is the limit that was asked for. Raises NotSupported, naming the facet of the game and what would be right."""
    facets = (
        (game.players != 2 and not algorithm.any_players, f"{game.players} players"),
        (game.has_chance and not algorithm.chance, "chance nodes"),
        (game.cyclic and (depth is None or algorithm.keeps_tree), "plays that may return to a position"),
    )
    needs = ", ".join(
        (["two players"] if not algorithm.any_players else [])
        + (["no chance"] if not algorithm.chance else [])
        + ["no cycles" if algorithm.to_the_end or algorithm.keeps_tree else "no cycles, or a depth limit"]
    )
    others = f"; {MANY} take more players" if game.players > 2 and not algorithm.any_players else ""
    others += f"; {CHANCE} take chance" if game.has_chance and not algorithm.chance else ""
    for given, facet in facets:
        if given:
            raise NotSupported(f"{algorithm.name} does not support {facet}: it needs {needs}{others}.")
    if algorithm.passes and game.players > 2 and type(game).passed is Game.passed:  # pyright: ignore[reportUnknownMemberType]
        raise NotSupported(f"{algorithm.name} passes turns, and {game} does not define passed; {MANY} do without.")


def check_options(algorithm: Algorithm, options: Options) -> None:
    """Raises BadOption for what the algorithm cannot do."""
    if not algorithm.gives_value and (options.all_moves or options.seed is not None):
        raise BadOption(f"{algorithm.name} finds one best move; all of them take another algorithm.")
    if options.etc and "scores" not in algorithm.memory:
        raise BadOption(f"etc looks for scores in the table, and {algorithm.name} keeps none there.")
    if algorithm.chance and options.objective != "outcome":
        raise BadOption(f"{algorithm.name} gives expected rewards; a distance to the end has no meaning there.")
    if (options.threads or 1) > 1:
        _check_parallel(algorithm, options)
    if options.checkpoint is not None:
        _check_resumable(algorithm, options)
    if algorithm.to_the_end and (options.depth is not None or options.deepening or options.objective != "outcome"):
        raise BadOption(
            f"{algorithm.name} searches to the end, for the outcome: leave out depth, deepening and objective."
        )


def _check_parallel(algorithm: Algorithm, options: Options) -> None:
    """Raises BadOption where there is nothing for a second thread to do."""
    if not algorithm.parallel:
        raise BadOption(f"{algorithm.name} runs in one thread; {PARALLEL} run in several.")
    if not options.table:
        raise BadOption("Threads work together through the table: leave out the threads, or no table.")
    if options.nodes is not None:
        raise BadOption("How many nodes several threads visit is not to be foretold: leave out the threads, or nodes.")


def _check_resumable(algorithm: Algorithm, options: Options) -> None:
    """Raises BadOption where a checkpoint would have nothing to hold that a search could go on from."""
    if algorithm.keeps_tree:
        raise BadOption(f"{algorithm.name} keeps a tree, which no checkpoint holds; mtdf and dfpn can be resumed.")
    if algorithm.memory == "none":
        raise BadOption(f"{algorithm.name} remembers no positions, so there is nothing to resume it from.")
    if not options.table:
        raise BadOption(
            "Without a table there is nothing to resume a search from: leave out the checkpoint, or no table."
        )


def check_can_be_kept(game: Game[Any], search: Search) -> None:
    """Raises NotSupported for positions that only Python itself can tell apart, and BadOption for a trace."""
    if isinstance(search.table, ObjectTable):
        raise NotSupported(
            f"{game} has keys that are not made of integers, bools, Bits and tuples, so no checkpoint can hold them."
        )
    if isinstance(search.observer, Trace):
        raise BadOption("A trace is not part of a checkpoint: leave out one of them.")
