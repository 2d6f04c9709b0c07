"""Many searches at once, begun and stopped at random: the workers say nothing on stderr, and all of them go on answering."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

import pytest

from tests.support.serving import API, Server, serving

SECONDS = float(os.environ.get("STRESS_SECONDS", "60"))
CLIENTS, WORKERS = 50, 6
LATEST_STOP = 4.0
"""Seconds after which a search is stopped at the latest."""

GAMES = (
    *(f"mnk({m},{n},{k})" for m, n, k in ((3, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (7, 7, 5), (9, 9, 5))),
    *(f"connect({m},{n},{k})" for m, n, k in ((4, 4, 3), (5, 4, 4), (5, 5, 4), (6, 6, 4), (7, 6, 4))),
    *("nim(3,4,5)", "nim(7,7,7)", "lines(3x3x3,3)", "lines(3x3,3,players=3)", "wythoff(30,40)"),
)
COMMON = ("stopped", "busy")
JOBS = ("values", "best", "review", "tree")


class Client:
    """Begins one search after another until the time is up, and stops each at a random moment."""

    def __init__(self, server: Server, number: int, until: float) -> None:
        self.server, self.until = server, until
        self.random = random.Random(f"client {number}")
        self.seen = Counter[str]()
        self.stops = 0
        """How often a search that this client stopped was still there."""

    def run(self) -> None:
        while time.monotonic() < self.until:
            try:
                self.search()
            except Exception as error:
                self.seen[f"{type(error).__name__}: {error}"] += 1

    def search(self) -> None:
        rng = self.random
        request = {"game": rng.choice(GAMES), "seconds": rng.choice((1, 5, 30))}
        stops = time.monotonic() + rng.uniform(0, LATEST_STOP)
        with self.server.lines(rng.choice(JOBS), **request) as lines:
            name, last = next(lines)["search"], dict[str, Any]()
            leaves = rng.random() < 0.3
            timer = threading.Timer(max(stops - time.monotonic(), 0), self._stop, [name])
            if not leaves:
                timer.start()
            for line in lines:
                last = line
                if leaves and time.monotonic() >= stops:
                    self.seen["left"] += 1
                    return
            timer.cancel()
        problem = last.get("error")
        told = "" if problem is None else f": {problem['message']}" * (problem["kind"] not in COMMON)
        self.seen["answered" if problem is None else f"{problem['kind']}{told}"] += 1
        if problem is not None and problem["kind"] == "busy":
            time.sleep(rng.uniform(0.5, 2))

    def _stop(self, name: str) -> None:
        with contextlib.suppress(OSError):
            self.stops += self.server.send("DELETE", f"{API}/searches/{name}").status == 204


@pytest.mark.stress
@pytest.mark.timeout(SECONDS + 600)
def test_searches_stopped_at_random_leave_workers_that_answer_and_say_nothing() -> None:
    with serving("--workers", str(WORKERS)) as server:
        clients = [Client(server, number, time.monotonic() + SECONDS) for number in range(CLIENTS)]
        threads = [threading.Thread(target=client.run) for client in clients]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seen = sum((client.seen for client in clients), Counter[str]())
        print(json.dumps(seen, indent=1))
        log = server.log.read_text()
        print(log[-4000:])
        assert re.sub(r"Press Ctrl-C to stop\.\n", "", log) == ""
        assert not [kind for kind in seen if kind not in ("answered", "left", *COMMON)]
        assert seen["answered"]
        assert seen["stopped"]
        assert sum(client.stops for client in clients)
        time.sleep(5)  # those who left are forgotten
        with ThreadPoolExecutor(WORKERS) as all_at_once:
            ends = list(all_at_once.map(lambda _: compiled_search(server), range(WORKERS)))
        assert ends == ["complete"] * WORKERS


NATIVE = {"game": "connect(5,5,4)", "objective": "outcome", "seconds": 20}
"""A search that takes a fraction of a second as native code, and minutes interpreted."""
ATTEMPTS = 5
"""The first ones may only wait for it to be compiled."""


def compiled_search(server: Server) -> str:
    """How the search of NATIVE ends."""
    ends = (server.answer("values", **NATIVE)["stopped"] for _ in range(ATTEMPTS))
    return next((end for end in ends if end == "complete"), "interpreted")


# --- one worker -------------------------------------------------------------------------------------------------------
class Worker:
    """A worker process."""

    def __init__(self, log: IO[str]) -> None:
        options = ({"memory": 1 << 26}, 0)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "zermelo.web.worker", *map(json.dumps, options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        assert self.told()[0] == "alive"

    def ask(self, job: str, **request: Any) -> None:
        assert self.process.stdin is not None
        fields = {"moves": [], "position": None, "objective": "outcome", "seed": None, "strength": 1.0, **request}
        self.process.stdin.write(json.dumps({"job": job, "request": fields}) + "\n")
        self.process.stdin.flush()

    def told(self) -> tuple[str, Any]:
        assert self.process.stdout is not None
        word, _, value = self.process.stdout.readline().rstrip("\n").partition(" ")
        return word, json.loads(value) if value else None

    def answer(self) -> tuple[str, Any, bool]:
        """The answer, and whether the process ends after it."""
        retires = False
        while True:
            word, value = self.told()
            retires = retires or word == "retires"
            if word in ("result", "error", ""):
                return word, value, retires

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


def pressing(worker: Worker, rng: random.Random, done: threading.Event) -> None:
    """Interrupt a worker again and again until it has answered."""
    while not done.wait(rng.expovariate(1 / rng.choice(MOMENTS))):
        worker.process.send_signal(signal.SIGINT)


MOMENTS = (0.002, 0.02, 0.2, 1.0)
"""Mean seconds between two interrupts."""


@pytest.mark.stress
@pytest.mark.timeout(SECONDS + 600)
def test_a_worker_that_is_interrupted_again_and_again_is_not_locked(tmp_path: Path) -> None:
    rng, until = random.Random(str(time.time())), time.monotonic() + SECONDS
    seen, slowest, silent = Counter[str](), 0.0, 0
    with (tmp_path / "log").open("w") as log:
        worker, asked = Worker(log), 0
        while time.monotonic() < until:
            asked += 1
            began, done = time.monotonic(), threading.Event()
            watch = threading.Timer(60, worker.process.kill)
            watch.start()
            presser = threading.Thread(target=pressing, args=(worker, random.Random(rng.random()), done))
            worker.ask(rng.choice(("values", "best")), game=rng.choice(GAMES), seconds=2)
            if rng.random() < 0.9:
                presser.start()
            word, value, retires = worker.answer()
            done.set()
            if presser.ident:
                presser.join()
            watch.cancel()
            slowest = max(slowest, time.monotonic() - began)
            seen[f"{word} {value['kind'] if word == 'error' else value and value.get('stopped')}"] += 1
            if word and not retires and asked % 20 == 0:
                for _ in range(ATTEMPTS):
                    worker.ask("values", **NATIVE)
                    word, value, retires = worker.answer()
                    if word != "result" or value["stopped"] == "complete" or retires:
                        break
                seen["native" if word == "result" and value["stopped"] == "complete" else "LOCKED"] += not retires
            seen["retires"] += retires
            if not word or retires:
                silent += not word
                worker.end()
                worker = Worker(log)
        worker.end()
    told = (tmp_path / "log").read_text()
    print(dict(seen), f"{slowest:.1f} s at most")
    print(told[-6000:])
    assert (told, silent, seen["LOCKED"]) == ("", 0, 0)
