"""What is known of a node before it is searched: by the transposition table, and by what the game proves."""

from __future__ import annotations

from typing import Any, TypeVar

from zermelo.core.component import Component
from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.search.parts.counters import BOUNDS, FORCED, HITS, PROBES, TO_THE_END, TRANSPOSED, TRUNCATED
from zermelo.search.parts.entry import ABSENT, EXACT, LOWER, UPPER, action_of, depth_of, is_complete, kind_of
from zermelo.search.parts.observers import LEAVE, PROVEN_BOUND, TABLE_HIT, NoObserver, Trace
from zermelo.search.parts.scoring import INFINITY, Scoring
from zermelo.search.parts.sign import sign_of
from zermelo.search.parts.table import NoTable, ObjectTable, TableNode, TranspositionTable

State = TypeVar("State")


class KnownScores(Component):
    """The part of a `Search` that a kernel probes."""

    scoring: Scoring
    table: TranspositionTable | ObjectTable | NoTable
    observer: NoObserver | Trace
    counters: Any
    control: Any
    cuts_early: bool

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

    # --- between a node and its children --------------------------------------------------------------------------------
    def child_window(self, sign: int, alpha: int, beta: int) -> tuple[int, int]:
        """The window for a child, where all scores lie one ply nearer to the end (`Distance.to_child`).

        `sign` is -1 when the child's scores are the other player's, 1 when they are the same one's.
        """
        low, high = self.scoring.to_child(alpha), self.scoring.to_child(beta)
        return (low, high) if sign > 0 else (-high, -low)

    def from_child(self, sign: int, score: int) -> int:
        """A child's score as its parent's: one ply further from the end, and the other player's if `sign` is -1."""
        return sign * self.scoring.to_parent(score)
