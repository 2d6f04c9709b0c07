"""Whether long work has the same result however often it is killed: counts, tables and certificates.

    python benchmarks/kills.py [--kills N] [--every S] [--quick 1] [--json FILE]

Each work is done once without interruption, and once in processes that are killed (SIGKILL) at random times; after N kills
the next process is left to finish. The counts, and every byte of every file that remains, are compared.
"""

from __future__ import annotations

import hashlib
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from common import Bound, Verdict, arguments, conclude, print_table

CHILD = """
import sys
from zermelo import certify, game_named
from zermelo import census, tabulate

work, name, folder, every = sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4])
game = game_named(name)
if work == "census":
    found = census(game, folder=folder, checkpoint_every=every, memory=1 << 27)
    assert found.complete
    print([tuple(ply) for ply in found.plies])
elif work == "tabulate":
    print(tabulate(game, folder=folder, checkpoint_every=every, memory=1 << 27).entry)
else:
    found = certify(game, folder=folder, checkpoint_every=every, memory=1 << 28)
    assert found.certified
    print(found.result.value)
"""

TEEKO = f"{Path(__file__).parent.parent / 'examples' / 'teeko.py'}:Teeko(4)"
"""A game in which positions come back."""

WORKS = [
    ("census", "connect(5,5,4)"),
    ("tabulate", "connect(5,5,4)"),
    ("tabulate", TEEKO),
    ("certify", "connect(6,6,4)"),
]
QUICK = [
    ("census", "connect(5,4,4)"),
    ("tabulate", "connect(5,4,4)"),
    ("tabulate", TEEKO),
    ("certify", "connect(6,5,4)"),
]

LATEST = 4.0
"""The latest time, in seconds after its start, at which a process is killed."""

DIFFERENT = Bound("works with another result after kills", 0, lower=True)


class Done(NamedTuple):
    """The result of a work."""

    printed: str
    files: dict[str, str]
    """The digest of each file, by name; without checkpoints, which contain times."""


def contents(folder: Path) -> dict[str, str]:
    files = [
        path for path in sorted(folder.rglob("*")) if path.is_file() and path.name not in ("progress", "progress.old")
    ]
    return {str(path.relative_to(folder)): digest(path) for path in files}


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def life(work: str, name: str, folder: Path, every: float, seconds: float | None) -> str | None:
    """What a process printed; None if it was killed after `seconds`."""
    command = [sys.executable, "-c", CHILD, work, name, str(folder), str(every)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            out, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return None
    if process.returncode != 0:
        raise SystemExit(f"{work} of {name} exited with {process.returncode}")
    return out


def measured(work: str, name: str, kills: int, every: float, place: Path) -> dict[str, Any]:
    """A row of the table."""
    rng = random.Random(f"{work} {name}")
    began = time.perf_counter()
    printed = life(work, name, place / "whole", every, None)
    undisturbed = time.perf_counter() - began
    whole = Done(printed or "", contents(place / "whole"))
    began, killed, finished = time.perf_counter(), 0, 0
    printed = None
    while killed < kills or printed is None:
        seconds = rng.uniform(0.5, LATEST) if killed < kills else None
        printed = life(work, name, place / "work", every, seconds)
        killed += printed is None
        if printed is not None:
            finished += 1
            same = Done(printed, contents(place / "work")) == whole
            if not same or killed == kills:
                break
            remove(place / "work")  # finished before the last kill: start again
    return {
        "work": work,
        "game": name,
        "kills": killed,
        "times finished": finished,
        "seconds without kills": undisturbed,
        "seconds with kills": time.perf_counter() - began,
        "identical": "yes" if same else "no",
    }


def remove(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.unlink()
    folder.rmdir()


def main() -> None:
    options = arguments(
        __doc__,
        kills="30: number of kills for each work",
        every="1: seconds between two checkpoints",
        quick="0: 1 for smaller games",
    )
    rows: list[dict[str, Any]] = []
    for work, name in QUICK if options.quick else WORKS:
        with tempfile.TemporaryDirectory() as place:
            rows.append(measured(work, name, options.kills, options.every, Path(place)))
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    conclude([Verdict(DIFFERENT, sum(row["identical"] == "no" for row in rows))], rows, options.json)


if __name__ == "__main__":
    main()
