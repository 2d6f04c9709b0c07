"""Parallel search: a node that another thread finishes meanwhile is left, and its remaining moves are skipped."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.component import cold
from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.search.parts.counters import HITS, OVERTAKEN
from zermelo.search.parts.entry import action_of
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import TableNode
from zermelo.search.parts.workers import NO_DEPTH

State = TypeVar("State")


def is_overtaken(search: Search, ply: int) -> bool:
    """Whether another thread has finished the node at this ply, or one above it, while this one was searching below."""
    return search.worker.shares(ply) and _is_overtaken(search, ply)


@cold
def _is_overtaken(search: Search, ply: int) -> bool:
    """As `is_overtaken`, if the moves of this ply are shared."""
    worker = search.worker
    for above in range(0 if worker.is_overtaken(ply) else ply + 1):
        alpha, beta, depth = worker.question(above)
        data, score = search.table.probe(worker.key(above))
        if depth != NO_DEPTH and search.answers(data, score, depth, alpha, beta):
            worker.overtake(above, data, score)
            break
    return worker.is_overtaken(ply)


@cold
def leave_overtaken(game: Game[State], search: Search, node: TableNode, ply: int, alpha: int) -> int:
    """Leave a node, because another thread has finished it or one above it. Returns the finished node's score."""
    search.counters[OVERTAKEN] += 1
    search.worker.leave(ply)
    here, data, score = search.worker.overtaken_entry(ply)
    if here:
        action = search.table.hint(game, node.symmetry, action_of(data))
        search.use_entry(HITS, data, ply, score, action)
        if action != NONE:
            search.raise_root(ply, action, score, alpha)
    return score
