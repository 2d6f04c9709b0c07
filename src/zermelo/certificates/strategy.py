"""What a player does in each of many positions to get what it is proved to get: a move, or a lemma that ends the proof.

One search with one table answers all the positions, so what one of them took is known in the next. Where several moves
get as much, `sharing` chooses among them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from zermelo.certificates.files import Claim, NotProved
from zermelo.certificates.lemmas import Kind, Lemma, settles
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
from zermelo.search.parts.search import Search
from zermelo.search.parts.sign import sign_of
from zermelo.search.parts.table import TableCrowded, TranspositionTable
from zermelo.solver.options import Options
from zermelo.solver.plan import plan_for, suited
from zermelo.solver.search_checkpoint import arrays_of, put_back
from zermelo.solver.setup import new_search
from zermelo.solver.technique import PROOF
from zermelo.work.checkpoint_format import Arrays

State = TypeVar("State")

LEMMA: Final = -2
"""Instead of an action."""
UNKNOWN: Final = -3
"""Not chosen yet."""

PATIENCE: Final = 2_000
"""Nodes that may be visited to try out whether another move will do as well."""


class Choices(Component):
    """Positions in, choices out."""

    def __init__(
        self, search: Search, lemma: Kind | None, rows: NDArray[np.int64], actions: int, *, others: bool
    ) -> None:
        """`rows`: states. `actions`: how many there are in the game.

        `others`: whether negamax finds a move for each position, and then all that soon turn out to do; else df-pn finds
        one.
        """
        self.search = search
        self.lemma = Lemma(lemma, len(rows))
        self.others = others
        self.actions = np.full(len(rows), UNKNOWN, np.int64)
        """For each position an action, LEMMA, or NONE where the player does not get so much."""
        self.rows = rows
        self.proving = np.zeros((len(rows), actions if others else 1), np.bool_)
        """Whether each action is known to do."""
        self.done = np.zeros(2, np.int64)
        """How many rows are done; and in the next one, how many other actions have been tried out."""
        self.stopped = np.zeros(1, np.int64)
        """Not 0: to stop."""

    def allow(self, nodes: int) -> None:
        """Let the next search visit so many nodes. Raises BudgetSpent if it is to stop; in this order: `stop` may come
        between the two.
        """
        self.search.control[NODE_LIMIT] = min(self.search.counters[NODES] + nodes, UNLIMITED)
        if self.stopped[0] != 0:
            raise BudgetSpent


def choose(game: Game[State], choices: Choices, initial: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """Choose in every position that is left; a window of scores says what is claimed. One number is not used.

    Raises BudgetSpent where one of the other actions takes too long to try out.
    """
    for row in range(choices.done[0], len(choices.rows)):
        state = state_at(initial, choices.rows, row)
        if choices.actions[row] == UNKNOWN:
            if settles(game, choices.lemma, state, row):
                choices.actions[row] = LEMMA
            else:
                choices.allow(UNLIMITED)
                choices.actions[row] = proving(game, choices, state, depth, alpha, beta)
        if choices.others and choices.actions[row] >= 0:
            for action in range(choices.done[1], game.action_count):
                choices.done[1] = action + 1
                if game.legal(state, action):
                    choices.allow(PATIENCE)
                    choices.proving[row, action] = will_do(game, choices.search, state, action, depth, alpha, beta)
        choices.done[0] = row + 1
        choices.done[1] = 0
    return 0


def proving(game: Game[State], choices: Choices, state: State, depth: int, alpha: int, beta: int) -> int:
    """A move that gets as much as is claimed, or NONE."""
    search = choices.search
    search.root[ROOT_ACTION] = NONE
    if choices.others:
        proved = negamax(game, search, state, 0, depth, alpha, beta) >= beta
    else:
        proof, _ = dfpn(game, search, state, 0, depth, beta, NEVER, NEVER)
        proved = proof == 0
    return int(search.root[ROOT_ACTION]) if proved else NONE


def will_do(game: Game[State], search: Search, state: State, action: int, depth: int, alpha: int, beta: int) -> bool:
    """Whether a move gets as much as is claimed."""
    search.order.skip(0)
    child = game.apply(state, action)
    sign = sign_of(game, state, child)
    low, high = search.child_window(sign, alpha, beta)
    return bool(search.from_child(sign, negamax(game, search, child, 1, depth - 1, low, high)) >= beta)


class Strategist:
    """Chooses moves in a game, one search after another over the same table."""

    def __init__(
        self, game: Game[Any], claim: Claim, *, memory: int, lemma: Kind | None, compiled: bool | None
    ) -> None:
        """`lemma`: the kind that may be used. Raises BadOption, NotCompilable."""
        self.game = game
        self.claim = claim
        options = Options(memory=memory, objective="outcome" if claim.within is None else "distance")
        suiting, _ = suited(game, replace(options, depth=claim.within))
        self.others = suiting.algorithm != PROOF or lemma == "pairs"
        algorithm = "negamax" if self.others else PROOF
        self.search = new_search(plan_for(game, replace(options, algorithm=algorithm)), NoObserver())
        self.search.control[TO_THE_END] = claim.within is None
        self.initial = game.initial()
        self.lemma: Kind | None = lemma
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

    def choices(self, rows: NDArray[np.int64], ply: int) -> Choices:
        """What to do in each of the rows, states after so many plies in which the player is to move.

        Raises NotProved where he does not get what is claimed, and BudgetSpent after `stop`.
        """
        choices = self._choices(rows)
        depth, beta = self._question(ply)
        while choices.done[0] < len(rows):
            choices.search = self.search
            self.machine.bind(self.game, choices)
            try:
                self.machine.run(self.initial, depth, beta - 1, beta, 0)
            except TableCrowded:
                self._grow()
            except BudgetSpent:
                if self.stopped[0]:
                    raise
        if (choices.actions == NONE).any():
            raise NotProved(f"The search does not find the moves by which {self.claim} in {self.game}.")
        if choices.others and len(rows):
            self.sharing.bind(self.game, self._sharing(choices))
            self.sharing.run(self.initial, self.claim.at_least, 0, 0, 0)
        return choices

    def _question(self, ply: int) -> tuple[int, int]:
        """How deep to search there, and the score that is claimed: `Distance` tells how soon a win comes, and how late a
        loss.
        """
        level, within, unit = self.claim.at_least, self.claim.within, self.search.scoring.unit
        if within is None:
            return self.game.max_length, level * unit
        left = within - ply
        return left, level * unit - left if level > 0 else (level - 1) * unit + left + 1

    def stop(self) -> None:
        """Have `choices` end with BudgetSpent, soon. Any thread may call this."""
        self.stopped[0] = 1
        self.search.control[NODE_LIMIT] = 0

    def learnt(self) -> Arrays:
        """What is to be kept for going on as if nothing had been."""
        return arrays_of(self.search)

    def learn(self, arrays: Arrays) -> None:
        """Go on with what was kept. Raises KeyError, ValueError and IndexError where it is of something else."""
        put_back(self.search, arrays)

    def _grow(self) -> None:
        table: Any = self.search.table
        assert isinstance(table, TranspositionTable)
        larger = table.grown(lambda: False)
        assert larger is not None
        self.search.table = larger
