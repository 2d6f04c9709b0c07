"""`Search`: what a kernel works with besides the game.

A kernel asks it, in this order, to `enter` a node, to `probe` the transposition table, for the `moves` to try, for the
`child_window`, for a child's score seen `from_child` to parent, and to `store` what was found. Each method is a line or
two, native when the kernel is. Which table, order of moves and observer it has is part of its type, so what is not used
is not compiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

import numpy as np

from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.search.parts.counters import (
    COUNTERS,
    CUTOFFS,
    FIRST_CUTOFFS,
    LEAVES,
    NODE_LIMIT,
    NODES,
    NOISY,
    PUT_OFF,
    ROOT_ACTION,
    ROOT_LOWER,
    ROOT_TRUNCATED,
    ROOT_UPPER,
    TRUNCATED,
    UNLIMITED,
    BudgetSpent,
)
from zermelo.search.parts.entry import EXACT, LOWER, UPPER
from zermelo.search.parts.frontier import Frontier
from zermelo.search.parts.known_scores import KnownScores
from zermelo.search.parts.moves import MoveOrder
from zermelo.search.parts.observers import (
    CUT,
    ENTER,
    HORIZON,
    LEAVE,
    PLAY,
    SEARCHED,
    TERMINAL,
    NoObserver,
    Trace,
)
from zermelo.search.parts.outcomes import Outcomes
from zermelo.search.parts.payoff import Payoff
from zermelo.search.parts.scoring import INFINITY, Scoring
from zermelo.search.parts.table import NoTable, ObjectTable, TableNode, TranspositionTable
from zermelo.search.parts.tree import StoredTree
from zermelo.search.parts.workers import LoneWorker, SearchWorker

State = TypeVar("State")

NO_MOVE = "a position that is not terminal has no legal action, or no relevant or deciding one"


class Extras(NamedTuple):
    """What only some algorithms use."""

    payoff: Payoff
    """The rewards of all players: max^n, paranoid, best-reply."""
    outcomes: Outcomes
    """Bounds on the outcomes of chance: Star1, Star2."""
    frontier: Frontier
    """The moves of the current path with their proof numbers: df-pn."""
    tree: StoredTree
    """A search tree in memory: proof-number search, Monte Carlo tree search."""
    seed: int
    """Of random numbers: Monte Carlo tree search."""


class Search(KnownScores):
    """One search: give it to a kernel together with a game and a state."""

    def __init__(
        self,
        scoring: Scoring,
        table: TranspositionTable | ObjectTable | NoTable,
        order: MoveOrder,
        observer: NoObserver | Trace,
        worker: LoneWorker | SearchWorker,
        extras: Extras,
        *,
        quiesces: bool,
        cuts_early: bool,
    ) -> None:
        """`quiesces`: whether noisy moves are searched beyond the depth limit. `cuts_early`: whether all children of a node
        are looked up in the table before any is searched (enhanced transposition cutoffs).
        """
        self.scoring = scoring
        self.table = table
        self.order = order
        self.observer = observer
        self.worker = worker
        self.payoff, self.outcomes, self.frontier, self.tree, seed = extras
        self.quiesces = quiesces
        self.cuts_early = cuts_early
        self.counters = np.zeros(len(COUNTERS), np.int64)
        self.control = np.array([UNLIMITED, 0, 0], np.int64)
        """Cells NODE_LIMIT, TO_THE_END, ROOT_BEGAN."""
        self.root = np.array([NONE, -INFINITY, INFINITY, 0], np.int64)
        """Cells ROOT_ACTION, ROOT_LOWER, ROOT_UPPER, ROOT_TRUNCATED."""
        self.estimate = np.zeros(2, np.int64)
        """Of the root's reward, from algorithms that give one: cells POINTS, POINTS_PER_REWARD."""
        self.dice = np.array([seed, 0], np.int64)
        """What random numbers are made of: cells SEED, DRAWN."""
        self.rewards = np.zeros(len(self.payoff.nothing), np.int64)
        """Of all players, by number, from algorithms that keep them apart."""

    # --- 1. enter a node, and score it where it is a leaf -------------------------------------------------------------
    def enter(self, ply: int, alpha: int, beta: int) -> None:
        """Count a node that is entered. Raises BudgetSpent."""
        self.count_node()
        self.observer.note(ENTER, ply, alpha, beta, 0)

    def count_node(self) -> None:
        """Count a node. Raises BudgetSpent: the limit is read each time, so anyone may lower it meanwhile."""
        if self.counters[NODES] >= self.control[NODE_LIMIT]:
            raise BudgetSpent
        self.counters[NODES] += 1

    def terminal_score(self, game: Game[State], state: State, ply: int) -> int:
        """The score of a node at which the game is over."""
        score = self.score_of_end(game, state)
        self.observer.note(LEAVE, ply, TERMINAL, score, NONE)
        return score

    def score_of_end(self, game: Game[State], state: State) -> int:
        """The score of a terminal state. Raises BrokenContract."""
        self.counters[LEAVES] += 1
        reward = game.reward(state)
        if reward > self.scoring.best or reward < -self.scoring.best:
            raise BrokenContract("a reward lies outside reward_range")
        return self.scoring.of_reward(reward)

    def stand_pat(self, game: Game[State], state: State) -> int:
        """The score of a state's static evaluation."""
        self.counters[LEAVES] += 1
        self.counters[TRUNCATED] += 1
        return self.scoring.of_evaluation(game.evaluate(state))

    def enter_quiescence(self, ply: int, alpha: int, beta: int) -> None:
        """Count a node beyond the depth limit. Raises BudgetSpent."""
        self.counters[NOISY] += 1
        self.enter(ply, alpha, beta)

    def leave_horizon(self, ply: int, score: int) -> None:
        """A node at or beyond the depth limit is left."""
        self.observer.note(LEAVE, ply, HORIZON, score, NONE)

    # --- 2. probe: KnownScores, which also has the windows of children ------------------------------------------------

    # --- 3. search the children ---------------------------------------------------------------------------------------
    def moves(
        self, game: Game[State], state: State, node: TableNode, ply: int, depth: int, alpha: int, beta: int
    ) -> Iterator[int]:
        """The moves to try at a node, the most promising first; those that another worker is trying come last."""
        self.worker.enter(ply, node.key, node.forced == NONE, depth, alpha, beta)
        left = self.order.begin(game, state, node, ply)
        action, left = self.order.next(node, ply, left)
        while action != NONE:
            if self.worker.shares(ply) and self.is_taken(
                game, state, action, ply, self.order.can_wait(node, ply, left)
            ):
                self.counters[PUT_OFF] += 1
                left = self.order.put_off(ply, left)
            else:
                yield action
            action, left = self.order.next(node, ply, left)

    def is_taken(self, game: Game[State], state: State, action: int, ply: int, can_wait: bool) -> bool:
        """Whether another worker is searching this move, which can wait; if not, this worker goes there."""
        child = game.apply(state, action)
        if game.terminal(child):  # over at once; and it need not have a key
            self.worker.leave(ply)
            return False
        key, _ = self.table.key_of(game, child)
        if can_wait and self.worker.is_taken(key):
            return True
        self.worker.go(ply, key)
        return False

    def play(self, game: Game[State], state: State, action: int, ply: int) -> State:
        """The child of a node by one of its moves."""
        self.observer.note(PLAY, ply, action, 0, 0)
        return game.apply(state, action)

    def raise_root(self, ply: int, action: int, score: int, alpha: int) -> None:
        """A better move was found; at the root, remember it and, above alpha, the lower bound that it proves."""
        if ply > 0:
            return
        if score > alpha:
            self.root[ROOT_ACTION] = action
            self.prove(score, int(self.root[ROOT_UPPER]))
        elif self.root[ROOT_ACTION] == NONE:
            self.root[ROOT_ACTION] = action

    def choose_at_root(self, ply: int, action: int) -> None:
        """A better move was found, by an algorithm that proves nothing before its end; at the root, remember it."""
        if ply == 0:
            self.root[ROOT_ACTION] = action

    def prove(self, lower: int, upper: int) -> None:
        """The root's score lies between these."""
        self.root[ROOT_LOWER] = max(lower, int(self.root[ROOT_LOWER]))
        self.root[ROOT_UPPER] = min(upper, int(self.root[ROOT_UPPER]))
        self.root[ROOT_TRUNCATED] = self.counters[TRUNCATED]

    # --- 4. cut off ---------------------------------------------------------------------------------------------------
    def cutoff(self, action: int, score: int, beta: int, ply: int, depth: int, tried: int) -> None:
        """`action` reached beta when `tried` moves had been tried before it."""
        self.counters[CUTOFFS] += 1
        if tried == 0:
            self.counters[FIRST_CUTOFFS] += 1
        self.order.cut(action, ply, depth)
        self.observer.note(CUT, ply, action, score, beta)

    # --- 5. store -----------------------------------------------------------------------------------------------------
    def store(
        self, game: Game[State], node: TableNode, ply: int, depth: int, kind: int, score: int, action: int
    ) -> None:
        """Remember what the search of a node has found: a score of this bound type. Raises BrokenContract."""
        self.worker.leave(ply)
        if self.table.remembers:
            complete = self.counters[TRUNCATED] == node.truncated
            self.table.store(game, node, score, depth, complete, kind, NONE if kind == UPPER else action)
        self.leave(ply, score, action)

    def leave(self, ply: int, score: int, action: int) -> None:
        """A node has been searched. Without an action there was none to try: raises BrokenContract."""
        if action == NONE:
            raise BrokenContract(NO_MOVE)
        self.observer.note(LEAVE, ply, SEARCHED, score, action)

    def leave_score(self, ply: int, score: int) -> int:
        """A node has been searched; its score, which no move alone gives it."""
        self.observer.note(LEAVE, ply, SEARCHED, score, NONE)
        return score


def bound_type(score: int, alpha: int, beta: int) -> int:
    """What a fail-soft score says of the true one, given the window of its search: UPPER, LOWER or EXACT."""
    if score <= alpha:
        return UPPER
    return LOWER if score >= beta else EXACT
