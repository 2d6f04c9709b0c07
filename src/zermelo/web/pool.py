"""The pool of worker processes, and the short queue in front of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import Any, Final

from zermelo.solver.options import SearchOptions
from zermelo.web.messages import Problem
from zermelo.web.sources import Stamps, edited

MARGIN: Final = 1.0
"""Seconds past its budget after which a worker is interrupted, to answer with what it has found."""

GRACE: Final = 3.0
"""Seconds that an interrupted worker has to answer."""

STARTING: Final = 10.0
"""Seconds that a process may take to start, on a busy machine."""

NUDGE: Final = 0.2
"""Seconds between two interrupts: the first may arrive before the work has begun."""

WAITING: Final = 30.0
"""Seconds that a request may wait in the queue."""

KILL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)

LONGEST_LINE: Final = 1 << 26
"""The most bytes in a line that a worker writes."""

OPTIONS: Final = {"memory": 128 << 20}
"""Search options of all workers."""

STATUS: Final = {"refused": 422, "failed": 422, "stopped": 503}
"""The HTTP status for each kind of error that a worker may answer with."""


def busy() -> Problem:
    """The error if the queue is full, or the request has waited in it for too long."""
    return Problem(503, "busy", "All workers are busy. Try again in a second or two.")


def stopped() -> Problem:
    """The error if the client stopped the search."""
    return Problem(503, "stopped", "The search was stopped before it had an answer.")


def ending() -> Problem:
    """The error while the server shuts down."""
    return Problem(503, "ending", "The server is shutting down.")


def too_late() -> Problem:
    """The error if a job runs past its time limit."""
    return Problem(504, "too-late", "There was no answer in time: the search, or a method of the game, took too long.")


class WorkerProcess:
    """One worker process. It is started when it is first needed, and again after it has ended."""

    def __init__(self, options: SearchOptions, *, memory: int, niceness: int) -> None:
        """`memory` is the limit of its address space in bytes, `niceness` the increment of nice(2)."""
        self._arguments = [json.dumps(part) for part in (OPTIONS | options, memory, niceness)]
        self._process: asyncio.subprocess.Process | None = None
        self._sources: Stamps = {}
        """The files from which the process has loaded games."""
        self.listens = asyncio.Event()
        """Set once the process handles SIGINT. Before that, SIGINT would end it."""

    async def ask(self, job: str, request: dict[str, Any], report: Callable[[bytes], None]) -> bytes:
        """The answer to a request, as JSON. `report` is called with each progress report. Raises Problem."""
        retires = False
        try:
            if self._process is not None and (self._process.returncode is not None or edited(self._sources)):
                await self.end()  # since its last answer, the process has died, or a game has been edited
            process = self._process or await self._start()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps({"job": job, "request": request}).encode() + b"\n")
            await process.stdin.drain()
            while True:
                word, _, value = (await process.stdout.readline()).partition(b" ")
                if word == b"listens":
                    self.listens.set()
                elif word == b"progress":
                    report(value.strip())
                elif word == b"sources":
                    self._sources = json.loads(value)
                elif word == b"retires":
                    retires = True
                elif word in (b"result", b"error"):
                    break
                else:
                    raise ConnectionError
        except (OSError, ValueError):
            await self.end()
            message = "The worker process that ran this game has ended. The game may be too large."
            raise Problem(422, "failed", message) from None
        if retires:
            await self.end()
        if word == b"error":
            error = json.loads(value)
            raise Problem(STATUS[error["kind"]], error["kind"], error["message"])
        return value.strip()

    async def _start(self) -> asyncio.subprocess.Process:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "zermelo.web.worker", *self._arguments),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,  # Ctrl-C goes to the server only, which then ends its workers
        )
        return self._process

    def interrupt(self) -> None:
        """Make the worker answer with what it has found so far."""
        if self._process is not None and self.listens.is_set():
            send(self._process, signal.SIGINT)

    async def end(self) -> None:
        """Kill the process. The next request starts another one."""
        process, self._process, self._sources = self._process, None, {}
        self.listens.clear()
        if process is not None:
            send(process, KILL)
            await process.wait()


def send(process: asyncio.subprocess.Process, number: int) -> None:
    """Send a signal. Popen.send_signal would also poll the process, and so take its exit status away from asyncio."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, number)


class Pool:
    """Some workers. If all are busy, a limited number of requests waits, for a limited time."""

    def __init__(self, workers: list[WorkerProcess], *, queue: int) -> None:
        self._workers = workers
        self._idle: asyncio.Queue[WorkerProcess] = (
            asyncio.LifoQueue()
        )  # the worker used last may still have the game loaded
        self._capacity = queue + len(workers)
        self._requests = 0
        """Requests that are waiting or being answered."""
        self._releasing: set[asyncio.Task[None]] = set()
        self._closed = False
        for worker in workers:
            self._idle.put_nowait(worker)

    async def run(
        self,
        job: str,
        request: dict[str, Any],
        *,
        seconds: float,
        report: Callable[[bytes], None] = lambda value: None,
        stop: asyncio.Event | None = None,
        late: asyncio.Event | None = None,
    ) -> bytes:
        """The answer of a worker, as JSON. `seconds` is its budget. Once `stop` is set, it answers with what it has found.
        `late` is set if it has no answer when its time is up.

        If the task is cancelled, because nobody waits for the answer any longer, the worker is interrupted. Raises Problem,
        with status 503 if too many requests are waiting and 504 if there is no answer in time.
        """
        if self._requests >= self._capacity:
            raise busy()
        stop = stop or asyncio.Event()
        self._requests += 1
        try:
            worker = await self._free(stop)
        except BaseException:
            self._requests -= 1
            raise
        try:
            return await self._answer(worker, worker.ask(job, request, report), seconds, stop, late or asyncio.Event())
        except Problem as problem:
            raise (ending() if self._closed else problem) from None

    async def _answer(
        self,
        worker: WorkerProcess,
        request: Coroutine[Any, Any, bytes],
        seconds: float,
        stop: asyncio.Event,
        late: asyncio.Event,
    ) -> bytes:
        """The answer of the worker, if it comes in time. Raises Problem."""
        answer, stopping = asyncio.ensure_future(request), asyncio.ensure_future(stop.wait())
        started = asyncio.ensure_future(worker.listens.wait())
        interrupted = False
        try:
            await asyncio.wait({answer, stopping, started}, timeout=STARTING, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({answer, stopping}, timeout=seconds + MARGIN, return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                return answer.result()
            if not stop.is_set():
                late.set()
            await nudge(worker, answer)
            interrupted = True
            if late.is_set() and (not answer.done() or is_stopped(answer)):
                raise too_late()
            if not answer.done():
                raise stopped()
            return answer.result()
        finally:
            stopping.cancel()
            started.cancel()
            task = asyncio.ensure_future(self._release(worker, answer, interrupted=interrupted))
            self._releasing.add(task)
            task.add_done_callback(self._releasing.discard)

    async def _free(self, stop: asyncio.Event) -> WorkerProcess:
        """An idle worker, as soon as there is one. Raises Problem."""
        if self._closed:
            raise ending()
        with contextlib.suppress(asyncio.QueueEmpty):
            return self._idle.get_nowait()
        getting, stopping = asyncio.ensure_future(self._idle.get()), asyncio.ensure_future(stop.wait())
        try:
            await asyncio.wait({getting, stopping}, timeout=WAITING, return_when=asyncio.FIRST_COMPLETED)
            if not getting.done():
                raise stopped() if stop.is_set() else busy()
            if self._closed:
                self._idle.put_nowait(getting.result())
                raise ending()
            return getting.result()
        except asyncio.CancelledError:
            if getting.done():
                self._idle.put_nowait(getting.result())
            raise
        finally:
            getting.cancel()
            stopping.cancel()

    async def _release(self, worker: WorkerProcess, answer: asyncio.Future[bytes], *, interrupted: bool) -> None:
        """Make the worker idle again. If it is still working, interrupt it, unless that was done before, and then end it."""
        try:
            if not answer.done() and not interrupted:
                await nudge(worker, answer)
            if not answer.done():
                await worker.end()
            await asyncio.wait({answer})
            if not answer.cancelled():
                answer.exception()  # marks it as retrieved: it was raised before, or the client has left
        finally:
            self._requests -= 1
            self._idle.put_nowait(worker)

    async def close(self) -> None:
        """End all workers. Requests that wait for one get an error."""
        self._closed = True
        for worker in self._workers:
            await worker.end()
        await asyncio.gather(*self._releasing, return_exceptions=True)


async def nudge(worker: WorkerProcess, answer: asyncio.Future[bytes]) -> None:
    """Interrupt the worker again and again, until it answers or GRACE seconds have passed."""
    for _ in range(int(GRACE / NUDGE)):
        worker.interrupt()
        await asyncio.wait({answer}, timeout=NUDGE)
        if answer.done():
            return


def is_stopped(answer: asyncio.Future[bytes]) -> bool:
    """Whether the worker was interrupted before it had found anything."""
    error = answer.exception()
    return isinstance(error, Problem) and error.kind == "stopped"
