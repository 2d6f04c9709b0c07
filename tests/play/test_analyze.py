"""`analyze`: the value, distance and line of every move, beside plain minimax over the same classes."""

from __future__ import annotations

import _thread
import dataclasses
import json
import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from examples.dots_and_boxes import DotsAndBoxes
from examples.hexapawn import Hexapawn
from tests.support.brute_force import Truth, preference
from zermelo import AsState, Game, Oracle, analyze, solve
from zermelo.cli import main
from zermelo.core.errors import BadOption, BadPosition
from zermelo.games import capture, chomp, connect, einstein, lines, mnk, nim, tree
from zermelo.play.analysis import Analyst
from zermelo.play.move_values import Analysis
from zermelo.solver.compilation import ONE_AT_A_TIME
from zermelo.solver.line import FurtherSearches
from zermelo.solver.solver import Solver

GAMES: dict[str, Game[Any]] = {
    "mnk(3,3,3)": mnk(3, 3, 3),
    "connect(4,3,3)": connect(4, 3, 3),
    "lines(7,3,misere)": lines((7,), 3, misere=True),
    "nim(2,3)": nim(2, 3),
    "chomp(3,3)": chomp(3, 3),
    "capture(7,2)": capture(7, 2),
    "tree(3,4)": tree(3, 4),
    "hexapawn": Hexapawn(3, 3),
    "dots and boxes": DotsAndBoxes(1, 2),
}


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("name", GAMES)
def test_every_move_is_worth_what_minimax_says(name: str) -> None:
    game, truth = GAMES[name], Truth(GAMES[name])
    states = truth.positions()
    for state in random.Random(name).sample(states, min(8, len(states))):
        found = analyze(game, AsState(state), compiled=False)
        assert {move.move for move in found.moves} == set(map(game.action_name, truth.legal(state)))
        assert found.exact
        for move in found.moves:
            value, plies = truth.after(state, game.parse_action(move.move))
            assert (move.value, move.lower, move.upper) == (value, value, value)
            assert move.distance == (plies if value else None), (name, state, move)
            assert move.line[0] == move.move
            assert not value or len(move.line) == plies
            end = state
            for step in map(game.parse_action, move.line):
                assert game.legal(end, step)
                end = game.apply(end, step)
            assert game.terminal(end)
        ranks = [preference(truth.after(state, game.parse_action(move.move))) for move in found.moves]
        assert ranks == sorted(ranks, reverse=True)
        assert len(found.best) == ranks.count(ranks[0])


def test_outcomes_alone_are_told_where_asked_for() -> None:
    found = analyze(mnk(3, 3, 3), "b2 b1", objective="outcome", compiled=False)
    assert [move.value for move in found.moves] == [1] * 6 + [0]
    assert len(found.best) == 6


def test_moves_of_chance_games_and_of_more_players() -> None:
    game, truth = einstein(2, 1), Truth(einstein(2, 1))
    state = next(state for state in truth.positions() if len(truth.legal(state)) > 1)
    found = analyze(game, state, compiled=False)
    for move in found.moves:
        child = game.apply(state, game.parse_action(move.move))
        if not game.terminal(child):
            assert move.value == -solve(game, child, compiled=False).value
    crowd = analyze(lines((3, 2), 2, players=3), compiled=False)
    assert {move.value for move in crowd.moves} <= {-1, 0, 1}
    assert crowd.exact


@pytest.mark.long
def test_the_table_is_kept_from_move_to_move() -> None:
    """Fewer positions are visited than by one search for each move."""
    game = connect(4, 4, 4)
    found = analyze(game, compiled=False)
    alone = 0
    for action in game.actions(game.initial()):
        child = game.apply(game.initial(), action)
        alone += solve(game, child, objective="distance", compiled=False).counters["nodes"]
    assert found.nodes < alone


@pytest.mark.long
def test_a_solver_that_goes_on_finds_the_same() -> None:
    game = connect(4, 4, 4)
    solver = Solver(game, compiled=False)
    first = solver.solve()
    again = solver.solve(keep_table=True)
    afresh = solver.solve()
    assert first.value == again.value == afresh.value
    assert again.counters["nodes"] < first.counters["nodes"] == afresh.counters["nodes"]


@pytest.mark.long
def test_a_spent_budget_leaves_sound_bounds() -> None:
    game, truth = connect(4, 4, 3), Truth(connect(4, 4, 3))
    found = analyze(game, nodes=20, without="all", compiled=False)
    assert found.stopped == "nodes"
    assert not found.exact
    assert found.best == ()
    assert "Not decided" in found.sentence()
    for move in found.moves:
        value = truth.after(game.initial(), game.parse_action(move.move)).value
        assert move.lower <= value <= move.upper


def test_the_command() -> None:
    shown = CliRunner().invoke(main, ["analyze", "mnk(3,3,3)", "b2", "b1", "--interpreted", "-q"])
    assert shown.exit_code == 0, shown.output
    assert "The player to move wins in 5 plies. 6 of the 7 moves are best." in shown.stdout
    assert shown.stdout.splitlines()[-1].split()[:2] == ["b3", "draws"]
    told = json.loads(
        CliRunner().invoke(main, ["analyze", "mnk(3,3,3)", "b2 b1", "--interpreted", "-q", "--json"]).stdout
    )
    assert (told["schema"], len(told["moves"]), len(told["best"])) == (1, 7, 6)
    short = CliRunner().invoke(main, ["analyze", "connect(6,6,4)", "--interpreted", "--nodes", "30", "-q"])
    assert (short.exit_code, "estimate" in short.stdout) == (3, True), short.output


@pytest.mark.long
def test_a_narrow_terminal_cuts_the_lines() -> None:
    asked = ["analyze", "connect(4,4,4)", "1", "1", "2", "2", "--interpreted", "-q"]
    shown = CliRunner().invoke(main, asked, env={"COLUMNS": "40"})
    lines_of_moves = shown.stdout.splitlines()[8:]
    assert all(len(line) <= 40 for line in lines_of_moves)
    assert any(line.endswith("...") for line in lines_of_moves)


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["mnk(3,3,3)", "a1 a2 b1 b2 c1"], "The game is over"),
        (["mnk(3,3,3)", "z9"], "z9"),
        (["einstein(2,1)"], "no moves to choose from. Give a position after the chance move, such as 'die1'."),
        (["einstein(3,1)", "A../.../..a A?"], "Give a position after the chance move, such as 'A../.../..a A1'."),
        (["einstein(3,1)", "die1 1h"], "Give a position after the chance move, such as 'die1 1h die1'."),
        (["mnk(3,3,3)", "--seconds", "0"], "seconds"),
        (["mnk(3,3,3)", "--algorithm", "luck"], "There is no algorithm"),
        (["mnk(3,3,3)", "--nodes", "0"], "nodes"),
        (["mnk(3,3,3)", "--objective", "fun"], "There is no objective"),
    ],
)
def test_what_cannot_be_analyzed_is_refused(asked: list[str], told: str) -> None:
    shown = CliRunner().invoke(main, ["analyze", *asked, "--interpreted"])
    assert (shown.exit_code, told in shown.stderr) == (2, True), shown.output
    assert len(shown.stderr.splitlines()) == 1


class Undecided(Game[int]):
    """Thirty moves from either side of a tree, with an evaluation by the parity of where one is, or without any."""

    action_count, max_length, resolution = 2, 30, 8

    def initial(self) -> int:
        return 0

    def legal(self, state: int, action: int) -> bool:
        return True

    def apply(self, state: int, action: int) -> int:
        return state * 2 + action + 1

    def terminal(self, state: int) -> bool:
        return state >= (1 << 30) - 1

    def reward(self, state: int) -> int:
        return 1 if state % 3 else -1


class Judged(Undecided):
    def evaluate(self, state: int) -> int:
        return 3


@pytest.mark.parametrize("objective", ["outcome", "distance"])
@pytest.mark.parametrize("game", [Undecided(), Judged()], ids=lambda game: type(game).__name__)
def test_where_nothing_tells_moves_apart_none_looks_best(game: Game[int], objective: Any) -> None:
    found = analyze(game, depth=6, objective=objective, compiled=False)
    assert found.sentence() == "Not decided. The search has not told the 2 moves apart yet."
    assert found.favourites == ()
    assert {move.kind for move in found.moves} == {"heuristic" if isinstance(game, Judged) else "lower"}


@pytest.mark.long
@pytest.mark.parametrize("limits", [{"nodes": 300}, {"nodes": 300, "seconds": 60.0}], ids=len)
def test_what_a_budget_leaves_undecided_is_deepened_within_it(limits: Any) -> None:
    """What stopped the searches to the end stopped the deepening, too: nothing was known of any move."""
    found = analyze(connect(6, 5, 4), compiled=False, **limits)
    assert found.stopped == "nodes"
    assert {move.kind for move in found.moves} == {"heuristic"}
    (depth,) = {move.depth for move in found.moves}
    assert depth is not None
    assert depth >= 2
    assert [len(move.line) for move in found.moves] == [depth] * 6
    assert found.nodes <= 6 * 300
    expected = analyze(connect(6, 5, 4), depth=depth, compiled=False)
    assert {(move.move, move.value) for move in found.moves} == {(move.move, move.value) for move in expected.moves}


@pytest.mark.long
def test_a_time_limit_leaves_estimates_not_a_blank() -> None:
    found = analyze(connect(6, 5, 4), seconds=3.0, compiled=False)
    assert found.stopped == "seconds"
    assert {move.kind for move in found.moves} == {"heuristic"}


def test_estimates_of_a_depth_that_not_all_moves_came_to_are_not_told() -> None:
    """Beside moves of which nothing is known, a few estimates would make the wrong ones look best."""
    found = analyze(connect(6, 5, 4), nodes=1, compiled=False)
    assert {move.kind for move in found.moves} <= {"lower", "upper"}
    assert found.sentence() == "Not decided. The search has not told the 6 moves apart yet."


def test_moves_that_look_equally_good_are_all_named() -> None:
    found = analyze(connect(6, 5, 4), depth=4, compiled=False)
    assert found.sentence() == "Not decided. Moves 2 and 5 look best so far: estimate -4 at depth 4."
    alike = tuple(found.moves[0]._replace(move=name) for name in "abcde")
    many = dataclasses.replace(found, moves=(*alike, found.moves[-1]))
    assert many.sentence() == "Not decided. a and 4 other moves look best so far: estimate -4 at depth 4."


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("bounds", "objective", "sentence"),
    [
        ([(-1, -1), (-1, -1), (-1, -1)], "outcome", "The player to move loses. All 3 moves are equally bad."),
        ([(-1, -1), (-1, -1)], "distance", "The player to move loses. It is not known which move loses most slowly."),
        ([(1, 1), (1, 1), (0, 0)], "distance", "The player to move wins. 2 of the 3 moves win."),
        ([(1, 1), (0, 1), (0, 0)], "distance", "The player to move wins. At least 1 of the 3 moves wins."),
        ([(1, 1), (1, 1)], "distance", "The player to move wins. Both moves win."),
        ([(1, 1), (1, 1), (0, 0)], "outcome", "The player to move wins. 2 of the 3 moves are best."),
        ([(-1, 1), (-1, 1), (-1, -1)], "outcome", "Not decided. a and b look best so far."),
        (
            [(-1, 0), (-1, -1)],
            "outcome",
            "Not decided, but with best play the player to move does not win. a is best: no other move can get more.",
        ),
    ],
)
def test_what_is_known_of_the_moves_in_words(bounds: list[tuple[int, int]], objective: Any, sentence: str) -> None:
    found = analyze(mnk(3, 3, 3), compiled=False)
    moves = tuple(
        found.moves[0]._replace(
            move=name, value=lower, lower=lower, upper=upper, kind="exact" if lower == upper else "lower", distance=None
        )
        for name, (lower, upper) in zip("abc", bounds, strict=False)
    )
    assert dataclasses.replace(found, moves=moves, objective=objective).sentence() == sentence


@pytest.mark.parametrize("name", ["checkpoint", "all_moves", "seed", "deepening"])
def test_options_for_one_search_are_refused(name: str) -> None:
    with pytest.raises(BadOption, match=f"{name} applies to a single search"):
        analyze(mnk(3, 3, 3), **{name: True})
    with pytest.raises(BadPosition):
        analyze(mnk(3, 3, 3), "a1 a1")


@pytest.mark.long
@pytest.mark.parametrize(("game", "least"), [(connect(5, 4, 4), 1), (connect(6, 5, 4), 0)], ids=str)
def test_distances_are_told_only_where_no_other_move_may_be_better(game: Game[Any], least: int) -> None:
    """Under budgets that leave values proved and distances not: what is told is what a whole search finds."""
    rng, partly = random.Random(str(game)), 0
    for _ in range(12):
        state: Any = game.initial()
        for _ in range(rng.randrange(4, 9)):
            if not game.terminal(state):
                state = game.apply(state, rng.choice(list(game.actions(state))))
        if game.terminal(state):
            continue
        whole = analyze(game, state)
        for objective, nodes in (("outcome", None), *(("distance", nodes) for nodes in (20, 60, 200, 600, 2000))):
            found = analyze(game, state, objective=objective, nodes=nodes)
            if not found.exact:
                continue
            assert found.bounds == whole.bounds
            assert found.distance in (None, whole.distance)
            assert {*whole.best} <= {*found.best} or (not found.best and found.moves[0].value < 0)
            if found.distance is not None:
                assert {*whole.best} == {*found.best}
            known = [move.distance is None for move in found.moves if move.value == found.moves[0].value]
            partly += any(known) and not all(known)
            assert ((" ply" in found.verdict()) or (" plies" in found.verdict())) == (found.distance is not None)
    assert partly >= least


@pytest.mark.long
def test_the_value_may_be_proved_before_that_of_every_move_is() -> None:
    """What is told then is true: of the value, of the best moves, of the distance."""
    game, partly = connect(4, 3, 3), 0
    whole = analyze(game)
    for nodes in range(20, 200, 10):
        found = analyze(game, nodes=nodes)
        if found.exact or found.value is None:
            continue
        partly += 1
        assert found.value == whole.value
        assert {*found.best} <= {move.move for move in whole.moves if move.value == whole.value}
        assert found.best
        assert found.distance in (None, whole.distance)
        assert found.sentence().startswith(f"The player to move {whole.moves[0].words(whole.scale)}")
        assert "At least" in found.sentence()
    assert partly > 0


def of_each(found: Analysis) -> dict[str, Any]:
    return {move.move: (move.lower, move.upper) for move in found.moves}


def test_a_server_waits_for_native_code_only_where_easy_moves_are_not_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And says what is known if the code is not ready in time, the first time and again."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    easy, hard = Analyst("mnk(3,3,3)", seconds=60.0), Analyst("connect(6,5,4)", seconds=1.0)
    easy.wall = hard.wall = True
    with ONE_AT_A_TIME:
        found = easy.analysis()
        assert (found.exact, found.compiled, easy.waited) == (True, False, False)
        for _ in range(2):
            began = time.monotonic()
            found = hard.analysis()
            assert time.monotonic() - began < 2
            assert (found.stopped, found.compiled, hard.waited) == ("seconds", False, True)
            assert of_each(found) == dict.fromkeys("123456", (-1, 1))


@pytest.mark.long
def test_an_analysis_goes_on_natively_once_the_code_is_ready(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    analyst = Analyst("connect(6,5,4)", seconds=2.0, objective="outcome")
    analyst.wall = True
    with ONE_AT_A_TIME:  # the code is not ready in time
        found = analyst.analysis()
    assert (found.exact, found.compiled, analyst.waited) == (False, False, True)
    again = analyst.analysis(seconds=120.0)
    assert (again.exact, again.compiled, analyst.waited) == (True, True, False)


@pytest.mark.long
def test_a_game_that_is_not_compiled_is_waited_for_once_at_most() -> None:
    analyst = Analyst("connect(6,5,4)", seconds=1.0, compiled=False)
    analyst.wall = True
    found = analyst.analysis()
    assert (found.stopped, found.compiled, analyst.waited) == ("seconds", False, False)
    assert analyze("nim(2,3)", objective="outcome").compiled  # no move needs a search


@pytest.mark.long
def test_ctrl_c_while_an_analysis_waits_for_native_code_leaves_what_is_known(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    analyst = Analyst("connect(6,5,4)", seconds=60.0)
    analyst.wall = True
    with ONE_AT_A_TIME:
        timer = threading.Timer(1.5, _thread.interrupt_main)
        timer.start()
        found = analyst.analysis()
        timer.join()
    assert (found.stopped, of_each(found)) == ("interrupted", dict.fromkeys("123456", (-1, 1)))


def test_ctrl_c_while_a_line_is_searched_ends_an_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ended one line, and the search went on with the next move."""
    searched: list[int] = []
    best_moves = FurtherSearches.best_moves

    def interrupted(self: Any) -> Any:
        searched.append(1)
        _thread.interrupt_main()
        time.sleep(0.3)  # so that the thread that supervises takes note
        return best_moves(self)

    monkeypatch.setattr(FurtherSearches, "best_moves", interrupted)
    found = analyze("mnk(3,3,3)", compiled=False)
    assert found.stopped == "interrupted"
    assert len(searched) == 1


class Locked:
    """A state that cannot be copied, and is equal to another if its number is."""

    def __init__(self, left: int) -> None:
        self.left, self.lock = left, threading.Lock()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Locked) and self.left == other.left

    def __hash__(self) -> int:
        return hash(self.left)


class Heap(int):
    """A number that cannot be copied: it is made of two."""

    def __new__(cls, left: int, turn: int) -> Heap:
        made = super().__new__(cls, 2 * left + turn)
        made.left, made.turn = left, turn
        return made


class Uncopied(Game[Any]):
    """Take 1 or 2. Who takes the last one wins."""

    action_count, max_length = 2, 20

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def made(self, left: int, turn: int) -> Any:
        return Locked(left) if self.kind == "locked" else Heap(left, turn)

    def initial(self) -> Any:
        return self.made(16, 0)

    def legal(self, state: Any, action: int) -> bool:
        return action < state.left

    def apply(self, state: Any, action: int) -> Any:
        return self.made(state.left - 1 - action, 1 - getattr(state, "turn", 0))

    def terminal(self, state: Any) -> bool:
        return state.left == 0

    def reward(self, state: Any) -> int:
        return -1


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("kind", ["locked", "heap"])
def test_states_that_cannot_be_copied_are_analysed(kind: str) -> None:
    """The table of the search, whose keys are states, was copied with them."""
    assert analyze(Uncopied(kind)).best == ("0",)
    assert Oracle(Uncopied(kind)).optimal_actions() == (0,)
