"""A few random plays, made before a search begins: whether plays end in time and do not come back, and what rewards are.

A search of a game whose plays do not end might run for ever, and one that never meets such a play would find the right value
by luck. What random play does not meet, the search itself may; then `overlong` finds the line of play to show.
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

from zermelo.core.constants import ALTERNATES
from zermelo.core.errors import BadGame
from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.wording import shown
from zermelo.preflight.contents import changed, contents
from zermelo.preflight.purity import TRUSTED
from zermelo.preflight.questions import KINDS, YES_OR_NO, Asked, TwoAnswers

PLAYS: Final = 16
PLIES: Final = 2000
SECONDS: Final = 0.2
"""So many plays at most, of so many plies together, in about this time."""

PATIENCE: Final = 5.0
"""Seconds for the search for a play that is too long, once there is known to be one."""

SHOWN: Final = 16
"""Moves of a longer play that are shown, of its beginning and of its end each."""

ADVICE: Final = (
    "What changes during a play belongs into the state; a memory of your own can be functools.cache on a function outside "
    "the class."
)

UNSEEN: Final = (
    "Where play begins no such play was found: a position that was given may be none that play comes to, or max_length is "
    "too small."
)

IMPURE: Final = "Methods must depend on nothing but their arguments."


def check_plays(game: Game[Any]) -> None:
    """Try a few random plays. Raises BadGame for one that goes on after max_length or comes back to a position, though the
    game is not cyclic, for a reward that is no integer or outside reward_range, for a game that plays change, and for a
    method that gives two answers to one question; and what the game raises.
    """
    if type(game).__module__.startswith(TRUSTED):
        return
    with _unchanged(game):
        asked = Asked(game)
        with _yes_or_no(game, asked):
            _try(game, asked)
    _check_texts(game)
    with _unchanged(game):  # once more: only now is there what the first plays have made
        found = None if game.cyclic else endless_play(game)
    if found is not None:
        raise BadGame(found.sentence(game))
    twice = asked.again(SECONDS / 2)
    if twice is not None:
        raise BadGame(f"{game}: after {told(game, twice.path)}, {twice.found} {IMPURE} {ADVICE}")


@contextlib.contextmanager
def _unchanged(game: Game[Any]) -> Generator[None]:
    """Raises BadGame where plays change what the game holds, whatever else they show: that may come from this."""
    before = contents(game)
    try:
        yield
    finally:
        for name in changed(before, contents(game)):
            raise BadGame(f"{game}: self.{name} changes while the game is played. {ADVICE}")


@contextlib.contextmanager
def _yes_or_no(game: Game[Any], asked: Asked) -> Generator[None]:
    """Raises BadGame for a text that was given for a yes or no, whatever else plays show: that may come from this."""
    try:
        yield
    finally:
        odd = _odd(game, asked, YES_OR_NO)
        if odd is not None:
            raise BadGame(f"{game}: {odd}.") from None


def two_answers(game: Game[Any]) -> TwoAnswers | None:
    """A question that gets another answer after some random plays than before."""
    asked = Asked(game)
    with contextlib.suppress(Exception, SystemExit):  # what else is wrong is found by others
        _try(game, asked)
    return asked.again(SECONDS)


def odd_answer(game: Game[Any]) -> str | None:
    """What some random plays show that no search can go on with: an answer of the wrong kind, or an exception."""
    asked, raised = Asked(game), None
    try:
        _try(game, asked)
    except Exception as error:
        raised = f"{type(error).__name__}: {error}"
    return _odd(game, asked, KINDS) or raised


def _odd(game: Game[Any], asked: Asked, methods: Container[str]) -> str | None:
    """A sentence on the first answer, of one of these methods, of another kind than it must be."""
    odd = asked.odd(methods)
    return f"{where(game, odd[0])}, {odd[1]}" if odd else None


def changed_by_plays(game: Game[Any]) -> list[str]:
    """The names of what some random plays change of what the game holds."""
    before = contents(game)
    with contextlib.suppress(Exception, SystemExit):
        _try(game, Asked(game))
    return changed(before, contents(game))


def _try(game: Game[Any], asked: Asked) -> None:
    """Play at random, for as long as that is worth while."""
    rng, plies, ends = random.Random(0), 0, time.monotonic() + SECONDS
    for number in range(PLAYS):
        for _ in _play(game, rng, asked, lingering=number % 2 == 0):
            plies += 1
            if plies >= PLIES or time.monotonic() > ends:
                return


def _play(game: Game[Any], rng: random.Random, asked: Asked, *, lingering: bool) -> Iterator[None]:
    """One random play, ply by ply; a lingering one avoids the end of the game while it can. Raises BadGame."""
    state, path = game.initial(), list[int]()
    _check_hashable(game, state, path)
    first = game.to_move(state)
    check_mover(game, state, path, first)
    met = {state: 0}
    while not game.terminal(state):
        if len(path) >= game.max_length:
            if game.cyclic:
                return
            raise BadGame(Endless((*path,)).sentence(game))
        actions: list[Any] = [*itertools.islice(game.actions(state), game.action_count + 1)]
        if not actions:
            raise BadGame(_stuck(game, path))
        if not all(isinstance(action, int) for action in actions):
            return  # the search says so
        for action in actions:
            if not 0 <= action < game.action_count:
                raise BadGame(
                    f"{game}: {where(game, path)} there is the action {shown(action)}, outside 0..action_count - 1, which "
                    f"is {game.action_count - 1}."
                )
        rng.shuffle(actions)
        child, action = game.apply(state, actions[0]), actions[0]
        for other in actions[1:] if lingering else ():
            if not game.terminal(child):
                break
            child, action = game.apply(state, other), other
        if child is state and type(state).__hash__ is object.__hash__:
            raise BadGame(
                f"{game}: {where(game, path)}, apply changes the state that it is given for the action {action} and returns "
                f"that; it must leave it as it is, and return a new one."
            )
        asked.ask(state, path, over=False, action=action)
        state = child
        path.append(action)
        _check_hashable(game, state, path)
        check_mover(game, state, path, first)
        if state in met and not game.cyclic:
            raise BadGame(Endless((*path,), met[state]).sentence(game))
        met[state] = len(path)
        yield
    asked.ask(state, path, over=True)
    check_reward(game, state, path)


def _check_hashable(game: Game[Any], state: Any, path: list[int]) -> None:
    """Raises BadGame for a state that no table can hold."""
    try:
        hash(state)
    except TypeError as error:
        raise BadGame(
            f"{game}: the state {where(game, path)} is {shown(state)}, which cannot be hashed ({error}). States are "
            f"made of integers, texts, tuples and frozensets, or of objects that cannot change."
        ) from None


def _check_texts(game: Game[Any]) -> None:
    """Raises BadGame where the names of the first moves, the board or the position is no text where play begins, and what
    the game raises. A board may be kept in the game that draws it: that changes no play.
    """
    state = game.initial()
    actions = () if game.terminal(state) else itertools.islice(game.actions(state), game.action_count)
    asked = [("action_name", action, f"for the action {action}") for action in actions]
    asked += [(name, state, where(game, ())) for name in ("render", "position_text")]
    for name, of, place in asked:
        if getattr(type(game), name) is getattr(Game, name):
            continue
        text: Any = getattr(game, name)(of)
        if not isinstance(text, str):
            raise BadGame(f"{game}: {name} gives {shown(text)} {place}; it must give a text.")


def check_mover(game: Game[Any], state: Any, path: list[int], first: Any) -> None:
    """Raises BadGame where it is said of nobody that he moves; `first` moves where play begins."""
    mover: Any = game.to_move(state)
    if isinstance(mover, int) and (mover == ALTERNATES if first == ALTERNATES else 0 <= mover < game.players):
        return
    players, place = f"0 to {game.players - 1}", where(game, path)
    if path and isinstance(mover, int) and (mover == ALTERNATES or first == ALTERNATES):
        raise BadGame(
            f"{game}: to_move gives {mover} {place} and {first} where play begins; it must be one of {players} everywhere, "
            f"or be left out where players take turns."
        )
    raise BadGame(f"{game}: to_move gives {shown(mover)} {place}; it must be one of {players}: players count from 0.")


def check_reward(game: Game[Any], state: Any, path: list[int]) -> None:
    """Raises BadGame for a reward of a terminal state that is no integer, or outside reward_range."""
    worst, best = game.reward_range
    rewards: Any = game.rewards(state) if game.players > 2 else (game.reward(state),)
    if game.players > 2 and not (isinstance(rewards, tuple) and len(rewards) == game.players):  # pyright: ignore[reportUnknownArgumentType]
        raise BadGame(f"{game}: rewards gives {rewards!r} after {told(game, path)}; it must give one for each player.")
    for reward in rewards:  # pyright: ignore[reportUnknownVariableType]
        if not isinstance(reward, int):
            cure = ", as int makes one of it" if isinstance(reward, Integral) else ""
            raise BadGame(
                f"{game}: the reward after {told(game, path)} is {reward!r}; rewards must be whole numbers{cure}."
            )
        if not worst <= reward <= best:  # pyright: ignore[reportOperatorIssue]
            raise BadGame(
                f"{game}: the reward after {told(game, path)} is {reward}, which lies outside reward_range "
                f"{worst}..{best}."
            )


def told(game: Game[Any], path: Sequence[int]) -> str:
    """A play by the names of its moves, shortened where it is long."""
    names = [str(game.action_name(action)) for action in path]
    if len(names) > 2 * SHOWN:
        names = [*names[:SHOWN], f"... ({len(names) - 2 * SHOWN} more) ...", *names[-SHOWN:]]
    return " ".join(names) or "no move"


def where(game: Game[Any], path: Sequence[int]) -> str:
    """Where a play leads, in words."""
    return f"after {told(game, path)}" if path else "where play begins"


class Endless(NamedTuple):
    """A play that goes on after max_length, or comes back to a position."""

    path: tuple[int, ...]
    first: int | None = None
    """After how many plies it was in that position before; None where it only goes on."""
    state: Any = None
    """Not told: the path leads there."""

    def sentence(self, game: Game[Any]) -> str:
        """What is wrong, and what would be right."""
        moves = told(game, self.path)
        if self.first is None and not any(True for _ in game.actions(_after(game, self.path))):
            return _stuck(game, self.path)
        if self.first is None:
            return (
                f"{game}: a play goes on after max_length = {game.max_length} plies: {moves}. max_length must be as long as "
                f"the longest play; where plays may go round in circles, cyclic must be True."
            )
        place = f"the position after {told(game, self.path[: self.first])}" if self.first else "where it began"
        return (
            f"{game}: the play {moves} comes back to {place}. Where plays can do so, cyclic must be True, and a search "
            f"needs a depth limit."
        )


def _stuck(game: Game[Any], path: Sequence[int]) -> str:
    """That there is no move, and play should be over."""
    stuck = f"{game}: {where(game, path)} no move is legal, and terminal says that play goes on."
    state = _after(game, path)
    allowed: list[Any] = [game.legal(state, action) for action in range(game.action_count)]
    if all(answer is None for answer in allowed):
        return f"{stuck} legal gives None for every action: is a return missing?"
    return f"{stuck} It must be over there."


def _after(game: Game[Any], path: Sequence[int]) -> Any:
    """The position after these moves."""
    return functools.reduce(game.apply, path, game.initial())


def overlong(game: Game[Any]) -> str:
    """That a play goes on after max_length, once that is known: with its moves, if they are found in some seconds."""
    ends = time.monotonic() + PATIENCE
    found = _deepest_first(game, lambda: time.monotonic() < ends)
    return (
        found.sentence(game)
        if found
        else f"{game}: a play goes on after max_length = {game.max_length} plies. {UNSEEN}"
    )


def endless_play(game: Game[Any]) -> Endless | None:
    """A play that goes on after max_length or comes back, if there is one among the first few that are tried in order."""
    ends, steps = time.monotonic() + SECONDS, itertools.count()
    return _deepest_first(game, lambda: next(steps) < PLIES and time.monotonic() < ends)


def _deepest_first(game: Game[Any], patient: Callable[[], bool]) -> Endless | None:
    """The first play that goes on after max_length or comes back; None if none is found while that is `patient`.

    Depth first, each position once: it is looked at again only where it is met later in a play than before.
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
    """Each move with the position after it; none where play is over."""
    if game.terminal(state):
        return
    for action in game.actions(state):
        if not is_within(action, 0, game.action_count - 1):  # the search says so
            return
        yield action, game.apply(state, action)
