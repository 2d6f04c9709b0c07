"""Rules about keys: states with equal keys must have equal futures.

The states that play reached, and their children, are grouped by key. Two different states with the same key are followed
side by side for a few plies, action by action. If both are late enough to be solved, their values are compared, too.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from zermelo.conformance.case import ThoroughCase, unless_solvable
from zermelo.conformance.truth import score_text
from zermelo.core.contract import is_hashable
from zermelo.core.wording import shown
from zermelo.preflight.endless import where
from zermelo.preflight.equality import Path
from zermelo.preflight.futures import Futures
from zermelo.preflight.random_plays import RandomPosition
from zermelo.preflight.rule import Finding, Rule, rule, unless_known
from zermelo.preflight.rules import SameKey, same_key

PLIES: Final = 4
"""For how many plies two states with the same key are followed."""

PAIRS: Final = 60
"""At most this many pairs of states are compared on the way."""

MAX_STATES: Final = 10_000
MAX_PAIRS: Final = 400
MAX_PARTNERS: Final = 4
"""A state is compared with at most this many others that have the same key."""


NO_TWINS: Final = "no two of the states reached have the same key"


def pairs_of_states(case: ThoroughCase) -> Sequence[SameKey]:
    """Pairs of different states with the same key, late ones first."""
    found: list[SameKey] = []
    groups: dict[Hashable, list[tuple[Any, Path]]] = {}
    for state, path in islice(_ongoing_states(case), MAX_STATES):
        if case.clock.is_up():
            break
        group = groups.setdefault(case.game.key(state), [])
        if group and len(group) <= MAX_PARTNERS:
            found.append(SameKey(*group[0], state, path))
        group.append((state, path))
    return sorted(found, key=lambda pair: -len(pair.path))[:MAX_PAIRS]


def _ongoing_states(case: ThoroughCase) -> Iterator[tuple[Any, Path]]:
    """All different states that play reached and their children, without terminal states."""
    met: set[Hashable] = set()
    for position in case.positions:
        if not position.terminal:
            met.add(position.state)
            yield position.state, position.path
    for position in case.positions:
        for action, child in position.children.items():
            if child not in met and not case.game.terminal(child):
                met.add(child)
                yield child, (*position.path, action)


@rule("key", "A key must be a hashable value.", ThoroughCase.some, skip=unless_known("key"), at="ongoing")
def key_is_a_value(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    key = case.game.key(position.state)
    return None if is_hashable(key) else Finding(f"The key {shown(key)} cannot be hashed.")


@rule(
    "futures",
    "Only states with equal futures may have equal keys.",
    pairs_of_states,
    needs=("key",),
    skip=unless_known("key"),
    nothing=NO_TWINS,
)
def key_tells_futures_apart(case: ThoroughCase, pair: SameKey) -> Finding | None:
    futures = Futures(case.game, pairs=PAIRS, trusts_equality=True)
    difference = futures.difference(pair.state, pair.other, PLIES) or _values_differ(case, pair)
    return same_key(case, pair, difference)


def _values_differ(case: ThoroughCase, pair: SameKey) -> str:
    if unless_solvable(case):
        return ""
    here, there = case.truth.score(pair.state), case.truth.score(pair.other)
    if here is None or there is None or here == there:
        return ""
    return f"its value is {score_text(there)} instead of {score_text(here)}"


@rule(
    "evaluation by key",
    "States with equal keys must have equal evaluations.",
    pairs_of_states,
    needs=("key", "futures"),
    skip=lambda case: unless_known("key")(case) or unless_known("evaluation")(case),
    nothing=NO_TWINS,
)
def evaluation_goes_by_key(case: ThoroughCase, pair: SameKey) -> Finding | None:
    here, there = case.game.evaluate(pair.state), case.game.evaluate(pair.other)
    if here == there:
        return None
    place = where(case.game, pair.other_path)
    return Finding(f"evaluate returns {here}, but {there} for the state {place}, which has the same key.")


RULES: Final[tuple[Rule, ...]] = (key_is_a_value, key_tells_futures_apart, evaluation_goes_by_key)
