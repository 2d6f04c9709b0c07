"""Worker processes, and a short queue before them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import Callable
from typing import Any, Final

from zermelo.web.messages import Problem

GRACE: Final = 3.0
"""Seconds that a worker may take beyond its budget, and to end its work when it is told to."""

NUDGE: Final = 0.2
"""Seconds between two requests to end: one may come between two lines."""

LONGEST_LINE: Final = 1 << 26

OPTIONS: Final = {"memory": 128 << 20, "threads": 1}
"""Of all searches."""

STATUS: Final = {"refused": 422, "failed": 422, "stopped": 503}
"""Of what a worker may answer instead of a result."""


class Worker:
    """One process, started when it is first needed, and again after it has ended."""

    def __init__(self, options: dict[str, Any], *, memory: int, politeness: int) -> None:
        """`memory`: bytes of address space; `politeness`: how much it lets others go before it, see nice(1)."""
        self._arguments = [json.dumps(part) for part in (OPTIONS | options, memory, politeness)]
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, job: str, request: dict[str, Any], report: Callable[[bytes], None]) -> bytes:
        """The answer, JSON; `report` gets what is told before it. Raises Problem."""
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "zermelo.web.worker", *self._arguments),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
                start_new_session=True,  # Ctrl-C is for the server, which tells its workers
            )
        process, retires = self._process, False
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps({"job": job, "request": request}).encode() + b"\n")
            await process.stdin.drain()
            while True:
                word, _, told = (await process.stdout.readline()).partition(b" ")
                if word == b"progress":
                    report(told.strip())
                elif word == b"retires":
                    retires = True
                elif word in (b"result", b"error"):
                    break
                else:
                    raise ConnectionError
        except (ConnectionError, ValueError):
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

    def interrupt(self) -> None:
        """Ask for what is known by now."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGINT)

    async def end(self) -> None:
        """At once; the next question starts another process."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Pool:
    """Some workers; who comes when all are busy waits, but not many do."""

    def __init__(self, workers: list[Worker], *, queue: int) -> None:
        self._workers = workers
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._room = queue + len(workers)
        self._present = 0
        self._settling: set[asyncio.Task[None]] = set()
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
            raise Problem(503, "busy", "All searches are taken and the queue is full. Try again in a second or two.")
        self._present += 1
        try:
            worker = await self._idle.get()
        except BaseException:
            self._present -= 1
            raise
        answer = asyncio.ensure_future(worker.ask(job, request, report))
        stopped = asyncio.ensure_future((stop or asyncio.Event()).wait())
        try:
            await asyncio.wait({answer, stopped}, timeout=seconds + GRACE, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                await nudge(worker, answer)
            if not answer.done():
                raise Problem(504, "too-late", "There was no answer in time. The game may be too large, or too slow.")
            return answer.result()
        finally:
            stopped.cancel()
            task = asyncio.ensure_future(self._settle(worker, answer))
            self._settling.add(task)
            task.add_done_callback(self._settling.discard)

    async def _settle(self, worker: Worker, answer: asyncio.Future[bytes]) -> None:
        """Make the worker idle again: it ends what it is doing, or is ended."""
        try:
            if not answer.done():
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
        """End all workers."""
        for worker in self._workers:
            await worker.end()
        await asyncio.gather(*self._settling, return_exceptions=True)


async def nudge(worker: Worker, answer: asyncio.Future[bytes]) -> None:
    """Ask for what is known by now, until it is told or there has been time enough."""
    for _ in range(int(GRACE / NUDGE)):
        worker.interrupt()
        await asyncio.wait({answer}, timeout=NUDGE)
        if answer.done():
            return
