"""The worth of a table by what it keeps when it is full, and by whether symmetric positions share a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from experiments.markdown import table
from experiments.plots import Series, curves
from experiments.study import Row
from experiments.table.policies import BOTH, POLICIES
from experiments.table.solves import LIMIT, sweeps


def policy_factors(rows: Sequence[Row], policy: str) -> list[float]:
    """The nodes under a policy divided by those under zermelo's own, for each game and size that both have."""
    return [other / own for own, other in _pairs(rows, sweeps(rows, "mtdf", policy))]


def symmetry_factors(rows: Sequence[Row]) -> list[float]:
    """What treating symmetric positions as one divides the nodes by, for each game and size."""
    return [own / shared for own, shared in _pairs(rows, sweeps(rows, "mtdf", symmetry=True))]


def _pairs(rows: Sequence[Row], others: Mapping[str, Sequence[Row]]) -> list[tuple[int, int]]:
    """The nodes with zermelo's own table and with another kind, for each game and size that both have."""
    pairs: list[tuple[int, int]] = []
    for game, own in sweeps(rows, "mtdf").items():
        nodes = {row["size"]: row["nodes"] for row in others.get(game, [])}
        pairs += [(row["nodes"], nodes[row["size"]]) for row in own if row["size"] in nodes]
    return pairs


def figures(rows: Sequence[Row]) -> str:
    """The section of the details, with a plot and a table."""
    return "\n\n".join(
        [
            "### What to keep",
            f"![Nodes by what a full table keeps, {_plotted_game(rows)}](table-policies.svg)",
            _table(rows),
            "Nodes of MTD(f) by what the two rows of a pair keep. *Deepest and latest* is zermelo's own table; in the last "
            f"column it treats symmetric positions as one. A search without a figure was cut short at {LIMIT:,} nodes.",
        ]
    )


def _plotted_game(rows: Sequence[Row]) -> str:
    """The game of the plot: the last."""
    return list(dict.fromkeys(row["game"] for row in rows))[-1]


def _table(rows: Sequence[Row]) -> str:
    """The nodes of MTD(f) by size and by what is kept."""
    kinds = _kinds(rows)
    lines: list[list[object]] = []
    for game in kinds[BOTH]:
        by_size = [{row["size"]: row for row in solves.get(game, [])} for solves in kinds.values()]
        for size in sorted({size for solves in by_size for size in solves}):
            row = next(solves[size] for solves in by_size if size in solves)
            nodes = [solves[size]["nodes"] if size in solves else None for solves in by_size]
            lines.append([f"`{game}`", f"2^{size}", row["bytes"], *nodes])
    return table(["game", "rows", "bytes", *kinds], lines)


def _kinds(rows: Sequence[Row]) -> dict[str, dict[str, list[Row]]]:
    """The solves of each game by MTD(f), by what is kept."""
    policies = {policy: sweeps(rows, "mtdf", policy) for policy in POLICIES}
    return policies | {"symmetric positions as one": sweeps(rows, "mtdf", symmetry=True)}


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """A plot of the nodes of one game by bytes, with a curve for each kind of table."""
    game = _plotted_game(rows)
    nodes: Series = {
        kind: [(row["bytes"], row["nodes"]) for row in solves.get(game, [])] for kind, solves in _kinds(rows).items()
    }
    title = f"MTD(f) on {game}"
    return {"table-policies": curves(nodes, x="bytes of the table", y="nodes", log_x=True, log_y=True, title=title)}
