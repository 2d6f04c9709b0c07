"""Terminal nodes in max^n, paranoid and best-reply search: the rewards of all players."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.search.parts.counters import LEAVES
from zermelo.search.parts.observers import LEAVE, TERMINAL
from zermelo.search.parts.search import Search

State = TypeVar("State")


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
