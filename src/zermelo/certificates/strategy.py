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
from zermelo.certificates.lemma import Pairing, is_paired
from zermelo.certificates.sharing import Sharing, share
from zermelo.checkpoint import Arrays
from zermelo.component import Component
from zermelo.game import NONE, Game
from zermelo.machine import Machine
from zermelo.options import Options
from zermelo.resume import arrays_of, put_back
from zermelo.search.context import ROOT_ACTION, Search, turn
from zermelo.search.dfpn import dfpn
from zermelo.search.frontier import NEVER
from zermelo.search.negamax import negamax
from zermelo.search.observers import NoObserver
from zermelo.search.table import Table, TableCrowded
from zermelo.setup import new_search, suited
from zermelo.technique import PROOF
from zermelo.words import pack, state_at

State = TypeVar("State")

LEMMA: Final = -2
"""Instead of an action: pairs of cells."""


class Choices(Component):
    """Positions in, choices out."""

    def __init__(self, search: Search, pairing: Pairing, rows: NDArray[np.int64], actions: int, **flags: bool) -> None:
        """`rows`: states. `actions`: how many there are in the game; 0 if not all that will do are asked for.

        `pairs`: whether lemmas by pairs of cells are looked for. `by_proof_numbers`: whether df-pn finds the moves.
        """
        self.search = search
        self.pairing = pairing
        self.pairs = flags["pairs"]
        self.by_proof_numbers = flags["by_proof_numbers"]
        self.all_moves = actions > 0
        self.rows = rows
        self.actions = np.zeros(len(rows), np.int64)
        """For each position an action, LEMMA, or NONE where the player does not get so much."""
        self.proving = np.zeros((len(rows), max(actions, 1)), np.bool_)
        """Whether each action will do."""
        self.done = np.zeros(1, np.int64)


def choose(game: Game[State], choices: Choices, initial: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """Choose in every position that is left; a window of scores says what is claimed. One number is not used."""
    for row in range(choices.done[0], len(choices.rows)):
        state = state_at(initial, choices.rows, row)
        if choices.pairs and is_paired(game, choices.pairing, state, row):
            choices.actions[row] = LEMMA
        else:
            choices.actions[row] = proving(game, choices, state, depth, alpha, beta)
            if choices.all_moves and choices.actions[row] != NONE:
                mark_proving(game, choices, state, row, depth, alpha, beta)
        choices.done[0] = row + 1
    return 0


def proving(game: Game[State], choices: Choices, state: State, depth: int, alpha: int, beta: int) -> int:
    """A move that gets as much as is claimed, or NONE."""
    search = choices.search
    search.root[ROOT_ACTION] = NONE
    if choices.by_proof_numbers:
        proof, _ = dfpn(game, search, state, 0, depth, beta, NEVER, NEVER)
        proved = proof == 0
    else:
        proved = negamax(game, search, state, 0, depth, alpha, beta) >= beta
    return int(search.root[ROOT_ACTION]) if proved else NONE


def mark_proving(
    game: Game[State], choices: Choices, state: State, row: int, depth: int, alpha: int, beta: int
) -> None:
    """All moves that get as much as is claimed."""
    search = choices.search
    search.moves.skip(0)
    for action in game.actions(state):
        child = game.apply(state, action)
        sign = turn(game, state, child)
        low, high = search.child_window(sign, alpha, beta)
        score = search.from_child(sign, negamax(game, search, child, 1, depth - 1, low, high))
        choices.proving[row, action] = score >= beta


class Strategist:
    """Chooses moves in a game, one search after another over the same table."""

    def __init__(self, game: Game[Any], claim: Claim, *, memory: int, pairs: bool, compiled: bool | None) -> None:
        """`pairs`: whether lemmas by pairs of cells may be used. Raises BadOption, NotCompilable."""
        self.game = game
        self.claim = claim
        options = Options(memory=memory, objective="outcome" if claim.within is None else "distance")
        suiting, _ = suited(game, options)
        self.by_proof_numbers = suiting.algorithm == PROOF and not pairs
        algorithm = PROOF if self.by_proof_numbers else "negamax"
        self.search = new_search(game, replace(options, algorithm=algorithm), NoObserver())
        self.search.to_the_end[0] = 1
        self.initial = game.initial()
        self.pairs = pairs
        nothing = np.zeros((0, len(pack(self.initial))), np.int64)
        self.machine = Machine(choose, game, self._choices(nothing), compiled=compiled)
        self.sharing = Machine(share, game, self._sharing(self._choices(nothing)), compiled=compiled)

    def _choices(self, rows: NDArray[np.int64]) -> Choices:
        actions = 0 if self.by_proof_numbers else self.game.action_count
        pairing = Pairing(len(rows) if self.pairs else 1)
        flags = {"pairs": self.pairs, "by_proof_numbers": self.by_proof_numbers}
        return Choices(self.search, pairing, rows, actions, **flags)

    def _sharing(self, choices: Choices) -> Sharing:
        return Sharing(choices.rows, choices.actions, choices.proving, pairs=self.pairs)

    def choices(self, rows: NDArray[np.int64], ply: int) -> Choices:
        """What to do in each of the rows, states after so many plies in which the player is to move.

        Raises NotProved where he does not get what is claimed, and BudgetSpent after `stop`.
        """
        choices = self._choices(rows)
        beta = self._score(ply)
        while choices.done[0] < len(rows):
            choices.search = self.search
            self.machine.bind(self.game, choices)
            try:
                self.machine.run(self.initial, self.game.max_length, beta - 1, beta, 0)
            except TableCrowded:
                self._grow()
        if (choices.actions == NONE).any():
            raise NotProved(f"The search does not find the moves by which {self.claim} in {self.game}.")
        if choices.all_moves and len(rows):
            self.sharing.bind(self.game, self._sharing(choices))
            self.sharing.run(self.initial, self.claim.at_least, 0, 0, 0)
        return choices

    def _score(self, ply: int) -> int:
        """What is claimed, as a score there: `Distance` tells how soon a win comes, and how late a loss."""
        level, within, unit = self.claim.at_least, self.claim.within, self.search.scoring.unit
        if within is None:
            return level * unit
        left = within - ply
        return level * unit - left if level > 0 else (level - 1) * unit + left + 1

    def stop(self) -> None:
        """Have `choices` end with BudgetSpent, soon. Any thread may call this."""
        self.search.limit[0] = 0

    def learnt(self) -> Arrays:
        """What is to be kept for going on as if nothing had been."""
        return arrays_of(self.search)

    def learn(self, arrays: Arrays) -> None:
        """Go on with what was kept. Raises KeyError, ValueError and IndexError where it is of something else."""
        put_back(self.search, arrays)

    def _grow(self) -> None:
        table: Any = self.search.table
        assert isinstance(table, Table)
        larger = table.grown(lambda: False)
        assert larger is not None
        self.search.table = larger
