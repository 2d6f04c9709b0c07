"""The file format of certificates: a header, its SHA-256, and the stream of moves compressed by xz.

    ZCERT1, 2 or 3 | a line of JSON | SHA-256 of both | xz of the stream

The stream is written piece by piece while the proof is made, and compressed when it is complete. checker.py specifies it.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from zermelo.core.errors import ZermeloError
from zermelo.core.replacement import replacing
from zermelo.core.version import __version__

FIRST_FORMAT: Final = b"ZCERT1\n"
SECOND_FORMAT: Final = b"ZCERT2\n"
"""The format in which a rules module may have a lemma."""
THIRD_FORMAT: Final = b"ZCERT3\n"
"""The format in which plays need not end, and each position is in one layer only."""
LEMMA_BYTE: Final = 255
"""Stands in the stream for a lemma, instead of a move."""
LONGEST_HEADER: Final = 1 << 16
PIECE: Final = 1 << 20


class NotProved(ZermeloError):
    """The search claims a value, but its moves do not achieve it: the search was wrong."""


class Claim(NamedTuple):
    """The claim that a player gets at least a value. Player 0 moves first in the game."""

    player: int
    at_least: int
    within: int | None = None
    """The plies within which a claimed win comes. In any other claim, no play ends with less within this number of plies."""

    def __str__(self) -> str:
        level = {1: "wins", 0: "does not lose"}.get(self.at_least, f"gets at least {self.at_least}")
        horizon = "" if self.within is None else f" within {self.within} plies"
        return f"the {('first', 'second')[self.player]} player {level}{horizon}"

    def to_dict(self) -> dict[str, int]:
        return {name: value for name, value in self._asdict().items() if value is not None}


def write_certificate(path: Path, magic: bytes, header: dict[str, Any], stream: Path) -> None:
    """Write a certificate: `header`, completed by the size and SHA-256 of the stream, and the stream. Raises OSError."""
    hasher, size = hashlib.sha256(), 0
    for piece in _pieces(stream):
        hasher.update(piece)
        size += len(piece)
    fields = header | {"payload_bytes": size, "sha256": hasher.hexdigest(), "made_by": f"zermelo {__version__}"}
    head = magic + json.dumps(fields, separators=(",", ":")).encode() + b"\n"
    with replacing(path) as file:
        file.write(head + hashlib.sha256(head).hexdigest().encode() + b"\n")
        compressor = lzma.LZMACompressor(preset=6)
        for piece in _pieces(stream):
            file.write(compressor.compress(piece))
        file.write(compressor.flush())


def header_of(path: Path) -> dict[str, Any]:
    """The header of a certificate, not checked; empty if the file has none, or cannot be read."""
    try:
        with path.open("rb") as file:
            file.readline(len(FIRST_FORMAT))
            header = json.loads(file.readline(LONGEST_HEADER))
    except (OSError, ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", header) if isinstance(header, dict) else {}


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield piece
