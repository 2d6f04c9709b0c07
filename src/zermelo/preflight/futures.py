"""Compare the futures of two states that ought to have the same: legal actions, chance, who moves, and how plays end."""

from __future__ import annotations

import math
import random
import time
from typing import Any

from zermelo.core.game import Game, final_reward, moves_again


class Futures:
    """One comparison of two states, action by action, for a few plies."""

    def __init__(
        self,
        game: Game[Any],
        *,
        pairs: int | None = None,
        width: int | None = None,
        rng: random.Random | None = None,
        ends: float = math.inf,
        trusts_equality: bool = False,
    ) -> None:
        """At most `pairs` pairs of states are compared, and none after the time `ends` (`time.monotonic`). At most `width`
        actions of each pair are followed, chosen by `rng`. If equality can be trusted, the futures of equal states are not
        compared.
        """
        self._game = game
        self._left = -1 if pairs is None else pairs
        self._width = game.action_count if width is None else width
        self._random = rng or random.Random(0)
        self._ends = ends
        self._trusts_equality = trusts_equality

    def difference(self, here: Any, there: Any, plies: int) -> str:
        """The first difference found between the futures of two states, as in "its future has other legal actions", where
        "its" means `there`; "" if there is none.
        """
        game = self._game
        if self._left == 0 or time.monotonic() > self._ends or (self._trusts_equality and here == there):
            return ""
        self._left -= 1
        over = bool(game.terminal(here))
        if over != bool(game.terminal(there)):
            return "after the same moves one game is over and the other is not"
        if over:
            mine, yours = final_reward(game, here), final_reward(game, there)
            return "" if mine == yours else f"its future ends with the reward {yours} instead of {mine}"
        actions = sorted(game.actions(here))
        if actions != sorted(game.actions(there)):
            return "its future has other legal actions"
        return self._chance_differs(here, there, actions) or self._children_differ(here, there, actions, plies)

    def _chance_differs(self, here: Any, there: Any, actions: list[int]) -> str:
        game = self._game
        if not game.has_chance or not (game.chance(here) or game.chance(there)):
            return ""
        if bool(game.chance(here)) != bool(game.chance(there)):
            return "only one of the two futures has a chance node"
        same = all(game.weight(here, action) == game.weight(there, action) for action in actions)
        return "" if same else "its future has a chance node with other weights"

    def _children_differ(self, here: Any, there: Any, actions: list[int], plies: int) -> str:
        game = self._game
        if plies == 0:
            return ""
        if len(actions) > self._width:
            actions = self._random.sample(actions, self._width)
        for action in actions:
            mine, yours = game.apply(here, action), game.apply(there, action)
            difference = self.difference(mine, yours, plies - 1)
            if difference:
                return difference
            if moves_again(game, here, mine) != moves_again(game, there, yours):
                return "in its future the players take turns in another order"
        return ""
