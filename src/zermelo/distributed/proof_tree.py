"""The tree of a proof: positions, with proof and disproof numbers, whose leaves are jobs for workers.

    question of the root --> leaf for an idle worker --> answer --> numbers along all paths to the root --> ...

The claim is about the player to move at the root: this player gets at least `bound`. Positions that are reached on
several paths are one node (Schijf, Allis and Uiterwijk 1994), so the tree is an acyclic graph. While a worker is at a
leaf, the leaf counts as answered, in the way that is the more likely, so that the next worker is sent where it would
then be needed (virtual wins, Pawlewicz and Hayward 2013; job-level proof-number search, Wu et al. 2013).
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any, Final

from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.distributed.known import KnownValues, MoveNumbers
from zermelo.distributed.questioner import candidates, harder
from zermelo.search.parts.frontier import MOST, NEVER
from zermelo.search.parts.scoring import sign_of
from zermelo.search.parts.search import NO_MOVE

REAL: Final = 0
"""The numbers as they are known."""
LIKELY: Final = 1
"""With the likely answer at each leaf where a worker is."""
UNLIKELY: Final = 2
"""With the other answer there."""

GROWTH: Final = 2
"""By how much the budget grows from a question that was not answered to those of its moves."""

LARGEST: Final = 64
"""The largest budget, as a multiple of the first one."""

Pair = tuple[int, int]
"""A proof number and a disproof number."""

YES: Final[Pair] = 0, NEVER
NO: Final[Pair] = NEVER, 0


PATIENCE: Final = 50
"""How often, on average, the numbers of a node may change after one answer. More often means that the tree has a
circle.
"""


class ProofNode:
    """A position, and the claim about it: the player of the root gets at least the bound from there."""

    __slots__ = ("budget", "children", "key", "numbers", "own", "parents", "ply", "state", "taken", "via")

    def __init__(
        self, state: Any, key: Any, via: tuple[ProofNode, int] | None, *, own: bool, numbers: Pair, budget: int
    ) -> None:
        self.state = state
        self.key = key
        self.via = via
        """The node and the move from which it was first reached; None for the root."""
        self.ply: int = via[0].ply + 1 if via else 0
        self.own = own
        """Whether the player of the root is to move."""
        self.budget = budget
        """The nodes that a worker may visit."""
        self.numbers: list[Pair] = [numbers] * 3
        """REAL, LIKELY and UNLIKELY."""
        self.children: list[tuple[int, ProofNode]] = []
        """The moves, and where they lead; none at a leaf."""
        self.parents: list[ProofNode] = []
        self.taken = 0

    @property
    def decided(self) -> bool:
        return 0 in self.numbers[REAL]

    def moves(self) -> tuple[int, ...]:
        """The moves from the root, on the path on which it was first reached."""
        node, moves = self, list[int]()
        while node.via is not None:
            node, move = node.via
            moves.append(move)
        return tuple(reversed(moves))


class ProofTree:
    """The tree of one claim."""

    def __init__(self, game: Game[Any], known: KnownValues, state: Any, bound: int, budget: int) -> None:
        """`budget`: the nodes for the first question."""
        self.game = game
        self.known = known
        self.bound = bound
        self._largest = LARGEST * budget
        self._nodes: dict[tuple[Any, bool], ProofNode] = {}
        self.root = self._node(state, None, True, (1, 1), budget)
        self._expand_known(self.root)

    @property
    def answer(self) -> bool | None:
        """Whether the claim holds; None as long as it is not known."""
        return self.root.numbers[REAL] == YES if self.root.decided else None

    @property
    def size(self) -> int:
        return len(self._nodes)

    def share(self) -> float:
        """An estimate of the share of the proof that is done: of the proof that the claim holds, or of the one that it does
        not, whichever is further. One of them needs one move of one side and all moves of the other.
        """
        shares: dict[int, tuple[float, float]] = {}
        """Of both proofs, below a node."""
        waiting = [self.root]
        while waiting:  # a node comes again after its children
            node = waiting[-1]
            if node.decided:
                shares[id(node)] = (1.0, 0.0) if node.numbers[REAL] == YES else (0.0, 1.0)
            elif any(id(child) not in shares for _, child in node.children):
                waiting.extend(child for _, child in node.children if id(child) not in shares)
                continue
            elif node.children:
                holds, fails = zip(*(shares[id(child)] for _, child in node.children), strict=True)
                one, all_ = (holds, fails) if node.own else (fails, holds)
                done = max(one), sum(all_) / len(all_)
                shares[id(node)] = done if node.own else (done[1], done[0])
            else:
                shares[id(node)] = 0.0, 0.0
            waiting.pop()
        return max(shares[id(self.root)])

    def bound_at(self, node: ProofNode) -> int:
        """The bound of the question for the player to move at a node."""
        return self.bound if node.own else 1 - self.bound

    # --- leaves for workers -------------------------------------------------------------------------------------------
    def take(self) -> ProofNode | None:
        """A leaf for an idle worker; None if the claim is decided."""
        if self.root.decided:
            return None
        leaf = self._leaf(LIKELY) or self._leaf(UNLIKELY) or self._split()
        if leaf is not None:
            leaf.taken += 1
            self._update(leaf)
        return leaf

    def _leaf(self, which: int) -> ProofNode | None:
        """The most proving leaf by these numbers; None if they say that nothing is left to find out."""
        node = self.root
        if 0 in node.numbers[which]:
            return None
        while node.children:
            place = 0 if node.own else 1
            node = min((child for _, child in node.children), key=lambda child: child.numbers[which][place])
        return node

    def _split(self) -> ProofNode | None:
        """A leaf below one at which a worker is, since there is no other; that one is expanded. None if that decides
        the claim.
        """
        while not self.root.decided:
            node = self.root
            while node.children:
                place = 0 if node.own else 1
                undecided = [child for _, child in node.children if not child.decided]
                node = min(undecided, key=lambda child: (child.taken, child.numbers[REAL][place]))
            if not node.taken:
                return node
            self._expand(node, (), node.budget)
        return None

    def release(self, node: ProofNode) -> None:
        """No worker is busy with it any longer: one has answered, as `known` has learnt, or was lost."""
        node.taken -= 1
        self._settle(node)
        self._expand_known(node)
        for _, child in node.children:
            self._settle(child)
        self._update(node)

    def _settle(self, node: ProofNode) -> None:
        """If what is known decides a node now, let its parents know."""
        pair = None if node.decided else self._known_numbers(node.key, own=node.own)
        if pair is not None:
            node.numbers = [pair] * 3
            for parent in node.parents:
                self._update(parent)

    # --- growing ------------------------------------------------------------------------------------------------------
    def _expand_known(self, node: ProofNode) -> None:
        """Expand a leaf, and those below, whose questions have not been answered within their budgets."""
        waiting = [node]
        while waiting:
            node = waiting.pop()
            failure = None if node.decided else self.known.failures.get((node.key, self.bound_at(node)))
            if failure is None:
                continue
            budget = max(min(GROWTH * failure.nodes, self._largest), node.budget)
            if not node.children:
                stated = failure.moves if failure.state == node.state else ()  # an image has other moves
                self._expand(node, stated, budget)
            for _, child in node.children:
                child.budget = max(child.budget, budget)
                if not child.children and not child.decided:
                    waiting.append(child)

    def _expand(self, node: ProofNode, stated: tuple[MoveNumbers, ...], budget: int) -> None:
        """Give a leaf its children. `stated`: what a worker has stated about the moves."""
        numbers = {move.action: (move.proof, move.disproof) for move in stated}
        for place, action in enumerate(candidates(self.game, node.state)):
            child_state = self.game.apply(node.state, action)
            own = node.own == (sign_of(self.game, node.state, child_state) > 0)
            wins, fails = numbers.get(action, (harder(1, place), 1))
            child = self._node(child_state, (node, action), own, (wins, fails) if node.own else (fails, wins), budget)
            node.children.append((action, child))
            child.parents.append(node)
        if not node.children:
            raise BrokenContract(NO_MOVE)
        self._update(node)

    def _node(self, state: Any, via: tuple[ProofNode, int] | None, own: bool, numbers: Pair, budget: int) -> ProofNode:
        """The node of a position. `numbers`: those to begin with, unless more is known."""
        if self.game.terminal(state):
            reward = self.game.reward(state)
            return ProofNode(
                state, None, via, own=own, numbers=self._answered(reward, reward, own=own) or NO, budget=budget
            )
        key = self.known.key(state)
        if (key, own) not in self._nodes:
            known = self._known_numbers(key, own=own)
            self._nodes[key, own] = ProofNode(state, key, via, own=own, numbers=known or numbers, budget=budget)
        return self._nodes[key, own]

    def _known_numbers(self, key: Any, *, own: bool) -> Pair | None:
        """YES or NO if that is known of a position, else None."""
        fact = self.known.fact_at(key)
        return self._answered(fact.lower, fact.upper, own=own)

    def _answered(self, lower: int, upper: int, *, own: bool) -> Pair | None:
        """YES or NO if bounds on the reward of the player to move decide the claim, else None."""
        low, high = (lower, upper) if own else (-upper, -lower)
        return YES if low >= self.bound else NO if high < self.bound else None

    # --- numbers ------------------------------------------------------------------------------------------------------
    def _update(self, node: ProofNode) -> None:
        """Make the numbers of a node and of all nodes above it those that follow from their children.

        Raises BrokenContract if that does not end, because a position follows itself.
        """
        waiting, met = [(-node.ply, 0, node)], 0
        while waiting:
            node = heappop(waiting)[2]  # those far from the root first: then each is seldom looked at twice
            numbers = [self._numbers(node, which) for which in (REAL, LIKELY, UNLIKELY)]
            if numbers == node.numbers:
                continue
            node.numbers = numbers
            if node.decided:
                self._conclude(node)
            for parent in node.parents:
                met += 1
                heappush(waiting, (-parent.ply, met, parent))
            if met > PATIENCE * (len(self._nodes) + PATIENCE):
                raise BrokenContract(
                    "a play can return to a position: either the game is cyclic, or its key leaves something out"
                )

    def _conclude(self, node: ProofNode) -> None:
        if node.key is not None:
            worst, best = self.game.reward_range
            low, high = (self.bound, best) if node.numbers[REAL] == YES else (worst, self.bound - 1)
            self.known.conclude(node.key, *((low, high) if node.own else (-high, -low)))

    def _numbers(self, node: ProofNode, which: int) -> Pair:
        if node.decided:
            return node.numbers[REAL]
        if node.children:
            return _combined((child.numbers[which] for _, child in node.children), own=node.own)
        if which == REAL or not node.taken:
            return node.numbers[REAL]
        proof, disproof = node.numbers[REAL]
        return YES if (proof <= disproof) == (which == LIKELY) else NO


def _combined(pairs: Iterator[Pair], *, own: bool) -> Pair:
    least, total = NEVER, 0
    for proof, disproof in pairs:
        one, all_ = (proof, disproof) if own else (disproof, proof)
        least, total = min(least, one), min(total + all_, MOST)
    total = NEVER if least == 0 else total
    return (least, total) if own else (total, least)
