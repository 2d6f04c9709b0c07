"""The compile cache: one file of machine code for each kernel and game, so that a second process starts at once.

The name of a file identifies its contents (kernel, class, constants). Its stamp covers everything that the code depends on:
editing the game, a base class, a helper function, a kernel, the compiler or LLVM changes the stamp, and the file is then
overwritten. So stale code is never run, and running a program again adds no files.

    code:     | stamp, 32 bytes | SHA-256 of the rest, 32 bytes | a line of JSON: size of the errors | errors | object file |
    refusal:  | stamp, 32 bytes | SHA-256 of the rest, 32 bytes | a line of JSON: why there is no code                     |
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import platform
import re
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.runtime import processor
from zermelo.core.replacement import replacing
from zermelo.native.cache_folder import code_path
from zermelo.native.identity import Identity
from zermelo.native.loader import Code, Uncompilable

HERE: Final = Path(__file__).parent


@functools.cache
def stamp() -> str:
    """A digest of what all machine code depends on: the processor, versions, and the sources of the compiler."""
    core = HERE.parent / "core"
    folders = sorted(HERE.glob("*.py")), sorted((HERE.parent / "compiler").glob("*.py"))
    sources = [*folders[0], *folders[1], *(core / name for name in ("words.py", "fingerprint.py"))]
    parts = repr((processor(), platform.python_version_tuple()[:2])).encode()
    return hashlib.sha256(parts + b"".join(path.read_bytes() for path in sources)).hexdigest()


class CacheFile:
    """A file of the cache, whether it exists or not: a header and a body, with a stamp."""

    def __init__(self, path: Path | None, stamp: str) -> None:
        """`stamp`: changes with everything that the contents depend on. `path` is None if there is no cache."""
        self.path = path
        self._stamp = hashlib.sha256(stamp.encode()).digest()

    def read(self) -> tuple[dict[str, Any], bytes] | None:
        """The header and the body; None if the file is missing, stale or damaged."""
        return self._read(self.path) if self.path is not None else None

    def _read(self, path: Path) -> tuple[dict[str, Any], bytes] | None:
        try:
            data = path.read_bytes()
            stamp, checksum, rest = data[:32], data[32:64], data[64:]
            if stamp != self._stamp or checksum != hashlib.sha256(rest).digest():
                return None
            header, _, body = rest.partition(b"\n")
            return dict(json.loads(header)), body
        except (OSError, ValueError, TypeError):
            return None

    def write(self, header: dict[str, Any], body: bytes) -> None:
        """Write the file. If that fails, nothing is written, and the contents are made again next time."""
        if self.path is None:
            return
        rest = json.dumps(header).encode() + b"\n" + body
        with contextlib.suppress(OSError), replacing(self.path, lasting=False) as file:
            os.chmod(file.name, 0o600)  # code that this user runs
            file.write(self._stamp + hashlib.sha256(rest).digest() + rest)


class CodeFile(CacheFile):
    """The file with the machine code of a kernel for one board."""

    def __init__(self, identity: Identity) -> None:
        self._home = Path(identity.home)
        super().__init__(code_path(identity), identity.code + stamp())

    def code(self) -> Code | Uncompilable | None:
        """The code, or why it cannot be compiled; None if the file is missing, stale or damaged."""
        found = self.read()
        try:
            return None if found is None else self._code(*found)
        except (TypeError, ValueError, KeyError):
            return None

    def _code(self, fields: dict[str, Any], body: bytes) -> Code | Uncompilable | None:
        if "refusal" in fields:
            return Uncompilable(fields["refusal"]) if fields["source"] == self._source(fields["refusal"]) else None
        size = int(fields["errors"])
        return Code(body[:size], body[size:]) if size < len(body) else None

    def write_code(self, code: Code) -> None:
        self.write({"errors": len(code.errors)}, code.errors + code.machine_code)

    def write_refusal(self, error: Uncompilable) -> None:
        """Write why the game cannot be compiled. The reason names a line, so it is valid only for the same source."""
        source = self._source(str(error))
        if source and error.lasting:
            self.write({"refusal": str(error), "source": source}, b"")

    def _source(self, refusal: str) -> str:
        """A digest of the game's file and of the file whose line a refusal names; empty if they cannot be read."""
        named = re.search(r".*\((.+):\d+\)$", refusal)  # the reason may have parentheses of its own
        try:
            sources = self._home.read_bytes() + (Path(named[1]).read_bytes() if named else b"")
        except OSError:
            return ""
        return hashlib.sha256(sources).hexdigest()
