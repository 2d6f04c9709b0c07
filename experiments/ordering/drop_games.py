"""Drop games with their moves in each order: the part of MiniMax's tree that Alpha-Beta visits."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from experiments.markdown import number, table
from experiments.measuring import search
from experiments.ordering.alpha_beta import PLAIN, check_agree
from experiments.ordering.expanded import Expanded, Positions, positions
from experiments.ordering.orders import KEYS, SLOWEST, TABLES, in_order
from experiments.plots import bars
from experiments.study import Case, Row, matching
from zermelo import Game


class Setting(NamedTuple):
    """A game, the depth of the search, and the positions from which it begins."""

    game: str
    depth: int
    to_the_end: bool
    plies: int = 0
    """The searches begin at the initial position and at every position up to this ply."""
    quick: bool = False

    @property
    def title(self) -> str:
        """For a table."""
        how_far = "to the end" if self.to_the_end else f"{self.depth} plies"
        where = f", from each position of the first {self.plies}" if self.plies else ""
        return f"`{self.game}` {how_far}{where}"

    @property
    def is_long(self) -> bool:
        """Whether searching takes longer than compiling."""
        return not self.quick


SETTINGS: Final = (
    Setting("connect(4,4,3,1)", 6, to_the_end=False, quick=True),
    Setting("connect(4,4,4,1)", 6, to_the_end=False, quick=True),
    Setting("connect(4,4,3,1)", 16, to_the_end=True, quick=True),
    Setting("connect(4,4,4,1)", 16, to_the_end=True),
    Setting("connect(4,4,3,1)", 6, to_the_end=False, plies=2),
    Setting("connect(4,4,4,1)", 6, to_the_end=False, plies=2),
    Setting("connect(5,5,4,1)", 6, to_the_end=False),
    Setting("connect(7,6,4,1)", 6, to_the_end=False),
)

SHUFFLES: Final = 20
"""How often the moves are shuffled; random order is the mean."""

COMPARED: Final = (
    ("natural", "centre first", "nodes"),
    ("centre first", "best one ply shallower", "nodes"),
    ("centre first", "table, deepening", "nodes"),
    ("table", "table, deepening", "nodes"),
    ("table", "table, deepening", "last_nodes"),
)
"""Pairs of orders: does the second take no more nodes than the first? Last, which nodes of the second are compared."""


def cases(seed: int) -> list[Case]:
    """Each setting in each order."""
    return [
        Case(
            f"{setting.title} {order}",
            partial(measure, setting, order, seed),
            setting.quick and not (setting.to_the_end and order == SLOWEST),
        )
        for setting in SETTINGS
        for order in (*KEYS, *TABLES)
    ]


def measure(setting: Setting, order: str, seed: int) -> Row:
    """The nodes and leaves of Alpha-Beta in one setting and order, and those of MiniMax."""
    dice = random.Random(f"{seed} {setting.title}")
    found = positions(setting.game, setting.plies + setting.depth)
    plies = range(setting.plies + 1)
    repeats = SHUFFLES if order == "random" else 1
    rounds = [_searches(found, ply, setting, order, dice) for ply in plies for _ in range(repeats)]
    searches = [one for some in rounds for one in some]
    whole = [found.visits(root, setting.depth) for ply in plies for root in _roots(found, ply)]
    return {
        "kind": "drop",
        "setting": setting.title,
        "game": setting.game,
        "depth": setting.depth,
        "to_the_end": setting.to_the_end,
        "order": order,
        "values": [one.value for some in rounds[::repeats] for one in some],
        "nodes": sum(one.nodes for one in searches) / repeats,
        "leaves": sum(one.leaves for one in searches) / repeats,
        "last_nodes": sum(one.last_nodes for one in searches) / repeats,
        "all_nodes": sum(nodes for nodes, _ in whole),
        "all_leaves": sum(leaves for _, leaves in whole),
    }


class Visited(NamedTuple):
    """The value of a search, its nodes and leaves, and the nodes of its last iteration."""

    value: int
    nodes: int
    leaves: int
    last_nodes: int


def _searches(found: Positions, ply: int, setting: Setting, order: str, dice: random.Random) -> list[Visited]:
    """The searches from each position of a ply."""
    ordered = in_order(found, order, ply + setting.depth, dice)
    return [_visited(Expanded(found, ordered, root), setting, TABLES.get(order, {})) for root in _roots(found, ply)]


def _roots(found: Positions, ply: int) -> list[int]:
    """The positions of a ply in which the game is not over."""
    return [place for place in found.ply(ply) if not found.ends[place]]


def _visited(game: Game[int], setting: Setting, how: Mapping[str, Any]) -> Visited:
    given: dict[str, Any] = {**PLAIN, **how, "compiled": setting.is_long}
    result = search(game, depth=None if setting.to_the_end else setting.depth, **given)
    nodes = result.counters["nodes"]
    before = 0
    if given["deepening"] and (result.depth or 0) > 1:
        before = search(game, depth=(result.depth or 0) - 1, **given).counters["nodes"]
    return Visited(int(result.value), nodes, result.counters["leaves"], nodes - before)


Settings = Mapping[str, Sequence[Row]]
"""The rows of each setting."""


def by_setting(rows: Sequence[Row]) -> Settings:
    """The rows of drop games."""
    drops = matching(rows, kind="drop")
    return {row["setting"]: matching(drops, setting=row["setting"]) for row in drops}


def check_values(rows: Sequence[Row]) -> None:
    """Raises AssertionError if the values of a setting depend on the order."""
    for setting, some in by_setting(rows).items():
        check_agree(setting, {tuple(row["values"]) for row in some})


def branching_of(row: Row, leaves: float) -> float:
    """The branching factor of the uniform tree with the same depth and this many leaves."""
    return (leaves / len(row["values"])) ** (1 / row["depth"])


def no_worse(settings: Settings, one: str, other: str, field: str) -> tuple[int, int]:
    """In how many settings the second order takes no more nodes than the first, and in how many both were measured."""
    pairs = [(nodes_in(some, one), nodes_in(some, other, field)) for some in settings.values()]
    both = [(first, second) for first, second in pairs if first is not None and second is not None]
    return sum(second <= first for first, second in both), len(both)


def nodes_in(some: Sequence[Row], order: str, field: str = "nodes") -> float | None:
    """The nodes of a setting in one order, None if it was not measured."""
    found = matching(some, order=order)
    return found[0][field] if found else None


def figures(rows: Sequence[Row]) -> str:
    """The section of the details: a plot, the nodes in each setting and order, and comparisons of orders."""
    settings = by_setting(rows)
    return "\n\n".join(
        [
            "### Drop games",
            "![Leaves in each order, as a power of the leaves of MiniMax](ordering-drop.svg)",
            "*Share*: the nodes, as a part of MiniMax's. *b*: the branching factor of the uniform tree with the same depth "
            "and as many leaves as MiniMax visits. *Effective b*: the same for the leaves that Alpha-Beta visits; with a "
            "table it is not known, as values from the table are not counted as leaves. A position at the depth limit is "
            "evaluated by counting lines with two stones of one player and none of the other. Random order is the mean of "
            f"{SHUFFLES} shuffles.",
            _settings_table(settings),
            "In how many of these tests does one order take no more nodes than another? With deepening, the nodes of all "
            "depths are counted, or in the last line those of the last depth alone.",
            _comparisons_table(settings),
        ]
    )


def _settings_table(settings: Settings) -> str:
    heads = ["test", "value", "order", "nodes", "share", "effective b", "b", "√b"]
    return table(heads, [_line(row) for some in settings.values() for row in some])


def _line(row: Row) -> list[object]:
    """A line of the table of settings."""
    b = branching_of(row, row["all_leaves"])
    value = row["values"][0] if len(row["values"]) == 1 else f"{len(row['values'])} positions"
    effective = None if row["order"] in TABLES else branching_of(row, row["leaves"])
    share = f"{number(100 * row['nodes'] / row['all_nodes'])} %"
    return [row["setting"], str(value), row["order"], round(row["nodes"]), share, effective, b, math.sqrt(b)]


def _comparisons_table(settings: Settings) -> str:
    """In how many settings the second order of each pair takes no more nodes than the first."""
    lines = [
        [
            f"{other}{', last depth' if field == 'last_nodes' else ''}",
            one,
            "{} of {}".format(*no_worse(settings, one, other, field)),
        ]
        for one, other, field in COMPARED
    ]
    return table(["order", "compared with", "no more nodes in"], lines)


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """A plot of the leaves in each order, as a power of MiniMax's."""
    groups = {
        _short(some[0]): {
            row["order"]: math.log(row["leaves"] / len(row["values"]))
            / math.log(row["all_leaves"] / len(row["values"]))
            for row in some
            if row["order"] in KEYS
        }
        for some in by_setting(rows).values()
    }
    plot = bars(groups, y="x, where leaves = MiniMax's leaves ^ x", title="1/2 would be the square root")
    return {"ordering-drop": plot}


def _short(row: Row) -> str:
    """The name of a setting in three lines, for a plot."""
    columns, rows, k, _ = re.findall(r"\d+", row["game"])
    how_far = "to end" if row["to_the_end"] else f"{row['depth']} plies"
    return f"{columns}x{rows}, {k}\n{how_far}\n{len(row['values'])} start{'s' if len(row['values']) > 1 else ''}"
