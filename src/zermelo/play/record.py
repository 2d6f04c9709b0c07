"""The record of a game that is being played, with undo and redo."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

from zermelo.core.board import LOOKS, Cell
from zermelo.core.errors import RAISED, BadGame, BadMove, ZermeloError, at
from zermelo.core.game import Game, inherits, player_at, rewards_at
from zermelo.core.integers import is_int
from zermelo.core.positions import moves_to, state_of
from zermelo.core.reward_scale import RewardScale
from zermelo.core.wording import joined, shown
from zermelo.display.derived.board import fields_beside
from zermelo.display.markup import clean, columns_of
from zermelo.display.text_board import labels, text_board
from zermelo.games.in_a_row.drawing import MARKS, Drawing
from zermelo.preflight.faults import failures_of

SIDES: Final = ("first", "second")
"""Whether a player moves first or second in the position in which a game begins."""

MOST_CELLS: Final = 1024
"""Boards with more cells are not drawn."""


class Record:
    """The states and moves of a play from a position. Moves can be taken back and made again."""

    def __init__(self, game: Game[Any], state: Any, first: int = 0) -> None:
        """`first`: the player to move in `state`, used if the game does not define to_move."""
        self.game = game
        self.first = first
        self.states = [state]
        self.moves: list[int] = []
        self.undone: list[int] = []

    @classmethod
    def begin(cls, game: Game[Any], position: str | None = None) -> Record:
        """A record that begins in a position given as text. Raises BadPosition.

        If the game does not define to_move, the stones on the board, or the moves in the text, decide whose turn it is.
        """
        state = state_of(game, position)
        if isinstance(game, Drawing):
            return cls(game, state, game.stones_on(state) % game.players)
        return cls(game, state, len(moves_to(game, position, state)) % game.players)

    @classmethod
    def played(cls, game: Game[Any], moves: Iterable[str], position: str | None = None) -> Record:
        """The record of these moves, by name, from a position. Raises BadPosition; BadMove for the first illegal move."""
        record = cls.begin(game, position)
        for number, name in enumerate(moves, start=1):
            if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]  (whatever is given)
                raise BadMove(f"Move {number}: {shown(name)} is not the name of a move; a name is a string.")
            with at(f"Move {number}"):
                record.do(game.parse_action(name))
        return record

    def before(self, number: int) -> Record:
        return Record(self.game, self.states[number], (self.first + number) % self.game.players)

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def over(self) -> bool:
        return self.game.terminal(self.state)

    @property
    def chance(self) -> bool:
        return not self.over and self.game.has_chance and self.game.chance(self.state)

    @property
    def mover(self) -> int:
        """The player to move; if the game is over, the player whose turn it would be."""
        return player_at(self.game, self.state, self.first + len(self.moves))

    def do(self, action: int) -> None:
        """Make a move. Raises BadMove if it is not legal."""
        if self.over or not self.game.legal(self.state, action):
            raise BadMove(f"{self.game.action_name(action)} is not legal here.")
        self.states.append(self.game.apply(self.state, action))
        self.moves.append(action)
        self.undone = self.undone[:-1] if self.undone[-1:] == [action] else []

    def undo(self) -> bool:
        """Take back the last move. False if there is none."""
        if not self.moves:
            return False
        self.states.pop()
        self.undone.append(self.moves.pop())
        return True

    def redo(self) -> bool:
        """Make the move again that was taken back last. False if there is none."""
        if not self.undone:
            return False
        self.do(self.undone[-1])
        return True

    def throw(self, rng: random.Random) -> int:
        """A random outcome of a chance move, by the weights of the game."""
        actions = list(self.game.actions(self.state))
        weights = [self.game.weight(self.state, action) for action in actions]
        return rng.choices(actions, weights)[0]

    def names(self) -> list[str]:
        return [self.game.action_name(action) for action in self.moves]

    def rewards(self) -> tuple[int, ...]:
        return rewards_at(self.game, self.state, self.mover)

    def cells(self) -> list[Cell]:
        """The cells of the board; none if it has more than MOST_CELLS, or more than 64 rows or columns.

        Raises BadGame if `picture` returns no cells.
        """
        given: Any = self.game.picture(self.state, self.mover)
        if not isinstance(given, Sequence) or not all(map(_is_cell, cast("Sequence[Any]", given))):
            problem = "must return a list of zermelo.Cell, with numbers for rows and columns"
            raise BadGame(f"{self.game}: picture {problem}.")
        cells = cast("Sequence[Cell]", given)
        strange = [cell.look for cell in cells if cell.look not in LOOKS]
        if strange:
            problem = f"gives a cell the look {shown(strange[0])}; looks are {joined(map(repr, LOOKS))}"
            raise BadGame(f"{self.game}: picture {problem}.")
        fits = all(0 <= place < 64 for cell in cells for place in (cell.row, cell.column))
        return [*cells] if fits and len(cells) <= MOST_CELLS else []

    def board(self) -> str:
        """The position as text for people: as the game renders it or, if it does not, its picture in letters with the fields
        beside it, or the fields alone.
        """
        if inherits(self.game, "render"):
            with contextlib.suppress(*RAISED):  # a faulty picture, which `check` finds, is left out
                cells = self.cells()
                lines = [text_board(cells, labels(self.game, cells))] if cells else []
                fields = fields_beside(self.game, self.state, drawn=bool(cells))
                width = max((columns_of(name) for name, _ in fields), default=0)
                lines += [clean(f"{name:<{width}} {text}") for name, text in fields]
                if lines:
                    return "\n".join(lines)
        return self.game.render(self.state)

    # --- words ------------------------------------------------------------------------------------------------------------
    def name(self, player: int) -> str:
        """The name of a player: its mark on the board, or a number."""
        return MARKS[player] if isinstance(self.game, Drawing) else f"Player {player + 1}"

    def outcome(self) -> str:
        """How the game ended, in a sentence."""
        rewards = self.rewards()
        scale = RewardScale.of(self.game, self.state)
        if scale.outcome(rewards[0]) == "draws" or rewards == (0, 0):
            return "A draw."
        if scale.wins_and_losses:
            return f"{self.name(0 if rewards[0] > 0 else 1)} wins."
        return ", ".join(f"{self.name(player)} gets {reward}" for player, reward in enumerate(rewards)) + "."


def board_at(game: Game[Any], position: str | None) -> str:
    """A position, given as text, as a board for people. If the game's code fails, the text says so: results are shown
    without a board, too.
    """
    try:
        with failures_of(game):
            return Record.begin(game, position).board()
    except ZermeloError as error:
        return str(error)


def _is_cell(given: Any) -> bool:
    texts = ("mark", "layer", "look")
    return (
        isinstance(given, Cell)
        and is_int(given.row)
        and is_int(given.column)
        and all(isinstance(getattr(given, name), str) for name in texts)
    )
