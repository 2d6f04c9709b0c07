"""Keys: equal ones only for states of equal futures.

Whatever states play has met, and their children, are put together by key. Two different states of one key are followed
side by side for a few plies, action by action; where both are late enough to be solved, their values are compared too.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from zermelo.conformance.case import NOT_ASKED, Case, Finding, Rule, unless_known, unless_solvable
from zermelo.conformance.guard import Raised
from zermelo.conformance.play import RandomPosition
from zermelo.conformance.rules import NAMES, unless_one_length
from zermelo.conformance.truth import told
from zermelo.core.shape import differs_in_length, has_shape, shape, unpackable

PLIES: Final = 4
"""How far two states of one key are followed."""

NODES: Final = 60
"""How many pairs of states that may take."""

MAX_STATES: Final = 10_000
MAX_PAIRS: Final = 400
MAX_PARTNERS: Final = 4
"""With how many others of its key a state is compared."""


class Twins(NamedTuple):
    """Two different states of one key, each with the actions that lead to it."""

    state: Any
    path: tuple[int, ...]
    other: Any
    other_path: tuple[int, ...]


def key_is_a_value(case: Case, position: RandomPosition) -> Finding | None:
    """Packable, always of the same shape, where the states are; hashable elsewhere."""
    if position.terminal:
        return NOT_ASKED
    first, key = case.game.key(case.game.initial()), case.game.key(position.state)
    if not has_shape(case.game.initial()):
        try:
            hash(key)
        except TypeError as error:
            return Finding(f"The key cannot be hashed: {error}.")
        return None
    reason = unpackable(key)
    if reason:
        return Finding(f"The key cannot be packed into words: {reason}.")
    found, right = shape(key), shape(first)
    if found == right or (unless_one_length(case) and differs_in_length(key, first)):
        return None
    return Finding(f"The key has the shape {found}, that of the initial state {right}.")


def key_tells_futures_apart(case: Case, twins: Twins) -> Finding | None:
    """The two states have the same future, as far as it is followed."""
    difference = _Futures(case).difference(twins.state, twins.other, PLIES) or _values_differ(case, twins)
    if not difference:
        return None
    return Finding(f"The state after {_moves(case, twins.other_path)} has the same key, but {difference}.")


def evaluation_goes_by_key(case: Case, twins: Twins) -> Finding | None:
    """The two states have the same evaluation."""
    here, there = case.game.evaluate(twins.state), case.game.evaluate(twins.other)
    if here == there:
        return None
    place = _moves(case, twins.other_path)
    return Finding(f"evaluate gives {here}, and {there} for the state after {place}, which has the same key.")


def _moves(case: Case, path: tuple[int, ...]) -> str:
    return " ".join(names(case, path)) or "no move"


def names(case: Case, path: tuple[int, ...]) -> tuple[str, ...]:
    """The names of actions, or their numbers where a name cannot be had."""
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
    return f"its value is {told(there)} instead of {told(here)}"


class _Futures:
    """One comparison, within its budget."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._game = case.game
        self._left = NODES

    def difference(self, here: Any, there: Any, plies: int) -> str:
        """The first difference between the futures of two states, "" when none is seen."""
        if self._left == 0 or here == there:
            return ""
        self._left -= 1
        over = bool(self._game.terminal(here))
        if over != bool(self._game.terminal(there)):
            return "one future is over where the other goes on"
        if over:
            return self._rewards_differ(here, there)
        actions = sorted(self._game.actions(here))
        if actions != sorted(self._game.actions(there)):
            return "other actions are legal in its future"
        return self._chance_differs(here, there, actions) or self._children_differ(here, there, actions, plies)

    def _rewards_differ(self, here: Any, there: Any) -> str:
        mine, yours = self._case.ends(here), self._case.ends(there)
        return "" if mine == yours else f"its future ends with the reward {yours} instead of {mine}"

    def _chance_differs(self, here: Any, there: Any, actions: list[int]) -> str:
        game = self._game
        if not self._case.plain.has_chance or not (game.chance(here) or game.chance(there)):
            return ""
        if bool(game.chance(here)) != bool(game.chance(there)):
            return "chance moves in just one of the two futures"
        same = all(game.weight(here, action) == game.weight(there, action) for action in actions)
        return "" if same else "chance has other weights in its future"

    def _children_differ(self, here: Any, there: Any, actions: list[int], plies: int) -> str:
        if plies == 0:
            return ""
        for action in actions:
            mine, yours = self._game.apply(here, action), self._game.apply(there, action)
            if self._case.same_mover(here, mine) != self._case.same_mover(there, yours):
                return "the players take turns in another way in its future"
            difference = self.difference(mine, yours, plies - 1)
            if difference:
                return difference
        return ""


# --- which states have one key ---------------------------------------------------------------------------------------
def twins(case: Case) -> Sequence[Twins]:
    """Pairs of different states of one key, late ones first."""
    found: list[Twins] = []
    groups: dict[Hashable, list[tuple[Any, tuple[int, ...]]]] = {}
    for state, path in islice(_going_states(case), MAX_STATES):
        if case.clock.is_up():
            break
        group = groups.setdefault(case.game.key(state), [])
        if group and len(group) <= MAX_PARTNERS:
            found.append(Twins(*group[0], state, path))
        group.append((state, path))
    return sorted(found, key=lambda pair: -len(pair.path))[:MAX_PAIRS]


def _going_states(case: Case) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """All different states met that are not terminal, and those that one action more leads to."""
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
        "A key must be packable like a state and have one shape; of states that are not packable, it must be hashable.",
        key_is_a_value,
        Case.some,
        needs=NAMES,
        skip=unless_known("key"),
    ),
    Rule(
        "futures",
        "Only states of equal futures may have equal keys.",
        key_tells_futures_apart,
        twins,
        needs=(*NAMES, "key"),
        skip=unless_known("key"),
        nothing="no two of the states met have the same key",
    ),
    Rule(
        "evaluation by key",
        "States of equal keys must have equal evaluations.",
        evaluation_goes_by_key,
        twins,
        needs=(*NAMES, "key", "futures"),
        skip=lambda case: unless_known("key")(case) or unless_known("evaluation")(case),
        nothing="no two of the states met have the same key",
    ),
)
