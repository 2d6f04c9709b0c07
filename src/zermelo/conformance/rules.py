"""Rules about states, transitions and actions, besides the essential ones. Each examines one position of random play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from zermelo.conformance.case import ThoroughCase
from zermelo.core.encoding import Encoding, Unencodable
from zermelo.core.shape import has_shape, shape, unpackable
from zermelo.core.wording import shown
from zermelo.preflight import rules as essential
from zermelo.preflight.contents import changed, contents
from zermelo.preflight.endless import where
from zermelo.preflight.equality import Unlike, defines_equality, equality_advice, equality_doubt
from zermelo.preflight.plays import changed_by_plays, equality_finding
from zermelo.preflight.purity import changes
from zermelo.preflight.questions import AnswerLog, TwoAnswers, is_same, questions
from zermelo.preflight.random_plays import RandomPosition
from zermelo.preflight.rule import Finding, Place, Rule, rule
from zermelo.preflight.rules import VALUES

SAME: Final = ("hashable", "immutable", "pure")


@rule(
    "pure",
    "Methods must be pure functions: what they return must depend on nothing but their arguments.",
    ThoroughCase.by_answers,
    needs=("hashable", "immutable"),
)
def methods_are_pure(case: ThoroughCase, position: RandomPosition | TwoAnswers) -> Finding | None:
    if isinstance(position, TwoAnswers):
        return Finding(position.found)
    game, state = case.game, position.state
    if bool(game.terminal(state)) != position.terminal:
        return Finding("terminal returned two different answers for the same state.")
    log = AnswerLog(case.plain)
    log.record(state, position.path, over=position.terminal, action=next(iter(position.children), 0))
    if not position.terminal and game.actions(state) != position.listed:
        return Finding("actions yielded two different answers for the same state.")
    for action, child in position.children.items():
        if not is_same(game.apply(state, action), child):
            return Finding(f"apply returned two different states for action {action}.")
    twice = log.again()
    return Finding(twice.found) if twice else None


def unless_own_equality(case: ThoroughCase) -> str:
    """The reason to skip rules about states that define their own equality."""
    own = any(defines_equality(position.state) for position in case.positions)
    return "" if own else "states are plain values"


@rule(
    "equality", "Equal states must have equal futures.", ThoroughCase.by_equality, needs=SAME, skip=unless_own_equality
)
def equal_states_are_alike(case: ThoroughCase, place: Place) -> Finding | None:
    if isinstance(place, Unlike):
        return equality_finding(case.plain, place)
    doubt = equality_doubt(case.plain)
    return Finding(doubt, equality_advice(case.plain)) if doubt else None


def _unless_plain(case: ThoroughCase) -> str:
    if case.overrides("plain", "from_plain"):
        return ""
    return unless_own_equality(case) or "the game does not define plain"


@rule(
    "plain",
    "plain must write a state as a plain value, and from_plain must turn it back into an equal state.",
    ThoroughCase.some,
    needs=SAME,
    skip=_unless_plain,
)
def state_can_be_written_down(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    value = case.game.plain(position.state)
    try:
        Encoding().encoded(value)
    except Unencodable as error:
        return Finding(f"plain returned {shown(value)}, which cannot be put into a table: {error}.")
    if case.game.from_plain(value) == position.state:
        return None
    return Finding(f"plain returned {shown(value)}, which from_plain turns into another state.")


@rule(
    "unchanged",
    "Methods must not change the game: what changes during a play belongs in the state.",
    ThoroughCase.start,
)
def game_is_unchanged(case: ThoroughCase, _start: Any) -> Finding | None:
    """By its source no method changes the game or uses a random number, and play has not changed the game."""
    for change in changes(case.plain):
        return Finding(f"{change}.")
    for name in changed(case.held, contents(case.plain)) or changed_by_plays(case.plain):
        return Finding(f"self.{name} has changed during play.")
    return None


@rule(
    "answers",
    "terminal, chance, legal and noisy must return True or False, grundy_value an integer.",
    ThoroughCase.some,
    needs=SAME,
)
def answers_are_yes_or_no(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    for action in position.allowed or (0,):
        for question in questions(case.plain, position.state, over=position.terminal, action=action):
            if question.method in ("terminal", "chance", "legal", "noisy", "grundy_value"):
                fault = question.fault(question.answer(case.plain))
                if fault:
                    return Finding(f"{fault}.")
    return None


@rule(
    "invariant",
    "invariant must return True for every transition.",
    needs=VALUES,
    skip=lambda case: "" if case.overrides("invariant") else "the game defines no invariant",
    at="ongoing",
)
def invariant_is_kept(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    for action, child in position.children.items():
        if not case.game.invariant(position.state, action, child):
            return Finding(f"The transition by action {action} breaks the game's invariant.")
    return None


RULES: Final[tuple[Rule, ...]] = (
    *(essential.state_is_hashable, essential.state_is_unchanged, methods_are_pure, equal_states_are_alike),
    *(state_can_be_written_down, game_is_unchanged, answers_are_yes_or_no, essential.actions_are_numbers),
    *(essential.legal_agrees, essential.play_can_continue),
    replace(essential.play_never_returns, places=ThoroughCase.by_cycle),
    replace(essential.play_ends_in_time, places=ThoroughCase.by_longest_play),
    *(invariant_is_kept, essential.reward_is_in_range, essential.mover_is_a_player, essential.chance_adds_up),
)
"""All other rules, but for those before any play, need all of these."""


# --- what is no fault ------------------------------------------------------------------------------------------------
def words_note(case: ThoroughCase) -> str:
    """Why the game runs only interpreted: a state or key that is not a row of words of one shape; "" if there is none."""
    if not has_shape(case.game.initial()):
        return "states do not consist of integers, bools, Bits and tuples, so the game runs only interpreted"
    ongoing = [position for position in case.positions if not position.terminal] if case.overrides("key") else []
    odd_state = _odd_shape(case, "state", case.positions, lambda state: state)
    return odd_state or _odd_shape(case, "key", ongoing, case.game.key)


def _odd_shape(case: ThoroughCase, what: str, positions: Sequence[RandomPosition], of: Callable[[Any], Any]) -> str:
    """A sentence about the first state or key that is not a row of words, or has another shape than the initial one."""
    first = of(case.game.initial()) if positions else 0
    right = shape(first) if has_shape(first) else ""
    for position in positions:
        found = of(position.state)
        reason = unpackable(found)
        if reason or shape(found) != right:
            kind = reason or f"it has the shape {shape(found)}, and the initial {what} {right}"
            place = where(case.plain, position.path)
            return f"the {what} {place} is {shown(found)}: {kind}; so the game runs only interpreted"
    return ""
