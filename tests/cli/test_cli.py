"""The command line as a user meets it: results on stdout, refusals in a sentence or two, exit codes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from tests.support.games import TAKE_FILE
from zermelo import ZermeloError, census, check, classify, search_tree, solve
from zermelo.cli import main
from zermelo.games import capture, chomp, connect, einstein, lines, mnk, nim, subtraction, tree, wythoff


def zermelo(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def refusal(*arguments: str, code: int = 2) -> str:
    """What a refused command says: exit 2, nothing on stdout, one short message without a traceback."""
    result = zermelo(*arguments)
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    message = result.stderr.partition("Error: ")[2].strip()
    assert 0 < len(message) < 500
    assert message.count("\n") == 0
    return message


@pytest.fixture
def user_file(tmp_path: Path) -> Path:
    path = tmp_path / "take.py"
    path.write_text(TAKE_FILE)
    return path


def test_solve_prints_value_moves_line_and_work() -> None:
    result = zermelo("solve", "mnk(3,3,3)", "--interpreted")
    assert result.exit_code == 0
    assert result.stdout.startswith("mnk(3,3,3): With best play this is a draw.\n")
    for name in ("value", "best", "line", "search", "work", "time", "stopped"):
        assert f"\n{name} " in result.stdout
    assert result.stderr == ""


def test_solve_json_is_one_document_with_a_schema_version() -> None:
    result = zermelo("solve", "mnk(3,3,3)", "--from", "a1 b2 c3", "--json", "--interpreted")
    data = json.loads(result.stdout)
    assert data["schema"] == 1
    assert data["position"] == "X../.O./..X"
    assert (data["value"], data["kind"], data["point_of_view"]) == (0, "exact", "player to move")


def test_textbook_count_from_the_command_line() -> None:
    result = zermelo("solve", "tictactoe", "--algorithm", "alpha-beta", "--without", "all", "--no-table", "--json")
    assert json.loads(result.stdout)["counters"]["nodes"] == 18_297


@pytest.mark.long
def test_without_takes_several_names() -> None:
    result = zermelo(
        "solve", "mnk(3,3,3)", "--interpreted", "--without", "symmetry,forced", "--without", "bounds", "--json"
    )
    assert json.loads(result.stdout)["knowledge"] == [
        "key",
        "evaluation",
        "priority",
        "relevance",
        "killers",
        "history",
    ]


def test_a_users_game_by_file_and_class(user_file: Path) -> None:
    assert "wins" in zermelo("solve", f"{user_file}:Take", "--interpreted").stdout
    assert "loses" in zermelo("solve", f"{user_file}:Take(8)", "--interpreted").stdout
    assert "loses" in zermelo("solve", f"{user_file}:Take(stones=4)", "--interpreted").stdout
    assert "wins" in zermelo("solve", str(user_file), "--interpreted").stdout


def test_a_spent_budget_exits_3_with_bounds() -> None:
    result = zermelo("solve", "mnk(4,4,4)", "--nodes", "20", "--without", "all", "--interpreted", "--json")
    assert result.exit_code == 3
    data = json.loads(result.stdout)
    assert (data["stopped"], data["lower"], data["upper"]) == ("nodes", -1, 1)
    assert data["best"]
    told = zermelo("solve", "mnk(4,4,4)", "--nodes", "500", "--without", "all", "--interpreted").stdout
    assert "(a guess: the search has set no move apart yet)" in told  # it has searched some


@pytest.mark.long
def test_all_moves_and_seed() -> None:
    every = zermelo("solve", "mnk(3,3,3)", "--all-moves", "--json", "--interpreted")
    assert len(json.loads(every.stdout)["best"]) == 9
    chosen = {
        json.loads(zermelo("solve", "mnk(3,3,3)", "--seed", str(s), "--json", "--interpreted").stdout)["best"][0]
        for s in range(6)
    }
    assert len(chosen) > 1


@pytest.mark.long
def test_games_lists_every_family() -> None:
    text = zermelo("games").stdout
    assert all(
        name in text for name in ("mnk(rows,columns,k)", "connect(columns,rows,k,twos)", "tree(", "FILE.py:CLASS")
    )
    families = json.loads(zermelo("games", "--json").stdout)["families"]
    assert {"mnk", "connect", "lines", "tree", "nim", "octal", "chomp", "sum"} <= set(families)
    for family in families.values():
        assert zermelo("check", family["example"], "--plays", "1", "--interpreted", "--seconds", "5").exit_code in (
            0,
            3,
        )


@pytest.mark.parametrize("flag", ["--help", "-h", "--version"])
def test_help_and_version(flag: str) -> None:
    assert zermelo(flag).exit_code == 0


def test_every_command_has_help() -> None:
    for command in main.list_commands(click.Context(main)):
        assert zermelo(command, "--help").exit_code == 0, command


def test_a_position_is_said_once_after_the_game_or_with_from() -> None:
    for command in (each + ("--interpreted",) for each in (("solve",), ("analyze",), ("tree",), ("table", "count"))):
        after, with_from = zermelo(*command, "nim(1,2)", "1:1"), zermelo(*command, "nim(1,2)", "--from", "1:1")
        assert after.exit_code == with_from.exit_code == 0
        assert after.stdout.splitlines()[:4] == with_from.stdout.splitlines()[:4]
        assert "given twice" in refusal(*command, "nim(1,2)", "1:1", "--from", "2:1")


def test_without_a_command_the_help_is_shown() -> None:
    shown = zermelo()
    assert shown.output.startswith("Usage: ")
    assert "Error" not in shown.output
    assert shown.output.count("Usage: ") == 1


DEAD_END = """
from zermelo import Game
class Bits(Game):
    action_count, max_length = 2, 16
    def initial(self): return (1, 1)
    def legal(self, state, action): return state[0] != (1 << 15) - 1
    def apply(self, state, action): return (2 * state[0] + action, 3 - state[1])
    def terminal(self, state): return state[0] >= 1 << 15
    def reward(self, state): return -1
"""


@pytest.mark.sampled("--interpreted")
@pytest.mark.parametrize("mode", ["--interpreted", "--compiled"])
def test_a_dead_end_far_from_random_play_is_refused_by_counts(tmp_path: Path, mode: str) -> None:
    """It used to be counted as a position in which play goes on."""
    path = tmp_path / "dead.py"
    path.write_text(DEAD_END)
    for command in ("count", "make"):
        folder = ("--checkpoint" if command == "count" else "-o", str(tmp_path / command))
        assert "has no legal action" in refusal("table", command, str(path), mode, "--quiet", *folder)


BAD_NAMES = [
    ("chess", "no game 'chess'"),
    ("", "name of a game"),
    ("mnk", "needs arguments"),
    ("mnk(", "name of a game"),
    ("mnk(3,3,3))", "parentheses do not match"),
    ("lines((3,3),3", "name of a game"),
    ("lines((3,3,3)", "parentheses do not match"),
    ("lines(3x(3),3)", "neither a whole number nor a word"),
    ("lines(3x3,3,players=5)", "from 2 to 4"),
    ("mnk(0,3,3)", "rows = 0"),
    ("mnk(3,-3,3)", "columns = -3"),
    ("mnk(3,3,0)", "k = 0"),
    ("mnk(3,3)", "wrong arguments"),
    ("mnk(3,3,3,3)", "wrong arguments"),
    ("mnk(20,3,3)", "rows = 20"),
    ("mnk(99999999999999999999,3,3)", "too large"),
    ("mnk(a,3,3)", "rows = 'a'"),
    ("mnk(3.5,3,3)", "not an integer"),
    ("nim(3,)", "has an empty argument"),
    ("nim(,misere=1)", "has an empty argument"),
    ("nim(3,misere=1,misere=0)", "gives misere twice"),
    ("mnk(3;3;3)", "neither a whole number nor a word"),
    ("mnk(rows=3,columns=3,x=3)", "wrong arguments"),
    ("connect(0,6,4)", "columns = 0"),
    ("connect(7,6,99)", "k = 99"),
    ("tree(0,3)", "branching = 0"),
    ("tree(2,-1)", "depth = -1"),
    ("tree(10,100)", "leaves"),
    ("tree(1,100000000000)", "leaves"),
    ("tree(2,2,-1)", "seed = -1"),
    ("tree(2,2,0,sideways)", "There is no order of a tree 'sideways'; the choices are random, best and worst"),
    ("no/such/file.py:Game", "cannot be read"),
    ("no_such_module:Game", "no module"),
    ("game.pyy:Game", "There is no module 'game.pyy'; the name of a file ends in .py."),
]


@pytest.mark.parametrize(("name", "told"), BAD_NAMES)
def test_bad_games_are_refused(name: str, told: str) -> None:
    assert told in refusal("solve", name)


BAD_FILES = [
    ("def f(:\n", "SyntaxError in line 1"),
    ("x = 1\nraise RuntimeError('no')\n", "RuntimeError in line 2: no"),
    ("import sys; sys.exit(3)\n", "SystemExit"),
    ("import no_such_library\n", "ModuleNotFoundError"),
    ("x = 1\n", "it defines none"),
    (TAKE_FILE + "class Other(Take): pass\n", "it defines Take and Other"),
]


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(("source", "told"), BAD_FILES)
def test_bad_files_are_refused(tmp_path: Path, source: str, told: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(source)
    assert told in refusal("solve", str(path))


def test_a_base_class_that_is_no_game_by_itself_needs_no_name(tmp_path: Path) -> None:
    path = tmp_path / "based.py"
    path.write_text(TAKE_FILE.replace("class Take(Game):", "class Base(Game): pass\n\n\nclass Take(Base):"))
    assert zermelo("solve", str(path), "--interpreted").exit_code == 0


def test_wrong_classes_are_refused(user_file: Path, tmp_path: Path) -> None:
    assert "There is no game class 'Nim' in" in refusal("solve", f"{user_file}:Nim")
    assert "not a subclass" in refusal("solve", f"{user_file}:Game")  # the contract itself is no game
    assert "wrong arguments" in refusal("solve", f"{user_file}:Take(1,2)")
    (tmp_path / "none.py").write_text(f"{TAKE_FILE}class Made(Take):\n    def __new__(cls): pass\n")
    assert "makes None, which is not a game" in refusal("solve", f"{tmp_path}/none.py:Made")
    binary = tmp_path / "binary.py"
    binary.write_bytes(bytes(range(256)))
    assert "cannot be used" in refusal("solve", str(binary))
    assert "cannot be read" in refusal("solve", f"{tmp_path}/folder.py/x.py:G")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Heap(stone=6)", "(got an unexpected keyword argument 'stone'); it is Heap(stones,most)."),
        ("Heap", "(missing 1 required positional argument: 'stones'); it is Heap(stones,most)."),
        ("Heap(1,2,3)", "it is Heap(stones,most)."),
        ("Heaps(5,misere=1)", "it is Heaps(stones...,last)."),
        ("Bare(5)", "(takes no arguments); it is Bare()."),
        ("Made(stone=6)", "(got an unexpected keyword argument 'stone'); it is Made(stones)."),
    ],
)
def test_a_class_tells_its_arguments(user_file: Path, name: str, told: str) -> None:
    user_file.write_text(
        TAKE_FILE
        + "class Heap(Take):\n    def __init__(self, stones, most=3): pass\n"
        + "class Heaps(Take):\n    def __init__(self, *stones, last=1): pass\n"
        + "class Bare(Game): pass\n"
        + "class Made(Take):\n    def __new__(cls, stones): return super().__new__(cls)\n"
    )
    assert told in refusal("solve", f"{user_file}:{name}")


FAILING = [
    ("def initial(self): return 1 // 0", "ZeroDivisionError"),
    ("def legal(self, state, action): raise KeyError('x')", "KeyError"),
    ("def apply(self, state, action): return [][0]", "IndexError"),
    ("def terminal(self, state): return state.nothing", "AttributeError"),
    ("def reward(self, state): return None", "a reward must be an integer"),
    ("max_length = None", "max_length is not set"),
    ("max_length = -3", "max_length = -3"),
    ("action_count = 0", "action_count = 0"),
    ("players = 3", "3 players"),
    ("has_chance = True", "must define to_move, to say which player each value is for"),
    ("endless = 1", "is for games of two players that set cyclic = True"),
    ("cyclic, endless = True, 1", "does not define to_move"),
    ("cyclic, endless = True, 1\n    def to_move(self, state): return -1", "does not define to_move"),
    ("cyclic, endless = True, 2", "endless = 2, but endless must be NONE, or the player, 0 or 1"),
    ("depends_on_history = True", "so a position alone has no value"),
    ("reward_range = (0, 1)", "reward_range = (0, 1)"),
    ("def reward(self, state): return 5", "outside reward_range"),
    ("def reward(self, state): return 0.5", "is 0.5; a reward must be an integer"),
    ("def to_move(self, state): return 5", "at the start, to_move returns 5; it must return a player, 0 to 1"),
    ("def action_name(self, action): return action", "action_name returns"),
    ("def render(self, state): return None", "render returns None at the start; it must return a string"),
    ("def render(self, state): return 'x' + state", "failed: TypeError"),
    ("def position_text(self, state): return state", "position_text returns"),
    ("def reward(self, state): raise SystemExit", "failed: SystemExit"),
    ("action_count = None", "action_count is not set"),
    (
        "def forced(self, state): return 7",
        "at the start, forced returns 7, which is not a legal action",
    ),
    ("def legal(self, state, action): return action + 1 < state", "no move is legal, but terminal returns False"),
    ("def actions(self, state): yield 7", "outside 0..action_count - 1"),
    ("max_length = 5", "is longer than max_length = 5 plies"),
]


@pytest.mark.parametrize(("line", "told"), FAILING)
def test_failing_games_are_refused_with_the_reason(tmp_path: Path, line: str, told: str) -> None:
    path = tmp_path / "failing.py"
    path.write_text(f"{TAKE_FILE}class Failing(Take):\n    {line}\n")
    assert told in refusal("solve", f"{path}:Failing", "--interpreted")
    assert told in refusal(
        "solve", f"{path}:Failing", "--interpreted", "--algorithm", "bns", "--without", "killers,history"
    )


@pytest.mark.parametrize("command", ["table count", "table make", "play"])
@pytest.mark.parametrize(
    "case", [case for case in FAILING if re.search("to_move|yield 7|reward|legal|text|name|render", case[0])], ids=str
)
def test_what_is_counted_and_tabulated_is_refused_for_the_same_reasons(
    command: str, case: tuple[str, str], tmp_path: Path
) -> None:
    """Players counted from 1 were counted as others, an action beyond the last was told as a play that is too long, a name
    or a board that is no text ended in a traceback, and a game that ends the program ended it without a word.
    """
    path = tmp_path / "failing.py"
    path.write_text(f"{TAKE_FILE}class Failing(Take):\n    {case[0]}\n")
    folder = ["-o", str(tmp_path / "table")] if command == "table make" else []
    told = refusal(*command.split(), f"{path}:Failing", "--interpreted", *folder)
    assert case[1] in told
    assert zermelo("check", f"{path}:Failing", "--interpreted").exit_code == 1


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("method", "told"),
    [
        ("return 1 + state % 2", "it must return a player, 0 to 1."),
        ("return None", "at the start, to_move returns None; it must return a player, 0 to 1"),
        (
            "return -1 if state > 3 else 0",
            "and -1 at the start; it must return a player, 0 to 1. to_move must name a player in every state",
        ),
        (
            "return -1 if state < 3 else 0",
            "and 0 at the start; it must return a player, 0 to 1. to_move must name a player in every state",
        ),
    ],
)
def test_who_moves_is_a_player_or_nobody_is_told(tmp_path: Path, method: str, told: str) -> None:
    path = tmp_path / "failing.py"
    path.write_text(f"{TAKE_FILE}class Failing(Take):\n    def to_move(self, state): {method}\n")
    for command in ("solve", "table count", "check"):
        arguments = (*command.split(), f"{path}:Failing", "--interpreted")
        if command == "check":
            assert "fault    to_move" in zermelo(*arguments).stdout
        else:
            assert told in refusal(*arguments)


def test_a_game_may_keep_the_boards_that_it_draws(tmp_path: Path) -> None:
    path = tmp_path / "keeping.py"
    made, drawn = (
        "def __init__(self): self.stones, self.boards = 10, {}",
        "return self.boards.setdefault(state, str(state))",
    )
    path.write_text(f"{TAKE_FILE}class Keeping(Take):\n    {made}\n    def render(self, state): {drawn}\n")
    assert zermelo("solve", f"{path}:Keeping", "--interpreted").exit_code == 0


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(("line", "told"), [case for case in FAILING if re.search("reward|yield 7|forced", case[0])])
def test_compiled_games_are_refused_for_the_same_reasons(tmp_path: Path, line: str, told: str) -> None:
    """An illegal forced move used to index the history beyond its end: corrupted memory, after a wrong result."""
    path = tmp_path / "failing.py"
    path.write_text(f"{TAKE_FILE}class Failing(Take):\n    {line}\n")
    assert told in refusal("solve", f"{path}:Failing", "--algorithm", "negamax", "--compiled")


BAD_OPTIONS = [
    (("--algorithm", "magic"), "no algorithm 'magic'"),
    (("--objective", "beauty"), "no objective 'beauty'"),
    (("--without", "luck"), "no piece of knowledge 'luck'"),
    (("--depth", "-1"), "depth = -1"),
    (("--depth", "99999999"), "more than"),
    (("--depth", "x"), "is not a whole number"),
    (("--nodes", "0"), "nodes = 0"),
    (("--nodes", "-5"), "nodes = -5"),
    (("--nodes", "99999999999999999999999"), "too large"),
    (("--seconds", "nan"), "seconds = nan"),
    (("--seconds", "inf"), "seconds = inf"),
    (("--seconds", "-1"), "seconds = -1"),
    (("--seconds", "0"), "seconds = 0"),
    (("--memory", "0"), "not a size"),
    (("--memory", "-1M"), "not a size"),
    (("--memory", "lots"), "not a size"),
    (("--memory", "10"), "too little"),
    (("--seed", "-1"), "seed = -1"),
    (("--algorithm", "bns", "--all-moves"), "finds one best move"),
    (("--algorithm", "bns", "--seed", "1"), "finds one best move"),
    (("--from", "z9"), "is not a cell"),
    (("--from", "a1 a1"), "not legal"),
    (("--from", "XXX/OO./..."), "is over"),
    (("--from", "a1 a2 b1 b2 c1"), "is over"),
    (("--from", "a1 a2 b1 b2 c1 c2"), "comes after the end"),
    (("--from", "XX/OO"), "3 rows of 3 cells"),
    (("--from", "XXX/OOO/..."), "cannot arise"),
    (("--from", "XX./.../..."), "cannot arise"),
    (("--from", "\x00"), "is not a cell"),
    (("--nonsense",), "No such option"),
]


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "nim(1,2)", "--nodes"),
        ("solve", "nim(1,2)", "--depth"),
        ("solve", "nim(1,2)", "--seed"),
        ("solve", "nim(1,2)", "--threads"),
        ("solve", "nim(1,2)", "--memory"),
        ("solve", "nim(1,2)", "--from"),
        ("solve", "mnk(3,3,3)", "--from"),
        ("play", "nim(1,2)", "--seed"),
        ("play", "nim(1,2)", "--strength"),
        ("play", "nim(1,2)", "--engine"),
        ("analyze", "nim(1,2)", "--depth"),
        ("analyze", "nim(1,2)"),
        ("tree", "nim(1,2)", "--most"),
        ("match", "random", "random", "--games"),
        ("match", "random", "random", "--opening"),
        ("prove-play", "nim(1,2)", "--move-seconds"),
        ("judge", "nim(1,2)", "--agent", "random", "--number"),
        ("export", "nim(1,2)", "-o", "positions", "--sample"),
        ("classify", "nim(1,2)", "--players"),
        ("classify", "--players", "2", "--branching"),
        ("grundy", "nim(1,2)", "--values"),
        ("grundy", "nim(1,2)", "--from"),
        ("table", "count", "nim(1,2)", "--plies"),
        ("table", "make", "nim(1,2)", "--from"),
        ("check", "nim(1,2)", "--plays"),
        ("experiment", "counts", "--seed"),
        ("serve", "--port"),
        ("course", "show"),
        ("course", "show", "1", "--hints"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("digits", [4000, 5000])
def test_numbers_of_thousands_of_digits_are_refused_in_a_sentence(words: tuple[str, ...], digits: int) -> None:
    """Python itself reads and writes no more than 4,300."""
    assert len(refusal(*words, "9" * digits)) < 400


@pytest.mark.parametrize("name", ["nim({})", "mnk({},3,3)", "lines({}x3,3)", "octal(0.{},3)", "sum(nim({}),nim(1))"])
def test_sizes_of_thousands_of_digits_are_refused_in_a_sentence(name: str) -> None:
    assert "digits)" in refusal("solve", name.format("7" * 5000))


def test_numbers_of_thousands_of_digits_are_refused_in_python() -> None:
    for option in ("nodes", "depth", "seed", "memory", "threads", "seconds", "checkpoint_every"):
        given: dict[str, Any] = {option: 10**5000}
        with pytest.raises(ZermeloError, match=rf"^{option} = 1000000000\.\.\. \(5,001 digits\) (is|are) "):
            solve(nim(1, 2), **given)
    makers: list[Callable[[int], object]] = [
        lambda n: mnk(n, 3, 3),
        lambda n: connect(n, 3, 3),
        lambda n: lines((n, 3), 3),
        lambda n: tree(2, n),
        lambda n: capture(n, 2),
        lambda n: einstein(n, 1),
        lambda n: chomp(n, 2),
        lambda n: wythoff(n, 2),
        lambda n: nim(n),
        lambda n: subtraction(5, n),
        lambda n: census(nim(1, 2), plies=-n),
        lambda n: check(nim(1, 2), seed=-n),
        lambda n: classify(players=-n),
        lambda n: search_tree(nim(1, 2), most=n),
    ]
    for make in makers:
        with pytest.raises(ZermeloError, match=r"1000000000\.\.\. \(5,001 digits\)"):
            make(10**5000)


@pytest.mark.parametrize(("options", "told"), BAD_OPTIONS)
def test_bad_options_are_refused(options: tuple[str, ...], told: str) -> None:
    assert told in refusal("solve", "mnk(3,3,3)", "--interpreted", *options)


def test_ranges_are_told_in_words() -> None:
    assert "0 is not in the range 1 or more." in refusal("check", "nim(1,2)", "--plays", "0")
    assert "65536 is not in the range 0 to 65535." in refusal("serve", "--port", "65536")
    assert "0 to 65535" in zermelo("serve", "--help").stdout


@pytest.mark.long
def test_insisting_on_compiled_refuses_what_cannot_be(tmp_path: Path) -> None:
    path = tmp_path / "of_complex_numbers.py"
    path.write_text(
        TAKE_FILE.replace("return self.stones", "return complex(self.stones)")
        .replace("action < state", "action < state.real")
        .replace("max_length = 3, 10", "max_length = 3, 21")
    )
    assert "cannot be compiled" in refusal("solve", str(path), "--compiled", code=5)
    short = zermelo("solve", str(path))
    assert (short.exit_code, short.stderr) == (0, "")
    long = zermelo("solve", f"{path}:Take(21)", "--algorithm", "minimax", "--no-table")
    assert long.exit_code == 0
    assert "Interpreted, ten to a thousand times slower: " in long.stderr
    assert "wins" in long.stdout


@pytest.mark.long
def test_ctrl_c_reports_what_is_known_and_exits_130() -> None:
    command = [sys.executable, "-m", "zermelo", "solve", "mnk(7,7,5)", "--interpreted", "--json", "--deepening"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(3)
        os.kill(process.pid, signal.SIGINT)
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130, err
    assert "Traceback" not in err
    data = json.loads(out)
    assert (data["stopped"], data["lower"], data["upper"]) == ("interrupted", -1, 1)


@pytest.mark.parametrize("command", ["solve", "analyze", "table count", "check", "tree"])
def test_what_games_print_is_not_in_the_answer(command: str, tmp_path: Path) -> None:
    """What a game said while it was searched, or its file while it was read, stood before the JSON on stdout."""
    path = tmp_path / "chatty.py"
    said = (
        "    def apply(self, state, action):\n        print('applied')\n        return super().apply(state, action)\n"
    )
    path.write_text(f"{TAKE_FILE}print('loaded')\n\nclass Chatty(Take):\n{said}")
    shown = zermelo(*command.split(), f"{path}:Chatty", "--interpreted", "--json")
    assert json.loads(shown.stdout)["schema"] == 1
    assert "loaded" in shown.stderr
    assert "applied" in shown.stderr


def test_a_closed_pipe_is_no_error() -> None:
    shell = f"{sys.executable} -m zermelo games | head -1"
    result = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(("closed", "command"), [(">&-", "games"), ("2>&-", "sovle"), ("<&-", "play 'nim(1,2)'")])
def test_a_stream_that_is_closed_is_no_error(closed: str, command: str) -> None:
    shell = f"{sys.executable} -m zermelo {command} {closed}"
    result = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert (result.returncode, "Traceback" in result.stderr) == (2 if command == "sovle" else 0, False)


def test_a_check_that_ran_out_of_time_says_so_by_its_exit_code() -> None:
    result = zermelo("check", "mnk(9,9,5)", "--interpreted", "--seconds", "0.05")
    assert result.exit_code == 3
    assert "Time ran out before the check was complete." in result.stdout


@pytest.mark.long
def test_a_check_says_when_it_has_seen_enough_positions() -> None:
    result = zermelo("check", "mnk(4,4,4)", "--interpreted", "--plays", "1000", "--json")
    report = json.loads(result.stdout)
    assert (result.exit_code, report["stopped"], report["positions"]) == (0, "positions", 2000)


def test_certify_is_an_option_of_solve() -> None:
    assert "solve GAME --certify -o DIR" in " ".join(CliRunner().invoke(main, ["certify", "nim(3)"]).stderr.split())


NO_FOLDER = "--certify needs the folder for the certificates, which is given by -o: --certify -o DIR."

FORMER = {
    "census nim(3)": "There is no command 'census'; it is now `zermelo table count`.",
    "tabulate nim(3)": "There is no command 'tabulate'; it is now `zermelo table make`.",
    "help census": "There is no command 'census'; it is now `zermelo table count`.",
    "table count nim(3) --folder DIR": "No such option '--folder'. It is now --checkpoint DIR.",
    "table make nim(3) --folder DIR": "No such option '--folder'. It is now -o DIR.",
    "verify DIR --cluster serial": "`zermelo table verify` verifies tablebases, and has this option.",
    "solve nim(3) --certify DIR": NO_FOLDER,
    "solve --certify DIR nim(3)": NO_FOLDER,
    "solve nim(3) --certify=DIR": "Option '--certify' does not take a value. The folder is now given by -o DIR.",
    "solve nim(3) -o DIR": "-o is an option of --certify; give both, or neither.",
    "grundy nim(3) --certify DIR": NO_FOLDER,
    "export nim(3) DIR": "Missing option '-o' / '--output'. The folder is now given by -o DIR.",
    "judge nim(3) --agent random --csv FILE": "No such option '--csv'. It is now -o FILE.csv.",
    "judge nim(3) --agent random --plot FILE": "No such option '--plot'. It is now -o FILE.png (or .svg, .pdf).",
    "course report DIR --csv FILE": "No such option '--csv'. It is now -o FILE.csv.",
    "course report DIR --html FILE": "No such option '--html'. It is now -o FILE.html.",
}


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("command", FORMER)
def test_an_old_name_says_the_new_one(command: str) -> None:
    told = zermelo(*command.split())
    assert (told.exit_code, told.stdout) == (2, "")
    assert FORMER[command] in " ".join(told.stderr.split())


def test_experiments_are_a_command_of_the_checkout() -> None:
    assert "use `python -m experiments`" in refusal("experiment", "chain")
