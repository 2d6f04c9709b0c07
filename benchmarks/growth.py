"""How the work grows with the size of the board: nodes and seconds, and the factor by which each ply multiplies the nodes.

    python benchmarks/growth.py [--seconds 30] [--plot FILE] [--json FILE]

For each board: the mean length d of random plays, their mean number b of moves, and the nodes and seconds of a solve. For
each family: the slope of log(nodes) over d, as a factor per ply, and the square root of b on its largest board, which is the
factor of Alpha-Beta with the best move ordering and without a table. A family ends before the first board that is not
solved in `--seconds`.

On trees with random leaves the factor of Alpha-Beta is known: x / (1 - x), where x**b + x = 1 (Pearl 1982). If the best
child comes first, it is the square root of b. The bounds, fixed beforehand, are deviations of a tenth from these factors.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from common import Bound, Verdict, arguments, conclude, example, print_table, solved

from zermelo.classification.sample import described, random_play

PLAYS: Final = 200
PLAIN: Final = {"algorithm": "negamax", "table": False, "without": ("all",)}
FAMILIES: Final[Mapping[str, tuple[Sequence[str], Mapping[str, Any]]]] = {
    "mnk(n,n,4)": ([f"mnk({n},{n},4)" for n in range(4, 8)], {}),
    "mnk(n,4,4)": ([f"mnk({n},4,4)" for n in range(4, 9)], {}),
    "connect(n,4,4)": ([f"connect({n},4,4)" for n in range(4, 9)], {}),
    "connect(4,n,4)": ([f"connect(4,{n},4)" for n in range(4, 9)], {}),
    "chomp(n,n+1)": ([f"chomp({n},{n + 1})" for n in range(3, 9)], {"algorithm": "mtdf"}),
    "capture(n,n/3)": ([f"capture({n},{n // 3})" for n in range(6, 22, 3)], {}),
    "Domineering(n,n)": ([f"domineering.py:Domineering({n},{n})" for n in range(3, 8)], {}),
    "Breakthrough(n,3)": ([f"breakthrough.py:Breakthrough({n},3)" for n in range(4, 7)], {}),
    "tree(2,d)": ([f"tree(2,{d})" for d in range(8, 22, 2)], PLAIN),
    "tree(4,d)": ([f"tree(4,{d})" for d in range(4, 13, 2)], PLAIN),
    "tree(8,d)": ([f"tree(8,{d})" for d in range(2, 9, 2)], PLAIN),
    "tree(4,d,order=best)": ([f"tree(4,{d},order=best)" for d in range(4, 13, 2)], PLAIN),
}
"""For each family, the names of its boards and the options with which they are solved."""


def pearl(branching: int) -> float:
    """The factor by which each ply multiplies Alpha-Beta's leaves, on a tree with random leaves, all different."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**branching + middle < 1 else (low, middle)
    return low / (1 - low)


EXPECTED: Final = {f"tree({b},d)": pearl(b) for b in (2, 4, 8)} | {"tree(4,d,order=best)": 2.0}
BOUNDS: Final = {
    family: Bound(f"{family}: relative deviation from the known factor", 0.1, lower=True) for family in EXPECTED
}


def measured(name: str, seconds: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the table: the mean branching and depth of a game, and its solve."""
    game = example(name)
    rng = random.Random(name)
    facts = described(game, [random_play(game, rng) for _ in range(PLAYS)])
    return {
        **solved(game, seconds=seconds, **options),
        "game": name.rpartition(":")[2],
        "b": facts.branching,
        "d": facts.depth,
    }


def fitted(family: str, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A row of the table: the factor by which each ply multiplies the nodes of a family, fitted to its boards."""
    slope = statistics.linear_regression([row["d"] for row in rows], [math.log(row["nodes"]) for row in rows]).slope
    root = math.sqrt(rows[-1]["b"])
    known = EXPECTED.get(family, "")
    return {
        "family": family,
        "boards": len(rows),
        "factor per ply": math.exp(slope),
        "square root of b": root,
        "known": known,
    }


def draw(file: Path, rows: Sequence[Mapping[str, Any]], fits: Sequence[Mapping[str, Any]]) -> None:
    """Plot nodes over plies, and the factors per ply over the square roots of b."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(13, 6), layout="constrained")
    colours = plt.get_cmap("tab20")
    for number, fit in enumerate(fits):
        own = [row for row in rows if row["family"] == fit["family"]]
        style = {"color": colours(number), "marker": "os^Dvp"[number % 6], "label": fit["family"]}
        left.plot([row["d"] for row in own], [row["nodes"] for row in own], **style)
        right.plot([fit["square root of b"]], [fit["factor per ply"]], linestyle="none", **style)
    left.set(yscale="log", xlabel="mean plies of a random play", ylabel="nodes of a solve")
    most = max(fit["square root of b"] for fit in fits) * 1.1
    roots = [1 + (most - 1) * i / 100 for i in range(101)]
    right.plot(roots, roots, "k-", linewidth=1, label="the square root of b")
    right.plot(roots, [root * root for root in roots], "k--", linewidth=1, label="b")
    top = max(fit["factor per ply"] for fit in fits) * 1.15
    right.set(xlabel="square root of b on the largest board", ylabel="factor per ply", xlim=(1, most), ylim=(0, top))
    right.legend(loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False)
    for axes in (left, right):
        axes.grid(visible=True, alpha=0.3)
    figure.savefig(file, dpi=120)


def main() -> None:
    """Print the boards, the families, and whether the bounds are met."""
    asked = arguments(__doc__, plot=True, seconds="30: time limit for each board")
    rows: list[dict[str, Any]] = []
    fits: list[dict[str, Any]] = []
    for family, (names, options) in FAMILIES.items():
        own: list[dict[str, Any]] = []
        for name in names:
            row = measured(name, asked.seconds, options)
            if " to " in row["value"]:
                break
            own.append({"family": family, **row})
            print(row["game"], row["value"], f"{row['nodes']:,}", file=sys.stderr, flush=True)
        rows += own
        fits.append(fitted(family, own))
    headings = ("family", "game", "b", "d", "nodes", "seconds")
    print_table(headings, [[row[heading] for heading in headings] for row in rows])
    print_table(list(fits[0]), [list(fit.values()) for fit in fits])
    if asked.plot:
        draw(asked.plot, rows, fits)
    off = {fit["family"]: abs(fit["factor per ply"] / fit["known"] - 1) for fit in fits if fit["known"]}
    conclude([Verdict(BOUNDS[family], figure) for family, figure in off.items()], [*rows, *fits], asked.json)


if __name__ == "__main__":
    main()
