"""An exception is told as the game's only where the game has a part in it; else it is ours, with its traceback."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from zermelo import BadGame, Game, GameFailed, analyze, certify, mnk, solve, tabulate
from zermelo.cli import main
from zermelo.run import Run
from zermelo.search.context import Search
from zermelo.solver import OURS
from zermelo.web.jobs import Jobs
from zermelo.web.worker import Worker


class Take(Game[int]):
    """Take one or two of ten stones; in one state, six, `faulty` fails."""

    action_count, max_length = 2, 10
    reward_range = (-1, 1)

    def initial(self) -> int:
        return 10

    def legal(self, state: int, action: int) -> bool:
        return action < state

    def apply(self, state: int, action: int) -> int:
        return state - action - 1

    def terminal(self, state: int) -> bool:
        return state == 0

    def reward(self, state: int) -> int:
        return -1


def failing(method: str) -> Game[Any]:
    """A game of which a method raises in one state."""
    arguments = list(inspect.signature(getattr(Game, method)).parameters)
    source = f"def {method}({', '.join(arguments)}):\n    if state <= 6:\n        raise ValueError('no idea')\n"
    source += f"    return Base.{method}({', '.join(arguments)})\n"
    names: dict[str, Any] = {"Base": Take, "__name__": "somebody"}
    exec(compile(source, "/home/somebody/game.py", "exec"), names)
    return type("Failing", (Take,), {method: names[method]})()


@pytest.mark.parametrize(
    "method",
    ["legal", "actions", "apply", "terminal", "reward", "key", "evaluate", "priority", "forced", "bounds", "to_move"],
)
def test_what_a_game_raises_is_told_with_its_line(method: str) -> None:
    game = failing(method)
    with pytest.raises(GameFailed, match=r"failed: ValueError: no idea \(/home/somebody/game\.py:3\)\.$"):
        solve(game, compiled=False, algorithm="negamax", depth=9)


class Nothing(Take):
    """Gives no priority."""

    def priority(self, state: int, action: int) -> Any:
        return None


def test_an_answer_that_no_search_can_use_is_the_games() -> None:
    with pytest.raises(GameFailed, match="failed: where play begins, priority gives None and must give a whole number"):
        solve(Nothing(), compiled=False, algorithm="negamax", without="killers,history")


class Unhashable(Take):
    """A list for a state."""

    def initial(self) -> Any:
        return [10]


class LaterUnhashable(Take):
    def apply(self, state: Any, action: int) -> Any:
        return [state - action - 1]


class ListedKey(Take):
    def key(self, state: int) -> Any:
        return [state]


class Numbered(Take):
    """A NumPy integer for a reward."""

    def reward(self, state: int) -> Any:
        return np.int64(-1)


class Beginning(Take):
    def initial(self, stones: int) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        return stones


class Stopping(Take):
    def legal(self, state: int, action: int) -> bool:
        raise StopIteration


class Imaged(Take):
    symmetry_count = 2

    def symmetric(self, state: int, symmetry: int) -> Any:
        return [state]

    def symmetric_action(self, action: int, symmetry: int) -> int:
        return action


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (Unhashable(), r"the state where play begins is \[10\], which cannot be hashed"),
        (LaterUnhashable(), r"the state after \d is \[\d\], which cannot be hashed"),
        (ListedKey(), "key gives .* and must give something that can be hashed"),
        (Numbered(), "rewards must be whole numbers, as int makes one of it"),
        (Beginning(), "missing 1 required positional argument"),
        (Stopping(), "StopIteration"),
        (Imaged(), "symmetric gives .* and must give something that can be hashed"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Game) else "",
)
def test_what_python_refuses_of_a_game_is_the_games(game: Game[Any], said: str) -> None:
    """None of these has a line of the game in its traceback."""
    for ask in (solve, analyze):
        with pytest.raises((BadGame, GameFailed), match=said):
            ask(game, compiled=False)


class Ours(Exception):
    """Raised where only zermelo is."""


def fault(text: str) -> Any:
    """A function that raises, as if it stood in the package."""
    names: dict[str, Any] = {"Ours": Ours, "__name__": "zermelo.planted"}
    exec(f"def fails(*_, **__):\n    raise Ours({text!r})", names)
    return names["fails"]


@pytest.mark.parametrize(("owner", "method"), [(Run, "result"), (Search, "end")])
def test_a_fault_of_ours_is_told_as_ours(
    owner: type, method: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(owner, method, fault("a bound was swapped"))
    with pytest.raises(Ours) as caught:
        solve(Take(), compiled=False)
    assert caught.value.__notes__ == [OURS]
    with pytest.raises(Ours):
        certify(mnk(3, 3, 3), folder=tmp_path / "proofs", compiled=False)
    shown = CliRunner().invoke(main, ["solve", "mnk(3,3,3)", "--interpreted"])
    assert (shown.exit_code, shown.stdout) == (4, "")
    assert "Traceback (most recent call last)" in shown.stderr
    assert "Ours: a bound was swapped" in shown.stderr
    assert shown.stderr.count("fault of zermelo's own") == 1


def test_a_fault_of_ours_beside_a_search_is_ours_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from zermelo.positions import layers

    monkeypatch.setattr(layers, "Expansion", fault("a row was lost"))
    with pytest.raises(Ours):
        tabulate(mnk(2, 2, 2), folder=tmp_path / "table", compiled=False)


def test_the_page_tells_them_apart(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(Run, "result", fault("a bound was swapped"))
    worker = Worker(Jobs(memory=1 << 24, compiled=False), None, None)  # pyright: ignore[reportArgumentType]
    request = {"game": "mnk(3,3,3)", "position": None, "moves": [], "seconds": 2.0, "objective": "outcome"}
    request |= {"algorithm": "minimax", "depth": None, "deepening": False, "table": True, "without": [], "most": 9}
    word, told = worker._answer("tree", request)
    assert word == "error"
    assert "zermelo failed: Ours: a bound was swapped. This is a fault of zermelo's own" in told
    assert "Ours: a bound was swapped" in capsys.readouterr().err
