"""`check` and the other commands say the same of a class: what is wrong, and what is only odd."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.games import Take
from zermelo import Game, check, solve
from zermelo.core.errors import BadGame


class Stones(Take):
    """The same with 22 stones."""

    max_length = 22

    def initial(self) -> int:
        return 22


def but(**members: Any) -> Game[int]:
    return type("Stones", (Stones,), members)()


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (but(apply=lambda _self, _state, _action: None), "apply returns None at the start for action"),
        (but(initial=lambda _self: None), "initial returns None"),
    ],
)
def test_a_missing_return_is_blamed_on_the_method_without_it(game: Game[int], said: str) -> None:
    report = check(game, compiled=False, plays=5)
    assert said in report.faults[0].found
    assert "is a return missing?" in report.faults[0].found
    with pytest.raises(BadGame, match=said):
        solve(game)


def test_actions_counted_from_one_are_no_reason_to_allow_cycles() -> None:
    wrong: dict[str, Any] = {"apply": lambda _self, state, action: state - action}
    said = "ction 0 leaves the state unchanged. Actions count from 0: is `action + 1` meant?"
    assert said in check(but(**wrong), compiled=False).faults[0].found
    with pytest.raises(BadGame, match=r"is `action \+ 1` meant"):
        solve(but(**wrong))
    cyclic = but(**wrong, cyclic=True)
    assert said in " ".join(check(cyclic, compiled=False).notes)
    assert said in solve(cyclic, compiled=False).note


class InPlace(Stones):
    """Its states are lists, which `apply` changes."""

    cyclic = True

    def initial(self) -> Any:
        return [22]

    def legal(self, state: Any, action: int) -> bool:
        return action < state[0]

    def apply(self, state: Any, action: int) -> Any:
        state[0] -= action + 1
        return state

    def terminal(self, state: Any) -> bool:
        return state[0] == 0


def test_a_state_that_apply_changes_is_not_said_to_be_unchanged() -> None:
    report = check(InPlace(), compiled=False, plays=5)
    assert not report.ok
    assert "unchanged." not in report.text()


def test_a_wrong_forced_move_does_not_make_an_exact_value() -> None:
    """With one stone a move, 22 stones are lost; they are won. The line of the search agrees with itself."""
    with pytest.raises(BadGame, match="the value is -1, but by the rules alone it is 1"):
        solve(but(forced=lambda _self, _state: 0))
    assert solve(but(forced=lambda _self, _state: 0), without=["all"]).value == 1
    with pytest.raises(BadGame, match=r"forced returns 2 .*; it must return a legal action"):
        solve(but(forced=lambda _self, _state: 2))


@pytest.mark.parametrize(
    ("members", "note"),
    [
        ({"symmetric": lambda _self, state, _symmetry: state}, "symmetric has no effect, because symmetry_count is 1."),
        ({"weight": lambda _self, _state, _action: 1}, "weight has no effect, because has_chance is False."),
        ({"chance": lambda _self, _state: False}, "chance has no effect, because has_chance is False."),
        (
            {"has_chance": True, "to_move": lambda _self, state: state % 2},
            "has_chance has no effect, because chance is not",
        ),
        ({"rewards": lambda _self, _state: (1, -1)}, "rewards has no effect, because two players"),
        ({"reward": lambda _self, _state: 0}, "Every play ended with the reward 0: does the end say who has won?"),
        ({"initial": lambda _self: 0}, "The game is over at the start."),
    ],
)
def test_check_tells_what_has_no_effect(members: dict[str, Any], note: str) -> None:
    assert note in " ".join(check(but(**members), compiled=False, plays=5).notes)
    assert not check(Stones(), compiled=False, plays=5).notes
