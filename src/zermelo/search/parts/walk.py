"""Walks down a tree that is kept, of proof-number search and Monte Carlo tree search, as an observer sees them."""

from __future__ import annotations

from zermelo.core.constants import NONE
from zermelo.core.words import hash_words
from zermelo.search.parts.counters import DRAWN, NODES, ROOT_ACTION, ROOT_BEGAN, SEED, TRUNCATED
from zermelo.search.parts.observers import LEAVE, PLAYOUT, RETURN, UNDECIDED
from zermelo.search.parts.search import Search


def begin_root(search: Search) -> None:
    """The root is begun, perhaps not for the first time."""
    search.control[ROOT_BEGAN] = search.counters[TRUNCATED]


def is_whole(search: Search) -> bool:
    """Whether no depth limit has had a part in anything since the root was begun."""
    return bool(search.counters[TRUNCATED] == search.control[ROOT_BEGAN])


def prefer_at_root(search: Search, action: int, proved: bool) -> None:
    """Remember a move at the root that is proved to do what was asked of it, or the first to be looked at."""
    if proved or search.root[ROOT_ACTION] == NONE:
        search.root[ROOT_ACTION] = action


def note_return(search: Search, ply: int, action: int) -> None:
    """A node of the tree is passed again, on the way to one of its leaves."""
    search.observer.note(RETURN, ply, action, 0, 0)


def leave_undecided(search: Search, ply: int) -> None:
    """A node is left undecided."""
    search.observer.note(LEAVE, ply, UNDECIDED, 0, NONE)


def note_playout(search: Search, ply: int, before: int, reward: int) -> None:
    """A random play from a node has ended; `before`: how many nodes had been counted when it began."""
    search.observer.note(PLAYOUT, ply, int(search.counters[NODES]) - before, reward, 0)


def draw(search: Search, count: int) -> int:
    """A number below `count` that looks random; the same ones in every search with this seed."""
    search.dice[DRAWN] += 1
    return hash_words((int(search.dice[SEED]), int(search.dice[DRAWN]))) % max(count, 1)
