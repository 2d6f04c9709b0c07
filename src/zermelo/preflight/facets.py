"""`check_facets`: refuse games with invalid facets, games out of scope, and games with faults that a few plays reveal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.core.constants import ALTERNATES, MAX_ACTIONS, MAX_DEPTH, NONE
from zermelo.core.errors import BadGame, NotSupported
from zermelo.core.facets import most_chances
from zermelo.core.game import HIDDEN, Game, hidden_methods, wrong_arguments
from zermelo.core.integers import is_int, is_within
from zermelo.core.knowledge import FLAGS
from zermelo.core.supervision import Supervised
from zermelo.preflight.plays import ADVICE, IMPURE, check_plays
from zermelo.preflight.purity import changes, missing_returns

LEAST: Final = 1.0
"""The random plays before a search may take as long as its budget; with a smaller budget, this many seconds."""

LONGEST: Final = 9.0
"""The most seconds that the random plays may take. Only a method that does not return takes this long."""

OUT_OF_SCOPE: Final = {
    "hidden_information": "players do not see the whole position",
    "simultaneous": "players move at the same time",
}
"""Facets of games for which minimax defines no value, with their meaning."""

HISTORY: Final = (
    "the rules depend on earlier positions, as with superko, so a position alone has no value. If the state includes all "
    "that the rules depend on, leave depends_on_history out."
)
"""Why games that set depends_on_history are refused."""

ENDLESS: Final = "endless must be NONE, or the player, 0 or 1, who wins a play that never ends"
"""The values that the facet may have."""

ALONE: Final = (
    "A game needs at least two players. Write a game for one player with players = 2, a to_move that returns 0 in every "
    "state, and a reward_range of (-b, b)."
)
"""The advice for games of one player."""


def check_facets(game: Game[Any], *, scope: bool = True, seconds: float | None = None) -> None:
    """Check a game before a search.

    `seconds` is the budget of the search; the game's methods must return within it. Raises BadGame for facets that make no
    sense, for methods that change the game, and for faults that a few random plays show; NotSupported for sizes that no
    search supports, and, with `scope`, for games whose values minimax does not define; and any exception of the game.
    """
    _check_methods(game)
    for name in FLAGS:
        if not isinstance(getattr(game, name), bool):
            raise BadGame(f"{game}: {name} = {getattr(game, name)!r} must be True or False.")
    for name in _runtime(game):
        if not hasattr(game, name):
            raise BadGame(f"{game}: runtime names {name!r}, but the game has no such attribute.")
    if not game.has_chance and type(game).chance is not Game.chance:  # pyright: ignore[reportUnknownMemberType]
        raise BadGame(f"{game} defines chance, but has_chance is False; a game with chance nodes must set it to True.")
    if not is_within(game.players, 1):
        raise BadGame(f"{game}: players = {game.players!r} must be a positive integer.")
    _check_sizes(game)
    _check_rewards(game)
    _check_endless(game)
    if game.has_chance:
        _check_chance(game)
    for change in changes(game):
        raise BadGame(f"{game}: {change}. {IMPURE} {ADVICE}")
    if scope:
        check_scope(game)
        _supervised(lambda: check_plays(game), LONGEST if seconds is None else min(max(seconds, LEAST), LONGEST))


def _check_methods(game: Game[Any]) -> None:
    """Raises BadGame for methods that cannot be called, or that return nothing."""
    for name in hidden_methods(game):
        raise BadGame(f"{type(game).__name__}.{name} is {HIDDEN}")
    for found in wrong_arguments(game):
        raise BadGame(found)
    for found in missing_returns(game):
        raise BadGame(f"{game}: {found}")


def _supervised(work: Callable[[], None], seconds: float) -> None:
    """Run `work`, which calls methods of a game. Raises DoesNotReturn if one does not return, and whatever they raise."""
    supervised = Supervised(work, lambda: None, seconds=seconds, on_tick=lambda: None)
    supervised.run()
    if supervised.stopped == "interrupted":
        raise KeyboardInterrupt


def check_scope(game: Game[Any]) -> None:
    """Raises NotSupported for games whose positions have no minimax value."""
    for facet, words in OUT_OF_SCOPE.items():
        if getattr(game, facet):
            raise NotSupported(
                f"{game} sets {facet} = True: {words}, so its value needs mixed strategies, which zermelo does not compute."
            )
    if game.depends_on_history:
        raise NotSupported(f"{game} sets depends_on_history = True: {HISTORY}")
    if game.players == 1:
        raise NotSupported(f"{game} sets players = 1. {ALONE}")


def _runtime(game: Game[Any]) -> tuple[str, ...]:
    """The names in `runtime`. Raises BadGame."""
    names: Any = game.runtime
    if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):  # pyright: ignore[reportUnknownVariableType]
        raise BadGame(f"{game}: runtime = {names!r} must be a tuple of names.")
    return names  # pyright: ignore[reportUnknownVariableType]


def _check_sizes(game: Game[Any]) -> None:
    """Raises BadGame or NotSupported."""
    for name in ("action_count", "max_length", "resolution", "symmetry_count"):
        value = getattr(game, name, None)
        if value is None:
            raise BadGame(f"{game}: {name} is not set; it must be a positive integer.")
        if not is_within(value, 1):
            raise BadGame(f"{game}: {name} = {value!r} must be a positive integer.")
    if game.max_length > MAX_DEPTH:
        raise NotSupported(f"{game}: max_length = {game.max_length} is more than the limit of {MAX_DEPTH}.")
    if game.action_count > MAX_ACTIONS:
        raise NotSupported(f"{game}: action_count = {game.action_count} is more than the limit of {MAX_ACTIONS}.")


def _check_rewards(game: Game[Any]) -> None:
    """Raises BadGame."""
    given: Any = game.reward_range
    if not isinstance(given, tuple) or len(given) != 2 or not all(map(is_int, given)):  # pyright: ignore[reportUnknownArgumentType]
        raise BadGame(f"{game}: reward_range {given!r} must be a pair of integers, the worst reward and the best.")
    worst, best = game.reward_range
    if game.players > 2:
        if type(game).rewards is Game.rewards:  # pyright: ignore[reportUnknownMemberType]
            raise BadGame(f"{game} does not define rewards; a game of {game.players} players needs it.")
        if type(game).to_move is Game.to_move:  # pyright: ignore[reportUnknownMemberType]
            raise BadGame(
                f"{game} does not define to_move; a game of {game.players} players needs it to say who moves."
            )
    if game.players != 2:
        if worst >= best:
            raise BadGame(f"{game}: reward_range {game.reward_range} must be (worst, best) with worst < best.")
    elif worst != -best or best < 1:
        raise BadGame(
            f"{game}: reward_range {game.reward_range} must be (-b, b) with b >= 1: what one player gains, the other loses."
        )


def _check_endless(game: Game[Any]) -> None:
    """Raises BadGame."""
    if game.endless == NONE and is_int(game.endless):
        return
    if not is_within(game.endless, 0, 1):
        raise BadGame(f"{game}: endless = {game.endless!r}, but {ENDLESS}.")
    if not game.cyclic or game.players != 2:
        raise BadGame(f"{game}: endless = {game.endless} is for games of two players that set cyclic = True.")
    defines = type(game).to_move is not Game.to_move  # pyright: ignore[reportUnknownMemberType]
    if not defines or game.to_move(game.initial()) == ALTERNATES:
        raise BadGame(
            f"{game} does not define to_move; with endless = {game.endless} it must, to say who that player is."
        )


def _check_chance(game: Game[Any]) -> None:
    """Raises BadGame or NotSupported."""
    if type(game).to_move is Game.to_move:  # pyright: ignore[reportUnknownMemberType]
        raise BadGame(f"{game}: a game with chance must define to_move, to say which player each value is for.")
    least = (
        ("chance_total", game.chance_total),
        ("max_chances", most_chances(game)),
    )
    for name, value in least:
        if not is_within(value, 1):
            raise BadGame(f"{game}: {name} = {value!r} must be a positive integer.")
