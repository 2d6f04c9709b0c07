"""What a player does in each of many positions to get what it is proved to get: a move, or a lemma that ends the proof.

One search with one table answers all the positions, so what one of them took is known in the next.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from zermelo.certificates.files import NotProved
from zermelo.component import Component
from zermelo.game import NONE, Game
from zermelo.machine import Machine
from zermelo.options import Options
from zermelo.search.context import ROOT_ACTION, Search
from zermelo.search.dfpn import dfpn
from zermelo.search.frontier import NEVER
from zermelo.search.negamax import negamax
from zermelo.search.observers import NoObserver
from zermelo.search.table import Table, TableCrowded
from zermelo.setup import new_search, suited
from zermelo.technique import PROOF
from zermelo.words import pack, state_at

State = TypeVar("State")

MOST_PAIRS: Final = 127
EFFORT: Final = 400
"""How many choices of a pair the search for a pairing may make in one position."""

LEMMA: Final = -2
"""Instead of an action: pairs of cells."""


class Choices(Component):
    """Positions in, choices out."""

    def __init__(self, search: Search, words: int, *, pairs: bool, by_proof_numbers: bool) -> None:
        """`pairs`: whether lemmas by pairs of cells are looked for. `by_proof_numbers`: whether df-pn finds the moves."""
        self.search = search
        self.pairs = pairs
        self.by_proof_numbers = by_proof_numbers
        self.rows = np.zeros((0, words), np.int64)
        self.actions = np.zeros(0, np.int64)
        """For each position an action, LEMMA, or NONE where the player does not get so much."""
        self.cells = np.zeros((0, 2 * MOST_PAIRS), np.int64)
        """Of a lemma: the bits of the cells, those of a pair side by side."""
        self.counts = np.zeros(0, np.int64)
        """Of a lemma: how many cells."""
        self.done = np.zeros(1, np.int64)
        self.effort = np.zeros(1, np.int64)


def choose(game: Game[State], choices: Choices, initial: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """Choose in every position that is left; a window of scores says what is claimed. One number is not used."""
    for row in range(choices.done[0], len(choices.rows)):
        state = state_at(initial, choices.rows, row)
        if choices.pairs and is_paired(game, choices, state, row):
            choices.actions[row] = LEMMA
        else:
            choices.actions[row] = proving(game, choices, state, depth, alpha, beta)
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


def is_paired(game: Any, choices: Choices, state: Any, row: int) -> bool:
    """Whether pairs of empty cells meet every line without a stone of the player who is to move; they go to the row."""
    alive = game.no_lines
    for number in range(game.line_count):
        if not game.lines[number] & state.me:
            alive = alive.add(number)
    choices.effort[0] = EFFORT
    return meet(game, choices, alive, game.board & ~(state.me | state.you), row, 0)


def meet(game: Any, choices: Choices, alive: Any, free: Any, row: int, used: int) -> bool:
    """Whether pairs of the free cells meet the lines that are alive: first the line with the fewest free cells, by the
    pair that meets most lines.
    """
    if not alive:
        choices.counts[row] = used
        return True
    fewest, hardest = 99, NONE
    for number in alive:
        count = (game.lines[number] & free).count()
        if count < fewest:
            fewest, hardest = count, number
    if fewest < 2 or used >= 2 * MOST_PAIRS:
        return False
    cells = game.lines[hardest] & free
    first, second = most_meeting(game, alive, cells)
    for is_first in (True, False):
        for one in cells:
            for other in cells:
                if one < other and (one == first and other == second) == is_first:
                    choices.effort[0] -= 1
                    if choices.effort[0] < 0:
                        return False
                    choices.cells[row, used] = one
                    choices.cells[row, used + 1] = other
                    rest = alive & ~(game.through[one] & game.through[other])
                    if meet(game, choices, rest, free.remove(one).remove(other), row, used + 2):
                        return True
    return False


def most_meeting(game: Any, alive: Any, cells: Any) -> tuple[int, int]:
    """The two of the cells that most of the lines have in common."""
    most, first, second = -1, NONE, NONE
    for one in cells:
        for other in cells:
            met = (game.through[one] & game.through[other] & alive).count()
            if one < other and met > most:
                most, first, second = met, one, other
    return first, second


class Strategist:
    """Chooses moves in a game, one search after another over the same table."""

    def __init__(self, game: Game[Any], *, memory: int, pairs: bool, compiled: bool | None = None) -> None:
        """Raises BadOption, NotCompilable."""
        self.game = game
        suiting, _ = suited(game, Options(memory=memory))
        self.by_proof_numbers = suiting.algorithm == PROOF and not pairs
        algorithm = PROOF if self.by_proof_numbers else "negamax"
        self.search = new_search(game, Options(algorithm=algorithm, memory=memory), NoObserver())
        self.search.to_the_end[0] = 1
        self.initial = game.initial()
        self.words = len(pack(self.initial))
        self.pairs = pairs
        self.machine = Machine(choose, game, self._choices(), compiled=compiled)

    def _choices(self) -> Choices:
        return Choices(self.search, self.words, pairs=self.pairs, by_proof_numbers=self.by_proof_numbers)

    def choices(self, rows: NDArray[np.int64], level: int) -> Choices:
        """What to do in each of the rows, states in which the player to move gets at least `level`. Raises NotProved."""
        choices = self._choices()
        count = len(rows)
        choices.rows, choices.actions, choices.counts = rows, np.zeros(count, np.int64), np.zeros(count, np.int64)
        choices.cells = np.zeros((count, 2 * MOST_PAIRS if self.pairs else 2), np.int64)
        beta = level * self.search.scoring.unit
        while choices.done[0] < count:
            choices.search = self.search
            self.machine.bind(self.game, choices)
            try:
                self.machine.run(self.initial, self.game.max_length, beta - 1, beta, 0)
            except TableCrowded:
                self._grow()
        if (choices.actions == NONE).any():
            raise NotProved(
                f"The search does not find the moves that get {level} in {self.game}, though it claimed them."
            )
        return choices

    def _grow(self) -> None:
        table: Any = self.search.table
        assert isinstance(table, Table)
        larger = table.grown(lambda: False)
        assert larger is not None
        self.search.table = larger
