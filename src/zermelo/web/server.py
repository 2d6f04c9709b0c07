"""The HTTP server: its socket, its worker pools, and its end."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Iterable
from typing import Final, Unpack

import uvicorn

from zermelo.core.errors import BadOption
from zermelo.solver.options import SearchOptions
from zermelo.web.app import Hosts, make_app
from zermelo.web.offer import Offer
from zermelo.web.pool import Pool, PoolWorker

LIGHT_WORKERS: Final = 2
"""The number of workers for jobs that need no search."""

NICENESS: Final = 10
"""Searches run at low priority, so that other requests are answered at once."""

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
    light = Pool([PoolWorker(options, niceness=0) for _ in range(LIGHT_WORKERS)])
    heavy = Pool([PoolWorker(options, niceness=NICENESS) for _ in range(workers)])
    config = uvicorn.Config(
        make_app(offer, light, heavy, Hosts.of(sock.getsockname()[0], host)),
        http="h11",
        ws="none",
        lifespan="off",
        proxy_headers=False,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    asyncio.run(Server(config, (light, heavy), ready).serve(sockets=[sock]))


class Server(uvicorn.Server):
    """Uvicorn's server, which says when it is ready, and at its end ends its workers and does not wait for its clients."""

    def __init__(self, config: uvicorn.Config, pools: Iterable[Pool], ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.pools, self.ready = pools, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer all open requests with an error, then close all connections."""
        await asyncio.gather(*(pool.close() for pool in self.pools))
        await asyncio.sleep(FAREWELL)
        for each in list(self.server_state.connections):
            each.transport.abort()
        await asyncio.sleep(0)
        await super().shutdown(sockets)
