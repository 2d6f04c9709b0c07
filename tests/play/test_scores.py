"""Scores: moves judged as brute force judges them; what is read from games, agents of all kinds, figures and files."""

from __future__ import annotations

import csv
import errno
import io
import json
import math
import os
import random
import re
import statistics
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support.brute_force import Truth, some_games, some_policy
from tests.support.judged_games import JUDGED, Cards, Risk
from tests.support.refusals import contents, one_sentence
from zermelo import Game, Oracle, engine_named, match
from zermelo.cli.rows import as_rows
from zermelo.core.errors import BadMove, BadOption, GameFailed, NotInstalled
from zermelo.core.reward_scale import RewardScale
from zermelo.core.wording import labelled
from zermelo.games import mnk, nim
from zermelo.play.engine import as_player
from zermelo.play.match import wilson
from zermelo.play.players import Bot
from zermelo.play.review import AT_ONCE
from zermelo.play.scores import COLUMNS, MOST_SHOWN, JudgedMove, MeanLoss, Scores, Share
from zermelo.solver.solver import Solver

GAME = mnk(3, 3, 3)


def oracle(game: Game[Any] = GAME, **options: Any) -> Oracle[Any]:
    return Oracle(game, compiled=False, **options)


# --- against brute force --------------------------------------------------------------------------------------------


SIDES = dict.fromkeys(JUDGED, "both") | {"mnk(3,3,3)": "first", "stakes": "second", "einstein(3,1)": "second"}


@pytest.mark.long
@pytest.mark.parametrize("name", JUDGED)
def test_moves_are_judged_as_brute_force_judges_them(name: str, plain: None) -> None:
    game, side = JUDGED[name], SIDES[name]
    truth, games = Truth(game), some_games(game, 12, seed=3)
    for objective in ("outcome",) if game.has_chance else ("outcome", "distance"):
        scores = Oracle(game, objective=objective).score(games, side=side)
        expected: list[tuple[Any, ...]] = []
        for number, moves in enumerate(games, start=1):
            state, turn = game.initial(), max(game.to_move(game.initial()), 0)
            first = turn
            for ply, action in enumerate(moves, start=1):
                turn = turn if game.to_move(state) < 0 else game.to_move(state)
                whose = "first" if turn == first else "second"
                if side in (whose, "both") and not truth.is_throw(state):
                    best = truth.optimal(state, distance=objective == "distance")
                    loss, value = truth.loss(state, action), truth.worth(state).value
                    names = tuple(game.action_name(each) for each in sorted(best))
                    told = number, ply, whose, game.position_text(state), game.action_name(action), value, value - loss
                    expected.append((*told, loss, names, action in best, loss > 0))
                state, turn = game.apply(state, action), 1 - turn
        found = [
            (m.game, m.ply, m.side, m.position, m.move, m.value, m.got, m.loss, m.best, m.optimal, m.blunder)
            for m in scores.moves
        ]
        assert found == expected
        assert (scores.games, scores.side, scores.stopped, scores.player) == (12, side, "complete", None)
        assert_figures(scores, [(ply, loss, best) for _, ply, *_, loss, _, best, _ in expected])


def assert_figures(scores: Scores, judged: list[tuple[int, Fraction, bool]]) -> None:
    """The rates of all moves and of each ply, with their intervals, are those of these losses and verdicts."""
    for ply, rates in (*scores.by_ply.items(), (None, scores.total)):
        losses = [float(loss) for each, loss, _ in judged if ply in (None, each)]
        optimal = [best for each, _, best in judged if ply in (None, each)]
        assert rates.moves == len(losses) == rates.optimal.known == rates.keeping.known == rates.loss.known
        assert rates.unknown == 0
        if losses:
            assert (rates.optimal.number, rates.keeping.number) == (sum(optimal), losses.count(0))
            assert rates.loss.rate == pytest.approx(statistics.fmean(losses))
    assert list(scores.by_ply) == sorted({ply for ply, *_ in judged})


def test_intervals_are_those_of_the_formulas() -> None:
    """Wilson (1927) for a share; a mean of 1/2 with the standard deviation of (0, 0, 1, 1)."""
    assert (Share(8, 10).rate, Share(8, 10).interval) == (0.8, wilson(0.8, 10))
    mean = MeanLoss.of([0, 0, 1, 1])
    reach = 1.959964 * math.sqrt(1 / 3) / 2
    assert (mean.rate, mean.known) == (0.5, 4)
    assert mean.interval == pytest.approx((0.5 - reach if reach < 0.5 else 0, 0.5 + reach))
    for equal in ([], [1], [0, 0, 0]):
        assert MeanLoss.of(equal).interval is None
    assert Share(0, 0).rate is Share(0, 0).interval is MeanLoss.of([]).rate is None


# --- games as they are given ----------------------------------------------------------------------------------------


def moves_of(scores: Scores) -> list[str]:
    return [move.move for move in scores.moves]


@pytest.mark.long
@pytest.mark.parametrize(
    ("line", "judged"),
    [
        ("a1 b2 c3", ["a1", "b2", "c3"]),
        ("(a1 b2) c3 1-0", ["c3"]),
        ("(a1) b2 c3 *", ["b2", "c3"]),
        ("a1 b1 a2 b2 a3 1-0", ["a1", "b1", "a2", "b2", "a3"]),
        ("a1 1/2-1/2", ["a1"]),
        ("*", []),
        ("", []),
        (["a1", 4, np.int64(8)], ["a1", "b2", "c3"]),
        ((0, 4), ["a1", "b2"]),
        (np.array([0, 4]), ["a1", "b2"]),
    ],
)
def test_games_are_lines_or_lists_of_moves(line: Any, judged: list[str]) -> None:
    assert moves_of(oracle().score([line])) == judged


def test_openings_are_not_judged_but_count_as_plies() -> None:
    scores = oracle().score(["(a1 b2) c3 b1 1-0"])
    assert [(move.ply, move.side) for move in scores.moves] == [(3, "first"), (4, "second")]


@pytest.mark.long
def test_games_of_a_match_are_judged_without_their_openings() -> None:
    played = match(GAME, ("random", "random"), games=4, opening=2, seed=1).games
    for given in (played, [game.text() for game in played]):
        scores = oracle().score(given)
        assert moves_of(scores) == [move for game in played for move in game.moves[2:]]


class Squares(Game[tuple[int, ...]]):
    """Three squares in a row are filled; names of moves have parentheses and commas, or look like results."""

    action_count, max_length = 3, 3
    names = ("(0,0)", "1-0", "*")

    def initial(self) -> tuple[int, ...]:
        return (0, 0, 0)

    def legal(self, state: tuple[int, ...], action: int) -> bool:
        return state[action] == 0

    def apply(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return tuple(1 if place == action else square for place, square in enumerate(state))

    def terminal(self, state: tuple[int, ...]) -> bool:
        return sum(state) == 3

    def reward(self, state: tuple[int, ...]) -> int:
        return -1

    def action_name(self, action: int) -> str:
        return self.names[action]


@pytest.mark.parametrize(
    ("line", "judged"),
    [
        ("(0,0) 1-0 * 1-0", ["(0,0)", "1-0", "*"]),
        ("((0,0)) 1-0 *", ["1-0", "*"]),
        ("((0,0) 1-0) * 1-0", ["*"]),
        ("1-0", ["1-0"]),
        ("1-0 1-0", ["1-0"]),
        ("* (0,0) 1-0 1-0", ["*", "(0,0)", "1-0"]),
    ],
)
def test_moves_with_odd_names_are_moves_where_they_are_legal(line: str, judged: list[str]) -> None:
    assert moves_of(oracle(Squares()).score([line])) == judged


def test_what_a_match_writes_is_read_whatever_the_names_of_moves() -> None:
    game = Squares()
    played = match(game, ("random", "random"), games=8, opening=1, seed=2).games
    past = oracle(game).score([each.text() for each in played])
    assert moves_of(past) == [move for each in played for move in each.moves[1:]]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["a1 b2 c3", "a1 a1"], "^Game 2: Move 2: a1 is not legal here"),
        (["a1 z9"], "^Game 1: Move 2: "),
        (["a1 b1 a2 b2 a3 c3"], "^Game 1: Move 6: c3 is not legal here"),
        (["(a1 b2"], "^Game 1: The opening has no closing parenthesis"),
        ([["a1", 9]], "^Game 1: Move 2: 9 is not a move; give its name, or its number from 0 to 8"),
        ([[None]], "^Game 1: Move 1: None is not a move"),
        ([7], "^Game 1: 7 is not a game; give a line such as 'b2 a1 c3', or a list of moves"),
        ([{"a1"}], "^Game 1: .* is not a game"),
    ],
)
def test_bad_games_are_refused_with_their_number(given: list[Any], message: str) -> None:
    with pytest.raises(BadMove, match=message):
        oracle().score(given)


def test_what_is_neither_an_agent_nor_games_is_refused() -> None:
    with pytest.raises(BadOption, match="7 is neither an agent nor a list of games"):
        oracle().score(7)  # pyright: ignore[reportArgumentType]
    with pytest.raises(BadOption, match="There is no side 'third'; the choices are first, second and both"):
        oracle().score([], side="third")


@pytest.mark.parametrize("options", [{"games": 0}, {"games": 1.5}, {"seed": -1}, {"seed": None}])
def test_numbers_are_checked(options: Any) -> None:
    with pytest.raises(BadOption, match="is not an integer of"):
        oracle().score(first, **options)


# --- agents ---------------------------------------------------------------------------------------------------------


def first(game: Game[Any], state: Any) -> int:
    return next(iter(game.actions(state)))


@pytest.mark.long
def test_the_moves_of_an_agent_are_judged_and_not_those_of_its_opponent() -> None:
    scores = oracle().score("perfect(compiled=false)", games=10, seed=1)
    assert scores.blunders == []
    assert (scores.player, scores.against, scores.games) == ("perfect(compiled=false)", "random", 10)
    assert {move.side for move in scores.moves if move.game % 2} == {"first"}
    assert {move.side for move in scores.moves if move.game % 2 == 0} == {"second"}
    worse = oracle().score("random", against=first, games=10)
    assert worse.blunders
    assert worse.against == "first"


@pytest.mark.long
def test_an_agent_is_judged_on_one_side_only() -> None:
    scores = oracle().score(first, games=6, side="second")
    assert {move.side for move in scores.moves} == {"second"}
    assert {move.game for move in scores.moves} == {2, 4, 6}


@pytest.mark.long
def test_the_same_seed_gives_the_same_moves() -> None:
    one, same, other = (oracle().score("random", games=4, seed=seed) for seed in (1, 1, 2))
    assert one.moves == same.moves != other.moves


AGENTS: dict[str, Any] = {
    "an action": first,
    "an action of NumPy": lambda game, state: np.int64(first(game, state)),
    "weights": lambda game, state: {action: Fraction(1, 2) for action in game.actions(state)},
    "probabilities": lambda game, state: np.array([game.legal(state, action) for action in range(9)]) / 9,
    "a mask": lambda game, state: np.array([game.legal(state, action) for action in range(9)]),
    "a list": lambda game, state: [float(game.legal(state, action)) for action in range(9)],
    "a player": Bot(GAME, first, name="mine"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", AGENTS)
def test_agents_answer_in_many_ways(name: str) -> None:
    scores = oracle().score(AGENTS[name], games=4)
    assert scores.moves
    assert scores.total.unknown == 0


def test_an_agent_draws_by_its_weights() -> None:
    """Of 400 draws with the weights 3 and 1, about 300 are the first: within five standard deviations."""
    player = as_player(lambda _game, _state: {0: 3, 1: 1}, GAME, seed=5)
    drawn = [player.choose(GAME.initial()).action for _ in range(400)]
    assert set(drawn) == {0, 1}
    assert abs(drawn.count(0) - 300) < 5 * math.sqrt(400 * 3 / 16)


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ({0: -1}, "returned the weight -1 for 0 in '.../.../...'; a weight must be a number of 0 or more"),
        ({0: math.nan}, "the weight nan for 0"),
        ({0: math.inf}, "the weight inf for 0"),
        ({0: "much"}, "the weight 'much' for 0"),
        ({0: 0, 1: 0.0}, "returned no positive weight in '.../.../...'; at least one legal action must have one"),
        ({}, "returned no positive weight"),
        (np.zeros(9), "returned no positive weight"),
        ({9: 1}, "returned a positive weight for 9 in '.../.../...'; that is not the number of a legal action"),
        ({"b2": 1}, "returned a weight for 'b2' in '.../.../...'; actions are integers"),
        (
            np.ones(8),
            r"returned an array of the shape \(8,\) in '.../.../...'; it must hold a weight for each of the 9",
        ),
        (np.ones((9, 1)), r"an array of the shape \(9, 1\)"),
        ([1], r"an array of the shape \(1,\)"),
        ([[1], [1, 2]], r"returned \[\[1\], \[1, 2\]\] in"),
        ({0: 1e308, 1: 1e308}, "weights with a sum that is too large for a float"),
        ({0: 10**400, 1: 0.5}, "weights with a sum that is too large for a float"),
        ({0, 1}, r"returned \{0, 1\} in"),
        (9, "returned 9 in '.../.../...'; it must return the number of a legal action"),
        (
            None,
            "returned None in '.../.../...'; it must return the number of a legal action, or a weight for each action",
        ),
        ("b2", "returned 'b2' in"),
    ],
)
def test_answers_that_are_no_policy_are_refused(answer: Any, message: str) -> None:
    def odd(_game: Game[Any], _state: Any) -> Any:
        return answer

    with pytest.raises(BadMove, match=message) as refusal:
        oracle().score(odd, games=1)
    assert str(refusal.value).startswith("odd returned ")
    assert one_sentence(str(refusal.value))
    with pytest.raises(BadMove, match=message):
        oracle().best_response(odd, "first")


def test_weights_of_actions_that_are_not_legal_may_be_zero() -> None:
    player = as_player(lambda _game, _state: {0: 1, 99: 0, 1: 0.0}, GAME)
    assert player.weights(GAME.initial()) == {0: 1}


def test_an_agent_that_fails_is_refused() -> None:
    with pytest.raises(GameFailed, match=r"broken failed in '.*' \(test_scores.py:\d+\): ZeroDivisionError"):
        oracle().score(broken, games=1)


def broken(_game: Game[Any], _state: Any) -> int:
    return 1 // 0


def test_the_weights_of_players() -> None:
    """A random player is uniform, and strength mixes: two thirds of the time its own policy, otherwise at random."""
    state = GAME.play(["a1", "a2", "a3", "b1", "b2", "b3"])
    assert engine_named(GAME, "random").weights(state) == {2: 1, 5: 1, 8: 1}
    assert engine_named(GAME, "perfect(compiled=false)").weights(state) in ({2: 1}, {8: 1})
    half = Bot(GAME, lambda _game, _state: {2: 1, 5: 3}, name="half", strength=2 / 3)
    assert half.weights(state) == pytest.approx({2: 1 / 6 + 1 / 9, 5: 1 / 2 + 1 / 9, 8: 1 / 9})


# --- budgets --------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_moves_without_a_proof_are_counted_apart() -> None:
    games = some_games(GAME, 6, seed=1)
    scores, whole = (Oracle(GAME, nodes=nodes, without="all", compiled=False).score(games) for nodes in (8, None))
    assert (scores.stopped, whole.stopped) == ("nodes", "complete")
    assert 0 < scores.total.unknown < len(scores.moves)
    for move, truth in zip(scores.moves, whole.moves, strict=True):
        assert move.lower <= truth.lower <= move.upper
        assert move.got_lower <= truth.got_lower <= move.got_upper
        assert move.blunder in (None, truth.blunder)
        assert move.optimal in (None, truth.optimal)
        assert set(move.best) <= set(truth.best)
        assert move.loss in (None, truth.loss)
        assert move.least_loss <= truth.least_loss
    assert f"{scores.total.unknown} not proved to keep or to give up the value" in str(scores)
    known, unknown = scores.total.keeping.known, scores.total.unknown
    assert scores.headline() == (
        f"mnk(3,3,3): {len(scores.blunders)} of {known} decided moves gave up the value of the position; "
        f"{unknown} are undecided."
    )


def test_without_any_proof_no_mistakes_are_counted() -> None:
    """It was "0 of 3 moves gave up the value of the position", as if the moves were right."""
    scores = Oracle(mnk(5, 5, 4), nodes=1, without="all", compiled=False).score(["a1 b1 c1"])
    assert scores.headline() == (
        "mnk(5,5,4): 3 moves, undecided: it is not proved whether the value of the position was given up."
    )


def test_the_ends_of_games_are_judged_first() -> None:
    """Of what the time does not suffice for, nothing is known."""
    games = some_games(mnk(4, 4, 4), 5, seed=2)
    scores = Oracle(mnk(4, 4, 4), seconds=0.3, without="all", compiled=False).score(games)
    assert scores.stopped == "seconds"
    known = [move.ply for move in scores.moves if move.blunder is not None]
    unknown = [move.ply for move in scores.moves if move.blunder is None]
    assert known
    assert min(known) > min(unknown)


def test_ctrl_c_leaves_the_verdicts_found_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.play.review.AT_ONCE", 4)
    assert AT_ONCE > 100
    shown: list[str] = []

    def progress(text: str) -> None:
        shown.append(text)
        if len(shown) == 2:
            raise KeyboardInterrupt

    scores = oracle().score(some_games(GAME, 2, seed=1), progress=progress)
    assert scores.stopped == "interrupted"
    assert shown[0].startswith("4 of ")
    assert shown[0].endswith(" positions judged")
    assert sum(move.blunder is not None for move in scores.moves) >= 8
    assert scores.total.unknown > 0
    assert (scores.moves[0].lower, scores.moves[0].upper, scores.moves[0].best) == (-1, 1, ())


@pytest.mark.long
def test_ctrl_c_during_the_games_judges_those_that_were_played() -> None:
    def progress(text: str) -> None:
        if text.startswith("3 of 10 games"):
            raise KeyboardInterrupt

    scores = oracle().score("random", games=10, progress=progress)
    assert (scores.games, scores.stopped) == (3, "interrupted")
    assert scores.total.unknown == 0


def test_a_search_is_interrupted_as_in_solve_many(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Solver, "_answer", interrupted)
    scores = oracle().score(["a1 b2"])
    assert (scores.stopped, scores.total.unknown) == ("interrupted", 2)


# --- texts, files and plots -----------------------------------------------------------------------------------------


def a_few() -> Scores:
    return oracle().score(["(b2) a1 c3 a3 c1 a2 0-1", "a1 b1 c3"])


@pytest.mark.long
def test_print_shows_figures_plies_and_mistakes() -> None:
    lines = str(a_few()).splitlines()
    assert lines[:5] == [
        "mnk(3,3,3): 3 of 8 moves gave up the value of the position.",
        "judged   8 moves in 2 games",
        "optimal  0.625 (95 % interval: 0.306 to 0.863)",
        "keeping  0.625 (95 % interval: 0.306 to 0.863)",
        "loss     0.375 a move (95 % interval: 0.016 to 0.734)",
    ]
    assert (
        lines[5] == "note     intervals count the moves as independent; optimal moves also win soonest or lose latest"
    )
    assert lines[8:11] == ["ply  moves  optimal  keeping   loss", "  1      1    1.000    1.000  0.000"] + [
        "  2      2    0.500    0.500  0.500"
    ]
    assert lines[-3:] == [
        "mistake  game 1, ply 5, in O../.X./O.X: c1 loses; a2 draws",
        "mistake  game 2, ply 2, in X../.../...: b1 loses; b2 draws",
        "mistake  game 2, ply 3, in XO./.../...: c3 draws; a2, b2 and a3 win",
    ]


def test_scores_in_points_and_of_chance_are_told_as_numbers() -> None:
    text = str(Oracle(JUDGED["stakes"], compiled=False).score([["t1", "t1", "t1", "t3", "t3"]]))
    assert "gets -" in text
    risk = oracle(Risk()).score([[0], [1, 0, 0]])
    assert risk.moves[0].loss == 1
    assert "0 gets -4; 1 gets -3" in str(risk)
    assert "win soonest" not in str(risk)
    assert risk.to_dict()["moves"][1]["got"] == "-5/2" or risk.moves[1].value is not None


@pytest.mark.long
def test_the_worst_mistakes_come_first_and_once() -> None:
    games = (
        ["a1 b1 c3"] * 3
        + ["(a1 b2) c3 a3 b1 c2 1-0"]
        + [game for seed in range(4) for game in some_games(GAME, 5, seed)]
    )
    scores = oracle().score(games)
    losses = [move.loss for move in scores.blunders]
    assert losses == sorted(losses, reverse=True)
    rows = [parts if isinstance(parts, str) else ", ".join(parts) for _, parts in scores.mistakes()]
    different = {(move.position, move.move) for move in scores.blunders}
    assert rows[-1] == f"and {len(different) - MOST_SHOWN} other mistakes"
    assert len({row.partition(", in ")[2] for row in rows[:-1]}) == MOST_SHOWN == len(rows) - 1


@pytest.mark.parametrize(
    ("line", "right"),
    [("a1 b1 a2 b2 a3 0-1", "1-0"), ("a1 b1 a2 b2 a3 1/2-1/2", "1-0"), ("b2 a1 c3 a3 c1 a2 1-0", "0-1")],
)
def test_a_result_that_does_not_fit_the_moves_is_refused(line: str, right: str) -> None:
    result = line.split()[-1]
    words = f"Game 1: The result {result} does not fit the moves, after which it is {right}"
    with pytest.raises(BadMove, match=re.escape(words)):
        oracle().score([line])
    assert oracle().score([line.replace(result, right), line.replace(result, "*"), "a1 b2 1-0"]).games == 3


def test_without_moves_there_is_nothing_to_judge() -> None:
    for scores in (oracle().score([]), oracle().score(["a1"], side="second")):
        assert str(scores) == "mnk(3,3,3): there is no move to judge."
        assert scores.csv() == ",".join(COLUMNS) + "\n"
        assert scores.to_dict()["total"]["optimal"]["rate"] is None


@pytest.mark.long
def test_csv_has_a_row_for_each_ply() -> None:
    scores = a_few()
    rows = list(csv.DictReader(io.StringIO(scores.csv())))
    assert tuple(rows[0]) == COLUMNS
    assert [int(row["ply"]) for row in rows] == list(scores.by_ply)
    for row, rates in zip(rows, scores.by_ply.values(), strict=True):
        assert (int(row["moves"]), int(row["known"])) == (rates.moves, rates.keeping.known)
        assert float(row["optimal"]) == rates.optimal.rate
        assert (float(row["keeping_low"]), float(row["keeping_high"])) == rates.keeping.interval
        assert row["loss_low"] == ("" if rates.loss.interval is None else str(rates.loss.interval[0]))


def test_to_dict_is_plain_data() -> None:
    scores = Oracle(JUDGED["coins"], compiled=False).score(some_games(JUDGED["coins"], 3, seed=1))
    told = json.loads(json.dumps(scores.to_dict()))
    assert told["total"]["moves"] == sum(ply["moves"] for ply in told["by_ply"]) == len(told["moves"])
    assert [Fraction(move["value"]) for move in told["moves"]] == [move.value for move in scores.moves]


@pytest.mark.long
@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf"])
def test_plots_are_drawn(tmp_path: Path, ending: str) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / f"rates{ending}"
    a_few().plot(path)
    assert path.stat().st_size > 1000


def test_a_plot_without_moves_is_drawn_too(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    oracle().score([]).plot(tmp_path / "rates.svg")
    assert "</svg>" in (tmp_path / "rates.svg").read_text()


@pytest.mark.long
def test_without_matplotlib_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("zermelo.play.scores.find_spec", lambda _name: None)
    with pytest.raises(
        NotInstalled, match=r"Matplotlib is not installed; `pip install 'zermelo\[experiments\]'` installs it"
    ):
        a_few().plot(tmp_path / "rates.png")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("rates.bmp", "is not the name of a plot; give one that ends with .png, .svg or .pdf"),
        ("no/rates.png", "no folder"),
    ],
)
def test_a_plot_that_cannot_be_written_is_refused(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        a_few().plot(tmp_path / name)


@pytest.mark.long
def test_on_a_full_disk_the_old_plot_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")

    def full(*_: Any, **__: Any) -> Any:
        raise OSError(errno.ENOSPC, "")

    (tmp_path / "rates.png").write_bytes(b"old")
    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(BadOption, match=r"rates\.png' cannot be written: No space left on device\."):
        a_few().plot(tmp_path / "rates.png")
    assert contents(tmp_path) == {"rates.png": b"old"}


def test_games_of_strings_and_of_theory_are_judged_too() -> None:
    assert moves_of(oracle(Cards()).score(["0 1"])) == ["0", "1"]
    scores = oracle(nim(3, 4), objective="outcome").score(some_games(nim(3, 4), 3, seed=1))
    assert scores.total.unknown == 0


@pytest.mark.long
def test_a_policy_by_weights_is_scored_like_its_random_choices() -> None:
    policy, rng = some_policy(GAME, 1), random.Random(0)

    def chosen(game: Game[Any], state: Any) -> int:
        weights = policy(state)
        return rng.choices([*weights], [*weights.values()])[0]

    rates = [oracle().score(each, games=100).total.keeping.rate for each in (lambda _, state: policy(state), chosen)]
    assert rates[0] is not None
    assert rates[0] == pytest.approx(rates[1], abs=0.2)


def test_boards_stand_below_what_is_said_and_the_worst_plies_are_shown() -> None:
    """`judge` put boards of several lines into a sentence, and printed a line for each of 2,000 plies."""
    more: dict[str, Any] = {"mover": 0, "distance": None, "keeping": ("a1", "b1"), "all_keeping": True}
    kept = JudgedMove(2, 1, "first", "x y\nz w", "a1", 1, 1, 1, 1, ("b1",), optimal=True, blunder=False, **more)
    moves = [kept._replace(ply=ply) for ply in range(1, 41)]
    moves[29] = moves[29]._replace(got_lower=-1, got_upper=-1, blunder=True)
    scale = RewardScale(2, -1, 1, chance=False, mover=-1)
    scores = Scores("g", None, None, "both", "outcome", scale, 1, tuple(moves), "complete", 0.0, 0.0)
    said = "mistake  game 2, ply 30, a1 loses; b1 wins\n         x y\n         z w"
    assert labelled(scores.mistakes()) == as_rows(scores.mistakes()) == said
    lines = scores.table().split("\n")
    assert len(lines) == 22
    assert lines[-2].startswith(" 30      1")
    assert lines[-1] == "and 20 plies with no higher loss; -o FILE.csv lists all"
