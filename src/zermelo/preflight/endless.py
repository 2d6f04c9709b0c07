"""Plays that do not end in time, or return to a position: how to find one, and how to show it."""

from __future__ import annotations

import functools
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.wording import shown
from zermelo.preflight.rule import Finding

PLIES: Final = 2000
SECONDS: Final = 0.2
"""The limits of a search for such a play, before it is known that there is one."""

PATIENCE: Final = 5.0
"""The seconds spent on finding a play that is too long, once a search has shown that there is one."""

SHOWN: Final = 16
"""Of a long play, this many moves are shown at the beginning, and this many at the end."""

UNSEEN: Final = (
    "No such play was found from the start. Perhaps play cannot reach the given position, or max_length is too small."
)

FROM_0: Final = "Actions count from 0: is `action + 1` meant?"
UNCHANGED: Final = f"action 0 leaves the state unchanged. {FROM_0}"


def move_names(game: Any, path: Sequence[int]) -> tuple[str, ...]:
    """The names of the actions, or their numbers if `action_name` raises."""
    try:
        return tuple(str(game.action_name(action)) for action in path)
    except Exception:  # a rule about names reports it
        return tuple(map(str, path))


def play_text(game: Any, path: Sequence[int]) -> str:
    """A play by the names of its moves, shortened if it is long."""
    names = move_names(game, path)
    if len(names) > 2 * SHOWN:
        names = [*names[:SHOWN], f"... ({len(names) - 2 * SHOWN} more) ...", *names[-SHOWN:]]
    return " ".join(names) or "no move"


def where(game: Any, path: Sequence[int]) -> str:
    return f"after {play_text(game, path)}" if path else "at the start"


def sentence(game: Any, path: Sequence[int], finding: Finding) -> str:
    """The game, the place, what is wrong there, and what would be right."""
    found = finding.found[0].lower() + finding.found[1:]
    return f"{game}: {where(game, path)}, {found} {finding.right}".rstrip()


def stuck(game: Any, state: Any) -> Finding:
    """What is wrong with a position that has no legal move and is not terminal."""
    answer: Any = game.terminal(state)
    found = f"No move is legal, but terminal returns {shown(answer)}."
    if answer is None:
        return Finding(found, "Is a return missing? It must return True there.")
    if all(game.legal(state, action) is None for action in range(game.action_count)):
        return Finding(found, "legal returns None for every action: is a return missing?")
    return Finding(found, "It must return True there.")


class Endless(NamedTuple):
    """A play that is longer than max_length, or returns to a position."""

    path: tuple[int, ...]
    first: int | None = None
    """The ply at which it was in that position before; None if it does not return."""
    state: Any = None
    """Always None: the path leads to the state."""

    def finding(self, game: Any) -> Finding:
        if self.first is None:
            state = functools.reduce(game.apply, self.path, game.initial())
            if not any(True for _ in game.actions(state)):
                return stuck(game, state)
            cure = "max_length must be at least the length of the longest play; if plays can return to a position, "
            return Finding(
                f"The play is longer than max_length = {game.max_length} plies.", f"{cure}cyclic must be True."
            )
        again = self.path[self.first :]
        if again == (0,):  # another action may be a pass
            return Finding(f"{UNCHANGED[0].upper()}{UNCHANGED[1:]}", _cure(game, "an action"))
        place = f"the position after {play_text(game, self.path[: self.first])}" if self.first else "its start"
        hint = f" {FROM_0}" if again == (0, 0) else ""  # perhaps action 0 changes nothing but the player
        return Finding(f"The play returns to {place}.{hint}", _cure(game, "plays"))


def _cure(game: Game[Any], what: str) -> str:
    """What to do about a play that returns."""
    if game.has_chance or game.players > 2:
        return "With chance or more than two players, no algorithm takes a game in which plays return."
    return f"If {what} may do this, cyclic must be True."


def overlong(game: Game[Any]) -> str:
    """A sentence about a play longer than max_length, with its moves if they are found within PATIENCE seconds."""
    ends = time.monotonic() + PATIENCE
    found = _deepest_first(game, lambda: time.monotonic() < ends)
    if found is None:
        return f"{game}: a play is longer than max_length = {game.max_length} plies. {UNSEEN}"
    return sentence(game, found.path, found.finding(game))


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
