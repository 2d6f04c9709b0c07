"""How values are printed: numbers of thousands of digits, for which Python has a limit, and sets, which have no order."""

from __future__ import annotations

import json
import math
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from tests import ROOT
from tests.support.graphs import Place
from tests.support.processes import signalled
from zermelo import Game, census, solve, tabulate
from zermelo.classification.classify import Classification
from zermelo.classification.estimate import Step, _extended
from zermelo.cli import main
from zermelo.core.errors import NotSupported
from zermelo.core.stable_text import any_digits, count_text, json_text, stable_repr, stable_text
from zermelo.core.supervision import Supervised
from zermelo.solver.technique import Description, choose

PLIES: Final = 300
MOVES: Final = 200

LIMIT: Final = 640
"""Digits: the lowest limit that can be had, so that games need not be long to be beyond it."""

SOURCE: Final = f"""
from zermelo import Game

class Deep(Game):
    action_count, max_length = {MOVES}, {PLIES}
    def initial(self): return 0
    def legal(self, state, action): return True
    def apply(self, state, action): return state + 1
    def terminal(self, state): return state == {PLIES}
    def reward(self, state): return -1
"""


# --- texts --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("number", "told"),
    [
        (0, "0"),
        (1_234_567, "1,234,567"),
        (10**30 - 1, ",".join(["999"] * 10)),
        (10**30, "about 1.00e30"),
        (-(10**40), "about -1.00e40"),
        (1_234_567 * 10**4561, "about 1.23e4567"),
        (9_999 * 10**5000, "about 1.00e5004"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_counts_are_exact_up_to_thirty_digits_and_then_about_so_many(number: int, told: str) -> None:
    assert count_text(number) == told


def test_json_is_exact_whatever_the_length_of_numbers_and_the_limit_stays() -> None:
    number = random.Random("digits").randrange(10**9999, 10**10000)
    before = sys.get_int_max_str_digits()
    text = json_text({"games": number})
    assert sys.get_int_max_str_digits() == before
    with pytest.raises(ValueError, match="Exceeds the limit"):
        json.loads(text)
    with any_digits():
        assert json.loads(text) == {"games": number}
    assert sys.get_int_max_str_digits() == before


PROGRAM: Final = """
from tests.support.graphs import Place
from zermelo.core.stable_text import stable_repr
print(stable_repr((Place(frozenset("abcdefgh"), frozenset({("x", frozenset("xyz")), None})), {"a", "b"}, (1,))))
"""


@pytest.mark.long
def test_sets_are_told_alike_in_every_process() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
        ).stdout
        for seed in range(3)
    }
    assert told == {
        "(Place(node=frozenset({'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'}), side=frozenset({('x', "
        "frozenset({'x', 'y', 'z'})), None})), {'a', 'b'}, (1,))\n"
    }


@pytest.mark.parametrize("value", [1, True, None, "a", (1,), Place(1, (2,)), frozenset({1}), {1}, 2.5])
def test_all_else_is_told_as_python_does(value: Any) -> None:
    assert stable_repr(value) == repr(value)
    assert stable_text(value) == str(value)


def test_integers_that_python_does_not_print_are_told_in_hexadecimal() -> None:
    number = 1 << 20_000
    assert stable_text((number, "x")) == f"({number:#x}, 'x')"


# --- what meets such numbers ----------------------------------------------------------------------------------------------
@pytest.fixture
def deep(tmp_path: Path) -> Iterator[str]:
    file = tmp_path / "deep.py"
    file.write_text(SOURCE)
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(LIMIT)
    yield str(file)
    sys.set_int_max_str_digits(before)


@pytest.mark.long
def test_a_census_of_numbers_without_end_is_printed(deep: str) -> None:
    games = MOVES**PLIES
    shown = CliRunner().invoke(main, ["table", "count", deep, "--interpreted"])
    assert shown.exit_code == 0, shown.output
    assert f"All positions are counted: {count_text(games)} complete games" in shown.stdout
    told = CliRunner().invoke(main, ["table", "count", deep, "--interpreted", "--json"])
    with any_digits():
        assert json.loads(told.stdout)["games"] == games


@pytest.mark.long
def test_counting_numbers_without_end_goes_on_from_its_folder(tmp_path: Path, deep: str) -> None:
    from zermelo import game_named

    game = game_named(deep)
    folder = tmp_path / "work"
    assert census(game, folder=folder, compiled=False, plies=PLIES - 5).stopped == "plies"
    found = census(game, folder=folder, compiled=False)
    assert found.to_dict()["games"] == MOVES**PLIES
    assert repr(found).endswith(f"games={count_text(MOVES**PLIES)}, stopped='complete')")
    assert repr(found.plies[-1]) == f"Ply({PLIES}: 1 positions, {count_text(MOVES**PLIES)} plays, over: " + (
        f"{count_text(MOVES**PLIES)}, 0, 0)" if PLIES % 2 else f"0, 0, {count_text(MOVES**PLIES)})"
    )


@pytest.mark.long
def test_a_player_is_proved_against_games_without_number(deep: str) -> None:
    longer = Path(deep)
    longer.write_text(SOURCE.replace(str(PLIES), str(2 * PLIES)))
    ran = CliRunner().invoke(main, ["prove-play", deep, "--engine", "random"])
    assert ran.exit_code == 0, ran.output
    assert f"all {count_text(MOVES**PLIES)} games (" in ran.stdout
    told = CliRunner().invoke(main, ["prove-play", deep, "--engine", "random", "--json"])
    with any_digits():
        assert json.loads(told.stdout)["sides"][0]["ends"]["games"] == MOVES**PLIES


def test_work_beyond_all_numbers_is_foretold_in_words() -> None:
    steps = [Step(ply, 9, 1000 * 4.0 ** (8000 - ply), 0.1) for ply in range(8000, 7900, -1)]
    found = _extended("negamax", steps)
    assert found is not None
    assert math.isfinite(found.seconds)
    told = Classification("Deep", Description(), choose(Description()), 4900.0, found, "")
    assert told.forecast() == "Not feasible here: more than 1e+299 nodes, 4 times the work for each ply.".replace(
        "the work", "as many"
    )
    json.dumps(told.to_dict(), allow_nan=False)


class Wide(Game[int]):
    """A state of thousands of digits."""

    action_count, max_length = 2, 4

    def initial(self) -> int:
        return 10**9000

    def legal(self, state: int, action: int) -> bool:
        return True

    def apply(self, state: int, action: int) -> int:
        return state + 7**9000 * (action + 1)

    def terminal(self, state: int) -> bool:
        return state > 10**9000 + 2 * 7**9000

    def reward(self, state: int) -> int:
        return -1


def test_states_of_thousands_of_digits_are_counted_tabulated_and_told(tmp_path: Path) -> None:
    assert [ply.positions for ply in census(Wide()).plies] == [1, 2, 3, 2]
    table = tabulate(Wide(), folder=tmp_path / "table").table
    assert table is not None
    assert table.get(10**9000 + 7**9000) == (1, 1)
    with pytest.raises(NotSupported, match="keys that are not made of integers"):
        solve(Wide(), checkpoint=tmp_path / "work", compiled=False)


# --- signals ------------------------------------------------------------------------------------------------------------
@pytest.mark.long
@pytest.mark.parametrize("attempt", range(3))
@pytest.mark.parametrize("command", ["table count --checkpoint", "table make -o"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
def test_a_signal_at_any_moment_ends_the_work_with_what_is_known(
    number: signal.Signals, command: str, attempt: int, deep: str, tmp_path: Path
) -> None:
    Path(deep).write_text(SOURCE.replace(str(PLIES), str(8 * PLIES)))
    after = attempt + random.Random(f"{command} {number} {attempt}").random()
    for halvings in range(10):  # a fast machine may be done before the signal: then it comes in half the time
        folder = tmp_path / f"work{halvings}"
        ended = signalled(
            [sys.executable, "-m", "zermelo", *command.split(), str(folder), deep, "--interpreted", "--json"],
            number,
            lambda folder=folder: [*folder.glob("layer-*")],
            after=after / 2**halvings,
            env={**os.environ, "PYTHONINTMAXSTRDIGITS": str(LIMIT)},
        )
        with any_digits():
            told = json.loads(ended.stdout)
        if told["stopped"] != "complete":
            break
    assert (ended.returncode, ended.stderr) == (130, "")
    assert told["stopped"] == "interrupted"
    plies = told.get("plies", [])
    assert [ply["plays"] for ply in plies] == [MOVES**ply for ply in range(len(plies))]


def test_a_signal_while_the_work_is_supervised_raises_nothing() -> None:
    """It once did, wherever the thread that supervises just was."""
    stops = list[bool]()

    def work() -> str:
        for _ in range(20_000):
            signal.raise_signal(signal.SIGINT)
        return "done"

    supervised = Supervised(work, lambda: stops.append(True), seconds=None, on_tick=lambda: None)
    assert supervised.run() == "done"
    assert (supervised.stopped, bool(stops)) == ("interrupted", True)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
