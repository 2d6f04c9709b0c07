"""Processes that compile nothing, as if LLVM were not installed: for tests that are about something else."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

STAND_IN: Final = Path(__file__).with_name("no_compiler")
"""A folder with a module `llvmlite` that cannot be imported."""


def without_compiler(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment of a process that compiles nothing."""
    folders = [str(STAND_IN), *filter(None, [environment.get("PYTHONPATH")])]
    return {**environment, "PYTHONPATH": os.pathsep.join(folders)}


def compile_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be compiled for the rest of a test, here and in the processes that it starts."""
    monkeypatch.setitem(sys.modules, "zermelo.native.native", None)
    monkeypatch.setenv("PYTHONPATH", without_compiler()["PYTHONPATH"])
