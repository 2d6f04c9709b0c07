"""The server: a socket, its workers, and the clients that are too slow for it."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Callable
from typing import Any, Final

import uvicorn

from zermelo.errors import BadOption
from zermelo.web.app import make_app
from zermelo.web.offer import Offer
from zermelo.web.pool import Pool, Worker

LIGHT_WORKERS: Final = 2
LIGHT_QUEUE: Final = 200
LIGHT_MEMORY: Final = 2 << 30

HEAVY_QUEUE: Final = 16
"""Searches that wait for a worker."""
HEAVY_MEMORY: Final = 8 << 30
POLITENESS: Final = 10
"""Searches leave the processors to what takes no search."""

PATIENCE: Final = 8.0
"""Seconds that a connection may be open without a whole request."""

MOST_CONNECTIONS: Final = 1000

LOCAL: Final = ("127.0.0.1", "localhost", "::1", "[::1]")


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 is a free one. Raises BadOption."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
    except OSError as error:
        sock.close()
        raise BadOption(f"The server cannot listen on {host}, port {port}: {error.strerror}.") from None
    return sock


def serve(sock: socket.socket, offer: Offer, *, workers: int, ready: Callable[[], None], **options: Any) -> None:
    """Serve until Ctrl-C. `ready` is called when the first request can be answered; `options` are those of all searches."""
    asyncio.run(_serve(sock, offer, workers, ready, options))


async def _serve(
    sock: socket.socket, offer: Offer, workers: int, ready: Callable[[], None], options: dict[str, Any]
) -> None:
    light = Pool([Worker(options, memory=LIGHT_MEMORY, politeness=0) for _ in range(LIGHT_WORKERS)], queue=LIGHT_QUEUE)
    heavy = Pool(
        [Worker(options, memory=HEAVY_MEMORY, politeness=POLITENESS) for _ in range(workers)], queue=HEAVY_QUEUE
    )
    host = sock.getsockname()[0]
    app = make_app(offer, light, heavy, {*LOCAL, host, f"[{host}]"})
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=int(PATIENCE),
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    sweeping = asyncio.ensure_future(sweep(server, ready))
    try:
        await server.serve(sockets=[sock])
    finally:
        sweeping.cancel()


async def sweep(server: uvicorn.Server, ready: Callable[[], None]) -> None:
    """Say when the server has started; from then on cut connections over which no whole request comes."""
    while not server.started:
        await asyncio.sleep(0.01)
    ready()
    since: dict[Any, float] = {}
    while True:
        await asyncio.sleep(PATIENCE / 8)
        now = time.monotonic()
        waiting = [each for each in server.server_state.connections if is_waiting(each)]
        since = {each: since.get(each, now) for each in waiting}
        for each, begun in since.items():
            if now - begun > PATIENCE:
                each.transport.abort()


def is_waiting(connection: Any) -> bool:
    """Whether no request is being answered on it."""
    return connection.cycle is None or connection.cycle.response_complete


def processors() -> int:
    """How many searches can run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
