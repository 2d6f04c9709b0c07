"""What a rule is, and what it is given to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, Protocol

from zermelo.conformance.clock import Clock
from zermelo.conformance.guard import Guarded, overrides
from zermelo.conformance.play import RandomPosition
from zermelo.conformance.questions import Asker
from zermelo.conformance.truth import Truth
from zermelo.core.constants import ALTERNATES
from zermelo.core.game import Game, knowledge_of
from zermelo.games.rules import Ruling
from zermelo.preflight.contents import Contents, contents
from zermelo.preflight.plays import endless_play, two_answers


class Finding(NamedTuple):
    """What a rule found wrong; where `right` is empty, the rule's promise says what would be right."""

    found: str
    right: str = ""


NOT_ASKED: Final = Finding("")
"""What a rule returns of a position that it has nothing to ask of."""


class Place(Protocol):
    """Something a rule looks at: a state and the actions that lead to it."""

    @property
    def state(self) -> Any: ...  # noqa: D102

    @property
    def path(self) -> tuple[int, ...]: ...  # noqa: D102


class Start(NamedTuple):
    """The place of what concerns no position, but the game as a whole."""

    state: Any = None
    path: tuple[int, ...] = ()


@dataclass
class Case:
    """A game under examination, and what is known of it so far."""

    plain: Game[Any]
    compiled: bool | None
    clock: Clock
    ruling: Ruling | None = None
    """The rules in plain Python, if there are any."""
    game: Guarded = field(init=False)
    truth: Truth = field(init=False)
    positions: list[RandomPosition] = field(default_factory=list[RandomPosition])
    known_names: dict[str, int] = field(default_factory=dict[str, int])
    """The action that each name met so far belongs to."""
    askers: tuple[Asker, Asker] | None = None
    """The interpreted and the compiled one."""
    note: str = ""
    """Why there is no compiled one."""

    held: Contents = field(init=False)
    """What the game held before any play."""

    def __post_init__(self) -> None:
        self.held = contents(self.plain)
        self.game = Guarded(self.plain)
        self.truth = Truth(self.plain)

    def knows(self, piece: str) -> bool:
        """Whether the game has this piece of knowledge."""
        return piece in knowledge_of(self.plain)

    def overrides(self, *members: str) -> bool:
        """Whether the game's class has any of these members of its own."""
        return overrides(self.plain, *members)

    def ends(self, state: Any) -> Any:
        """The reward of a terminal state, or the rewards of more than two players."""
        return self.game.reward(state) if self.plain.players <= 2 else self.game.rewards(state)

    def same_mover(self, state: Any, child: Any) -> bool:
        """Whether the player who moved in `state` is to move in `child` again."""
        mover = self.game.to_move(state)
        return mover != ALTERNATES and mover == self.game.to_move(child)

    # --- selections of positions -----------------------------------------------------------------------------------
    def start(self) -> Sequence[Place]:
        """The game as a whole."""
        return [Start()]

    def all(self) -> Sequence[RandomPosition]:
        """All positions met."""
        return self.positions

    def by_longest_play(self) -> Sequence[Place]:
        """All positions, each at the end of the longest play that came to it; and a play that goes on too long, if one is
        found by trying moves in their order.
        """
        found = endless_play(self.plain)
        return [
            *(replace(position, path=position.longest) for position in self.positions),
            *([found] if found is not None and found.first is None else []),
        ]

    def by_cycle(self) -> Sequence[Place]:
        """All positions, each at the end of the play that came back to it, if one did; and a play that comes back, if one is
        found by trying moves in their order.
        """
        found = endless_play(self.plain)
        return [
            *(replace(position, path=position.cycle or position.path) for position in self.positions),
            *([found] if found is not None and found.first is not None else []),
        ]

    def some(self) -> Sequence[RandomPosition]:
        """At most SOME positions, from all parts of the plays; fewer where there are many actions."""
        return spread(self.positions, min(SOME, MANY_ACTIONS // self.plain.action_count + 1))

    def by_answers(self) -> Sequence[Place]:
        """As `some`; and where a question had another answer after some plays, if there is one."""
        found = two_answers(self.plain)
        return [*self.some(), *([found] if found is not None else [])]

    def few(self) -> Sequence[RandomPosition]:
        """At most FEW positions, from all parts of the plays; fewer where there are many actions."""
        return spread(self.positions, min(FEW, FEW * MANY_ACTIONS // SOME // self.plain.action_count + 1))

    def late(self) -> Sequence[RandomPosition]:
        """At most SOME positions that are not terminal, those nearest to the end of their play first."""
        going = [position for position in self.positions if not position.terminal]
        return sorted(going, key=lambda position: position.plies_left)[:SOME]


SOME: Final = 1000
FEW: Final = 300
MANY_ACTIONS: Final = 40_000
"""Positions times actions that a rule looks at, roughly."""


def spread(positions: list[RandomPosition], most: int) -> list[RandomPosition]:
    """At most `most` of the positions, evenly spread."""
    step = -(-len(positions) // most) or 1
    return positions[::step]


def no_reason(case: Case) -> str:
    """Nothing speaks against asking."""
    return ""


@dataclass(frozen=True)
class Rule:
    """One rule of the contract. `ask(case, place)` gives what is wrong there, None for nothing, or NOT_ASKED.

    `places` chooses what is looked at. The rule is not tried when one that it `needs` is broken, nor when `skip` gives
    a reason; where it asked nothing of any place, `nothing` is the reason.
    """

    name: str
    promise: str
    ask: Callable[[Case, Any], Finding | None]
    places: Callable[[Case], Sequence[Place]] = Case.all
    needs: tuple[str, ...] = ()
    skip: Callable[[Case], str] = no_reason
    nothing: str = "no position was met that it applies to"


def unless_known(piece: str) -> Callable[[Case], str]:
    """The reason to skip a rule about a piece of knowledge."""
    return lambda case: "" if case.knows(piece) else f"the game does not know {piece}"


def unless_solvable(case: Case) -> str:
    """The reason to skip a rule about true values."""
    game = case.plain
    if game.players != 2 or game.has_chance or game.cyclic:
        return "values are worked out for two players without chance or cycles"
    return ""
