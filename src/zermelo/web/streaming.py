"""Sends the answer of a job: as one JSON body, or as JSON lines while the job runs. Cancels the job if the client leaves."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.types import Receive, Scope, Send

from zermelo.web.messages import Problem

JSON_LINES: Final = b"application/x-ndjson"

Work = Callable[[Callable[[bytes], None], asyncio.Event], Awaitable[bytes]]
"""Runs a job: `work(report, stop)` calls `report` with each progress report, and answers early once `stop` is set."""


class JobResponse:
    """An ASGI response with the answer of `work`, which is cancelled when the client leaves."""

    def __init__(self, work: Work, searches: dict[str, asyncio.Event] | None) -> None:
        """The answer is JSON lines if there are `searches`, to which the work belongs while it runs; else one JSON body."""
        self._work = work
        self._searches = searches

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Run the work and send its answer."""
        sending = self._send_body(send) if self._searches is None else self._send_lines(send, self._searches)
        answering = asyncio.ensure_future(sending)
        leaving = asyncio.ensure_future(disconnection(receive))
        try:
            await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            answering.cancel()
            await asyncio.wait({answering})
        if not answering.cancelled():
            answering.result()

    async def _send_body(self, send: Send) -> None:
        try:
            status, body = 200, await self._work(lambda report: None, asyncio.Event())
        except Problem as problem:
            status, body = problem.status, problem.body
        await _start(send, status, b"application/json")
        await send({"type": "http.response.body", "body": body})

    async def _send_lines(self, send: Send, searches: dict[str, asyncio.Event]) -> None:
        """Send a name of the search that nobody can guess, then its progress reports, and last the result or the error."""
        name = secrets.token_urlsafe(12)
        stop = searches[name] = asyncio.Event()
        reports = asyncio.Queue[bytes | None]()
        working = asyncio.ensure_future(self._work(reports.put_nowait, stop))
        working.add_done_callback(lambda _: reports.put_nowait(None))
        await _start(send, 200, JSON_LINES)

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
            del searches[name]


async def disconnection(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _start(send: Send, status: int, content_type: bytes) -> None:
    headers = [(b"content-type", content_type), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
