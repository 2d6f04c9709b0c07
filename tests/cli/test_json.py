"""--json: one object with one version of its meaning for every command, each field described in docs/reference/json.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from tests import ROOT
from tests.support.interpreting import compile_nothing
from zermelo.cli import bench, main
from zermelo.core.stable_text import SCHEMA

PAGE = (ROOT / "docs" / "reference" / "json.md").read_text()

ASKED: dict[str, tuple[str, ...]] = {
    "solve": ("solve", "mnk(2,2,2)", "--interpreted", "--certify", "-o", "HERE/proofs"),
    "analyze": ("analyze", "nim(1,2)", "--interpreted"),
    "match": ("match", "random", "random", "--games", "2"),
    "prove-play": ("prove-play", "nim(1,2)"),
    "judge": ("judge", "nim(1,2)", "--agent", "random", "--number", "4", "--exploitability"),
    "export": ("export", "nim(1,2)", "-o", "HERE/positions", "--format", "numpy"),
    "verify": ("verify", "HERE"),
    "classify": ("classify", "nim(1,2)"),
    "grundy": ("grundy", "nim(1,2)"),
    "grundy --values": ("grundy", "kayles(4)", "--values", "200"),
    "table count": ("table", "count", "nim(1,2)", "--interpreted"),
    "table make": ("table", "make", "nim(1,2)", "--interpreted", "-o", "HERE/table"),
    "table verify": ("table", "verify", "HERE"),
    "check": ("check", "nim(1,2)", "--interpreted"),
    "tree": ("tree", "mnk(3,3,3)", "--interpreted", "--depth", "2"),
    "games": ("games",),
    "games FILE": ("games", str(ROOT / "examples" / "hexapawn.py")),
    "bench": ("bench", "--interpreted"),
    "course list": ("course", "list"),
    "course show": ("course", "show", "1", "--hints", "1"),
    "course check": ("course", "check", "1", "HERE/class/ada/01-winner"),
    "course report": ("course", "report", "HERE/class", "--tasks", "1,2"),
}
WITHOUT = {
    "play": "a conversation",
    "serve": "a server, which answers in JSON",
    "course start": "writes files, and says where",
    "help": "pages for people",
}
"""The commands without --json, and why."""

FREE = ("families", "aliases")
"""What they hold is by names of games."""

OWN = ("options",)
"""What they hold has names of its own, told elsewhere."""


def fields(data: Any) -> set[str]:
    """The names of all fields, at any depth."""
    if isinstance(data, list):
        return set().union(*map(fields, data)) if data else set()
    if not isinstance(data, dict):
        return set()
    inner = [fields(list(value.values()) if name in FREE else value) for name, value in data.items() if name not in OWN]
    return {*data}.union(*inner)


def commands(group: click.Group = main, *words: str) -> Iterator[tuple[str, click.Command]]:
    """All commands, and those of groups, with their names."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        if isinstance(command, click.Group):
            yield from commands(command, *words, name)
        elif command is not None:
            yield " ".join((*words, name)), command


def test_every_command_has_json_and_is_asked_or_there_is_a_reason() -> None:
    with_json = {name for name, command in commands() if any("--json" in option.opts for option in command.params)}
    assert {name for name, _ in commands()} - with_json == set(WITHOUT)
    assert [name for name in with_json if not any(" ".join(words).startswith(name) for words in ASKED.values())] == []


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("command", ASKED)
def test_all_fields_are_described(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compile_nothing(monkeypatch)  # the fields are the same
    monkeypatch.setenv("ZERMELO_COURSE", str(tmp_path / "course.json"))
    monkeypatch.setattr(bench, "SEARCHES", (("nim(1,2)", {"algorithm": "mtdf"}),))
    (tmp_path / "no.zcert").write_text("no certificate")
    program = tmp_path / "class" / "ada" / "01-winner" / "solution.py"
    program.parent.mkdir(parents=True)
    program.write_text("print(0)")
    words = [word.replace("HERE", str(tmp_path)) for word in ASKED[command]]
    told = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    assert (next(iter(told)), told["schema"]) == ("schema", SCHEMA)
    described = set(re.findall(r"`([a-z_0-9]+)`", PAGE))
    assert fields(told) - described == set()
