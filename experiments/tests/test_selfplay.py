"""The study of self-play: a short match, and its answer."""

from __future__ import annotations

from experiments import selfplay
from experiments.markdown import number
from experiments.study import TIMED, matching
from experiments.tests.prose import numbers_of, rows_of


def test_a_short_match_is_drawn_throughout() -> None:
    row = selfplay.play(3, "perfect", 6, 0)
    assert (row["draws"], row["wins"], row["losses"]) == (6, 0, 0)


def test_the_answer_is_true_of_the_rows() -> None:
    rows = rows_of("selfplay")
    matches = {(row["side"], row["stage"]): row for row in matching(rows, what="match", games=selfplay.LONG)}
    lines = {row["stage"]: row for row in matching(rows, what="every line")}
    small, large = matches[3, "perfect"], matches[4, "perfect"]
    shallow = matches[3, "depth"]
    assert all(row["draws"] == row["games"] for row in matching(rows, what="match", stage="perfect"))
    assert large["different"] == large["games"]
    assert lines["perfect"]["lost"] == 0
    assert selfplay.STAGES["depth"].options["depth"] == 4
    assert numbers_of("selfplay") == [
        *(number(small["games"]), "3x3", number(large["games"]), "4x4"),
        *("3x3", number(small["different"]), "4x4", "two"),
        *("four", "3x3", number(shallow["games"] - shallow["draws"]), number(shallow["games"])),
        *(number(lines["depth"]["lost"]), number(lines["depth"]["games"])),
        *(number(small["games"]), "3x3", f"{small[TIMED]['seconds']:.2g}"),
        f"{matches[3, 'minimax'][TIMED]['seconds']:.2g}",
    ]
