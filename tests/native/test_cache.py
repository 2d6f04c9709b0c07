"""Compiled code on disk: found again by the next process, never stale, never in the way."""

from __future__ import annotations

import hashlib
import importlib
import json
import linecache
import os
import re
import shutil
import stat
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

import zermelo
from tests.support.compiling import Notes, best_reward
from zermelo.core.errors import NotCompilable
from zermelo.core.fingerprint import digest
from zermelo.games import connect
from zermelo.native.cache_folder import SUFFIX, folder
from zermelo.native.native import Native

GAME: Final = '''
from zermelo import Game
import helpers
from helpers import worth
from basics import Basis

LOSS = 1

def scaled(number):
    return number * 1

class Take(Basis):
    STEP = 1

    def reward(self, state):
        """What is lost at the end."""
        return -LOSS * scaled(worth(1)) * self.STEP * helpers.deep.extra(1) * self.bonus()
'''
BASICS: Final = """
from zermelo import Game

class Basis(Game):
    action_count = 3
    max_length = 9
    def initial(self): return 9
    def legal(self, state, action): return action < state
    def apply(self, state, action): return state - action - 1
    def terminal(self, state): return state == 0
    def bonus(self): return 1
"""
HELPERS: Final = """
import deep
def worth(number): return number * FACTOR
FACTOR = 1
"""
DEEP: Final = """
def extra(number): return number * 1
"""


class Ran(NamedTuple):
    """What came of one start: the value, and whether the code was found in the cache."""

    value: int
    loaded: bool


def run(game: Any) -> Ran:
    native = Native(best_reward, game, Notes())
    value = native(game.initial(), 0, 0, 0, 0)
    assert value == best_reward(game, Notes(), game.initial(), 0, 0, 0, 0)
    return Ran(value, native.was_cached)


def execute(source: str, space: dict[str, Any]) -> None:
    """Run a cell of a notebook: its source can be found."""
    file = f"<cell {len(linecache.cache)}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    exec(compile(source, file, "exec"), space)


class Desk:
    """A user's files, and a cache; each `start` imports the files anew, as a new process would."""

    def __init__(self, path: Path) -> None:
        self.files = path / "files"
        self.files.mkdir()
        self.cache = path / "cache"
        self.write(take=GAME, basics=BASICS, helpers=HELPERS, deep=DEEP)

    def write(self, **sources: str) -> None:
        for name, source in sources.items():
            (self.files / f"{name}.py").write_text(textwrap.dedent(source))

    def edit(self, name: str, old: str, new: str) -> None:
        source = (self.files / f"{name}.py").read_text()
        assert old in source
        self.write(**{name: source.replace(old, new)})

    def module(self, name: str = "take") -> Any:
        self.forget()
        return importlib.import_module(name)

    def forget(self) -> None:
        for name, module in list(sys.modules.items()):
            if str(getattr(module, "__file__", None) or "").startswith(str(self.files)):
                del sys.modules[name]
        importlib.invalidate_caches()

    def start(self, name: str = "take", kind: str = "Take") -> Ran:
        return run(getattr(self.module(name), kind)())

    def kept(self) -> dict[str, int]:
        """The files of the cache, and when each was written."""
        return kept(self.cache)

    def file(self) -> Path:
        """The only file of the cache."""
        (file,) = self.cache.iterdir()
        return file


def kept(cache: Path) -> dict[str, int]:
    return {path.name: path.lstat().st_mtime_ns for path in cache.iterdir()}


def counted(files: Iterable[str]) -> int:
    """The number of files, all of them with machine code."""
    suffixes = [Path(name).suffix for name in files]
    assert set(suffixes) <= {SUFFIX}
    return len(suffixes)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    made = Desk(tmp_path)
    monkeypatch.setenv("ZERMELO_CACHE", str(made.cache))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(str(made.files))
    yield made
    made.forget()


# --- found again ------------------------------------------------------------------------------------------------------
def test_the_second_start_finds_the_code_and_writes_nothing(desk: Desk) -> None:
    assert desk.start() == Ran(1, loaded=False)
    first = desk.kept()
    assert counted(first) == 1
    for _ in range(3):
        assert desk.start() == Ran(1, loaded=True)
    assert desk.kept() == first


@pytest.mark.long
def test_other_constants_have_files_of_their_own(desk: Desk) -> None:
    desk.start()
    desk.edit("take", "STEP = 1", "STEP = 2")
    assert desk.start() == Ran(2, loaded=False)
    assert counted(desk.kept()) == 2
    assert desk.start() == Ran(2, loaded=True)
    desk.edit("take", "STEP = 2", "STEP = 1")
    assert desk.start() == Ran(1, loaded=True)


@pytest.mark.long
def test_values_of_run_time_share_a_file(desk: Desk) -> None:
    desk.edit("take", "STEP = 1", "runtime = ('STEP',); STEP = 1")
    assert desk.start() == Ran(1, loaded=False)
    desk.edit("take", "STEP = 1", "STEP = 2")
    assert desk.start() == Ran(2, loaded=True)
    assert counted(desk.kept()) == 1


def test_helpers_that_call_each_other_are_found_again(desk: Desk) -> None:
    desk.edit("take", "def scaled(number):", "def odd(n): return False if n == 0 else even(n - 1)\ndef scaled(number):")
    desk.edit("take", "LOSS = 1", "LOSS = 1\ndef even(n): return True if n == 0 else odd(n - 1)")
    desk.edit("take", "return -LOSS", "return -LOSS * (3 if even(state + 4) else 2)")
    assert desk.start() == Ran(3, loaded=False)
    assert desk.start() == Ran(3, loaded=True)


# --- never stale ------------------------------------------------------------------------------------------------------
EDITS: Final = {
    "a method": ("take", "return -LOSS", "return -2 * LOSS"),
    "a method of a base class": ("basics", "def bonus(self): return 1", "def bonus(self): return 2"),
    "a helper in the module": ("take", "return number * 1", "return number * 2"),
    "a helper of another module": ("helpers", "return number * FACTOR", "return number * 2 * FACTOR"),
    "a helper of a module of a module": ("deep", "return number * 1", "return number * 2"),
    "a constant of the module": ("take", "LOSS = 1", "LOSS = 2"),
    "a constant of another module": ("helpers", "FACTOR = 1", "FACTOR = 2"),
    "a constant of NumPy's": ("helpers", "FACTOR = 1", "import numpy as np\nFACTOR = np.int64(2)"),
    "a tuple": ("helpers", "FACTOR\nFACTOR = 1", "FACTOR[1]\nFACTOR = (1, 2)"),
    "a default": (
        "take",
        "def scaled(number):\n    return number * 1",
        "def scaled(number, by=2):\n    return number * by",
    ),
    "which function a name means": ("take", "class Take", "def scaled(number):\n    return 2\n\nclass Take"),
    "an override": ("take", "STEP = 1", "STEP = 1\n    def bonus(self): return 2"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", EDITS)
def test_an_edit_is_seen_and_adds_no_file(desk: Desk, name: str) -> None:
    assert desk.start() == Ran(1, loaded=False)
    desk.edit(*EDITS[name])
    assert desk.start() == Ran(2, loaded=False)
    assert counted(desk.kept()) == 1
    assert desk.start() == Ran(2, loaded=True)


def test_an_edit_of_a_constant_of_the_class_is_seen(desk: Desk) -> None:
    desk.start()
    desk.edit("take", "STEP = 1", "STEP = 2")
    assert desk.start() == Ran(2, loaded=False)


def test_a_file_that_was_edited_after_it_was_loaded_is_not_compiled(desk: Desk) -> None:
    """Its source is no longer that of the class: the value was that of the edited file."""
    game = desk.module().Take()
    desk.edit("deep", "return number * 1", "return number * 2")
    with pytest.raises(NotCompilable, match=r"the source of extra has changed since it was loaded \(.*deep\.py:2\)"):
        run(game)
    assert desk.start() == Ran(2, loaded=False)


def test_that_a_file_was_edited_is_no_reason_for_other_processes(desk: Desk) -> None:
    """The refusal was kept in the cache, and a process that had loaded the edited file was refused as well."""
    game = desk.module().Take()
    desk.edit("deep", "def extra", "# as it was\n\n\ndef extra")
    with pytest.raises(NotCompilable, match="the source of extra"):
        run(game)
    assert desk.start() == Ran(1, loaded=False)


@pytest.mark.long
def test_an_edit_that_changes_nothing_is_no_edit(desk: Desk) -> None:
    desk.start()
    desk.edit("take", "LOSS = 1", "# one stone, one point\n\n\nLOSS = 1")
    desk.edit("take", "return number * 1", "return number * 1  # as it is")
    desk.edit("take", "LOSS = 1", "LOSS = 1\nUNUSED = 5")
    assert desk.start() == Ran(1, loaded=True)


@pytest.mark.long
def test_redefinitions_within_a_process_are_seen() -> None:
    """As cells of a notebook are run again: of a helper, of a constant, of the class."""
    space: dict[str, Any] = {"__name__": "__main__"}
    execute(BASICS + "LOSS = 1\ndef worth(n): return n\n", space)
    cell = "class Take(Basis):\n    def reward(self, state): return -LOSS * worth(1)\n"
    execute(cell, space)
    game = space["Take"]()
    assert run(game).value == 1
    execute("def worth(n): return n + 2", space)
    assert run(game).value == 3
    execute("LOSS = 5", space)
    assert run(game).value == 15
    execute(cell.replace("worth(1)", "worth(2)"), space)
    assert run(space["Take"]()).value == 20
    assert run(game).value == 15
    execute("def worth(n): return n\nLOSS = 1", space)
    assert run(game).value == 1


# --- alike in name only -----------------------------------------------------------------------------------------------
@pytest.mark.long
def test_classes_of_one_name_in_two_modules_are_two(desk: Desk) -> None:
    for name, factor in (("one", 3), ("two", 4)):
        body = f"    def reward(self, state): return -{factor}\n"
        desk.write(**{name: f"from basics import Basis\nclass Same(Basis):\n{body}"})
    for loaded in (False, True):
        assert desk.start("one", "Same") == Ran(3, loaded)
        assert desk.start("two", "Same") == Ran(4, loaded)
    assert counted(desk.kept()) == 2


@pytest.mark.long
def test_classes_made_while_running_are_told_apart(desk: Desk) -> None:
    basis = desk.module("basics").Basis
    for factor, loaded in ((3, False), (4, False), (3, False)):
        space: dict[str, Any] = {}
        execute(f"def reward(self, state): return -{factor}", space)
        made = type("Made", (basis,), {"reward": space["reward"]})
        assert run(made()) == Ran(factor, loaded)
        assert run(made()) == Ran(factor, loaded=True)
    assert counted(desk.kept()) == 1


@pytest.mark.long
def test_a_class_without_a_module_is_a_users_class() -> None:
    """`exec` in a bare namespace makes classes of the module "builtins"."""
    values: list[int] = []
    for factor in (3, 4):
        space: dict[str, Any] = {}
        execute(BASICS + f"class Bare(Basis):\n    def reward(self, state): return -{factor}\n", space)
        assert space["Bare"].__module__ == "builtins"
        values.append(run(space["Bare"]()).value)
    assert values == [3, 4]


def test_a_users_module_may_have_the_name_of_a_library(desk: Desk) -> None:
    desk.write(colorsys="def shade(n): return n", shaded="from basics import Basis\nimport colorsys\n")
    desk.edit(
        "shaded", "import colorsys\n", "import colorsys\nclass Shaded(Basis):\n    def reward(self, s): return -W(1)\n"
    )
    desk.edit("shaded", "W(1)", "colorsys.shade(1)")
    sys.modules.pop("colorsys", None)
    digests = [digest(desk.module("shaded").Shaded())]
    desk.edit("colorsys", "return n", "return 2 * n")
    digests.append(digest(desk.module("shaded").Shaded()))
    sys.modules.pop("colorsys", None)
    assert digests[0] != digests[1]


# --- in other processes -----------------------------------------------------------------------------------------------
TAIL: Final = """
import json
from zermelo.core.component import Component
from zermelo.native.native import Native

def kernel(game, context, state, depth, alpha, beta, guess):
    if game.terminal(state):
        return game.reward(state)
    best = -1000
    for action in game.actions(state):
        best = max(best, -kernel(game, context, game.apply(state, action), depth, alpha, beta, guess))
    return best

native = Native(kernel, Take(), Component())
print(json.dumps([native(9, 0, 0, 0, 0), native.was_cached]))
"""
WHOLE: Final = BASICS + "class Take(Basis):\n    def reward(self, state): return -3\n"
CELL: Final = """
import linecache
cell = {cell!r}
linecache.cache["<cell 1>"] = (len(cell), None, cell.splitlines(True), "<cell 1>")
exec(compile(cell, "<cell 1>", "exec"), globals())
"""


def started(code: str | Path, cache: Path, **environment: str) -> subprocess.Popen[str]:
    """A process of its own, under way."""
    command = [sys.executable, str(code)] if isinstance(code, Path) else [sys.executable, "-c", code]
    return subprocess.Popen(
        command,
        env={**os.environ, "ZERMELO_CACHE": str(cache), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process: subprocess.Popen[str]) -> Ran:
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return Ran(*json.loads(out))


MAINS: Final = {
    "a script": lambda path: written(path / "script.py", WHOLE + TAIL),
    "a cell with its source": lambda path: written(path / "cells.py", CELL.format(cell=WHOLE) + TAIL),
}


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


@pytest.mark.long
@pytest.mark.parametrize("kind", MAINS)
def test_the_next_process_finds_what_was_compiled_of(kind: str, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert ended(started(MAINS[kind](tmp_path), cache)) == Ran(3, loaded=False)
    first = kept(cache)
    assert counted(first) == 1
    assert ended(started(MAINS[kind](tmp_path), cache)) == Ran(3, loaded=True)
    assert kept(cache) == first


@pytest.mark.parametrize(
    "code",
    [WHOLE, f"exec({WHOLE!r})", f"space = {{'__name__': 'nowhere'}}\nexec({WHOLE!r}, space)\nTake = space['Take']"],
    ids=["a command", "a cell without its source", "a module without a file"],
)
def test_what_has_no_source_runs_interpreted(code: str, tmp_path: Path) -> None:
    solved = "import zermelo\nTake.reward_range = -3, 3\nprint(zermelo.Solver(Take()).machine().note)"
    out, errors = started(f"{code}\n{solved}", tmp_path / "cache").communicate(timeout=120)
    assert re.search(r"Take cannot be compiled: the source of \w+ is not found \(<string>:\d+\)\.$", out.strip()), (
        errors
    )


@pytest.mark.long
def test_two_scripts_of_one_class_name_share_a_folder(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    one = written(tmp_path / "one.py", WHOLE + TAIL)
    two = written(tmp_path / "two.py", WHOLE.replace("-3", "-4") + TAIL)
    both = [started(script, cache) for script in (one, two)]
    assert [ended(process) for process in both] == [Ran(3, loaded=False), Ran(4, loaded=False)]
    again = [started(script, cache) for script in (one, two)]
    assert [ended(process) for process in again] == [Ran(3, loaded=True), Ran(4, loaded=True)]


@pytest.mark.long
def test_two_processes_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    script = written(tmp_path / "script.py", WHOLE + TAIL)
    processes = [started(script, cache) for _ in range(2)]
    assert [ended(process).value for process in processes] == [3, 3]
    assert counted(kept(cache)) == 1
    assert ended(started(script, cache)) == Ran(3, loaded=True)


@pytest.mark.long
def test_a_game_in_an_installed_package_is_found_again(desk: Desk) -> None:
    package = desk.files / "boxed"
    (package / "inner").mkdir(parents=True)
    (package / "__init__.py").write_text("from boxed.inner.game import Take\n")
    (package / "inner" / "__init__.py").write_text("")
    (package / "inner" / "rules.py").write_text("def worth(n): return n * 7\n")
    source = BASICS + "from boxed.inner import rules\nimport boxed.inner.rules\n"
    body = "    def reward(self, state): return -rules.worth(1) * boxed.inner.rules.worth(1)\n"
    (package / "inner" / "game.py").write_text(source + "class Take(Basis):\n" + body)
    assert desk.start("boxed") == Ran(49, loaded=False)
    assert desk.start("boxed") == Ran(49, loaded=True)
    (package / "inner" / "rules.py").write_text("def worth(n): return n * 8\n")
    assert desk.start("boxed") == Ran(64, loaded=False)


KERNEL: Final = """
import json, sys
from zermelo import solve
import zermelo
from zermelo.native.cache import CodeFile
sys.path.insert(0, {files!r})
from take import Take
hits = []
read = CodeFile.code
CodeFile.code = lambda file: (hits.append(read(file)), hits[-1])[1]
found = solve(Take(), algorithm="negamax", compiled=True, without=("all",), line=False)
print(json.dumps([found.value, hits[0] is not None]))
"""


@pytest.mark.long
def test_an_edit_of_a_kernel_or_of_what_it_calls_is_seen(desk: Desk) -> None:
    package = desk.files.parent / "package"
    shutil.copytree(Path(zermelo.__file__).parent, package / "zermelo", ignore=shutil.ignore_patterns("__pycache__"))
    code = KERNEL.format(files=str(desk.files))

    def solved() -> Ran:
        return ended(started(code, desk.cache, PYTHONPATH=str(package), PYTHONDONTWRITEBYTECODE="1"))

    def edited(name: str, old: str, new: str) -> None:
        path = package / "zermelo" / name
        source = path.read_text()
        assert old in source
        path.write_text(source.replace(old, new))

    assert solved() == Ran(1, loaded=False)
    assert solved() == Ran(1, loaded=True)
    edited("search/negamax.py", "return negamax(game, search, state, 0,", "return -negamax(game, search, state, 0,")
    assert solved() == Ran(-1, loaded=False)
    edited("search/parts/entry.py", "    return data >> 32", "    return (data >> 32) + 0")
    assert solved() == Ran(-1, loaded=False)
    edited("compiler/types.py", "from __future__", "\nfrom __future__")
    assert solved() == Ran(-1, loaded=False)
    assert counted(desk.kept()) == 1


# --- never in the way -------------------------------------------------------------------------------------------------
def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:1000])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def of_one_byte(path: Path) -> None:
    path.write_bytes(b"\0")


def flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for place in (0, 40, 70, len(data) // 2, len(data) - 1):
        data[place] ^= 1
    path.write_bytes(data)


def flipped_in_the_code(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def lengthened(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


def looping(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


def removed(path: Path) -> None:
    path.unlink()


DAMAGES: Final = (truncated, emptied, of_one_byte, flipped, flipped_in_the_code, lengthened, looping, removed)


@pytest.mark.long
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damaged_file_is_made_anew(desk: Desk, damage: Any) -> None:
    desk.start()
    names = set(desk.kept())
    damage(desk.file())
    assert desk.start() == Ran(1, loaded=False)
    assert desk.start() == Ran(1, loaded=True)
    assert set(desk.kept()) == names


@pytest.mark.long
def test_a_folder_in_the_place_of_a_file_does_no_harm(desk: Desk) -> None:
    desk.start()
    file = desk.file()
    file.unlink()
    file.mkdir()
    for _ in range(2):
        assert desk.start() == Ran(1, loaded=False)
    assert desk.file() == file


@pytest.mark.long
def test_files_are_private_and_named_for_kernel_and_game(desk: Desk) -> None:
    desk.start()
    file = desk.file()
    assert file.name.startswith("tests_support_compiling-Take-")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(desk.cache.stat().st_mode) == 0o700


@pytest.mark.long
def test_caching_can_be_switched_off(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", "off")
    monkeypatch.chdir(desk.files)
    assert folder() is None
    for _ in range(2):
        assert desk.start() == Ran(1, loaded=False)
    assert not desk.cache.exists()
    assert not (desk.files / "off").exists()


@pytest.mark.long
def test_without_a_home_that_can_be_written_nothing_is_cached(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZERMELO_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", os.devnull)  # in which no folder can be made
    assert folder() is None
    assert desk.start() == Ran(1, loaded=False)


def test_without_any_home_nothing_is_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("ZERMELO_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert folder() is None


def test_the_folder_is_where_the_user_says_or_where_caches_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZERMELO_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert folder() == tmp_path / "xdg" / "zermelo"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert folder() == tmp_path / "home" / ".cache" / "zermelo"
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "mine" / "deep"))
    assert folder() == tmp_path / "mine" / "deep"


def test_a_folder_that_anybody_can_write_to_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files are pickles: whoever can put one there could run code as us."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    assert folder() == tmp_path
    tmp_path.chmod(0o777)
    assert folder() is None


def test_a_file_in_the_place_of_the_folder_does_no_harm(desk: Desk) -> None:
    desk.cache.write_text("not a folder")
    assert folder() is None
    assert desk.start() == Ran(1, loaded=False)


def test_a_full_disk_does_no_harm(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, target: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert desk.start() == Ran(1, loaded=False)
    assert list(desk.cache.iterdir()) == []


@pytest.mark.long
def test_that_a_game_cannot_be_compiled_is_kept_until_its_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "counting.py"
    source = BASICS + "class Take(Basis):\n    def reward(self, state): return -len(str(1.0)) // 3\n"
    code = (
        "import json, os, zermelo; forked, fork = [], os.fork;"
        " os.fork = lambda: forked.append(0) or fork();"  # compilers run in a child process
        f" note = zermelo.Solver(zermelo.game_named({str(path)!r} + ':Take')).machine().note;"
        " print(json.dumps([note, bool(forked)]))"
    )

    def noted() -> list[Any]:
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        return json.loads(ran.stdout)

    path.write_text(source)
    first, second = noted(), noted()
    assert (first[1], second[1]) == (True, False)
    assert first[0] == second[0]
    path.write_text("# one line more\n" + source)
    third = noted()
    assert third[1]
    assert third[0] != first[0]  # it names the line


RAISING: Final = """
class Raising(Basis):
    def reward(self, state): return -1
    def priority(self, state, action):  # asked by searches, not by the random plays before them
        if state == 4:
            {statement}
        return 0
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("raise ValueError('four')", r"ValueError: four \(.*raising\.py:\d+\)"),
        ("raise ValueError(state)", r"ValueError: \(a value that only interpreted code shows\) \(.*raising\.py:\d+\)"),
        ("raise LookupError(f'not {state}')", r"LookupError: \(a value .*\) \(.*raising\.py:\d+\)"),
        ("return state // (state - 4)", r"ZeroDivisionError: "),
    ],
)
def test_exceptions_are_told_by_code_just_compiled_and_by_code_from_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str, told: str
) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "raising.py"
    path.write_text(BASICS + RAISING.format(statement=statement))
    command = [
        sys.executable,
        "-m",
        "zermelo",
        "solve",
        f"{path}:Raising",
        "--compiled",
        "-q",
        "--algorithm",
        "informed-minimax",
    ]
    for _ in range(2):
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert ran.returncode == 2
        assert re.search(told, " ".join(ran.stderr.split())), ran.stderr


@pytest.mark.long
def test_a_game_that_prints_values_is_not_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It used to wait forever for the interpreter's lock."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "printing.py"
    path.write_text(BASICS + RAISING.format(statement="print(state)"))
    command = [sys.executable, "-m", "zermelo", "solve", f"{path}:Raising", "--compiled", "-q"]
    for _ in range(2):
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert (ran.returncode, "cannot be compiled: print()" in ran.stderr) == (5, True), ran.stderr


@pytest.mark.long
def test_a_refusal_with_parentheses_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "hashing.py"
    path.write_text(BASICS + RAISING.format(statement="return hash('four')"))
    solved = f"zermelo.solve(zermelo.game_named({f'{path}:Raising'!r}), compiled=True)"
    in_one_process = "from zermelo.native import native\nnative.in_child = lambda work: None"
    caught = "except zermelo.ZermeloError as e: print(e, 'zermelo.compiler.kernel' in sys.modules)"
    code = f"import zermelo, sys\n{in_one_process}\ntry: {solved}\n{caught}"
    for compiles in (True, False):
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert "cannot be compiled: hash() is not compiled (" in ran.stdout
        assert ran.stdout.endswith(f" {compiles}\n")


@pytest.mark.long
def test_a_failure_of_the_moment_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))

    def no_memory(_text: str) -> bytes:
        raise MemoryError("no memory just now")

    with monkeypatch.context() as patch:
        patch.setattr("zermelo.compiler.runtime.machine_code", no_memory)
        with pytest.raises(NotCompilable, match="no memory just now"):
            Native(best_reward, connect(3, 3, 2), Notes())
    assert not list(tmp_path.iterdir())
    assert not Native(best_reward, connect(3, 3, 2), Notes()).was_cached


@pytest.mark.long
def test_files_with_the_right_checksum_and_the_wrong_content_are_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    Native(best_reward, connect(3, 3, 2), Notes())
    files = list(tmp_path.iterdir())
    stamps = [file.read_bytes()[:32] for file in files]
    for body in (
        b"",
        b"{",
        b"[1]\n",
        b"3\n",
        b"{}\n",
        b'{"errors": "all"}\n',
        b'{"errors": 2}\nBC',
        b'{"refusal": 1}\n',
    ):
        for file, stamp in zip(files, stamps, strict=True):
            file.write_bytes(stamp + hashlib.sha256(body).digest() + body)
        assert not Native(best_reward, connect(3, 3, 2), Notes()).was_cached
