"""The picture of the packages in CONTRIBUTING shows the imports as they are."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

pytest.importorskip("grimp")
SCRIPT = Path(__file__).parents[2] / "docs/floors.py"


def test_the_picture_of_the_packages_is_that_of_the_imports() -> None:
    spec = importlib.util.spec_from_file_location("floors", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    floors = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(floors)
    assert floors.PICTURE.read_text() == floors.drawn(), "run `python docs/floors.py`"
