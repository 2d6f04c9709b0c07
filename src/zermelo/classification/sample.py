"""Measures a game in random plays: their length, the number of moves, the quality of the evaluation."""

from __future__ import annotations

import math
import operator
import random
import statistics
from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate
from typing import Any, Final, NamedTuple

from zermelo.core.constants import ALTERNATES, NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game, knowledge_of
from zermelo.core.random_play import PlayedMove, random_play
from zermelo.solver.technique import Description, Evaluation, facts_of

PLAYS: Final = 100
GOOD: Final = 0.25
"""An evaluation counts as good if its correlation with the outcome of random play is at least this."""


class SampledPlay(NamedTuple):
    """A random play: its states, the last one terminal, and the number of actions in each of the others."""

    states: list[Any]
    widths: list[int]


def sampled_play(game: Game[Any], rng: random.Random) -> SampledPlay:
    """A random play in which every action is equally likely."""
    plies = [*random_play(game, game.initial(), rng)]
    return SampledPlay(_states(game, plies), [len(ply.actions) for ply in plies])


def lasting_play(game: Game[Any], rng: random.Random) -> list[Any]:
    """The states of a random play that avoids the end of the game as long as it can, and plays forced moves."""

    def actions(state: Any) -> Iterable[int]:
        chance = game.has_chance and game.chance(state)
        forced = NONE if chance else game.forced(state)
        if forced == NONE:
            return game.actions(state)
        if forced not in game.actions(state):
            raise BrokenContract("forced returned an action that is not legal")
        return [forced]

    return _states(game, [*random_play(game, game.initial(), rng, lasting=True, actions=actions)])


def _states(game: Game[Any], plies: list[PlayedMove[Any]]) -> list[Any]:
    """The states of a whole play. Raises BrokenContract if it did not end."""
    states = [game.initial(), *(ply.after for ply in plies)]
    if game.terminal(states[-1]):
        return states
    if len(plies) == game.max_length:
        raise BrokenContract(f"a play is longer than max_length = {game.max_length} plies")
    raise BrokenContract("a position that is not terminal has no legal action")


def tree_size(plays: list[SampledPlay]) -> float:
    """The decimal logarithm of the estimated number of nodes in the game tree.

    A random play with b1, b2, ... actions in its positions stands for 1 + b1 + b1 b2 + ... nodes; their mean is unbiased
    (Knuth 1975). It is usually too low, and sometimes far too high, since plays that stand for many nodes are rare.
    """
    total = sum(sum(accumulate(play.widths, operator.mul, initial=1)) for play in plays)
    return math.log10(total) - math.log10(len(plays))


def described(game: Game[Any], plays: list[SampledPlay]) -> Description:
    """The description of a game, from its class and from random plays."""
    depth = statistics.mean(len(play.widths) for play in plays)
    branching = statistics.mean(width for play in plays for width in play.widths)
    return replace(facts_of(game), branching=branching, depth=depth, evaluation=evaluation_quality(game, plays))


def evaluation_quality(game: Game[Any], plays: list[SampledPlay]) -> Evaluation:
    """How well the static evaluation of a late position predicts the outcome of a random play."""
    if "evaluation" not in knowledge_of(game) or game.players != 2:
        return "none"
    points, outcomes = list[float](), list[float]()
    for play in plays:
        place = len(play.widths) * 5 // 6
        state, last = play.states[place], play.states[-1]
        mover, end = game.to_move(state), game.to_move(last)
        same = (len(play.widths) - place) % 2 == 0 if mover == ALTERNATES else mover == end
        points.append(game.evaluate(state))
        outcomes.append(game.reward(last) if same else -game.reward(last))
    if len(set(points)) < 2 or len(set(outcomes)) < 2:
        return "weak"
    return "good" if statistics.correlation(points, outcomes) >= GOOD else "weak"
