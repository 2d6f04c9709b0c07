"""What a table is worth by its size."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.markdown import between, names, table
from experiments.plots import curves
from experiments.study import Row, matching
from experiments.table.solves import ALGORITHMS, sweeps


def answer(rows: Sequence[Row]) -> str:
    """With plenty of room, with less of it, and how few hits do the work."""
    return f"{_worth_sentence(rows)} {_shrinking_sentence(rows)} {_hits_sentence(rows)}"


def _worth_sentence(rows: Sequence[Row]) -> str:
    gains = list(_gains(rows, "mtdf").values())
    lost = [row["game"] for row in matching(rows, algorithm="mtdf", size=None) if row["stopped"] != "complete"]
    least = f" (at least, on {names(lost)}, where the search without one was cut short)" if lost else ""
    return f"With plenty of room it divides the nodes of MTD(f), by the rules alone, by {between(gains)}{least}."


def _gains(rows: Sequence[Row], algorithm: str) -> dict[str, float]:
    """How many times the nodes of the largest table a search without one visits; at least, where that was cut short."""
    bare = {row["game"]: row["nodes"] for row in matching(rows, algorithm=algorithm, size=None)}
    return {game: bare[game] / some[-1]["nodes"] for game, some in sweeps(rows, algorithm).items() if game in bare}


def _shrinking_sentence(rows: Sequence[Row]) -> str:
    """How much of the largest table may go before the nodes double."""
    shares = [
        some[-1]["nodes"] / (1 << smallest(some, 2)["size"]) for some in sweeps(rows, "mtdf").values() if len(some) > 1
    ]
    first = [some[0]["nodes"] / some[-1]["nodes"] for some in sweeps(rows, "mtdf").values()]
    return (
        f"The nodes stay within twice the least while there is a row for every {between(shares)} nodes of the search; "
        f"in the smallest table tried they are {between(first)} times as many."
    )


def smallest(some: Sequence[Row], times: float) -> Row:
    """The smallest table from which on no search visits more than so many times the nodes of the largest."""
    enough = some[-1]
    for row in reversed(some):
        if row["nodes"] > times * some[-1]["nodes"]:
            break
        enough = row
    return enough


def _hits_sentence(rows: Sequence[Row]) -> str:
    """How few hits do the work."""
    most = [100 * _rate(some[-1]) for some in sweeps(rows, "mtdf").values()]
    least = [100 * _rate(some[0]) for some in sweeps(rows, "mtdf").values()]
    return f"The table settles {between(most)} % of the positions looked for with most rows, {between(least)} % with fewest."


def _rate(row: Row) -> float:
    """The share of positions looked for that the table settled."""
    return row["hits"] / max(row["probes"], 1)


def figures(rows: Sequence[Row]) -> str:
    """Nodes and hit rates by the size of the table; the passes of MTD(f)."""
    parts = [
        "![Nodes over the size of the table](table-nodes.svg)",
        "![Hit rate over the size of the table](table-hits.svg)",
        _table(rows),
        _passes_sentence(rows),
    ]
    return "\n\n".join(parts)


def _table(rows: Sequence[Row]) -> str:
    """Each game: no table, the largest, the smallest that is as good, and hit rates."""
    lines: list[list[object]] = []
    for algorithm in ALGORITHMS:
        for game, some in sweeps(rows, algorithm).items():
            (bare,) = matching(rows, game=game, algorithm=algorithm, size=None)
            most, enough, least = some[-1], smallest(some, 2), some[0]
            without = f"{'' if bare['stopped'] == 'complete' else '> '}{bare['nodes']:,}"
            lines.append([f"`{game}`", algorithm, without, *_told(most), f"2^{enough['size']}", *_told(least)])
    heads = [
        "game",
        "algorithm",
        "nodes without",
        "most rows",
        "nodes",
        "hits, %",
        "rows for twice these nodes at most",
    ]
    return table([*heads, "fewest rows", "nodes", "hits, %"], lines)


def _told(row: Row) -> tuple[str, int, float]:
    return f"2^{row['size']}", row["nodes"], 100 * _rate(row)


def _passes_sentence(rows: Sequence[Row]) -> str:
    """MTD(f) against NegaMax, both without a table: do its passes undo its savings?"""
    factors = [
        row["nodes"] / other["nodes"]
        for row in matching(rows, algorithm="mtdf", size=None, stopped="complete")
        for other in matching(rows, algorithm="negamax", size=None, stopped="complete", game=row["game"])
    ]
    if not factors:
        return ""
    more = sum(factor > 1 for factor in factors)
    passes = [row["passes"] for row in matching(rows, algorithm="mtdf", stopped="complete")]
    return (
        "Without a table, the text says, the repeated searches of MTD(f) undo its savings: without one it visits "
        f"{between(factors)} times the nodes of NegaMax without one, more in {more} of {len(factors)} games. "
        f"Where there are three rewards, it takes {between(passes)} passes."
    )


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """Nodes and hit rates over bytes."""
    nodes: dict[str, list[tuple[float, float]]] = {}
    hits: dict[str, list[tuple[float, float]]] = {}
    for game, some in sweeps(rows, "mtdf").items():
        nodes[game] = [(row["bytes"], row["nodes"]) for row in some]
        hits[game] = [(row["bytes"], 100 * _rate(row)) for row in some]
    size, title = "bytes of the table", "MTD(f) by the rules alone"
    return {
        "table-nodes": curves(nodes, x=size, y="nodes", log_x=True, log_y=True, title=title),
        "table-hits": curves(hits, x=size, y="hits, % of probes", log_x=True, title=title),
    }
