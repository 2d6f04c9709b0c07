"""`zermelo solve GAME --positions FILE`: an answer for each line, as it comes."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner, Result

from tests.support.games import TAKE_FILE
from tests.support.interpreting import without_compiler
from zermelo import solve
from zermelo.cli import main, positions
from zermelo.cli.positions import COLUMNS, LONGEST, MOST, InputLines, line_of, lines_in

GAME: Final = "mnk(3,3,3)"


def asked(lines: str | bytes, *options: str, game: str = GAME) -> Result:
    """What comes of lines of standard input."""
    return CliRunner().invoke(main, ["solve", game, "--positions", "-", *options], input=lines)


def table(result: Result) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(result.stdout)))


@pytest.fixture(autouse=True)
def _plain(plain: None) -> None:
    pass


# --- answers ----------------------------------------------------------------------------------------------------------


def test_each_line_is_answered_in_its_order() -> None:
    lines = ["a1 b2", "X../.O./..X", "a1 b1 a2 b2", "a1 b1 a2 b2 a3"]
    result = asked("\n".join(lines) + "\n", "--objective", "distance")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = table(result)
    assert result.stdout.splitlines()[0] == ",".join(COLUMNS)
    assert [row["position"] for row in rows] == lines
    assert [row["value"] for row in rows] == ["0", "0", "1", "-1"]
    assert [row["distance"] for row in rows] == ["", "", "1", "0"]
    assert [row["kind"] for row in rows] == ["exact"] * 4
    assert (rows[2]["best"], rows[3]["best"]) == ("a3", "")
    assert all(row["error"] == "" for row in rows)


def test_json_has_an_object_on_each_line() -> None:
    result = asked("a1 b2\nz9", "--json")
    found, refused = map(json.loads, result.stdout.splitlines())
    assert list(found) == list(refused) == ["schema", *COLUMNS]
    assert (found["value"], found["kind"], found["lower"], found["upper"]) == (0, "exact", 0, 0)
    assert found["best"] in solve(GAME, "a1 b2", all_moves=True).best
    assert (found["distance"], found["error"]) == (None, None)
    assert (refused["kind"], refused["value"], refused["best"], refused["nodes"]) == ("refused", None, None, None)
    assert refused["error"].startswith("Line 2: 'z9'")


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_bytes(b"\xef\xbb\xbfa1 b2\r\nc3\r\n")
    result = CliRunner().invoke(main, ["solve", GAME, "--positions", str(file)])
    assert (result.exit_code, [row["position"] for row in table(result)]) == (0, ["a1 b2", "c3"])


def test_games_of_chance_and_of_theory_and_options_of_the_search() -> None:
    (row,) = table(asked("a1 b2", "--depth", "2", "--algorithm", "negamax"))
    assert (row["kind"], row["lower"], row["upper"]) == ("heuristic", "0", "1")
    assert [row["value"] for row in table(asked("3,2\n3,3", game="nim(3,4)"))] == ["1", "-1"]
    (row,) = table(asked("A./.a A?", game="einstein(2,1)"))
    assert (float(row["value"]), row["best"]) == (float(solve("einstein(2,1)").value), "")


@pytest.mark.long
def test_more_lines_than_are_taken_at_a_time() -> None:
    count = 2 * MOST + 7
    result = asked("3,2\n" * count, game="nim(3,4)")
    rows = table(result)
    assert (result.exit_code, len(rows)) == (0, count)
    assert {row["value"] for row in rows} == {"1"}


# --- lines that are refused -------------------------------------------------------------------------------------------


def test_lines_that_are_no_positions_are_named_and_the_others_answered() -> None:
    lines = b"a1 b2\n\nz9\n\xff\xfe\na1 a1\n   \n" + b"a" * (LONGEST + 1) + b"\nc3\n"
    result = asked(lines)
    rows = table(result)
    assert result.exit_code == 2
    assert [row["kind"] for row in rows] == ["exact", *["refused"] * 6, "exact"]
    errors = [row["error"] for row in rows if row["error"]]
    assert errors == result.stderr.splitlines()
    assert [error.partition(":")[0] for error in errors] == [f"Line {number}" for number in range(2, 8)]
    assert errors[0] == "Line 2: it is empty."
    assert errors[2] == "Line 4: it is not UTF-8."
    assert errors[5] == f"Line 7: it is longer than {LONGEST:,} bytes."
    assert rows[3]["position"] == r"\xff\xfe"
    assert len(rows[6]["position"]) < 100


def test_only_the_first_refused_lines_are_told() -> None:
    result = asked("z9\n" * 50)
    assert len(table(result)) == 50
    told = result.stderr.splitlines()
    assert len(told) == positions.MOST_TOLD + 1
    assert told[-1] == "50 lines of 50 were refused; `error` says why."


def test_a_line_at_which_the_game_fails_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "reads.py"
    file.write_text(f"{TAKE_FILE}    def parse_position(self, text): print('reading'); return int(text)\n")
    result = asked("4\nfour\n5\n", game=str(file))
    assert (result.exit_code, [row["value"] for row in table(result)]) == (2, ["-1", "", "1"])
    assert "ValueError" in table(result)[1]["error"]


def test_a_game_that_cannot_be_compiled_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "notes.py"
    file.write_text(
        "from zermelo import Game\n"
        "class Notes(Game):\n"
        "    action_count, max_length = 3, 30\n"
        "    def initial(self): return 'x' * 30\n"
        "    def legal(self, state, action): return action / len(state) < 1\n"
        "    def apply(self, state, action): return state[action + 1:]\n"
        "    def terminal(self, state): return not state\n"
        "    def reward(self, state): return -1\n"
        "    def parse_position(self, text): return 'x' * int(text)\n"
    )
    few, many = (asked(f"{stones}\n5\n8\n", "--no-table", game=str(file)) for stones in (3, 19))
    assert (few.exit_code, few.stderr) == (0, "")
    assert (many.exit_code, [row["value"] for row in table(many)]) == (0, ["1", "1", "-1"])
    assert "Notes cannot be compiled: " in many.stderr
    assert many.stderr.count("Interpreted") == 1


@pytest.mark.parametrize("lines", ["", b""])
def test_nothing_is_refused_in_one_sentence(lines: str) -> None:
    result = asked(lines)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: There are no positions in standard input.\n"


def test_an_empty_file_and_no_file(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("")
    for name, told in (("empty", "There are no positions in "), ("none", "No such file"), (".", "Is a directory")):
        result = CliRunner().invoke(main, ["solve", GAME, "--positions", str(tmp_path / name)])
        assert (result.exit_code, result.stdout) == (2, "")
        assert told in result.stderr
        assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "options",
    [
        ("--certify", "-o", "DIR"),
        ("--rules", "rules.py"),
        ("--checkpoint", "FILE"),
        ("--checkpoint-every", "5"),
        ("--all-moves",),
        ("--seed", "3"),
        ("--cluster", "serial"),
    ],
    ids=lambda options: options[0],
)
def test_options_for_one_position_are_refused(options: tuple[str, ...]) -> None:
    result = asked("a1 b2", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"Error: --positions finds one best move for each position: leave out {options[0]}.\n"


@pytest.mark.parametrize("more", [("a1",), ("--from", "a1"), ("--from", "")])
def test_a_position_besides_is_refused(more: tuple[str, ...]) -> None:
    result = asked("a1 b2", *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: The positions are those of --positions: leave out --from")


@pytest.mark.parametrize(
    "options",
    [("--nodes", "0"), ("--seconds", "0"), ("--seconds", "-1"), ("--depth", "-2"), ("--algorithm", "none")],
    ids=" ".join,
)
def test_options_without_a_meaning_are_refused_before_anything_is_printed(options: tuple[str, ...]) -> None:
    result = asked("a1 b2", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: ")
    assert "Traceback" not in result.stderr


# --- limits -----------------------------------------------------------------------------------------------------------


def test_nodes_limit_each_position() -> None:
    result = asked("a1\nb2\na1 b1 a2 b2\n", "--nodes", "5", "--without", "all", game="mnk(4,4,4)")
    rows = table(result)
    assert result.exit_code == 3
    assert [(row["kind"], row["nodes"]) for row in rows[:2]] == [("lower", "5")] * 2
    assert [(row["lower"], row["upper"]) for row in rows[:2]] == [("-1", "1")] * 2


def test_seconds_limit_all() -> None:
    hard = ("--no-table", "--without", "all", "--algorithm", "minimax", "--interpreted")
    began = time.monotonic()
    result = asked("a1\nb2\n" * 50, "--seconds", "2", *hard, game="mnk(5,5,5)")
    assert time.monotonic() - began < 30
    assert result.exit_code == 3
    assert len(table(result)) == 1


def test_lines_in_memory_are_bounded() -> None:
    """One of any length takes no more than two chunks."""

    class Zeros(io.RawIOBase):
        left = 100

        def read(self, size: int = -1) -> bytes:
            self.left -= 1
            return b"0" * size if self.left > 0 else b"\na1" if self.left == 0 else b""

    first, second = lines_in(Zeros())  # pyright: ignore[reportArgumentType]
    assert LONGEST < len(first) <= 3 * LONGEST
    assert (line_of(first).error, line_of(second)) == (f"it is longer than {LONGEST:,} bytes.", ("a1", ""))


def test_no_more_lines_wait_than_are_taken_at_a_time() -> None:
    class Endless(io.RawIOBase):
        count = 0

        def read(self, size: int = -1) -> bytes:
            self.count += 1
            return b"a1\n" * 100

    source = Endless()
    with InputLines(source) as lines:  # pyright: ignore[reportArgumentType]
        taken = lines.take()
        assert taken
        assert len(taken) <= MOST
        time.sleep(0.3)
        assert source.count <= 2 * MOST // 100 + 3
    assert all(thread.name != "zermelo-lines" for thread in ended_threads())


def ended_threads() -> list[threading.Thread]:
    """The threads that are left when those that read have had the time to end."""
    deadline = time.monotonic() + 10
    while any(thread.name == "zermelo-lines" for thread in threading.enumerate()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return threading.enumerate()


# --- pipes ------------------------------------------------------------------------------------------------------------


def test_standard_input_stays_open() -> None:
    code = (
        f"import sys; from zermelo.cli import main; main({['solve', GAME, '--positions', '-']}, standalone_mode=False)"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; print(sys.stdin.closed, sys.stdin.read() == '')"],
        input="a1 b2\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.splitlines()[2:]) == (0, ["False True"]), done.stderr


@contextlib.contextmanager
def running(*options: str, game: str = GAME) -> Generator[subprocess.Popen[str]]:
    """A process that reads lines from a pipe."""
    command = [sys.executable, "-m", "zermelo", "solve", game, "--positions", "-", *options]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
        env=without_compiler(),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def pipes(process: subprocess.Popen[str]) -> tuple[Any, Any, Any]:
    return process.stdin, process.stdout, process.stderr


def test_lines_of_a_pipe_are_answered_as_they_come() -> None:
    with running() as process:
        given, found, _ = pipes(process)
        given.write("a1 b2\n")
        assert found.readline() == ",".join(COLUMNS) + "\n"
        assert found.readline().startswith("a1 b2,0,exact")
        given.write("z9\n")
        assert found.readline().startswith("z9,,refused")
        given.close()
        assert process.wait(30) == 2


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_while_waiting_ends_it_after_what_was_answered(number: signal.Signals) -> None:
    with running("--json") as process:
        given, found, errors = pipes(process)
        given.write("a1 b2\n")
        assert json.loads(found.readline())["value"] == 0
        process.send_signal(number)
        assert process.wait(30) == 130
        assert (found.read(), errors.read()) == ("", "Interrupted.\n")


@pytest.mark.long
def test_ctrl_c_during_a_search_ends_it_after_what_was_answered() -> None:
    hard = ("--no-table", "--without", "all", "--algorithm", "minimax", "--interpreted", "--json")
    ended = "XXXXX/OOOO./...../...../....."
    with running(*hard, game="mnk(5,5,5)") as process:
        given, found, errors = pipes(process)
        given.write(f"{ended}\n")
        assert json.loads(found.readline())["kind"] == "exact"
        given.write(f"{ended}\na1\nb1\n")
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert [json.loads(line)["position"] for line in found.read().splitlines()][:1] == [ended]
        assert errors.read() == "Interrupted.\n"


@pytest.mark.long
def test_a_reader_who_goes_away_ends_it_quietly() -> None:
    with running() as process:
        given, found, errors = pipes(process)
        given.write("a1 b2\n")
        found.readline()
        found.close()
        with contextlib.suppress(BrokenPipeError):
            while process.poll() is None:
                given.write("a1 b2\n")
                time.sleep(0.001)
        process.wait(30)
        assert errors.read() == ""
        with contextlib.suppress(BrokenPipeError):
            given.close()


@pytest.mark.long
def test_time_is_up_while_nothing_comes() -> None:
    with running("--seconds", "4") as process:
        given, found, errors = pipes(process)
        given.write("a1 b2\n")
        assert process.wait(30) == 3
        assert (len(found.read().splitlines()), errors.read()) == (2, "")


# --- progress ---------------------------------------------------------------------------------------------------------


def test_progress_tells_how_many_and_how_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def show(_line: Any, text: str) -> None:
        shown.append(text)

    monkeypatch.setattr(positions, "QUIET_SECONDS", 0)
    monkeypatch.setattr("zermelo.cli.progress.ProgressLine.show", show)
    asked("a1 b2\nc3\n")
    assert shown
    assert all(text.endswith("/s") and "answered" in text for text in shown)
