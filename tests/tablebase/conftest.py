"""What tests of tables share: one of tic-tac-toe; and small tables are made on disk, as large ones are."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.tables import made
from zermelo.games import mnk


def not_in_memory(*_: Any) -> str:
    """In place of `_by_memory`."""
    return ""


@pytest.fixture(autouse=True)
def on_disk() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("zermelo.tablebase.tabulate._by_memory", not_in_memory)
        yield


@pytest.fixture(scope="module")
def tic_tac_toe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables") / "tic-tac-toe"
    made(mnk(3, 3, 3), folder)
    return folder


@pytest.fixture
def table(tic_tac_toe: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tic_tac_toe, tmp_path / "table"))
