"""What tests of tables share: one of tic-tac-toe."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.tables import made
from zermelo.games import mnk


@pytest.fixture(scope="module")
def tic_tac_toe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables") / "tic-tac-toe"
    made(mnk(3, 3, 3), folder)
    return folder


@pytest.fixture
def table(tic_tac_toe: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tic_tac_toe, tmp_path / "table"))
