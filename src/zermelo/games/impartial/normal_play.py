"""Does a class play as theory assumes? Both players have the same moves and take turns, and who cannot move loses."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from typing import Any

from zermelo.core.errors import BadGame, NotSupported
from zermelo.core.game import Game, inherits, moves_again
from zermelo.core.wording import shown


class NormalPlay:
    """What the visited positions of a game show. Raises NotSupported or BadGame if theory does not cover the game."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.states: list[Any] = []
        self._changes: defaultdict[Any, set[tuple[Any, Any]]] = defaultdict(set)
        if game.has_chance or game.players != 2:
            raise self._not_covered("Grundy values are for two players, without chance")

    def visit(self, state: Any, options: list[Any]) -> None:
        """Look at rewards and turns in a state, and at what moves do to each of its fields."""
        if not options and self.game.reward(state) != -1:
            raise self._not_covered(
                f"in position {shown(state)} the play is over and `reward` is {shown(self.game.reward(state))}, "
                "but Grundy values are for games in which the player to move has then lost, -1"
            )
        if any(moves_again(self.game, state, option) for option in options):
            raise self._not_covered(f"after a move in position {shown(state)} the same player moves again")
        self.states.append(state)
        for option in options:
            after = _fields(option)
            for name, value in _fields(state).items():
                changes = self._changes[name]
                if len(changes) <= 2:
                    changes.add((value, after.get(name)))

    def compare_moves(self) -> None:
        """Compare the moves of both players in each position, if it can be made with the other player to move."""
        turns = {name: dict(changes) for name, changes in self._changes.items() if _alternates(changes)}
        for state in self.states:
            if not inherits(self.game, "swapped"):
                self._compare(state, self.game.swapped(state), "in `swapped`")
                continue
            for name, other in turns.items():
                value = _fields(state)[name]
                twin = _with(state, name, other[value])
                self._compare(state, twin, f"{shown(other[value])} instead of {shown(value)} in field {name}")

    def _compare(self, state: Any, twin: Any, where: str) -> None:
        if self._moves(state) != self._moves(twin):
            raise BadGame(
                f"{self.game} is declared impartial, but in position {shown(state)} the other player ({where}) has other "
                "moves. Leave out `impartial`, and use solve; if this is not the other player, define `swapped`."
            )

    def _moves(self, state: Any) -> set[int]:
        return set() if self.game.terminal(state) else set(self.game.actions(state))

    def _not_covered(self, why: str) -> NotSupported:
        return NotSupported(f"{self.game} is declared impartial, but {why}: leave out `impartial`, and use solve.")


def _alternates(changes: set[tuple[Any, Any]]) -> bool:
    """Whether a field changes from one value to another, and back, with every move, as one that says whose turn it is."""
    return len(changes) == 2 and all(before != after and (after, before) in changes for before, after in changes)


def _fields(state: Any) -> dict[Any, Any]:
    """The fields of a state that is a tuple or a dataclass, by name or number."""
    if dataclasses.is_dataclass(state):
        return {field.name: getattr(state, field.name) for field in dataclasses.fields(state)}
    if hasattr(state, "_asdict"):
        return state._asdict()
    return dict(enumerate(state)) if isinstance(state, tuple) else {}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def _with(state: Any, name: Any, value: Any) -> Any:
    if dataclasses.is_dataclass(state):
        return dataclasses.replace(state, **{name: value})  # pyright: ignore[reportArgumentType, reportUnknownVariableType]
    if hasattr(state, "_replace"):
        return state._replace(**{name: value})
    return (*state[:name], value, *state[name + 1 :])
