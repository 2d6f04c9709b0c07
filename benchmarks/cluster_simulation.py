"""How well many workers would be used: a simulation of clusters of up to 1,024 workers, from the log of a real proof.

    python benchmarks/cluster_simulation.py FOLDER... [--jobs N] [--workers 1,16,128,1024] [--plot FILE] [--json FILE]

Each FOLDER is a checkpoint of `zermelo solve --cluster`. From its log come the game, the options of the workers, the speed
of a lane, the time of the first job, and two questions. One is the question that took a worker the most nodes to answer in
one job; it is answered by about N jobs, or cut short after four times as many. It may be too small for the largest number
of workers, so for that one the question of the whole proof is simulated, too, and cut short after N jobs.

The master is the real one, and every job is really searched, here, one after the other; only the time is simulated. A
clock advances by the processor time that the master takes, and a job ends after the time that its nodes take. Assumed
are:

- jobs have so much fewer nodes than real ones that the simulation ends in minutes, and as many seconds: the first job takes
  the seconds of the first real one, and the others are in proportion to their nodes;
- a message takes two milliseconds;
- the workers never fail. Each has as many lanes as in the real proof, of one thread, and a table of its own, of 2 MB, for
  them; the order in which moves are tried is learnt by all workers together.

Printed are, for each number of workers: whether the question was answered, the jobs, and the share of them that had an
answer; the simulated seconds; how busy the workers and the master were; the late share, which is the share of the
workers' time for jobs whose question was settled by others meanwhile; and, if the question was answered, the time searched
relative to one worker, and the efficiency: the speed relative to one worker, divided by the number of workers.
"""

from __future__ import annotations

import argparse
import heapq
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from common import check_proofs, print_table

from zermelo import game_named
from zermelo.core.errors import ZermeloError
from zermelo.distributed.cluster import JOB_NODES, Cluster, _Given
from zermelo.distributed.executors import Received
from zermelo.distributed.messages import from_line
from zermelo.distributed.session import JOB_SECONDS
from zermelo.distributed.worker import Worker
from zermelo.search.parts.table import TranspositionTable
from zermelo.work.folder import LOG

LATENCY: Final = 0.002
"""Seconds for a message."""

TABLE: Final = 2 << 20
"""Bytes of the table of each worker."""

LEAST: Final = 16
"""Nodes of the smallest first job."""

MOST: Final = 250
"""Nodes of the largest first job for a question that is cut short: then that takes minutes, too."""


class Asked(NamedTuple):
    """A question of a real proof: whether the player to move after these actions gets at least so much."""

    moves: str
    bound: int
    nodes: int
    """What it took, if it was answered."""


class Measured(NamedTuple):
    """What the log of a real proof says."""

    game: str
    options: dict[str, Any]
    """Those of the workers."""
    jobs: int
    answered: float
    """The share of the jobs that had an answer."""
    seconds: float
    """Of a job, on average."""
    speed: float
    """Nodes a second of a lane."""
    first: float
    """Seconds that the first job may take."""
    whole: Asked | None
    longest: Asked | None
    """The question whose answer, in one job, took the most nodes."""


def measured(folder: Path) -> Measured:
    """Read the log of a proof."""
    lines = (folder / LOG).read_bytes().splitlines()
    entries = [json.loads(line.rpartition(b" ")[0]) for line in lines]
    options = [entry["options"] for entry in entries if "options" in entry]
    game = game_named(entries[0]["identity"]["game"])
    jobs = [(entry, entry["answer"]) for entry in entries if "answer" in entry]
    answered = [
        Asked(" ".join(map(game.action_name, entry["moves"])), entry["bound"], answer["nodes"])
        for entry, answer in jobs
        if not answer["lower"] < entry["bound"] <= answer["upper"]
    ]
    seconds = sum(answer["seconds"] for _, answer in jobs)
    speed = sum(answer["nodes"] for _, answer in jobs) / seconds
    root = ((entry, answer) for entry, answer in jobs if not entry["moves"])
    return Measured(
        str(game),
        options[-1] if options else {},
        len(jobs),
        len(answered) / len(jobs),
        seconds / len(jobs),
        speed,
        min(JOB_NODES / speed, JOB_SECONDS),
        next((Asked("", entry["bound"], answer["nodes"]) for entry, answer in root), None),
        max(answered, key=lambda asked: asked.nodes, default=None),
    )


class Simulated:
    """Workers whose answers come when they would come."""

    def __init__(self, count: int, speed: float, most: int) -> None:
        """`speed`: the nodes a second of a lane. After so many jobs at `most` it ends with KeyboardInterrupt."""
        self.workers = tuple(f"worker {number}" for number in range(1, count + 1))
        self.clock = 0.0
        self.jobs = 0
        self.answered = 0
        self.master = 0.0
        """Seconds of the master."""
        self._busy = 0.0
        """Seconds in which workers searched for the answers that have come."""
        self._speed = speed
        self._most = most
        self._worker = Worker()
        self._tables: dict[str, TranspositionTable] = {}
        self._waiting: list[tuple[float, int, float, Received]] = []
        self._left = time.process_time()
        """When the master was last given something."""

    @property
    def busy(self) -> float:
        """Seconds in which workers have searched up to now."""
        begun = ((self.clock - end + seconds, seconds) for end, _, seconds, _ in self._waiting)
        return self._busy + sum(min(max(spent, 0.0), seconds) for spent, seconds in begun)

    def _returned(self) -> None:
        """The master has called: its time passes."""
        taken = time.process_time() - self._left
        self.clock += taken
        self.master += taken

    def send(self, worker: str, line: bytes) -> None:
        """The job begins now."""
        self._returned()
        message = from_line(line)
        answer = self._with_own_table(worker, line) if message["do"] == "ask" else self._answer(line)
        if answer["is"] not in ("ready", "answer"):
            raise ZermeloError(answer["why"])
        nodes = 0
        if answer["is"] == "answer":
            nodes = answer["nodes"]
            self.jobs += 1
            self.answered += not answer["lower"] < message["bound"] <= answer["upper"]
        seconds = nodes / self._speed
        end = self.clock + 2 * LATENCY + seconds
        sent = json.dumps(answer).encode() + b"\n"
        heapq.heappush(self._waiting, (end, self.jobs, seconds, Received(worker, sent)))
        self._left = time.process_time()

    def _answer(self, line: bytes) -> dict[str, Any]:
        return from_line(self._worker.answer(line))

    def _with_own_table(self, worker: str, line: bytes) -> dict[str, Any]:
        """The answer to a question, by a search that uses the table of this worker."""
        assert self._worker.prepared is not None
        work: Any = self._worker.prepared.work
        lanes = work._questioner.lanes
        lanes.table = self._tables.get(worker) or TranspositionTable(lanes.table.width, TABLE, wide=lanes.table.wide)
        answer = self._answer(line)
        self._tables[worker] = lanes.table
        return answer

    def receive(self, seconds: float) -> list[Received]:
        """The next answer, and those that come at the same time. Raises KeyboardInterrupt after the last job."""
        self._returned()
        if self.jobs >= self._most:
            raise KeyboardInterrupt
        received: list[Received] = []
        if self._waiting:
            self.clock = max(self.clock, self._waiting[0][0])
            while self._waiting and self._waiting[0][0] <= self.clock:
                _, _, spent, answer = heapq.heappop(self._waiting)
                self._busy += spent
                received.append(answer)
        self._left = time.process_time()
        return received

    def silence(self, worker: str) -> float:
        """No worker fails."""
        return 0.0

    def replace(self, worker: str) -> str:
        """At the end of the work, jobs are given up."""
        return worker

    def close(self) -> None:
        """There is nothing to end."""


def simulated(real: Measured, asked: Asked, count: int, nodes: int, most: int) -> dict[str, Any]:
    """The figures of a run with so many workers, whose first job has so many `nodes`, until the question is answered, or
    for `most` jobs.
    """
    executor = Simulated(count, nodes / real.first, most)
    options: dict[str, Any] = {"compiled": None, "lanes": 1, "etc": None, **real.options, "memory": TABLE, "threads": 1}
    cluster = Cluster("serial", lanes=options["lanes"])
    cluster._start = lambda: executor
    answered = True
    with cluster, cluster._session(_Given(real.game, asked.moves, None, None, nodes, options)) as (session, crew):
        try:
            session._answer(crew, asked.bound, None)
        except KeyboardInterrupt:
            answered = False
        late = session.wasted * real.first / nodes
        if answered:
            late += executor.busy - executor._busy
    in_all = count * options["lanes"] * executor.clock
    return {
        "workers": count,
        "answered": "yes" if answered else "no",
        "jobs": executor.jobs,
        "with an answer": executor.answered / executor.jobs,
        "seconds a job": executor.busy / executor.jobs,
        "seconds": executor.clock,
        "busy": executor.busy / in_all,
        "late": late / in_all,
        "master": executor.master / executor.clock,
        "searched": executor.busy,
    }


def simulate(real: Measured, asked: Asked, counts: Sequence[int], jobs: int) -> list[dict[str, Any]]:
    """A row for each number of workers. The first job has so many nodes that the longest answer takes about so many jobs;
    for another question, at most MOST.
    """
    nodes = max((real.longest or asked).nodes // jobs, LEAST)
    if asked is not real.longest:
        nodes = min(nodes, MOST)
    rows: list[dict[str, Any]] = []
    for count in counts:
        row = simulated(real, asked, count, nodes, 4 * jobs if asked is real.longest else jobs)
        first = rows[0] if rows else row
        both = row["answered"] == first["answered"] == "yes" and first["workers"] == 1
        row["relative time"] = row["searched"] / first["searched"] if both else "-"
        row["efficiency"] = first["seconds"] / row["seconds"] / count if both else "-"
        rows.append(row)
        print(*row.values(), flush=True)
    return rows


def draw(file: Path, subjects: dict[str, list[dict[str, Any]]]) -> None:
    """Draw the efficiency, and what the workers' time is spent on."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    plt.rcParams["svg.hashsalt"] = "zermelo"
    figure, (left, right) = plt.subplots(1, 2, figsize=(13, 5.5), layout="constrained")
    for number, (marker, (name, rows)) in enumerate(zip("osD^vP", subjects.items(), strict=False)):
        color = f"C{number}"
        counts = [row["workers"] for row in rows]
        known = [(row["workers"], row["efficiency"]) for row in rows if row["efficiency"] != "-"]
        if known:
            left.plot(*zip(*known, strict=True), f"{marker}-", color=color, label=name)
        right.plot(counts, [1 - row["busy"] for row in rows], f"{marker}-", color=color, label=f"waiting: {name}")
        right.plot(counts, [row["late"] for row in rows], f"{marker}:", color=color, label=f"late: {name}")
    left.set(xlabel="workers", ylabel="efficiency", xscale="log", ylim=(0, 1.1))
    right.set(xlabel="workers", ylabel="share of the workers' time", xscale="log", ylim=(0, 1))
    for axes in (left, right):
        ticks = sorted({row["workers"] for rows in subjects.values() for row in rows})
        axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
        axes.minorticks_off()
        axes.grid(color="#dddddd")
        axes.legend(fontsize=8)
    drawing: Any = figure
    drawing.savefig(file, metadata={"Date": None})


def main() -> None:
    """Simulate clusters of 1, 16, ... workers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", metavar="FOLDER", nargs="+", type=Path)
    parser.add_argument("--jobs", type=int, default=5_000, help="about how many jobs a question takes (default 5000)")
    parser.add_argument("--workers", default="1,16,128,1024", help="the numbers of workers")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw a plot in FILE (requires matplotlib)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to FILE")
    asked = parser.parse_args()
    check_proofs(parser, asked.folders, LOG)
    counts = list(map(int, asked.workers.split(",")))
    subjects: dict[str, list[dict[str, Any]]] = {}
    for folder in asked.folders:
        real = measured(folder)
        print(
            f"\n{real.game}: {real.jobs} jobs of a real proof, of {real.seconds:.1f} seconds, {real.answered:.1%} with an "
            f"answer; {real.speed:,.0f} nodes a second; the first job may take {real.first:.1f} seconds"
        )
        for question in filter(None, (real.longest, real.whole)):
            name = f"{real.game}{' after ' if question.moves else ''}{question.moves}: at least {question.bound}"
            print(f"\n{name}", flush=True)
            rows = simulate(real, question, counts if question is real.longest else counts[-1:], asked.jobs)
            print_table(list(rows[0]), [list(row.values()) for row in rows])
            subjects[name] = rows
    if asked.plot:
        draw(asked.plot, subjects)
    if asked.json:
        asked.json.write_text(json.dumps(subjects, indent=1) + "\n")


if __name__ == "__main__":
    main()
