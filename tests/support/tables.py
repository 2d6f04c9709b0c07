"""Tables made, compared byte by byte, and verified."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from zermelo import Game, tabulate
from zermelo.cli import main
from zermelo.tablebase.manifest import MANIFEST, read_manifest
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


def in_small_pieces(patch: pytest.MonkeyPatch, block: int, expanded: int, slots: int | None = None) -> None:
    """Blocks of a few rows, in files and as a layer is expanded; and, with `slots`, a set that is soon full."""
    patch.setattr("zermelo.work.runs.BLOCK", block)
    patch.setattr("zermelo.tablebase.expansion.BLOCK", expanded)
    if slots:
        patch.setattr("zermelo.tablebase.layers.LEAST_SLOTS", slots)


def sealed(fields: dict[str, Any]) -> bytes:
    """A manifest that was made with care."""
    rest = {name: value for name, value in fields.items() if name != "sha256"}
    digest = hashlib.sha256(json.dumps(rest).encode()).hexdigest()
    return json.dumps({**rest, "sha256": digest}, indent=1).encode() + b"\n"


def told(folder: Path, **changes: Any) -> dict[str, Any]:
    """The fields of a manifest, some of them changed."""
    return json.loads((folder / MANIFEST).read_text()) | changes


def resealed(folder: Path, **changes: Any) -> None:
    """Write a manifest whose digests are right again."""
    manifest = read_manifest(folder)
    digests = {name: digest_of(folder / name) for name in manifest.digests}
    dataclasses.replace(manifest, digests=digests, **changes).write(folder)
