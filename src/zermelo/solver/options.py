"""How to search: every option, its default, and what it may be."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, fields
from pathlib import Path
from types import FunctionType
from typing import Any, Final, Literal, TypedDict, get_args

from zermelo.core.constants import DEFAULT_INTERVAL, DEFAULT_MEMORY, MAX_DEPTH
from zermelo.core.errors import BadOption
from zermelo.core.integers import is_within
from zermelo.core.paths import check_path
from zermelo.core.wording import joined, shown, unknown
from zermelo.games.user_games import algorithm_in
from zermelo.search import ALGORITHMS, ALIASES, PARAMETERS, Algorithm, Memory, SearchRoot, named
from zermelo.search.parts.counters import UNLIMITED
from zermelo.solver.technique import THEORY, AlgorithmName

Objective = Literal["outcome", "distance"]

OBJECTIVES: Final[tuple[Objective, ...]] = get_args(Objective)

Ordering = Literal["killers", "history"]

ORDERING: Final[tuple[Ordering, ...]] = get_args(Ordering)
"""What the order of moves may learn during a search."""

Piece = Literal["key", "symmetry", "evaluation", "quiescence", "priority", "forced", "relevance", "bounds", Ordering]

PIECES: Final[tuple[Piece, ...]] = get_args(Piece)
"""All that can be left out by name: the knowledge of games, and what the order of moves learns."""

LeftOut = Literal[Piece, "all"]


MOST_THREADS: Final = 1024

MOST_SECONDS: Final = 1e9
"""Some thirty years."""


def check_folder(folder: Any) -> None:
    """Raises BadOption for what is no name of a folder; an empty text would mean the folder where the process is."""
    if folder == "":
        raise BadOption("folder = '' is not the name of a folder; the folder where you are is '.'.")
    check_path(folder, "folder", "folder")


def check_seconds(seconds: Any, name: str = "seconds") -> None:
    """Raises BadOption."""
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not (number and 0 < seconds <= MOST_SECONDS):
        raise BadOption(f"{name} = {shown(seconds)} is not a positive number, of {MOST_SECONDS:.0e} at most.")


def _algorithm_in(path: str, name: str | None) -> Algorithm | FunctionType:
    """The algorithm of this name in a file. Without a name it is the file's search_root, and is called after the file."""
    found = algorithm_in(path, name or "search_root", Algorithm)
    return found if name or isinstance(found, Algorithm) else Algorithm(Path(path).stem, found)


def _check_algorithm(algorithm: Algorithm) -> None:
    """Raises BadOption for an algorithm that says what there is not of itself."""
    if not isinstance(algorithm.name, str) or not algorithm.name:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise BadOption(f"Algorithm(name={shown(algorithm.name)}): the name of an algorithm is a text.")
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
        raise BadOption(f"{name} is no algorithm: one is a function search_root({', '.join(PARAMETERS)}).")
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
        f"{name}({', '.join(given)}) is no algorithm: its parameters must be {', '.join(PARAMETERS)}, in this order."
    )


@dataclass(frozen=True)
class Options:
    """The keyword arguments of `solve`, checked. Raises BadOption, naming what would be right."""

    algorithm: AlgorithmName | Algorithm | SearchRoot | None = None
    """A name from `zermelo.search.ALGORITHMS`, or "sprague-grundy"; None: what `zermelo.solver.technique` recommends. Or one
    of your own: a function `search_root(game, search, state, depth, alpha, beta, guess)`, the place of one as text,
    "FILE.py:NAME", or an `Algorithm`, which also says what may be asked of it.
    """
    objective: Objective = "outcome"
    """"outcome", or "distance": faster wins and slower losses."""
    depth: int | None = None
    """How many plies to look ahead; None: to the end of the game."""
    deepening: bool | None = None
    """Search depth 1, 2, 3, ... up to `depth`, keeping what was learnt; None: only under a budget without a checkpoint, and
    only for a game with an evaluation: without one a search to a depth learns little."""
    table: bool = True
    """Remember positions."""
    etc: bool | None = None
    """Before any child is searched, look all of them up in the table (enhanced transposition cutoffs) and ask what is proved
    of them; None: in games of few actions and symmetries."""
    memory: int = DEFAULT_MEMORY
    """How many bytes the table may grow to."""
    whole_process: bool = False
    """`memory` is for the process and all that is in it: what it has at the start is taken from that of the table."""
    without: LeftOut | str | tuple[LeftOut, ...] = ()
    """Pieces of knowledge and ordering to leave out, by name (PIECES), or "all"; several as a tuple or with commas."""
    nodes: int | None = None
    """How many positions may be visited; None: any number."""
    seconds: float | None = None
    """How long to search; None: to the end."""
    threads: int | None = None
    """How many threads may work on it; None: one for each processor, if it takes long. Only values do not depend on that:
    nodes, and which of several best moves is found, do."""
    checkpoint: str | os.PathLike[str] | None = None
    """A file that keeps the state of the search: a search that was ended goes on from there."""
    checkpoint_every: float = DEFAULT_INTERVAL
    """Seconds between two checkpoints; more where writing takes long."""
    tables: str | os.PathLike[str] | None = None
    """A folder that is a table of positions, or has some in it: what is in one for this game is not searched."""
    compiled: bool | None = None
    """True or False insists; None prefers compiled."""
    all_moves: bool = False
    """Find every best move instead of one."""
    seed: int | None = None
    """Choose at random among all best moves, by this seed."""
    line: bool = True
    """Find the principal variation."""

    def __post_init__(self) -> None:
        self._check_kinds()
        own = re.fullmatch(r"(.+\.py)(?::(.*))?", self.algorithm) if isinstance(self.algorithm, str) else None
        if own is not None:
            object.__setattr__(self, "algorithm", _algorithm_in(own[1], own[2]))
        if self.algorithm is not None and not isinstance(self.algorithm, str):
            _check_algorithm(named(self.algorithm))
        elif self.algorithm is not None and self.algorithm != THEORY and named(self.algorithm) is None:
            raise BadOption(unknown("algorithm", self.algorithm, (*ALGORITHMS, THEORY), also=ALIASES))
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
            if not isinstance(getattr(self, name), bool | None):
                raise BadOption(f"{name} = {shown(getattr(self, name))} is neither True, False nor None.")
        if not isinstance(self.algorithm, str | Algorithm | FunctionType | None):
            raise BadOption(
                f"algorithm = {shown(self.algorithm)} is neither a name nor a function; there are "
                f"{joined((*ALGORITHMS, THEORY))}."
            )
        names: Any = self.without
        if not isinstance(names, str | tuple | list) or not all(isinstance(name, str) for name in names):  # pyright: ignore[reportUnknownVariableType]
            raise BadOption(f"without = {shown(names)} is no text of names with commas between, nor a tuple of names.")
        if self.memory is None:  # pyright: ignore[reportUnnecessaryComparison]
            raise BadOption("memory = None is not an integer from 1 on.")

    def _check_numbers(self) -> None:
        limits = (
            ("depth", self.depth, 0),
            ("nodes", self.nodes, 1),
            ("memory", self.memory, 1),
            ("seed", self.seed, 0),
            ("threads", self.threads, 1),
        )
        for name, value, least in limits:
            if value is not None and not is_within(value, least):
                raise BadOption(f"{name} = {shown(value)} is not an integer from {least} on.")
            if value is not None and value >= UNLIMITED:
                raise BadOption(f"{name} = {shown(value)} is too large.")
        if self.depth is not None and self.depth > MAX_DEPTH:
            raise BadOption(f"depth = {self.depth} is more than {MAX_DEPTH} plies.")
        if self.threads is not None and self.threads > MOST_THREADS:
            raise BadOption(f"threads = {self.threads} are more than {MOST_THREADS}.")
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
        """Whether a piece of knowledge or ordering is switched off."""
        return piece in self.left_out or "all" in self.left_out


NAMES: Final = tuple(field.name for field in fields(Options))
"""Of all options."""


class SearchOptions(TypedDict, total=False):
    """The options of every search, as keyword arguments; `Options` says what each means."""

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
    """Those of an engine, which searches one position after the other."""

    objective: Objective
    deepening: bool | None


class SolveOptions(EngineOptions, total=False):
    """All of them: those of a search that stands alone."""

    seconds: float | None
    checkpoint: str | os.PathLike[str] | None
    checkpoint_every: float
    all_moves: bool
    seed: int | None


def options_from(given: SolveOptions) -> Options:
    """The options given by name. Raises BadOption."""
    for name in given:
        if name not in NAMES:
            raise BadOption(unknown("option", name, NAMES))
    return Options(**given)
