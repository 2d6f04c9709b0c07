"""The essential rules of the contract: `check` examines them thoroughly, and every search in a few plays beforehand."""

from __future__ import annotations

from numbers import Integral
from typing import Any, Final, NamedTuple

from zermelo.core.constants import ALTERNATES, NONE
from zermelo.core.contract import is_integer
from zermelo.core.integers import is_int
from zermelo.core.shape import has_shape
from zermelo.core.wording import shown
from zermelo.preflight.endless import Endless, stuck, where
from zermelo.preflight.equality import Path
from zermelo.preflight.questions import is_same
from zermelo.preflight.random_plays import RandomPosition, numbers_in
from zermelo.preflight.rule import NOT_APPLICABLE, Case, Finding, Rule, rule, unless_known

MADE_OF: Final = (
    "A state must consist of integers, strings, tuples and frozensets, or of other immutable objects that have a hash."
)

EQUALS: Final = "__eq__ must return True or False."
HASHES: Final = "initial must return equal states with equal hashes: a class of states needs both __eq__ and __hash__."

VALUES: Final = ("play", "hashable", "immutable", "pure", "answers")
"""The rules that must hold before a state can be examined a second time."""


# --- states ------------------------------------------------------------------------------------------------------------
@rule("hashable", MADE_OF)
def state_is_hashable(case: Case, position: RandomPosition) -> Finding | None:
    state = position.state
    try:
        same_hash = hash(state) == hash(state)
    except TypeError as error:
        return Finding(f"The state is {shown(state)}, which cannot be hashed: {error}.", MADE_OF)
    if not same_hash:
        return Finding("Two calls of __hash__ return different numbers.", "Equal states must have equal hashes.")
    try:
        equal = state == state
        bool(equal)
    except ValueError as error:  # an array
        return Finding(f"States cannot be compared: {error}", EQUALS)
    return Finding("__eq__ returns None: is a return missing?", EQUALS) if equal is None else None


@rule("initial", HASHES, Case.start, needs=("members",))
def play_begins_in_one_state(case: Case, _start: Any) -> Finding | None:
    first, second = case.game.initial(), case.game.initial()
    fault = state_is_hashable(case, RandomPosition(first, (), first, False))
    if fault:
        return fault
    if not is_same(first, second):
        return Finding(f"Two calls of initial return states that are not equal: {shown(first)} is one of them.")
    same = hash(first) == hash(second) or first != second
    return None if same else Finding("Two calls of initial return equal states with different hashes.")


@rule(
    "immutable",
    "States must be immutable: apply must return a new state, and no method may change an old one.",
    needs=("hashable",),
    nothing="states are of types that cannot change",
)
def state_is_unchanged(case: Case, position: RandomPosition) -> Finding | None:
    if position.changed_by is not None:
        return Finding(f"apply changes the state it is given, for action {position.changed_by}.")
    if position.before is position.state and not has_shape(position.state):
        return NOT_APPLICABLE
    return None if position.before == position.state else Finding("The state was changed after play reached it.")


# --- actions -----------------------------------------------------------------------------------------------------------
@rule("actions", "actions must yield each legal action once, as an integer in 0..action_count - 1.", needs=VALUES)
def actions_are_numbers(case: Case, position: RandomPosition) -> Finding | None:
    count = case.game.action_count
    for action in position.listed:
        if not isinstance(action, int):
            cure = "; convert it with int()" if isinstance(action, Integral) else ""
            return Finding(f"actions yields {shown(action)}; an action is an integer from 0 on{cure}.")
        if not 0 <= action < count:
            found = f"actions yields {shown(action)}, which is outside 0..action_count - 1; action_count is {count}."
            return Finding(found)
    if len({*position.listed}) < len(position.listed):
        return Finding(f"actions yields an action twice: {shown([*position.listed])}.")
    return None


@rule("legal", "legal must allow exactly the actions that actions yields.", needs=VALUES)
def legal_agrees(case: Case, position: RandomPosition) -> Finding | None:
    listed = numbers_in(position.listed, case.game.action_count)
    for action in sorted(listed.symmetric_difference(position.allowed)):
        if action in listed:
            return Finding(f"actions yielded {action}, which legal forbids.")
        return Finding(f"legal allows {action}, which actions did not yield.")
    return None


@rule("terminal", "A state without legal actions must be terminal.", needs=VALUES)
def play_can_continue(case: Case, position: RandomPosition) -> Finding | None:
    idle = not position.terminal and not position.listed and not position.allowed
    return stuck(case.game, position.state) if idle else None


@rule(
    "cyclic",
    "A game whose plays can return to a state must set cyclic = True.",
    needs=(*VALUES, "equality"),
    skip=lambda case: "the game is cyclic, so plays may return to a state" if case.plain.cyclic else "",
)
def play_never_returns(case: Case, place: RandomPosition | Endless) -> Finding | None:
    if isinstance(place, Endless):
        return place.finding(case.game)
    return Endless(place.cycle, place.cycle_from).finding(case.game) if place.cycle else None


@rule(
    "length",
    "Every play must be over after max_length plies at most.",
    needs=(*VALUES, "terminal", "cyclic"),
    skip=lambda case: "the game is cyclic, so plays may be longer than max_length" if case.plain.cyclic else "",
)
def play_ends_in_time(case: Case, place: RandomPosition | Endless) -> Finding | None:
    if isinstance(place, Endless):
        return place.finding(case.game)
    over = place.terminal or len(place.longest) < case.game.max_length
    return None if over else Endless(place.longest).finding(case.game)


# --- rewards, movers, chance -------------------------------------------------------------------------------------------
@rule(
    "reward",
    "A terminal state must have an integer reward inside reward_range; with more than two players, one for each.",
    needs=VALUES,
    at="terminal",
    nothing="no play ended",
)
def reward_is_in_range(case: Case, position: RandomPosition) -> Finding | None:
    worst, best = case.game.reward_range
    rewards, players = case.ends(position.state), case.plain.players
    if players <= 2:
        rewards = (rewards,)
    elif not isinstance(rewards, tuple) or len(rewards) != players:  # pyright: ignore[reportUnknownArgumentType]
        return Finding(f"rewards returns {rewards!r}; it must return a tuple of {players} rewards.")
    for reward in rewards:  # pyright: ignore[reportUnknownVariableType]
        if not isinstance(reward, int):
            cure = "; convert it with int()" if isinstance(reward, Integral) else ""
            return Finding(f"The reward is {reward!r}; a reward must be an integer{cure}.")
        if not worst <= reward <= best:
            return Finding(f"The reward is {reward}, which is outside reward_range {worst}..{best}.")
    total = sum(rewards) if players > 2 else 0  # pyright: ignore[reportUnknownArgumentType]
    if total > case.plain.reward_total:
        return Finding(f"The rewards add up to {total}, more than reward_total = {case.plain.reward_total}.")
    return None


@rule(
    "to_move",
    "to_move must name a player in every state, terminal or not. If two players simply take turns, leave it out.",
    needs=VALUES,
)
def mover_is_a_player(case: Case, position: RandomPosition) -> Finding | None:
    mover, first = case.game.to_move(position.state), case.first_mover
    if mover == first == ALTERNATES and isinstance(mover, int):
        named = "to_move returns ALTERNATES, but endless names a player: to_move must say who moves."
        return None if case.plain.endless == NONE else Finding(named)
    if isinstance(mover, int) and 0 <= mover < case.game.players and first != ALTERNATES:
        return None
    start = f" here and {shown(first)} at the start" if ALTERNATES in (mover, first) and position.path else ""
    return Finding(f"to_move returns {shown(mover)}{start}; it must return a player, 0 to {case.game.players - 1}.")


@rule(
    "chance",
    "A chance node needs a positive integer weight for each legal action; the weights must add up to a divisor "
    "of chance_total, and no play may have more than max_chances chance nodes.",
    needs=VALUES,
    at="ongoing",
    skip=lambda case: "" if case.plain.has_chance else "the game has no chance nodes",
)
def chance_adds_up(case: Case, position: RandomPosition) -> Finding | None:
    plain = case.plain
    if not case.game.chance(position.state):
        return NOT_APPLICABLE
    weights: list[Any] = [case.game.weight(position.state, action) for action in position.allowed]
    for action, weight in zip(position.allowed, weights, strict=True):
        if not is_int(weight) or weight < 1:
            return Finding(f"weight returns {weight!r} for action {action}.")
    if weights and plain.chance_total % sum(weights) != 0:
        return Finding(
            f"The weights add up to {sum(weights)}, but chance_total = {plain.chance_total} is not a multiple of that."
        )
    if plain.max_chances is not None and position.chances > plain.max_chances:
        return Finding(f"A play has more than max_chances = {plain.max_chances} chance nodes.")
    return None


# --- knowledge ---------------------------------------------------------------------------------------------------------
@rule(
    "evaluation",
    "An evaluation must be an integer strictly between the bounds of reward_range times resolution. A larger resolution "
    "leaves room for more points.",
    Case.some,
    skip=unless_known("evaluation"),
    at="ongoing",
)
def evaluation_is_in_range(case: Case, position: RandomPosition) -> Finding | None:
    low, high = (reward * case.game.resolution for reward in case.game.reward_range)
    points = case.game.evaluate(position.state)
    if not is_integer(points):
        return Finding(f"evaluate returns {shown(points)}, but must return an integer.")
    if low < points < high:
        return None
    return Finding(f"evaluate returns {shown(points)}, which is not strictly between {low} and {high}.")


@rule(
    "forced legal",
    "forced must return a legal action or zermelo.NONE.",
    Case.some,
    skip=unless_known("forced"),
    at="ongoing",
)
def forced_is_legal(case: Case, position: RandomPosition) -> Finding | None:
    forced = case.game.forced(position.state)
    if is_integer(forced) and (forced == NONE or forced in position.allowed):
        return None
    return Finding(f"forced returns {shown(forced)}, which is not a legal action here.")


class SameKey(NamedTuple):
    """Two different states with the same key, each with the actions that lead to it."""

    state: Any
    path: Path
    other: Any
    other_path: Path


def same_key(case: Case, pair: SameKey, difference: str) -> Finding | None:
    """The finding that their futures differ, given how; None if they do not."""
    if not difference:
        return None
    found = f"The state {where(case.game, pair.other_path)} has the same key, but {difference}."
    return Finding(found, "The key must tell them apart.")


def unless_symmetric(case: Case) -> str:
    if not case.knows("symmetry"):
        return "the game defines no symmetry"
    return "" if case.game.symmetry_count > 1 else "symmetry_count is 1, so the identity is the only symmetry"


CHAIN: Final = ("key", "futures", "symmetry 0", "symmetric_action", "symmetric", "symmetric end", "symmetric legal")
"""Each of the rules of symmetry among these needs all before it."""


@rule(
    "symmetric end",
    "The image of a terminal state must be terminal, with the same reward.",
    Case.few,
    needs=CHAIN[:5],
    skip=unless_symmetric,
)
def end_is_kept(case: Case, position: RandomPosition) -> Finding | None:
    for symmetry, image in case.images(position):
        if bool(case.game.terminal(image)) != position.terminal:
            here, there = ("is", "is not") if position.terminal else ("is not", "is")
            return Finding(f"The state {here} terminal, but its image under symmetry {symmetry} {there}.")
        if position.terminal and case.ends(image) != case.ends(position.state):
            mine, yours = case.ends(position.state), case.ends(image)
            return Finding(f"The reward is {mine}, but {yours} in the image under symmetry {symmetry}.")
    return None


@rule(
    "symmetric legal",
    "In the image of a state, exactly the images of its legal actions must be legal.",
    Case.few,
    needs=CHAIN[:6],
    skip=unless_symmetric,
    at="ongoing",
)
def legal_actions_are_kept(case: Case, position: RandomPosition) -> Finding | None:
    for symmetry, image in case.images(position):
        expected = {case.game.symmetric_action(action, symmetry) for action in position.allowed}
        found = set(case.game.actions(image))
        for action in sorted(expected.symmetric_difference(found)):
            verb = "must be legal but is not" if action in expected else "is legal but must not be"
            return Finding(f"In the image of the state under symmetry {symmetry}, action {action} {verb}.")
    return None


AT_EACH_POSITION: Final[tuple[Rule, ...]] = (
    *(state_is_hashable, state_is_unchanged, mover_is_a_player, actions_are_numbers, legal_agrees, play_can_continue),
    *(end_is_kept, legal_actions_are_kept, evaluation_is_in_range, forced_is_legal),
)
AT_EACH_VISIT: Final[tuple[Rule, ...]] = (play_never_returns, play_ends_in_time, chance_adds_up, reward_is_in_range)
"""The rules that are examined before a search. The first are examined once at each position. The others are examined at each
visit, because they depend on the play, or because a reward may depend on earlier calls.
"""
