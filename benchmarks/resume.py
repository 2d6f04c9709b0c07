"""How much work a long search loses by being killed: it is killed repeatedly at random times, and resumed each time.

    python benchmarks/resume.py [--kills N] [--every S] [--json FILE]

A process solves connect(7,6,4) with a small table, writes checkpoints, and is killed (SIGKILL) up to one and a half
checkpoint intervals after its search begins; the next process resumes from the file. The time lost is the difference between
the last time that one process reports and the first that the next one reports. The value must be that of a search that is
not interrupted.
"""

from __future__ import annotations

import itertools
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from common import Bound, Verdict, arguments, conclude, print_table

GAME = "connect(7,6,4)"
MEMORY = 1 << 27
CHILD = """
import json, sys
from zermelo import game_named, solve

name, path, every, memory = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])

def progress(news):
    if news.phase == "searching":
        print(json.dumps(news.seconds), flush=True)

options = {"checkpoint": path, "checkpoint_every": every} if path else {}
found = solve(game_named(name), memory=memory, line=False, progress=progress, **options)
print(json.dumps(found.to_dict()), flush=True)
"""

LOST = Bound("most checkpoint intervals lost by a kill", 1.25, 1.1, lower=True)
SAME = Bound("values that differ from that of an uninterrupted search", 0, lower=True)
MORE = Bound("positions visited, not counting lost ones, relative to an uninterrupted search", 1.3, 1.1, lower=True)


class Life(NamedTuple):
    """The reports of one process: the first and the last time of the search, and the result if it finished."""

    first: float
    last: float
    result: dict[str, Any] | None


def life(path: str, every: float, seconds: float | None) -> Life:
    """Run a process, and kill it `seconds` after its search begins; None: let it finish."""
    command = [sys.executable, "-c", CHILD, GAME, path, str(every), str(MEMORY)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        if seconds is not None:
            time.sleep(seconds)
            process.send_signal(signal.SIGKILL)
        lines += process.stdout.read().splitlines()
    reports = [json.loads(line) for line in lines]
    times = [news for news in reports if isinstance(news, float)]
    result = reports[-1] if reports and isinstance(reports[-1], dict) else None
    return Life(times[0], times[-1], result)


def main() -> None:
    options = arguments(__doc__, kills="50: number of kills", every="2: seconds between two checkpoints")
    rng = random.Random("resume")
    whole = life("", options.every, None)
    assert whole.result is not None
    lives: list[Life] = []
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "work")
        while not lives or lives[-1].result is None:
            kill = len(lives) < options.kills
            lives.append(life(path, options.every, rng.uniform(0, 1.5 * options.every) if kill else None))
    taken = time.perf_counter() - started
    lost = [max(0.0, before.last - after.first) for before, after in itertools.pairwise(lives)]
    found = lives[-1].result
    assert found is not None
    row = {
        "game": GAME,
        "kills": len(lives) - 1,
        "seconds": taken,
        "positions, uninterrupted": whole.result["counters"]["nodes"],
        "positions, with kills": found["counters"]["nodes"],
        "seconds lost, mean": sum(lost) / max(len(lost), 1),
        "seconds lost, most": max(lost, default=0.0),
        "value": found["value"],
    }
    print_table(list(row), [list(row.values())])
    verdicts = [
        Verdict(LOST, row["seconds lost, most"] / options.every),
        Verdict(SAME, int((found["value"], found["kind"]) != (whole.result["value"], whole.result["kind"]))),
        Verdict(MORE, row["positions, with kills"] / row["positions, uninterrupted"]),
    ]
    conclude(verdicts, [row], options.json)


if __name__ == "__main__":
    main()
