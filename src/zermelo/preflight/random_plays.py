"""Random plays, which collect the positions that rules examine."""

from __future__ import annotations

import copy
import random
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from zermelo.core.contract import is_hashable
from zermelo.core.game import Game, inherits
from zermelo.core.integers import is_int
from zermelo.core.shape import has_shape

MAX_POSITIONS: Final = 2000
"""Play stops at this many different positions."""

WIDTH: Final = 12
"""How many moves of a position are tried; if it has more, a random choice of them."""

ASKED: Final = 50
"""At how many positions before a search `legal` is compared with `actions`: asking for each action takes time."""


@dataclass(eq=False)
class RandomPosition:
    """A state that random play reached, and what the game's methods returned for it then."""

    state: Any
    path: tuple[int, ...]
    """The actions that first led to it from the initial state."""
    before: Any
    """A copy of the state, made before it was used; the state itself if nothing can change it."""
    terminal: bool
    listed: tuple[Any, ...] = ()
    """What `actions` yielded."""
    allowed: tuple[int, ...] = ()
    """The actions that `legal` allowed."""
    playable: tuple[int, ...] = ()
    """Those of both, or WIDTH of them, that play may choose."""
    children: dict[int, Any] = field(default_factory=dict[int, Any])
    """For actions that were tried, the state that `apply` returned."""
    changed_by: int | None = None
    """An action for which `apply` changed this state."""
    plies_left: int = 0
    """How many plies later the play that first reached it ended."""
    longest: tuple[int, ...] = ()
    """The longest play that reached it."""
    cycle: tuple[int, ...] = ()
    """A play that reached it a second time."""
    cycle_from: int = 0
    """The ply at which that play was there before."""
    chances: int = 0
    """The most chance nodes of a play up to here."""


class Plays:
    """Random plays of a game, and the different positions that they reached, in that order.

    Every second play avoids the end of the game while it can, so that there are long plays, too. Thorough plays try WIDTH
    moves in each position and call `legal` for every action; others try only the moves that they make, and call `legal` in
    the first positions of a game that defines `actions`, too.
    """

    def __init__(self, game: Any, seed: int, *, plain: Game[Any] | None = None, thorough: bool = True) -> None:
        """`plain`: the game itself, if `game` has a guard."""
        self.positions: list[RandomPosition] = []
        self.begun = 0
        self.ended: list[tuple[RandomPosition, ...]] = []
        """The plays that ended, each as the positions it went through."""
        self.state: Any = ()
        self.path: tuple[int, ...] = ()
        """The current state, and the actions that led to it."""
        self._game = game
        self._plain: Game[Any] = game if plain is None else plain
        self._thorough = thorough
        self._random = random.Random(seed)
        self._met: dict[Hashable, RandomPosition] = {}

    @property
    def full(self) -> bool:
        return len(self.positions) >= MAX_POSITIONS

    def play(self) -> Iterator[RandomPosition]:
        """Play once more, ply by ply. Raises what the game raises; `state` and `path` then say where."""
        game, self.path, self.state = self._game, (), self._game.initial()
        avoids_end = self.begun % 2 == 1
        self.begun += 1
        plies, line, chances = dict[int, int](), list[RandomPosition](), 0
        while len(self.path) <= game.max_length and not self.full:
            position = self._position(self.state)
            position.longest = max(position.longest, self.path, key=len)
            if id(position) in plies:
                position.cycle, position.cycle_from = self.path, plies[id(position)]
            plies[id(position)] = len(line)
            line.append(position)
            chances += bool(game.has_chance and not position.terminal and game.chance(position.state))
            position.chances = max(position.chances, chances)
            action = self._choice(position, avoids_end=avoids_end) if position.playable else None
            yield position
            if action is None:
                break
            self.state, self.path = position.children[action], (*self.path, action)
        if line and line[-1].terminal:
            self.ended.append(tuple(line))
        for ply, position in enumerate(line):
            position.plies_left = position.plies_left or len(line) - 1 - ply

    def _position(self, state: Any) -> RandomPosition:
        """The position of this state: the same object each time the state is reached, unless it cannot be hashed."""
        hashable = is_hashable(state)
        if hashable and state in self._met:
            return self._met[state]
        position = self._examined(state)
        self.positions.append(position)
        if hashable:
            self._met[state] = position
        return position

    def _examined(self, state: Any) -> RandomPosition:
        """The position of a state, with what the game's methods return for it."""
        game = self._game
        before = state if not self._thorough or has_shape(state) else _copied(state)
        position = RandomPosition(state, self.path, before, bool(game.terminal(state)))
        if position.terminal:
            return position
        position.listed = tuple(islice(game.actions(state), game.action_count + 1))
        listed = numbers_in(position.listed, game.action_count)
        position.allowed = tuple(sorted(listed))
        asked = self._thorough or (len(self.positions) < ASKED and not inherits(self._plain, "actions"))
        if asked and not inherits(self._plain, "legal"):  # else it would run `actions` once for each action
            position.allowed = tuple(action for action in range(game.action_count) if game.legal(state, action))
        position.playable = tuple(action for action in position.allowed if action in listed)
        if self._thorough:
            if len(position.playable) > WIDTH:
                position.playable = tuple(sorted(self._random.sample(position.playable, WIDTH)))
            for action in position.playable:
                self._apply(position, action)
        return position

    def _apply(self, position: RandomPosition, action: int) -> Any:
        """The state after an action. Notes if `apply` changes the state that it is given."""
        state = position.state
        known = hash(state) if is_hashable(state) else None
        child = position.children[action] = self._game.apply(state, action)
        same = child is state and type(state).__hash__ is object.__hash__
        if known is not None and (same or hash(state) != known):
            position.changed_by = action
        return child

    def _choice(self, position: RandomPosition, *, avoids_end: bool) -> int:
        actions = [*position.playable]
        self._random.shuffle(actions)
        for action in actions:
            child = position.children[action] if action in position.children else self._apply(position, action)
            if not avoids_end or not self._game.terminal(child):
                return action
        return actions[0]


def numbers_in(listed: Iterable[Any], count: int) -> set[int]:
    """The numbers of actions among what `actions` yielded, of a game with `count` actions."""
    return {action for action in listed if is_int(action) and 0 <= action < count}


def _copied(state: Any) -> Any:
    """A copy that shares nothing with `state`; the state itself if it cannot be copied."""
    try:
        twin = copy.deepcopy(state)
        return twin if twin == state else state
    except Exception:
        return state
