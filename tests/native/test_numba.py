"""The internals of Numba are used in one module alone; if any of them is missing, games run interpreted."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests import ROOT
from zermelo.native import numba_internals
from zermelo.native.machine import INTERPRETED

INTERNALS: Final = Path(numba_internals.__file__)

DOCUMENTED: Final = {
    *("numba", "numba.extending", "numba.core.types", "numba.core.cgutils", "numba.core.errors", "numba.core.ir"),
    *("llvmlite", "llvmlite.ir", "llvmlite.binding"),
}
"""Modules that Numba's guide for those who extend it uses, and all of LLVM's."""

NO_NAMES: Final = ("_fields", "_getvalue", "_replace")
"""Of named tuples; and named in that guide."""

OURS: Final = ("_optimize_functions",)
"""A method of Numba's that we replace: one of another name would be there unseen."""


def imported(path: Path) -> Iterator[tuple[str, str]]:
    """Modules of Numba, and LLVM, and the names that are taken of each; "" for a module itself."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if _is_numba(alias.name))
        elif isinstance(node, ast.ImportFrom) and _is_numba(node.module or ""):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield (inner, "") if inner in DOCUMENTED else (str(node.module), alias.name)


def private_attributes(path: Path) -> set[str]:
    """The attributes that are named as private, and not of the object that a method is called on."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)]
    return {node.attr for node in nodes if _is_private(node)}


def _is_numba(module: str) -> bool:
    return module.partition(".")[0] in ("numba", "llvmlite")


def _is_private(node: ast.Attribute) -> bool:
    own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
    return re.match(r"_[a-z]", node.attr) is not None and node.attr not in NO_NAMES and not own


# --- each part of it removed ------------------------------------------------------------------------------------------
NAMES: Final = sorted(
    [".".join(filter(None, each)) for each in imported(INTERNALS)]
    + ["numba._dynfunc.make_function", "numba.core.codegen.CPUCodeLibrary._get_module_for_linking"]
)

ATTRIBUTES: Final = sorted(
    {*private_attributes(INTERNALS), *re.findall(r"self\.(_\w+)", INTERNALS.read_text())}
    - {"_finalized", "_LowerResult"}
)
"""Those that nothing is written to."""

# a search that takes so long that it is compiled
SOLVED: Final = """
from zermelo.cli import main
main(["solve", "mnk(4,4,3)", "--algorithm=alpha-beta", "--without=all", "--no-table", *sys.argv[2:]])
"""

WITHOUT: Final = """
import importlib.util, pkgutil, sys
owner, _, name = sys.argv[1].rpartition(".")
module = pkgutil.resolve_name(owner)
if hasattr(module, "__path__") and importlib.util.find_spec(sys.argv[1]):
    sys.modules[sys.argv[1]] = None
if hasattr(module, name):
    delattr(module, name)
"""

RENAMED: Final = """
import pathlib, re, sys, types
path = pathlib.Path(sys.argv[1].partition("|")[0])
module = sys.modules["zermelo.native.numba_internals"] = types.ModuleType("zermelo.native.numba_internals")
module.__file__ = str(path)
text = re.sub(rf"\\.{sys.argv[1].partition('|')[2]}\\b", ".of_another_name", path.read_text())
exec(compile(text, str(path), "exec"), module.__dict__)
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


def assert_interpreted(how: str, what: str, folder: Path) -> None:
    """The right value, one sentence that says why and how much slower; an error where native code is insisted on."""
    done = solved(how, what, folder)
    assert done.returncode == 0, done.stderr
    assert "value    1 (exact)" in done.stdout
    assert done.stderr.startswith(f"{INTERPRETED}: mnk(4,4,3) cannot be compiled: "), done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_without_a_part_of_numba_games_run_interpreted(name: str, tmp_path: Path) -> None:
    """It used to end in an ImportError of which the game was accused."""
    assert_interpreted(WITHOUT, name, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in ATTRIBUTES if name not in OURS])
def test_without_an_attribute_of_numbas_games_run_interpreted(name: str, tmp_path: Path) -> None:
    assert_interpreted(RENAMED, f"{INTERNALS}|{name}", tmp_path)


@pytest.mark.long
@pytest.mark.parametrize(
    ("how", "what"),
    [
        (ABSENT, "numba"),
        (ABSENT, "llvmlite"),
        (RAISING, "numba.core.compiler"),
        (RAISING, "llvmlite.binding"),
        (FAILING, "zermelo.native.codegen._optimise"),
        (FAILING, "zermelo.native.loader._engine"),
        (FAILING, "zermelo.native.cache.processor"),
    ],
)
def test_however_the_compiler_fails_games_run_interpreted(how: str, what: str, tmp_path: Path) -> None:
    """Without LLVM, it ended in a traceback."""
    assert_interpreted(how, what, tmp_path)
    insisted = solved(how, what, tmp_path, "--compiled")
    assert (insisted.returncode, insisted.stdout) == (5, "")
    assert insisted.stderr.startswith("Error: mnk(4,4,3) cannot be compiled: ")
    assert insisted.stderr.count("\n") == 1


def test_private_names_of_numba_stand_in_one_module() -> None:
    assert len(NAMES) > 30
    for path in INTERNALS.parent.glob("*.py"):
        taken = [*imported(path)]
        private = [each for each in taken if each[0] not in DOCUMENTED or each[1].startswith("_")]
        asked = private_attributes(path) if taken else set[str]()
        assert path == INTERNALS or not (private or asked), (path.name, private, asked)
