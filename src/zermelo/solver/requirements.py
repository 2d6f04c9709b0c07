"""Checks before a search: does the algorithm support the game's facets and the options?"""

from __future__ import annotations

import contextlib
from dataclasses import fields
from typing import Any, Final

from zermelo.core.errors import BadOption, BadPosition, NotSupported
from zermelo.core.game import Game, inherits
from zermelo.core.options import declared
from zermelo.search import ALGORITHMS, Algorithm
from zermelo.search.parts.observers import Trace
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import ObjectTable
from zermelo.solver.options import Options

MANY: Final = " and ".join(
    algorithm.name for algorithm in ALGORITHMS.values() if algorithm.any_players and not algorithm.passes
)
"""The algorithms for more than two players."""

PARALLEL: Final = ", ".join(algorithm.name for algorithm in ALGORITHMS.values() if algorithm.parallel)
"""The algorithms that can run in several threads."""

CHANCE: Final = ", ".join(algorithm.name for algorithm in ALGORITHMS.values() if algorithm.chance)
"""The algorithms for games of chance."""


def check_supported(game: Game[Any], algorithm: Algorithm, depth: int | None = None) -> None:
    """Raises NotSupported with the unsupported facet and what the algorithm needs. `depth`: the depth limit."""
    facets = (
        (game.players != 2 and not algorithm.any_players, f"{game.players} players"),
        (game.has_chance and not algorithm.chance, "chance nodes"),
        (game.cyclic and (depth is None or algorithm.keeps_tree), "plays that may return to a position"),
    )
    needs = ", ".join(
        (["two players"] if not algorithm.any_players else [])
        + (["no chance"] if not algorithm.chance else [])
        + ["no cycles" if algorithm.to_the_end or algorithm.keeps_tree else "no cycles unless a depth is given"]
    )
    others = f"; {MANY} support more players" if game.players > 2 and not algorithm.any_players else ""
    others += f"; {CHANCE} support chance" if game.has_chance and not algorithm.chance else ""
    for given, facet in facets:
        if given:
            raise NotSupported(f"{algorithm.name} does not support {facet}: it needs {needs}{others}.")
    if algorithm.passes and game.players > 2 and inherits(game, "passed"):
        raise NotSupported(f"{algorithm.name} needs passed, which {game} does not define; {MANY} do not need it.")


def suiting(game: Game[Any]) -> list[Algorithm]:
    """The algorithms that were made for games like this one. Those for chance or for many players would also search games
    without, but other algorithms do that better.
    """
    found = list[Algorithm]()
    for algorithm in ALGORITHMS.values():
        if algorithm.chance == game.has_chance and algorithm.any_players == (game.players > 2):
            with contextlib.suppress(NotSupported):
                check_supported(game, algorithm, depth=game.max_length)
                found.append(algorithm)
    return found


def check_options(algorithm: Algorithm, options: Options) -> None:
    """Raises BadOption for options that the algorithm does not support."""
    if not algorithm.gives_value and (options.all_moves or options.seed is not None):
        raise BadOption(f"{algorithm.name} finds one best move, not all of them; choose another algorithm.")
    for each in fields(options):
        name, needed = each.name, declared(each).memory
        if needed not in algorithm.memory and getattr(options, name):
            raise BadOption(
                f"The option '{name}' needs {needed} in the table, but {algorithm.name} stores none there: leave it out."
            )
    if algorithm.chance and options.objective != "outcome":
        raise BadOption(
            f"{algorithm.name} finds expected rewards, which have no distance to the end: leave out the objective."
        )
    if (options.threads or 1) > 1:
        _check_parallel(algorithm, options)
    if options.checkpoint is not None:
        _check_resumable(algorithm, options)
    if algorithm.to_the_end and (options.depth is not None or options.deepening or options.objective != "outcome"):
        raise BadOption(
            f"{algorithm.name} searches to the end, for the outcome: leave out depth, deepening and objective."
        )


def _check_parallel(algorithm: Algorithm, options: Options) -> None:
    if not algorithm.parallel:
        raise BadOption(f"{algorithm.name} runs in one thread; {PARALLEL} run in several.")
    if not options.table:
        raise BadOption(
            "Several threads share their work through the table: leave out threads, or search with a table."
        )
    if options.nodes is not None:
        raise BadOption("Several threads cannot keep to an exact budget of nodes: leave out threads, or nodes.")


def _check_resumable(algorithm: Algorithm, options: Options) -> None:
    """Raises BadOption if a checkpoint would contain nothing from which a search can be resumed."""
    if algorithm.keeps_tree:
        raise BadOption(f"{algorithm.name} keeps a tree, which a checkpoint cannot hold; mtdf and dfpn can be resumed.")
    if algorithm.memory == "none":
        raise BadOption(
            f"{algorithm.name} stores no positions, so there is nothing to resume: leave out the checkpoint."
        )
    if not options.table:
        raise BadOption("Without a table there is nothing to resume: leave out the checkpoint, or search with a table.")


def check_can_be_saved(game: Game[Any], search: Search) -> None:
    """Raises NotSupported for keys that a file cannot hold, and BadOption for a trace."""
    if isinstance(search.table, ObjectTable):
        raise NotSupported(
            f"{game} has keys that are not made of integers, bools, Bits and tuples; a checkpoint cannot hold them."
        )
    if isinstance(search.observer, Trace):
        raise BadOption("A checkpoint cannot hold a trace: leave out one of the two.")


def check_goes_on(game: Game[Any], state: Any) -> None:
    """Raises BadPosition for a state in which the game is over."""
    if game.terminal(state):
        what = (
            f"rewards {game.rewards(state)}"
            if game.players > 2
            else f"reward {game.reward(state)} for the player to move"
        )
        raise BadPosition(
            f"The game is over in {game.position_text(state)!r}, with the {what}: there is nothing to search."
        )
