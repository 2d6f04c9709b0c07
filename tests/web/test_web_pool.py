"""The queue in front of the workers: requests wait, but not for ever, and no worker is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from zermelo.web import pool as pools
from zermelo.web.messages import Problem
from zermelo.web.pool import Pool, PoolWorker

Asked = Coroutine[Any, Any, bytes]


class Pretended(PoolWorker):
    """Answers when it is let, or when it is asked for what it knows, unless it is deaf."""

    def __init__(self, *, deaf: bool = False) -> None:
        super().__init__({}, niceness=0)
        self.started.set()
        self.deaf = deaf
        self.let = asyncio.Event()
        self.asked = self.interrupted = self.ended = 0

    async def ask(self, job: str, request: dict[str, Any], report: Callable[[bytes], None]) -> bytes:
        self.asked += 1
        self.let.clear()
        await self.let.wait()
        if self.ended:
            raise Problem("failed", "Ended.")
        return b"early" if self.interrupted else b"done"

    def interrupt(self) -> None:
        self.interrupted += 1
        if not self.deaf:
            self.let.set()

    async def end(self) -> None:
        self.ended += 1
        self.let.set()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("MARGIN", 0.02), ("GRACE", 0.05), ("NUDGE", 0.01), ("WAITING", 0.3)):
        monkeypatch.setattr(pools, name, seconds)


def run(pool: Pool, seconds: float = 10, stop: asyncio.Event | None = None) -> asyncio.Task[bytes]:
    return asyncio.ensure_future(pool.run("best", {}, seconds=seconds, stop=stop))


async def kind_of(task: asyncio.Task[bytes]) -> str:
    with pytest.raises(Problem) as caught:
        await task
    return caught.value.kind


async def settled(pool: Pool, workers: int) -> None:
    """All workers are idle."""
    await asyncio.sleep(0.15)
    assert (pool._idle.qsize(), len(pool._releasing)) == (workers, 0)


def test_who_waits_has_a_turn() -> None:
    async def check() -> None:
        worker = Pretended()
        pool = Pool([worker])
        tasks = [run(pool) for _ in range(3)]
        await asyncio.sleep(0.01)
        for task in tasks:
            await asyncio.sleep(0.01)
            worker.let.set()
            assert await task == b"done"
        await settled(pool, 1)

    asyncio.run(check())


def test_nobody_waits_for_ever() -> None:
    async def check() -> None:
        worker = Pretended()
        pool = Pool([worker])
        first, second = run(pool), run(pool)
        assert await kind_of(second) == "busy"
        worker.let.set()
        await first
        await settled(pool, 1)

    asyncio.run(check())


def test_who_stops_while_waiting_waits_no_longer() -> None:
    async def check() -> None:
        worker, stop = Pretended(), asyncio.Event()
        pool = Pool([worker])
        first, second = run(pool), run(pool, stop=stop)
        await asyncio.sleep(0.01)
        stop.set()
        assert await kind_of(second) == "stopped"
        assert not first.done()
        worker.let.set()
        await first
        await settled(pool, 1)

    asyncio.run(check())


@pytest.mark.parametrize("deaf", [False, True])
def test_who_leaves_frees_the_worker(deaf: bool) -> None:
    async def check() -> None:
        worker = Pretended(deaf=deaf)
        pool = Pool([worker])
        tasks = [run(pool) for _ in range(4)]
        await asyncio.sleep(0.01)
        for task in (tasks[2], tasks[0], tasks[1], tasks[3]):  # some while they wait, some at work, some just between
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await settled(pool, 1)
        assert worker.interrupted
        assert bool(worker.ended) == deaf

    asyncio.run(check())


@pytest.mark.long
def test_who_leaves_at_the_moment_when_a_worker_is_free_takes_none_away() -> None:
    async def check() -> None:
        worker = Pretended()
        pool = Pool([worker])
        for steps in range(12):
            first, second, third = run(pool), run(pool), run(pool)
            await asyncio.sleep(0.01)
            worker.let.set()
            for _ in range(steps):
                await asyncio.sleep(0)
            second.cancel()
            await first
            await asyncio.sleep(0.02)
            worker.let.set()
            await asyncio.gather(second, third, return_exceptions=True)
            worker.interrupted = 0
            await settled(pool, 1)

    asyncio.run(check())


def test_what_is_stopped_tells_what_is_known() -> None:
    async def check() -> None:
        pool, stop = Pool([Pretended()]), asyncio.Event()
        search = run(pool, stop=stop)
        await asyncio.sleep(0.01)
        stop.set()
        assert await search == b"early"
        await settled(pool, 1)

    asyncio.run(check())


@pytest.mark.parametrize("deaf", [False, True])
def test_what_takes_too_long_is_asked_and_then_ended(deaf: bool) -> None:
    async def check() -> None:
        worker = Pretended(deaf=deaf)
        pool = Pool([worker])
        task = run(pool, seconds=0.01)
        if deaf:
            assert await kind_of(task) == "too-late"
        else:
            assert await task == b"early"
        await settled(pool, 1)
        assert bool(worker.ended) == deaf

    asyncio.run(check())


def test_all_are_told_when_the_server_ends() -> None:
    async def check() -> None:
        workers = [Pretended(), Pretended()]
        pool = Pool([*workers])
        tasks = [run(pool) for _ in range(5)]
        await asyncio.sleep(0.01)
        await pool.close()
        assert [await kind_of(task) for task in tasks] == ["ending"] * 5
        assert [worker.asked for worker in workers] == [1, 1]
        assert await kind_of(run(pool)) == "ending"
        await settled(pool, 2)

    asyncio.run(check())
