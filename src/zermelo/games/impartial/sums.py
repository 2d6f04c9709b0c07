"""Sums of impartial games: a move is a move in any one of them (Bouton 1901, Sprague 1935)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from zermelo.core.board import Cell
from zermelo.core.errors import BadGame, BadMove
from zermelo.core.game import Game
from zermelo.games.arguments import flag
from zermelo.games.catalogue import game_of
from zermelo.games.impartial.impartial_game import ImpartialGame

MAX_PARTS: Final = 16


@dataclass(frozen=True)
class Sum(ImpartialGame[tuple[Any, ...]]):
    """A sum of impartial games. A state holds a state of each part; the move "2/a3" is the move a3 in the second part."""

    parts: tuple[Game[Any], ...]
    misere: bool | int = False

    def __post_init__(self) -> None:
        if not 1 <= len(self.parts) <= MAX_PARTS:
            raise BadGame(f"sum: there must be 1 to {MAX_PARTS} games, not {len(self.parts)}.")
        for part in self.parts:
            if not isinstance(part, Game) or not part.impartial:  # pyright: ignore[reportUnnecessaryIsInstance]
                raise BadGame(f"sum: {part} is not an impartial game.")
            if getattr(part, "misere", False):
                raise BadGame(f"sum: {part} is misère; give misere=1 to the sum instead.")

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The actions of the first game, then those of the second, and so on."""
        return sum(part.action_count for part in self.parts)

    @property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return sum(part.max_length for part in self.parts)

    def _place(self, action: int) -> tuple[int, int]:
        """The number of the game to which an action belongs, from 0, and the action there. Raises BadMove."""
        for number, part in enumerate(self.parts):
            if action < part.action_count:
                return number, action
            action -= part.action_count
        raise BadMove(f"{self} has no action with this number.")

    @property
    def flat(self) -> tuple[Game[Any], ...]:
        """The parts in the order of their actions, with each part that is a sum replaced by its own parts."""
        nested = (part.flat if isinstance(part, Sum) else (part,) for part in self.parts)
        return tuple(part for parts in nested for part in parts)

    # --- START ----------------------------------------------------------------------------------------------------------
    def initial(self) -> tuple[Any, ...]:
        return tuple(part.initial() for part in self.parts)

    def legal(self, state: tuple[Any, ...], action: int) -> bool:
        number, move = self._place(action)
        part = self.parts[number]
        return not part.terminal(state[number]) and part.legal(state[number], move)

    def apply(self, state: tuple[Any, ...], action: int) -> tuple[Any, ...]:
        number, move = self._place(action)
        return tuple(self.parts[number].apply(own, move) if place == number else own for place, own in enumerate(state))

    def terminal(self, state: tuple[Any, ...]) -> bool:
        return all(part.terminal(own) for part, own in zip(self.parts, state, strict=True))

    def key(self, state: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(part.key(own) for part, own in zip(self.parts, state, strict=True))

    # --- theory -----------------------------------------------------------------------------------------------------------
    def summands(self, state: tuple[Any, ...]) -> list[tuple[Game[Any], Any]]:
        return list(zip(self.parts, state, strict=True))

    # --- text -------------------------------------------------------------------------------------------------------------
    def title(self) -> str:
        titles = " + ".join(part.title() for part in self.flat)
        return f"Misère sum: {titles}" if self.misere else titles

    def rules(self) -> str:
        parts = [f"{number}. {part.title()}. {part.rules()}" for number, part in enumerate(self.flat, start=1)]
        whole = (
            f"Several games are played at once. On your turn, make a move in one of them. {self.ending()} It does not "
            "matter who would win any one of them alone."
        )
        return "\n\n".join([whole, *parts, "The move 2/a3 is the move a3 in the second game."])

    def action_name(self, action: int) -> str:
        number, move = self._place(action)
        return f"{number + 1}/{self.parts[number].action_name(move)}"

    def parse_action(self, text: str) -> int:
        number, _, move = text.strip().partition("/")
        if not move or number not in [str(place) for place in range(1, len(self.parts) + 1)]:
            raise BadMove(f"{text!r} is not a move of {self}; moves look like {self.action_name(0)!r}.")
        place = int(number) - 1
        return sum(part.action_count for part in self.parts[:place]) + self.parts[place].parse_action(move)

    def render(self, state: tuple[Any, ...]) -> str:
        numbered = enumerate(zip(self.parts, state, strict=True), start=1)
        return "\n\n".join(f"{number}  {part}\n{part.render(own)}" for number, (part, own) in numbered)

    def picture(self, state: tuple[Any, ...], mover: int) -> list[Cell]:
        """The boards of all games, as layers; none if one of the games that are not over has no board to draw."""
        cells, first = list[Cell](), 0
        for number, (part, own) in enumerate(zip(self.parts, state, strict=True), start=1):
            places = part.picture(own, mover)
            if not places and not part.terminal(own):
                return []
            title = f"{number}  {part}"
            for cell in places:
                layer = f"{title}  {cell.layer}" if cell.layer else title
                cells.append(cell._replace(actions=tuple(first + action for action in cell.actions), layer=layer))
            first += part.action_count
        return cells

    def __str__(self) -> str:
        return f"sum({','.join(map(str, self.parts))}{',misere=1' if self.misere else ''})"


def game_sum(*games: Game[Any] | str, misere: bool | int = False) -> Sum:
    """The sum of impartial games, each given as a game or by name. A move is a move in any one of them.

    A player who cannot move in any of them loses (misère: wins). Raises BadGame.
    """
    return Sum(tuple(game_of(game) for game in games), flag("sum", "misere", misere))
