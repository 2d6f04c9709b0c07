"""A client's connection: how it is refused before there is a valid request, and whether the server waits for the client."""

from __future__ import annotations

import asyncio
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from zermelo.web.messages import Problem

MOST_CONNECTIONS: Final = 500
"""A process may often have only 1024 files open."""


class Connection(H11Protocol):
    """Uvicorn's connection, except that refusals are JSON."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Refuse a new client if there are too many connections."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            self._refuse(Problem(503, "busy", "There are too many connections. Try again in a second or two."))

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that is not valid HTTP."""
        message = "This is not valid HTTP/1.1: the request line, a header or the length of the body is wrong."
        self._refuse(Problem(400, "bad-http", message))

    def _refuse(self, problem: Problem) -> None:
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):  # a response has begun
            self.transport.abort()
            return
        body = problem.body
        closing = {"content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
        headers = list((closing | problem.headers).items())
        for event in (
            h11.Response(status_code=problem.status, headers=headers),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    @property
    def waits_for_client(self) -> bool:
        """Whether the server waits for the client: for a request, or for the client to read a response."""
        cycle = self.cycle
        return cycle is None or cycle.response_complete or self.flow.write_paused  # pyright: ignore[reportUnnecessaryComparison]
