"""Every command on two games in which positions come back: Three Men's Morris, and Hare and Hounds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from zermelo.cli import main

EXAMPLES = Path(__file__).parents[2] / "examples"
MORRIS = "three_mens_morris.py:ThreeMensMorris"
HOUNDS = "hare_and_hounds.py:HareAndHounds"

SAID = {
    MORRIS: {
        "solve": "The player to move wins in 9 plies.",
        "analyze": "The player to move wins in 9 plies. 1 of the 9 moves is best.",
        "census": "3,870",
        "tabulate": "540 positions",
        "prove-play": "perfect, ThreeMensMorris: never gets less than the value, whatever the other side plays.",
        "certify": "the first player wins: 28 positions",
    },
    HOUNDS: {
        "solve": "The player to move wins in 23 plies.",
        "analyze": "The player to move wins in 23 plies. 3 of the 7 moves are best.",
        "census": "2,396",
        "tabulate": "1,260 positions",
        "prove-play": "perfect, HareAndHounds: never gets less than the value, whatever the other side plays.",
        "certify": "the first player wins: 75 positions",
    },
}
"""What the commands print."""


def run(*words: str, said: str | None = None) -> str:
    shown = CliRunner().invoke(main, [*words], input=said)
    assert shown.exit_code == 0, shown.output
    return " ".join(shown.stdout.split())


@pytest.mark.long
@pytest.mark.parametrize("name", SAID)
def test_commands_that_solve(name: str, tmp_path: Path) -> None:
    game, told = str(EXAMPLES / name), SAID[name]
    rules = str(EXAMPLES / "rules" / name.partition(":")[0])
    assert told["solve"] in run("solve", game, "--objective", "distance", "--interpreted")
    assert told["analyze"] in run("analyze", game, "--interpreted")
    assert told["census"] in run("table", "count", game, "--interpreted")
    table = str(tmp_path / "table")
    assert told["tabulate"] in run("table", "make", game, "-o", table, "--interpreted")
    assert "CONSISTENT" in run("table", "verify", table, "--game", game)
    certified = run("solve", game, "--certify", "-o", str(tmp_path / "proofs"), "--rules", rules, "--interpreted")
    assert told["certify"] in certified
    assert "The value is certified: two checkers accepted each claim." in certified
    assert "VERIFIED" in run("verify", str(tmp_path / "proofs"), "--rules", rules)
    assert "RETROGRADE" in run("classify", game)
    assert "cut" in run("tree", game, "--depth", "3", "--interpreted")


@pytest.mark.long
@pytest.mark.parametrize("name", SAID)
def test_commands_that_play(name: str) -> None:
    game = str(EXAMPLES / name)
    assert SAID[name]["prove-play"] in run("prove-play", game, "--engine", "perfect")
    assert "Player 1 wins." in run("play", game, "--as", "none", "--seed", "1", "--interpreted")
    won = json.loads(run("match", "perfect", "random", "--game", game, "--games", "2", "--json", "--seconds", "3"))
    assert won["losses"] == 0
    assert "optimal" in run("judge", game, "--agent", "random", "--number", "2")
