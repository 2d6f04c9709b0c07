"""From a game and options that have passed the checks to a search that is ready to run."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game, knowledge_of, most_chances
from zermelo.core.words import Unpackable, pack
from zermelo.search import DEFAULT, Algorithm, named
from zermelo.search.parts.frontier import Frontier
from zermelo.search.parts.moves import MAX_MOVES, MAX_SET, GivenOrder, NaturalOrder, SortedOrder
from zermelo.search.parts.observers import NoObserver, Trace
from zermelo.search.parts.outcomes import Outcomes
from zermelo.search.parts.payoff import AllRewards, TwoRewards
from zermelo.search.parts.scoring import INFINITY, Distance, Expectation, Outcome, Scoring
from zermelo.search.parts.search import Extras, Search
from zermelo.search.parts.table import MAX_VALUE, NoTable, ObjectTable, TranspositionTable
from zermelo.search.parts.tree import StoredTree
from zermelo.search.parts.workers import LoneWorker, SearchWorker
from zermelo.solver.options import ORDERING, Options
from zermelo.solver.technique import PROOF, THEORY, choose, facts_of

FEW_IMAGES: Final = 32
"""Actions times symmetries: the more, the longer it takes to look all children of a node up in the table."""

RESERVE: Final = 24 << 20
"""Bytes that a process takes beside its table once the search runs."""

MAX_BOUNDS: Final = 1 << 24
"""How many bounds on the outcomes of chance there may be on one path."""


def suited(game: Game[Any], options: Options) -> tuple[Options, str]:
    """The options with an algorithm named, and why this one if nobody had named one."""
    if options.algorithm is not None:
        return options, ""
    facts = facts_of(game)
    if options.depth is not None:  # then play may come back as it likes
        facts = dataclasses.replace(facts, cyclic=False)
    choice = choose(facts)
    if choice.algorithm is None:
        raise NotSupported(f"No algorithm here takes {game}: {choice.brief}. {choice.reason}")
    if choice.algorithm == THEORY and not theory_may(options):
        return dataclasses.replace(options, algorithm=DEFAULT), "its theory does not tell what was asked"
    if choice.algorithm == PROOF and not proof_may(options):
        return dataclasses.replace(options, algorithm=DEFAULT), "threats decide, but df-pn does not take these options"
    return dataclasses.replace(options, algorithm=choice.algorithm), choice.brief


def theory_may(options: Options) -> bool:
    """Whether theory can do what is asked: it knows neither depths nor distances, and compiles nothing."""
    asked = options.depth is not None or options.deepening or options.objective != "outcome"
    return not (asked or options.compiled or options.etc)


def proof_may(options: Options) -> bool:
    """Whether df-pn can do what is asked, and as well: it finds no scores and no equals, and leaves no guess."""
    scores = options.depth is not None or options.deepening or options.objective != "outcome" or options.etc
    others = options.all_moves or options.seed is not None or (options.threads or 1) > 1 or not options.table
    guess = (options.nodes is not None or options.seconds is not None) and options.deepening is None
    kept = options.checkpoint is not None  # who goes on with it may ask with a budget, or for more threads
    return not (scores or others or guess or kept)


def new_search(game: Game[Any], options: Options, observer: NoObserver | Trace, *, any_keys: bool = False) -> Search:
    """A fresh search of `game`, from which what `options` leave out has been taken already. Raises BadOption.

    With `any_keys` the keys of its states need not be of one shape.
    """
    quiesces = "quiescence" in knowledge_of(game)
    payoff = TwoRewards(game.reward_range[1]) if game.players == 2 else AllRewards(game.players, game.reward_range[0])
    table = new_table(game, options, any_keys=any_keys)
    width = table.width if isinstance(table, TranspositionTable) else 0
    shares = named(options.algorithm).parallel and isinstance(table, TranspositionTable)
    return Search(
        _scoring(game, options),
        table,
        _moves(game, options),
        observer,
        SearchWorker(width) if shares else LoneWorker(width),
        Extras(payoff, _outcomes(game, options), _frontier(game, options), _tree(options)),
        quiesces=quiesces,
        cuts_early=_cuts_early(game, options),
        seed=options.seed or 0,
    )


def _cuts_early(game: Game[Any], options: Options) -> bool:
    """Whether to ask what is known of all children before any is searched."""
    if options.etc is not None:
        return options.etc
    if "all" in options.left_out or "scores" not in named(options.algorithm).memory:
        return False
    useful = options.table or "bounds" in knowledge_of(game)
    return useful and game.action_count * game.symmetry_count <= FEW_IMAGES


def deepens(game: Game[Any], options: Options) -> bool:
    """Whether to search one depth after the other."""
    if options.deepening is not None:
        return options.deepening
    if named(options.algorithm).to_the_end or named(options.algorithm).memory == "questions":
        return False
    if game.cyclic:  # what comes back to where it was is met once for each depth: no deeper than needed
        return True
    if options.checkpoint is not None:  # a budget is a pause then, and may be another one the next time
        return False
    return (options.nodes is not None or options.seconds is not None) and "evaluation" in knowledge_of(game)


def knowledge_used(game: Game[Any], algorithm: Algorithm, options: Options) -> tuple[str, ...]:
    """What could be left out, and is used: nothing, by algorithms that search every player's own reward.

    `game` is without what the options leave out.
    """
    if algorithm.any_players:
        return ()
    return (*knowledge_of(game), *(name for name in ORDERING if not options.leaves_out(name)))


def full_depth(game: Game[Any], options: Options) -> int:
    """How deep to search."""
    return game.max_length if options.depth is None else min(options.depth, game.max_length)


def _moves(game: Game[Any], options: Options) -> NaturalOrder | GivenOrder:
    priority = "priority" in knowledge_of(game)
    killers, history = not options.leaves_out("killers"), not options.leaves_out("history")
    numbered = (
        type(game).actions is Game.actions  # pyright: ignore[reportUnknownMemberType]
    )  # in the order of their numbers, as NaturalOrder finds them
    numbered = numbered and "relevance" not in knowledge_of(game)
    plies, distances = full_depth(game, options), options.objective != "outcome"
    if not (priority or killers or history):
        natural = numbered and game.action_count <= MAX_SET
        return NaturalOrder(game.action_count) if natural else GivenOrder(plies, game.action_count, distances=distances)
    eager = named(options.algorithm).memory == "questions"  # in proofs, one reply often meets many tries
    return SortedOrder(
        plies,
        game.action_count,
        distances=distances,
        priority=priority,
        killers=killers,
        history=history,
        eager=eager,
    )


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
        most = min(most_chances(game), full_depth(game, options))
    if not _means_fit(game, resolution, most):
        raise NotSupported(
            f"{game}: expected rewards have denominators up to chance_total ** max_chances = {game.chance_total}**{most}, "
            f"which do not fit in 62 bits with the rewards. If no play has that many chance nodes, say so with max_chances; "
            f"if their weights add up to less, say so with chance_total; or search to a depth, {_deepest_means(game)} "
            f"plies at most."
        )
    return Expectation(resolution, best, game.chance_total**most)


def _means_fit(game: Game[Any], resolution: int, chances: int) -> bool:
    """Whether scores can hold all means over so many chance nodes on a path."""
    _, best = game.reward_range
    return best * resolution * game.chance_total ** (chances + 1) < INFINITY


def _deepest_means(game: Game[Any]) -> int:
    """The plies that a search may look ahead so that scores can hold all means, each ply being chance's."""
    depth = 0
    while depth < game.max_length and _means_fit(game, game.resolution, depth + 1):
        depth += 1
    return depth


def farthest(game: Game[Any]) -> int | None:
    """The plies that a search of a game of two may look ahead where none may go to the end of every play, because plays may
    come back or means do not fit; None where one may.
    """
    if game.players != 2 or not (game.cyclic or game.has_chance):
        return None
    fits = not game.has_chance or _means_fit(game, game.resolution, min(most_chances(game), game.max_length))
    depth = game.max_length if fits else _deepest_means(game)
    return depth if game.cyclic or not fits else None


def _outcomes(game: Game[Any], options: Options) -> Outcomes:
    """Room for the bounds on the outcomes of chance. Raises NotSupported."""
    if not game.has_chance or not named(options.algorithm).chance:
        return Outcomes(0, 0)
    plies = full_depth(game, options) + 1
    if plies * game.action_count > MAX_BOUNDS:
        raise NotSupported(f"{game}: {plies} plies of {game.action_count} outcomes are too many to keep bounds on.")
    return Outcomes(plies, game.action_count)


def _frontier(game: Game[Any], options: Options) -> Frontier:
    """Room for the moves of a path, for searches that keep them all."""
    if not named(options.algorithm).keeps_frontier:
        return Frontier(0, 0)
    plies = full_depth(game, options)
    return Frontier(plies, min((plies + 1) * game.action_count, MAX_MOVES))


def _tree(options: Options) -> StoredTree:
    """Room for the nodes of a tree in memory, for searches that keep one."""
    if not named(options.algorithm).keeps_tree:
        return StoredTree(0, 1)
    tree = StoredTree(_share(options))
    if tree.bytes > _share(options):
        raise BadOption(f"memory = {options.memory} bytes are too few: the first tree takes {tree.bytes} bytes.")
    return tree


def afforded(options: Options, held: int = 0) -> Options:
    """The options with the memory that is left for the table, where it was given for the whole process.

    Of what the process has, `held` bytes are a table already. Raises BadOption when nothing is left.
    """
    if not options.whole_process:
        return options
    import psutil

    taken = psutil.Process().memory_info().rss - held + RESERVE
    if taken >= options.memory:
        raise BadOption(
            f"memory = {options.memory} bytes are too few: the process takes {taken >> 20}M without a table; "
            f"{(taken >> 20) + 2}M are the least."
        )
    return dataclasses.replace(options, memory=options.memory - taken)


def _share(options: Options) -> int:
    """The memory for a table or a tree, where there may be both."""
    algorithm = named(options.algorithm)
    return (
        options.memory // 2 if algorithm.keeps_tree and algorithm.memory != "none" and options.table else options.memory
    )


def new_table(
    game: Game[Any], options: Options, *, any_keys: bool = False
) -> TranspositionTable | ObjectTable | NoTable:
    """An empty table for what the algorithm keeps, of the key's width. Raises BadOption for too little memory."""
    memory = named(options.algorithm).memory
    if not options.table or memory == "none":
        return NoTable()
    if any_keys:
        return ObjectTable(_share(options))
    try:
        width = len(pack(game.key(game.initial())))
    except Unpackable:
        return ObjectTable(_share(options))
    try:
        if memory == "questions":
            return TranspositionTable(width + 1, _share(options), wide=True)
        return TranspositionTable(width, options.memory, wide=memory == "wide scores")
    except ValueError as error:
        raise BadOption(f"memory = {options.memory} bytes are too few: {error}.") from None
