"""Whether pruning holds in more dimensions, and what symmetry is worth there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from experiments.markdown import number, table
from experiments.measuring import searched
from experiments.plots import bars
from experiments.study import Case, Report, Row, Study
from zermelo.games.in_a_row.lines import lines
from zermelo.solver.options import PIECES

CUBES: Final = {
    ((2, 2), 2): True,
    ((2, 2, 2), 2): True,
    ((2, 2, 2, 2), 2): False,
    ((3, 3), 3): False,
    ((3, 3, 3), 3): False,
    ((3, 3, 3, 3), 3): False,
    ((4, 4), 4): False,
    ((4, 4, 4), 4): False,
}
"""Shapes with all sides equal to k; and whether they are quick."""

EIGHTEEN: Final = {((18,), 3): False, ((9, 2), 3): False, ((6, 3), 3): False, ((3, 3, 2), 3): False}
"""The same number of cells in one, two and three dimensions."""

WHOLE: Final = {((2, 2), 2): True, ((3, 2), 2): True, ((3, 3), 2): True, ((2, 2, 2), 2): True, ((3, 3), 3): False}
"""Games whose tree is searched to the end."""

BOARDS: Final = {((6,), 3): True, ((3, 2), 3): True} | CUBES | EIGHTEEN

MOST: Final = 3_000_000
"""Nodes of the largest tree."""


def cases(_seed: int) -> list[Case]:
    """Each board to all depths at which nobody can have won before; then whole games."""
    to_depths = [
        Case(f"{board_name(shape, k)} to a depth", partial(measure, shape, k, quick), quick)
        for (shape, k), quick in BOARDS.items()
    ]
    to_the_end = [
        Case(f"{board_name(shape, k)} to the end", partial(measure_whole, shape, k, quick), quick)
        for (shape, k), quick in WHOLE.items()
    ]
    return to_depths + to_the_end


def board_name(shape: tuple[int, ...], k: int) -> str:
    """As `3x3, k = 3`."""
    return f"{'x'.join(map(str, shape))}, k = {k}"


def branching(cells: int, depth: int) -> list[int]:
    """How many moves there are at each level, as long as nobody has won."""
    return [cells - level for level in range(depth)]


def full_tree(widths: Sequence[int]) -> int:
    """All nodes of a tree with so many children at each level."""
    return sum(math.prod(widths[:depth]) for depth in range(len(widths) + 1))


def least_tree(widths: Sequence[int]) -> int:
    """The nodes of such a tree that alpha-beta visits in the best order (Knuth and Moore 1975, level by level)."""
    return sum(math.prod(widths[:depth:2]) + math.prod(widths[1:depth:2]) - 1 for depth in range(len(widths) + 1))


def greatest_depth(cells: int, k: int) -> int:
    """The greatest depth whose tree is small enough, and before which nobody can have k stones in a line."""
    depth = 1
    while depth < min(2 * k - 1, cells) and full_tree(branching(cells, depth + 1)) <= MOST:
        depth += 1
    return depth


def options_for(*known: str) -> dict[str, Any]:
    """Of a search that knows these pieces, no window but the widest, and keeps moves in their natural order."""
    return {"without": tuple(piece for piece in PIECES if piece not in known), "etc": False}


def measure(shape: tuple[int, ...], k: int, interpreted: bool) -> Row:
    """To each depth: all nodes, those of alpha-beta, of alpha-beta with a table, and with symmetry in it."""
    game: Any = lines(shape, k)
    compiled = False if interpreted else None
    found: list[Row] = []
    for depth in range(1, greatest_depth(game.action_count, k) + 1):
        common: dict[str, Any] = {"depth": depth, "compiled": compiled}
        results = {
            "full": searched(game, algorithm="minimax", table=False, **options_for("evaluation"), **common),
            "alpha-beta": searched(game, algorithm="alpha-beta", table=False, **options_for("evaluation"), **common),
            "table": searched(game, algorithm="alpha-beta", **options_for("evaluation"), **common),
            "symmetric": searched(game, algorithm="alpha-beta", **options_for("evaluation", "symmetry"), **common),
        }
        if len({row["value"] for row in results.values()}) > 1:
            raise AssertionError(f"{board_name(shape, k)} to depth {depth} has several values.")
        found.append({"depth": depth} | {name: row["nodes"] for name, row in results.items()})
    return {
        "board": board_name(shape, k),
        "cube": (shape, k) in CUBES,
        "dimensions": len(shape),
        "cells": game.action_count,
        "lines": game.line_count,
        "symmetries": game.symmetry_count,
        "depths": found,
    }


def measure_whole(shape: tuple[int, ...], k: int, interpreted: bool) -> Row:
    """To the end of the game, with no evaluation."""
    game = lines(shape, k)
    common: dict[str, Any] = {"table": False, "compiled": False if interpreted else None, **options_for()}
    full, pruned = (searched(game, algorithm=algorithm, **common) for algorithm in ("minimax", "alpha-beta"))
    if full["value"] != pruned["value"]:
        raise AssertionError(f"{board_name(shape, k)} has several values.")
    nodes = {"full": full["nodes"], "alpha-beta": pruned["nodes"]}
    return {"board": board_name(shape, k), "dimensions": len(shape), "value": full["value"], **nodes}


# --- the report ------------------------------------------------------------------------------------------------------------
def effective(row: Row, name: str, depth: int) -> float:
    """The effective branching factor of a search to a depth: that power of it are its nodes."""
    return row["depths"][depth - 1][name] ** (1 / depth)


def power(row: Row, depth: int) -> float:
    """What power of all nodes alpha-beta visits: 1/2 where that is the square root."""
    nodes = row["depths"][depth - 1]
    return math.log(nodes["alpha-beta"]) / math.log(nodes["full"])


def least_power(row: Row, depth: int) -> float:
    """The same in the best order."""
    widths = branching(row["cells"], depth)
    return math.log(least_tree(widths)) / math.log(full_tree(widths))


def symmetry_worth(row: Row, depth: int) -> float:
    """Times fewer nodes by symmetry."""
    nodes = row["depths"][depth - 1]
    return nodes["table"] / nodes["symmetric"]


def common_depth(rows: Sequence[Row]) -> int:
    """The greatest depth to which all of them were searched."""
    return min(len(row["depths"]) for row in rows)


def report(rows: Sequence[Row]) -> Report:
    """Powers, and what symmetry is worth."""
    boards = [row for row in rows if "depths" in row]
    wholes = [row for row in rows if "full" in row]
    for row in boards:
        check_full(row)
    body = [
        "![Which power of the tree alpha-beta searches](dimensions-power.svg)",
        table(
            [
                "board",
                "dimensions",
                "cells",
                "lines",
                "depth",
                "b",
                "effective b",
                "sqrt(b)",
                "power",
                "in the best order",
            ],
            [board_line(row) for row in boards],
        ),
        "By the rules and the static evaluation, moves in their natural order, no table; to depths before which nobody can "
        "have won, so that the whole tree is known beforehand, and is what minimax visits. *b* and *effective b*, to the "
        "depth, are all nodes and alpha-beta's; *power* is the ratio of their logarithms. The last column is the power of "
        "the least tree (Knuth and Moore 1975), which comes to 1/2 at great depths.",
        "![What symmetry is worth](dimensions-symmetry.svg)",
        table(
            ["board", "dimensions", "symmetries", "depth", "nodes: table", "nodes: table and symmetry", "times fewer"],
            [symmetry_line(row) for row in boards],
        ),
        "The same search with a table, and with a table that sees symmetric positions as one. It may save more than there "
        "are symmetries, because the moves that a table tells come first.",
        "To the end of the game, without table and evaluation:\n\n"
        + table(
            ["board", "dimensions", "value", "all nodes", "alpha-beta", "log / log"],
            [whole_line(row) for row in wholes],
        ),
    ]
    shown = {label(row): row for row in boards}
    depth = common_depth(boards)
    pictures = {
        "dimensions-power": bars(
            {
                name: {"alpha-beta": power(row, depth), "in the best order": least_power(row, depth)}
                for name, row in shown.items()
            },
            y="log nodes / log all nodes",
            title=f"Alpha-beta in more dimensions, to depth {depth}",
        ),
        "dimensions-symmetry": bars(
            {
                name: {"symmetries": row["symmetries"], "times fewer nodes": symmetry_worth(row, depth)}
                for name, row in shown.items()
            },
            y="symmetries, and times fewer nodes",
            log_y=True,
            title=f"Symmetry in more dimensions, to depth {depth}",
        ),
    }
    return Report(answer(boards), "\n\n".join(body), pictures)


def check_full(row: Row) -> None:
    """Raises AssertionError where minimax has not visited the whole tree."""
    for found in row["depths"]:
        if found["full"] != full_tree(branching(row["cells"], found["depth"])):
            raise AssertionError(f"{row['board']} to depth {found['depth']}: not the whole tree.")


def label(row: Row) -> str:
    """Of a group of bars: as `3^4` of a cube, as `3x3x2` of other boards."""
    shape = row["board"].split(",")[0]
    return f"{shape.split('x')[0]}^{row['dimensions']}" if row["cube"] else shape


def board_line(row: Row) -> list[object]:
    """Of the first table."""
    depth = len(row["depths"])
    b = effective(row, "full", depth)
    return [
        row["board"],
        row["dimensions"],
        row["cells"],
        row["lines"],
        depth,
        b,
        effective(row, "alpha-beta", depth),
        math.sqrt(b),
        power(row, depth),
        least_power(row, depth),
    ]


def symmetry_line(row: Row) -> list[object]:
    """Of the second table."""
    last = row["depths"][-1]
    worth = symmetry_worth(row, last["depth"])
    return [row["board"], row["dimensions"], row["symmetries"], last["depth"], last["table"], last["symmetric"], worth]


def whole_line(row: Row) -> list[object]:
    """Of the third table."""
    ratio = math.log(row["alpha-beta"]) / math.log(row["full"])
    return [row["board"], row["dimensions"], row["value"], row["full"], row["alpha-beta"], ratio]


def families(boards: Sequence[Row]) -> dict[str, list[Row]]:
    """Cubes of each k, and boards of one number of cells, from fewer to more dimensions; each of two boards at least."""
    found: dict[str, list[Row]] = {}
    for row in boards:
        k = row["board"].split()[-1]
        name = f"sides of {k} (k = {k})" if row["cube"] else f"{row['cells']} cells (k = {k})"
        found.setdefault(name, []).append(row)
    return {
        name: sorted(rows, key=lambda row: row["dimensions"])
        for name, rows in found.items()
        if len({row["dimensions"] for row in rows}) > 1
    }


def answer(boards: Sequence[Row]) -> str:
    """Whether pruning holds, and what symmetry adds."""
    told: list[str] = []
    changes: list[float] = []
    gains: list[float] = []
    for name, rows in families(boards).items():
        depth, fewest, most = common_depth(rows), rows[0], rows[-1]
        changes.append(power(most, depth) - power(fewest, depth))
        gains.append(symmetry_worth(most, depth) - symmetry_worth(fewest, depth))
        told.append(
            f"{name}, depth {depth}: {number(power(fewest, depth), 2)} in {fewest['dimensions']} and "
            f"{number(power(most, depth), 2)} in {most['dimensions']} dimensions"
        )
    falls, rises = sum(change < 0 for change in changes), sum(change > 0 for change in changes)
    verdict = "holds" if falls >= rises else "weakens"
    worth = {row["board"]: symmetry_worth(row, len(row["depths"])) for row in boards}
    best = max(boards, key=lambda row: worth[row["board"]])
    return (
        f"Pruning {verdict} in more dimensions. The power of all nodes that alpha-beta visits falls, from the fewest to the "
        f"most dimensions, in {falls} of {len(changes)} families of boards and rises in {rises} ({'; '.join(told)}); the "
        "square root would be 0.5. Symmetry is worth more in the most dimensions than in the fewest in "
        f"{sum(gain > 0 for gain in gains)} of {len(gains)} families, up to {number(worth[best['board']])} times fewer "
        f"nodes ({best['board']}, {best['symmetries']} symmetries), so near the empty board; that is less than there are "
        f"symmetries on {sum(worth[row['board']] < row['symmetries'] for row in boards)} of {len(boards)} boards."
    )


STUDY: Final = Study(
    "dimensions",
    "Does pruning hold in more dimensions?",
    "k in a row on boards of one to four dimensions: how the nodes of alpha-beta grow with depth, compared with the whole "
    "tree and with the square root that the best order would give; and how much symmetry adds, of which a cube has more "
    "with each dimension.",
    cases,
    report,
)
