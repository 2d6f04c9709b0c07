"""Commands that Ctrl-C ends at a random moment, from their start to their end: no traceback, and a known exit code."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

SECONDS = float(os.environ.get("STRESS_SECONDS", "60"))
LONGEST = 6.0
"""Seconds after which a command that has not ended is interrupted at the latest."""

COMMANDS = (
    "solve mnk(3,3,3)",
    "solve mnk(3,3,3) --compiled --all-moves",
    "solve connect(4,4,3) --compiled",
    "solve connect(5,5,4)",
    "solve mnk(7,7,5) --deepening",
    "solve mnk(4,4,3) --compiled --threads 2",
    "solve nim(3,4,5) --certify -o {folder}/certificates",
    "solve wythoff(30,40) --compiled --checkpoint {folder}/checkpoint",
    "analyze connect(4,4,3) --compiled",
    "analyze mnk(5,5,4) --seconds 3",
    "tree mnk(3,3,3)",
    "table count mnk(3,3,3)",
    "table make mnk(3,3,3) -o {folder}/table",
    "check mnk(3,3,3) --seconds 3",
    "match perfect random --games 20",
    "prove-play mnk(3,3,3)",
    "judge mnk(3,3,3) --agent random --exploitability",
    "classify nim(3,4,5) --seconds 2",
)
CODES = (0, 3, 130, -signal.SIGINT)
MESSAGE = re.compile("Traceback|KeyboardInterrupt|Exception ignored|Aborted|Fatal|zermelo itself")
STARTS = re.compile(r"<frozen (site|runpy|zipimport|codecs)|/lib/python3[.\d]*/(site|sitecustomize|runpy|encodings)\b")
"""What is told of an interrupt while Python itself is starting: nothing can be done about it before `main` is called."""
COMMAND = re.compile(r"zermelo/(?!__main__|__init__|core/(lazy|version))")
"""A file of zermelo's that is run only after that."""


def ended(command: str, folder: Path, after: float) -> tuple[int, str, float]:
    """How a command ends that is interrupted after so many seconds: its code, its stderr, and the seconds it still took."""
    words = command.format(folder=folder).split(" ")
    process = subprocess.Popen(
        [sys.executable, "-m", "zermelo", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    sent = time.monotonic()
    try:
        return process.wait(60), process.communicate()[1], time.monotonic() - sent
    finally:
        process.kill()


@pytest.mark.stress
@pytest.mark.timeout(SECONDS + 600)
def test_commands_interrupted_at_random_end_without_a_traceback(tmp_path: Path) -> None:
    rng, until = random.Random(str(time.time())), time.monotonic() + SECONDS
    codes, lasts, troubles, slowest = Counter[int](), dict[str, float](), list[str](), 0.0
    number = starting = 0
    while time.monotonic() < until:
        command, number = rng.choice(COMMANDS), number + 1
        folder = tmp_path / str(number)
        folder.mkdir()
        after = rng.uniform(0, min(lasts.get(command, LONGEST) * 1.1, LONGEST))
        began = time.monotonic()
        code, told, seconds = ended(command, folder, after)
        slowest = max(slowest, seconds)
        if code in (0, 3):
            lasts[command] = time.monotonic() - began
        codes[code] += 1
        if STARTS.search(told) and not COMMAND.search(told):
            starting += 1
        elif code not in CODES or MESSAGE.search(told):
            troubles.append(f"{command} after {after:.2f} s: {code}\n{told}")
            print(troubles[-1], flush=True)
    print(dict(codes), f"{number} commands, {starting} of them interrupted while Python was starting")
    print(f"{len(troubles)} with a message, the slowest took {slowest:.1f} s to end")
    assert not troubles
