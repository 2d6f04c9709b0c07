"""The study of players: values against brute force, and conclusions that follow from the figures."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import pytest

from experiments import players
from experiments.measuring import search
from experiments.players import boards, trees
from experiments.players.sharing import TOTAL, shared, tree_size


def maxn(game: Any, state: Any) -> tuple[int, ...]:
    """The definition, without pruning."""
    if game.terminal(state):
        return game.rewards(state)
    mover = game.to_move(state)
    return max((maxn(game, game.apply(state, action)) for action in game.actions(state)), key=itemgetter(mover))


@pytest.mark.parametrize("number", [3, 4, 5])
@pytest.mark.parametrize("order", ["random", "best"])
def test_shallow_pruning_keeps_the_value(number: int, order: str) -> None:
    game = shared(number, 3, 5, 7, order, paranoid=False)
    result = search(game, algorithm="maxn", compiled=False)
    assert result.rewards == maxn(game, game.initial())
    assert sum(maxn(game, game.initial())) <= TOTAL
    assert result.counters["nodes"] <= tree_size(3, 5)


def test_paranoid_in_the_best_order_visits_the_least_tree_of_two() -> None:
    nodes = search(shared(2, 3, 6, 1, "best", paranoid=True), algorithm="paranoid", compiled=False).counters["nodes"]
    assert nodes == sum(3 ** -(-depth // 2) + 3 ** (depth // 2) - 1 for depth in range(7))


def test_the_whole_tree_is_counted() -> None:
    assert boards.measure((3, 2), 3, 3, True)["whole"] == 1957  # 6! (1/0! + 1/1! + ... + 1/6!): nobody has a line


def rows_with(growth: float) -> list[Any]:
    """As measured, if max^n visited so many times more nodes with each ply, of trees of three children."""
    tree_rows = [
        {"branching": 3, "players": number, "order": order, "algorithm": algorithm, "nodes": nodes}
        for number in trees.PLAYERS
        for order in trees.ORDERS
        for algorithm in trees.PRUNING
        for nodes in [[[depth, (growth if algorithm == "maxn" else 1.5) ** depth] for depth in range(2, 7)]]
    ]
    counts = {"whole": 100, "maxn": 50, "paranoid": 10, "best-reply": 20, "value": 0}
    board_rows = [{"board": "one", "players": number, **counts} for number in boards.PLAYERS]
    return [*tree_rows, *board_rows]


def test_conclusions_follow_from_figures() -> None:
    assert "next to nothing from three players on" in players.report(rows_with(3)).answer
    told = players.report(rows_with(2)).answer
    assert "is something" in told
    assert "it does not grow" in told
    assert "grows with every player" in trees.direction({2: 0.5, 3: 0.6})
