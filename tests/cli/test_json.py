"""--json: one object with one version of its meaning for every command, each field described in docs/json.md."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests import ROOT
from zermelo.cli import COMMANDS, main
from zermelo.telling import SCHEMA

PAGE = (ROOT / "docs" / "json.md").read_text()

ASKED: dict[str, tuple[str, ...]] = {
    "solve": ("solve", "mnk(2,2,2)", "--interpreted", "--certify", "HERE/proofs"),
    "analyze": ("analyze", "nim(1,2)", "--interpreted"),
    "match": ("match", "random", "random", "--games", "2"),
    "prove-play": ("prove-play", "nim(1,2)"),
    "verify": ("verify", "HERE"),
    "classify": ("classify", "nim(1,2)"),
    "grundy": ("grundy", "nim(1,2)"),
    "grundy --values": ("grundy", "kayles(4)", "--values", "200"),
    "census": ("census", "nim(1,2)", "--interpreted"),
    "tabulate": ("tabulate", "nim(1,2)", "--interpreted", "--folder", "HERE/table"),
    "check": ("check", "nim(1,2)", "--interpreted"),
    "games": ("games",),
    "games FILE": ("games", str(ROOT / "examples" / "hexapawn.py")),
}
OTHERS = {"play", "serve", "tree", "bench", "experiment", "course"}
"""They print no result, or one that another page describes."""

FREE = ("families", "aliases")
"""What they hold is by names of games."""


def fields(data: Any) -> set[str]:
    """The names of all fields, at any depth."""
    if isinstance(data, list):
        return set().union(*map(fields, data)) if data else set()
    if not isinstance(data, dict):
        return set()
    inner = [fields(list(value.values()) if name in FREE else value) for name, value in data.items()]
    return {*data}.union(*inner)


def test_every_command_is_asked() -> None:
    assert {words[0] for words in ASKED.values()} | OTHERS == set(COMMANDS)


@pytest.mark.parametrize("command", ASKED)
def test_all_fields_are_described(command: str, tmp_path: Path) -> None:
    (tmp_path / "no.zcert").write_text("no certificate")
    words = [word.replace("HERE", str(tmp_path)) for word in ASKED[command]]
    told = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    assert (next(iter(told)), told["schema"]) == ("schema", SCHEMA)
    described = set(re.findall(r"`([a-z_0-9]+)`", PAGE))
    assert fields(told) - described == set()
