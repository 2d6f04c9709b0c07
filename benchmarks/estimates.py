"""How accurate the estimates of `zermelo classify` are, on solves that take up to minutes.

    python benchmarks/estimates.py [--seconds 6] [--json FILE]

For each game the time is estimated first, in `--seconds`, and then the game is solved. A game that is solved outright in a
third of that time counts as estimated, and is marked. The bound, fixed beforehand, is a factor of at most 4 for 15 of the
20 solves. The benchmark takes about ten minutes.
"""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any, Final

from common import Bound, Verdict, arguments, conclude

from zermelo import Game, Solver, game_named
from zermelo.classification import Estimate
from zermelo.classification.estimate import estimate

EXAMPLES: Final = Path(__file__).parent.parent / "examples"

SOLVES: Final[tuple[tuple[str, str], ...]] = (
    ("connect(5,5,4)", ""),
    ("connect(6,4,4)", ""),
    ("connect(7,4,4)", ""),
    ("connect(6,5,4)", ""),
    ("connect(5,6,4)", ""),
    ("connect(7,5,4)", ""),
    ("connect(6,6,4)", ""),
    ("mnk(4,4,4)", "all"),
    ("mnk(5,4,4)", "all"),
    ("mnk(4,5,4)", "all"),
    ("mnk(7,4,4)", ""),
    ("mnk(6,6,5)", ""),
    ("lines(2x3x4,3,misere=1)", ""),
    ("lines(4x4x2,4)", ""),
    ("lines(5x4,4,misere=1)", ""),
    ("breakthrough.py:Breakthrough(5,4)", ""),
    ("hexapawn.py:Hexapawn(5,5)", ""),
    ("hexapawn.py:Hexapawn(6,5)", ""),
    ("dots_and_boxes.py:DotsAndBoxes(2,3)", ""),
    ("dots_and_boxes.py:DotsAndBoxes(3,3)", ""),
)
"""Games, and the knowledge that is left out."""

CLASSIFY: Final = Path(__file__).parent.parent / "src" / "zermelo" / "classification" / "classify.py"
"""The module of the package that says how far its estimates were off."""

FACTOR: Final = 4.0
BOUND: Final = Bound("solves estimated within a factor of 4, of 20", 15)


def game(name: str) -> Game[Any]:
    """The game with this name; a file is one of the examples."""
    return game_named(str(EXAMPLES / name) if ".py:" in name else name)


def factor(found: Estimate | None, seconds: float) -> float:
    """The factor by which an estimate is wrong: at least 1; infinite if there is no estimate."""
    if found is None:
        return math.inf
    return max(found.seconds / seconds, seconds / found.seconds)


def write_factors(rows: list[dict[str, Any]]) -> None:
    """Write the factors of all estimates to the package, except for games that were solved outright."""
    factors = [round(row["factor"], 2) for row in rows if row["estimate"] is not None and not row["estimate"]["solved"]]
    line = f"OFF: Final = {tuple(sorted(factors))}"
    CLASSIFY.write_text(re.sub(r"^OFF: Final = .*$", line, CLASSIFY.read_text(), flags=re.MULTILINE))


def main() -> None:
    """Print a line for each solve, and whether the bound is met."""
    asked = arguments(__doc__, seconds="6: time for each estimate", write="0: 1 to write the factors to the package")
    rows: list[dict[str, Any]] = []
    for name, without in SOLVES:
        options: dict[str, Any] = {"algorithm": "mtdf", "without": without}
        found = estimate(game(name), seconds=asked.seconds, **options)
        real = Solver(game(name), line=False, threads=1, **options).solve()
        off = factor(found, real.seconds)
        estimated = "none" if found is None else f"{found.seconds:.2f} s ({found.low:.2f} to {found.high:.2f})"
        within = found is not None and found.low <= real.seconds <= found.high
        rows.append(
            {
                "game": name,
                "without": without,
                "estimate": None if found is None else found._asdict() | {"steps": len(found.steps)},
                "seconds": real.seconds,
                "nodes": real.counters["nodes"],
                "factor": off,
                "within": within,
            }
        )
        mark = "solved outright" if found is not None and found.solved else "in its range" if within else ""
        title = name + (f" without {without}" if without else "")
        print(
            f"{title:<40} real {real.seconds:8.2f} s   estimated {estimated:<32} off by a factor of {off:6.2f}  {mark}",
            flush=True,
        )
    if asked.write:
        write_factors(rows)
    near = sum(row["factor"] <= FACTOR for row in rows)
    conclude([Verdict(BOUND, near)], rows, asked.json)


if __name__ == "__main__":
    main()
