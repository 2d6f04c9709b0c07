"""An open table of positions on disk (a tablebase): the value of each position, and its distance in plies."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from zermelo.core.encoded import Encoded, ShapeMismatch
from zermelo.core.errors import BadPosition, BadTable, NotSupported
from zermelo.core.game import Game
from zermelo.core.paths import check_path
from zermelo.core.positions import state_of
from zermelo.core.shape import is_alike
from zermelo.core.words import Unpackable, least_image, pack, unpack
from zermelo.display.markup import as_printed, html_table
from zermelo.games.catalogue import as_game
from zermelo.search.parts.scoring import Distance, reward_of
from zermelo.tablebase.coding import Coding
from zermelo.tablebase.endless import best_stored, meant, stored
from zermelo.tablebase.entries import Entries, type_of
from zermelo.tablebase.manifest import CODES, MANIFEST, SCORES, Manifest, NotATable, read_manifest
from zermelo.work.files import digest_of
from zermelo.work.identity import VERSION, code_of, difference, versions_of

MOST_DIGESTED: Final = 1 << 24
"""The most bytes of a file whose digest is compared when a table is opened; `verify` compares those of larger files."""

Default = TypeVar("Default")


class Entry(NamedTuple):
    """Value and distance of a position, for the player to move there."""

    value: int
    distance: int | None
    """Plies to the end, by the fastest win or the slowest loss; None if the value is 0."""


class Table:
    """The value and distance of every position that play can reach from one position."""

    algorithm: Final = "lookup"
    """What a result from it names as the algorithm."""

    def __init__(self, folder: Path, game: Game[Any], manifest: Manifest) -> None:
        """Raises BadTable for a table of another game, or with files of the wrong length. Digests are not checked here;
        `zermelo table verify` does.
        """
        self.folder = folder
        self.game = game
        self.manifest = manifest
        self._check_game()
        self.seen = game if manifest.kinds is None else Encoded(game, len(manifest.root), manifest.kinds)
        """The game whose states are the rows of the table."""
        if self._width() != len(manifest.root):
            raise self._of_other("its positions are not those of the game")
        coding = Coding(manifest.low, manifest.high)
        self.scoring = Distance(1, manifest.best, manifest.longest)
        if manifest.dense and manifest.entries != coding.size:
            raise BadTable(
                f"{str(folder)!r} is damaged: it has {manifest.entries} entries, but its codes are for {coding.size}."
            )
        codes = None if manifest.dense else self._mapped(CODES, np.dtype(np.int64), manifest.entries * coding.columns)
        scores = self._mapped(SCORES, type_of(self.scoring), manifest.entries)
        rows = None if codes is None else codes.reshape(manifest.entries, coding.columns)
        self.entries = Entries(coding, rows, scores)
        self._interpreted: Any = self.entries.interpreted()

    def _check_game(self) -> None:
        """Raises BadTable if the table is of another game."""
        manifest, game = self.manifest, self.game
        theirs = {"game": manifest.game, "best reward": str(manifest.best)}
        ours = {"game": str(game), "best reward": str(best_stored(game))}
        if not game.cyclic:
            theirs["longest play"], ours["longest play"] = str(manifest.longest), str(game.max_length)
        if (theirs, manifest.code) != (ours, code_of(game)):
            made = {VERSION: manifest.made_by, "code of the game": manifest.code}
            raise self._of_other(difference(theirs | made, ours | versions_of(game)))

    def _of_other(self, unlike: str) -> BadTable:
        return BadTable(
            f"The table in {str(self.folder)!r} does not match: {unlike}; tabulate again, in another folder."
        )

    def _width(self) -> int:
        """The number of words of this game's states, or 0 if the initial state does not fit in a row."""
        try:
            return len(pack(self.seen.initial()))
        except (ShapeMismatch, Unpackable):
            return 0

    def _mapped(self, name: str, kind: np.dtype[Any], count: int) -> NDArray[Any]:
        path = self.folder / name
        try:
            size = path.stat().st_size
            if size != count * kind.itemsize:
                raise BadTable(f"{str(path)!r} is damaged: it has {size} bytes instead of {count * kind.itemsize}.")
            if size <= MOST_DIGESTED and digest_of(path) != self.manifest.digests[name]:
                raise BadTable(f"{str(path)!r} is damaged: its contents do not match its digest in the manifest.")
            return np.memmap(path, kind, "r")
        except OSError as error:
            raise BadTable(f"{str(path)!r} cannot be read: {error.strerror}.") from None

    def __len__(self) -> int:
        return self.manifest.positions

    @property
    def source(self) -> str:
        """Where values come from, for a result."""
        return f"a tablebase of {len(self):,} positions in {str(self.folder)!r}"

    @property
    def bytes(self) -> int:
        """The size on disk in bytes."""
        return sum((self.folder / name).stat().st_size for name in (MANIFEST, *self.manifest.digests))

    def __str__(self) -> str:
        kind = "dense" if self.manifest.dense else "sorted"
        return f"{self.manifest.game}: {len(self):,} positions, {kind}, {self.bytes:,} bytes in {str(self.folder)!r}"

    _repr_pretty_ = as_printed

    def _repr_html_(self) -> str:
        """What it is of, and its size, for notebooks."""
        manifest = self.manifest
        rows = [
            ("from", manifest.position),
            ("positions", f"{len(self):,}"),
            ("bytes", f"{self.bytes:,}"),
            ("folder", str(self.folder)),
        ]
        return html_table(f"All positions of {manifest.game}", rows)

    def check_is_from(self, state: Any) -> None:
        """Raises BadTable unless the table has the positions from this state on."""
        if self.manifest.root != self.words(state):
            wanted = {"position": self.game.position_text(state)}
            raise self._of_other(
                difference({"position": self.manifest.position}, wanted) or "it begins with another position"
            )

    def get(self, position: Any, default: Default = None) -> Entry | Default:
        """Value and distance of a position (a state, a string, or None for the initial state); `default` if it is not in
        the table.

        Raises BadPosition for a string that is not a position.
        """
        state = state_of(self.game, position)
        score = self.score(state)
        return default if score is None else Entry(*self.value_and_distance(state, score))

    def probe(self, position: Any) -> Entry:
        """Value and distance of a position. Raises BadPosition if it is not in the table."""
        entry = self.get(position)
        if entry is None:
            raise BadPosition(
                f"{self.game.position_text(state_of(self.game, position))!r} is not in the table: no play from "
                f"{self.manifest.position!r} reaches it."
            )
        return entry

    def score(self, state: Any) -> int | None:
        """The score of a state, as defined by `scoring.Distance`; None if it is not in the table."""
        words = self.words(state)
        if words is None:
            return None
        score: int = self._interpreted.score(words)
        return None if score == self.entries.absent else score

    def words(self, state: Any) -> tuple[int, ...] | None:
        """The words of the state's least image; None for a state that cannot be a row of the table."""
        if not isinstance(self.seen, Encoded):
            initial = self.game.initial()
            return least_image(self.seen, unpack([*pack(state)], initial)) if is_alike(state, initial) else None
        try:
            return least_image(self.seen, self.seen.outside(state))
        except (ShapeMismatch, NotSupported):
            return None
        except Exception as error:  # a game's methods may raise anything if this is not one of its states
            raise BadPosition(f"{state!r} is not a state of {self.game} ({type(error).__name__}: {error}).") from error

    def value_and_distance(self, state: Any, score: int) -> tuple[int, int | None]:
        """The value and distance of a state with this score."""
        reward, distance = reward_of(self.scoring, score)
        return meant(self.game, state, int(reward), distance)

    def end(self, state: Any) -> int:
        """The score of a state in which the game is over."""
        return self.scoring.of_reward(stored(self.game, state, self.game.reward(state)))


def open_table(folder: str | os.PathLike[str], game: Game[Any] | str) -> Table:
    """Open the table of a game in a folder. Raises BadTable, BadGame, BadOption."""
    check_path(folder, "folder", "folder")
    return Table(Path(folder), as_game(game), read_manifest(Path(folder)))


def tables_in(folder: str | os.PathLike[str], game: Game[Any]) -> Iterator[Table]:
    """The tables of a game in a folder or its subfolders. Tables of other games, and other folders, are skipped.

    Raises BadTable if there is no table of any game, and for a table of this game that was made with other code.
    """
    place, found = Path(folder), list[tuple[Path, Manifest]]()
    for each in [path.parent for path in (place / MANIFEST, *sorted(place.glob(f"*/{MANIFEST}"))) if path.is_file()]:
        with contextlib.suppress(NotATable):
            found.append((each, read_manifest(each)))
    if not found:
        raise BadTable(
            f"{str(place)!r} holds neither a table nor a folder with one; `zermelo table make` makes tables."
        )
    yield from (Table(each, game, manifest) for each, manifest in found if manifest.game == str(game))
