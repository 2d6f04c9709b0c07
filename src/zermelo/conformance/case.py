"""`Rule`, one rule of the contract, and `Case`, the game under examination."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, Protocol

from zermelo.conformance.clock import Clock
from zermelo.conformance.guard import Guarded, overrides
from zermelo.conformance.play import RandomPosition
from zermelo.conformance.questions import Asker
from zermelo.conformance.truth import Truth
from zermelo.core.game import Game, final_reward, knowledge_of, moves_again
from zermelo.games.rules import RulesModule
from zermelo.preflight.contents import Contents, contents
from zermelo.preflight.equality import unlike
from zermelo.preflight.plays import endless_play, two_answers


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
    """A game under examination, and what is known about it so far."""

    plain: Game[Any]
    compiled: bool | None
    clock: Clock
    rules_module: RulesModule | None = None
    """The rules of the game in plain Python, if there are any."""
    game: Guarded = field(init=False)
    truth: Truth = field(init=False)
    positions: list[RandomPosition] = field(default_factory=list[RandomPosition])
    known_names: dict[str, int] = field(default_factory=dict[str, int])
    """The action of each name seen so far."""
    askers: tuple[Asker, Asker] | None = None
    """The interpreted and the compiled asker."""
    note: str = ""
    """Why there is no compiled asker."""

    held: Contents = field(init=False)
    """The contents of the game before any play."""

    def __post_init__(self) -> None:
        self.held = contents(self.plain)
        self.game = Guarded(self.plain)
        self.truth = Truth(self.plain)

    def knows(self, piece: str) -> bool:
        """Whether the game defines this kind of knowledge."""
        return piece in knowledge_of(self.plain)

    def overrides(self, *members: str) -> bool:
        """Whether the game's class defines any of these members itself."""
        return overrides(self.plain, *members)

    def ends(self, state: Any) -> Any:
        """The reward of a terminal state; with more than two players, the tuple of rewards."""
        return final_reward(self.game.as_game, state)

    def same_mover(self, state: Any, child: Any) -> bool:
        """Whether the player who moved in `state` moves again in `child`."""
        return moves_again(self.game.as_game, state, child)

    # --- selections of positions -----------------------------------------------------------------------------------
    def start(self) -> Sequence[Place]:
        """The game as a whole."""
        return [Start()]

    def all(self) -> Sequence[RandomPosition]:
        """All positions that play reached."""
        return self.positions

    def by_longest_play(self) -> Sequence[Place]:
        """All positions, each with the longest play that reached it; and a play that is too long, if trying the moves in
        order finds one.
        """
        found = endless_play(self.plain)
        return [
            *(replace(position, path=position.longest) for position in self.positions),
            *([found] if found is not None and found.first is None else []),
        ]

    def by_cycle(self) -> Sequence[Place]:
        """All positions, each with a play that returned to it, if one did; and a play that returns to a position, if trying
        the moves in order finds one.
        """
        found = endless_play(self.plain)
        return [
            *(replace(position, path=position.cycle or position.path) for position in self.positions),
            *([found] if found is not None and found.first is not None else []),
        ]

    def some(self) -> Sequence[RandomPosition]:
        """At most SOME positions, evenly spread over the plays; fewer if the game has many actions."""
        return spread(self.positions, min(SOME, MANY_ACTIONS // self.plain.action_count + 1))

    def by_equality(self) -> Sequence[Place]:
        """A state with an equal one that has another future, if one is found; else the game as a whole."""
        found = unlike(self.plain, seconds=self.clock.part(FOR_EQUALITY))
        return [Start() if found is None else found]

    def by_answers(self) -> Sequence[Place]:
        """The positions of `some`; and a question whose answer changes after some plays, if one is found."""
        found = two_answers(self.plain)
        return [*self.some(), *([found] if found is not None else [])]

    def few(self) -> Sequence[RandomPosition]:
        """At most FEW positions, evenly spread over the plays; fewer if the game has many actions."""
        return spread(self.positions, min(FEW, FEW * MANY_ACTIONS // SOME // self.plain.action_count + 1))

    def late(self) -> Sequence[RandomPosition]:
        """At most SOME positions that are not terminal, the nearest to the end of their play first."""
        ongoing = [position for position in self.positions if not position.terminal]
        return sorted(ongoing, key=lambda position: position.plies_left)[:SOME]


FOR_EQUALITY: Final = 2.0
"""The most seconds to spend on looking for two equal states with different futures."""

SOME: Final = 1000
FEW: Final = 300
MANY_ACTIONS: Final = 40_000
"""The positions that a rule examines, times the actions of the game, are at most about this many."""


def spread(positions: list[RandomPosition], most: int) -> list[RandomPosition]:
    """At most `most` of the positions, evenly spread."""
    step = -(-len(positions) // most) or 1
    return positions[::step]


def no_reason(case: Case) -> str:
    """No reason to skip a rule."""
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
    examine: Callable[[Case, Any], Finding | None]
    places: Callable[[Case], Sequence[Place]] = Case.all
    needs: tuple[str, ...] = ()
    skip: Callable[[Case], str] = no_reason
    nothing: str = "play reached no position to which it applies"


def unless_known(piece: str) -> Callable[[Case], str]:
    """The reason to skip a rule about one kind of knowledge."""
    name = {"forced": "forced moves"}.get(piece, piece)
    return lambda case: "" if case.knows(piece) else f"the game defines no {name}"


def unless_solvable(case: Case) -> str:
    """The reason to skip a rule about true values."""
    game = case.plain
    if game.players != 2 or game.has_chance or game.cyclic:
        return "true values are computed only for two players without chance or cycles"
    return ""
