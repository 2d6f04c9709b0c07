"""Rules about keys and symmetries.

States with equal keys must have equal futures. The states that play reached, and their children, are grouped by key. Two
different states with the same key are followed side by side for a few plies, action by action. If both are late enough to be
solved, their values are compared, too.

A symmetry maps each state to a state of the same value, and each action to the corresponding action. Whether it commutes
with play is decided by the key, not by the state: symmetric(apply(state, action)) and apply(symmetric(state),
symmetric_action(action)) may differ in what does not matter, but must have the same key. The key is the game's own; the
least key of the images would not do: it would accept `symmetric` of one symmetry with `symmetric_action` of another.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from zermelo.conformance.case import LATE, ThoroughCase, unless_solvable
from zermelo.conformance.truth import score_text
from zermelo.core.constants import NONE
from zermelo.core.contract import is_hashable
from zermelo.core.integers import is_int
from zermelo.core.shape import has_shape, shape, unpackable
from zermelo.core.wording import shown
from zermelo.preflight.endless import where
from zermelo.preflight.equality import Futures, Path
from zermelo.preflight.random_plays import RandomPosition
from zermelo.preflight.rule import NOT_APPLICABLE, Finding, Rule, rule, unless_known
from zermelo.preflight.rules import CHAIN, SameKey, end_is_kept, legal_actions_are_kept, same_key, unless_symmetric

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


# --- symmetries --------------------------------------------------------------------------------------------------------
CHILDREN: Final = 4
"""How many transitions of a position are compared with their images."""

WHOLE: Final = (*CHAIN, "symmetric play")
"""The rules that must hold before a symmetry can be used."""


@rule("symmetry 0", "Symmetry 0 must be the identity.", ThoroughCase.few, needs=CHAIN[:2], skip=unless_symmetric)
def symmetry_0_is_the_identity(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    if case.game.symmetric(position.state, 0) != position.state:
        return Finding("symmetric(state, 0) returned another state.")
    for action in position.allowed:
        if case.game.symmetric_action(action, 0) != action:
            return Finding(f"symmetric_action({action}, 0) returned {case.game.symmetric_action(action, 0)}.")
    return None


@rule(
    "symmetric_action",
    "Every symmetry must permute the actions.",
    ThoroughCase.start,
    needs=CHAIN[:3],
    skip=unless_symmetric,
)
def actions_correspond(case: ThoroughCase, _start: Any) -> Finding | None:
    count = case.game.action_count
    for symmetry in case.symmetries():
        sources: dict[int, int] = {}
        for action in range(count):
            image = case.game.symmetric_action(action, symmetry)
            if not is_int(image) or not 0 <= image < count:
                return Finding(f"symmetric_action({action}, {symmetry}) returned {image!r}, which is not an action.")
            if image in sources:
                return Finding(f"Symmetry {symmetry} maps both action {sources[image]} and action {action} to {image}.")
            sources[image] = action
    return None


@rule(
    "symmetric",
    "symmetric must return a state of the same shape.",
    ThoroughCase.few,
    needs=CHAIN[:4],
    skip=unless_symmetric,
)
def image_is_a_state(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    packable = has_shape(position.state)
    for symmetry in case.symmetries():
        image = case.game.symmetric(position.state, symmetry)
        if packable and (unpackable(image) or shape(image) != shape(position.state)):
            return Finding(f"Symmetry {symmetry} gives {image!r}, which does not have the shape of a state.")
        if not is_hashable(image):
            return Finding(f"Symmetry {symmetry} gives {image!r}, which cannot be hashed.")
    return None


@rule(
    "symmetric play",
    "symmetric(apply(state, action)) must have the same key as apply(symmetric(state), symmetric_action(action)).",
    ThoroughCase.few,
    needs=CHAIN,
    skip=unless_symmetric,
    at="ongoing",
)
def play_is_kept(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    for symmetry, image in case.images(position):
        for action, child in _some_children(position):
            there = case.game.apply(image, case.game.symmetric_action(action, symmetry))
            if not _same(case, case.game.symmetric(child, symmetry), there):
                return Finding(f"Symmetry {symmetry} does not commute with apply for action {action}.")
            if case.same_mover(image, there) != case.same_mover(position.state, child):
                return Finding(f"Symmetry {symmetry} changes which player moves after action {action}.")
    return None


def _some_children(position: RandomPosition) -> list[tuple[int, Any]]:
    """Some children of the position, CHILDREN of them; the choice varies from position to position."""
    children = list(position.children.items())
    first = sum(position.path) % max(len(children), 1)
    return [*children[first:], *children[:first]][:CHILDREN]


def _same(case: ThoroughCase, state: Any, other: Any) -> bool:
    """Whether two states have the same key. Terminal states need no key; their rewards have been compared already."""
    if state == other:
        return True
    over = bool(case.game.terminal(state))
    if over or case.game.terminal(other):
        return over and bool(case.game.terminal(other))
    return case.game.key(state) == case.game.key(other)


@rule(
    "symmetric_key",
    "symmetric_key(state, key(state), i) must be key(symmetric(state, i)).",
    ThoroughCase.few,
    needs=WHOLE,
    skip=lambda case: unless_known("key")(case) or unless_symmetric(case),
    at="ongoing",
)
def symmetric_key_is_right(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    for symmetry, image in case.images(position):
        key = case.game.key(image)
        found = case.game.symmetric_key(position.state, case.game.key(position.state), symmetry)
        if found != key:
            return Finding(
                f"symmetric_key returned {found!r} for symmetry {symmetry}; the key of the image is {key!r}."
            )
    return None


@rule(
    "canonical_symmetry",
    "All images of a state must have the same symmetric_key, each under its own canonical_symmetry.",
    ThoroughCase.few,
    needs=WHOLE,
    skip=unless_symmetric,
    at="ongoing",
)
def canonical_symmetry_is_right(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    """If it returns NONE for one image, it must do so for all."""
    states = [case.game.symmetric(position.state, symmetry) for symmetry in range(case.game.symmetry_count)]
    own: list[Any] = list(map(case.game.key, states))
    chosen: list[int] = list(map(case.game.canonical_symmetry, states, own))
    for symmetry in chosen:
        if not is_int(symmetry) or not NONE <= symmetry < case.game.symmetry_count:
            return Finding(f"canonical_symmetry returned {symmetry!r}, which is not a symmetry.")
    if NONE in chosen:
        found = "canonical_symmetry returned NONE for some images of the state, but not for all."
        return None if set(chosen) == {NONE} else Finding(found)
    keys: list[Any] = list(map(case.game.symmetric_key, states, own, chosen))
    for symmetry, key in enumerate(keys):
        if key != keys[0]:
            return Finding(
                f"Under their canonical symmetries, the state has the key {keys[0]!r}, but its image under symmetry "
                f"{symmetry} has {key!r}."
            )
    return None


@rule(
    "symmetric value",
    "The image of a state must have the same value.",
    ThoroughCase.late,
    needs=WHOLE,
    skip=lambda case: unless_symmetric(case) or unless_solvable(case),
    nothing=LATE,
)
def value_is_kept(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    value = case.truth.score(position.state)
    if value is None:
        return NOT_APPLICABLE
    scores = [(symmetry, case.truth.score(image)) for symmetry, image in case.images(position)]
    for symmetry, there in scores:
        if there not in (None, value):
            return Finding(
                f"The value is {score_text(value)}, but {score_text(there)} in the image under symmetry {symmetry}."
            )
    return None if any(there is not None for _, there in scores) else NOT_APPLICABLE


RULES: Final[tuple[Rule, ...]] = (
    *(key_is_a_value, key_tells_futures_apart, evaluation_goes_by_key),
    *(symmetry_0_is_the_identity, actions_correspond, image_is_a_state, end_is_kept, legal_actions_are_kept),
    *(play_is_kept, symmetric_key_is_right, canonical_symmetry_is_right, value_is_kept),
)
