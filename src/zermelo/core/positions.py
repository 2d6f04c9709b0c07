"""Reading positions: `state_of` returns the state for a string, for None, or for a state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.core.bits import Bits
from zermelo.core.errors import BadPosition
from zermelo.core.game import Game
from zermelo.core.shape import has_shape, shape
from zermelo.core.stable_text import stable_repr
from zermelo.core.wording import names_in, shortened, shown


@dataclass(frozen=True)
class AsState:
    """Marks a position as a state, for games whose states are strings.

    Otherwise a string is read by `parse_position`; `solve(game, AsState("X.O"))` takes "X.O" as the state.
    """

    state: Any


def moves_to(game: Game[Any], position: Any, state: Any) -> list[int]:
    """The actions that `position` lists, if it is the names of the moves that lead to `state`; else an empty list."""
    names = names_in(position) if isinstance(position, str) else []
    try:
        return [game.parse_action(name) for name in names] if game.play(names) == state else []
    except BadPosition:
        return []


def state_of(game: Game[Any], position: Any) -> Any:
    """The state for `position`. Raises BadPosition.

    A string is read by `parse_position`, None is the initial state, and anything else is a state. A state that is itself
    a string must be given as `AsState(string)`.
    """
    initial = game.initial()
    if position is None:
        return initial
    if isinstance(position, str):
        return _read(game, position, initial)
    if isinstance(position, AsState):
        return _tried(game, position.state, initial)
    state = position
    if issubclass(type(initial), int | tuple | Bits | str | frozenset) and type(state) is not type(initial):
        raise BadPosition(f"{_quoted(state)} is not a state of {game}; its states look like {_quoted(initial)}.")
    try:
        hash(state)
    except TypeError:
        raise BadPosition(
            f"{_quoted(state)} is not a state of {game}: it cannot be hashed, and states must be immutable values."
        ) from None
    return _tried(game, state, initial)


def _tried(game: Game[Any], state: Any, initial: Any) -> Any:
    """The state, if one ply of play from it shows nothing wrong. Raises BadPosition.

    A state whose shape is not that of the initial one is played to the end instead.
    """
    alike = not has_shape(initial) or (has_shape(state) and shape(state) == shape(initial))
    try:
        stuck = _is_stuck(game, state, plies=1 if alike else game.max_length)
    except Exception as error:
        problem = f"playing on from it fails with {type(error).__name__}: {error}"
    else:
        if not stuck:
            return state
        problem = "play from it reaches a position that is not over and has no legal move"
    raise BadPosition(
        f"{_quoted(state)} does not seem to be a position of {game}: {problem}. Its states look like {_quoted(initial)}."
    )


def _quoted(state: Any) -> str:
    return shown(state) if isinstance(state, int) else shortened(stable_repr(state))


def _is_stuck(game: Game[Any], state: Any, plies: int) -> bool:
    """Whether playing the first legal move each time reaches a state that is not terminal and has no legal action."""
    for _ in range(plies):
        if game.terminal(state):
            return False
        action = next(iter(game.actions(state)), None)
        if action is None:
            return True
        state = game.apply(state, action)
    return False


def _read(game: Game[Any], text: str, initial: Any) -> Any:
    try:
        return game.parse_position(text)
    except BadPosition as error:
        if not isinstance(initial, str):
            raise
        hint = "A string is read as a position; for a state that is a string, write zermelo.AsState(string) in Python."
        raise type(error)(f"{error} {hint}") from error
