"""All octal games of two digits: which periods are proved, from how many values, and how long that takes.

    python benchmarks/octal_periods.py [--heaps N] [--json FILE]

With `--heaps 660000` the periods of 0.16 and 0.56 are proved, too.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from common import conclude, print_table

from zermelo.games.impartial import octal


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--heaps", type=int, default=20_000)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for first in range(8):
        for second in range(8):
            if first == second == 0:
                continue
            code = f"0.{first}{second}"
            started = time.perf_counter()
            period = octal(code).period(options.heaps)
            seconds = time.perf_counter() - started
            start, length, checked = ("", "", "none proved") if period is None else period
            rows.append({"code": code, "pre-period": start, "period": length, "checked": checked, "seconds": seconds})
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    print(
        f"{sum(row['period'] != '' for row in rows)} of {len(rows)} have a period that {options.heaps:,} values prove."
    )
    conclude([], rows, options.json)


if __name__ == "__main__":
    main()
