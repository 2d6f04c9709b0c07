"""Rules about keys: states with equal keys must have equal futures.

The states that play reached, and their children, are grouped by key. Two different states with the same key are followed
side by side for a few plies, action by action. If both are late enough to be solved, their values are compared, too.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from zermelo.conformance.case import NOT_APPLICABLE, Case, Finding, Rule, unless_known, unless_solvable
from zermelo.conformance.guard import Raised
from zermelo.conformance.play import RandomPosition
from zermelo.conformance.rules import NAMES
from zermelo.conformance.truth import score_text
from zermelo.preflight.futures import Futures

PLIES: Final = 4
"""For how many plies two states with the same key are followed."""

PAIRS: Final = 60
"""At most this many pairs of states are compared on the way."""

MAX_STATES: Final = 10_000
MAX_PAIRS: Final = 400
MAX_PARTNERS: Final = 4
"""A state is compared with at most this many others that have the same key."""


class Twins(NamedTuple):
    """Two different states with the same key, each with the actions that lead to it."""

    state: Any
    path: tuple[int, ...]
    other: Any
    other_path: tuple[int, ...]


def key_is_a_value(case: Case, position: RandomPosition) -> Finding | None:
    """The key can be hashed."""
    if position.terminal:
        return NOT_APPLICABLE
    try:
        hash(case.game.key(position.state))
    except TypeError as error:
        return Finding(f"The key cannot be hashed: {error}.")
    return None


def key_tells_futures_apart(case: Case, twins: Twins) -> Finding | None:
    """The two states have the same future, as far as they are followed."""
    futures = Futures(case.game.as_game, pairs=PAIRS, trusts_equality=True)
    difference = futures.difference(twins.state, twins.other, PLIES) or _values_differ(case, twins)
    if not difference:
        return None
    return Finding(f"The state after {_moves(case, twins.other_path)} has the same key, but {difference}.")


def evaluation_goes_by_key(case: Case, twins: Twins) -> Finding | None:
    """The two states have the same evaluation."""
    here, there = case.game.evaluate(twins.state), case.game.evaluate(twins.other)
    if here == there:
        return None
    place = _moves(case, twins.other_path)
    return Finding(f"evaluate returns {here}, but {there} for the state after {place}, which has the same key.")


def _moves(case: Case, path: tuple[int, ...]) -> str:
    return " ".join(names(case, path)) or "no move"


def names(case: Case, path: tuple[int, ...]) -> tuple[str, ...]:
    """The names of the actions, or their numbers if `action_name` raises."""
    try:
        return tuple(str(case.game.action_name(action)) for action in path)
    except Raised:
        return tuple(map(str, path))


def _values_differ(case: Case, twins: Twins) -> str:
    if unless_solvable(case):
        return ""
    here, there = case.truth.score(twins.state), case.truth.score(twins.other)
    if here is None or there is None or here == there:
        return ""
    return f"its value is {score_text(there)} instead of {score_text(here)}"


# --- which states have the same key ----------------------------------------------------------------------------------
def twins(case: Case) -> Sequence[Twins]:
    """Pairs of different states with the same key, late ones first."""
    found: list[Twins] = []
    groups: dict[Hashable, list[tuple[Any, tuple[int, ...]]]] = {}
    for state, path in islice(_ongoing_states(case), MAX_STATES):
        if case.clock.is_up():
            break
        group = groups.setdefault(case.game.key(state), [])
        if group and len(group) <= MAX_PARTNERS:
            found.append(Twins(*group[0], state, path))
        group.append((state, path))
    return sorted(found, key=lambda pair: -len(pair.path))[:MAX_PAIRS]


def _ongoing_states(case: Case) -> Iterator[tuple[Any, tuple[int, ...]]]:
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


RULES: Final = (
    Rule(
        "key",
        "A key must be a hashable value.",
        key_is_a_value,
        Case.some,
        needs=NAMES,
        skip=unless_known("key"),
    ),
    Rule(
        "futures",
        "Only states with equal futures may have equal keys.",
        key_tells_futures_apart,
        twins,
        needs=(*NAMES, "key"),
        skip=unless_known("key"),
        nothing="no two of the states reached have the same key",
    ),
    Rule(
        "evaluation by key",
        "States with equal keys must have equal evaluations.",
        evaluation_goes_by_key,
        twins,
        needs=(*NAMES, "key", "futures"),
        skip=lambda case: unless_known("key")(case) or unless_known("evaluation")(case),
        nothing="no two of the states reached have the same key",
    ),
)
