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

from zermelo.core.component import Component
from zermelo.core.constants import ALTERNATES, NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.search.parts.counters import (
    BOUNDS,
    COUNTERS,
    CUTOFFS,
    FIRST_CUTOFFS,
    FORCED,
    HITS,
    LEAVES,
    NODE_LIMIT,
    NODES,
    NOISY,
    PROBES,
    PUT_OFF,
    ROOT_ACTION,
    ROOT_LOWER,
    ROOT_TRUNCATED,
    ROOT_UPPER,
    TO_THE_END,
    TRANSPOSED,
    TRUNCATED,
    UNLIMITED,
    BudgetSpent,
)
from zermelo.search.parts.frontier import Frontier
from zermelo.search.parts.moves import MoveOrder
from zermelo.search.parts.observers import (
    CUT,
    ENTER,
    HORIZON,
    LEAVE,
    PLAY,
    PROVEN_BOUND,
    SEARCHED,
    TABLE_HIT,
    TERMINAL,
    NoObserver,
    Trace,
)
from zermelo.search.parts.outcomes import Outcomes
from zermelo.search.parts.payoff import Payoff
from zermelo.search.parts.scoring import INFINITY, Scoring
from zermelo.search.parts.table import (
    ABSENT,
    EXACT,
    LOWER,
    UPPER,
    NoTable,
    ObjectTable,
    TableNode,
    TranspositionTable,
    action_of,
    depth_of,
    is_complete,
    kind_of,
)
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


class Search(Component):
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
        seed: int,
    ) -> None:
        """`quiesces`: whether noisy moves are searched beyond the depth limit. `cuts_early`: whether all children of a node
        are looked up in the table before any is searched (enhanced transposition cutoffs).
        """
        self.scoring = scoring
        self.table = table
        self.order = order
        self.observer = observer
        self.worker = worker
        self.payoff, self.outcomes, self.frontier, self.tree = extras
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

    # --- 2. probe: what is known of a node before it is searched ------------------------------------------------------
    def probe(self, game: Game[State], state: State) -> TableNode:
        """The node of a state that is to be searched, with its entry in the transposition table and its forced move."""
        node = self.table.open(game, state, int(self.counters[TRUNCATED]))
        self.check_forced(game, state, node.forced)
        return node

    def node_without_entry(self, game: Game[State], state: State) -> TableNode:
        """The node of a state, with its forced move but without what the table may know."""
        forced = game.forced(state)
        self.check_forced(game, state, forced)
        return TableNode((), 0, ABSENT, 0, NONE, forced, 0)

    def check_forced(self, game: Game[State], state: State, forced: int) -> None:
        """Count a forced move, if there is one. Raises BrokenContract."""
        if forced == NONE:
            return
        if forced < 0 or forced >= game.action_count or not game.legal(state, forced):
            raise BrokenContract("forced returned an action that is not legal")
        self.counters[FORCED] += 1

    def known_score(
        self, game: Game[State], state: State, node: TableNode, ply: int, depth: int, alpha: int, beta: int
    ) -> tuple[bool, int]:
        """Whether the table or a proven bound already answers the window, and the score.

        The score is exact, or a lower bound >= beta, or an upper bound <= alpha. The root is always searched, for its
        best move, and so are forced moves.
        """
        if ply == 0 or node.forced != NONE:
            return False, 0
        if self.table.remembers:
            self.counters[PROBES] += 1
        if self.answers(node.data, node.score, depth, alpha, beta):
            self.use_entry(HITS, node.data, ply, node.score, action_of(node.data))
            return True, node.score
        known, score = self.proven_bound(game, state, alpha, beta)
        if known:
            self.leave_proved(ply, score)
            return True, score
        return self.etc_cutoff(game, state, node, ply, depth, beta) if self.cuts_early else (False, 0)

    def answers(self, data: int, score: int, depth: int, alpha: int, beta: int) -> bool:
        """Whether a table entry says all that a search to this depth in this window would."""
        if data == ABSENT or not self.serves(data, depth):
            return False
        kind = kind_of(data)
        return kind == EXACT or (kind == LOWER and score >= beta) or (kind == UPPER and score <= alpha)

    def serves(self, data: int, depth: int) -> bool:
        """Whether a table entry holds what a search to this depth would find."""
        if is_complete(data):
            return self.control[TO_THE_END] != 0 or depth_of(data) <= depth
        return depth_of(data) == depth

    def use_entry(self, counter: int, data: int, ply: int, score: int, action: int) -> None:
        """A table entry settles a node, which `counter` counts."""
        self.counters[counter] += 1
        if not is_complete(data):
            self.counters[TRUNCATED] += 1
        self.observer.note(LEAVE, ply, TABLE_HIT, score, action)

    def proven_bound(self, game: Game[State], state: State, alpha: int, beta: int) -> tuple[bool, int]:
        """Whether a bound that the game proves answers the window, and the score."""
        unit, beyond = self.scoring.unit, self.scoring.best + 1
        low, high = game.bounds(state, alpha // unit, -(-beta // unit))
        low, high = max(low, -beyond), min(high, beyond)  # as good as UNBOUNDED, and its score fits in 64 bits
        span = self.scoring.widest
        if self.scoring.at_least(low, span) >= beta or self.scoring.at_most(high, span) <= alpha or low == high:
            span = self.scoring.span_of(game, state)
            lowest, highest = self.scoring.at_least(low, span), self.scoring.at_most(high, span)
            if lowest >= beta or highest <= alpha or lowest == highest:
                return True, (lowest if lowest >= beta else highest)
        return False, 0

    def leave_proved(self, ply: int, score: int) -> None:
        """A bound that the game proves settles a node."""
        self.counters[BOUNDS] += 1
        self.observer.note(LEAVE, ply, PROVEN_BOUND, score, NONE)

    def etc_cutoff(
        self, game: Game[State], state: State, node: TableNode, ply: int, depth: int, beta: int
    ) -> tuple[bool, int]:
        """Whether a child is known to be worth beta, by a bound that the game proves or by the table, and its score.

        The table's part is an enhanced transposition cutoff (Schaeffer and Plaat 1996). Each child's entry is read one child
        late, when it has arrived from memory.
        """
        late_key, late_action, late_sign = node.key, NONE, -1
        for action in game.relevant(state):
            child = game.apply(state, action)
            if game.terminal(child):
                continue
            sign = sign_of(game, state, child)
            low, high = self.child_window(sign, beta - 1, beta)
            window = (low, INFINITY) if sign < 0 else (-INFINITY, high)  # only one side would help
            known, score = self.proven_bound(game, child, *window)
            if known and self.from_child(sign, score) >= beta:
                self.leave_proved(ply, self.from_child(sign, score))
                return True, self.from_child(sign, score)
            key, _ = self.table.key_of(game, child)
            self.table.prefetch(key)
            if late_action != NONE:
                found, score = self.child_cutoff(late_key, late_action, late_sign, ply, depth, beta)
                if found:
                    return True, score
            late_key, late_action, late_sign = key, action, sign
        if late_action == NONE:
            return False, 0
        return self.child_cutoff(late_key, late_action, late_sign, ply, depth, beta)

    def child_cutoff(
        self, key: tuple[int, ...], action: int, sign: int, ply: int, depth: int, beta: int
    ) -> tuple[bool, int]:
        """Whether the table knows that the child with this key is worth beta to its parent, and its score there."""
        data, score = self.table.probe(key)
        if data == ABSENT or not self.serves(data, depth - 1):
            return False, 0
        own = self.from_child(sign, score)
        if own >= beta and (kind_of(data) == EXACT or kind_of(data) == (LOWER if sign > 0 else UPPER)):
            self.use_entry(TRANSPOSED, data, ply, own, action)
            return True, own
        return False, 0

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

    def child_window(self, sign: int, alpha: int, beta: int) -> tuple[int, int]:
        """The window for a child; `sign` is -1 when the other player moves there, 1 when the same one does."""
        low, high = self.scoring.to_child(alpha), self.scoring.to_child(beta)
        return (low, high) if sign > 0 else (-high, -low)

    def from_child(self, sign: int, score: int) -> int:
        """A child's score, from the point of view of the player to move in its parent."""
        return sign * self.scoring.to_parent(score)

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


def sign_of(game: Game[State], state: State, child: State) -> int:
    """The sign of a child's score: -1 when the other player moves there, 1 when the same one moves again."""
    mover, next_mover = game.to_move(state), game.to_move(child)
    if mover == ALTERNATES and next_mover == ALTERNATES:
        return -1
    if min(mover, next_mover) < 0 or max(mover, next_mover) > 1:
        raise BrokenContract("to_move returned neither 0 nor 1")
    return 1 if mover == next_mover else -1
