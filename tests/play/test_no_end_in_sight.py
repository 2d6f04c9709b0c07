"""Games of which no search can reach the end of every play: plays may return to a position, or means do not fit. Random
engines and those that search to a depth play them; the perfect one searches as deep as it can, and says so.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from zermelo import analyze, census, game_named, match
from zermelo.cli import main
from zermelo.games import einstein
from zermelo.play.engine import Engine, engine_named
from zermelo.solver.setup import farthest
from zermelo.web.jobs import Jobs

WALKS = '''
from zermelo import Game


class Walk(Game):
    """A walk on 0..6 from 3, one step to either side: who comes to an end has won."""

    action_count, max_length, cyclic = 2, 30, True

    def initial(self):
        return 3

    def legal(self, state, action):
        return True

    def apply(self, state, action):
        return state + 2 * action - 1

    def terminal(self, state):
        return state in (0, 6)

    def reward(self, state):
        return -1


class Chase(Walk):
    """The second player wins if there is no end to it."""

    max_length, endless = 6, 1

    def to_move(self, state):
        return 1 - state % 2


class Long(Walk):
    """With one more move, a leap of two: who blunders loses."""

    action_count, max_length = 3, 2000

    def apply(self, state, action):
        return max(0, min(6, state + (-1, 1, 2)[action]))


class Round(Walk):
    """There is no end to it."""

    def apply(self, state, action):
        return 1 + state % 5

    def terminal(self, state):
        return False


class Wide(Walk):
    """In two dimensions, and without an end for long: too many positions for a table in moments."""

    action_count = 4

    def initial(self):
        return (500_000, 500_000)

    def apply(self, state, action):
        x, y = state
        return (x + (1, -1, 0, 0)[action], y + (0, 0, 1, -1)[action])

    def terminal(self, state):
        return 0 in state


class Three(Walk):
    """With three players."""

    players, reward_range = 3, (0, 1)

    def initial(self):
        return (3, 0)

    def apply(self, state, action):
        return (state[0] + 2 * action - 1, (state[1] + 1) % 3)

    def terminal(self, state):
        return state[0] in (0, 6)

    def to_move(self, state):
        return state[1]

    def rewards(self, state):
        return tuple(int(player != state[1]) for player in range(3))
'''


@pytest.fixture
def walks(tmp_path: Path) -> str:
    path = tmp_path / "walks.py"
    path.write_text(WALKS)
    return str(path)


def run(*words: str, said: str | None = None) -> Result:
    shown = CliRunner().invoke(main, [*words], input=said)
    assert not shown.exception or isinstance(shown.exception, SystemExit), shown.exception
    return shown


def named(name: str, walks: str) -> str:
    return name if "(" in name else f"{walks}:{name}"


ENGINES = {"Walk": ("random", "negamax(depth=4)", "perfect"), "einstein(4,3)": ("random", "star1(depth=3)", "perfect")}
NOTES = {"Walk": "may return to a position", "einstein(4,3)": "No search can follow every play"}
"""What the perfect engine says of a game."""
PLAYED = [(name, engine) for name, engines in ENGINES.items() for engine in engines]


@pytest.mark.long
@pytest.mark.parametrize(("name", "engine"), PLAYED)
def test_engines_that_need_no_end_play(name: str, engine: str, walks: str) -> None:
    words = ("--as", "none", "--seed", "1", "--seconds", "0.05", "--interpreted")
    shown = run("play", named(name, walks), "--engine", engine, *words)
    assert shown.exit_code == 0, shown.output
    ended = shown.stdout.splitlines()[-2]
    assert "wins." in ended or "it might never end" in ended
    assert (NOTES[name] in shown.stdout) == (engine == "perfect")


@pytest.mark.long
@pytest.mark.parametrize(("name", "engine"), PLAYED)
def test_they_play_matches(name: str, engine: str, walks: str) -> None:
    game = named(name.replace("Walk", "Long"), walks)
    shown = run("match", engine, "random", "--game", game, "--games", "2", "--seconds", "0.05", "-q", "--opening", "3")
    assert shown.exit_code == 0, shown.output
    assert "of 2 games" in shown.stdout
    assert (NOTES[name] in " ".join(shown.stderr.split())) == (engine == "perfect")


def test_a_game_that_does_not_end_is_broken_off(walks: str) -> None:
    shown = run("play", f"{walks}:Round", "--engine", "random", "--as", "none", "--interpreted")
    assert shown.exit_code == 0
    assert "The game stops here, after 30 plies; it might never end." in shown.stdout


def test_a_match_counts_such_games_as_draws(walks: str, tmp_path: Path) -> None:
    words = ("match", "random", "random", "--game", f"{walks}:Round", "--games", "3", "-o", str(tmp_path / "games.txt"))
    shown = run(*words)
    assert shown.exit_code == 0, shown.output
    assert "result   won 0, drew 3, lost 0 of 3 games" in shown.stdout
    assert "stopped  3 games stopped after max_length plies, counted as plays that never end" in shown.stdout
    assert all(
        len(line.split()) == 31 and line.endswith(" 1/2-1/2")
        for line in (tmp_path / "games.txt").read_text().splitlines()
    )
    told = json.loads(run(*words, "--json").stdout)
    assert (told["unfinished"], told["draws"], told["score"]) == (3, 3, 0.5)
    assert {(*game["rewards"], game["outcome"]) for game in told["games"]} == {(0, 0, 0)}


def test_stopped_games_are_in_the_score(walks: str) -> None:
    game = game_named(f"{walks}:Walk")
    game.max_length = 5
    found = match(game, (engine_named(game, "random", seed=1), engine_named(game, "random", seed=2)), games=30)
    assert found.unfinished > 0 < found.wins + found.losses == 30 - found.draws
    assert found.draws >= found.unfinished
    assert found.score == (found.wins + found.draws / 2) / 30


def test_a_stopped_game_is_won_by_the_player_whom_endless_names(walks: str) -> None:
    found = match(f"{walks}:Chase", ("random", "random"), games=30)
    assert {(played.first, played.outcome) for played in found.games if played.unfinished} == {(0, -1), (1, 1)}


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("name", ENGINES)
def test_hints_and_values_are_found_or_estimated(name: str, walks: str) -> None:
    said, seconds = "hint\nhint\nvalues\nquit\n", "0.3" if "(" in name else "20"  # the walk takes a moment of these
    shown = run("play", named(name, walks), "--seconds", seconds, "--seed", "1", "--interpreted", said=said)
    assert shown.exit_code == 0, shown.output
    assert ("estimate" if "(" in name else "draws") in shown.stdout


def test_the_perfect_engine_finds_what_can_be_decided(walks: str) -> None:
    """A step before the end the player to move wins, two before it every move loses or returns: a draw."""
    game = game_named(f"{walks}:Walk")
    engine = Engine(game, seconds=5.0, compiled=False)
    for state, action, value in ((1, 0, 1), (5, 1, 1), (2, 1, 0), (4, 0, 0)):
        choice = engine.choose(state)
        assert choice.action == action
        assert choice.result is not None
        assert (choice.result.exact, choice.result.value) == (True, value)
    assert analyze(game, 1, seconds=5.0, compiled=False).best == ("0",)


def test_a_game_too_large_for_a_table_is_searched(walks: str) -> None:
    """The engine tries to make a table, in half of its time, and then searches; it stops trying after some moves."""
    game = game_named(f"{walks}:Wide")
    engine = Engine(game, seconds=0.1, compiled=False)
    before = engine.solvers[0].attempts
    choice = engine.choose((1, 700_000))
    assert choice.result is not None
    assert (choice.result.exact, choice.result.value, choice.result.algorithm) == (True, 1, "mtdf")
    assert engine.solvers[0].attempts == before - 1
    assert engine.choose(game.initial()).result.kind != "exact"  # pyright: ignore[reportOptionalMemberAccess]


@pytest.mark.parametrize("job", ["best", "values", "review"])
@pytest.mark.parametrize("name", ENGINES)
def test_the_page_answers(job: str, name: str, walks: str) -> None:
    moves = ["die1"] if "(" in name else []
    moves += [{"einstein(4,3)": "1h"}.get(name, "0")] if job == "review" else []
    request: dict[str, Any] = {"game": named(name, walks), "position": None, "moves": moves, "seconds": 0.5}
    request |= {"objective": None, "strength": 1.0, "seed": 1}
    answer = Jobs(memory=1 << 24, compiled=False).answer(job, request, lambda _progress: None)
    assert json.dumps(answer, allow_nan=False)


def test_values_that_nobody_can_tell_are_refused_when_they_are_asked_for(walks: str) -> None:
    game = f"{walks}:Three"
    assert "hint\nNo algorithm supports Three" in " ".join(
        run("play", game, "--engine", "random", said="hint\nquit\n").stdout.split(" ")
    )
    refused = run("play", game, "--engine", "random", "--values")
    assert refused.exit_code == 2
    assert "only for two players and without chance" in " ".join(refused.stderr.split())
    assert "name one" not in refused.stderr


def test_so_many_plies_can_be_counted(walks: str) -> None:
    found = census(f"{walks}:Walk", plies=5, compiled=False)
    assert [ply.positions for ply in found.plies] == [1, 2, 3, 4, 3, 4]
    assert [sum(ply.ended) for ply in found.plies] == [0, 0, 0, 2, 0, 2]
    assert found.stopped == "plies"
    assert [ply.positions for ply in census(f"{walks}:Round", plies=40, compiled=False).plies] == [1] * 41
    whole = census(f"{walks}:Walk", compiled=False)
    assert [ply.positions for ply in whole.plies] == [1, 2, 2, 2]  # each position once
    assert (whole.stopped, whole.nodes, whole.games, whole.plies[3].ended) == ("complete", None, None, (2, 0, 0))
    shown = run("table", "count", f"{walks}:Walk", "--interpreted")
    assert "All positions are counted, each once, for the shortest play to it." in shown.stdout
    assert "plays" not in shown.stdout.splitlines()[2]


def test_how_far_a_search_may_look(walks: str) -> None:
    """As deep as the refusal says, and no deeper."""
    game = einstein(4, 3)
    deepest = farthest(game)
    assert deepest is not None
    assert run("solve", "einstein(4,3)", "--depth", str(deepest), "--nodes", "10", "--interpreted").exit_code == 3
    refused = run("solve", "einstein(4,3)", "--depth", str(deepest + 1))
    assert f"or search to a depth of at most {deepest} plies" in " ".join(refused.stderr.split())
    assert farthest(einstein(3, 2)) is None
    assert farthest(game_named(f"{walks}:Walk")) == 30
