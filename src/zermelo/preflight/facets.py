"""`check_facets`: refuse games with invalid facets, games out of scope, and games with faults that a few plays reveal.

`zermelo check` reports the same sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final, NamedTuple

from zermelo.core.constants import ALTERNATES, MAX_ACTIONS, MAX_DEPTH, NONE
from zermelo.core.contract import wrong_methods
from zermelo.core.errors import BadGame, NotSupported, ZermeloError
from zermelo.core.facets import most_chances
from zermelo.core.fingerprint import is_own
from zermelo.core.game import Game, inherits
from zermelo.core.integers import is_int, is_within
from zermelo.core.knowledge import FLAGS
from zermelo.core.shape import has_shape
from zermelo.core.supervision import Supervised

LEAST: Final = 1.0
"""The random plays before a search may take as long as its budget; with a smaller budget, this many seconds."""

LONGEST: Final = 9.0
"""The most seconds that the random plays may take. Only a method that does not return takes this long."""


class Wrong(NamedTuple):
    """What is wrong with the attributes or the methods of a class."""

    said: str
    """A sentence, to be read after the name of the game and a colon."""
    error: type[ZermeloError] = BadGame
    """NotSupported for what makes sense, but is beyond a limit or out of scope."""


def check_facets(game: Game[Any], *, scope: bool = True, seconds: float | None = None) -> None:
    """Check a game before a search.

    `seconds` is the budget of the search; the game's methods must return within it. Raises BadGame for facets that make no
    sense, for methods that change the game, and for faults that a few random plays show; NotSupported for sizes that no
    search supports, and, with `scope`, for games whose values minimax does not define; and any exception of the game.
    """
    for wrong in chain(wrong_facets(game), wrong_members(game)):
        raise wrong.error(f"{game}: {wrong.said}")
    for wrong in out_of_scope(game) if scope else ():
        raise wrong.error(f"{game}: {wrong.said}")
    if is_own(game) and has_shape(game.initial()):
        return
    # imported here, because most searches are of zermelo's own games, and begin sooner without
    from zermelo.preflight.plays import check_plays, check_source

    check_source(game)
    if scope:
        left = LONGEST if seconds is None else min(max(seconds, LEAST), LONGEST)
        supervised = Supervised(lambda: check_plays(game), lambda: None, seconds=left, on_tick=lambda: None)
        supervised.run()
        if supervised.stopped == "interrupted":
            raise KeyboardInterrupt


def remark(game: Game[Any]) -> str:
    """A sentence about actions that seem to be counted from 1; else ""."""
    if is_own(game):
        return ""
    from zermelo.preflight.plays import counted_from_one

    return counted_from_one(game)


def wrong_facets(game: Game[Any]) -> Iterator[Wrong]:
    """The facets that have a value that they cannot have. Each is looked at as if those before it were right."""
    for name in FLAGS:
        if not isinstance(getattr(game, name), bool):
            yield Wrong(f"{name} = {getattr(game, name)!r} must be True or False.")
    yield from _wrong_runtime(game)
    sizes = ("players", "action_count", "max_length", "resolution", "symmetry_count")
    for name in (*sizes, "chance_total") if game.has_chance is True else sizes:
        value = getattr(game, name, None)
        if value is None:
            yield Wrong(f"{name} is not set; it must be a positive integer.")
        elif callable(value):
            yield Wrong(f"{name} is a method; it must be a positive integer, as in `{name} = 9`.")
        elif not is_within(value, 1):
            yield Wrong(f"{name} = {value!r} must be a positive integer.")
    if game.has_chance and not is_within(most_chances(game), 1):
        yield Wrong(f"max_chances = {most_chances(game)!r} must be a positive integer.")
    for name, most in (("max_length", MAX_DEPTH), ("action_count", MAX_ACTIONS)):
        if getattr(game, name) > most:
            yield Wrong(f"{name} = {getattr(game, name)} is more than the limit of {most}.", NotSupported)
    yield from _wrong_rewards(game)
    if not is_within(game.endless, NONE, 1):
        allowed = "endless must be NONE, or the player, 0 or 1, who wins a play that never ends"
        yield Wrong(f"endless = {game.endless!r}, but {allowed}.")
    elif game.endless != NONE and (not game.cyclic or game.players != 2):
        yield Wrong(f"endless = {game.endless} is for games of two players that set cyclic = True.")


def _wrong_runtime(game: Game[Any]) -> Iterator[Wrong]:
    names: Any = game.runtime
    if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):  # pyright: ignore[reportUnknownVariableType]
        yield Wrong(f"runtime = {names!r} must be a tuple of names.")
        return
    for name in game.runtime:
        if not hasattr(game, name):
            yield Wrong(f"runtime names {name!r}, but the game has no such attribute.")


def _wrong_rewards(game: Game[Any]) -> Iterator[Wrong]:
    given: Any = game.reward_range
    if not isinstance(given, tuple) or len(given) != 2 or not all(map(is_int, given)):  # pyright: ignore[reportUnknownArgumentType]
        yield Wrong(f"reward_range = {given!r} must be a pair of integers, the worst reward and the best.")
        return
    worst, best = game.reward_range
    if game.players != 2 and worst >= best:
        yield Wrong(f"reward_range = {given} must be (worst, best) with worst < best.")
    if game.players == 2 and (worst != -best or best < 1):
        yield Wrong(f"reward_range = {given} must be (-b, b) with b >= 1: what one player gains, the other loses.")


def wrong_members(game: Game[Any]) -> Iterator[Wrong]:
    """What is wrong with the methods of a game whose facets are right."""
    yield from map(Wrong, wrong_methods(game))
    if not is_own(game):
        from zermelo.preflight.purity import missing_returns

        yield from map(Wrong, missing_returns(game))
    if not game.has_chance and not inherits(game, "chance"):
        yield Wrong("the class defines chance, but has_chance is False; a game with chance nodes must set it to True.")
    if game.players > 2 and inherits(game, "rewards"):
        yield Wrong(f"the class does not define rewards; a game of {game.players} players needs it.")
    turns_told = not inherits(game, "to_move")
    if game.players > 2 and not turns_told:
        yield Wrong(f"the class does not define to_move; a game of {game.players} players needs it to say who moves.")
    if game.has_chance and not turns_told:
        yield Wrong("a game with chance must define to_move, to say which player each value is for.")
    if game.endless != NONE and (not turns_told or game.to_move(game.initial()) == ALTERNATES):
        yield Wrong(
            f"the class does not define to_move; with endless = {game.endless} it must, to say who that player is."
        )


def out_of_scope(game: Game[Any]) -> Iterator[Wrong]:
    """Why positions of a game have no minimax value, or no search takes it."""
    mixed = "so its value needs mixed strategies, which zermelo does not compute."
    if game.hidden_information:
        yield Wrong(f"hidden_information = True: players do not see the whole position, {mixed}", NotSupported)
    if game.simultaneous:
        yield Wrong(f"simultaneous = True: players move at the same time, {mixed}", NotSupported)
    if game.depends_on_history:
        yield Wrong(
            "depends_on_history = True: the rules depend on earlier positions, as with superko, so a position alone has no "
            "value. If the state includes all that the rules depend on, leave depends_on_history out.",
            NotSupported,
        )
    if game.players == 1:
        yield Wrong(
            "players = 1. A game needs at least two players. Write a game for one player with players = 2, a to_move that "
            "returns 0 in every state, and a reward_range of (-b, b).",
            NotSupported,
        )
