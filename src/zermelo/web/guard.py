"""What holds for every request and every answer: which host is meant, how long it may take, headers that protect."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.web.messages import MOST_SECONDS, Problem

LONGEST: Final = 4 * MOST_SECONDS
"""Seconds for a request and its answer, waiting in the queue included: who reads more slowly is cut."""


class Guard:
    """Lets requests through that are meant for one of `hosts`; `policy` is the Content-Security-Policy of all answers."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str], policy: str) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.headers = [
            (name.encode(), value.encode())
            for name, value in (
                ("content-security-policy", policy),
                ("x-content-type-options", "nosniff"),
                ("referrer-policy", "no-referrer"),
                ("cross-origin-opener-policy", "same-origin"),
                ("cross-origin-resource-policy", "same-origin"),
            )
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, answer, protect."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", ()), *self.headers]
            await send(message)

        try:
            if host_of(scope) not in self.hosts:
                told = "This server does not answer to that host; use the address that it was started with."
                await refuse(guarded, Problem(421, "wrong-host", told))
                return
            async with asyncio.timeout(LONGEST):
                await self.app(scope, receive, guarded)
        except TimeoutError:
            if not started:
                await refuse(guarded, Problem(504, "too-late", "The answer took too long."))


def host_of(scope: Scope) -> str:
    """The host that the request is for, without its port; empty where there are none, or several."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if len(hosts) != 1:
        return ""
    text = hosts[0].decode("latin-1").lower()
    return text.rpartition(":")[0] if text.rpartition(":")[2].isdigit() else text


async def refuse(send: Send, problem: Problem) -> None:
    """Answer with a problem."""
    body = json.dumps(problem.to_dict()).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
