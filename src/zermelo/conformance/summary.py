"""Compute the statistics of the random plays from their positions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean
from typing import Any, Final

from zermelo.conformance.case import Case
from zermelo.conformance.played import PlayedPosition, Rewards
from zermelo.core.constants import ALTERNATES
from zermelo.preflight.random_plays import RandomPosition

NEEDED: Final = ("play", "hashable", "immutable", "pure", "actions", "legal", "terminal", "reward", "to_move", "chance")
"""The rules that the statistics depend on."""

CHANCE: Final = -2
"""Stands for the player to move at a chance node; ALTERNATES is another number."""


def summary(case: Case, ended: Sequence[Sequence[RandomPosition]], begun: int) -> PlayedPosition:
    """The statistics of the plays that ended, given by their positions, of `begun` plays. Raises what the game raises."""
    seats = _Seats(case)
    movers = [[seats.mover(position, ply) for ply, position in enumerate(play[:-1])] for play in ended]
    rewards = [seats.rewards(play[-1], len(play) - 1) for play in ended]
    moves = [[mover for mover in line if mover != CHANCE] for line in movers]
    lengths = [len(line) for line in movers]
    duel = case.plain.players == 2 and not case.plain.has_chance and min(lengths, default=0) > 0
    return PlayedPosition(
        ended=len(ended),
        cut_short=begun - len(ended),
        shortest=min(lengths, default=0),
        longest=max(lengths, default=0),
        plies=fmean(lengths or [0]),
        moves=tuple(sum(line.count(player) for line in moves) for player in range(case.plain.players)),
        throws=sum(map(len, movers)) - sum(map(len, moves)),
        twice=sum(any(one == other for one, other in pairwise(line)) for line in moves),
        turns_told=case.overrides("to_move"),
        rewards=tuple(Rewards.of(got) for got in zip(*rewards, strict=True)),
        last=Rewards.of([got[line[-1]] for got, line in zip(rewards, movers, strict=True)]) if duel else None,
        wins_and_losses=case.plain.reward_range == (-1, 1),
    )


class _Seats:
    """The player to move in each position, and the rewards at the end; the game is called once for each position."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.movers: dict[int, int] = {}
        self.ends: dict[int, Any] = {}

    def mover(self, position: RandomPosition, ply: int) -> int:
        """The player to move in the position, terminal or not; CHANCE at a chance node."""
        if id(position) not in self.movers:
            game, state = self.case.game, position.state
            thrown = self.case.plain.has_chance and not position.terminal and game.chance(state)
            self.movers[id(position)] = CHANCE if thrown else game.to_move(state)
        found = self.movers[id(position)]
        return ply % min(self.case.plain.players, 2) if found == ALTERNATES else found

    def rewards(self, position: RandomPosition, ply: int) -> tuple[int, ...]:
        """The reward of each player in a terminal position after `ply` plies."""
        if id(position) not in self.ends:
            self.ends[id(position)] = self.case.ends(position.state)
        found = self.ends[id(position)]
        if self.case.plain.players > 2:
            return found
        return (found, -found)[:: 1 if self.mover(position, ply) == 0 else -1][: self.case.plain.players]
