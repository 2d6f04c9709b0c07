"""Worker processes, and a short queue before them."""

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

MARGIN: Final = 1.0
"""Seconds beyond its budget after which a worker is asked for what it knows."""

GRACE: Final = 3.0
"""Seconds to end its work when it is told to."""

STARTING: Final = 10.0
"""Seconds for a process to start, where there is much else to do."""

NUDGE: Final = 0.2
"""Seconds between two requests to end: one may come before the work is begun."""

WAITING: Final = 30.0
"""Seconds in the queue."""

KILL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)

LONGEST_LINE: Final = 1 << 26

OPTIONS: Final = {"memory": 128 << 20, "threads": 1}
"""Of all searches."""

STATUS: Final = {"refused": 422, "failed": 422, "stopped": 503}
"""Of what a worker may answer instead of a result."""


def busy() -> Problem:
    """The queue is full, or does not move."""
    return Problem(503, "busy", "All searches are taken and the queue is full. Try again in a second or two.")


def stopped() -> Problem:
    """The client did not want to wait any longer."""
    return Problem(503, "stopped", "The work was stopped before there was an answer.")


def ending() -> Problem:
    """Ctrl-C was pressed."""
    return Problem(503, "ending", "The server is coming to its end.")


def too_late() -> Problem:
    """Something takes longer than it may."""
    return Problem(504, "too-late", "There was no answer in time. The game may be too large, or too slow.")


class WorkerProcess:
    """One process, started when it is first needed, and again after it has ended."""

    def __init__(self, options: SearchOptions, *, memory: int, politeness: int) -> None:
        """`memory`: bytes of address space; `politeness`: how much it lets others go before it, see nice(1)."""
        self._arguments = [json.dumps(part) for part in (OPTIONS | options, memory, politeness)]
        self._process: asyncio.subprocess.Process | None = None
        self.listens = asyncio.Event()
        """It has started: before that, SIGINT would end it."""

    async def ask(self, job: str, request: dict[str, Any], report: Callable[[bytes], None]) -> bytes:
        """The answer, JSON; `report` gets what is told before it. Raises Problem."""
        retires = False
        try:
            if self._process is not None and self._process.returncode is not None:
                await self.end()  # somebody has ended it
            process = self._process or await self._start()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps({"job": job, "request": request}).encode() + b"\n")
            await process.stdin.drain()
            while True:
                word, _, told = (await process.stdout.readline()).partition(b" ")
                if word == b"listens":
                    self.listens.set()
                elif word == b"progress":
                    report(told.strip())
                elif word == b"retires":
                    retires = True
                elif word in (b"result", b"error"):
                    break
                else:
                    raise ConnectionError
        except (OSError, ValueError):
            await self.end()
            raise Problem(
                422, "failed", "The game ended the process that it was searched in; it may be too large."
            ) from None
        if retires:
            await self.end()
        if word == b"error":
            error = json.loads(told)
            raise Problem(STATUS[error["kind"]], error["kind"], error["message"])
        return told.strip()

    async def _start(self) -> asyncio.subprocess.Process:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "zermelo.web.worker", *self._arguments),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,  # Ctrl-C is for the server, which ends its workers
        )
        return self._process

    def interrupt(self) -> None:
        """Ask for what is known by now."""
        if self._process is not None and self.listens.is_set():
            send(self._process, signal.SIGINT)

    async def end(self) -> None:
        """At once; the next question starts another process."""
        process, self._process = self._process, None
        self.listens.clear()
        if process is not None:
            send(process, KILL)
            await process.wait()


def send(process: asyncio.subprocess.Process, number: int) -> None:
    """A signal. The process's own method would also look whether it has ended, and that is for asyncio to see."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, number)


class Pool:
    """Some workers; who comes when all are busy waits, but not many do, and not for long."""

    def __init__(self, workers: list[WorkerProcess], *, queue: int) -> None:
        self._workers = workers
        self._idle: asyncio.Queue[WorkerProcess] = asyncio.LifoQueue()  # the last one still has the game at hand
        self._room = queue + len(workers)
        self._present = 0
        self._settling: set[asyncio.Task[None]] = set()
        self._closed = False
        for worker in workers:
            self._idle.put_nowait(worker)

    async def run(
        self,
        job: str,
        request: dict[str, Any],
        *,
        seconds: float,
        report: Callable[[bytes], None] = lambda told: None,
        stop: asyncio.Event | None = None,
    ) -> bytes:
        """The answer of some worker, JSON. `seconds`: its budget; when `stop` is set it answers with what it knows by then.

        If nobody waits for the answer any longer (the task is cancelled), the worker is told to end its work. Raises
        Problem: of status 503 where too many wait already, 504 where there is no answer in time.
        """
        if self._present >= self._room:
            raise busy()
        stop = stop or asyncio.Event()
        self._present += 1
        try:
            worker = await self._free(stop)
        except BaseException:
            self._present -= 1
            raise
        try:
            return await self._answer(worker, worker.ask(job, request, report), seconds, stop)
        except Problem as problem:
            raise (ending() if self._closed else problem) from None

    async def _answer(
        self, worker: WorkerProcess, asked: Coroutine[Any, Any, bytes], seconds: float, stop: asyncio.Event
    ) -> bytes:
        """What the worker answers in time. Raises Problem."""
        answer, stopping = asyncio.ensure_future(asked), asyncio.ensure_future(stop.wait())
        started = asyncio.ensure_future(worker.listens.wait())
        told = False
        try:
            await asyncio.wait({answer, stopping, started}, timeout=STARTING, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({answer, stopping}, timeout=seconds + MARGIN, return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                return answer.result()
            late, told = not stop.is_set(), True
            await nudge(worker, answer)
            if late and (not answer.done() or is_stopped(answer)):
                raise too_late()
            if not answer.done():
                raise stopped()
            return answer.result()
        finally:
            stopping.cancel()
            started.cancel()
            task = asyncio.ensure_future(self._settle(worker, answer, told=told))
            self._settling.add(task)
            task.add_done_callback(self._settling.discard)

    async def _free(self, stop: asyncio.Event) -> WorkerProcess:
        """A worker, once there is one. Raises Problem."""
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

    async def _settle(self, worker: WorkerProcess, answer: asyncio.Future[bytes], *, told: bool) -> None:
        """Make the worker idle again: it ends what it is doing, unless it was `told` to before, or is ended."""
        try:
            if not answer.done() and not told:
                await nudge(worker, answer)
            if not answer.done():
                await worker.end()
            await asyncio.wait({answer})
            if not answer.cancelled():
                answer.exception()  # has been told, or nobody is there to be told
        finally:
            self._present -= 1
            self._idle.put_nowait(worker)

    async def close(self) -> None:
        """End all workers; who waits for them is told."""
        self._closed = True
        for worker in self._workers:
            await worker.end()
        await asyncio.gather(*self._settling, return_exceptions=True)


async def nudge(worker: WorkerProcess, answer: asyncio.Future[bytes]) -> None:
    """Ask for what is known by now, until it is told or there has been time enough."""
    for _ in range(int(GRACE / NUDGE)):
        worker.interrupt()
        await asyncio.wait({answer}, timeout=NUDGE)
        if answer.done():
            return


def is_stopped(answer: asyncio.Future[bytes]) -> bool:
    """Whether the worker, asked for what it knows, had nothing to tell."""
    error = answer.exception()
    return isinstance(error, Problem) and error.kind == "stopped"
