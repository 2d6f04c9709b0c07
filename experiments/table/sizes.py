"""The worth of a table by its size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.citations import CHAN
from experiments.markdown import number, table
from experiments.plots import curves
from experiments.study import Row, matching
from experiments.table.solves import ALGORITHMS, LIMIT, sweeps

ENOUGH: Final = 2
"""A table is large enough if the search visits at most so many times the nodes that it visits with the largest table."""


def without_table(rows: Sequence[Row], game: str, algorithm: str) -> Row:
    """The solve of a game without a table."""
    (row,) = matching(rows, game=game, algorithm=algorithm, size=None)
    return row


def gains(rows: Sequence[Row], algorithm: str) -> dict[str, float]:
    """What the largest table divides the nodes of each game by; a lower bound if the search without one was cut short."""
    return {
        game: without_table(rows, game, algorithm)["nodes"] / solves[-1]["nodes"]
        for game, solves in sweeps(rows, algorithm).items()
    }


def smallest(solves: Sequence[Row], times: float) -> Row:
    """Of solves sorted by size, the first from which on none visits more than so many times the nodes of the last."""
    enough = solves[-1]
    for row in reversed(solves):
        if row["nodes"] > times * solves[-1]["nodes"]:
            break
        enough = row
    return enough


def nodes_for_a_row(solves: Sequence[Row]) -> float:
    """The nodes of the search with the largest table, divided by the rows of a table that is large enough."""
    return solves[-1]["nodes"] / (1 << smallest(solves, ENOUGH)["size"])


def _hit_rate(row: Row) -> float:
    """The percentage of lookups after which a position needed no search."""
    return 100 * row["hits"] / max(row["probes"], 1)


def _nodes_without(row: Row) -> str:
    """The nodes of a search without a table, with > if it was cut short."""
    return f"{'' if row['stopped'] == 'complete' else '> '}{row['nodes']:,}"


def summary(rows: Sequence[Row]) -> str:
    """What a table is worth to MTD(f) in each game, and how large it must be, with a plot."""
    lines: list[list[object]] = []
    factors = gains(rows, "mtdf")
    for game, solves in sweeps(rows, "mtdf").items():
        bare, enough = without_table(rows, game, "mtdf"), smallest(solves, ENOUGH)
        sign = "" if bare["stopped"] == "complete" else "> "
        lines.append(
            [
                f"`{game}`",
                _nodes_without(bare),
                solves[-1]["nodes"],
                f"{sign}{number(factors[game])}",
                1 << enough["size"],
                enough["bytes"],
                nodes_for_a_row(solves),
            ]
        )
    heads = ["game", "nodes, no table", "nodes, largest table", "divided by", "rows needed", "bytes", "nodes for a row"]
    return "\n\n".join(
        [
            table(heads, lines),
            f"MTD(f), by the rules alone. The *rows needed* are those of the smallest table from which on the search visits "
            f"at most {ENOUGH} times the nodes that it visits with the largest table. The last column divides the nodes "
            "with the largest table by the rows needed.",
            "![Nodes of MTD(f) by the size of the table](table-nodes.svg)",
        ]
    )


def figures(rows: Sequence[Row]) -> str:
    """The sections of the details: hit rates, and MTD(f) without a table."""
    heads = ["game", "algorithm", "nodes, no table", "largest table", "nodes", "hits, %"]
    return "\n\n".join(
        [
            "### Nodes and hits",
            "![Hit rate of MTD(f) by the size of the table](table-hits.svg)",
            table([*heads, "rows needed", "smallest table", "nodes", "hits, %"], _lines(rows)),
            f"Sizes are in rows. *Hits* is the percentage of lookups after which a position needed no search. > means that "
            f"the search was cut short at {LIMIT:,} nodes.",
            "### MTD(f) without a table",
            f"According to {CHAN}, the repeated searches of MTD(f) undo its savings without a table. These are the nodes of "
            "NegaMax and of MTD(f) without one, in the games that both solve. *Passes* are the searches that MTD(f) makes.",
            _without_tables(rows),
        ]
    )


def _lines(rows: Sequence[Row]) -> list[list[object]]:
    """Lines of a table: each game by each algorithm, with no table, the largest and the smallest."""
    lines: list[list[object]] = []
    for algorithm in ALGORITHMS:
        for game, solves in sweeps(rows, algorithm).items():
            largest, enough, least = solves[-1], smallest(solves, ENOUGH), solves[0]
            lines.append(
                [
                    f"`{game}`",
                    algorithm,
                    _nodes_without(without_table(rows, game, algorithm)),
                    *_shown(largest),
                    f"2^{enough['size']}",
                    *_shown(least),
                ]
            )
    return lines


def _shown(row: Row) -> tuple[str, int, float]:
    """Rows, nodes and hit rate of a solve with a table."""
    return f"2^{row['size']}", row["nodes"], _hit_rate(row)


def _without_tables(rows: Sequence[Row]) -> str:
    """A table of NegaMax and MTD(f) without tables, in the games that both solve."""
    lines = [
        [f"`{mtdf['game']}`", negamax["nodes"], mtdf["nodes"], mtdf["nodes"] / negamax["nodes"], mtdf["passes"]]
        for negamax in matching(rows, algorithm="negamax", size=None, stopped="complete")
        for mtdf in matching(rows, algorithm="mtdf", size=None, stopped="complete", game=negamax["game"])
    ]
    return table(["game", "nodes, NegaMax", "nodes, MTD(f)", "MTD(f) / NegaMax", "passes"], lines)


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """Plots of nodes and of hit rates by bytes."""
    nodes: dict[str, list[tuple[float, float]]] = {}
    hits: dict[str, list[tuple[float, float]]] = {}
    for game, solves in sweeps(rows, "mtdf").items():
        nodes[game] = [(row["bytes"], row["nodes"]) for row in solves]
        hits[game] = [(row["bytes"], _hit_rate(row)) for row in solves]
    size, title = "bytes of the table", "MTD(f) by the rules alone"
    return {
        "table-nodes": curves(nodes, x=size, y="nodes", log_x=True, log_y=True, title=title),
        "table-hits": curves(hits, x=size, y="hits, % of lookups", log_x=True, title=title),
    }
