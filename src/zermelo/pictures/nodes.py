"""The nodes of a search: what was visited, with which window, what came of it, and what was cut, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from zermelo.core.game import Game
from zermelo.search.parts.scoring import INFINITY, Expectation, Scoring, reward_of
from zermelo.solver.result import Result

ONE_SIDED: Final = ("paranoid", "best-reply")
"""Algorithms that note windows and values as the player to move at the root sees them, all others being its opponents."""


class Cut(NamedTuple):
    """Why the moves that were left at a node were not tried."""

    by: str
    """The move that refutes the node: it gets so much that the other player never lets it come to this."""
    value: int
    beta: int
    moves: tuple[str, ...]
    """Those that were cut."""


@dataclass
class Node:
    """A visit of a position. Scores, and the window, are those of the player to move there."""

    move: str
    """That led here; empty at a root."""
    ply: int
    mover: int
    state: Any = field(repr=False)
    alpha: int
    beta: int
    again: bool = False
    """Whether the same move has been searched before from there, with another window."""
    children: list[Node] = field(default_factory=list["Node"])
    value: int | None = None
    """None where the trace, or the search, ended before."""
    reason: str = ""
    """Of the value: "searched", "terminal", "horizon", "table", "bound", "undecided"."""
    best: str = ""
    """The move that gave it."""
    cut: Cut | None = None
    played: int = 0
    """Positions of random plays from here to the end of the game; they have no nodes."""

    def walk(self) -> Iterator[Node]:
        """This node and all below, in the order of the search."""
        left: list[Node] = [self]
        while left:
            node = left.pop()
            yield node
            left.extend(reversed(node.children))

    @property
    def size(self) -> int:
        """How many nodes there are here and below."""
        return sum(1 for _ in self.walk())


class SearchNodes(NamedTuple):
    """All that a search did from one position."""

    game: Game[Any]
    result: Result
    scoring: Scoring
    roots: tuple[Node, ...]
    """One for each time that the root was searched: for each depth, or each question that was asked of it."""
    complete: bool
    """Whether all events are in it."""

    @property
    def nodes(self) -> Iterator[Node]:
        """All of them."""
        return (node for root in self.roots for node in root.walk())

    def is_max(self, node: Node) -> bool:
        """Whether the player to move there is the one to move at the root."""
        return node.mover == self.roots[0].mover

    @property
    def two_sided(self) -> bool:
        """Whether what one side gets the other loses: two players, or one against all others."""
        return self.game.players == 2 or self.result.algorithm in ONE_SIDED

    def of_root(self, node: Node, score: int) -> int:
        """A score of a node, as the player to move at the root sees it; of more than two sides, as the mover does."""
        return score if self.is_max(node) or not self.two_sided else -score

    def window(self, node: Node) -> tuple[int, int]:
        """Alpha and beta, as the player to move at the root sees them."""
        bounds = self.of_root(node, node.alpha), self.of_root(node, node.beta)
        return min(bounds), max(bounds)

    def told(self, score: int) -> str:
        """A score as a reward, with the plies to the end where the objective tells; or as points, 12/64 of a reward."""
        if abs(score) >= INFINITY:
            return "+inf" if score > 0 else "-inf"
        unit = self.scoring.unit
        if score % unit == 0 or isinstance(self.scoring, Expectation):
            return str(Fraction(score, unit))
        reward, distance = reward_of(self.scoring, score)
        return f"{reward} in {distance}" if distance is not None and reward else f"{score}/{unit}"
