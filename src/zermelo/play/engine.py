"""Engines: players that search for their moves, made from a string such as `negamax(depth=3)`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, Final, Unpack

from zermelo.core.errors import BadGame, BadOption
from zermelo.core.facets import has_distances
from zermelo.core.game import Game
from zermelo.core.positions import AsState
from zermelo.core.supervision import Allowance
from zermelo.core.wording import shown, unknown
from zermelo.games.catalogue import as_game
from zermelo.games.user_games import module_of_file
from zermelo.play.players import DEFAULT_SECONDS, Agent, Bot, EngineMove, Player, RandomPlayer
from zermelo.search import ALGORITHMS, ALIASES, PARAMETERS, named
from zermelo.solver.options import NAMES, OBJECTIVES, EngineOptions, SolveOptions
from zermelo.solver.progress import Progress
from zermelo.solver.result import Result
from zermelo.solver.solver import ATTEMPTS, Solver, as_far_as_can_be
from zermelo.solver.technique import NOT_SEARCHES

ENGINE_SETTINGS: Final = (
    "strength",
    "seed",
    "remembers",
    *(name for name in NAMES if name not in ("algorithm", "seed")),
)


class EngineSettings(EngineOptions, total=False):
    """The keyword arguments of `Engine`."""

    strength: float
    seconds: float
    seed: int | None
    remembers: bool


def as_player(player: Player | Agent | str, game: Game[Any], **defaults: Unpack[EngineSettings]) -> Player:
    """A player of this game, from a player, a function, or a string for `engine_named`, with its defaults.

    Raises BadOption.
    """
    if isinstance(player, str):
        return engine_named(game, player, **defaults)
    if callable(player):
        name = getattr(player, "__name__", type(player).__name__)
        return Bot(game, player, name=name, seed=defaults.get("seed"))
    if not isinstance(player, Player):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise BadOption(
            f"{shown(player)} is not a player; give a string such as 'perfect' or 'mybot.py:choose', or an engine."
        )
    if player.game is not game and str(player.game) != str(game):
        raise BadOption(f"The player is for {player.game}, not for {game}; make one for this game.")
    return player


class Engine(Player):
    """Plays the best move that it finds in its time. The move is proved to be best if the search is complete.

    It first searches for the outcome, and then, in the time left, for the fastest win or the slowest loss. If its options
    have an algorithm, a depth or an objective, it does only that search. If no search can go to the end of every play, it
    searches as deep as it can in its time. If plays may return to a position, it first makes a table of all positions, in
    half of the time for its first moves, and then plays from the table.
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
        """`strength`: how often it searches for the best move, from 0 to 1; else it moves at random. `seconds`: the time
        for a move. `seed`: chooses the random moves, and among best moves; with a seed it searches for all of these.
        `remembers`: whether it keeps what it has proved of a position, instead of searching it again. `options` are those
        of `solve`.

        Raises BadOption, and what `solve` raises.
        """
        super().__init__(game, strength=strength, seconds=seconds, seed=seed)
        single = bool({"algorithm", "depth", "objective"} & {*options}) or not has_distances(game)
        timed: SolveOptions = {"seconds": seconds, **options}  # so that searches deepen, and use the evaluation
        searches: list[SolveOptions] = [timed]
        if not single:
            searches = [{**timed, "objective": objective} for objective in OBJECTIVES]
        limit = as_far_as_can_be(game, options)
        makes_table = bool(limit) and game.cyclic and has_distances(game)
        if limit:
            searches = [{**timed, **limit}]
            self.note = _note(game, makes_table=makes_table)
        algorithm = named(options.get("algorithm"))
        self.varied = seed is not None and (algorithm is None or algorithm.gives_value)
        more: SolveOptions = {"line": False, "all_moves": self.varied}
        self.solvers = [Solver[Any](game, **{**more, **search}) for search in searches]
        for solver in self.solvers:
            solver.small = self.solvers[0].small
        self.solvers[0].attempts = ATTEMPTS if makes_table else 0
        self.wall = False
        """Whether the time to compile counts."""
        self.known: dict[Any, Result] | None = {} if remembers else None

    def best(self, state: Any, seconds: float, progress: Callable[[Progress], None] | None) -> EngineMove:
        """A best move. If it knows all best moves, it chooses one of them at random."""
        result, interrupted = self.known.get(state) if self.known else None, False
        if result is None:
            result, interrupted = self._search(state, Allowance(seconds), progress)
            if self.known is not None and not interrupted and (result.exact or result.stopped == "depth"):
                self.known[state] = result
        name = self.random.choice(sorted(result.best)) if self.varied and result.all_best else result.best[0]
        return EngineMove(self.game.parse_action(name), result, interrupted)

    def _search(
        self, state: Any, time_given: Allowance, progress: Callable[[Progress], None] | None
    ) -> tuple[Result, bool]:
        """The result of the last complete search, or of the first if none is complete; and whether Ctrl-C ended one."""
        latest, interrupted = None, False
        self.solvers[0].work_on_table(None, time_given, progress, wall=self.wall)
        if self.solvers[0].interrupted:
            time_given = Allowance(0.05)  # Ctrl-C has ended the work on the table; a short search finds some move
        for solver in self.solvers:
            try:
                seconds = time_given.share(1)
                result = solver.solve(
                    AsState(state), progress=progress, seconds=seconds, keep_table=True, wall=self.wall
                )
            except KeyboardInterrupt:
                if latest is None:
                    raise
                return latest, True
            interrupted = solver.interrupted
            if latest is None or result.exact:
                latest = result
            if interrupted or not result.exact or (result.value == 0 and result.objective == "outcome"):
                break  # a draw has no distance
        assert latest is not None
        return latest, interrupted


def _note(game: Game[Any], *, makes_table: bool) -> str:
    if makes_table:
        return (
            f"Plays of {game} may return to a position. The engine plays perfectly once it has a table of all positions; "
            f"until then, it searches as deep as its time allows."
        )
    return (
        f"No search can follow every play of {game} to its end. The engine searches as deep as its time allows, and plays "
        f"perfectly only if that decides the game."
    )


def engine_named(game: Game[Any] | str, text: str, **defaults: Unpack[EngineSettings]) -> Player:
    """The player that a string describes: `perfect`, `random`, an algorithm, or a function of the user, a bot or an
    algorithm, as FILE.py:NAME.

    Settings are in parentheses, as in `perfect(strength=0.8)`, `negamax(depth=3)`, `mcts(nodes=1000)`. `defaults` are
    settings that apply unless the string gives others.

    Raises BadGame for a file that cannot be used, BadOption, and what `solve` raises.
    """
    player = _player(as_game(game), *_parsed(text), defaults)
    player.name = text
    return player


def _parsed(text: str) -> tuple[str, dict[str, Any]]:
    """The name and the settings in the text. Raises BadOption."""
    words = re.fullmatch(r"\s*([a-z0-9-]+|[^()]+\.py:\w+)\s*(?:\((.*)\))?\s*", text)
    if words is None:
        raise BadOption(
            f"{shown(text)} is not an engine; give one such as perfect, random, negamax(depth=3) or mybot.py:choose."
        )
    settings: dict[str, Any] = {}
    for part in filter(None, map(str.strip, (words[2] or "").split(","))):
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not value:
            raise BadOption(f"{text!r}: {part!r} is not a setting; give settings such as depth=3.")
        settings[key] = _setting(value)
    return words[1], settings


def _player(game: Game[Any], name: str, settings: dict[str, Any], defaults: EngineSettings) -> Player:
    """The player with this name. Raises BadGame, BadOption, and what `solve` raises."""
    function = _function(name) if ":" in name else None
    bot = function if function is not None and not _is_algorithm(function) else None
    known = ("strength", "seed") if bot else ("seed",) if name == "random" else ENGINE_SETTINGS
    for key in settings:
        if key not in known:
            raise BadOption(unknown("setting", key, known, where=f"of the engine {name}"))
    if bot is not None or name == "random":
        settings = {"seed": defaults.get("seed"), **settings}
        return RandomPlayer(game, **settings) if bot is None else Bot(game, bot, name=name, **settings)
    if name != "perfect":
        settings["algorithm"] = function or _algorithm(name)
    given: dict[str, Any] = {**defaults, **settings}
    return Engine(game, **given)


def _is_algorithm(function: Callable[..., Any]) -> bool:
    """Whether a function of the user's file is an algorithm, by its parameters, and not a bot."""
    return isinstance(function, FunctionType) and function.__code__.co_varnames[: len(PARAMETERS)] == PARAMETERS


def _algorithm(name: str) -> str:
    """The name. Raises BadOption if there is no such algorithm."""
    if name not in NOT_SEARCHES and named(name) is None:
        names = ("perfect", "random", *ALGORITHMS)
        listing = f"the choices are {', '.join(names)}, or a function of yours, as in mybot.py:choose"
        raise BadOption(unknown("engine", name, names, also=ALIASES, listing=listing))
    return name


def _function(name: str) -> Callable[..., Any]:
    """The function of a bot, given as FILE.py:NAME. Raises BadGame."""
    path, _, word = name.rpartition(":")
    module = module_of_file(Path(path))
    function: Any = getattr(module, word, None)
    if not callable(function):
        known = [each for each, value in vars(module).items() if isinstance(value, FunctionType)]
        listing = "a bot is a function that takes a game and a state, and returns an action"
        raise BadGame(unknown("function", word, known, where=f"in {path}", listing=listing))
    return function


def _setting(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
