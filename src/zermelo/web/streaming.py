"""Sends the answer of a job: as one JSON body, or as JSON lines while the job runs. Cancels the job if the client leaves."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from starlette.types import Receive, Scope, Send

from zermelo.web.messages import Problem

JSON_LINES: Final = b"application/x-ndjson"

Work = Callable[[Callable[[bytes], None], asyncio.Event], Awaitable[bytes]]
"""Runs a job: `work(report, stop)` calls `report` with each progress report, and answers early once `stop` is set."""


class RunningSearches:
    """The searches whose answers are being streamed, by the name that each client got in the first line."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Event] = {}

    def begin(self) -> tuple[str, asyncio.Event]:
        """A name that nobody can guess, and the event that stops the search."""
        name, stop = secrets.token_urlsafe(12), asyncio.Event()
        self._running[name] = stop
        return name, stop

    def stop(self, name: str) -> bool:
        """Make a search answer with what it has found so far. False if there is no search with this name."""
        stop = self._running.get(name)
        if stop is not None:
            stop.set()
        return stop is not None

    def end(self, name: str) -> None:
        self._running.pop(name, None)


class JobResponse:
    """An ASGI response with the answer of `work`: one JSON body, or JSON lines if `lines` is true.

    The work is cancelled when the client leaves.
    """

    def __init__(self, work: Work, searches: RunningSearches, *, lines: bool) -> None:
        self._work = work
        self._searches = searches
        self._lines = lines

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Run the work and send its answer."""
        answering = asyncio.ensure_future(self._send_lines(send) if self._lines else self._send_body(send))
        leaving = asyncio.ensure_future(disconnection(receive))
        try:
            await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            if not answering.done():
                answering.cancel()
            await asyncio.wait({answering})
        if not answering.cancelled():
            answering.result()

    async def _send_body(self, send: Send) -> None:
        try:
            status, body, headers = 200, await self._work(lambda report: None, asyncio.Event()), {}
        except Problem as problem:
            status, body, headers = problem.status, problem.body, problem.headers
        await _start(send, status, b"application/json", headers)
        await send({"type": "http.response.body", "body": body})

    async def _send_lines(self, send: Send) -> None:
        """Send the name of the search, then its progress reports, and last the result or the error."""
        name, stop = self._searches.begin()
        reports = asyncio.Queue[bytes | None]()
        working = asyncio.ensure_future(self._work(reports.put_nowait, stop))
        working.add_done_callback(lambda _: reports.put_nowait(None))
        await _start(send, 200, JSON_LINES, {})

        async def line(field: str, value: bytes, *, more: bool = True) -> None:
            await send(
                {"type": "http.response.body", "body": b'{"%s":%s}\n' % (field.encode(), value), "more_body": more}
            )

        try:
            await line("search", json.dumps(name).encode())
            while (report := await reports.get()) is not None:
                await line("progress", report)
            try:
                await line("result", working.result(), more=False)
            except Problem as problem:
                await line("error", problem.error, more=False)
        finally:
            working.cancel()
            self._searches.end(name)


async def disconnection(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return


async def _start(send: Send, status: int, content_type: bytes, more: Mapping[str, str]) -> None:
    """Send the status and the headers; `more` are those of a refusal."""
    headers = [(b"content-type", content_type), (b"cache-control", b"no-store")]
    headers += [(name.encode(), value.encode()) for name, value in more.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
