"""From a game and options to a search that is ready to run, or a refusal."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from zermelo.errors import BadGame, BadOption, NotSupported
from zermelo.game import Game, knowledge_of
from zermelo.integers import is_int, is_within
from zermelo.options import Options
from zermelo.search import ALGORITHMS, DEFAULT, Algorithm, named
from zermelo.search.context import Search
from zermelo.search.frontier import Frontier
from zermelo.search.moves import MAX_MOVES, MAX_SET, NaturalOrder, SortedOrder
from zermelo.search.observers import NoObserver, Trace
from zermelo.search.outcomes import Outcomes
from zermelo.search.payoff import AllRewards, TwoRewards
from zermelo.search.scoring import INFINITY, Distance, Expectation, Outcome, Scoring
from zermelo.search.table import MAX_ACTIONS, MAX_DEPTH, MAX_VALUE, NoTable, ObjectTable, Table
from zermelo.search.tree import SearchTree
from zermelo.technique import THEORY, choose, facts_of
from zermelo.words import Unpackable, pack

NEEDED: Final = ("initial", "apply", "terminal")
"""Methods that every game defines; and reward or rewards, and legal or actions."""


MANY: Final = " and ".join(
    algorithm.name for algorithm in ALGORITHMS.values() if algorithm.any_players and not algorithm.passes
)
"""The algorithms for more than two players."""

CHANCE: Final = ", ".join(algorithm.name for algorithm in ALGORITHMS.values() if algorithm.chance)
"""The algorithms for games of chance."""

MAX_BOUNDS: Final = 1 << 24
"""How many bounds on the outcomes of chance there may be on one path."""


def suited(game: Game[Any], options: Options) -> tuple[Options, str]:
    """The options with an algorithm named, and why this one if nobody had named one."""
    if options.algorithm is not None:
        return options, ""
    choice = choose(facts_of(game))
    if choice.algorithm is None:
        raise NotSupported(f"No algorithm here takes {game}: {choice.brief}. {choice.reason}")
    if choice.algorithm == THEORY and not theory_may(options):
        return dataclasses.replace(options, algorithm=DEFAULT), "its theory does not tell what was asked"
    return dataclasses.replace(options, algorithm=choice.algorithm), choice.brief


def theory_may(options: Options) -> bool:
    """Whether theory can do what is asked: it knows neither depths nor distances, and compiles nothing."""
    asked = options.depth is not None or options.deepening or options.objective != "outcome"
    return not (asked or options.compiled or options.etc)


def check_options(algorithm: Algorithm, options: Options) -> None:
    """Raises BadOption for what the algorithm cannot do."""
    if not algorithm.gives_value and (options.all_moves or options.seed is not None):
        raise BadOption(f"{algorithm.name} finds one best move; all of them take another algorithm.")
    if options.etc and "scores" not in algorithm.memory:
        raise BadOption(f"etc looks for scores in the table, and {algorithm.name} keeps none there.")
    if algorithm.chance and options.objective != "outcome":
        raise BadOption(f"{algorithm.name} gives expected rewards; a distance to the end has no meaning there.")
    if algorithm.to_the_end and (options.depth is not None or options.deepening or options.objective != "outcome"):
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
    """Raises NotSupported, naming the facet of the game and what would be right."""
    facets = (
        (game.players != 2 and not algorithm.any_players, f"{game.players} players"),
        (game.has_chance and not algorithm.chance, "chance nodes"),
        (game.cyclic, "plays that may return to a position"),
    )
    needs = ", ".join(
        (["two players"] if not algorithm.any_players else [])
        + (["no chance"] if not algorithm.chance else [])
        + ["no cycles"]
    )
    others = f"; {MANY} take more players" if game.players > 2 and not algorithm.any_players else ""
    others += f"; {CHANCE} take chance" if game.has_chance and not algorithm.chance else ""
    for given, facet in facets:
        if given:
            raise NotSupported(f"{algorithm.name} does not support {facet}: it needs {needs}{others}.")
    if algorithm.passes and game.players > 2 and type(game).passed is Game.passed:  # pyright: ignore[reportUnknownMemberType]
        raise NotSupported(f"{algorithm.name} passes turns, and {game} does not define passed; {MANY} do without.")


def check_facets(game: Game[Any]) -> None:
    """Raises BadGame for facets that make no sense, NotSupported for sizes beyond any algorithm."""
    for name in ("has_chance", "cyclic"):
        if not isinstance(getattr(game, name), bool):
            raise BadGame(f"{game}: {name} = {getattr(game, name)!r} must be True or False.")
    if not game.has_chance and type(game).chance is not Game.chance:  # pyright: ignore[reportUnknownMemberType]
        raise BadGame(f"{game} defines chance, though has_chance is False; where chance moves, it must be True.")
    if not is_within(game.players, 1):
        raise BadGame(f"{game}: players = {game.players!r} must be a positive integer.")
    _check_sizes(game)
    _check_rewards(game)
    if game.has_chance:
        _check_chance(game)


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
        ("max_chances", game.max_length if game.max_chances is None else game.max_chances),
    )
    for name, value in least:
        if not is_within(value, 1):
            raise BadGame(f"{game}: {name} = {value!r} must be a positive integer.")


def new_search(game: Game[Any], options: Options, observer: NoObserver | Trace) -> Search:
    """A fresh search of `game`, from which what `options` leave out has been taken already. Raises BadOption."""
    quiesces = "quiescence" in knowledge_of(game)
    payoff = TwoRewards(game.reward_range[1]) if game.players == 2 else AllRewards(game.players, game.reward_range[0])
    return Search(
        _scoring(game, options),
        _table(game, options),
        _moves(game, options),
        observer,
        payoff,
        _outcomes(game, options),
        _frontier(game, options),
        _tree(options),
        quiesces=quiesces,
        looks_ahead=options.etc and options.table,
        seed=options.seed or 0,
    )


def deepens(game: Game[Any], options: Options) -> bool:
    """Whether to search one depth after the other."""
    if options.deepening is not None:
        return options.deepening
    if named(options.algorithm).to_the_end or named(options.algorithm).memory == "questions":
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
    if named(options.algorithm).chance:
        return _expectation(game, options)
    may_evaluate = deepens(game, options) or options.depth is not None
    resolution = game.resolution if may_evaluate and "evaluation" in knowledge_of(game) else 1
    if options.objective == "outcome":
        scoring = Outcome(resolution, best)
    else:
        scoring = Distance(resolution, best, game.max_length)
    if best * scoring.unit > MAX_VALUE:
        raise BadOption(f"{game} has rewards too large for the objective {options.objective!r}.")
    return scoring


def _expectation(game: Game[Any], options: Options) -> Expectation:
    """Scores fine enough for every mean on the way to the depth limit. Raises NotSupported."""
    _, best = game.reward_range
    resolution = game.resolution if options.depth is not None or deepens(game, options) else 1
    most = 0
    if game.has_chance:
        most = game.max_length if game.max_chances is None else game.max_chances
        most = min(most, full_depth(game, options))
    scale = game.chance_total**most
    if best * resolution * scale * game.chance_total >= INFINITY:
        raise NotSupported(
            f"{game}: expected rewards have denominators up to {game.chance_total}**{most}, which do not fit in 64 bits; "
            f"a depth limit makes them smaller."
        )
    return Expectation(resolution, best, scale)


def _outcomes(game: Game[Any], options: Options) -> Outcomes:
    """Room for the bounds on the outcomes of chance. Raises NotSupported."""
    if not game.has_chance or not named(options.algorithm).chance:
        return Outcomes(0, 0)
    plies = full_depth(game, options) + 1
    if plies * game.action_count > MAX_BOUNDS:
        raise NotSupported(f"{game}: {plies} plies of {game.action_count} outcomes are too many to keep bounds on.")
    return Outcomes(plies, game.action_count)


def _frontier(game: Game[Any], options: Options) -> Frontier:
    """Room for the moves of a path, for df-pn."""
    if named(options.algorithm).name != "dfpn":
        return Frontier(0, 0)
    plies = full_depth(game, options)
    return Frontier(plies, min((plies + 1) * game.action_count, MAX_MOVES))


def _tree(options: Options) -> SearchTree:
    """Room for the nodes of a tree in memory, for searches that keep one."""
    if not named(options.algorithm).keeps_tree:
        return SearchTree(0, 1)
    tree = SearchTree(_share(options))
    if tree.bytes > _share(options):
        raise BadOption(f"memory = {options.memory} bytes are too few: the first tree takes {tree.bytes} bytes.")
    return tree


def _share(options: Options) -> int:
    """The memory for a table or a tree, where there may be both."""
    algorithm = named(options.algorithm)
    return (
        options.memory // 2 if algorithm.keeps_tree and algorithm.memory != "none" and options.table else options.memory
    )


def _table(game: Game[Any], options: Options) -> Table | ObjectTable | NoTable:
    memory = named(options.algorithm).memory
    if not options.table or memory == "none":
        return NoTable()
    try:
        width = len(pack(game.key(game.initial())))
    except Unpackable:
        return ObjectTable(_share(options))
    try:
        if memory == "questions":
            return Table(width + 1, _share(options), wide=True)
        return Table(width, options.memory, wide=memory == "wide scores")
    except ValueError as error:
        raise BadOption(f"memory = {options.memory} bytes are too few: {error}.") from None
