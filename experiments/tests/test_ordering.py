"""The study of move ordering: expectations by enumeration, games as arrays of positions, and its answer."""

import itertools
import math
from fractions import Fraction

import pytest

from experiments import ordering
from experiments.measuring import search
from experiments.ordering import drop_games, trees
from experiments.ordering.expanded import Expanded, positions
from experiments.ordering.orders import KEYS, TABLES
from experiments.ordering.theory import PUBLISHED, expected, folk, growth_in_random_order, minimal
from experiments.tests.prose import numbers_of, rows_of
from zermelo.games import connect


def leaves_visited(
    values: tuple[int, ...], branching: int, low: float = -math.inf, high: float = math.inf
) -> tuple[float, int]:
    """Alpha-Beta's score and leaves on the uniform tree with these leaf values, a second implementation."""
    if len(values) == 1:
        return values[0], 1
    size, seen, best = len(values) // branching, 0, -math.inf
    for start in range(0, len(values), size):
        score, leaves = leaves_visited(values[start : start + size], branching, -high, -max(low, best))
        seen, best = seen + leaves, max(best, -score)
        if best >= high:
            break
    return best, seen


@pytest.mark.parametrize(("branching", "depth"), [(2, 2), (2, 3)])
def test_the_published_expectations_are_those_of_all_orders(branching: int, depth: int) -> None:
    orders = list(itertools.permutations(range(branching**depth)))
    total = sum(leaves_visited(values, branching)[1] for values in orders)
    assert Fraction(total, len(orders)) == Fraction(*PUBLISHED[branching, depth])


def test_trees_sorted_best_first_are_minimal() -> None:
    row = trees.measure(3, 3, 1)
    assert row["minimal"] == row["samples"]
    assert row["best"] == minimal(3, 3) == 3**2 + 3 - 1
    assert row["best"] < row["random"] < row["worst"] <= 27


def test_the_limit_in_random_order() -> None:
    golden = (1 + math.sqrt(5)) / 2
    assert growth_in_random_order(2) == pytest.approx(golden)


def test_a_game_as_arrays_is_the_game() -> None:
    found = positions("connect(4,4,3,1)", 5)
    expected = search(
        connect(4, 4, 3, 1), algorithm="minimax", depth=5, table=False, without="killers,history,forced", compiled=False
    )
    written = search(Expanded(found, found.children, 0), algorithm="minimax", depth=5, table=False, compiled=False)
    assert written.value == expected.value == found.values(5)[0]
    assert found.visits(0, 5) == (written.counters["nodes"], written.counters["leaves"])


def drop_row(order: str, nodes: int) -> dict[str, object]:
    """As `measure` returns it."""
    return {
        "kind": "drop",
        "setting": "s",
        "game": "connect(4,4,3,1)",
        "depth": 6,
        "to_the_end": False,
        "order": order,
        "values": [0],
        "nodes": nodes,
        "leaves": nodes,
        "last_nodes": nodes,
        "all_nodes": 5000,
        "all_leaves": 4096,
    }


def test_orders_are_compared_by_setting() -> None:
    orders = [*KEYS, *TABLES]
    fewer = [drop_row(order, 1000 - 10 * number) for number, order in enumerate(orders)]
    more = [drop_row(order, 1000 + 10 * number) | {"setting": "t"} for number, order in enumerate(orders)]
    settings = drop_games.by_setting([*fewer, *more])
    assert [drop_games.no_worse(settings, *pair) for pair in drop_games.COMPARED] == [(1, 2)] * len(drop_games.COMPARED)
    assert drop_games.no_worse(drop_games.by_setting(fewer[:1]), "natural", "table", "nodes") == (0, 0)


def test_values_that_depend_on_the_order_are_refused() -> None:
    rows = [drop_row("natural", 10), drop_row("random", 10) | {"values": [1]}]
    with pytest.raises(AssertionError, match="changes the value"):
        ordering.report(rows)


def test_means_in_random_order_agree_with_the_exact_expectations() -> None:
    rows = [row for row in trees.measured(rows_of("ordering")) if (row["branching"], row["depth"]) in PUBLISHED]
    assert len(rows) == len(PUBLISHED)
    assert all(trees.contains(row, expected(row["branching"], row["depth"])) for row in rows)


def test_the_answer_is_true_of_the_rows() -> None:
    rows = rows_of("ordering")
    drop_games.check_values(rows)
    sizes = trees.measured(rows)
    largest = max(sizes, key=lambda row: row["branching"] ** row["depth"])
    assert sum(row["minimal"] for row in sizes) == sum(row["samples"] for row in sizes)
    low = [100 * (1 - folk(row["branching"], row["depth"]) / row["random"]) for row in sizes]

    settings = drop_games.by_setting(rows)
    centre = drop_games.no_worse(settings, "natural", "centre first", "nodes")
    shallower = drop_games.no_worse(settings, "centre first", "best one ply shallower", "nodes")
    deepening = drop_games.no_worse(settings, "table", "table, deepening", "nodes")
    assert shallower == (len(settings), len(settings))
    shares = [f"{100 * trees.share(largest, order):.{digits}f} %" for order, digits in ORDERS]
    assert numbers_of("ordering") == [
        *(str(largest["branching"]), str(largest["depth"]), *shares),
        *("1975", f"{sum(row['samples'] for row in sizes):,}", "3d/4", f"{min(low):.0f} %", f"{max(low):.0f} %"),
        *(*map(str, centre), *map(str, deepening)),
    ]


ORDERS = (("worst", 0), ("random", 0), ("best", 1))
"""And the digits of their shares."""
