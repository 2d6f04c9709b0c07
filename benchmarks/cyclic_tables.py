"""Tables of games in which positions may recur: positions per second, and memory.

    python benchmarks/cyclic_tables.py [--whole 1] [--json FILE]

The game is Dobutsu Shogi from a position in which the first player has no elephant or, with `--whole`, from its usual one.
Each table is made in a new process. The first half of the work, forward, finds the positions; the second one, backward,
links and settles them. Memory is what the process has for itself (Linux: RssAnon), which files that are read do not count
in. The numbers and the value of the usual position are compared with the published ones (Tanaka 2009).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from common import Bound, Verdict, arguments, conclude, print_table

CHILD: Final = """
import contextlib, json, sys, time
sys.path[:0] = [sys.argv[1]]
from pathlib import Path
from common import example
from zermelo import AsState, tabulate

game, folder, memory = example("dobutsu_shogi.py:DobutsuShogi"), Path(sys.argv[2]), int(sys.argv[3])
start = game.initial() if sys.argv[4] == "1" else game.initial() & ~game.cell  # the elephant is on the first cell
most, disk, linking, began = 0, 0, None, time.perf_counter()

def watch(text):
    global most, disk, linking
    status = Path("/proc/self/status").read_text()
    most = max(most, int(status.split("RssAnon:")[1].split()[0]) // 1024)
    with contextlib.suppress(OSError):  # files come and go
        disk = max(disk, sum(path.stat().st_size for path in folder.iterdir()) >> 20)
    if linking is None and text.startswith("linking"):
        linking = time.perf_counter()

table = tabulate(game, AsState(start), folder=folder, memory=memory, compiled=True, progress=watch)
ended = time.perf_counter()
entry = table.entry
print(json.dumps([len(table.table), entry.value, entry.distance, linking - began, ended - linking, most, disk]))
"""

KNOWN: Final = (246_803_168, -1, 78)
"""Positions up to symmetry, with one more in which the lion has been captured; value; and distance."""

DIFFERENT = Bound("figures that differ from the published ones", 0, lower=True)
FORWARD = Bound("million positions per second, forward", 1.0)
BACKWARD = Bound("million positions per second, backward", 1.0)
PEAK = Bound("peak memory as a share of the limit", 1.0, lower=True)
DISK = Bound("most disk space used, GB", 40, lower=True)


def made(*, whole: bool) -> dict[str, Any]:
    """A row of the table that is printed."""
    memory = 8 << 30 if whole else 2 << 30
    with tempfile.TemporaryDirectory() as name:
        command = [
            sys.executable,
            "-c",
            CHILD,
            str(Path(__file__).parent),
            f"{name}/table",
            str(memory),
            str(int(whole)),
        ]
        printed = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    positions, value, distance, forward, backward, most, disk = json.loads(printed)
    return {
        "position": "usual" if whole else "without an elephant",
        "positions": positions,
        "value": value,
        "distance": distance,
        "seconds forward": round(forward, 1),
        "backward": round(backward, 1),
        "M/s forward": round(positions / forward / 1e6, 2),
        "M/s backward": round(positions / backward / 1e6, 2),
        "memory MB": most,
        "limit MB": memory >> 20,
        "disk MB": disk,
    }


def main() -> None:
    options = arguments(__doc__, whole="0: 1 for the usual position, too")
    rows = [made(whole=False), *([made(whole=True)] if options.whole else [])]
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    usual = [(row["positions"], row["value"], row["distance"]) for row in rows[1:]]
    verdicts = [
        Verdict(DIFFERENT, sum(figures != KNOWN for figures in usual)),
        Verdict(FORWARD, min(row["M/s forward"] for row in rows)),
        Verdict(BACKWARD, min(row["M/s backward"] for row in rows)),
        Verdict(PEAK, max(row["memory MB"] / row["limit MB"] for row in rows)),
        Verdict(DISK, max(row["disk MB"] for row in rows) / 1024),
    ]
    conclude(verdicts, rows, options.json)


if __name__ == "__main__":
    main()
