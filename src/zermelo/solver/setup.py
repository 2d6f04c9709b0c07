"""Makes a search that is ready to run from a plan."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any, Final

from zermelo.core.arrays import Array, is_view, memory
from zermelo.core.component import Component
from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.facets import most_chances
from zermelo.core.game import Game, inherits
from zermelo.core.words import Unpackable, pack
from zermelo.search.parts.entry import MAX_VALUE
from zermelo.search.parts.frontier import Frontier
from zermelo.search.parts.moves import MAX_MOVES, MAX_SET, GivenOrder, NaturalOrder, SortedOrder
from zermelo.search.parts.observers import NoObserver, Trace
from zermelo.search.parts.outcomes import Outcomes
from zermelo.search.parts.payoff import AllRewards, TwoRewards
from zermelo.search.parts.prefetching import NoPrefetching, Prefetching
from zermelo.search.parts.scoring import INFINITY, Distance, Expectation, Outcome, Scoring
from zermelo.search.parts.search import Extras, Search
from zermelo.search.parts.table import NoTable, ObjectTable, TranspositionTable
from zermelo.search.parts.tree import StoredTree
from zermelo.search.parts.workers import LoneWorker, SearchWorker
from zermelo.solver.options import Options
from zermelo.solver.plan import Plan

RESERVE: Final = 24 << 20
"""Bytes that the process will need besides its table once the search runs."""


def new_search(
    plan: Plan[Any],
    observer: NoObserver | Trace,
    *,
    memory: int | None = None,
    any_keys: bool = False,
    words: int = 0,
) -> Search:
    """A new search of the plan's game. Raises BadOption, NotSupported.

    `memory`: bytes, by default those of the options. `any_keys`: whether the keys of states may differ in shape. `words`:
    the number of words of a key, for code that encodes states; 0: as many as the first key has.
    """
    game, etc = plan.searched_game, _use_etc(plan)
    memory = plan.options.memory if memory is None else memory
    payoff = TwoRewards(game.reward_range[1]) if game.players == 2 else AllRewards(game.players, game.reward_range[0])
    table = new_table(plan, memory, any_keys=any_keys, words=words)
    width = table.width if isinstance(table, TranspositionTable) else 0
    shares = plan.algorithm.parallel and isinstance(table, TranspositionTable)
    # entries are not prefetched if enhanced transposition cutoffs read them, or if many keys would be made
    prefetches = plan.algorithm.memory == "scores" and not etc and game.symmetry_count == 1
    return Search(
        scoring_of(plan),
        table,
        _moves(plan, hints=table.remembers),
        observer,
        SearchWorker(width) if shares else LoneWorker(width),
        Prefetching(plan.full_depth) if prefetches else NoPrefetching(),
        Extras(payoff, _outcomes(plan), _frontier(plan), _tree(plan, memory), plan.options.seed or 0),
        quiesces="quiescence" in plan.knowledge,
        use_etc=etc,
        has_bounds="bounds" in plan.knowledge,
    )


class Initial:
    """The contents of a new search, except for its table: restoring them is faster than making another search."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._arrays = list(_arrays_in(search))
        self._contents = [(there, bytes(there)) for there in map(memory, self._arrays)]

    def restore(self) -> bool:
        """Restore the contents. False if an array, or a part of the search, has been replaced, by a larger one perhaps."""
        if not all(map(operator.is_, _arrays_in(self._search), self._arrays)):
            return False
        for there, contents in self._contents:
            there[:] = contents
        return True


def _arrays_in(component: Component) -> Iterator[Array]:
    """The arrays of a component and of its parts, except for those of a table and of a trace."""
    for value in vars(component).values():
        if is_view(value):
            yield value
        elif isinstance(value, Component) and not isinstance(value, TranspositionTable | ObjectTable | Trace):
            yield from _arrays_in(value)


def _use_etc(plan: Plan[Any]) -> bool:
    game, options = plan.searched_game, plan.options
    if options.etc is not None:
        return options.etc
    if "all" in options.left_out or "scores" not in plan.algorithm.memory:
        return False
    useful = options.table or "bounds" in plan.knowledge
    return useful and game.action_count * game.symmetry_count <= 32  # with more, looking all up takes long


def _moves(plan: Plan[Any], *, hints: bool) -> NaturalOrder | GivenOrder:
    """The move order. `hints`: whether there is a table."""
    game, options = plan.searched_game, plan.options
    priority = "priority" in plan.knowledge
    killers, history = not options.leaves_out("killers"), not options.leaves_out("history")
    distances = options.objective != "outcome"
    if not (priority or killers or history):
        # if the game's order is that of the action numbers
        natural = inherits(game, "actions") and "relevance" not in plan.knowledge and game.action_count <= MAX_SET
        return NaturalOrder(game.action_count) if natural else GivenOrder(distances=distances, hints=hints)
    eager = plan.algorithm.memory == "questions"  # in proofs, one reply often refutes many moves
    return SortedOrder(
        plan.full_depth,
        game.action_count,
        distances=distances,
        priority=priority,
        killers=killers,
        history=history,
        eager=eager,
        by_player=game.players == 2 and not game.has_chance,
    )


# --- scores -------------------------------------------------------------------------------------------------------------
def scoring_of(plan: Plan[Any]) -> Scoring:
    """The scoring of the search. Raises BadOption, NotSupported."""
    game, options = plan.searched_game, plan.options
    _, best = game.reward_range
    if plan.algorithm.chance:
        return _expectation(plan)
    resolution = game.resolution if plan.has_depths and "evaluation" in plan.knowledge else 1
    if options.objective == "outcome":
        scoring = Outcome(resolution, best)
    else:
        scoring = Distance(resolution, best, game.max_length)
    if best * scoring.unit > MAX_VALUE:
        raise BadOption(
            f"{game} has rewards that are too large for the objective {options.objective!r}: "
            f"the largest possible is {MAX_VALUE // scoring.unit:,}."
        )
    return scoring


def _expectation(plan: Plan[Any]) -> Expectation:
    """A scoring fine enough for every mean up to the depth limit. Raises BadOption, NotSupported."""
    game = plan.searched_game
    _, best = game.reward_range
    if best > MAX_VALUE:  # UNBOUNDED would be taken for a proved bound
        raise BadOption(f"{game} has rewards that are too large: the largest possible is {MAX_VALUE:,}.")
    resolution = game.resolution if plan.has_depths else 1
    most = min(most_chances(game), plan.full_depth) if game.has_chance else 0
    if not _means_fit(game, resolution, most):
        raise NotSupported(
            f"{game}: expected rewards have denominators up to chance_total ** max_chances = {game.chance_total}**{most}, "
            f"which do not fit in 62 bits with the rewards. If no play has that many chance nodes, set a lower max_chances; "
            f"if their weights add up to less, set a lower chance_total; or search to a depth of at most "
            f"{_deepest_means(game)} plies."
        )
    return Expectation(resolution, best, game.chance_total**most)


def _means_fit(game: Game[Any], resolution: int, chances: int) -> bool:
    """Whether scores can represent all means over this many chance nodes on a path."""
    _, best = game.reward_range
    return best * resolution * game.chance_total ** (chances + 1) < INFINITY


def _deepest_means(game: Game[Any]) -> int:
    """The deepest search, in plies, whose means scores can represent even if every ply is a chance node."""
    depth = 0
    while depth < game.max_length and _means_fit(game, game.resolution, depth + 1):
        depth += 1
    return depth


def farthest(game: Game[Any]) -> int | None:
    """The depth limit that a two-player game needs because it is cyclic or its means do not fit; None if it needs none."""
    if game.players != 2 or not (game.cyclic or game.has_chance):
        return None
    fits = not game.has_chance or _means_fit(game, game.resolution, min(most_chances(game), game.max_length))
    depth = game.max_length if fits else _deepest_means(game)
    return depth if game.cyclic or not fits else None


# --- memory -------------------------------------------------------------------------------------------------------------
def memory_left(options: Options, held: int = 0) -> int:
    """The bytes available for the table: less than in the options if those are for the whole process.

    `held`: bytes that the process already uses for a table. Raises BadOption if nothing is left.
    """
    if not options.whole_process:
        return options.memory
    import psutil

    taken = psutil.Process().memory_info().rss - held + RESERVE
    if taken >= options.memory:
        raise BadOption(
            f"memory = {options.memory} bytes is too little: the process takes {taken >> 20}M without a table, so at least "
            f"{(taken >> 20) + 2}M are needed."
        )
    return options.memory - taken


def _share(plan: Plan[Any], memory: int) -> int:
    both = plan.algorithm.keeps_tree and plan.algorithm.memory != "none" and plan.options.table
    return memory // 2 if both else memory


def new_table(
    plan: Plan[Any], memory: int, *, any_keys: bool = False, words: int = 0
) -> TranspositionTable | ObjectTable | NoTable:
    """An empty table for what the algorithm stores and for the game's keys. Raises BadOption for too little memory."""
    game, kept = plan.searched_game, plan.algorithm.memory
    if not plan.options.table or kept == "none":
        return NoTable()
    if any_keys:
        return ObjectTable(_share(plan, memory))
    try:
        width = words or len(pack(game.key(game.initial())))
    except Unpackable:
        return ObjectTable(_share(plan, memory))
    try:
        if kept == "questions":
            return TranspositionTable(width + 1, _share(plan, memory), wide=True)
        return TranspositionTable(width, memory, wide=kept == "wide scores")
    except ValueError as error:
        raise BadOption(f"memory = {memory} bytes is too little: {error}.") from None


def _tree(plan: Plan[Any], memory: int) -> StoredTree:
    """The search tree in memory, empty for algorithms without one. Raises BadOption for too little memory."""
    if not plan.algorithm.keeps_tree:
        return StoredTree(0, 1)
    tree = StoredTree(_share(plan, memory))
    if tree.bytes > _share(plan, memory):
        raise BadOption(f"memory = {memory} bytes is too little: the smallest tree takes {tree.bytes} bytes.")
    return tree


# --- the path -------------------------------------------------------------------------------------------------------------
def _outcomes(plan: Plan[Any]) -> Outcomes:
    """The bounds on outcomes of chance, empty for games without chance. Raises NotSupported."""
    game = plan.searched_game
    if not game.has_chance or not plan.algorithm.chance:
        return Outcomes(0, 0)
    plies = plan.full_depth + 1
    if plies * game.action_count > 1 << 24:
        raise NotSupported(f"{game}: {plies} plies with {game.action_count} outcomes each are too many.")
    return Outcomes(plies, game.action_count)


def _frontier(plan: Plan[Any]) -> Frontier:
    """The frontier of df-pn, empty for other algorithms."""
    if not plan.algorithm.keeps_frontier:
        return Frontier(0, 0)
    plies = plan.full_depth
    return Frontier(plies, min((plies + 1) * plan.searched_game.action_count, MAX_MOVES))
