"""How the work grows with the size of the board: nodes and seconds, and what a ply multiplies them by.

    python benchmarks/growth.py [--seconds 30] [--plot FILE] [--json FILE]

For each board the mean length d of random plays and their mean number b of moves; the nodes and seconds of a solve. For each
family the slope of log(nodes) over d, as a factor a ply, beside the square root of b on its largest board: what Alpha-Beta
comes to with the best order of moves and without a table. A family ends with the first board that is not solved in
`--seconds`.

On trees with random leaves the factor of Alpha-Beta is known: x / (1 - x), where x**b + x = 1 (Pearl 1982), and the square
root of b where the best child comes first. Bounds, written down before: within a tenth of the one, and of the other.
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
"""Names of boards, and how they are solved."""


def pearl(branching: int) -> float:
    """What a ply multiplies Alpha-Beta's leaves by, on a tree with random leaves all different."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**branching + middle < 1 else (low, middle)
    return low / (1 - low)


EXPECTED: Final = {f"tree({b},d)": pearl(b) for b in (2, 4, 8)} | {"tree(4,d,order=best)": 2.0}
BOUNDS: Final = {family: Bound(f"{family}: off the known factor, of it", 0.1, lower=True) for family in EXPECTED}


def measured(name: str, seconds: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """A row: the shape of a game's tree, and its solve."""
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
    """What a ply multiplies the nodes by, in a family."""
    slope = statistics.linear_regression([row["d"] for row in rows], [math.log(row["nodes"]) for row in rows]).slope
    root = math.sqrt(rows[-1]["b"])
    known = EXPECTED.get(family, "")
    return {"family": family, "boards": len(rows), "a ply": math.exp(slope), "square root of b": root, "known": known}


def draw(file: Path, rows: Sequence[Mapping[str, Any]], fits: Sequence[Mapping[str, Any]]) -> None:
    """Nodes over plies, and the factors beside the square roots."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(13, 6), layout="constrained")
    colours = plt.get_cmap("tab20")
    for number, fit in enumerate(fits):
        own = [row for row in rows if row["family"] == fit["family"]]
        style = {"color": colours(number), "marker": "os^Dvp"[number % 6], "label": fit["family"]}
        left.plot([row["d"] for row in own], [row["nodes"] for row in own], **style)
        right.plot([fit["square root of b"]], [fit["a ply"]], linestyle="none", **style)
    left.set(yscale="log", xlabel="mean plies of a random play", ylabel="nodes of a solve")
    most = max(fit["square root of b"] for fit in fits) * 1.1
    roots = [1 + (most - 1) * i / 100 for i in range(101)]
    right.plot(roots, roots, "k-", linewidth=1, label="the square root of b")
    right.plot(roots, [root * root for root in roots], "k--", linewidth=1, label="b")
    top = max(fit["a ply"] for fit in fits) * 1.15
    right.set(
        xlabel="square root of b on the largest board", ylabel="nodes, times a ply", xlim=(1, most), ylim=(0, top)
    )
    right.legend(loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False)
    for axes in (left, right):
        axes.grid(visible=True, alpha=0.3)
    figure.savefig(file, dpi=120)


def main() -> None:
    """Print the boards, the families, and whether the bounds hold."""
    asked = arguments(__doc__, plot=True, seconds="30: for each board")
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
    off = {fit["family"]: abs(fit["a ply"] / fit["known"] - 1) for fit in fits if fit["known"]}
    conclude([Verdict(BOUNDS[family], figure) for family, figure in off.items()], [*rows, *fits], asked.json)


if __name__ == "__main__":
    main()
