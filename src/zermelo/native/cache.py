"""The compile cache: one file of machine code for each kernel and game, so that a second process starts at once, and one
program for each family of boards, so that a second board is compiled in a third of the time.

The name of a file identifies its contents (kernel, class, constants). Its stamp covers everything that the code depends on:
editing the game, a base class, a helper function, a kernel, this package or Numba changes the stamp, and the file is then
overwritten. So stale code is never run, and running a program again adds no files.

    code:     | stamp, 32 bytes | SHA-256 of the rest, 32 bytes | a line of JSON: entry, symbols | object file |
    program:  | stamp, 32 bytes | SHA-256 of the rest, 32 bytes | a line of JSON: entry, family  | LLVM bitcode |
    refusal:  | stamp, 32 bytes | SHA-256 of the rest, 32 bytes | a line of JSON: why there is no code or program |
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.util
import json
import lzma
import os
import platform
import re
from pathlib import Path
from typing import Any, Final

import llvmlite
import numpy as np

from zermelo.core.replacement import replacing
from zermelo.native.cache_folder import code_path, program_path, shipped_path
from zermelo.native.codegen import Program
from zermelo.native.family import Family
from zermelo.native.loader import Code, Uncompilable, processor

HERE: Final = Path(__file__).parent


def compiler_stamp() -> str:
    """A digest of what all programs depend on: versions, Numba's settings, and the sources of this package."""
    core = HERE.parent / "core"
    sources = [*sorted(HERE.glob("*.py")), *(core / name for name in ("words.py", "fingerprint.py"))]
    settings = sorted((name, value) for name, value in os.environ.items() if name.startswith("NUMBA_"))
    numpy = np.__version__.split(".")[:2]
    versions = (_numba_version(), llvmlite.__version__, numpy, platform.python_version_tuple()[:2])
    parts = repr((versions, processor()[0], settings)).encode()
    return hashlib.sha256(parts + b"".join(path.read_bytes() for path in sources)).hexdigest()


def machine_stamp() -> str:
    """A digest of what all machine code depends on: the processor, and everything that programs depend on."""
    return hashlib.sha256(repr((processor(), compiler_stamp())).encode()).hexdigest()


@functools.cache
def _numba_version() -> bytes:
    """The contents of Numba's version file, read without importing Numba; empty if there is none."""
    found = importlib.util.find_spec("numba")
    if found is None or found.origin is None:
        return b""
    return (Path(found.origin).parent / "_version.py").read_bytes()


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
            if path.suffix == ".xz":
                data = lzma.decompress(data)
            stamp, checksum, rest = data[:32], data[32:64], data[64:]
            if stamp != self._stamp or checksum != hashlib.sha256(rest).digest():
                return None
            header, _, body = rest.partition(b"\n")
            return dict(json.loads(header)), body
        except (OSError, ValueError, TypeError, EOFError, lzma.LZMAError):
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
    """The file with the machine code of a kernel for one board of a family."""

    def __init__(self, family: Family) -> None:
        self._home = Path(family.home)
        super().__init__(code_path(family), family.identity + family.board + machine_stamp())

    def code(self) -> Code | Uncompilable | None:
        """The code, or why it cannot be compiled; None if the file is missing, stale or damaged."""
        found = self.read()
        try:
            return None if found is None else self._code(*found)
        except (TypeError, KeyError):
            return None

    def _code(self, fields: dict[str, Any], body: bytes) -> Code | Uncompilable | None:
        if "refusal" in fields:
            return Uncompilable(fields["refusal"]) if fields["source"] == self._source(fields["refusal"]) else None
        return Code(fields["entry"], tuple(fields["symbols"]), body)

    def write_code(self, code: Code) -> None:
        self.write({"entry": code.entry, "symbols": code.symbols}, code.machine_code)

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


class ProgramFile(CacheFile):
    """The file with the program of a family."""

    def __init__(self, family: Family) -> None:
        super().__init__(program_path(family), family.identity + compiler_stamp())
        self._family = family

    def read(self) -> tuple[dict[str, Any], bytes] | None:
        """The contents of the file, or of the one that the wheel has brought with it."""
        return super().read() or self._read(shipped_path(self._family))

    def program(self) -> Program | Uncompilable | None:
        """The program, or why this family has none; None if the file is missing, stale or damaged."""
        fields, body = self.read() or ({}, b"")
        if "refusal" in fields:
            return Uncompilable(fields["refusal"])
        return Program(fields["entry"], body) if "entry" in fields else None

    def write_program(self, program: Program) -> None:
        self.write({"entry": program.entry, "family": self._family.identity}, program.bitcode)

    def write_refusal(self, error: Uncompilable) -> None:
        if error.lasting:
            self.write({"refusal": str(error)}, b"")


def shipped(program: Path) -> tuple[str, bytes]:
    """The name and the contents of a file for SHIPPED, from a program's file in the cache.

    Raises ValueError if the file says why the family has no program.
    """
    data = program.read_bytes()
    header, _, _ = data[64:].partition(b"\n")
    fields = json.loads(header)
    if "refusal" in fields:
        raise ValueError(f"{program.name} is no program: {fields['refusal']}")
    return f"{fields['family']}.xz", lzma.compress(data, preset=9)
