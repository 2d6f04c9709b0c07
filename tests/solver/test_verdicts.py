"""What values are called: a win, a draw, a loss only where rewards mean that; and the same by every command."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.support import small_games
from tests.support.small_games import Auction, Coins, Stake
from zermelo import Game, analyze, check, game_named, solve
from zermelo.cli import main
from zermelo.core.errors import BadGame, BadOption
from zermelo.core.reward_scale import RewardScale, with_decimals
from zermelo.games import capture, connect, mnk, tree
from zermelo.play.move_values import MoveValue
from zermelo.play.record import Record
from zermelo.web.jobs import Jobs

FILE = Path(small_games.__file__)
TIES = "if each player takes the first of equally good moves"
DUEL = RewardScale(players=2, worst=-1, best=1, chance=False, mover=-1)


# --- words ---------------------------------------------------------------------------------------------------------------
@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("scale", "value", "distance", "sentence"),
    [
        (DUEL, 1, 3, "The player to move wins in 3 plies."),
        (DUEL, -1, 1, "The player to move loses in 1 ply."),
        (DUEL, 0, None, "With best play this is a draw."),
        (DUEL._replace(worst=-5, best=5), 0, None, "With best play this is a draw."),
        (DUEL._replace(worst=-5, best=5), 1, None, "With best play the player to move gets 1 (possible: -5 to 5)."),
        (
            DUEL._replace(worst=-5, best=5),
            5,
            2,
            "With best play the player to move gets 5 (the most possible) in 2 plies.",
        ),
        (DUEL._replace(chance=True), 1, None, "The player to move wins."),
        (DUEL._replace(chance=True), 0, None, "With best play the player to move gets 0 on average."),
        (
            DUEL._replace(chance=True),
            Fraction(-1, 4),
            None,
            "With best play the player to move gets -1/4 on average (-0.2500).",
        ),
        (
            DUEL._replace(chance=True),
            Fraction(2155994485613, 8463329722368),
            None,
            "With best play the player to move gets about +0.2547 on average.",
        ),
        (RewardScale(3, 0, 2, False, 0), 0, None, f"With best play Player 1 gets 0 (possible: 0 to 2), {TIES}."),
        (RewardScale(3, 0, 2, False, 1), 2, None, f"With best play Player 2 gets 2 (the most possible), {TIES}."),
        (RewardScale(3, -1, 1, False, 2), 1, None, f"With best play Player 3 gets 1 (the most possible), {TIES}."),
        (RewardScale(1, -1, 1, False, -1), 1, None, "With best play the player to move gets 1 (the most possible)."),
    ],
)
def test_a_verdict_says_what_the_value_means(
    scale: RewardScale, value: int, distance: int | None, sentence: str
) -> None:
    assert scale.sentence(value, distance) == sentence


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("scale", "bounds", "words", "sentence"),
    [
        (DUEL, (-1, 1), "", "Not decided."),
        (DUEL, (0, 1), "at least a draw", "Not decided, but with best play X does not lose."),
        (DUEL, (-1, 0), "at most a draw", "Not decided, but with best play X does not win."),
        (
            DUEL._replace(chance=True),
            (0, 1),
            "0 to 1 on average",
            "Not decided: X gets at least 0, at most 1, on average.",
        ),
        (DUEL._replace(best=5), (0, 3), "0 to 3", "Not decided: X gets at least 0, at most 3."),
    ],
)
def test_bounds_in_words(scale: RewardScale, bounds: tuple[int, int], words: str, sentence: str) -> None:
    assert scale.between(*bounds) == words
    assert scale.undecided(*bounds, "X") == sentence


def test_zero_is_no_draw_where_rewards_begin_there() -> None:
    """The reward 0 of 0 to 2 was called a draw, and 1 a win though 2 was best."""
    game = Auction(5)
    result = solve(game, compiled=False)
    assert result.rewards is not None
    assert "draw" not in result.sentence()
    possible = "the most possible" if result.value == 2 else "possible: 0 to 2"
    assert result.sentence() == f"With best play Player 1 gets {result.value} ({possible}), {TIES}."
    shown = CliRunner().invoke(main, ["analyze", f"{FILE}:Auction(5)", "--interpreted", "-q"])
    assert shown.exit_code == 0, shown.output
    assert not {"wins", "draws", "loses"} & set(shown.stdout.replace(".", " ").split())


def test_how_a_game_of_three_ended_is_told_by_rewards() -> None:
    record = Record.played(Auction(2), ["2"])
    assert record.outcome() == "Player 1 gets 2, Player 2 gets 1, Player 3 gets 0."


def test_equal_rewards_of_three_players_are_no_draw() -> None:
    record = Record.played(Auction(1), ["1"])
    assert "draw" not in record.outcome()


# --- one voice -----------------------------------------------------------------------------------------------------------
GAMES = (
    "mnk(3,3,3)",
    "connect(4,3,3)",
    "nim(2,3)",
    "capture(7,2)",
    "chomp(3,3)",
    "einstein(2,1)",
    "lines(3x2,2,players=3)",
    f"{FILE}:Auction(6)",
    f"{FILE}:Stake(7)",
    f"{FILE}:Coins(3)",
)


def places(name: str, count: int) -> list[list[str]]:
    """The moves to positions in which a player moves, on the way of random plays."""
    game, rng, found = game_named(name), random.Random(name.rpartition("/")[2]), list[list[str]]()
    while len(found) < count:
        record = Record.begin(game)
        ways = list[list[str]]()
        while not record.over:
            if not record.chance:
                ways.append(record.names())
            record.do(rng.choice(list(game.actions(record.state))))
        found.append(rng.choice(ways))
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES, ids=lambda name: name.rpartition("/")[2])
def test_solve_analyze_play_and_the_page_agree(name: str) -> None:
    """On value, kind and sentence: twenty positions of each of ten games."""
    game, jobs = game_named(name), Jobs(memory=1 << 24, compiled=False)
    for moves in places(name, 20):
        text = " ".join(moves) or None
        found = analyze(game, text, compiled=False)
        solved = solve(game, text, objective=found.objective, compiled=False)
        assert (found.value, found.verdict()) == (solved.value, solved.sentence()), moves
        assert solved.kind == "exact"
        assert found.exact
        request = {"game": name, "position": None, "moves": moves, "seconds": 20.0, "objective": None}
        page = jobs.answer("values", request, lambda _progress: None)
        told = json.loads(json.dumps(found.to_dict()))
        assert page["sentence"] == told["sentence"]
        assert [(m["move"], m["value"], m["kind"]) for m in page["moves"]] == [
            (m["move"], m["value"], m["kind"]) for m in told["moves"]
        ]
        asked = ["play", name, "--interpreted", "--seconds", "60", "--as", "both", *(["--from", text] if text else [])]
        shown = CliRunner().invoke(main, asked, input="hint\nquit\n")
        assert shown.exit_code == 0, shown.output
        record = Record.played(game, moves)
        assert found.sentence(record.name(record.mover)) in " ".join(shown.stdout.split()), shown.output


# --- lines of play ---------------------------------------------------------------------------------------------------------
ALGORITHMS = ("bns", "mtdf", "alpha-beta", "negascout", "aspiration", "sss*", "informed-minimax")


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("objective", ["outcome", "distance"])
def test_a_line_of_play_that_ends_gets_the_value(algorithm: str, objective: str) -> None:
    """Best Node Search showed lines in which the loser won."""
    games: list[Game[Any]] = [mnk(3, 3, 3), connect(4, 3, 3), capture(7, 2), *(tree(3, 4, seed) for seed in range(8))]
    for game in games:
        for moves in places(str(game), 8):
            found = solve(game, " ".join(moves) or None, algorithm=algorithm, objective=objective, compiled=False)
            record = Record.played(game, [*moves, *found.line])
            mover = Record.played(game, moves).mover
            if record.over:
                assert found.lower <= record.rewards()[mover] <= found.upper, (str(game), moves, found.line)


def test_the_games_of_these_tests_are_in_order() -> None:
    for game in (Auction(6), Stake(7), Coins(3)):
        assert check(game, compiled=False).ok, check(game, compiled=False).text()


# --- incidents -------------------------------------------------------------------------------------------------------------
@pytest.mark.long
def test_moves_that_lose_at_once_are_not_best_where_another_holds_out() -> None:
    """All seven moves were called equally good, though six lost in 2 plies and the distance of the seventh was not known."""
    found = analyze(connect(7, 6, 4), "3 4 3 4 3", nodes=3000, compiled=False)
    assert found.best in ((), ("3",))
    assert found.moves[0].move == "3"
    assert "equally good" not in found.sentence()


def test_an_estimate_is_worth_no_more_than_what_is_proved() -> None:
    """A move proved not to win stood above others by its estimate."""
    known = MoveValue("a", Fraction(39, 100), "heuristic", -1, 0, None, 100, 4, ("a",))
    other = MoveValue("b", Fraction(1, 100), "heuristic", -1, 1, None, 100, 4, ("b",))
    assert known.expected == 0
    assert other.rank > known.rank


@pytest.mark.long
def test_undecided_moves_are_searched_to_equal_depths() -> None:
    found = analyze(connect(6, 5, 4), seconds=2.0, compiled=False)
    depths = {move.depth for move in found.moves}
    assert len(depths) == 1, found.moves
    assert None not in depths


def test_a_depth_is_counted_from_the_position() -> None:
    """`analyze --depth N` looked N + 1 plies ahead."""
    found = analyze(connect(5, 4, 4), depth=3, compiled=False)
    assert {move.depth for move in found.moves} == {3}
    assert {len(move.line) for move in found.moves} <= {1, 2, 3}
    with pytest.raises(BadOption, match="depth = 0"):
        analyze(connect(5, 4, 4), depth=0, compiled=False)


def test_three_players_must_say_who_moves() -> None:
    """Without to_move, two of the three took turns, and values were wrong."""

    class Silent(Auction):
        to_move = Game.to_move

    with pytest.raises(BadGame, match="does not define to_move"):
        solve(Silent(4), compiled=False)
    assert not check(Silent(4), compiled=False).ok


def test_points_are_no_wins_at_the_end_of_a_game() -> None:
    assert Record.played(Stake(1), ["t1"]).outcome() == "Player 1 gets 1, Player 2 gets -1."
    assert Record.played(Stake(2), ["t2"]).outcome() == "Player 1 gets 2, Player 2 gets -2."


@pytest.mark.long
def test_a_fraction_has_decimals_beside_it() -> None:
    """`solve` printed the value 2155994485613/8463329722368 and left it to the reader to divide."""
    assert with_decimals(Fraction(2155994485613, 8463329722368)) == "2155994485613/8463329722368 (about 0.2547)"
    assert [with_decimals(value) for value in (Fraction(-1, 4), 3)] == ["-1/4 (-0.25)", "3"]
    assert DUEL._replace(chance=True).between(Fraction(1, 3), 1) == "1/3 (about 0.3333) to 1 on average"
    shown = CliRunner().invoke(main, ["solve", "einstein(3,2)", "--interpreted", "-q"]).stdout
    assert re.search(r"value    -?\d+/\d+ \((about )?-?0\.\d+\) \(exact\)", shown), shown
