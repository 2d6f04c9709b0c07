"""Runs a program in its own process, with limits on time, memory, output and processes.

At the end the program is killed with all processes of its session. The limits guard against accidents, not against malice:
the program has the permissions of the person who runs the grader.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
import time
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


class RunLimits(NamedTuple):
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


def run(command: tuple[str, ...], folder: Path, text: str, limits: RunLimits) -> Execution:
    """Run a program in `folder`, with `text` on its standard input. Raises BadOption if it cannot be started."""
    if not POSIX:
        raise NotSupported(
            "Programs can be graded only on Linux and macOS; elsewhere they could not be stopped safely."
        )
    started = time.monotonic()
    running: _Running | None = None
    signals: list[int] = []  # that come while the program starts, when it could not be stopped yet
    try:
        with (
            tempfile.TemporaryFile() as given,
            answering(lambda number, _frame: signals.append(number), signal.SIGINT, *ENDING),
        ):
            given.write(text.encode())
            given.seek(0)
            running = _Running(_start(command, folder, given), limits)
        if signals:
            raise KeyboardInterrupt
        ending = running.watch(started)
    finally:
        with answering(signal.SIG_IGN, signal.SIGINT, *ENDING):  # a signal must not interrupt this
            if running:
                running.stop()
    assert running
    return running.execution(ending)


def _start(command: tuple[str, ...], folder: Path, given: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start the program in its own session, with the file `given` as its input. Raises BadOption."""
    try:
        return subprocess.Popen(
            command,
            cwd=folder.resolve(),
            env=_environment(),
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
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

    def close(self) -> None:
        """Read what is left, unless a process that has left the session still holds the pipe."""
        self.thread.join(1)
        with contextlib.suppress(OSError):
            self.pipe.close()

    def text(self) -> str:
        """The text read, cut at the limit; bytes that are not UTF-8 become replacement characters."""
        kept = self.kept[-self.limit :] if self.keeps_end else self.kept[: self.limit]
        return bytes(kept).decode("utf-8", "replace")


class _Running:
    """A program that runs, and what it prints."""

    def __init__(self, process: subprocess.Popen[bytes], limits: RunLimits) -> None:
        self.process, self.limits = process, limits
        self.output = _Reader(process.stdout, limits.output)
        self.errors = _Reader(process.stderr, MAX_ERRORS, keeps_end=True)
        _limit_files(process.pid)

    def watch(self, started: float) -> Ending:
        """Wait until the program ends or exceeds a limit."""
        while self.process.poll() is None:
            if time.monotonic() - started > self.limits.seconds:
                return "time"
            if len(self.output.kept) > self.limits.output:
                return "output"
            family = [pid for pid in psutil.pids() if _session_of(pid) == self.process.pid]
            if len(family) > MAX_PROCESSES:
                return "processes"
            if sum(map(_memory, family)) > self.limits.megabytes * MEGABYTE:
                return "memory"
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(PAUSE)
        return "exit"

    def stop(self) -> None:
        """Kill the program and all processes of its session: each signal reaches all that are in its group by then."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.output.close()
        self.errors.close()

    def execution(self, ending: Ending) -> Execution:
        """How it ended, and what it printed, once it has been stopped."""
        if ending == "exit" and len(self.output.kept) > self.limits.output:
            ending = "output"
        code = self.process.returncode
        if ending == "exit" and code < 0:
            ending, code = "signal", -code
        return Execution(ending, code, self.output.text(), self.errors.text())


def _session_of(pid: int) -> int:
    """The session of a process; 0 if it has ended."""
    try:
        return os.getsid(pid)
    except OSError:
        return 0


def _memory(pid: int) -> int:
    try:
        return psutil.Process(pid).memory_info().rss
    except psutil.Error:
        return 0


def _limit_files(pid: int) -> None:
    """Forbid huge files and core dumps, on systems that have such limits."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import resource

        resource.prlimit(pid, resource.RLIMIT_FSIZE, (MAX_FILE, MAX_FILE))
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
