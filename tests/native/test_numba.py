"""What is taken of Numba that it promises nobody stands in one module; without any part of it, games run interpreted."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from zermelo.machine import INTERPRETED
from zermelo.native import numba_internals

NATIVE = ROOT / "src" / "zermelo" / "native"

PRIVATE = (
    "numba._dynfunc.make_function",
    "numba.core.cgutils.get_or_insert_function",
    "numba.core.codegen.JITCodeLibrary",
    "numba.core.codegen.CPUCodeLibrary._get_module_for_linking",
    "numba.core.codegen.CPUCodegen._module_pass_manager",
    "numba.core.compiler.Flags",
    "numba.core.compiler._LowerResult",
    "numba.core.generators.GeneratorDescriptor",
)

DOCUMENTED = ("_fields", "_getvalue", "_replace")
"""Of named tuples; and named in the guide of Numba for those who extend it."""

WITHOUT = """
import pkgutil, sys
owner, _, name = sys.argv[1].rpartition(".")
delattr(pkgutil.resolve_name(owner), name)
from zermelo import mnk, solve
found = solve(mnk(3, 3, 3))
print(found.value, found.kind, found.compiled, found.note)
"""


@pytest.mark.sampled(every=4)
@pytest.mark.parametrize("name", PRIVATE)
def test_without_a_part_of_numba_games_run_interpreted(name: str, tmp_path: Path) -> None:
    """It used to end in an ImportError of which the game was accused."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, name],
        capture_output=True,
        text=True,
        check=False,
        env={"ZERMELO_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT / "src"), "PATH": ""},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"0 exact False {INTERPRETED}: mnk(3,3,3) cannot be compiled: "), done.stdout
    assert done.stdout.count("\n") == 1


def test_private_names_of_numba_stand_in_one_module() -> None:
    for path in NATIVE.glob("*.py"):
        tree = ast.parse(path.read_text())
        taken = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and _is_numba(str(node.module))]
        private = [alias.name for node in taken for alias in node.names if alias.name.startswith("_")]
        asked = [
            node.attr for node in ast.walk(tree) if taken and isinstance(node, ast.Attribute) and _is_private(node)
        ]
        assert path.name == Path(numba_internals.__file__).name or not private + asked, (path.name, private, asked)


def _is_numba(module: str) -> bool:
    return module.partition(".")[0] in ("numba", "llvmlite")


def _is_private(node: ast.Attribute) -> bool:
    """Whether an attribute is named as private, and not of the object that a method is called on."""
    own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
    return re.match(r"_[a-z]", node.attr) is not None and node.attr not in DOCUMENTED and not own
