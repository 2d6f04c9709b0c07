"""A client's connection: what is refused before there is a request to answer, and whose turn it is."""

from __future__ import annotations

import asyncio
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from zermelo.web.messages import Problem

MOST_CONNECTIONS: Final = 500
"""Files that may be open are often limited to 1024."""


class Connection(H11Protocol):
    """As Uvicorn's, but refusals are JSON."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """There is a client."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            self._refuse(Problem(503, "busy", "There are too many connections. Try again in a second or two."))

    def send_400_response(self, msg: str) -> None:
        """There came something that is not HTTP."""
        told = "That is not HTTP/1.1 as it should be: the request line, the headers or the length of the body."
        self._refuse(Problem(400, "bad-http", told))

    def _refuse(self, problem: Problem) -> None:
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):  # there is an answer already
            self.transport.abort()
            return
        body = problem.body
        headers = [("content-type", "application/json"), ("content-length", str(len(body))), ("connection", "close")]
        for event in (
            h11.Response(status_code=problem.status, headers=headers),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    @property
    def waits(self) -> bool:
        """Whether it is the client's turn: to send a request, or to read what it was sent."""
        cycle = self.cycle
        return cycle is None or cycle.response_complete or self.flow.write_paused  # pyright: ignore[reportUnnecessaryComparison]
