"""How positions of one game are searched: all that is known of that before there is a position, worked out once.

game, options --> suited: an algorithm is named --> plan_for: a Plan --> setup: a search; run: one position
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game, knowledge_of
from zermelo.search import DEFAULT, Algorithm, named
from zermelo.solver.options import ORDERING, Options
from zermelo.solver.technique import PROOF, THEORY, choose, facts_of

State = TypeVar("State")


STATIC: Final = ("evaluation", "quiescence")
"""What a search to a depth needs where it ends."""


@dataclass(frozen=True)
class Plan(Generic[State]):
    """One way to search positions of one game."""

    game: Game[State]
    """As it was given: it names positions and moves."""
    searched_game: Game[State]
    """Without what the options leave out: kernels know this one."""
    algorithm: Algorithm
    options: Options
    chosen: str
    """Why by this algorithm, in a few words, when none was named; else empty."""
    knowledge: tuple[str, ...]
    """The pieces of knowledge that the searched game has."""
    deepens: bool
    """Whether to search depth 1, 2, 3 and so on."""
    full_depth: int
    """How deep to search, in plies."""

    @property
    def worst(self) -> int:
        """The least reward there is."""
        return self.game.reward_range[0]

    @property
    def best(self) -> int:
        """The highest reward there is."""
        return self.game.reward_range[1]

    @property
    def has_depths(self) -> bool:
        """Whether a result tells how deep the search went: it may have ended before the end of the game."""
        return self.deepens or self.options.depth is not None

    @property
    def knowledge_used(self) -> tuple[str, ...]:
        """What could be left out, and is used: by algorithms that know the rules alone, only the static evaluation."""
        if not self.algorithm.informed:
            return () if self.algorithm.any_players else tuple(name for name in self.knowledge if name in STATIC)
        return (*self.knowledge, *(name for name in ORDERING if not self.options.leaves_out(name)))

    def is_to_the_end(self, depth: int) -> bool:
        """Whether no play is longer than this depth."""
        return depth == self.game.max_length

    def must_end(self, depth: int) -> bool:
        """Whether a search to this depth must meet the end of every play, or the game breaks its contract."""
        return self.is_to_the_end(depth) and self.options.depth is None

    def limited(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        deepening: bool | None = None,
    ) -> Plan[State]:
        """The plan with the limits of one call; a limit alone does not decide whether to deepen. Raises BadOption."""
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
        return dataclasses.replace(
            self, options=options, deepens=deepens, full_depth=_full_depth(self.searched_game, options)
        )


def plan_for(game: Game[State], options: Options, chosen: str = "") -> Plan[State]:
    """The plan for a game and options that have passed the checks; an algorithm has been named, or is the default."""
    searched_game = game.without(*options.left_out)
    algorithm: Algorithm = named(options.algorithm)
    knowledge = tuple(knowledge_of(searched_game))
    return Plan(
        game=game,
        searched_game=searched_game,
        algorithm=algorithm,
        options=options,
        chosen=chosen,
        knowledge=knowledge,
        deepens=_deepens(searched_game, algorithm, options, has_evaluation="evaluation" in knowledge),
        full_depth=_full_depth(searched_game, options),
    )


def _deepens(game: Game[Any], algorithm: Algorithm, options: Options, *, has_evaluation: bool) -> bool:
    """Whether to search one depth after the other."""
    if options.deepening is not None:
        return options.deepening
    if algorithm.to_the_end or algorithm.memory == "questions":
        return False
    if game.cyclic:  # what comes back to where it was is met once for each depth: no deeper than needed
        return True
    if options.checkpoint is not None:  # a budget is a pause then, and may be another one the next time
        return False
    return (options.nodes is not None or options.seconds is not None) and has_evaluation


def _full_depth(game: Game[Any], options: Options) -> int:
    return game.max_length if options.depth is None else min(options.depth, game.max_length)


# --- the algorithm, where none is named -------------------------------------------------------------------------------
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
