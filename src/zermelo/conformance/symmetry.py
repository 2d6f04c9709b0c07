"""Symmetries: each turns a state into one of the same value, and each action into the one that corresponds to it.

That a symmetry commutes with play is judged by the key, not by the state: symmetric(apply(state, action)) and
apply(symmetric(state), symmetric_action(action)) may differ in what does not matter, such as the way they came about,
but must have one key. It is the game's own key, not the least one among the symmetric images, as that would let a
symmetry pass whose actions belong to another symmetry.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.conformance.case import NOT_ASKED, Case, Finding, Rule, unless_known, unless_solvable
from zermelo.conformance.play import RandomPosition
from zermelo.conformance.rules import NAMES
from zermelo.conformance.truth import told
from zermelo.core.constants import NONE
from zermelo.core.integers import is_int
from zermelo.core.shape import has_shape, shape, unpackable

CHILDREN: Final = 4
"""How many transitions of a position are compared with their images."""


def symmetry_0_is_the_identity(case: Case, position: RandomPosition) -> Finding | None:
    """Neither the state nor an action changes."""
    if case.game.symmetric(position.state, 0) != position.state:
        return Finding("symmetric(state, 0) is another state.")
    for action in position.allowed:
        if case.game.symmetric_action(action, 0) != action:
            return Finding(f"symmetric_action({action}, 0) is {case.game.symmetric_action(action, 0)}.")
    return None


def actions_correspond(case: Case, _start: Any) -> Finding | None:
    """Each symmetry permutes the actions."""
    count = case.game.action_count
    for symmetry in range(1, case.game.symmetry_count):
        sources: dict[int, int] = {}
        for action in range(count):
            image = case.game.symmetric_action(action, symmetry)
            if not is_int(image) or not 0 <= image < count:
                return Finding(f"symmetric_action({action}, {symmetry}) is {image!r}, which is not an action.")
            if image in sources:
                return Finding(f"Symmetry {symmetry} turns both {sources[image]} and {action} into {image}.")
            sources[image] = action
    return None


def image_is_a_state(case: Case, position: RandomPosition) -> Finding | None:
    """Of the shape that states have, and hashable."""
    packable = has_shape(position.state)
    for symmetry in range(1, case.game.symmetry_count):
        image = case.game.symmetric(position.state, symmetry)
        if packable and (unpackable(image) or shape(image) != shape(position.state)):
            return Finding(f"Symmetry {symmetry} gives {image!r}, which has not the shape of a state.")
        try:
            hash(image)
        except TypeError as error:
            return Finding(f"Symmetry {symmetry} gives a state that cannot be hashed: {error}.")
    return None


def end_is_kept(case: Case, position: RandomPosition) -> Finding | None:
    """Terminal states stay terminal and keep their reward."""
    for symmetry in range(1, case.game.symmetry_count):
        image = case.game.symmetric(position.state, symmetry)
        if bool(case.game.terminal(image)) != position.terminal:
            here, there = _goes(position.terminal), _goes(not position.terminal)
            return Finding(f"Play {here} here, and {there} in the state that symmetry {symmetry} gives.")
        if position.terminal and case.ends(image) != case.ends(position.state):
            mine, yours = case.ends(position.state), case.ends(image)
            return Finding(f"Symmetry {symmetry} turns the reward {mine} into {yours}.")
    return None


def _goes(terminal: bool) -> str:
    return "is over" if terminal else "goes on"


def legal_actions_are_kept(case: Case, position: RandomPosition) -> Finding | None:
    """Just the images of legal actions are legal in the image."""
    if position.terminal:
        return NOT_ASKED
    for symmetry in range(1, case.game.symmetry_count):
        expected = {case.game.symmetric_action(action, symmetry) for action in position.allowed}
        found = set(case.game.actions(case.game.symmetric(position.state, symmetry)))
        for action in sorted(expected.symmetric_difference(found)):
            verb = "must be legal there but is not" if action in expected else "is legal there and must not be"
            return Finding(f"In the state that symmetry {symmetry} gives, action {action} {verb}.")
    return None


def play_is_kept(case: Case, position: RandomPosition) -> Finding | None:
    """First a move, then the symmetry, or the other way round: the same state, as far as the key tells."""
    if position.terminal:
        return NOT_ASKED
    for symmetry in range(1, case.game.symmetry_count):
        image = case.game.symmetric(position.state, symmetry)
        for action, child in _some_children(position):
            there = case.game.apply(image, case.game.symmetric_action(action, symmetry))
            if not _same(case, case.game.symmetric(child, symmetry), there):
                return Finding(f"Symmetry {symmetry} does not commute with apply for action {action}.")
            if case.same_mover(image, there) != case.same_mover(position.state, child):
                return Finding(f"Symmetry {symmetry} changes who moves after action {action}.")
    return None


def _some_children(position: RandomPosition) -> list[tuple[int, Any]]:
    """CHILDREN of them, others in one position than in the next."""
    children = list(position.children.items())
    first = sum(position.path) % max(len(children), 1)
    return [*children[first:], *children[:first]][:CHILDREN]


def _same(case: Case, state: Any, other: Any) -> bool:
    """Whether two states have one key; terminal states, which need no key, have been compared by their ends."""
    if state == other:
        return True
    over = bool(case.game.terminal(state))
    if over or case.game.terminal(other):
        return over and bool(case.game.terminal(other))
    return case.game.key(state) == case.game.key(other)


def value_is_kept(case: Case, position: RandomPosition) -> Finding | None:
    """The image has the same value and distance, where both can be solved."""
    value, asked = case.truth.score(position.state), False
    for symmetry in range(1, case.game.symmetry_count) if value is not None else ():
        there = case.truth.score(case.game.symmetric(position.state, symmetry))
        asked = asked or there is not None
        if value is not None and there is not None and there != value:
            return Finding(f"Symmetry {symmetry} turns the value {told(value)} into {told(there)}.")
    return None if asked else NOT_ASKED


def symmetric_key_is_right(case: Case, position: RandomPosition) -> Finding | None:
    """What symmetric_key gives is the key of the image."""
    if position.terminal:
        return NOT_ASKED
    for symmetry in range(1, case.game.symmetry_count):
        key = case.game.key(case.game.symmetric(position.state, symmetry))
        found = case.game.symmetric_key(position.state, symmetry)
        if found != key:
            return Finding(f"symmetric_key gave {found!r} for symmetry {symmetry}; the key of the image is {key!r}.")
    return None


def canonical_symmetry_looks_alike(case: Case, position: RandomPosition) -> Finding | None:
    """A symmetry, and one that all images have the same key through; or NONE."""
    if position.terminal:
        return NOT_ASKED
    states = [case.game.symmetric(position.state, symmetry) for symmetry in range(case.game.symmetry_count)]
    chosen = [case.game.canonical_symmetry(state) for state in states]
    for symmetry in chosen:
        if not is_int(symmetry) or not NONE <= symmetry < case.game.symmetry_count:
            return Finding(f"canonical_symmetry gave {symmetry!r}, which is not a symmetry.")
    if NONE in chosen:
        return (
            None
            if set(chosen) == {NONE}
            else Finding("canonical_symmetry gave NONE for some of the symmetric states only.")
        )
    keys: list[Any] = list(map(case.game.symmetric_key, states, chosen))
    for symmetry, key in enumerate(keys):
        if key != keys[0]:
            return Finding(f"Upright, the state has the key {keys[0]!r}; its image by symmetry {symmetry} has {key!r}.")
    return None


CHAIN: Final = (
    ("symmetry 0", "Symmetry 0 must be the identity.", symmetry_0_is_the_identity, Case.few),
    ("symmetric_action", "Every symmetry must permute the actions.", actions_correspond, Case.start),
    ("symmetric", "symmetric must give a state of the same shape.", image_is_a_state, Case.few),
    ("symmetric end", "A symmetry must keep whether a state is terminal, and its reward.", end_is_kept, Case.few),
    (
        "symmetric legal",
        "Just the actions that symmetric_action gives for the legal ones must be legal in the symmetric state.",
        legal_actions_are_kept,
        Case.few,
    ),
    (
        "symmetric play",
        "symmetric(apply(state, action)) must have the key of apply(symmetric(state), symmetric_action(action)).",
        play_is_kept,
        Case.few,
    ),
)
"""Each makes sense only if those before it hold."""

CHAIN_NAMES: Final = tuple(name for name, *_ in CHAIN)


def _skip(case: Case) -> str:
    if not case.knows("symmetry"):
        return "the game does not know symmetry"
    return "" if case.game.symmetry_count > 1 else "symmetry_count is 1: there is just the identity"


RULES: Final = (
    *(
        Rule(name, promise, ask, places, needs=(*NAMES, "key", "futures", *CHAIN_NAMES[:number]), skip=_skip)
        for number, (name, promise, ask, places) in enumerate(CHAIN)
    ),
    Rule(
        "symmetric_key",
        "symmetric_key(state, i) must be key(symmetric(state, i)).",
        symmetric_key_is_right,
        Case.few,
        needs=(*NAMES, "key", "futures", *CHAIN_NAMES),
        skip=lambda case: unless_known("key")(case) or _skip(case),
    ),
    Rule(
        "canonical_symmetry",
        "Seen through the symmetry that canonical_symmetry gives, symmetric states must have the same key.",
        canonical_symmetry_looks_alike,
        Case.few,
        needs=(*NAMES, "key", "futures", *CHAIN_NAMES),
        skip=_skip,
    ),
    Rule(
        "symmetric value",
        "A symmetry must keep the value.",
        value_is_kept,
        Case.late,
        needs=(*NAMES, "key", "futures", *CHAIN_NAMES),
        skip=lambda case: _skip(case) or unless_solvable(case),
        nothing="no position was late enough to be solved",
    ),
)
