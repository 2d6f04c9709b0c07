"""The study of move ordering: expectations by enumeration, games written out, and conclusions that follow the figures."""

import itertools
import math
from fractions import Fraction
from typing import Any

import pytest

from experiments import ordering
from experiments.measuring import search
from experiments.ordering import drop_games, trees
from experiments.ordering.expanded import Expanded, positions
from experiments.ordering.orders import KEYS, TABLES
from experiments.ordering.theory import PUBLISHED, growth_in_random_order, minimal
from zermelo.games.in_a_row.connect import connect


def leaves_visited(
    values: tuple[int, ...], branching: int, low: float = -math.inf, high: float = math.inf
) -> tuple[float, int]:
    """Alpha-Beta's score and leaves on the uniform tree with these leaf values, written anew."""
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


def test_a_game_written_out_is_the_game() -> None:
    found = positions("connect(4,4,3,1)", 5)
    expected = search(
        connect(4, 4, 3, 1), algorithm="minimax", depth=5, table=False, without="killers,history,forced", compiled=False
    )
    written = search(Expanded(found, found.children, 0), algorithm="minimax", depth=5, table=False, compiled=False)
    assert written.value == expected.value == found.values(5)[0]
    assert found.visits(0, 5) == (written.counters["nodes"], written.counters["leaves"])


def drop_row(order: str, nodes: int) -> dict[str, object]:
    """As if measured."""
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


def undrawn(*_: Any, **__: Any) -> str:
    """In place of a plot."""
    return ""


def test_the_answer_follows_the_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drop_games, "bars", undrawn)
    monkeypatch.setattr(trees, "curves", undrawn)
    monkeypatch.setattr(trees, "SMALL", 20)
    measured = [trees.measure(2, depth, 0) for depth in (2, 4)]
    orders = [*KEYS, *TABLES]
    rows = [*measured, *(drop_row(order, 1000 - 10 * number) for number, order in enumerate(orders))]
    assert "holds in all 1 settings" in ordering.report(rows).answer
    rows = [*measured, *(drop_row(order, 1000 + 10 * number) for number, order in enumerate(orders))]
    assert "holds in 0 of 1 settings" in ordering.report(rows).answer


def test_values_that_depend_on_the_order_are_refused() -> None:
    rows = [drop_row("natural", 10), drop_row("random", 10) | {"values": [1]}]
    with pytest.raises(AssertionError, match="changes the value"):
        ordering.report(rows)
