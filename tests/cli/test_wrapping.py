"""Sentences on a terminal are wrapped between words; where the output goes elsewhere they are left alone."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner

import zermelo
from zermelo.cli import COMMANDS, main
from zermelo.cli.rows import abreast, as_rows, wrapped

TEXT = "There is nothing in '/a/folder with a name/of some length' that can be read; give another one, please."


@pytest.mark.parametrize("width", [30, 40, 57, 80, 120])
def test_lines_end_between_words_and_quoted_names_stay_whole(width: int) -> None:
    lines = wrapped(TEXT, width).split("\n")
    assert " ".join(lines) == TEXT
    assert all(len(line) <= width or " " not in line or "'" in line for line in lines)
    if width >= 45:
        assert any("'/a/folder with a name/of some length'" in line for line in lines)
        assert all(len(line) <= width for line in lines)


def test_an_apostrophe_quotes_nothing() -> None:
    text = "It is a mistake of X's: it got less than O's move would have."
    assert wrapped(text, 30).split("\n") == ["It is a mistake of X's: it got", "less than O's move would have."]


def test_words_and_paths_that_are_too_long_stay_whole() -> None:
    path = "/a/path/" + "long-" * 20 + "end"
    assert wrapped(f"see {path} there", 30).split("\n") == ["see", path, "there"]


def test_lines_that_are_indented_are_continued_as_deep() -> None:
    assert wrapped("head\n  one two three four", 12) == "head\n  one two\n  three four"


def test_what_fits_is_left_as_it_is() -> None:
    assert wrapped("a   b\n\n  c  ", 30) == "a   b\n\n  c  "


def test_rows_are_wrapped_beside_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    assert as_rows([("name", "some words that are too many")]) == "name     some words that are\n         too many"


def test_lists_are_wrapped_at_their_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "36")
    parts = ["363 probes (49 hits)", "198 bounds", "15 forced moves"]
    assert as_rows([("work", parts)]) == "work     363 probes (49 hits),\n         198 bounds, 15 forced moves"
    assert as_rows([("", ["knowledge: key", "symmetry"]), ("none", "")]) == "         knowledge: key, symmetry"


def test_boards_stand_side_by_side_where_they_fit() -> None:
    boards = "A\n. .\n\nB\n. .\n\nC\n. .\n. ."
    assert abreast(boards, 100) == "A      B      C\n. .    . .    . .\n              . ."
    assert abreast(boards, 17) == abreast(boards, 100)
    assert abreast(boards, 16) == "A      B\n. .    . .\n\nC\n. .\n. ."
    assert abreast(boards, 9) == abreast(boards, 1) == boards
    four = "\n\n".join("1234")
    assert abreast(four, 11) == "1    2\n\n3    4"  # not three and one


def test_print_shows_the_text_of_the_command_line() -> None:
    """Of analyses, matches, proofs of play, scores and search trees; times differ."""
    timeless, engine = re.compile(r"^time .*$", re.MULTILINE), "perfect(compiled=false,seed=1)"
    for shown, words in (
        (zermelo.match("nim(1,2)", (engine, engine), games=4), f"match {engine} {engine} --game nim(1,2) --games 4"),
        (zermelo.prove_play("nim(1,2)", engine), f"prove-play nim(1,2) --engine {engine}"),
        (zermelo.Oracle("nim(1,2)").score("random", games=4), "judge nim(1,2) --agent random --number 4"),
        (zermelo.search_tree("nim(1,2)", compiled=False), "tree nim(1,2) --interpreted"),
    ):
        told = CliRunner().invoke(main, [*words.split(), "-q"]).stdout
        assert timeless.sub("", str(shown)).rstrip() == timeless.sub("", told).rstrip()
    analysis = zermelo.analyze("nim(1,2)", compiled=False)
    told = CliRunner().invoke(main, ["analyze", "nim(1,2)", "--interpreted", "-q"]).stdout
    assert str(analysis).split("\n\n")[1] == told.rstrip().split("\n\n")[2]


LONG = [
    ["solve", "tictactoo"],
    ["solve", "mnk(3,3,3)", "--algorithm", "minmax"],
    ["solve", "mnk(3,3,3)", "--from", "a1 a2 b1 b2 c1"],
    ["solve", "mnk(3,3,3)", "--depth", "many"],
    ["sovle"],
    ["--sovle"],
    ["verify", "a certificate that is not there.zcert"],
    ["check", "nim(1,2)", "--interpreted", "--plays", "5"],
    ["match", "random", "random", "--game", "nim(1,2)", "--games", "2"],
    ["prove-play", "nim(1,2)", "--engine", "perfect(compiled=false)"],
    ["judge", "nim(1,2)", "--agent", "random", "--number", "2", "--exploitability"],
    ["experiment"],
    ["games"],
    ["course", "show", "3", "--hints", "3"],
    ["classify", "--players", "3"],
    ["grundy", "kayles(7)", "--values", "60"],
]


@pytest.mark.parametrize("words", LONG, ids=" ".join)
def test_no_command_breaks_words(words: list[str]) -> None:
    """At forty columns there are the same words as elsewhere, and no line is wider unless a word is."""
    wide = CliRunner().invoke(main, words)
    narrow = CliRunner().invoke(main, words, env={"COLUMNS": "40"})
    assert wide.exit_code == narrow.exit_code
    timeless = [" ".join(run.output.split()).partition("time ")[0] for run in (wide, narrow)]
    assert timeless[0] == timeless[1]
    for line in narrow.output.splitlines():
        assert len(line) <= 40 or max(map(len, line.split())) >= 15 or line.startswith(("Usage:", "Try")), line


@pytest.mark.parametrize("command", ["", *COMMANDS, "course check"])
@pytest.mark.parametrize("width", ["40", "60", "80"])
def test_help_fits_and_breaks_no_words(command: str, width: str) -> None:
    def helped(columns: str) -> str:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("click.formatting.FORCED_WIDTH", None)
            patch.setenv("COLUMNS", columns)
            context = main.make_context("zermelo", [], resilient_parsing=True)
            found: Any = main
            for name in command.split():
                found = found.get_command(context, name)
                context = found.make_context(name, [], context, resilient_parsing=True)
            return found.get_help(context)

    narrow, wide = helped(width), set(helped("1000").split())
    assert max(map(len, narrow.splitlines())) <= int(width)
    words = [word for word in narrow.split() if not word.endswith(("...", "-"))]  # what click cuts, and hyphens
    halves = {half for word in wide for half in word.split("-")}
    assert [word for word in words if word not in wide and word not in halves] == []


@pytest.mark.skipif(sys.platform == "win32", reason="there are no terminals of this kind")
def test_refusals_are_as_wide_as_the_terminal_they_go_to() -> None:
    """Standard output going elsewhere."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 50, 0, 0))
    command = [sys.executable, "-m", "zermelo", "solve", "tictactoo"]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=theirs, stdin=subprocess.DEVNULL, check=False)
    os.close(theirs)
    lines = os.read(ours, 4096).decode().replace("\r\n", "\n").strip().split("\n")
    os.close(ours)
    assert len(lines) > 3
    assert max(map(len, lines)) <= 50
    assert lines[0].startswith("Error: There is no game 'tictactoo'; did you")


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there are no terminals of this kind")
@pytest.mark.parametrize("width", [40, 80, 120])
def test_play_fits_its_terminal_and_breaks_no_words(width: int) -> None:
    """Rules, refusals, help and boards have the same words as over a pipe."""
    import fcntl
    import pty
    import struct
    import termios

    asked, lines = ["play", "lines(3x3x3,3)", "--interpreted", "--as", "both"], "nonsense\nhelp\n1-1-1\n1-1-1\nquit\n"
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    terminal = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    command = [sys.executable, "-m", "zermelo", *asked]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, env=terminal | DULL) as game:
        os.close(theirs)
        assert game.stdin is not None
        game.stdin.write(lines.encode())
        game.stdin.close()
        shown = b""
        with contextlib.suppress(OSError):
            while piece := os.read(ours, 4096):
                shown += piece
    os.close(ours)
    text = shown.decode()
    piped = CliRunner().invoke(main, asked, input=lines).stdout
    assert max(map(len, text.splitlines())) <= width
    assert sorted(text.split()) == sorted(piped.split())


DULL = {"TERM": "dumb", "NO_COLOR": "1"}
"""A terminal without colours."""


def test_play_wraps_what_it_says() -> None:
    asked = ["play", "mnk(3,3,3)", "--as", "both", "--interpreted"]
    said = "nonsense\nquit\n"
    narrow = CliRunner().invoke(main, asked, input=said, env={"COLUMNS": "40"}).stdout
    assert "Type `moves` for the legal" in " ".join(narrow.split())
    assert max(map(len, narrow.splitlines())) <= 40
    assert max(map(len, CliRunner().invoke(main, asked, input=said).stdout.splitlines())) > 80
