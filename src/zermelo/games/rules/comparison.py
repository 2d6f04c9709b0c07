"""Compare a rules module with its game on random plays.

module --> load --> disagreement --> None, or a sentence about the first difference
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

from zermelo.core.errors import RAISED, BadOption, NotSupported
from zermelo.core.game import Game, endless_reward, player_at
from zermelo.core.random_play import random_play
from zermelo.core.wording import in_a_line, joined

FUNCTIONS: Final = ("start", "moves", "to_move", "apply", "result")
FEW: Final = 9
"""If a position has more moves than this, the children of its image under `canonical` are compared once in a play."""
MOST_NAMED: Final = 5
"""How many moves a message names."""
INTEGER_LIMIT: Final = 1 << 63

RulesState = tuple[int, ...]


class Difference(Exception):
    """The rules module differs from the game, or is not a proper rules module. The message says how."""


def load(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Execute a rules module as the checkers do, and return its names. Raises BadOption."""
    name = os.fspath(path)
    try:
        code = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadOption(f"The rules {name!r} cannot be read: {reason}.") from None
    rules: dict[str, Any] = {}
    try:
        exec(compile(code, name, "exec", dont_inherit=True), rules)  # noqa: S102  (rules are trusted, here as by the checkers)
    except RAISED as error:
        raise BadOption(f"The rules {name!r} cannot be executed: {in_a_line(error)}.") from error
    missing = [function for function in FUNCTIONS if not callable(rules.get(function))]
    if missing:
        raise BadOption(f"The rules {name!r} must have the functions {', '.join(FUNCTIONS)}; {missing[0]} is missing.")
    return rules


def disagreement(
    game: Game[Any], rules: Mapping[str, Any], parameters: Mapping[str, Any], plays: int = 200, seed: int = 0
) -> str | None:
    """A sentence about the first difference between the rules and the game; None if they agree on random plays.

    The player to move and the legal moves are compared before each move, and the reward of player 0 at the end. The image
    of a position under `canonical` must be its own image, and must have the same player to move, result and children.
    Raises NotSupported for games that a rules module cannot describe.
    """
    if game.has_chance or game.players != 2:
        raise NotSupported(f"A rules module is for a game of two players without chance; {game} is not such a game.")
    rng, seen = random.Random(seed), set[RulesState]()
    text = json.dumps(dict(parameters))
    try:
        for _ in range(plays):
            Comparison(game, rules, rng, seen).play(json.loads(text))  # as a checker reads them from a header
    except Difference as difference:
        return str(difference)
    return None


@dataclass
class Comparison:
    """One random play of a game, and the same play by its rules module."""

    game: Game[Any]
    rules: Mapping[str, Any]
    rng: random.Random
    seen: set[RulesState]
    """The states of the module for which `canonical` has been checked."""
    names: list[str] = field(default_factory=list[str])
    """The moves so far."""
    length: int | None = None
    """The number of integers in a state of the module."""

    def play(self, parameters: dict[str, Any]) -> None:
        """Play to the end, or for max_length plies. Raises Difference."""
        state, rules_state = self.game.initial(), self.state("start", parameters)
        self.compare_endless()
        thorough = self.rng.randrange(max(self.game.max_length // 2, 1))
        for before, actions, move, after in random_play(self.game, state, self.rng):
            ply, state = len(self.names), after
            self.compare(rules_state, player_at(self.game, before, ply), sorted(actions))
            if "canonical" in self.rules and rules_state not in self.seen:
                self.seen.add(rules_state)
                self.check_canonical(rules_state, ply == thorough or len(actions) <= FEW)
            self.names.append(self.game.action_name(move))
            rules_state = self.state("apply", rules_state, move)
        if self.game.terminal(state):
            reward, mover = self.game.reward(state), player_at(self.game, state, len(self.names))
            self.compare_end(rules_state, reward if mover == 0 else -reward)

    # --- the comparison ---------------------------------------------------------------------------------------------------
    def compare_endless(self) -> None:
        """Compare what player 0 gets from a play that never ends, if the rules say that. Raises Difference."""
        endless, given = endless_reward(self.game, 0), self.rules.get("ENDLESS")
        if given is not None and self.game.cyclic and (type(given) is not int or given != endless):
            raise self.differs(
                f"a play that never ends gives player 0 {endless} in the game, but {_shown(given)} by the rules"
            )

    def compare_end(self, rules_state: RulesState, reward: int) -> None:
        """Compare a position in which the game is over. Raises Difference."""
        result = self.result(rules_state)
        if result is None:
            raise self.differs(f"the game is over, with {reward} for player 0, but by the rules it is not")
        if result != reward:
            raise self.differs(f"player 0 gets {reward} in the game, but {result} by the rules")

    def compare(self, rules_state: RulesState, mover: int, actions: list[int]) -> None:
        """Compare a position in which the game is not over. Raises Difference."""
        result = self.result(rules_state)
        if result is not None:
            raise self.differs(f"the game is not over, but by the rules it is, with {result} for player 0")
        turn = self.to_move(rules_state)
        if turn != mover:
            raise self.differs(f"player {mover} is to move in the game, but player {turn} by the rules")
        moves = self.moves(rules_state)
        missing, extra = sorted({*actions} - {*moves}), sorted({*moves} - {*actions})
        if missing or extra:
            parts = [f"the rules lack the game's {self.listed(missing)}"] if missing else []
            parts += [f"the rules allow {self.listed(extra)}, which the game does not"] if extra else []
            raise self.differs(", and ".join(parts))
        if len(moves) != len(actions):
            raise self.differs("the rules' moves function lists a move twice")

    def check_canonical(self, rules_state: RulesState, thoroughly: bool) -> None:
        """Check `canonical` in a position that is not over; `thoroughly`: with its children, too. Raises Difference."""
        image = self.state("canonical", rules_state)
        if self.state("canonical", image) != image:
            raise self.differs("the rules' canonical function gives another state when it is applied a second time")
        for what, one, other in (
            ("the player to move", self.to_move(rules_state), self.to_move(image)),
            ("the result", self.result(rules_state), self.result(image)),
            ("the number of moves", len(self.moves(rules_state)), len(self.moves(image))),
        ):
            if one != other:
                raise self.differs(f"the rules' canonical function changes {what} from {one} to {other}")
        if thoroughly and self.following(rules_state) != self.following(image):
            raise self.differs("the rules' canonical function gives a state whose moves lead to other positions")

    def following(self, rules_state: RulesState) -> list[tuple[RulesState, str]]:
        """The state after each move, reduced by `canonical`, with its result."""
        after = [self.state("apply", rules_state, move) for move in self.moves(rules_state)]
        return sorted((self.state("canonical", state), str(self.result(state))) for state in after)

    # --- calls of the rules ---------------------------------------------------------------------------------------------
    def call(self, function: str, *given: Any) -> Any:
        """What a function of the rules returns. Raises Difference if it fails."""
        try:
            return self.rules[function](*given)
        except RAISED as error:
            raise self.differs(f"the rules' {function} function fails with {in_a_line(error)}") from error

    def state(self, function: str, *given: Any) -> RulesState:
        """A state: a tuple of 64-bit integers, as many as `start` returned. Raises Difference."""
        state = self.call(function, *given)
        if type(state) is not tuple:
            raise self.gives(function, _shown(state), "which is not a tuple of integers")
        state = cast("tuple[Any, ...]", state)
        if any(type(number) is not int for number in state):
            raise self.gives(function, _shown(state), "in which not every part is an integer")
        if any(not -INTEGER_LIMIT <= number < INTEGER_LIMIT for number in state):
            raise self.gives(function, _shown(state), "with an integer of more than 64 bits")
        self.length = len(state) if self.length is None else self.length
        if len(state) != self.length:
            raise self.gives(function, f"{len(state)} integers", f"but start gave {self.length}")
        return state

    def moves(self, rules_state: RulesState) -> list[int]:
        """The legal moves: a list of integers. Raises Difference."""
        moves = self.call("moves", rules_state)
        if type(moves) is not list or any(type(move) is not int for move in cast("list[Any]", moves)):
            raise self.gives("moves", _shown(moves), "which is not a list of integers")
        return cast("list[int]", moves)

    def to_move(self, rules_state: RulesState) -> int:
        """The player to move: 0 or 1. Raises Difference."""
        mover = self.call("to_move", rules_state)
        if type(mover) is not int or mover not in (0, 1):
            raise self.gives("to_move", _shown(mover), "which is neither 0 nor 1")
        return mover

    def result(self, rules_state: RulesState) -> int | None:
        """What player 0 gets: an integer, or None. Raises Difference."""
        result = self.call("result", rules_state)
        if result is not None and type(result) is not int:
            raise self.gives("result", _shown(result), "which is neither an integer nor None")
        return result

    # --- sentences --------------------------------------------------------------------------------------------------------
    def differs(self, what: str) -> Difference:
        where = f"After {' '.join(self.names)}" if self.names else "At the start"
        return Difference(f"{where}: {what}.")

    def gives(self, function: str, what: str, fault: str) -> Difference:
        return self.differs(f"the rules' {function} function gives {what}, {fault}")

    def listed(self, moves: list[int]) -> str:
        """The names of some moves, MOST_NAMED of them at most."""
        names = [self.name(move) for move in moves[:MOST_NAMED]]
        names += [f"{len(moves) - MOST_NAMED} more"] if len(moves) > MOST_NAMED else []
        return f"{'move' if len(moves) == 1 else 'moves'} {joined(names)}"

    def name(self, move: int) -> str:
        """The game's name of a move, with its number if that is not the name."""
        if not 0 <= move < self.game.action_count:
            return f"number {move}"
        name = self.game.action_name(move)
        return name if name == str(move) else f"{name} ({move})"


def _shown(value: Any) -> str:
    """The repr of a value, shortened; its type if repr fails."""
    try:
        text = " ".join(repr(value).split())
    except Exception:
        text = f"a value of type {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."
