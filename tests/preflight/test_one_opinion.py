"""`check` and the other commands say the same of a class: what is wrong, and what is only odd."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count, cycle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support.games import Take
from zermelo import Bits, Game, analyze, check, grundy, solve, tabulate
from zermelo.core.errors import BadGame, ZermeloError
from zermelo.play.engine import Engine
from zermelo.preflight.purity import missing_returns


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


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("def reward(self, state):\n    points = -1", "reward returns nothing ({}:1): is a return missing?"),
        ("def key(self, state):\n    (state % 4, 0)", "key computes (state % 4, 0) and does not return it ({}:2)"),
        ("def terminal(self, state):\n    if state:\n        return False\n    state == 0", "terminal computes state"),
        ("def terminal(self, state):\n    if state:\n        return False\n    else:\n        state < 1", "computes state"),
    ],
)  # fmt: skip
def test_a_value_that_is_computed_and_not_returned(written: str, said: str, tmp_path: Path) -> None:
    """None would count as False, or as one key for all positions, and the value would be exact and another."""
    wrong, sentence = _with(written, tmp_path), said.format(tmp_path / "lost.py")
    assert sentence in check(wrong, compiled=False).faults[0].found
    with pytest.raises(BadGame) as refused:
        solve(wrong)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    "written",
    [
        "def terminal(self, state):\n    if state == 0:\n        return True",
        "def actions(self, state):\n    yield from range(min(state, 3))",
        "def priority(self, state, action):\n    'As the others.'\n    return 0",
    ],
)
def test_methods_that_say_nothing_for_false_or_yield_are_as_they_should_be(written: str, tmp_path: Path) -> None:
    right = _with(written, tmp_path)
    assert check(right, compiled=False, plays=10).ok
    assert solve(right, compiled=False).value == solve(Stones(), compiled=False).value


def _with(written: str, folder: Path) -> Game[int]:
    """Stones with one more method, from a file."""
    (folder / "lost.py").write_text(written)
    names: dict[str, Any] = {"__name__": "lost"}
    exec(compile(written, folder / "lost.py", "exec"), names)
    (method,) = (thing for name, thing in names.items() if not name.startswith("__"))
    return but(**{method.__name__: method})


def test_actions_that_are_counted_from_one_are_told() -> None:
    game = but(
        action_count=3,
        legal=lambda _self, state, action: 1 <= action <= min(3, state),
        apply=lambda _self, state, action: state - action,
        reward=lambda _self, state: -1 if state == 0 else 0,
        terminal=lambda _self, state: state <= 1,
    )
    said = "At the start, legal forbids action 0 and allows action 3, although action_count is 3."
    assert said in " ".join(check(game, compiled=False).notes)
    assert said in solve(game, compiled=False).note


def test_a_game_with_cycles_that_never_come_is_told() -> None:
    said = "cyclic is True, but no random play came back to a position."
    assert said in " ".join(check(but(cyclic=True), compiled=False).notes)


THREE: dict[str, Any] = {
    "players": 3,
    "reward_range": (0, 1),
    "to_move": lambda _self, state: state % 3,
    "rewards": lambda _self, _state: (1, 0, 0),
}


@pytest.mark.parametrize(
    "members",
    [
        {"chance": lambda _self, _state: False},
        {"max_length": None},
        {"reward_range": (0, 1)},
        {"resolution": 0},
        {"endless": 1},
        {"hidden_information": True},
        {"cyclic": 1},
    ],
)
def test_check_and_solve_refuse_the_same_in_the_same_words(members: dict[str, Any]) -> None:
    game = but(**members)
    with pytest.raises(ZermeloError) as refusal:
        solve(game, compiled=False)
    found = check(game, compiled=False).faults[0].found
    assert str(refusal.value).lower() == f"{game}: {found}".lower()


@pytest.mark.parametrize(
    ("members", "why"),
    [
        ({"reward_range": (-(2**40), 2**40)}, "rewards that are too large"),
        (THREE | {"cyclic": True}, "No algorithm supports"),
        (
            THREE | {"has_chance": True, "chance_total": 6, "chance": lambda _self, state: state % 2 == 1},
            "No algorithm supports",
        ),
    ],
)
def test_what_no_algorithm_takes_is_told_by_check_as_by_solve(members: dict[str, Any], why: str) -> None:
    game = but(**members)
    with pytest.raises(ZermeloError, match=why) as refusal:
        solve(game)
    assert f"It cannot be solved. {refusal.value}" in check(game, compiled=False).notes


HEAPS = cycle((21, 22))


@dataclass(unsafe_hash=True)
class Heap:
    stones: int


@dataclass(eq=False)
class Alone:
    """Equal to itself alone."""

    stones: int


def heaps(kind: Callable[[int], Any], **members: Any) -> Game[Any]:
    whole: dict[str, Any] = {
        "initial": lambda _self: kind(22),
        "legal": lambda _self, state, action: action < state.stones,
        "apply": lambda _self, state, action: kind(state.stones - action - 1),
        "terminal": lambda _self, state: state.stones == 0,
    }
    return but(**whole | members)


def _taken(_self: Any, state: Heap, action: int) -> Heap:
    state.stones -= action + 1
    return state


def _mixed_up(_self: Any, action: int, state: int) -> int:
    return state - action - 1


class Arrayed(Alone):
    """Its comparison gives an array."""

    def __eq__(self, other: object) -> Any:
        return np.array([True, isinstance(other, Arrayed) and self.stones == other.stones])

    __hash__ = Alone.__hash__


class Hashed(Alone):
    """Its hash is another one at every call."""

    def __hash__(self) -> int:
        return next(NUMBERS)


class Placed(Alone):
    """Equal to others, with the hash of its place in memory."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Placed) and self.stones == other.stones

    __hash__ = object.__hash__


class Unanswered(Alone):
    """Its comparison gives nothing."""

    def __eq__(self, other: object) -> Any:
        return None

    __hash__ = Alone.__hash__


NUMBERS = count()


async def _awaited(_self: Any, state: int, action: int) -> int:
    return state - action - 1


def _yielded(_self: Any, state: int, action: int) -> Any:
    yield state - action - 1


def _noted(_self: Any, state: int, seen: list[int] = []) -> int:  # noqa: B006
    seen.append(state)
    return -1 if len(seen) < 5000 else 1


class Taking(Stones):
    """Whose turn it is stands in the state, and action 0 takes nothing."""

    def initial(self) -> Any:
        return (22, 0)

    def legal(self, state: Any, action: int) -> bool:
        return action <= state[0]

    def apply(self, state: Any, action: int) -> Any:
        return (state[0] - action, 1 - state[1])

    def terminal(self, state: Any) -> bool:
        return state[0] == 0

    def to_move(self, state: Any) -> int:
        return state[1]


class Turned(Stones):
    """Its symmetry changes who has won."""

    symmetry_count = 2

    def initial(self) -> Any:
        return (22, 0)

    def legal(self, state: Any, action: int) -> bool:
        return action < state[0]

    def apply(self, state: Any, action: int) -> Any:
        return (state[0] - action - 1, 1 - state[1])

    def terminal(self, state: Any) -> bool:
        return state[0] == 0

    def reward(self, state: Any) -> int:
        return -1 if state[1] else 1

    def symmetric(self, state: Any, symmetry: int) -> Any:
        return (state[0], state[1] ^ symmetry)


class Overpaid(Stones):
    """Its rewards add up to more than it says, so that max^n would cut too much."""

    players, reward_total = 3, 1

    def to_move(self, state: int) -> int:
        return state % 3

    def rewards(self, state: int) -> Any:
        return (1, 1, 0)


def _split(_self: Any, state: int) -> Any:
    return (state,) if state % 2 else (state, state)


def _chancy(_self: Any, state: int) -> bool:
    return state % 2 == 1


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("game", "said"),
    [
        (heaps(Heap, apply=_taken), "apply changes the state it is given, for action"),
        (but(initial=lambda _self: next(HEAPS)), "wo calls of initial return"),
        (
            but(terminal=lambda _self, state: (state == 0,)),
            r"terminal returns \(False,\), but must return True or False",
        ),
        (but(terminal=lambda _self, state: (each == 0 for each in (state,))), "terminal returns .*must return True or"),
        (but(legal=lambda _self, state, action: (action < state,)), "legal returns .*, but must return True or False"),
        (but(apply=_mixed_up), r"apply takes .*, but is called as apply\(state, action\)"),
        (but(actions=lambda _self, state: [0, 1, 1] if state > 1 else [0]), r"yields an action twice: \[0, 1, 1\]"),
        (but(actions=lambda _self, state: range(min(state, 2))), "legal allows 2, which actions did not yield"),
        (but(actions=lambda _self, state: map(np.int64, range(min(state, 3)))), r"int64\(0\).*convert it with int"),
        (heaps(Arrayed), "cannot be compared: The truth value of an array .* __eq__ must return True or False"),
        (heaps(Hashed), "two calls of __hash__ return different numbers"),
        (heaps(Placed), "two calls of initial return equal states with different hashes"),
        (heaps(Unanswered), r"__eq__ returns None: is a return missing\?"),
        (but(actions=lambda _self, state: None), "at the start, actions returns None, but must return integers"),
        (but(apply=_awaited), "apply is an async method"),
        (but(apply=_yielded), "apply has a yield in it, so it returns a generator"),
        (but(reward=_noted), r"self\.reward\(seen=\.\.\.\) changes while the game is played"),
        (but(plies=lambda _self, state: (0, 0)), r"plies returns \(0, 0\), but must return a tuple of three integers"),
        (but(evaluate=None), "evaluate is not a method, .* of that name; leave it out"),
        (but(without=lambda self: "stones"), r"without takes \(\), but is called as without\(pieces\)"),
        (
            but(
                has_chance=True,
                chance=_chancy,
                to_move=lambda _self, state: 0,
                apply=lambda _self, state, action: state,
            ),
            "leaves the state unchanged.* no algorithm takes a game in which plays return",
        ),
        (Taking(), r"returns to .*\. Actions count from 0: is `action \+ 1` meant\?"),
        (Turned(), "the reward is -1, but 1 in the image under symmetry 1"),
        (Overpaid(), "add up to 2, more than reward_total = 1"),
        (
            but(has_chance=True, chance_total=6, max_chances=1, chance=_chancy, to_move=lambda _self, state: 0),
            "more than max_chances = 1",
        ),
    ],
)
def test_what_check_refuses_a_search_refuses(game: Game[Any], said: str) -> None:
    assert not check(game, compiled=False, plays=10).ok
    for ask in (solve, analyze):
        with pytest.raises(BadGame, match=said):
            ask(game)


def test_wrong_knowledge_that_is_left_out_is_not_examined() -> None:
    wrong = but(forced=lambda _self, _state: 9)
    for ask in (solve, analyze):
        with pytest.raises(BadGame, match="forced returns 9"):
            ask(wrong)
    assert solve(wrong, without="forced").value == 1
    assert [move.value for move in analyze(wrong, without="forced").moves] == [1, -1, -1]
    cyclic = but(forced=lambda _self, _state: 9, cyclic=True)
    with pytest.raises(BadGame, match="forced returns 9"):
        Engine(cyclic, seconds=1.0)
    Engine(cyclic, seconds=1.0, without="forced")


@pytest.mark.parametrize(
    "game",
    [
        but(key=_split),
        but(key=lambda _self, state: state + 0.5),
        but(reward=lambda _self, _state: False),
        but(legal=lambda _self, state, action: Bits(8, (1 << min(state, 7)) - 1) & Bits(8, 1 << action)),
        heaps(Alone),
        but(__len__=lambda _self: 0),
    ],
)
def test_what_is_solved_rightly_passes(game: Game[Any]) -> None:
    assert check(game, plays=10).ok
    assert solve(game, compiled=False).value == solve(game, compiled=False, without=["all"]).value


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
    with pytest.raises(BadGame, match=r"forced returns 2, .* must return a legal action"):
        solve(but(forced=lambda _self, _state: 2))


@pytest.mark.parametrize(
    ("members", "note"),
    [
        ({"symmetric": lambda _self, state, _symmetry: state}, "symmetric has no effect, because symmetry_count is 1."),
        ({"weight": lambda _self, _state, _action: 1}, "weight has no effect, because has_chance is False."),
        (
            {"has_chance": True, "to_move": lambda _self, state: state % 2},
            "has_chance has no effect, because chance is not",
        ),
        ({"rewards": lambda _self, _state: (1, -1)}, "rewards has no effect, because two players"),
        ({"reward_total": 0}, "reward_total has no effect, because it is for more than two players."),
        ({"grundy_value": lambda _self, state: state % 4}, "grundy_value has no effect, because impartial is False."),
        ({"max_chances": 5}, "max_chances has no effect, because has_chance is False."),
        (
            {"impartial": True, "reward": lambda _self, _state: 1},
            "is declared impartial, but in position 0 the play is over and `reward` is 1",
        ),
        ({"reward": lambda _self, _state: 0}, "Every play ended with the reward 0: does the end say who has won?"),
        ({"initial": lambda _self: 0}, "The game is over at the start."),
    ],
)
def test_check_tells_what_has_no_effect(members: dict[str, Any], note: str) -> None:
    assert note in " ".join(check(but(**members), compiled=False, plays=5).notes)
    assert not check(Stones(), compiled=False, plays=5).notes


def _itself(self: Any, state: int) -> Any:
    return [(self, state)]


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"key": lambda _self, state: state % 2}, "The key must tell them apart"),
        ({"grundy_value": lambda _self, state: None}, "grundy_value returns None, but must return an integer"),
        (
            {"grundy_value": lambda _self, state: float(state % 4)},
            "grundy_value returns .*, but must return an integer",
        ),
        (
            {"grundy_value": lambda _self, state: (state - 1) % 4},
            "has Grundy value . by `grundy_value` or `summands`, but",
        ),
        ({"summands": _itself}, "summands returns the position itself"),
        ({"summands": lambda _self, state: [state]}, "must return pairs of a game and a position of it"),
    ],
)
def test_a_grundy_value_is_refused_where_other_commands_refuse(members: dict[str, Any], said: str) -> None:
    game = but(impartial=True, **members)
    assert not check(game, compiled=False, plays=10).ok
    for ask in (solve, grundy):
        with pytest.raises(BadGame, match=said):
            ask(game)


class Two(Stones):
    """Two heaps, as a sum whose summands come one by one."""

    impartial, action_count, heap = True, 6, but(impartial=True)

    def initial(self) -> Any:
        return (3, 1)

    def legal(self, state: Any, action: int) -> bool:
        return action % 3 < state[action // 3]

    def apply(self, state: Any, action: int) -> Any:
        return tuple(stones - (action % 3 + 1) * (place == action // 3) for place, stones in enumerate(state))

    def terminal(self, state: Any) -> bool:
        return not any(state)

    def summands(self, state: Any) -> Any:
        yield from ((self.heap, stones) for stones in state)


def test_summands_may_come_one_by_one() -> None:
    assert grundy(Two()).grundy == 3 ^ 1


class Coin(Game[int]):
    """Stop with 0, or throw a coin for 1 or 3 points."""

    action_count, max_length, reward_range = 2, 2, (-5, 5)
    has_chance, chance_total = True, 2

    def initial(self) -> int:
        return 0

    def legal(self, state: int, action: int) -> Any:
        return True

    def apply(self, state: int, action: int) -> int:
        return (2, 1)[action] if state == 0 else (3, 5)[action]

    def terminal(self, state: int) -> Any:
        return state >= 2

    def reward(self, state: int) -> int:
        return state - 2

    def to_move(self, state: int) -> int:
        return 0

    def chance(self, state: int) -> Any:
        return state == 1


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    "members",
    [
        {"forced": lambda _self, state: 0 if state == 0 else -1},
        {"relevant": lambda _self, state: range(1 if state == 0 else 2)},
    ],
)
def test_wrong_knowledge_of_a_game_of_chance_makes_no_exact_value(members: dict[str, Any]) -> None:
    assert solve(Coin(), compiled=False).value == 2
    with pytest.raises(BadGame, match="by the rules alone it is 2"):
        solve(type("Wrong", (Coin,), members)(), compiled=False, algorithm="star1")


class Ring(Game[Any]):
    """Steps on a ring of seven, with a symmetry that is none."""

    cyclic = True
    action_count, max_length, symmetry_count = 3, 40, 2

    def initial(self) -> Any:
        return (0, 0)

    def legal(self, state: Any, action: int) -> Any:
        return True

    def apply(self, state: Any, action: int) -> Any:
        return ((state[0] + (1, 2, -1)[action]) % 7, 1 - state[1])

    def terminal(self, state: Any) -> Any:
        return state[0] == 5

    def reward(self, state: Any) -> int:
        return -1

    def to_move(self, state: Any) -> int:
        return state[1]

    def symmetric(self, state: Any, symmetry: int) -> Any:
        return state if symmetry == 0 else ((3 - state[0]) % 7, state[1])

    def symmetric_action(self, action: int, symmetry: int) -> int:
        return action


def test_a_table_of_positions_that_a_symmetry_confuses_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadGame, match="symmetric maps two positions to each other that have other values"):
        tabulate(Ring(), folder=tmp_path)


def _without_self(state: int) -> Any:
    return state == 0


def _never(_self: Any, _state: int) -> Any:
    while True:
        pass


class Idiom(Stones):
    """Attributes that are not there are looked up in a dictionary."""

    data: Any = {"start": 21}

    def __getattr__(self, name: str) -> Any:
        return self.data[name]


def test_what_strangers_write() -> None:
    assert solve(Idiom(), compiled=False).exact
    with pytest.raises(BadGame, match=r"is self missing\?"):
        solve(but(terminal=_without_self), compiled=False)
    with pytest.raises(BadGame, match="max_length is a method; it must be a positive integer"):
        solve(but(max_length=lambda _self: 21), compiled=False)
    assert not [*missing_returns(but(reward=_never))]
    with pytest.raises(ZermeloError, match="_never does not return"):  # though its first parameter has another name
        solve(but(reward=_never), compiled=False, seconds=1)
