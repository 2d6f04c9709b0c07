"""Studies of play: what they count is what plain code counts, and their sentences follow their figures."""

from __future__ import annotations

from typing import Any

import pytest

from tests.naive import Placement
from zermelo import mnk
from zermelo.experiments import horizon, quality, selfplay
from zermelo.experiments.study import TIMED, Row


# --- horizon ----------------------------------------------------------------------------------------------------------
def left_by_hand(least: int, side: int) -> set[tuple[Any, bool]]:
    """Boards on which the first free cell is played no longer, by recursion over plain tuples."""
    rules, found = Placement(4, 4, 4), set[tuple[Any, bool]]()

    def play(cells: Any, ply: int) -> None:
        own, free = ply % 2 == side, rules.actions(cells)
        if rules.over(cells) or len(free) < least:
            found.add((cells, own))
            return
        for action in free[:1] if own else free:
            play(rules.apply(cells, action), ply + 1)

    play(rules.start(), 0)
    return found


@pytest.mark.parametrize("side", [0, 1])
def test_the_first_free_cell_is_played_as_plain_code_plays_it(side: int) -> None:
    """The same positions, for as long as 13 cells or more are free."""
    game = horizon.LARGE
    found = {(game.position_text(state), own) for state, own in horizon.blind(game.initial(), 13, side, 0)}
    rules = Placement(4, 4, 4)
    assert found == {(rules.text(cells), own) for cells, own in left_by_hand(13, side)}


def test_a_horizon_hides_what_lies_beyond() -> None:
    """Two plies: only who wins at once, or must be stopped, tells moves apart; nobody can with two stones each."""
    row = horizon.sees(4, 2, 0)
    assert (row["aimless"], row["positions"]) == (horizon.POSITIONS, horizon.POSITIONS)
    assert horizon.sees(9, 2, 0)["aimless"] < horizon.POSITIONS


def horizon_rows(safe: int, seen_from: int, lost_at: int) -> list[Row]:
    lines: list[Row] = [
        {
            "what": "every line",
            "depth": depth,
            "objective": objective,
            "games": 50,
            "lost": 7 * (depth < safe),
            "line": [],
        }
        for objective in ("outcome", "distance")
        for depth in range(1, 7)
    ]
    seen: list[Row] = [
        {"what": "sees", "ply": ply, "depth": depth, "positions": 9, "aimless": 9 if ply < seen_from else 2}
        for ply in range(8)
        for depth in (4, None)
    ]
    names = ("first: positions", "first: lost", "second: positions", "second: lost")
    free: list[Row] = [
        {"what": "first free", "free": least, **dict(zip(names, (9, 0, 9, 3 * (least <= lost_at)), strict=True))}
        for least in (13, 12, 11, 10)
    ]
    return [*lines, *seen, *free]


def test_horizons_are_told_from_the_rows() -> None:
    one, other = (horizon.report(horizon_rows(*figures)).answer for figures in ((5, 6, 11), (3, 4, 10)))
    assert "takes 5 plies" in one
    assert "fewer than 6 stones" in one
    assert "safe while 12 or more are free; at 11 it leaves 3" in one
    assert "takes 3 plies" in other
    assert "fewer than 4 stones" in other
    assert "safe while 11 or more" in other


# --- quality ----------------------------------------------------------------------------------------------------------
def test_values_of_the_sampled_moves_are_those_of_minimax() -> None:
    game, rules = mnk(4, 3, 3), Placement(4, 3, 3)

    def value(cells: Any) -> int:
        if rules.over(cells):
            return rules.reward(cells)
        return max(-value(rules.apply(cells, action)) for action in rules.actions(cells))

    late = [(state, values) for state, values in quality.positions("mnk(4,3,3)", 0) if len(values) <= 8]
    assert late
    for state, values in late[:4]:
        drawn = game.position_text(state).replace("/", "")
        cells = tuple(drawn)
        for action in game.actions(state):
            assert values[game.action_name(action)] == -value(rules.apply(cells, action))
        assert len({*values.values()}) > 1


def quality_rows(better: str) -> list[Row]:
    return [
        {
            "game": "mnk(4,3,3)",
            "algorithm": name,
            "nodes": nodes,
            "positions": 20,
            "best": 18 if name == better else 9,
            "proved": 3,
            "lost": 4,
        }
        for name in quality.ALGORITHMS
        for nodes in (10, 100)
    ]


def test_who_answers_best_is_told_from_the_rows() -> None:
    for name in ("mtdf", "mcts"):
        answer = quality.report(quality_rows(name)).answer
        assert f"within 10 nodes {name} leads with 90 % (70 to 97)" in answer


# --- self-play --------------------------------------------------------------------------------------------------------
def selfplay_rows(draws: int, lost: int) -> list[Row]:
    match = {
        "what": "match",
        "side": 3,
        "stage": "perfect",
        "games": 20,
        "wins": 20 - draws,
        "draws": draws,
        "losses": 0,
    }
    every = {"what": "every line", "side": 3, "stage": "perfect", "games": 533, "lost": lost, "lines": [["a1"], []]}
    return [match | {"different": 19, TIMED: {"seconds": 0.5}}, every | {TIMED: {"seconds": 0.1}}]


def test_draws_are_told_from_the_rows() -> None:
    assert "Draws: all perfect games are, 20 on 3x3." in selfplay.report(selfplay_rows(20, 0)).answer
    broken = selfplay.report(selfplay_rows(19, 2)).answer
    assert "not all are drawn" in broken
    assert "2 of 533 games by the perfect engine are lost" in broken


def test_a_short_match_is_drawn_throughout() -> None:
    row = selfplay.play(3, "perfect", 6, 0)
    assert (row["draws"], row["wins"], row["losses"]) == (6, 0, 0)
