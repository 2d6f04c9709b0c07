"""Drop games, their moves in each order: what Alpha-Beta visits of MiniMax's tree, and whether claims about it hold."""

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
from zermelo.core.game import Game


class Setting(NamedTuple):
    """A game, and how far it is searched."""

    game: str
    depth: int
    to_the_end: bool
    plies: int = 0
    """Searches begin at every position of the first so many plies, and at the beginning."""
    quick: bool = False

    @property
    def title(self) -> str:
        """For a table."""
        how_far = "to the end" if self.to_the_end else f"{self.depth} plies"
        where = f", from each position of the first {self.plies}" if self.plies else ""
        return f"`{self.game}` {how_far}{where}"

    @property
    def is_long(self) -> bool:
        """Whether it takes longer than compiling."""
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
"""How often the moves are put into random order."""

CLAIMS: Final = (
    ("natural", "centre first", "nodes"),
    ("centre first", "best one ply shallower", "nodes"),
    ("centre first", "table, deepening", "nodes"),
    ("table", "table, deepening", "nodes"),
    ("table", "table, deepening", "last_nodes"),
)
"""The second is said to need no more nodes than the first; which nodes of it are meant."""


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
    """What Alpha-Beta visits in one setting and order, with random order on average; and what MiniMax does."""
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
    """A search's value, what it visited, and the nodes of its last iteration."""

    value: int
    nodes: int
    leaves: int
    last_nodes: int


def _searches(found: Positions, ply: int, setting: Setting, order: str, dice: random.Random) -> list[Visited]:
    """From each position of a ply."""
    ordered = in_order(found, order, ply + setting.depth, dice)
    return [_visited(Expanded(found, ordered, root), setting, TABLES.get(order, {})) for root in _roots(found, ply)]


def _roots(found: Positions, ply: int) -> list[int]:
    """The positions of a ply in which play goes on."""
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
    """Raises AssertionError where the values of a setting differ by order."""
    for setting, some in by_setting(rows).items():
        check_agree(setting, {tuple(row["values"]) for row in some})


def branching_of(row: Row, leaves: float) -> float:
    """Of the uniform tree of the same depth with that many leaves."""
    return (leaves / len(row["values"])) ** (1 / row["depth"])


def claimed(settings: Settings, one: str, other: str, field: str) -> tuple[int, int]:
    """In how many settings the second order needs no more nodes than the first, and in how many both were measured."""
    pairs = [(nodes_in(some, one), nodes_in(some, other, field)) for some in settings.values()]
    both = [(first, second) for first, second in pairs if first is not None and second is not None]
    return sum(second <= first for first, second in both), len(both)


def nodes_in(some: Sequence[Row], order: str, field: str = "nodes") -> float | None:
    """The nodes of a setting in one order, None where that was not measured."""
    found = matching(some, order=order)
    return found[0][field] if found else None


def answer(rows: Sequence[Row]) -> str:
    """What was claimed of drop games."""
    settings = by_setting(rows)
    centre, shallower, table_move, deeper, last = (claimed(settings, *claim) for claim in CLAIMS)
    best = [row for some in settings.values() for row in matching(some, order="best first")]
    roots = [branching_of(row, row["leaves"]) / math.sqrt(branching_of(row, row["all_leaves"])) for row in best]
    verdict = "holds in all" if centre[0] == centre[1] else f"holds in {centre[0]} of"
    return (
        f"In drop games the claim that the centre first is no worse than the natural order {verdict} {centre[1]} settings. "
        f"Trying first what was best one ply shallower is no worse than the centre first in {shallower[0]} of "
        f"{shallower[1]}. A table that finds this move by iterative deepening also pays for the shallower searches: no more "
        f"nodes than with the centre first in {table_move[0]} of {table_move[1]}, than with the table alone in {deeper[0]} "
        f"of {deeper[1]} (the last iteration by itself in {last[0]} of {last[1]}). Sorted by exact values, Alpha-Beta's "
        f"effective branching factor is {number(min(roots))} to {number(max(roots))} times √b."
    )


def figures(rows: Sequence[Row]) -> str:
    """Each setting, and the claims."""
    settings = by_setting(rows)
    return (
        "### Drop games\n\nb is the branching of the uniform tree of the same depth that has MiniMax's leaves. Positions "
        "at the depth limit are evaluated by open twos. Leaves settled by a table are not counted, so that these searches "
        "have no effective branching.\n\n![How much each order leaves of MiniMax's tree](ordering-drop.svg)\n\n"
        f"{_settings_table(settings)}\n\n{_claims_table(settings)}"
    )


def _settings_table(settings: Settings) -> str:
    heads = ["setting", "value", "order", "nodes", "of MiniMax's", "effective branching", "b", "√b"]
    return table(heads, [_line(row) for some in settings.values() for row in some])


def _line(row: Row) -> list[object]:
    b = branching_of(row, row["all_leaves"])
    value = row["values"][0] if len(row["values"]) == 1 else f"{len(row['values'])} positions"
    effective = None if row["order"] in TABLES else branching_of(row, row["leaves"])
    share = f"{number(100 * row['nodes'] / row['all_nodes'])} %"
    return [row["setting"], str(value), row["order"], round(row["nodes"]), share, effective, b, math.sqrt(b)]


def _claims_table(settings: Settings) -> str:
    lines = [
        [
            f"{other}{', last iteration' if field == 'last_nodes' else ''} ≤ {one}",
            "{} of {}".format(*claimed(settings, one, other, field)),
        ]
        for one, other, field in CLAIMS
    ]
    return table(["fewer nodes, or as many", "settings"], lines)


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """The leaves of each order as a power of MiniMax's."""
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
    """Of a setting, in three lines."""
    columns, rows, k, _ = re.findall(r"\d+", row["game"])
    how_far = "to end" if row["to_the_end"] else f"{row['depth']} plies"
    return f"{columns}x{rows}, {k}\n{how_far}\n{len(row['values'])} start{'s' if len(row['values']) > 1 else ''}"
