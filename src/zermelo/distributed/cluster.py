"""`cluster`: several processes or machines that solve a position together."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Unpack

from zermelo.certificates.certification import Certification
from zermelo.certificates.certify import certified, prepared
from zermelo.certificates.options import Certifying
from zermelo.core.constants import NONE
from zermelo.core.errors import BadOption
from zermelo.core.game import Game
from zermelo.core.integers import check_count
from zermelo.core.interrupts import sparing_foreign_code
from zermelo.core.options import among, check, check_names, made, names_of, option
from zermelo.core.positions import state_of
from zermelo.core.supervision import processors
from zermelo.core.wording import counted, shown
from zermelo.distributed.executors import Executor, Processes, Serial
from zermelo.distributed.log import Log
from zermelo.distributed.packing import WORKER, packed_game, packed_state
from zermelo.distributed.questioner import Questioner, check_supported
from zermelo.distributed.session import ProofProgress, ProofSession
from zermelo.distributed.worker_pool import WorkerPool
from zermelo.games.catalogue import as_game
from zermelo.preflight.facets import check_facets
from zermelo.preflight.faults import failures_of, unchanged
from zermelo.solver.options import Options, WorkerOptions, check_threads, names_for
from zermelo.solver.requirements import check_goes_on
from zermelo.solver.result import Known as KnownResult
from zermelo.solver.result import Result
from zermelo.work.folder import identity_of

if TYPE_CHECKING:
    from zermelo.distributed.tables import ShardOptions
    from zermelo.tablebase.census import Census
    from zermelo.tablebase.tabulate import Tabulation
    from zermelo.tablebase.verify import TableVerdict

JOB_NODES: Final = 1 << 22
"""The nodes for the first job: a second or less of native search."""

MOST_WORKERS: Final = 1024

PLACE: Final = re.compile(r"serial|processes(:(?P<count>\d{1,6}))?|(?P<ray>ray)(:(?P<address>\S+))?")
WHERE: Final = "'serial', 'processes', 'processes:4', 'ray' or 'ray:ADDRESS'"


class ProofOptions(WorkerOptions, total=False):
    """The keyword arguments of `Cluster.solve`: those of workers, as for `Solver`, and the fields of `Proving`."""

    checkpoint: str | os.PathLike[str] | None
    seconds: float | None
    job_nodes: int
    progress: Callable[[ProofProgress], None] | None


@dataclass(frozen=True)
class Proving:
    """How a position is solved by a cluster. Raises BadOption."""

    checkpoint: str | os.PathLike[str] | None = option(None, metavar="DIR")
    """A folder for the log of all answers: the same call resumes the proof, even if this process was killed."""
    seconds: float | None = option(None)
    """The time, from when a worker is ready; None: no limit."""
    job_nodes: int = option(JOB_NODES)
    """The size of the first job, in nodes. It takes at most 2.5 seconds."""
    progress: Callable[[ProofProgress], None] | None = option(None)
    """Called a few times a second."""

    def __post_init__(self) -> None:
        check(self)


def cluster(where: str = "processes", *, threads: int = 1, lanes: int = 1) -> Cluster:
    """Workers that solve positions together, as a context manager:

        with zermelo.cluster("processes:4") as workers:
            result = workers.solve("mnk(6,6,5)")

    `where` is "serial" (one worker in this process, for tests), "processes" or "processes:N" (N processes on this
    machine, by default one for each of its processors), "ray" (a Ray cluster that is started on this machine) or
    "ray:ADDRESS" (one that is running: "ray:auto", "ray:10.0.0.1:6379"). Ray comes with the extra `cluster`.

    `threads`: how many threads work on each job. `lanes`: how many jobs a worker does at the same time when it proves a
    value. So a worker has threads * lanes processors. All its threads share one table, so they need not search what
    another one has searched, as two workers do. Lanes suit games whose nodes take long: threads join a search only after a
    million nodes. df-pn, which suits games that threats decide, needs workers of one thread; others use NegaMax. Raises
    BadOption.
    """
    return Cluster(where, threads=threads, lanes=lanes)


class Cluster:
    """Workers that solve positions together, count and tabulate them; as a context manager."""

    def __init__(self, where: str = "processes", *, threads: int = 1, lanes: int = 1) -> None:
        """As for `cluster`."""
        self.where = where
        check_threads(threads)
        check_count("lanes", lanes, 1)
        check_threads(threads * lanes)
        self._threads = threads
        self._lanes = lanes
        self._start = _executor_for(where, threads * lanes)
        self._executor: Executor | None = None
        self._pool: WorkerPool | None = None

    def __enter__(self) -> Cluster:
        if os.environ.get(WORKER):
            raise BadOption(
                "A worker of a cluster cannot make another one. If the file of the game is a script, put what solves the "
                "game under `if __name__ == '__main__':`."
            )
        if self._executor is None:
            self._executor = self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._executor is not None:
            self._executor.close()
            self._executor = self._pool = None

    @sparing_foreign_code()
    def solve(self, game: Game[Any] | str, position: Any = None, **options: Unpack[ProofOptions]) -> Result:
        """The value of `position`, for the player to move, and a best move, by jobs for the workers.

        For games of two players, without chance, in which every play ends. `game` is best given by its name, which
        travels to the workers with the text of the file that it names. `Proving` describes the options; those of workers
        are as for `Solver`, and `memory` is for the table of each. Ctrl-C ends it early, with proved bounds.

        The value is exact if every worker computes rightly. `certify` does not need that.

        Raises BadOption, BadPosition, BadGame, BadCheckpoint, NotSupported, GameFailed, and ClusterFailed if workers
        are lost again and again.
        """
        given = self._given(game, position, options)
        with self._proved(given) as (session, pool):
            return _result(given, session, pool)

    @sparing_foreign_code()
    def certify(
        self,
        game: Game[Any] | str,
        position: Any = None,
        *,
        folder: str | os.PathLike[str],
        rules: str | os.PathLike[str] | None = None,
        writing: Callable[[str], None] | None = None,
        **options: Unpack[ProofOptions],
    ) -> Certification:
        """Solve `position` as `solve` does, write certificates of the value into `folder`, and have them checked.

        The strategy is made in this process: a move is taken from the log where there is one, and what follows is
        searched again. So a value that is wrong, since a worker answered falsely, is not certified: NotProved is raised.
        `writing` is called with texts about the progress of the certificates; `rules` is as in `zermelo.certify`, and so
        is what is raised.
        """
        given = self._given(game, position, options)
        ready = prepared(given.game, position, folder, rules)
        with self._proved(given) as (session, pool):
            result = _result(given, session, pool)
            shared = among(given.options, names_of(Certifying))
            how = Certifying(rules=rules, seconds=pool.left, solved=result, **shared)
            return certified(given.game, ready, result, how, writing, session.action)

    @sparing_foreign_code()
    def census(
        self,
        game: Game[Any] | str,
        position: Any = None,
        *,
        symmetry: bool = False,
        plies: int | None = None,
        **options: Unpack[ShardOptions],
    ) -> Census:
        """Count the positions that can be reached from `position`, ply by ply, as `zermelo.census` does.

        Each position belongs to one of several `shards`, by its hash; a job expands a shard, or gathers what belongs to
        one. The counts depend neither on the shards nor on the workers. All positions are in files in `folder`, which all
        machines must see under the same name; the same call resumes the work there. `memory` is for the set of positions
        of each worker; `seconds` and `compiled` are as for `zermelo.census`. `progress` is called with a text.

        Raises what `zermelo.census` raises; NotSupported if positions are not made of a fixed number of integers; and
        ClusterFailed.
        """
        from zermelo.distributed.tables import count, given

        workers = self._of_one_thread()
        return count(self._hired, given(game, position, workers, options), symmetry=symmetry, plies=plies)

    @sparing_foreign_code()
    def tabulate(self, game: Game[Any] | str, position: Any = None, **options: Unpack[ShardOptions]) -> Tabulation:
        """Make a table of all positions that can be reached from `position`, in `folder`, as `zermelo.tabulate` does.

        The files of the table are the same, byte for byte, whatever the `shards` and the workers. The options are those
        of `census`.

        Raises what `zermelo.tabulate` raises; NotSupported if positions are not made of a fixed number of integers; and
        ClusterFailed.
        """
        from zermelo.distributed.tables import given, tabulate

        workers = self._of_one_thread()
        return tabulate(self._hired, given(game, position, workers, options))

    @sparing_foreign_code()
    def verify_table(
        self,
        folder: str | os.PathLike[str],
        game: Game[Any] | str | None = None,
        *,
        compiled: bool | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> TableVerdict:
        """Compare every entry of the table in `folder`, which all machines must see, with the rules and with the entries of
        its successors. It raises what `zermelo.tablebase.verify_table` raises, and ClusterFailed.
        """
        from zermelo.distributed.tables import verify

        self._of_one_thread()
        return verify(self._hired, folder, game, compiled, progress)

    def _given(self, game: Game[Any] | str, position: Any, options: ProofOptions) -> _Request:
        of_workers, own = names_for("worker"), names_of(Proving)
        check_names(options, (*own, *of_workers))
        shared: Any = among(options, of_workers)
        how: Any = among(options, own)
        made(Options, shared)  # which checks them
        return _Request(game, position, Proving(**how), {"threads": self._threads, "lanes": self._lanes, **shared})

    @contextlib.contextmanager
    def _proved(self, given: _Request) -> Generator[tuple[ProofSession, WorkerPool]]:
        """The proof, as far as it has come, and the workers. Its log is open."""
        self._open()
        game, state, how = given.game, given.state, given.how
        packed, root = packed_game(given.named), packed_state(game, given.position, state)
        log = Log(how.checkpoint, identity_of(game, state, "proof by a cluster"))
        with contextlib.closing(log), failures_of(game), unchanged(game):
            session = ProofSession(game, state, log, how.job_nodes)
            log.add({"where": self.where, "options": given.options})
            prepare = {"work": "proof", "game": packed._asdict(), "root": root, "options": given.options}
            pool = self._hired(prepare, how.seconds)
            session.prove(pool, how.progress)
            yield session, pool

    def _open(self) -> Executor:
        if self._executor is None:
            raise BadOption("The cluster is closed; use it inside `with zermelo.cluster(...) as workers:`.")
        return self._executor

    def _of_one_thread(self) -> int:
        """The number of workers, for work that uses one thread of each. Raises BadOption if they have more, or if the
        cluster is closed.
        """
        if self._threads > 1:
            raise BadOption(
                f"threads = {self._threads}: counting positions and verifying tables takes one thread of each worker; make "
                f"a cluster without threads, which has more workers."
            )
        if self._lanes > 1:
            raise BadOption(
                f"lanes = {self._lanes}: only proofs have lanes; make a cluster without them for other work."
            )
        return len(self._open().workers)

    def _hired(self, prepare: dict[str, Any], seconds: float | None) -> WorkerPool:
        """The pool of all workers, prepared for new work. `seconds`: its time limit. Raises BadOption."""
        if self._pool is not None:
            self._pool.rest()
        self._pool = WorkerPool(self._open(), prepare, seconds, self._lanes)
        return self._pool


class _Request:
    """A position to be solved, and how."""

    def __init__(self, game: Game[Any] | str, position: Any, how: Proving, options: dict[str, Any]) -> None:
        """`options`: those of the workers. Raises BadOption, BadPosition, BadGame, NotSupported."""
        self.named = game
        self.position = position
        self.how = how
        self.options = options
        self.game = as_game(game)
        with failures_of(self.game):
            check_supported(self.game)
            check_facets(self.game)
            self.questioner = Questioner(self.game, **{**self.options, "compiled": False})
            """What the workers use, to know what they do; it is not used here."""
            self.state = state_of(self.game, position)
            check_goes_on(self.game, self.state)


def _result(given: _Request, session: ProofSession, pool: WorkerPool) -> Result:
    """What is known of the position, as a result."""
    game = given.game
    lower, upper = session.bounds
    action = session.best_move(given.state, lower)
    line = tuple(map(game.action_name, session.line()))
    is_upper = lower == game.reward_range[0] and upper < game.reward_range[1]
    threads = given.options["threads"] * given.options["lanes"]
    each = f" of {counted(threads, 'thread')}" if threads > 1 else ""
    work = f"{counted(session.jobs, 'job')} for {counted(len(pool.workers), 'worker')}{each}"
    best = (game.action_name(action),) if action != NONE else ()
    known = KnownResult(lower, None, best, line, "jobs", f"{work}, by {given.questioner.algorithm}")
    result = Result.of_known(game, given.state, "outcome", known, session.seconds)
    return replace(
        result,
        value=upper if is_upper else lower,
        kind="exact" if lower == upper else "upper" if is_upper else "lower",
        lower=lower,
        upper=upper,
        best_proved=lower == upper,
        all_best=False,
        counters={**result.counters, "nodes": session.nodes},
        stopped=session.stopped or "complete",
        compiled=pool.compiled,
        knowledge=given.questioner.knowledge,
        table_bytes=sum(session.table_bytes.values()),
        note=f"{counted(len(pool.lost), 'worker')} lost: {'; '.join(pool.lost[:3])}." if pool.lost else "",
    )


def _executor_for(where: Any, threads: int) -> Callable[[], Executor]:
    """What starts the workers at a place with this name, each with `threads` processors. Raises BadOption."""
    place = PLACE.fullmatch(where) if isinstance(where, str) else None
    if place is None:
        raise BadOption(f"cluster = {shown(where)} is none of {WHERE}.")
    if where == "serial":
        return Serial
    if place["ray"]:

        def on_ray() -> Executor:
            from zermelo.distributed.on_ray import OnRay

            return OnRay(place["address"], threads)

        return on_ray
    count = int(place["count"] or max(processors() // threads, 1))
    if not 1 <= count <= MOST_WORKERS:
        raise BadOption(f"cluster = {shown(where)}: the number of processes must be 1 to {MOST_WORKERS}.")
    return lambda: Processes(count)
