"""`Search`: all that a kernel needs besides the game: table, move order, scores, counters and budget.

At each node a kernel calls, in this order, `enter`, `probe` (the transposition table), `moves` (in the order to try
them), `child_window`, `from_child` (a child's score as the parent sees it) and `store`. The methods are short, and
compiled with the kernel. The type of a `Search` includes those of its table, move order and observer, so only the code
that is used is compiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from zermelo.core.arrays import of, zeros
from zermelo.core.component import cold
from zermelo.core.constants import NONE
from zermelo.core.errors import TOO_LONG, BrokenContract
from zermelo.core.game import Game
from zermelo.search.parts.counters import (
    ACTION,
    AT_ONCE,
    COUNTERS,
    CUTOFFS,
    FIRST_CUTOFFS,
    FROM_NOTHING,
    LEAVES,
    NODE_LIMIT,
    NODES,
    NOISY,
    POSITION,
    POSITION_BEGAN,
    PUT_OFF,
    ROOT_ACTION,
    ROOT_LOWER,
    ROOT_TRUNCATED,
    ROOT_UPPER,
    SCORE,
    SEVERAL,
    TRUNCATED,
    UNLIMITED,
    VISITED,
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
from zermelo.search.parts.prefetching import NoPrefetching, Prefetching
from zermelo.search.parts.scoring import INFINITY, Scoring
from zermelo.search.parts.table import NoTable, ObjectTable, TableNode, TranspositionTable
from zermelo.search.parts.tree import StoredTree
from zermelo.search.parts.workers import LoneWorker, SearchWorker

State = TypeVar("State")

NO_MOVE = "a position that is not terminal has no legal action, or no relevant or deciding one"


class Extras(NamedTuple):
    """The components that only some algorithms use."""

    payoff: Payoff
    """The rewards of all players: max^n, paranoid, best-reply."""
    outcomes: Outcomes
    """Bounds on the outcomes of chance: Star1, Star2."""
    frontier: Frontier
    """The moves on the current path with their proof numbers: df-pn."""
    tree: StoredTree
    """The search tree in memory: proof-number search, Monte Carlo tree search."""
    seed: int
    """The seed of the random numbers: Monte Carlo tree search."""


class Search(KnownScores):
    """One search. A kernel gets it together with a game and a state."""

    def __init__(
        self,
        scoring: Scoring,
        table: TranspositionTable | ObjectTable | NoTable,
        order: MoveOrder,
        observer: NoObserver | Trace,
        worker: LoneWorker | SearchWorker,
        prefetching: NoPrefetching | Prefetching,
        extras: Extras,
        *,
        quiesces: bool,
        use_etc: bool,
        has_bounds: bool,
    ) -> None:
        """`quiesces`: whether noisy moves are searched past the depth limit. `use_etc`: whether all children of a node are
        looked up in the table before any is searched (enhanced transposition cutoffs). `has_bounds`: whether the game
        proves bounds.
        """
        self.scoring = scoring
        self.table = table
        self.order = order
        self.observer = observer
        self.worker = worker
        self.prefetching = prefetching
        self.payoff, self.outcomes, self.frontier, self.tree, seed = extras
        self.quiesces = quiesces
        self.use_etc = use_etc
        self.has_bounds = has_bounds
        self.counters = zeros(len(COUNTERS))
        self.control = of([UNLIMITED, 0, 0, 0, 0, 0, 0])
        """Cells NODE_LIMIT, TO_THE_END, ROOT_BEGAN, SEVERAL, POSITION, POSITION_BEGAN, FROM_NOTHING."""
        self.found = zeros(AT_ONCE, 3)
        """What was found for each of several positions: columns SCORE, ACTION, VISITED."""
        self.root = of([NONE, -INFINITY, INFINITY, 0])
        """Cells ROOT_ACTION, ROOT_LOWER, ROOT_UPPER, ROOT_TRUNCATED."""
        self.estimate = zeros(2)
        """The estimate of the root's reward, from algorithms that make one: cells POINTS, POINTS_PER_REWARD."""
        self.dice = of([seed, 0])
        """The state of the random numbers: cells SEED, DRAWN."""
        self.rewards = zeros(len(self.payoff.nothing))
        """The rewards of all players at the root, by number, from algorithms that compute them."""

    # --- several positions, one after the other -----------------------------------------------------------------------
    def before_position(self) -> None:
        """Begin, or begin again, with the next of several positions."""
        if not self.control[SEVERAL]:
            return
        self.root[ROOT_ACTION] = NONE
        self.root[ROOT_LOWER] = -INFINITY
        self.root[ROOT_UPPER] = INFINITY
        self.root[ROOT_TRUNCATED] = self.control[POSITION_BEGAN] = self.counters[TRUNCATED]
        if self.control[FROM_NOTHING]:
            self.table.clear()
            self.order.forget()

    def after_position(self, returned: int) -> None:
        """Note what was found for one of several positions. Raises BrokenContract if a play was too long."""
        if not self.control[SEVERAL]:
            return
        if self.counters[TRUNCATED] > self.control[POSITION_BEGAN]:
            raise BrokenContract(TOO_LONG)
        position = self.control[POSITION]
        self.found[position, SCORE] = returned
        self.found[position, ACTION] = self.root[ROOT_ACTION]
        self.found[position, VISITED] = self.counters[NODES]
        self.control[POSITION] = position + 1

    # --- 1. enter a node, and score it if it is a leaf ----------------------------------------------------------------
    def enter(self, ply: int, alpha: int, beta: int) -> None:
        """Enter a node and count it. Raises BudgetSpent."""
        self.count_node()
        self.observer.note(ENTER, ply, alpha, beta, 0)

    def count_node(self) -> None:
        """Count a node. Raises BudgetSpent at the limit, which is read each time because other threads may lower it."""
        if self.counters[NODES] >= self.control[NODE_LIMIT]:
            raise BudgetSpent
        self.counters[NODES] += 1

    def terminal_score(self, game: Game[State], state: State, ply: int) -> int:
        """The score of a node at which the game is over, for the player to move."""
        score = self.score_of_end(game, state)
        self.observer.note(LEAVE, ply, TERMINAL, score, NONE)
        return score

    def score_of_end(self, game: Game[State], state: State) -> int:
        """The score of a terminal state. Raises BrokenContract for a reward outside `reward_range`."""
        self.counters[LEAVES] += 1
        reward = game.reward(state)
        if reward > self.scoring.best or reward < -self.scoring.best:
            raise BrokenContract("a reward lies outside reward_range")
        return self.scoring.of_reward(reward)

    def stand_pat(self, game: Game[State], state: State) -> int:
        self.counters[LEAVES] += 1
        self.counters[TRUNCATED] += 1
        return self.scoring.of_evaluation(game.evaluate(state))

    def enter_quiescence(self, ply: int, alpha: int, beta: int) -> None:
        """Enter a node past the depth limit and count it. Raises BudgetSpent."""
        self.counters[NOISY] += 1
        self.enter(ply, alpha, beta)

    def leave_horizon(self, ply: int, score: int) -> None:
        self.observer.note(LEAVE, ply, HORIZON, score, NONE)

    # --- 2. probe: in KnownScores, which also converts windows and scores between parent and child --------------------

    # --- 3. search the children ---------------------------------------------------------------------------------------
    def moves(
        self, game: Game[State], state: State, node: TableNode, ply: int, depth: int, alpha: int, beta: int
    ) -> Iterator[int]:
        """The moves to try at a node, the most promising first. Moves that another thread is searching come last."""
        self.worker.enter(ply, node.key, node.forced == NONE, depth, alpha, beta)
        tried = 0
        for action in self.order.moves(game, state, node, ply):
            self.prefetching.before(game, state, self.table, ply, tried)
            if self.worker.shares(ply) and self.is_taken(
                game, state, action, ply, self.order.can_wait(node, ply, tried)
            ):
                self.counters[PUT_OFF] += 1
                self.order.put_off(ply, tried)
            else:
                yield action
                tried += 1

    @cold
    def is_taken(self, game: Game[State], state: State, action: int, ply: int, can_wait: bool) -> bool:
        """Whether this move can wait because another thread is searching it; if not, announce that this thread does."""
        child = game.apply(state, action)
        if game.terminal(child):  # it is searched at once, and a terminal state need not have a key
            self.worker.leave(ply)
            return False
        key, _ = self.table.key_of(game, child)
        if can_wait and self.worker.is_taken(key):
            return True
        self.worker.announce(ply, key)
        return False

    def play(self, game: Game[State], state: State, action: int, ply: int) -> State:
        self.observer.note(PLAY, ply, action, 0, 0)
        return game.apply(state, action)

    def raise_root(self, ply: int, action: int, score: int, alpha: int) -> None:
        """Report a better move. At the root, store it and, if its score is above alpha, the lower bound that it proves."""
        if ply > 0:
            return
        if score > alpha:
            self.root[ROOT_ACTION] = action
            self.prove(score, int(self.root[ROOT_UPPER]))
        elif self.root[ROOT_ACTION] == NONE:
            self.root[ROOT_ACTION] = action

    def choose_at_root(self, ply: int, action: int) -> None:
        """Report a better move that proves no bound yet. At the root it is stored."""
        if ply == 0:
            self.root[ROOT_ACTION] = action

    def prove(self, lower: int, upper: int) -> None:
        """Report that the root's score is proved to lie between these bounds."""
        self.root[ROOT_LOWER] = max(lower, int(self.root[ROOT_LOWER]))
        self.root[ROOT_UPPER] = min(upper, int(self.root[ROOT_UPPER]))
        self.root[ROOT_TRUNCATED] = self.counters[TRUNCATED]

    # --- 4. cut off ---------------------------------------------------------------------------------------------------
    def cutoff(self, action: int, score: int, beta: int, ply: int, depth: int, tried: int) -> None:
        """Count a cutoff by `action`, which came after `tried` other moves, and update killers and history."""
        self.counters[CUTOFFS] += 1
        if tried == 0:
            self.counters[FIRST_CUTOFFS] += 1
        self.order.cut(action, ply, depth)
        self.observer.note(CUT, ply, action, score, beta)

    # --- 5. store -----------------------------------------------------------------------------------------------------
    def store(
        self, game: Game[State], node: TableNode, ply: int, depth: int, bound: int, score: int, action: int
    ) -> None:
        """Leave a node and store its score in the table; `bound` is LOWER, UPPER or EXACT. Raises BrokenContract."""
        self.worker.leave(ply)
        if action == NONE:  # the score is no number that a table could hold
            raise BrokenContract(NO_MOVE)
        if self.table.remembers:
            complete = self.counters[TRUNCATED] == node.truncated
            self.table.store(game, node, score, depth, complete, bound, NONE if bound == UPPER else action)
        self.leave(ply, score, action)

    def leave(self, ply: int, score: int, action: int) -> None:
        """Leave a node without storing it. Raises BrokenContract if there was no action to try."""
        if action == NONE:
            raise BrokenContract(NO_MOVE)
        self.observer.note(LEAVE, ply, SEARCHED, score, action)

    def leave_score(self, ply: int, score: int) -> int:
        """Leave a node whose score does not come from a single move. Returns the score."""
        self.observer.note(LEAVE, ply, SEARCHED, score, NONE)
        return score


def bound_type(score: int, alpha: int, beta: int) -> int:
    """The bound type of a fail-soft score, given the window of its search: UPPER, LOWER or EXACT."""
    if score <= alpha:
        return UPPER
    return LOWER if score >= beta else EXACT
