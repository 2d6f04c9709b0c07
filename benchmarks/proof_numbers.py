"""Proof-number search, MCTS and SSS*, compared with MTD(f): the positions visited until the value is proved.

    python benchmarks/proof_numbers.py [--json FILE]

Every search stops after ten million positions. There is no bound: the figures show which algorithm to use.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from common import arguments, conclude, print_table

from zermelo import game_named, solve

EXAMPLES: Final = Path(__file__).parent.parent / "examples"
GAMES: Final = (
    "mnk(3,3,3)",
    "mnk(4,4,4)",
    "mnk(6,5,4)",
    "connect(4,4,4)",
    "connect(5,4,4)",
    "chomp(5,6)",
    "capture(9,3)",
    "hexapawn.py:Hexapawn(5,4)",
    "breakthrough.py:Breakthrough(5,3)",
    "domineering.py:Domineering(5,5)",
)
ALGORITHMS: Final = ("mtdf", "sss", "dfpn", "pns", "mcts")
LIMIT: Final = 10_000_000


def main() -> None:
    """Print a row for each game."""
    asked = arguments(__doc__)
    rows: list[dict[str, Any]] = []
    for name in GAMES:
        game = game_named(str(EXAMPLES / name) if ".py:" in name else name)
        row: dict[str, Any] = {"game": name.rpartition(":")[2]}
        for algorithm in ALGORITHMS:
            found = solve(game, algorithm=algorithm, nodes=LIMIT, deepening=False, line=False)
            row[algorithm] = found.counters["nodes"] if found.exact else "not proved"
            row[f"{algorithm} s"] = found.seconds
        rows.append(row)
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    conclude([], rows, asked.json)


if __name__ == "__main__":
    main()
