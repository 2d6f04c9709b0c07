"""The study of self-play: its sentences follow its figures."""

from __future__ import annotations

from experiments import selfplay
from experiments.study import TIMED, Row


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
