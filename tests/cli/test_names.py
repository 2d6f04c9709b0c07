"""Unknown names: the message says what was perhaps meant, and what there is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from zermelo import Game, ZermeloError, classify, engine_named, game_named, prove_play, solve
from zermelo.cli import main
from zermelo.core.wording import nearest, shortened, shown, unknown
from zermelo.games import mnk, nim

GAMES = '''
from zermelo import Game
from zermelo.games import mnk

class MyGame(Game):
    """Take stones; who takes the last one wins.

    And more of it."""
    action_count, max_length = 3, 10
    def initial(self): return 10
    def legal(self, state, action): return action < state
    def apply(self, state, action): return state - action - 1
    def terminal(self, state): return state == 0
    def reward(self, state): return -1

class Another(MyGame): pass

class Helper: pass

def choose(game, state): return 0
'''


def zermelo(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def refusal(*arguments: str) -> str:
    result = zermelo(*arguments)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    return result.stderr.partition("Error: ")[2].strip()


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mygame.py"
    path.write_text(GAMES)
    return path


# --- the sentence ---------------------------------------------------------------------------------------------------------
def test_what_was_perhaps_meant_stands_before_what_there_is() -> None:
    assert unknown("fruit", "aple", ["apple", "pear"]) == (
        "There is no fruit 'aple'; did you mean apple? The choices are apple and pear."
    )
    assert unknown("fruit", "nut", ["apple", "pear"]) == "There is no fruit 'nut'; the choices are apple and pear."
    assert unknown("fruit", "nut", ["apple"]) == "There is no fruit 'nut'; the only choice is apple."
    assert unknown("fruit", "nut", [], where="here") == "There is no fruit 'nut' here; there is none."
    assert unknown("fruit", "pare", ["pear"], listing="trees have them") == (
        "There is no fruit 'pare'; did you mean pear? Trees have them."
    )


def test_names_are_compared_whatever_the_case_of_their_letters() -> None:
    assert nearest("mygame", ["MyGame", "Other"]) == "MyGame"
    assert nearest(5, ["5"]) == ""
    assert nearest("x" * 100_000, ["x"]) == ""


def test_long_names_and_numbers_are_cut() -> None:
    assert shown("a" * 61) == repr("a" * 60 + "...")
    assert shown(["a" * 100]).endswith("aaa...")
    assert shown(10**39) == "1" + "0" * 39
    for number in (10**40, 10**4999 - 1, 10**4999, 10**5000 - 1, 123456789 * 10**6000):
        lead = "9999999999" if (number + 1) % 10 == 0 else f"{number // 10 ** (len_of(number) - 10)}"
        assert shown(number) == f"{lead}... ({len_of(number):,} digits)"
        assert shown(-number) == f"-{lead}... ({len_of(number):,} digits)"
    assert shortened(f"n = {'7' * 5000}!") == "n = 7777777777... (5,000 digits)!"
    assert shortened(f"n = {'7' * 40}") == f"n = {'7' * 40}"
    assert shortened(f"'{'x' * 500}' and '{'y' * 499}'") == f"'{'x' * 60}...' and '{'y' * 499}'"


def len_of(number: int) -> int:
    """How many digits, counted."""
    digits = 0
    while number:
        number //= 10
        digits += 1
    return digits


# --- wherever there are names ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("sovle", "There is no command 'sovle'; did you mean solve? The choices are solve, play, "),
        ("course strt", "There is no command 'strt'; did you mean start? The choices are check, list, "),
        ("solve tictactoo", "There is no game 'tictactoo'; did you mean tictactoe? The choices are mnk, "),
        (
            "solve tictactoo",
            "tictactoe, tic-tac-toe, connect4, qubic, sim, your own as FILE.py:CLASS, or OpenSpiel's as openspiel:NAME.",
        ),
        (f"solve nim({'9' * 5000})", "'nim(9999999999... (5,000 digits))': a number of 5000 digits is too large;"),
        ("solve nim(1,sum(nim(1)))", "nim(1,sum(nim(1))): Sum(parts=(Heaps("),
        ("solve tictactoe(3)", "tictactoe takes no arguments: it is mnk(3,3,3)."),
        ("solve tree(2,2,0,bst)", "There is no order of a tree 'bst'; did you mean best? The choices are random, "),
        ("solve tictactoe --algorithm minmax", "no algorithm 'minmax'; did you mean minimax? The choices are mi"),
        ("solve tictactoe --algorithm alphabet", "'alphabet'; did you mean alphabeta? The choices are minimax"),
        ("solve tictactoe --without symetry", "no piece of knowledge 'symetry'; did you mean symmetry?"),
        ("solve tictactoe --objective distnace", "no objective 'distnace'; did you mean distance? The choices"),
        ("solve tictactoe --objektive x", "No such option '--objektive'. Did you mean '--objective'?"),
        ("play tictactoe --engine perfct", "There is no engine 'perfct'; did you mean perfect? The choices are "),
        ("play tictactoe --engine pvss", "There is no engine 'pvss'; did you mean pvs? The choices are perfect"),
        ("play tictactoe --engine mtdf(dept=3)", "no setting 'dept' of the engine mtdf; did you mean depth"),
        ("play tictactoe --as fist", "There is no side 'fist'; did you mean first? The choices are first, "),
        ("prove-play tictactoe --as bot", "There is no side 'bot'; did you mean both? The choices are first, "),
        ("judge tictactoe --agent perfct", "There is no engine 'perfct'; did you mean perfect? The choices are "),
        ("course show best-mov", "There is no task 'best-mov'; did you mean best-move? The tasks are 1 to 16 "),
        ("course start 1 --lang pyton", "There is no language 'pyton'; did you mean python? The choices are"),
        ("classify --players 2 --evaluation god", "no evaluation 'god'; did you mean good? The choices are"),
    ],
)
def test_commands_say_what_was_perhaps_meant(words: str, told: str) -> None:
    assert told in refusal(*words.split())


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (
            lambda: solve(mnk(3, 3, 3), algoritm="bns"),
            "no option 'algoritm'; did you mean algorithm? The choices are algo",
        ),
        (lambda: prove_play(mnk(3, 3, 3), engine_named(mnk(3, 3, 3), "random"), sides=("frist",)), "mean first?"),
        (
            lambda: classify(playrs=2),
            "no field of a description 'playrs'; did you mean players? The choices are players",
        ),
        (lambda: game_named("connct4"), "There is no game 'connct4'; did you mean connect4?"),
    ],
)
def test_python_says_what_was_perhaps_meant(ask: Callable[[], Any], told: str) -> None:
    with pytest.raises(ZermeloError) as refused:
        ask()
    assert told in str(refused.value)


def test_classes_of_a_file_are_named(mine: Path) -> None:
    assert refusal("solve", f"{mine}:MyGme") == (
        f"There is no game class 'MyGme' in {mine}; did you mean MyGame? The choices are MyGame and Another."
    )
    assert "its game classes: MyGame and Another." in refusal("solve", f"{mine}:Helper")
    assert refusal("play", "tictactoe", "--engine", f"{mine}:chose").startswith(
        f"There is no function 'chose' in {mine}; did you mean choose?"
    )


@pytest.mark.parametrize(
    "name", ["nim(3,-1)", "nim(2001)", "subtraction(-1,1)", "octal(0.77,-5)", "kayles(x)", "nim()"]
)
def test_games_of_heaps_are_named_whole_in_refusals(name: str) -> None:
    told = refusal("solve", name)
    assert told.startswith(f"{name}: ")
    with pytest.raises(ZermeloError, match=r"^nim\(3,1000000000\.\.\. \(5,001 digits\)\): 1000000000\.\.\. \("):
        nim(3, 10**5000)


# --- the classes of a file ------------------------------------------------------------------------------------------------
def test_the_games_of_a_file_are_listed(mine: Path) -> None:
    shown = zermelo("games", str(mine))
    assert shown.exit_code == 0
    first, second = shown.stdout.splitlines()
    assert first.split(maxsplit=1) == [f"{mine}:MyGame", "Take stones; who takes the last one wins."]
    assert second.split() == [f"{mine}:Another", "(no", "docstring)"]
    told = json.loads(zermelo("games", str(mine), "--json").stdout)
    assert told["games"][0] == {"game": f"{mine}:MyGame", "summary": "Take stones; who takes the last one wins."}
    assert "`zermelo games FILE.py` lists" in zermelo("games").stdout


def test_the_games_of_a_module_are_listed(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(mine.parent))
    assert "mygame:MyGame  " in zermelo("games", "mygame").stdout


@pytest.mark.long
def test_a_file_that_has_been_edited_is_read_anew(mine: Path) -> None:
    """Also within a second, and with a text of the same length: stored bytecode would be taken for current."""
    name = f"{mine}:MyGame"
    before = type(game_named(name))
    assert solve(name).value == 1
    mine.write_text(mine.read_text().replace("return 10", "return 8 "))
    assert solve(name).value == -1
    mine.write_text(mine.read_text().replace("return 8 ", "return 7 "))
    assert [solve(name, compiled=compiled).value for compiled in (False, True)] == [1, 1]
    assert type(game_named(name)) is not before
    assert type(game_named(name)).__module__ == before.__module__  # or checkpoints and compiled code would be lost


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "loop.py").symlink_to(tmp_path / "loop.py")
    with pytest.raises(ZermeloError, match="cannot be read"):
        game_named(str(tmp_path / "loop.py"))


def test_a_file_without_games_says_so(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("")
    assert zermelo("games", str(tmp_path / "empty.py")).stdout.startswith("There is no game in ")


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nofile.py", "cannot be read"),
        ("no_such_module", "There is no module 'no_such_module'."),
        (".", "is neither the name of a file"),
        ("", "name"),
    ],
)
def test_games_of_what_is_not_there_are_refused(name: str, told: str) -> None:
    assert told in refusal("games", name)


def test_every_game_class_that_is_listed_can_be_made(mine: Path) -> None:
    for line in zermelo("games", str(mine)).stdout.splitlines():
        assert isinstance(game_named(line.split()[0]), Game)
