"""Random play, which collects the positions that the rules look at. Nothing is judged here."""

from __future__ import annotations

import copy
import random
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from zermelo.conformance.guard import Guarded
from zermelo.core.integers import is_int
from zermelo.core.shape import has_shape

MAX_POSITIONS: Final = 2000
"""Different positions that are enough: no further play is begun, nor the running one continued."""

WIDTH: Final = 12
"""Moves of a position that are tried out; where it has more, some of them by chance."""


@dataclass(eq=False)
class RandomPosition:
    """A state met in random play, and what the game said of it then."""

    state: Any
    path: tuple[int, ...]
    """The actions that first led to it from the initial state."""
    before: Any
    """A copy of the state from before it was used, or the state itself where nothing can change it."""
    terminal: bool
    listed: tuple[Any, ...] = ()
    """What `actions` yielded."""
    allowed: tuple[int, ...] = ()
    """The actions that `legal` allowed."""
    children: dict[int, Any] = field(default_factory=dict[int, Any])
    """What `apply` made of some actions that are both listed and allowed."""
    plies_left: int = 0
    """How much longer the play went on that first met it."""
    longest: tuple[int, ...] = ()
    """The longest play that came to it."""
    cycle: tuple[int, ...] = ()
    """A play that came to this state a second time."""


class Plays:
    """Random plays of a game, and the different positions they met, in the order of their meeting.

    Every other play avoids the end of the game while it can, so that long plays are seen too.
    """

    def __init__(self, game: Guarded, seed: int) -> None:
        self.positions: list[RandomPosition] = []
        self.begun = 0
        self.ended: list[tuple[RandomPosition, ...]] = []
        """The plays that came to their end, as the positions they went through."""
        self.path: tuple[int, ...] = ()
        """The actions of the running play."""
        self._game = game
        self._random = random.Random(seed)
        self._met: dict[Hashable, RandomPosition] = {}

    @property
    def full(self) -> bool:
        """Whether enough positions were met."""
        return len(self.positions) >= MAX_POSITIONS

    def play(self) -> Iterator[bool]:
        """One more play, one ply at a time. Raises Raised, at the end of `path`."""
        game, self.path = self._game, ()
        lingers = self.begun % 2 == 1
        self.begun += 1
        state, met, line = game.initial(), dict[int, RandomPosition](), list[RandomPosition]()
        while len(self.path) <= game.max_length and not self.full:
            position = self._position(state)
            position.longest = max(position.longest, self.path, key=len)
            if id(position) in met:
                position.cycle = self.path
            met[id(position)] = position
            line.append(position)
            yield True
            if not position.children:
                break
            action = self._choice(position, lingers)
            state, self.path = position.children[action], (*self.path, action)
        if line and line[-1].terminal:
            self.ended.append(tuple(line))
        for plies_left, position in enumerate(reversed(met.values())):
            position.plies_left = position.plies_left or plies_left

    def _position(self, state: Any) -> RandomPosition:
        """The position of this state: the same one each time it is met, unless it cannot be hashed."""
        hashable = _is_hashable(state)
        if hashable and state in self._met:
            return self._met[state]
        position = look_at(self._game, state, self.path, self._random)
        self.positions.append(position)
        if hashable:
            self._met[state] = position
        return position

    def _choice(self, position: RandomPosition, lingers: bool) -> int:
        actions = list(position.children)
        self._random.shuffle(actions)
        if lingers:
            for action in actions:
                if not self._game.terminal(position.children[action]):
                    return action
        return actions[0]


def look_at(game: Guarded, state: Any, path: tuple[int, ...], chance: random.Random) -> RandomPosition:
    """What the game says of a state. Raises Raised."""
    position = RandomPosition(state, path, state if has_shape(state) else _copied(state), bool(game.terminal(state)))
    if position.terminal:
        return position
    position.listed = game.actions(state)
    position.allowed = tuple(action for action in range(game.action_count) if game.legal(state, action))
    listed = {action for action in position.listed if is_int(action)}
    playable = [action for action in position.allowed if action in listed]
    if len(playable) > WIDTH:
        playable = sorted(chance.sample(playable, WIDTH))
    position.children = {action: game.apply(state, action) for action in playable}
    return position


def _is_hashable(state: Any) -> bool:
    try:
        hash(state)
    except TypeError:
        return False
    return True


def _copied(state: Any) -> Any:
    """A copy that shares nothing with `state`; the state itself where that cannot be had."""
    try:
        twin = copy.deepcopy(state)
        return twin if twin == state else state
    except Exception:
        return state
