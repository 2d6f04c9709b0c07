"""Find two states that are equal although their futures differ: for states of a class that defines its own equality.

Such states share an entry of the transposition table, so values may be wrong. Two ways to find them:

    transpositions   moves in another order, or another play, lead to the same state
    loops            moves lead back to a state; the same moves, repeated, end the game at different times

Both compare the futures of the two states for a few plies, as is done with states that have the same key. In a game whose
plays end, a state that a play returns to has a future that differs: fewer moves are left.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import chain, islice
from typing import Any, Final, NamedTuple, cast

from zermelo.core.attributes import own_attribute
from zermelo.core.bits import Bits
from zermelo.core.game import Game, final_reward, moves_again
from zermelo.core.random_play import random_play

SECONDS: Final = 0.3
"""The time for the search before a game is solved."""

PLIES: Final = 2
"""For how many plies two equal states are followed."""

WIDTH: Final = 40
"""How many moves of each state are followed; if it has more, a random choice of them."""

Path = tuple[int, ...]


class Unlike(NamedTuple):
    """Two equal states whose futures differ."""

    state: Any
    path: Path
    """The actions that lead to it from the initial state."""
    other_path: Path
    """The actions that lead to the other state."""
    difference: str
    """How the future of the other one differs, as in "its future has other legal actions"."""


def unlike(game: Game[Any], seconds: float = SECONDS, seed: int = 0) -> Unlike | None:
    """Two equal states whose futures differ, if they are found within `seconds`; None for states that are plain values."""
    play = random_play(game, game.initial(), random.Random(0))
    if not any(map(defines_equality, chain([game.initial()], (ply.after for ply in islice(play, 100))))):
        return None
    search = _EqualStates(game, random.Random(seed), time.monotonic() + seconds)
    return next(search.found(), None)


TRUSTED: Final = {*sys.stdlib_module_names, "numpy"}
"""Modules whose types compare everything that they hold."""


def defines_equality(value: object) -> bool:
    """Whether a value, or a part of it, is of a class that defines its own equality, or whose equality knows nothing of its
    attributes: that of a subclass of a plain type.
    """
    cls = type(value)
    owner = next(each for each in cls.__mro__ if "__eq__" in vars(each))
    if not _is_trusted(owner):
        return True
    if not _is_trusted(cls) and owner is not object and not isinstance(value, Enum):
        named = hasattr(cls, "_fields") and owner is tuple
        if not named or getattr(value, "__dict__", None):
            return True
    return isinstance(value, tuple | frozenset) and any(map(defines_equality, cast("Iterable[Any]", value)))


def _is_trusted(cls: type) -> bool:
    return cls is Bits or cls.__module__.partition(".")[0] in TRUSTED


def equality_advice(game: Game[Any]) -> str:
    """What to do if equal states have different futures."""
    return own_attribute(
        game, "equality_advice", "The __eq__ of its states must compare everything that matters later."
    )


def equality_doubt(game: Game[Any]) -> str:
    """The reason why equal states are known to have different futures, as a sentence; "" if there is none."""
    return own_attribute(game, "equality_doubt", "")


class _EqualStates:
    """Random plays that look for equal states."""

    def __init__(self, game: Game[Any], rng: random.Random, ends: float) -> None:
        self.game = game
        self.random = rng
        self.ends = ends
        self.met: dict[Any, tuple[Any, Path]] = {}
        """The states met so far, each with the actions that led to it."""

    @property
    def time_is_up(self) -> bool:
        return time.monotonic() > self.ends

    def found(self) -> Iterator[Unlike]:
        while not self.time_is_up:
            path: Path = ()
            for ply in random_play(self.game, self.game.initial(), self.random):
                if self.time_is_up:
                    return
                yield from self._loops(ply.state, path)
                yield from self._other_order(ply.state, path)
                path = (*path, ply.action)
                yield from self._transposition(ply.after, path)

    def _other_order(self, state: Any, path: Path) -> Iterator[Unlike]:
        """A pair that three random moves and a fourth lead to, if the first and the third change places."""
        moves, after = self._at_random(state, 4)
        if len(moves) < 4:
            return
        first, second, third, fourth = moves
        other = third, second, first, fourth
        if first != third:
            there = _played(self.game, state, other)
            if there is not None and there == after:
                yield from self._pair(after, (*path, *moves), there, (*path, *other))

    def _transposition(self, state: Any, path: Path) -> Iterator[Unlike]:
        """A pair of this state and one met before, if their futures differ."""
        if len(self.met) < 50_000:
            first, first_path = self.met.setdefault(state, (state, path))
        else:
            first, first_path = self.met.get(state, (state, path))
        if first_path != path:
            yield from self._pair(first, first_path, state, path)

    def _loops(self, state: Any, path: Path) -> Iterator[Unlike]:
        """A pair that a loop of four plies leads to: a move of each player, and back."""
        there, after = self._at_random(state, 2)
        if len(there) < 2 or self.game.terminal(after):
            return
        for back in self._shuffled(after):
            between = self.game.apply(after, back)
            if self.game.terminal(between) or self.time_is_up:
                continue
            for last in self._shuffled(between):
                if self.game.apply(between, last) == state:
                    yield from self._repeated(state, path, (*there, back, last))
                    return

    def _repeated(self, state: Any, path: Path, loop: Path) -> Iterator[Unlike]:
        """The pair of this state and that after the loop, as often as it can be played."""
        for _ in range(self.game.max_length // len(loop)):
            if self.time_is_up:
                return
            again = _played(self.game, state, loop)
            if again is None or again != state:
                return
            difference = self._difference_on(loop, state, again)
            if difference:
                yield Unlike(state, path, (*path, *loop), difference)
                return
            state, path = again, (*path, *loop)

    def _difference_on(self, moves: Path, here: Any, there: Any) -> str:
        """The first difference between two states, or those that the same moves lead to from both; "" if there is none."""
        for action in (*moves, None):
            difference = self._difference(here, there, 0)
            if difference or action is None or self.game.terminal(here):
                return difference
            here, there = self.game.apply(here, action), self.game.apply(there, action)
        return ""

    def _pair(self, state: Any, path: Path, other: Any, other_path: Path) -> Iterator[Unlike]:
        difference = self._difference(state, other, PLIES)
        if difference:
            yield Unlike(state, path, other_path, difference)

    def _difference(self, here: Any, there: Any, plies: int) -> str:
        if self.game.to_move(here) != self.game.to_move(there) and not self.game.terminal(here):
            return "another player moves there"
        return Futures(self.game, width=WIDTH, rng=self.random, ends=self.ends).difference(here, there, plies)

    def _at_random(self, state: Any, count: int) -> tuple[Path, Any]:
        """So many random moves, fewer if the game is over before, and the state after them."""
        plies = [*islice(random_play(self.game, state, self.random), count)]
        return tuple(ply.action for ply in plies), plies[-1].after if plies else state

    def _shuffled(self, state: Any) -> list[int]:
        actions = [*self.game.actions(state)]
        self.random.shuffle(actions)
        return actions


def _played(game: Game[Any], state: Any, moves: Path) -> Any:
    """The state after these moves; None if the game is over before, or one is not legal."""
    for action in moves:
        if game.terminal(state) or not game.legal(state, action):
            return None
        state = game.apply(state, action)
    return state


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
