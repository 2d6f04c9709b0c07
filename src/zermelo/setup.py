"""From a game and options to a search that is ready to run, or a refusal."""

from __future__ import annotations

from typing import Any, Final

from zermelo.errors import BadGame, BadOption, NotSupported
from zermelo.game import Game, knowledge_of
from zermelo.options import Options
from zermelo.search import ALGORITHMS, Algorithm, named
from zermelo.search.context import Search
from zermelo.search.moves import MAX_SET, NaturalOrder, SortedOrder
from zermelo.search.observers import NoObserver, Trace
from zermelo.search.payoff import AllRewards, TwoRewards
from zermelo.search.scoring import Distance, Outcome, Scoring
from zermelo.search.table import MAX_ACTIONS, MAX_DEPTH, MAX_VALUE, NoTable, ObjectTable, Table
from zermelo.words import Unpackable, pack

NEEDED: Final = ("initial", "apply", "terminal")
"""Methods that every game defines; and reward or rewards, and legal or actions."""


MANY: Final = " and ".join(algorithm.name for algorithm in ALGORITHMS.values() if algorithm.any_players)
"""The algorithms for more than two players."""


def check_options(algorithm: Algorithm, options: Options) -> None:
    """Raises BadOption for what the algorithm cannot do."""
    if not algorithm.any_players:
        return
    if options.depth is not None or options.deepening or options.objective != "outcome":
        raise BadOption(
            f"{algorithm.name} searches to the end, for the outcome: leave out depth, deepening and objective."
        )


def check_is_game(given: Any) -> None:
    """Raises BadGame for anything but a game."""
    if isinstance(given, type) and issubclass(given, Game):
        raise BadGame(f"{given.__name__} is a class; what can be solved is an instance of it, {given.__name__}().")
    if not isinstance(given, Game):
        raise BadGame(f"{given!r} is not a game; a game is an instance of a subclass of zermelo.Game.")
    cls: Any = type(given)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    missing = _missing(cls)
    if missing:
        raise BadGame(f"{cls.__name__} does not define {' and '.join(missing)}, which every game must.")


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


def check_supported(game: Game[Any], algorithm: Algorithm) -> None:
    """Raises BadGame or NotSupported, naming the facet of the game and what would be right."""
    for name in ("action_count", "max_length", "resolution", "symmetry_count"):
        value = getattr(game, name, None)
        if value is None:
            raise BadGame(f"{game}: {name} is not set; it must be a positive integer.")
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise BadGame(f"{game}: {name} = {value!r} must be a positive integer.")
    if game.max_length > MAX_DEPTH:
        raise NotSupported(f"{game}: plays of up to {game.max_length} plies are longer than {MAX_DEPTH}.")
    if game.action_count > MAX_ACTIONS:
        raise NotSupported(f"{game}: {game.action_count} actions are more than {MAX_ACTIONS}.")
    facets = (
        (game.players != 2 and not algorithm.any_players, f"{game.players} players"),
        (game.has_chance, "chance nodes"),
        (game.cyclic, "plays that may return to a position"),
    )
    needs = "no chance, no cycles" if algorithm.any_players else "two players, no chance, no cycles"
    others = f"; {MANY} take more players" if game.players > 2 and not algorithm.any_players else ""
    for given, facet in facets:
        if given:
            raise NotSupported(f"{algorithm.name} does not support {facet}: it needs {needs}{others}.")
    worst, best = game.reward_range
    if game.players > 2:
        if worst >= best:
            raise BadGame(f"{game}: reward_range {game.reward_range} must be (worst, best) with worst < best.")
    elif worst != -best or best < 1:
        raise BadGame(
            f"{game}: reward_range {game.reward_range} must be (-b, b) with b >= 1: one's gain is the other's loss."
        )


def new_search(game: Game[Any], options: Options, observer: NoObserver | Trace) -> Search:
    """A fresh search of `game`, from which what `options` leave out has been taken already. Raises BadOption."""
    quiesces = "quiescence" in knowledge_of(game)
    payoff = TwoRewards(game.reward_range[1]) if game.players == 2 else AllRewards(game.players, game.reward_range[0])
    return Search(
        _scoring(game, options), _table(game, options), _moves(game, options), observer, payoff, quiesces=quiesces
    )


def deepens(game: Game[Any], options: Options) -> bool:
    """Whether to search one depth after the other."""
    if options.deepening is not None:
        return options.deepening
    if named(options.algorithm).any_players:
        return False
    return (options.nodes is not None or options.seconds is not None) and "evaluation" in knowledge_of(game)


def full_depth(game: Game[Any], options: Options) -> int:
    """How deep to search."""
    return game.max_length if options.depth is None else min(options.depth, game.max_length)


def _moves(game: Game[Any], options: Options) -> NaturalOrder | SortedOrder:
    priority = "priority" in knowledge_of(game)
    killers, history = not options.leaves_out("killers"), not options.leaves_out("history")
    numbered = (
        type(game).actions is Game.actions  # pyright: ignore[reportUnknownMemberType]
    )  # in the order of their numbers, as NaturalOrder finds them
    if numbered and not (priority or killers or history) and game.action_count <= MAX_SET:
        return NaturalOrder(game.action_count)
    plies = full_depth(game, options)
    return SortedOrder(plies, game.action_count, priority=priority, killers=killers, history=history)


def _scoring(game: Game[Any], options: Options) -> Scoring:
    _, best = game.reward_range
    may_evaluate = deepens(game, options) or options.depth is not None
    resolution = game.resolution if may_evaluate and "evaluation" in knowledge_of(game) else 1
    if options.objective == "outcome":
        scoring = Outcome(resolution, best)
    else:
        scoring = Distance(resolution, best, game.max_length)
    if best * scoring.unit > MAX_VALUE:
        raise BadOption(f"{game} has rewards too large for the objective {options.objective!r}.")
    return scoring


def _table(game: Game[Any], options: Options) -> Table | ObjectTable | NoTable:
    if not options.table or named(options.algorithm).any_players:
        return NoTable()
    try:
        width = len(pack(game.key(game.initial())))
    except Unpackable:
        return ObjectTable(options.memory)
    try:
        return Table(width, options.memory)
    except ValueError as error:
        raise BadOption(f"memory = {options.memory} bytes are too few: {error}.") from None
