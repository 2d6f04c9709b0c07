"""The manifest of a table: a JSON file that describes it. Everything in it is checked before it is used.

DIR/manifest.json   the manifest, with a digest of itself; written last, so a folder without it is not a table
DIR/scores          a score for each position, see entries.py
DIR/codes           unless the table is dense: the codes of the positions, in order, 64 bits each
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.core.encoded import Encoded, own
from zermelo.core.encoding import RecordedType
from zermelo.core.errors import BadCheckpoint, BadTable
from zermelo.core.game import Game
from zermelo.core.integers import is_int, is_within
from zermelo.core.replacement import replacing
from zermelo.core.version import __version__
from zermelo.core.words import SIGN, least_image
from zermelo.search.parts.scoring import Distance
from zermelo.tablebase.coding import Coding
from zermelo.work.identity import code_of

MANIFEST: Final = "manifest.json"
SCORES: Final = "scores"
CODES: Final = "codes"

SCHEMA: Final = 1
LARGEST: Final = 1 << 20
MOST: Final = 1 << 48
"""The most entries of a table and plies of a play, and the largest reward: more than any disk can hold, or any game has."""


@dataclass(frozen=True)
class Manifest:
    """The fields of the file. Lists in the file are tuples here."""

    game: str
    position: str
    """The position from which all positions of the table are reached."""
    root: tuple[int, ...]
    """The words of that position's least image."""
    code: str
    made_by: str
    positions: int
    entries: int
    """The number of entries; a dense table may have more of them than positions."""
    dense: bool
    low: tuple[int, ...]
    """The least value of each word of a state; `high` has the greatest."""
    high: tuple[int, ...]
    best: int
    """The best reward. With `longest`, the bound on the plies of a play, it defines the scores."""
    longest: int
    digests: Mapping[str, str]
    """The SHA-256 of each file, in hex."""
    kinds: Sequence[RecordedType] | None = None
    """If states are encoded: which tuples are of which NamedTuple class. None if their words are those of `pack`."""

    def __post_init__(self) -> None:
        """Raises ValueError for fields that no table has."""
        texts: tuple[Any, ...] = (self.game, self.position, self.code, self.made_by, *self.digests.values())
        counts: tuple[Any, ...] = (self.positions, self.entries, self.best, self.longest)
        dense: Any = self.dense
        sensible = (
            all(isinstance(text, str) for text in texts)
            and all(is_within(count, 1, MOST) for count in counts)
            and isinstance(dense, bool)
            and len(self.root) == len(self.low) == len(self.high) > 0
            and all(is_within(word, -SIGN, SIGN - 1) for word in (*self.root, *self.low, *self.high))
            and all(low <= word <= high for low, word, high in zip(self.low, self.root, self.high, strict=True))
            and set(self.digests) == ({SCORES} if dense else {SCORES, CODES})
            and (self.positions <= self.entries if dense else self.positions == self.entries)
            and (self.kinds is None or all(map(_is_kind, self.kinds)))
        )
        if not sensible:
            raise ValueError

    def text(self) -> bytes:
        """The contents of the file; its last field is a digest of the others."""
        fields = {"schema": SCHEMA, **asdict(self)}
        if self.kinds is None:
            del fields["kinds"]
        digest = hashlib.sha256(json.dumps(fields).encode()).hexdigest()
        return json.dumps({**fields, "sha256": digest}, indent=1).encode() + b"\n"

    def write(self, folder: Path) -> None:
        """Write the file and sync it to disk. Raises OSError."""
        with replacing(folder / MANIFEST) as file:
            file.write(self.text())


def _is_kind(kind: Any) -> bool:
    place, length, module, name = kind
    return all(map(is_int, (*place, length))) and isinstance(module, str) and isinstance(name, str)


class NotATable(BadTable):
    """A folder has no manifest, or that of something else, such as exported positions."""


def read_manifest(folder: Path) -> Manifest:
    """The manifest of the table in a folder. Raises BadTable."""
    path = folder / MANIFEST
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
    except OSError as error:
        kind = NotATable if isinstance(error, FileNotFoundError | NotADirectoryError) else BadTable
        raise kind(f"{str(folder)!r} holds no table: its {MANIFEST} cannot be read: {error.strerror}.") from None
    if len(text) > LARGEST:
        raise BadTable(f"{str(path)!r} is damaged: it is too long for a manifest.")
    try:
        manifest = _from(json.loads(text))
    except (ValueError, TypeError, KeyError, RecursionError):
        if not (folder / SCORES).exists():
            raise NotATable(f"{str(folder)!r} holds no table: its {MANIFEST} is not that of a table.") from None
        raise BadTable(f"{str(path)!r} is damaged: it is not a valid manifest.") from None
    if manifest.text() != text:
        raise BadTable(f"{str(path)!r} is damaged: it has changed since it was written.")
    return manifest


def is_table(folder: Path) -> bool:
    """Whether a folder is a table, be it a damaged one."""
    try:
        read_manifest(folder)
    except NotATable:
        return False
    except BadTable:
        pass
    return True


def _from(read: Any) -> Manifest:
    """The manifest with these fields. Raises ValueError, TypeError, KeyError."""
    fields: dict[str, Any] = dict(read)
    del fields["sha256"]
    if not is_int(fields["schema"]) or fields.pop("schema") != SCHEMA:
        raise ValueError
    for name in ("root", "low", "high"):
        fields[name] = tuple(fields[name])
    fields["digests"] = dict(fields["digests"])
    return Manifest(**fields)


class Start(NamedTuple):
    """The position from which all positions of a table are reached."""

    state: Any
    text: str
    """What the game itself writes for it: an encoded state is not always given back as it was."""


def manifest_of(
    game: Game[Any], start: Start, coding: Coding, scoring: Distance, positions: int, digests: dict[str, str]
) -> Manifest:
    """The manifest of a table. `digests`: of each file."""
    dense = CODES not in digests
    return Manifest(
        game=str(game),
        position=start.text,
        root=tuple(least_image(game, start.state)),
        code=code_of(own(game)),
        made_by=f"zermelo {__version__}, Python {platform.python_version()}",
        positions=positions,
        entries=coding.size if dense else positions,
        dense=dense,
        low=tuple(coding.low.tolist()),
        high=tuple(coding.high.tolist()),
        best=scoring.best,
        longest=scoring.longest,
        digests=digests,
        kinds=game.kinds if isinstance(game, Encoded) else None,
    )


def check_is_free(folder: Path, other: str) -> None:
    """Raise BadCheckpoint if the folder has files of a table, which would be overwritten, or a file that `other` work is
    resumed from.
    """
    for name in (MANIFEST, CODES, SCORES, other):
        if (folder / name).exists():
            raise BadCheckpoint(
                f"{str(folder / name)!r} exists, and there is no checkpoint to resume from; name another folder."
            )
