"""A server of the page and the API to test, and what talks to it: JSON, JSON lines, and raw bytes."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from tests.support.interpreting import without_compiler

API = "/api/v1"
JSON = {"Content-Type": "application/json"}


class Answered(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def refusal(self) -> tuple[int, str]:
        """The status and the kind; the sentence is one."""
        error = self.json["error"]
        assert error["message"].endswith(".")
        assert "Traceback" not in error["message"]
        return self.status, error["kind"]


class Server:
    """A running `zermelo serve`."""

    def __init__(self, process: subprocess.Popen[str], port: int, log: Path, opened: str | None = None) -> None:
        self.process, self.port, self.log = process, port, log
        self.opened = opened
        """The game in the address that it prints, quoted."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def connect(self, seconds: float = 60.0) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), seconds)

    def send(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> Answered:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with contextlib.closing(connection):
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return Answered(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())

    def ask(self, job: str, **request: Any) -> Answered:
        return self.send("POST", f"{API}/{job}", json.dumps(request).encode(), JSON)

    def answer(self, job: str, **request: Any) -> Any:
        answered = self.ask(job, **request)
        assert answered.status == 200, answered.body
        return answered.json

    @contextlib.contextmanager
    def lines(self, job: str, **request: Any) -> Generator[Iterator[dict[str, Any]]]:
        """What is told line by line; who leaves the block leaves the server."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with contextlib.closing(connection):
            connection.request(
                "POST", f"{API}/{job}", json.dumps(request).encode(), JSON | {"Accept": "application/x-ndjson"}
            )
            response = connection.getresponse()
            assert response.status == 200
            with response:
                yield (json.loads(line) for line in response)

    def raw(self, sent: bytes, *, ends: bool = False) -> bytes:
        """What comes back for these bytes until the server closes, or has answered as often as there are requests."""
        with self.connect(20) as sock:
            sock.sendall(sent)
            if ends:
                sock.shutdown(socket.SHUT_WR)
            received = b""
            with contextlib.suppress(TimeoutError, ConnectionError):
                while chunk := sock.recv(1 << 16):
                    received += chunk
            return received

    def workers(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)


@contextlib.contextmanager
def serving(*arguments: str, folder: Path | None = None, compiled: bool = True) -> Generator[Server]:
    """A server of its own on a free port; it says nothing on stderr but how to end it."""
    environment = os.environ if compiled else without_compiler()
    with tempfile.TemporaryDirectory() as scratch:
        log = Path(scratch) / "log"
        with log.open("w") as err:
            process = subprocess.Popen(
                [sys.executable, "-m", "zermelo", "serve", "--port", "0", *arguments],
                stdout=subprocess.PIPE,
                stderr=err,
                text=True,
                cwd=folder,
                env=environment,
            )
        assert process.stdout is not None
        with process, process.stdout:
            told = re.fullmatch(r"Serving on http://[^/]*:(\d+)/(?:#game=(\S+))?\n", process.stdout.readline())
            assert told, log.read_text()
            try:
                yield Server(process, int(told[1]), log, told[2])
            finally:
                children = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
                process.kill()
                for child in children:
                    with contextlib.suppress(psutil.NoSuchProcess):
                        child.kill()


def asked(name: str, moves: list[str] | None = None, **more: Any) -> dict[str, Any]:
    return {"game": name, "moves": moves or [], "position": None} | more


def as_described(kind: Any, answer: Any) -> Any:
    import msgspec  # not part of an installation without the page

    return msgspec.convert(answer, kind, strict=True)
