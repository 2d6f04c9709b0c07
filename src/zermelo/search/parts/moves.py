"""Move ordering: the order in which the moves of a node are tried. `Search.moves` iterates over them.

A forced move is the only move. Otherwise the move from the transposition table, if there is one, comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

from zermelo.core.arrays import filled, of, zeros
from zermelo.core.bits import Bits
from zermelo.core.component import Component
from zermelo.core.constants import ALTERNATES, MAX_PRIORITY, NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.core.words import WORD
from zermelo.search.parts.table import TableNode

State = TypeVar("State")

MAX_HISTORY: Final = (1 << 30) - 1
KILLER_BONUS: Final = 1 << 30
PRIORITY_UNIT: Final = 1 << 32
"""The score of a move is priority * PRIORITY_UNIT + killer bonus + history, so the game's priorities weigh most."""

EAGER_BONUS: Final = 1 << 53
"""The killer bonus if killers come before the game's priorities."""

TABLE_MOVE: Final = 1 << 60

TRIED: Final = -(1 << 62)
"""Below all scores. The scores of moves already tried start here, so another thread can see which move is being searched."""

WAITING: Final = -(1 << 61)
"""The score of a move that has been put off: it comes after all others."""

MAX_SET: Final = 512
"""The largest number of actions for which NaturalOrder is used."""

MAX_MOVES: Final = 1 << 22
"""The largest number of moves that the nodes on one path may have together."""


class FixedOrder(Component):
    """An order that does not change: nothing is put off, and nothing is learnt from cutoffs."""

    def can_wait(self, node: TableNode, ply: int, tried: int) -> bool:
        """Whether the move that `moves` has just yielded, after `tried` others were tried, may be put off."""
        return False

    def put_off(self, ply: int, tried: int) -> None:
        """Let `moves` yield the move that it has just yielded once more, after all others."""

    def skip(self, ply: int) -> None:
        """Note that no player chooses a move at this ply."""

    def cut(self, action: int, ply: int, depth: int) -> None:
        """Note that `action` caused a cutoff at this ply, with `depth` plies left."""

    def forget(self) -> None:
        """Does nothing."""


class NaturalOrder(FixedOrder):
    """The order of the action numbers, for games that say of an action whether it is legal."""

    def __init__(self, action_count: int) -> None:
        self.nothing = Bits(-(-action_count // WORD) * WORD)  # whole words, so that more games share compiled code

    def moves(self, game: Game[State], state: State, node: TableNode, ply: int) -> Iterator[int]:
        """The legal moves. All are found before the first is tried: so the processor predicts branches better."""
        left = self.legal(game, state) if node.forced == NONE else self.nothing.add(node.forced)
        while left:
            action = left.lowest()
            if node.hint != NONE and node.hint in left:
                action = node.hint
            left = left.remove(action)
            yield action

    def legal(self, game: Game[State], state: State) -> Bits:
        moves = self.nothing
        for action in range(game.action_count):
            if game.legal(state, action):
                moves = moves.add(action)
        return moves


class GivenOrder(FixedOrder):
    """The order in which the game yields its relevant moves. A move is generated when the one before it has been searched:
    after a cutoff, the others need not be.
    """

    def __init__(self, *, distances: bool, hints: bool) -> None:
        """`distances`: whether a fast win and a slow loss are better, so that `relevant` is used, not `deciding`.
        `hints`: whether there is a table, with a move to try first.
        """
        self.distances = distances
        self.hints = hints

    def moves(self, game: Game[State], state: State, node: TableNode, ply: int) -> Iterator[int]:
        """The moves of a node. Raises BrokenContract."""
        if self.hints and node.hint != NONE:
            for action in self.given(game, state, node):
                if action == node.hint:
                    yield action
                    break
        for action in self.given(game, state, node):
            if not self.hints or action != node.hint:
                yield action

    def given(self, game: Game[State], state: State, node: TableNode) -> Iterator[int]:
        """The moves of a node, as the game yields them. Raises BrokenContract."""
        count = 0
        if node.forced != NONE:
            yield node.forced
        elif self.distances:
            for action in game.relevant(state):
                yield self.checked(game, action, count)
                count += 1
        else:
            for action in game.deciding(state):
                yield self.checked(game, action, count)
                count += 1

    def checked(self, game: Game[State], action: int, count: int) -> int:
        """An action that the game yields after `count` others. Raises BrokenContract."""
        if count >= game.action_count:
            raise BrokenContract(
                "actions (or relevant, or deciding) yields too many actions: it may yield at most action_count, each once"
            )
        if action < 0 or action >= game.action_count:
            raise BrokenContract("actions (or relevant, or deciding) yields an action outside 0..action_count - 1")
        return action


class SortedOrder(GivenOrder):
    """Sorts moves by the game's priorities, killers and history; equal moves stay in the order in which the game yields
    them.

    Killers (Akl and Newborn 1977) are the last two different actions that caused a cutoff at this ply. History
    (Schaeffer 1983) is, for each action, the sum of depth * depth over its cutoffs; it is kept separately for the two
    players, or for even and odd plies if there is chance or are more players. Where a player moves twice, positions at the
    same ply have little in common, so killers are not used any more.

    The moves of the nodes on the current path are stored one node after the other in `actions`:

        actions | moves of ply 0 ........ | moves of ply 1 .... | moves of ply 2 ...
                  ^ starts[0]               ^ starts[1]           ^ starts[2]

    `scores` runs parallel to `actions`; the score of a move that has been tried is TRIED plus the number of moves tried
    before it.
    """

    def __init__(
        self,
        plies: int,
        action_count: int,
        *,
        distances: bool,
        priority: bool,
        killers: bool,
        history: bool,
        eager: bool,
        by_player: bool = False,
    ) -> None:
        """`eager`: whether killers come before the game's priorities. `by_player`: whether there are two players, and no
        chance.
        """
        super().__init__(distances=distances, hints=True)
        self.actions = zeros(min((plies + 1) * action_count, MAX_MOVES))
        self.starts = zeros(plies + 2)
        self.scores = zeros(len(self.actions))
        self.waiting = zeros(plies + 1)
        """How many moves have been put off at each ply."""
        self.killers = filled(NONE, plies + 1, 2)
        self.history = zeros(2, action_count)
        self.sides = of(ply & 1 for ply in range(plies + 1))
        """The row of `history` at each ply of the current path."""
        self.twice = zeros(1)
        """Not 0 once a player has moved twice."""
        self.by_player = by_player
        self.use_priority = priority
        self.use_killers = killers
        self.killer_bonus = EAGER_BONUS if eager else KILLER_BONUS
        self.use_history = history

    def moves(self, game: Game[State], state: State, node: TableNode, ply: int) -> Iterator[int]:
        """The moves of a node, the one with the highest score first. Raises BrokenContract."""
        begin, end = self.generate(game, state, node, ply)
        self.score(game, state, node, ply, begin, end)
        tried = 0
        while tried < end - begin:
            best, highest = begin, int(self.scores[begin])
            for place in range(begin + 1, end):
                score = int(self.scores[place])
                if score > highest:
                    best, highest = place, score
            self.scores[best] = TRIED + tried
            yield int(self.actions[best])
            if self.scores[best] != WAITING:
                tried += 1

    def generate(self, game: Game[State], state: State, node: TableNode, ply: int) -> tuple[int, int]:
        """Store the moves of a node; returns the places where they begin and end. Raises BrokenContract."""
        begin = end = int(self.starts[ply])
        for action in self.given(game, state, node):
            if end == len(self.actions):
                raise BrokenContract("there is no memory for so many actions")
            self.actions[end] = action
            end += 1
        self.starts[ply + 1] = end
        return begin, end

    def score(self, game: Game[State], state: State, node: TableNode, ply: int, begin: int, end: int) -> None:
        """Score the moves of a node, which begin and end at these places. Raises BrokenContract."""
        self.waiting[ply] = 0
        self.note_side(game, state, ply)
        killer, other = int(self.killers[ply, 0]), int(self.killers[ply, 1])
        for place in range(begin, end):
            action = int(self.actions[place])
            score = self.history_score(ply, action)
            if action in (killer, other) and self.twice[0] == 0:
                score += self.killer_bonus
            if self.use_priority and node.forced == NONE:
                score += self.priority(game, state, action) * PRIORITY_UNIT
            self.scores[place] = TABLE_MOVE if action == node.hint else score

    def note_side(self, game: Game[State], state: State, ply: int) -> None:
        """Note whose cutoffs a node at this ply learns from, and whether a player has moved twice."""
        mover = game.to_move(state) if self.by_player else ALTERNATES
        self.sides[ply] = (ply if mover == ALTERNATES else mover) & 1
        if ply > 0 and self.sides[ply - 1] == self.sides[ply]:
            self.twice[0] = 1

    def priority(self, game: Game[State], state: State, action: int) -> int:
        """The game's priority of an action. Raises BrokenContract: a score out of range could be one of a move tried."""
        priority = game.priority(state, action)
        if priority < 0 or priority > MAX_PRIORITY:
            raise BrokenContract("priority returned a number outside 0..2**20 - 1")
        return priority

    def can_wait(self, node: TableNode, ply: int, tried: int) -> bool:
        """Whether the move that `moves` has just yielded may be put off: only once, and never the first move of a node,
        which usually causes the cutoff.
        """
        begin, end = self.starts[ply], self.starts[ply + 1] - self.waiting[ply]
        return node.forced == NONE and bool(0 < tried < end - begin)

    def put_off(self, ply: int, tried: int) -> None:
        """Let `moves` yield the move that it has just yielded once more, after all others."""
        for place in range(self.starts[ply], self.starts[ply + 1]):
            if self.scores[place] == TRIED + tried:
                self.scores[place] = WAITING
        self.waiting[ply] += 1

    def skip(self, ply: int) -> None:
        """Note that no player chooses a move at this ply."""
        self.starts[ply + 1] = self.starts[ply]

    def trying(self, ply: int) -> int:
        """The move that is being searched at a ply, or NONE if there is none. Other threads may call this."""
        tried = [
            (int(self.scores[place]), int(self.actions[place]))
            for place in range(self.starts[ply], self.starts[ply + 1])
            if self.scores[place] < WAITING
        ]
        return max(tried)[1] if tried else NONE

    def history_score(self, ply: int, action: int) -> int:
        """The history score of a move, 0 if history is not used."""
        return int(self.history[self.sides[ply], action]) if self.use_history else 0

    def cut(self, action: int, ply: int, depth: int) -> None:
        """Record that `action` caused a cutoff at this ply, with `depth` plies left."""
        if self.use_killers and action != self.killers[ply, 0]:
            self.killers[ply, 1] = self.killers[ply, 0]
            self.killers[ply, 0] = action
        if self.use_history:
            side = self.sides[ply]
            self.history[side, action] = min(self.history[side, action] + depth * depth, MAX_HISTORY)

    def forget(self) -> None:
        self.twice[0] = 0
        for ply in range(self.killers.shape[0]):
            for slot in range(self.killers.shape[1]):
                self.killers[ply, slot] = NONE
        for side in range(2):
            for action in range(self.history.shape[1]):
                self.history[side, action] = 0


MoveOrder = NaturalOrder | GivenOrder
