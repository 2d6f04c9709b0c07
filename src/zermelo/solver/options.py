"""The options of a search: their defaults, their meaning, who takes them, and the check of their values.

An option that is added here, as a field of `Options` and in one of the typed dictionaries below it, is one of `solve`, of
the command line and, by its scope, of engines, oracles and clusters. What is left to do is to use it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, TypedDict, TypeVar, get_args

from zermelo.core.constants import DEFAULT_INTERVAL, DEFAULT_MEMORY, MAX_DEPTH
from zermelo.core.errors import BadOption
from zermelo.core.game import Game
from zermelo.core.integers import check_count
from zermelo.core.options import check, declared, names_of, option
from zermelo.core.wording import shown, unknown
from zermelo.search import Algorithm, SearchRoot
from zermelo.solver.own_algorithm import checked
from zermelo.solver.technique import AlgorithmName

State = TypeVar("State")

Objective = Literal["outcome", "distance"]

OBJECTIVES: Final[tuple[Objective, ...]] = get_args(Objective)

Ordering = Literal["killers", "history"]

ORDERING: Final[tuple[Ordering, ...]] = get_args(Ordering)
"""What move ordering can learn during a search."""

Piece = Literal["key", "symmetry", "evaluation", "quiescence", "priority", "forced", "relevance", "bounds", Ordering]

PIECES: Final[tuple[Piece, ...]] = get_args(Piece)
"""Everything that can be left out by name: pieces of a game's knowledge, and what move ordering learns."""

LeftOut = Literal[Piece, "all"]


MOST_THREADS: Final = 1024


def check_threads(threads: int) -> None:
    check_count("threads", threads, 1)
    if threads > MOST_THREADS:
        raise BadOption(f"threads = {threads} is more than {MOST_THREADS}.")


@dataclass(frozen=True)
class Options:
    """The keyword arguments of `solve`, checked. Raises BadOption, which says what is allowed."""

    algorithm: AlgorithmName | Algorithm | SearchRoot | None = option(
        None,
        "An algorithm (`zermelo help algorithms` lists them), or FILE.py:NAME. Default: one that suits GAME.",
        metavar="NAME",
        scope="oracle",
    )
    """A name from `zermelo.search.ALGORITHMS`, "sprague-grundy" or "retrograde"; None: the one that
    `zermelo.solver.technique` recommends. For an algorithm of your own: a function `search_root(game, search, state,
    depth, alpha, beta, guess)`, the text "FILE.py:NAME" that says where one is, or an `Algorithm`, which also describes its
    properties.
    """
    objective: Objective = option(
        "outcome",
        "outcome (default), or distance, which prefers fast wins and slow losses.",
        metavar="NAME",
        scope="engine",
        identifies=True,
    )
    depth: int | None = option(
        None, "Search at most this many plies ahead.", metavar="PLIES", scope="search", least=0, directs=True
    )
    """None: search to the end of the game."""
    deepening: bool | None = option(
        None,
        "Search to depth 1, 2, 3, ... in turn. On by default if positions can repeat, or if GAME has an evaluation and "
        "there is a budget and no checkpoint.",
        scope="engine",
        directs=True,
    )
    """Iterative deepening, up to `depth`. With an evaluation and a budget, a search to the end in a part of it comes first.
    Without an evaluation, a search to a depth learns little.
    """
    table: bool = option(True, "Search with a transposition table (default), or without.", scope="oracle")
    etc: bool | None = option(
        None,
        "Before searching any child, look all of them up in the table and in the game's bounds (enhanced transposition "
        "cutoffs). On by default in games with few actions and few symmetries.",
        scope="worker",
        directs=True,
        identifies=True,
        memory="scores",
    )
    memory: int = option(
        DEFAULT_MEMORY,
        "Limit on the memory of the whole process: 256M, 2G. Without it, the table may take up to 1G.",
        metavar="SIZE",
        scope="worker",
    )
    """The most bytes that the table may grow to."""
    whole_process: bool = option(False, scope="oracle")
    """`memory` limits the whole process: what the process uses at the start is subtracted from the memory of the table."""
    without: LeftOut | str | tuple[LeftOut, ...] = option(
        (),
        "Knowledge that the search must not use: names separated by commas, or all.",
        metavar="NAMES",
        scope="oracle",
    )
    """Names of pieces of knowledge and ordering to leave out (PIECES), or "all": a tuple, or a string with commas."""
    nodes: int | None = option(None, "Visit at most N positions.", metavar="N", scope="search")
    seconds: float | None = option(
        None, "Time limit for the search and the certificates, in seconds.", metavar="S", scope="solve"
    )
    """The time limit for the search; None: no limit."""
    threads: int | None = option(
        None,
        "The number of threads for a long search. Default: one for each processor; with --cluster, one for each worker.",
        metavar="N",
        scope="search",
    )
    """The most threads. The value does not depend on them, but the counters do, and so does the choice among several best
    moves.
    """
    checkpoint: str | os.PathLike[str] | None = option(
        None, "Save the state of the search in FILE; resume from it if FILE exists.", metavar="FILE", scope="solve"
    )
    """A file that stores the state of the search. The same call resumes a search that ended early."""
    checkpoint_every: float = option(
        DEFAULT_INTERVAL,
        "Save the checkpoint every S seconds (default 600), and at the end.",
        metavar="S",
        scope="solve",
    )
    """Seconds between two checkpoints; more if writing takes long."""
    tables: str | os.PathLike[str] | None = option(
        None,
        "A tablebase, or a folder of tablebases: positions in them are not searched.",
        metavar="DIR",
        scope="search",
    )
    compiled: bool | None = option(
        None,
        "Require native code, or run in the interpreter. Default: native code for longer searches.",
        scope="worker",
        switch="--compiled/--interpreted",
    )
    """True: compiled only; if that takes longer than `seconds`, it is refused. False: interpreted only. None: interpreted at
    first, and compiled, if possible, once a search takes longer than `budget.Interpreting` allows."""
    all_moves: bool = option(False, "Find all best moves, not only one.", scope="solve", switch="--all-moves")
    seed: int | None = option(
        None, "Find all best moves, and list them in random order, with this seed.", metavar="N", scope="solve", least=0
    )
    """It also seeds the playouts of MCTS."""
    line: bool = option(True, scope="search")
    """Find the principal variation."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "algorithm", checked(self.algorithm))
        names: Any = self.without
        if not isinstance(names, str | tuple | list) or not all(isinstance(name, str) for name in names):  # pyright: ignore[reportUnknownVariableType]
            raise BadOption(
                f"without = {shown(names)} is neither a string of names separated by commas nor a tuple of names."
            )
        if self.objective not in OBJECTIVES:
            raise BadOption(unknown("objective", self.objective, OBJECTIVES))
        for piece in self.left_out:
            if piece not in (*PIECES, "all"):
                raise BadOption(unknown("piece of knowledge", piece, (*PIECES, "all")))
        check(self)
        if self.depth is not None and self.depth > MAX_DEPTH:
            raise BadOption(f"depth = {self.depth} is more than {MAX_DEPTH} plies.")
        if self.threads is not None:
            check_threads(self.threads)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The names in `without`."""
        if isinstance(self.without, str):
            return tuple(name.strip() for name in self.without.split(",") if name.strip())
        return tuple(self.without)

    def reduced(self, game: Game[State]) -> Game[State]:
        """The game without the knowledge that is left out."""
        return Game[State].without(game, *self.left_out)  # one of the class's own is refused later

    def leaves_out(self, piece: str) -> bool:
        return piece in self.left_out or "all" in self.left_out

    @property
    def directing(self) -> dict[str, Any]:
        """The given options that say how to search, and that nothing but a search can use."""
        given = {name: getattr(self, name) for name in DIRECTING}
        return {name: value for name, value in given.items() if value is not None}

    @property
    def asks_for_scores(self) -> bool:
        """Whether an option needs a search that finds scores: a depth, deepening, a distance, or lookups of children."""
        return self.objective != "outcome" or any(value is not False for value in self.directing.values())

    def identity(self) -> dict[str, str]:
        """The options on which the scores in a table depend, as texts."""
        values = {each.name: getattr(self, each.name) for each in fields(self) if declared(each).identifies}
        return {name: value if isinstance(value, str) else "on" if value else "off" for name, value in values.items()}


NAMES: Final = names_of(Options)
"""The names of all options."""

DIRECTING: Final = tuple(each.name for each in fields(Options) if declared(each).directs)
"""The options that say how to search."""

SCOPES: Final = ("worker", "oracle", "search", "engine", "solve")
"""Who takes options. Each takes those before it, too."""


def names_for(scope: str) -> tuple[str, ...]:
    """The names of the options that one of SCOPES takes."""
    taken = SCOPES[: SCOPES.index(scope) + 1]
    return tuple(each.name for each in fields(Options) if declared(each).scope in taken)


class WorkerOptions(TypedDict, total=False):
    """The options of the workers of a cluster, as keyword arguments. `Options` describes each."""

    etc: bool | None
    memory: int
    compiled: bool | None


class OracleOptions(WorkerOptions, total=False):
    """The options of an oracle's searches, which go to the end of the game. `Options` describes each."""

    algorithm: AlgorithmName | Algorithm | SearchRoot | None
    table: bool
    whole_process: bool
    without: LeftOut | str | tuple[LeftOut, ...]


class SearchOptions(OracleOptions, total=False):
    """The options of every search, as keyword arguments. `Options` describes each."""

    depth: int | None
    nodes: int | None
    threads: int | None
    tables: str | os.PathLike[str] | None
    line: bool


class EngineOptions(SearchOptions, total=False):
    """The options of an engine, which searches one position after the other."""

    objective: Objective
    deepening: bool | None


class SolveOptions(EngineOptions, total=False):
    """All options: those of a single `solve`."""

    seconds: float | None
    checkpoint: str | os.PathLike[str] | None
    checkpoint_every: float
    all_moves: bool
    seed: int | None
