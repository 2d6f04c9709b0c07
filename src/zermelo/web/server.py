"""The HTTP server: its socket, its worker pools, and its clients: how they are refused, and how long they may take."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Callable, Iterable
from typing import Any, Final, Unpack

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from zermelo.core.errors import BadOption
from zermelo.solver.options import SearchOptions
from zermelo.web.app import make_app
from zermelo.web.guard import Hosts
from zermelo.web.messages import Problem
from zermelo.web.offer import Offer
from zermelo.web.pool import Pool, PoolWorker

LIGHT_WORKERS: Final = 2
"""The number of workers for jobs that need no search."""
LIGHT_QUEUE: Final = 200
LIGHT_MEMORY: Final = 2 << 30
"""Bytes of address space of each of these workers."""

HEAVY_QUEUE: Final = 16
"""How many searches may wait for a worker."""
HEAVY_MEMORY: Final = 8 << 30
"""Bytes of address space of each worker that searches."""
NICENESS: Final = 10
"""Searches run at low priority, so that other requests are answered at once."""

PATIENCE: Final = 7.0
"""Seconds that a client has to send the headers of a request, or to read a response."""

IDLE: Final = 5
"""Seconds that an idle connection stays open; less than PATIENCE, so that there is still time to send a request."""

MOST_CONNECTIONS: Final = 500
"""A process may often have only 1024 files open."""

FAREWELL: Final = 0.2
"""Seconds to send the last responses."""


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens on this host and port; port 0 takes a free one. Raises BadOption."""
    if not host:
        raise BadOption(
            "The host is empty. Give 127.0.0.1 for this computer only, or 0.0.0.0 for all of its addresses."
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY, to send answers at once, only if the protocol is named
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # elsewhere this option lets several processes share the port
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen()
    except (OSError, UnicodeError) as error:
        sock.close()
        why = getattr(error, "strerror", None) or "that is not a host name"
        raise BadOption(f"The server cannot listen on {host}, port {port}: {why}.") from None
    return sock


def serve(
    sock: socket.socket,
    host: str,
    offer: Offer,
    *,
    workers: int,
    ready: Callable[[], None],
    **options: Unpack[SearchOptions],
) -> None:
    """Serve until Ctrl-C. `host` is the name that `sock` was bound to. `ready` is called once requests can be answered.
    `options` are the options of all searches.
    """
    asyncio.run(_serve(sock, host, offer, workers, ready, options))


async def _serve(
    sock: socket.socket,
    host: str,
    offer: Offer,
    workers: int,
    ready: Callable[[], None],
    options: SearchOptions,
) -> None:
    light = Pool(
        [PoolWorker(options, memory=LIGHT_MEMORY, niceness=0) for _ in range(LIGHT_WORKERS)], queue=LIGHT_QUEUE
    )
    heavy = Pool(
        [PoolWorker(options, memory=HEAVY_MEMORY, niceness=NICENESS) for _ in range(workers)], queue=HEAVY_QUEUE
    )
    app = make_app(offer, light, heavy, Hosts.of(sock.getsockname()[0], host))
    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        lifespan="off",
        proxy_headers=False,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=1,
    )
    server = Server(config, (light, heavy))
    cutting = asyncio.ensure_future(cut_slow_clients(server, ready))
    try:
        await server.serve(sockets=[sock])
    finally:
        cutting.cancel()


class Connection(H11Protocol):
    """Uvicorn's connection, except that refusals are JSON."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Refuse a new client if there are too many connections."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            self._refuse(Problem("busy", "There are too many connections. Try again in a second or two."))

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that is not valid HTTP."""
        self._refuse(Problem("bad-http"))

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


class Server(uvicorn.Server):
    """Uvicorn's server, which ends its workers when it shuts down and does not wait for its clients."""

    def __init__(self, config: uvicorn.Config, pools: Iterable[Pool]) -> None:
        super().__init__(config)
        self.pools = pools

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer all open requests with an error, then close all connections."""
        await asyncio.gather(*(pool.close() for pool in self.pools))
        await asyncio.sleep(FAREWELL)
        for each in list(self.server_state.connections):
            each.transport.abort()
        await asyncio.sleep(0)
        await super().shutdown(sockets)


async def cut_slow_clients(server: uvicorn.Server, ready: Callable[[], None]) -> None:
    """Call `ready` once the server has started. From then on, close connections whose clients keep it waiting."""
    while not server.started:
        await asyncio.sleep(0.01)
    ready()
    since: dict[Any, float] = {}
    while True:
        await asyncio.sleep(PATIENCE / 14)
        now = time.monotonic()
        connections: list[Any] = list(server.server_state.connections)
        waiting = [(each, each.cycle) for each in connections if each.waits_for_client]
        since = {each: since.get(each, now) for each in waiting}
        for (each, _), begun in since.items():
            if now - begun > PATIENCE:
                each.transport.abort()
