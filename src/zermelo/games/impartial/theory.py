"""Grundy values of positions of impartial games, and the moves that win: what `zermelo.grundy` computes.

`NormalPlay` looks whether a class plays as theory assumes: both players have the same moves and take turns, and who cannot
move loses.
"""

from __future__ import annotations

import dataclasses
import random
from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import Any, Final

from zermelo.core.errors import BadGame, BadPosition, NotSupported
from zermelo.core.game import Game, inherits, moves_again
from zermelo.core.positions import state_of
from zermelo.core.stable_text import SCHEMA
from zermelo.core.wording import shown
from zermelo.display.markup import as_printed
from zermelo.games.impartial.rules import mex

COMPARED: Final = 500
"""About how many positions are compared with the values that a game gives."""


@dataclass(frozen=True)
class GrundyAnalysis:
    """The Grundy value of a position in normal play, and the winning moves of the player to move. Both are exact."""

    game: str
    position: str
    grundy: int
    winning: tuple[str, ...]
    """All moves to positions of Grundy value 0, by name."""

    @property
    def value(self) -> int:
        """1 if the player to move wins, else -1."""
        return 1 if self.grundy else -1

    def sentence(self) -> str:
        if not self.grundy:
            return "Grundy value 0: the player to move loses (a P-position)."
        return f"Grundy value {self.grundy}: the player to move wins (an N-position)."

    def __str__(self) -> str:
        return self.sentence()

    _repr_pretty_ = as_printed

    def to_dict(self) -> dict[str, Any]:
        return {"schema": SCHEMA, **asdict(self), "value": self.value, "kind": "exact", "sentence": self.sentence()}


def in_normal_play(game: Game[Any]) -> bool:
    """Whether a player who cannot move loses, rather than wins (misère)."""
    return not getattr(game, "misere", False)


def analysis(game: Game[Any], position: Any = None) -> GrundyAnalysis:
    """The Grundy value and the winning moves of `position`; see `zermelo.grundy`, which lists the errors."""
    if not game.impartial:
        raise NotSupported(
            f"{game} is not declared impartial (`impartial = True`), and only impartial games have Grundy values."
        )
    if not in_normal_play(game):
        raise NotSupported(f"{game} is misère, which the theory of Grundy values does not cover; use solve instead.")
    state = state_of(game, position)
    values = _GrundyValues(game)
    value = values.of(state)
    values.compare(state)
    winning = () if game.terminal(state) else tuple(game.actions(state))
    return GrundyAnalysis(
        game=str(game),
        position=game.position_text(state),
        grundy=value,
        winning=tuple(game.action_name(move) for move in winning if values.of(game.apply(state, move)) == 0),
    )


class _GrundyValues:
    """The Grundy values of the positions of one game, each computed once."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.known: dict[Any, int] = {}
        self.normal = NormalPlay(game)
        self.others: dict[Game[Any], _GrundyValues] = {}

    def of(self, state: Any) -> int:
        """The value of a state: the one that the game gives, or the mex of the values of its options, found depth first."""
        known = self.game.grundy_value(state)
        if known >= 0:
            return known
        summands = self.game.summands(state)
        if summands:
            value = 0
            for game, own in self._checked(summands, state):
                if game not in self.others:
                    self.others[game] = _GrundyValues(game)
                value ^= self.others[game].of(own)
            return value
        pending = [state]
        while pending:
            here = pending[-1]
            key = self.game.key(here)
            if key in self.known:
                pending.pop()
                continue
            options = self._options(here)
            unknown = [option for option in options if self.game.key(option) not in self.known]
            if unknown:
                if len(pending) > self.game.max_length + 1:
                    raise BadPosition(f"{self.game}: a play is longer than max_length = {self.game.max_length} plies.")
                pending.append(unknown[0])
                continue
            self.normal.visit(here, options)
            self.known[key] = mex({self.known[self.game.key(option)] for option in options})
            pending.pop()
        return self.known[self.game.key(state)]

    def _checked(self, summands: Any, state: Any) -> list[tuple[Game[Any], Any]]:
        """Raises BadGame for summands that are no games with their positions, or the position itself."""
        parts = [*summands]  # it may be a generator
        for part in parts:
            if not (isinstance(part, tuple) and len(part) == 2 and isinstance(part[0], Game)):  # pyright: ignore[reportUnknownArgumentType]
                raise BadGame(
                    f"{self.game}: summands returns {shown(parts)}; it must return pairs of a game and a position of it."
                )
            if part == (self.game, state):
                raise BadGame(
                    f"{self.game}: summands returns the position itself; it must return simpler ones, or none."
                )
        return parts

    def compare(self, state: Any) -> None:
        """Compare the class with what theory assumes: in all visited positions, or in a play if the game gives its values.

        Raises NotSupported or BadGame.
        """
        if not self.normal.states:
            self._compare_play(state)
        self.normal.compare_moves()
        for values in self.others.values():
            values.normal.compare_moves()

    def _compare_play(self, state: Any) -> None:
        """Compare the values that the game gives in the positions of one play with those after each move."""
        chance, compared = random.Random(0), 0
        while compared < COMPARED:
            options = self._options(state)
            self.normal.visit(state, options)
            value, found = self.of(state), mex({self.of(option) for option in options})
            if value != found:
                raise BadGame(
                    f"{self.game}: position {shown(state)} has Grundy value {value} by `grundy_value` or `summands`, but "
                    f"{found} by the values of the positions after its moves."
                )
            if not options:
                break
            compared += len(options)
            state = chance.choice(options)

    def _options(self, state: Any) -> list[Any]:
        if self.game.terminal(state):
            return []
        return [self.game.apply(state, action) for action in self.game.actions(state)]


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
