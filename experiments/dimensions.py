"""Pruning and symmetry on boards of more dimensions."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from experiments.citations import CHAN
from experiments.markdown import number, percent, table
from experiments.measuring import searched
from experiments.plots import bars
from experiments.study import Case, Report, Row, Study
from zermelo.games import lines
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
"""Shapes with all sides equal to k, and whether they are quick."""

EIGHTEEN: Final = {((18,), 3): False, ((9, 2), 3): False, ((6, 3), 3): False, ((3, 3, 2), 3): False}
"""Shapes with the same number of cells, in one, two and three dimensions."""

WHOLE: Final = {((2, 2), 2): True, ((3, 2), 2): True, ((3, 3), 2): True, ((2, 2, 2), 2): True, ((3, 3), 3): False}
"""Games that are searched to the end."""

BOARDS: Final = {((6,), 3): True, ((3, 2), 3): True} | CUBES | EIGHTEEN

MOST: Final = 3_000_000
"""Nodes of the largest tree that is searched."""


def cases(_seed: int) -> list[Case]:
    """Each board to every depth before which nobody can have won; then whole games."""
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


def lines_on(shape: tuple[int, ...], k: int) -> int:
    """The number of lines of k cells on a board: each runs in two directions."""
    ways = itertools.product((-1, 0, 1), repeat=len(shape))
    starts = (
        math.prod(max(side - (k - 1) * abs(step), 0) for side, step in zip(shape, way, strict=True)) for way in ways
    )
    return (sum(starts) - math.prod(shape)) // 2


def branching(cells: int, depth: int) -> list[int]:
    """How many moves there are at each level while nobody has won."""
    return [cells - level for level in range(depth)]


def full_tree(widths: Sequence[int]) -> int:
    """All nodes of a tree with this many children at each level."""
    return sum(math.prod(widths[:depth]) for depth in range(len(widths) + 1))


def least_tree(widths: Sequence[int]) -> int:
    """The nodes of such a tree that alpha-beta visits with moves in the best order (Knuth and Moore 1975)."""
    return sum(math.prod(widths[:depth:2]) + math.prod(widths[1:depth:2]) - 1 for depth in range(len(widths) + 1))


def greatest_depth(cells: int, k: int) -> int:
    """The greatest depth with a small enough tree, and before which nobody can have k stones in a line."""
    depth = 1
    while depth < min(2 * k - 1, cells) and full_tree(branching(cells, depth + 1)) <= MOST:
        depth += 1
    return depth


def options_for(*known: str) -> dict[str, Any]:
    """Options of a search that uses these pieces of knowledge alone, with an open window and moves in natural order."""
    return {"without": tuple(piece for piece in PIECES if piece not in known), "etc": False}


def measure(shape: tuple[int, ...], k: int, interpreted: bool) -> Row:
    """To each depth: all nodes, and those of alpha-beta, of alpha-beta with a table, and with symmetry in the table."""
    game: Any = lines(shape, k)
    compiled = False if interpreted else None
    to_depths: list[Row] = []
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
        to_depths.append({"depth": depth} | {name: row["nodes"] for name, row in results.items()})
    return {
        "board": board_name(shape, k),
        "cube": (shape, k) in CUBES,
        "dimensions": len(shape),
        "cells": game.action_count,
        "lines": lines_on(shape, k),
        "symmetries": game.symmetry_count,
        "depths": to_depths,
    }


def measure_whole(shape: tuple[int, ...], k: int, interpreted: bool) -> Row:
    """Search to the end of the game, without evaluation."""
    game = lines(shape, k)
    common: dict[str, Any] = {"table": False, "compiled": False if interpreted else None, **options_for()}
    full, pruned = (searched(game, algorithm=algorithm, **common) for algorithm in ("minimax", "alpha-beta"))
    if full["value"] != pruned["value"]:
        raise AssertionError(f"{board_name(shape, k)} has several values.")
    nodes = {"full": full["nodes"], "alpha-beta": pruned["nodes"]}
    return {"board": board_name(shape, k), "dimensions": len(shape), "value": full["value"], **nodes}


# --- the report ------------------------------------------------------------------------------------------------------------
def effective(row: Row, name: str, depth: int) -> float:
    """The effective branching factor of a search to a depth: the depth-th root of its nodes."""
    return row["depths"][depth - 1][name] ** (1 / depth)


def exponent(row: Row, depth: int) -> float:
    """If a tree has N nodes, alpha-beta visits N to this power; 1/2 is the square root."""
    nodes = row["depths"][depth - 1]
    return math.log(nodes["alpha-beta"]) / math.log(nodes["full"])


def least_exponent(row: Row, depth: int) -> float:
    """The same with moves in the best order."""
    widths = branching(row["cells"], depth)
    return math.log(least_tree(widths)) / math.log(full_tree(widths))


def share(row: Row, depth: int) -> float:
    """The part of all nodes that alpha-beta visits."""
    nodes = row["depths"][depth - 1]
    return nodes["alpha-beta"] / nodes["full"]


def symmetry_factor(row: Row, depth: int) -> float:
    """By how much symmetry divides the nodes."""
    nodes = row["depths"][depth - 1]
    return nodes["table"] / nodes["symmetric"]


def common_depth(rows: Sequence[Row]) -> int:
    """The greatest depth to which all of them were searched."""
    return min(len(row["depths"]) for row in rows)


def families(boards: Sequence[Row]) -> dict[str, list[Row]]:
    """Cubes of each k, and boards with the same number of cells, by increasing dimension; at least two boards in each."""
    found: dict[str, list[Row]] = {}
    for row in boards:
        k = row["board"].split()[-1]
        name = f"sides of {k}, k = {k}" if row["cube"] else f"{row['cells']} cells, k = {k}"
        found.setdefault(name, []).append(row)
    return {
        name: sorted(rows, key=lambda row: row["dimensions"])
        for name, rows in found.items()
        if len({row["dimensions"] for row in rows}) > 1
    }


def report(rows: Sequence[Row]) -> Report:
    """Exponents, and what symmetry is worth."""
    boards = [row for row in rows if "depths" in row]
    for row in boards:
        check_full(row)
    depth = common_depth(boards)
    pictures = {
        "dimensions-power": bars(
            {
                label(row): {"alpha-beta": exponent(row, depth), "in the best order": least_exponent(row, depth)}
                for row in boards
            },
            y="exponent (log nodes / log all nodes)",
            title=f"Alpha-beta in more dimensions, to depth {depth}",
        ),
        "dimensions-symmetry": bars(
            {
                label(row): {"symmetries": row["symmetries"], "nodes divided by": symmetry_factor(row, depth)}
                for row in boards
            },
            y="symmetries, and what they divide the nodes by",
            log_y=True,
            title=f"Symmetry in more dimensions, to depth {depth}",
        ),
    }
    details = "\n\n".join((*pruning(boards), *symmetry(boards), *whole_games([row for row in rows if "full" in row])))
    return Report(summary=summary(boards), details=details, pictures=pictures)


def check_full(row: Row) -> None:
    """Raises AssertionError if minimax has not visited the whole tree."""
    for found in row["depths"]:
        if found["full"] != full_tree(branching(row["cells"], found["depth"])):
            raise AssertionError(f"{row['board']} to depth {found['depth']}: not the whole tree.")


def label(row: Row) -> str:
    """The name of a group of bars: as `3^4` for a cube, as `3x3x2` for another board."""
    shape = row["board"].split(",")[0]
    return f"{shape.split('x')[0]}^{row['dimensions']}" if row["cube"] else shape


def summary(boards: Sequence[Row]) -> str:
    """The boards of fewest and of most dimensions in each family, to a depth that all boards of the family reach."""
    heads = ["boards", "depth"]
    for which in ("fewest", "most"):
        heads += [f"{which} dimensions", "exponent", "symmetry"]
    lines: list[list[object]] = []
    for name, rows in families(boards).items():
        depth = common_depth(rows)
        line: list[object] = [name, depth]
        for row in (rows[0], rows[-1]):
            factor = number(symmetry_factor(row, depth))
            line += [row["board"].split(",")[0], number(exponent(row, depth), 2), factor]
        lines.append(line)
    return "\n\n".join(
        [
            table(heads, lines),
            "If the tree to this depth has N nodes, alpha-beta visits N to the power of the *exponent*: 1 if nothing is "
            "pruned, less if more is. *Symmetry*: treating symmetric positions as one divides the nodes by this.",
            "![Exponent of alpha-beta on each board](dimensions-power.svg)",
        ]
    )


def pruning(boards: Sequence[Row]) -> list[str]:
    """The section on pruning."""
    heads = ["board", "dimensions", "cells", "lines", "depth", "all nodes", "visited", "b", "effective b", "exponent"]
    return [
        "### Pruning",
        table([*heads, "in the best order"], map(board_line, boards)),
        "The search knows the rules and the static evaluation, tries moves in natural order and has no table. No search "
        "goes so deep that somebody could have won before, so the size of the whole tree is known, and minimax visits all "
        "of it. *b* and *effective b* are the depth-th roots of all nodes and of alpha-beta's. The last column is the "
        "exponent of the least tree that alpha-beta can visit (Knuth and Moore 1975), which approaches 1/2 with depth.",
    ]


def symmetry(boards: Sequence[Row]) -> list[str]:
    """The section on symmetry."""
    heads = ["board", "dimensions", "symmetries", "depth", "nodes: table", "nodes: table and symmetry", "divided by"]
    return [
        "### Symmetry",
        "![Symmetries of each board, and what they divide the nodes by](dimensions-symmetry.svg)",
        table(heads, map(symmetry_line, boards)),
        "The same search with a table, and with a table that treats symmetric positions as one. Symmetry can save a larger "
        "factor than there are symmetries, because it changes which moves the table suggests first.",
    ]


def whole_games(wholes: Sequence[Row]) -> list[str]:
    """The section on games searched to the end."""
    return [
        "### To the end of the game",
        "Without a table and without evaluation:",
        table(["board", "dimensions", "value", "all nodes", "alpha-beta", "exponent"], map(whole_line, wholes)),
    ]


def board_line(row: Row) -> list[object]:
    """A line of the table on pruning."""
    depth = len(row["depths"])
    return [
        *(row[name] for name in ("board", "dimensions", "cells", "lines")),
        depth,
        row["depths"][-1]["full"],
        percent(share(row, depth)),
        effective(row, "full", depth),
        effective(row, "alpha-beta", depth),
        exponent(row, depth),
        least_exponent(row, depth),
    ]


def symmetry_line(row: Row) -> list[object]:
    """A line of the table on symmetry."""
    last = row["depths"][-1]
    nodes = last["table"], last["symmetric"]
    factor = symmetry_factor(row, last["depth"])
    return [row["board"], row["dimensions"], row["symmetries"], last["depth"], *nodes, factor]


def whole_line(row: Row) -> list[object]:
    """A line of the table on whole games."""
    ratio = math.log(row["alpha-beta"]) / math.log(row["full"])
    return [row["board"], row["dimensions"], row["value"], row["full"], row["alpha-beta"], ratio]


STUDY: Final = Study(
    "dimensions",
    "Does pruning still work in more dimensions?",
    "Alpha-beta searches boards of k in a row in one to four dimensions to a fixed depth, without a table. Its nodes are "
    "compared with the whole tree, and with the least tree that the best order of moves would leave. Then it searches "
    "with a table, and with a table that treats symmetric positions as one. "
    f"The question is from {CHAN}.",
    cases,
    report,
)
