"""The study of null windows: MTD(f) pass by pass against the kernel, scouts, windows over tenths, and its answer."""

import pytest

from experiments.study import matching
from experiments.tests.prose import numbers_of, rows_of
from experiments.windows import floats, games, guesses, scouts, tenths
from experiments.windows.kernel import Kernel
from experiments.windows.stepping import halved, stepped
from zermelo.games.catalogue import game_named
from zermelo.games.uniform_tree import tree
from zermelo.search.parts.counters import NODES, PASSES


@pytest.mark.parametrize("guess", [-1_000_000, 0, 123_456])
def test_mtdf_step_by_step_is_the_kernel(guess: int) -> None:
    game = tree(3, 4, 7)
    kernel, probe = (Kernel(game, name, compiled=False) for name in ("mtdf", "negamax"))
    score, passes = stepped(probe, guess)
    assert kernel.run(kernel.low, kernel.high, guess) == score
    assert (kernel.count(PASSES), kernel.count(NODES)) == (len(passes), probe.count(NODES))


def test_a_binary_search_halves() -> None:
    probe = Kernel(tree(2, 4, 3), "negamax", compiled=False)
    score, passes = halved(probe)
    assert score == Kernel(tree(2, 4, 3), "minimax", compiled=False).run(-(1 << 62), 1 << 62, 0)
    assert all(2 * (after[1] - after[0]) <= before[1] - before[0] for before, after in passes)


def test_scouts_in_the_smallest_tree() -> None:
    """Two moves, each a leaf: one scout."""
    row = scouts.measure_scouts(2, 1, "best", 0)
    assert (row["scouts"], row["researches"]) == (1, 0)
    assert scouts.measure_scouts(2, 1, "worst", 0)["researches"] == 1


def test_tic_tac_toe_in_plain_python() -> None:
    assert floats.negamax(floats.Board(0b000_010_000, 0b000_000_100), 0, -99, 99, "10 - d", soft=True) == 0
    assert len(floats.boards(0)) == 4520  # of 5,478 reachable positions 958 are over
    assert floats.spread("1 - 0.1 d") == (6, 6)
    assert floats.spread("10 - d") == (6, 1)


def test_a_window_of_width_one_over_tenths_may_never_close() -> None:
    endless = [board for board in floats.boards(6) if floats.mtdf(board, "1 - 0.1 d", soft=False) is None]
    assert endless
    for board in endless:
        score = floats.negamax(board, 0, -99, 99, "10 - d", soft=True)
        assert score not in (-10, 0, 10)
        assert floats.mtdf(board, "10 - d", soft=False) == score


def test_games_have_three_outcomes_or_more() -> None:
    assert games.has_three_outcomes("mnk(3,3,3)")
    assert game_named("capture(8,3)").reward_range == (-3, 3)
    assert not games.has_three_outcomes("capture(8,3)")


def test_the_answer_is_true_of_the_rows() -> None:
    rows = rows_of("windows")
    guessed = guesses.measured(rows)
    near, far = guesses.from_nearest_and_farthest(guessed)
    assert max(near) < min(far)
    assert all(len(row["left"]) == 3 for row in guessed)
    left = min(row["left"][0] for row in guessed)
    assert left > 0.98
    assert all(row["halved"] == 0 for row in guessed)

    scouted = scouts.measured(rows)
    assert all(ratio == 1 for ratio in scouts.ratios(scouted, "best"))
    assert {round(ratio) for ratio in scouts.ratios(scouted, "worst")} == {3}
    played = games.measured(rows)
    times = games.ratios(games.three_outcomes(played), "negascout", "alpha-beta")
    repeated = max(row["researches"] for row in games.repeating(played))

    floating = tenths.measured(matching(rows, kind="floats"))
    scaled, whole = (floating[scale] for scale in floats.SCALES)
    assert scaled["most"] > 1
    assert (whole["most"], whole["hard_never"]) == (1, 0)
    assert numbers_of("windows") == [
        *(f"{100 * ratio:.0f} %" for some in (near, far) for ratio in (min(some), max(some))),
        *("three", "three", f"{100 * min(times):.0f} %", f"{100 * max(times):.0f} %", str(repeated), "2026"),
        *("half", "98 %", "1", "0.1", "1", f"{scaled['hard_never']:,}", f"{scaled['positions']:,}"),
    ]
