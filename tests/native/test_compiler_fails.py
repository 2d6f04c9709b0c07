"""If LLVM is missing, or any part of the compiler fails, games run interpreted, and one sentence says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests import ROOT
from zermelo.native.machine import INTERPRETED

# a search that takes so long that it is compiled
SOLVED: Final = """
from zermelo.cli import main
main(["solve", "mnk(3,4,3)", "--algorithm=alpha-beta", "--without=all", "--no-table", *sys.argv[2:]])
"""

RAISING: Final = """
import importlib.abc, sys
class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == sys.argv[1]:
            raise SystemError("initialization failed")
sys.meta_path.insert(0, Finder())
"""

ABSENT: Final = """
import importlib.machinery, sys
find = importlib.machinery.PathFinder.find_spec
sys.path_importer_cache.clear()
importlib.machinery.PathFinder.find_spec = lambda name, *more: None if name == sys.argv[1] else find(name, *more)
"""

FAILING: Final = """
import pkgutil, sys
owner, _, name = sys.argv[1].rpartition(".")
def fails(*_):
    raise RuntimeError("no such luck")
setattr(pkgutil.resolve_name(owner), name, fails)
"""


def solved(how: str, what: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", how + SOLVED, what, *options],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "ZERMELO_CACHE": str(folder), "PYTHONPATH": str(ROOT / "src")},
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("how", "what"),
    [
        (ABSENT, "llvmlite"),
        (RAISING, "llvmlite.binding"),
        (FAILING, "zermelo.compiler.kernel.kernel"),
        (FAILING, "zermelo.compiler.runtime.machine_code"),
        (FAILING, "zermelo.compiler.runtime.new_target_machine"),
        (FAILING, "zermelo.native.loader.Loaded"),
        (FAILING, "zermelo.native.cache.processor"),
    ],
)
def test_however_the_compiler_fails_games_run_interpreted(how: str, what: str, tmp_path: Path) -> None:
    """Without LLVM, it ended in a traceback. If native code is insisted on, it is an error."""
    done = solved(how, what, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "value    1 (exact)" in done.stdout
    assert done.stderr.startswith(f"{INTERPRETED}: mnk(3,4,3) cannot be compiled: "), done.stderr
    assert done.stderr.count("\n") == 1
    insisted = solved(how, what, tmp_path, "--compiled")
    assert (insisted.returncode, insisted.stdout) == (5, "")
    assert insisted.stderr.startswith("Error: mnk(3,4,3) cannot be compiled: ")
    assert insisted.stderr.count("\n") == 1
