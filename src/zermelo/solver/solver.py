"""`solve`, and `Solver` for many positions of one game.

options --> Options, checked --> Plan --> setup: a search --> machine: compiled or not --> run: one position --> Result
"""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import functools
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, Unpack

from zermelo.core.attributes import translation_of
from zermelo.core.constants import NONE
from zermelo.core.encoded import Encoded
from zermelo.core.errors import BadOption, MixedStates, NotCompilable, NotSupported
from zermelo.core.facets import has_distances
from zermelo.core.fingerprint import is_own
from zermelo.core.game import Game
from zermelo.core.integers import check_seconds
from zermelo.core.interrupts import sparing_foreign_code
from zermelo.core.late_calls import Abandoned
from zermelo.core.options import made
from zermelo.core.positions import AsState, state_of
from zermelo.core.supervision import Allowance, Supervised, not_counted, working_time
from zermelo.core.wording import shown
from zermelo.games.catalogue import as_game
from zermelo.native.machine import Machine
from zermelo.native.state_form import encoded_view, wider
from zermelo.preflight.facets import check_facets, remark
from zermelo.preflight.faults import failures_of, unchanged
from zermelo.search import Algorithm, named
from zermelo.search.parts.observers import NoObserver, Trace
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import TranspositionTable
from zermelo.solver.budget import Interpreting
from zermelo.solver.compilation import Compilation
from zermelo.solver.line import check_value
from zermelo.solver.lookup import by_table, by_theory, check_lookup, check_theory
from zermelo.solver.options import Options, SearchOptions, SolveOptions
from zermelo.solver.plan import Plan, plan_for, suited
from zermelo.solver.progress import Progress
from zermelo.solver.requirements import check_can_be_saved, check_goes_on, check_options, check_supported
from zermelo.solver.result import Result
from zermelo.solver.retrograde import Attempt, TableMaker, check_retrograde, undecided, with_work
from zermelo.solver.run import Asked, Beside, SearchRun
from zermelo.solver.setup import Initial, farthest, memory_left, new_search, new_table, scoring_of
from zermelo.solver.technique import NOT_SEARCHES, RETROGRADE, THEORY
from zermelo.tablebase.in_memory import MemoryTable

if TYPE_CHECKING:
    from zermelo.solver.many import Answers, Rows
    from zermelo.tablebase.table import Table
    from zermelo.work.checkpoint import CheckpointFile

State = TypeVar("State")


def solve(
    game: Game[State] | str,
    position: State | AsState | str | None = None,
    *,
    progress: Callable[[Progress], None] | None = None,
    **options: Unpack[SolveOptions],
) -> Result:
    """The value of `position` and its best moves.

    `game` is a game or the name of one, as on the command line: "mnk(3,3,3)", "mygame.py:MyGame". `position` is a state, a
    string, or None for the initial state. A string is read by the game's `parse_position`; a state that is itself a string
    must be given as `AsState(text)`.

    The value is a reward for the player to move. The most common options are `algorithm`, `objective` ("distance": win
    fast), `depth`, `nodes`, `seconds`, `all_moves`, `without` and `compiled`; `zermelo.solver.options.Options` lists
    all. `progress` is called a few times a second while the search runs. Ctrl-C ends the search early, and the result
    contains all that is known by then; with compiled=True, Ctrl-C raises KeyboardInterrupt while it is compiled. With a
    `checkpoint` the same call resumes a search that ended early, even if the process was killed.

    Raises BadCheckpoint, BadOption, BadPosition, BadGame, NotSupported, NotCompilable, GameFailed.
    """
    return Solver(game, **options).solve(position, progress=progress)


class Solver(Generic[State]):
    """Solves positions of one game with one set of options. The code is compiled once, on first use."""

    @sparing_foreign_code()
    def __init__(
        self, game: Game[State] | str, *, observer: NoObserver | Trace | None = None, **options: Unpack[SolveOptions]
    ) -> None:
        """Arguments as for `solve`. An `observer` sees the search for value and move, but not those for the line."""
        game = as_game(game)
        if not isinstance(observer, NoObserver | Trace | None):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise BadOption(f"observer = {shown(observer)} is not an observer; a Trace is one.")
        self.game = game
        self._machine: Machine | None = None
        self._compilation: Compilation | None = None
        self._lock = threading.Lock()
        self._interpreting = Interpreting()
        """What may still be spent on interpreted searches before the game is compiled."""
        self._words: int = 0
        """Into how many words the states of the present search are encoded; 0 if they are as the game has them."""
        self._mixed_keys = ""
        """Which key differs in shape from the first one, if one has been met."""
        self._shares_table = False
        """Whether the table is that of `solve_many`. Another call may have left values in it that depend on its depth."""
        self.interrupted = False
        """Whether Ctrl-C ended the last search, or the searches for other best moves and the line after it."""
        given = made(Options, options)
        self.tables: tuple[Table | MemoryTable, ...] = ()
        with failures_of(game):
            check_facets(given.reduced(game), seconds=given.seconds)
            self._remark = remark(game)
            if given.tables is not None:
                from zermelo.tablebase.table import tables_in

                check_lookup(given)
                self.tables = tuple(tables_in(given.tables, game))
            self.options, self._chosen = suited(game, given)
        self.small = None if self.options.algorithm == THEORY else _table_in_memory(game, given, observer)
        """All positions, if they are few; None if the options ask for a search, or none is needed."""
        self._unproved = False
        """Whether what the class says of its positions is still to be compared with its rules."""
        self._table_maker = TableMaker(game, self.options)
        self.attempts = 0
        """How often `work_on_table` still tries to make a table of all positions."""
        if self.options.algorithm == THEORY:
            check_theory(game, self.options)
        elif self.options.algorithm == RETROGRADE:
            check_retrograde(game, self.options)
        if not self.searches:
            return
        algorithm: Algorithm = named(self.options.algorithm)
        check_supported(game, algorithm, self.options.depth)
        check_options(algorithm, self.options)
        with failures_of(game):
            self.plan: Plan[State] = plan_for(game, self.options, self._chosen)
            self._unproved = bool(self.plan.knowledge) and (has_distances(game) or game.has_chance) and not is_own(game)
            self.observer = observer or NoObserver()
            self.search = self._new_search()
            self._initial = Initial(self.search)
            if self.options.checkpoint is not None:
                check_can_be_saved(game, self.search)

    @property
    def searches(self) -> bool:
        """Whether positions are searched. If not, theory or a table answers, and there is no plan and no search."""
        return self.options.algorithm not in NOT_SEARCHES

    @property
    def algorithm(self) -> Algorithm:
        return self.plan.algorithm

    @property
    def searched_game(self) -> Game[State]:
        """The game without the knowledge that the options leave out, as the search uses it."""
        return self.plan.searched_game

    @property
    def deepens(self) -> bool:
        """Whether positions are searched to depth 1, 2, 3 and so on."""
        return self.searches and self.plan.deepens

    @sparing_foreign_code()
    def solve(
        self,
        position: State | AsState | str | None = None,
        *,
        progress: Callable[[Progress], None] | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        deepening: bool | None = None,
        keep_table: bool = False,
        wall: bool = False,
    ) -> Result:
        """Like the function `solve`. Several threads may call it; they wait for each other.

        Each call begins with an empty table, so the same position gives the same counters. With `keep_table` it begins
        with the table of the previous call. With a checkpoint, the search is resumed; no other position is accepted then.

        `seconds`, `nodes`, `depth` and `deepening` replace those of the options. Static evaluations are used only if the
        options, not this call, set a depth limit or deepening.

        The time to compile does not count, but with `wall` it does: the call then returns within `seconds`, with what an
        interpreted search has found if the code is not ready in time. Ctrl-C then ends the call even while it waits.
        """
        plan = self.plan.limited(seconds, nodes, depth, deepening) if self.searches else None
        with self._lock, failures_of(self.game):
            self._shares_table = False
            state = state_of(self.game, position)
            check_goes_on(self.game, state)
            result = self._answer(plan, Asked(state, progress, keep_table=keep_table, wall=wall, seconds=seconds))
            if plan is not None and self._unproved and result.exact:
                self._compare(plan, state, result)
        return self._with_remarks(result)

    def _compare(self, plan: Plan[State], state: State, result: Result) -> None:
        """Compare the first exact value with that by the rules alone, if that takes a moment. Raises BadGame."""
        self._unproved, stopped, small = False, self.interrupted, MemoryTable(self.game)
        if self._add_all(state, small, 0.05):
            check_value(plan, result, small.value_and_distance(state, small.score(state)))
        self.interrupted = self.interrupted or stopped

    @sparing_foreign_code()
    def make_table(
        self,
        position: State | AsState | str | None = None,
        *,
        progress: Callable[[Progress], None] | None = None,
        seconds: float | None = None,
        wall: bool = False,
    ) -> bool:
        """Make a table of all positions from `position` on, from which `solve` then answers. Returns False if the work was
        stopped; the next call resumes it. Ctrl-C stops it, too (`interrupted`).

        For games of two players without chance. `wall`: the time to compile counts, so nothing is compiled.
        """
        with self._lock, failures_of(self.game):
            state = state_of(self.game, position)
            return self._attempt(state, seconds, progress, wall=wall).table is not None

    def work_on_table(
        self, position: Any, time_given: Allowance, progress: Callable[[Progress], None] | None, *, wall: bool
    ) -> None:
        # for engines and analyses: a table of all positions from `position` on, in a part of the time, if `attempts` are
        # left; `interrupted` says whether Ctrl-C ended the work
        self.interrupted = False
        if self.attempts and not self.make_table(
            position, progress=progress, seconds=time_given.share(HALF), wall=wall
        ):
            self.attempts -= 1

    def _attempt(
        self, state: State, seconds: float | None, progress: Callable[[Progress], None] | None, *, wall: bool
    ) -> Attempt:
        """Make a table of all positions from this state on, unless there is one."""
        self.interrupted = False
        for table in self.tables:
            if table.score(state) is not None:
                return Attempt(table, "complete", 0.0, 0.0, compiled=False)
        if self.small is not None and self._visit_all(state, self.small):
            return Attempt(self.small, "complete", self.small.seconds, 0.0, compiled=False)
        with unchanged(self.game):
            attempt = self._table_maker.attempt(state, seconds, progress, wall=wall)
        self.interrupted = attempt.stopped == "interrupted"
        if attempt.table is not None:
            self.tables = (*self.tables, attempt.table)
        return attempt

    def visit_all(self, state: State, seconds: float | None = None) -> bool:
        """Visit all positions from a state on if that takes moments; whether `solve` now answers from them."""
        with self._lock, failures_of(self.game):
            self.interrupted = False
            return self.small is not None and self._visit_all(state, self.small, seconds)

    def _visit_all(self, state: State, small: MemoryTable, seconds: float | None = None) -> bool:
        """Put all positions from a state on into the table in memory, if they are few; whether they are there."""
        return self._add_all(state, small, min(seconds or WAIT_FOR_ALL, WAIT_FOR_ALL)) and self._keeps(small)

    def _add_all(self, state: State, small: MemoryTable, seconds: float) -> bool:
        """Put all positions from a state on into a table in memory; whether they are there."""
        stop = threading.Event()
        with unchanged(self.game):
            supervised = Supervised(
                lambda: small.add(state, stop.is_set), stop.set, seconds=seconds, on_tick=lambda: None
            )
            there = supervised.run()
        self.interrupted = supervised.stopped == "interrupted"
        return there

    def _keeps(self, small: MemoryTable) -> bool:
        if small not in self.tables:
            self.tables = (*self.tables, small)
        return True

    def _with_remarks(self, result: Result) -> Result:
        """The result, with a note if the game is a translation, or if its first action does nothing."""
        note = " ".join(filter(None, (translation_of(self.game), result.note, self._remark)))
        return result if note == result.note else dataclasses.replace(result, note=note)

    def _answer(self, plan: Plan[State] | None, asked: Asked) -> Result:
        """The result for a state that is not terminal: from a table of positions, from theory, or by a search."""
        self.interrupted = False
        for table in self.tables:
            result = by_table(self.game, asked.state, self.options, table)
            if result is not None:
                return result
        if self.options.algorithm == RETROGRADE:
            return self._retrograde(asked)
        if plan is None:
            return by_theory(self.game, asked.state, self.options, self._chosen)
        return self._end_first(plan, asked) if plan.end_first else self._searched(plan, asked)

    def _end_first(self, plan: Plan[State], asked: Asked) -> Result:
        """The result of a search to the end of the game in a part of the budget or, if that is too small, by deepening."""
        seconds, nodes = plan.options.seconds, plan.options.nodes
        time_given, part = Allowance(seconds), END_FIRST * min(max((seconds or 0.0) / LONG, LEAST_PART), 1)
        few = nodes and int(nodes * part)
        if few == 0:
            return self._searched(plan, asked)
        first = self._searched(plan.limited(seconds and seconds * part, few, deepening=False), asked)
        found = first.exact and (first.all_best or not plan.options.all_moves)
        if found or self.interrupted or (not first.exact and first.stopped not in ("seconds", "nodes")):
            return first
        left = nodes and nodes - first.counters["nodes"]
        rest = plan.limited(time_given.share(1), left)  # its table is new: entries to the end would only fill it
        return self._searched(rest, asked).after(first)

    def _from_memory(self, state: State, small: MemoryTable) -> Result:
        """The result for a state in the table in memory, whose positions have been visited for it."""
        self._keeps(small)
        result = by_table(self.game, state, self.options, small)
        assert result is not None
        return with_work(result, Attempt(small, "complete", small.seconds, 0.0, compiled=False))

    def _retrograde(self, asked: Asked) -> Result:
        """The result from a table of all positions from this state on, which is made now."""
        state, seconds = asked.state, self.options.seconds if asked.seconds is None else asked.seconds
        attempt = self._attempt(state, seconds, asked.progress, wall=asked.wall)
        result = None if attempt.table is None else by_table(self.game, state, self.options, attempt.table)
        if result is None:
            return undecided(self.game, state, self.options, self._chosen, attempt)
        return with_work(dataclasses.replace(result, algorithm=RETROGRADE, chosen=self._chosen), attempt)

    def _searched(self, plan: Plan[State], asked: Asked) -> Result:
        """The result of a search: interpreted until there is native code, which starts from the beginning.

        If keys turn out to differ in shape, or to be longer than those met before, it is repeated for such keys.
        """
        seconds, small = plan.options.seconds, self.small
        if plan.options.depth is not None or plan.options.nodes is not None:
            small = None
        time_given, before, interrupted = Allowance(seconds if asked.wall else None), 0.0, False
        with self._file(asked.state) as file:
            held = file.kept.bytes if file and file.kept else 0
            table = self.search.table if asked.keep_table else None
            machine = self._renewed(held, table)
            kept = copy.deepcopy(table) if machine.can_compile else None
            is_long = file is not None or bool(self.options.compiled)  # then it waits for the code
            if self._interpreting.spent and machine.can_compile:
                self._compiling()
            while True:
                if is_long and machine.can_compile:
                    began = working_time()
                    interrupted = not self._waited(time_given.share(2), asked)
                    before += working_time() - began
                    machine = self._renewed(held, kept)
                first = self._interpreting
                beside = Beside(
                    before,
                    interrupted=interrupted,
                    code=self._compilation,
                    compiling=None if is_long else self._compiling,
                    interpreting=None if is_long or not machine.can_compile else first.within(seconds),
                    small=None if machine.compiled or is_long else small,
                )
                run = SearchRun(plan, machine, self.search, asked, file, beside)
                with failures_of(self.game, machine.note, self.algorithm.search_root), unchanged(self.game):
                    try:
                        result = run.result()
                    except MixedStates as mixed:
                        if file is not None:
                            raise
                        self._widen(mixed)
                        if machine.compiled:
                            self._start_over()
                        machine = self._renewed()
                        continue
                    except Abandoned:  # its thread may still write to the search
                        self._start_over()
                        raise
                if run.gave_way and small is not None and small.score(asked.state) is not None:
                    return self._from_memory(asked.state, small)
                if not run.gave_way:
                    self.interrupted = run.interrupted
                    self._interpreting = self._interpreting.less(run.nodes, run.elapsed)
                    return result
                is_long, before = True, run.elapsed

    def _widen(self, mixed: MixedStates) -> None:
        """Make room for states that are longer than those met before; if that is not enough, nothing is compiled."""
        view = None if self._mixed_keys else wider(self._view, mixed)
        if view is None:
            self._mixed_keys = str(mixed)
        else:
            self._view = view

    def _waited(self, seconds: float | None, asked: Asked) -> bool:
        """Wait for the code. With `wall` the wait counts, and the result is False if Ctrl-C has ended it.

        Without `wall`, Ctrl-C raises KeyboardInterrupt, and compiling may take as long as the search. Raises NotCompilable.
        """
        most = seconds if asked.wall else self.options.seconds
        try:
            with contextlib.nullcontext() if asked.wall else not_counted():
                ready = self._wait_for_code(most, asked.progress)
        except KeyboardInterrupt:
            if not asked.wall:
                raise
            return False
        if self.options.compiled and not (ready or asked.wall):
            self._compilation = None  # which ends it
            insisting = "Without --compiled (in Python: compiled=True) it is interpreted."
            raise NotCompilable(f"{self.game} cannot be compiled: compiling was given up after {most:g} s. {insisting}")
        return True

    @sparing_foreign_code()
    def solve_many(
        self,
        positions: Iterable[Any],
        *,
        keep_table: bool = True,
        nodes: int | None = None,
        seconds: float | None = None,
        fractions: bool = False,
        progress: Callable[[int], None] | None = None,
        waiting: Callable[[Progress], None] | None = None,
    ) -> Answers:
        """The value and a best move of each position, as arrays.

        `positions` are states or strings, as for `solve`, or the rows of an int64 array, each the words of a state
        (`zermelo.core.words.pack`). Something that is not a position is refused by its index, and the others are solved. At
        the end of a game the value is the reward.

        With `keep_table` all searches to the end of the game share one table: they are faster, have the same values, and
        may find other moves that are as good. Searches to a depth do not: estimates would depend on the other positions.
        `nodes` limits each search, `seconds` all of them together, without compiling. With `fractions`, values and bounds
        of games of chance are exact Fractions, in arrays of objects, instead of the nearest float64. `progress` is called a
        few times a second with the number of positions that have been answered. Ctrl-C ends it, too.

        Raises BadOption, and what `solve` raises.
        """
        from zermelo.solver.many import Positions, Rows

        if self.options.checkpoint is not None or self.options.all_moves or self.options.seed is not None:
            raise BadOption(
                "solve_many finds one best move for each position. Leave out checkpoint, all_moves and seed."
            )
        plan = self.plan.limited(None, nodes, None, None) if self.searches else None
        if nodes is not None and plan is None:
            dataclasses.replace(self.options, nodes=nodes)  # checks it
        if seconds is not None:
            check_seconds(seconds)
        shares = keep_table and plan is not None and not plan.has_depths
        with self._lock, failures_of(self.game):
            given, time_given = Positions(self.game, positions), Allowance(seconds)
            rows = Rows(given, whole=plan is None or not plan.has_depths, fractions=fractions)
            try:
                asked = Asked(None, waiting, keep_table=shares)
                stopped = self._each(plan, rows, time_given, progress, asked)
            except KeyboardInterrupt:  # between two searches
                stopped = "interrupted"
            self._shares_table = shares
            return rows.answers(stopped, self._machine.note if self._machine else "")

    def _each(
        self,
        plan: Plan[State] | None,
        rows: Rows[State],
        time_given: Allowance,
        progress: Callable[[int], None] | None,
        asked: Asked,
    ) -> str:
        """Answer each position, by native code as soon as there is any. Returns why it ended."""
        from zermelo.solver.batch import Batch, suits

        shares, self._shares_table = asked.keep_table and self._shares_table, False
        if self.small is not None and plan is not None and (plan.options.nodes, plan.options.depth) == (None, None):
            self._visit_all(self.game.initial(), self.small)
        for index in rows.given.indices(0):
            if plan is not None and not self.tables and suits(plan, self._machine, self.search):
                machine = self._renewed(table=self.search.table if shares else None)
                batch = Batch(plan, machine, self.search, rows, index, keep_table=asked.keep_table)
                return batch.answer(time_given.share(1), progress)
            state = rows.given.read(index)
            if state is None:
                continue
            if time_given.spent:
                return "seconds"
            if self.game.terminal(state):
                rows.ended(index, state, self.options.objective)
                continue
            limited = plan and plan.limited(time_given.share(1))
            this = asked._replace(state=state, keep_table=shares, seconds=time_given.share(1))
            result = self._answer(limited, this)
            shares = asked.keep_table
            rows.put(index, result, self.game.parse_action(result.best[0]) if result.best else NONE)
            if self.interrupted:
                return "interrupted"
            if result.stopped == "seconds" and time_given.spent:
                return "seconds"
            if progress:
                progress(index + 1)
        return "complete"

    @sparing_foreign_code()
    def prepare(self, progress: Callable[[Progress], None] | None = None) -> None:
        """Compile now, instead of at the first search that takes longer."""
        with self._lock, failures_of(self.game), not_counted():
            if self.searches:
                self.machine(progress)

    @property
    def compiling(self) -> bool:
        """Whether compiling has begun and no search has used the code yet."""
        return self._compilation is not None

    @property
    def ready(self) -> bool:
        """Whether nothing is gained by waiting for native code: it is there, or it is known that there is none."""
        if self._compilation is not None:
            return self._compilation.done
        return not self.searches or (self._machine is not None and not self._machine.can_compile)

    def gains_code(self, interpreted: bool) -> bool:
        """Whether searches will be faster than they were so far, if some of them have been `interpreted`."""
        has_code = self._machine is not None and self._machine.compiled
        return self.compiling or not self.ready or (interpreted and has_code)

    @sparing_foreign_code()
    def compile_ahead(self) -> None:
        """Begin to compile, in the background, unless that has been done. Searches meanwhile are interpreted."""
        with self._lock, failures_of(self.game):
            if self.searches and self._compilation is None and self._renewed(table=self.search.table).can_compile:
                self._compiling()

    def _file(self, state: State) -> contextlib.AbstractContextManager[CheckpointFile | None]:
        """The checkpoint file, if the options name one. Raises BadCheckpoint."""
        if self.options.checkpoint is None:
            return contextlib.nullcontext()
        from zermelo.solver.search_checkpoint import identity_of
        from zermelo.work.checkpoint import CheckpointFile

        identity = identity_of(self.plan, self.search, state)
        return CheckpointFile(self.options.checkpoint, identity, most=memory_left(self.options))

    def machine(self, progress: Callable[[Progress], None] | None = None) -> Machine:
        """The machine with a new search in it, compiled if possible."""
        if self._renewed().can_compile:
            self._wait_for_code(None, progress)
        return self._renewed()

    def _renewed(self, held: int = 0, table: Any = None) -> Machine:
        """The machine with a new search in it. It is interpreted until its code has been compiled or found in the cache.

        `held`: bytes that are already used for a table read from a checkpoint. `table`: to use in place of an empty one.
        """
        if self._machine is not None:
            self._machine.compile_seconds = 0.0
        if self._compilation is not None and self._compilation.done:
            compilation, self._compilation = self._compilation, None
            self._machine = compilation.machine
        alike = self._renew_search(held, table)
        if isinstance(self.observer, Trace):
            self.observer.count[0] = 0
        try:
            if self._machine is not None:
                self._machine.bind(self.searched_game, self.search, alike=alike)
        except ValueError:  # the game's data has changed since it was compiled, so neither code nor table fits
            self._start_over(held)
        if self._machine is None:
            self._machine = self._made(at_once=True)()
            if self._view:  # its search was for encoded states, whether there is code or not
                self._renew_search(held, table)
                self._machine.bind(self.searched_game, self.search)
        return self._machine

    def _start_over(self, held: int = 0) -> None:
        """Forget the code and all that searches hold."""
        self._machine = self._compilation = None
        self._words = 0
        self.search = self._new_search(held)
        self._initial = Initial(self.search)

    def _renew_search(self, held: int, table: Any) -> bool:
        """Make the search as new, with this table or an empty one; whether its code is the same: all but the table follows
        from the plan.
        """
        kind = type(self.search.table)
        words: int = self._machine.words if self._machine else 0
        if words != self._words:  # the search was for states of the other form
            self._words = words
            self.search = self._new_search(held, words)
            self._initial = Initial(self.search)
            return True
        if held == 0 and self.options.checkpoint is None and self._initial.restore():
            if table is None and not self._reuses_table():
                table = new_table(self.plan, memory_left(self.options), any_keys=self._any_keys(words), words=words)
        else:
            self.search = self._new_search(held, words)
            self._initial = Initial(self.search)
        if table is not None:
            self.search.table = table
        return type(self.search.table) is kind

    def _reuses_table(self) -> bool:
        """Empty the table of the last search, if that is faster than to make another: the system clears the pages of a new
        one as they are used.
        """
        table = self.search.table
        return isinstance(table, TranspositionTable) and not self._mixed_keys and table.clear_if_listed()

    def _made(self, *, at_once: bool) -> Callable[[], Machine]:
        """A function that makes a machine. It does not refer to this solver, so that it does not keep it in memory."""
        view = None if self._mixed_keys or self.options.compiled is False else self._view
        return functools.partial(
            Machine,
            self.algorithm.search_root,
            self.searched_game,
            self.search if at_once and not view else self._new_search(words=view.words if view else 0),
            compiled=self.options.compiled,
            at_once=at_once,
            refused=self._mixed_keys,
            view=view,
        )

    def _compiling(self) -> Compilation:
        if self._compilation is None:
            self._compilation = Compilation(self._made(at_once=False))
        return self._compilation

    def _wait_for_code(self, seconds: float | None, progress: Callable[[Progress], None] | None) -> bool:
        """Compile, and wait for it for at most this many seconds. Returns whether it has ended."""
        worst, best = self.game.reward_range

        def on_tick(passed: float) -> None:
            if progress:
                progress(Progress("compiling", passed, 0, None, worst, best))

        return self._compiling().wait(seconds, on_tick)

    def _new_search(self, held: int = 0, words: int = 0) -> Search:
        """A new search; `held` bytes of memory are already used for its table, whose keys have so many words."""
        memory = memory_left(self.options, held)
        return new_search(self.plan, self.observer, memory=memory, any_keys=self._any_keys(words), words=words)

    def _any_keys(self, words: int) -> bool:
        """Whether the table is for keys of any kind: states that would be encoded for compiled code, but are not yet."""
        return bool(self._mixed_keys or (not words and self.options.compiled is not False and self._view))

    @functools.cached_property
    def _view(self) -> Encoded | None:
        """The view that native code uses; None if the game's own states are words."""
        return encoded_view(self.searched_game)


def _table_in_memory(game: Game[Any], options: Options, observer: NoObserver | Trace | None) -> MemoryTable | None:
    """A table for all positions of a game, unless the options ask for a search of some kind."""
    asked = (options.nodes, options.threads, options.checkpoint, options.tables)
    directed = options.directing.keys() - {"depth", "deepening"}  # for which the table is asked, too
    if (
        any(option is not None for option in asked)
        or directed
        or options.left_out
        or not options.table
        or options.compiled
    ):
        return None
    retrograde = options.algorithm == RETROGRADE  # which is what it does, interpreted
    searches = not retrograde and (options.algorithm, options.compiled) != (None, None)
    return None if searches or isinstance(observer, Trace) else MemoryTable(game)


WAIT_FOR_ALL: Final = 5.0
"""Seconds for visiting all positions of a small game on a busy machine; the work itself has a limit of processor time."""

END_FIRST: Final = 1 / 4
"""A quarter of a long time goes to a search to the end of the game, before one that deepens."""

LONG: Final = 60.0
"""Seconds that are a long time; of a shorter one, a smaller part is enough for the games that are likely to end in it."""

LEAST_PART: Final = 1 / 4
"""At least this part of that part, however short the time, and this part if there is a limit of nodes alone."""

HALF: Final = 2
"""Half of the time goes to a table of all positions, if one is made."""

ATTEMPTS: Final = 20
"""For how many positions work goes on on such a table. A small one is done in the first; the others are too large."""


def as_far_as_can_be(game: Game[Any], options: SearchOptions) -> SolveOptions:
    """Options for a game that can only be searched to a depth: the greatest depth, by deepening. No options for other games,
    or if `options` name an algorithm or a depth. Raises what `solve` raises for a game with invalid facets.
    """
    if "algorithm" in options or options.get("depth") is not None:
        return {}
    with failures_of(game):
        if game.has_chance or game.cyclic:
            check_facets(Options(without=options.get("without", "")).reduced(game), scope=False)
        depth = farthest(game)
    return {} if depth is None else {"depth": depth, "deepening": True}


def refused(game: Game[Any]) -> str:
    """Why `solve`, without options, takes no position of a game; empty if it does. Raises BadGame, GameFailed."""
    try:
        solver = Solver(game)
        if solver.searches:
            scoring_of(solver.plan)
    except (NotSupported, BadOption) as error:
        return str(error)
    return ""
