"""`zermelo help`: every page of the documentation can be read in a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from zermelo.cli import COMMANDS, main

DOCS = Path(__file__).parents[2] / "docs"


def read(*words: str, columns: int = 80) -> Result:
    return CliRunner().invoke(main, ["help", *words], env={"COLUMNS": str(columns)})


def names() -> list[str]:
    """What `zermelo help` lists."""
    return [line.split()[0] for line in read().stdout.splitlines()]


def test_it_lists_what_can_be_read() -> None:
    listed = read().stdout
    for name, title in (("contract", "The complete contract"), ("first-game", "Your first game"), ("json", "JSON")):
        assert re.search(rf"^{name} +{title}$", listed, re.MULTILINE)


def test_pages_that_only_the_site_can_show_are_not_listed() -> None:
    assert not {"gallery", "api", "try"} & set(names())
    plain = {path.stem for path in DOCS.glob("*/*.md") if path.parent.name not in ("notebooks", "results")}
    assert plain - set(names()) == {"gallery", "api", "try"}


@pytest.mark.parametrize("topic", ["contract", "CONTRACT", "contract.md"])
def test_a_page_is_shown_with_the_pages_it_refers_to(topic: str) -> None:
    shown = read(topic)
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert shown.stdout.lstrip().startswith("The complete contract\n")
    assert "zermelo help first-game" in shown.stdout.partition("See also")[2]
    assert "](" not in shown.stdout


@pytest.mark.long
@pytest.mark.parametrize("columns", [30, 40, 200])
def test_pages_fit_the_terminal(columns: int) -> None:
    for name in names():
        lines = read(name, columns=columns).stdout.splitlines()
        assert len(lines) > 20, name
        if name not in COMMANDS:  # click's help has words that are longer
            assert max(map(len, lines)) <= min(columns, 100), name


def test_a_command_is_explained_too() -> None:
    shown = read("solve").stdout
    assert shown.startswith("Usage: zermelo solve ")
    assert shown == CliRunner().invoke(main, ["solve", "--help"], env={"COLUMNS": "80"}).stdout.replace(
        "main ", "zermelo ", 1
    )


def test_a_command_of_a_group_is_explained() -> None:
    assert read("table", "make").stdout.startswith("Usage: zermelo table make ")
    assert "There is no page or command 'table maek'" in read("table", "maek").stderr


def test_a_page_with_the_name_of_a_command_follows_its_options() -> None:
    shown = read("games").stdout
    assert shown.startswith("Usage: zermelo games ")
    assert "These games come with zermelo" in shown


def test_an_unknown_page_is_refused_and_the_nearest_is_named() -> None:
    refused = read("contrakt")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "There is no page or command 'contrakt'; did you mean contract?" in " ".join(refused.stderr.split())


def test_a_pager_that_cannot_be_read_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(_text: str) -> None:
        raise ValueError("No closing quotation")

    monkeypatch.setattr("click.echo_via_pager", refuses)
    assert "The complete contract" in read("contract").stdout


def test_missing_documentation_is_said_to_be_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("zermelo.cli.help.folder_of", lambda _name: tmp_path)
    refused = read()
    assert refused.exit_code == 2
    assert "The documentation is missing" in refused.stderr


def test_shells_complete_names_of_pages_and_of_commands() -> None:
    shell = ShellComplete(main, {}, "zermelo", "_ZERMELO_COMPLETE")
    for words, typed, offered in ((["help"], "con", "contract"), ([], "tab", "table"), (["table"], "m", "make")):
        assert [item.value for item in shell.get_completions(words, typed)] == [offered]
