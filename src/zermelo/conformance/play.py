"""Random play, which collects the positions that the rules examine."""

from __future__ import annotations

import copy
import random
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from zermelo.conformance.guard import Guarded, overrides
from zermelo.core.integers import is_int
from zermelo.core.shape import has_shape

MAX_POSITIONS: Final = 2000
"""Play stops at this many different positions."""

WIDTH: Final = 12
"""How many moves of a position are tried; if it has more, a random choice of them."""


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
    children: dict[int, Any] = field(default_factory=dict[int, Any])
    """For some of the actions that are both listed and allowed, the state that `apply` returned."""
    plies_left: int = 0
    """How many plies later the play that first reached it ended."""
    longest: tuple[int, ...] = ()
    """The longest play that reached it."""
    cycle: tuple[int, ...] = ()
    """A play that reached it a second time."""


class Plays:
    """Random plays of a game, and the different positions that they reached, in that order.

    Every second play avoids the end of the game while it can, so that there are long plays, too.
    """

    def __init__(self, game: Guarded, seed: int) -> None:
        self.positions: list[RandomPosition] = []
        self.begun = 0
        self.ended: list[tuple[RandomPosition, ...]] = []
        """The plays that ended, each as the positions it went through."""
        self.path: tuple[int, ...] = ()
        """The actions of the current play."""
        self._game = game
        self._random = random.Random(seed)
        self._met: dict[Hashable, RandomPosition] = {}

    @property
    def full(self) -> bool:
        """Whether enough positions were reached."""
        return len(self.positions) >= MAX_POSITIONS

    def play(self) -> Iterator[bool]:
        """Play once more, one ply at a time. Raises Raised; `path` then leads to the place."""
        game, self.path = self._game, ()
        avoids_end = self.begun % 2 == 1
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
            action = self._choice(position, avoids_end=avoids_end)
            state, self.path = position.children[action], (*self.path, action)
        if line and line[-1].terminal:
            self.ended.append(tuple(line))
        for plies_left, position in enumerate(reversed(met.values())):
            position.plies_left = position.plies_left or plies_left

    def _position(self, state: Any) -> RandomPosition:
        """The position of this state: the same object each time the state is reached, unless it cannot be hashed."""
        hashable = _is_hashable(state)
        if hashable and state in self._met:
            return self._met[state]
        position = examined(self._game, state, self.path, self._random)
        self.positions.append(position)
        if hashable:
            self._met[state] = position
        return position

    def _choice(self, position: RandomPosition, *, avoids_end: bool) -> int:
        actions = list(position.children)
        self._random.shuffle(actions)
        if avoids_end:
            for action in actions:
                if not self._game.terminal(position.children[action]):
                    return action
        return actions[0]


def examined(game: Guarded, state: Any, path: tuple[int, ...], rng: random.Random) -> RandomPosition:
    """The position of a state, with what the game's methods return for it. Raises Raised."""
    position = RandomPosition(state, path, state if has_shape(state) else _copied(state), bool(game.terminal(state)))
    if position.terminal:
        return position
    position.listed = game.actions(state)
    listed = {action for action in position.listed if is_int(action)}
    if not overrides(game.unguarded, "legal"):  # it would run `actions` once for each action
        position.allowed = tuple(sorted(action for action in listed if 0 <= action < game.action_count))
    else:
        position.allowed = tuple(action for action in range(game.action_count) if game.legal(state, action))
    playable = [action for action in position.allowed if action in listed]
    if len(playable) > WIDTH:
        playable = sorted(rng.sample(playable, WIDTH))
    position.children = {action: game.apply(state, action) for action in playable}
    return position


def _is_hashable(state: Any) -> bool:
    try:
        hash(state)
    except TypeError:
        return False
    return True


def _copied(state: Any) -> Any:
    """A copy that shares nothing with `state`; the state itself if it cannot be copied."""
    try:
        twin = copy.deepcopy(state)
        return twin if twin == state else state
    except Exception:
        return state
