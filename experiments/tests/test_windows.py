"""The study of null windows: MTD(f) stepped by hand against the kernel, scouts counted, windows over tenths."""

from typing import Any

import pytest

from experiments import windows
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


def rows(halved: float) -> list[dict[str, Any]]:
    """A few measured, the guesses as if."""
    found = [
        games.measure_game("connect(3,3,3)", objective, way, remembers=table, compiled=False)
        for objective in ("outcome", "distance")
        for way in games.WAYS
        for table in (True, False)
    ]
    found += [scouts.measure_scouts(2, 2, order, 0) for order in scouts.WORDS]
    points = [[offset, 2] for offset in guesses.OFFSETS]
    guess = {
        "kind": "guess",
        "what": "t",
        "alpha-beta": 4,
        "passes": points,
        "nodes": points,
        "halving_passes": 3,
        "halving_nodes": 5,
        "left": [0.5, 0.5, 0.5],
        "halved": halved,
    }
    game_guess = guesses.measure_game_guesses("connect(3,3,3)", "outcome", compiled=False)
    scales = [{**tenths.measure_floats(scale)} for scale in floats.SCALES]
    return [*found, guess, game_guess, *scales]


def undrawn(*_: Any, **__: Any) -> str:
    """In place of a plot."""
    return ""


def test_the_answer_follows_the_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tenths, "STONES", 7)
    for module, draw in ((games, "bars"), (scouts, "bars"), (guesses, "curves")):
        monkeypatch.setattr(module, draw, undrawn)
    measured = rows(0.0)
    assert "MTD(f) is no binary search" in windows.report(measured).answer
    changed = [row | {"halved": 0.9} if row["kind"] == "guess" else row for row in measured]
    assert "MTD(f) is nearly a binary search" in windows.report(changed).answer


def test_games_have_three_outcomes_or_more() -> None:
    assert games.has_three_outcomes("mnk(3,3,3)")
    assert game_named("capture(8,3)").reward_range == (-3, 3)
    assert not games.has_three_outcomes("capture(8,3)")
