"""Worker processes: lines on pipes, a sign of life every second, and interrupts.

    WorkerProcess (here)                              Pipes (in the worker)
    send(line)          --> standard input        --> for line in pipes
    heard(line or None) <-- standard output       <-- write(line)
    silence             <-- ALIVE, every second

What is in the lines is up to those who write them. The first ALIVE says that the worker has started and can be
interrupted. A worker ends, whatever it is doing, when its standard input ends: then nobody waits for its answers.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

ALIVE: Final = b"alive\n"


class WorkerProcess:
    """A worker, seen from the process that has started it."""

    def __init__(self, module: str, *arguments: str, heard: Callable[[bytes | None], None]) -> None:
        """Start `python -m module`. `heard` is called, in another thread, with each line that it writes, and with None when
        it has ended. Raises OSError.
        """
        self._heard = heard
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C goes to this process only, which then ends its workers
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        )
        self.pid = self._process.pid
        self._last = time.monotonic()
        self._lines = queue.SimpleQueue[bytes | None]()  # a worker that stands still takes no long line
        _start(self._write, "zermelo to worker")
        _start(self._read, "zermelo from worker")

    @property
    def ended(self) -> bool:
        """Whether it runs no longer."""
        return self._process.poll() is not None

    @property
    def silence(self) -> float:
        """Seconds since its last line."""
        return time.monotonic() - self._last

    def send(self, line: bytes) -> None:
        """Write a line to the worker, as soon as it takes one. If it has ended, nothing happens."""
        self._lines.put(line)

    def interrupt(self) -> None:
        """Send it SIGINT. Before it has started, that would end it."""
        if not self.ended:
            os.kill(self.pid, signal.SIGINT)

    def end(self) -> None:
        """Kill it, and wait until it has ended."""
        self._process.kill()
        self._lines.put(None)
        self._process.wait()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines, contextlib.suppress(OSError):
            for line in lines:
                if line.endswith(b"\n"):  # else it was killed while it wrote
                    self._last = time.monotonic()
                    self._heard(line)
        self._heard(None)

    def _write(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError), self._process.stdin as pipe:
            while (line := self._lines.get()) is not None:
                pipe.write(line)
                pipe.flush()


class Pipes:
    """Standard input and output of a worker, which are then its own: a game reads nothing, and prints to standard error."""

    def __init__(self) -> None:
        self._input, self._output = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        self._lines = queue.SimpleQueue[bytes]()
        self._writing = threading.Lock()

    def __iter__(self) -> Iterator[bytes]:
        """The lines from the other side. From now on, this process can be interrupted, and says that it is alive."""
        _start(self._read, "zermelo requests")
        _start(self._beat, "zermelo alive")
        while True:
            yield self._lines.get()

    def write(self, line: bytes) -> None:
        """Write a line. Raises OSError if nobody reads it."""
        with self._writing:
            self._output.write(line)
            self._output.flush()

    def _read(self) -> None:
        for line in self._input:
            self._lines.put(line)
        os._exit(0)

    def _beat(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                self.write(ALIVE)
                time.sleep(1.0)
        os._exit(0)


def _start(work: Callable[[], None], name: str) -> None:
    threading.Thread(target=work, name=name, daemon=True).start()
