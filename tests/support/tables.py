"""Tables made, compared byte by byte, and verified."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from click.testing import CliRunner

from zermelo import Game, tabulate
from zermelo.cli import main
from zermelo.tablebase.table import Table
from zermelo.work.files import digest_of


def made(game: Game[Any], folder: Path, *, compiled: bool = False, **options: Any) -> Table:
    found = tabulate(game, folder=folder, compiled=compiled, **options)
    assert found.stopped == "complete"
    assert found.table is not None
    return found.table


def contents(folder: Path) -> dict[str, str]:
    return {path.name: digest_of(path) for path in folder.iterdir()}


def verified(folder: Path, *options: str) -> tuple[int, str]:
    """The exit code of `zermelo table verify`, and its only line."""
    ran = CliRunner().invoke(main, ["table", "verify", str(folder), *options])
    assert "Traceback" not in ran.output
    (line,) = ran.output.strip().splitlines()
    return ran.exit_code, line
