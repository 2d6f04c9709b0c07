"""The nodes of a search tree: their windows, their values, and what was cut and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from zermelo.core.game import Game
from zermelo.search.parts.scoring import INFINITY, Expectation, Scoring, reward_of
from zermelo.solver.result import Result

ONE_SIDED: Final = ("paranoid", "best-reply")
"""Algorithms that record windows and values for the player to move at the root, with all others as its opponents."""


class Cut(NamedTuple):
    """A cutoff: why the remaining moves at a node were not searched."""

    by: str
    """The move that refutes the node: its value is so good that the other player avoids the node."""
    value: int
    beta: int
    moves: tuple[str, ...]
    """The moves that were cut."""


@dataclass
class Node:
    """A visit to a position. The scores and the window are for the player to move there."""

    move: str
    """The move that led here; empty at a root."""
    ply: int
    mover: int
    state: Any = field(repr=False)
    alpha: int
    beta: int
    again: bool = False
    """Whether this move has been searched before from the same node, with another window."""
    children: list[Node] = field(default_factory=list["Node"])
    value: int | None = None
    """None if the trace or the search ended before it was known."""
    reason: str = ""
    """How the value was found: "searched", "terminal", "horizon", "table", "bound", "undecided"."""
    best: str = ""
    """The move that has the value."""
    cut: Cut | None = None
    played: int = 0
    """The number of positions in random plays from here to the end of the game; they have no nodes."""

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in the order of the search."""
        pending: list[Node] = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))

    @property
    def size(self) -> int:
        """The number of nodes in this subtree."""
        return sum(1 for _ in self.walk())


class SearchNodes(NamedTuple):
    """The tree of a search from one position."""

    game: Game[Any]
    result: Result
    scoring: Scoring
    roots: tuple[Node, ...]
    """One root for each search from the root: for each depth, or for each pass."""
    complete: bool
    """Whether the tree holds all events of the search."""

    @property
    def nodes(self) -> Iterator[Node]:
        return (node for root in self.roots for node in root.walk())

    def is_max(self, node: Node) -> bool:
        """Whether the player to move at the node is the player to move at the root."""
        return node.mover == self.roots[0].mover

    @property
    def two_sided(self) -> bool:
        """Whether there are two sides: two players, or one against all others."""
        return self.game.players == 2 or self.result.algorithm in ONE_SIDED

    def of_root(self, node: Node, score: int) -> int:
        """A score of a node for the player to move at the root; with more than two sides, for the player to move there."""
        return score if self.is_max(node) or not self.two_sided else -score

    def window(self, node: Node) -> tuple[int, int]:
        """Alpha and beta for the player to move at the root; with more than two sides, for the player to move there."""
        bounds = self.of_root(node, node.alpha), self.of_root(node, node.beta)
        return min(bounds), max(bounds)

    def score_text(self, score: int) -> str:
        """A score as text: a reward, with the plies to the end for the objective distance; an expected reward as a decimal
        number; or points, 12/64 of a reward.
        """
        if abs(score) >= INFINITY:
            return "+inf" if score > 0 else "-inf"
        unit = self.scoring.unit
        if score % unit == 0:
            return str(score // unit)
        if isinstance(self.scoring, Expectation):
            return _rounded(Fraction(score, unit))
        reward, distance = reward_of(self.scoring, score)
        return f"{reward} in {distance}" if distance is not None and reward else f"{score}/{unit}"


def _rounded(value: Fraction) -> str:
    """A fraction, which may be many digits long, with three decimals, without zeros at its end."""
    text = f"{float(value):.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
