"""How positions are given, and read: `state_of` makes a state of a text, of None, or of a state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from zermelo.core.bits import Bits
from zermelo.core.errors import BadPosition
from zermelo.core.game import Game
from zermelo.core.shape import has_shape, shape
from zermelo.core.stable_text import stable_repr
from zermelo.core.wording import names_in, shortened, shown

ONE_KIND: Final = (int, tuple, Bits, str, frozenset)
"""Kinds of states: where the initial one is of one of these, all are of its type."""


@dataclass(frozen=True)
class AsState:
    """A state, said to be one, where a position may be given: for games whose states are texts.

    A position that is a text is always read by `parse_position`; `solve(game, AsState("X.O"))` takes it as it is.
    """

    state: Any


def moves_to(game: Game[Any], position: Any, state: Any) -> list[int]:
    """The actions by which `position` tells `state`; none where it tells it in another way."""
    names = names_in(position) if isinstance(position, str) else []
    try:
        return [game.parse_action(name) for name in names] if game.play(names) == state else []
    except BadPosition:
        return []


def state_of(game: Game[Any], position: Any) -> Any:
    """The state that `position` stands for. Raises BadPosition.

    A text is read by `parse_position`, None is the initial state, anything else is a state. A state that is a text is given
    as `AsState(text)`.
    """
    initial = game.initial()
    if position is None:
        return initial
    if isinstance(position, str):
        return _read(game, position, initial)
    if isinstance(position, AsState):
        return _tried(game, position.state, initial)
    state = position
    if issubclass(type(initial), ONE_KIND) and type(state) is not type(initial):
        raise BadPosition(f"{_quoted(state)} is not a state of {game}; its states look like {_quoted(initial)}.")
    try:
        hash(state)
    except TypeError:
        raise BadPosition(
            f"{_quoted(state)} is not a state of {game}: it cannot be hashed; states are immutable values."
        ) from None
    return _tried(game, state, initial)


def _tried(game: Game[Any], state: Any, initial: Any) -> Any:
    """The state, once a step of play from there has shown nothing wrong. Raises BadPosition.

    One of another shape than the initial one is played from to the end.
    """
    alike = not has_shape(initial) or (has_shape(state) and shape(state) == shape(initial))
    try:
        stuck = _is_stuck(game, state, plies=1 if alike else game.max_length)
    except Exception as error:
        wrong = f"play from there fails with {type(error).__name__}: {error}"
    else:
        if not stuck:
            return state
        wrong = "play comes to where it is not over, and no move is legal"
    raise BadPosition(
        f"{_quoted(state)} may be no position that {game} can come to: {wrong}. Its states look like {_quoted(initial)}."
    )


def _quoted(state: Any) -> str:
    """A state as it is told, whatever the length of its numbers."""
    return shown(state) if isinstance(state, int) else shortened(stable_repr(state))


def _is_stuck(game: Game[Any], state: Any, plies: int) -> bool:
    """Whether the first legal moves lead to where play is not over, and no move is legal."""
    for _ in range(plies):
        if game.terminal(state):
            return False
        action = next(iter(game.actions(state)), None)
        if action is None:
            return True
        state = game.apply(state, action)
    return False


def _read(game: Game[Any], text: str, initial: Any) -> Any:
    """The state that a text stands for. Raises BadPosition."""
    try:
        return game.parse_position(text)
    except BadPosition as error:
        if not isinstance(initial, str):
            raise
        hint = "A text is read as a position; in Python a state that is a text is given as zermelo.AsState(text)."
        raise type(error)(f"{error} {hint}") from error
