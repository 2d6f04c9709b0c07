"""Rules about symmetries: each maps a state to a state of the same value, and each action to the corresponding action.

Whether a symmetry commutes with play is decided by the key, not by the state: symmetric(apply(state, action)) and
apply(symmetric(state), symmetric_action(action)) may differ in what does not matter, but must have the same key. The key is
the game's own. The least key of the symmetric images would not do: it would accept `symmetric` of one symmetry with
`symmetric_action` of another.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.conformance.case import NOT_APPLICABLE, Case, Finding, Rule, unless_known, unless_solvable
from zermelo.conformance.play import RandomPosition
from zermelo.conformance.rules import NAMES
from zermelo.conformance.truth import score_text
from zermelo.core.constants import NONE
from zermelo.core.integers import is_int
from zermelo.core.shape import has_shape, shape, unpackable

CHILDREN: Final = 4
"""How many transitions of a position are compared with their images."""


def symmetry_0_is_the_identity(case: Case, position: RandomPosition) -> Finding | None:
    """Symmetry 0 changes neither the state nor an action."""
    if case.game.symmetric(position.state, 0) != position.state:
        return Finding("symmetric(state, 0) returned another state.")
    for action in position.allowed:
        if case.game.symmetric_action(action, 0) != action:
            return Finding(f"symmetric_action({action}, 0) returned {case.game.symmetric_action(action, 0)}.")
    return None


def actions_correspond(case: Case, _start: Any) -> Finding | None:
    """Each symmetry permutes the actions."""
    count = case.game.action_count
    for symmetry in range(1, case.game.symmetry_count):
        sources: dict[int, int] = {}
        for action in range(count):
            image = case.game.symmetric_action(action, symmetry)
            if not is_int(image) or not 0 <= image < count:
                return Finding(f"symmetric_action({action}, {symmetry}) returned {image!r}, which is not an action.")
            if image in sources:
                return Finding(f"Symmetry {symmetry} maps both action {sources[image]} and action {action} to {image}.")
            sources[image] = action
    return None


def image_is_a_state(case: Case, position: RandomPosition) -> Finding | None:
    """The image has the shape of a state, and can be hashed."""
    packable = has_shape(position.state)
    for symmetry in range(1, case.game.symmetry_count):
        image = case.game.symmetric(position.state, symmetry)
        if packable and (unpackable(image) or shape(image) != shape(position.state)):
            return Finding(f"Symmetry {symmetry} gives {image!r}, which does not have the shape of a state.")
        try:
            hash(image)
        except TypeError as error:
            return Finding(f"Symmetry {symmetry} gives a state that cannot be hashed: {error}.")
    return None


def end_is_kept(case: Case, position: RandomPosition) -> Finding | None:
    """The image is terminal if the state is, with the same reward."""
    for symmetry in range(1, case.game.symmetry_count):
        image = case.game.symmetric(position.state, symmetry)
        if bool(case.game.terminal(image)) != position.terminal:
            here, there = ("is", "is not") if position.terminal else ("is not", "is")
            return Finding(f"The state {here} terminal, but its image under symmetry {symmetry} {there}.")
        if position.terminal and case.ends(image) != case.ends(position.state):
            mine, yours = case.ends(position.state), case.ends(image)
            return Finding(f"The reward is {mine}, but {yours} in the image under symmetry {symmetry}.")
    return None


def legal_actions_are_kept(case: Case, position: RandomPosition) -> Finding | None:
    """Exactly the images of legal actions are legal in the image."""
    if position.terminal:
        return NOT_APPLICABLE
    for symmetry in range(1, case.game.symmetry_count):
        expected = {case.game.symmetric_action(action, symmetry) for action in position.allowed}
        found = set(case.game.actions(case.game.symmetric(position.state, symmetry)))
        for action in sorted(expected.symmetric_difference(found)):
            verb = "must be legal but is not" if action in expected else "is legal but must not be"
            return Finding(f"In the image of the state under symmetry {symmetry}, action {action} {verb}.")
    return None


def play_is_kept(case: Case, position: RandomPosition) -> Finding | None:
    """A move and then the symmetry give a state with the same key as the symmetry and then the move."""
    if position.terminal:
        return NOT_APPLICABLE
    for symmetry in range(1, case.game.symmetry_count):
        image = case.game.symmetric(position.state, symmetry)
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


def _same(case: Case, state: Any, other: Any) -> bool:
    """Whether two states have the same key. Terminal states need no key; their rewards have been compared already."""
    if state == other:
        return True
    over = bool(case.game.terminal(state))
    if over or case.game.terminal(other):
        return over and bool(case.game.terminal(other))
    return case.game.key(state) == case.game.key(other)


def value_is_kept(case: Case, position: RandomPosition) -> Finding | None:
    """The image has the same value and distance, if both can be solved."""
    value, compared = case.truth.score(position.state), False
    for symmetry in range(1, case.game.symmetry_count) if value is not None else ():
        there = case.truth.score(case.game.symmetric(position.state, symmetry))
        compared = compared or there is not None
        if value is not None and there is not None and there != value:
            return Finding(
                f"The value is {score_text(value)}, but {score_text(there)} in the image under symmetry {symmetry}."
            )
    return None if compared else NOT_APPLICABLE


def symmetric_key_is_right(case: Case, position: RandomPosition) -> Finding | None:
    """`symmetric_key` returns the key of the image."""
    if position.terminal:
        return NOT_APPLICABLE
    for symmetry in range(1, case.game.symmetry_count):
        key = case.game.key(case.game.symmetric(position.state, symmetry))
        found = case.game.symmetric_key(position.state, case.game.key(position.state), symmetry)
        if found != key:
            return Finding(
                f"symmetric_key returned {found!r} for symmetry {symmetry}; the key of the image is {key!r}."
            )
    return None


def canonical_symmetry_is_right(case: Case, position: RandomPosition) -> Finding | None:
    """`canonical_symmetry` returns NONE, or a symmetry that gives all images of a state the same key."""
    if position.terminal:
        return NOT_APPLICABLE
    states = [case.game.symmetric(position.state, symmetry) for symmetry in range(case.game.symmetry_count)]
    own: list[Any] = list(map(case.game.key, states))
    chosen: list[int] = list(map(case.game.canonical_symmetry, states, own))
    for symmetry in chosen:
        if not is_int(symmetry) or not NONE <= symmetry < case.game.symmetry_count:
            return Finding(f"canonical_symmetry returned {symmetry!r}, which is not a symmetry.")
    if NONE in chosen:
        return (
            None
            if set(chosen) == {NONE}
            else Finding("canonical_symmetry returned NONE for some images of the state, but not for all.")
        )
    keys: list[Any] = list(map(case.game.symmetric_key, states, own, chosen))
    for symmetry, key in enumerate(keys):
        if key != keys[0]:
            return Finding(
                f"Under their canonical symmetries, the state has the key {keys[0]!r}, but its image under symmetry "
                f"{symmetry} has {key!r}."
            )
    return None


CHAIN: Final = (
    ("symmetry 0", "Symmetry 0 must be the identity.", symmetry_0_is_the_identity, Case.few),
    ("symmetric_action", "Every symmetry must permute the actions.", actions_correspond, Case.start),
    ("symmetric", "symmetric must return a state of the same shape.", image_is_a_state, Case.few),
    ("symmetric end", "The image of a terminal state must be terminal, with the same reward.", end_is_kept, Case.few),
    (
        "symmetric legal",
        "In the image of a state, exactly the images of its legal actions must be legal.",
        legal_actions_are_kept,
        Case.few,
    ),
    (
        "symmetric play",
        "symmetric(apply(state, action)) must have the same key as apply(symmetric(state), symmetric_action(action)).",
        play_is_kept,
        Case.few,
    ),
)
"""Each of these rules needs all before it."""

CHAIN_NAMES: Final = tuple(name for name, *_ in CHAIN)


def _skip(case: Case) -> str:
    if not case.knows("symmetry"):
        return "the game defines no symmetry"
    return "" if case.game.symmetry_count > 1 else "symmetry_count is 1, so the identity is the only symmetry"


RULES: Final = (
    *(
        Rule(name, promise, examine, places, needs=(*NAMES, "key", "futures", *CHAIN_NAMES[:number]), skip=_skip)
        for number, (name, promise, examine, places) in enumerate(CHAIN)
    ),
    Rule(
        "symmetric_key",
        "symmetric_key(state, key(state), i) must be key(symmetric(state, i)).",
        symmetric_key_is_right,
        Case.few,
        needs=(*NAMES, "key", "futures", *CHAIN_NAMES),
        skip=lambda case: unless_known("key")(case) or _skip(case),
    ),
    Rule(
        "canonical_symmetry",
        "All images of a state must have the same symmetric_key, each under its own canonical_symmetry.",
        canonical_symmetry_is_right,
        Case.few,
        needs=(*NAMES, "key", "futures", *CHAIN_NAMES),
        skip=_skip,
    ),
    Rule(
        "symmetric value",
        "The image of a state must have the same value.",
        value_is_kept,
        Case.late,
        needs=(*NAMES, "key", "futures", *CHAIN_NAMES),
        skip=lambda case: _skip(case) or unless_solvable(case),
        nothing="no position was close enough to the end to be solved",
    ),
)
