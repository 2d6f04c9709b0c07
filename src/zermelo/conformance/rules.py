"""Rules about states, transitions, actions, rewards and terminal states. Each examines one position of random play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from zermelo.conformance.case import NOT_APPLICABLE, Case, Finding, Place, Rule
from zermelo.conformance.play import RandomPosition
from zermelo.core.constants import ALTERNATES, NONE
from zermelo.core.encoding import Encoding, Unencodable
from zermelo.core.game import Game
from zermelo.core.integers import is_int
from zermelo.core.shape import has_shape, shape, unpackable
from zermelo.core.wording import shown
from zermelo.preflight.contents import changed, contents
from zermelo.preflight.equality import Unlike, defines_equality, equality_advice, equality_doubt
from zermelo.preflight.plays import UNCHANGED, Endless, changed_by_plays, where
from zermelo.preflight.purity import changes
from zermelo.preflight.questions import AnswerLog, TwoAnswers, is_same, questions


# --- states ----------------------------------------------------------------------------------------------------------
def state_is_hashable(case: Case, position: RandomPosition) -> Finding | None:
    """The state can be hashed."""
    try:
        hash(position.state)
    except TypeError as error:
        return Finding(f"The state cannot be hashed: {error}.")
    return None


def state_is_unchanged(case: Case, position: RandomPosition) -> Finding | None:
    """The copy made before the state was used is still equal to it."""
    if position.before is position.state and not has_shape(position.state):
        return NOT_APPLICABLE
    if position.before == position.state:
        return None
    return Finding("The state was changed after play reached it.")


def methods_are_pure(case: Case, position: RandomPosition | TwoAnswers) -> Finding | None:
    """Called again, the game's methods return the same."""
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


def equal_states_are_alike(case: Case, place: Place) -> Finding | None:
    """No other state that is equal to this one has another future."""
    right = equality_advice(case.plain)
    if isinstance(place, Unlike):
        return Finding(
            f"The state {where(case.plain, place.other_path)} is equal to it, but {place.difference}.", right
        )
    doubt = equality_doubt(case.plain)
    return Finding(doubt, right) if doubt else None


def state_can_be_written_down(case: Case, position: RandomPosition) -> Finding | None:
    """The plain value of the state can be encoded, and is turned back into an equal state."""
    value = case.game.plain(position.state)
    try:
        Encoding().encoded(value)
    except Unencodable as error:
        return Finding(f"plain returned {shown(value)}, which cannot be put into a table: {error}.")
    if case.game.from_plain(value) == position.state:
        return None
    return Finding(f"plain returned {shown(value)}, which from_plain turns into another state.")


PLAIN: Final = "states are plain values"
NO_PLAIN: Final = "the game does not define plain"
"""Reasons to skip rules about states that are objects."""


def unless_own_equality(case: Case) -> str:
    """The reason to skip rules about states that define their own equality."""
    return "" if any(defines_equality(position.state) for position in case.positions) else PLAIN


def game_is_unchanged(case: Case, _start: Any) -> Finding | None:
    """No method has source code that changes the game or uses a random number, and play has not changed the game."""
    for change in changes(case.plain):
        return Finding(f"{change}.")
    for name in changed(case.held, contents(case.plain)) or changed_by_plays(case.plain):
        return Finding(f"self.{name} has changed during play.")
    return None


def answers_are_yes_or_no(case: Case, position: RandomPosition) -> Finding | None:
    """Nothing else is returned instead of True or False, or of an integer."""
    for action in position.allowed or (0,):
        for question in questions(case.plain, position.state, over=position.terminal, action=action):
            if question.method in ("terminal", "chance", "legal", "noisy", "grundy_value"):
                fault = question.fault(question.answer(case.plain))
                if fault:
                    return Finding(f"{fault}.")
    return None


def words_note(case: Case) -> str:
    """Why the game runs only interpreted: a state or key that is not a row of words of one shape; "" if there is none."""
    if not has_shape(case.game.initial()):
        return "states do not consist of integers, bools, Bits and tuples, so the game runs only interpreted"
    ongoing = [position for position in case.positions if not position.terminal] if case.overrides("key") else []
    return _odd_shape(case, "state", case.positions, _itself) or _odd_shape(case, "key", ongoing, case.game.key)


def _itself(state: Any) -> Any:
    return state


def _odd_shape(case: Case, what: str, positions: Sequence[RandomPosition], of: Callable[[Any], Any]) -> str:
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


# --- actions ---------------------------------------------------------------------------------------------------------
def actions_are_numbers(case: Case, position: RandomPosition) -> Finding | None:
    """Each action is an integer in range, and is yielded once."""
    count, listed = case.game.action_count, position.listed
    seen: set[int] = set()
    for action in listed:
        if not isinstance(action, int):
            return Finding(f"actions yielded {action!r}, which is not an integer.")
        if not 0 <= action < count:
            return Finding(f"actions yielded {action}, which is outside 0..{count - 1}.")
        if action in seen:
            return Finding(f"actions yielded {action} twice.")
        seen.add(action)
    return None


def legal_agrees(case: Case, position: RandomPosition) -> Finding | None:
    """`legal` allows exactly the actions that `actions` yields."""
    count = case.game.action_count
    listed = {action for action in position.listed if is_int(action) and 0 <= action < count}
    for action in sorted(listed.symmetric_difference(position.allowed)):
        if action in listed:
            return Finding(f"actions yielded {action}, which legal forbids.")
        return Finding(f"legal allows {action}, which actions did not yield.")
    return None


def play_can_continue(case: Case, position: RandomPosition) -> Finding | None:
    """Some action is legal, unless the state is terminal."""
    if position.terminal or position.listed or position.allowed:
        return None
    return Finding("The state is not terminal, but no action is legal.")


def play_never_returns(case: Case, place: RandomPosition | Endless) -> Finding | None:
    """No play reached the state twice."""
    cycle = place.cycle if isinstance(place, RandomPosition) else place.path
    if not cycle:
        return None
    if isinstance(place, RandomPosition) and place.children.get(0) == place.before:
        return Finding(f"{UNCHANGED[0].upper()}{UNCHANGED[1:]}", "If an action may do this, cyclic must be True.")
    return Finding(f"A play of {len(cycle)} plies returns to an earlier state, but cyclic is False.")


def play_ends_in_time(case: Case, place: RandomPosition | Endless) -> Finding | None:
    """A play of max_length plies is over."""
    longest = case.game.max_length
    if isinstance(place, RandomPosition) and (place.terminal or len(place.path) < longest):
        return None
    return Finding(f"The play is not over after max_length = {longest} plies.")


def invariant_is_kept(case: Case, position: RandomPosition) -> Finding | None:
    """The invariant holds for each transition that was tried."""
    if position.terminal:
        return NOT_APPLICABLE
    for action, child in position.children.items():
        if not case.game.invariant(position.state, action, child):
            return Finding(f"The transition by action {action} breaks the game's invariant.")
    return None


# --- rewards and movers ----------------------------------------------------------------------------------------------
def reward_is_in_range(case: Case, position: RandomPosition) -> Finding | None:
    """There is one reward, for the player to move, or one for each of more than two players, all in range."""
    if not position.terminal:
        return NOT_APPLICABLE
    worst, best = case.game.reward_range
    rewards, players = case.ends(position.state), case.plain.players
    if players <= 2:
        rewards = (rewards,)
    elif not isinstance(rewards, tuple) or len(rewards) != players:  # pyright: ignore[reportUnknownArgumentType]
        return Finding(f"rewards returned {rewards!r} for {players} players.")
    for reward in rewards:  # pyright: ignore[reportUnknownVariableType]
        if not isinstance(reward, int):
            return Finding(f"The reward is {reward!r}, which is not an integer.")
        if not worst <= reward <= best:
            return Finding(f"The reward is {reward}, outside reward_range {worst}..{best}.")
    if players > 2 and sum(rewards) > case.plain.reward_total:  # pyright: ignore[reportUnknownArgumentType]
        return Finding(f"The rewards {rewards} add up to more than reward_total = {case.plain.reward_total}.")
    return None


def mover_is_a_player(case: Case, position: RandomPosition) -> Finding | None:
    """The player to move is ALTERNATES in every state, or one of the players in every state."""
    mover, first = case.game.to_move(position.state), case.game.to_move(case.game.initial())
    if not isinstance(mover, int):
        return Finding(f"to_move returned {mover!r}, which is not an integer.")
    if (mover == ALTERNATES) != (first == ALTERNATES):
        return Finding(f"to_move returned {mover} here and {first} in the initial state.")
    if mover == ALTERNATES and case.plain.endless != NONE:
        return Finding("to_move returned ALTERNATES, but endless names a player: to_move must say who moves.")
    if mover != ALTERNATES and not 0 <= mover < case.game.players:
        return Finding(f"to_move returned {mover}, which is outside 0..{case.game.players - 1}.")
    return None


def chance_adds_up(case: Case, position: RandomPosition) -> Finding | None:
    """A chance node has positive weights whose sum divides `chance_total`; `max_chances` is kept."""
    if position.terminal or not case.game.chance(position.state):
        return None
    for action in position.allowed:
        weight = case.game.weight(position.state, action)
        if not is_int(weight) or weight < 1:
            return Finding(f"weight returned {weight!r} for action {action}.")
    plain = case.plain
    total = sum(plain.weight(position.state, action) for action in position.allowed)
    if total and plain.chance_total % total != 0:
        return Finding(
            f"The weights add up to {total}, but chance_total = {plain.chance_total} is not a multiple of that."
        )
    if plain.max_chances is not None and _chances(plain, position.longest) > plain.max_chances:
        return Finding(f"A play has more than max_chances = {plain.max_chances} chance nodes.")
    return None


def _chances(game: Game[Any], path: tuple[int, ...]) -> int:
    """How many chance nodes a play has, including its last position."""
    state = game.initial()
    met = 1 if game.chance(state) else 0
    for action in path:
        state = game.apply(state, action)
        met += 1 if not game.terminal(state) and game.chance(state) else 0
    return met


VALUES: Final = ("play", "hashable", "immutable", "pure", "answers")
"""The rules that must hold before a state can be examined a second time."""

RULES: Final = (
    Rule("hashable", "Every state must be a hashable value.", state_is_hashable),
    Rule(
        "immutable",
        "States must be immutable: apply must return a new state, and no method may change an old one.",
        state_is_unchanged,
        needs=("hashable",),
        nothing="states are of types that cannot change",
    ),
    Rule(
        "pure",
        "Methods must be pure functions: what they return must depend on nothing but their arguments.",
        methods_are_pure,
        Case.by_answers,
        needs=("hashable", "immutable"),
    ),
    Rule(
        "equality",
        "Equal states must have equal futures.",
        equal_states_are_alike,
        Case.by_equality,
        needs=("hashable", "immutable", "pure"),
        skip=unless_own_equality,
    ),
    Rule(
        "plain",
        "plain must write a state as a plain value, and from_plain must turn it back into an equal state.",
        state_can_be_written_down,
        Case.some,
        needs=("hashable", "immutable", "pure"),
        skip=lambda case: "" if case.overrides("plain", "from_plain") else unless_own_equality(case) or NO_PLAIN,
    ),
    Rule(
        "unchanged",
        "Methods must not change the game: what changes during a play belongs in the state.",
        game_is_unchanged,
        Case.start,
    ),
    Rule(
        "answers",
        "terminal, chance, legal and noisy must return True or False, grundy_value an integer.",
        answers_are_yes_or_no,
        Case.some,
        needs=("hashable", "immutable", "pure"),
    ),
    Rule(
        "actions",
        "actions must yield each legal action once, as an integer in 0..action_count - 1.",
        actions_are_numbers,
        needs=VALUES,
    ),
    Rule("legal", "legal must allow exactly the actions that actions yields.", legal_agrees, needs=VALUES),
    Rule("terminal", "A state without legal actions must be terminal.", play_can_continue, needs=VALUES),
    Rule(
        "cyclic",
        "A game whose plays can return to a state must set cyclic = True.",
        play_never_returns,
        Case.by_cycle,
        needs=(*VALUES, "equality"),
        skip=lambda case: "the game is cyclic, so plays may return to a state" if case.plain.cyclic else "",
    ),
    Rule(
        "length",
        "Every play must be over after max_length plies at most.",
        play_ends_in_time,
        Case.by_longest_play,
        needs=(*VALUES, "terminal", "cyclic"),
        skip=lambda case: "the game is cyclic, so plays may be longer than max_length" if case.plain.cyclic else "",
    ),
    Rule(
        "invariant",
        "invariant must return True for every transition.",
        invariant_is_kept,
        needs=VALUES,
        skip=lambda case: "" if case.overrides("invariant") else "the game defines no invariant",
    ),
    Rule(
        "reward",
        "A terminal state must have an integer reward inside reward_range; with more than two players, one for each.",
        reward_is_in_range,
        needs=VALUES,
        nothing="no play ended",
    ),
    Rule(
        "to_move",
        "to_move must return one of 0..players - 1 in every state, terminal or not; or ALTERNATES in every state.",
        mover_is_a_player,
        needs=VALUES,
    ),
    Rule(
        "chance",
        "A chance node needs a positive integer weight for each legal action; the weights must add up to a divisor "
        "of chance_total, and no play may have more than max_chances chance nodes.",
        chance_adds_up,
        needs=VALUES,
        skip=lambda case: "" if case.plain.has_chance else "the game has no chance nodes",
    ),
)

NAMES: Final = ("play", *(rule.name for rule in RULES))
"""The rules that all rules about knowledge and native code need."""
