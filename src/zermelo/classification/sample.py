"""Measures a game in random plays: their length, the number of moves, the quality of the evaluation."""

from __future__ import annotations

import math
import random
import statistics
from typing import Any, Final, NamedTuple

from zermelo.core.constants import ALTERNATES, NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game, knowledge_of
from zermelo.solver.technique import Description, Evaluation, facts_of

PLAYS: Final = 100
GOOD: Final = 0.25
"""An evaluation counts as good if its correlation with the outcome of random play is at least this."""


class SampledPlay(NamedTuple):
    """A random play: its states, the last one terminal, and the number of actions in each of the others."""

    states: list[Any]
    widths: list[int]


def random_play(game: Game[Any], rng: random.Random) -> SampledPlay:
    """A random play in which every action is equally likely."""
    states, widths = [game.initial()], list[int]()
    while not game.terminal(states[-1]):
        actions = _actions(game, states)
        widths.append(len(actions))
        states.append(game.apply(states[-1], rng.choice(actions)))
    return SampledPlay(states, widths)


def lasting_play(game: Game[Any], rng: random.Random) -> list[Any]:
    """The states of a random play that avoids the end of the game as long as it can, and plays forced moves."""
    states = [game.initial()]
    while not game.terminal(states[-1]):
        actions = _actions(game, states)
        rng.shuffle(actions)
        chance = game.has_chance and game.chance(states[-1])
        forced = NONE if chance else game.forced(states[-1])
        if forced != NONE and forced not in actions:
            raise BrokenContract("forced returned an action that is not legal")
        children = (game.apply(states[-1], action) for action in ([forced] if forced != NONE else actions))
        first = next(children)
        states.append(first if not game.terminal(first) else next((c for c in children if not game.terminal(c)), first))
    return states


def _actions(game: Game[Any], states: list[Any]) -> list[int]:
    """The actions in the last of these states. Raises BrokenContract if the play should be over."""
    if len(states) > game.max_length:
        raise BrokenContract(f"a play is longer than max_length = {game.max_length} plies")
    actions = list(game.actions(states[-1]))
    if not actions:
        raise BrokenContract("a position that is not terminal has no legal action")
    return actions


def tree_size(plays: list[SampledPlay]) -> float:
    """The decimal logarithm of the estimated number of nodes in the game tree.

    A random play with b1, b2, ... actions in its positions stands for 1 + b1 + b1 b2 + ... nodes; their mean is unbiased
    (Knuth 1975). It is usually too low, and sometimes far too high, since plays that stand for many nodes are rare.
    """
    total = 0
    for play in plays:
        product = 1
        total += 1
        for width in play.widths:
            product *= width
            total += product
    return math.log10(total) - math.log10(len(plays))


def described(game: Game[Any], plays: list[SampledPlay]) -> Description:
    """The description of a game, from its class and from random plays."""
    facts = facts_of(game)
    depth = statistics.mean(len(play.widths) for play in plays)
    branching = statistics.mean(width for play in plays for width in play.widths)
    return Description(
        players=facts.players,
        chance=facts.chance,
        closed_form=facts.closed_form,
        cyclic=facts.cyclic,
        forcing=facts.forcing,
        branching=branching,
        depth=depth,
        evaluation=evaluation_quality(game, plays),
    )


def evaluation_quality(game: Game[Any], plays: list[SampledPlay]) -> Evaluation:
    """How well the static evaluation of a late position predicts the outcome of a random play."""
    if "evaluation" not in knowledge_of(game) or game.players != 2:
        return "none"
    points: list[float] = []
    outcomes: list[float] = []
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
