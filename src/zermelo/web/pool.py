"""The pool of worker processes, and the queue in front of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Coroutine
from typing import Any, Final

from zermelo.solver.options import SearchOptions
from zermelo.web.messages import Problem
from zermelo.web.sources import Stamps, edited
from zermelo.work.processes import ALIVE, WorkerProcess

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

OPTIONS: Final = {"memory": 128 << 20}
"""Search options of all workers."""


class PoolWorker:
    """One worker process. It is started when it is first needed, and again after it has ended."""

    def __init__(self, options: SearchOptions, *, niceness: int) -> None:
        """`niceness` is the increment of nice(2)."""
        self._arguments = [json.dumps(part) for part in (OPTIONS | options, niceness)]
        self._process: WorkerProcess | None = None
        self._lines = asyncio.Queue[bytes | None]()
        """What the process has written."""
        self._sources: Stamps = {}
        """The files from which the process has loaded games."""
        self.started = asyncio.Event()
        """Set once the process can be interrupted."""

    async def ask(self, job: str, request: dict[str, Any], report: Callable[[bytes], None]) -> bytes:
        """The answer to a request, as JSON. `report` is called with each progress report. Raises Problem."""
        retires = False
        try:
            if self._process is not None and (self._process.ended or edited(self._sources)):
                await self.end()  # since its last answer, the process has died, or a game has been edited
            process = self._process or self._start()
            process.send(json.dumps({"job": job, "request": request}).encode() + b"\n")
            while True:
                line = await self._lines.get()
                if line is None:
                    raise ConnectionError
                word, _, value = line.partition(b" ")
                if word == b"progress":
                    report(value.strip())
                elif word == b"sources":
                    self._sources = json.loads(value)
                elif word == b"retires":
                    retires = True
                else:
                    break
        except OSError:
            await self.end()
            raise Problem("failed") from None
        if retires:
            await self.end()
        if word == b"error":
            error = json.loads(value)
            raise Problem(error["kind"], error["message"])
        return value.strip()

    def _start(self) -> WorkerProcess:
        loop, lines = asyncio.get_running_loop(), asyncio.Queue[bytes | None]()

        def heard(line: bytes | None) -> None:
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(self._heard, lines, line)

        self._lines = lines
        self._process = WorkerProcess("zermelo.web.worker", *self._arguments, heard=heard)
        return self._process

    def _heard(self, lines: asyncio.Queue[bytes | None], line: bytes | None) -> None:
        if line != ALIVE:
            lines.put_nowait(line)
        elif lines is self._lines:
            self.started.set()

    def interrupt(self) -> None:
        """Make the worker answer with what it has found so far."""
        if self._process is not None and self.started.is_set():
            self._process.interrupt()

    async def end(self) -> None:
        """Kill the process. The next request starts another one."""
        process, self._process, self._sources = self._process, None, {}
        # what the process has written meanwhile is not for the next request
        self._lines = asyncio.Queue[bytes | None]()
        self.started.clear()
        if process is not None:
            await asyncio.to_thread(process.end)


class Pool:
    """Some workers. If all are busy, requests wait, for a limited time."""

    def __init__(self, workers: list[PoolWorker]) -> None:
        self._workers = workers
        self._idle = asyncio.LifoQueue[PoolWorker]()  # the worker used last may still have the game loaded
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
    ) -> bytes:
        """The answer of a worker, as JSON. `seconds` is its budget. Once `stop` is set, it answers with what it has found.

        If the task is cancelled, because nobody waits for the answer any longer, the worker is interrupted. Raises Problem,
        with status 503 if all workers are busy for too long and 504 if there is no answer in time.
        """
        try:
            stop = stop or asyncio.Event()
            worker = await self._free(stop)
            return await self._answer(worker, worker.ask(job, request, report), seconds, stop)
        except Problem as problem:
            raise (Problem("ending") if self._closed else problem) from None

    async def _free(self, stop: asyncio.Event) -> PoolWorker:
        """An idle worker, as soon as there is one. Raises Problem, also once `stop` is set."""
        getting, stopping = asyncio.ensure_future(self._idle.get()), asyncio.ensure_future(stop.wait())
        try:
            await asyncio.wait({getting, stopping}, timeout=WAITING, return_when=asyncio.FIRST_COMPLETED)
            if not getting.done():
                raise Problem("stopped" if stop.is_set() else "busy")
            if self._closed:
                self._idle.put_nowait(getting.result())
                raise Problem("ending")
            return getting.result()
        except asyncio.CancelledError:
            if getting.done():
                self._idle.put_nowait(getting.result())
            raise
        finally:
            getting.cancel()
            stopping.cancel()

    async def _answer(
        self, worker: PoolWorker, request: Coroutine[Any, Any, bytes], seconds: float, stop: asyncio.Event
    ) -> bytes:
        """The answer of the worker, if it comes in time. Raises Problem."""
        answer, stopping = asyncio.ensure_future(request), asyncio.ensure_future(stop.wait())
        started = asyncio.ensure_future(worker.started.wait())
        interrupted = False
        try:
            await asyncio.wait({answer, stopping, started}, timeout=STARTING, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({answer, stopping}, timeout=seconds + MARGIN, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                await nudge(worker, answer)
                interrupted = True
                if not answer.done() or getattr(answer.exception(), "kind", "") == "stopped":  # nothing was found yet
                    raise Problem("stopped" if stop.is_set() else "too-late")
            return answer.result()
        finally:
            stopping.cancel()
            started.cancel()
            task = asyncio.ensure_future(self._release(worker, answer, interrupted=interrupted))
            self._releasing.add(task)
            task.add_done_callback(self._releasing.discard)

    async def _release(self, worker: PoolWorker, answer: asyncio.Future[bytes], *, interrupted: bool) -> None:
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
            self._idle.put_nowait(worker)

    async def close(self) -> None:
        """End all workers. Requests that wait for one get an error."""
        self._closed = True
        for worker in self._workers:
            await worker.end()
        await asyncio.gather(*self._releasing, return_exceptions=True)


async def nudge(worker: PoolWorker, answer: asyncio.Future[bytes]) -> None:
    """Interrupt the worker again and again, until it answers or GRACE seconds have passed."""
    for _ in range(int(GRACE / NUDGE)):
        worker.interrupt()
        await asyncio.wait({answer}, timeout=NUDGE)
        if answer.done():
            return
