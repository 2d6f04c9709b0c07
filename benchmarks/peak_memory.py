"""Whether a solve keeps within its memory limit: the peak memory of the whole process, including interpreter and code.

    python benchmarks/peak_memory.py [--json FILE]

`zermelo solve --memory SIZE` runs on games whose tables grow to the limit, with a cold and a warm compile cache, with and
without checkpoints. The figure is the peak resident memory that the system reports, as a share of SIZE.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from common import Bound, Verdict, arguments, conclude, print_table

UNIT = 1 if sys.platform == "darwin" else 1024
"""The unit, in bytes, in which the system reports memory."""

MOST = Bound("largest share of the memory limit that was resident", 1, lower=True)
USED = Bound("smallest share of 256M that was resident, warm cache (tables grow by factors of 4)", 0.5)


class Case(NamedTuple):
    """A game, the memory limit of the process, and the time limit of the search in seconds."""

    game: str
    memory: str
    seconds: int


CASES = (
    Case("connect(6,5,4)", "256M", 20),
    Case("connect(7,5,4)", "1G", 20),
    Case("connect(7,5,4)", "2G", 30),
    Case("mnk(8,4,4)", "256M", 10),
)


def measured(case: Case, environment: dict[str, str], checkpoint: Path | None) -> tuple[float, float]:
    """The peak resident memory of one solve, and the size of its table, in bytes."""
    command = [sys.executable, "-m", "zermelo", "solve", case.game, "--memory", case.memory]
    command += ["--seconds", str(case.seconds), "--no-deepening", "--json"]
    if checkpoint is not None:
        command += ["--checkpoint", str(checkpoint), "--checkpoint-every", "2"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in (0, 3), output
    return usage.ru_maxrss * UNIT, json.loads(output)["table_bytes"]


def bytes_of(size: str) -> int:
    """A size such as 256M or 2G, in bytes."""
    return int(size[:-1]) << {"M": 20, "G": 30}[size[-1]]


def main() -> None:
    options = arguments(__doc__)
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "ZERMELO_CACHE": str(Path(folder) / "cache")}
        checkpoint = Path(folder) / "work"
        for case in CASES:
            ways = (("cold", None), ("warm", None), ("warm, checkpoints", checkpoint), ("resumed", checkpoint))
            for way, file in ways:
                peak, table = measured(case, environment, file)
                share = peak / bytes_of(case.memory)
                row = {"game": case.game, "memory": case.memory, "cache": way}
                rows.append({**row, "table, MB": table / 1e6, "peak, MB": peak / 1e6, "share": share})
            for file in (checkpoint, checkpoint.with_name("work.old")):
                file.unlink(missing_ok=True)
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    small = [row["share"] for row in rows if row["memory"] == "256M" and row["cache"] != "cold"]
    verdicts = [Verdict(MOST, max(row["share"] for row in rows)), Verdict(USED, min(small))]
    conclude(verdicts, rows, options.json)


if __name__ == "__main__":
    main()
