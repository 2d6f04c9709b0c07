"""`Rule`, one rule of the contract, and `Case`, the game under examination.

A rule is a function that examines one place, mostly a position that random play reached, and returns what is wrong there.
Before a search, the rules of `zermelo.preflight.rules` are examined at each position as play reaches it. `check` examines
all rules, one after the other, at many positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple, Protocol

from zermelo.core.game import Game, final_reward, inherits, knowledge_of, moves_again
from zermelo.core.shape import unpackable
from zermelo.preflight.random_plays import RandomPosition


class Finding(NamedTuple):
    """What a rule found wrong, and what would be right. If `right` is empty, the rule's promise says what would be right."""

    found: str
    right: str = ""


NOT_APPLICABLE: Final = Finding("")
"""Returned by a rule for a position to which it does not apply."""


class Place(Protocol):
    """What a rule examines: a state and the actions that lead to it."""

    @property
    def state(self) -> Any: ...

    @property
    def path(self) -> tuple[int, ...]: ...


class Start(NamedTuple):
    """The place of a rule about the game as a whole, and not about a position."""

    state: Any = None
    path: tuple[int, ...] = ()


@dataclass
class Case:
    """A game under examination, and the positions that play has reached so far."""

    plain: Game[Any]
    game: Any = field(init=False)
    """The game, perhaps with a guard, for rules to call."""
    positions: list[RandomPosition] = field(default_factory=list[RandomPosition])

    def __post_init__(self) -> None:
        self.game = self.plain

    def knows(self, piece: str) -> bool:
        return piece in knowledge_of(self.plain)

    def overrides(self, *members: str) -> bool:
        """Whether the game's class defines any of these members itself."""
        return not all(inherits(self.plain, member) for member in members)

    def ends(self, state: Any) -> Any:
        """The reward of a terminal state; with more than two players, the tuple of rewards."""
        return final_reward(self.game, state)

    def same_mover(self, state: Any, child: Any) -> bool:
        return moves_again(self.game, state, child)

    @cached_property
    def first_mover(self) -> Any:
        """What `to_move` returns for the initial state."""
        return self.game.to_move(self.game.initial())

    def symmetries(self) -> Iterable[int]:
        """The symmetries to examine, without the identity."""
        return range(1, self.game.symmetry_count)

    def images(self, position: RandomPosition) -> Iterator[tuple[int, Any]]:
        """The images of a position under them that are states; another rule reports the others."""
        for symmetry in self.symmetries():
            image = self.game.symmetric(position.state, symmetry)
            if not unpackable(image) or unpackable(position.state):
                yield symmetry, image

    # --- selections of positions -----------------------------------------------------------------------------------
    def start(self) -> Sequence[Place]:
        return [Start()]

    def all(self) -> Sequence[RandomPosition]:
        return self.positions

    def some(self) -> Sequence[RandomPosition]:
        """At most SOME positions, evenly spread over the plays; fewer if the game has many actions."""
        return spread(self.positions, min(SOME, MANY_ACTIONS // self.plain.action_count + 1))

    def few(self) -> Sequence[RandomPosition]:
        """At most FEW positions, evenly spread over the plays; fewer if the game has many actions."""
        return spread(self.positions, min(FEW, FEW * MANY_ACTIONS // SOME // self.plain.action_count + 1))

    def late(self) -> Sequence[RandomPosition]:
        """At most SOME positions that are not terminal, the nearest to the end of their play first."""
        ongoing = [position for position in self.positions if not position.terminal]
        return sorted(ongoing, key=lambda position: position.plies_left)[:SOME]


SOME: Final = 1000
FEW: Final = 300
MANY_ACTIONS: Final = 40_000
"""The positions that a rule examines, times the actions of the game, are at most about this many."""


def spread(positions: list[RandomPosition], most: int) -> list[RandomPosition]:
    """At most `most` of the positions, evenly spread."""
    step = -(-len(positions) // most) or 1
    return positions[::step]


def no_reason(_case: Any) -> str:
    return ""


@dataclass(frozen=True)
class Rule:
    """One rule of the contract.

    `examine(case, place)` returns what is wrong at a place, None if nothing is, or NOT_APPLICABLE. `places` selects the
    places. The rule is skipped if one of the rules that it `needs` is broken, or if `skip` returns a reason. If it
    applied to no place, the report gives `nothing` as the reason.
    """

    name: str
    promise: str
    examine: Callable[[Any, Any], Finding | None]
    places: Callable[[Any], Sequence[Place]] = Case.all
    needs: tuple[str, ...] = ()
    skip: Callable[[Any], str] = no_reason
    at: Literal["any position", "terminal", "ongoing"] = "any position"
    nothing: str = "play reached no position to which it applies"

    def __call__(self, case: Any, place: Any) -> Finding | None:
        if self.at != "any position" and place.terminal != (self.at == "terminal"):
            return NOT_APPLICABLE
        return self.examine(case, place)


def rule(
    name: str,
    promise: str,
    places: Callable[[Any], Sequence[Place]] = Case.all,
    *,
    needs: tuple[str, ...] = (),
    skip: Callable[[Any], str] = no_reason,
    **options: Any,
) -> Callable[[Callable[[Any, Any], Finding | None]], Rule]:
    """Makes a rule of a function that examines a place."""
    return lambda examine: Rule(name, promise, examine, places, needs, skip, **options)


def unless_known(piece: str) -> Callable[[Case], str]:
    """The reason to skip a rule about one kind of knowledge."""
    name = {"forced": "forced moves"}.get(piece, piece)
    return lambda case: "" if case.knows(piece) else f"the game defines no {name}"
