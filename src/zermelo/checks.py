"""Refusals, before anything is searched: what is no game, facets that make no sense, and what an algorithm cannot do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from zermelo.errors import BadGame, BadOption, NotSupported
from zermelo.game import FLAGS, HIDDEN, Game, hidden_methods, most_chances
from zermelo.games.catalogue import game_of
from zermelo.integers import is_int, is_within
from zermelo.options import Options
from zermelo.probing import ADVICE, IMPURE, check_plays
from zermelo.purity import changes
from zermelo.search import ALGORITHMS, Algorithm
from zermelo.search.context import Search
from zermelo.search.observers import Trace
from zermelo.search.table import MAX_ACTIONS, MAX_DEPTH, ObjectTable
from zermelo.watch import Watched

State = TypeVar("State")

NEEDED: Final = ("initial", "apply", "terminal")
"""Methods that every game defines; and reward or rewards, and legal or actions."""

LEAST: Final = 1.0
LONGEST: Final = 9.0
"""Seconds that random plays before a search may take, with a budget of few and with none: more than they are given, unless a
method does not return.
"""

OUT_OF_SCOPE: Final = {
    "hidden_information": "players do not see the whole position",
    "simultaneous": "players move at the same time",
}
"""Facets of games for which minimax means nothing, and what they mean."""

ALONE: Final = (
    "Games here have two players or more: a game for one is written with players = 2, a to_move that gives 0 in every "
    "state, and a reward_range of (-b, b)."
)
"""What is right where nobody plays against the player."""

MANY: Final = " and ".join(
    algorithm.name for algorithm in ALGORITHMS.values() if algorithm.any_players and not algorithm.passes
)
"""The algorithms for more than two players."""

PARALLEL: Final = ", ".join(algorithm.name for algorithm in ALGORITHMS.values() if algorithm.parallel)
"""The algorithms that several threads can work on."""

CHANCE: Final = ", ".join(algorithm.name for algorithm in ALGORITHMS.values() if algorithm.chance)
"""The algorithms for games of chance."""


def as_game(given: Game[State] | str) -> Game[State]:
    """The game that is given, itself or by name, with all that every game defines. Raises BadGame for anything else.

    Whatever takes a game from outside asks this first, once.
    """
    game = game_of(given)
    missing = _missing(type(game))
    if missing:
        raise BadGame(f"{type(game).__name__} does not define {' and '.join(missing)}, which every game must.")
    return game


def _missing(cls: Any) -> list[str]:
    """The methods that a class of games lacks."""

    def lacks(name: str) -> bool:
        return getattr(cls, name) is getattr(Game, name)

    missing = [name for name in NEEDED if lacks(name)]
    if lacks("reward") and lacks("rewards"):
        missing.append("reward")
    if lacks("legal") and lacks("actions"):
        missing.append("legal (or actions)")
    return missing


def check_facets(game: Game[Any], *, scope: bool = True, seconds: float | None = None) -> None:
    """Raises BadGame for facets that make no sense, for methods that change the game, and for what a few random plays show
    to be against the contract; NotSupported for sizes beyond any algorithm, and, with `scope`, for games that minimax does
    not define the value of. And what the game raises. `seconds`: the budget of what comes then; methods must return in it.
    """
    for name in hidden_methods(game):
        raise BadGame(f"{type(game).__name__}.{name} is {HIDDEN}")
    for name in FLAGS:
        if not isinstance(getattr(game, name), bool):
            raise BadGame(f"{game}: {name} = {getattr(game, name)!r} must be True or False.")
    for name in _runtime(game):
        if not hasattr(game, name):
            raise BadGame(f"{game}: runtime names {name!r}, which the game does not have; it must name attributes.")
    if not game.has_chance and type(game).chance is not Game.chance:  # pyright: ignore[reportUnknownMemberType]
        raise BadGame(f"{game} defines chance, though has_chance is False; where chance moves, it must be True.")
    if not is_within(game.players, 1):
        raise BadGame(f"{game}: players = {game.players!r} must be a positive integer.")
    _check_sizes(game)
    _check_rewards(game)
    if game.has_chance:
        _check_chance(game)
    for change in changes(game):
        raise BadGame(f"{game}: {change}. {IMPURE} {ADVICE}")
    if scope:
        check_scope(game)
        _watched(lambda: check_plays(game), LONGEST if seconds is None else min(max(seconds, LEAST), LONGEST))


def _watched(work: Callable[[], None], seconds: float) -> None:
    """Run methods of a game that might not return; then DoesNotReturn is raised. Raises what they raise."""
    watched = Watched(work, lambda: None, seconds=seconds, look=lambda: None)
    watched.run()
    if watched.stopped == "interrupted":
        raise KeyboardInterrupt


def check_scope(game: Game[Any]) -> None:
    """Raises NotSupported for games whose positions have no minimax value."""
    for facet, words in OUT_OF_SCOPE.items():
        if getattr(game, facet):
            raise NotSupported(
                f"{game} says {facet} = True: {words}, so its value needs mixed strategies, which nothing here computes."
            )
    if game.players == 1:
        raise NotSupported(f"{game} says players = 1. {ALONE}")


def _runtime(game: Game[Any]) -> tuple[str, ...]:
    """The names in `runtime`. Raises BadGame."""
    names: Any = game.runtime
    if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):  # pyright: ignore[reportUnknownVariableType]
        raise BadGame(f"{game}: runtime = {names!r} must be a tuple of names.")
    return names  # pyright: ignore[reportUnknownVariableType]


def _check_sizes(game: Game[Any]) -> None:
    """Raises BadGame or NotSupported."""
    for name in ("action_count", "max_length", "resolution", "symmetry_count"):
        value = getattr(game, name, None)
        if value is None:
            raise BadGame(f"{game}: {name} is not set; it must be a positive integer.")
        if not is_within(value, 1):
            raise BadGame(f"{game}: {name} = {value!r} must be a positive integer.")
    if game.max_length > MAX_DEPTH:
        raise NotSupported(f"{game}: plays of up to {game.max_length} plies are longer than {MAX_DEPTH}.")
    if game.action_count > MAX_ACTIONS:
        raise NotSupported(f"{game}: {game.action_count} actions are more than {MAX_ACTIONS}.")


def _check_rewards(game: Game[Any]) -> None:
    """Raises BadGame."""
    given: Any = game.reward_range
    if not isinstance(given, tuple) or len(given) != 2 or not all(map(is_int, given)):  # pyright: ignore[reportUnknownArgumentType]
        raise BadGame(f"{game}: reward_range {given!r} must be a pair of integers, the worst reward and the best.")
    worst, best = game.reward_range
    if game.players > 2:
        if type(game).rewards is Game.rewards:  # pyright: ignore[reportUnknownMemberType]
            raise BadGame(f"{game} does not define rewards, which a game of {game.players} players must.")
        if type(game).to_move is Game.to_move:  # pyright: ignore[reportUnknownMemberType]
            raise BadGame(
                f"{game} does not define to_move, which a game of {game.players} players must: it says who moves."
            )
    if game.players != 2:
        if worst >= best:
            raise BadGame(f"{game}: reward_range {game.reward_range} must be (worst, best) with worst < best.")
    elif worst != -best or best < 1:
        raise BadGame(
            f"{game}: reward_range {game.reward_range} must be (-b, b) with b >= 1: one's gain is the other's loss."
        )


def _check_chance(game: Game[Any]) -> None:
    """Raises BadGame or NotSupported."""
    if type(game).to_move is Game.to_move:  # pyright: ignore[reportUnknownMemberType]
        raise BadGame(f"{game}: where chance moves, to_move must say for whom a value is; it is not defined.")
    least = (
        ("chance_total", game.chance_total),
        ("max_chances", most_chances(game)),
    )
    for name, value in least:
        if not is_within(value, 1):
            raise BadGame(f"{game}: {name} = {value!r} must be a positive integer.")


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
