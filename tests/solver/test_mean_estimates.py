"""Estimates of games of chance are means, which are fractions: every command prints them, and JSON has them as strings."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from zermelo import analyze, search_tree, solve
from zermelo.cli import main
from zermelo.games import einstein
from zermelo.web.jobs import Jobs

COINS = '''
from zermelo import Game


class Coins(Game):
    """Each adds 1 or 2 to its points, or a throw of 1, 2 or 4; the first to have 40 wins. The state: points of each, who is
    to move, whether a throw is due."""

    action_count, max_length, has_chance, chance_total, max_chances = 3, 160, True, 3, 79
    resolution = 2000

    def initial(self):
        return (0, 0, 0, 0)

    def chance(self, state):
        return state[3] == 1

    def legal(self, state, action):
        return True

    def apply(self, state, action):
        first, second, mover, throw = state
        if action == 2 and not throw:
            return (first, second, mover, 1)
        added = (1, 2, 4)[action]
        if mover == 0:
            return (first + added, second, 1, 0)
        return (first, second + added, 0, 0)

    def to_move(self, state):
        return state[2]

    def terminal(self, state):
        return state[0] >= 40 or state[1] >= 40

    def reward(self, state):
        return -1

    def evaluate(self, state):
        lead = state[0] ** 2 - state[1] ** 2
        return lead if state[2] == 0 else -lead
'''


@pytest.fixture(params=["coins", pytest.param("einstein(4,3)", marks=pytest.mark.long)])
def game(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One with an evaluation, and one without."""
    if request.param != "coins":
        return str(request.param)
    path = tmp_path / "coins.py"
    path.write_text(COINS)
    return f"{path}:Coins"


def run(*words: str, said: str | None = None) -> str:
    shown = CliRunner().invoke(main, [*words], input=said)
    assert not shown.exception or isinstance(shown.exception, SystemExit), shown.exception
    assert shown.exit_code in (0, 3), shown.output
    return shown.stdout


def deep(game: str) -> tuple[str, ...]:
    """A depth at which the estimate is a fraction."""
    return ("--depth", "6" if game.startswith("einstein") else "5")


def chosen(game: str) -> tuple[str, ...]:
    """The same of a position with moves to choose from."""
    return ("die1", "--depth", "7") if game.startswith("einstein") else ("--depth", "5")


def test_solve_tells_it_to_people_and_to_programs(game: str) -> None:
    told = json.loads(run("solve", game, *deep(game), "--interpreted", "--json", "-q"))
    assert told["kind"] == "heuristic"
    value = Fraction(told["value"])
    assert value.denominator > 1
    points = " points" if told["unit"] > 1 else ""
    assert f"value    {float(value):+.4f}{points} (heuristic)" in run("solve", game, *deep(game), "--interpreted", "-q")
    if told["unit"] > 1:
        assert f"the evaluation is {float(value):+.4f} points, where 2,000 is a win" in told["sentence"]


@pytest.mark.long
def test_so_it_is_compiled() -> None:
    plain = solve("einstein(3,2)", depth=6)
    assert plain.compiled
    assert isinstance(plain.value, Fraction)
    assert plain.to_dict()["value"] == str(plain.value)
    assert plain.sentence() == "Not decided at depth 6."
    assert plain._repr_html_()


@pytest.mark.long
def test_analyze_tells_it_of_every_move(game: str) -> None:
    told = json.loads(run("analyze", game, *chosen(game), "--interpreted", "--json", "-q"))
    points = {Fraction(move["points"]) for move in told["moves"] if move["points"] is not None}
    fractions = [each for each in points if each.denominator > 1]
    assert fractions
    shown = run("analyze", game, *chosen(game), "--interpreted", "-q")
    assert f"estimate {float(fractions[0]):+.4f} at depth" in shown


@pytest.mark.long
def test_the_tree_is_drawn(game: str) -> None:
    words = ("tree", game, *deep(game), "--interpreted", "-q", "--most", "20")
    value = json.loads(run(*words, "--json"))["value"]
    assert Fraction(value).denominator > 1
    assert run(*words)


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("job", ["tree", "values", "best"])
def test_the_page_has_it(job: str, game: str) -> None:
    moves = ["die1"] if game.startswith("einstein") else []
    request: dict[str, Any] = {"game": game, "position": None, "moves": moves, "seconds": 0.5, "objective": None}
    request |= {"strength": 1.0, "seed": 1} | ({"objective": "outcome"} if job == "tree" else {})
    request |= {"algorithm": "star1", "depth": 4, "deepening": False, "table": True, "without": [], "most": 100}
    json.dumps(Jobs(memory=1 << 24, compiled=False).answer(job, request, lambda _progress: None), allow_nan=False)


def test_a_hint_tells_it(game: str) -> None:
    shown = run("play", game, "--seconds", "0.5", "--seed", "1", "--interpreted", said="hint\nhint\nvalues\nquit\n")
    assert "estimate" in shown, shown


def test_python_has_fractions() -> None:
    found = analyze(einstein(3, 2), "die1", depth=7, compiled=False)
    assert any(isinstance(move.value, Fraction) for move in found.moves)
    assert search_tree(einstein(3, 2), depth=6, compiled=False).result.sentence() == "Not decided at depth 6."
