"""Matches: what is counted is what was played, openings are mirrored, perfect players draw."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.support.brute_force import Truth
from tests.support.naive import Placement
from zermelo import Game
from zermelo.cli import main
from zermelo.core.errors import BadGame, BadMove, BadOption, GameFailed, NotSupported
from zermelo.games import connect, einstein, mnk, nim, subtraction
from zermelo.native.machine import Machine
from zermelo.play.engine import Engine, engine_named
from zermelo.play.match import Played, match, wilson
from zermelo.play.players import Player
from zermelo.play.prove_play import prove_play

BOT = """
import time

def first(game, state):
    return next(iter(game.actions(state)))

def centre(game, state):
    return 4 if game.legal(state, 4) else first(game, state)

def wrong(game, state):
    return 99

def text(game, state):
    return "b2"

def fails(game, state):
    raise ValueError("no idea")

number = 3

def leaves(game, state):
    raise SystemExit(0)

def chatty(game, state):
    print("I think", flush=True)
    return first(game, state)

def slow(game, state):
    time.sleep(0.1)
    return chatty(game, state)

def huge(game, state):
    return 10**5000

def numpys(game, state):
    import numpy
    return numpy.int64(first(game, state))
"""


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    path = tmp_path / "mybot.py"
    path.write_text(BOT)
    return path


def engines(game: Game, one: str, other: str) -> tuple[Player, Player]:
    return (
        engine_named(game, one, seed=1, remembers=True, compiled=False),
        engine_named(game, other, seed=2, remembers=True, compiled=False),
    )


@pytest.mark.long
def test_perfect_games_vary_and_are_all_drawn() -> None:
    game = mnk(3, 3, 3)
    found = match(game, engines(game, "perfect", "perfect"), games=20)
    assert (found.wins, found.draws, found.losses, found.score) == (0, 20, 0, 0.5)
    assert len({played.moves for played in found.games}) > 15


def test_games_are_legal_and_end_as_they_say() -> None:
    game, rules = mnk(3, 3, 3), Placement(3, 3, 3)
    found = match(game, engines(game, "random", "random"), games=40, seed=5)
    assert found.wins
    assert found.losses
    assert found.draws
    for played in found.games:
        state = rules.start()
        for name in played.moves:
            assert not rules.over(state)
            action = game.parse_action(name)
            assert action in rules.actions(state)
            state = rules.apply(state, action)
        assert rules.over(state)
        to_move = len(played.moves) % 2
        player = played.first ^ to_move  # who would move now
        assert played.rewards[player] == rules.reward(state) == -played.rewards[1 - player]
    assert [played.first for played in found.games] == [0, 1] * 20


@pytest.mark.long
def test_each_opening_is_played_twice_with_sides_exchanged() -> None:
    game = connect(4, 4, 3)
    found = match(game, engines(game, "random", "negamax(depth=2)"), games=21, opening=3, seed=9)
    openings = [played.moves[: played.opening] for played in found.games]
    assert all(len(opening) == 3 for opening in openings)
    assert openings[0:20:2] == openings[1:21:2]
    assert len({*openings}) > 3


def test_an_opening_never_ends_play() -> None:
    game = nim(1, 1, 1)
    found = match(game, engines(game, "perfect", "perfect"), games=4, opening=9)
    assert all(len(played.moves) == 3 and played.opening == 2 for played in found.games)


@pytest.mark.long
def test_the_same_seed_is_the_same_match() -> None:
    game = mnk(3, 3, 3)
    one, same, other = (match(game, engines(game, "random", "perfect"), games=4, seed=s) for s in (1, 1, 2))
    assert one.games == same.games
    opened = [match(game, engines(game, "random", "perfect"), games=4, opening=2, seed=s).games for s in (1, 2)]
    assert opened[0] != opened[1]
    assert other.score <= 0.5


def test_a_better_player_wins() -> None:
    game = connect(3, 3, 3)
    found = match(game, engines(game, "perfect", "random"), games=20)
    assert found.score > 0.6
    low, high = found.interval
    assert low < found.score <= high


def test_dice_are_thrown_for_both() -> None:
    game = einstein(3, 1)
    found = match(game, engines(game, "perfect", "random"), games=6)
    assert len(found.games) == 6


def test_intervals_are_wilsons() -> None:
    """Against figures of the closed form worked out by hand: 8 of 10 (Wilson 1927)."""
    low, high = wilson(0.8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert wilson(0.5, 0) == (0.0, 1.0)
    assert wilson(0.0, 5)[0] == pytest.approx(0.0)
    assert wilson(1.0, 5)[1] == pytest.approx(1.0)


def test_games_as_text() -> None:
    won = Played(1, 1, ("a1", "b2", "c3"), (-1, 1))
    assert won.text() == "(a1) b2 c3 1-0"
    assert (won.outcome, Played(0, 0, ("1",), (0, 0)).text()) == (-1, "1 1/2-1/2")


@pytest.mark.long
def test_compiling_is_no_time_of_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that takes all its time waits for native code first; two players may be one, which compiles once."""

    def load(machine: Machine, *, only_cached: bool) -> None:
        if not only_cached:
            time.sleep(1.5)
            machine.can_compile = False

    monkeypatch.setattr(Machine, "_load", load)
    game = connect(6, 5, 4)
    engine = engine_named(game, "mtdf", seconds=0.05)
    thought = list[tuple[bool, float]]()
    choose = Engine.choose

    def timed(engine: Engine, *args: Any, **options: Any) -> Any:
        began, ready = time.perf_counter(), engine.ready
        choice = choose(engine, *args, **options)
        thought.append((ready, time.perf_counter() - began))
        return choice

    monkeypatch.setattr(Engine, "choose", timed)
    found = match(game, (engine, engine), games=1)
    assert [ready for ready, _ in thought] == [False] + [True] * (len(thought) - 1)
    assert found.compile_seconds > 0.5  # of 1.5, less what the first trials take
    assert found.seconds == pytest.approx(sum(seconds for _, seconds in thought), abs=0.25)
    assert match(game, (engine, engine), games=1).compile_seconds == 0


def test_a_match_that_is_interrupted_tells_the_games_so_far() -> None:
    game = mnk(3, 3, 3)

    def stop(wins: int, draws: int, losses: int) -> None:
        if wins + draws + losses == 3:
            raise KeyboardInterrupt

    found = match(game, engines(game, "random", "random"), games=10, progress=stop)
    assert (len(found.games), found.wanted) == (3, 10)


@pytest.mark.long
def test_bots_are_played(bot: Path) -> None:
    game = mnk(3, 3, 3)
    found = match(game, engines(game, "perfect", f"{bot}:first"), games=4)
    assert found.wins == 4
    assert all(played.moves[1 - played.first][:2] == "a1" or "a1" in played.moves for played in found.games)


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("wrong", BadMove, "returned 99"),
        ("text", BadMove, "returned 'b2'"),
        ("fails", GameFailed, "ValueError: no idea"),
        ("leaves", GameFailed, "SystemExit"),
        ("huge", BadMove, "a int that cannot be printed"),
        ("number", BadGame, "no function 'number' in"),
        ("absent", BadGame, "no function 'absent' in"),
        ("first(depth=3)", BadOption, "no setting 'depth' of the engine .*; the choices are strength and seed"),
    ],
)
def test_bots_that_do_wrong_are_refused(bot: Path, name: str, error: type[Exception], message: str) -> None:
    game = mnk(3, 3, 3)
    with pytest.raises(error, match=message):
        match(game, engines(game, "perfect", f"{bot}:{name}"), games=2)


def test_actions_may_be_integers_of_numpy(bot: Path) -> None:
    game = mnk(3, 3, 3)
    assert len(match(game, engines(game, f"{bot}:numpys", "random"), games=2).games) == 2


@pytest.mark.parametrize("text", ["perfect(game=3)", "perfect(self=1)", "negamax(algorithm=minimax)"])
def test_what_is_no_setting_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="is no setting"):
        engine_named(mnk(3, 3, 3), text)


@pytest.mark.long
def test_an_algorithm_that_finds_one_best_move_plays_too() -> None:
    game = mnk(3, 3, 3)
    assert match(game, engines(game, "bns", "bns"), games=2).draws == 2


class Late(Game[tuple[int, int]]):
    """Seven stones, one to three are taken, who takes the last one wins; player 1 begins."""

    action_count, max_length = 3, 7

    def initial(self) -> tuple[int, int]:
        return 7, 1

    def to_move(self, state: tuple[int, int]) -> int:
        return state[1]

    def legal(self, state: tuple[int, int], action: int) -> bool:
        return action < state[0]

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return state[0] - action - 1, 1 - state[1]

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def reward(self, state: tuple[int, int]) -> int:
        return -1


def test_who_moves_first_is_told_where_that_is_the_second_player_of_the_game() -> None:
    game = Late()
    found = match(game, engines(game, "perfect", "random"), games=6)
    for played in found.games:
        ending = (len(played.moves) - 1) % 2  # 0 where who moved first moved last, and won
        winner = played.first ^ ending
        assert played.rewards == ((1, -1) if winner == 0 else (-1, 1))
        assert played.text().endswith("1-0" if ending == 0 else "0-1")
    assert {played.rewards for played in found.games if played.first == 0} == {(1, -1)}  # seven stones are won


@pytest.mark.long
def test_ctrl_c_during_a_search_ends_the_match() -> None:
    class Stopped(Engine):
        def choose(self, state: Any, **given: Any) -> Any:
            return super().choose(state, **given)._replace(interrupted=True)

    game = mnk(3, 3, 3)
    stopped = Stopped(game, compiled=False)
    assert match(game, (stopped, stopped), games=3).games == ()
    assert prove_play(game, stopped).stopped == "interrupted"


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("name", ["", "."])
def test_what_is_no_file_is_refused_before_a_game_is_played(name: str) -> None:
    shown = CliRunner().invoke(main, ["match", "random", "random", "-o", name])
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert "is not the name of a file" in shown.stderr


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "link.txt").symlink_to(tmp_path / "games.txt")
    shown = CliRunner().invoke(main, ["match", "random", "random", "--games", "2", "-o", str(tmp_path / "link.txt")])
    assert shown.exit_code == 0, shown.output
    assert (tmp_path / "link.txt").is_symlink()
    assert len((tmp_path / "games.txt").read_text().splitlines()) == 2


def test_what_is_no_match_is_refused() -> None:
    game = mnk(3, 3, 3)
    players = engines(game, "random", "random")
    for options in ({"games": 0}, {"opening": -1}, {"seed": -1}, {"games": 1.5}):
        with pytest.raises(BadOption, match="is not an integer"):
            match(game, players, **options)
    three = subtraction(3, 1)
    assert match(three, engines(three, "random", "random"), games=1).games


def least(game: Any, state: Any) -> int:
    return next(iter(game.actions(state)))


def test_players_are_given_by_name_too() -> None:
    found = match("nim(1,2)", ("random", "negamax(depth=1)"), games=2)
    assert found.names == ("random", "negamax(depth=1)")
    assert (len(found.games), found.unfinished) == (2, 0)
    assert match("nim(1,2)", (least, "random"), games=2).names == ("least", "random")
    proof = prove_play("nim(1,2)", engine_named("nim(1,2)", "perfect(compiled=false)"))
    assert (proof.player, proof.holds) == ("perfect(compiled=false)", True)
    with pytest.raises(BadOption, match="3 is not a player; give a string such as 'perfect' or"):
        match("nim(1,2)", ("random", 3))  # pyright: ignore[reportArgumentType]
    with pytest.raises(BadOption, match="players = 'random' is not a pair of players; give two, as in"):
        match("nim(1,2)", "random")  # pyright: ignore[reportArgumentType]


def test_more_players_are_refused() -> None:
    shown = CliRunner().invoke(main, ["match", "random", "random", "--game", "lines(3x3,3,players=3)"])
    assert shown.exit_code == 2
    assert "a match needs a game for two" in shown.stderr
    assert NotSupported.__name__ not in shown.stderr


def test_the_command_writes_games(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    words = ["match", "random", "random", "--games", "6", "--seed", "4", "-o", str(file)]
    shown = CliRunner().invoke(main, words)
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.splitlines()[0].startswith("random against random, mnk(3,3,3)")
    assert len(file.read_text().splitlines()) == 6
    told = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    assert told["wins"] + told["draws"] + told["losses"] == 6
    assert [" ".join(game["moves"]) for game in told["games"]] == [
        " ".join(line.split()[:-1]) for line in file.read_text().splitlines()
    ]
    nowhere = CliRunner().invoke(main, ["match", "random", "random", "-o", str(tmp_path / "no" / "games.txt")])
    assert nowhere.exit_code == 2
    assert "There is no folder" in nowhere.stderr


def test_what_a_bot_prints_is_not_in_the_answer(bot: Path) -> None:
    shown = CliRunner().invoke(main, ["match", f"{bot}:chatty", "random", "--games", "2", "--json"])
    assert json.loads(shown.stdout)["wanted"] == 2
    assert shown.stderr.startswith("I think\n")


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["match", "random", "--games", "1000"], r"interrupted after \d of 1,000 games"),
        (["prove-play", "mnk(3,3,3)", "--engine"], "has not got less than the value so far"),
    ],
)
def test_a_signal_ends_it_with_what_is_known(bot: Path, words: list[str], told: str) -> None:
    command = [sys.executable, "-m", "zermelo", *words, f"{bot}:slow"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for _ in range(6):  # a game takes five of its moves at the most
            assert process.stderr.readline() == "I think\n"
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.search(told, out), out


@pytest.mark.long
def test_perfect_play_from_an_opening_ends_as_minimax_says() -> None:
    game, truth = connect(3, 3, 3), Truth(connect(3, 3, 3))
    found = match(game, engines(game, "perfect", "perfect"), games=10, opening=2, seed=1)
    for played in found.games:
        state = game.play(list(played.moves[: played.opening]))
        mover = played.first ^ (played.opening % 2)
        assert played.rewards[mover] == truth.worth(state).value
