"""Builds the wheel, installs it in an environment of its own, and uses it from another folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]

PROGRAM = """
import importlib.util, pkgutil, sys, zermelo
assert zermelo.__file__.startswith(sys.prefix), zermelo.__file__
for module in pkgutil.walk_packages(zermelo.__path__, "zermelo."):
    if module.name != "zermelo.__main__":
        importlib.import_module(module.name)
assert importlib.util.find_spec("experiments") is None  # the laboratory stays in the checkout
assert callable(zermelo.solve) and callable(zermelo.check)  # and not hidden by modules of their names
assert zermelo.solve(zermelo.games.mnk(3, 3, 3)).value == 0
from zermelo.openspiel.translation import TRANSLATIONS  # without OpenSpiel
breakthrough = TRANSLATIONS["breakthrough"]({"rows": 4, "columns": 2})
assert breakthrough is not None and zermelo.solve(breakthrough, compiled=False).exact
for name in zermelo.__all__:
    getattr(zermelo, name)
from zermelo.web.page import read_page
assert {"app.js", "searchtree.js", "vendor/preact.mjs", "style.css"} <= set(read_page().files)
"""

COMPILED = """
import zermelo
assert zermelo.solve("mnk(4,4,4)", compiled=True).compiled
"""
"""The installed package compiles: its compiler reads the sources of what it compiles."""

TOOLS = {"python": (), "go": ("go",), "java": ("javac", "java"), "cpp": ("g++",)}
"""What must be installed to check a program in each language of the course."""


def main() -> None:
    os.environ.pop("PYTHONPATH", None)  # the package is to come from the wheel
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder)
        wheel_of = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(there), str(ROOT)]
        subprocess.run(wheel_of, check=True)
        wheel = next(there.glob("*.whl"))
        venv.create(there / "env", with_pip=True)
        python, zermelo = there / "env" / "bin" / "python", there / "env" / "bin" / "zermelo"
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, wheel], check=True)
        bare = subprocess.run([zermelo, "serve"], capture_output=True, text=True, check=False)
        assert (bare.returncode, "pip install 'zermelo[web]'" in bare.stderr) == (5, True), bare
        try_course(zermelo, there)
        subprocess.run([*install, f"{wheel}[web]"], check=True)
        subprocess.run([python, "-W", "error", "-c", PROGRAM], check=True, cwd=there)
        cache = {**os.environ, "ZERMELO_CACHE": str(there / "cache")}
        subprocess.run([python, "-W", "error", "-c", COMPILED], env=cache, check=True, cwd=there)
        for command in (["tree", "nim(1,2)", "--interpreted", "-o", "tree.html"], ["games"], ["help", "contract"]):
            subprocess.run([zermelo, *command], check=True, cwd=there, stdout=subprocess.DEVNULL)
    print("the installed wheel works")


# --- the course -------------------------------------------------------------------------------------------------------
class Failed(Exception):
    """What a learner should not have seen."""


class Learner(NamedTuple):
    """One who has nothing but the installed command, and a folder to work in."""

    zermelo: Path
    folder: Path

    def course(self, *words: str) -> subprocess.CompletedProcess[str]:
        """What `zermelo course` says. Raises Failed if it is told that something was wrong."""
        environment = os.environ | {"ZERMELO_COURSE": str(self.folder / "course.json")}
        command = [self.zermelo, "course", *words]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=self.folder, env=environment, timeout=300
        )
        if done.returncode not in (0, 1) or done.stderr:
            raise Failed(f"course {' '.join(words)}: exit code {done.returncode}: {done.stderr.strip()}")
        return done

    def do(self, task: Path, language: str) -> int:
        """Start a task, check what was given, then the reference solution; gives how many programs were checked."""
        begun = self.folder / f"{task.name}-{language}"
        self.course("start", task.name, "--lang", language)
        if not can_check(language):
            return 0
        self.check(task, begun, passes=False)
        shutil.copytree(task / "solution" / language, begun, dirs_exist_ok=True)
        self.check(task, begun, passes=True)
        return 2

    def check(self, task: Path, begun: Path, *, passes: bool) -> None:
        """What is in the folder passes, or gives answers that are wrong. Raises Failed."""
        done = self.course("check", task.name, str(begun), "--json")
        verdict = json.loads(done.stdout)
        as_wanted = verdict["passed"] if passes else "expected " in verdict["sentence"] and not verdict["errors"]
        if verdict["passed"] != passes or done.returncode != (not passes) or not as_wanted:
            raise Failed(f"{begun.name}, {'solution' if passes else 'starter'}: {verdict['sentence']}")


def can_check(language: str) -> bool:
    """Whether the tools of a language are installed."""
    return all(map(shutil.which, TOOLS[language]))


def try_course(zermelo: Path, there: Path) -> None:
    """Every task in every language: it starts, the starter fails with a verdict, the reference solution passes."""
    began = time.monotonic()
    tasks = sorted(path.parent for path in ROOT.glob("course/*/task.toml"))
    assert len(tasks) == 16
    for language in TOOLS:
        if not can_check(language):
            print(f"{' or '.join(TOOLS[language])} is not installed: tasks in {language} are started, but not checked")
    learner = Learner(zermelo, there / "course")
    learner.folder.mkdir()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        all_done = [pool.submit(learner.do, task, language) for task, language in product(tasks, TOOLS)]
    if wrong := [done.exception() for done in all_done if done.exception()]:
        raise SystemExit("\n".join(map(str, wrong)))
    checked = sum(done.result() for done in all_done)
    assert learner.course("list").stdout.count("passed") == len(tasks)
    assert (tasks[-1] / "statement.md").read_text().startswith(learner.course("show", "16").stdout[:1000])
    took = time.monotonic() - began
    print(f"the course: {len(all_done)} tasks started, {checked} programs checked in {took:.0f} s")


if __name__ == "__main__":
    main()
