"""Compiles programs for popular boards, to be part of the wheel: `make wheel`.

A program is what the compiler makes of a family of boards: LLVM code for any machine of an architecture. With it, the first
board of a family is compiled without Numba, in a third of the time. It is ignored where Numba, llvmlite, Python or zermelo
have another version. A build without HATCH_BUILD_HOOKS_ENABLE=1 makes none.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BOARDS = (
    "mnk(4,4,4)",
    "mnk(5,5,4)",
    "mnk(6,6,5)",
    "mnk(8,8,5)",
    "mnk(15,15,5)",
    "connect(7,6,4)",
    "connect(8,8,4)",
    "lines(3x3x3,3)",
    "lines(4x4x4,4)",
    "lines(4x4x4,4,gravity=1)",
    "nim(3,5,7)",
    "kayles(20)",
)
"""One board of each family."""


class Programs(BuildHookInterface[Any]):
    """Adds the programs to a wheel; an editable installation has none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the programs in a process of its own, without settings that programs depend on."""
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory()
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        environment["ZERMELO_CACHE"] = self._folder.name
        subprocess.run([sys.executable, __file__, self._folder.name], env=environment, check=True)
        build_data["force_include"][f"{self._folder.name}/programs"] = "zermelo/native/programs"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder."""
        if version != "editable":
            self._folder.cleanup()


def main(folder: Path) -> None:
    """Compile the boards; `folder` is the compile cache."""
    from zermelo import Solver, game_named
    from zermelo.native.cache import shipped
    from zermelo.native.cache_folder import PROGRAM

    for board in BOARDS:
        for objective in ("outcome", "distance"):  # that of `solve`, and that of analyses
            Solver(game_named(board), objective=objective, compiled=True).machine()
    programs = folder / "programs"
    programs.mkdir()
    for path in folder.glob(f"*{PROGRAM}"):
        name, contents = shipped(path)
        (programs / name).write_bytes(contents)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent / "src"))
    main(Path(sys.argv[1]))
