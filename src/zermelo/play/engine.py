"""Something to play against: perfect, or as often as it is told."""

from __future__ import annotations

import contextlib
import random
import re
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from numbers import Integral
from pathlib import Path
from types import FunctionType
from typing import Any, Final, NamedTuple, Unpack

from zermelo.core.constants import NONE
from zermelo.core.errors import BadGame, BadMove, BadOption, GameFailed
from zermelo.core.facets import has_distances
from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.positions import AsState
from zermelo.core.supervision import Allowance
from zermelo.core.wording import shown, unknown
from zermelo.games.catalogue import as_game
from zermelo.games.user_games import module_of_file
from zermelo.preflight.facets import check_facets
from zermelo.preflight.faults import failures_of
from zermelo.search import ALGORITHMS, ALIASES, named
from zermelo.solver.options import NAMES, OBJECTIVES, EngineOptions, SolveOptions, check_seconds
from zermelo.solver.progress import Progress
from zermelo.solver.result import Result
from zermelo.solver.solver import Solver, as_far_as_can_be
from zermelo.solver.technique import THEORY

DEFAULT_SECONDS = 5.0
"""For a move."""

BOT_SETTINGS: Final = ("strength", "seed")
"""Of functions of yours."""

ENGINE_SETTINGS: Final = (*BOT_SETTINGS, "remembers", *(name for name in NAMES if name not in ("algorithm", "seed")))
"""Of engines that search."""


TO_THE_END = 4
"""A quarter of the time is for a search to the end, where a deepening one follows."""


class EngineMove(NamedTuple):
    """A move, and what it was chosen by."""

    action: int
    result: Result | None
    """None where it was chosen at random."""
    interrupted: bool = False
    """Whether Ctrl-C ended the search for it: another move might have been found."""


def check_strength(strength: Any) -> None:
    """Raises BadOption."""
    if not isinstance(strength, int | float) or isinstance(strength, bool) or not 0 <= strength <= 1:
        raise BadOption(f"strength = {shown(strength)} is not a number from 0 to 1.")


class Player(ABC):
    """Somebody to play against: with some strength it looks for a move, else it plays any."""

    def __init__(self, game: Game[Any], *, strength: float, seconds: float, seed: int | None) -> None:
        check_strength(strength)
        check_seconds(seconds)
        if seed is not None and not is_within(seed, 0):
            raise BadOption(f"seed = {shown(seed)} is not an integer from 0 on.")
        self.game = game
        self.strength = strength
        self.seconds = seconds
        self.random = random.Random(seed)
        self.solvers: list[Solver[Any]] = []
        """Those that it searches with."""
        self.note = ""
        """What people should know of it before they play."""
        self.compile_seconds = 0.0
        """Of all choices so far: compiling, or loading compiled code."""

    def choose(
        self,
        state: Any,
        *,
        strength: float | None = None,
        seconds: float | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> EngineMove:
        """A move where play goes on and a player is to move; `strength` and `seconds` go before those of the player.

        Raises what `solve` raises, and for a player of yours BadMove and GameFailed.
        """
        if self.random.random() >= (self.strength if strength is None else strength):
            return EngineMove(self.random.choice(list(self.game.actions(state))), None)
        return self.best(state, self.seconds if seconds is None else seconds, progress)

    def prepare(self) -> None:
        """Compile now what the first search would compile."""
        for solver in self.solvers:
            solver.prepare()

    @abstractmethod
    def best(self, state: Any, seconds: float, progress: Callable[[Progress], None] | None) -> EngineMove:
        """The move it finds when it looks for one."""


def as_player(player: Player | str, game: Game[Any]) -> Player:
    """A player of this game; a text is read as `engine_named` reads it. Raises BadOption."""
    if isinstance(player, str):
        return engine_named(game, player)
    if not isinstance(player, Player):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise BadOption(
            f"{shown(player)} is no player; give a text such as 'perfect' or 'mybot.py:choose', or an engine."
        )
    if player.game is not game and str(player.game) != str(game):
        raise BadOption(f"A player of {player.game} cannot play {game}; make one of this game.")
    return player


class Chancer(Player):
    """Plays any move, each as likely as the others. It searches for nothing, so any game will do."""

    def __init__(self, game: Game[Any], *, seed: int | None = None) -> None:
        """Raises BadOption, and what `solve` raises for games that are out of order."""
        super().__init__(game, strength=0.0, seconds=DEFAULT_SECONDS, seed=seed)
        with failures_of(game):
            check_facets(game)

    def best(self, state: Any, seconds: float, progress: Callable[[Progress], None] | None) -> EngineMove:
        """Any move, whatever the strength that is asked for."""
        return EngineMove(self.random.choice(list(self.game.actions(state))), None)


class EngineSettings(EngineOptions, total=False):
    """The keyword arguments of `Engine`."""

    strength: float
    seconds: float
    seed: int | None
    remembers: bool


class Engine(Player):
    """Plays the best move that it finds in its time: a proved one wherever the search comes to an end.

    It asks first who wins, and then, in the time that is left, for the fastest win or the slowest loss. Told an algorithm, a
    depth or an objective, it searches only so. Where no search may go to the end of every play, it looks as far ahead as it
    can in its time.
    """

    def __init__(
        self,
        game: Game[Any],
        *,
        strength: float = 1.0,
        seconds: float = DEFAULT_SECONDS,
        seed: int | None = None,
        remembers: bool = False,
        **options: Unpack[EngineOptions],
    ) -> None:
        """`strength`: how often it looks for the best move, 0 to 1; it is random else. `seconds`: for a move. `seed`: which
        random moves, and which of several best ones: with a seed it looks for all of them. `remembers`: what it has
        proved of a position is not searched for again. `options` are those of `solve`.

        Raises BadOption, and what `solve` raises.
        """
        super().__init__(game, strength=strength, seconds=seconds, seed=seed)
        told = bool({"algorithm", "depth", "objective"} & {*options}) or not has_distances(game)
        timed: SolveOptions = {"seconds": seconds, **options}  # so that searches deepen, and evaluations count
        searches: list[SolveOptions] = (
            [timed] if told else [{**timed, "objective": objective} for objective in OBJECTIVES]
        )
        limit = as_far_as_can_be(game, options)
        if limit:
            searches = [{**timed, **limit}]
            self.note = (
                f"No search can go to the end of every play of {game}: the engine looks as far ahead as its time allows, "
                f"and is perfect only where that decides."
            )
        algorithm = named(options.get("algorithm"))
        self.varied = seed is not None and (algorithm is None or algorithm.gives_value)
        more: SolveOptions = {"line": False, "all_moves": True} if self.varied else {"line": False}
        self.solvers = [Solver[Any](game, **{**more, **search}) for search in searches]
        self.known: dict[Any, Result] | None = {} if remembers else None

    def best(self, state: Any, seconds: float, progress: Callable[[Progress], None] | None) -> EngineMove:
        """A best move; of several that are proved to be best, where it looks for all of them, one at random."""
        result, interrupted = self.known.get(state) if self.known else None, False
        if result is None:
            result, interrupted = self._found(state, Allowance(seconds), progress)
            if self.known is not None and not interrupted and (result.exact or result.stopped == "depth"):
                self.known[state] = result
        name = self.random.choice(result.best) if self.varied and result.all_best else result.best[0]
        return EngineMove(self.game.parse_action(name), result, interrupted)

    def _found(
        self, state: Any, time_given: Allowance, progress: Callable[[Progress], None] | None
    ) -> tuple[Result, bool]:
        """What the last search knows that came to an end; the first, where none did. And whether Ctrl-C ended one."""
        found: Result | None = None
        interrupted = False
        for solver in self.solvers:
            try:
                began = time.perf_counter()
                with time_given.paused():
                    solver.prepare(progress)
                self.compile_seconds += time.perf_counter() - began
                result = self._by(solver, state, time_given, progress)
            except KeyboardInterrupt:
                if found is None:
                    raise
                interrupted = True
                break
            interrupted = result.stopped == "interrupted"
            if found is None or result.exact:
                found = result
            if not result.exact or (result.value == 0 and result.objective == "outcome"):
                break  # a draw is as good whenever it comes
        assert found is not None
        return found, interrupted

    def _by(
        self, solver: Solver[Any], state: Any, time_given: Allowance, progress: Callable[[Progress], None] | None
    ) -> Result:
        """What a solver finds: where it deepens, a part of the time is for a search to the end, which may decide at once."""
        if solver.deepens and solver.options.depth is None:
            seconds = time_given.share(TO_THE_END)
            result = solver.solve(AsState(state), seconds=seconds, deepening=False, progress=progress, keep_table=True)
            if result.exact or result.stopped == "interrupted":
                return result
        return solver.solve(AsState(state), seconds=time_given.share(1), progress=progress, keep_table=True)


MOST_TOLD = 80
"""Characters of what a function of yours says."""


def _told(what: object) -> str:
    """As text, shortened; also what cannot be made a text."""
    try:
        return (repr(what) if isinstance(what, str) else str(what))[:MOST_TOLD]
    except Exception:
        return f"a {type(what).__name__} that cannot be printed"


class Bot(Player):
    """A function of yours, `bot(game, state) -> action`."""

    def __init__(
        self,
        game: Game[Any],
        function: Callable[[Game[Any], Any], int],
        *,
        name: str,
        strength: float = 1.0,
        seed: int | None = None,
    ) -> None:
        """`name`: for messages. It takes the time it takes."""
        super().__init__(game, strength=strength, seconds=DEFAULT_SECONDS, seed=seed)
        self.function = function
        self.name = name

    def best(self, state: Any, seconds: float, progress: Callable[[Progress], None] | None) -> EngineMove:
        """What the function says. Raises BadMove for what is no legal action, GameFailed for an exception."""
        try:
            with contextlib.redirect_stdout(sys.stderr):  # stdout is for what is asked for
                answer: Any = self.function(self.game, state)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit, too, would end more than this
            raise GameFailed(f"{self.name} failed: {type(error).__name__}: {_told(error)}.") from error
        whole = not isinstance(answer, bool) and isinstance(answer, Integral)
        action = int(answer) if whole else NONE
        if not (0 <= action < self.game.action_count and self.game.legal(state, action)):
            where = self.game.position_text(state)
            raise BadMove(
                f"{self.name} answered {_told(answer)} in {where!r}: it must be the number of a legal action."
            )
        return EngineMove(action, None)


def engine_named(game: Game[Any] | str, text: str, **defaults: Unpack[EngineSettings]) -> Player:
    """The player that a text describes: `perfect`, `random`, an algorithm, or a function of yours as FILE.py:NAME; settings
    in parentheses, as in `perfect(strength=0.8)`, `negamax(depth=3)`, `mcts(nodes=1000)`. `defaults` are settings of
    engines that it does not mention.

    Raises BadGame for a file that cannot be used, BadOption, and what `solve` raises.
    """
    game = as_game(game)
    found = re.fullmatch(r"\s*([a-z0-9-]+|[^()]+\.py:\w+)\s*(?:\((.*)\))?\s*", text)
    if found is None:
        raise BadOption(
            f"{shown(text)} is no engine; engines look like perfect, random, negamax(depth=3), or mybot.py:choose."
        )
    name, settings = found[1], dict[str, Any]()
    for part in filter(None, map(str.strip, (found[2] or "").split(","))):
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not value:
            raise BadOption(f"{text!r}: {part!r} is not a setting; settings look like depth=3.")
        settings[key] = _setting(value)
    for key in settings:
        if key not in (known := _settings_of(name)):
            raise BadOption(unknown("setting", key, known, where=f"of the engine {name}"))
    if ":" in name:
        settings.setdefault("seed", defaults.get("seed"))
        return Bot(game, _function(name), name=name, **settings)
    if name == "random":
        return Chancer(game, **{"seed": defaults.get("seed"), **settings})
    if name != "perfect":
        settings["algorithm"] = _algorithm(name)
    given: dict[str, Any] = {**defaults, **settings}
    return Engine(game, **given)


def _settings_of(name: str) -> tuple[str, ...]:
    """Those that an engine may have."""
    if name == "random":
        return ("seed",)
    return BOT_SETTINGS if ":" in name else ENGINE_SETTINGS


def _algorithm(name: str) -> str:
    """The name, if it is an algorithm's. Raises BadOption."""
    if name != THEORY and named(name) is None:
        names = ("perfect", "random", *ALGORITHMS)
        listing = f"the choices are {', '.join(names)}, or a function of yours, as in mybot.py:choose"
        raise BadOption(unknown("engine", name, names, also=ALIASES, listing=listing))
    return name


def _function(name: str) -> Callable[[Game[Any], Any], int]:
    """That of a bot, FILE.py:NAME. Raises BadGame."""
    path, _, word = name.rpartition(":")
    module = module_of_file(Path(path))
    function: Any = getattr(module, word, None)
    if not callable(function):
        known = [each for each, value in vars(module).items() if isinstance(value, FunctionType)]
        listing = "a bot is a function of a game and a state that returns an action"
        raise BadGame(unknown("function", word, known, where=f"in {path}", listing=listing))
    return function  # pyright: ignore[reportReturnType]


def _setting(text: str) -> Any:
    """A number, true or false, or a word."""
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
