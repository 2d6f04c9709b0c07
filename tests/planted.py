"""Whether `make test` notices faults: each is planted in a copy of the package, and the tests must fail there.

    python -m tests.planted [NAME...]

For each fault it prints the first test that failed, and after how long. It takes some minutes for each that is found early,
and as long as all tests take for one that is not.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from tests import ROOT


class Fault(NamedTuple):
    """What is written instead of what, in a file of the package."""

    file: str
    right: str
    wrong: str


FAULTS: Final = {
    "swapped bound": Fault("search/parts/search.py", "return LOWER if score >= beta", "return UPPER if score >= beta"),
    "depth ignored": Fault("search/parts/known_scores.py", "return depth_of(data) == depth", "return True"),
    "score too high": Fault("search/mtdf.py", "lower = min(score, upper)", "lower = min(score + 1, upper)"),
    "wrong mirror": Fault(
        "games/in_a_row/mnk.py", "column = self.columns - 1 - column", "column = (self.columns - column) % self.columns"
    ),
    "delay of wins": Fault("search/parts/scoring.py", "return score - 1", "return score"),
    "bound of chance": Fault(
        "search/parts/chance.py", "if (score > low) if sign > 0 else (score < high):", "if score != low:"
    ),
    "bound as exact": Fault(
        "solver/report.py", 'return findings.lower, "lower", 1', 'return findings.lower, "exact", 1'
    ),
    "lost write": Fault(
        "tablebase/table_builder.py", "file.write(self.scores.data)", "file.write(self.scores.data[:-1])"
    ),
    "accepted loss": Fault("certificates/checker.py", "(result, -result)[player] < v", "(result, result)[player] < v"),
    "native shift": Fault("native/bits.py", '(operator.lshift, "shl")', '(operator.lshift, "lshr")'),
    "words out of range": Fault(
        "tablebase/coding.py", "if word < self.low[place] or word > self.high[place]:", "if word < self.low[place]:"
    ),
    "table of other rules": Fault(
        "tablebase/table.py", "if (theirs, manifest.code) != (ours, code_of(game)):", "if theirs != ours:"
    ),
    "lost too early": Fault("tablebase/retrograde.py", "if wins != 0 or left == 1:", "if wins != 0 or left <= 2:"),
    "settled too early": Fault(
        "tablebase/in_memory.py", "(own > 0 or left[parent] == 0)", "(own > 0 or left[parent] <= 1)"
    ),
    "value of endless play": Fault(
        "tablebase/endless.py", "(own - best if own > 0 else -best)", "(own - best if own > 0 else best)"
    ),
    "claim of a job": Fault(
        "distributed/proof_tree.py",
        "self.bound if node.own else 1 - self.bound",
        "self.bound if node.own else -self.bound",
    ),
    "known bound": Fault("distributed/known.py", "if lower > fact.lower:", "if lower < fact.lower:"),
    "who moves on the page": Fault("web/jobs.py", '"mover": record.mover,', '"mover": 1 - record.mover,'),
    "value of a move": Fault("play/analysis.py", "opposite.get(kind, kind), -value", "opposite.get(kind, kind), value"),
    "cell of two pairs": Fault(
        "certificates/checker.py", "if len(set(cells)) < len(cells) or not set(cells) <=", "if not set(cells) <="
    ),
}
"""By name."""


SOONEST: Final = ("tests/search", "tests/tablebase", "tests/games")
"""The folders whose tests are run before all."""


def noticed(fault: Fault) -> tuple[str, float]:
    """The first test that fails with a fault, "" if none does, and after how many seconds."""
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary)
        for name in ("src", "tests", "experiments", "course", "docs", "examples", "benchmarks"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "conftest.py", "README.md", "CHANGELOG.md", "Makefile"):
            shutil.copy(ROOT / name, copy)
        file = copy / "src" / "zermelo" / fault.file
        text = file.read_text()
        if text.count(fault.right) != 1:
            raise ValueError(f"{fault.file} holds {fault.right!r} {text.count(fault.right)} times, not once")
        file.write_text(text.replace(fault.right, fault.wrong))
        began = time.monotonic()
        environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "ZERMELO_CACHE": str(copy / "cache")}
        for folders in (SOONEST, ()):
            command = [sys.executable, "-m", "pytest", "-q", "--maxfail=1", "--dist=load", *folders]
            ran = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
            found = re.search(r"^(?:FAILED|ERROR) (\S+)", ran.stdout, re.MULTILINE)
            if found:
                return found[1], time.monotonic() - began
            if ran.returncode:
                raise RuntimeError(ran.stdout[-2000:] + ran.stderr)
        return "", time.monotonic() - began


def main(names: list[str]) -> None:
    """Plant the faults of these names, or all."""
    missed = list[str]()
    for name in names or FAULTS:
        test, seconds = noticed(FAULTS[name])
        print(f"{name}: {test or 'not noticed'} ({seconds:.0f} s)", flush=True)
        missed += [] if test else [name]
    if missed:
        sys.exit(f"Not noticed: {', '.join(missed)}.")


if __name__ == "__main__":
    main(sys.argv[1:])
