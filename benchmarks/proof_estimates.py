"""How far proofs on a cluster have come, and how good the estimates of the rest are.

    python benchmarks/proof_estimates.py FOLDER... [--json FILE]

Each FOLDER is a checkpoint of `zermelo solve --cluster`. Estimated is the time for the question that takes the longest, as
the time so far, divided by the share of the proof that the tree says is done. For a question that is answered, the columns
on the right say what the estimate would have been when a tenth, a quarter, a half and three quarters of the time had
passed, relative to the true time: 1 would be right, 2 is twice as long.
"""

from __future__ import annotations

import argparse
import json
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from common import check_proofs, print_table

from zermelo.distributed.growth import NAME, Point, read

PASSED: Final = (0.1, 0.25, 0.5, 0.75)
"""Shares of the time at which the estimates are judged."""


def row(folder: Path) -> dict[str, Any]:
    """The figures of one proof."""
    facts = read(folder)
    claims = [
        list(points) for _, points in groupby((Point(*each) for each in facts["history"]), lambda each: each.claim)
    ]
    longest = max(claims, key=lambda points: points[-1].seconds - points[0].seconds)
    began, last = longest[0].seconds, longest[-1]
    answered = not facts["lower"] < longest[0].claim <= facts["upper"]
    share = 1.0 if answered else last.share
    spent = last.seconds - began
    figures: dict[str, Any] = {
        "game": facts["game"],
        "question": f"at least {last.claim}",
        "answered": "yes" if answered else "no",
        "hours": spent / 3600,
        "positions in the tree": last.positions,
        "share": share,
        "estimated hours": spent / share / 3600 if share else "-",
    }
    for passed in PASSED:
        point = next((each for each in longest if each.seconds - began >= passed * spent), last)
        estimate = (point.seconds - began) / point.share / spent if point.share else float("inf")
        figures[f"at {passed:.0%}"] = estimate if answered else "-"
    return figures


def main() -> None:
    """Print a row for each proof."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", metavar="FOLDER", nargs="+", type=Path)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to FILE")
    asked = parser.parse_args()
    check_proofs(parser, asked.folders, NAME)
    rows = list(map(row, asked.folders))
    print_table(list(rows[0]), [list(each.values()) for each in rows])
    if asked.json:
        asked.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
