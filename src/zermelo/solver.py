"""The front door: `solve`, and `Solver` for many positions of one game.

options --> Options, checked --> setup: a search --> machine: compiled or not --> run: one position --> Result
"""

from __future__ import annotations

import contextlib
import dataclasses
import threading
import time
from collections.abc import Callable, Generator
from typing import Any, Final, Generic, TypeVar, Unpack

from zermelo.checkpoint import CheckpointFile
from zermelo.checks import as_game, check_can_be_kept, check_facets, check_options, check_supported
from zermelo.contents import changed, contents
from zermelo.errors import GOES_ON, BadGame, BadOption, BadPosition, BrokenContract, GameFailed, ZermeloError
from zermelo.fingerprint import is_library_module
from zermelo.game import AsState, Game, state_of
from zermelo.machine import Machine
from zermelo.options import Options, SearchOptions, SolveOptions, options_from
from zermelo.probing import ADVICE, odd_answer, overlong
from zermelo.result import Result
from zermelo.resume import identity_of
from zermelo.run import Progress, Run
from zermelo.search import Algorithm, named
from zermelo.search.observers import NoObserver, Trace
from zermelo.search.table import MixedKeys
from zermelo.setup import afforded, deepens, farthest, new_search, suited
from zermelo.tables import Table
from zermelo.tables.lookup import by_table, check_lookup
from zermelo.tables.table import tables_in
from zermelo.technique import THEORY
from zermelo.theory import by_theory, check_theory
from zermelo.watch import Watched

State = TypeVar("State")


def solve(
    game: Game[State] | str,
    position: State | AsState | str | None = None,
    *,
    progress: Callable[[Progress], None] | None = None,
    **options: Unpack[SolveOptions],
) -> Result:
    """The value of `position` (a state, a text, None for the initial one) and its best moves.

    `game` is a game or the name of one, as on the command line: "mnk(3,3,3)", "mygame.py:MyGame". A text as a position is
    read by the game's `parse_position`; a state that is a text is given as `AsState(text)`.

    The value is a reward for the player to move there. `options` are the fields of `zermelo.options.Options`.
    `progress` is called a few times a second while the search runs. Ctrl-C ends the search early, with what is known by
    then; while the game is still being compiled it raises KeyboardInterrupt. With a `checkpoint` the same call goes on from
    there, also after the process was killed.

    Raises BadCheckpoint, BadOption, BadPosition, BadGame, NotSupported, NotCompilable, GameFailed.
    """
    return Solver(game, **options).solve(position, progress=progress)


class Solver(Generic[State]):
    """Everything needed to solve positions of one game in one way; compiled once, on the first use."""

    def __init__(
        self, game: Game[State] | str, *, observer: NoObserver | Trace | None = None, **options: Unpack[SolveOptions]
    ) -> None:
        """As `solve`; an `observer` sees the search for value and move, not the extra work for the line."""
        game = as_game(game)
        self.game = game
        self._machine: Machine | None = None
        self._lock = threading.Lock()
        self._any_keys = False
        """Whether keys were met that are not of one shape."""
        given = options_from(options)
        self.tables: tuple[Table, ...] = ()
        with failures_of(game):
            check_facets(game, seconds=given.seconds)
            if given.tables is not None:
                check_lookup(given)
                self.tables = tuple(tables_in(given.tables, game))
            self.options, self.chosen = suited(game, given)
        if self.options.algorithm == THEORY:
            check_theory(game, self.options)
            return
        self.algorithm: Algorithm = named(self.options.algorithm)
        check_supported(game, self.algorithm, self.options.depth)
        check_options(self.algorithm, self.options)
        with failures_of(game):
            self.blind = game.without(*self.options.left_out)
            self.observer = observer or NoObserver()
            self.search = new_search(self.blind, afforded(self.options), self.observer)
            if self.options.checkpoint is not None:
                check_can_be_kept(game, self.search)

    @property
    def deepens(self) -> bool:
        """Whether a search goes to depth 1, 2, 3 and so on."""
        return self.options.algorithm != THEORY and deepens(self.blind, self.options)

    def solve(
        self,
        position: State | AsState | str | None = None,
        *,
        progress: Callable[[Progress], None] | None = None,
        seconds: float | None = None,
        depth: int | None = None,
        deepening: bool | None = None,
        goes_on: bool = False,
    ) -> Result:
        """As the function `solve`. Each call starts afresh: same position, same counters; unless it `goes_on` with what the
        call before has put into the table. Threads wait for each other.

        With a checkpoint it goes on from there instead, and takes only the position that this is of.
        `seconds`, `depth` and `deepening` go before those of the options, which still decide whether evaluations count: they
        do where the options have a depth, or deepening.
        """
        options = self._options_of_call(seconds, depth, deepening)
        with self._lock, failures_of(self.game):
            state = state_of(self.game, position)
            if self.game.terminal(state):
                raise BadPosition(
                    f"The game is over in {self.game.position_text(state)!r}: there is nothing to search."
                )
            for table in self.tables:
                found = by_table(self.game, state, self.options, table)
                if found is not None:
                    return found
            if self.options.algorithm == THEORY:
                return by_theory(self.game, state, self.options, self.chosen)
            with self._file(state) as file:
                table = self.search.table if goes_on else None
                machine = self.machine(progress, file.kept.bytes if file and file.kept else 0, table)
                with failures_of(self.game, machine.note), unchanged(self.game):
                    try:
                        return self._run(options, machine, state, progress, file)
                    except MixedKeys:
                        if file is not None:
                            raise
                    self._any_keys = True
                    if isinstance(self.observer, Trace):
                        self.observer.count[0] = 0
                    return self._run(options, self.machine(progress), state, progress, None)

    def _run(
        self,
        options: Options,
        machine: Machine,
        state: State,
        progress: Callable[[Progress], None] | None,
        file: CheckpointFile | None,
    ) -> Result:
        """Search with what the machine is bound to."""
        run = Run(self.game, self.blind, self.algorithm, options, machine, self.search, state, progress, file)
        return run.result(self.chosen)

    def _options_of_call(self, seconds: float | None, depth: int | None, deepening: bool | None) -> Options:
        """The options with the limits of one call; whether to deepen does not depend on those."""
        if self.options.algorithm == THEORY or (seconds, depth, deepening) == (None, None, None):
            return self.options
        if depth is not None and self.options.depth is not None and depth > self.options.depth:
            raise BadOption(
                f"depth = {depth} is more than the {self.options.depth} plies that this solver was made for."
            )
        given = {"seconds": seconds, "depth": depth, "deepening": self.deepens if deepening is None else deepening}
        limits: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        return dataclasses.replace(self.options, **limits)

    def prepare(self, progress: Callable[[Progress], None] | None = None) -> None:
        """Compile now what the first search would compile."""
        with self._lock, failures_of(self.game):
            if self.options.algorithm != THEORY and self._machine is None:
                self.machine(progress)

    def _file(self, state: State) -> contextlib.AbstractContextManager[CheckpointFile | None]:
        """The checkpoint, if there is to be one. Raises BadCheckpoint."""
        if self.options.checkpoint is None:
            return contextlib.nullcontext()
        identity = identity_of(self.blind, self.algorithm, self.options, self.search, state)
        return CheckpointFile(self.options.checkpoint, identity, most=afforded(self.options).memory)

    def machine(self, progress: Callable[[Progress], None] | None = None, held: int = 0, table: Any = None) -> Machine:
        """The machine with a fresh search in it, compiled if this is the first use.

        `held` bytes of a table have been read already; what compiling takes is known only afterwards. `table`: in place of
        an empty one.
        """
        if self._machine is None:
            self._machine = self._compile(progress)
        else:
            self._machine.compile_seconds = 0.0
        self.search = new_search(self.blind, afforded(self.options, held), self.observer, any_keys=self._any_keys)
        if table is not None:
            self.search.table = table
        try:
            self._machine.bind(self.blind, self.search)
        except (
            ValueError
        ):  # the game holds something else than when it was compiled, and a table is of the game as it was
            self.search = new_search(self.blind, afforded(self.options, held), self.observer, any_keys=self._any_keys)
            self._machine = self._compile(progress)
        return self._machine

    def _compile(self, progress: Callable[[Progress], None] | None) -> Machine:
        worst, best = self.game.reward_range
        started = time.perf_counter()

        def compile_it() -> Machine:
            return Machine(self.algorithm.search_root, self.blind, self.search, compiled=self.options.compiled)

        def look() -> None:
            if progress:
                progress(Progress("compiling", time.perf_counter() - started, 0, None, worst, best))

        watched = Watched(compile_it, lambda: None, seconds=None, look=look)
        machine = watched.run()
        if watched.stopped:
            raise KeyboardInterrupt
        return machine


def as_far_as_can_be(game: Game[Any], options: SearchOptions) -> SolveOptions:
    """The options of a search that goes deeper and deeper, as far as one may, where none may go to the end of every play and
    `options` name neither algorithm nor depth; else none. Raises what `solve` raises for games that are out of order.
    """
    if "algorithm" in options or options.get("depth") is not None:
        return {}
    with failures_of(game):
        if game.has_chance or game.cyclic:
            check_facets(game)
        depth = farthest(game)
    return {} if depth is None else {"depth": depth, "deepening": True}


@contextlib.contextmanager
def unchanged(game: Game[Any]) -> Generator[None]:
    """Raises BadGame where the game holds something else afterwards: then nothing that was found is sure."""
    before = contents(game)
    yield
    for name in changed(before, contents(game)):
        raise BadGame(f"{game}: self.{name} has changed during the search, so no value is sure. {ADVICE}")


OURS: Final = (
    "This is a fault of zermelo's own, not of the game: no line of the game had a part in it. Please report it, with all "
    "that is printed here, and with the game if you may."
)


OWN: Final = ("zermelo", "click", "rich", "psutil")
"""Packages whose lines are not the game's, nor those of libraries that games may use: ours, and what it is made with."""


class failures_of:  # noqa: N801  (reads as a statement)
    """Turns an exception raised by a game's own methods into GameFailed: one sentence, with the place in its code.

    An exception in which the game has no part goes on as it is, with a note that it is a fault of ours.
    """

    def __init__(self, game: Game[Any], note: str = "") -> None:
        """`note` says why the game was not compiled: perhaps that is the very reason of its failure."""
        self._game, self._note = game, note

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _trace: Any) -> None:
        if isinstance(error, BrokenContract) and str(error).startswith(GOES_ON):
            raise BadGame(overlong(self._game)) from error
        if isinstance(error, BrokenContract):
            raise BadGame(f"{self._game}: {error}. `zermelo check` tells where.") from error
        if isinstance(error, Exception) and not isinstance(error, ZermeloError):
            why = self._why(error)
            if why:
                raise GameFailed(f"{self._game} failed: {why}") from error
            if OURS not in getattr(error, "__notes__", ()):
                error.add_note(OURS)

    def _why(self, error: Exception) -> str:
        """What the game has to do with an error; nothing if the fault is ours."""
        told = f"{type(error).__name__}: {error}"
        place = _place(error)
        if place:
            return f"{told}{place}."
        is_native = getattr(error, "native", False)
        if is_native or isinstance(error, MemoryError | RecursionError):  # from where is not known
            return f"{told}. {self._note or '`zermelo check` tells where.'}"
        odd = odd_answer(self._game)
        if odd is None:
            return ""
        return f"{odd}.{f' {self._note}' if self._note else ''}"


def _place(error: BaseException) -> str:
    """Where in the user's code an error was raised, "" when it was not in the user's code."""
    compiled = getattr(error, "place", None)  # in native code: function, file, line
    if compiled is not None:
        _, file, line = compiled
        return f" ({file}:{line})"
    place, trace = "", error.__traceback__
    while trace is not None:
        module = trace.tb_frame.f_globals.get("__name__", "")
        if module.partition(".")[0] not in OWN and not is_library_module(module):
            place = f" ({trace.tb_frame.f_code.co_filename}:{trace.tb_lineno})"
        trace = trace.tb_next
    return place
