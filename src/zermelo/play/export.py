"""Export solved positions for training: Parquet or NumPy files, and a manifest that describes them.

positions: all that play can reach, or those of random plays --> an Oracle, some at a time --> columns --> files, manifest

    DIR/positions.parquet       a row for each position; or
    DIR/NAME.npy                an array for each column, its first axis for the positions
    DIR/manifest.json           the game, the columns with their meaning, and digests; written last
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from zermelo.core.errors import BadOption, NotInstalled, NotSupported
from zermelo.core.game import Game
from zermelo.core.integers import check_at_least
from zermelo.core.interrupts import holding_on
from zermelo.core.paths import check_path
from zermelo.core.random_play import random_play
from zermelo.core.shape import is_alike, shape
from zermelo.core.stable_text import SCHEMA, json_text, plain_fields
from zermelo.core.wording import Row, counted, labelled, unknown
from zermelo.core.words import pack
from zermelo.display.markup import as_printed
from zermelo.play.action_values import ActionValues
from zermelo.play.walk import Key, PathNode
from zermelo.preflight.faults import failures_of
from zermelo.work.files import digest_of, writing
from zermelo.work.identity import code_of, versions_of

if TYPE_CHECKING:
    from zermelo.play.oracle import Oracle

FORMATS: Final = ("parquet", "numpy")
MANIFEST: Final = "manifest.json"
MOST_POSITIONS: Final = 1_000_000
"""The most positions that are exported, unless a sample is wanted."""

AT_ONCE: Final = 1024
"""The positions that are solved and written at a time."""

PATIENCE: Final = 100_000
"""A sample ends after this number of positions in a row that have been met before."""

MEANINGS: Final = {
    "state": "the state if it is a string, else the words of it; zermelo.core.words.unpack(words, game.initial()) makes the "
    "state of them",
    "position": "the position as text, as commands and functions of zermelo read it",
    "player": "the player to move, 0 or 1",
    "value": "what the player to move gets with best play; not a number where it is not proved",
    "lower": "the value is proved to be at least this",
    "upper": "the value is proved to be at most this",
    "distance": "plies to the end with best play; -1 for a draw, or if it is not known",
    "legal": "for each action, whether it is legal",
    "optimal": "for each action, whether it is proved to be optimal",
    "action_values": "for each action, what the player to move gets with best play after it; not a number where it is not "
    "legal, or not proved",
}
"""The columns and their meanings. States that are neither strings nor made of numbers have no column `state`."""


@dataclass(frozen=True)
class Export:
    """What was written."""

    game: str
    folder: Path
    positions: int
    exact: int
    """The positions whose value is proved."""
    files: Mapping[str, int]
    """The size of each file in bytes."""

    def headline(self) -> str:
        return f"{self.game}: {counted(self.positions, 'position')} written to {str(self.folder)!r}."

    def rows(self) -> list[Row]:
        proved = "all are proved" if self.exact == self.positions else f"{self.exact:,} are proved"
        return [("values", proved), *(("file", f"{name}, {size:,} bytes") for name, size in self.files.items())]

    def __str__(self) -> str:
        return f"{self.headline()}\n{labelled(self.rows())}"

    _repr_pretty_ = as_printed

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON, with the version of the schema."""
        files = [{"file": name, "bytes": size} for name, size in self.files.items()]
        fields = plain_fields(self, "game", "folder", "positions", "exact")
        return {"schema": SCHEMA, **fields, "folder": str(self.folder), "files": files}


def export_positions(
    oracle: Oracle[Any],
    folder: str | os.PathLike[str],
    *,
    kind: str,
    sample: int | None,
    seed: int,
    progress: Callable[[str], None] | None,
) -> Export:
    """Write solved positions to `folder`: see `Oracle.export`. `kind` is the format."""
    place, game = _checked(folder, kind, sample, seed), oracle.game
    with failures_of(game), _unfinished(place) as made:
        found = list(_every(game, progress) if sample is None else _sampled(game, sample, seed))
        found.sort(key=lambda each: -each.ply)  # the ends of plays are solved soonest, and help with what comes before
        states = [each.state for each in found]
        # NumPy would cut zeros at the end of a string
        is_text = all(isinstance(state, str) and not state.endswith("\0") for state in states)
        writes_state = str if is_text else pack if all(is_alike(state, game.initial()) for state in states) else None
        reads_texts = _reads_its_texts(game, states[:50])
        with writing(place):
            writer = (_Parquet if kind == "parquet" else _Arrays)(made, len(found))
        exact, budget = 0, oracle.budget(progress)
        for first in range(0, len(found), AT_ONCE):
            part = found[first : first + AT_ONCE]
            columns = _columns(part, oracle.finder.values(states[first : first + AT_ONCE], budget), writes_state)
            texts = [game.position_text(each.state) if reads_texts else " ".join(each.line(game)) for each in part]
            columns["position"] = np.array(texts, np.str_)
            with writing(place):
                writer.write(columns)
            exact += len(part) - int(np.isnan(columns["value"]).sum())
            if progress:
                progress(f"{min(first + AT_ONCE, len(found)):,} of {len(found):,} positions solved")
        source = "all positions" if sample is None else f"random plays, seed {seed}"
        with writing(place):
            columns = writer.close()
            _write_manifest(oracle, made, columns, {"positions": len(found), "exact": exact, "source": source})
    sizes = {path.name: path.stat().st_size for path in sorted(place.iterdir())}
    return Export(str(game), place, len(found), exact, sizes)


def _checked(folder: str | os.PathLike[str], kind: str, sample: object, seed: object) -> Path:
    """The folder. Raises BadOption, NotSupported."""
    check_path(folder, "folder", "folder")
    place = Path(folder)
    if kind not in FORMATS:
        raise BadOption(unknown("format", kind, FORMATS))
    if sample is not None:
        check_at_least("sample", sample, 1)
    check_at_least("seed", seed, 0)
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise BadOption(f"{str(place)!r} exists and is not an empty folder; name another.")
    if kind == "parquet" and find_spec("pyarrow") is None:
        raise NotInstalled("pyarrow", "parquet", instead="The format numpy does not need it.")
    return place


@contextlib.contextmanager
def _unfinished(place: Path) -> Generator[Path]:
    """A context with a folder inside `place`, which is made if it does not exist. At the end its files move up into `place`,
    the manifest last; after an exception, nothing of it is left. Raises BadOption for a place that cannot be made.
    """
    target = place.resolve()
    made, is_new = target / ".unfinished", not target.exists()
    if not target.parent.is_dir():
        raise BadOption(f"There is no folder {str(target.parent)!r} to make {place.name!r} in.")
    with writing(place):
        made.mkdir(parents=True)
    try:
        yield made
        with holding_on(), writing(place):
            for path in sorted(made.iterdir(), key=lambda path: path.name == MANIFEST):
                path.rename(target / path.name)
            made.rmdir()
    except BaseException:
        with holding_on(), contextlib.suppress(OSError):
            shutil.rmtree(made)
            if is_new:
                target.rmdir()
        raise


# --- positions --------------------------------------------------------------------------------------------------------
def _every(game: Game[Any], progress: Callable[[str], None] | None) -> Iterator[PathNode]:
    """All positions in which a player moves, ply by ply, each once. Raises NotSupported if there are too many."""
    layer, met = [PathNode(game, game.initial())], set[Key]()
    while layer:
        later: dict[Key, PathNode] = {}
        for node in layer:
            if node.key in met or game.terminal(node.state):
                continue
            met.add(node.key)
            if len(met) > MOST_POSITIONS:
                raise NotSupported(
                    f"{game} has more than {MOST_POSITIONS:,} positions; give sample, how many to take from random plays."
                )
            if not (game.has_chance and game.chance(node.state)):
                yield node
            for action in game.actions(node.state):
                child = node.after(game, action)
                later.setdefault(child.key, child)
            if progress and len(met) % AT_ONCE == 0:
                progress(f"{len(met):,} positions found")
        layer = [*later.values()]


def _sampled(game: Game[Any], count: int, seed: int) -> Iterator[PathNode]:
    """Different positions from random plays, in the order in which they are met; fewer if no new ones are met for long."""
    rng, met, old = random.Random(seed), set[Key](), 0
    while len(met) < count and old < PATIENCE:
        node = PathNode(game, game.initial())
        for ply in random_play(game, node.state, rng):
            if node.key not in met and not (game.has_chance and game.chance(node.state)):
                met.add(node.key)
                old = 0
                yield node
            else:
                old += 1
            if len(met) == count:
                return
            node = PathNode(game, ply.after, node, ply.action)


def _reads_its_texts(game: Game[Any], states: Sequence[Any]) -> bool:
    """Whether `parse_position` reads what `position_text` writes of some states."""
    try:
        return all(game.parse_position(game.position_text(state)) == state for state in states)
    except Exception:  # a text that is not meant to be read may raise anything
        return False


# --- columns ----------------------------------------------------------------------------------------------------------
def _columns(
    part: Sequence[PathNode], values: ActionValues, writes_state: Callable[[Any], Any] | None
) -> dict[str, NDArray[Any]]:
    """The columns of some positions. Raises KeyboardInterrupt if Ctrl-C ended their searches."""
    if values.stopped == "interrupted":
        raise KeyboardInterrupt
    lower, upper = values.bounds
    states = {"state": np.array([writes_state(each.state) for each in part])} if writes_state else {}
    return states | {
        "player": np.array([each.player for each in part], np.int8),
        "value": np.where(lower == upper, lower, np.nan).astype(np.float64),
        "lower": lower.astype(np.float64),
        "upper": upper.astype(np.float64),
        "distance": values.soonest.astype(np.int32),
        "legal": values.legal,
        "optimal": values.optimal,
        "action_values": values.value,
    }


# --- files ------------------------------------------------------------------------------------------------------------
class _Arrays:
    """Writes a .npy file for each column. No file is mapped into memory: on a full disk, that would end the process."""

    def __init__(self, folder: Path, count: int) -> None:
        self._folder, self._count = folder, count
        self._columns: dict[str, Any] = {}
        self._texts: dict[str, list[NDArray[Any]]] = {}

    def write(self, columns: Mapping[str, NDArray[Any]]) -> None:
        for name, column in columns.items():
            if column.dtype.kind == "U":  # their length is not known before the end
                self._texts.setdefault(name, []).append(column)
            else:
                self._append(name, column, column.dtype)

    def close(self) -> dict[str, Any]:
        """Finish the files. Returns the type and the shape of each column."""
        for name, parts in self._texts.items():
            for texts in parts:
                self._append(name, texts, max(each.dtype for each in parts))
        return self._columns

    def _append(self, name: str, rows: NDArray[Any], kind: np.dtype[Any]) -> None:
        """Write the next rows of a column, after a header if they are the first."""
        with (self._folder / f"{name}.npy").open("ab") as file:
            if name not in self._columns:
                shape = self._count, *rows.shape[1:]
                header = {"descr": np.lib.format.dtype_to_descr(kind), "fortran_order": False, "shape": shape}
                np.lib.format.write_array_header_1_0(file, header)
                self._columns[name] = {"type": str(kind), "shape": [*shape]}
            file.write(rows.astype(kind).tobytes())


class _Parquet:
    def __init__(self, folder: Path, count: int) -> None:
        self._path, self._count = folder / "positions.parquet", count
        self._file: Any = None
        self._columns: dict[str, Any] = {}

    def write(self, columns: Mapping[str, NDArray[Any]]) -> None:
        import pyarrow as pa  # pyright: ignore[reportMissingImports]
        import pyarrow.parquet as pq  # pyright: ignore[reportMissingImports]

        arrow: Any = pa
        table = arrow.table({name: _arrow(arrow, column) for name, column in columns.items()})
        if self._file is None:
            self._file = pq.ParquetWriter(self._path, table.schema)
            for name, column in columns.items():
                kind = "string" if column.dtype.kind == "U" else str(column.dtype)
                self._columns[name] = {"type": kind, "shape": [self._count, *column.shape[1:]]}
        self._file.write_table(table)

    def close(self) -> dict[str, Any]:
        if self._file is not None:
            self._file.close()
        return self._columns


def _arrow(arrow: Any, column: NDArray[Any]) -> Any:
    """A column for Parquet; rows of several numbers are lists of a fixed size."""
    flat = arrow.array(column.ravel().tolist() if column.dtype.kind == "U" else column.ravel())
    return flat if column.ndim == 1 else arrow.FixedSizeListArray.from_arrays(flat, column.shape[1])


def _write_manifest(oracle: Oracle[Any], folder: Path, columns: Mapping[str, Any], counts: Mapping[str, Any]) -> None:
    game = oracle.game
    manifest = {
        "schema": SCHEMA,
        "game": str(game),
        "code": code_of(game),
        "made_by": next(iter(versions_of(game).values())),
        "objective": oracle.objective,
        "reward_range": game.reward_range,
        **({"state": shape(game.initial())} if columns.get("state", {}).get("type") == "int64" else {}),
        **counts,
        "actions": [game.action_name(action) for action in range(game.action_count)],
        "columns": {name: column | {"meaning": MEANINGS[name]} for name, column in columns.items()},
        "files": {
            path.name: {"bytes": path.stat().st_size, "sha256": digest_of(path)} for path in sorted(folder.iterdir())
        },
    }
    (folder / MANIFEST).write_text(f"{json_text(manifest)}\n", encoding="utf-8", newline="\n")
