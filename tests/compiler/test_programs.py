"""Compiled code does what Python does, in random programs.

`python -m tests.compiler.programs` tries more of them, and makes those smaller in which the two differ.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.compiler.programs import Program, program
from tests.compiler.shrinking import smallest
from tests.compiler.trials import differences, is_sound, observed

PROGRAMS: Final = 100
EVERY_TIME: Final = 10
TOGETHER: Final = 10


def assert_alike(seeds: range, folder: Path) -> None:
    """Some programs use what the language lacks: they are refused, but most are compiled."""
    found = dict(differences(seeds, folder))
    wrong = [
        f"seed {seed}: {each.kind}: {each.text}" for seed, each in found.items() if each and each.kind != "refused"
    ]
    assert not wrong, "\n".join(wrong)
    assert sum(each is None for each in found.values()) >= len(found) / 3


def test_compiled_programs_do_what_python_does(tmp_path: Path) -> None:
    assert_alike(range(EVERY_TIME), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, PROGRAMS, TOGETHER))
def test_many_compiled_programs_do_what_python_does(first: int, tmp_path: Path) -> None:
    assert_alike(range(first, first + TOGETHER), tmp_path)


# --- the programs -----------------------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_program() -> None:
    assert program(7) == program.__wrapped__(7)


def test_most_calls_raise_nothing() -> None:
    outcomes = [result.outcome for seed in range(20) for result in observed(program(seed))]
    assert sum(outcome.error is None for outcome in outcomes) > 0.8 * len(outcomes)


def test_a_number_that_leaves_64_bits_on_the_way_is_noticed() -> None:
    source = "def play(n: int) -> int:\n    n *= 4\n    return (n << 1) % 3"
    found = program(0)._replace(source=source, function="play", calls=["(2**60,)", "(2**59,)", "(-2**60,)"])
    assert [result.wide for result in observed(found)] == [True, False, False]


def test_a_wrong_result_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def compiled(function: Callable[..., Any], *_: Any) -> Callable[..., Any]:
        return lambda *arguments: [*function(*arguments)]

    monkeypatch.setattr("tests.compiler.comparing.compiled", compiled)
    assert all(each and each.kind == "different" for _, each in differences(range(3), tmp_path))


LARGE: Final = """
from enum import Enum

class Hue(Enum):
    RED = 1

def helper(hue: Hue) -> int:
    return hue.value

def play(n: int) -> int:
    total = helper(Hue.RED)
    for k in range(n):
        if k > 1:
            total += 2 * (total + k) // 3
        else:
            total -= 1
    return total
"""

SMALL: Final = """
def play(n):
    total = 0
    total += 0 // 3
"""


def test_a_program_is_made_as_small_as_possible() -> None:
    found = Program(LARGE, "play", ["(3,)", "(5,)"])
    small = smallest(found, lambda candidate: "// 3" in candidate.source and is_sound(candidate))
    assert small == Program(SMALL.strip(), "play", ["(3,)"])
