"""Every broken game gets the right value or a sentence, from every command, and `check` and `solve` agree about it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import Any, Final

import pytest

from tests.broken.games import BROKEN, RIGHT, Made
from tests.support.interpreting import compile_nothing
from zermelo import Game, analyze, check, grundy, solve, tabulate
from zermelo.core.errors import ZermeloError

LEFT: Final = {
    "ranges-Take.forced first",
    "ranges-Take.plies late",
    "ranges-Take.plies soon",
    "ranges-Take.relevant first",
}
"""Those for which this does not hold yet."""

CASES: Final = [
    pytest.param(kind, name, id=f"{kind}-{name}", marks=[pytest.mark.xfail] if f"{kind}-{name}" in LEFT else [])
    for kind, games in BROKEN.items()
    for name in games
]

MOST: Final = 20_000
"""Positions of the memo."""


class NoValue(Exception):
    """The class does not define a game that a memo can solve."""


def by_memo(game: Game[Any]) -> int:
    """The value of a game of two players without chance or cycles, by nothing but its rules. Raises anything."""
    values: dict[Any, int | None] = {}

    def value(state: Any) -> int:
        if state not in values:
            values[state] = None
            if game.terminal(state):
                values[state] = game.reward(state)
            else:
                values[state] = max(after(state, action) for action in listed(state))
        found = values[state]
        if type(found) is not int or len(values) > MOST:  # a float, or a position that comes back
            raise NoValue
        return found

    def listed(state: Any) -> list[int]:
        actions = [*islice(game.actions(state), game.action_count + 1)]
        if any(game.legal(state, action) != (action in actions) for action in range(game.action_count)):
            raise NoValue
        return actions

    def after(state: Any, action: int) -> int:
        child = game.apply(state, action)
        mover, other = game.to_move(state), game.to_move(child)
        if game.chance(state) or ((mover, other) != (-1, -1) and not {mover, other} <= {0, 1}):
            raise NoValue
        return value(child) if mover == other != -1 else -value(child)

    return value(game.initial())


def oracle(made: Made) -> int | None:
    """The value without key, symmetry, evaluation and the other knowledge; None if there is none."""
    try:
        game = made().without("all")
        return by_memo(game) if game.players == 2 else None
    except Exception:
        return None


def said(ask: Callable[[], Any]) -> tuple[Any, str]:
    """The exact value that a command finds, and what it refuses with. Raises what is no sentence."""
    try:
        return ask(), ""
    except ZermeloError as error:
        return None, str(error)


def exact_value(found: Any) -> Any:
    """The value, if it is exact."""
    return found.value if found.kind == "exact" else None


def tabulated_value(found: Any) -> Any:
    """The value in a table; None if it was not completed."""
    return None if found.entry is None else found.entry.value


def analyzed_value(found: Any) -> Any:
    """The value, if that of every move is proved."""
    return found.value if found.exact else None


def asked(made: Made, folder: Any) -> dict[str, tuple[Any, str]]:
    """What each command says of the game."""
    return {
        "solve": said(lambda: exact_value(solve(made(), compiled=False, seconds=5))),
        "analyze": said(lambda: analyzed_value(analyze(made(), compiled=False, seconds=5))),
        "tabulate": said(lambda: tabulated_value(tabulate(made(), folder=folder / "table", seconds=5))),
        "grundy": said(lambda: 2 * (grundy(made()).value > 0) - 1),
    }


@pytest.mark.sampled(every=14)
@pytest.mark.usefixtures("no_compiling")
@pytest.mark.parametrize(("kind", "name"), CASES)
def test_a_broken_game(kind: str, name: str, tmp_path: Any) -> None:
    made = BROKEN[kind][name]
    report = check(made(), plays=30, compiled=False, seconds=5)
    answers, value = asked(made, tmp_path), oracle(made)
    wrong = {command: found for command, (found, _) in answers.items() if None not in (found, value) and found != value}
    assert not wrong, f"the value is {value}"
    sentences = [fault.found for fault in report.faults] + [text for _, text in answers.values()]
    assert not [text for text in sentences if "bug in zermelo" in text or "NotImplementedError" in text]
    refusal = answers["solve"][1]
    assert not (report.ok and refusal and not says_no_algorithm(refusal)), f"check passes, solve says: {refusal}"
    assert report.ok or refusal or value is None, report.faults


def says_no_algorithm(text: str) -> bool:
    """Whether a refusal says that no algorithm takes the game, or that it is out of scope."""
    return "algorithm" in text or "supports" in text


@pytest.fixture
def no_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_nothing(monkeypatch)


@pytest.mark.parametrize(("game", "value"), [*zip(RIGHT, (1, 2, 8, 1, 0, Fraction(1, 4), 0), strict=True)])
def test_the_right_games_are_right(game: type[Game[Any]], value: Any) -> None:
    assert check(game(), plays=20, compiled=False).ok
    assert solve(game(), compiled=False).value == value
