"""Rules modules, the rules of a game once more for the checkers: loaded as a checker does, and compared with the game.

module --> load --> disagreement, along random plays --> None, or a sentence that says where which of them is wrong
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game, player_at

FUNCTIONS: Final = ("start", "moves", "to_move", "apply", "result")
FEW: Final = 9
"""With more moves than these, what `canonical` does to the positions after them is asked once in a play."""
MOST_NAMED: Final = 5
FARTHEST: Final = 1 << 63

State = tuple[int, ...]


class Differs(Exception):
    """The game and the rules, or the rules and what rules must be; the text is for people."""


def load(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The names of a rules module, executed as the checkers execute it. Raises BadOption."""
    name = os.fspath(path)
    try:
        code = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadOption(f"The rules {name!r} cannot be read: {reason}.") from None
    rules: dict[str, Any] = {}
    try:
        exec(compile(code, name, "exec", dont_inherit=True), rules)  # noqa: S102  (rules are trusted, here as by the checkers)
    except (Exception, SystemExit) as error:
        raise BadOption(f"The rules {name!r} cannot be executed: {_told(error)}.") from error
    missing = [function for function in FUNCTIONS if not callable(rules.get(function))]
    if missing:
        raise BadOption(f"The rules {name!r} must have the functions {', '.join(FUNCTIONS)}; {missing[0]} is missing.")
    return rules


def disagreement(
    game: Game[Any], rules: Mapping[str, Any], parameters: Mapping[str, Any], plays: int = 200, seed: int = 0
) -> str | None:
    """Where the rules say something else than the game, in a sentence; None if they agree along random plays.

    Compared are whose turn it is while play goes on, the moves, and at the end what player 0 gets. Of `canonical` it is
    asked whether the image of a position has itself as its image, and the same player to move, result and positions after
    the moves. Raises NotSupported for games that rules cannot state.
    """
    if game.has_chance or game.players != 2:
        raise NotSupported(f"Rules are for two players without chance, and {game} is not.")
    chooser, seen = random.Random(seed), set[State]()
    try:
        for _ in range(plays):
            Comparison(game, rules, parameters, chooser, seen).play()
    except Differs as found:
        return str(found)
    return None


class Comparison:
    """One random play, by the game and by the rules."""

    def __init__(
        self,
        game: Game[Any],
        rules: Mapping[str, Any],
        parameters: Mapping[str, Any],
        chooser: random.Random,
        seen: set[State],
    ) -> None:
        self.game, self.rules, self.chooser, self.seen = game, rules, chooser, seen
        self.parameters = json.loads(json.dumps(dict(parameters)))  # as they come from a certificate
        self.names: list[str] = []
        self.length: int | None = None

    def play(self) -> None:
        """From the start to the end, or as far as the game says plays go. Raises Differs."""
        state, mirror = self.game.initial(), self.state("start", self.parameters)
        thorough = self.chooser.randrange(max(self.game.max_length // 2, 1))
        for ply in range(self.game.max_length + 1):
            mover = player_at(self.game, state, ply)
            if self.game.terminal(state):
                reward = self.game.reward(state)
                return self.compare_end(mirror, reward if mover == 0 else -reward)
            actions = sorted(self.game.actions(state))
            self.compare(mirror, mover, actions)
            if "canonical" in self.rules and mirror not in self.seen:
                self.seen.add(mirror)
                self.look_through(mirror, ply == thorough or len(actions) <= FEW)
            move = self.chooser.choice(actions)
            self.names.append(self.game.action_name(move))
            state, mirror = self.game.apply(state, move), self.state("apply", mirror, move)
        return None

    # --- the comparison ---------------------------------------------------------------------------------------------------
    def compare_end(self, mirror: State, reward: int) -> None:
        """Where the game is over. Raises Differs."""
        result = self.result(mirror)
        if result is None:
            raise self.differs(f"the game is over, with {reward} for player 0, but by the rules play goes on")
        if result != reward:
            raise self.differs(f"player 0 gets {reward} in the game, but {result} by the rules")

    def compare(self, mirror: State, mover: int, actions: list[int]) -> None:
        """Where the game goes on. Raises Differs."""
        result = self.result(mirror)
        if result is not None:
            raise self.differs(f"the game goes on, but by the rules it is over, with {result} for player 0")
        turn = self.to_move(mirror)
        if turn != mover:
            raise self.differs(f"player {mover} is to move in the game, but player {turn} by the rules")
        moves = self.moves(mirror)
        lacking, besides = sorted({*actions} - {*moves}), sorted({*moves} - {*actions})
        if lacking or besides:
            parts = [f"the rules lack the game's {self.listed(lacking)}"] if lacking else []
            parts += [f"the rules allow {self.listed(besides)}, which the game does not"] if besides else []
            raise self.differs(", and ".join(parts))
        if len(moves) != len(actions):
            raise self.differs("the rules name a move twice")

    def look_through(self, mirror: State, thoroughly: bool) -> None:
        """What `canonical` makes of a position in which play goes on. Raises Differs."""
        image = self.state("canonical", mirror)
        if self.state("canonical", image) != image:
            raise self.differs("canonical changes what it has made once more")
        for what, one, other in (
            ("the player to move", self.to_move(mirror), self.to_move(image)),
            ("the result", self.result(mirror), self.result(image)),
            ("how many moves there are", len(self.moves(mirror)), len(self.moves(image))),
        ):
            if one != other:
                raise self.differs(f"canonical changes {what}, {one}, to {other}")
        if thoroughly and self.following(mirror) != self.following(image):
            raise self.differs("what canonical makes of the position has other positions after it")

    def following(self, mirror: State) -> list[tuple[State, str]]:
        """The positions after each move, with their results, as `canonical` reduces them."""
        after = [self.state("apply", mirror, move) for move in self.moves(mirror)]
        return sorted((self.state("canonical", state), str(self.result(state))) for state in after)

    # --- answers of the right kinds -------------------------------------------------------------------------------------
    def ask(self, function: str, *given: Any) -> Any:
        """What a function of the rules says. Raises Differs if it fails."""
        try:
            return self.rules[function](*given)
        except (Exception, SystemExit) as error:
            raise self.differs(f"{function} of the rules fails with {_told(error)}") from error

    def state(self, function: str, *given: Any) -> State:
        """A tuple of integers of 64 bits, as many as at the start. Raises Differs."""
        state = self.ask(function, *given)
        if type(state) is not tuple:
            raise self.differs(f"{function} of the rules gives {_shown(state)}, which is not a tuple of integers")
        state = cast("tuple[Any, ...]", state)
        if any(type(number) is not int for number in state):
            raise self.differs(f"{function} of the rules gives {_shown(state)}, which has more than integers in it")
        if any(not -FARTHEST <= number < FARTHEST for number in state):
            raise self.differs(f"{function} of the rules gives {_shown(state)}, with an integer of more than 64 bits")
        self.length = len(state) if self.length is None else self.length
        if len(state) != self.length:
            raise self.differs(f"{function} of the rules gives {len(state)} integers, but start gave {self.length}")
        return state

    def moves(self, mirror: State) -> list[int]:
        """A list of integers. Raises Differs."""
        moves = self.ask("moves", mirror)
        if type(moves) is not list or any(type(move) is not int for move in cast("list[Any]", moves)):
            raise self.differs(f"moves of the rules gives {_shown(moves)}, which is not a list of integers")
        return cast("list[int]", moves)

    def to_move(self, mirror: State) -> int:
        """0 or 1. Raises Differs."""
        mover = self.ask("to_move", mirror)
        if type(mover) is not int or mover not in (0, 1):
            raise self.differs(f"to_move of the rules gives {_shown(mover)}, which is neither 0 nor 1")
        return mover

    def result(self, mirror: State) -> int | None:
        """An integer, or None. Raises Differs."""
        result = self.ask("result", mirror)
        if result is not None and type(result) is not int:
            raise self.differs(f"result of the rules gives {_shown(result)}, which is neither an integer nor None")
        return result

    # --- words ------------------------------------------------------------------------------------------------------------
    def differs(self, what: str) -> Differs:
        """What is wrong, and after which moves."""
        where = f"After {' '.join(self.names)}" if self.names else "At the start"
        return Differs(f"{where}: {what}.")

    def listed(self, moves: list[int]) -> str:
        """Some moves by name."""
        names = [self.name(move) for move in moves[:MOST_NAMED]]
        names += [f"{len(moves) - MOST_NAMED} more"] if len(moves) > MOST_NAMED else []
        text = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
        return f"{'move' if len(moves) == 1 else 'moves'} {text}"

    def name(self, move: int) -> str:
        """As the game names it, with its number where that is not the name."""
        if not 0 <= move < self.game.action_count:
            return f"number {move}"
        name = self.game.action_name(move)
        return name if name == str(move) else f"{name} ({move})"


def _told(error: BaseException) -> str:
    """An error in a few words."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:200]}" if text else type(error).__name__


def _shown(value: Any) -> str:
    """A value in a few words, whatever it is."""
    try:
        text = " ".join(repr(value).split())
    except Exception:
        text = f"something of the type {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."
