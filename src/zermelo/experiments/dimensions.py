"""Whether pruning holds in more dimensions, and what symmetry is worth there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from zermelo.experiments.markdown import number, table
from zermelo.experiments.measuring import searched
from zermelo.experiments.plots import bars
from zermelo.experiments.study import Case, Report, Row, Study
from zermelo.games.lines import lines
from zermelo.options import PIECES

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

BOARDS: Final = {((6,), 3): True, ((3, 2), 3): True, ((3, 3), 2): True} | CUBES | EIGHTEEN

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
def growth(row: Row, name: str) -> float:
    """Times as many nodes with each ply, over the last two plies: so that odd and even depths do not matter."""
    depths = row["depths"]
    return math.sqrt(depths[-1][name] / depths[-3][name])


def power(row: Row, name: str = "alpha-beta") -> float:
    """What power of the whole tree's growth a search's is: 1/2 where that is its square root."""
    return math.log(growth(row, name)) / math.log(growth(row, "full"))


def least_power(row: Row) -> float:
    """The power of alpha-beta in the best order, to the same depth."""
    widths = branching(row["cells"], len(row["depths"]))
    least = math.sqrt(least_tree(widths) / least_tree(widths[:-2]))
    return math.log(least) / math.log(growth(row, "full"))


def symmetry_worth(row: Row) -> float:
    """Times fewer nodes by symmetry, to the greatest depth."""
    return row["depths"][-1]["table"] / row["depths"][-1]["symmetric"]


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
        "have won, so that the whole tree is known beforehand, and is what minimax visits. *b* and *effective b*: growth of "
        "all nodes and of alpha-beta's with each ply, over the last two plies; *power* is the ratio of their logarithms. The "
        "last column is the same of the least tree (Knuth and Moore 1975), which comes to 1/2 at great depths.",
        "![What symmetry is worth](dimensions-symmetry.svg)",
        table(
            ["board", "dimensions", "symmetries", "depth", "nodes: table", "nodes: table and symmetry", "times fewer"],
            [symmetry_line(row) for row in boards],
        ),
        "The same search with a table, and with a table that sees symmetric positions as one.",
        "To the end of the game, without table and evaluation:\n\n"
        + table(
            ["board", "dimensions", "value", "all nodes", "alpha-beta", "log / log"],
            [whole_line(row) for row in wholes],
        ),
    ]
    shown = {label(row): row for row in boards}
    pictures = {
        "dimensions-power": bars(
            {name: {"alpha-beta": power(row), "in the best order": least_power(row)} for name, row in shown.items()},
            y="log effective b / log b",
            title="Alpha-beta in more dimensions",
        ),
        "dimensions-symmetry": bars(
            {
                name: {"symmetries": row["symmetries"], "times fewer nodes": symmetry_worth(row)}
                for name, row in shown.items()
            },
            y="symmetries, and times fewer nodes",
            log_y=True,
            title="Symmetry in more dimensions",
        ),
    }
    return Report(answer(boards), "\n\n".join(body), pictures)


def check_full(row: Row) -> None:
    """Raises AssertionError where minimax has not visited the whole tree."""
    for found in row["depths"]:
        if found["full"] != full_tree(branching(row["cells"], found["depth"])):
            raise AssertionError(f"{row['board']} to depth {found['depth']}: not the whole tree.")


def label(row: Row) -> str:
    """Of a group of bars."""
    return row["board"].replace(", ", "\n")


def board_line(row: Row) -> list[object]:
    """Of the first table."""
    b = growth(row, "full")
    return [
        row["board"],
        row["dimensions"],
        row["cells"],
        row["lines"],
        len(row["depths"]),
        b,
        growth(row, "alpha-beta"),
        math.sqrt(b),
        power(row),
        least_power(row),
    ]


def symmetry_line(row: Row) -> list[object]:
    """Of the second table."""
    last = row["depths"][-1]
    worth = symmetry_worth(row)
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
    powers = [power(row) for row in boards]
    told: list[str] = []
    rises = falls = grows = 0
    together = families(boards)
    for name, rows in together.items():
        first, last = power(rows[0]), power(rows[-1])
        rises, falls = rises + (last > first), falls + (last < first)
        grows += symmetry_worth(rows[-1]) > symmetry_worth(rows[0])
        told.append(
            f"{name}: {number(first, 2)} in {rows[0]['dimensions']} and {number(last, 2)} in {rows[-1]['dimensions']} dimensions"
        )
    holds = "Pruning holds" if falls >= rises else "Pruning weakens"
    worth = {row["board"]: symmetry_worth(row) for row in boards}
    most = max(boards, key=symmetry_worth)
    below = sum(worth[row["board"]] <= row["symmetries"] for row in boards)
    return (
        f"{holds} in more dimensions: the power of b that alpha-beta's effective branching factor is, {number(min(powers), 2)} "
        f"to {number(max(powers), 2)} on these boards (1/2 would be the square root), falls from the fewest to the most "
        f"dimensions in {falls} of {len(together)} families of boards and rises in {rises} ({'; '.join(told)}). What grows is b "
        f"itself, and symmetry: it is worth more in the most dimensions in {grows} of {len(together)} families, up to "
        f"{number(symmetry_worth(most))} times fewer nodes on {most['board']} with {most['symmetries']} symmetries, and no more "
        f"than there are symmetries on {below} of {len(boards)} boards."
    )


STUDY: Final = Study(
    "dimensions",
    "Does pruning hold in more dimensions?",
    "k in a row on boards of one to four dimensions: how the nodes of alpha-beta grow with depth, compared with the whole tree "
    "and with the square root that the best order would give; and how much symmetry adds, of which a cube has more with each "
    "dimension.",
    cases,
    report,
)
