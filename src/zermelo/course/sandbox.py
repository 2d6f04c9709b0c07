"""Runs a program in its own process, with limits on time, memory, output and processes.

At the end the program is killed with all its children. The limits guard against accidents, not against malice: the program
has the permissions of the person who runs the grader.
"""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from pathlib import Path
from typing import IO, Final, Literal, NamedTuple

import psutil

from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.interrupts import answering

Ending = Literal["exit", "signal", "time", "memory", "output", "processes"]

POSIX: Final = os.name == "posix"
MEGABYTE: Final = 1 << 20
MAX_PROCESSES: Final = 64
MAX_ERRORS: Final = 1 << 16
"""The last bytes of the error output that are kept."""

MAX_FILE: Final = 256 * MEGABYTE
"""The largest file that a program may write, in bytes."""

PAUSE: Final = 0.01
"""The seconds between two checks of a running program."""

ENDING: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))
"""The signals, besides Ctrl-C, that end a process."""

PR_SET_CHILD_SUBREAPER: Final = 36
PR_GET_CHILD_SUBREAPER: Final = 37


class Limits(NamedTuple):
    """The limits of a program."""

    seconds: float
    megabytes: int
    output: int = MEGABYTE
    """The most bytes of output."""


class Execution(NamedTuple):
    """How a program ended, and what it printed."""

    ending: Ending
    code: int
    """The exit code, or the number of the signal."""
    output: str
    errors: str


def run(command: tuple[str, ...], folder: Path, text: str, limits: Limits) -> Execution:
    """Run a program in `folder`, with `text` on its standard input. Raises BadOption if it cannot be started."""
    if not POSIX:
        raise NotSupported(
            "Programs can be graded only on Linux and macOS; elsewhere they could not be stopped safely."
        )
    started = time.monotonic()
    process: subprocess.Popen[bytes] | None = None
    with _adopting_orphans() as others:
        try:
            process = _start(command, folder)
            _limit_files(process.pid)
            output, errors = _Reader(process.stdout, limits.output), _Reader(process.stderr, MAX_ERRORS, keeps_end=True)
            writer = threading.Thread(target=_write, args=(process.stdin, text), daemon=True)
            writer.start()
            ending = _watch(process, others, output, limits, started)
        finally:
            with answering(signal.SIG_IGN, signal.SIGINT, *ENDING):  # a signal must not interrupt this
                _kill(process, others)
        assert process is not None
        for thread in (output.thread, errors.thread, writer):
            thread.join(1)
        for pipe in (process.stdin, process.stdout, process.stderr):
            _close(pipe)
    if ending == "exit" and len(output.kept) > limits.output:
        ending = "output"
    code = process.returncode
    if ending == "exit" and code < 0:
        ending, code = "signal", -code
    return Execution(ending, code, output.text(), errors.text())


def _start(command: tuple[str, ...], folder: Path) -> subprocess.Popen[bytes]:
    """Start the program in its own session. Raises BadOption."""
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(
            command,
            cwd=folder.resolve(),
            env=_environment(),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            start_new_session=True,
        )
    except FileNotFoundError:
        if not folder.is_dir():
            raise BadOption(f"The folder {str(folder)!r} no longer exists.") from None
        raise BadOption(
            f"The command {command[0]!r} was not found; install it, or give another command with --cmd."
        ) from None
    except OSError as error:
        raise BadOption(f"{command[0]!r} cannot be run: {error.strerror}.") from None


def _environment() -> dict[str, str]:
    """The environment of the program: ours without ZERMELO_COURSE. Python does not buffer output, and writes no bytecode."""
    ours = {name: value for name, value in os.environ.items() if name != "ZERMELO_COURSE"}
    return ours | {"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"}


class _Reader:
    """Reads a pipe to the end, and keeps the beginning or the end up to a limit."""

    def __init__(self, pipe: IO[bytes] | None, limit: int, *, keeps_end: bool = False) -> None:
        assert pipe is not None
        self.pipe = pipe
        self.limit = limit
        self.keeps_end = keeps_end
        self.kept = bytearray()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while piece := os.read(self.pipe.fileno(), MEGABYTE):
                if self.keeps_end:
                    self.kept = (self.kept + piece)[-self.limit :]
                elif len(self.kept) <= self.limit:
                    self.kept += piece

    def text(self) -> str:
        """The text read, cut at the limit; bytes that are not UTF-8 become replacement characters."""
        kept = self.kept[-self.limit :] if self.keeps_end else self.kept[: self.limit]
        return bytes(kept).decode("utf-8", "replace")


def _write(pipe: IO[bytes] | None, text: str) -> None:
    """Write the input of the program, which need not read it."""
    assert pipe is not None
    with contextlib.suppress(OSError):
        pipe.write(text.encode())
    _close(pipe)


def _close(pipe: IO[bytes] | None) -> None:
    """Close our end of a pipe; input that the program has not read is lost."""
    assert pipe is not None
    with contextlib.suppress(OSError):
        pipe.close()


def _watch(
    process: subprocess.Popen[bytes], others: set[int], output: _Reader, limits: Limits, started: float
) -> Ending:
    while process.poll() is None:
        if time.monotonic() - started > limits.seconds:
            return "time"
        if len(output.kept) > limits.output:
            return "output"
        family = _family(process, others)
        if len(family) > MAX_PROCESSES:
            return "processes"
        if sum(map(_memory, family)) > limits.megabytes * MEGABYTE:
            return "memory"
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PAUSE)
    return "exit"


def _family(process: subprocess.Popen[bytes] | None, others: set[int]) -> list[psutil.Process]:
    """The processes of the program: our descendants, without those that existed before."""
    family = [child for child in psutil.Process().children(recursive=True) if child.pid not in others]
    for child in family:
        if process is None or child.pid != process.pid:
            with contextlib.suppress(ChildProcessError):  # an orphan that has ended must be reaped by us
                os.waitpid(child.pid, os.WNOHANG)
    return family


def _memory(process: psutil.Process) -> int:
    """The memory of a process, in bytes."""
    try:
        return process.memory_info().rss
    except psutil.Error:
        return 0


def _limit_files(pid: int) -> None:
    """Forbid huge files and core dumps, on systems that have such limits."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import resource

        resource.prlimit(pid, resource.RLIMIT_FSIZE, (MAX_FILE, MAX_FILE))
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))


@contextlib.contextmanager
def _adopting_orphans() -> Generator[set[int]]:
    """Adopt descendants whose parents end (on Linux). Yields the process ids of the descendants that exist already."""
    others = {child.pid for child in psutil.Process().children(recursive=True)}
    if not sys.platform.startswith("linux"):
        yield others
        return
    libc = ctypes.CDLL(None)
    before = ctypes.c_int(0)
    libc.prctl(PR_GET_CHILD_SUBREAPER, ctypes.byref(before))
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1)
    try:
        yield others
    finally:
        libc.prctl(PR_SET_CHILD_SUBREAPER, before.value)


def _kill(process: subprocess.Popen[bytes] | None, others: set[int]) -> None:
    """Kill the program, its session, and all its descendants, until none is left.

    `process` is None if a signal came while the program was being started; it may be running all the same.
    """
    if process is not None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    while left := _family(process, others):
        # stopped first, they cannot fork faster than they are killed
        for signalled, child in itertools.product((signal.SIGSTOP, signal.SIGKILL), left):
            with contextlib.suppress(psutil.Error):
                child.send_signal(signalled)
        time.sleep(PAUSE)
