"""An exact value is compared with its own line: the principal variation, played by the rules of the class alone."""

from __future__ import annotations

from typing import Any

from zermelo.core.errors import BadAlgorithm, BadGame
from zermelo.core.fingerprint import is_ours
from zermelo.search.parts.scoring import sign_of
from zermelo.solver.plan import Plan
from zermelo.solver.result import Result


def check_line(plan: Plan[Any], state: Any, line: tuple[int, ...], result: Result) -> None:
    """Raises BadGame, or BadAlgorithm for an algorithm of the user's, if a line that ends the game ends with another reward
    than the exact value, or at another distance. A line that stops earlier proves nothing.
    """
    game = plan.game
    if not result.exact or game.players != 2 or game.has_chance:
        return
    sign = 1
    for action in line:
        child = game.apply(state, action)
        sign *= sign_of(game, state, child)
        state = child
    if not game.terminal(state):
        return
    reward = sign * game.reward(state)
    if reward == result.value and result.distance in (None, len(line)):
        return
    value = f"{result.value}" + ("" if result.distance is None else f" after {result.distance} plies")
    _refuse(
        plan, result, f"{value}, but its own line, {' '.join(result.line)}, ends with {reward} after {len(line)} plies"
    )


def check_value(plan: Plan[Any], result: Result, true: tuple[Any, int | None]) -> None:
    """Raises BadGame or BadAlgorithm, as `check_line`, if an exact value is not that of the class's rules alone."""
    if result.value != true[0]:
        _refuse(plan, result, f"{result.value}, but by the rules alone it is {true[0]}")


def _refuse(plan: Plan[Any], result: Result, contradiction: str) -> None:
    game = plan.game
    if not is_ours(plan.algorithm.search_root):
        raise BadAlgorithm(
            f"The algorithm {result.algorithm} says that the value of {game} is {contradiction}. It may take bounds for "
            f"exact values."
        )
    known = ", ".join(plan.knowledge)
    from zermelo.preflight.plays import explain  # only here, because it takes long to import

    reason = explain(game) or (
        f"What the class says about its positions is wrong ({known}); `--without all` does not use it."
        if known
        else "Its methods seem to depend on earlier calls: what changes during a play belongs in the state."
    )
    raise BadGame(f"{game}: the search says that the value is {contradiction}. {reason}")
