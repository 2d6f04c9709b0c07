"""Checks the Host header of every request, and adds security headers to every response."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final, NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.web.messages import Problem

LOCAL: Final = ("127.0.0.1", "localhost", "::1", "[::1]")


class Hosts(NamedTuple):
    """The hosts that requests may be for. Others are refused: they may come from a foreign page whose host name was made to
    resolve to this server (DNS rebinding).
    """

    names: frozenset[str]
    any_address: bool
    """Whether any IP address is allowed, because the server listens on all of them."""

    @classmethod
    def of(cls, address: str, name: str) -> Hosts:
        """The hosts of a server that listens on `address`, which the user gave as `name`."""
        everywhere = is_address(address) and ipaddress.ip_address(address).is_unspecified
        own = (socket.gethostname().lower(),) if everywhere else ()
        return cls(frozenset({*LOCAL, *own, address, f"[{address}]", name.lower()}), everywhere)

    def include(self, host: str) -> bool:
        """Whether requests for this host are allowed."""
        return host in self.names or (self.any_address and is_address(host.strip("[]")))


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class Guard:
    """Lets only requests for `hosts` through. `policy` is the Content-Security-Policy of all responses."""

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
        """Check the request, and add the headers to its response."""
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
            await refuse(guarded, Problem("wrong-host"))


def host_of(scope: Scope) -> str:
    """The host in the Host header, without the port; empty if the header is missing, or comes more than once."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if len(hosts) != 1:
        return ""
    text = hosts[0].decode("latin-1").lower()
    return text.rpartition(":")[0] if text.rpartition(":")[2].isdigit() else text


async def refuse(send: Send, problem: Problem) -> None:
    body = problem.body
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
