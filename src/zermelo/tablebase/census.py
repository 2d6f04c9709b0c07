"""`census`: how many positions a game has, ply by ply, and how many plays lead to them."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Unpack

from zermelo.core.game import Game
from zermelo.core.integers import check_at_least, check_bool
from zermelo.core.options import made
from zermelo.core.paths import check_folder
from zermelo.core.stable_text import SCHEMA, count_text
from zermelo.core.supervision import Allowance, given_up_when
from zermelo.games.catalogue import as_game
from zermelo.preflight.faults import failures_of, unchanged
from zermelo.tablebase.discovery import Discoveries
from zermelo.tablebase.layers import Halted, Layers, Ply
from zermelo.tablebase.limits import LimitOptions, Limits
from zermelo.tablebase.resumable import Workplace, in_rows, start, watched
from zermelo.work.folder import identity_of, opened, writing_to


@dataclass(frozen=True, repr=False)
class Census:
    """The numbers of positions of a game, by the number of plies that lead to them.

    A position that is reached by plays of different lengths counts once for each length. If plays may return to a position,
    and are followed to the end, it counts only once, for the shortest play to it, and plays are not counted. Up to symmetry,
    positions that are images of one another count once, and so do plays through the same images.
    """

    game: str
    position: str
    symmetric: bool
    plies: tuple[Ply, ...]
    complete: bool
    """Whether every play ends within the plies that are counted."""
    stopped: str
    """"complete", "plies", "seconds" or "interrupted"."""
    seconds: float
    compiled: bool

    @property
    def positions(self) -> int:
        return sum(ply.positions for ply in self.plies)

    @property
    def nodes(self) -> int | None:
        """The number of nodes of the game tree: the plays of each length, ended or not. None if plays are not counted."""
        return _sum(ply.plays for ply in self.plies)

    @property
    def games(self) -> int | None:
        """The number of complete plays. None if plays are not counted."""
        return _sum(None if ply.games is None else sum(ply.games) for ply in self.plies)

    def __repr__(self) -> str:
        numbers = {"positions": self.positions, "nodes": self.nodes, "games": self.games}
        counts = ", ".join(f"{name}={count_text(count)}" for name, count in numbers.items() if count is not None)
        return f"Census(game={self.game!r}, position={self.position!r}, {counts}, stopped={self.stopped!r})"

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of the schema; large integers stay integers."""
        numbers = {"positions": self.positions, "nodes": self.nodes, "games": self.games}
        return {"schema": SCHEMA, **vars(self), **numbers, "plies": [ply._asdict() for ply in self.plies]}


def census(
    game: Game[Any] | str,
    position: Any = None,
    *,
    symmetry: bool = False,
    plies: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    progress: Callable[[str], None] | None = None,
    **limits: Unpack[LimitOptions],
) -> Census:
    """Count the positions that can be reached from `position`, ply by ply.

    - `plies`: count only this many plies. With it, a position that recurs counts once for each ply.
    - `symmetry`: positions that are images of one another count once.
    - `memory`: sets of positions take at most this many bytes; the rest is in files.
    - `folder`: the folder for these files and for a checkpoint. The same call resumes the work there, whatever ended
      it. By default, the files are in a temporary folder.
    - `progress`: called with a line of text a few times a second.

    Raises BadCheckpoint, BadOption, BadPosition, BadGame, NotSupported, NotCompilable, GameFailed.
    """
    game = as_game(game)
    check_counting(symmetry, plies)
    if folder is not None:
        check_folder(folder)
    given = made(Limits, limits)
    with failures_of(game):
        state = start(game, position, seconds=given.seconds)
        once = game.cyclic and plies is None
        work = f"census{' up to symmetry' if symmetry else ''}{', each position once' if once else ''}"
        with opened(folder, identity_of(game, state, work)) as (place, file), writing_to(place):
            began, allowance = time.perf_counter(), Allowance(given.seconds)

            def counted(seen: Game[Any], row: Any, where: Workplace) -> Census:
                with given_up_when(lambda: allowance.spent):
                    layers = (Discoveries if once else Layers)(seen, row, where, symmetric=symmetry, keep=once)
                with unchanged(game):
                    stopped = _counted(layers, plies, allowance.share(1), progress)
                return Census(
                    str(game),
                    game.position_text(state),
                    layers.symmetric,
                    tuple(layers.plies),
                    layers.layer.rows == 0,
                    stopped,
                    time.perf_counter() - began,
                    layers.machine.compiled,
                )

            return in_rows(game, state, Workplace(place, file, given), counted)


def _sum(numbers: Iterable[int | None]) -> int | None:
    known = [*numbers]
    return None if None in known else sum(number for number in known if number is not None)


def _counted(layers: Layers, plies: int | None, seconds: float | None, progress: Callable[[str], None] | None) -> str:
    """Count until done or stopped; returns "complete" or why it was stopped. Raises ShapeMismatch."""
    began = time.monotonic()

    def work() -> bool:
        with contextlib.suppress(Halted):
            while (plies is None or layers.ply <= plies) and layers.advance():
                pass
            layers.save()
        return layers.layer.rows == 0

    def described() -> str:
        done, share = layers.positions + layers.row, layers.row / max(layers.layer.rows, 1)
        rate = done / max(time.monotonic() - began, 1e-9)
        return f"ply {layers.ply}, {share:.0%}; {done:,} positions, {rate / 1e6:.2f} million/s"

    return watched(work, layers.halt, seconds, progress, described) or "plies"


def check_counting(symmetry: Any, plies: Any) -> None:
    """Raises BadOption for wrong options of `census`."""
    check_bool("symmetry", symmetry)
    if plies is not None:
        check_at_least("plies", plies, 0)
