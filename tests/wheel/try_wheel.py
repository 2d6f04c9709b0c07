"""Builds the wheel, installs it in an environment of its own, and uses it from another folder."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]

PROGRAM = """
import importlib, pkgutil, zermelo
for module in pkgutil.walk_packages(zermelo.__path__, "zermelo."):
    if module.name != "zermelo.__main__":
        importlib.import_module(module.name)
assert callable(zermelo.solve) and callable(zermelo.check)  # and not hidden by modules of their names
assert zermelo.solve(zermelo.mnk(3, 3, 3)).value == 0
for name in zermelo.__all__:
    getattr(zermelo, name)
from zermelo.web.page import read_page
assert {"app.js", "searchtree.js", "vendor/preact.mjs", "style.css"} <= set(read_page().files)
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder)
        wheel_of = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(there), str(ROOT)]
        subprocess.run(wheel_of, check=True)
        wheel = next(there.glob("*.whl"))
        venv.create(there / "env", with_pip=True)
        python = there / "env" / "bin" / "python"
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, wheel], check=True)
        bare = subprocess.run([there / "env" / "bin" / "zermelo", "serve"], capture_output=True, text=True, check=False)
        assert (bare.returncode, "pip install 'zermelo[web]'" in bare.stderr) == (2, True), bare
        subprocess.run([*install, f"{wheel}[web]"], check=True)
        subprocess.run([python, "-W", "error", "-c", PROGRAM], check=True, cwd=there)
        drawn = ["tree", "nim(1,2)", "--interpreted", "-o", "tree.html"]
        for command in (drawn, ["games"], ["course", "show", "16"], ["course", "start", "1", "--lang", "go"]):
            words = [there / "env" / "bin" / "zermelo", *command]
            subprocess.run(words, check=True, cwd=there, stdout=subprocess.DEVNULL)
    print("the installed wheel works")


if __name__ == "__main__":
    main()
