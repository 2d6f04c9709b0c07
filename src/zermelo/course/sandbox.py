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
    """The most bytes of output and error output together."""


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
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        given.write(text.encode())
        given.seek(0)
        ending, code = _run(command, folder, (given, output, errors), limits)
        output.seek(0)
        errors.seek(max(_size(errors) - MAX_ERRORS, 0))
        printed, failures = (data.decode("utf-8", "replace") for data in (output.read(limits.output), errors.read()))
    if ending == "exit" and code < 0:
        ending, code = "signal", -code
    return Execution(ending, code, printed, failures)


def _run(
    command: tuple[str, ...], folder: Path, streams: tuple[IO[bytes], ...], limits: RunLimits
) -> tuple[Ending, int]:
    """Run the program with files for its standard streams; how it ended, and its exit code."""
    process: subprocess.Popen[bytes] | None = None
    signals: list[int] = []  # that come while the program starts, when it could not be stopped yet
    try:
        with answering(lambda number, _frame: signals.append(number), signal.SIGINT, *ENDING):
            process = _start(command, folder, streams)
        if signals:
            raise KeyboardInterrupt
        ending = _watch(process, limits, streams[1:])
    finally:
        with answering(signal.SIG_IGN, signal.SIGINT, *ENDING):  # a signal must not interrupt this
            if process:
                _stop(process)
    assert process
    return ending, process.returncode


def _start(command: tuple[str, ...], folder: Path, streams: tuple[IO[bytes], ...]) -> subprocess.Popen[bytes]:
    """Start the program in its own session, with files for its standard streams. Raises BadOption."""
    given, output, errors = streams
    try:
        process = subprocess.Popen(
            command,
            cwd=folder.resolve(),
            env=_environment(),
            stdin=given,
            stdout=output,
            stderr=errors,
            start_new_session=True,
        )
    except FileNotFoundError:
        raise BadOption(
            f"The command {command[0]!r} was not found; install it, or give another command with --cmd."
        ) from None
    except OSError as error:
        raise BadOption(f"{command[0]!r} cannot be run: {error.strerror}.") from None
    _limit_files(process.pid)
    return process


def _environment() -> dict[str, str]:
    """The environment of the program: ours without ZERMELO_COURSE. Python does not buffer output, and writes no bytecode."""
    ours = {name: value for name, value in os.environ.items() if name != "ZERMELO_COURSE"}
    return ours | {"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def _watch(process: subprocess.Popen[bytes], limits: RunLimits, printed: tuple[IO[bytes], ...]) -> Ending:
    """Wait until the program ends or exceeds a limit."""
    started = time.monotonic()
    while True:
        ended = process.poll() is not None
        if sum(map(_size, printed)) > limits.output:
            return "output"
        if ended:
            return "exit"
        if time.monotonic() - started > limits.seconds:
            return "time"
        family = [pid for pid in psutil.pids() if _session_of(pid) == process.pid]
        if len(family) > MAX_PROCESSES:
            return "processes"
        if sum(map(_memory, family)) > limits.megabytes * MEGABYTE:
            return "memory"
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PAUSE)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Kill the program and all processes of its session, until there are none, or for a second."""
    deadline = time.monotonic() + 1
    with contextlib.suppress(ProcessLookupError, PermissionError):
        while time.monotonic() < deadline:
            os.killpg(process.pid, signal.SIGKILL)
            process.poll()
            time.sleep(PAUSE)
    process.wait()


def _size(file: IO[bytes]) -> int:
    return os.fstat(file.fileno()).st_size


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
