"""The rules of START: State, Transition, Action, Reward, Terminal. Each looks at one position of random play."""

from __future__ import annotations

from typing import Any, Final

from zermelo.conformance.case import NOT_ASKED, Case, Finding, Rule
from zermelo.conformance.play import RandomPosition
from zermelo.core.constants import ALTERNATES
from zermelo.core.game import Game
from zermelo.core.integers import is_int
from zermelo.core.shape import differs_in_length, has_shape, shape, unpackable
from zermelo.core.wording import shown
from zermelo.preflight.contents import changed, contents
from zermelo.preflight.plays import Endless, changed_by_plays
from zermelo.preflight.purity import changes
from zermelo.preflight.questions import YES_OR_NO, Asked, TwoAnswers, is_yes_or_no, questions


# --- states ----------------------------------------------------------------------------------------------------------
def state_is_hashable(case: Case, position: RandomPosition) -> Finding | None:
    """Whatever play reaches can be hashed."""
    try:
        hash(position.state)
    except TypeError as error:
        return Finding(f"The state cannot be hashed: {error}.")
    return None


def state_is_unchanged(case: Case, position: RandomPosition) -> Finding | None:
    """The copy from before the state was used is still equal to it."""
    if position.before is position.state and not has_shape(position.state):
        return NOT_ASKED
    if position.before == position.state:
        return None
    return Finding("The state has changed since play came to it.")


def methods_are_pure(case: Case, position: RandomPosition | TwoAnswers) -> Finding | None:
    """Asked again, the game gives the same answers."""
    if isinstance(position, TwoAnswers):
        return Finding(position.found)
    game, state = case.game, position.state
    if bool(game.terminal(state)) != position.terminal:
        return Finding("terminal gave two answers for the same state.")
    asked = Asked(case.plain)
    asked.ask(state, position.path, over=position.terminal, action=next(iter(position.children), 0))
    if not position.terminal and game.actions(state) != position.listed:
        return Finding("actions gave two answers for the same state.")
    for action, child in position.children.items():
        if game.apply(state, action) != child:
            return Finding(f"apply gave two different states for action {action}.")
    twice = asked.again()
    return Finding(twice.found) if twice else None


def game_is_unchanged(case: Case, _start: Any) -> Finding | None:
    """No method changes the game or draws by chance, as its source shows, and play has left the game as it was."""
    for change in changes(case.plain):
        return Finding(f"{change}.")
    for name in changed(case.held, contents(case.plain)) or changed_by_plays(case.plain):
        return Finding(f"self.{name} has changed during play.")
    return None


def answers_are_yes_or_no(case: Case, position: RandomPosition) -> Finding | None:
    """No text or list stands for a yes or no."""
    for action in position.allowed or (0,):
        for question in questions(case.plain, position.state, over=position.terminal, action=action):
            answer = question.answer(case.plain) if question.method in YES_OR_NO else None
            if not is_yes_or_no(answer):
                return Finding(f"{question} is {shown(answer)}.")
    return None


def state_fits_words(case: Case, position: RandomPosition) -> Finding | None:
    """The state can be packed, as the initial one is made to be."""
    reason = unpackable(position.state)
    return Finding(f"The state cannot be packed into words: {reason}.") if reason else None


def state_has_one_shape(case: Case, position: RandomPosition) -> Finding | None:
    """The state has the shape of the initial one."""
    found, right = shape(position.state), shape(case.game.initial())
    return None if found == right else Finding(f"The state has the shape {found}, the initial one {right}.")


def unless_words(case: Case) -> str:
    """The reason to skip what is about words."""
    if has_shape(case.game.initial()):
        return ""
    return "the states are other objects than integers, bools, Bits and tuples, so the game only runs interpreted"


def unless_one_length(case: Case) -> str:
    """The reason to skip what is about the words of states that all have as many."""
    first = case.game.initial()
    if unless_words(case) or not any(differs_in_length(position.state, first) for position in case.positions):
        return unless_words(case)
    return "the states are tuples of several lengths, so the game only runs interpreted"


# --- actions ---------------------------------------------------------------------------------------------------------
def actions_are_numbers(case: Case, position: RandomPosition) -> Finding | None:
    """Each yielded once, and in range."""
    count, listed = case.game.action_count, position.listed
    seen: set[int] = set()
    for action in listed:
        if not is_int(action):
            return Finding(f"actions yielded {action!r}, which is not an integer.")
        if not 0 <= action < count:
            return Finding(f"actions yielded {action}, which is outside 0..{count - 1}.")
        if action in seen:
            return Finding(f"actions yielded {action} twice.")
        seen.add(action)
    return None


def legal_agrees(case: Case, position: RandomPosition) -> Finding | None:
    """What `legal` allows is just what `actions` yields."""
    count = case.game.action_count
    listed = {action for action in position.listed if is_int(action) and 0 <= action < count}
    for action in sorted(listed.symmetric_difference(position.allowed)):
        if action in listed:
            return Finding(f"actions yielded {action}, which legal forbids.")
        return Finding(f"legal allows {action}, which actions did not yield.")
    return None


def play_can_go_on(case: Case, position: RandomPosition) -> Finding | None:
    """Some action is legal."""
    if position.terminal or position.listed or position.allowed:
        return None
    return Finding("The state is not terminal, and no action is legal.")


def play_never_returns(case: Case, place: RandomPosition | Endless) -> Finding | None:
    """No play met the state twice."""
    cycle = place.cycle if isinstance(place, RandomPosition) else place.path
    if not cycle:
        return None
    return Finding(f"A play of {len(cycle)} plies came back to the state, though cyclic is False.")


def play_ends_in_time(case: Case, place: RandomPosition | Endless) -> Finding | None:
    """The longest plays are over."""
    longest = case.game.max_length
    if isinstance(place, RandomPosition) and (place.terminal or len(place.path) < longest):
        return None
    return Finding(f"The play goes on after max_length = {longest} plies.")


def invariant_is_kept(case: Case, position: RandomPosition) -> Finding | None:
    """Each transition that was tried keeps it."""
    if position.terminal:
        return NOT_ASKED
    for action, child in position.children.items():
        if not case.game.invariant(position.state, action, child):
            return Finding(f"The transition by action {action} does not keep the game's invariant.")
    return None


# --- rewards and movers ----------------------------------------------------------------------------------------------
def reward_is_in_range(case: Case, position: RandomPosition) -> Finding | None:
    """One reward for the player to move, or one for each of more players."""
    if not position.terminal:
        return NOT_ASKED
    worst, best = case.game.reward_range
    rewards, players = case.ends(position.state), case.plain.players
    if players <= 2:
        rewards = (rewards,)
    elif not isinstance(rewards, tuple) or len(rewards) != players:  # pyright: ignore[reportUnknownArgumentType]
        return Finding(f"rewards gave {rewards!r} for {players} players.")
    for reward in rewards:  # pyright: ignore[reportUnknownVariableType]
        if not is_int(reward):
            return Finding(f"The reward is {reward!r}, which is not an integer.")
        if not worst <= reward <= best:
            return Finding(f"The reward is {reward}, outside reward_range {worst}..{best}.")
    return None


def mover_is_a_player(case: Case, position: RandomPosition) -> Finding | None:
    """ALTERNATES everywhere or nowhere; else one of the players."""
    mover, first = case.game.to_move(position.state), case.game.to_move(case.game.initial())
    if not is_int(mover):
        return Finding(f"to_move gave {mover!r}, which is not an integer.")
    if (mover == ALTERNATES) != (first == ALTERNATES):
        return Finding(f"to_move gave {mover} here and {first} in the initial state.")
    if mover != ALTERNATES and not 0 <= mover < case.game.players:
        return Finding(f"to_move gave {mover}, which is outside 0..{case.game.players - 1}.")
    return None


def chance_is_declared(case: Case, position: RandomPosition) -> Finding | None:
    """No chance node unless `has_chance`; there, positive weights whose sum divides `chance_total`; no more than told."""
    if position.terminal or not case.game.chance(position.state):
        return None
    if not case.game.has_chance:
        return Finding("chance says that chance moves, though has_chance is False.")
    for action in position.allowed:
        weight = case.game.weight(position.state, action)
        if not is_int(weight) or weight < 1:
            return Finding(f"weight gave {weight!r} for action {action}.")
    plain = case.plain
    total = sum(plain.weight(position.state, action) for action in position.allowed)
    if total and plain.chance_total % total != 0:
        return Finding(f"The weights add up to {total}, of which chance_total = {plain.chance_total} is no multiple.")
    if plain.max_chances is not None and _chances(plain, position.longest) > plain.max_chances:
        return Finding(f"A play comes to more than max_chances = {plain.max_chances} chance nodes.")
    return None


def _chances(game: Game[Any], path: tuple[int, ...]) -> int:
    """How many chance nodes a play meets, its last position included."""
    state = game.initial()
    met = 1 if game.chance(state) else 0
    for action in path:
        state = game.apply(state, action)
        met += 1 if not game.terminal(state) and game.chance(state) else 0
    return met


VALUES: Final = ("play", "hashable", "immutable", "pure", "answers")
"""Without these, nothing can be said of a state twice."""

RULES: Final = (
    Rule("hashable", "Every state must be a hashable value.", state_is_hashable),
    Rule(
        "immutable",
        "States are immutable values: apply must make a new one, and no method may change the old one.",
        state_is_unchanged,
        needs=("hashable",),
        nothing="its states are values that nothing can change",
    ),
    Rule(
        "pure",
        "Methods are pure functions: they must depend on nothing but their arguments.",
        methods_are_pure,
        Case.by_answers,
        needs=("hashable", "immutable"),
    ),
    Rule(
        "unchanged",
        "Methods must not change the game: what changes during a play belongs into the state.",
        game_is_unchanged,
        Case.start,
    ),
    Rule(
        "answers",
        "terminal, chance, legal and noisy must give True or False: a text means yes, whatever it says.",
        answers_are_yes_or_no,
        Case.some,
        needs=("hashable", "immutable", "pure"),
    ),
    Rule(
        "words",
        "Every state must be made of 64-bit integers, bools, zermelo.Bits and tuples of these, as the initial one is.",
        state_fits_words,
        needs=VALUES,
        skip=unless_words,
    ),
    Rule(
        "shape",
        "Every state must have the same kinds of parts, nested alike, each Bits of the same width.",
        state_has_one_shape,
        needs=(*VALUES, "words"),
        skip=unless_one_length,
    ),
    Rule(
        "actions",
        "actions must yield each legal action once, as an integer in 0..action_count - 1.",
        actions_are_numbers,
        needs=VALUES,
    ),
    Rule("legal", "legal must allow just the actions that actions yields.", legal_agrees, needs=VALUES),
    Rule("terminal", "A state without legal actions must be terminal.", play_can_go_on, needs=VALUES),
    Rule(
        "cyclic",
        "A game whose plays can come back to a state must say cyclic = True.",
        play_never_returns,
        Case.by_cycle,
        needs=VALUES,
        skip=lambda case: "the game says that plays may return" if case.plain.cyclic else "",
    ),
    Rule(
        "length",
        "max_length must bound the plies of every play.",
        play_ends_in_time,
        Case.by_longest_play,
        needs=(*VALUES, "terminal", "cyclic"),
        skip=lambda case: "the plays of a cyclic game may go on" if case.plain.cyclic else "",
    ),
    Rule(
        "invariant",
        "Every transition must keep what invariant states.",
        invariant_is_kept,
        needs=VALUES,
        skip=lambda case: "" if case.overrides("invariant") else "the game states no invariant",
    ),
    Rule(
        "reward",
        "A terminal state must have an integer reward inside reward_range; of more than two players, one for each.",
        reward_is_in_range,
        needs=VALUES,
        nothing="no play came to its end",
    ),
    Rule(
        "to_move",
        "to_move must be one of 0..players - 1 in every state, terminal ones included; or ALTERNATES in every state.",
        mover_is_a_player,
        needs=VALUES,
    ),
    Rule(
        "chance",
        "A chance node needs has_chance = True, a positive integer weight for each legal action, which together divide "
        "chance_total; no play has more than max_chances of them.",
        chance_is_declared,
        needs=VALUES,
        skip=lambda case: "" if case.plain.has_chance or case.overrides("chance") else "nothing is left to chance",
    ),
)

NAMES: Final = ("play", *(rule.name for rule in RULES))
"""What all rules about knowledge and native code need."""
