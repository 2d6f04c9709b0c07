"""Workers on Ray: a cluster of two nodes with one processor each, on this machine."""

from __future__ import annotations

import contextlib
import os
import signal
import time
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psutil
import pytest

import zermelo
from tests.distributed.test_killed import meanwhile
from tests.distributed.test_values import SMALL
from tests.support.small_games import Stake
from tests.support.tables import contents
from zermelo.core.errors import NotInstalled
from zermelo.distributed import on_ray
from zermelo.distributed.on_ray import NoCluster

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        find_spec("ray") is None, reason="Ray is not installed"
    ),  # importing it changes what can be imported
]


@pytest.fixture
def nodes() -> Iterator[Any]:
    """The cluster, to which nodes can be added."""
    ray = on_ray.ray_module()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        utils = __import__("ray.cluster_utils").cluster_utils
        there = utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        there.add_node(num_cpus=1)
    yield there
    ray.shutdown()
    there.shutdown()


def test_two_nodes(nodes: Any, tmp_path: Path) -> None:
    with zermelo.cluster(f"ray:{nodes.address}") as workers:
        for game, value in (("connect(5,4,4)", 0), ("mnk(4,4,3)", 1), ("nim(2,3,4)", 1)):
            result = workers.solve(game, job_nodes=2_000)
            assert (result.kind, result.value) == ("exact", value)
            assert "for 2 workers" in result.chosen
        assert workers.certify("connect(4,4,3)", folder=tmp_path / "proof", job_nodes=500).certified
        counts = workers.census("connect(4,4,3)", folder=tmp_path / "census")
        assert counts.plies == zermelo.census("connect(4,4,3)").plies
        for game in ("mnk(3,3,3)", "examples/hare_and_hounds.py"):
            place = tmp_path / Path(game).stem
            place.mkdir()
            workers.tabulate(game, folder=place / "together")
            zermelo.tabulate(game, folder=place / "alone")
            assert contents(place / "together") == contents(place / "alone")
            assert workers.verify_table(place / "together", game).consistent


def test_twenty_solves_are_equal_everywhere(nodes: Any, tmp_path: Path) -> None:
    """Values, and the checkers' verdicts on the certificates of those that can have any."""
    games = (*SMALL, "connect(5,4,4)", "mnk(4,4,3)")
    found: dict[str, list[Any]] = {}
    for where in ("serial", "processes:2", f"ray:{nodes.address}"):
        with zermelo.cluster(where) as workers:
            found[where] = [
                (result.value, result.kind) for result in (workers.solve(game, job_nodes=500) for game in games)
            ]
            folder = tmp_path / where.partition(":")[0]
            assert workers.certify("connect(4,4,3)", folder=folder, job_nodes=500).certified
    first, *others = found.values()
    assert len(games) == 20
    assert all(kind == "exact" for _, kind in first)
    assert all(other == first for other in others)
    assert [value for value, _ in first] == [zermelo.solve(game).value for game in games]


def test_an_actor_that_is_killed(nodes: Any) -> None:
    with zermelo.cluster(f"ray:{nodes.address}") as workers:
        workers.solve("mnk(3,3,3)")
        executor: Any = workers._executor

        def kill(done: Any) -> None:
            for _ in range(2):
                done.wait(1.0)
                for there in list(executor._workers.values())[:1]:
                    os.kill(int(there.place.rpartition(" ")[2]), signal.SIGKILL)

        end = meanwhile(kill)
        try:
            result = workers.solve("connect(6,6,4)", job_nodes=20_000)
        finally:
            end()
    assert (result.kind, result.value) == ("exact", -1)
    assert "it has ended" in result.note


def test_a_node_that_is_lost(nodes: Any) -> None:
    """Its worker cannot be replaced as long as there is no other node: the other one goes on."""
    with zermelo.cluster(f"ray:{nodes.address}") as workers:
        workers.solve("mnk(3,3,3)")
        (lost,) = nodes.worker_nodes

        def remove(done: Any) -> None:
            done.wait(1.0)
            nodes.remove_node(lost)

        end = meanwhile(remove)
        try:
            result = workers.solve("connect(6,6,4)", job_nodes=20_000)
        finally:
            end()
    assert (result.kind, result.value) == ("exact", -1)


def test_a_node_that_stands_still_for_a_minute_and_is_then_killed(nodes: Any) -> None:
    """All its processes are stopped. Its worker is given up; the other one goes on."""
    with zermelo.cluster(f"ray:{nodes.address}") as workers:
        workers.solve("mnk(3,3,3)")
        (lost,) = nodes.worker_nodes
        raylets = [each.process.pid for kinds in lost.all_processes.values() for each in kinds]
        stopped = [process for pid in raylets for process in family(pid)]

        def stop(done: Any) -> None:
            done.wait(2.0)
            for process in stopped:
                process.suspend()
            time.sleep(60.0)  # even if the value is found meanwhile
            for process in stopped:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()

        end = meanwhile(stop)
        try:
            result = workers.solve("connect(6,8,4)")
        finally:
            end()
    assert (result.kind, result.value) == ("exact", -1)
    assert "it has been silent for 30 seconds" in result.note


def family(pid: int) -> list[psutil.Process]:
    """A process, and all that it has started."""
    process = psutil.Process(pid)
    return [process, *process.children(recursive=True)]


def test_a_cluster_of_its_own_is_on_this_machine_alone() -> None:
    ray = on_ray.ray_module()
    with zermelo.cluster("ray") as workers:
        assert workers.solve("mnk(3,3,3)").value == 0
        assert ray.get_runtime_context().gcs_address.startswith("127.0.0.1:")
        assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"
    assert not ray.is_initialized()


@pytest.mark.parametrize("address", ["127.0.0.1:1", "localhost:2", "auto"])
def test_an_address_that_nobody_answers(address: str) -> None:
    began = time.monotonic()
    with (
        pytest.raises(NoCluster, match=rf"^No Ray cluster answers at '{address}'; `ray start --head` starts one"),
        zermelo.cluster(f"ray:{address}"),
    ):
        pass
    assert time.monotonic() - began < 30


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with (
        pytest.raises(NotInstalled, match=r"^Ray is not installed; `pip install 'zermelo\[cluster\]'`"),
        zermelo.cluster("ray"),
    ):
        pass


def test_a_class_that_cannot_travel() -> None:
    with zermelo.cluster("ray") as workers, pytest.raises(zermelo.ZermeloError, match="cannot travel"):
        workers.solve(type("Unknown", (Stake,), {})(5))
