"""Workers on a Ray cluster. Only this module knows Ray.

Each worker is an actor that holds one processor, or several. Ray carries lines, as bytes, and nothing else.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import socket
import time
import warnings
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Final

from zermelo.core.errors import NotInstalled, ZermeloError
from zermelo.core.wording import counted
from zermelo.distributed.executors import Received
from zermelo.distributed.packing import WORKER
from zermelo.distributed.worker import ClusterWorker

PING: Final = 5.0
"""Seconds between two questions whether a worker is alive."""

LOOPBACK: Final = ("127.", "localhost", "[::1]", "::1")
"""What the address of a cluster begins with that only this machine can reach."""

LOOPBACK_ALONE: Final = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""The environment variable that decides, in the processes of a cluster, whether it may have several machines."""

PATIENCE: Final = 5.0
"""Seconds that a cluster may take to accept a connection."""


class NoCluster(ZermeloError):
    """There is no Ray cluster where one should be, or it has no room."""


class Actor:
    """A worker, as an actor."""

    def __init__(self) -> None:
        os.environ[WORKER] = "1"
        self._worker = ClusterWorker()

    def answer(self, line: bytes) -> bytes:
        """The answer to a message. Several threads may call this."""
        return self._worker.answer(line)

    def where(self) -> str:
        """The address of its machine and the number of its process; also a sign of life."""
        return f"{socket.gethostname()}, process {os.getpid()}"


def ray_module() -> Any:
    """Raises NotInstalled."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module("ray")
    except ImportError:
        raise NotInstalled("Ray", "cluster") from None


@dataclass
class _Remote:
    """A worker, seen from this process."""

    actor: Any
    ping: Any
    """The latest question where it is, which may have been answered."""
    asked: float = field(default_factory=time.monotonic)
    place: str = ""
    """Where it is; empty as long as it has not begun."""
    heard: float = 0.0
    """When it last answered anything."""


class OnRay:
    """Workers on a Ray cluster, as many as it has processors for."""

    def __init__(self, address: str | None, processors: int = 1) -> None:
        """`processors`: of each worker. Without an address, a cluster is started on this machine, for this process alone.
        Raises NotInstalled, NoCluster.
        """
        self._ray = ray_module()
        self._ours = self._joined(address)
        self._workers: dict[str, _Remote] = {}
        self._answers: dict[Any, str] = {}
        """The worker whose answer each reference stands for."""
        self._started = 0
        try:
            self._start_all(processors)
        except BaseException:
            self.close()
            raise

    def _start_all(self, processors: int) -> None:
        """Start as many workers as there is room for. Raises NoCluster."""
        nodes = (node for node in self._ray.nodes() if node["Alive"])
        count = sum(int(node["Resources"].get("CPU", 0)) // processors for node in nodes)
        if count < 1:
            raise NoCluster(
                f"No node of the Ray cluster has {counted(processors, 'processor')}; start nodes with "
                f"`ray start --address=...`."
            )
        Actor.where = self._ray.method(concurrency_group="life")(Actor.where)  # answered while `answer` is at work
        Actor.answer = self._ray.method(concurrency_group="work")(Actor.answer)
        groups = {"life": 1, "work": processors}
        self._kind = self._ray.remote(num_cpus=processors, concurrency_groups=groups)(Actor)
        for _ in range(count):
            self._start()

    def _joined(self, address: str | None) -> bool:
        """Join or start a cluster; whether it is ours to end."""
        ray = self._ray
        if ray.is_initialized():
            if address is None:
                return False
            raise NoCluster("This process is in a Ray cluster already; give 'ray' to use that.")
        if address is not None and not _listens(address):
            raise _no_cluster_at(address)
        quiet: dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                if address is None:
                    with _on_this_machine_alone():
                        ray.init(include_dashboard=False, **quiet)
                else:
                    ray.init(address=address, **quiet)
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            first = str(error).strip().splitlines()[0][:200] if str(error).strip() else type(error).__name__
            if address is None:
                raise NoCluster(f"Ray could not start a cluster on this machine: {first}") from None
            raise _no_cluster_at(address) from None
        if address is None and not ray.get_runtime_context().gcs_address.startswith(LOOPBACK):
            ray.shutdown()
            raise NoCluster("This version of Ray would listen on the network, not on this machine alone.")
        return True

    @property
    def workers(self) -> tuple[str, ...]:
        return tuple(self._workers)

    def _start(self) -> str:
        self._started += 1
        name = f"worker {self._started}"
        actor = self._kind.remote()
        self._workers[name] = _Remote(actor, actor.where.remote())
        return name

    def send(self, worker: str, line: bytes) -> None:
        self._answers[self._workers[worker].actor.answer.remote(line)] = worker

    def receive(self, seconds: float) -> list[Received]:
        for worker in self._workers.values():
            self._ask_for_life(worker)
        if not self._answers:
            time.sleep(min(seconds, 0.1))
            return []
        ready, _ = self._ray.wait(list(self._answers), num_returns=1, timeout=seconds)
        more, _ = self._ray.wait(list(self._answers), num_returns=len(self._answers), timeout=0)
        return [self._taken(reference) for reference in dict.fromkeys([*ready, *more])]

    def _taken(self, reference: Any) -> Received:
        """An answer; None in its place if the actor has died."""
        worker = self._answers.pop(reference)
        try:
            line = self._ray.get(reference)
        except self._ray.exceptions.RayError:
            return Received(worker, None)
        self._workers[worker].heard = time.monotonic()
        return Received(worker, line)

    def _ask_for_life(self, worker: _Remote) -> None:
        """Ask a worker from time to time whether it is alive."""
        done, _ = self._ray.wait([worker.ping], timeout=0)
        if done:
            with contextlib.suppress(self._ray.exceptions.RayError):  # it has died, as its answer will say
                worker.place, worker.heard = str(self._ray.get(worker.ping)), time.monotonic()
        if done and time.monotonic() - worker.asked > PING:
            worker.ping, worker.asked = worker.actor.where.remote(), time.monotonic()

    def silence(self, worker: str) -> float:
        """0 as long as the cluster has no room for it."""
        there = self._workers[worker]
        return time.monotonic() - there.heard if there.place else 0.0

    def replace(self, worker: str) -> str:
        self._end(worker)
        return self._start()

    def _end(self, worker: str) -> None:
        self._ray.kill(self._workers.pop(worker).actor, no_restart=True)
        self._answers = {reference: name for reference, name in self._answers.items() if name != worker}

    def close(self) -> None:
        """Kill all actors; if the cluster is ours, end it."""
        for worker in self.workers:
            self._end(worker)
        if self._ours:
            self._ray.shutdown()


@contextlib.contextmanager
def _on_this_machine_alone() -> Generator[None]:
    """A context in which a cluster that is started listens on the loopback address, as on Windows and macOS by default."""
    constants: Any = importlib.import_module("ray._private.ray_constants")
    before, constants.ENABLE_RAY_CLUSTER = constants.ENABLE_RAY_CLUSTER, False
    os.environ[LOOPBACK_ALONE] = "0"
    try:
        yield
    finally:
        constants.ENABLE_RAY_CLUSTER = before
        del os.environ[LOOPBACK_ALONE]


def _no_cluster_at(address: str) -> NoCluster:
    return NoCluster(f"No Ray cluster answers at {address!r}; `ray start --head` starts one and prints its address.")


def _listens(address: str) -> bool:
    """Whether something listens at an address, if it names a machine and a port: Ray itself would try for a long
    time.
    """
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdigit() or "/" in host:
        return True
    try:
        with socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE):
            return True
    except (OSError, OverflowError):
        return False
