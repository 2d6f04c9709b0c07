"""The first answer: whole processes that begin with an empty compile cache, in seconds of real time.

    python benchmarks/first_answer.py [--json FILE]

Small games are solved before a compiler would be ready; `connect(6,5,4)` needs native code. Run it on an idle machine. The
least of the rounds counts. PYTHON=... names another Python to run.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from common import EXAMPLES, PYTHON, Bound, Verdict, arguments, conclude, print_table, uncached

FIRST_GAME: Final = Path(__file__).parent.parent / "docs" / "tutorials" / "first-game.md"

BOARDS: Final = [f"mnk({m},{n},{k})" for m in range(3, 8) for n in range(m, 8) for k in (4, 5) if k <= n][:24]
"""24 boards up to 7x7, each of which needs code of its own."""

SEVERAL: Final = """
import sys
from zermelo import solve
for name in sys.argv[1:]:
    solve(name, nodes=20_000, deepening=False, line=False)
"""


class Case(NamedTuple):
    """A process to time."""

    bound: Bound
    command: tuple[str, ...]


def solve(*words: str) -> tuple[str, ...]:
    return (PYTHON, "-m", "zermelo", "solve", *words)


def cases(folder: Path) -> list[Case]:
    """All cases; the game of the first page of the docs is written to `folder`."""
    game = folder / "mygame.py"
    found = re.search(r"```python\n(.*?)```", FIRST_GAME.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert found is not None
    game.write_text(found[1], encoding="utf-8")
    seconds = " s"
    return [
        Case(Bound("tictactoe", 0.5, 0.3, lower=True, unit=seconds), solve("tictactoe")),
        Case(Bound("the game of docs/tutorials/first-game.md", 0.8, 0.4, lower=True, unit=seconds), solve(str(game))),
        Case(Bound("mnk(6,6,5)", 0.8, 0.4, lower=True, unit=seconds), solve("mnk(6,6,5)")),
        Case(Bound("nim(3,5,7)", 0.8, 0.4, lower=True, unit=seconds), solve("nim(3,5,7)")),
        Case(Bound("connect(6,5,4)", 2.5, 1.5, lower=True, unit=seconds), solve("connect(6,5,4)")),
        Case(Bound("examples/demo.py", 8, 4, lower=True, unit=seconds), (PYTHON, str(EXAMPLES / "demo.py"))),
        Case(Bound("24 boards of mnk", 60, 25, lower=True, unit=seconds), (PYTHON, "-c", SEVERAL, *BOARDS)),
    ]


def main() -> None:
    options = arguments(__doc__, rounds="3: rounds to measure")
    with tempfile.TemporaryDirectory() as folder:
        found = {case.bound: [uncached(case.command) for _ in range(options.rounds)] for case in cases(Path(folder))}
    rows = [{"process": bound.what, "least": min(took), "greatest": max(took)} for bound, took in found.items()]
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    conclude([Verdict(bound, min(took)) for bound, took in found.items()], rows, options.json)


if __name__ == "__main__":
    main()
