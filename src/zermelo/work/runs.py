"""Runs: files of rows of numbers, read a block at a time; sorted runs are merged without loading them whole.

A row is the words of a state, followed by counts for that state. Rows are compared by their words, like tuples.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from zermelo.core.errors import BadCheckpoint

Rows = NDArray[np.int64]

BLOCK: Final = 1 << 18
"""Rows read or written at a time."""


class Run(NamedTuple):
    """A file of rows, in a folder."""

    folder: Path
    name: str
    rows: int
    columns: int
    digest: str
    """The SHA-256 of the file, in hex."""

    @property
    def path(self) -> Path:
        return self.folder / self.name

    def blocks(self, start: int = 0, size: int | None = None) -> Iterator[Rows]:
        """The rows from `start` on, in blocks of at most `size` rows."""
        size = size or BLOCK
        with self.path.open("rb") as file:
            file.seek(8 * self.columns * start)
            for row in range(start, self.rows, size):
                count = min(size, self.rows - row)
                yield np.fromfile(file, np.int64, count * self.columns).reshape(count, self.columns)

    def check(self) -> None:
        """Raises BadCheckpoint unless the file still has the length and the digest that it was written with."""
        hasher = hashlib.sha256()
        try:
            if self.path.stat().st_size == 8 * self.columns * self.rows:
                for block in self.blocks():
                    hasher.update(_bytes(block))
        except OSError as error:
            raise BadCheckpoint(
                f"{str(self.path)!r} cannot be read: {error.strerror}; delete the folder, or name another."
            ) from None
        if hasher.hexdigest() != self.digest:
            raise BadCheckpoint(f"{str(self.path)!r} is damaged; delete the folder, or name another.")

    def rows_not_above(self, words: tuple[int, ...]) -> int:
        """The number of rows, in a sorted run, whose words are not above these."""
        return _not_above(self.mapped(), words)

    def mapped(self) -> Rows:
        """The rows, on disk: only those that are looked at are read."""
        if self.rows == 0:  # an empty file cannot be mapped
            return np.zeros((0, self.columns), np.int64)
        return np.memmap(self.path, np.int64, "r", shape=(self.rows, self.columns))

    def fact(self) -> list[Any]:
        """The fields, except the folder, as plain data from which the run can be made again."""
        return [self.name, self.rows, self.columns, self.digest]

    def sync(self) -> None:
        """Sync the file to disk, if it is still there. Raises OSError."""
        with contextlib.suppress(FileNotFoundError), self.path.open("rb") as file:
            os.fsync(file.fileno())

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)


def written(folder: Path, name: str, columns: int, blocks: Iterable[Rows], *, lasting: bool) -> Run:
    """Write the blocks to a file, which is not synced to disk. If it is `lasting`, compute its digest. Raises OSError."""
    hasher, rows = hashlib.sha256(), 0
    with (folder / name).open("wb") as file:
        for block in blocks:
            file.write(_bytes(block))
            rows += len(block)
            if lasting:
                hasher.update(_bytes(block))
    return Run(folder, name, rows, columns, hasher.hexdigest() if lasting else "")


class Growing:
    """A run to which rows are appended, with a digest of its contents."""

    def __init__(self, run: Run) -> None:
        """Continue a run; a run without rows begins a new file. Rows in the file after those of the run are cut off. Raises
        BadCheckpoint, OSError.
        """
        self._begun = run
        self._hasher = hashlib.sha256()
        self.rows = run.rows
        with run.path.open("ab") as file:
            file.truncate(8 * run.columns * run.rows)
        for block in run.blocks():
            self._hasher.update(_bytes(block))
        if self._hasher.hexdigest() != run.digest:
            raise BadCheckpoint(f"{str(run.path)!r} is damaged; delete the folder, or name another.")

    def add(self, rows: Rows) -> None:
        """Append rows. Raises OSError."""
        with self._begun.path.open("ab") as file:
            file.write(_bytes(rows))
        self._hasher.update(_bytes(rows))
        self.rows += len(rows)

    def run(self) -> Run:
        """Sync the file to disk and return it as a run. Raises OSError."""
        with self._begun.path.open("ab") as file:
            os.fsync(file.fileno())
        return self._begun._replace(rows=self.rows, digest=self._hasher.hexdigest())


def _bytes(block: Rows) -> Any:
    return cast("Any", np.ascontiguousarray(block)).data.cast("B") if block.size else b""


def order(words: Rows) -> NDArray[np.int64]:
    """The indices that sort the rows. If all words of a row fit together in a single word, that word is compared."""
    packed = _Packed.of(words)
    return np.lexsort(words.T[::-1]) if packed is None else np.argsort(packed.codes)


def in_order(words: Rows, kind: Literal["quicksort", "stable"] = "quicksort") -> Rows:
    """The rows, sorted: faster than by `order`. The kind "stable" is faster if some long parts are sorted already."""
    if words.shape[1] == 1:
        return np.sort(words[:, 0], kind=kind)[:, np.newaxis]
    packed = _Packed.of(words)
    if packed is None:
        return words[np.lexsort(words.T[::-1])]
    packed.codes.sort(kind=kind)
    return packed.words()


class _Packed(NamedTuple):
    """Rows of words, each packed into a single word."""

    codes: NDArray[np.int64]
    low: Rows
    """The least value of each word."""
    widths: list[int]
    """How many bits each word takes, above its least value."""

    @staticmethod
    def of(words: Rows) -> _Packed | None:
        """The rows, packed; None if they do not fit."""
        if len(words) == 0:
            return _Packed(np.zeros(0, np.int64), np.zeros(words.shape[1], np.int64), [0] * words.shape[1])
        low, high = words.min(axis=0), words.max(axis=0)
        widths = [(int(most) - int(least)).bit_length() for least, most in zip(low, high, strict=True)]
        if sum(widths) >= 63:
            return None
        codes = np.zeros(len(words), np.int64)
        for column, width in enumerate(widths):
            codes <<= width
            codes |= words[:, column] - low[column]
        return _Packed(codes, low, widths)

    def words(self) -> Rows:
        words = np.empty((len(self.codes), len(self.widths)), np.int64)
        shift = 0
        for column in range(len(self.widths) - 1, -1, -1):
            words[:, column] = (self.codes >> shift & ((1 << self.widths[column]) - 1)) + self.low[column]
            shift += self.widths[column]
        return words


def merged(runs: Sequence[Run], words: int) -> Iterator[Rows]:
    """Merge sorted runs into blocks of sorted rows; no two blocks have rows with equal words."""
    return in_one_order([run.blocks(size=piece_of(len(runs))) for run in runs], words)


def few(runs: list[Run], words: int, write: Callable[[int, Iterator[Rows]], Run]) -> list[Run]:
    """Merge the last of some sorted runs while they are of similar sizes, so that they stay few and each row is seldom
    rewritten. Returns the runs that are no longer needed. `write(number, blocks)` writes the merged run of this number.
    """
    spent: list[Run] = []
    while len(runs) > 1 and runs[-2].rows < 2 * runs[-1].rows:
        pair = runs[-2:]
        runs[-2:] = [write(len(spent), in_one_order([run.blocks() for run in pair], words))]
        spent += pair
    return spent


def without(blocks: Iterable[Rows], runs: Sequence[Run], words: int) -> Iterator[Rows]:
    """The rows of sorted blocks whose words are in none of the sorted runs."""
    olds = [run.mapped() for run in runs if run.rows]
    for rows in blocks:
        known = np.zeros(len(rows), np.bool_)
        for old in olds:
            if words == old.shape[1] == 1:  # only the places that are looked at are read
                places = np.minimum(np.searchsorted(old[:, 0], rows[:, 0]), len(old) - 1)
                known |= old[places, 0] == rows[:, 0]
                continue
            for start in range(0, len(old), BLOCK):
                block = old[start : start + BLOCK, :words]
                first = _not_above(rows, _before(block[0]))
                last = _not_above(rows, tuple(block[-1].tolist()))
                if first < last:
                    known[first:last] |= np.isin(_opaque(rows[first:last, :words]), _opaque(block))
        yield rows[~known]


def _before(row: NDArray[np.int64]) -> tuple[int, ...]:
    """The greatest words below a row: the last of them may be too small for a word."""
    *front, last = row.tolist()
    return (*front, last - 1)


def _opaque(rows: Rows) -> NDArray[Any]:
    """Each row as a single value that can only be compared."""
    return np.ascontiguousarray(rows).view(np.dtype((np.void, 8 * rows.shape[1])))[:, 0]


def piece_of(count: int) -> int:
    """The rows to read at a time from each of `count` runs that are read together."""
    return max(BLOCK // count, 1)


def in_one_order(readers: Sequence[Iterator[Rows]], words: int) -> Iterator[Rows]:
    """Merge the sorted blocks of several readers, as `merged` does with runs."""
    held = [next(reader, None) for reader in readers]
    while any(block is not None for block in held):
        # no row that is still to be read is below the least of the last rows held
        ends = [tuple(block[-1, :words].tolist()) for block in held if block is not None]
        end = min(ends)
        taken: list[Rows] = []
        for place, block in enumerate(held):
            if block is None:
                continue
            count = _not_above(block, end)
            taken.append(block[:count])
            rest = block[count:]
            held[place] = rest if len(rest) else next(readers[place], None)
        rows = np.concatenate(taken)
        yield in_order(rows, "stable") if rows.shape[1] == words else rows[order(rows[:, :words])]


def _not_above(block: Rows, end: tuple[int, ...]) -> int:
    """The number of rows, in a sorted block, whose words are not above `end`."""
    low, high = 0, len(block)
    while low < high:
        middle = (low + high) // 2
        if tuple(block[middle, : len(end)].tolist()) <= end:
            low = middle + 1
        else:
            high = middle
    return low


def firsts(rows: Rows, words: int) -> NDArray[np.int64]:
    """The indices, in sorted rows, of the first row of each group with equal words."""
    if len(rows) == 0:
        return np.zeros(0, np.int64)
    new = (rows[1:, :words] != rows[:-1, :words]).any(axis=1)
    return np.concatenate(([0], np.flatnonzero(new) + 1))
