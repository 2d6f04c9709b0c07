"""The five benchmarks of `make benchmarks`, which guard what zermelo promises, and then the bounds that are not met.

    python benchmarks/quick.py

Values are exact (`values.py`); a command starts quickly (`startup.py`); compiled code is fast (`native_vs_interpreted.py`);
proofs are small, and both checkers accept them (`certificates.py`); tables agree with searches, even if the work on them is
interrupted (`tables.py`).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from common import Bound, Verdict

COMMANDS: Final = (
    ("values.py",),
    ("startup.py",),
    ("native_vs_interpreted.py",),
    ("certificates.py",),
    ("tables.py", "--positions", "2000", "--kills", "3"),
)
"""The scripts; the last does less than by default, so that all of them take ten minutes."""


def missed(command: tuple[str, ...], report: Path) -> list[str]:
    """Run a script: a line for each bound that it does not meet, or one that says that there are no figures."""
    name, *options = command
    print("---", *command, flush=True)
    subprocess.run([sys.executable, str(Path(__file__).with_name(name)), *options, "--json", str(report)], check=False)
    if not report.exists():
        return [f"FAIL  {name} ended without figures."]
    judged = json.loads(report.read_text())["bounds"]
    verdicts = [
        Verdict(
            Bound(f"{name}: {each['what']}", each["bound"], each["reach"], each["lower"], each["unit"]), each["figure"]
        )
        for each in judged
    ]
    return [verdict.line() for verdict in verdicts if not verdict.bound.met(verdict.figure)]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        lines = [line for command in COMMANDS for line in missed(command, Path(folder) / command[0])]
    print("---", *(lines or ["All bounds are met."]), sep="\n")
    sys.exit(bool(lines))


if __name__ == "__main__":
    main()
