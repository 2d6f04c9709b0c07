"""Helpers for proof-number searches, Monte Carlo tree search and searches with several players: the root, terminal nodes,
observer events and random numbers.
"""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.core.words import hash_words
from zermelo.search.parts.counters import DRAWN, LEAVES, NODES, ROOT_ACTION, ROOT_BEGAN, SEED, TRUNCATED
from zermelo.search.parts.observers import LEAVE, PLAYOUT, RETURN, TERMINAL, UNDECIDED
from zermelo.search.parts.search import Search

State = TypeVar("State")


def begin_root(search: Search) -> None:
    """Begin the search of the root, perhaps not for the first time."""
    search.control[ROOT_BEGAN] = search.counters[TRUNCATED]


def nothing_truncated(search: Search) -> bool:
    """Whether nothing has depended on a depth limit since the search of the root began."""
    return bool(search.counters[TRUNCATED] == search.control[ROOT_BEGAN])


def prefer_at_root(search: Search, action: int, proved: bool) -> None:
    """Store a move at the root if it is proved to reach the bound, or if it is the first one tried."""
    if proved or search.root[ROOT_ACTION] == NONE:
        search.root[ROOT_ACTION] = action


def note_return(search: Search, ply: int, action: int) -> None:
    """Note that a node of the tree is visited again, on the way to a leaf."""
    search.observer.note(RETURN, ply, action, 0, 0)


def leave_undecided(search: Search, ply: int) -> None:
    search.observer.note(LEAVE, ply, UNDECIDED, 0, NONE)


def note_playout(search: Search, ply: int, before: int, reward: int) -> None:
    """Note that a random play from a node has ended; `before`: the count of nodes when it began."""
    search.observer.note(PLAYOUT, ply, int(search.counters[NODES]) - before, reward, 0)


def random_below(search: Search, count: int) -> int:
    """A pseudorandom number below `count`; every search with the same seed gets the same numbers."""
    search.dice[DRAWN] += 1
    return hash_words((int(search.dice[SEED]), int(search.dice[DRAWN]))) % max(count, 1)


def terminal_rewards(game: Game[State], search: Search, state: State, ply: int, mover: int) -> tuple[int, ...]:
    """The rewards of all players in a terminal state, where `mover` would be to move. Counts the leaf. Raises BrokenContract
    for a reward outside `reward_range`.
    """
    search.counters[LEAVES] += 1
    rewards = search.payoff.of(game, state, mover)
    for reward in rewards:
        if reward > search.scoring.best or reward < search.payoff.worst:
            raise BrokenContract("a reward lies outside reward_range")
    search.observer.note(LEAVE, ply, TERMINAL, rewards[mover], NONE)
    return rewards
