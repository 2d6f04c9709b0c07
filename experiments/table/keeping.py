"""What a table is worth by what it keeps when it is full, and by whether symmetric positions share a row."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

from experiments.markdown import between, number, table
from experiments.plots import Series, curves
from experiments.study import Row
from experiments.table.policies import BOTH, POLICIES
from experiments.table.solves import LIMIT, sweeps


def answer(rows: Sequence[Row]) -> str:
    """The policies, then the symmetries."""
    return f"{_policy_sentence(rows)} {_symmetry_sentence(rows)}"


def _policy_sentence(rows: Sequence[Row]) -> str:
    """The policies against each other."""
    parts: list[str] = []
    for policy in POLICIES:
        factors = [] if policy == BOTH else policy_factors(rows, policy)
        if factors:
            more = sum(factor > 1 for factor in factors)
            parts.append(
                f"keeping the {policy} alone takes {between(factors)} times the nodes "
                f"(on average {number(statistics.geometric_mean(factors))}; more in {more} of {len(factors)} tables)"
            )
    return f"Against one row of a pair for the deepest and one for the latest, {'; '.join(parts)}."


def policy_factors(rows: Sequence[Row], policy: str) -> list[float]:
    """Nodes under a policy, times those of the library's own, at the sizes where something had to go."""
    return [other / own for own, other in _by_table(rows, sweeps(rows, "mtdf", policy))]


def _by_table(rows: Sequence[Row], others: Mapping[str, Sequence[Row]]) -> list[tuple[int, int]]:
    """Nodes with the library's own table, and with another kind of it, of each game at each size that both have."""
    pairs: list[tuple[int, int]] = []
    for game, own in sweeps(rows, "mtdf").items():
        nodes = {row["size"]: row["nodes"] for row in others.get(game, [])}
        pairs += [(row["nodes"], nodes[row["size"]]) for row in own if row["size"] in nodes]
    return pairs


def _symmetry_sentence(rows: Sequence[Row]) -> str:
    factors = [own / shared for own, shared in _by_table(rows, sweeps(rows, "mtdf", symmetry=True))]
    fewer = sum(factor > 1 for factor in factors)
    return (
        f"One row for all symmetric positions divides the nodes by {between(factors)}, with fewer nodes in {fewer} of "
        f"{len(factors)} tables."
    )


def figures(rows: Sequence[Row]) -> str:
    """Nodes by size and by what is kept."""
    parts = [
        f"### What to keep\n\n![Nodes by what a full table keeps, {_shown(rows)}](table-policies.svg)",
        _table(rows),
        f"No figure: cut short after {LIMIT:,} nodes, or not tried.",
    ]
    return "\n\n".join(parts)


def _shown(rows: Sequence[Row]) -> str:
    """The game of the plot: the last."""
    return list(dict.fromkeys(row["game"] for row in rows))[-1]


def _table(rows: Sequence[Row]) -> str:
    """Nodes of MTD(f) by size and by what is kept."""
    kinds = _kinds(rows)
    lines: list[list[object]] = []
    for game in kinds[BOTH]:
        by_size = [{row["size"]: row for row in found.get(game, [])} for found in kinds.values()]
        for size in sorted({size for found in by_size for size in found}):
            row = next(found[size] for found in by_size if size in found)
            nodes = [found[size]["nodes"] if size in found else None for found in by_size]
            lines.append([f"`{game}`", f"2^{size}", row["bytes"], *nodes])
    return table(["game", "rows", "bytes", *kinds], lines)


def _kinds(rows: Sequence[Row]) -> dict[str, dict[str, list[Row]]]:
    """The solves of each game by MTD(f), by what is kept."""
    policies = {policy: sweeps(rows, "mtdf", policy) for policy in POLICIES}
    return policies | {"symmetric positions as one": sweeps(rows, "mtdf", symmetry=True)}


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """Nodes on one game by what is kept, over bytes."""
    shown = _shown(rows)
    nodes: Series = {
        kind: [(row["bytes"], row["nodes"]) for row in found.get(shown, [])] for kind, found in _kinds(rows).items()
    }
    title = f"MTD(f) on {shown}"
    return {"table-policies": curves(nodes, x="bytes of the table", y="nodes", log_x=True, log_y=True, title=title)}
