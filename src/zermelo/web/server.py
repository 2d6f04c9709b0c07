"""The server: a socket, its workers, and the clients that are too slow for it."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Callable, Iterable
from typing import Any, Final, Unpack

import uvicorn

from zermelo.core.errors import BadOption
from zermelo.solver.options import SearchOptions
from zermelo.web.app import make_app
from zermelo.web.connection import Connection
from zermelo.web.guard import Hosts
from zermelo.web.offer import Offer
from zermelo.web.pool import Pool, WorkerProcess

LIGHT_WORKERS: Final = 2
LIGHT_QUEUE: Final = 200
LIGHT_MEMORY: Final = 2 << 30

HEAVY_QUEUE: Final = 16
"""Searches that wait for a worker."""
HEAVY_MEMORY: Final = 8 << 30
POLITENESS: Final = 10
"""Searches leave the processors to what takes no search."""

PATIENCE: Final = 7.0
"""Seconds that a client may take to send the headers of a request, or to read an answer."""

IDLE: Final = 5
"""Seconds that a connection is kept for another request: who sends one then has still time for it."""

FAREWELL: Final = 0.2
"""Seconds for the last answers."""


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 is a free one. Raises BadOption."""
    if not host:
        raise BadOption("The host is empty; 127.0.0.1 is your own computer, 0.0.0.0 all its addresses.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # by the protocol asyncio knows that answers are to be sent at once
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # others take it as leave to share the port
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen()
    except (OSError, UnicodeError) as error:
        sock.close()
        why = getattr(error, "strerror", None) or "it is no host's name"
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
    """Serve until Ctrl-C. `host`: what the socket was bound to, by name; `ready` is called when the first request can be
    answered; `options` are those of all searches.
    """
    asyncio.run(_serve(sock, host, offer, workers, ready, options))


async def _serve(
    sock: socket.socket, host: str, offer: Offer, workers: int, ready: Callable[[], None], options: SearchOptions
) -> None:
    light = Pool(
        [WorkerProcess(options, memory=LIGHT_MEMORY, politeness=0) for _ in range(LIGHT_WORKERS)], queue=LIGHT_QUEUE
    )
    heavy = Pool(
        [WorkerProcess(options, memory=HEAVY_MEMORY, politeness=POLITENESS) for _ in range(workers)], queue=HEAVY_QUEUE
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
    sweeping = asyncio.ensure_future(sweep(server, ready))
    try:
        await server.serve(sockets=[sock])
    finally:
        sweeping.cancel()


class Server(uvicorn.Server):
    """Ends with its workers, and does not wait for its clients."""

    def __init__(self, config: uvicorn.Config, pools: Iterable[Pool]) -> None:
        super().__init__(config)
        self.pools = pools

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Those who wait for an answer are told; then all are cut."""
        await asyncio.gather(*(pool.close() for pool in self.pools))
        await asyncio.sleep(FAREWELL)
        for each in list(self.server_state.connections):
            each.transport.abort()
        await asyncio.sleep(0)
        await super().shutdown(sockets)


async def sweep(server: uvicorn.Server, ready: Callable[[], None]) -> None:
    """Say when the server has started; from then on cut connections whose clients let it wait."""
    while not server.started:
        await asyncio.sleep(0.01)
    ready()
    since: dict[Any, float] = {}
    while True:
        await asyncio.sleep(PATIENCE / 14)
        now = time.monotonic()
        connections: list[Any] = list(server.server_state.connections)
        waiting = [(each, each.cycle) for each in connections if each.waits]
        since = {each: since.get(each, now) for each in waiting}
        for (each, _), begun in since.items():
            if now - begun > PATIENCE:
                each.transport.abort()


def processors() -> int:
    """How many searches can run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
