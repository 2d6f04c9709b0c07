"""What a game says of itself, checked: facets that make no sense, and games that are out of scope."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.core.constants import MAX_ACTIONS, MAX_DEPTH
from zermelo.core.errors import BadGame, NotSupported
from zermelo.core.facets import most_chances
from zermelo.core.game import HIDDEN, Game, hidden_methods
from zermelo.core.integers import is_int, is_within
from zermelo.core.knowledge import FLAGS
from zermelo.core.supervision import Supervised
from zermelo.preflight.plays import ADVICE, IMPURE, check_plays
from zermelo.preflight.purity import changes

LEAST: Final = 1.0

LONGEST: Final = 9.0
"""Seconds that random plays before a search may take, with a budget of few and with none: more than they are given, unless a
method does not return.
"""

OUT_OF_SCOPE: Final = {
    "hidden_information": "players do not see the whole position",
    "simultaneous": "players move at the same time",
}
"""Facets of games for which minimax means nothing, and what they mean."""

ALONE: Final = (
    "Games here have two players or more: a game for one is written with players = 2, a to_move that gives 0 in every "
    "state, and a reward_range of (-b, b)."
)
"""What is right where nobody plays against the player."""


def check_facets(game: Game[Any], *, scope: bool = True, seconds: float | None = None) -> None:
    """Raises BadGame for facets that make no sense, for methods that change the game, and for what a few random plays show
    to be against the contract; NotSupported for sizes beyond any algorithm, and, with `scope`, for games that minimax does
    not define the value of. And what the game raises. `seconds`: the budget of what comes then; methods must return in it.
    """
    for name in hidden_methods(game):
        raise BadGame(f"{type(game).__name__}.{name} is {HIDDEN}")
    for name in FLAGS:
        if not isinstance(getattr(game, name), bool):
            raise BadGame(f"{game}: {name} = {getattr(game, name)!r} must be True or False.")
    for name in _runtime(game):
        if not hasattr(game, name):
            raise BadGame(f"{game}: runtime names {name!r}, which the game does not have; it must name attributes.")
    if not game.has_chance and type(game).chance is not Game.chance:  # pyright: ignore[reportUnknownMemberType]
        raise BadGame(f"{game} defines chance, though has_chance is False; where chance moves, it must be True.")
    if not is_within(game.players, 1):
        raise BadGame(f"{game}: players = {game.players!r} must be a positive integer.")
    _check_sizes(game)
    _check_rewards(game)
    if game.has_chance:
        _check_chance(game)
    for change in changes(game):
        raise BadGame(f"{game}: {change}. {IMPURE} {ADVICE}")
    if scope:
        check_scope(game)
        _supervised(lambda: check_plays(game), LONGEST if seconds is None else min(max(seconds, LEAST), LONGEST))


def _supervised(work: Callable[[], None], seconds: float) -> None:
    """Run methods of a game that might not return; then DoesNotReturn is raised. Raises what they raise."""
    supervised = Supervised(work, lambda: None, seconds=seconds, on_tick=lambda: None)
    supervised.run()
    if supervised.stopped == "interrupted":
        raise KeyboardInterrupt


def check_scope(game: Game[Any]) -> None:
    """Raises NotSupported for games whose positions have no minimax value."""
    for facet, words in OUT_OF_SCOPE.items():
        if getattr(game, facet):
            raise NotSupported(
                f"{game} says {facet} = True: {words}, so its value needs mixed strategies, which nothing here computes."
            )
    if game.players == 1:
        raise NotSupported(f"{game} says players = 1. {ALONE}")


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
        raise NotSupported(f"{game}: plays of up to {game.max_length} plies are longer than {MAX_DEPTH}.")
    if game.action_count > MAX_ACTIONS:
        raise NotSupported(f"{game}: {game.action_count} actions are more than {MAX_ACTIONS}.")


def _check_rewards(game: Game[Any]) -> None:
    """Raises BadGame."""
    given: Any = game.reward_range
    if not isinstance(given, tuple) or len(given) != 2 or not all(map(is_int, given)):  # pyright: ignore[reportUnknownArgumentType]
        raise BadGame(f"{game}: reward_range {given!r} must be a pair of integers, the worst reward and the best.")
    worst, best = game.reward_range
    if game.players > 2:
        if type(game).rewards is Game.rewards:  # pyright: ignore[reportUnknownMemberType]
            raise BadGame(f"{game} does not define rewards, which a game of {game.players} players must.")
        if type(game).to_move is Game.to_move:  # pyright: ignore[reportUnknownMemberType]
            raise BadGame(
                f"{game} does not define to_move, which a game of {game.players} players must: it says who moves."
            )
    if game.players != 2:
        if worst >= best:
            raise BadGame(f"{game}: reward_range {game.reward_range} must be (worst, best) with worst < best.")
    elif worst != -best or best < 1:
        raise BadGame(
            f"{game}: reward_range {game.reward_range} must be (-b, b) with b >= 1: one's gain is the other's loss."
        )


def _check_chance(game: Game[Any]) -> None:
    """Raises BadGame or NotSupported."""
    if type(game).to_move is Game.to_move:  # pyright: ignore[reportUnknownMemberType]
        raise BadGame(f"{game}: where chance moves, to_move must say for whom a value is; it is not defined.")
    least = (
        ("chance_total", game.chance_total),
        ("max_chances", most_chances(game)),
    )
    for name, value in least:
        if not is_within(value, 1):
            raise BadGame(f"{game}: {name} = {value!r} must be a positive integer.")
