"""A load test of `zermelo serve`: many clients at the same time, and slow clients.

    python benchmarks/serve_load.py [--clients 50] [--seconds 60] [--slow 200] [--json FILE]

The server runs with its default number of workers. First, the time from the command to the first board is measured. Then
many clients each send four light requests a second, which need no search (games, positions, files of the page), while a
search of Connect Four runs: at first the clients take turns, and then all of them send at the same time. Then
many clients send requests without pause: half of them light ones; the others searches of up to two seconds on boards from
3x3 to 9x9, some with streamed answers; some of these clients disconnect in the middle. Finally, slow clients never finish
their headers, send one byte of the body at a time, or do not read their answers, while other clients send light requests.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import socket
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from typing import Any, NamedTuple

import psutil
from common import Bound, Verdict, arguments, conclude, print_table

API = "/api/v1"
LIGHT = ("games", "position", "file")
GAMES = ("mnk(3,3,3)", "mnk(5,5,4)", "mnk(9,9,5)", "connect(7,6,4)", "nim(3,5,7)", "einstein(3,2)", "lines(4x4x4,4)")
MOVES = {"mnk(9,9,5)": ["e5", "e6"], "connect(7,6,4)": ["4"], "mnk(3,3,3)": ["b2"]}
MEGABYTE = 1 << 20

PERIOD = 0.25
"""Seconds between two requests of a client beside a search."""
BESIDE = 20
"""Seconds of such requests."""

TURNS = Bound("light requests beside a search, clients take turns, 99th percentile", 120, lower=True, unit=" ms")
TOGETHER = Bound(
    "light requests beside a search, all clients at the same time, 99th percentile", 500, lower=True, unit=" ms"
)
TOLD_TO_WAIT = Bound("the share of these requests that were refused because the server was busy", 0.01, lower=True)
UNANSWERED = Bound("requests without an answer", 0, lower=True)
WRONG = Bound("answers that are neither right nor the documented refusal of a busy server", 0, lower=True)
PROMPT = Bound("light requests while searches run, 99th percentile", 250, lower=True, unit=" ms")
GROWTH = Bound("resident memory of the server at the end, relative to a third of the way", 1.1, lower=True)
STILL_PROMPT = Bound("light requests while slow clients are connected, 99th percentile", 250, lower=True, unit=" ms")
CUT = Bound("seconds until the last slow client is disconnected", 10, lower=True, unit=" s")
FIRST = Bound("seconds from the command to the first board, warm", 3, lower=True, unit=" s")


class Server(NamedTuple):
    """A running server."""

    process: psutil.Process
    port: int

    def megabytes(self) -> tuple[float, float]:
        """The resident memory of the server, and of all its workers together."""
        own = self.process.memory_info().rss
        workers = 0
        for child in self.process.children():
            with contextlib.suppress(psutil.NoSuchProcess):
                workers += child.memory_info().rss
        return own / MEGABYTE, workers / MEGABYTE


class Counts:
    """The results of the requests, by kind."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = defaultdict(list)
        self.busy: dict[str, int] = defaultdict(int)
        self.left: dict[str, int] = defaultdict(int)
        self.wrong: list[str] = []
        self.unanswered = 0

    def note(self, kind: str, status: int, body: bytes, took: float) -> str:
        """Count an answer, and say what it is."""
        if status == -1:
            self.left[kind] += 1
            return "left"
        if status == 503 or (b'{"error":' in body and b'"busy"' in body):
            self.busy[kind] += 1
            return "busy"
        if status == 0 or not body:
            self.unanswered += 1
            return "unanswered"
        if status != 200 or b'\n{"error":' in body:
            self.wrong.append(f"{kind}: {status} {body[-200:]!r}")
            return "wrong"
        self.took[kind].append(took)
        return "answered"

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "request": kind,
                "answers": len(took),
                "busy": self.busy[kind],
                "left": self.left[kind],
                "p50 ms": statistics.median(took) * 1000,
                "p99 ms": percentile(took),
            }
            for kind, took in sorted(self.took.items())
        ]

    def refused(self) -> int:
        """How many requests were refused because the server was busy."""
        return sum(self.busy.values())

    def asked(self) -> int:
        """How many requests were answered or refused."""
        return self.refused() + sum(map(len, self.took.values()))

    def light(self) -> float:
        """The 99th percentile of all light requests, in milliseconds."""
        return percentile([seconds for kind in LIGHT for seconds in self.took[kind]])


def percentile(seconds: list[float]) -> float:
    ordered = sorted(seconds)
    return ordered[min(int(len(ordered) * 0.99), len(ordered) - 1)] * 1000 if ordered else 0.0


def request(port: int, method: str, path: str, body: Any = None, accept: str = "*/*") -> bytes:
    content = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost:{port}\r\nAccept: {accept}\r\nConnection: close\r\n"
    if body is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
    return head.encode() + b"\r\n" + content


async def exchange(port: int, sent: bytes, leave_after: float | None = None) -> tuple[int, bytes]:
    """The status and the body of the answer; status 0 for no answer, -1 if the client disconnected."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(sent)
        await writer.drain()
        if leave_after is not None:
            await asyncio.sleep(leave_after)
            return -1, b""
        async with asyncio.timeout(60):
            head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        return (int(head.split()[1]) if head.startswith(b"HTTP/1.1 ") else 0), body
    except (OSError, TimeoutError):
        return 0, b""
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


def light(rng: random.Random, port: int) -> tuple[str, bytes]:
    kind = rng.choice(LIGHT)
    if kind == "games":
        return kind, request(port, "GET", f"{API}/games")
    if kind == "file":
        return kind, request(port, "GET", rng.choice(("/", "/static/app.js", "/static/vendor/d3-hierarchy.mjs")))
    name = rng.choice(GAMES)
    return kind, request(port, "POST", f"{API}/position", {"game": name, "moves": MOVES.get(name, [])})


def search(rng: random.Random, port: int) -> tuple[str, bytes]:
    kind, name = rng.choice(("values", "best", "review", "tree")), rng.choice(GAMES)
    if name == "einstein(3,2)":
        kind = "best"
    body = {"game": name, "moves": MOVES.get(name, []), "seconds": rng.choice((0.1, 0.5, 2.0))}
    accept = rng.choice(("application/json", "application/x-ndjson"))
    return kind, request(port, "POST", f"{API}/{kind}", body, accept)


async def client(number: int, port: int, until: float, counts: Counts, *, light_only: bool = False) -> None:
    rng = random.Random(number)
    while time.monotonic() < until:
        asks_light = light_only or number % 2 == 0
        kind, sent = light(rng, port) if asks_light else search(rng, port)
        leave_after = rng.random() if not asks_light and rng.random() < 0.1 else None
        began = time.monotonic()
        status, body = await exchange(port, sent, leave_after)
        took = time.monotonic() - began
        if counts.note(kind, status, body, took) == "busy":
            await asyncio.sleep(rng.random())
        if asks_light:
            await asyncio.sleep(0.05)


async def beside_a_search(server: Server, clients: int, seconds: int, *, in_turn: bool) -> Counts:
    """Run clients with light requests while a search runs."""
    counts, began = Counts(), time.monotonic() + 1
    body = {"game": "connect(7,6,4)", "seconds": seconds + 2}
    searching = asyncio.ensure_future(exchange(server.port, request(server.port, "POST", f"{API}/values", body)))
    offsets = [PERIOD * number / clients if in_turn else 0 for number in range(clients)]
    await asyncio.gather(*(regular_client(server.port, began + offset, seconds, counts) for offset in offsets))
    assert not searching.done(), "the search ended before the requests"
    await searching
    return counts


async def regular_client(port: int, began: float, seconds: int, counts: Counts) -> None:
    """Send a light request in each period, without waiting for the answers to those before."""
    rng, sent = random.Random(began), []
    for number in range(round(seconds / PERIOD)):
        await asyncio.sleep(began + number * PERIOD - time.monotonic())
        sent.append(asyncio.ensure_future(light_request(rng, port, counts)))
    await asyncio.gather(*sent)


async def light_request(rng: random.Random, port: int, counts: Counts) -> None:
    kind, sent = light(rng, port)
    began = time.monotonic()
    status, body = await exchange(port, sent)
    counts.note(kind, status, body, time.monotonic() - began)


async def many_clients(server: Server, clients: int, seconds: int, memory: list[tuple[float, float]]) -> Counts:
    """Run clients of all kinds at the same time, and record the memory every second."""
    counts, until = Counts(), time.monotonic() + seconds
    running = [asyncio.ensure_future(client(number, server.port, until, counts)) for number in range(clients)]
    while time.monotonic() < until:
        memory.append(server.megabytes())
        await asyncio.sleep(1)
    await asyncio.gather(*running)
    memory.append(server.megabytes())
    return counts


async def slow_client(number: int, port: int) -> float:
    """The seconds until the server disconnects a slow client, of one of three kinds."""
    loop = asyncio.get_running_loop()
    sock = socket.socket()
    sock.setblocking(False)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    began = time.monotonic()
    with contextlib.closing(sock), contextlib.suppress(OSError):
        await loop.sock_connect(sock, ("127.0.0.1", port))
        began = time.monotonic()
        if number % 3 == 2:  # does not read its answers
            await loop.sock_sendall(
                sock, request(port, "GET", "/static/vendor/d3-hierarchy.mjs").replace(b"close", b"x") * 20
            )
        elif number % 3 == 1:
            await loop.sock_sendall(sock, request(port, "POST", f"{API}/position", "x" * 999)[:-990])
        else:
            await loop.sock_sendall(sock, b"GET / HTTP/1.1\r\nHost: loc")
        while time.monotonic() - began < 30:
            await asyncio.sleep(0.5)
            if closed(sock):
                break
            await loop.sock_sendall(sock, b"a")  # fails once the server has disconnected
    return time.monotonic() - began


TCP_STATE_CLOSE_WAIT, TCP_STATE_CLOSED = 8, 7


def closed(sock: socket.socket) -> bool:
    """Whether the other end has closed the connection, without reading from it."""
    return sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] in (TCP_STATE_CLOSE_WAIT, TCP_STATE_CLOSED)


async def slow_clients(server: Server, slow: int) -> tuple[Counts, float]:
    """Run slow clients, and clients with light requests meanwhile."""
    counts, until = Counts(), time.monotonic() + 12
    asking = [asyncio.ensure_future(client(number, server.port, until, counts, light_only=True)) for number in range(8)]
    longest = max(await asyncio.gather(*(slow_client(number, server.port) for number in range(slow))))
    await asyncio.gather(*asking)
    return counts, longest


def started() -> tuple[subprocess.Popen[str], Server]:
    process = subprocess.Popen(
        [sys.executable, "-m", "zermelo", "serve", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    address = re.search(r":(\d+)/", process.stdout.readline())
    assert address is not None
    return process, Server(psutil.Process(process.pid), int(address[1]))


def first_board() -> float:
    """The seconds from the command to the answer to the first request for a position."""
    began = time.monotonic()
    process, server = started()
    asked = request(server.port, "POST", f"{API}/position", {"game": "mnk(3,3,3)"})
    status, _ = asyncio.run(exchange(server.port, asked))
    took = time.monotonic() - began
    assert status == 200
    process.terminate()
    process.wait()
    return took


def main() -> None:
    options = arguments(__doc__, clients="50: clients at a time", seconds="60: how long", slow="200: slow clients")
    first = statistics.median(first_board() for _ in range(3))
    process, server = started()
    try:
        memory: list[tuple[float, float]] = []
        in_turn, together = (
            asyncio.run(beside_a_search(server, options.clients, BESIDE, in_turn=turns)) for turns in (True, False)
        )
        counts = asyncio.run(many_clients(server, options.clients, options.seconds, memory))
        slow_counts, longest = asyncio.run(slow_clients(server, options.slow))
        memory.append(server.megabytes())
    finally:
        process.terminate()
        process.wait()
    phases = {"one search, in turn": in_turn, "one search, together": together, "many searches": counts}
    phases["slow clients"] = slow_counts
    rows = [{"": phase} | row for phase, each in phases.items() for row in each.rows()]
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    third = len(memory) // 3
    moments = [("at the start", 0), ("a third of the way", third), ("two thirds", 2 * third), ("at the end", -1)]
    print_table(["resident MB", "server", "workers"], [[name, *map(round, memory[at])] for name, at in moments])
    wrong = [wrong for each in phases.values() for wrong in each.wrong]
    print(*wrong[:5], sep="\n")
    regular = [in_turn, together]
    verdicts = [
        Verdict(FIRST, first),
        Verdict(UNANSWERED, sum(each.unanswered for each in phases.values())),
        Verdict(WRONG, len(wrong)),
        Verdict(TURNS, in_turn.light()),
        Verdict(TOGETHER, together.light()),
        Verdict(TOLD_TO_WAIT, sum(map(Counts.refused, regular)) / sum(map(Counts.asked, regular))),
        Verdict(PROMPT, counts.light()),
        Verdict(GROWTH, memory[-1][0] / memory[third][0]),
        Verdict(STILL_PROMPT, slow_counts.light()),
        Verdict(CUT, longest),
    ]
    conclude(verdicts, rows, options.json)


if __name__ == "__main__":
    main()
