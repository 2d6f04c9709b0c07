"""How a request is answered: all at once, or line by line while the work goes on; and how it ends when the client leaves."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.types import Receive, Scope, Send

from zermelo.web.messages import Problem

LINES: Final = b"application/x-ndjson"

Work = Callable[[Callable[[bytes], None], asyncio.Event], Awaitable[bytes]]
"""Does the work: it is given what takes reports, and what is set when the client wants the answer now."""


class Searches:
    """The searches that run, by the names that their clients were told."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Event] = {}

    def begin(self) -> tuple[str, asyncio.Event]:
        """A name that nobody can guess, and what is set when it is to stop."""
        name, stop = secrets.token_urlsafe(12), asyncio.Event()
        self._running[name] = stop
        return name, stop

    def stop(self, name: str) -> bool:
        """End one with what it knows by now; False if there is none of this name."""
        stop = self._running.get(name)
        if stop is not None:
            stop.set()
        return stop is not None

    def end(self, name: str) -> None:
        """It is over."""
        self._running.pop(name, None)


class Answer:
    """An ASGI response to `work`: JSON, or JSON lines where `lines`. The work is cancelled when the client leaves."""

    def __init__(self, work: Work, searches: Searches, *, lines: bool) -> None:
        self._work = work
        self._searches = searches
        self._lines = lines

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        answering = asyncio.ensure_future(self._in_lines(send) if self._lines else self._at_once(send))
        leaving = asyncio.ensure_future(departure(receive))
        try:
            await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            if not answering.done():
                answering.cancel()
            await asyncio.wait({answering})
        if not answering.cancelled():
            answering.result()

    async def _at_once(self, send: Send) -> None:
        try:
            status, body = 200, await self._work(lambda told: None, asyncio.Event())
        except Problem as problem:
            status, body = problem.status, problem.body
        await _start(send, status, b"application/json", retry=status == 503)
        await send({"type": "http.response.body", "body": body})

    async def _in_lines(self, send: Send) -> None:
        """The name of the search, what is told of it meanwhile, and the result or the reason why there is none."""
        name, stop = self._searches.begin()
        reports = asyncio.Queue[bytes | None]()
        working = asyncio.ensure_future(self._work(reports.put_nowait, stop))
        working.add_done_callback(lambda _: reports.put_nowait(None))
        await _start(send, 200, LINES)

        async def line(word: str, told: bytes, *, more: bool = True) -> None:
            await send(
                {"type": "http.response.body", "body": b'{"%s":%s}\n' % (word.encode(), told), "more_body": more}
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


async def departure(receive: Receive) -> None:
    """Wait for the client to leave."""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return


async def _start(send: Send, status: int, kind: bytes, *, retry: bool = False) -> None:
    headers: list[Any] = [(b"content-type", kind), (b"cache-control", b"no-store")]
    if retry:
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
