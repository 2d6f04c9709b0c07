"""The options of a search: their defaults, their meaning, and the check of their values."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, fields
from pathlib import Path
from types import FunctionType
from typing import Any, Final, Literal, TypedDict, get_args

from zermelo.core.constants import DEFAULT_INTERVAL, DEFAULT_MEMORY, MAX_DEPTH
from zermelo.core.errors import BadOption
from zermelo.core.integers import check_choice, check_count, check_seconds
from zermelo.core.paths import check_path
from zermelo.core.wording import joined, shown, unknown
from zermelo.games.user_games import algorithm_in
from zermelo.search import ALGORITHMS, ALIASES, PARAMETERS, Algorithm, Memory, SearchRoot, named
from zermelo.solver.technique import NOT_SEARCHES, AlgorithmName

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


def _algorithm_in(path: str, name: str | None) -> Algorithm | FunctionType:
    """The algorithm with this name in a file. Without a name it is the file's `search_root`, named after the file."""
    algorithm = algorithm_in(path, name or "search_root", Algorithm)
    return algorithm if name or isinstance(algorithm, Algorithm) else Algorithm(Path(path).stem, algorithm)


def check_threads(threads: int) -> None:
    """Raises BadOption for an impossible number of threads."""
    check_count("threads", threads, 1)
    if threads > MOST_THREADS:
        raise BadOption(f"threads = {threads} is more than {MOST_THREADS}.")


def _check_algorithm(algorithm: Algorithm) -> None:
    """Raises BadOption for an algorithm whose properties have values that are not allowed."""
    if not isinstance(algorithm.name, str) or not algorithm.name:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise BadOption(f"Algorithm(name={shown(algorithm.name)}): the name of an algorithm must be a string.")
    if algorithm.memory not in get_args(Memory):
        raise BadOption(
            unknown("memory", algorithm.memory, get_args(Memory), where=f"of the algorithm {algorithm.name}")
        )
    for field, default in Algorithm._field_defaults.items():
        if isinstance(default, bool) and not isinstance(getattr(algorithm, field), bool):
            raise BadOption(f"{field} of the algorithm {algorithm.name} is neither True nor False.")
    _check_signature(algorithm.search_root)


def _check_signature(search_root: SearchRoot) -> None:
    """Raises BadOption for a function that cannot be an algorithm."""
    name = getattr(search_root, "__name__", shown(search_root))
    if not isinstance(search_root, FunctionType):
        raise BadOption(f"{name} is not an algorithm; an algorithm is a function search_root({', '.join(PARAMETERS)}).")
    code = search_root.__code__
    by_name = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    needed = tuple(parameter for parameter in by_name if parameter not in (search_root.__kwdefaults__ or {}))
    given = code.co_varnames[: code.co_argcount] + needed
    if tuple(parameter.lstrip("_") for parameter in given) == PARAMETERS:
        return
    if "ply" in given:
        raise BadOption(
            f"{name}({', '.join(given)}) is the kernel of an algorithm. Name the function that calls it at the root: "
            f"search_root({', '.join(PARAMETERS)})."
        )
    raise BadOption(
        f"{name}({', '.join(given)}) is not an algorithm: its parameters must be {', '.join(PARAMETERS)}, in this order."
    )


@dataclass(frozen=True)
class Options:
    """The keyword arguments of `solve`, checked. Raises BadOption, which says what is allowed."""

    algorithm: AlgorithmName | Algorithm | SearchRoot | None = None
    """A name from `zermelo.search.ALGORITHMS`, "sprague-grundy" or "retrograde"; None: the one that
    `zermelo.solver.technique` recommends. For an algorithm of your own: a function `search_root(game, search, state,
    depth, alpha, beta, guess)`, the text "FILE.py:NAME" that says where one is, or an `Algorithm`, which also describes its
    properties.
    """
    objective: Objective = "outcome"
    """"outcome": the best reward; "distance": also faster wins and slower losses."""
    depth: int | None = None
    """The depth limit in plies; None: search to the end of the game."""
    deepening: bool | None = None
    """Search to depth 1, 2, 3, ... up to `depth` (iterative deepening). None: do so if positions can repeat, or if
    the game has an evaluation and a budget, and a search to the end in a part of it was not enough. Without an
    evaluation, a search to a depth learns little.
    """
    table: bool = True
    """Use a transposition table."""
    etc: bool | None = None
    """Before any child is searched, look up all children in the table (enhanced transposition cutoffs) and use the
    bounds that the game proves for them. None: do so in games with few actions and few symmetries.
    """
    memory: int = DEFAULT_MEMORY
    """The most bytes that the table may grow to."""
    whole_process: bool = False
    """`memory` limits the whole process: what the process uses at the start is subtracted from the memory of the table."""
    without: LeftOut | str | tuple[LeftOut, ...] = ()
    """Names of pieces of knowledge and ordering to leave out (PIECES), or "all": a tuple, or a string with commas."""
    nodes: int | None = None
    """The budget of nodes; None: no limit."""
    seconds: float | None = None
    """The time limit for the search; None: no limit."""
    threads: int | None = None
    """The most threads; None: one for each processor, once a search takes long. The value does not depend on the
    threads, but the counters do, and so does the choice among several best moves.
    """
    checkpoint: str | os.PathLike[str] | None = None
    """A file that stores the state of the search. The same call resumes a search that ended early."""
    checkpoint_every: float = DEFAULT_INTERVAL
    """Seconds between two checkpoints; more if writing takes long."""
    tables: str | os.PathLike[str] | None = None
    """A folder that is a table of positions, or holds such folders. Positions in a table of this game are not searched."""
    compiled: bool | None = None
    """True: compiled only; if that takes longer than `seconds`, it is refused. False: interpreted only. None: interpreted at
    first, and compiled, if possible, once a search takes longer than `budget.Interpreting` allows."""
    all_moves: bool = False
    """Find all best moves, not only one."""
    seed: int | None = None
    """Find all best moves and put them in random order, by this seed. It also seeds the playouts of MCTS."""
    line: bool = True
    """Find the principal variation."""

    def __post_init__(self) -> None:
        self._check_kinds()
        own = re.fullmatch(r"(.+\.py)(?::(.*))?", self.algorithm) if isinstance(self.algorithm, str) else None
        if own is not None:
            object.__setattr__(self, "algorithm", _algorithm_in(own[1], own[2]))
        if self.algorithm is not None and not isinstance(self.algorithm, str):
            _check_algorithm(named(self.algorithm))
        elif self.algorithm is not None and self.algorithm not in NOT_SEARCHES and named(self.algorithm) is None:
            raise BadOption(unknown("algorithm", self.algorithm, (*ALGORITHMS, *NOT_SEARCHES), also=ALIASES))
        if self.objective not in OBJECTIVES:
            raise BadOption(unknown("objective", self.objective, OBJECTIVES))
        for piece in self.left_out:
            if piece not in (*PIECES, "all"):
                raise BadOption(unknown("piece of knowledge", piece, (*PIECES, "all")))
        self._check_numbers()

    def _check_kinds(self) -> None:
        for name in ("table", "whole_process", "all_moves", "line"):
            if not isinstance(getattr(self, name), bool):
                raise BadOption(f"{name} = {shown(getattr(self, name))} is neither True nor False.")
        for name in ("deepening", "etc", "compiled"):
            check_choice(name, getattr(self, name))
        if not isinstance(self.algorithm, str | Algorithm | FunctionType | None):
            raise BadOption(
                f"algorithm = {shown(self.algorithm)} is neither a name nor a function; the names are "
                f"{joined((*ALGORITHMS, *NOT_SEARCHES))}."
            )
        names: Any = self.without
        if not isinstance(names, str | tuple | list) or not all(isinstance(name, str) for name in names):  # pyright: ignore[reportUnknownVariableType]
            raise BadOption(
                f"without = {shown(names)} is neither a string of names separated by commas nor a tuple of names."
            )
        if self.memory is None:  # pyright: ignore[reportUnnecessaryComparison]
            raise BadOption("memory = None is not an integer of 1 or more.")

    def _check_numbers(self) -> None:
        limits = (
            ("depth", self.depth, 0),
            ("nodes", self.nodes, 1),
            ("memory", self.memory, 1),
            ("seed", self.seed, 0),
        )
        for name, value, least in limits:
            if value is not None:
                check_count(name, value, least)
        if self.depth is not None and self.depth > MAX_DEPTH:
            raise BadOption(f"depth = {self.depth} is more than {MAX_DEPTH} plies.")
        if self.threads is not None:
            check_threads(self.threads)
        if self.seconds is not None:
            check_seconds(self.seconds)
        check_seconds(self.checkpoint_every, "checkpoint_every")
        for name, what in (("checkpoint", "file"), ("tables", "folder")):
            if getattr(self, name) is not None:
                check_path(getattr(self, name), name, what)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The names in `without`."""
        if isinstance(self.without, str):
            return tuple(name.strip() for name in self.without.split(",") if name.strip())
        return tuple(self.without)

    def leaves_out(self, piece: str) -> bool:
        """Whether a piece of knowledge or ordering is left out."""
        return piece in self.left_out or "all" in self.left_out


NAMES: Final = tuple(field.name for field in fields(Options))
"""The names of all options."""


class SearchOptions(TypedDict, total=False):
    """The options of every search, as keyword arguments. `Options` describes each."""

    algorithm: AlgorithmName | Algorithm | SearchRoot | None
    depth: int | None
    table: bool
    etc: bool | None
    memory: int
    whole_process: bool
    without: LeftOut | str | tuple[LeftOut, ...]
    nodes: int | None
    threads: int | None
    tables: str | os.PathLike[str] | None
    compiled: bool | None
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


def options_from(given: SolveOptions) -> Options:
    """The checked options from keyword arguments. Raises BadOption."""
    for name in given:
        if name not in NAMES:
            raise BadOption(unknown("option", name, NAMES))
    return Options(**given)
