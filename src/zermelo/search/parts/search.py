"""What a kernel is given besides the game: counters and budget, scoring, table, order of moves, observer, root.

`Search` is what kernels talk to. Each of its methods is a line or two, native when the kernel is; which table, order and
observer it has is part of its type, so what is not used is not compiled.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

import numpy as np

from zermelo.core.component import Component
from zermelo.core.constants import ALTERNATES, NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.core.words import hash_words
from zermelo.search.parts.frontier import Frontier
from zermelo.search.parts.moves import MoveOrder
from zermelo.search.parts.observers import (
    CUT,
    ENTER,
    HORIZON,
    LEAVE,
    PLAY,
    PLAYOUT,
    PROVEN_BOUND,
    RETURN,
    SEARCHED,
    TABLE_HIT,
    TERMINAL,
    UNDECIDED,
    NoObserver,
    Trace,
)
from zermelo.search.parts.outcomes import Outcomes
from zermelo.search.parts.payoff import Payoff
from zermelo.search.parts.scoring import INFINITY, Scoring
from zermelo.search.parts.shared_search import NO_DEPTH, Alone, Peers
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

State = TypeVar("State")

COUNTERS: Final = (
    "nodes",  # positions visited, the root included
    "leaves",  # of them terminal, or at the depth limit
    "cutoffs",  # nodes left early because a move reached beta
    "first_cutoffs",  # of them by the first move tried
    "probes",  # positions looked for in the table
    "hits",  # of them settled by it
    "bounds",  # nodes settled by a bound that the game proved
    "forced",  # nodes with a forced move
    "researches",  # null-window searches repeated with a wider window
    "passes",  # searches from the root
    "truncated",  # values used that a depth limit had a part in
    "transposed",  # nodes cut by what the table knows of a child
    "noisy",  # nodes beyond the depth limit, entered by noisy moves
    "put_off",  # moves put off because another thread was trying them
    "overtaken",  # nodes left because another thread had settled them, or one above
)
(
    NODES,
    LEAVES,
    CUTOFFS,
    FIRST_CUTOFFS,
    PROBES,
    HITS,
    BOUNDS,
    FORCED,
    RESEARCHES,
    PASSES,
    TRUNCATED,
    TRANSPOSED,
    NOISY,
    PUT_OFF,
    OVERTAKEN,
) = range(len(COUNTERS))

ROOT_ACTION: Final = 0
"""The best action at the root so far, or NONE."""
ROOT_LOWER: Final = 1
ROOT_UPPER: Final = 2
"""Bounds on the root's score that this search has proved, if nothing was truncated by then."""
ROOT_TRUNCATED: Final = 3
"""The TRUNCATED counter when the bounds were last improved."""

UNLIMITED: Final = 1 << 62


class BudgetSpent(Exception):
    """The nodes allowed are used up, or somebody asked the search to stop."""


class Search(Component):
    """One search: give it to a kernel together with a game and a state."""

    def __init__(
        self,
        scoring: Scoring,
        table: TranspositionTable | ObjectTable | NoTable,
        moves: MoveOrder,
        observer: NoObserver | Trace,
        payoff: Payoff,
        outcomes: Outcomes,
        frontier: Frontier,
        tree: StoredTree,
        peers: Alone | Peers,
        *,
        quiesces: bool,
        looks_ahead: bool,
        seed: int,
    ) -> None:
        """`quiesces`: whether noisy moves are searched beyond the depth limit. `looks_ahead`: whether all children of a node
        are looked up in the table before any is searched.
        """
        self.quiesces = quiesces
        self.looks_ahead = looks_ahead
        self.payoff = payoff
        self.outcomes = outcomes
        self.frontier = frontier
        self.tree = tree
        self.peers = peers
        self.dice = np.array([seed, 0], np.int64)
        """What random numbers are made of: the seed, and how many there have been."""
        self.estimate = np.zeros(2, np.int64)
        """Of the root's reward, from algorithms that give one: points, and how many of them make a reward of 1."""
        self.began = np.zeros(1, np.int64)
        """The TRUNCATED counter when the root was begun, for searches that come to a node more than once."""
        self.rewards = np.zeros(len(payoff.nothing), np.int64)
        """Of all players, by number, from algorithms that keep them apart."""
        self.scoring = scoring
        self.table = table
        self.moves = moves
        self.observer = observer
        self.counters = np.zeros(len(COUNTERS), np.int64)
        self.limit = np.full(1, UNLIMITED, np.int64)
        self.to_the_end = np.zeros(1, np.int64)
        """1 when no depth limit is below the length of the game."""
        self.root = np.array([NONE, -INFINITY, INFINITY, 0], np.int64)

    # --- entering a node ----------------------------------------------------------------------------------------------
    def visit(self, ply: int, alpha: int, beta: int) -> None:
        """Count a node that is entered. Raises BudgetSpent."""
        self.count()
        self.observer.note(ENTER, ply, alpha, beta, 0)

    def count(self) -> None:
        """Count a node. Raises BudgetSpent: the limit is read again each time, so anyone may lower it meanwhile."""
        if self.counters[NODES] >= self.limit[0]:
            raise BudgetSpent
        self.counters[NODES] += 1

    def end(self, game: Game[State], state: State, ply: int) -> int:
        """The score of a terminal node."""
        score = self.final_score(game, state)
        self.observer.note(LEAVE, ply, TERMINAL, score, NONE)
        return score

    def final_score(self, game: Game[State], state: State) -> int:
        """The score of a terminal state."""
        self.counters[LEAVES] += 1
        reward = game.reward(state)
        if reward > self.scoring.best or reward < -self.scoring.best:
            raise BrokenContract("a reward lies outside reward_range")
        return self.scoring.of_reward(reward)

    def end_for_all(self, game: Game[State], state: State, ply: int, mover: int) -> tuple[int, ...]:
        """The rewards of all players in a terminal state, where `mover` would be to move."""
        self.counters[LEAVES] += 1
        rewards = self.payoff.of(game, state, mover)
        for reward in rewards:
            if reward > self.scoring.best or reward < self.payoff.worst:
                raise BrokenContract("a reward lies outside reward_range")
        self.observer.note(LEAVE, ply, TERMINAL, rewards[mover], NONE)
        return rewards

    def stand_pat(self, game: Game[State], state: State) -> int:
        """The score of a state's static evaluation."""
        self.counters[LEAVES] += 1
        self.counters[TRUNCATED] += 1
        return self.scoring.of_evaluation(game.evaluate(state))

    def visit_beyond(self, ply: int, alpha: int, beta: int) -> None:
        """Count a node beyond the depth limit. Raises BudgetSpent."""
        self.counters[NOISY] += 1
        self.visit(ply, alpha, beta)

    def leave_horizon(self, ply: int, score: int) -> None:
        """A node at or beyond the depth limit is left."""
        self.observer.note(LEAVE, ply, HORIZON, score, NONE)

    def open(self, game: Game[State], state: State) -> TableNode:
        """The node of a state that must be searched."""
        node = self.table.open(game, state, int(self.counters[TRUNCATED]))
        self.check_forced(game, state, node.forced)
        return node

    def check_forced(self, game: Game[State], state: State, forced: int) -> None:
        """Count a forced move, if there is one. Raises BrokenContract."""
        if forced == NONE:
            return
        if forced < 0 or forced >= game.action_count or not game.legal(state, forced):
            raise BrokenContract("forced returned an action that is not legal")
        self.counters[FORCED] += 1

    def settle(
        self, game: Game[State], state: State, node: TableNode, ply: int, depth: int, alpha: int, beta: int
    ) -> tuple[bool, int]:
        """Whether the table or a proven bound already tells all that the window asks, and the score.

        The score is exact, or a lower bound >= beta, or an upper bound <= alpha. The root is always searched, for its
        best move, and so are forced moves.
        """
        if ply == 0 or node.forced != NONE:
            return False, 0
        if self.table.remembers:
            self.counters[PROBES] += 1
        if self.answers(node.data, node.score, depth, alpha, beta):
            self.use(HITS, node.data, ply, node.score, action_of(node.data))
            return True, node.score
        settled, score = self.bound(game, state, alpha, beta)
        if settled:
            self.leave_proved(ply, score)
            return True, score
        return self.foresees(game, state, node, ply, depth, beta) if self.looks_ahead else (False, 0)

    def foresees(
        self, game: Game[State], state: State, node: TableNode, ply: int, depth: int, beta: int
    ) -> tuple[bool, int]:
        """Whether a child is known to be worth beta, by a bound that the game proves or by the table, and its score.

        The table's part is an enhanced transposition cutoff (Schaeffer and Plaat 1996). A row is read one child late, when
        it has come from memory.
        """
        late_key, late_action, late_sign = node.key, NONE, -1
        for action in game.relevant(state):
            child = game.apply(state, action)
            if game.terminal(child):
                continue
            sign = turn(game, state, child)
            low, high = self.child_window(sign, beta - 1, beta)
            window = (low, INFINITY) if sign < 0 else (-INFINITY, high)  # only one side would help
            settled, score = self.bound(game, child, *window)
            if settled and self.from_child(sign, score) >= beta:
                self.leave_proved(ply, self.from_child(sign, score))
                return True, self.from_child(sign, score)
            key, _ = self.table.name(game, child)
            self.table.hasten(key)
            if late_action != NONE:
                found, score = self.recalls(late_key, late_action, late_sign, ply, depth, beta)
                if found:
                    return True, score
            late_key, late_action, late_sign = key, action, sign
        if late_action == NONE:
            return False, 0
        return self.recalls(late_key, late_action, late_sign, ply, depth, beta)

    def recalls(self, key: Any, action: int, sign: int, ply: int, depth: int, beta: int) -> tuple[bool, int]:
        """Whether the table knows that the child with this key is worth beta to its parent, and its score there."""
        data, score = self.table.probe(key)
        if data == ABSENT or not self.serves(data, depth - 1):
            return False, 0
        own = self.from_child(sign, score)
        if own >= beta and (kind_of(data) == EXACT or kind_of(data) == (LOWER if sign > 0 else UPPER)):
            self.use(TRANSPOSED, data, ply, own, action)
            return True, own
        return False, 0

    def leave_proved(self, ply: int, score: int) -> None:
        """A bound that the game proves settles a node."""
        self.counters[BOUNDS] += 1
        self.observer.note(LEAVE, ply, PROVEN_BOUND, score, NONE)

    def bound(self, game: Game[State], state: State, alpha: int, beta: int) -> tuple[bool, int]:
        """Whether a bound that the game proves tells all that the window asks, and the score."""
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

    def use(self, counter: int, data: int, ply: int, score: int, action: int) -> None:
        """A table entry settles a node, which `counter` counts."""
        self.counters[counter] += 1
        if not is_complete(data):
            self.counters[TRUNCATED] += 1
        self.observer.note(LEAVE, ply, TABLE_HIT, score, action)

    def answers(self, data: int, score: int, depth: int, alpha: int, beta: int) -> bool:
        """Whether what the table has of a position tells all that a search to this depth in this window would."""
        if data == ABSENT or not self.serves(data, depth):
            return False
        kind = kind_of(data)
        return kind == EXACT or (kind == LOWER and score >= beta) or (kind == UPPER and score <= alpha)

    def serves(self, data: int, depth: int) -> bool:
        """Whether a table entry tells what a search to this depth would find."""
        if is_complete(data):
            return self.to_the_end[0] != 0 or depth_of(data) <= depth
        return depth_of(data) == depth

    # --- the moves of a node ----------------------------------------------------------------------------------------------
    def begin(
        self, game: Game[State], state: State, node: TableNode, ply: int, depth: int, alpha: int, beta: int
    ) -> tuple[int, Any]:
        """The first move to try at a node, and those after it. The node is searched by this thread from now on."""
        self.peers.enter(ply, node.key, node.forced == NONE, depth, alpha, beta)
        return self.next(game, state, node, ply, self.moves.begin(game, state, node, ply))

    def next(self, game: Game[State], state: State, node: TableNode, ply: int, moves: Any) -> tuple[int, Any]:
        """The move to try next, or NONE, and those after it; those that another thread tries just now come last."""
        action, moves = self.moves.next(node, ply, moves)
        if self.peers.shares(ply):
            while action != NONE:
                child = game.apply(state, action)
                if game.terminal(child):  # over at once; and it need not have a key
                    self.peers.leave(ply)
                    break
                key, _ = self.table.name(game, child)
                if not self.moves.can_wait(node, ply, moves) or not self.peers.is_taken(key):
                    self.peers.go(ply, key)
                    break
                self.counters[PUT_OFF] += 1
                action, moves = self.moves.next(node, ply, self.moves.put_off(ply, moves))
        return action, moves

    def is_overtaken(self, ply: int) -> bool:
        """Whether another thread has settled the node at this ply, or one above it, while this one was below."""
        if not self.peers.shares(ply):
            return False
        for above in range(0 if self.peers.is_overtaken(ply) else ply + 1):
            alpha, beta, depth = self.peers.question(above)
            data, score = self.table.probe(self.peers.key(above))
            if depth != NO_DEPTH and self.answers(data, score, depth, alpha, beta):
                self.peers.overtake(above, data, score)
                break
        return self.peers.is_overtaken(ply)

    # --- where a node is come to more than once ---------------------------------------------------------------------------
    def first_move(self, game: Game[State], state: State, ply: int) -> tuple[TableNode, int, Any]:
        """A node for `moves.next`, without what a table may know; the first move to try there, and those after it."""
        forced = game.forced(state)
        self.check_forced(game, state, forced)
        node = TableNode((), 0, ABSENT, 0, NONE, forced, 0)
        action, moves = self.moves.next(node, ply, self.moves.begin(game, state, node, ply))
        if action == NONE:
            raise BrokenContract("a position that is not terminal has no legal action, or no relevant or deciding one")
        return node, action, moves

    def begin_root(self) -> None:
        """The root is begun, not for the first time perhaps."""
        self.began[0] = self.counters[TRUNCATED]

    def is_whole(self) -> bool:
        """Whether no depth limit has had a part in anything since the root was begun."""
        return bool(self.counters[TRUNCATED] == self.began[0])

    def put_aside(self, ply: int) -> None:
        """A node is left undecided."""
        self.observer.note(LEAVE, ply, UNDECIDED, 0, NONE)

    def leave_question(self, ply: int, bound: int, proof: int, disproof: int) -> None:
        """A node of a proof-number search is left: undecided, or with the answer whether its score is at least `bound`."""
        reason = UNDECIDED if proof > 0 and disproof > 0 else SEARCHED
        self.observer.note(LEAVE, ply, reason, bound if proof == 0 else bound - 1, NONE)

    def go_back(self, ply: int, action: int) -> None:
        """A node of a tree that is kept is gone through again, on the way to one of its leaves."""
        self.observer.note(RETURN, ply, action, 0, 0)

    def played_out(self, ply: int, before: int, reward: int) -> None:
        """A random play from a node has come to its end; `before`: how many positions had been counted when it began."""
        self.observer.note(PLAYOUT, ply, int(self.counters[NODES]) - before, reward, 0)

    def random(self, count: int) -> int:
        """A number below `count` that looks random; the same ones in every search with this seed."""
        self.dice[1] += 1
        return hash_words((int(self.dice[0]), int(self.dice[1]))) % max(count, 1)

    # --- between a node and its children --------------------------------------------------------------------------------
    def play(self, game: Game[State], state: State, action: int, ply: int) -> State:
        """The child of a node by one of its moves."""
        self.observer.note(PLAY, ply, action, 0, 0)
        return game.apply(state, action)

    def child_window(self, sign: int, alpha: int, beta: int) -> tuple[int, int]:
        """The window for a child; `sign` is -1 when the other player moves there, 1 when the same one does."""
        low, high = self.scoring.younger(alpha), self.scoring.younger(beta)
        return (low, high) if sign > 0 else (-high, -low)

    def from_child(self, sign: int, score: int) -> int:
        """A child's score, from the point of view of the player to move in its parent."""
        return sign * self.scoring.older(score)

    # --- where chance moves ---------------------------------------------------------------------------------------------
    def open_chance(self, game: Game[State], state: State, ply: int, alpha: int, beta: int) -> tuple[int, int]:
        """A chance node must be searched; its window, without scores that there are not."""
        highest = self.scoring.highest
        self.moves.skip(ply)
        self.outcomes.begin(game, state, ply, highest)
        return max(alpha, -highest - 1), min(beta, highest + 1)

    def outcome_window(
        self, game: Game[State], state: State, child: State, outcome: int, ply: int, alpha: int, beta: int
    ) -> tuple[int, int]:
        """The window for `child`, an outcome of chance."""
        low, high = self.outcomes.window(ply, outcome, game.weight(state, outcome), alpha, beta)
        return self.child_window(turn(game, state, child), low, high)

    def learn(
        self, game: Game[State], state: State, child: State, outcome: int, ply: int, score: int, low: int, high: int
    ) -> None:
        """`child`, an outcome of chance, has this fail-soft score, for the player there, from a search in (low, high)."""
        weight, sign = game.weight(state, outcome), turn(game, state, child)
        own = self.from_child(sign, score)
        if (score > low) if sign > 0 else (score < high):
            self.outcomes.at_least(ply, outcome, weight, own)
        if (score < high) if sign > 0 else (score > low):
            self.outcomes.at_most(ply, outcome, weight, own)
        if ply == 0:
            self.prove(self.outcomes.lowest(ply), self.outcomes.highest(ply))

    def leave_score(self, ply: int, score: int) -> int:
        """A node has been searched; its score, which no move alone gives it."""
        self.observer.note(LEAVE, ply, SEARCHED, score, NONE)
        return score

    # --- leaving a node ---------------------------------------------------------------------------------------------------
    def improve(self, ply: int, action: int, score: int, alpha: int) -> None:
        """A better move was found; at the root, remember it and, above alpha, the lower bound that it proves."""
        if ply > 0:
            return
        if score > alpha:
            self.root[ROOT_ACTION] = action
            self.prove(score, int(self.root[ROOT_UPPER]))
        elif self.root[ROOT_ACTION] == NONE:
            self.root[ROOT_ACTION] = action

    def choose(self, ply: int, action: int) -> None:
        """A better move was found, by an algorithm that proves nothing before its end; at the root, remember it."""
        if ply == 0:
            self.root[ROOT_ACTION] = action

    def prefer(self, action: int, proved: bool) -> None:
        """A move at the root that is proved to do what was asked of it, or the first to be looked at: remember it."""
        if proved or self.root[ROOT_ACTION] == NONE:
            self.root[ROOT_ACTION] = action

    def leave(self, ply: int, score: int, action: int) -> None:
        """A node has been searched that no table shall remember. Without an action there was none to try."""
        if action == NONE:
            raise BrokenContract("a position that is not terminal has no legal action, or no relevant or deciding one")
        self.observer.note(LEAVE, ply, SEARCHED, score, action)

    def prove(self, lower: int, upper: int) -> None:
        """The root's score lies between these."""
        self.root[ROOT_LOWER] = max(lower, int(self.root[ROOT_LOWER]))
        self.root[ROOT_UPPER] = min(upper, int(self.root[ROOT_UPPER]))
        self.root[ROOT_TRUNCATED] = self.counters[TRUNCATED]

    def cut(self, action: int, score: int, beta: int, ply: int, depth: int, tried: int) -> None:
        """`action` reached beta when `tried` moves had been tried before it."""
        self.counters[CUTOFFS] += 1
        if tried == 0:
            self.counters[FIRST_CUTOFFS] += 1
        self.moves.cut(action, ply, depth)
        self.observer.note(CUT, ply, action, score, beta)

    def leave_overtaken(self, game: Game[State], node: TableNode, ply: int, alpha: int) -> int:
        """A node is left because another thread has settled it, or one above it: its score, which only that one needs."""
        self.counters[OVERTAKEN] += 1
        self.peers.leave(ply)
        here, data, score = self.peers.found(ply)
        if here:
            action = self.table.hint(game, node.symmetry, action_of(data))
            self.use(HITS, data, ply, score, action)
            if action != NONE:
                self.improve(ply, action, score, alpha)
        return score

    def close(
        self, game: Game[State], node: TableNode, ply: int, depth: int, kind: int, score: int, action: int
    ) -> None:
        """Remember what the search of a node has found. Without an action there was none to try."""
        if action == NONE:
            raise BrokenContract("a position that is not terminal has no legal action, or no relevant or deciding one")
        self.peers.leave(ply)
        if self.table.remembers:
            complete = self.counters[TRUNCATED] == node.truncated
            self.table.store(game, node, score, depth, complete, kind, NONE if kind == UPPER else action)
        self.observer.note(LEAVE, ply, SEARCHED, score, action)


def kind(score: int, alpha: int, beta: int) -> int:
    """What a fail-soft score says of the true one, given the window of its search."""
    if score <= alpha:
        return UPPER
    return LOWER if score >= beta else EXACT


def turn(game: Game[State], state: State, child: State) -> int:
    """-1 when the other player moves in `child`, 1 when the same one moves again: the sign of the child's score."""
    mover, next_mover = game.to_move(state), game.to_move(child)
    if mover == ALTERNATES and next_mover == ALTERNATES:
        return -1
    if min(mover, next_mover) < 0 or max(mover, next_mover) > 1:
        raise BrokenContract("to_move returned neither 0 nor 1")
    return 1 if mover == next_mover else -1
