"""`zermelo judge`: engines and files of games, budgets, files that are written, refusals."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.support.games import TAKE_FILE
from zermelo import Oracle, match
from zermelo.cli import main
from zermelo.play.scores import COLUMNS

BOT = """
import random
import time

def centre(game, state):
    return next(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if game.legal(state, cell))

def uniform(game, state):
    return {action: 1 for action in game.actions(state)}

def lots(game, state):
    return random.choice(list(game.actions(state)))

def wrong(game, state):
    return {0: -1}

def slow(game, state):
    print("I think", flush=True)
    time.sleep(0.1)
    return centre(game, state)
"""


def judge(*words: str, **options: Any) -> Result:
    return CliRunner().invoke(main, ["judge", *words], **options)


def refusal(*words: str, code: int = 2) -> str:
    """What a refused command says: nothing on stdout, one short message."""
    result = judge(*words)
    assert (result.exit_code, result.stdout) == (code, ""), result.output
    message = result.stderr.partition("Error: ")[2].strip()
    assert 0 < len(message) < 400
    assert "\n" not in message
    return message


@pytest.fixture
def bot(tmp_path: Path) -> str:
    path = tmp_path / "mybot.py"
    path.write_text(BOT)
    return str(path)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    ran = CliRunner().invoke(
        main, ["match", "random", "random", "--games", "6", "--opening", "1", "--seed", "3", "-o", str(path)]
    )
    assert ran.exit_code == 0, ran.output
    return path


@pytest.mark.long
def test_an_engine_is_judged_by_the_games_that_it_plays(bot: str) -> None:
    result = judge("mnk(3,3,3)", "--agent", f"{bot}:centre", "--number", "20", "--seed", "5", "--quiet")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    scores = Oracle("mnk(3,3,3)").score(f"{bot}:centre", games=20, seed=5)
    assert lines[0] == scores.headline()
    assert lines[1] == f"judged   {len(scores.moves)} moves in 20 games"
    assert "ply  moves  optimal  keeping   loss" in lines
    assert sum(line.startswith("mistake  game ") for line in lines) == 5


@pytest.mark.long
def test_a_file_of_games_is_judged(games: Path) -> None:
    result = judge("mnk(3,3,3)", "--games", str(games), "--json")
    told = json.loads(result.stdout)
    lines = [line.split()[:-1] for line in games.read_text().splitlines()]
    assert [move["move"] for move in told["moves"]] == [move for line in lines for move in line[1:]]
    assert (told["games"], told["player"], told["stopped"]) == (6, None, "complete")
    assert (told["exploitability"], told["responses"]) == (None, [])
    first = json.loads(judge("mnk(3,3,3)", "--games", str(games), "--as", "first", "--json").stdout)
    assert {move["side"] for move in first["moves"]} == {"first"}
    assert first["side"] == "first"


@pytest.mark.long
def test_games_come_from_standard_input_too(games: Path) -> None:
    assert (
        judge("mnk(3,3,3)", "--games", "-", input=games.read_text()).stdout.splitlines()[0]
        == (judge("mnk(3,3,3)", "--games", str(games)).stdout.splitlines()[0])
    )


def test_exploitability_is_shown_for_both_sides(bot: str) -> None:
    words = ("mnk(2,2,2)", "--agent", f"{bot}:uniform", "--number", "2", "--exploitability")
    text = judge(*words).stdout
    assert "\nfirst    value 1, gets 1 at worst, as in " in text
    assert text.rstrip().endswith("averaged over both sides")
    told = json.loads(judge(*words, "--json").stdout)
    assert told["exploitability"] == 0
    assert [each["side"] for each in told["responses"]] == ["first", "second"]
    exploited = json.loads(
        judge("mnk(3,2,2)", "--agent", "random", "--number", "1", "--exploitability", "--json").stdout
    )
    assert exploited["exploitability"] == "1/3"


def test_files_are_written(bot: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    table, plot = tmp_path / "rates.csv", tmp_path / "rates.png"
    result = judge(*("mnk(3,3,3)", "--agent", f"{bot}:centre", "--number", "4", "-o", str(table), "-o", str(plot)))
    assert result.exit_code == 0, result.output
    rows = list(csv.reader(io.StringIO(table.read_text())))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) > 3
    assert plot.read_bytes().startswith(b"\x89PNG")


@pytest.mark.long
def test_what_an_engine_prints_is_not_in_the_answer(bot: str) -> None:
    result = judge("mnk(3,3,3)", "--agent", f"{bot}:slow", "--number", "1", "--json")
    assert json.loads(result.stdout)["games"] == 1
    assert result.stderr.startswith("I think\n")


@pytest.mark.long
def test_tables_are_used(tmp_path: Path) -> None:
    folder = str(tmp_path / "table")
    assert CliRunner().invoke(main, ["table", "make", "mnk(3,3,3)", "-o", folder]).exit_code == 0
    with_table, without = (
        json.loads(judge("mnk(3,3,3)", "--agent", "random", "--number", "4", *words, "--json").stdout)
        for words in (("--tables", folder), ())
    )
    assert with_table["moves"] == without["moves"]


@pytest.mark.parametrize("option", [("--seconds", "0.01"), ("--nodes", "1")])
def test_a_spent_budget_exits_3(option: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("\n".join(game.text() for game in match("connect(6,5,4)", ("random", "random"), games=2).games))
    result = judge("connect(6,5,4)", "--games", str(file), *option)
    assert result.exit_code == 3, result.output
    assert "not proved to keep or to give up the value" in result.stdout
    assert f"stopped  {'time' if option[0] == '--seconds' else 'node'} budget spent" in result.stdout


@pytest.mark.long
def test_outcomes_alone_are_judged_if_that_is_the_objective() -> None:
    text = judge("mnk(3,3,3)", "--agent", "random", "--number", "2", "--objective", "outcome").stdout
    assert "win soonest" not in text


# --- refusals -------------------------------------------------------------------------------------------------------


def written(tmp_path: Path, data: bytes) -> str:
    path = tmp_path / "games.txt"
    path.write_bytes(data)
    return str(path)


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "There are no games in "),
        (b"a1 b2\na1 a1 1-0\n", "Line 2: Move 2: a1 is not legal here."),
        (b"a1 b2\nz9\n", "Line 2: Move 1: "),
        (b"a1 b2\n\xff\xfe\n", "Line 2: it is not UTF-8."),
        (b"(a1 b2\n", "Line 1: The opening has no closing parenthesis"),
        (b"a1 b2 0-1\n" + b"a1 " * 30000, "Line 2: it is longer than 65,536 bytes."),
    ],
)
def test_bad_files_are_refused_with_the_line(tmp_path: Path, data: bytes, message: str) -> None:
    assert message in refusal("mnk(3,3,3)", "--games", written(tmp_path, data))


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    assert "No such file" in refusal("mnk(3,3,3)", "--games", str(tmp_path / "none.txt"))
    assert "directory" in refusal("mnk(3,3,3)", "--games", str(tmp_path))


def test_a_mark_for_utf_8_and_the_lines_of_other_systems_are_read(tmp_path: Path) -> None:
    file = written(tmp_path, b"\xef\xbb\xbfa1 b2 1-0\r\nb2 a1 *\r\n")
    assert judge("mnk(3,3,3)", "--games", file).stdout.splitlines()[1] == "judged   4 moves in 2 games"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "Name either an engine to judge, as in --agent mybot.py:choose, or a file of games with --games."),
        (("--agent", "random", "--games", "x"), "Name either an engine"),
        (("--games", "x", "--exploitability"), "Options for an engine need --agent; leave out --exploitability."),
        (("--games", "x", "--against", "random", "--seed", "0"), "leave out --against and --seed."),
        (("--agent", "random", "--number", "0"), "games = 0 is not an integer of 1 or more"),
        (("--agent", "random", "--as", "third"), "There is no side 'third'"),
        (("--agent", "nobody"), "There is no engine 'nobody'"),
        (("--agent", "random", "--against", "nobody"), "There is no engine 'nobody'"),
        (("--agent", "random", "-o", "no/rates.csv"), "There is no folder 'no'"),
        (("--agent", "random", "-o", "rates.txt"), "has no known ending; the choices are .csv, .png, .svg and .pdf"),
        (("--agent", "random", "--seconds", "0"), "seconds"),
        (("--agent", "random", "--nodes", "0"), "nodes = 0"),
        (("--agent", "random", "--objective", "score"), "There is no objective 'score'"),
        (("--agent", "random", "--tables", "nowhere"), "holds neither a table"),
    ],
)
def test_options_are_checked(words: tuple[str, ...], message: str) -> None:
    assert message in refusal("mnk(3,3,3)", *words)


def test_a_plot_without_matplotlib_is_refused_before_a_game_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.play.scores.find_spec", lambda _name: None)
    assert "pip install 'zermelo[experiments]'" in refusal("mnk(3,3,3)", "--agent", "random", "-o", "rates.png", code=5)


def test_answers_that_are_no_policy_are_refused(bot: str) -> None:
    assert "returned the weight -1 for 0" in refusal("mnk(3,3,3)", "--agent", f"{bot}:wrong")


@pytest.mark.parametrize("game", ["lines(3x3,3,players=3)"])
def test_games_without_such_values_are_refused(game: str) -> None:
    assert "an oracle needs a game for two" in refusal(game, "--agent", "random")


def test_a_game_of_the_user_is_judged(tmp_path: Path) -> None:
    (tmp_path / "take.py").write_text(TAKE_FILE)
    result = judge(f"{tmp_path / 'take.py'}:Take(7)", "--agent", "perfect(compiled=false)", "--number", "4")
    assert "0 of " in result.stdout.splitlines()[0]


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_signal_ends_it_with_what_is_known(bot: str) -> None:
    command = [sys.executable, "-m", "zermelo", "judge", "mnk(3,3,3)", "--agent", f"{bot}:slow", "--number", "500"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for _ in range(8):  # a game takes five of its moves at the most
            assert process.stderr.readline() == "I think\n"
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopped  interrupted" in out


def test_ctrl_c_during_the_best_responses_keeps_the_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Oracle, "best_response", interrupted)
    result = judge("mnk(3,3,3)", "--agent", "random", "--number", "2", "--exploitability")
    assert result.exit_code == 130
    assert "judged " in result.stdout
    assert "exploitability" not in result.stdout


@pytest.mark.parametrize(
    ("agent", "options", "code", "message"),
    [
        ("uniform", {"limit": 100}, 3, "there are more than 100 positions; in Python, a larger limit can be given."),
        ("lots", {}, 2, "lots returned two different answers in"),
    ],
)
def test_the_scores_are_shown_if_no_best_response_can_be_found(
    agent: str, options: dict[str, Any], code: int, message: str, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were lost: a game with too many positions, or an agent that draws lots, was refused after they had been found."""
    found = Oracle.best_response
    monkeypatch.setattr(Oracle, "best_response", lambda *words, **more: found(*words, **more, **options))
    words = ("mnk(3,3,3)", "--agent", f"{bot}:{agent}", "--number", "2", "--exploitability")
    result = judge(*words)
    assert (result.exit_code, message in result.stderr) == (code, True), result.output
    assert "No exploitability: " in result.stderr
    assert "\njudged   " in result.stdout
    assert "exploitability" not in result.stdout
    assert json.loads(judge(*words, "--json").stdout)["exploitability"] is None


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_the_scores_are_shown_if_a_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "full.csv").symlink_to("/dev/full")
    result = judge("mnk(3,3,3)", "--agent", "random", "--number", "2", "-o", str(tmp_path / "full.csv"))
    assert (result.exit_code, "\njudged   " in result.stdout) == (2, True)
    assert "full.csv' cannot be written: No space left on device." in result.stderr


@pytest.mark.long
@pytest.mark.parametrize("columns", ["40", "80"])
def test_it_fits_the_terminal(columns: str, bot: str) -> None:
    words = ("mnk(3,3,3)", "--agent", f"{Path(bot).name}:centre", "--number", "10", "--exploitability")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(Path(bot).parent)
        lines = judge(*words, env={"COLUMNS": columns}).stdout.splitlines()
    assert len(lines) > 10
    assert max(map(len, lines)) <= int(columns)
