"""Players, which choose moves: the base class, a player of random moves, and one that calls a function of yours."""

from __future__ import annotations

import contextlib
import random
import sys
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.core.errors import BadMove, BadOption, GameFailed
from zermelo.core.game import Game
from zermelo.core.integers import check_at_least, check_seconds
from zermelo.core.wording import shown
from zermelo.play.weights import Weight, quoted, weights_from
from zermelo.preflight.facets import check_facets
from zermelo.preflight.faults import failures_of
from zermelo.solver.progress import Progress
from zermelo.solver.result import Result
from zermelo.solver.solver import Solver

DEFAULT_SECONDS: Final = 5.0
"""The time for a move."""


class EngineMove(NamedTuple):
    """A move, and the result of the search that chose it."""

    action: int
    result: Result | None
    """None if the move was chosen at random, or by a `Bot`."""
    interrupted: bool = False
    """Whether Ctrl-C ended the search early, so that it might have found another move."""


class Player(ABC):
    """Chooses moves. It looks for a good move as often as its strength says; otherwise it plays a random one."""

    def __init__(self, game: Game[Any], *, strength: float, seconds: float, seed: int | None) -> None:
        given: Any = strength
        if not isinstance(given, int | float) or isinstance(given, bool) or not 0 <= given <= 1:
            raise BadOption(f"strength = {shown(given)} is not a number from 0 to 1.")
        check_seconds(seconds)
        if seed is not None:
            check_at_least("seed", seed, 0)
        self.game = game
        self.name = type(self).__name__
        """What it is called in results."""
        self.strength = strength
        self.seconds = seconds
        self.random = random.Random(seed)
        self.solvers: list[Solver[Any]] = []
        self.note = ""
        """What people should know before they play against it."""
        self.compile_seconds = 0.0
        """The time that it has waited so far for native code."""

    def choose(
        self,
        state: Any,
        *,
        strength: float | None = None,
        seconds: float | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> EngineMove:
        """A move in a state in which a player moves. `strength` and `seconds` override those of the player.

        Raises what `solve` raises; a `Bot` also raises BadMove and GameFailed.
        """
        if self.random.random() >= (self.strength if strength is None else strength):
            return self._at_random(state)
        return self.best(state, self.seconds if seconds is None else seconds, progress)

    def _at_random(self, state: Any) -> EngineMove:
        return EngineMove(self.random.choice(list(self.game.actions(state))), None)

    @property
    def ready(self) -> bool:
        """Whether no move has to wait for native code."""
        return all(solver.ready for solver in self.solvers)

    def prepare(self) -> None:
        """Compile now, so that no time to think is lost to it."""
        began = time.perf_counter()
        for solver in self.solvers:
            solver.prepare()
        self.compile_seconds += time.perf_counter() - began

    @abstractmethod
    def best(self, state: Any, seconds: float, progress: Callable[[Progress], None] | None) -> EngineMove:
        """The move that it plays when it does not move at random."""

    def weights(self, state: Any) -> dict[int, Weight]:
        """How likely it plays each action of a state in which a player moves: positive weights. Raises what `choose`
        raises, and KeyboardInterrupt if Ctrl-C ended a search that might have found another move.
        """
        actions = list(self.game.actions(state))
        if self.strength == 0:
            return dict.fromkeys(actions, 1)
        best = self.best_weights(state)
        if self.strength == 1:
            return best
        total, at_random = sum(best.values()), (1 - self.strength) / len(actions)
        return {action: self.strength * (best.get(action, 0) / total) + at_random for action in actions}

    def best_weights(self, state: Any) -> dict[int, Weight]:
        """How likely it plays each action when it does not move at random: by default, always what it chooses now."""
        choice = self.best(state, self.seconds, None)
        if choice.interrupted:
            raise KeyboardInterrupt
        return {choice.action: 1}

    def policy(self) -> Callable[[Any], dict[int, Weight]]:
        """`weights`, to be called once for each state."""
        return self.weights


class RandomPlayer(Player):
    """Plays random moves, each equally likely. It does not search, so it can play any game."""

    def __init__(self, game: Game[Any], *, seed: int | None = None) -> None:
        """Raises BadOption, and what `solve` raises for games that break the contract."""
        super().__init__(game, strength=0.0, seconds=DEFAULT_SECONDS, seed=seed)
        with failures_of(game):
            check_facets(game)

    def best(self, state: Any, seconds: float, progress: Callable[[Progress], None] | None) -> EngineMove:
        return self._at_random(state)


Agent = Callable[[Game[Any], Any], Any]
"""A function that chooses moves. It gets a game and a state, and returns an action; or a dict with a weight for each of
several actions; or an array with a probability for each action of the game.
"""


ASKED_AGAIN: Final = 100
"""The number of positions in which a bot is asked twice, to find out whether it moves at random."""


class Bot(Player):
    """A player whose moves a function of the user chooses. If the answer has several actions, one is drawn at random."""

    def __init__(
        self, game: Game[Any], function: Agent, *, name: str, strength: float = 1.0, seed: int | None = None
    ) -> None:
        """The function has no time limit."""
        super().__init__(game, strength=strength, seconds=DEFAULT_SECONDS, seed=seed)
        self.function = function
        self.name = name

    def best(self, state: Any, seconds: float, progress: Callable[[Progress], None] | None) -> EngineMove:
        weights = self.best_weights(state)
        total = sum(weights.values())
        return EngineMove(self.random.choices([*weights], [weight / total for weight in weights.values()])[0], None)

    def best_weights(self, state: Any) -> dict[int, Weight]:
        """The weights in the answer of the function. Raises BadMove, also if it changed the state; GameFailed."""
        before = hash(state)
        try:
            with contextlib.redirect_stdout(sys.stderr):  # stdout is for results
                answer: Any = self.function(self.game, state)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # also SystemExit, which would end zermelo
            *_, last = traceback.extract_tb(error.__traceback__)
            where = f"{self.game.position_text(state)!r} ({Path(last.filename).name}:{last.lineno})"
            raise GameFailed(f"{self.name} failed in {where}: {type(error).__name__}: {quoted(error)}.") from error
        if hash(state) != before:
            raise BadMove(f"{self.name} changed the state that it was given; it must change a copy instead.")
        return weights_from(self.game, state, answer, self.name)

    def policy(self) -> Callable[[Any], dict[int, Weight]]:
        """As in `Player`. For the first states the bot is asked twice. It raises BadMove if the answers differ: then the bot
        draws lots, and a single move is not its policy.
        """
        left = ASKED_AGAIN

        def weights(state: Any) -> dict[int, Weight]:
            nonlocal left
            answer = self.weights(state)
            left -= 1
            if left >= 0 and self.weights(state) != answer:
                raise BadMove(
                    f"{self.name} returned two different answers in {self.game.position_text(state)!r}. An agent that "
                    f"chooses at random must return a weight for each action that it may choose."
                )
            return answer

        return weights
