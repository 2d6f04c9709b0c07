"""The data that a game holds are part of the identity of work on it."""

from __future__ import annotations

import array
import collections
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zermelo import Game, solve
from zermelo.core.errors import BadCheckpoint
from zermelo.work.identity import code_of


class Settings:
    """What a game may keep its numbers in."""

    def __init__(self, most: int) -> None:
        self.most = most


LIMITS = {"most": 3}


class Configured(Game[int]):
    """Take one stone or a few: how many stands in something that compiled code cannot read."""

    action_count = 5
    max_length = 21

    def __init__(self, held: Any) -> None:
        self.held = held

    def __str__(self) -> str:
        """The same whatever it holds."""
        return "Configured"

    def initial(self) -> int:
        return 20

    def legal(self, state: int, action: int) -> bool:
        most = self.held if isinstance(self.held, int) else most_of(self.held)
        return action < state and action < most

    def apply(self, state: int, action: int) -> int:
        return state - action - 1

    def terminal(self, state: int) -> bool:
        return state == 0

    def reward(self, state: int) -> int:
        return -1


def most_of(held: Any) -> int:
    if isinstance(held, list):
        return most_of(held[0])
    if held is None:
        return LIMITS["most"]
    return held["most"] if isinstance(held, dict) else held.most


@pytest.mark.long
@pytest.mark.parametrize("held", [lambda most: {"most": most}, lambda most: [[{"most": most}]], Settings, None])
def test_what_a_game_holds_in_dictionaries_and_objects_tells_it_apart(
    tmp_path: Path, held: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table of another game was once taken for this one's, and its value with it."""

    def game(most: int) -> Configured:
        monkeypatch.setitem(LIMITS, "most", most)
        return Configured(held(most) if held else None)

    work = tmp_path / "work"
    assert solve(game(3), checkpoint=work, compiled=False).value == -1
    assert solve(game(3), checkpoint=work, compiled=False).value == -1
    with pytest.raises(BadCheckpoint, match="the code of the game, or the data in it, has changed"):
        solve(game(5), checkpoint=work, compiled=False)
    assert solve(game(5), compiled=False).value == 1


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    "made", [lambda n: array.array("q", [n]), lambda n: collections.deque([n]), lambda n: np.array([n, None])]
)
def test_what_arrays_and_queues_hold_is_part_of_the_code_of_a_game(made: Any) -> None:
    """A table of a game with other payoffs was taken for that of this one."""
    assert code_of(Configured(made(1))) != code_of(Configured(made(2)))
    assert code_of(Configured(made(1))) == code_of(Configured(made(1)))
