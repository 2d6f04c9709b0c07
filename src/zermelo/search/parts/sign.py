"""The sign of a child's score: negative if the other player moves there."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import ALTERNATES
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game

State = TypeVar("State")


def sign_of(game: Game[State], state: State, child: State) -> int:
    """The sign of a child's score: -1 if the other player moves there, 1 if the same player moves again."""
    mover, next_mover = game.to_move(state), game.to_move(child)
    if mover == ALTERNATES and next_mover == ALTERNATES:
        return -1
    if min(mover, next_mover) < 0 or max(mover, next_mover) > 1:
        raise BrokenContract("to_move returned neither 0 nor 1")
    return 1 if mover == next_mover else -1
