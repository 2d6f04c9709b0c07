"""How well many workers would be used: a simulation of clusters of up to 1,024 workers.

    python benchmarks/cluster_simulation.py [--game NAME] [--jobs N] [--nodes N] [--workers 1,2,16,128,1024] [--json FILE]

The master is the real one, and every job is really searched, here, one after the other; only the time is simulated. A
clock advances by the time that the master takes, and each job ends so many seconds later as its nodes take. Assumed
are:

- a worker visits a fixed number of nodes per second, such that a job of the first size takes a second;
- a message takes two milliseconds;
- the workers have one processor each, never fail, and each keeps a table of its own, of 2 MB;
- the jobs are so much smaller than real ones that the simulation ends in minutes, and a worker so much slower.

Printed are, for each number of workers: the simulated seconds; the busy share, which is the share of the workers' time
in which they search; the useful share, which is the share of the nodes whose answers came when the question was not yet
settled by others; and the nodes relative to those of one worker. The efficiency is the speed relative to one worker,
divided by the number of workers, if the game is solved; otherwise, the busy share times the useful share.
"""

from __future__ import annotations

import argparse
import heapq
import json
import time
from typing import Any, Final

from common import EXAMPLES, print_table

from zermelo.core.errors import ZermeloError
from zermelo.distributed.cluster import Cluster
from zermelo.distributed.executors import Received
from zermelo.distributed.messages import from_line
from zermelo.distributed.worker import Worker

LATENCY: Final = 0.002
"""Seconds for a message."""

TABLE: Final = 2 << 20
"""Bytes of the table of each worker."""


class Simulated:
    """Workers whose answers come when they would come."""

    def __init__(self, count: int, rate: float) -> None:
        """`rate`: the nodes per second of a worker."""
        self.workers = tuple(f"worker {number}" for number in range(1, count + 1))
        self.clock = 0.0
        self.busy = 0.0
        """Seconds in which workers searched for the answers that have come."""
        self.nodes = 0
        self.master = 0.0
        """Seconds of the master."""
        self._rate = rate
        self._worker = Worker()
        self._tables: dict[str, Any] = {}
        self._waiting: list[tuple[float, int, float, Received]] = []
        self._sent = 0
        self._left = time.perf_counter()
        """When the master was last given something."""

    def _returned(self) -> None:
        """The master has called: its time passes."""
        taken = time.perf_counter() - self._left
        self.clock += taken
        self.master += taken

    def send(self, worker: str, line: bytes) -> None:
        """The job begins now."""
        self._returned()
        asks = from_line(line)["do"] == "ask"
        if asks:
            self._own_table(worker)
        answer = self._worker.answer(line)
        message = from_line(answer)
        if message["is"] not in ("ready", "answer"):
            raise ZermeloError(message["why"])
        nodes = message["nodes"] if asks else 0
        seconds = nodes / self._rate
        self.nodes += nodes
        self._sent += 1
        end = self.clock + 2 * LATENCY + seconds
        heapq.heappush(self._waiting, (end, self._sent, seconds, Received(worker, answer)))
        self._left = time.perf_counter()

    def _own_table(self, worker: str) -> None:
        """Let the search have the table of this worker."""
        prepared: Any = self._worker._prepared
        questioner = prepared[1]._questioner
        search, machine = questioner._search, questioner._machine
        if worker not in self._tables:
            self._tables[worker] = type(search.table)(search.table.width, TABLE, wide=search.table.wide)
        search.table = self._tables[worker]
        machine.bind(questioner.game, search)
        self._tables[worker] = search.table

    def receive(self, seconds: float) -> list[Received]:
        """The next answer, and those that come at the same time."""
        self._returned()
        received: list[Received] = []
        if self._waiting:
            self.clock = max(self.clock, self._waiting[0][0])
            while self._waiting and self._waiting[0][0] <= self.clock:
                _, _, spent, answer = heapq.heappop(self._waiting)
                self.busy += spent
                received.append(answer)
        self._left = time.perf_counter()
        return received

    def silence(self, worker: str) -> float:
        """No worker fails."""
        return 0.0

    def replace(self, worker: str) -> str:
        """At the end of the work, jobs are given up."""
        return worker

    def close(self) -> None:
        """There is nothing to end."""


def simulated(game: str, count: int, jobs: int, nodes: int) -> dict[str, Any]:
    """The figures of a run with so many workers, which ends when the game is solved, or after so many jobs."""
    executor = Simulated(count, rate=nodes)
    cluster = Cluster("serial")
    cluster._start = lambda: executor
    last: list[Any] = []

    def stop(progress: Any) -> None:
        last[:] = [progress]
        if progress.jobs >= jobs:
            raise KeyboardInterrupt

    with cluster:
        result = cluster.solve(game, job_nodes=nodes, memory=TABLE, progress=stop)
    return {
        "workers": count,
        "solved": result.kind == "exact",
        "value": f"{result.lower} to {result.upper}",
        "jobs": result.chosen.partition(" ")[0],
        "seconds": executor.clock,
        "busy": executor.busy / (count * executor.clock),
        "useful": 1 - last[0].wasted / max(executor.nodes, 1) if last else 1.0,
        "master": executor.master / executor.clock,
        "nodes": executor.nodes,
    }


def main() -> None:
    """Simulate clusters of 1, 2, 4, ... workers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="connect(6,6,4)")
    parser.add_argument("--jobs", type=int, default=3_000, help="the most jobs of a run")
    parser.add_argument("--nodes", type=int, default=2_000, help="of the first job")
    parser.add_argument("--workers", default="1,2,16,128,1024", help="the numbers of workers")
    parser.add_argument("--json", metavar="FILE")
    asked = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for count in map(int, asked.workers.split(",")):
        row = simulated(asked.game.replace("examples", str(EXAMPLES)), count, asked.jobs, asked.nodes)
        first = rows[0] if rows else row
        row["relative nodes"] = row["nodes"] / first["nodes"]
        both = row["solved"] and first["solved"] and first["workers"] == 1
        row["efficiency"] = first["seconds"] / row["seconds"] / count if both else row["busy"] * row["useful"]
        rows.append(row)
        print(*row.values(), flush=True)
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    if asked.json:
        with open(asked.json, "w") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
