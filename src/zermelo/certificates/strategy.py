"""Finds the strategy that proves a claim: a move for each position, or a lemma that ends the proof there.

All positions are searched with the same transposition table, so the work on one helps with the next. If several moves
prove the claim, `sharing` chooses among them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from zermelo.certificates.files import Claim, NotProved
from zermelo.certificates.lemmas import Lemma, LemmaKind, lemma_holds
from zermelo.certificates.sharing import Sharing, share
from zermelo.core.component import Component
from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.core.words import pack, state_at
from zermelo.native.machine import Machine
from zermelo.search.dfpn import dfpn
from zermelo.search.negamax import negamax
from zermelo.search.parts.counters import NODE_LIMIT, NODES, ROOT_ACTION, TO_THE_END, UNLIMITED, BudgetSpent
from zermelo.search.parts.frontier import NEVER
from zermelo.search.parts.observers import NoObserver
from zermelo.search.parts.scoring import sign_of
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import TableCrowded, TranspositionTable
from zermelo.solver.options import Options
from zermelo.solver.plan import plan_for, suited
from zermelo.solver.search_checkpoint import arrays_of, put_back
from zermelo.solver.setup import new_search
from zermelo.solver.technique import PROOF
from zermelo.work.checkpoint_format import Arrays
from zermelo.work.runs import Rows

State = TypeVar("State")

LEMMA: Final = -2
"""Stands for a lemma in place of an action."""
UNKNOWN: Final = -3
"""No action has been chosen yet."""

ADVISED: Final = 2
"""After this number of layers in a row without advice, no more is asked for."""

PATIENCE: Final = 2_000
"""How many nodes a search may visit to find out whether another move proves the claim, too."""


Advice = Callable[[Any, int], int]
"""Gives a move with which the player to move in a state gets at least so much, if one is known from elsewhere, else NONE. It
need not be right: if it is not, there will be no proof.
"""


class Chosen(NamedTuple):
    """What has been chosen in some positions."""

    actions: NDArray[np.int64]
    """For each position an action, or LEMMA."""
    lemma: Lemma


class ProofPlay(NamedTuple):
    """The positions after some moves."""

    ongoing: Rows
    ends: set[int]
    """What the player who proves the claim gets in the positions that are over: the different rewards."""


class Choices(Component):
    """Some positions, and the move or lemma chosen in each."""

    def __init__(
        self, search: Search, lemma: LemmaKind | None, rows: NDArray[np.int64], actions: int, *, others: bool
    ) -> None:
        """`rows`: states, in words. `actions`: the number of actions of the game.

        `others`: whether to look for more than one move in each position. True: negamax finds one that proves the claim,
        then the others for which PATIENCE nodes suffice to show that they prove it. False: df-pn finds one.
        """
        self.search = search
        self.lemma = Lemma(lemma, len(rows))
        self.others = others
        self.actions = np.full(len(rows), UNKNOWN, np.int64)
        """For each position an action, LEMMA, or NONE if no move proves the claim."""
        self.rows = rows
        self.proving = np.zeros((len(rows), actions if others else 1), np.bool_)
        """For each position and action, whether the action is known to prove the claim."""
        self.done = np.zeros(2, np.int64)
        """The number of rows that are done, and the number of other actions tried in the next row."""
        self.score = np.zeros(1, np.int64)
        self.stopped = np.zeros(1, np.int64)

    def allow(self, nodes: int) -> None:
        """Let the next search visit this many nodes. Raises BudgetSpent when stopped.

        The limit is set first: `Strategist.stop` may be called between the two steps.
        """
        self.search.control[NODE_LIMIT] = min(self.search.counters[NODES] + nodes, UNLIMITED)
        if self.stopped[0] != 0:
            raise BudgetSpent


def choose(game: Game[State], choices: Choices, initial: State, depth: int) -> int:
    """Choose a move in every position that is left, by searches of this depth.

    Raises BudgetSpent when stopped, or when an attempt with one of the other actions takes too many nodes.
    """
    for row in range(choices.done[0], len(choices.rows)):
        state = state_at(initial, choices.rows, row)
        if choices.actions[row] == UNKNOWN:
            if lemma_holds(game, choices.lemma, state, row):
                choices.actions[row] = LEMMA
            else:
                choices.allow(UNLIMITED)
                choices.actions[row] = proving_move(game, choices, state, depth)
        if choices.others and choices.actions[row] >= 0:
            for action in range(choices.done[1], game.action_count):
                choices.done[1] = action + 1
                if game.legal(state, action):
                    choices.allow(PATIENCE)
                    choices.proving[row, action] = proves(game, choices, state, action, depth)
        choices.done[0] = row + 1
        choices.done[1] = 0
    return 0


def proving_move(game: Game[State], choices: Choices, state: State, depth: int) -> int:
    """A move that achieves the claim, or NONE."""
    search, score = choices.search, int(choices.score[0])
    search.root[ROOT_ACTION] = NONE
    if choices.others:
        proved = negamax(game, search, state, 0, depth, score - 1, score) >= score
    else:
        proof, _ = dfpn(game, search, state, 0, depth, score, NEVER, NEVER)
        proved = proof == 0
    return int(search.root[ROOT_ACTION]) if proved else NONE


def proves(game: Game[State], choices: Choices, state: State, action: int, depth: int) -> bool:
    search, score = choices.search, int(choices.score[0])
    search.order.skip(0)
    child = game.apply(state, action)
    sign = sign_of(game, state, child)
    low, high = search.child_window(sign, score - 1, score)
    return bool(search.from_child(sign, negamax(game, search, child, 1, depth - 1, low, high)) >= score)


class Strategist:
    """Chooses the moves that prove a claim, in one search after another over the same table."""

    def __init__(
        self,
        game: Game[Any],
        claim: Claim,
        *,
        memory: int,
        lemma: LemmaKind | None,
        compiled: bool | None,
        advice: Advice | None = None,
    ) -> None:
        """`lemma`: the kind of lemma that may be used. Raises BadOption, NotCompilable."""
        self.advice = advice
        self._unadvised = 0
        """The last layers for which there was no advice."""
        self.game = game
        self.claim = claim
        options = Options(memory=memory, objective="outcome" if claim.within is None else "distance")
        suiting, _ = suited(game, replace(options, depth=claim.within))
        self.others = suiting.algorithm != PROOF or lemma == "pairs"
        algorithm = "negamax" if self.others else PROOF
        self.search = new_search(plan_for(game, replace(options, algorithm=algorithm)), NoObserver())
        self.search.control[TO_THE_END] = claim.within is None
        self.initial = game.initial()
        self.lemma: LemmaKind | None = lemma
        self.stopped = np.zeros(1, np.int64)
        nothing = np.zeros((0, len(pack(self.initial))), np.int64)
        self.machine = Machine(choose, game, self._choices(nothing), compiled=compiled)
        self.sharing = Machine(share, game, self._sharing(self._choices(nothing)), compiled=compiled)

    def _choices(self, rows: NDArray[np.int64]) -> Choices:
        choices = Choices(self.search, self.lemma, rows, self.game.action_count, others=self.others)
        choices.stopped = self.stopped
        return choices

    def _sharing(self, choices: Choices) -> Sharing:
        return Sharing(choices.rows, choices.actions, choices.proving, self.lemma, self.stopped)

    def choices(self, rows: NDArray[np.int64], ply: int) -> Chosen:
        """The choice for each of the rows. They are states after `ply` plies in which the player is to move.

        Raises NotProved if a position has no move that achieves the claim, and BudgetSpent after `stop`.
        """
        choices = self._choices(rows)
        self._take_advice(choices)
        depth, choices.score[0] = self._depth_and_score(ply)
        while choices.done[0] < len(rows):
            choices.search = self.search
            self.machine.bind(self.game, choices)
            try:
                self.machine.run(self.initial, depth)
            except TableCrowded:
                self._grow()
            except BudgetSpent:
                if self.stopped[0]:
                    raise
        if (choices.actions == NONE).any():
            raise NotProved(f"In {self.game}, the search found no strategy to prove that {self.claim}.")
        if choices.others and len(rows):
            self.sharing.bind(self.game, self._sharing(choices))
            self.sharing.run(self.initial, self.claim.at_least)
        return Chosen(choices.actions, choices.lemma)

    def _take_advice(self, choices: Choices) -> None:
        """Set the moves that are known from elsewhere. Once there are none for a few layers, there will be none later."""
        if self.advice is None or not len(choices.rows) or self._unadvised == ADVISED:
            return
        self._unadvised += 1
        for row in range(len(choices.rows)):
            if self.stopped[0]:
                return
            action = self.advice(state_at(self.initial, choices.rows, row), self.claim.at_least)
            if action != NONE:
                choices.actions[row] = action
                self._unadvised = 0

    def _depth_and_score(self, ply: int) -> tuple[int, int]:
        """The depth to search to after `ply` plies, and the score that is claimed.

        With `within`, a score of the scoring `Distance` contains the plies to a win or a loss.
        """
        level, within, unit = self.claim.at_least, self.claim.within, self.search.scoring.unit
        if within is None:
            return self.game.max_length, level * unit
        left = within - ply
        return left, level * unit - left if level > 0 else (level - 1) * unit + left + 1

    def stop(self) -> None:
        """Make `choices` raise BudgetSpent soon. Any thread may call this."""
        self.stopped[0] = 1
        self.search.control[NODE_LIMIT] = 0

    def arrays(self) -> Arrays:
        return arrays_of(self.search)

    def restore(self, arrays: Arrays) -> None:
        """Restore the arrays of a checkpoint. Raises KeyError, ValueError or IndexError if they are of another search."""
        put_back(self.search, arrays)

    def _grow(self) -> None:
        table: Any = self.search.table
        assert isinstance(table, TranspositionTable)
        larger = table.grown(lambda: False)
        assert larger is not None
        self.search.table = larger
