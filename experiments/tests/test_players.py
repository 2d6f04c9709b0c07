"""The study of players: values against brute force, and its answer."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import pytest

from experiments.measuring import search
from experiments.players import boards, trees
from experiments.players.sharing import TOTAL, shared, tree_size
from experiments.tests.prose import numbers_of, rows_of


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


def test_the_answer_is_true_of_the_rows() -> None:
    rows = rows_of("players")
    depth, branching = trees.largest(trees.measured(rows))
    shares = trees.largest_by_kind(rows, trees.share)
    maxn, paranoid = shares["maxn", "random"], shares["paranoid", "random"]
    crowded = [players for players in trees.PLAYERS if players > 2]
    assert all(maxn[players] > 0.95 and paranoid[players] < 0.4 for players in crowded)
    assert maxn[4] > 0.99
    assert numbers_of("players") == [
        "three",
        *(str(branching), str(depth), f"{100 * maxn[2]:.0f} %", "two", f"{100 * maxn[3]:.0f} %", "three"),
        *("99 %", "four", "three", f"{100 * shares['maxn', 'best'][3]:.0f} %", "1991"),
        *(f"{100 * paranoid[3]:.0f} %", "three", f"{100 * paranoid[5]:.0f} %", "five"),
    ]
