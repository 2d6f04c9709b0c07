"""What README and docs show is what happens: their Python runs, their commands print what they print there."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from enum import Enum
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner, Result

from tests import ROOT
from zermelo.cli import main
from zermelo.games.catalogue import game_named
from zermelo.play.game_lines import read_game

PAGES = [
    ROOT / "README.md",
    *(page for page in sorted((ROOT / "docs").glob("*/*.md")) if page.parent.name != "results"),
]
MODULES = ["zermelo", "zermelo.core.game", "zermelo.play.oracle"]

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    return [body for found, body in BLOCK.findall(page.read_text()) if found == language]


def gamesman() -> ModuleType:
    """What a game for GamesmanPy imports; GamesmanPy itself is no package that can be installed."""
    models = ModuleType("models")
    vars(models).update(Game=object, Value=Enum("Value", ["Loss", "Tie", "Win"]))
    return models


def surroundings() -> dict[str, str]:
    """A terminal of any width, and the checkout, where the experiments are."""
    here = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    return here | {"PYTHONPATH": os.pathsep.join(filter(None, (here.get("PYTHONPATH"), str(ROOT))))}


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_in_a_page_runs(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Definitions are executed in order, sessions (>>>) are compared; they share their names."""
    monkeypatch.setitem(sys.modules, "models", gamesman())
    names: dict[str, object] = {"__name__": f"page_{page.stem}"}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for number, body in enumerate(blocks(page, "python")):
        if ">>>" not in body:
            exec(compile(body, f"{page.name}-{number}", "exec"), names)
            continue
        test = parser.get_doctest(body, names, f"{page.name}-{number}", str(page), 0)
        runner.run(test, clear_globs=False)
        names.update(test.globs)
    assert runner.failures == 0


def run(command: str) -> subprocess.CompletedProcess[str] | Result:
    """A command of zermelo in this process, any other in one of its own."""
    if command.startswith("zermelo "):
        return CliRunner().invoke(main, shlex.split(command)[1:])
    words = [sys.executable, "-m", *shlex.split(command.removeprefix("python -m "))]
    return subprocess.run(words, env=surroundings(), capture_output=True, text=True, check=False)


@pytest.mark.sampled("first-game.md")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_in_a_page_print_what_it_shows(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of Python without a session are files: the first of a page mygame.py, one that begins with a name that one.

    … stands for any number, and for a digest. The compile cache is empty, as it is for a new user.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    for number, body in enumerate(body for body in blocks(page, "python") if ">>>" not in body):
        named = re.match(r"# (\w+\.py)\n", body)
        if named or number == 0:
            (tmp_path / (named[1] if named else "mygame.py")).write_text(body)
    for body in blocks(page, "console"):
        for command, shown in re.findall(r"^\$ ((?:zermelo|python -m) .*)\n((?:(?!\$ ).*\n)*)", body, re.MULTILINE):
            ran = run(command)
            pattern = re.escape(shown.strip()).replace("sha256:…", r"sha256:[\da-f]{64}").replace("…", r"[\d.,]+")
            assert re.fullmatch(pattern, ran.stdout.strip()), f"{command}\n{ran.stdout}{ran.stderr}"


def test_the_first_game_is_complete_in_fifteen_lines() -> None:
    (game, *_) = blocks(ROOT / "docs" / "tutorials" / "first-game.md", "python")
    assert len([line for line in game.splitlines() if line.strip()]) <= 15


@pytest.mark.parametrize("module", MODULES)
def test_docstrings_run(module: str) -> None:
    __import__(module)
    assert doctest.testmod(sys.modules[module]).failed == 0


LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
PATH = re.compile(r"`(?:python\s+)?((?:src|tests|docs|benchmarks|experiments|course|examples)/[\w./-]+)[`\s]")


def test_files_that_are_named_are_there() -> None:
    """By links, from the page; and by paths, from the checkout."""
    lost = [
        (page.name, name)
        for page in (*PAGES, ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("*/*.md"))
        for where, names in ((page.parent, LINK.findall(page.read_text())), (ROOT, PATH.findall(page.read_text())))
        for name in names
        if not (where / name).exists()
    ]
    assert not lost


def test_the_games_of_a_language_model_can_be_read() -> None:
    """They are those that the page on judging shows, and each ends as the file says."""
    game = game_named("mnk(3,3,3)")
    for line in (ROOT / "examples" / "language_model.txt").read_text().splitlines():
        past = read_game(game, line)
        assert past.record.over
        assert line.split()[-1] == {0: "1/2-1/2", 1: "1-0", -1: "0-1"}[past.record.rewards()[0]]
