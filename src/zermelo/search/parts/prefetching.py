"""Prefetching: the table entries of a node's children are fetched into the processor's cache before they are needed.

It pays if most of the children will be searched, because no move cuts off. With good move ordering, a node cuts off if its
parent does not, and the other way round (the cut nodes and all nodes of Knuth and Moore 1975). And if the first move does
not cut off, probably none will.
"""

from __future__ import annotations

from typing import Any, TypeVar

from zermelo.core.arrays import zeros
from zermelo.core.component import Component
from zermelo.core.game import Game

State = TypeVar("State")


class NoPrefetching(Component):
    """Stands in for prefetching in searches that do not need it."""

    def before(self, game: Game[State], state: State, table: Any, ply: int, tried: int) -> None:
        """Does nothing."""


class Prefetching(Component):
    """For each node of the current path, whether the entries of its children have been fetched: 1 or 0.

    The cell of a node is that of its ply plus 1; cell 0 stays 0.
    """

    def __init__(self, plies: int) -> None:
        self.fetched = zeros(plies + 2)

    def before(self, game: Game[State], state: State, table: Any, ply: int, tried: int) -> None:
        """Before a move of a node is tried, after `tried` others: fetch the entries of all children, if most of them will be
        needed and this has not been done.
        """
        if not table.is_large():
            return
        if tried == 0:
            self.fetched[ply + 1] = 0
        if self.fetched[ply + 1] == 0 and (tried > 0 or self.fetched[ply] == 0):
            self.fetched[ply + 1] = 1
            self.fetch(game, state, table)

    def fetch(self, game: Game[State], state: State, table: Any) -> None:
        for action in game.relevant(state):
            child = game.apply(state, action)
            if not game.terminal(child):  # a terminal state need not have a key
                key, _ = table.key_of(game, child)
                table.prefetch(key)
