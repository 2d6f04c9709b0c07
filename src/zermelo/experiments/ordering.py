"""How much the order of moves is worth to Alpha-Beta: on uniform trees, where theory counts, and on drop games."""

from __future__ import annotations

import math
import random
import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.experiments.expanded import Array, Expanded, Positions, positions
from zermelo.experiments.markdown import number, table
from zermelo.experiments.measuring import search
from zermelo.experiments.plots import bars, curves
from zermelo.experiments.study import Case, Report, Row, Study, matching
from zermelo.game import NONE, Game
from zermelo.games.tree import ORDERS, tree

PUBLISHED: Final = {(2, 2): (11, 3), (2, 3): (719, 105), (3, 2): (521, 70)}
"""By branching and depth: the leaves that Alpha-Beta visits on average in random order, as a fraction."""

SMALL: Final = 400
"""Trees of each of these sizes."""

SAMPLES: Final = 24
"""Trees of any other size."""

QUICK_TREES: Final = ((2, 6), (2, 8), (3, 4), (3, 6), (4, 2), (4, 4), (4, 6))

TREES: Final = (*QUICK_TREES, (2, 12), (2, 16), (3, 8), (3, 10), (4, 8), (4, 10), (8, 4), (8, 6), (16, 4))

INTERPRETED: Final = 10_000
"""Trees of fewer leaves are searched sooner than the search is compiled."""

PLAIN: Final[Mapping[str, Any]] = {
    "table": False,
    "without": "killers,history",
    "etc": False,
    "deepening": False,
    "algorithm": "alpha-beta",
}
"""Alpha-Beta by itself: nothing but the given order tells which move comes first."""


# --- uniform trees ----------------------------------------------------------------------------------------------------
def tree_cases(seed: int) -> list[Case]:
    """Each size of tree."""
    quick = (*PUBLISHED, *QUICK_TREES)
    return [
        Case(f"tree({branching},{depth})", partial(measure_trees, branching, depth, seed), (branching, depth) in quick)
        for branching, depth in (*PUBLISHED, *TREES)
    ]


def measure_trees(branching: int, depth: int, seed: int) -> Row:
    """The leaves visited in trees of one size, the same trees in each order: their mean, and how far it may be off."""
    dice = random.Random(f"{seed} {branching} {depth}")
    samples = SMALL if (branching, depth) in PUBLISHED else SAMPLES
    leaves: dict[str, list[int]] = {order: [] for order in ORDERS}
    for _ in range(samples):
        number_of_tree = dice.getrandbits(62)
        values: set[Any] = set()
        for order in ORDERS:
            game = tree(branching, depth, number_of_tree, order)
            result = search(game, **PLAIN, compiled=branching**depth >= INTERPRETED)
            leaves[order].append(result.counters["leaves"])
            values.add(result.value)
        check_agree(f"tree({branching},{depth},{number_of_tree})", values)
    means = {order: statistics.fmean(counts) for order, counts in leaves.items()}
    margins = {
        f"{order}_margin": 1.96 * statistics.stdev(counts) / math.sqrt(samples) for order, counts in leaves.items()
    }
    minimal_ones = sum(count == minimal(branching, depth) for count in leaves["best"])
    return {
        "kind": "tree",
        "branching": branching,
        "depth": depth,
        "samples": samples,
        "minimal": minimal_ones,
        **means,
        **margins,
    }


def check_agree(what: str, values: set[Any]) -> None:
    """Raises AssertionError unless all orders give one value."""
    if len(values) != 1:
        raise AssertionError(f"{what}: the order of moves changes the value: {values}.")


def minimal(branching: int, depth: int) -> int:
    """Leaves of the minimal tree (Knuth and Moore 1975)."""
    return branching ** -(-depth // 2) + branching ** (depth // 2) - 1


def growth_in_random_order(branching: int) -> float:
    """By what factor Alpha-Beta's leaves grow with each ply in the limit, for random leaves (Pearl 1982): x / (1 - x), where
    x ** branching + x = 1.
    """
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**branching + middle < 1 else (low, middle)
    return low / (1 - low)


# --- drop games ---------------------------------------------------------------------------------------------------------
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

Keys = Callable[[Positions, int, random.Random], Array]
"""For each child how early it is tried, the higher the earlier: shape (positions, actions). By the positions, the horizon to
which values are known, and dice."""


def _by_value(found: Positions, horizon: int, _dice: random.Random) -> Array:
    return -found.values(horizon)[found.children]


def _worst_first(found: Positions, horizon: int, _dice: random.Random) -> Array:
    return found.values(horizon)[found.children]


def _natural(found: Positions, _horizon: int, _dice: random.Random) -> Array:
    return np.zeros_like(found.children)


def _threats(found: Positions, _horizon: int, _dice: random.Random) -> Array:
    return found.priorities


def _shallower(found: Positions, horizon: int, _dice: random.Random) -> Array:
    """The move first that is best when one looks one ply less far; nothing is known of the last ply then."""
    scores: Array = np.where(found.children == NONE, LEAST, -found.values(horizon - 1)[found.children])
    keys = np.zeros_like(found.children)
    keys[np.arange(len(keys)), scores.argmax(axis=1)] = 1
    keys[found.starts[min(horizon, len(found.starts) - 1) - 1] :] = 0
    return keys


def _centre(found: Positions, _horizon: int, _dice: random.Random) -> Array:
    count = found.children.shape[1]
    return np.array([-abs(2 * action - (count - 1)) for action in range(count)], np.int64) + np.zeros_like(
        found.children
    )


def _random(found: Positions, _horizon: int, dice: random.Random) -> Array:
    keys = np.arange(found.children.shape[1], dtype=np.int64) + np.zeros_like(found.children)
    return np.random.default_rng(dice.getrandbits(62)).permuted(keys, axis=1)


LEAST: Final = -(1 << 62)
"""Below every key."""

SLOWEST: Final = "worst first"
"""The order that takes so long that it is not quick to the end of a game."""

KEYS: Final[Mapping[str, Keys]] = {
    SLOWEST: _worst_first,
    "random": _random,
    "natural": _natural,
    "centre first": _centre,
    "best one ply shallower": _shallower,
    "threats first": _threats,
    "best first": _by_value,
}
"""Orders of the moves, searched without a table. Equals stay in the order of the columns."""

TABLES: Final[Mapping[str, Mapping[str, Any]]] = {
    "table": {"table": True},
    "table, deepening": {"table": True, "deepening": True},
}
"""Ways to search in the natural order with a table, whose move comes first."""

SHUFFLES: Final = 20
"""How often the moves are put into random order."""


def drop_cases(seed: int) -> list[Case]:
    """Each setting in each order."""
    return [
        Case(
            f"{setting.title} {order}",
            partial(measure_drop, setting, order, seed),
            setting.quick and not (setting.to_the_end and order == SLOWEST),
        )
        for setting in SETTINGS
        for order in (*KEYS, *TABLES)
    ]


def measure_drop(setting: Setting, order: str, seed: int) -> Row:
    """What Alpha-Beta visits in one setting and order; with random order, on average."""
    dice = random.Random(f"{seed} {setting.title}")
    found = positions(setting.game, setting.plies + setting.depth)
    nodes = leaves = last = all_nodes = all_leaves = 0
    values: list[int] = []
    repeats = SHUFFLES if order == "random" else 1
    for ply in range(setting.plies + 1):
        roots = [place for place in found.ply(ply) if not found.ends[place]]
        whole = [found.visits(root, setting.depth) for root in roots]
        all_nodes, all_leaves = all_nodes + sum(n for n, _ in whole), all_leaves + sum(n for _, n in whole)
        for repeat in range(repeats):
            ordered = in_order(found, KEYS[order if order in KEYS else "natural"](found, ply + setting.depth, dice))
            for root in roots:
                game = Expanded(found, ordered, root)
                value, *counts = _visited(game, setting, TABLES.get(order, {}))
                nodes, leaves, last = nodes + counts[0], leaves + counts[1], last + counts[2]
                if repeat == 0:
                    values.append(value)
    return {
        "kind": "drop",
        "setting": setting.title,
        "game": setting.game,
        "depth": setting.depth,
        "to_the_end": setting.to_the_end,
        "order": order,
        "values": values,
        "nodes": nodes / repeats,
        "leaves": leaves / repeats,
        "last_nodes": last / repeats,
        "all_nodes": all_nodes,
        "all_leaves": all_leaves,
    }


def in_order(found: Positions, keys: Array) -> Array:
    """The children of each position, those with higher keys first, those that are none last."""
    keys = np.where(found.children == NONE, LEAST, keys)
    return np.take_along_axis(found.children, np.argsort(-keys, axis=1, kind="stable"), axis=1)


def _visited(game: Game[int], setting: Setting, how: Mapping[str, Any]) -> tuple[int, int, int, int]:
    """A search's value, nodes and leaves, and the nodes of its last iteration."""
    given: dict[str, Any] = {**PLAIN, **how, "compiled": setting.is_long}
    result = search(game, depth=None if setting.to_the_end else setting.depth, **given)
    nodes = result.counters["nodes"]
    before = 0
    if given["deepening"] and (result.depth or 0) > 1:
        before = search(game, depth=(result.depth or 0) - 1, **given).counters["nodes"]
    return int(result.value), nodes, result.counters["leaves"], nodes - before


# --- the report ---------------------------------------------------------------------------------------------------------
def cases(seed: int) -> list[Case]:
    """Trees, then drop games."""
    return [*tree_cases(seed), *drop_cases(seed)]


def report(rows: Sequence[Row]) -> Report:
    """Trees against theory, and drop games against what was claimed of them."""
    trees, drops = matching(rows, kind="tree"), matching(rows, kind="drop")
    settings = {row["setting"]: matching(drops, setting=row["setting"]) for row in drops}
    for setting, some in settings.items():
        check_agree(setting, {tuple(row["values"]) for row in some})
    answer = "\n\n".join((_answer_trees(trees), _answer_random(trees), _answer_drops(settings)))
    pictures = {
        "ordering-leaves": _leaves_plot(trees),
        "ordering-branching": _branching_plot(trees),
        "ordering-drop": _drop_plot(settings),
    }
    return Report(answer, f"{_trees_body(trees)}\n\n{_drops_body(settings)}", pictures)


def _size(row: Row) -> str:
    return f"b = {row['branching']}, d = {row['depth']}"


def _answer_trees(trees: Sequence[Row]) -> str:
    """How much there is between the worst order and the best."""
    row = max(trees, key=lambda row: (row["branching"] ** row["depth"], row["branching"]))
    everything = row["branching"] ** row["depth"]
    shares = {order: row[order] / everything for order in ORDERS}
    exact = sum(row["minimal"] == row["samples"] for row in trees)
    below = sum(row["worst"] < row["branching"] ** row["depth"] for row in trees)
    return (
        f"The order of moves never changes the value (in {sum(row['samples'] for row in trees):,} trees), only how much is "
        f"searched: in uniform trees with random leaves ({_size(row)}) Alpha-Beta visits {shares['worst']:.1%} of the "
        f"leaves with children sorted worst first, {shares['random']:.2%} in random order, {shares['best']:.3%} best first. "
        f"Best first is Knuth and Moore's minimal tree, to the leaf, in every tree of {exact} of {len(trees)} sizes; worst "
        f"first stays below b^d in {below} of them{': even then some cuts are left' if below else ''}."
    )


def contains(row: Row, value: float) -> bool:
    """Whether the 95 % interval of the mean in random order has this value in it."""
    return abs(row["random"] - value) <= row["random_margin"]


def growth(trees: Sequence[Row], branching: int, order: str = "random") -> float | None:
    """By what factor the leaves grow with each ply, from the two greatest depths of this branching that are both even."""
    some = sorted(
        (row for row in matching(trees, branching=branching) if row["depth"] % 2 == 0), key=lambda row: row["depth"]
    )
    if len(some) < 2:
        return None
    before, after = some[-2:]
    return (after[order] / before[order]) ** (1 / (after["depth"] - before["depth"]))


def _answer_random(trees: Sequence[Row]) -> str:
    """What theory says of random order."""
    small = [row for row in trees if (row["branching"], row["depth"]) in PUBLISHED]
    good = sum(contains(row, _published(row)) for row in small)
    others = [row for row in trees if row not in small]
    ratios = {_size(row): _folk(row) / row["random"] for row in others}
    low, high = min(ratios, key=ratios.__getitem__), max(ratios, key=ratios.__getitem__)
    grown = {b: found for b in sorted({row["branching"] for row in trees}) if (found := growth(trees, b)) is not None}
    off = {b: found / b**0.75 - 1 for b, found in grown.items()}
    limit_off = {b: found / growth_in_random_order(b) - 1 for b, found in grown.items()}
    nearer = sum(abs(off[b]) < abs(limit_off[b]) for b in grown)
    return (
        f"In random order the mean agrees with the exact expectation for {good} of the {len(small)} sizes for which that is "
        f"published (95 % intervals). The folk estimate b^(3d/4) is {number(ratios[low])} times the mean at {low} and "
        f"{number(ratios[high])} times at {high}. The leaves grow with each ply by {_apart(off)} than b^(3/4), and by "
        f"{_apart(limit_off)} than Pearl's limit for endless trees: at these depths the folk rate is the nearer one for "
        f"{nearer} of {len(grown)} branching factors."
    )


def _apart(off: Mapping[int, float]) -> str:
    """From how much less to how much more."""
    least, most = min(off.values()), max(off.values())
    low, high = (f"{abs(share):.1%} {'less' if share < 0 else 'more'}" for share in (least, most))
    return low if low == high else f"{low} to {high}"


def _published(row: Row) -> float:
    above, below = PUBLISHED[row["branching"], row["depth"]]
    return above / below


def _folk(row: Row) -> float:
    return row["branching"] ** (0.75 * row["depth"])


def _trees_body(trees: Sequence[Row]) -> str:
    """Leaves by size, and growth by branching."""
    leaves = [
        [
            row["branching"],
            row["depth"],
            row["branching"] ** row["depth"],
            row["worst"],
            _folk(row),
            f"{number(row['random'], 4)} ± {number(row['random_margin'], 2)}",
            number(_published(row), 4) if (row["branching"], row["depth"]) in PUBLISHED else None,
            row["best"],
            minimal(row["branching"], row["depth"]),
        ]
        for row in sorted(trees, key=lambda row: (row["branching"], row["depth"]))
    ]
    heads = ["b", "d", "b^d", "worst first", "b^(3d/4)", "random", "expected", "best first", "minimal tree"]
    growths = [
        [
            b,
            math.sqrt(b),
            growth(trees, b, "best"),
            growth(trees, b),
            growth_in_random_order(b),
            b**0.75,
            growth(trees, b, "worst"),
        ]
        for b in sorted({row["branching"] for row in trees})
        if growth(trees, b) is not None
    ]
    growth_heads = ["b", "√b", "best first", "random", "Pearl's limit", "b^(3/4)", "worst first"]
    seen = sum(row["samples"] for row in trees)
    return (
        f"### Uniform trees\n\nMean leaves visited, of {seen:,} trees in all, each in three orders; random order with its "
        "95 % interval.\n\n![Leaves visited in each order, and what theory says](ordering-leaves.svg)\n\n"
        f"{table(heads, leaves)}\n\nBy what factor the leaves grow with each ply, between the two greatest even "
        f"depths; and the effective branching factor, the d-th root of the leaves.\n\n{table(growth_heads, growths)}\n\n"
        "![Effective branching factors](ordering-branching.svg)"
    )


def _leaves_plot(trees: Sequence[Row]) -> str:
    """Over the depth, for the branching of which most depths were measured."""
    sizes = [row["branching"] for row in trees if row["depth"] % 2 == 0]
    b = max(sorted(set(sizes), reverse=True), key=sizes.count)
    some = sorted((row for row in matching(trees, branching=b) if row["depth"] % 2 == 0), key=lambda row: row["depth"])
    depths = [row["depth"] for row in some]
    series = {
        "b^d": [(d, b**d) for d in depths],
        "worst first": [(row["depth"], row["worst"]) for row in some],
        "b^(3d/4)": [(d, b ** (0.75 * d)) for d in depths],
        "random": [(row["depth"], row["random"]) for row in some],
        "best first = minimal tree": [(row["depth"], row["best"]) for row in some],
        "b^(d/2)": [(d, b ** (d / 2)) for d in depths],
    }
    return curves(series, x="depth d", y="leaves visited", log_y=True, title=f"Uniform trees with b = {b}")


def _branching_plot(trees: Sequence[Row]) -> str:
    """Over the branching, each at its greatest depth."""
    deepest = {row["branching"]: row for row in sorted(trees, key=lambda row: row["depth"])}
    some = [deepest[b] for b in sorted(deepest)]
    series = {
        "b": [(row["branching"], row["branching"]) for row in some],
        **{
            f"{name}": [(row["branching"], row[order] ** (1 / row["depth"])) for row in some]
            for name, order in (("worst first", "worst"), ("random", "random"), ("best first", "best"))
        },
        "b^(3/4)": [(row["branching"], row["branching"] ** 0.75) for row in some],
        "√b": [(row["branching"], math.sqrt(row["branching"])) for row in some],
    }
    return curves(series, x="branching b", y="effective branching factor", title="Uniform trees, the deepest of each b")


# --- drop games in the report -------------------------------------------------------------------------------------------
def branching_of(row: Row, leaves: float) -> float:
    """Of the uniform tree of the same depth with that many leaves."""
    return (leaves / len(row["values"])) ** (1 / row["depth"])


def nodes_in(some: Sequence[Row], order: str, field: str = "nodes") -> float | None:
    """The nodes of a setting in one order, None where that was not measured."""
    found = matching(some, order=order)
    return found[0][field] if found else None


CLAIMS: Final = (
    ("natural", "centre first", "nodes"),
    ("centre first", "best one ply shallower", "nodes"),
    ("centre first", "table, deepening", "nodes"),
    ("table", "table, deepening", "nodes"),
    ("table", "table, deepening", "last_nodes"),
)
"""The second is said to need no more nodes than the first; which nodes of it are meant."""


def claimed(settings: Mapping[str, Sequence[Row]], one: str, other: str, field: str) -> tuple[int, int]:
    """In how many settings the second order needs no more nodes than the first, and in how many both were measured."""
    pairs = [(nodes_in(some, one), nodes_in(some, other, field)) for some in settings.values()]
    both = [(first, second) for first, second in pairs if first is not None and second is not None]
    return sum(second <= first for first, second in both), len(both)


def _answer_drops(settings: Mapping[str, Sequence[Row]]) -> str:
    """What was claimed of drop games."""
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


def _drops_body(settings: Mapping[str, Sequence[Row]]) -> str:
    """Each setting, and the claims."""
    lines = [_drop_line(row) for some in settings.values() for row in some]
    heads = ["setting", "value", "order", "nodes", "of MiniMax's", "effective branching", "b", "√b"]
    verdicts = [
        [
            f"{other}{', last iteration' if field == 'last_nodes' else ''} ≤ {one}",
            "{} of {}".format(*claimed(settings, one, other, field)),
        ]
        for one, other, field in CLAIMS
    ]
    return (
        "### Drop games\n\nb is the branching of the uniform tree of the same depth that has MiniMax's leaves. Positions "
        "at the depth limit are evaluated by open twos. Leaves settled by a table are not counted, so that these searches "
        "have no effective branching.\n\n![How much each order leaves of MiniMax's tree](ordering-drop.svg)\n\n"
        f"{table(heads, lines)}"
        f"\n\n{table(['fewer nodes, or as many', 'settings'], verdicts)}"
    )


def _drop_line(row: Row) -> list[object]:
    b = branching_of(row, row["all_leaves"])
    value = row["values"][0] if len(row["values"]) == 1 else f"{len(row['values'])} positions"
    effective = None if row["order"] in TABLES else branching_of(row, row["leaves"])
    share = f"{number(100 * row['nodes'] / row['all_nodes'])} %"
    return [row["setting"], str(value), row["order"], round(row["nodes"]), share, effective, b, math.sqrt(b)]


def _drop_plot(settings: Mapping[str, Sequence[Row]]) -> str:
    """The leaves of each order as a power of MiniMax's."""
    groups = {
        _short(some[0]): {
            row["order"]: math.log(row["leaves"] / len(row["values"]))
            / math.log(row["all_leaves"] / len(row["values"]))
            for row in some
            if row["order"] in KEYS
        }
        for some in settings.values()
    }
    return bars(groups, y="x, where leaves = MiniMax's leaves ^ x", title="1/2 would be the square root")


def _short(row: Row) -> str:
    """Of a setting, in three lines."""
    columns, rows, k, _ = re.findall(r"\d+", row["game"])
    how_far = "to end" if row["to_the_end"] else f"{row['depth']} plies"
    return f"{columns}x{rows}, {k}\n{how_far}\n{len(row['values'])} start{'s' if len(row['values']) > 1 else ''}"


STUDY: Final = Study(
    "ordering",
    "What is the order of moves worth?",
    "Alpha-Beta without a table on uniform trees with random leaves, children sorted worst first, best first, or not at "
    "all; and on drop games, moves ordered by rules of thumb, by exact values, or by a table. The claims: Alpha-Beta visits "
    "b^d leaves in the worst order, b^(3d/4) in random order, about b^(d/2) in the best; on the 4x4 drop game the centre "
    "first beats the natural order, and the table's move first beats both.",
    cases,
    report,
)
