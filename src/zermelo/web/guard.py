"""What holds for every request and every answer: which host is meant, headers that protect."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final, NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.web.messages import Problem

LOCAL: Final = ("127.0.0.1", "localhost", "::1", "[::1]")


class Hosts(NamedTuple):
    """What the server may be called: a page elsewhere whose name leads here must not use it."""

    names: frozenset[str]
    numbers: bool
    """Whether any address in numbers will do: the server listens on all that there are."""

    @classmethod
    def of(cls, address: str, name: str) -> Hosts:
        """Of the address that it listens on, which was given by this name."""
        everywhere = is_address(address) and ipaddress.ip_address(address).is_unspecified
        own = (socket.gethostname().lower(),) if everywhere else ()
        return cls(frozenset({*LOCAL, *own, address, f"[{address}]", name.lower()}), everywhere)

    def include(self, host: str) -> bool:
        """Whether a request for this host is meant for us."""
        return host in self.names or (self.numbers and is_address(host.strip("[]")))


def is_address(host: str) -> bool:
    """Whether this is an address in numbers."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class Guard:
    """Lets requests through that are meant for one of `hosts`; `policy` is the Content-Security-Policy of all answers."""

    def __init__(self, app: ASGIApp, hosts: Hosts, policy: str) -> None:
        self.app = app
        self.hosts = hosts
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

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self.headers]
            await send(message)

        if self.hosts.include(host_of(scope)):
            await self.app(scope, receive, guarded)
        else:
            told = "This server does not answer to that host; use the address that it was started with."
            await refuse(guarded, Problem(421, "wrong-host", told))


def host_of(scope: Scope) -> str:
    """The host that the request is for, without its port; empty where there are none, or several."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if len(hosts) != 1:
        return ""
    text = hosts[0].decode("latin-1").lower()
    return text.rpartition(":")[0] if text.rpartition(":")[2].isdigit() else text


async def refuse(send: Send, problem: Problem) -> None:
    """Answer with a problem."""
    body = problem.body
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
