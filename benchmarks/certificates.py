"""Certificates: their size, the time to write them, and the time and memory of each checker.

    python benchmarks/certificates.py [--largest 1] [--json FILE]

For each claim a certificate is written, and then checked by each of the two checkers in a new process. The table also shows
the number of positions in the certificates of the prototype with which the format was developed. `--largest 1` adds the
games that take minutes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from common import EXAMPLES, Bound, Verdict, arguments, conclude, print_table

from zermelo import certify, game_named
from zermelo.certificates.verify import CHECKERS
from zermelo.games.rules import rules_module_for

PROTOTYPE: Final[Mapping[str, tuple[int, ...]]] = {
    "mnk(3,3,3)": (23, 77),
    "mnk(4,4,4)": (10, 457),
    "mnk(5,5,4)": (3_759, 93_427),
    "mnk(5,5,5)": (1, 6),
    "mnk(6,5,4)": (21_935,),
    "connect(5,5,4)": (54_362, 94_807),
    "connect(6,4,4)": (82_182,),
    "connect(6,5,4)": (496_231, 1_033_748),
}
"""The positions of the prototype's certificate for each claim; their sum for a game is compared with ours."""

GAMES: Final = (
    "mnk(3,3,3)",
    "mnk(4,4,4)",
    "mnk(5,5,4)",
    "mnk(5,5,5)",
    "mnk(6,5,4)",
    "mnk(6,6,5)",
    "connect(4,4,4)",
    "connect(5,5,4)",
    "connect(6,4,4)",
    "connect(6,5,4)",
    "lines(3x3x3,3)",
    "nim(3,5,7)",
    "kayles(20)",
    "chomp(4,6)",
)
USERS: Final = ("hexapawn", "breakthrough", "domineering", "dots_and_boxes", "othello")
LARGEST: Final = ("mnk(9,4,4)", "connect(6,6,4)", "connect(7,6,4)", "lines(4x4x4,4)")

MEASURED: Final = """
import json, resource, subprocess, sys, time
began = time.perf_counter()
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
print(json.dumps([code, time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss]))
"""

REFUSED = Bound("claims that a checker does not accept", 0, lower=True)
FIVE_FOUR = Bound("positions of mnk(5,5,4), both claims", 50_000, lower=True)
PROTOTYPES = Bound("positions relative to the prototype, worst game", 1.0, 0.5, lower=True)


def checked(file: Path, rules: Path | None, checker: tuple[str, ...]) -> tuple[int, float, float]:
    """The exit code of a checker, its seconds, and its peak memory in MB."""
    command = [sys.executable, *checker, str(file), *([] if rules is None else [str(rules)])]
    done = subprocess.run([sys.executable, "-c", MEASURED, *command], capture_output=True, text=True, check=True)
    code, seconds, peak = json.loads(done.stdout)
    return code, seconds, peak / 1024


def rows_of(name: str, rules: Path | None, place: Path) -> list[dict[str, Any]]:
    """A row of the table for each claim."""
    game: Any = game_named(name)
    found = certify(game, folder=place, rules=rules)
    by_rules = rules or (
        getattr(rules_module_for(game), "path", None) if "mnk" not in name and "connect" not in name else None
    )
    rows: list[dict[str, Any]] = []
    for number, each in enumerate(found.certificates):
        page, bulk = (checked(each.path, by_rules, checker) for checker in CHECKERS)
        known = PROTOTYPE.get(name, ())
        rows.append(
            {
                "claim": f"{game}: {each.claim}",
                "positions": each.positions,
                "prototype": known[number] if known else "",
                "bytes": each.bytes,
                "written, s": round(each.seconds, 1),
                "page, s": round(page[1], 1),
                "page, MB": round(page[2]),
                "bulk, s": round(bulk[1], 1),
                "bulk, MB": round(bulk[2]),
                "accepted": (page[0], bulk[0]) == (0, 0) and each.verdict.verified,
                "game": name,
            }
        )
        print(*rows[-1].values(), flush=True, file=sys.stderr)
    return rows


def main() -> None:
    options = arguments(__doc__, largest="0: 1 to add the games that take minutes")
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as place:
        for name in (*GAMES, *(LARGEST if options.largest else ())):
            rows += rows_of(name, None, Path(place))
        for user in USERS:
            rows += rows_of(str(EXAMPLES / f"{user}.py"), EXAMPLES / "rules" / f"{user}.py", Path(place))
    print_table(list(rows[0])[:-1], [list(row.values())[:-1] for row in rows])
    totals = {name: sum(row["positions"] for row in rows if row["game"] == name) for name in PROTOTYPE}
    verdicts = [
        Verdict(REFUSED, sum(not row["accepted"] for row in rows)),
        Verdict(FIVE_FOUR, totals["mnk(5,5,4)"]),
        Verdict(PROTOTYPES, max(totals[name] / sum(known) for name, known in PROTOTYPE.items() if sum(known) > 100)),
    ]
    conclude(verdicts, rows, options.json)


if __name__ == "__main__":
    main()
