"""The census: positions per second, and memory.

    python benchmarks/census.py [--json FILE]

Each count runs twice, each time in a new process, the second time with the code in the cache. The numbers of positions are
compared with known ones (for Connect Four boards, John Tromp's).
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Final

from common import Bound, Verdict, arguments, conclude, print_table

CHILD: Final = """
import json, resource, sys
from zermelo import census, game_named

found = census(game_named(sys.argv[1]), symmetry=sys.argv[2] == "1")
print(json.dumps([found.positions, found.seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))
"""

COUNTS: Final = (
    ("mnk(4,4,4)", False, 9_722_011),
    ("mnk(4,4,4)", True, 1_217_977),
    ("connect(5,5,4)", False, 69_763_700),
)

DIFFERENT = Bound("counts that differ from the known ones", 0, lower=True)
RATE = Bound("million positions per second, slowest", 1.0)
PEAK = Bound("peak memory, MB", 1024, lower=True)


def counted(name: str, *, symmetry: bool) -> tuple[int, float, float]:
    """The number of positions, the seconds of the faster of two runs, and the peak memory in MB."""
    command = [sys.executable, "-c", CHILD, name, str(int(symmetry))]
    runs = [json.loads(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(2)]
    return runs[0][0], min(run[1] for run in runs), max(run[2] for run in runs)


def main() -> None:
    options = arguments(__doc__)
    rows: list[dict[str, Any]] = []
    for name, symmetry, known in COUNTS:
        positions, seconds, peak = counted(name, symmetry=symmetry)
        rate = positions / seconds / 1e6
        counts = {"game": name, "up to symmetry": symmetry, "positions": positions, "known": known}
        rows.append(counts | {"seconds": round(seconds, 2), "million/s": round(rate, 2), "peak MB": round(peak)})
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    verdicts = [
        Verdict(DIFFERENT, sum(row["positions"] != row["known"] for row in rows)),
        Verdict(RATE, min(row["million/s"] for row in rows)),
        Verdict(PEAK, max(row["peak MB"] for row in rows)),
    ]
    conclude(verdicts, rows, options.json)


if __name__ == "__main__":
    main()
