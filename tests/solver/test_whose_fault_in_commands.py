"""If a method of a game raises, every command reports that as the game's fault, with the line."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from tests.support.interpreting import compile_nothing
from zermelo import Game
from zermelo.cli import main

TWO: Final = '''
class Stones(Game):
    """Take one, two or three of five, with all the knowledge that a game can have."""

    action_count, max_length, symmetry_count, resolution = 3, 5, 2, 10

    def initial(self): return 5
    def legal(self, state, action): return action < state
    def apply(self, state, action): return state - action - 1
    def terminal(self, state): return state == 0
    def reward(self, state): return -1
    def to_move(self, state): return (5 - state) % 2 if self.parity else Game.to_move(self, state)
    def symmetric(self, state, symmetry): return state
    def symmetric_action(self, action, symmetry): return action
    def evaluate(self, state): return state % 4
    def priority(self, state, action): return action
    def bounds(self, state, alpha, beta): return -1, 1
    parity = False
'''

DICE: Final = '''
class Stones(Game):
    """Take one or two of four, and lose one more by a coin."""

    action_count, max_length, has_chance, chance_total = 2, 9, True, 2

    def initial(self): return 4, 0, 0
    def legal(self, state, action): return True if state[2] else action < state[0]
    def apply(self, state, action):
        stones, mover, tossed = state
        return (max(stones - action, 0), mover, 0) if tossed else (stones - action - 1, 1 - mover, 1)
    def terminal(self, state): return state[0] == 0
    def reward(self, state): return -1
    def to_move(self, state): return state[1]
    def chance(self, state): return state[2] == 1
    def weight(self, state, action): return 1
'''

THREE: Final = '''
class Stones(Game):
    """Three players take one or two of four; who takes the last wins."""

    players, action_count, max_length = 3, 2, 4

    def initial(self): return 4, 0
    def legal(self, state, action): return action < state[0]
    def apply(self, state, action): return state[0] - action - 1, (state[1] + 1) % 3
    def terminal(self, state): return state[0] == 0
    def rewards(self, state): return tuple(1 if (player + 1) % 3 == state[1] else -1 for player in range(3))
    def to_move(self, state): return state[1]
'''

FAILING: Final = """
class Failing(Stones):
    def {method}({arguments}):
        if {when}:
            raise ValueError("no idea")
        return Stones.{method}({arguments})
"""

COMMANDS: Final = {
    "solve": ("solve", "GAME"),
    "solve --from": ("solve", "GAME", "--from", "1"),
    "analyze": ("analyze", "GAME"),
    "play": ("play", "GAME"),
    "play --review": ("play", "GAME", "--as", "none", "--review"),
    "match": ("match", "random", "random", "--game", "GAME", "--games", "2"),
    "prove-play": ("prove-play", "GAME", "--engine", "random"),
    "judge": ("judge", "GAME", "--agent", "random", "--number", "2"),
    "export": ("export", "GAME", "-o", "FOLDER", "--format", "numpy"),
    "classify": ("classify", "GAME"),
    "table count": ("table", "count", "GAME"),
    "table count --symmetry": ("table", "count", "GAME", "--symmetry"),
    "table make": ("table", "make", "GAME", "-o", "FOLDER"),
    "check": ("check", "GAME"),
    "tree": ("tree", "GAME"),
    "tree --depth": ("tree", "GAME", "--depth", "1"),
    "solve --depth": ("solve", "GAME", "--depth", "1"),
}

RULES: Final = ("initial", "legal", "actions", "apply", "terminal", "reward", "to_move")


def told(source: str, method: str, command: str, folder: Path, when: str = "True") -> tuple[int, str, int]:
    """Exit code and output of a command whose game raises in a method, and the line of that."""
    arguments = ", ".join(inspect.signature(getattr(Game, method)).parameters)
    text = f"from zermelo import Game\n{source}" + FAILING.format(method=method, arguments=arguments, when=when)
    file = folder / "mine.py"
    file.write_text(text)
    (line,) = (number for number, each in enumerate(text.splitlines(), 1) if "no idea" in each)
    words = [
        word.replace("GAME", f"{file}:Failing").replace("FOLDER", str(folder / "table")) for word in COMMANDS[command]
    ]
    shown = CliRunner(env={"COLUMNS": "500"}).invoke(main, words, input="1\n1\nquit\n")
    assert shown.exception is None or isinstance(shown.exception, SystemExit)
    return shown.exit_code, re.sub(r"\s+", "", shown.output), line


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_nothing(monkeypatch)


def assert_theirs(found: tuple[int, str, int], command: str) -> None:
    code, output, line = found
    assert code == (1 if command == "check" else 2), output[-400:]
    assert re.search(rf"mine\.py:{line}\b", output), output[-400:]
    assert "zermelo'sown" not in output


@pytest.mark.parametrize("command", [name for name in COMMANDS if "-" not in name])
@pytest.mark.parametrize("method", RULES)
def test_rules_that_raise(method: str, command: str, tmp_path: Path) -> None:
    assert_theirs(told(TWO, method, command, tmp_path), command)


KNOWLEDGE: Final = {
    "key": ("solve", "analyze", "tree", "check"),
    "symmetric": ("solve", "table make", "table count --symmetry", "check"),
    "priority": ("solve", "analyze", "check"),
    "evaluate": ("solve --depth", "tree --depth", "check"),
    "bounds": ("solve", "check"),
    "forced": ("solve", "check"),
    "position_text": ("play", "analyze"),
    "parse_position": ("solve --from",),
    "render": ("play", "analyze"),
    "action_name": ("play", "analyze", "tree"),
    "parse_action": ("play", "solve --from"),
}


@pytest.mark.parametrize(("method", "command"), [(name, each) for name, known in KNOWLEDGE.items() for each in known])
def test_knowledge_and_names_that_raise(method: str, command: str, tmp_path: Path) -> None:
    assert_theirs(told(TWO, method, command, tmp_path), command)


@pytest.mark.parametrize("command", ["solve", "analyze", "play", "classify", "check", "tree"])
@pytest.mark.parametrize(("source", "method"), [(DICE, "chance"), (DICE, "weight"), (THREE, "rewards")])
def test_dice_and_several_players_that_raise(source: str, method: str, command: str, tmp_path: Path) -> None:
    assert_theirs(told(source, method, command, tmp_path), command)


@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_raised_far_from_the_start_is_never_ours(command: str, tmp_path: Path) -> None:
    for method in (*RULES[1:], *KNOWLEDGE):
        if "state" in inspect.signature(getattr(Game, method)).parameters:
            here = tmp_path / method  # what an earlier game has left is refused
            here.mkdir()
            code, output, line = told(TWO, method, command, here, "state <= 2")
            assert code in (0, 1, 2), (method, output[-400:])
            assert code != 2 or f"mine.py:{line}" in output, (method, output[-400:])


def test_a_game_that_cannot_be_made(tmp_path: Path) -> None:
    file: Any = tmp_path / "mine.py"
    file.write_text(f"from zermelo import Game\n{TWO}\n    def __init__(self):\n        raise ValueError('no idea')\n")
    line = len(file.read_text().splitlines())
    shown = CliRunner(env={"COLUMNS": "500"}).invoke(main, ["solve", f"{file}:Stones"])
    assert (shown.exit_code, f"mine.py:{line}" in shown.stderr) == (2, True), shown.stderr
