"""A few random plays before a search: do plays end in time, without returning to a position, and are rewards valid?

A search of a game whose plays do not end might run for ever, or find a value only because it never reached such a play.
If the search meets such a play and random play did not, `overlong` looks for the moves to show.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import random
import time
from collections.abc import Callable, Container, Generator, Iterator, Sequence
from numbers import Integral
from typing import Any, Final, NamedTuple

from zermelo.core.constants import ALTERNATES, NONE
from zermelo.core.contract import is_integer
from zermelo.core.errors import BadGame
from zermelo.core.game import Game, final_reward, inherits
from zermelo.core.integers import is_within
from zermelo.core.shape import has_shape, unpackable
from zermelo.core.wording import shown
from zermelo.preflight.contents import changed, contents
from zermelo.preflight.equality import Path, Unlike, equality_advice, equality_doubt, unlike
from zermelo.preflight.futures import Futures
from zermelo.preflight.purity import TRUSTED
from zermelo.preflight.questions import CALLED, AnswerLog, TwoAnswers, is_same

PLAYS: Final = 16
PLIES: Final = 2000
SECONDS: Final = 0.2
"""The limits of random play: the number of plays, their plies in all, and roughly the time."""

PAIRS, WIDTH, PLIES_OF_KEYS = 20, 6, 2
"""How far two states with equal keys are compared: pairs of states, moves of each, plies."""

MOST_PLAYS: Final = 400
"""How many plays are tried to explain a wrong result."""

PATIENCE: Final = 5.0
"""The seconds spent on finding a play that is too long, once a search has shown that there is one."""

SHOWN: Final = 16
"""Of a long play, this many moves are shown at the beginning, and this many at the end."""

ADVICE: Final = (
    "What changes during a play belongs in the state. To remember results, use functools.cache on a function outside the "
    "class."
)

UNSEEN: Final = (
    "No such play was found from the start. Perhaps play cannot reach the given position, or max_length is too small."
)

KINDS: Final = {*CALLED, "reward", "rewards"}
"""The methods whose answers are recorded."""

ANSWERS: Final = KINDS - {"reward", "rewards", "to_move", "apply", "actions", "relevant", "deciding"}
"""The methods whose answers are looked at for their type alone; those of the others are checked as they come."""

MADE_OF: Final = (
    "A state must consist of integers, strings, tuples and frozensets, or of other immutable objects that have a hash."
)

IMPURE: Final = "Methods must depend on nothing but their arguments."


def check_plays(game: Game[Any]) -> None:
    """Try a few random plays.

    Raises BadGame for a play of a game that is not cyclic if it is longer than max_length or returns to a position; for a
    reward that is not an integer or outside reward_range; for a game that plays change; and for a method that returns two
    different answers to the same call. Also raises any exception of the game.
    """
    if type(game).__module__.startswith(TRUSTED) and has_shape(game.initial()):
        return
    with _unchanged(game):
        log, first = AnswerLog(game), game.initial()
        if not is_same(first, game.initial()):
            raise BadGame(
                f"{game}: two calls of initial return states that are not equal: {shown(first)} is one of them."
            )
        with _yes_or_no(game, log):
            _try(game, log)
    check_equality(game)
    _check_texts(game)
    with _unchanged(game):  # again, because the first plays may have created what these change
        found = None if game.cyclic else endless_play(game)
    if found is not None:
        raise BadGame(found.sentence(game))
    twice = log.again(SECONDS / 2)
    if twice is not None:
        raise BadGame(f"{game}: {where(game, twice.path)}, {twice.found} {IMPURE} {ADVICE}")


def first_fault(game: Game[Any]) -> str:
    """What `check_plays` says of a game; "" if it says nothing, or raises an exception of the game."""
    try:
        check_plays(game)
    except BadGame as fault:
        return str(fault).removeprefix(f"{game}: ")
    except (Exception, SystemExit):
        return ""
    return ""


@contextlib.contextmanager
def _unchanged(game: Game[Any]) -> Generator[None]:
    """Raises BadGame if plays change the game's contents, even if another error occurs: this may be its cause."""
    before = contents(game)
    try:
        yield
    finally:
        for name in changed(before, contents(game)):
            raise BadGame(f"{game}: self.{name} changes while the game is played. {ADVICE}")


@contextlib.contextmanager
def _yes_or_no(game: Game[Any], log: AnswerLog) -> Generator[None]:
    """Raises BadGame for a string instead of True or False, even if another error occurs: this may be its cause."""
    try:
        yield
    finally:
        odd = _odd(game, log, ANSWERS)
        if odd is not None:
            raise BadGame(f"{game}: {odd}.") from None


def check_equality(game: Game[Any]) -> None:
    """Raises BadGame for two states that are equal although their futures differ."""
    found = unlike(game)
    if found is not None:
        raise BadGame(f"{game}: {unlike_sentence(game, found)} {equality_advice(game)}")
    if equality_doubt(game):
        raise BadGame(f"{game}: {equality_doubt(game)} {equality_advice(game)}")


def unlike_sentence(game: Game[Any], found: Unlike) -> str:
    """The two positions, and how their futures differ."""
    here, there = where(game, found.path), where(game, found.other_path)
    return f"the position {there} is equal to that {here}, but {found.difference}."


def two_answers(game: Game[Any]) -> TwoAnswers | None:
    """A call whose answer has changed after some random plays; None if none is found."""
    log = AnswerLog(game)
    with contextlib.suppress(Exception, SystemExit):  # other checks report these
        _try(game, log)
    return log.again(SECONDS)


def explain(game: Game[Any], seconds: float = 1.0) -> str:
    """The first fault of key, symmetry, evaluation or knowledge, or of the rules, that a few plays find within so many
    seconds, as a sentence; "" if they find none. For a result that its own line refutes.
    """
    ends, number = time.monotonic() + seconds, 0
    log = AnswerLog(game)
    try:
        while time.monotonic() < ends and number < MOST_PLAYS:
            number += 1
            for _ in _play(game, random.Random(number), log, avoids_end=number % 2 == 0):
                if time.monotonic() > ends:
                    break
    except Exception as error:
        return str(error) if isinstance(error, BadGame) else f"{game}: {type(error).__name__}: {error}"
    odd = _odd(game, log, KINDS)
    return f"{game}: {odd}." if odd else ""


def odd_answer(game: Game[Any]) -> str | None:
    """A sentence about something in random play that no search can handle: an answer of the wrong type, or an exception."""
    log, raised = AnswerLog(game), None
    try:
        _try(game, log)
    except Exception as error:
        raised = f"{type(error).__name__}: {error}"
    return _odd(game, log, KINDS) or raised


def _odd(game: Game[Any], log: AnswerLog, methods: Container[str]) -> str | None:
    """A sentence about the first answer of one of these methods that is of the wrong type; None if there is none."""
    odd = log.odd(methods)
    return f"{where(game, odd[0])}, {odd[1]}" if odd else None


def changed_by_plays(game: Game[Any]) -> list[str]:
    """The names of the game's contents that some random plays change."""
    before = contents(game)
    with contextlib.suppress(Exception, SystemExit):
        _try(game, AnswerLog(game))
    return changed(before, contents(game))


def _try(game: Game[Any], log: AnswerLog) -> None:
    """Play at random: PLAYS plays, at most PLIES plies, for about SECONDS. Raises BadGame."""
    rng, plies, ends = random.Random(0), 0, time.monotonic() + SECONDS
    for number in range(PLAYS):
        for _ in _play(game, rng, log, avoids_end=number % 2 == 0):
            plies += 1
            if plies >= PLIES or time.monotonic() > ends:
                return


def _play(game: Game[Any], rng: random.Random, log: AnswerLog, *, avoids_end: bool) -> Iterator[None]:
    """One random play, ply by ply; with `avoids_end` it avoids the end of the game while it can. Raises BadGame."""
    state, path = game.initial(), list[int]()
    _check_none(game, state, path)
    _check_hashable(game, state, path)
    first = game.to_move(state)
    check_mover(game, state, path, first)
    met, chances = {state: 0}, 0
    while not game.terminal(state):
        if len(path) >= game.max_length:
            if game.cyclic:
                return
            raise BadGame(Endless((*path,)).sentence(game))
        actions, known = _listed(game, state, path), hash(state)
        rng.shuffle(actions)
        child, action = _applied(game, state, actions[0], path), actions[0]
        for other in actions[1:] if avoids_end else ():
            if not game.terminal(child):
                break
            child, action = _applied(game, state, other, path), other
        if hash(state) != known or (child is state and type(state).__hash__ is object.__hash__):
            raise BadGame(
                f"{game}: {where(game, path)}, apply changes the state it is given, for action {action}; it must return a "
                f"new state and leave the old one unchanged."
            )
        log.record(state, path, over=False, action=action)
        chances += bool(game.has_chance and game.chance(state))
        if game.max_chances is not None and chances > game.max_chances:
            raise BadGame(
                f"{game}: {where(game, path)}, chance has moved more than max_chances = {game.max_chances} times."
            )
        _check_image(game, state, path, actions, rng)
        _check_evaluation(game, state, path)
        _check_forced(game, state, path, actions)
        _check_key(game, state, path, log.keys)
        state = child
        path.append(action)
        _check_hashable(game, state, path)
        check_mover(game, state, path, first)
        if state in met and not game.cyclic:
            raise BadGame(Endless((*path,), met[state]).sentence(game))
        met[state] = len(path)
        yield
    log.record(state, path, over=True)
    check_reward(game, state, path)
    _check_image(game, state, path, [], rng)


def _listed(game: Game[Any], state: Any, path: list[int]) -> list[int]:
    """The legal actions of a state. Raises BadGame if there are none, or something else is among them."""
    actions: list[Any] = [*itertools.islice(game.actions(state), game.action_count + 1)]
    if not actions:
        raise BadGame(_stuck(game, path))
    for action in actions:
        if not isinstance(action, int):
            raise BadGame(
                f"{game}: {where(game, path)}, actions yields {shown(action)}; an action is an integer from 0 on."
            )
        if not 0 <= action < game.action_count:
            raise BadGame(
                f"{game}: {where(game, path)}, actions yields {shown(action)}, which is outside 0..action_count - 1; "
                f"action_count is {game.action_count}."
            )
    if len({*actions}) < len(actions):
        raise BadGame(f"{game}: {where(game, path)}, actions yields an action twice: {shown(actions)}.")
    return actions


def _applied(game: Game[Any], state: Any, action: int, path: list[int]) -> Any:
    """The state after an action. Raises BadGame if it is None, and the game's methods fail with that."""
    child = game.apply(state, action)
    _check_none(game, child, [*path, action])
    return child


def _check_none(game: Game[Any], state: Any, path: list[int]) -> None:
    """Raises BadGame if the state after `path` is None, and the game's methods fail with that."""
    if state is not None:
        return
    try:
        game.to_move(state)
        answer = game.reward(state) if game.terminal(state) else next(iter(game.actions(state)), None)
        hash(answer)
    except (TypeError, AttributeError, ValueError) as error:
        name = "apply" if path else "initial"
        code = getattr(getattr(game, name), "__code__", None)
        after = f" {where(game, path[:-1])} for action {path[-1]}" if path else ""
        place = f" ({code.co_filename}:{code.co_firstlineno})" if code else ""
        raise BadGame(f"{game}: {name} returns None{after}{place}: is a return missing?") from error


def _check_evaluation(game: Game[Any], state: Any, path: list[int]) -> None:
    """Raises BadGame for an evaluation outside its range."""
    if inherits(game, "evaluate"):
        return
    points, most = game.evaluate(state), game.reward_range[1] * game.resolution
    least = game.reward_range[0] * game.resolution
    if is_integer(points) and not least < points < most:
        raise BadGame(
            f"{game}: evaluate returns {shown(points)} {where(game, path)}; it must lie between {least} and {most}, "
            f"without these. A larger resolution leaves room for more points."
        )


def _check_image(game: Game[Any], state: Any, path: list[int], actions: list[int], rng: random.Random) -> None:
    """Raises BadGame for an image under a symmetry with another end or other actions; `actions` is empty at an end."""
    if game.symmetry_count < 2:
        return
    symmetry = rng.randrange(1, game.symmetry_count)
    image = game.symmetric(state, symmetry)
    if unpackable(image) and not unpackable(state):  # the log of answers has it
        return
    found = [] if game.terminal(image) else sorted(game.actions(image))
    if found != sorted(game.symmetric_action(action, symmetry) for action in actions):
        difference = "other legal actions"
    elif not actions and final_reward(game, image) != final_reward(game, state):
        difference = "another reward"
    else:
        return
    raise BadGame(
        f"{game}: the position {where(game, path)} has an image under symmetry {symmetry} with {difference}: "
        f"{shown(image)}. It must be played alike."
    )


def _check_forced(game: Game[Any], state: Any, path: list[int], actions: list[int]) -> None:
    """Raises BadGame for a forced move that is not legal."""
    move = NONE if inherits(game, "forced") else game.forced(state)
    if move != NONE and move not in actions:
        raise BadGame(
            f"{game}: forced returns {shown(move)} {where(game, path)}; it must return a legal action or zermelo.NONE."
        )


def _check_key(game: Game[Any], state: Any, path: list[int], met: dict[Any, tuple[Any, Path]]) -> None:
    """Raises BadGame if a state with the same key has been `met` whose future differs."""
    if inherits(game, "key"):
        return
    key = game.key(state)
    try:
        other, there = met.setdefault(key, (state, (*path,)))
    except TypeError:  # it cannot be hashed: the log of answers has it
        return
    difference = (
        "" if other == state else Futures(game, pairs=PAIRS, width=WIDTH).difference(other, state, PLIES_OF_KEYS)
    )
    if difference:
        raise BadGame(
            f"{game}: the position {where(game, path)} has the same key as that {where(game, there)}, but {difference}. "
            f"The key must tell them apart."
        )


def _check_hashable(game: Game[Any], state: Any, path: list[int]) -> None:
    """Raises BadGame for a state that cannot be hashed, as a table requires."""
    try:
        hash(state)
    except TypeError as error:
        raise BadGame(
            f"{game}: the state {where(game, path)} is {shown(state)}, which cannot be hashed ({error}). {MADE_OF}"
        ) from None


def _check_texts(game: Game[Any]) -> None:
    """Raises BadGame if the name of a first move, the drawing or the text of the initial position is not a string, and any
    exception of the game. `render` may change the game's contents: that does not affect play.
    """
    state = game.initial()
    actions = () if game.terminal(state) else itertools.islice(game.actions(state), game.action_count)
    calls = [("action_name", action, f"for action {action}") for action in actions]
    calls += [(name, state, where(game, ())) for name in ("render", "position_text")]
    for name, of, place in calls:
        if getattr(type(game), name) is getattr(Game, name):
            continue
        text: Any = getattr(game, name)(of)
        if not isinstance(text, str):
            raise BadGame(f"{game}: {name} returns {shown(text)} {place}; it must return a string.")


def check_mover(game: Game[Any], state: Any, path: list[int], first: Any) -> None:
    """Raises BadGame if to_move returns no player; `first` is what it returns for the initial state."""
    mover: Any = game.to_move(state)
    if isinstance(mover, int) and (mover == ALTERNATES if first == ALTERNATES else 0 <= mover < game.players):
        return
    players, place = f"0 to {game.players - 1}", where(game, path)
    if path and isinstance(mover, int) and (mover == ALTERNATES or first == ALTERNATES):
        raise BadGame(
            f"{game}: to_move returns {mover} {place} and {first} at the start; it must return a player, {players}, in "
            f"every state. If the players simply take turns, leave it out."
        )
    raise BadGame(f"{game}: to_move returns {shown(mover)} {place}; it must return a player, {players}.")


def check_reward(game: Game[Any], state: Any, path: list[int]) -> None:
    """Raises BadGame for a reward of a terminal state that is not an integer, or is outside reward_range."""
    worst, best = game.reward_range
    rewards: Any = game.rewards(state) if game.players > 2 else (game.reward(state),)
    if game.players > 2 and not (isinstance(rewards, tuple) and len(rewards) == game.players):  # pyright: ignore[reportUnknownArgumentType]
        raise BadGame(
            f"{game}: rewards returns {rewards!r} {where(game, path)}; it must return a tuple of {game.players} rewards."
        )
    for reward in rewards:  # pyright: ignore[reportUnknownVariableType]
        if not isinstance(reward, int):
            cure = "; convert it with int()" if isinstance(reward, Integral) else ""
            raise BadGame(f"{game}: the reward {where(game, path)} is {reward!r}; a reward must be an integer{cure}.")
        if not worst <= reward <= best:  # pyright: ignore[reportOperatorIssue]
            raise BadGame(
                f"{game}: the reward {where(game, path)} is {reward}, which is outside reward_range {worst}..{best}."
            )

    total = sum(rewards) if game.players > 2 else 0  # pyright: ignore[reportUnknownArgumentType]
    if total > game.reward_total:
        raise BadGame(
            f"{game}: the rewards {where(game, path)} add up to {total}, more than reward_total = {game.reward_total}."
        )


def play_text(game: Game[Any], path: Sequence[int]) -> str:
    """A play by the names of its moves, shortened if it is long."""
    names = [str(game.action_name(action)) for action in path]
    if len(names) > 2 * SHOWN:
        names = [*names[:SHOWN], f"... ({len(names) - 2 * SHOWN} more) ...", *names[-SHOWN:]]
    return " ".join(names) or "no move"


def where(game: Game[Any], path: Sequence[int]) -> str:
    """Where a play leads, in words."""
    return f"after {play_text(game, path)}" if path else "at the start"


class Endless(NamedTuple):
    """A play that is longer than max_length, or returns to a position."""

    path: tuple[int, ...]
    first: int | None = None
    """The ply at which it was in that position before; None if it does not return."""
    state: Any = None
    """Always None: the path leads to the state."""

    def sentence(self, game: Game[Any]) -> str:
        """What is wrong, and what would be right."""
        moves = play_text(game, self.path)
        if self.first is None and not any(True for _ in game.actions(_after(game, self.path))):
            return _stuck(game, self.path)
        if self.first is None:
            return (
                f"{game}: a play is longer than max_length = {game.max_length} plies: {moves}. max_length must be at least "
                f"the length of the longest play; if plays can return to a position, cyclic must be True."
            )
        if self.first == len(self.path) - 1 and self.path[-1] == 0:  # another action may be a pass
            return f"{game}: {where(game, self.path[:-1])}, {UNCHANGED}"
        place = f"the position after {play_text(game, self.path[: self.first])}" if self.first else "its start"
        return f"{game}: the play {moves} returns to {place}. If plays may do this, cyclic must be True."


UNCHANGED: Final = "action 0 leaves the state unchanged. Actions count from 0: is `action + 1` meant?"


def counted_from_one(game: Game[Any]) -> str:
    """A sentence about the actions of the initial state if they seem to be counted from 1; else ""."""
    state, count = game.initial(), game.action_count
    if game.terminal(state):
        return ""
    first = next(iter(game.actions(state)), NONE)
    if first == 0:
        idle = game.cyclic and game.apply(state, 0) == game.initial()
        return f"At the start, {UNCHANGED}" if idle else ""
    with contextlib.suppress(Exception):  # of a method that is asked about an action that the game does not have
        if first == 1 and not inherits(game, "legal") and game.legal(state, count):
            return (
                f"At the start, legal forbids action 0 and allows action {count}, although action_count is {count}. Actions "
                f"count from 0, so action {count} is never tried: is `action + 1` meant?"
            )
    return ""


def _stuck(game: Game[Any], path: Sequence[int]) -> str:
    """A sentence about a position that has no legal move and is not terminal."""
    state = _after(game, path)
    answer: Any = game.terminal(state)
    stuck = f"{game}: {where(game, path)} no move is legal, but terminal returns {shown(answer)}."
    if answer is None:
        return f"{stuck} Is a return missing? It must return True there."
    allowed: list[Any] = [game.legal(state, action) for action in range(game.action_count)]
    if all(answer is None for answer in allowed):
        return f"{stuck} legal returns None for every action: is a return missing?"
    return f"{stuck} It must return True there."


def _after(game: Game[Any], path: Sequence[int]) -> Any:
    """The position after these moves."""
    return functools.reduce(game.apply, path, game.initial())


def overlong(game: Game[Any]) -> str:
    """A sentence about a play longer than max_length, with its moves if they are found within PATIENCE seconds."""
    ends = time.monotonic() + PATIENCE
    found = _deepest_first(game, lambda: time.monotonic() < ends)
    return (
        found.sentence(game)
        if found
        else f"{game}: a play is longer than max_length = {game.max_length} plies. {UNSEEN}"
    )


def endless_play(game: Game[Any]) -> Endless | None:
    """A play that is longer than max_length or returns to a position, if trying moves in order soon finds one."""
    ends, steps = time.monotonic() + SECONDS, itertools.count()
    return _deepest_first(game, lambda: next(steps) < PLIES and time.monotonic() < ends)


def _deepest_first(game: Game[Any], patient: Callable[[], bool]) -> Endless | None:
    """The first play that is longer than max_length or returns; None if none is found while `patient()` is true.

    The search is depth first. It visits a position again only if it is reached later in a play than before.
    """
    path, on_path, latest = list[int](), {game.initial(): 0}, {game.initial(): 0}
    todo = [_children(game, game.initial())]
    while todo and patient():
        step = next(todo[-1], None)
        if step is None:
            todo.pop()
            on_path.popitem()
            path = path[:-1]
            continue
        action, child = step
        if child in on_path:
            return Endless((*path, action), on_path[child])
        if latest.get(child, -1) >= len(path) + 1 or game.terminal(child):
            continue
        path.append(action)
        if len(path) >= game.max_length:
            return Endless((*path,))
        on_path[child] = latest[child] = len(path)
        todo.append(_children(game, child))
    return None


def _children(game: Game[Any], state: Any) -> Iterator[tuple[int, Any]]:
    """Each move with the position after it; none if play is over."""
    if game.terminal(state):
        return
    for action in game.actions(state):
        if not is_within(action, 0, game.action_count - 1):  # the search reports it
            return
        yield action, game.apply(state, action)
