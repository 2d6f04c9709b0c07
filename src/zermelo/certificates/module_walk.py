"""Generates the positions of a proof by a rules module, layer by layer. The game's own state is kept beside the module's.

The representative of a position is the module's state, or its image under `canonical` if the module has that function. A
row is the representative; then, with `canonical`, the module's state itself; then the game's state in words, reached by
the same moves as the module's. If the module's states can be converted (`Cells`, for lemmas), the module's state and the
game's state are those of the representative instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zermelo.certificates.claim_game import original
from zermelo.certificates.files import LEMMA_BYTE, Claim
from zermelo.certificates.lemmas import Lemma, LemmaKind
from zermelo.certificates.strategy import LEMMA, Chosen, ProofPlay
from zermelo.core.bits import Bits
from zermelo.core.errors import BadOption
from zermelo.core.game import Game, player_at
from zermelo.core.words import pack, unpack
from zermelo.games.rules import BUILT_IN
from zermelo.work.runs import Rows, firsts, order

MOST_CELLS: Final = 254
"""A cell is one byte of the stream, and 255 is taken."""

RulesState = tuple[int, ...]

MOST_MOVES: Final = 256
"""A move is one byte of the stream."""


class Cells:
    """Converts between the cells of the rules module and the bits of the game's states."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.bits = [game.cell(action) for action in range(game.cell_count)]

    def of_bits(self, bits: Iterable[int]) -> list[int]:
        return [self.game.action_at(bit) for bit in bits]

    def state(self, rules_state: tuple[int, ...], rules: Mapping[str, Any]) -> Any:
        """The game's state that corresponds to a state of the rules module."""
        boards = [
            Bits.of(self.game.width, *(bit for cell, bit in enumerate(self.bits) if stones >> cell & 1))
            for stones in rules["stones"](rules_state)
        ]
        return self.game.with_stones(*boards, rules["to_move"](rules_state))

    def lemma(self, claim: Claim) -> LemmaKind | None:
        """The kind of lemma that proves a win, or at least a draw; in the weak game, a win of Maker, or of Breaker."""
        if self.game.both_complete:
            return "threats" if claim.at_least == 1 else "pairs" if claim.at_least == 0 else None
        return None if claim.at_least != 1 else "threats" if claim.player == 0 else "pairs"


def cells_of(game: Any) -> Cells | None:
    """The conversion for this game; None if the lemmas do not apply to it."""
    from zermelo.games.in_a_row.linegame import LineGame
    from zermelo.games.in_a_row.weak import Weak

    built_in = type(game).__module__.startswith(BUILT_IN)  # a user's subclass may have other rules
    lemmas = isinstance(game, Weak) or (isinstance(game, LineGame) and not game.misere and not game.falls)
    return Cells(game) if built_in and lemmas and game.cell_count <= MOST_CELLS else None


class ModuleWalk:
    """The walk of a proof by a rules module; `player` proves the claim."""

    def __init__(
        self,
        game: Game[Any],
        rules: Mapping[str, Any],
        parameters: Mapping[str, Any],
        player: int,
        played: Iterable[int],
        cells: Cells | None,
    ) -> None:
        """`game`: the game, or a view of it, whose states are in the rows. `played`: the actions from the initial state to
        the start. `cells`: the conversion of the module's states, if lemmas may be used.
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
        rules_state, state = self.first
        return self._rows([self._row(self._representative(rules_state), rules_state, state)])

    def reduced(self, rows: Rows) -> Rows:
        """The rows in the order of their representatives, each position once."""
        ordered = rows[order(rows[:, : self.key])]
        return ordered[firsts(ordered, self.key)]

    def own(self, rows: Rows) -> NDArray[np.bool_]:
        return np.array(
            [self.rules["to_move"](rules_state) == self.player for _, rules_state, _ in self._read(rows)], np.bool_
        )

    def states(self, rows: Rows) -> NDArray[np.int64]:
        return np.ascontiguousarray(rows[:, self.columns - self.words :])

    def encoded(self, rows: Rows, choices: Chosen) -> bytes:
        """The bytes of the stream: for each move, its index among the sorted legal moves of the representative."""
        stream = bytearray()
        for row, (representative, rules_state, _) in enumerate(self._read(rows)):
            action = int(choices.actions[row])
            if action == LEMMA:
                stream += self._lemma(choices.lemma, row)
                continue
            moves = sorted(self.rules["moves"](representative))
            if len(moves) > MOST_MOVES:
                raise BadOption(
                    f"The rules of {self.game} give {len(moves)} moves in a position; a certificate can have at most "
                    f"{MOST_MOVES}."
                )
            stream.append(
                moves.index(action)
                if representative == rules_state
                else self._same(representative, moves, rules_state, action)
            )
        return bytes(stream)

    def _lemma(self, lemma: Lemma, row: int) -> bytes:
        assert self.cells is not None
        cells = self.cells.of_bits(lemma.cells[row, : lemma.counts[row]].tolist())
        return bytes([LEMMA_BYTE, len(cells), *cells])

    def _same(self, representative: RulesState, moves: list[int], rules_state: RulesState, action: int) -> int:
        """The index of the representative's move that leads to the same position as `action` does from the state."""
        assert self.canonical is not None
        wanted = self.canonical(self.rules["apply"](rules_state, action))
        for index, move in enumerate(moves):
            if self.canonical(self.rules["apply"](representative, move)) == wanted:
                return index
        raise BadOption(
            f"The canonical function in the rules of {self.game} maps a position to one that is not equivalent to it."
        )

    def moved(self, rows: Rows, choices: Chosen) -> Iterator[ProofPlay]:
        played = choices.actions != LEMMA
        chosen = list(zip(self._read(rows[played]), choices.actions[played].tolist(), strict=True))
        for (_, rules_state, state), action in chosen:
            self._check_legal(rules_state, state, action)
        yield self._played((rules_state, state, [action]) for (_, rules_state, state), action in chosen)

    def answered(self, rows: Rows) -> Iterator[ProofPlay]:
        yield self._played(
            (rules_state, state, self.rules["moves"](rules_state)) for _, rules_state, state in self._read(rows)
        )

    def _played(self, plays: Iterable[tuple[RulesState, Any, list[int]]]) -> ProofPlay:
        ongoing, ends = dict[RulesState, list[int]](), set[int]()
        for rules_state, state, moves in plays:
            for move in moves:
                (child, after), value = self._after(rules_state, state, move)
                if value is not None:
                    ends.add(value if self.player == 0 else -value)
                    continue
                representative = self._representative(child)
                if representative not in ongoing:
                    ongoing[representative] = self._row(representative, child, after)
        return ProofPlay(self._rows(ongoing.values()), ends)

    def _after(self, rules_state: RulesState, state: Any, action: int) -> tuple[tuple[RulesState, Any], int | None]:
        """The module's state and the game's after a move, and what player 0 gets if play is over, otherwise None.

        Raises BadOption if the rules and the game differ.
        """
        if self.game.terminal(state) or not self.game.legal(state, action):
            raise self._difference(state, action, "is legal by the rules, but not in the game")
        child, after = self.rules["apply"](rules_state, action), self.game.apply(state, action)
        value = self.rules["result"](child)
        if (value is not None) != self.game.terminal(after):
            ends = ("in the game, but not by the rules", "by the rules, but not in the game")[value is not None]
            raise self._difference(state, action, f"ends play {ends}")
        if value is not None and value != self._reward(rules_state, after):
            rewards = f"{value} by the rules, but {self._reward(rules_state, after)} in the game"
            raise self._difference(state, action, f"ends play, and player 0 gets {rewards}")
        return (child, after), value

    def _check_legal(self, rules_state: RulesState, state: Any, action: int) -> None:
        """Raises BadOption unless a legal move of the game is legal by the rules, too."""
        if self.rules["result"](rules_state) is not None or action not in self.rules["moves"](rules_state):
            raise self._difference(state, action, "is legal in the game, but not by the rules")

    def _reward(self, before: RulesState, state: Any) -> int:
        """What player 0 gets in a terminal state of the game; `before`: the module's state before the last move."""
        game, state = original(self.game, state)
        mover = player_at(game, state, 1 - self.rules["to_move"](before))
        return game.reward(state) if mover == 0 else -game.reward(state)

    def _difference(self, state: Any, action: int, how: str) -> BadOption:
        game, state = original(self.game, state)
        return BadOption(
            f"The rules are not those of {game}: in the position {game.position_text(state)!r}, "
            f"{game.action_name(action)} {how}."
        )

    # --- rows -------------------------------------------------------------------------------------------------------------
    def _representative(self, rules_state: RulesState) -> RulesState:
        return self.canonical(rules_state) if self.canonical else rules_state

    def _row(self, representative: RulesState, rules_state: RulesState, state: Any) -> list[int]:
        if self.cells:
            rules_state, state = representative, self.cells.state(representative, self.rules)
        return [*representative, *(rules_state if self.canonical else ()), *pack(state)]

    def _rows(self, rows: Iterable[list[int]]) -> Rows:
        listed = list(rows)
        if any(len(row) != self.columns for row in listed):
            raise BadOption(
                f"The rules of {self.game} give states of different lengths; all must have the same length."
            )
        try:
            return np.array(listed, np.int64).reshape(len(listed), self.columns)
        except OverflowError:
            raise BadOption(f"The rules of {self.game} give a state with an integer of more than 64 bits.") from None

    def _read(self, rows: Rows) -> Iterator[tuple[RulesState, RulesState, Any]]:
        """For each row: the representative, the module's state, and the game's state."""
        last = self.columns - self.words
        for row in rows.tolist():
            yield tuple(row[: self.key]), tuple(row[last - self.key : last]), unpack(row[last:], self.initial)
