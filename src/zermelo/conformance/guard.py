"""`Guarded`, a game whose methods raise only `Raised`, which says where the original exception was raised."""

from __future__ import annotations

import functools
from collections.abc import Callable
from itertools import islice
from typing import Any, cast

from zermelo.core.errors import RAISED
from zermelo.core.game import Game
from zermelo.core.wording import in_a_line
from zermelo.preflight.faults import place_of


class Raised(Exception):
    """A method of the game raised `error`; `found` is a sentence about it."""

    def __init__(self, member: str, arguments: tuple[Any, ...], error: BaseException) -> None:
        self.member = member
        self.error = error
        shown = ", ".join(repr(given) if isinstance(given, int | str) else "state" for given in arguments)
        self.found = described(f"{member}({shown})" if arguments else member, error)
        super().__init__(self.found)


def described(call: str, error: BaseException) -> str:
    """A sentence: which call raised which exception, and where in the game's code."""
    place = place_of(error)
    where = f" ({place.file}:{place.line}, in {place.function})" if place else ""
    return f"{call} raised {in_a_line(error).rstrip('.')}{where}."


class Guarded:
    """A game whose methods raise only `Raised`. Methods that yield actions return tuples, cut if they are too long."""

    def __init__(self, game: Game[Any]) -> None:
        self.unguarded = game

    def __getattr__(self, name: str) -> Any:
        try:
            member = getattr(self.unguarded, name)
        except Exception as error:
            raise Raised(name, (), error) from error
        if not callable(member):
            return member
        if name in ("actions", "relevant", "deciding"):
            member = functools.partial(_first, self.unguarded.action_count + 1, member)
        guarded = functools.partial(_guarded, name, member)
        self.__dict__[name] = guarded
        return guarded

    @property
    def as_game(self) -> Game[Any]:
        """The same object, for functions that take a game."""
        return cast("Game[Any]", self)

    def __str__(self) -> str:
        return str(self.unguarded)


def _guarded(name: str, member: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return member(*arguments)
    except RAISED as error:
        raise Raised(name, arguments, error) from error


def _first(most: int, member: Callable[[Any], Any], state: Any) -> tuple[Any, ...]:
    return tuple(islice(member(state), most))
