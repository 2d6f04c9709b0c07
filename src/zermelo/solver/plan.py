"""The plan of a search: how to search positions of one game, decided once, before there is a position.

game, options --> suited: an algorithm is chosen --> plan_for: a Plan --> setup: a search; run: one position
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game, knowledge_of
from zermelo.search import DEFAULT, Algorithm, named
from zermelo.solver.options import ORDERING, Options
from zermelo.solver.requirements import check_options
from zermelo.solver.technique import PROOF, THEORY, choose, facts_of

State = TypeVar("State")


@dataclass(frozen=True)
class Plan(Generic[State]):
    """One way to search positions of one game."""

    game: Game[State]
    """The game as it was given. It names positions and moves."""
    searched_game: Game[State]
    """The game without the knowledge that the options leave out. Kernels use this one."""
    algorithm: Algorithm
    options: Options
    chosen: str
    """Why this algorithm was chosen, in a few words; empty if it was named."""
    knowledge: tuple[str, ...]
    """The pieces of knowledge that the searched game has."""
    deepens: bool
    """Whether to search to depth 1, 2, 3 and so on."""
    full_depth: int
    """The full depth, in plies."""
    end_first: bool = False
    """Whether to search to the end of the game in a part of the budget, before deepening: the rest may not be needed."""

    @property
    def worst(self) -> int:
        return self.game.reward_range[0]

    @property
    def best(self) -> int:
        return self.game.reward_range[1]

    @property
    def has_depths(self) -> bool:
        """Whether a result states its depth, because the search may stop before the end of the game."""
        return self.deepens or self.options.depth is not None

    @property
    def knowledge_used(self) -> tuple[str, ...]:
        """The pieces that the search uses and that could be left out. Uninformed algorithms use at most evaluations."""
        if not self.algorithm.informed:
            evaluations = ("evaluation", "quiescence")
            return () if self.algorithm.any_players else tuple(name for name in self.knowledge if name in evaluations)
        return (*self.knowledge, *(name for name in ORDERING if not self.options.leaves_out(name)))

    def chance_moves(self, state: State) -> bool:
        return self.game.has_chance and self.game.chance(state)

    def is_to_the_end(self, depth: int) -> bool:
        """Whether no play is longer than this depth."""
        return depth == self.game.max_length

    def must_end(self, depth: int) -> bool:
        """Whether a search to this depth must reach the end of every play, unless the game breaks its contract."""
        return self.is_to_the_end(depth) and self.options.depth is None

    def limited(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        deepening: bool | None = None,
    ) -> Plan[State]:
        """The plan with the limits of one call. Only `deepening` changes whether to deepen. Raises BadOption."""
        if (seconds, nodes, depth, deepening) == (None,) * 4:
            return self
        if depth is not None and self.options.depth is not None and depth > self.options.depth:
            raise BadOption(
                f"depth = {depth} is more than the {self.options.depth} plies that this solver was made for."
            )
        deepens = self.deepens if deepening is None else deepening
        given = {"seconds": seconds, "nodes": nodes, "depth": depth, "deepening": deepens}
        limits: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        options = dataclasses.replace(self.options, **limits)
        check_options(self.algorithm, options)
        end_first = self.end_first and deepening is None and depth is None
        return dataclasses.replace(
            self,
            options=options,
            deepens=deepens,
            full_depth=_full_depth(self.searched_game, options),
            end_first=end_first,
        )


def plan_for(game: Game[State], options: Options, chosen: str = "") -> Plan[State]:
    """The plan for a game and options that have passed the checks. Without a named algorithm the default is used."""
    searched_game = options.reduced(game)
    algorithm: Algorithm = named(options.algorithm)
    knowledge = tuple(knowledge_of(searched_game))
    deepens = _deepens(searched_game, algorithm, options, has_evaluation="evaluation" in knowledge)
    must_deepen = game.cyclic or options.deepening is not None or options.depth is not None
    return Plan(
        game=game,
        searched_game=searched_game,
        algorithm=algorithm,
        options=options,
        chosen=chosen,
        knowledge=knowledge,
        deepens=deepens,
        full_depth=_full_depth(searched_game, options),
        end_first=deepens and not must_deepen,
    )


def _deepens(game: Game[Any], algorithm: Algorithm, options: Options, *, has_evaluation: bool) -> bool:
    if options.deepening is not None:
        return options.deepening
    if algorithm.to_the_end or algorithm.memory == "questions":
        return False
    if game.cyclic:  # a repeated position is searched again at each depth, so go no deeper than needed
        return True
    if options.checkpoint is not None:  # then a spent budget is only a pause, and the next call may have another
        return False
    return (options.nodes is not None or options.seconds is not None) and has_evaluation


def _full_depth(game: Game[Any], options: Options) -> int:
    return game.max_length if options.depth is None else min(options.depth, game.max_length)


# --- the algorithm, if none is named ----------------------------------------------------------------------------------
def suited(game: Game[Any], options: Options) -> tuple[Options, str]:
    """The options, with an algorithm if they name none, and the reason for that choice. Raises NotSupported."""
    if options.algorithm is not None:
        return options, ""
    facts = facts_of(game)
    if options.depth is not None:  # then repeated positions do no harm: the search ends at the limit
        facts = dataclasses.replace(facts, cyclic=False)
    choice = choose(facts)
    if choice.algorithm is None:
        raise NotSupported(f"No algorithm supports {game}: {choice.brief}. {choice.reason}")
    if choice.algorithm == THEORY and not theory_applies(options):
        return dataclasses.replace(options, algorithm=DEFAULT), "its theory cannot use these options"
    if choice.algorithm == PROOF and not dfpn_applies(options):
        return dataclasses.replace(options, algorithm=DEFAULT), "threats decide, but df-pn cannot use these options"
    return dataclasses.replace(options, algorithm=choice.algorithm), choice.brief


def theory_applies(options: Options) -> bool:
    """Whether theory can answer with these options: it has neither depths nor distances, and compiles nothing."""
    return not (options.asks_for_scores or options.compiled)


def dfpn_applies(options: Options) -> bool:
    """Whether df-pn suits these options: it finds neither scores nor other best moves, and makes no estimates."""
    others = options.all_moves or options.seed is not None or (options.threads or 1) > 1 or not options.table
    guess = (options.nodes is not None or options.seconds is not None) and options.deepening is None
    resumed = options.checkpoint is not None  # a later call may have a budget, or more threads
    return not (options.asks_for_scores or others or guess or resumed)
