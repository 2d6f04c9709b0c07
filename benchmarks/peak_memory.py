"""Whether a solve keeps to its memory: the most that a whole process ever had, interpreter and code included.

    python benchmarks/peak_memory.py [--json FILE]

`zermelo solve --memory SIZE` on games whose tables grow as far as they may, with a cold cache and a warm one, without
checkpoints and with: resident memory at its highest, as the system tells it, as a share of SIZE.
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
"""Bytes that the system counts memory in."""

MOST = Bound("resident memory, of what was allowed, at the most", 1, lower=True)
USED = Bound("resident memory with a warm cache, of 256M, at the least: tables grow fourfold at a time", 0.5)


class Case(NamedTuple):
    """A game, what the process may take, and for how long it searches at most."""

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
    """The highest resident memory of one solve and the size of its table, in bytes."""
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
    """256M or 2G as a number."""
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
