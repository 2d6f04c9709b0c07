"""Find two states that are equal although their futures differ: for states of a class that defines its own equality.

Such states share an entry of the transposition table, so values may be wrong. Two ways to find them:

    transpositions   moves in another order, or another play, lead to the same state
    loops            moves lead back to a state; the same moves, repeated, end the game at different times

Both compare the futures of the two states for a few plies. In a game whose plays end, a state that a play returns to has
a future that differs: fewer moves are left.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from zermelo.core.game import Game
from zermelo.core.shape import has_shape

SECONDS: Final = 0.3
"""The time for the search before a game is solved."""

PLIES: Final = 2
"""For how many plies two equal states are followed."""

WIDTH: Final = 40
"""How many moves of each state are followed; if it has more, a random choice of them."""

MOST_STATES: Final = 50_000
"""How many states are remembered."""

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
    if not has_own_equality(game.initial()):
        return None
    search = _Search(game, random.Random(seed), time.monotonic() + seconds)
    return next(search.found(), None)


def has_own_equality(state: Any) -> bool:
    """Whether a state is of a class that defines its own equality."""
    return type(state).__eq__ is not object.__eq__ and type(state).__module__ != "builtins" and not has_shape(state)


def equality_advice(game: Game[Any]) -> str:
    """What to do if equal states have different futures."""
    return getattr(game, "equality_advice", "The __eq__ of its states must compare everything that matters later.")


def equality_doubt(game: Game[Any]) -> str:
    """The reason why equal states are known to have different futures, as a sentence; "" if there is none."""
    return getattr(game, "equality_doubt", "")


class _Search:
    """Random plays that look for equal states."""

    def __init__(self, game: Game[Any], rng: random.Random, ends: float) -> None:
        self.game = game
        self.random = rng
        self.ends = ends
        self.met: dict[Any, tuple[Any, Path]] = {}
        """The states met so far, each with the actions that led to it."""

    @property
    def time_is_up(self) -> bool:
        """Whether the search ends here."""
        return time.monotonic() > self.ends

    def found(self) -> Iterator[Unlike]:
        """The pairs found, play by play."""
        while not self.time_is_up:
            state, path = self.game.initial(), ()
            while not self.game.terminal(state) and len(path) < self.game.max_length and not self.time_is_up:
                yield from self._loops(state, path)
                yield from self._other_order(state, path)
                action = self.random.choice([*self.game.actions(state)])
                state, path = self.game.apply(state, action), (*path, action)
                yield from self._transposition(state, path)

    def _other_order(self, state: Any, path: Path) -> Iterator[Unlike]:
        """A pair that three random moves and a fourth lead to, if the first and the third change places."""
        moves, after = list[int](), state
        for _ in range(4):
            if self.game.terminal(after):
                return
            moves.append(self.random.choice([*self.game.actions(after)]))
            after = self.game.apply(after, moves[-1])
        first, second, third, fourth = moves
        other = third, second, first, fourth
        if first != third and _played(self.game, state, other) == after:
            yield from self._pair(after, (*path, *moves), _played(self.game, state, other), (*path, *other))

    def _transposition(self, state: Any, path: Path) -> Iterator[Unlike]:
        """A pair of this state and one met before, if their futures differ."""
        if len(self.met) < MOST_STATES:
            first, first_path = self.met.setdefault(state, (state, path))
        else:
            first, first_path = self.met.get(state, (state, path))
        if first_path != path:
            yield from self._pair(first, first_path, state, path)

    def _pair(self, state: Any, path: Path, other: Any, other_path: Path) -> Iterator[Unlike]:
        """The pair of these two, if their futures differ."""
        difference = self._difference(state, other, PLIES)
        if difference:
            yield Unlike(state, path, other_path, difference)

    def _loops(self, state: Any, path: Path) -> Iterator[Unlike]:
        """A pair that a loop of four plies leads to: a move of each player, and back."""
        game, there = self.game, list[int]()
        after = state
        for _ in range(2):
            if game.terminal(after):
                return
            there.append(self.random.choice([*game.actions(after)]))
            after = game.apply(after, there[-1])
        for loop in self._ways_back(after, state):
            yield from self._repeated(state, path, (*there, *loop))

    def _ways_back(self, after: Any, state: Any) -> Iterator[Path]:
        """Two moves that lead from `after` to `state`, tried in random order."""
        game = self.game
        if game.terminal(after):
            return
        for back in self._some(after):
            between = game.apply(after, back)
            if game.terminal(between) or self.time_is_up:
                continue
            for last in self._some(between):
                if game.apply(between, last) == state:
                    yield back, last
                    return

    def _repeated(self, state: Any, path: Path, loop: Path) -> Iterator[Unlike]:
        """The pair of this state and that after the loop, as often as it can be played."""
        game = self.game
        for _ in range(game.max_length // len(loop)):
            again = _played(game, state, loop)
            if again is None or again != state:
                return
            difference = self._difference(state, again, len(loop), loop)
            if difference:
                yield Unlike(state, path, (*path, *loop), difference)
                return
            state, path = again, (*path, *loop)

    def _some(self, state: Any) -> list[int]:
        actions = [*self.game.actions(state)]
        self.random.shuffle(actions)
        return actions

    def _difference(self, here: Any, there: Any, plies: int, moves: Path = ()) -> str:
        """The first difference found between the futures of two states; "" if there is none. `moves` are tried first."""
        game = self.game
        over = bool(game.terminal(here))
        if over != bool(game.terminal(there)):
            return "after the same moves one game is over and the other is not"
        if over:
            mine, yours = game.reward(here), game.reward(there)
            return "" if mine == yours else f"its future ends with the reward {yours} instead of {mine}"
        actions = sorted(game.actions(here))
        if actions != sorted(game.actions(there)):
            return "its future has other legal actions"
        if game.to_move(here) != game.to_move(there):
            return "in its future the players take turns in another order"
        followed = moves[:1] or self.random.sample(actions, min(len(actions), WIDTH)) if plies > 0 else ()
        for action in followed:
            difference = self._difference(game.apply(here, action), game.apply(there, action), plies - 1, moves[1:])
            if difference:
                return difference
        return ""


def _played(game: Game[Any], state: Any, moves: Path) -> Any:
    """The state after these moves; None if the game is over before, or one is not legal."""
    for action in moves:
        if game.terminal(state) or not game.legal(state, action):
            return None
        state = game.apply(state, action)
    return state
