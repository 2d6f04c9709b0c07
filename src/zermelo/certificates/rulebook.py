"""Games as their rules modules tell them, walked position by position; the game itself goes along, for its search.

A row is what stands for the position (the module's state, or what its `canonical` makes of it), then, if there is a
`canonical`, the module's state as it came about, then the game's state in words: of the same play as the module's. Where the
module's states can be read, for the sake of lemmas, play goes on from what stands for the position instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zermelo.certificates.cells import Cells
from zermelo.certificates.files import LEMMA_BYTE
from zermelo.certificates.lemmas import Lemma
from zermelo.certificates.proof import ProofPlay
from zermelo.certificates.strategy import LEMMA, Choices
from zermelo.core.errors import BadOption
from zermelo.core.game import Game, player_at
from zermelo.core.words import pack, unpack
from zermelo.work.runs import Rows, firsts, order

Ruled = tuple[int, ...]
"""A state of the module."""

MOST_MOVES: Final = 256
"""A move is one byte."""


class Rulebook:
    """The walk of a proof by a rules module, from the side of `player`."""

    def __init__(
        self,
        game: Game[Any],
        rules: Mapping[str, Any],
        parameters: Mapping[str, Any],
        player: int,
        played: Iterable[int],
        cells: Cells | None,
    ) -> None:
        """`played`: the actions from the initial state to where the proof begins. `cells`: of the module's states, if
        proofs may end in lemmas about them.
        """
        self.game = game
        self.cells = cells
        self.rules = rules
        self.player = player
        self.initial = game.initial()
        self.words = len(pack(self.initial))
        self.canonical = rules.get("canonical")
        self.first = rules["start"](parameters), self.initial
        for action in played:
            self._check_legal(*self.first, action)
            self.first, _ = self._after(*self.first, action)
        self.key = len(self.first[0])
        self.columns = self.key * (2 if self.canonical else 1) + self.words

    def start(self) -> Rows:
        """The first position alone."""
        ruled, state = self.first
        return self._rows([self._row(self._standing(ruled), ruled, state)])

    def reduced(self, rows: Rows) -> Rows:
        """In order, each position once."""
        ordered = rows[order(rows[:, : self.key])]
        return ordered[firsts(ordered, self.key)]

    def own(self, rows: Rows) -> NDArray[np.bool_]:
        """Where the player is to move."""
        return np.array([self.rules["to_move"](ruled) == self.player for _, ruled, _ in self._read(rows)], np.bool_)

    def states(self, rows: Rows) -> NDArray[np.int64]:
        """The words of the game's states."""
        return np.ascontiguousarray(rows[:, self.columns - self.words :])

    def told(self, rows: Rows, choices: Choices) -> bytes:
        """The index of each move among the legal ones of the position as it stands in the layer."""
        told = bytearray()
        for row, (standing, ruled, _) in enumerate(self._read(rows)):
            action = int(choices.actions[row])
            if action == LEMMA:
                told += self._lemma(choices.lemma, row)
                continue
            moves = sorted(self.rules["moves"](standing))
            if len(moves) > MOST_MOVES:
                raise BadOption(f"By the rules there are {len(moves)} moves in a position of {self.game}; 256 at most.")
            told.append(moves.index(action) if standing == ruled else self._same(standing, moves, ruled, action))
        return bytes(told)

    def _lemma(self, lemma: Lemma, row: int) -> bytes:
        """What the stream says of a lemma; only states that are the module's own have any."""
        assert self.cells is not None
        named = self.cells.named(lemma.cells[row, : lemma.counts[row]].tolist())
        return bytes([LEMMA_BYTE, len(named), *named])

    def _same(self, standing: Ruled, moves: list[int], ruled: Ruled, action: int) -> int:
        """The index of a move that leads from what stands for a position to what stands for its child."""
        assert self.canonical is not None
        wanted = self.canonical(self.rules["apply"](ruled, action))
        for index, move in enumerate(moves):
            if self.canonical(self.rules["apply"](standing, move)) == wanted:
                return index
        raise BadOption(f"canonical of the rules maps positions of {self.game} to others that are not their equals.")

    def moved(self, rows: Rows, choices: Choices) -> Iterator[ProofPlay]:
        """The positions after the moves that were chosen."""
        played = choices.actions != LEMMA
        chosen = list(zip(self._read(rows[played]), choices.actions[played].tolist(), strict=True))
        for (_, ruled, state), action in chosen:
            self._check_legal(ruled, state, action)
        yield self._played((ruled, state, [action]) for (_, ruled, state), action in chosen)

    def answered(self, rows: Rows) -> Iterator[ProofPlay]:
        """The positions after each legal move of the other player."""
        yield self._played((ruled, state, self.rules["moves"](ruled)) for _, ruled, state in self._read(rows))

    def _played(self, plays: Iterable[tuple[Ruled, Any, list[int]]]) -> ProofPlay:
        """What comes of some moves in each of some positions."""
        going, ends = dict[Ruled, list[int]](), set[int]()
        for ruled, state, moves in plays:
            for move in moves:
                (child, after), value = self._after(ruled, state, move)
                if value is not None:
                    ends.add(value if self.player == 0 else -value)
                    continue
                standing = self._standing(child)
                if standing not in going:
                    going[standing] = self._row(standing, child, after)
        return ProofPlay(self._rows(going.values()), ends)

    def _after(self, ruled: Ruled, state: Any, action: int) -> tuple[tuple[Ruled, Any], int | None]:
        """Both states after a move, and what player 0 has got if that is the end. Raises BadOption where the rules say
        something else than the game.
        """
        if self.game.terminal(state) or not self.game.legal(state, action):
            raise self._differ(state, action, "legal by the rules, but not")
        child, after = self.rules["apply"](ruled, action), self.game.apply(state, action)
        value = self.rules["result"](child)
        if (value is not None) != self.game.terminal(after):
            raise self._differ(state, action, "the end of play by the rules or in the game, and not")
        if value is not None and value != self._reward(ruled, after):
            raise self._differ(state, action, f"the end of play with {value} for player 0 by the rules, and not so")
        return (child, after), value

    def _check_legal(self, ruled: Ruled, state: Any, action: int) -> None:
        """Whether a move of the game's is one by the rules. Raises BadOption."""
        if self.rules["result"](ruled) is not None or action not in self.rules["moves"](ruled):
            raise self._differ(state, action, "not legal by the rules, but")

    def _reward(self, before: Ruled, state: Any) -> int:
        """What player 0 gets by the game, which has just ended; `before`: the module's state before the last move."""
        mover = player_at(self.game, state, 1 - self.rules["to_move"](before))
        return self.game.reward(state) if mover == 0 else -self.game.reward(state)

    def _differ(self, state: Any, action: int, how: str) -> BadOption:
        name = self.game.action_name(action)
        return BadOption(
            f"The rules are not those of {self.game}: in the position {self.game.position_text(state)!r}, "
            f"{name} is {how} in the game."
        )

    # --- rows -------------------------------------------------------------------------------------------------------------
    def _standing(self, ruled: Ruled) -> Ruled:
        """What stands for a position."""
        return self.canonical(ruled) if self.canonical else ruled

    def _row(self, standing: Ruled, ruled: Ruled, state: Any) -> list[int]:
        if self.cells:
            ruled, state = standing, self.cells.state(standing, self.rules)
        return [*standing, *(ruled if self.canonical else ()), *pack(state)]

    def _rows(self, rows: Iterable[list[int]]) -> Rows:
        told = list(rows)
        if any(len(row) != self.columns for row in told):
            raise BadOption(f"States of the rules of {self.game} are of different lengths.")
        try:
            return np.array(told, np.int64).reshape(len(told), self.columns)
        except OverflowError:
            raise BadOption(f"The rules of {self.game} have an integer of more than 64 bits in a state.") from None

    def _read(self, rows: Rows) -> Iterator[tuple[Ruled, Ruled, Any]]:
        """Of each row: what stands for the position, the module's state, and the game's."""
        last = self.columns - self.words
        for row in rows.tolist():
            yield tuple(row[: self.key]), tuple(row[last - self.key : last]), unpack(row[last:], self.initial)
