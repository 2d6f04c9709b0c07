"""Cutoffs before a node is searched: by the transposition table, and by bounds that the game proves."""

from __future__ import annotations

from typing import Any, TypeVar

from zermelo.core.component import Component
from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.search.parts.counters import BOUNDS, FORCED, HITS, PROBES, TO_THE_END, TRANSPOSED, TRUNCATED
from zermelo.search.parts.entry import ABSENT, EXACT, LOWER, UPPER, action_of, bound_type_of, depth_of, is_complete
from zermelo.search.parts.observers import LEAVE, PROVEN_BOUND, TABLE_HIT, NoObserver, Trace
from zermelo.search.parts.scoring import INFINITY, Scoring, sign_of
from zermelo.search.parts.table import NoTable, ObjectTable, TableNode, TranspositionTable

State = TypeVar("State")


class KnownScores(Component):
    """The part of a `Search` that answers a kernel's probes, and converts scores between a node and its children."""

    scoring: Scoring
    table: TranspositionTable | ObjectTable | NoTable
    observer: NoObserver | Trace
    counters: Any
    control: Any
    use_etc: bool
    has_bounds: bool

    def probe(self, game: Game[State], state: State) -> TableNode:
        """The node of a state, with its entry in the transposition table and its forced move."""
        node = self.table.open(game, state, int(self.counters[TRUNCATED]))
        self.check_forced(game, state, node.forced)
        return node

    def node_without_entry(self, game: Game[State], state: State) -> TableNode:
        """The node of a state, with its forced move but without an entry of the table."""
        forced = game.forced(state)
        self.check_forced(game, state, forced)
        return TableNode((), 0, 0, ABSENT, 0, NONE, forced, 0)

    def check_forced(self, game: Game[State], state: State, forced: int) -> None:
        """Count a forced move, if there is one. Raises BrokenContract if it is not legal."""
        if forced == NONE:
            return
        if forced < 0 or forced >= game.action_count or not game.legal(state, forced):
            raise BrokenContract("forced returned an action that is not legal")
        self.counters[FORCED] += 1

    def known_score(
        self, game: Game[State], state: State, node: TableNode, ply: int, depth: int, alpha: int, beta: int
    ) -> tuple[bool, int]:
        """Whether the table or a proved bound makes the search of this node unnecessary, and the score.

        The score is exact, or a lower bound >= beta, or an upper bound <= alpha. The root is always searched, for its
        best move, and so are nodes with a forced move.
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
        return self.etc_cutoff(game, state, node, ply, depth, beta) if self.use_etc else (False, 0)

    def answers(self, data: int, score: int, depth: int, alpha: int, beta: int) -> bool:
        """Whether a table entry replaces a search to this depth in this window."""
        if data == ABSENT or not self.serves(data, depth):
            return False
        bound = bound_type_of(data)
        return bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)

    def serves(self, data: int, depth: int) -> bool:
        """Whether a table entry is valid for a search to this depth."""
        if is_complete(data):
            return self.control[TO_THE_END] != 0 or depth_of(data) <= depth
        return depth_of(data) == depth

    def use_entry(self, counter: int, data: int, ply: int, score: int, action: int) -> None:
        """Use a table entry in place of a search; `counter` counts it."""
        self.counters[counter] += 1
        if not is_complete(data):
            self.counters[TRUNCATED] += 1
        self.observer.note(LEAVE, ply, TABLE_HIT, score, action)

    def proven_bound(self, game: Game[State], state: State, alpha: int, beta: int) -> tuple[bool, int]:
        """Whether a bound that the game proves makes the search in this window unnecessary, and the score."""
        if not self.has_bounds:
            return False, 0
        unit, beyond = self.scoring.unit, self.scoring.best + 1
        low, high = game.bounds(state, alpha // unit, -(-beta // unit))
        low, high = max(low, -beyond), min(high, beyond)  # as weak as UNBOUNDED, but its score fits in 64 bits
        span = self.scoring.widest
        if self.scoring.at_least(low, span) >= beta or self.scoring.at_most(high, span) <= alpha or low == high:
            span = self.scoring.span_of(game, state)
            lowest, highest = self.scoring.at_least(low, span), self.scoring.at_most(high, span)
            if lowest >= beta or highest <= alpha or lowest == highest:
                return True, (lowest if lowest >= beta else highest)
        return False, 0

    def leave_proved(self, ply: int, score: int) -> None:
        """Leave a node because of a bound that the game proves."""
        self.counters[BOUNDS] += 1
        self.observer.note(LEAVE, ply, PROVEN_BOUND, score, NONE)

    def etc_cutoff(
        self, game: Game[State], state: State, node: TableNode, ply: int, depth: int, beta: int
    ) -> tuple[bool, int]:
        """Whether a child reaches beta by a bound that the game proves or by its table entry, and the score.

        By table entries this is the enhanced transposition cutoff (Schaeffer and Plaat 1996). The entry of each child is
        prefetched, and read after the next child has been generated.
        """
        late_key, late_action, late_sign = node.key, NONE, -1
        for action in game.relevant(state):
            child = game.apply(state, action)
            if game.terminal(child) if self.has_bounds else not self.table.may_hold(game, child):
                continue
            sign = sign_of(game, state, child)
            if self.has_bounds:
                low, high = self.child_window(sign, beta - 1, beta)
                window = (low, INFINITY) if sign < 0 else (-INFINITY, high)  # only this side can cut off
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
        """Whether the table entry with this key shows that the child reaches its parent's beta, and the score there."""
        data, score = self.table.probe(key)
        if data == ABSENT or not self.serves(data, depth - 1):
            return False, 0
        own = self.from_child(sign, score)
        if own >= beta and (bound_type_of(data) == EXACT or bound_type_of(data) == (LOWER if sign > 0 else UPPER)):
            self.use_entry(TRANSPOSED, data, ply, own, action)
            return True, own
        return False, 0

    # --- between a node and its children --------------------------------------------------------------------------------
    def child_window(self, sign: int, alpha: int, beta: int) -> tuple[int, int]:
        """The window (alpha, beta) as the child sees it: one ply nearer to the end, and negated if `sign` is -1.

        `sign` is -1 if the child's scores are the other player's, 1 if they are the same player's.
        """
        low, high = self.scoring.to_child(alpha), self.scoring.to_child(beta)
        return (low, high) if sign > 0 else (-high, -low)

    def from_child(self, sign: int, score: int) -> int:
        """A child's score as the parent sees it: one ply further from the end, and negated if `sign` is -1."""
        return sign * self.scoring.to_parent(score)
